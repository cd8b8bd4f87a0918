"""Why a player leaves the score group, and whom such a player meets (29D1, 29D2, 28N)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tiebreaks.engine.messages import Message
from tiebreaks.engine.points import show

from . import sentences as s
from .boards import Seated
from .brackets import Opponents, Solved
from .colors import Conflict
from .field import Cost, Field
from .floaters import Bracket, drop_order, meeting_below
from .leaving import may_leave, natural_odd
from .motives import THREE, held_against, together
from .odd_players import OddPlayers, total
from .result import Move
from .setting import Pair, Setting
from .structure import floating_again, structure


def both_were_due(setting: Setting, pair: Pair) -> str:
    """The conflict of a board that was not made.

    ``pair`` are positions in the field, both due one color.
    """
    one, other = pair
    color = s.COLORS[setting.field.due[one]]
    return s.say(s.BOTH_WERE_DUE, one=setting.name(one), other=setting.name(other), color=color)


# Why a player leaves a group for the sake of teammates, and the same with whom that player meets for it.
_BOTH = {
    s.ODD_TEAMS: s.ODD_TEAMS_BOTH,
    s.ONE_OF_SEVERAL_TEAMS: s.ONE_OF_SEVERAL_TEAMS_BOTH,
    s.ONE_OF_SEVERAL_TEAMS_FREE: s.ONE_OF_SEVERAL_TEAMS_BOTH_FREE,
    s.DOUBLE_DROP_TEAMS: s.DOUBLE_DROP_TEAMS_BOTH,
}
# Why a player leaves a group or passes another, true of it with whatever second meetings there are (27A1).
_WHOEVER_IS_MET = {
    *(s.ODD_LOWEST, s.ODD_LOWEST_LEFT, s.ODD_LOWEST_FREE, s.ODD_ALONE, s.ODD_ALONE_LEFT),
    *(s.SET_TO_FLOAT, s.DOUBLE_DROP, s.DOUBLE_DROP_LEFT),
}
LEFT_FOR_TEAMS = {*_BOTH, *_BOTH.values(), s.BOTH_LEAVE_TEAM}


def mended(setting: Setting, solved: Solved, opponents: Sequence[int], odd: Sequence[int]) -> list[Pair]:
    """Boards of two who are due the same color, which other floaters than these spared.

    Named are those that would be left after the rest is adjusted (29E5). Where none would be left, the rest
    would be changed further, and those are named that it would have naturally.
    """
    field = setting.field
    made = {*solved.pairs, *meeting_below(field, solved.bracket, solved.odd)}
    for pairs in setting.boards_with(solved.bracket, tuple(opponents), tuple(odd)):
        if found := [pair for pair in pairs if any(field.conflict(*pair)) and pair not in made]:
            return sorted(found)
    return []


def with_others(setting: Setting, solved: Solved, opponents: Sequence[int], odd: Sequence[int]) -> Cost:
    """Teammates and colors of a bracket with other floaters, without what its changes cost in points."""
    boards, _natural = setting.boards_with(solved.bracket, tuple(opponents), tuple(odd))
    return total(setting.field, boards)


def as_made(field: Field, solved: Solved) -> Cost:
    """The same of the bracket as it is paired."""
    return total(field, [*solved.pairs, *meeting_below(field, solved.bracket, solved.odd)])


@dataclass(frozen=True)
class FloaterReason:
    """``said`` begins with what decided the board; ``why`` is why the floater left the score group.

    ``natural`` is the position of the natural opponent.
    """

    moved: list[Move]
    said: list[str]
    why: str
    natural: int


def floater_reason(setting: Setting, solved: Solved, one: Seated) -> FloaterReason:
    """The reason of a board whose higher player came to this bracket from above."""
    leaving = Leaving(setting, solved, one)
    meeting = Meeting(setting, solved, one)
    moved = [*leaving.moves(), *meeting.moves()]
    why = leaving.sentence()
    if meeting.is_changed:
        said = [*meeting.sentences(), why]
    elif why.id == s.ODD_LOWEST and meeting.is_highest:
        said = [why := s.say(s.ODD, **leaving.values)]
    else:
        said = [why, *meeting.sentences()]
        for_teams = getattr(said[-1], "id", "") in (s.TEAM, s.MEETS_TEAMS)
        if why.id in _BOTH and for_teams and not setting.field.avoided(one.higher, one.lower):
            said = [why := s.say(_BOTH[why.id], **{**why.values, "other": setting.name(one.lower)})]
    said += leaving.mended()
    if solved.cut or (leaving.left is not None and leaving.left.cut):
        said.append(s.say(s.CUT))
    return FloaterReason(moved, list(dict.fromkeys(said)), why, meeting.natural)


class Leaving:
    """Why one player leaves the score group."""

    def __init__(self, setting: Setting, solved: Solved, one: Seated) -> None:
        self.setting, self.field, self.x, self.y = setting, setting.field, one.higher, one.lower
        self.left = setting.left_as_odd[one.higher]
        points = [show(setting.player(x).score_q) for x in (one.higher, one.lower)]
        self.values = {"one": setting.name(one.higher), "points": points[0], "lower": points[1]}
        self.passed = [each for each in setting.solved if one.higher in each.bracket.again]
        self.team_rule = self.field.options.team_rule("b")

    @cached_property
    def nearer(self) -> list[int]:
        """Whom somebody who meets again could meet in the score group or between."""
        if self.x not in self.setting.meeting_again:
            return []
        low, high = self.field.score[self.y], self.field.score[self.x]
        there = [z for z in self.setting.opponent if low < self.field.score[z] <= high and z != self.x]
        return [z for z in there if self.setting.could_meet(self.x, z)]

    @cached_property
    def exchanged(self) -> list[Pair]:
        """The exchanges in rank order that limits see, from this player to the one who stays instead.

        None for a natural floater.
        """
        choice = self.left.choice
        replaces = dict(zip(choice.odd, choice.natural_odd, strict=True))
        pairs: list[Pair] = []
        x = self.x if self.x not in choice.natural_odd else None
        while x is not None:
            pairs.append((x, replaces[x]))
            x = replaces[x] if replaces[x] in replaces else None
        return pairs

    @property
    def instead(self) -> int:
        return self.exchanged[-1][1]

    @property
    def distance(self) -> int:
        """The largest difference among those exchanges."""
        return max(self.field.limited(*pair) for pair in self.exchanged)

    def moves(self) -> Iterator[Move]:
        if self.exchanged:
            number, limit = self.setting.number, self.field.options.equal_limit
            numbers = number(self.x), number(self.instead), number(self.y)
            yield Move(*numbers, "29D1b", self.distance, self.distance, limit, "odd_player")

    def mended(self) -> list[str]:
        """The color conflicts that another odd player mends."""
        choice = self.left.choice
        if not self.exchanged:
            return []
        found = mended(self.setting, self.left, choice.opponents, choice.natural_odd)
        return [both_were_due(self.setting, pair) for pair in found if pair not in self.setting.bracket_of]

    def sentence(self) -> Message:
        usual = self._usual()
        if self.nearer and usual.id not in _WHOEVER_IS_MET:
            return self.setting.why_again(self.x, self.y) or usual
        return usual

    def _usual(self) -> Message:
        if self.exchanged:
            return self._for_colors()
        if self.passed:
            return s.say(self._double_drop(), **self.values, rule=self.team_rule)
        if self.setting.number(self.x) in self.setting.request.locks.floats:
            return s.say(s.SET_TO_FLOAT, **self.values)
        bracket = self.left.bracket
        count = bracket.odd + len(bracket.again)
        if count > (len(bracket.arriving) + len(bracket.again) + len(bracket.group)) % 2:
            return self._of_several(bracket, count)
        return self._only_odd(bracket)

    def _for_colors(self) -> Message:
        choice = self.left.choice
        fewer = choice.fewer
        text = s.OTHER_ODD if fewer > 1 else s.OTHER_ODD_ONE if fewer == 1 else s.OTHER_ODD_THIRD
        usual = with_others(self.setting, self.left, choice.opponents, choice.natural_odd)
        if usual.conflicts - as_made(self.field, self.left).conflicts != fewer > 0:
            text = s.OTHER_ODD_NEARER
        if len(self.exchanged) > 1:
            text = s.OTHER_ODD_STEPS
        unrated = self.setting.unrated(*(z for pair in self.exchanged for z in pair))
        if unrated:
            text = s.OTHER_ODD_UNRATED
        options = self.field.options
        return s.say(
            text,
            **self.values,
            natural=self.setting.name(self.instead),
            distance=self.distance,
            limit=options.equal_limit if options.limited else "none",
            count=fewer,
            first=options.alternate_limit,
            unrated=unrated,
        )

    def _double_drop(self) -> str:
        between = [z for solved in self.passed for z in solved.bracket.group]
        if not any(self.setting.could_meet(self.x, z) for z in between):
            only_mates = any(self.setting.without_teams.legal(self.x, z) for z in between)
            if only_mates:
                return s.DOUBLE_DROP_TEAMS
            return s.DOUBLE_DROP_LEFT if self._may_meet_others(between) else s.DOUBLE_DROP
        if any(self.x not in self._again_without_teams(solved.bracket) for solved in self.passed):
            return s.DOUBLE_DROP_TEAMS
        return s.DOUBLE_DROP_OTHERS

    def _may_meet_others(self, between: Collection[int]) -> bool:
        """Whether somebody between in score could be met who sits elsewhere: on a set board, in a pool."""
        low, high = self.field.score[self.y], self.field.score[self.x]
        there = [z for z, score in enumerate(self.field.score) if low < score < high and z not in between]
        return any(self.setting.could_meet(self.x, z) for z in there)

    def _again_without_teams(self, bracket: Bracket) -> Collection[int]:
        """Who of those arriving would go on if teammates might meet."""
        free = self.setting.without_teams
        arriving = sorted((*bracket.arriving, *bracket.again))
        found = None if free is self.field else structure(free, arriving, bracket.group, bracket.below)
        if found is None:
            return bracket.again
        return floating_again(free, arriving, bracket.group, bracket.below, found)

    def _of_several(self, bracket: Bracket, count: int) -> Message:
        free = self.setting.without_teams
        arriving = sorted((*bracket.arriving, *bracket.again))
        found = None if free is self.field else structure(free, arriving, bracket.group, bracket.below)
        for_teams = found is not None and found.odd + found.again < count
        if len(bracket.group) == bracket.odd == 2 and not arriving:
            number, group = self.setting.number, bracket.group
            other = group[0] if group[1] == self.x else group[1]
            round = self.setting.pool.met[number(self.x)].get(number(other))
            values = {**self.values, "other": self.setting.name(other), "rule": self.team_rule}
            if round:
                return s.say(s.BOTH_LEAVE, **values, round=round)
            if for_teams and self.field.apart(self.x, other):
                return s.say(s.BOTH_LEAVE_TEAM, **values)
        text = s.ONE_OF_SEVERAL_TEAMS if for_teams else s.ONE_OF_SEVERAL
        if self._others_are_set_below():
            text = s.ONE_OF_SEVERAL_TEAMS_FREE if for_teams else s.ONE_OF_SEVERAL_FREE
        return s.say(text, **self.values, count=count, rule=self.team_rule)

    def _others_are_set_below(self) -> bool:
        """Whether a set board takes somebody of this score group or above below it too."""
        score = self.field.score
        couples = [sorted((score[x], score[y])) for x, y in self.setting.pool.fixed]
        return any(low < score[self.x] <= high for low, high in couples)

    def _only_odd(self, bracket: Bracket) -> Message:
        field, free = self.field, self.setting.without_teams
        if len(bracket.group) == 1:
            alone = field.score.count(field.score[self.x]) == 1 and not self.setting.rests_beside(self.x)
            return s.say(s.ODD_ALONE if alone else s.ODD_ALONE_LEFT, **self.values)
        members = bracket.left(self.left.opponents)
        without = None if free is field else natural_odd(free, bracket, self.left.opponents)
        order = drop_order(field, members)
        if without is not None and self.x not in without and not field.avoided(self.x, self.y):
            other = self.setting.name(without[0])
            rule = field.options.team_rule("a" if field.keeps_group(field.score[self.x]) else "b")
            return s.say(s.ODD_TEAMS, **self.values, other=other, rule=rule)
        first = self._drops_further(bracket, order)
        if first is not None:
            return s.say(s.ODD_DROPS_LESS, **self.values, other=self.setting.name(first))
        if self._is_lower_elsewhere():
            lowest, not_lowest, unrated = s.ODD_LOWEST_FREE, s.ODD_NOT_LOWEST_FREE, s.ODD_UNRATED_FREE
        elif order[0] == drop_order(field, bracket.group)[0]:
            lowest, not_lowest, unrated = s.ODD_LOWEST, s.ODD_NOT_LOWEST, s.ODD_UNRATED
        else:
            lowest, not_lowest, unrated = s.ODD_LOWEST_LEFT, s.ODD_NOT_LOWEST_LEFT, s.ODD_UNRATED
        text = unrated if field.unrated[self.x] else lowest if self.x == order[0] else not_lowest
        return s.say(text, **self.values)

    def _is_lower_elsewhere(self) -> bool:
        """Whether somebody of the score group who is not paired here would be asked to leave before: on a set
        board, in a pool, with the bye."""
        field, group = self.field, self.left.bracket.group
        there = [y for y in self.setting.whole(self.left, self.x) if y not in group]
        if drop_order(field, [self.x, *there])[0] != self.x:
            return True
        rests, own = self.setting.rests_beside(self.x), (field.unrated[self.x], field.rho[self.x])
        return rests is not None and (rests.rating is None, rests.rho) < own

    def _drops_further(self, bracket: Bracket, order: Sequence[int]) -> int | None:
        """The first who could leave before this player, and would drop further (29D2)."""
        odd = OddPlayers(self.field, bracket)
        for z in order[: order.index(self.x)]:
            if odd.drops_further((z,), (self.x,)) and may_leave(
                self.field, bracket, self.left.opponents, (z,)
            ):
                return z
        return None


class Meeting:
    """Whom one floater meets, and why."""

    def __init__(self, setting: Setting, solved: Solved, one: Seated) -> None:
        self.setting, self.field, self.solved = setting, setting.field, solved
        self.x, self.y = one.higher, one.lower
        self.at = solved.bracket.arriving.index(one.higher)
        self.natural = solved.natural[self.at]
        self.is_changed = self.natural != one.lower

    @property
    def names(self) -> dict[str, str]:
        lower = show(self.setting.player(self.y).score_q)
        return {"one": self.setting.name(self.x), "other": self.setting.name(self.y), "lower": lower}

    @cached_property
    def passed_over(self) -> list[int]:
        """The higher players of the group whom this one may meet, and no higher floater meets naturally."""
        return self._higher_than(self.solved.natural[: self.at])

    def _higher_than(self, taken: Sequence[int]) -> list[int]:
        higher = [z for z in self.solved.bracket.group if z < self.y and z not in taken]
        may_meet, could_meet = self.setting.without_teams.legal, self.setting.could_meet
        return [z for z in higher if may_meet(self.x, z) or could_meet(self.x, z)]

    @property
    def is_highest(self) -> bool:
        """Whether nobody higher could be met, not even one whom a higher floater left for colors."""
        return not self.is_changed and not self._higher_than(self.solved.opponents[: self.at])

    @property
    def _is_natural(self) -> bool:
        return not self.is_changed and not self.passed_over

    @property
    def _limited(self) -> int:
        """The difference that is held against the limits."""
        return min(self._differences)

    @cached_property
    def _differences(self) -> list[int]:
        chooser = Opponents(self.field, self.solved.bracket, self.solved.natural)
        return chooser.differences(self.at, self.y, self.field.limited)

    @cached_property
    def _decided(self) -> str:
        """The first level that is better than with the natural opponents: teammates or colors. Empty where it
        is none of these, but fewer changes beyond the first limit."""
        solved = self.solved
        usual = with_others(self.setting, solved, solved.natural, solved.natural_odd)
        levels = zip(Cost._fields, usual, as_made(self.field, solved), strict=True)
        name, old, new = next((each for each in levels if each[1] != each[2]), ("", 0, 0))
        return name if new < old else ""

    @property
    def _level(self) -> int | None:
        return Conflict._fields.index(self._decided) if self._decided in Conflict._fields else None

    @property
    def _for_teams(self) -> bool:
        return self._decided in ("teams", "teams_later")

    @property
    def _limit(self) -> tuple[str, int | None]:
        options = self.field.options
        if self.field.unrated[self.natural] or self.field.unrated[self.y]:
            return "29E5g", None
        if self._for_teams:
            return options.team_rule(), options.equal_limit
        if not options.limited:
            return "29E5h", options.equal_limit
        return held_against(options, self._level, self._limited)

    def moves(self) -> Iterator[Move]:
        if self.is_changed:
            number, (rule, limit) = self.setting.number, self._limit
            numbers = number(self.x), number(self.natural), number(self.y)
            yield Move(*numbers, rule, self._limited, max(self._differences), limit, "opponent")

    def sentences(self) -> list[str]:
        if self.is_changed:
            return self._for_colors()
        if self.is_highest:
            return [s.say(s.MEETS_HIGHEST, **self.names)]
        if self.x in self.setting.meeting_again:
            cause = self.setting.why_again(self.x, self.y)
            return [cause] if cause else []
        never = self.field.options.teams == "never" and self.field.avoided(self.x, self.y)
        # What gave way to let these two meet is said of the board.
        if never or self.setting.gave_way(self.x, self.y):
            return []
        return [s.say(s.MEETS_NATURAL, **self.names) if self._is_natural else self._instead()]

    def _for_colors(self) -> list[str]:
        """With the conflicts that it mends, the one with the natural opponent first."""
        solved = self.solved
        found = mended(self.setting, solved, solved.natural, solved.natural_odd)
        rule, limit = self._limit
        found = [pair for pair in found if pair not in self.setting.bracket_of]
        names = {**self.names, "natural": self.setting.name(self.natural)}
        if self._for_teams:
            return [s.say(s.OPPONENT_TEAMS, **names, rule=self.field.options.team_rule())]
        if self._level is None:
            return [s.say(s.OPPONENT_NEARER, **names, first=self.field.options.alternate_limit)]
        if not found:
            return [s.say(s.OPPONENT_OF_GROUPS, **names, rule=rule)]
        first, *others = sorted(found, key=self._order)
        said = s.say(
            s.OPPONENT_UNRATED if limit is None else s.OPPONENT,
            **names,
            due=self.setting.name(first[0]),
            too=self.setting.name(first[1]),
            color=s.COLORS[self.field.due[first[0]]],
            points=self._limited,
            limit=limit if self.field.options.limited else "none",
            rule=rule,
            unrated=self.setting.unrated(self.natural, self.y),
        )
        spared = self.setting.spared(first) if self._stays(first) else []
        return [said, *spared, *(both_were_due(self.setting, pair) for pair in others)]

    def _stays(self, pair: Pair) -> bool:
        """Whether the floater had a conflict with the natural opponent, and has one now."""
        return self.x in pair and any(self.field.conflict(self.x, self.y))

    def _order(self, pair: Pair) -> tuple[bool, bool, bool, bool, Pair]:
        """Conflicts of the level that decided come first, and of these the ones whose two have less of one
        now, before all the one with the natural opponent."""
        level, conflict = self._level or THREE, self.field.conflict(*pair)
        as_bad = self._stays(pair) and self.field.conflict(self.x, self.y) >= conflict
        now = together(self.field, [board for board in self.setting.bracket_of if {*board} & {*pair}])
        return not conflict[level], as_bad, now >= conflict, pair != (self.x, self.natural), pair

    def _instead(self) -> str:
        """Why the natural opponent is not the highest of the group."""
        for ideal in self.passed_over:
            if self.field.avoided(self.x, ideal) and not self.field.avoided(self.x, self.y):
                rule = self.field.options.team_rule()
                return s.say(s.TEAM, **self.names, ideal=self.setting.name(ideal), rule=rule)
        without = self.setting.met_without_teams(self.solved)
        if without is not None and without[self.at] < self.natural:
            rule = self.field.options.team_rule()
            return s.say(s.MEETS_TEAMS, **self.names, rule=rule)
        return s.say(s.MEETS_NATURAL if self._others_changed else s.MEETS_OTHERS, **self.names)

    @property
    def _others_changed(self) -> bool:
        """Whether colors moved others of the bracket: what held before need not hold beside that."""
        solved = self.solved
        return (solved.opponents, solved.odd) != (solved.natural, solved.natural_odd)
