"""Whom arriving floaters meet before anyone looks at colors (29D1, 29D2; PAIRING §4.3).

Where teammates are kept apart (28N) each choice must leave the fewest boards of teammates, here and below.
A pairing that has the fewest is kept as the witness: many choices change two or three of its boards, and need
no new search.
"""

from collections.abc import Collection, Iterator, Mapping

from .field import Field
from .floaters import Bracket, meetings
from .leaving import OddSets
from .matching import min_cost_matching
from .structure import Together

Partners = Mapping[int, int]


def natural_opponents(field: Field, bracket: Bracket) -> tuple[int, ...] | None:
    """Whom each arriving floater meets: in rank order the highest member whom he may meet, so that the
    floaters after him can be served and the members left can be paired, with no more boards of teammates than
    must be."""
    # Of a single floater the odd players tell.
    if len(bracket.arriving) < 2 or field.options.teams == "off":
        return _serve(OddSets(field, bracket), ())
    return _with_fewest(field, bracket)


def _serve(sets: OddSets, met: tuple[int, ...]) -> tuple[int, ...] | None:
    field, bracket = sets.field, sets.bracket
    if len(met) == len(bracket.arriving):
        return met if sets.is_possible(met) else None
    floater = bracket.arriving[len(met)]
    for x in bracket.group:
        if x in met or not bracket.legal(field, floater, x) or not _others_served(field, bracket, (*met, x)):
            continue
        found = _serve(sets, (*met, x))
        if found is not None:
            return found
    return None


def _others_served(field: Field, bracket: Bracket, met: tuple[int, ...]) -> bool:
    """Whether the floaters to come find opponents and the members left each other, odd players excepted."""
    waiting = bracket.arriving[len(met) :]
    if not waiting:
        return True
    most = bracket.mates[1] - meetings(field, zip(bracket.arriving, met, strict=False))[1]
    order = [*waiting, *bracket.left(met)]
    size = len(order) + bracket.odd
    cost = {
        (i, j): int(field.avoided(x, y))
        for i, x in enumerate(order)
        for j, y in enumerate(order[i + 1 :], i + 1)
        if j >= len(waiting) and field.legal(x, y) and (most > 0 or not field.avoided(x, y))
    }
    cost |= {(i, j): 0 for j in range(len(order), size) for i in range(len(waiting), len(order))}
    found = min_cost_matching(size, [(i, j, each) for (i, j), each in cost.items()])
    return found is not None and sum(cost[pair] for pair in found) <= most


def _with_fewest(field: Field, bracket: Bracket) -> tuple[int, ...] | None:
    """The same with the fewest boards of teammates. A witness pairs everybody: no choice is taken back."""
    arriving, again = bracket.arriving, bracket.again
    together = Together(field, (*arriving, *again), bracket.group, bracket.below, again)
    found = together.least(())
    aim = bracket.mates[0], bracket.odd + len(again), len(again), bracket.mates[1]
    if found is None or together.levels(found) != aim:
        return None
    witness = _partners(found)
    met: list[int] = []
    for at, floater in enumerate(arriving):
        members = [x for x in bracket.left(met) if bracket.legal(field, floater, x)]
        changed = _swapped(together, witness, floater, members[0])
        if changed is None:
            found = together.first((*arriving[:at], *met), floater, members)
            changed = _partners(found or ())
        met.append(changed[floater])
        witness = {one: other for one, other in changed.items() if floater not in (one, other)}
    return tuple(met)


def _partners(pairs: Collection[tuple[int, int]]) -> Partners:
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


def _swapped(together: Together, witness: Partners, floater: int, x: int) -> Partners | None:
    """The witness with two or three boards changed such that these two meet, if it is as good."""
    if witness[floater] == x:
        return witness
    y, z = witness[floater], witness[x]
    before = [(floater, y), (x, z)]
    for others, after in _changes(witness, y, z, (floater, x)):
        old, new = together.cost_of([*before, *others]), together.cost_of([(floater, x), *after])
        if new is not None and new == old:
            return {**witness, **_partners([(floater, x), *after])}
    return None


def _changes(
    witness: Partners, y: int, z: int, taken: Collection[int]
) -> Iterator[tuple[list[tuple[int, int]], list[tuple[int, int]]]]:
    """The two who are left over meet each other, or the two of another board."""
    yield [], [(y, z)]
    for u, v in witness.items():
        if not {u, v} & {y, z, *taken}:
            yield [(u, v)], [(y, u), (z, v)]
