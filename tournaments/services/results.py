"""Entering what came of a board."""

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ..changes import SectionChange, section_change
from ..errors import Conflict, Refused, ResultConflict
from ..models import Game, Round, Seat, Verb
from ..text.results import RESULTS, THE_RESULTS_OWN, Points, tell_result
from ..text.wording import isolated


def record_result(game: Game, result: str, *, revision: int, by: User, reason: str = "") -> Game:
    """Enter, correct or clear (``??``) a board's result; ``revision`` is the one the screen showed.

    The same result again changes nothing, whatever the screen knew: a second look at the slips takes no
    ruling back. Another result does. Answers the game as it stands.
    Raises :class:`ResultConflict` when the board changed meanwhile, :class:`Refused` for an unknown result.
    """
    check_known(result)
    with section_change(game.round.section_id, by=by, verb=Verb.RESULT, reason=reason) as change:
        game = board_under_lock(game)
        if change.section.boards:
            raise Refused(_("What came of a match follows from its boards. Enter these."))
        seats = sides(game)
        stands, points_q = standing(seats)
        if stands == result:
            return game
        if game.revision != revision:
            raise ResultConflict(stands, result, game.entered_by, points_q, reason=reason)
        enter(change, game, seats, result, THE_RESULTS_OWN, by)
    return game


def check_known(result: str) -> None:
    """Raise :class:`Refused` for letters that are no result."""
    if result not in RESULTS:
        allowed = ", ".join(RESULTS)
        raise Refused(
            _("“%(read)s” is no result; expected one of %(allowed)s.") % {"read": result, "allowed": allowed}
        )


def sides(game: Game) -> list[Seat]:
    """White's seat and Black's."""
    return list(game.seats.select_related("player", "round").order_by("-side"))


def standing(seats: list[Seat]) -> tuple[str, Points]:
    """What is entered on a board: both sides' letters and the points that are not the result's own."""
    return "".join(seat.kind for seat in seats), tuple(seat.points_q for seat in seats)


def enter(
    change: SectionChange, game: Game, seats: list[Seat], result: str, points_q: Points, by: User
) -> None:
    """Write both sides of a board as part of a change under way."""
    _check_withdrawn(game, seats, result)
    for seat, letter, awarded in zip(seats, result, points_q, strict=True):
        change.update(seat, kind=letter, points_q=awarded)
    change.update(game, revision=game.revision + 1, entered_by=by)
    publish_at_first_result(change, game.round)
    change.summary = _("Round %(round)d, board %(board)d: %(white)s – %(black)s %(result)s") % {
        "round": game.round.number,
        "board": game.board,
        "white": isolated(seats[0].player.name),
        "black": isolated(seats[1].player.name),
        "result": tell_result(result, points_q),
    }


def _check_withdrawn(game: Game, seats: list[Seat], result: str) -> None:
    """:class:`Refused` where a side played, or won, after it left; by forfeit it may lose (30B)."""
    for seat, kind in zip(seats, map(Kind.of, result), strict=True):
        left = seat.player.withdrawn_after
        began = min(seat.round.number, game.round.number)
        if left is not None and left < began and kind not in (Kind.OPEN, Kind.FORFEIT_LOSS):
            raise Refused(
                _(
                    "%(name)s withdrew after round %(round)d: only a forfeit loss can be entered here."
                    " If the game was played, bring the player back on the roster first."
                )
                % {"name": seat.player.name, "round": left}
            )


def board_under_lock(game: Game) -> Game:
    """The board read again: between drawing the screen and this key somebody may have been faster."""
    found = Game.objects.select_related("round", "entered_by").filter(pk=game.pk).first()
    if found is None:
        raise Conflict(_("This board was taken off the round meanwhile."))
    return found


def publish_at_first_result(change: SectionChange, round: Round) -> None:
    """A round in which somebody has a result is no draft any more."""
    if round.published_at is None:
        change.update(round, published_at=timezone.now())
