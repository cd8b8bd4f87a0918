"""Reasons and warnings for any complete pairing, ours or typed by a director."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tiebreaks.engine.chart.wallchart import Format
from tiebreaks.engine.messages import Message
from tiebreaks.engine.points import show

from . import sentences as s
from .boards import Seated
from .brackets import Solved
from .color_reasons import color_reason, third_of_ours
from .colors import OTHER
from .field import Field
from .giving_way import Couple
from .group_reasons import group_lines
from .judge import Verdict, judge
from .matching import TooManyError
from .meetings import forbidden, in_twice, meeting, second_meeting, teammates
from .of_teams import told_of_round
from .options import Options
from .pairing import describe, solve_round
from .pool import Pool
from .reading import build_field, had_bye, half_bye_round, met
from .request import PairingInput, UnreadyError, check
from .result import Board, ByeGiven, Impossible, PairingResult, Reason
from .score_groups import ImpossibleError, group_name
from .set_by_director import RefusedError, set_boards
from .table_round import forfeits, leaves_table, pair_by_table

Numbered = tuple[int, int, int]

# What is said of a bye that a table gives to somebody else.
_OTHER_BYES = {s.BYE_OF_LINE: s.OTHER_BYE_OF_LINE, s.TABLE_BYE: s.OTHER_RESTS}
# Warnings of ours about the whole round, true of any other pairing of it too.
_OF_THE_ROUND = {
    s.NO_CLASSES,
    s.CLASS_FIRST,
    s.CLASS_OF_ONE,
    s.CLASS_ONE_LEFT,
    s.CLASS_APART,
    s.ONE_TEAM,
    s.LAST_OPEN,
    s.NOBODY,
    s.OFF_TABLE,
    s.PLAYED_AHEAD,
    s.PLAYED_AHEAD_ONE,
    s.CUT_GROUP,
    s.TABLE_SET,
    s.TABLE_APART,
    s.TABLE_PLAYED,
    s.TABLE_REST,
}
# Ours, where the rules have none.
NOTHING = PairingResult(boards=(), bye=None, absent=(), groups=(), natural=(), cost=(0, 0, 0))


@dataclass(frozen=True)
class Typed:
    """A pairing to be explained: boards as (board, white, black), and who has the full-point bye.

    0 is nobody. Where None says nothing of a bye, it is the one that is set, or of who is left of an odd
    number.
    """

    boards: tuple[Numbered, ...]
    bye: int | None = None


def explain(request: PairingInput, typed: Typed) -> PairingResult | Impossible:
    """Reasons for each board, and what is wrong with it: of ours a second meeting, teammates, and a third
    color in a row, where the rules cannot do without.

    Raises nothing for a bad pairing: each problem is a warning, also where the rules have no pairing.
    """
    made = _explained(request, typed)
    return told_of_round(made) if request.of_teams else made


def _explained(request: PairingInput, typed: Typed) -> PairingResult | Impossible:
    refused = None
    try:
        check(request)
    except UnreadyError as error:
        return Impossible(str(error))
    try:
        request = set_boards(request)
        described, ours, verdict_of = _ours(request)
    except (RefusedError, ImpossibleError, TooManyError) as error:
        refused = Impossible(str(error), getattr(error, "choices", ()))
        described, ours, verdict_of = NOTHING, frozenset(), lambda boards: Verdict()
    known = request.chart.by_number
    listed = [board for board in typed.boards if board[1] in known and board[2] in known]
    numbers = sorted({n for _board, white, black in listed for n in (white, black)})
    field = build_field(
        request,
        [known[n] for n in numbers],
        {n: set(o) for n, o in met(request.chart, request.round).items()},
    )
    tables = _tables(described, listed)
    boards = tuple(_board(request, field, described, tables, one) for one in listed)
    warnings = _problems(request, typed, field)
    warnings += [*forbidden(request, listed, ours), *teammates(field, listed, ours, described.boards)]
    warnings += _color_warnings(request, field, described, boards)
    warnings += [each for each in described.warnings if getattr(each, "id", "") in _OF_THE_ROUND]
    warnings += _second_meetings(request, described, listed)
    if request.chart.format is Format.ROUND_ROBIN and leaves_table(request, listed):
        warnings.append(s.say(s.TABLE_LEFT))
    verdict = verdict_of(listed)
    if verdict.worse:
        warnings.append(s.say(s.WORSE, cause=cause(verdict, request.options)))
    given = typed.bye
    if given is None and request.given_bye not in numbers:
        given = request.given_bye
    no_game = {n: told for n, told in without_game(described).items() if n not in (*numbers, given)}
    expected = [n for n in _expected(request) if n not in no_game]
    unseated = [n for n in expected if n not in numbers]
    if given is None and len(unseated) == 1 and len(expected) % 2:
        given = unseated[0]
    warnings += no_game.values()
    warnings += in_twice(request, listed, given)
    bye = _bye(request, described, given, warnings) if given in known else None
    warnings += [s.say(s.UNSEATED, one=request.name(n)) for n in unseated if n != given]
    if refused is not None:
        return replace(refused, warnings=tuple(warnings))
    costs = [board.reason.color.conflict for board in boards]
    cost = (sum(c[0] for c in costs), sum(c[1] for c in costs), sum(c[2] for c in costs))
    # A table has no score groups.
    by_table = request.chart.format is Format.ROUND_ROBIN
    groups = () if by_table else group_lines(request, [(white, black) for _at, white, black in listed], given)
    return replace(described, boards=boards, bye=bye, groups=groups, cost=cost, warnings=tuple(warnings))


def _ours(
    request: PairingInput,
) -> tuple[PairingResult, frozenset[Couple], Callable[[Sequence[Numbered]], Verdict]]:
    """Our pairing, who meets by the rules or because nothing else is left, and what holds another one against
    it.

    A round robin has its table and no other.
    """
    if request.chart.format is Format.ROUND_ROBIN:
        made = pair_by_table(request)
        if isinstance(made, Impossible):
            raise RefusedError(made.reason, *made.choices)
        return made, frozenset(), lambda boards: Verdict()
    pool, solved = solve_round(request)
    described = describe(request, pool, solved)
    if pool.table:
        return described, pool.broken, lambda boards: Verdict()
    return described, meeting(pool, solved), lambda boards: verdict_on(pool, solved, boards)


def without_game(made: PairingResult | Impossible) -> dict[int, str]:
    """Who has no game in a round of a table, since the opponent is not there, by number, with the reason."""
    told = [each for each in made.warnings if isinstance(each, Message) and each.id in s.WITHOUT_GAME]
    return {int(str(each.values["number"])): each for each in told}


def _expected(request: PairingInput) -> list[int]:
    """Who should have a board or the bye; house players are free to rest."""
    return [c.number for c in request.chart.cards if not c.house and request.in_pool(c)]


def _tables(ours: PairingResult, listed: Sequence[Numbered]) -> dict[int, int]:
    """By the number of each board of ours, the number of the board where its two players are typed."""
    typed = {frozenset((white, black)): number for number, white, black in listed}
    return {board.board: typed[board.players] for board in ours.boards if board.players in typed}


def at_its_table(text: str, tables: Mapping[int, int]) -> str:
    """A sentence that names another board, with its number of ``tables``.

    >>> at_its_table(s.say(s.FOLLOWS, board=39, one="Ann", other="Bo"), {39: 1})
    'Follows from board 1: Ann went to Bo.'
    """
    board = text.values.get("board") if isinstance(text, Message) else None
    if isinstance(text, Message) and isinstance(board, int):
        return following(text.id, text.values, tables.get(board))
    return text


def following(id: str, values: Mapping[str, Any], board: int | None) -> Message:
    """A sentence that names another board by this number, or of one that is there no more (None).

    >>> following(s.FOLLOWS, {"board": 39, "one": "Ann", "other": "Bo"}, None)
    'Follows from a board that was changed afterwards: Ann went to Bo.'
    """
    if board is None:
        return s.say(s.FOLLOWS_CHANGED, one=values["one"], other=values["other"])
    return s.say(id, **{**values, "board": board})


def _board(
    request: PairingInput, field: Field, ours: PairingResult, tables: Mapping[int, int], typed: Numbered
) -> Board:
    """Our reason where we have the same pair with the same colors, else what the two would have had."""
    number, white, black = typed
    same = next((b for b in ours.boards if (b.white, b.black) == (white, black)), None)
    if same is not None:
        told = tuple([at_its_table(text, tables) for text in same.reason.sentences])
        return replace(same, board=number, reason=replace(same.reason, sentences=told))
    x, y = field.position[white], field.position[black]
    higher, lower = min(x, y), max(x, y)
    seated = Seated(number, higher, lower, "w" if higher == x else "b", "lock")
    partner = {n: (b.players - {n}, b) for b in ours.boards for n in b.players}
    said: list[str] = []
    natural: dict[int, int | None] = {}
    for one in dict.fromkeys((white, black)):
        others = partner.get(one)
        other = next(iter(others[0])) if others else None
        natural[one] = other
        if other is not None and other not in (white, black):
            said.append(s.say(s.OURS, one=request.name(one), other=request.name(other)))
    color = color_reason(field, seated)
    said += [
        s.say(s.MISSES, one=request.name(n), color=s.COLORS[field.due[field.position[n]]])
        for n in color.who_misses
    ]
    said = said or [s.say(s.LOCK, one=request.name(white), other=request.name(black))]
    said += [*second_meeting(request, white, black), *(forfeit := [*forfeits(request, white, black)])]
    # Who set a board that nobody plays is nothing to anybody (30B).
    if any(getattr(text, "id", "") == s.FORFEIT_BOTH for text in forfeit):
        said = forfeit
    group = group_name(field.score[lower])
    added = show(field.players[higher].added_q)
    return Board(number, white, black, Reason(group, added, None, natural, (), color, None, tuple(said)))


def _problems(request: PairingInput, typed: Typed, field: Field) -> list[str]:
    """Numbers that are unknown, twice, or not to be paired, on a board or with the bye."""
    seen: set[int] = set()
    found: list[str] = []
    known = request.chart.by_number
    for board, white, black in typed.boards:
        for number in (white, black):
            if number not in known:
                found.append(s.say(s.UNKNOWN, board=board, number=number))
            elif number in seen:
                found.append(s.say(s.TWICE, one=request.name(number)))
            elif not request.may_sit(known[number]):
                found.append(s.say(s.AWAY, one=request.name(number)))
            seen.add(number)
    if typed.bye and typed.bye not in known:
        found.append(s.say(s.UNKNOWN_BYE, number=typed.bye))
    elif typed.bye in seen:
        found.append(s.say(s.BOARD_AND_BYE, one=request.name(typed.bye)))
    elif typed.bye and not request.in_pool(known[typed.bye]):
        found.append(s.say(s.AWAY, one=request.name(typed.bye)))
    return found


def _second_meetings(request: PairingInput, ours: PairingResult, boards: Sequence[Numbered]) -> Iterator[str]:
    """Of ours, who meet again for what the director has set, where they do so here."""
    here = {frozenset((request.name(white), request.name(black))) for _board, white, black in boards}
    for each in ours.warnings:
        if not isinstance(each, Message) or each.id != s.SECOND_MEETING_SET:
            continue
        if frozenset((each.values["one"], each.values["other"])) in here:
            yield each


def _color_warnings(
    request: PairingInput, field: Field, ours: PairingResult, boards: Sequence[Board]
) -> list[str]:
    """Third colors in a row (29E5f), and two more of one color on boards that are not ours, since an odd
    round may leave those (29E5b). A round-robin table has the colors that it has (30A)."""
    found: list[str] = []
    made = {(board.white, board.black) for board in ours.boards}
    by_director = {frozenset((board.white, board.black)) for board in request.locks.boards}
    for board in boards:
        if (board.white, board.black) in made:
            if request.chart.format is not Format.ROUND_ROBIN:
                found += third_of_ours(field, board, is_set=board.players in by_director)
            continue
        color = board.reason.color
        if color.with_third:
            names = "; ".join(map(request.name, color.with_third))
            found.append(s.say(s.THIRD_WARNING, board=board.board, names=names))
            continue
        for number in color.unequal:
            gets = "w" if number == board.white else "b"
            values = {"color": s.COLORS[gets], "opposite": s.COLORS[OTHER[gets]]}
            rule = request.options.equal_rule
            found.append(
                s.say(s.EQUAL_WARNING, board=board.board, one=request.name(number), rule=rule, **values)
            )
    return found


def verdict_on(pool: Pool, solved: Sequence[Solved], boards: Sequence[Numbered]) -> Verdict:
    """How the pairing compares with ours, if it seats the same players once each."""
    place = pool.field.position
    numbers = [n for _board, white, black in boards for n in (white, black)]
    if sorted(numbers) != sorted(place):
        return Verdict()
    return judge(pool, solved, [(place[white], place[black]) for _board, white, black in boards])


def cause(verdict: Verdict, options: Options) -> str:
    """At which level a pairing is worse than ours, and by how much."""
    ours, theirs = str(verdict.ours), str(verdict.theirs)
    text = s.CAUSES[verdict.level or ""]
    if verdict.level in s.CAUSE_OF_ONE:
        ours, theirs = show(verdict.ours), show(verdict.theirs)
        text = s.CAUSE_OF_ONE[verdict.level] if theirs == "1" else text
    points = "" if verdict.score_q is None else show(verdict.score_q)
    rule = options.team_rule("a" if verdict.level == "rest_teams" else "")
    if verdict.level in ("asked", "which_asked"):
        rule = options.apart_rule
    return s.say(text, ours=ours, theirs=theirs, points=points, limit=verdict.limit, rule=rule)


def _bye(request: PairingInput, ours: PairingResult, number: int, warnings: list[str]) -> ByeGiven:
    card = request.chart.by_number[number]
    if ours.bye is not None and ours.bye.number == number:
        warnings += [each for each in ours.warnings if getattr(each, "id", "") == s.SECOND_BYE]
        return ours.bye
    if had_bye(card, request.round):
        warnings.append(s.say(s.SECOND_BYE, one=card.name))
    elif half_bye_round(card) is not None:
        warnings.append(s.say(s.BYE_AFTER_HALF, one=card.name))
    if ours.bye is not None:
        told = {getattr(said, "id", "") for said in ours.bye.sentences}
        text = next((text for given, text in _OTHER_BYES.items() if given in told), s.OTHER_BYE)
        warnings.append(s.say(text, one=card.name, other=request.name(ours.bye.number)))
    return ByeGiven(number, (s.say(s.BYE_SET),))
