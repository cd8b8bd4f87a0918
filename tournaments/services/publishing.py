"""A round is published once, with its first result at the latest. In a round robin the games of who has left
are forfeits then (30B)."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tiebreaks.engine.chart.wallchart import Format, Kind

from ..changes import SectionChange
from ..models import Game, Player, Round, Seat
from ..text.results import label
from . import orders, reasons
from .settling import boards_of, settle, write_board, write_sides


class Forfeit(NamedTuple):
    """A game that nobody plays: its board, both sides, White first, and the letters of its result."""

    board: str
    players: tuple[Player, Player]
    result: str

    @property
    def said(self) -> list[str]:
        """What the log says of it."""
        return [self.board, *(player.called for player in self.players), self.result]


def winners(forfeits: Iterable[Forfeit]) -> list[tuple[Player, Kind]]:
    """Who wins by these forfeits, each once."""
    sides = (side for each in forfeits for side in zip(each.players, map(Kind.of, each.result), strict=True))
    return list({player: kind for player, kind in sides if kind is Kind.FORFEIT_WIN}.items())


def publish_round(
    change: SectionChange, round: Round, *, by: User, overtaken: bool = True
) -> list[tuple[Player, Kind]]:
    """Publish a round, if it is not, with the forfeits of who has left; returns who wins by these.

    ``overtaken``: a draft of it, if there is one, was paired before something else that the rules read; it
    has boards that were typed since.
    """
    if round.published_at is not None:
        return []
    mark_published(change, round, by=by, overtaken=overtaken)
    return winners(enter_forfeits(change, round, by=by))


@contextmanager
def published(change: SectionChange, round: Round, *, by: User) -> Iterator[dict[str, Any]]:
    """Publish a round with a result that is written meanwhile; the forfeits are of the boards left open. Has
    what the log says of these, once they are entered."""
    was_published = round.published_at is not None
    mark_published(change, round, by=by)
    told: dict[str, Any] = {}
    yield told
    if not was_published and (forfeits := enter_forfeits(change, round, by=by)):
        told["forfeits"] = [each.said for each in forfeits]


def mark_published(
    change: SectionChange, round: Round, *, by: User, overtaken: bool = True, explained: bool = True
) -> None:
    """Publish a round whose results are all known, as another program has them, if it is not.

    The first round posts the options of the pairing that are still to be posted, and the order with them.
    Only a round that was paired here is ``explained``.
    """
    if round.published_at is None:
        orders.post_waiting(change, by=by)
        if explained:
            keep = partial(reasons.keep, change.section.pk, round.number, overtaken=overtaken)
            transaction.on_commit(keep, robust=True)
        change.update(round, published_at=timezone.now())


def enter_forfeits(change: SectionChange, round: Round, *, by: User) -> list[Forfeit]:
    """Enter the forfeits of a published round against who left the round robin before it (30B): nobody plays
    these games, and without a result the round would never be complete."""
    if change.section.format != Format.ROUND_ROBIN.value:
        return []
    gone = Seat.objects.filter(player__withdrawn_after__lt=round.number, kind=Kind.OPEN.letter)
    open_games = Game.objects.filter(round=round, seats__in=gone.filter(round=round)).distinct()
    entered = []
    for game in open_games.order_by("board", "slot"):
        seats = sorted(game.seats.select_related("player", "round"), key=attrgetter("side"), reverse=True)
        left = [seat.player.withdrawn_after for seat in seats]
        stays = [after is None or after >= round.number for after in left]
        kinds = [Kind.FORFEIT_WIN if each else Kind.FORFEIT_LOSS for each in stays]
        result = "".join(kind.letter for kind in kinds)
        if not change.section.boards:
            write_sides(change, game, seats, result, by=by)
        elif not _forfeit_match(change, game, result, by=by):
            continue
        white, black = (seat.player for seat in seats)
        board = label(game.board, game.slot, change.section.games)
        entered.append(Forfeit(board, (white, black), result))
    return entered


def _forfeit_match(change: SectionChange, game: Game, result: str, *, by: User) -> bool:
    """Enter a forfeit on every board of a match. One of which a board was played all the same is left to the
    director."""
    boards = boards_of(change, game)
    kinds = {Kind.of(letter) for board in boards for letter in board.result}
    if any(kind.played and kind is not Kind.OPEN for kind in kinds):
        return False
    for board in boards:
        write_board(change, board, result, by=by)
    settle(change, game, by)
    return True
