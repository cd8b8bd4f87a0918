"""Color conflicts that stay (PAIRING §7): the nearest change that would fix one, and what forbids it.

A change is measured as the optimizer measures it: in the rest by §4.5, of floaters and odd players by §4.6.
"""

from collections.abc import Iterator
from functools import cached_property

from . import natural as naturals
from . import sentences as s
from .boards import Seated
from .brackets import Opponents, Solved
from .odd_players import OddPlayers
from .result import Kept
from .setting import Setting


class Standing:
    """The conflicts that stay in one bracket. Everybody in it may be the one who would fix a board."""

    def __init__(self, setting: Setting, solved: Solved) -> None:
        self.setting, self.field, self.solved = setting, setting.field, solved
        self.bracket = solved.bracket
        self.members = setting.rest(solved)
        self.place = {x: i for i, x in enumerate(self.members)}
        self.opponent_of = dict(zip(solved.opponents, range(len(solved.opponents)), strict=True))

    @cached_property
    def natural(self) -> naturals.Natural:
        pairs = [(self.place[x], self.place[y]) for x, y in self.solved.rest.natural]
        return naturals.partners(pairs, len(self.members))

    @cached_property
    def floaters(self) -> Opponents:
        return Opponents(self.field, self.bracket, self.solved.natural)

    def kept(self, one: Seated, conflict: tuple[int, int, int]) -> Kept:
        options = self.field.options
        points, of_odd, who = min(self._possible(one), default=(None, False, None))
        limit, rule = options.alternate_limit, "29E5a"
        if conflict[0] or conflict[1]:
            limit, rule = options.equal_limit, options.equal_rule
        elif of_odd:
            limit, rule = options.equal_limit, "29D1b"
        number = None if who is None else self.setting.number(who)
        return Kept(conflict, number, points, limit, rule)

    def sentence(self, one: Seated, misses: int, kept: Kept) -> str:
        field, name = self.field, self.setting.name
        if field.due[one.higher] != field.due[one.lower]:
            player = field.position[misses]
            return s.say(s.KEPT_REVERSED, misses=name(player), color=s.COLORS[field.due[player]])
        text = s.KEPT_ANYWAY
        if self._floater_is_alone(one):
            text = s.KEPT_OF_FLOATER
        elif next(self._changes(one), None) is None:
            text = s.KEPT_ALONE
        elif kept.points is not None and kept.limit is not None and kept.points > kept.limit:
            text = s.KEPT
        names = {"one": name(one.higher), "other": name(one.lower), "color": s.COLORS[field.due[one.higher]]}
        return s.say(text, **names, limit=kept.limit, points=kept.points, rule=kept.rule)

    def _fixes(self, x: int, z: int) -> bool:
        return x != z and self.field.legal(x, z) and not any(self.field.conflict(x, z))

    def _floater_is_alone(self, one: Seated) -> bool:
        x = one.higher
        return x in self.bracket.arriving and not any(self._fixes(x, z) for z in self.bracket.group)

    def _possible(self, one: Seated) -> Iterator[tuple[int, bool, int]]:
        """What each change costs that would fix a board, whether it is another odd player alone, and who
        would come to the board.

        None where the floater can meet nobody else: then the board above decided.
        """
        if not self._floater_is_alone(one):
            yield from ((cost, of_odd, z) for cost, of_odd, z in self._changes(one) if cost is not None)

    def _changes(self, one: Seated) -> Iterator[tuple[int | None, bool, int]]:
        """The changes that give one of the two a board without a conflict; no points where others could not
        make room."""
        arriving, group = self.bracket.arriving, self.bracket.group
        for x in (one.higher, one.lower):
            for z in group if x in arriving else (*arriving, *group):
                if z not in (one.higher, one.lower) and self._fixes(x, z):
                    yield *self._cost(min(x, z), max(x, z)), z
        if one.higher in arriving:
            left = self.setting.left_as_odd[one.higher]
            for z in left.bracket.left(left.opponents):
                if z not in left.odd and self._fixes(z, one.lower):
                    yield self._replaced(left, one.higher, (z,)), True, z

    def _cost(self, x: int, z: int) -> tuple[int | None, bool]:
        """What it takes to let two of the bracket meet, the higher-ranked first; whether that is another odd
        player alone, for whom there is one limit (29D1b)."""
        if x in self.place and z in self.place:
            i, j = self.place[x], self.place[z]
            return naturals.changed(self.field, self.members, self.natural, i, j).limited, False
        steps: list[int | None] = []
        if x in self.bracket.arriving:
            at = self.bracket.arriving.index(x)
            steps.append(self.floaters.measured(at, z, self.field.limited))
        else:
            steps += [self._served(self.opponent_of[y], (x, z)) for y in (x, z) if y in self.opponent_of]
        of_odd = not steps
        going = [y for y in self.bracket.left(self.solved.opponents) if y not in (x, z, *self.solved.odd)]
        steps += [self._replaced(self.solved, y, going) for y in (x, z) if y in self.solved.odd]
        known = [points for points in steps if points is not None]
        return (max(known) if len(known) == len(steps) else None), of_odd

    def _served(self, at: int, taken: tuple[int, int]) -> int | None:
        """How far a floater must go for another opponent."""
        floater, field = self.bracket.arriving[at], self.field
        free = [z for z in self.bracket.group if z not in taken and field.legal(floater, z)]
        return min((self.floaters.measured(at, z, field.limited) for z in free), default=None)

    def _replaced(self, left: Solved, gone: int, others: tuple[int, ...] | list[int]) -> int | None:
        """How far the odd players of a bracket are from the natural ones, with one of the others for one of
        them."""
        chooser = OddPlayers(self.field, left.bracket)
        stay = [x for x in left.odd if x != gone]
        made = [chooser.farthest(sorted([*stay, x]), left.choice.natural_odd) for x in others]
        return min((points for points in made if points is not None), default=None)
