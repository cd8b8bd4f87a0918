"""Matches of teams: who sits on which board, and what came of each.

The members sit in their team's order. Who was not there leaves the lowest boards empty, and these are lost by
forfeit. A team whose players nobody listed plays without names.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from ..changes import SectionChange, section_change
from ..errors import Conflict, Refused, ResultConflict, Trouble
from ..models import Game, MatchBoard, Player, Seat, TeamMember, Verb
from ..text.results import (
    BLACK_FORFEITS,
    BOTH_FORFEIT,
    OPEN,
    THE_RESULTS_OWN,
    WHITE_FORFEITS,
    Points,
    tell_result,
)
from ..text.wording import isolated
from .results import board_under_lock, check_known, publish_at_first_result, sides
from .settling import settle

# What is entered for a whole match: who did not come, or that nothing is known any more.
OF_A_MATCH = (WHITE_FORFEITS, BLACK_FORFEITS, BOTH_FORFEIT, OPEN)
# On a side's boards from the first down: who sits there; nobody on a board that is left empty.
LineUp = Sequence[TeamMember | None]


# --- results --------------------------------------------------------------------------------------


def record_board(board: MatchBoard, result: str, *, revision: int, by: User, reason: str = "") -> MatchBoard:
    """Enter, correct or clear a board of a match, as :func:`.results.record_result` does a board of players.

    The letters are the home side's first. The match has a result once all its boards have one.
    """
    check_known(result)
    with section_change(board.game.round.section_id, by=by, verb=Verb.RESULT, reason=reason) as change:
        board = match_board_under_lock(board)
        if board.result == result:
            return board
        if board.revision != revision:
            raise ResultConflict(board.result, result, board.entered_by, board.points_q, reason=reason)
        enter_on_board(change, board, result, THE_RESULTS_OWN, by)
    return board


def enter_on_board(change: SectionChange, board: MatchBoard, result: str, points_q: Points, by: User) -> None:
    """Write what came of a board, and of its match, as part of a change under way."""
    _enter(change, board, result, by, points_q)
    settle(change, board.game, by)
    publish_at_first_result(change, board.game.round)
    change.summary = _("Round %(round)d, match %(match)d, board %(board)d: %(result)s") % {
        "round": board.game.round.number,
        "match": board.game.board,
        "board": board.board,
        "result": tell_result(result, points_q),
    }


def record_match(game: Game, result: str, *, revision: int, by: User, reason: str = "") -> Game:
    """Enter the same on every board: a match to which a team did not come, or a match to be entered anew."""
    if result not in OF_A_MATCH:
        raise Refused(_("What came of a match follows from its boards. Enter these."))
    with section_change(game.round.section_id, by=by, verb=Verb.RESULT, reason=reason) as change:
        game = _match_under_lock(game, revision)
        for board in boards_of(change, game):
            _enter(change, board, _emptied(board) if result == OPEN else result, by)
        settle(change, game, by)
        if result != OPEN:
            publish_at_first_result(change, game.round)
        teams = [isolated(seat.player.name) for seat in sides(game)]
        change.summary = _("Round %(round)d, match %(match)d, all boards: %(home)s – %(away)s %(result)s") % {
            "round": game.round.number,
            "match": game.board,
            "home": teams[0],
            "away": teams[1],
            "result": tell_result(result),
        }
    return game


def _enter(
    change: SectionChange, board: MatchBoard, result: str, by: User, points_q: Points = THE_RESULTS_OWN
) -> None:
    change.update(board, revision=board.revision + 1, entered_by=by, **_came(result, points_q))


def _came(result: str, points_q: Points = THE_RESULTS_OWN) -> dict[str, str | int | None]:
    """What came of a board, as its row keeps it."""
    home_q, away_q = points_q
    return {
        "home_kind": result[0],
        "away_kind": result[1],
        "home_points_q": home_q,
        "away_points_q": away_q,
    }


def match_board_under_lock(board: MatchBoard) -> MatchBoard:
    found = MatchBoard.objects.select_related("game__round", "entered_by").filter(pk=board.pk).first()
    if found is None:
        raise Conflict(_("This board was taken off the round meanwhile."))
    return found


def _match_under_lock(game: Game, revision: int) -> Game:
    game = board_under_lock(game)
    if game.revision != revision:
        raise Conflict(_("Somebody changed this match meanwhile. See it as it stands, and enter it again."))
    return game


# --- who sits -------------------------------------------------------------------------------------


def seat_teams(change: SectionChange, games: Iterable[Game], seats: Iterable[Seat], by: User) -> None:
    """Make the boards of new matches, each team with the first players of its list."""
    members: dict[int, list[TeamMember | None]] = defaultdict(list)
    for member in TeamMember.objects.filter(team__section=change.section):
        members[member.team_id].append(member)
    teams = {(seat.game_id, seat.side): members[seat.player_id] for seat in seats if seat.game_id}
    for game in games:
        _make_boards(change, game, teams[game.pk, "w"], teams[game.pk, "b"], by)


def boards_of(change: SectionChange, game: Game) -> list[MatchBoard]:
    """The boards of a match; one that was taken over from a wall chart gets them now, without names."""
    boards = list(game.match_boards.select_related("home", "away"))
    return boards or change.create_all(
        MatchBoard(game=game, board=number) for number in range(1, change.section.boards + 1)
    )


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
    """What a board is before anything is entered: lost by forfeit for the team that has nobody for it."""
    absent = (home_listed and board.home_id is None, away_listed and board.away_id is None)
    return {(True, True): BOTH_FORFEIT, (True, False): WHITE_FORFEITS, (False, True): BLACK_FORFEITS}.get(
        absent, OPEN
    )


def _emptied(board: MatchBoard) -> str:
    """What a board is once what was entered is cleared."""
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
) -> Game:
    """Say who sits on the boards of a match, by the keys of the members; None leaves a board empty.

    :class:`Refused` with whoever is of another team, sits twice or above somebody who stands before them in
    the team's list. A result that was entered stays with its board.
    """
    with section_change(game.round.section_id, by=by, verb=Verb.LINE_UP, reason=reason) as change:
        game = _match_under_lock(game, revision)
        teams = [seat.player for seat in sides(game)]
        troubles: list[Trouble] = []
        line_ups = [_checked(team, keys, troubles) for team, keys in zip(teams, (home, away), strict=True)]
        if troubles:
            raise Refused(_("The line-up was not stored."), troubles)
        _sit(change, boards_of(change, game), line_ups, [team.members.exists() for team in teams])
        if not change.rows:
            return game
        settle(change, game, by)
        change.summary = _("Round %(round)d, match %(match)d: line-up of %(home)s – %(away)s") % {
            "round": game.round.number,
            "match": game.board,
            "home": isolated(teams[0].name),
            "away": isolated(teams[1].name),
        }
    return game


def _sit(
    change: SectionChange, boards: list[MatchBoard], line_ups: list[LineUp], listed: Sequence[bool]
) -> None:
    """Seat both line-ups; a board that was lost for want of a player is open again once there is one."""
    home, away = (_filled(line_up, len(boards)) for line_up in line_ups)
    changed = [
        (board, one, other, _forced(board, *listed))
        for board, one, other in zip(boards, home, away, strict=True)
        if (board.home, board.away) != (one, other)
    ]
    # Whoever moves from board to board would sit twice for a moment.
    for board, *_who in changed:
        change.update(board, home=None, away=None)
    for board, one, other, forced_before in changed:
        change.update(board, home=one, away=other, revision=board.revision + 1)
        forced = _forced(board, *listed)
        if forced != OPEN or board.result == forced_before:
            change.update(board, **_came(forced))


def _checked(team: Player, keys: Sequence[int | None], troubles: list[Trouble]) -> LineUp:
    """The members with these keys, and what cannot be about them."""
    members = {member.pk: member for member in team.members.all()}
    sitting: list[TeamMember | None] = []
    for number, key in enumerate(keys, 1):
        where = _("%(team)s, board %(board)d") % {"team": team.name, "board": number}
        member = None if key is None else members.get(key)
        above = [each for each in sitting if each is not None]
        if key is not None and member is None:
            stranger = TeamMember.objects.filter(pk=key, team__section=team.section_id).first()
            read = stranger.name if stranger else str(key)
            troubles.append(Trouble(where, read, _("a player of %s") % team.name))
        elif member is not None and member in above:
            expected = _("each player once (%(name)s is on board %(board)d too)")
            said = {"name": member.name, "board": sitting.index(member) + 1}
            troubles.append(Trouble(where, member.name, expected % said))
        elif member is not None and len(above) < number - 1 and not troubles:
            expected = _("nobody: a board above is empty, and a team fills its boards from the first")
            troubles.append(Trouble(where, member.name, expected))
        elif member is not None and above and member.board < above[-1].board:
            expected = _("the team's order: %(name)s stands above %(other)s in it")
            said = {"name": member.name, "other": above[-1].name}
            troubles.append(Trouble(where, member.name, expected % said))
        sitting.append(member)
    return sitting


def turned(change: SectionChange, game: Game) -> None:
    """The boards of a match whose teams change colors, as part of that change."""
    for board in game.match_boards.select_related("home", "away"):
        change.update(
            board,
            home=board.away,
            away=board.home,
            revision=board.revision + 1,
            **_came(board.result[::-1], board.points_q[::-1]),
        )


def take_off(change: SectionChange, game: Game) -> bool:
    """Delete the boards of a match that is taken off its round; False where something was entered on one."""
    boards = list(game.match_boards.all())
    if any((board.result, board.points_q) != (_emptied(board), THE_RESULTS_OWN) for board in boards):
        return False
    for board in boards:
        change.delete(board)
    return True
