"""What a pairing that is worse than ours would cost, in names: who would pay for it, which boards change."""

from collections.abc import Iterator, Sequence
from itertools import islice

from tiebreaks.engine.points import show

from . import colors
from . import sentences as s
from .boards import in_order
from .colors import OTHER
from .judge import Verdict
from .pool import Pool
from .request import PairingInput

Pair = tuple[int, int]
# How many boards are listed.
LISTED = 4

_COLORS = {"third": s.WHY_NOT_THIRD, "equal": s.WHY_NOT_EQUAL, "alternate": s.WHY_NOT_ALTERNATE}
_MEETS = {"limit": s.WHY_NOT_LIMIT, "idle": s.WHY_NOT_IDLE, "opponents": s.WHY_NOT_OPPONENT}
_LEAVES = {
    "limit": s.WHY_NOT_LEAVE_LIMIT,
    "unrated": s.WHY_NOT_UNRATED,
    "odd": s.WHY_NOT_ODD,
    "gain": s.WHY_NOT_GAIN,
}


class Cost:
    """``ours`` and ``theirs`` are boards by number; the verdict is of the judge."""

    def __init__(
        self,
        request: PairingInput,
        pool: Pool,
        verdict: Verdict,
        ours: Sequence[tuple[int, int, int]],
        theirs: Sequence[tuple[int, int, int]],
    ) -> None:
        self.request, self.pool, self.field, self.verdict = request, pool, pool.field, verdict
        place = self.field.position
        self.ours, self.theirs = (
            {(min(x, y), max(x, y)) for _board, *both in boards for x, y in [map(place.__getitem__, both)]}
            for boards in (ours, theirs)
        )
        self.score_q = verdict.score_q or 0
        self.points = show(self.score_q)

    def name(self, x: int) -> str:
        return self.field.players[x].name

    # -- the answer

    def sentence(self) -> str:
        """Who would pay; empty where no name says it."""
        level, who = self.verdict.level or "", self.verdict.who
        if level in _COLORS:
            return self._color(level)
        if len(who) == 3 and level in _MEETS:
            return self._say(_MEETS[level], name=who[0], met=who[1], instead=who[2])
        if len(who) == 2 and level in _LEAVES:
            return self._say(_LEAVES[level], name=who[0], instead=who[1])
        if level in ("asked", "which_asked", "teams", "rest_teams", "met"):
            return self._who_meet(level)
        return self._who_drop(level)

    def _say(self, text: str, **positions: int) -> str:
        named = {name: self.name(x) for name, x in positions.items()}
        return s.say(text, **named, points=self.points)

    def _color(self, level: str) -> str:
        """Who would have which color too often or out of turn, and has not in our pairing."""
        spared = {x for pair in self.ours for x, _gets in self._missing(pair, level)}
        changed = in_order(self.field, list(self.theirs - self.ours))
        for x, gets in (each for pair in changed for each in self._missing(pair, level)):
            if x not in spared:
                named = {"color": s.COLORS[gets], "opposite": s.COLORS[OTHER[gets]]}
                rule = self.field.options.equal_rule
                return s.say(_COLORS[level], name=self.name(x), rule=rule, **named)
        return ""

    def _missing(self, pair: Pair, level: str) -> Iterator[tuple[int, str]]:
        """Who of a pair misses the due color so, and which color that would be."""
        x, y = pair
        if not self.field.due[x] or self.field.due[x] != self.field.due[y]:
            return
        gets = colors.allocate(self.field.colors[x], self.field.colors[y]).higher
        for z, color in ((x, gets), (y, OTHER[gets])):
            cost = self.field.missed(z, color)
            if {"third": cost.three, "equal": cost.equal, "alternate": cost.alternate}[level]:
                yield z, color

    def _who_meet(self, level: str) -> str:
        """Two who should not meet, and would."""
        for x, y in in_order(self.field, list(self.theirs - self.ours)):
            names = {"name": self.name(x), "instead": self.name(y)}
            numbers = self.field.players[x].number, self.field.players[y].number
            if level == "met" and self.pool.met[numbers[0]].get(numbers[1]):
                return s.say(s.WHY_NOT_AGAIN, **names)
            if level in ("asked", "which_asked") and {*numbers} in map(set, self.request.locks.asked_apart):
                return s.say(s.WHY_NOT_REQUEST, **names)
            if level != "met" and self.field.avoided(x, y):
                return s.say(s.WHY_NOT_TEAMS, **names, rule=self.field.options.team_rule())
        return ""

    def _who_drop(self, level: str) -> str:
        """Who would leave the score group, from it or from above, and does not in our pairing."""
        score = self.field.score
        down, before = (
            {x for x, y in pairs if score[x] >= self.score_q > score[y]} for pairs in (self.theirs, self.ours)
        )
        new = sorted(down - before)
        if level == "leave" and len(new) == 1:
            return self._say(s.WHY_NOT_LEAVE, name=new[0])
        if level == "leave" and len(new) == 2:
            return self._say(s.WHY_NOT_LEAVE_TWO, name=new[0], instead=new[1])
        above = [x for x in new if score[x] > self.score_q]
        if level == "further" and above:
            return self._say(s.WHY_NOT_FURTHER, name=above[0])
        spared = sorted(x for x in before - down if score[x] > self.score_q)
        if level == "which" and above and spared:
            return self._say(s.WHY_NOT_WHICH, name=above[0], instead=spared[0])
        if level == "drop":
            for x, y in in_order(self.field, list(self.theirs - self.ours)):
                if x in down and score[x] - score[y] == self.verdict.theirs:
                    values = {"points": show(score[x]), "lower": show(score[y])}
                    return s.say(s.WHY_NOT_DROP, name=self.name(x), **values)
        return ""

    # -- what else would change

    def more(self, one: int, other: int) -> Iterator[str]:
        """What decides, in numbers, and the boards as they would be, that of the two who were asked about
        first."""
        if self.verdict.level == "gain":
            gain = self.verdict.theirs
            yield s.say(s.GAIN_NEEDED if gain > 1 else s.GAIN_OF_ONE, count=gain)
        elif self.verdict.level == "idle":
            yield s.say(s.RATING_POINTS, points=self.verdict.theirs)
        elif self.verdict.level == "limit":
            yield s.say(s.RATING_LIMIT, points=self.verdict.theirs, limit=self.verdict.limit)
        place = self.field.position
        asked = {place[one], place[other]}
        changed = in_order(self.field, list(self.theirs - self.ours))
        changed.sort(key=lambda pair: {*pair} != asked)
        boards = "; ".join(f"{self.name(x)} – {self.name(y)}" for x, y in islice(changed, LISTED))
        text = s.MANY_BOARDS_THEN if len(changed) > LISTED else s.BOARDS_THEN
        yield s.say(text, boards=boards, count=len(changed))
