"""28L2a: a higher-rated player of the lowest group may have the bye if that improves the colors."""

from dataclasses import replace

from .brackets import Solved
from .byes import Bye, candidates
from .field import Cost
from .odd_players import mends, total
from .pool import Pool, gather
from .pools import pair_pools
from .reading import build_field, half_bye_round
from .reading import pool as pool_of
from .request import PairingInput
from .score_groups import ImpossibleError
from .set_by_director import RefusedError

Choice = tuple[Pool, list[Solved]]


def improved(request: PairingInput, pool: Pool, solved: list[Solved]) -> Choice:
    """The bye that mends most, held against the first candidate as an odd player is (PAIRING §4.6).

    No more teammates meet for it (28N).
    """
    if not request.options.bye_for_color or pool.bye is None or pool.bye.by_director:
        return pool, solved
    base = _cost(pool, solved)
    best, least = (pool, solved), (base, 0)
    for number, points in _others(request, pool.bye):
        try:
            other = gather(replace(request, locks=replace(request.locks, bye=number)))
            made = pair_pools(request, other)
        except (RefusedError, ImpossibleError):
            continue
        if other.gave_way > pool.gave_way:
            continue
        cost = _cost(other, made)
        if mends(pool.field, base, cost) and (cost, points) < least:
            least = cost, points
            best = replace(other, bye=replace(pool.bye, number=number, instead=pool.bye.number)), made
    return best


def _others(request: PairingInput, bye: Bye) -> list[tuple[int, int]]:
    """Rated candidates of the same group within the limit, with their distance squared."""
    known = request.chart.by_number
    field = build_field(request, pool_of(request), {})
    first, score = known[bye.number].rating, field.score[field.position[bye.number]]
    listed = []
    for number in candidates(request, field):
        rating = known[number].rating
        wants_half = half_bye_round(known[number]) is not None
        if number == bye.number or rating is None or first is None or wants_half:
            continue
        points = abs(rating - first)
        if field.score[field.position[number]] == score and points <= request.options.equal_limit:
            listed.append((number, points**2))
    return listed


def _cost(pool: Pool, solved: list[Solved]) -> Cost:
    """Boards of teammates, and conflicts, of a whole round."""
    return total(pool.field, (pair for one in solved for pair in one.pairs))
