"""Who gets the full-point bye (28L2–28L5)."""

from dataclasses import dataclass

from .field import Entrant, Field
from .reading import had_bye, half_bye_round
from .request import PairingInput


@dataclass(frozen=True)
class Passed:
    """Somebody lower who does not get the bye: ``had_bye half_bye unrated late pairing`` says why."""

    number: int
    why: str
    round: int | None = None


@dataclass(frozen=True)
class Bye:
    """The bye, and who was passed over in the lowest score group.

    ``score_q`` is what the player is paired on; ``above``: nobody of the lowest score group can have it.
    ``for_color``: by 28L2a. ``by_table``: a line of a table gives it (29L). ``all_new``: everybody there is
    new (28L5).
    """

    number: int
    passed: tuple[Passed, ...] = ()
    by_director: bool = False
    for_color: bool = False
    by_table: bool = False
    all_new: bool = False
    score_q: int = 0
    above: bool = False


def candidates(request: PairingInput, field: Field) -> list[int]:
    """Numbers in the order in which they are asked: the lowest score group first, there by rating (28L2).

    One who has or wants a half-point bye comes last in the group (28L4). Those who had a full-point bye or a
    forfeit win are not asked (28L3), nor are late entrants in round one.
    """
    asked = [
        x
        for x in field.players
        if not x.house
        and not had_bye(request.chart.by_number[x.number], request.round)
        and not (request.round == 1 and x.number in request.late)
    ]
    return [
        x.number
        for x in sorted(
            asked,
            key=lambda x: (
                x.score_q,
                half_bye_round(request.chart.by_number[x.number]) is not None,
                _newness(request, x.number, x.rating),
                x.rho,
                -x.number,
            ),
        )
    ]


def _newness(request: PairingInput, number: int, rating: int | None) -> int:
    """Rated players before unrated ones, and those before new players; or the unrated as the lowest."""
    if rating is not None:
        return 0
    if request.options.bye_unrated == "last":
        return -1
    return 2 if request.new is None or number in request.new else 1


def passed_over(request: PairingInput, field: Field, chosen: int, tried: list[int]) -> tuple[Passed, ...]:
    """Who of the score group, or of a lower one, was rated lower than the one who gets the bye, and why."""
    player = field.players[field.position[chosen]]
    passed = []
    for x in reversed(field.players):
        if x.number == chosen or x.house or not (_lower(x, player) or x.number in tried):
            continue
        card = request.chart.by_number[x.number]
        half = half_bye_round(card)
        if had_bye(card, request.round):
            passed.append(Passed(x.number, "had_bye"))
        elif x.number in tried:
            passed.append(Passed(x.number, "pairing"))
        elif half is not None:
            passed.append(Passed(x.number, "half_bye", half))
        elif x.rating is None:
            passed.append(Passed(x.number, "unrated"))
        elif x.number in request.late:
            passed.append(Passed(x.number, "late"))
    return tuple(passed)


def _lower(one: Entrant, other: Entrant) -> bool:
    """Whether somebody would be asked before by score and rating alone. An unrated player counts as lowest
    beside a rated one, and a rated one would be asked before an unrated. Of two unrated, the number says."""
    if one.score_q != other.score_q:
        return one.score_q < other.score_q
    if (one.rating is None) is not (other.rating is None):
        return True
    return (one.rating or 0, -one.number) < (other.rating or 0, -other.number)


def all_new(request: PairingInput, field: Field) -> bool:
    """Whether 28L5 applies: a short event whose lowest score group has new players only, and is not alone."""
    scores = [x.score_q for x in field.players if not x.house]
    lowest = [x for x in field.players if not x.house and x.score_q == min(scores)]
    new = all(_newness(request, x.number, x.rating) == 2 for x in lowest)
    short = request.chart.rounds <= 4 and request.options.bye_group_above == "ask"
    return short and new and len(lowest) < len(scores)
