"""Two players of a round trade places: each takes the other's seat and color, and both boards change at once.

Nobody is without a seat in between. Of a posted round it is a correction with its reason.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ..changes import SectionChange, section_change
from ..errors import Refused
from ..models import Game, Player, Seat, Section, Verb
from ..text.log import Summary
from ..text.results import bye_name
from .matches import remove_boards, seat_teams
from .pairings import check_plays, check_reason
from .results import board_under_lock, sides


@dataclass(frozen=True)
class Traded:
    """Both boards with who sits there now, White first, and who left a reserved board."""

    boards: list[tuple[int, tuple[Player, Player]]]
    off_reserved: list[str]


def trade_places(game: Game, leaves: int, comes: int, *, by: User, reason: str = "") -> Traded:
    """Seat the player of number ``comes`` on a board in place of ``leaves``, who goes where that one sat.

    Raises :class:`Refused` for a board with a result, of which nothing is lost, and for a number without
    another board in this round; :class:`.NoReason` in a published round.
    """
    with section_change(game.round.section_id, by=by, verb=Verb.PAIR, reason=reason) as change:
        game = board_under_lock(game)
        number = game.round.number
        other = _board_of(game, comes)
        games = list(Game.objects.filter(round=game.round, board__in=(game.board, other.board)))
        seats = list(Seat.objects.filter(game__in=games).select_related("player"))
        players = {seat.player.number: seat.player for seat in seats}
        check_plays(game, leaves)
        _check_movable(change.section, games, seats)
        check_reason(change, game.round)
        for each in games:
            if not remove_boards(change, each):
                raise _has_result(change.section, [each.board])
        for seat in seats:
            change.delete(seat)
            seat.player = players[{leaves: comes, comes: leaves}.get(seat.player.number, seat.player.number)]
        change.create_all(seats)
        for each in games:
            change.update(each, revision=each.revision + 1)
        if change.section.boards:
            seat_teams(change, games, seats, by)
        found = [(each.board, _both(each)) for each in sorted((game, other), key=lambda one: one.board)]
        _say(change, number, found)
        return Traded(found, _off_reserved(change.section, found))


def _board_of(game: Game, comes: int) -> Game:
    """The board of the round where this number sits, another one than ``game``."""
    section = game.round.section
    seat = (
        Seat.objects.filter(round=game.round, player__number=comes, player__section=section)
        .select_related("game__round", "player")
        .order_by("slot")
        .first()
    )
    name = seat.player.called if seat else ""
    if seat is None:
        known = section.players.filter(number=comes).first()
        told = _("%(name)s has no board in round %(round)d. Nothing was saved.")
        if section.boards:
            told = _("%(name)s has no match in round %(round)d. Nothing was saved.")
        raise Refused(told % {"name": known.called if known else comes, "round": game.round.number})
    if seat.game is None:
        told = _(
            "%(name)s has a %(bye)s in round %(round)d. To seat %(name)s here: remove this pairing, remove"
            " the bye under “Byes and absences” on the page of the round, and pair the two there. Nothing was"
            " saved."
        )
        values = {"name": name, "bye": bye_name(Kind.of(seat.kind)), "round": game.round.number}
        raise Refused(told % values)
    if seat.game.round_id == game.round_id and seat.game.board == game.board:
        told = _("%(name)s is on this board already. Nothing was saved.")
        if section.boards:
            told = _("%(name)s plays this match already. Nothing was saved.")
        raise Refused(told % {"name": name})
    return seat.game


def _check_movable(section: Section, games: Iterable[Game], seats: Iterable[Seat]) -> None:
    """Raise :class:`Refused` for boards with a result, or whose games count in other rounds or sections."""
    tables = {game.pk: game.board for game in games}
    rounds = {game.pk: game.round_id for game in games}
    seats = list(seats)
    if decided := {tables[seat.game_id] for seat in seats if seat.game_id and seat.kind != Kind.OPEN.letter}:
        raise _has_result(section, sorted(decided))
    for seat in seats:
        if seat.game_id and (rounds[seat.game_id] != seat.round_id or seat.player.visitor_of_id):
            told = _("Board %(board)d is a game across rounds or sections. Remove it, then pair it anew.")
            if section.boards:
                told = _("Match %(board)d is one across rounds or sections. Remove it, then pair it anew.")
            raise Refused(told % {"board": tables[seat.game_id]})


def _has_result(section: Section, boards: list[int]) -> Refused:
    if len(boards) > 1:
        told = _("Boards %(one)d and %(other)d have results. Clear them first. Nothing was saved.")
        if section.boards:
            told = _("Matches %(one)d and %(other)d have results. Clear them first. Nothing was saved.")
        return Refused(told % {"one": boards[0], "other": boards[1]})
    told = _("Board %(board)d has a result. Clear it first. Nothing was saved.")
    if section.boards:
        told = _("Match %(board)d has a result. Clear it first. Nothing was saved.")
    return Refused(told % {"board": boards[0]})


def _both(game: Game) -> tuple[Player, Player]:
    white, black = sides(game)
    return white.player, black.player


def _say(change: SectionChange, number: int, found: list[tuple[int, tuple[Player, Player]]]) -> None:
    (one, _first), (other, _second) = found
    pairs = [(white.called, black.called) for _board, (white, black) in found]
    kind = "match" if change.section.boards else "board"
    change.say(Summary.TRADED_PLACES, **{"round": number, kind: one, "other": other, "pairs": pairs})


def _off_reserved(section: Section, found: Iterable[tuple[int, tuple[Player, Player]]]) -> list[str]:
    """Who has a reserved board and does not sit there now."""
    told = _("%(name)s has board %(wanted)d reserved and is on board %(board)d now.")
    if section.boards:
        told = _("%(name)s has board %(wanted)d reserved and plays match %(board)d now.")
    return [
        told % {"name": player.called, "wanted": player.fixed_board, "board": board}
        for board, both in found
        for player in both
        if player.fixed_board not in (None, board)
    ]
