"""The log of an event read from its first entry on, and what it makes compared with what is stored.

The entries of all sections and team tables of an event are one sequence: each has its rows before and after,
so that one after another they make the rows again. The standings are computed from the rows of the log, in a
transaction that is rolled back.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from django.db import DatabaseError, models, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tiebreaks.models import Standings

from .. import zones
from ..changes import TABLES, image, lock_sections
from ..errors import Refused
from ..models import Entered, Event, LogEntry, RowChange, Section, TeamTable, Verb
from ..text.log import Summary
from ..text.wording import date_and_clock
from .backups.schema import OF_EVENT, OF_STANDINGS
from .rebuilding import difference_of

Key = tuple[str, int]
Image = dict[str, Any]
# A second reading writes no entry.
NOT_LOGGED = set(Entered.SECOND_READING)
# Rows of the whole event. A change of them is in the log of one section, which goes when that is deleted.
OF_WHOLE_EVENT = {"event", "section", "school", "teamtable", "tablesection"}


@dataclass
class Replay:
    """What the log of an event gives. ``differences`` are rows and standings that are otherwise in the
    database; ``notes`` say what the log does not hold."""

    event: Event
    entries: int
    differences: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def replay(event: Event) -> Replay:
    """Read the log of an event from its first entry on. Changes nothing."""
    with transaction.atomic():
        # Between two reads, nobody enters anything.
        event = Event.objects.select_for_update().get(pk=event.pk)
        lock_sections(list(event.sections.values_list("pk", flat=True)))
        stored = _stored(event)
        entries = LogEntry.objects.filter(standings__in=_standings(event)).order_by("pk")
        log = _Log(_deleted_sections(entries))
        for entry in entries.iterator(chunk_size=200):
            log.read(entry)
        found = Replay(event, log.entries)
        wrong = list(_compared(log, stored, found))
        found.differences += _of_documents(event, log, wrong)
        transaction.set_rollback(True)
    return found


def _deleted_sections(entries: models.QuerySet[LogEntry]) -> set[int]:
    """The sections that were deleted, with their logs."""
    deletions = entries.filter(Q(code=Summary.SECTION_DELETED) | Q(code=Summary.UNDONE, verb=Verb.UNDO))
    changes = chain.from_iterable(entry.changes for entry in deletions.iterator(chunk_size=200))
    return {row.pk for row in changes if row.table == "section" and row.after is None}


class _Log:
    """The rows that the entries make, one after another. What happened in a section that was deleted went
    with its log."""

    def __init__(self, deleted: Collection[int] = ()) -> None:
        self.deleted = deleted
        self.entries = 0
        self.rows: dict[Key, Image] = {}
        # Rows that some entry added. Of the others the log knows only what changed.
        self.whole: set[Key] = set()
        self.removed: set[Key] = set()
        self.first: LogEntry | None = None
        self.has_holes = False
        self.breaks: list[str] = []

    def read(self, entry: LogEntry) -> None:
        self.entries += 1
        self.first = self.first or entry
        # What a table had goes with it, log and all.
        gone = any(row.table == "teamtable" and row.after is None for row in entry.changes)
        if gone or entry.code == Summary.SECTION_DELETED:
            self.has_holes = True
        for changed in entry.changes:
            self._apply(entry, changed)

    def lacks(self, key: Key) -> bool:
        """Whether a row is of a section that was deleted, so that the log does not tell all of it."""
        return self.rows.get(key, {}).get("section_id") in self.deleted

    def _apply(self, entry: LogEntry, changed: RowChange) -> None:
        key = changed.table, changed.pk
        if self.lacks(key):
            self.rows[key] = {}
            self.whole.discard(key)
        known = self.rows.setdefault(key, {})
        for name, value in (changed.before or {}).items():
            if name in known and known[name] != value and changed.table not in OF_WHOLE_EVENT:
                self.breaks.append(
                    _(
                        "%(row)s: entry %(entry)s begins with %(what)s %(before)s, the entries before it"
                        " end with %(after)s"
                    )
                    % {
                        "row": _named(key, known),
                        "entry": entry.version,
                        "what": name,
                        "before": value,
                        "after": known[name],
                    }
                )
        if changed.after is None:
            del self.rows[key]
            self.removed.add(key)
            return
        if changed.before is None:
            self.whole.add(key)
        known |= changed.after


def _compared(
    log: _Log, stored: dict[Key, models.Model], found: Replay
) -> Iterator[tuple[Key, Image | None]]:
    """Note each row that is otherwise in the database. Yields its key, with the values of the log; None
    where the log has no such row."""
    found.differences += log.breaks
    begins_late = bool(stored) and any(
        ("section", pk) not in log.whole for table, pk in stored if table == "section"
    )
    older = 0
    for key, row in stored.items():
        known = log.rows.get(key)
        if known is None and key[0] == "checkin":
            continue  # Earlier releases checked in without a log.
        if key not in log.whole and (begins_late or log.has_holes or key[0] == "event"):
            older += key[0] != "event"
        elif known is None:
            found.differences.append(
                _("%(row)s: it is in the database, and the log has no such row")
                % {"row": _named(key, image(row))}
            )
            yield key, None
            continue
        wrong = {name: value for name, value in (known or {}).items() if _differs(row, name, value)}
        for name, value in wrong.items():
            found.differences.append(
                _("%(row)s: %(what)s is %(log)s in the log and %(stored)s in the database")
                % {
                    "row": _named(key, image(row)),
                    "what": name,
                    "log": _plain(value),
                    "stored": _plain(image(row)[name]),
                }
            )
        if wrong:
            yield key, wrong
    for key in log.rows.keys() - stored.keys():
        if log.lacks(key):
            continue  # It was removed there, or went with its section.
        if key in log.whole or not log.has_holes:
            found.differences.append(
                _("%(row)s: the log has it, and it is not in the database")
                % {"row": _named(key, log.rows[key])}
            )
            yield key, log.rows[key]
    if older and log.first is not None:
        with zones.told_in(found.event.time_zone):
            at = date_and_clock(log.first.at)
        found.notes.append(
            _(
                "The log does not hold how this event began: its first entry (%(entry)s, %(at)s) builds on"
                " rows that no entry added. Of %(count)d such rows only what changed since was compared."
            )
            % {"entry": log.first.summary, "at": at, "count": older}
        )
    elif older:
        found.notes.append(_("This event has no log."))


def _differs(row: models.Model, name: str, value: Any) -> bool:
    columns = {each.attname for each in row._meta.concrete_fields}
    if name in NOT_LOGGED or name not in columns:
        return False
    stands = image(row)[name]
    # The entries of a removed account keep nobody's name.
    return bool(stands != value) and not (name in ("entered_by_id", "by_id") and stands is None)


def _of_documents(event: Event, log: _Log, wrong: list[tuple[Key, Image | None]]) -> Iterator[str]:
    """The standings that the rows of the log give, where they are not those that are published."""
    try:
        with transaction.atomic():
            _write(log, wrong)
            owners = chain(
                Section.objects.filter(event=event).select_related("standings"),
                TeamTable.objects.filter(event=event).select_related("standings"),
            )
            told = [(owner, difference_of(owner)) for owner in owners]
            transaction.set_rollback(True)
    except (DatabaseError, Refused, ValueError, LookupError):
        yield _("The rows of the log make no standings.")
        return
    for owner, difference in told:
        if difference:
            yield f"{owner}: {difference}"


def _write(log: _Log, wrong: list[tuple[Key, Image | None]]) -> None:
    """Make the rows those of the log. What refers to a removed row goes before it."""
    order = {model.__name__.lower(): at for at, model in enumerate(chain(OF_EVENT, OF_STANDINGS))}
    for (table, pk), known in sorted(wrong, key=lambda each: order[each[0][0]], reverse=True):
        if known is None:
            TABLES[table]._default_manager.filter(pk=pk).delete()
    for (table, pk), known in sorted(wrong, key=lambda each: order[each[0][0]]):
        rows = TABLES[table]._default_manager
        if known is not None and not rows.filter(pk=pk).update(**known):
            rows.bulk_create([TABLES[table](**known)])


def _stored(event: Event) -> dict[Key, models.Model]:
    found: dict[Key, models.Model] = {}
    for name, model in TABLES.items():
        rows = model._default_manager.all()
        if model in OF_EVENT:
            rows = rows.filter(**{OF_EVENT[model]: event.pk})
        else:
            rows = rows.filter(standings__in=_standings(event))
        found |= {(name, row.pk): row for row in rows}
    return found


def _standings(event: Event) -> models.QuerySet[Standings]:
    return Standings.objects.filter(Q(section__event=event) | Q(teamtable__event=event))


def _named(key: Key, values: Image) -> str:
    """A row by its table and key, and by its name or number, as a person who mends it looks for it."""
    said = values.get("name") or values.get("number") or values.get("board") or ""
    return f"{key[0]} {key[1]} {said}".rstrip()


def _plain(value: Any) -> str:
    return _("nothing") if value is None or value == "" else str(value)
