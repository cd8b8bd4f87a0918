"""Matches of teams: the lineups and the result of each board.

Players sit in their team's order. When players are missing, the team leaves its last boards empty and loses
them by forfeit. A team without a list of players plays without names.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Kind

from ..changes import SectionChange, section_change, under_lock
from ..errors import Conflict, Finished, Refused, ResultConflict, Trouble
from ..models import Game, MatchBoard, Player, Seat, Section, TeamMember, Verb
from ..selectors.results.consequences import Consequences, Correction
from ..selectors.results.matches import outcome
from ..text.log import Summary
from ..text.results import BLACK_FORFEITS, BOTH_FORFEIT, OPEN, THE_RESULTS_OWN, WHITE_FORFEITS, Points
from . import corrections
from .publishing import published
from .results import board_under_lock, check_own, check_shown, sides, still_withdrawn, verb_of
from .settling import boards_of, result_fields, settle, write_board

# What a director can enter for a whole match: a team did not come, or the match is cleared.
WHOLE_MATCH_RESULTS = (WHITE_FORFEITS, BLACK_FORFEITS, BOTH_FORFEIT, OPEN)
# The players on a side's boards, from the first board down. None is an empty board.
LineUp = Sequence[TeamMember | None]


# --- results --------------------------------------------------------------------------------------


def record_board(
    board: MatchBoard,
    result: str,
    ruled_q: Points | None = None,
    *,
    revision: int,
    by: User,
    reason: str = "",
    own_only: bool = False,
    shows: str = "",
    seen: Consequences | None = None,
    asks: bool = False,
) -> MatchBoard:
    """Enter, correct or clear the result of one board of a match, as :func:`.results.record_result`.

    The home side's letter comes first. The match has a result once all its boards have one.
    """
    verb = verb_of(result, ruled_q)
    with section_change(board.game.round.section_id, by=by, verb=verb, reason=reason) as change:
        boards = MatchBoard.objects.select_related("game__round", "entered_by")
        gone = _("Somebody removed this board from the round. Reload the page.")
        board = under_lock(boards, board.pk, gone)
        if board.result == result or board.revision == revision:
            check_shown(change.section, board.game, sides(board.game), shows)
        if board.result == result and ruled_q in (None, board.points_q):
            return board
        awarded_q = ruled_q or THE_RESULTS_OWN
        if board.revision != revision:
            raise ResultConflict(board.result, result, board.entered_by, board.points_q, awarded_q, reason)
        if own_only:
            check_own(board, board.game.round, is_open=board.result == OPEN, by=by)
        was = [board.result, list(board.points_q)]
        corrected = corrections.check(
            change, [board.game.round.number], had_result=board.result != OPEN, seen=seen
        )
        if asks and board.result != OPEN:
            raise Finished(board.result, result, board.entered_by, board.points_q, awarded_q, reason)
        replaces = seen is not None or board.result != OPEN
        if replaces:
            corrected["was"] = was
        if Kind.FORFEIT_LOSS.letter in board.result:
            corrected |= still_withdrawn(change.section, sides(board.game), board.result, result)
        with published(change, board.game.round, by=by) as told:
            write_board(change, board, result, awarded_q, by=by)
            settle(change, board.game, by)
        change.say(
            Summary.BOARD_RESULT if not replaces else Summary.BOARD_CORRECTED,
            round=board.game.round.number,
            match=board.game.board,
            board=board.board,
            result=[result, list(awarded_q)],
            **corrected,
            **told,
        )
    return board


def record_match(
    game: Game,
    result: str,
    *,
    revision: int,
    by: User,
    reason: str = "",
    shows: str = "",
    seen: Consequences | None = None,
) -> Game:
    """Enter the same result on every board: for a team that did not come, or to clear the match."""
    if result not in WHOLE_MATCH_RESULTS:
        raise Refused(_("Match results come from the boards. Enter the boards."))
    with section_change(game.round.section_id, by=by, verb=Verb.RESULT, reason=reason) as change:
        game = _match_under_lock(change.section, game, revision, shows)
        boards = boards_of(change, game)
        seats = sides(game)
        had_result = any(
            each != OPEN[0] for each in [*(b.home_kind for b in boards), *(s.kind for s in seats)]
        )
        corrected = corrections.check(change, [game.round.number], had_result=had_result, seen=seen)
        replaces = seen is not None or had_result
        if replaces:
            corrected["scored"] = "–".join(map(points.show, outcome(boards)[2:]))
        had = "".join(seat.kind for seat in seats)
        corrected |= still_withdrawn(change.section, seats, had, result)
        corrected |= _enter_all(change, game, boards, result, by)
        home, away = (seat.player.name for seat in seats)
        change.say(
            Summary.MATCH_RESULT if not replaces else Summary.MATCH_CORRECTED,
            round=game.round.number,
            match=game.board,
            home=home,
            away=away,
            result=[result],
            **corrected,
        )
    return game


def forfeit_match(change: SectionChange, game: Game, result: str, *, by: User) -> dict[str, Any]:
    """Enter a forfeit on every board, within a change. Raises :class:`Refused` if one of them was played.
    Returns what the log says of the forfeits of other matches that are entered so."""
    boards = boards_of(change, game)
    kinds = {Kind.of(letter) for board in boards for letter in board.result}
    if any(kind.played and kind is not Kind.OPEN for kind in kinds):
        raise Refused(
            _("Boards of match %(match)d have results, so nobody is a no-show. Clear the boards first.")
            % {"match": game.board}
        )
    return _enter_all(change, game, boards, result, by)


def _enter_all(
    change: SectionChange, game: Game, boards: Iterable[MatchBoard], result: str, by: User
) -> dict[str, Any]:
    nothing: dict[str, Any] = {}
    with nullcontext(nothing) if result == OPEN else published(change, game.round, by=by) as told:
        for board in boards:
            write_board(change, board, _cleared(board) if result == OPEN else result, by=by)
        settle(change, game, by)
    return told


def correction_of_board(board: MatchBoard, result: str, ruled_q: Points | None = None) -> Correction:
    """What :func:`record_board` would change. Raises :class:`Refused` for a result that no board has."""
    verb_of(result, ruled_q)
    now = {board.board: (result, ruled_q or THE_RESULTS_OWN)}
    return corrections.of_boards(_boards_or_none_yet(board.game), now)


def correction_of_match(game: Game, result: str) -> Correction:
    """What :func:`record_match` would change. Raises :class:`Refused` for a result that no match has."""
    verb_of(result, None)
    boards = _boards_or_none_yet(game)
    entered = _cleared if result == OPEN else lambda _board: result
    return corrections.of_boards(boards, {each.board: (entered(each), THE_RESULTS_OWN) for each in boards})


def _boards_or_none_yet(game: Game) -> list[MatchBoard]:
    """The boards of a match; open ones, not stored, of a match that was imported without."""
    boards = list(game.match_boards.select_related("game__round__section", "home", "away"))
    count = game.round.section.boards
    return boards or [MatchBoard(game=game, board=number) for number in range(1, count + 1)]


def _match_under_lock(section: Section, game: Game, revision: int, shows: str) -> Game:
    game = board_under_lock(game)
    if game.revision != revision:
        raise Conflict(_("Somebody changed this match. Reload the page and enter it again."))
    check_shown(section, game, sides(game), shows)
    return game


# --- lineups -------------------------------------------------------------------------------------


def seat_teams(change: SectionChange, games: Iterable[Game], seats: Iterable[Seat], by: User) -> None:
    """Create the boards of new matches with the first players of each team's list."""
    members: dict[int, list[TeamMember | None]] = defaultdict(list)
    for member in TeamMember.objects.filter(team__section=change.section):
        members[member.team_id].append(member)
    teams = {(seat.game_id, seat.side): members[seat.player_id] for seat in seats if seat.game_id}
    for game in games:
        _make_boards(change, game, teams[game.pk, "w"], teams[game.pk, "b"], by)


def _make_boards(change: SectionChange, game: Game, home: LineUp, away: LineUp, by: User) -> None:
    count = change.section.boards
    rows = [MatchBoard(game=game, board=number) for number in range(1, count + 1)]
    for board, one, other in zip(rows, _filled(home, count), _filled(away, count), strict=True):
        board.home, board.away = one, other
        result = _forced(board, bool(home), bool(away))
        board.home_kind, board.away_kind = result[0], result[1]
    if any(board.result != OPEN for board in change.create_all(rows)):
        settle(change, game, by)


def _filled(line_up: LineUp, count: int) -> list[TeamMember | None]:
    return [*line_up, *[None] * count][:count]


def _forced(board: MatchBoard, home_listed: bool, away_listed: bool) -> str:
    """A board's result before anybody enters one: a team that lists players but has none here forfeits."""
    absent = (home_listed and board.home_id is None, away_listed and board.away_id is None)
    return {(True, True): BOTH_FORFEIT, (True, False): WHITE_FORFEITS, (False, True): BLACK_FORFEITS}.get(
        absent, OPEN
    )


def _cleared(board: MatchBoard) -> str:
    """A board's result after it is cleared."""
    home, away = sides(board.game)
    return _forced(board, home.player.members.exists(), away.player.members.exists())


def set_line_up(
    game: Game,
    home: Sequence[int | None],
    away: Sequence[int | None],
    *,
    revision: int,
    by: User,
    reason: str = "",
    shows: str = "",
    seen: Consequences | None = None,
) -> Game:
    """Set the players on the boards of a match, by primary key. None leaves a board empty.

    Raises :class:`Refused` for players of another team, players listed twice, and players out of the team's
    order. A board keeps the result entered on it.
    """
    with section_change(game.round.section_id, by=by, verb=Verb.LINE_UP, reason=reason) as change:
        game = _match_under_lock(change.section, game, revision, shows)
        teams = [seat.player for seat in sides(game)]
        line_ups = _line_ups(teams, (home, away))
        boards = boards_of(change, game)
        listed = [team.members.exists() for team in teams]
        now = _results_after(boards, line_ups, listed)
        corrected = {}
        if changed := [board for board in boards if board.result != now[board.board]]:
            had_result = any(board.result != OPEN for board in changed)
            corrected = corrections.check(change, [game.round.number], had_result=had_result, seen=seen)
        _sit(change, boards, line_ups, now)
        if not change.rows:
            return game
        settle(change, game, by)
        change.say(
            Summary.LINE_UP,
            round=game.round.number,
            match=game.board,
            home=teams[0].name,
            away=teams[1].name,
            **corrected,
        )
    return game


def correction_of_line_up(game: Game, home: Sequence[int | None], away: Sequence[int | None]) -> Correction:
    """What :func:`set_line_up` would change in results: boards that a team leaves empty are forfeited."""
    teams = [seat.player for seat in sides(game)]
    boards = _boards_or_none_yet(game)
    listed = [team.members.exists() for team in teams]
    now = _results_after(boards, _line_ups(teams, (home, away)), listed)
    return corrections.of_boards(
        boards,
        {
            board.board: (now[board.board], THE_RESULTS_OWN)
            for board in boards
            if board.result != now[board.board]
        },
    )


def _line_ups(teams: Sequence[Player], keys: Sequence[Sequence[int | None]]) -> list[LineUp]:
    troubles: list[Trouble] = []
    line_ups = [_checked(team, each, troubles) for team, each in zip(teams, keys, strict=True)]
    if troubles:
        raise Refused(_("The lineup was not saved."), troubles)
    return line_ups


def _results_after(
    boards: list[MatchBoard], line_ups: list[LineUp], listed: Sequence[bool]
) -> dict[int, str]:
    """Each board's result once both lineups sit there, by its number.

    A board forfeited because it was empty opens again when it gets a player.
    """
    now = {}
    home, away = (_filled(line_up, len(boards)) for line_up in line_ups)
    for board, one, other in zip(boards, home, away, strict=True):
        forced = _forced(MatchBoard(home=one, away=other), *listed)
        same = (board.home, board.away) == (one, other)
        keeps = same or (forced == OPEN and board.result != _forced(board, *listed))
        now[board.board] = board.result if keeps else forced
    return now


def _sit(
    change: SectionChange, boards: list[MatchBoard], line_ups: list[LineUp], now: dict[int, str]
) -> None:
    """Seat both lineups, with the results that follow."""
    home, away = (_filled(line_up, len(boards)) for line_up in line_ups)
    changed = [
        (board, one, other)
        for board, one, other in zip(boards, home, away, strict=True)
        if (board.home, board.away) != (one, other)
    ]
    # A player who moves to another board would briefly sit on two.
    for board, *_players in changed:
        change.update(board, home=None, away=None)
    for board, one, other in changed:
        change.update(board, home=one, away=other, revision=board.revision + 1)
        if board.result != now[board.board]:
            change.update(board, **result_fields(now[board.board]))


def _checked(team: Player, keys: Sequence[int | None], troubles: list[Trouble]) -> LineUp:
    """The players with these keys. Adds what is wrong with them to ``troubles``."""
    members = {member.pk: member for member in team.members.all()}
    sitting: list[TeamMember | None] = []
    for number, key in enumerate(keys, 1):
        where = _("%(team)s, board %(board)d") % {"team": team.name, "board": number}
        member = None if key is None else members.get(key)
        above = [each for each in sitting if each is not None]
        if key is not None and member is None:
            other = TeamMember.objects.filter(pk=key, team__section=team.section_id).first()
            read = other.name if other else str(key)
            troubles.append(Trouble(where, read, _("a player of %(team)s") % {"team": team.name}))
        elif member is not None and member in above:
            expected = _("each player once. %(name)s is also on board %(board)d") % {
                "name": member.called,
                "board": sitting.index(member) + 1,
            }
            troubles.append(Trouble(where, member.called, expected))
        elif member is not None and len(above) < number - 1 and not troubles:
            expected = _("no player: a board above is empty, and a team fills its boards from the top")
            troubles.append(Trouble(where, member.called, expected))
        elif member is not None and above and member.board < above[-1].board:
            expected = _("the team's order, in which %(name)s plays above %(other)s") % {
                "name": member.called,
                "other": above[-1].called,
            }
            troubles.append(Trouble(where, member.called, expected))
        sitting.append(member)
    return sitting


def swap_sides(change: SectionChange, game: Game) -> None:
    """Swap the sides of a match's boards, within a change of its colors."""
    for board in game.match_boards.select_related("home", "away"):
        change.update(
            board,
            home=board.away,
            away=board.home,
            revision=board.revision + 1,
            **result_fields(board.result[::-1], board.points_q[::-1]),
        )


def remove_boards(change: SectionChange, game: Game) -> bool:
    """Delete the boards of a match. False, and nothing deleted, if one has a result."""
    boards = list(game.match_boards.all())
    if any((board.result, board.points_q) != (_cleared(board), THE_RESULTS_OWN) for board in boards):
        return False
    for board in boards:
        change.delete(board)
    return True
