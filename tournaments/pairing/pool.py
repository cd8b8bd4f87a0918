"""Who is paired, who rests, and what gives way when not everybody can be paired (28L, 28M1; PAIRING §4.7)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from tiebreaks.engine.chart.wallchart import Card

from .byes import Bye, Passed, all_new, candidates, nobody_can, none_rated, passed_over
from .field import Field
from .giving_way import Couple, Met, bars, first_bye, floats_past, give_way, requests
from .reading import build_field, house_players, met, pool
from .request import Locks, PairingInput
from .set_by_director import (
    ALLOW_REMATCHES,
    BY_HAND,
    HOUSE_PLAYER,
    OTHER_BYE,
    RefusedError,
    named,
    parts_of,
    releases,
    to_blame,
    with_parts,
)

Seating = tuple[list[Card], Bye | None]


class TableLine(NamedTuple):
    """A line of a round-robin table that gives a small Swiss its round (29L).

    It has its number, for how many players the table is, and the top player with the opponent there:
    ``wanted`` if the usual rules pair the two as well.
    """

    number: int
    players: int
    top: int
    opponent: int
    wanted: bool


class Resting(NamedTuple):
    """A house player who sits out although the number is odd: ``met barred asked others`` says why."""

    number: int
    why: str


@dataclass(frozen=True)
class Pool:
    """The field of a round, ready to be paired.

    ``field`` has everybody at a board, ``free`` are the positions without a set board, an even number.
    ``again`` are pairs that had to be allowed a second meeting, ``because`` of what the director has set.
    ``asked`` are the requests to be kept apart, ``broken`` those that cannot be met. ``table`` is the line
    that gives the boards, ``off_table`` says that one was asked for and none fits. ``resting`` are the
    house players beside a bye.
    """

    field: Field
    free: tuple[int, ...]
    fixed: tuple[tuple[int, int], ...]
    bye: Bye | None
    met: Met
    again: frozenset[Couple] = frozenset()
    broken: frozenset[Couple] = frozenset()
    asked: frozenset[Couple] = frozenset()
    table: TableLine | None = None
    off_table: bool = False
    because: tuple[Locks, ...] = ()
    resting: tuple[Resting, ...] = ()

    @property
    def gave_way(self) -> tuple[int, int]:
        """How many meet a second time, and how many requests are broken: as few as can be (§4.7)."""
        return len(self.again), len(self.broken)


def gather(request: PairingInput) -> Pool:
    """Choose the bye or the house player, and let give way what must. Raises :class:`RefusedError`."""
    pool = _gathered(request)
    bye = pool.bye
    if bye is not None and not bye.by_director:
        bye = _told(request, pool, bye.number)
        bye = replace(bye, passed=tuple([_kept_apart(request, pool, one) for one in bye.passed]))
    return replace(pool, bye=bye, resting=tuple(_resting(request, pool)))


def _gathered(request: PairingInput) -> Pool:
    played, cards = met(request.chart, request.round), here(request)
    seatings = []
    for chosen, bye in chain(_full(request, cards), _best_bye(request, cards, played)):
        asked = requests(request, chosen)
        field, free, fixed = _lay_out(request, chosen, bars(played, request.locks.apart, asked))
        if field.can_pair(free):
            return Pool(field, free, fixed, bye, played, asked=asked)
        if asked:
            seatings.append((chosen, bye, played, asked))
    # The first of equals.
    made = filter(None, (_giving_way(request, *seating) for seating in seatings))
    best = min(made, key=attrgetter("gave_way"), default=None)
    return best or _second_meetings(request, cards, played)


def here(request: PairingInput) -> list[Card]:
    """Who is to be paired, and house players who are set on a board."""
    cards = pool(request)
    return cards + [c for c in request.chart.cards if c.number in _at_board(request) and c not in cards]


def _kept_apart(request: PairingInput, pool: Pool, passed: Passed) -> Passed:
    """Who would have to meet with a bye that was tried, though the director keeps them apart; others who
    cannot be paired have met."""
    if passed.why != "pairing" or not request.locks.apart:
        return passed
    cards = [card for card in here(request) if card.number != passed.number]
    field, free, _fixed = _lay_out(request, cards, bars(pool.met, ()))
    apart = frozenset(map(frozenset, request.locks.apart))
    given_up = give_way(request, field, free, apart, again=None)
    if given_up is None or not given_up.requests:
        return passed
    couples = tuple([(min(each), max(each)) for each in sorted(map(sorted, given_up.requests))])
    return replace(passed, why="apart", couples=couples)


def _resting(request: PairingInput, pool: Pool) -> Iterator[Resting]:
    """The house players who were tried before the bye was given, and what is in the way of each."""
    if pool.bye is None or pool.bye.by_director:
        return
    cards = here(request)
    for house in house_players(request):
        if house.number in pool.field.position:
            continue
        field, free, _fixed = _lay_out(request, [*cards, house], bars(pool.met, request.locks.apart))
        place = field.position[house.number]
        others = [x for x in free if x != place]
        if all(pool.met[house.number].get(field.players[x].number) for x in others):
            yield Resting(house.number, "met")
        elif field.can_pair(free):
            yield Resting(house.number, "asked")
        else:
            yield Resting(house.number, "others" if any(field.legal(place, x) for x in others) else "barred")


def _giving_way(
    request: PairingInput,
    cards: list[Card],
    bye: Bye | None,
    played: Met,
    asked: frozenset[Couple],
    *,
    again: bool = False,
) -> Pool | None:
    """The field of these, in which nobody meets against a request or ``again`` but those who have to."""
    field, free, fixed = _lay_out(request, cards, bars(played, request.locks.apart))
    given_up = give_way(request, field, free, asked, again=played if again else None)
    if given_up is None:
        return None
    place = field.position
    for couple in asked - given_up.requests:
        if couple <= place.keys():
            field.bar(*(place[number] for number in couple))
    for one, other in map(tuple, given_up.again):
        field.barred[place[one]].discard(place[other])
        field.barred[place[other]].discard(place[one])
    return Pool(field, free, fixed, bye, played, given_up.again, given_up.requests, asked)


def _full(request: PairingInput, cards: list[Card]) -> Iterator[Seating]:
    """The seatings in which the rules give nobody the bye."""
    given = request.given_bye
    bye = Bye(given, by_director=True) if given is not None else None
    if len(cards) % 2 == 0:
        yield cards, bye
        return
    at_board = _at_board(request)
    for house in house_players(request):
        if house.number not in at_board:
            yield [*cards, house], bye


def _may_rest(request: PairingInput, cards: list[Card]) -> list[int]:
    """Who is asked to have the bye, in this order (28L2); nobody where the number is even or one is set."""
    if len(cards) % 2 == 0 or request.given_bye is not None or request.locks.no_bye:
        return []
    at_board = _at_board(request)
    asked = candidates(request, build_field(request, cards, {}))
    return [number for number in asked if number not in at_board]


def _best_bye(
    request: PairingInput, cards: list[Card], played: Met, *, again: bool = False
) -> Iterator[Seating]:
    """The bye with which the fewest meet ``again`` and the fewest requests are broken, the first of equals;
    none if no bye is enough."""
    order = _may_rest(request, cards)
    if order:
        field, free, _fixed = _lay_out(request, cards, bars(played, request.locks.apart))
        asked = requests(request, cards)
        number = first_bye(request, field, free, asked, order, again=played if again else None)
        if number is not None:
            yield [c for c in cards if c.number != number], Bye(number)


def _at_board(request: PairingInput) -> set[int]:
    return {n for b in request.locks.boards for n in (b.white, b.black)}


def _told(request: PairingInput, pool: Pool, number: int) -> Bye:
    """The bye that the rules give, with what is told of it."""
    cards = here(request)
    field, free, _fixed = _lay_out(request, cards, bars(pool.met, request.locks.apart))
    order = _may_rest(request, cards)
    tried = {
        other: _worse_with(request, pool, field, [x for x in free if x != field.position[other]])
        for other in order[: order.index(number)]
    }
    score_q = field.score[field.position[number]]
    lowest = min((player.score_q for player in field.players if not player.house), default=0)
    return Bye(
        number,
        passed_over(request, field, number, tried, _at_board(request)),
        all_new=all_new(request, field),
        none_rated=none_rated(field, score_q),
        score_q=score_q,
        above=score_q > lowest,
    )


def _worse_with(request: PairingInput, pool: Pool, field: Field, left: Sequence[int]) -> str:
    """What gives way if somebody else has the bye and these are ``left``, more than where it went."""
    again = 0
    if not field.can_pair(left):
        given_up = give_way(request, field, left, pool.asked, again=pool.met) if pool.again else None
        if given_up is None:
            return "pairing"
        again = len(given_up.again)
    if again > len(pool.again):
        return "again"
    return "asked" if request.locks.asked_apart else "teams"


def repeated(played: Met, couples: Collection[Couple]) -> tuple[int, int]:
    """How many meet a second time, and after which rounds, summed: the less the better (§4.7)."""
    return len(couples), sum(played[one][other] for one, other in couples)


def repeated_without(request: PairingInput, pool: Pool, couple: Couple) -> tuple[int, int] | None:
    """What would be repeated if these two did not meet; None where not everybody could be paired then.

    No request counts: it would be broken for as many second meetings, and not for older ones (28T).
    """
    one, other = couple
    apart = (*request.locks.apart, (one, other))
    parted = replace(request, locks=replace(request.locks, apart=apart, asked_apart=()))
    cards = [request.chart.by_number[player.number] for player in pool.field.players]
    field, free, _fixed = _lay_out(parted, cards, bars(pool.met, apart))
    given_up = give_way(parted, field, free, (), again=pool.met)
    return given_up and repeated(pool.met, given_up.again)


def _lay_out(
    request: PairingInput, cards: list[Card], barred: dict[int, set[int]]
) -> tuple[Field, tuple[int, ...], tuple[tuple[int, int], ...]]:
    field = build_field(request, cards, barred)
    place = field.position
    fixed = tuple((place[b.white], place[b.black]) for b in request.locks.boards)
    seated = {x for pair in fixed for x in pair}
    free = tuple(x for x in range(len(field.players)) if x not in seated)
    for number in request.locks.floats & place.keys():
        for x in free:
            if x != place[number] and floats_past(request, field, x, place[number]):
                field.bar(x, place[number])
    return field, free, fixed


def _second_meetings(request: PairingInput, cards: list[Card], played: Met) -> Pool:
    """Allow the smallest number of second meetings, the oldest first; refuse if that is not enough.

    What the director has set stays, and is named where it is the cause.
    """
    odd = len(cards) % 2
    choices = (*((HOUSE_PLAYER,) if odd else ()), *((OTHER_BYE,) if cards else ()), BY_HAND)
    parts = parts_of(request.locks)
    again = request.options.rematch_when_impossible != "refuse"

    def made(parts: Sequence[Locks], again: bool = again) -> Pool | None:
        free = replace(request, locks=with_parts(request.locks, parts))
        here_then = here(free)
        seatings = chain(_full(free, here_then), _best_bye(free, here_then, played, again=again))
        tried = (
            _giving_way(free, *seats, played, requests(free, seats[0]), again=again) for seats in seatings
        )
        return min(filter(None, tried), key=attrgetter("gave_way"), default=None)

    if any(True for _ in _full(request, cards)) or _may_rest(request, cards):
        found = made(parts) if again else None
        if found is not None:

            def has_fewer(parts: Sequence[Locks]) -> bool:
                other = made(parts)
                return other is not None and len(other.again) < len(found.again)

            return replace(found, because=to_blame(parts, has_fewer))
        blamed = to_blame(parts, lambda parts: made(parts) is not None)
        text = "These players cannot be paired without meeting a second time (27A1)."
        if again:
            text = "These players cannot be paired, not even by meeting a second time."
        elif not blamed:
            choices = (ALLOW_REMATCHES, *choices)
        if blamed:
            text = _contradiction(request, blamed)
    else:
        # Without the bye that is set the number may be even: that is no cause to name anything else.
        others = [part for part in parts if part.bye is None]
        blamed = tuple(part for part in parts if part.bye is not None)
        if request.given_bye is None:
            blamed = to_blame(others, lambda parts: made(parts) is not None)
        text = _no_bye(request, cards)
    raise RefusedError(text, *releases(request, blamed), *choices)


def _contradiction(request: PairingInput, blamed: Sequence[Locks]) -> str:
    if all(part.apart for part in blamed):
        return f"Not everybody can be paired while these are never to meet: {named(request, blamed)}."
    return f"Not everybody can be paired while this is set: {named(request, blamed)}."


def _no_bye(request: PairingInput, cards: list[Card]) -> str:
    if request.given_bye is not None:
        return (
            f"An odd number of players is left when {request.name(request.given_bye)} has the bye."
            " A bye is for an odd number of players only."
        )
    if request.locks.no_bye:
        return "The number of players is odd, a bye is forbidden, and no house player is there (28M1)."
    return nobody_can(request, cards)
