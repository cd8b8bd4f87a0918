"""Who gets the full-point bye (28L2–28L5)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tiebreaks.engine.chart.wallchart import Card

from .field import Entrant, Field
from .reading import had_bye, half_bye_round
from .request import PairingInput

# So many are named where nobody can have the bye; of more it is said how many they are.
MOST_NAMED = 6


@dataclass(frozen=True)
class Passed:
    """Somebody lower who does not get the bye, and why.

    ``had_bye half_bye unrated new late set``, or what the others would be left with: ``pairing`` if they
    cannot be paired, ``again`` if more meet a second time, ``teams`` if more teammates meet, ``asked`` if
    more requests are broken, ``apart`` if ``couples`` meet whom the director keeps apart.
    """

    number: int
    why: str
    round: int | None = None
    couples: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Bye:
    """The bye, and who was passed over in the lowest score group.

    ``score_q`` is what the player is paired on; ``above``: nobody of the lowest score group can have it.
    ``instead`` of whom it goes to another for the colors (28L2a). ``by_table``: a line of a table gives it
    (29L). ``all_new``: everybody there is new (28L5). ``none_rated``: nobody of the score group is rated.
    """

    number: int
    passed: tuple[Passed, ...] = ()
    by_director: bool = False
    instead: int | None = None
    by_table: bool = False
    all_new: bool = False
    none_rated: bool = False
    score_q: int = 0
    above: bool = False


def candidates(request: PairingInput, field: Field) -> list[int]:
    """Numbers in the order in which they are asked: the lowest score group first, there by rating (28L2).

    One who has or wants a half-point bye comes last in the group (28L4).
    """
    known = request.chart.by_number
    asked = [x for x in field.players if not x.house and not _not_asked(request, known[x.number])]
    return [
        x.number
        for x in sorted(
            asked,
            key=lambda x: (
                x.score_q,
                half_bye_round(known[x.number]) is not None,
                _newness(request, x.number, x.rating),
                x.rho,
                -x.number,
            ),
        )
    ]


def _not_asked(request: PairingInput, card: Card) -> str:
    """Why somebody cannot have the bye: after a full-point bye or a forfeit win (28L3), or as a late entrant
    in round one (28K). Empty for all others."""
    if had_bye(card, request.round):
        return "had_bye"
    return "late" if request.round == 1 and card.number in request.late else ""


def _newness(request: PairingInput, number: int, rating: int | None) -> int:
    """Rated players before unrated ones, and those before new players; or the unrated as the lowest."""
    if rating is not None:
        return 0
    if request.options.bye_unrated == "last":
        return -1
    return 2 if request.new is None or number in request.new else 1


def passed_over(
    request: PairingInput, field: Field, chosen: int, tried: Mapping[int, str], seated: Collection[int] = ()
) -> tuple[Passed, ...]:
    """Who of the score group, or of a lower one, was rated lower than the one who gets the bye, and why.

    ``tried`` were asked before, and say what was in the way. ``seated`` have a board that is set.
    """
    player = field.players[field.position[chosen]]
    is_last = half_bye_round(request.chart.by_number[chosen]) is not None
    passed = []
    for x in reversed(field.players):
        card = request.chart.by_number[x.number]
        half = half_bye_round(card)
        before = _lower(x, player) or (is_last and half is None and x.score_q == player.score_q)
        if x.house or not (before or x.number in tried):
            continue
        why = _not_asked(request, card) or tried.get(x.number)
        if x.number in seated and why != "had_bye":
            passed.append(Passed(x.number, "set"))
        elif why:
            passed.append(Passed(x.number, why))
        elif half is not None:
            passed.append(Passed(x.number, "half_bye", half))
        elif x.rating is None:
            # Another unrated one is asked before a lower number for having played rated games (28L2).
            passed.append(Passed(x.number, "new" if player.rating is None else "unrated"))
    return tuple(passed)


def _lower(one: Entrant, other: Entrant) -> bool:
    """Whether somebody would be asked before by score and rating alone. An unrated player counts as lowest
    beside a rated one, and a rated one would be asked before an unrated. Of two unrated, the number says."""
    if one.score_q != other.score_q:
        return one.score_q < other.score_q
    if (one.rating is None) is not (other.rating is None):
        return True
    return (one.rating or 0, -one.number) < (other.rating or 0, -other.number)


def none_rated(field: Field, score_q: int) -> bool:
    return all(x.rating is None for x in field.players if not x.house and x.score_q == score_q)


def nobody_can(request: PairingInput, cards: Iterable[Card]) -> str:
    """Why nobody of an odd number can have the bye: by name, or of many how many they are."""
    set_boards = request.locks.boards
    seated = {number for board in set_boards for number in (board.white, board.black)}
    free = [card for card in cards if card.number not in seated]
    had = [card for card in free if _not_asked(request, card) == "had_bye"]
    late = [card for card in free if card not in had]
    if not late and not set_boards:
        return "The number of players is odd, and everybody has had a full-point bye or a forfeit win (28L3)."
    boards = [f"{request.name(board.white)} – {request.name(board.black)}" for board in set_boards]
    groups = (
        ("Had a full-point bye or a forfeit win (28L3)", [card.name for card in had], "players"),
        ("Entered late (28K)", [card.name for card in late], "players"),
        ("Set by the director", boards, "boards"),
    )
    return " ".join(["The number of players is odd, and nobody can have the bye.", *_told(groups)])


def _told(groups: Iterable[tuple[str, list[str], str]]) -> Iterator[str]:
    for why, names, kind in groups:
        if names:
            yield f"{why}: {'; '.join(names) if len(names) <= MOST_NAMED else f'{len(names)} {kind}'}."


def all_new(request: PairingInput, field: Field) -> bool:
    """Whether 28L5 applies: a short event whose lowest score group has new players only, and is not alone."""
    scores = [x.score_q for x in field.players if not x.house]
    lowest = [x for x in field.players if not x.house and x.score_q == min(scores)]
    new = all(_newness(request, x.number, x.rating) == 2 for x in lowest)
    short = request.chart.rounds <= 4 and request.options.bye_group_above == "ask"
    return short and new and len(lowest) < len(scores)
