"""Players who are paired among themselves before the others: class pools (29I), unrated players (29J)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from tiebreaks.engine.points import POINT

from .brackets import Solved
from .field import Field
from .floaters import drop_order
from .pool import Pool
from .request import PairingInput
from .score_groups import pair_groups, score_groups


class RatingClass(NamedTuple):
    """Who of a class, from one rating to below another, could meet each other (29I).

    ``first`` can still be first of the section: then the class is left to the others.
    """

    low: int
    high: int
    members: list[int]
    first: int | None = None


def pair_pools(request: PairingInput, pool: Pool) -> list[Solved]:
    """All brackets of a round: of each class pool, of unrated players, and of everybody else.

    A pool that cannot be paired without leaving the others unpaired joins them. So do unrated players where
    more teammates would meet for it (28N1a).
    """
    field, free = pool.field, list(pool.free)
    made: list[Solved] = []
    set_pools = ([field.position[n] for n in numbers if n in field.position] for numbers in request.pools)
    asked = [("29I", members) for members in set_pools]
    of_class = "29I1" if request.options.class_pools == "full" else "29I2"
    asked += [(of_class, one.members) for one in rating_classes(field, free) if one.first is None]
    if request.options.unrated_together:
        asked += [("29J", members) for members in unrated_groups(field, free)]
    for rule, members in asked:
        most = field.fewest(free, field.parted) if rule == "29J" else len(free)
        together = _pairable(field, [x for x in free if x in members], free, most or 0)
        if together:
            made += [replace(solved, pool=rule) for solved in pair_groups(field, together)]
            free = [x for x in free if x not in together]
    return made + pair_groups(field, free)


def pools_of(request: PairingInput, field: Field, rule: str, group: Sequence[int]) -> list[list[int]]:
    """Who of a score group are paired among themselves by a rule (29I, 29J), with those on set boards."""
    if rule == "29J":
        return [[x for x in group if field.unrated[x]]]
    if rule == "29I":
        return [[x for x in group if field.players[x].number in numbers] for numbers in request.pools]
    return [one.members for one in rating_classes(field, group)] if rule else []


def unrated_groups(field: Field, members: Sequence[int]) -> list[list[int]]:
    """Two or more unrated players of one plus score (29J)."""
    plus = 2 * field.games_played  # half of the points, in quarters
    groups = []
    for group in score_groups(field, members):
        unrated = [x for x in group if field.unrated[x]]
        if len(unrated) > 1 and field.score[unrated[0]] > plus:
            groups.append(unrated)
    return groups


def rating_classes(field: Field, members: Sequence[int]) -> list[RatingClass]:
    """The classes that are to be paired among themselves in the last round (29I): all of a class (29I1), or
    those who can still be its first (29I2). Nobody without a rating has a class.

    A class is left to the others where one of its players can still be first of the section: who can win more
    than the class offers is paired by score.
    """
    options = field.options
    if options.class_pools == "off" or not field.last_round:
        return []
    best = max((field.score[x] for x in members), default=0)
    to_win = field.games * POINT
    found = []
    for low, high in pairwise((0, *options.class_limits)):
        group = [x for x in members if not field.unrated[x] and low <= field.rho[x] < high]
        if not group:
            continue
        top = min(group)
        first = top if field.score[top] + to_win >= best else None
        if options.class_pools == "contention":
            group = [x for x in group if field.score[x] + to_win >= field.score[top]]
        found.append(RatingClass(low, high, group, first))
    return found


def classes_left_out(pool: Pool, solved: Sequence[Solved]) -> Iterator[RatingClass]:
    """The classes that were to be paired among themselves, and are not."""
    together = {x for one in solved if one.pool in ("29I1", "29I2") for pair in one.pairs for x in pair}
    for one in rating_classes(pool.field, pool.free):
        if not together & {*one.members}:
            yield one


def _pairable(field: Field, members: list[int], free: Sequence[int], most: int) -> list[int]:
    """The members, without their odd one, if they and all others can be paired; else nobody.

    The odd one leaves the fewest boards of teammates (28N), and no more than ``most``.
    """
    outs = [None] if len(members) % 2 == 0 else drop_order(field, members)
    best: list[int] = []
    least = most + 1
    for out in outs:
        together = [x for x in members if x != out]
        here = field.fewest(together, field.mates)
        below = field.fewest([x for x in free if x not in together], field.parted)
        if together and here is not None and below is not None and here + below < least:
            best, least = together, here + below
    return best
