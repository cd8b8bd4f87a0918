"""Taking an entry back, row by row from the log."""

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from tiebreaks.models import Decision

from ..changes import TABLES, SectionChange, section_change
from ..errors import Conflict, Refused
from ..models import ExtraGame, Game, LogEntry, MatchBoard, Player, Round, RowChange, Section, Verb
from ..selectors.log import last_entry
from ..text.results import OPEN
from .settling import settle


def undo(section_id: int, *, by: User, entry_id: int | None = None) -> LogEntry:
    """Take back this person's last entry, row by row from the log; answers the entry that was undone.

    ``entry_id`` is the one the screen named. Raises :class:`Conflict` when that is not the last any more, or
    when somebody changed the same rows since, and :class:`Refused` when there is nothing to take back.
    """
    with section_change(section_id, by=by, verb=Verb.UNDO) as change:
        entry = last_entry(change.section, by)
        if entry is None:
            raise Refused(_("You have entered nothing here that could be undone."))
        if entry_id not in (None, entry.pk):
            raise Conflict(
                _("Your last entry here is another one by now: %(summary)s. Nothing was undone.")
                % {"summary": entry.summary}
            )
        following = _matches_of(entry)
        latest_first = entry.changes[::-1]
        for row in sorted(latest_first, key=_is_round):
            if not (following and row.table in ("game", "seat")):
                _restore(change, row)
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
    boards = [row for row in entry.changes if row.table == "matchboard"]
    entered = entry.verb in (Verb.RESULT, Verb.RULING, Verb.LINE_UP)
    if not entered or not all(row.before and row.after for row in boards):
        return []
    return list(Game.objects.filter(match_boards__in={row.pk for row in boards}).distinct())


def _is_round(row: RowChange) -> bool:
    """Rounds come last: what becomes of one depends on who still sits in it."""
    return row.table == "round"


def _moved() -> Conflict:
    return Conflict(_("Somebody changed the same rows since; undo cannot take it back. Correct it by hand."))


def _restore(change: SectionChange, changed: RowChange) -> None:
    model, pk, before, after = TABLES[changed.table], changed.pk, changed.before, changed.after
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
    if isinstance(row, Decision) and before is None:
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


def _stands(row: models.Model, after: dict[str, Any]) -> bool:
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


def _create_again(change: SectionChange, model: type[models.Model], image: dict[str, Any]) -> None:
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


def _related(field: "models.Field[Any, Any]", value: object) -> object:
    if isinstance(field, models.ForeignKey) and value is not None:
        return field.remote_field.model._default_manager.filter(pk=value).first()
    return field.to_python(value) if value is not None else None
