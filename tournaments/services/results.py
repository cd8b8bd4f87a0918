"""Entering what came of a board, and taking the last entry back."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.points import show

from ..changes import TABLES, Change, section_change
from ..errors import Conflict, Refused
from ..models import Decided, ExtraGame, Game, LogEntry, MatchBoard, Player, Round, Seat, Section
from ..text.wording import isolated
from .settling import settle

# A result is the two sides' letters, White's first.
WHITE_WINS, BLACK_WINS, DRAW = "WL", "LW", "DD"
WHITE_FORFEITS, BLACK_FORFEITS, BOTH_FORFEIT, FORFEIT_DRAW = "FX", "XF", "FF", "ZZ"
OPEN = "??"
RESULTS = {
    WHITE_WINS: "1–0",
    BLACK_WINS: "0–1",
    DRAW: "½–½",
    BLACK_FORFEITS: "X–F",
    WHITE_FORFEITS: "F–X",
    BOTH_FORFEIT: "F–F",
    FORFEIT_DRAW: "Z–Z",
    OPEN: "·–·",
}


# The points awarded to both sides, White's first; None where they are the result's own.
Points = Sequence[int | None]
THE_RESULTS_OWN: Points = (None, None)


def show_result(result: str, points_q: Points = THE_RESULTS_OWN) -> str:
    """As it is written on a pairing sheet, starred where other points were awarded.

    Letters as they stand where the two sides need not agree.

    >>> show_result("WL"), show_result("WL", (2, None)), show_result("NR")
    ('1–0', '1–0*', 'N–R')
    """
    return (RESULTS.get(result) or "–".join(result)) + ("*" if show_awarded(result, points_q) else "")


def show_awarded(result: str, points_q: Points) -> str:
    """The points of both sides, where they are not what the result says (22C5, split rulings).

    >>> show_awarded("WL", (2, None)), show_awarded("WL", (4, 0))
    ('½–0', '')
    """
    own = [Kind.of(letter).points_q for letter in result]
    awarded = [mine if given is None else given for mine, given in zip(own, points_q, strict=True)]
    return "" if awarded == own else "–".join(map(show, awarded))


def tell_result(result: str, points_q: Points = THE_RESULTS_OWN) -> str:
    """For the log and for who is asked: ``1–0*, awarded ½–0``."""
    awarded = show_awarded(result, points_q)
    told = show_result(result, points_q)
    return _("%(result)s, awarded %(points)s") % {"result": told, "points": awarded} if awarded else told


class ResultConflict(Conflict):
    """The board was changed since the screen that asks was drawn: what stands, and who entered it."""

    def __init__(
        self,
        stands: str,
        wanted: str,
        by: User | None,
        points_q: Points = THE_RESULTS_OWN,
        wanted_q: Points = THE_RESULTS_OWN,
        reason: str = "",
    ) -> None:
        name = (by.get_full_name() or by.get_username()) if by else _("somebody")
        told = {
            "name": name,
            "stands": tell_result(stands, points_q),
            "wanted": tell_result(wanted, wanted_q),
        }
        super().__init__(_("%(name)s entered %(stands)s here meanwhile; you typed %(wanted)s.") % told)
        self.stands = stands
        self.wanted = wanted
        self.name = name
        # What was typed to explain a correction: it is not lost with the conflict.
        self.reason = reason


def record_result(game: Game, result: str, *, revision: int, by: User, reason: str = "") -> Game:
    """Enter, correct or clear (``??``) a board's result; ``revision`` is the one the screen showed.

    The same result again changes nothing, whatever the screen knew: a second look at the slips takes no
    ruling back. Another result does. Answers the game as it stands.
    Raises :class:`ResultConflict` when the board changed meanwhile, :class:`Refused` for an unknown result.
    """
    known(result)
    with section_change(game.round.section_id, by=by, verb="result", reason=reason) as change:
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


def known(result: str) -> None:
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


def enter(change: Change, game: Game, seats: list[Seat], result: str, points_q: Points, by: User) -> None:
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


def publish_at_first_result(change: Change, round: Round) -> None:
    """A round in which somebody has a result is no draft any more."""
    if round.published_at is None:
        change.update(round, published_at=timezone.now())


# What the desk may take back; set-up has its own forms. What is shown beside the order changes in mid-play.
UNDOABLE = (
    "result",
    "line-up",
    "ruling",
    "pair",
    "bye",
    "remove",
    "swap",
    "publish",
    "withdraw",
    "late",
    "reentry",
    "extra",
    "tie",
    "columns",
)


def last_entry(section_id: int, by: User) -> LogEntry | None:
    """What ``undo`` would take back: this person's latest entry here that still stands."""
    return (
        LogEntry.objects.filter(section=section_id, who=by, verb__in=UNDOABLE, undone_by__isnull=True)
        .order_by("-version")
        .first()
    )


def undo(section_id: int, *, by: User, entry_id: int | None = None) -> LogEntry:
    """Take back this person's last entry, row by row from the log; answers the entry that was undone.

    ``entry_id`` is the one the screen named. Raises :class:`Conflict` when that is not the last any more, or
    when somebody changed the same rows since, and :class:`Refused` when there is nothing to take back.
    """
    with section_change(section_id, by=by, verb="undo") as change:
        entry = last_entry(section_id, by)
        if entry is None:
            raise Refused(_("You have entered nothing here that could be undone."))
        if entry_id not in (None, entry.pk):
            raise Conflict(
                _("Your last entry here is another one by now: %(summary)s. Nothing was undone.")
                % {"summary": entry.summary}
            )
        rows = entry.rows[::-1]
        following = _matches_of(entry)
        for table, pk, before, after in sorted(rows, key=_is_round):
            if not (following and table in ("game", "seat")):
                _restore(change, TABLES[table], pk, before, after)
        if change.rows:
            for game in following:
                settle(change, game, by)
        if not change.rows:
            raise _moved()
        change.undoes = entry
        change.summary = _("Undone: %(summary)s") % {"summary": entry.summary}
    return entry


def _matches_of(entry: LogEntry) -> list[Game]:
    """The matches whose boards an entry changed: their result is made anew from the boards, on which others
    may have entered something since."""
    boards = [row for row in entry.rows if row[0] == "matchboard"]
    if entry.verb not in ("result", "ruling", "line-up") or not all(
        before and after for _t, _pk, before, after in boards
    ):
        return []
    return list(Game.objects.filter(match_boards__in={pk for _table, pk, *_row in boards}).distinct())


def _is_round(row: list) -> bool:
    """Rounds come last: what becomes of one depends on who still sits in it."""
    return row[0] == "round"


def _moved() -> Conflict:
    return Conflict(_("Somebody changed the same rows since; undo cannot take it back. Correct it by hand."))


def _restore(
    change: Change, model: type[models.Model], pk: int, before: dict | None, after: dict | None
) -> None:
    # The sheet is computed from the section that the doorway holds, not from another copy of its row.
    row = change.section if model is Section else model._default_manager.filter(pk=pk).first()
    if isinstance(row, Round) and _still_needed(row, made=before is None):
        return
    if isinstance(row, Player) and before is None and _is_in_use(row):
        if row.visitor_of_id:
            return  # Who came from another section came again since.
        raise _moved()
    if after is None:
        if row is not None:
            raise _moved()
        _create_again(change, model, before or {})
        return
    if row is None or not _stands(row, after):
        raise _moved()
    if isinstance(row, Decided) and before is None:
        # A coin that was tossed is not tossed again: what came of it stays known.
        change.update(row, withdrawn=True)
        return
    if before is None:
        change.delete(row)
        return
    fields = {field.attname: field for field in model._meta.concrete_fields}
    restored = {fields[name].name: _related(fields[name], value) for name, value in before.items()}
    if isinstance(row, Game | MatchBoard):
        # A screen that still shows the undone entry must be told so; a revision never comes back.
        restored["revision"] = row.revision + 1
    change.update(row, **restored)


def _still_needed(round: Round, made: bool) -> bool:
    """Whether a round stays, though the entry that made it, or published it, is taken back.

    Others may sit in it by now, or have results: they must not disappear from the public pages.
    """
    if made:
        return round.published_at is not None or round.seats.exists()
    # A game of another round (28M2) is published with that one.
    return round.seats.filter(game__round=round).exclude(kind=OPEN[0]).exists()


def _stands(row: models.Model, after: dict) -> bool:
    """Whether the row is still as the entry left it. A board's revision only counts upwards."""
    return all(
        getattr(row, name) == _parsed(type(row), name, value)
        for name, value in after.items()
        if not (isinstance(row, Game | MatchBoard) and name == "revision")
    )


def _is_in_use(player: Player) -> bool:
    """Whether something hangs on an entry by now that was not there when it was made."""
    extra = ExtraGame.objects.filter(Q(white=player) | Q(black=player))
    hanging = (player.seats, player.reentries, player.visits, player.members)
    return any(rows.exists() for rows in hanging) or extra.exists()


def _create_again(change: Change, model: type[models.Model], image: dict) -> None:
    row = model(**{name: _parsed(model, name, value) for name, value in image.items()})
    try:
        # Since then the player may have been seated elsewhere in the round, or struck off the roster.
        row.full_clean()
    except ValidationError:
        raise _moved() from None
    change.create(row)


def _parsed(model: type[models.Model], name: str, value: object) -> object:
    field = next(field for field in model._meta.concrete_fields if field.attname == name)
    return value if isinstance(field, models.ForeignKey) else field.to_python(value)


def _related(field: models.Field, value: object) -> object:
    if isinstance(field, models.ForeignKey) and value is not None:
        return field.remote_field.model._default_manager.filter(pk=value).first()
    return field.to_python(value) if value is not None else None
