"""Why each board is as it is (PAIRING §7): built from the numbers that the optimizer used."""

from collections.abc import Collection, Iterator, Sequence

from tiebreaks.engine.messages import Message, Messages
from tiebreaks.engine.points import show

from . import sentences as s
from .acceleration import ADDED_BY, DRAWER_BONUS
from .boards import Seated
from .brackets import Solved
from .byes import MOST_NAMED, Passed
from .color_reasons import color_reason, color_sentence, third_of_ours
from .floater_reasons import both_were_due, floater_reason
from .kept import Standing
from .meetings import asked_apart, forbidden, in_twice, meeting, second_meeting, teammates
from .motives import ALTERNATE, THREE, decisive, held_against, together
from .natural import same_half
from .natural_round import natural_pairs
from .places import by_place, counts_those_left
from .pool import TableLine
from .pools import RatingClass, classes_left_out
from .reading import had_bye, half_bye_round, of_one_player, played_ahead
from .request import PairingInput
from .result import Board, Floater, Move, Reason
from .score_groups import group_name
from .set_by_director import named
from .setting import Cycle, Pair, Setting
from .team_reasons import told_of_teammates

_PASSED = {
    "had_bye": s.HAD_BYE,
    "half_bye": s.HALF_BYE,
    "unrated": s.UNRATED,
    "new": s.NEW,
    "set": s.SEATED,
    "late": s.LATE,
    "pairing": s.NOT_PAIRABLE,
    "again": s.MORE_AGAIN,
    "apart": s.NOT_APART,
    "teams": s.MORE_TEAMMATES,
    "asked": s.MORE_REQUESTS,
}
# What is said instead where an unrated player changes opponents (29E5g).
_UNRATED = {
    s.TRANSPOSITION: s.TRANSPOSITION_UNRATED,
    s.INTERCHANGE: s.INTERCHANGE_UNRATED,
}
# That the director paired two, or that they meet again, matters more than why these two.
_FIRST = {s.LOCK, s.AGAIN, s.AGAIN_SET}
_HOUSE = {"met": s.HOUSE_MET, "barred": s.HOUSE_BARRED, "asked": s.HOUSE_ASKED, "others": s.HOUSE_OTHERS}


def board_reasons(setting: Setting) -> list[Reason]:
    """One reason a board, in their order."""
    explained = {id(one): Explained(setting, one) for one in setting.solved}
    return [_reason(setting, one, explained) for one in setting.seated]


def _reason(setting: Setting, one: Seated, explained: dict[int, "Explained"]) -> Reason:
    field = setting.field
    solved = setting.bracket_of.get((one.higher, one.lower))
    color = color_reason(field, one)
    moved: list[Move] = []
    said: list[str] = []
    natural: dict[int, int | None] = {}
    why = ""
    kept = None
    line = setting.pool.table
    by_line = line is not None and solved is None and not setting.is_set(one)
    if line is not None and by_line:
        said += _of_line(setting, line, one)
    elif solved is None:
        said.append(s.say(s.LOCK, one=setting.name(one.higher), other=setting.name(one.lower)))
        moved = [
            Move(setting.number(one.higher), None, setting.number(one.lower), "lock", 0, 0, None, "lock")
        ]
    elif one.higher in solved.bracket.arriving:
        floating = floater_reason(setting, solved, one)
        moved, said, why = floating.moved, [*_pool(setting, solved, one), *floating.said], floating.why
        natural = {setting.number(one.higher): setting.number(floating.natural)}
        if (other := explained[id(solved)].before.get(one.lower)) is not None:
            natural[setting.number(one.lower)] = setting.number(other)
    else:
        moved, said, natural = explained[id(solved)].pairing(one)
        said = [*_pool(setting, solved, one), *said]
    said += _though(setting, one, said, is_ours=solved is not None)
    said += _accelerated(setting, one, by_rank=solved is not None)
    said.append(color_sentence(field, one, setting.request.chart.games))
    if any(color.conflict) and solved is not None:
        standing = explained[id(solved)].standing
        kept = standing.kept(one, color.conflict)
        said.append(standing.sentence(one, color.who_misses[0], kept))
    elif any(color.conflict) and by_line:
        said.append(s.say(s.LINE_KEPT, color=s.COLORS[field.due[one.higher]]))
    higher, lower = setting.player(one.higher), setting.player(one.lower)
    floater = None
    if higher.score_q != lower.score_q:
        floater = Floater(higher.number, show(higher.score_q), show(lower.score_q), why or said[0])
    group, added = group_name(lower.score_q), show(higher.added_q)
    said.sort(key=lambda text: getattr(text, "id", "") not in _FIRST)
    return Reason(group, added, floater, natural, tuple(moved), color, kept, tuple(said))


def _of_line(setting: Setting, line: TableLine, one: Seated) -> Iterator[str]:
    """The line of the table that gives a board (29L); at the top board why it is this one."""
    yield s.say(s.LINE, line=line.number, players=line.players)
    if line.top in map(setting.number, (one.higher, one.lower)):
        names = {"one": setting.request.name(line.top), "other": setting.request.name(line.opponent)}
        yield s.say(s.LINE_TOP if line.wanted else s.LINE_TOP_NEAR, **names)


def _pool(setting: Setting, solved: Solved, one: Seated) -> Iterator[str]:
    """Who is paired among themselves, which comes before anything else about their boards."""
    if solved.pool:
        points = show(setting.player(one.higher).score_q)
        text = s.UNRATED_TOGETHER if solved.pool == "29J" else s.CLASS_TOGETHER
        yield s.say(text, points=points, rule=solved.pool)


def _accelerated(setting: Setting, one: Seated, *, by_rank: bool) -> Iterator[str]:
    """On what points the two are paired, and that the order of their groups is not that of the ratings alone
    (28R2), where it decided their board."""
    rule = ADDED_BY.get(setting.request.options.acceleration)
    for x in (one.higher, one.lower):
        player = setting.player(x)
        if rule and player.added_q:
            points, real = show(player.score_q), show(player.score_q - player.added_q)
            yield s.say(s.ACCELERATED, rule=rule, one=player.name, points=points, real=real)
    scores = {setting.player(x).score_q for x in (one.higher, one.lower)}
    if rule and by_rank and any(each.bonus for each in setting.field.players if each.score_q in scores):
        yield s.say(s.DRAWERS, bonus=DRAWER_BONUS)


def _though(setting: Setting, one: Seated, told: Sequence[str], *, is_ours: bool) -> Iterator[str]:
    """What gave way at a board: the two have met already (27A1), asked not to meet (28T), or are teammates to
    be avoided (28N).

    Where it is ``told`` that somebody left the group for teammates, nobody reads that none does.
    """
    white, black = setting.number(one.white), setting.number(one.black)
    if asked_apart(setting.request, white, black) and not setting.is_set(one):
        options = setting.request.options
        text = s.ASKED_MET_NEVER if options.teams == "never" else s.ASKED_MET
        names = {"one": setting.name(one.higher), "other": setting.name(one.lower)}
        yield s.say(text, **names, rule=options.apart_rule)
    if not is_ours:
        yield from second_meeting(setting.request, white, black)
        return
    if frozenset((white, black)) in setting.pool.again:
        text = s.AGAIN_SET if setting.pool.because else s.AGAIN
        yield s.say(text, round=setting.pool.met[white][black])
    if setting.field.avoided(one.higher, one.lower):
        yield told_of_teammates(setting, one, told)


class Explained:
    """The changes of one bracket, each cycle explained once, at its highest board."""

    def __init__(self, setting: Setting, solved: Solved) -> None:
        self.setting, self.solved, self.field = setting, solved, setting.field
        rest = solved.rest
        self.ideal = setting.ideal(solved)
        self.natural = setting.partner(rest.natural)
        self.final = setting.partner(solved.pairs)
        self.standing = Standing(setting, solved)
        arriving = solved.bracket.arriving
        # Whom members of the group would have met who now meet a floater.
        self.before = setting.partner(natural_pairs(setting.field, solved)) if arriving else {}
        self.members = self.standing.members
        ideal = [(x, y) for x, y in self.ideal.items() if x < y]
        self.mended = self._by_pair(setting.cycles(solved, ideal, rest.natural), final=True)
        self.colored = self._by_pair(setting.cycles(solved, rest.natural, rest.pairs), final=True)

    @staticmethod
    def _by_pair(cycles: list[Cycle], *, final: bool) -> dict[tuple[int, int], Cycle]:
        return {pair: cycle for cycle in cycles for pair in cycle.final}

    def pairing(self, one: Seated) -> tuple[list[Move], list[str], dict[int, int | None]]:
        """Moves, sentences and natural opponents of one board without a floater."""
        numbers = self.setting.number
        natural: dict[int, int | None] = {
            numbers(x): numbers(self.natural[x]) for x in (one.higher, one.lower)
        }
        pair = one.higher, one.lower
        if pair in self.colored:
            moved, said = self._for_colors(one, self.colored[pair])
            causes, because = self._barred(one)
            moved, said = moved + causes, said + because
        elif pair in self.mended:
            moved, said = self._mended(one, self.mended[pair])
        else:
            moved, said = [], [by_place(self.setting, self.solved, one.higher)]
        return moved, said, natural

    def _mended(self, one: Seated, cycle: Cycle) -> tuple[list[Move], list[str]]:
        """A rematch, teammates or a lock moved somebody: said where it was, elsewhere what follows."""
        moved, said = self._barred(one)
        # What gave way to let these two meet is said of the board.
        if moved or self.setting.gave_way(one.higher, one.lower):
            return moved, said
        sources = {x for pair in cycle.final if any(map(self._is_barred, pair)) for x in pair}
        return self._follows(one, sources, self.ideal, self.natural)

    def _is_barred(self, x: int) -> bool:
        """Whether a player cannot meet the one who stands opposite, or next."""
        ideal = self.ideal[x]
        return not self.field.legal(x, ideal) or self.field.avoided(x, ideal)

    def _barred(self, one: Seated) -> tuple[list[Move], list[str]]:
        """Why one of the two cannot meet the one who stands opposite, or next."""
        for x, y in ((one.higher, one.lower), (one.lower, one.higher)):
            ideal = self.ideal[x]
            legal, as_mates = self.field.legal(x, ideal), self.setting.barred_as_teammates(x, ideal)
            # Where teammates meet all the same, it was not for their sake.
            same = self.natural[x] == ideal or ((legal or as_mates) and self.field.avoided(x, y))
            if same or not self._is_barred(x):
                continue
            name = self.setting.name
            round = self.setting.pool.met[self.setting.number(x)].get(self.setting.number(ideal))
            text, kind = s.TEAM, "team"
            rule = self.field.options.team_rule("a")
            if not legal and not as_mates:
                text, rule, kind = (s.REMATCH, "27A1", "rematch") if round else self._kept_apart(x, ideal)
            move = self._move(x, ideal, y, rule, None, kind)
            floats = self.setting.request.locks.floats
            floating = next((name(z) for z in (x, ideal) if self.setting.number(z) in floats), "")
            values = {"one": name(x), "other": name(y), "ideal": name(ideal), "floating": floating}
            said = s.say(text, **values, round=round, rule=rule)
            if x in self.setting.meeting_again and self.setting.could_meet(x, ideal):
                said = self.setting.why_again(x, y) or said
            return [move], [said]
        return [], []

    def _kept_apart(self, x: int, y: int) -> tuple[str, str, str]:
        """The sentence, rule and kind for two who never played: they are one player, asked for it, or the
        director set it."""
        couple = {self.setting.number(x), self.setting.number(y)}
        locks = self.setting.request.locks
        if couple in of_one_player(self.setting.request.chart):
            return s.ENTRIES, "28S", "entries"
        if couple in map(set, locks.apart):
            return s.APART, "lock", "lock"
        if couple in map(set, locks.asked_apart):
            return s.ASKED_APART, "28T", "asked"
        return s.FLOAT_APART, "lock", "lock"

    def _for_colors(self, one: Seated, cycle: Cycle) -> tuple[list[Move], list[str]]:
        if one.board != cycle.boards[0]:
            sources = {x for pair in cycle.final for x in pair if self.setting.board_of[x] == cycle.boards[0]}
            return self._follows(one, sources, self.natural, self.final)
        x, y = one.higher, one.lower
        natural = self.natural[x]
        points, _other = self._points(x, y, natural)
        before, after = together(self.field, cycle.natural), together(self.field, cycle.final)
        level = decisive(before, after) or THREE
        limit: int | None
        rule, limit = held_against(self.field.options, level, points)
        same = same_half(self.field, len(self.members), self.members.index(x), self.members.index(y))
        conflicts = self._conflicts(one, cycle, level)
        due, too = conflicts[0]
        # Where an unrated player changes opponents, no limit holds (29E5g).
        exempt = self.setting.unrated(x, y, natural, self._lost(y))
        across = self._across(cycle) if same and not exempt else None
        if same:
            # Both limits say how far a transposition may go before an interchange is made.
            rule, limit = "29E5e", held_against(self.field.options, ALTERNATE, points)[1]
            kind = "interchange"
            is_nearer = across is not None and points < across
            text = s.INTERCHANGE_NEARER if is_nearer else s.INTERCHANGE
        else:
            kind, text = "transposition", s.TRANSPOSITION
        if not self.field.options.limited:
            rule = "29E5h"
        if exempt:
            rule, limit, text = "29E5g", None, _UNRATED[text]
        name = self.setting.name
        said = s.say(
            text,
            one=name(x),
            other=name(y),
            natural=name(natural),
            due=name(due),
            too=name(too),
            color=s.COLORS[self.field.due[due]],
            points=points,
            limit="none" if limit is None or not self.field.options.limited else limit,
            rule=rule,
            across=across,
            unrated=exempt,
        )
        others = conflicts if same else conflicts[1:]
        named = [both_were_due(self.setting, pair) for pair in others]
        if same and counts_those_left(self.setting, self.solved):
            named.append(s.say(s.HALVES_LEFT, points=show(self.setting.player(x).score_q)))
        named += self._worse_spared(cycle, conflicts)
        return [self._move(x, natural, y, rule, limit, kind)], [said, *named]

    def _conflicts(self, one: Seated, cycle: Cycle, level: int) -> list[Pair]:
        """The conflicts of the natural boards of a cycle. First are those of the level that decided whose two
        have less of one now, and of these the ones of the two at this board."""
        field = self.field

        def order(pair: Pair) -> tuple[bool, bool, bool, bool, Pair]:
            conflict = field.conflict(*pair)
            now = together(field, {(min(x, self.final[x]), max(x, self.final[x])) for x in pair})
            elsewhere = one.higher not in pair, one.lower not in pair
            return not conflict[level], now >= conflict, *elsewhere, pair

        return sorted((pair for pair in cycle.natural if any(field.conflict(*pair))), key=order)

    def _across(self, cycle: Cycle) -> int | None:
        """What the nearest transposition would cost that mends a natural board of the cycle (29E5e)."""
        field, nearest = self.field, []
        for a, b in cycle.natural:
            for c, d in self.solved.rest.natural:
                if c in (a, b) or not (field.legal(a, d) and field.legal(c, b)):
                    continue
                before, after = (
                    field.conflict(*p).plus(field.conflict(*q))
                    for p, q in (((a, b), (c, d)), ((a, d), (c, b)))
                )
                if after < before:
                    nearest.append(self._points(a, d, b)[0])
        return min(nearest, default=None)

    def _worse_spared(self, cycle: Cycle, conflicts: Sequence[Pair]) -> list[str]:
        """Who is spared more than alternation, where as many conflicts stay as there were."""
        field = self.field
        if sum(any(field.conflict(*pair)) for pair in cycle.final) < len(conflicts):
            return []
        return [said for pair in conflicts for said in self.setting.spared(pair)]

    def _follows(
        self, one: Seated, sources: Collection[int], before: dict[int, int], after: dict[int, int]
    ) -> tuple[list[Move], list[str]]:
        """Somebody else's change moved these two: named is the next board on the shorter way to a source."""

        def steps(x: int) -> int:
            lost, count = before[x], 0
            while lost not in sources:
                lost, count = before[after[lost]], count + 1
            return count

        x = min(one.higher, one.lower, key=steps)
        lost = before[x]
        names = {"one": self.setting.name(lost), "other": self.setting.name(self.final[lost])}
        said = s.say(s.FOLLOWS, board=self.setting.board_of[lost], **names)
        return [self._move(x, lost, self.final[x], "29E6", None, "follows")], [said]

    def _lost(self, y: int) -> int:
        """Whom a player would have met."""
        return self.natural.get(y, self.ideal.get(y, y))

    def _points(self, x: int, y: int, natural: int) -> tuple[int, int]:
        """The smaller and the larger difference of an exchange, as limits see them."""
        theirs = self._lost(y)
        both = sorted((self.field.limited(natural, y), self.field.limited(theirs, x)))
        return both[0], both[1]

    def _move(self, x: int, natural: int, y: int, rule: str, limit: int | None, kind: str) -> Move:
        number = self.setting.number
        smaller, larger = self._points(x, y, natural)
        return Move(number(x), number(natural), number(y), rule, smaller, larger, limit, kind)


def bye_sentences(setting: Setting) -> tuple[str, ...]:
    bye = setting.pool.bye
    if bye is None:
        return ()
    if bye.by_director:
        return (s.say(s.BYE_SET),)
    request = setting.request
    # The house player would have been preferred to a bye (28M1).
    rule = request.options.apart_rule
    rests = [s.say(_HOUSE[why], one=request.name(n), rule=rule) for n, why in setting.pool.resting]
    if bye.by_table:
        return (s.say(s.BYE_OF_LINE), *rests)
    card = request.chart.by_number[bye.number]
    half = half_bye_round(card)
    text = s.BYE_ABOVE if bye.above else s.BYE
    if bye.instead is not None:
        text = s.BYE_FOR_COLOR
    elif half is not None:
        text = s.BYE_AFTER_ALL
    elif bye.none_rated:
        text = s.BYE_NONE_RATED
    elif card.rating is None:
        text = s.BYE_UNRATED_LAST if request.options.bye_unrated == "last" else s.BYE_UNRATED
    other = "" if bye.instead is None else request.name(bye.instead)
    said: list[str] = [s.say(text, points=show(bye.score_q), round=half, other=other)]
    if bye.passed:
        said.append(s.say(s.PASSED_OVER, names=Messages(_passed(setting, bye.passed))))
    said += rests
    if bye.all_new:
        said.append(s.say(s.GROUP_ABOVE))
    return tuple(said)


def _passed(setting: Setting, passed: Sequence[Passed]) -> Iterator[Message]:
    """Each with the reason; of many who have a board that is set, how many they are."""
    seated = sum(one.why == "set" for one in passed)
    name, rule = setting.request.name, setting.field.options.apart_rule
    for one in passed:
        if one.why != "set" or seated <= MOST_NAMED:
            couples = "; ".join(f"{name(x)} and {name(y)}" for x, y in one.couples)
            yield s.say(_PASSED[one.why], name=name(one.number), round=one.round, couples=couples, rule=rule)
    if seated > MOST_NAMED:
        yield s.say(s.SEATED_MANY, count=seated)


def _left_out(setting: Setting, one: RatingClass) -> str:
    """Why a class is paired by score with all others (29I)."""
    group = (
        s.say(s.CLASS_FROM, low=one.low, top=one.high - 1) if one.low else s.say(s.CLASS_UNDER, high=one.high)
    )
    is_full = setting.request.options.class_pools == "full"
    text, named = s.CLASS_APART, one.members[0]
    if one.first is not None:
        text, named = s.CLASS_FIRST, one.first
    elif len(one.members) == 1:
        text = s.CLASS_OF_ONE if is_full else s.CLASS_ONE_LEFT
    return s.say(text, group=group, one=setting.name(named), rule="29I1" if is_full else "29I2")


def ahead(request: PairingInput) -> list[str]:
    """That games of later rounds count as meetings here: they were played ahead (28M2), or this round was
    left out."""
    rounds = played_ahead(request.chart, request.round)
    told = s.PLAYED_AHEAD_ONE if len(rounds) == 1 else s.PLAYED_AHEAD
    return [s.say(told, round=request.round, rounds=", ".join(map(str, rounds)))] if rounds else []


def warnings_of(setting: Setting, boards: tuple[Board, ...]) -> tuple[str, ...]:
    """What the director must confirm before this is posted."""
    request, pool = setting.request, setting.pool
    found: list[str] = []
    if not boards and pool.bye is None:
        found.append(s.say(s.NOBODY, round=request.round))
    for board in boards:
        if board.players in pool.again:
            one, other = request.name(board.white), request.name(board.black)
            parts = named(request, pool.because)
            text = s.SECOND_MEETING_SET if parts else s.SECOND_MEETING
            found.append(s.say(text, one=one, other=other, **({"parts": parts} if parts else {})))
    listed = [(b.board, b.white, b.black) for b in boards]
    told = [b for b in listed if frozenset(b[1:]) in setting.set_pairs | pool.broken]
    ours = meeting(pool, setting.solved)
    found += [*forbidden(request, told, ours), *teammates(setting.field, listed, ours, boards)]
    found += in_twice(request, listed, pool.bye.number if pool.bye else None)
    for board in boards:
        found += third_of_ours(setting.field, board, is_set=board.players in setting.set_pairs)
    if pool.bye and pool.bye.by_director:
        card = request.chart.by_number[pool.bye.number]
        if had_bye(card, request.round):
            found.append(s.say(s.SECOND_BYE, one=card.name))
    for solved in setting.solved:
        if solved.cut:
            points = show(setting.field.score[solved.bracket.group[0]])
            found.append(s.say(s.CUT_GROUP, points=points))
    if request.options.class_pools != "off" and not request.options.class_limits and request.last_round:
        found.append(s.say(s.NO_CLASSES))
    if pool.table is None:
        found += [_left_out(setting, one) for one in classes_left_out(pool, setting.solved)]
    if setting.of_one_team:
        found.append(s.say(s.ONE_TEAM, rule=request.options.team_rule()))
    found += ahead(request)
    if pool.off_table:
        found.append(s.say(s.OFF_TABLE))
    if request.provisional:
        names = "; ".join(request.name(n) for pair in request.provisional for n in pair)
        found.append(s.say(s.ASSUMED, names=names))
        if request.last_round:
            found.append(s.say(s.LAST_OPEN))
    return tuple(found)
