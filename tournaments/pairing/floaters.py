"""Brackets and their natural floaters, before anyone looks at colors (29D1, 29D2; PAIRING §4.3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .field import Field

# Brackets of up to this many have all the sets tried that may leave them.
ALL_SETS_UP_TO = 12

Meetings = tuple[int, int]
"""Boards of teammates: of those whom score groups give way to keep apart (28N1b), and all of one bracket."""


def meetings(field: Field, pairs: Iterable[tuple[int, int]]) -> Meetings:
    """How many of these pairs are teammates."""
    among = [(x, y) for x, y in pairs if field.avoided(x, y)]
    return sum(field.apart(x, y) for x, y in among), len(among)


@dataclass(frozen=True)
class Bracket:
    """A score group with the floaters that it serves, in rank order.

    ``again`` are arriving floaters who go on to the groups below. ``odd`` members of the group go with them.
    ``following`` is the next score group, ``below`` everybody in lower groups. ``mates`` is in how few boards
    teammates can meet: of those whom groups give way to keep apart, here and below (28N1b), then of all here.
    """

    arriving: tuple[int, ...]
    group: tuple[int, ...]
    below: tuple[int, ...]
    following: tuple[int, ...]
    odd: int
    again: tuple[int, ...] = ()
    mates: Meetings = (0, 0)

    @property
    def is_large(self) -> bool:
        """Whether so many may leave that not every set of them is asked."""
        return self.odd > 1 and len(self.group) > ALL_SETS_UP_TO

    def legal(self, field: Field, x: int, y: int) -> bool:
        """May they be paired here? Teammates whom the group can keep apart may not (28N)."""
        fine = not field.avoided(x, y) or meetings(field, [(x, y)]) <= self.mates
        return fine and field.legal(x, y)

    def left(self, opponents: Sequence[int]) -> tuple[int, ...]:
        """The members whom no floater meets."""
        return tuple(x for x in self.group if x not in opponents)


def drop_order(field: Field, members: Sequence[int]) -> list[int]:
    """In which order members are asked to leave: rated from the lowest rating, then unrated (29D1a).

    >>> from .field import Entrant
    >>> field = Field([Entrant(1, "", 1900), Entrant(2, "", 1500), Entrant(3, "", None)])
    >>> drop_order(field, [0, 1, 2])
    [1, 0, 2]
    """
    return sorted(members, key=lambda x: (field.unrated[x], field.rho[x], -x))


def passes_next_group(field: Field, bracket: Bracket, chosen: Sequence[int]) -> bool:
    """Whether the next group has no opponent for one of these odd players (29D2)."""
    taken = meeting_below(field, bracket, chosen, bracket.following)
    return len(taken) < bracket.odd or meetings(field, taken)[0] > 0


def meeting_below(
    field: Field, bracket: Bracket, chosen: Sequence[int], among: Sequence[int] | None = None
) -> list[tuple[int, int]]:
    """Whom odd players would meet: in rank order each the highest of the nearest group whom he may meet, so
    that everybody else can still be paired; a teammate only where nobody else of it is left.

    Of the many who leave a large bracket only who may meet is asked.
    """
    free = list(bracket.below if among is None else among)
    waiting = {*chosen, *bracket.again, *bracket.below}
    pairs = []
    for x in sorted(chosen):
        y = _nearest(field, bracket, x, free, waiting)
        if y is not None:
            free.remove(y)
            pairs.append((x, y))
            waiting -= {x, y}
    return pairs


def _nearest(field: Field, bracket: Bracket, x: int, free: Sequence[int], waiting: set[int]) -> int | None:
    mate = None
    for y in free:
        if mate is not None and field.score[y] < field.score[mate]:
            break
        if _may_meet(field, bracket, x, y, waiting) and not field.apart(x, y):
            if not field.avoided(x, y):
                return y
            mate = y if mate is None else mate
    if mate is None and bracket.mates[0]:
        return next((y for y in free if _may_meet(field, bracket, x, y, waiting)), None)
    return mate


def _may_meet(field: Field, bracket: Bracket, x: int, y: int, waiting: set[int]) -> bool:
    return field.legal(x, y) and (bracket.is_large or field.can_pair(waiting - {x, y}))
