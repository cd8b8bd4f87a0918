"""Color conflicts that stay (PAIRING §7): the nearest change that would fix one, and what forbids it.

A change is that two boards exchange players: both may be played then, with better colors together. It is
measured as the optimizer measures it: in the rest by §4.5, of floaters and odd players by §4.6.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from . import natural as naturals
from . import sentences as s
from .boards import Seated
from .brackets import Opponents, Solved
from .odd_players import OddPlayers, mends, total
from .result import Kept
from .setting import Pair, Setting


class Standing:
    """The conflicts that stay in one bracket. Everybody in it may be the one who would fix a board."""

    def __init__(self, setting: Setting, solved: Solved) -> None:
        self.setting, self.field, self.solved = setting, setting.field, solved
        self.bracket = solved.bracket
        self.members = setting.rest(solved)
        self.place = {x: i for i, x in enumerate(self.members)}
        self.arrives_at = {x: at for at, x in enumerate(self.bracket.arriving)}

    @cached_property
    def natural(self) -> naturals.Natural:
        pairs = [(self.place[x], self.place[y]) for x, y in self.solved.rest.natural]
        return naturals.partners(pairs, len(self.members))

    @cached_property
    def floaters(self) -> Opponents:
        return Opponents(self.field, self.bracket, self.solved.natural)

    def kept(self, one: Seated, conflict: tuple[int, int, int]) -> Kept:
        options = self.field.options
        is_more = bool(conflict[0] or conflict[1])
        points, of_odd, who = min(self._exchanges(one, 2 if is_more else 3), default=(None, False, None))
        limit, rule = options.alternate_limit, "29E5a"
        if is_more:
            limit, rule = options.equal_limit, options.equal_rule
        elif of_odd:
            limit, rule = options.equal_limit, "29D1b"
        number = None if who is None else self.setting.number(who)
        return Kept(conflict, number, points, limit, rule)

    def sentence(self, one: Seated, misses: int, kept: Kept) -> str:
        field, name = self.field, self.setting.name
        names = {"one": name(one.higher), "other": name(one.lower), "color": s.COLORS[field.due[one.higher]]}
        if field.due[one.higher] != field.due[one.lower]:
            if field.due[one.white] == "b" and field.due[one.black] == "w":
                return s.say(s.BOTH_REVERSED, **names, opposite=s.COLORS[field.due[one.lower]])
            player = field.position[misses]
            return s.say(s.KEPT_REVERSED, misses=name(player), color=s.COLORS[field.due[player]])
        text = s.KEPT_ANYWAY
        if self._floater_is_alone(one):
            text = s.KEPT_OF_FLOATER
        elif next(self._fixing(one), None) is None:
            text = s.KEPT_ANYWAY if self._is_fixed(one, one.higher, one.lower) else s.KEPT_ALONE
        elif kept.points is not None and kept.limit is not None and kept.points > kept.limit:
            text = s.KEPT
        return s.say(text, **names, limit=kept.limit, points=kept.points, rule=kept.rule)

    def _fixes(self, x: int, z: int) -> bool:
        return x != z and self.setting.could_meet(x, z) and not any(self.field.conflict(x, z))

    def _floater_is_alone(self, one: Seated) -> bool:
        return one.higher in self.bracket.arriving and not self._is_fixed(one, one.higher)

    def _is_fixed(self, one: Seated, *players: int) -> bool:
        """Whether somebody of the score group has no color conflict with one of these: somebody on a set
        board or in another class (29I), too, who is not free for that."""
        group = self.setting.score_group(one.lower)
        return any(self._fixes(x, z) for x in players for z in group)

    def _fixing(self, one: Seated) -> Iterator[tuple[int, int, Solved]]:
        """Who of a board would have no conflict with whom else, and in which bracket that is an exchange.

        In the bracket that a floater left, another player drops instead.
        """
        arriving, group = self.bracket.arriving, self.bracket.group
        for x in (one.higher, one.lower):
            for z in group if x in arriving else (*arriving, *group):
                if z not in (one.higher, one.lower) and self._fixes(x, z):
                    yield x, z, self.solved
        if one.higher in arriving:
            left = self.setting.left_as_odd[one.higher]
            for z in left.bracket.left(left.opponents):
                if z not in left.odd and self._fixes(one.lower, z):
                    yield one.lower, z, left

    def _exchanges(self, one: Seated, levels: int) -> Iterator[tuple[int, bool, int]]:
        """What each exchange of two boards costs that fixes one of them and gives both together better
        colors; whether it is another odd player alone, and who would come to the board.

        Better at the first ``levels`` of T, E and A. None where the floater can meet nobody else: then the
        board above decided.
        """
        if self._floater_is_alone(one):
            return
        for x, z, solved in self._fixing(one):
            y, w = one.lower if x == one.higher else one.higher, self.setting.opponent[z]
            here = solved is self.solved
            leave = not here or z in solved.odd
            if not self._is_better([(x, y), (z, w)], [(x, z), (y, w)], levels, leave=leave):
                continue
            if here:
                cost, of_odd = self._cost((x, z), (y, w))
            else:
                cost, of_odd = self._replaced(solved, y, z), True
            if cost is not None:
                yield cost, of_odd, z

    def _is_better(self, boards: Sequence[Pair], others: Sequence[Pair], levels: int, *, leave: bool) -> bool:
        """Whether these others may be played, with better colors and no more teammates; where others
        ``leave`` a group for it, with as much better ones as that takes (§4.6)."""
        if not all(self.field.legal(*pair) for pair in others):
            return False
        ours, theirs = total(self.field, boards), total(self.field, others)
        mates, more = (cost.teams + cost.teams_later for cost in (ours, theirs))
        colors, other = ((cost.three, cost.equal, cost.alternate)[:levels] for cost in (ours, theirs))
        return other < colors and more <= mates and (not leave or mends(self.field, ours, theirs))

    def _cost(self, one: Pair, other: Pair) -> tuple[int | None, bool]:
        """What it takes to let these meet, two of the bracket and those whom they leave; None where that is
        no exchange. Whether it is another odd player alone, for whom there is one limit (29D1b)."""
        (x, z), (y, w) = one, other
        if {x, y, z, w} <= self.place.keys():
            return max(self._changed(x, z), self._changed(y, w)), False
        steps: list[int | None] = []
        for floater, meets in ((x, z), (z, x), (y, w), (w, y)):
            if floater in self.arrives_at:
                if meets not in self.bracket.group:
                    return None, False
                at = self.arrives_at[floater]
                steps.append(self.floaters.measured(at, meets, self.field.limited))
        of_odd = not steps
        if z in self.solved.odd:
            steps.append(self._replaced(self.solved, z, y))
        known = [points for points in steps if points is not None]
        return (max(known) if len(known) == len(steps) else None), of_odd

    def _changed(self, x: int, y: int) -> int:
        i, j = sorted((self.place[x], self.place[y]))
        return naturals.changed(self.field, self.members, self.natural, i, j).limited

    def _replaced(self, left: Solved, gone: int, other: int) -> int | None:
        """How far the odd players of a bracket are from the natural ones, with another for one of them."""
        odd = sorted([*(x for x in left.odd if x != gone), other])
        return OddPlayers(self.field, left.bracket).farthest(odd, left.choice.natural_odd)
