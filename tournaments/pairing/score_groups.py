"""Score groups from the top down (29A, 29B): each bracket is paired before the next one is looked at."""

from collections.abc import Sequence
from itertools import groupby

from tiebreaks.engine.points import POINT, show

from .brackets import Solved, solve
from .field import Field
from .floaters import Bracket
from .structure import floating_again, mates_here, structure


class ImpossibleError(ValueError):
    """No legal complete pairing of these players exists."""


def score_groups(field: Field, members: Sequence[int]) -> list[tuple[int, ...]]:
    """Players by score, the highest first.

    >>> from .field import Entrant
    >>> scores = enumerate((4, 0, 4), 1)
    >>> score_groups(Field(Entrant(number, "", 1500, score) for number, score in scores), range(3))
    [(0, 1), (2,)]
    """
    ranked = sorted(members)
    return [tuple(group) for _score, group in groupby(ranked, key=lambda x: field.score[x])]


def group_name(score_q: int) -> str:
    """What a score group is called; ``score_q`` in quarter-points.

    >>> [group_name(score_q) for score_q in (0, 2, 4, 6)]
    ['0 points', '½ point', '1 point', '1½ points']
    """
    return f"{show(score_q)} {'point' if 0 < score_q <= POINT else 'points'}"


def pair_groups(field: Field, members: Sequence[int]) -> list[Solved]:
    """Pair an even pool, bracket by bracket. Raises :class:`ImpossibleError` if that cannot be.

    >>> from .field import Entrant
    >>> field = Field([Entrant(1, "", 1500, 4), Entrant(2, "", 1400, 0)])
    >>> [solved.pairs for solved in pair_groups(field, [0, 1])]
    [(), ((0, 1),)]
    """
    if not field.can_pair(members):
        raise ImpossibleError("no legal complete pairing")
    groups = score_groups(field, members)
    arriving: tuple[int, ...] = ()
    made = []
    for at, group in enumerate(groups):
        below = tuple(x for lower in groups[at + 1 :] for x in lower)
        following = groups[at + 1] if at + 1 < len(groups) else ()
        solved = pair_bracket(field, arriving, group, below, following)
        made.append(solved)
        arriving = tuple(sorted((*solved.bracket.again, *solved.odd)))
    return made


def pair_bracket(
    field: Field,
    arriving: tuple[int, ...],
    group: tuple[int, ...],
    below: tuple[int, ...],
    following: tuple[int, ...],
) -> Solved:
    """One score group with the floaters that arrive from above, and everybody below still to be paired."""
    solved = solve(field, laid_out(field, arriving, group, below, following))
    if solved is None:
        raise ImpossibleError("the floaters of a score group have no opponents")
    return solved


def laid_out(
    field: Field,
    arriving: tuple[int, ...],
    group: tuple[int, ...],
    below: tuple[int, ...],
    following: tuple[int, ...],
) -> Bracket:
    """Who of those who arrive is served in a score group, and how many of it leave."""
    found = structure(field, arriving, group, below)
    if found is None:
        raise ImpossibleError("no legal complete pairing")
    again = floating_again(field, arriving, group, below, found)
    mates = mates_here(field, arriving, group, below, found, again)
    return Bracket(
        tuple(x for x in arriving if x not in again),
        group,
        below,
        following,
        found.odd,
        again,
        mates,
    )
