"""Who may not meet whom, and what gives way where not everybody can be paired then (PAIRING §4.7).

Requests give way first (28N2, 28T), and as few as can be: how many are broken is a level of the cost before
all others that a pairing compares. Then second meetings are allowed (27A1), as few as can be too.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from tiebreaks.engine.chart.wallchart import Card
from tiebreaks.engine.ranking.membership import name_key

from .field import Field, Mates
from .matching import min_cost_matching, pack
from .natural import natural_cost
from .reading import entrants, lead, of_one_player
from .request import PairingInput

Couple = frozenset[int]
Met = dict[int, dict[int, int]]


class GivenUp(NamedTuple):
    """Pairs by number who meet although they should not: requests that are broken, and second meetings."""

    requests: frozenset[Couple] = frozenset()
    again: frozenset[Couple] = frozenset()


def bars(played: Met, *forbidden: Iterable[Iterable[int]]) -> dict[int, set[int]]:
    """Whom each may not meet: whom they have met, and the other one of each forbidden pair.

    >>> bars({1: {2: 1}, 2: {1: 1}, 3: {}}, [(1, 3)])
    {1: {2, 3}, 2: {1}, 3: {1}}
    """
    barred = {number: set(others) for number, others in played.items()}
    for one, other in (pair for pairs in forbidden for pair in pairs):
        barred[one].add(other)
        barred[other].add(one)
    return barred


def requests(request: PairingInput, cards: Iterable[Card]) -> frozenset[Couple]:
    """Pairs who asked not to meet (28T), and team-mates who never should (28N2).

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from .request import Locks
    >>> asked = PairingInput(chart([], [], []), 1, locks=Locks(asked_apart=((1, 3),)))
    >>> [sorted(pair) for pair in requests(asked, asked.chart.cards)]
    [[1, 3]]
    """
    asked = {frozenset(pair) for pair in request.locks.asked_apart}
    if request.options.teams == "never":
        spared = _leaders(request, cards) if request.last_round else set()
        teams = sorted((card for card in cards if card.team), key=_team)
        for _name, mates in groupby(teams, key=_team):
            numbers = [card.number for card in mates]
            asked |= {frozenset((x, y)) for x in numbers for y in numbers if x < y and not {x, y} & spared}
    return frozenset(asked)


def _team(card: Card) -> str:
    return name_key(card.team)


def _leaders(request: PairingInput, cards: Iterable[Card]) -> set[int]:
    """Whom the last round does not send down a group for the sake of teams (28N2)."""
    top = lead(request)
    return {each.number for each in entrants(request, cards) if each.score_q == top and not each.house}


def first_bye(
    request: PairingInput,
    field: Field,
    free: Collection[int],
    asked: Collection[Couple],
    order: Sequence[int],
    *,
    again: Met | None,
) -> int | None:
    """Without whom of an odd number the others can be paired with the fewest second meetings, and then the
    fewest requests broken: of equals the first in ``order``. None where the others can never be paired. No
    leader of the last round rests lest teammates meet (28N2).

    One matching says so, in which the bye is one more opponent. ``field`` and ``again`` are those of
    :func:`give_way`.
    """
    place = field.position
    apart: list[set[int]] = [set() for _ in field.players]
    for one, other in (tuple(place[n] for n in couple) for couple in asked if couple <= place.keys()):
        apart[one].add(other)
        apart[other].add(one)
    kept = Mates([frozenset(others) for others in apart])
    if order and field.can_pair([x for x in free if x != place[order[0]]], kept):
        return order[0]
    members = sorted(free)
    at = {x: i for i, x in enumerate(members)}
    costs = {
        (at[x], at[y]): (int(met > 0), _leads_down(field, x, y), int(y in apart[x]), 0)
        for x, y, met in _may_meet(request, field, members, again)
    }
    bye = len(members)
    for asked_at, number in enumerate(order):
        costs[at[place[number]], bye] = (0, _leads_down(field, place[number]), 0, asked_at)
    packed = pack([*costs.values()], bye)
    found = min_cost_matching(bye + 1, [(i, j, c) for (i, j), c in zip(costs, packed, strict=True)])
    if found is None:
        return None
    return next(field.players[members[i]].number for i, j in found if j == bye)


def _may_meet(
    request: PairingInput, field: Field, members: Sequence[int], again: Met | None
) -> Iterator[tuple[int, int, int]]:
    """Who may meet whom, and the round in which they met, 0 for a first meeting. With ``again``, as in
    :func:`~.reading.met`, who have met may meet once more."""
    twice = met_twice(request)
    for i, x in enumerate(members):
        for y in members[i + 1 :]:
            one, other = field.players[x].number, field.players[y].number
            if field.legal(x, y):
                yield x, y, 0
            elif again is None or frozenset((one, other)) in twice or floats_past(request, field, x, y):
                continue
            elif other in again[one]:
                yield x, y, again[one][other]


def floats_past(request: PairingInput, field: Field, x: int, y: int) -> bool:
    """Whether the director has one of two paired below, and the other is not there."""
    floats, score = request.locks.floats, field.score
    both = ((x, y), (y, x))
    return any(field.players[one].number in floats and score[other] >= score[one] for one, other in both)


def _leads_down(field: Field, x: int, y: int | None = None) -> int:
    """1 for a leader of the last round who meets somebody of a lower group, or has the bye, where teammates
    never meet but for leaders (28N2)."""
    leads = field.options.teams == "never" and field.keeps_group(field.score[x])
    return int(leads and (y is None or field.score[y] != field.score[x]))


def give_way(
    request: PairingInput,
    field: Field,
    free: Collection[int],
    asked: Collection[Couple],
    *,
    again: Met | None,
) -> GivenUp | None:
    """The pairs of a complete pairing of ``free`` that gives up least; None if there is no such pairing.

    Compared in order: second meetings, how many leaders are sent down a group (28N2), requests broken and of
    them those of the players themselves (28T), how long ago the second meetings were, score gaps squared, and
    how far from natural (§4.4). ``field`` bars what never gives way, and who have met: with ``again``, as in
    :func:`~.reading.met`, they may meet once more.
    """
    members = sorted(free)
    at = {x: i for i, x in enumerate(members)}
    distance = _natural_distance(field, members)
    own = frozenset(map(frozenset, request.locks.asked_apart))
    pairs, costs = [], []
    for x, y, met in _may_meet(request, field, members, again):
        couple = frozenset((field.players[x].number, field.players[y].number))
        gap = (field.score[x] - field.score[y]) ** 2
        # The product separates what is otherwise equal, as in the natural pairing.
        apart = len(field.players) ** 2 - x * y
        broken = _leads_down(field, x, y), int(couple in asked), int(couple in own)
        pairs.append((at[x], at[y]))
        costs.append((int(met > 0), *broken, met, gap, *distance(x, y), apart))
    packed = pack(costs, max(1, len(members) // 2))
    found = min_cost_matching(len(members), [(i, j, c) for (i, j), c in zip(pairs, packed, strict=True)])
    if found is None:
        return None
    cost_of = dict(zip(pairs, costs, strict=True))
    numbers = [field.players[x].number for x in members]
    made = {frozenset((numbers[i], numbers[j])): cost_of[i, j] for i, j in found}
    return GivenUp(
        frozenset(couple for couple, cost in made.items() if cost[2]),
        frozenset(couple for couple, cost in made.items() if cost[0]),
    )


def _natural_distance(field: Field, members: Collection[int]) -> Callable[[int, int], tuple[int, ...]]:
    """What a pair of one score group costs beside the natural pairing; the last of an odd group nothing."""
    place = {}
    for _score, group in groupby(members, key=lambda x: field.score[x]):
        listed = tuple(group)
        listed = listed[: len(listed) // 2 * 2]
        place.update({x: (listed, at) for at, x in enumerate(listed)})

    def distance(x: int, y: int) -> tuple[int, ...]:
        (mine, i), (theirs, j) = place.get(x, ((), 0)), place.get(y, ((), 0))
        return natural_cost(field, mine, i, j) if mine and mine is theirs else (0, 0, 0, 0)

    return distance


def met_twice(request: PairingInput) -> set[Couple]:
    """Pairs who met twice already, those whom the director keeps apart, and entries of one player: they never
    meet."""
    twice: set[Couple] = {frozenset(pair) for pair in request.locks.apart}
    twice |= of_one_player(request.chart)
    for card in request.chart.cards:
        rounds: dict[int, set[int]] = {}
        for c in card.cells:
            if c.round != request.round and c.played and c.opponent is not None:
                rounds.setdefault(c.opponent, set()).add(c.round)
        twice |= {frozenset((card.number, other)) for other, met in rounds.items() if len(met) > 1}
    return twice
