"""Undoing a log entry, row by row."""

import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, DataError, IntegrityError, models
from django.db.models import Q
from django.utils.translation import gettext as _

from tiebreaks.models import Decision

from ..changes import TABLES, SectionChange, section_change
from ..errors import Conflict, Refused
from ..models import Entered, ExtraGame, Game, LogEntry, Player, Round, RowChange, Section, Verb
from ..selectors.consequences import Consequences
from ..selectors.log import is_unchanged, last_entry, last_import, parsed, undoing_of
from ..text.log import Summary
from ..text.results import OPEN
from . import corrections
from .settling import settle

logger = logging.getLogger(__name__)


def undo(
    section_id: int,
    *,
    by: User,
    entry_id: int | None = None,
    reason: str = "",
    seen: Consequences | None = None,
) -> LogEntry:
    """Undo this person's last entry in the section and return it.

    ``entry_id`` is the entry the screen showed. Raises :class:`Conflict` if it is no longer the last, or if
    somebody changed the same rows since, and :class:`Refused` if there is nothing to undo. Undoing a result
    is a correction where entering it would be one: ``seen`` is what it moves (:mod:`.corrections`).
    """
    with _sound_log(), section_change(section_id, by=by, verb=Verb.UNDO, reason=reason) as change:
        entry = last_entry(change.section, by)
        if entry is None:
            raise Refused(_("You have no entry to undo in this section."))
        if entry_id not in (None, entry.pk):
            raise Conflict(
                _("You have made a newer entry since this page loaded: %(summary)s. Nothing was undone.")
                % {"summary": entry.summary}
            )
        corrected = {}
        if entry.verb in corrections.OF_RESULTS:
            rounds, had_result = corrections.results_in(entry)
            corrected = corrections.check(change, rounds, had_result=had_result, seen=seen)
        matches = _matches_of(entry)
        _take_back(change, entry, without=("game", "seat") if matches else ())
        change.values |= corrected
        for game in matches:
            settle(change, game, by)
    return entry


def undo_import(section_id: int, *, by: User, entry_id: int) -> LogEntry:
    """Undo this person's last import. Players on the wall chart, or edited since, stay as they are."""
    with _sound_log(), section_change(section_id, by=by, verb=Verb.UNDO) as change:
        entry = last_import(change.section, by)
        if entry is None or entry.pk != entry_id:
            raise Conflict(_("This import was undone already, or you made a newer one. Nothing was undone."))
        undoing = undoing_of(entry)
        there = {player.pk for player in undoing.goes + undoing.restored}
        stays = {row.pk for row in entry.changes if row.table == "player"} - there
        _take_back(change, entry, players=stays if undoing.in_parts else set())
    return entry


@contextmanager
def _sound_log() -> Iterator[None]:
    """A restored file may have been edited by hand: a log that fits nothing is answered with a sentence."""
    try:
        yield
    except (IntegrityError, DataError) as error:
        raise _fits_nothing() from error
    except (Refused, DatabaseError, OSError):
        raise
    except Exception as error:
        raise _fits_nothing() from error


def _fits_nothing() -> Conflict:
    logger.exception("An entry of the log could not be undone")
    return Conflict(
        _("What the log says does not fit what is here, so this can't be undone. Correct it by hand.")
    )


def _take_back(
    change: SectionChange, entry: LogEntry, *, without: Collection[str] = (), players: Collection[int] = ()
) -> None:
    """Restore the rows of an entry ``without`` those of some tables and of some ``players``."""
    latest_first = entry.changes[::-1]
    # Rounds come last: a round stays if it still has seats.
    for changed in sorted(latest_first, key=lambda changed: changed.table == "round"):
        if changed.table not in without and not (changed.table == "player" and changed.pk in players):
            _restore(change, changed)
    if not change.rows:
        raise _changed_since()
    change.undoes = entry
    said = {name: value for name, value in entry.values.items() if name != "moved"}
    change.say(Summary.UNDONE, summary=[entry.code, said])


def _matches_of(entry: LogEntry) -> list[Game]:
    """The matches whose boards an entry changed. Their results are computed again from the boards, where
    others may have entered results since."""
    boards = [changed for changed in entry.changes if changed.table == "matchboard"]
    is_entry = entry.verb in (Verb.RESULT, Verb.RULING, Verb.LINE_UP)
    if not is_entry or not all(board.before and board.after for board in boards):
        return []
    return list(Game.objects.filter(match_boards__in={board.pk for board in boards}).distinct())


def _changed_since() -> Conflict:
    return Conflict(_("Somebody changed the same rows since, so this can't be undone. Correct it by hand."))


def _restore(change: SectionChange, changed: RowChange) -> None:
    model, pk, before, after = TABLES[changed.table], changed.pk, changed.before, changed.after
    # The document is computed from the locked section, not from another copy of its row.
    row = change.section if model is Section else model._default_manager.filter(pk=pk).first()
    if isinstance(row, Round) and _still_needed(row, created=after if before is None else None):
        return
    if isinstance(row, Player) and before is None and _is_in_use(row):
        if row.visitor_of_id:
            return  # The visitor has played here again since.
        raise _changed_since()
    if after is None:
        if row is not None:
            raise _changed_since()
        _create_again(change, model, before or {})
        return
    if row is None or not is_unchanged(row, after):
        raise _changed_since()
    if isinstance(row, Decision) and before is None:
        # A coin is tossed once, so its outcome must stay known.
        change.update(row, withdrawn=True)
        return
    if before is None:
        change.delete(row)
        return
    fields = {field.attname: field for field in model._meta.concrete_fields}
    restored = {fields[name].name: _related(fields[name], value) for name, value in before.items()}
    for name, value in before.items():
        if not isinstance(fields[name], models.ForeignKey):
            fields[name].clean(value, row)
    if isinstance(row, Entered):
        # A screen that still shows the undone entry must get a conflict, so revisions never repeat.
        restored["revision"] = row.revision + 1
    change.update(row, **restored)


def _still_needed(round: Round, created: dict[str, Any] | None) -> bool:
    """Whether a round stays, or stays published, after the entry that created or published it is undone.

    It may have other seats or results since, or be published; these must not disappear from the public pages.
    ``created`` has the round as the entry created it, if it did.
    """
    if created is not None:
        published_since = created["published_at"] is None and round.published_at is not None
        return published_since or round.seats.exists()
    # A game of another round (28M2) is published with that round.
    return round.seats.filter(game__round=round).exclude(kind=OPEN[0]).exists()


def _is_in_use(player: Player) -> bool:
    """Whether rows refer to a player now that did not exist when the player was added."""
    extra = ExtraGame.objects.filter(Q(white=player) | Q(black=player))
    referring = (player.seats, player.reentries, player.visits, player.members)
    return any(rows.exists() for rows in referring) or extra.exists()


def _create_again(change: SectionChange, model: type[models.Model], image: dict[str, Any]) -> None:
    row = model(**{name: parsed(model, name, value) for name, value in image.items()})
    try:
        # The player may have another seat in the round since, or be off the roster.
        row.full_clean()
    except ValidationError:
        raise _changed_since() from None
    change.create(row)


def _related(field: "models.Field[Any, Any]", value: object) -> object:
    if isinstance(field, models.ForeignKey) and value is not None:
        return field.remote_field.model._default_manager.filter(pk=value).first()
    return field.to_python(value) if value is not None else None
