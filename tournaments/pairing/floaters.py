"""Natural floaters and their opponents, before anyone looks at colors (29D1, 29D2; PAIRING §4.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from .field import Field
from .matching import min_cost_matching


@dataclass(frozen=True)
class Bracket:
    """A score group with the floaters that it serves, in rank order.

    ``again`` are arriving floaters who go on to the groups below. ``odd`` members of the group go with them.
    ``following`` is the next score group, ``below`` everybody in lower groups.
    """

    arriving: tuple[int, ...]
    group: tuple[int, ...]
    below: tuple[int, ...]
    following: tuple[int, ...]
    odd: int
    again: tuple[int, ...] = ()
    teams_apart: bool = False

    def legal(self, field: Field, x: int, y: int) -> bool:
        """May they be paired here? Teammates whom the group can keep apart may not (28N1)."""
        return field.legal(x, y) and not (self.teams_apart and field.apart(x, y))

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


def odd_sets(field: Field, bracket: Bracket, members: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The sets of odd players that leave everybody else to be paired, in the order of asking."""
    everyone = frozenset(members)
    for chosen in combinations(drop_order(field, members), bracket.odd):
        if may_leave(field, bracket, everyone, chosen):
            yield chosen


def may_leave(field: Field, bracket: Bracket, members: frozenset[int], chosen: Sequence[int]) -> bool:
    """Whether the others can be paired here, and these with everybody below."""
    teams = bracket.teams_apart
    down = [*chosen, *bracket.again, *bracket.below]
    return field.can_pair(members.difference(chosen), teams=teams) and field.can_pair(down, teams=teams)


def natural_odd(field: Field, bracket: Bracket, members: Sequence[int]) -> tuple[int, ...] | None:
    """The odd players by the rules alone: the first set; if any can, one that the next group can take."""
    first = None
    for chosen in odd_sets(field, bracket, members):
        if _next_group_takes(field, bracket, chosen):
            return chosen
        first = first or chosen
        if not chosen:
            break
    return first


def _next_group_takes(field: Field, bracket: Bracket, chosen: Sequence[int]) -> bool:
    return len(meeting_below(field, bracket, chosen, bracket.following)) == len(chosen)


def meeting_below(
    field: Field, bracket: Bracket, chosen: Sequence[int], among: Sequence[int] | None = None
) -> list[tuple[int, int]]:
    """Whom odd players would meet: in rank order each the highest below whom he may meet."""
    taken: set[int] = set()
    pairs = []
    for x in sorted(chosen):
        for y in bracket.below if among is None else among:
            if y not in taken and bracket.legal(field, x, y):
                taken.add(y)
                pairs.append((x, y))
                break
    return pairs


def natural_opponents(field: Field, bracket: Bracket) -> tuple[int, ...] | None:
    """Whom each arriving floater meets: in rank order the highest member whom he may meet, so that the
    floaters after him can be served and the members left can be paired."""
    return _serve(field, bracket, ())


def _serve(field: Field, bracket: Bracket, met: tuple[int, ...]) -> tuple[int, ...] | None:
    if len(met) == len(bracket.arriving):
        return met if natural_odd(field, bracket, bracket.left(met)) is not None else None
    floater = bracket.arriving[len(met)]
    for x in bracket.group:
        if x in met or not bracket.legal(field, floater, x):
            continue
        if _others_served(field, bracket, (*met, x)):
            found = _serve(field, bracket, (*met, x))
            if found is not None:
                return found
    return None


def _others_served(field: Field, bracket: Bracket, met: tuple[int, ...]) -> bool:
    """Whether the floaters to come find opponents and the members left each other, odd players excepted."""
    waiting = bracket.arriving[len(met) :]
    if not waiting:
        return True
    members = bracket.left(met)
    order = [*waiting, *members]
    size = len(order) + bracket.odd
    edges = [
        (i, j, 0)
        for i, x in enumerate(order)
        for j, y in enumerate(order[i + 1 :], i + 1)
        if j >= len(waiting) and bracket.legal(field, x, y)
    ]
    edges += [(i, j, 0) for j in range(len(order), size) for i in range(len(waiting), len(order))]
    return min_cost_matching(size, edges) is not None
