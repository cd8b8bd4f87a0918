"""The one way to change what a public page can show: :func:`section_change` and :func:`table_change`.

One transaction locks the standings, reads, changes rows, adds one to the version, writes one log entry with
every changed row before and after, recomputes, publishes the document, and commits. A change of nothing
leaves no trace. No signals, no logic in ``save()``.

Locks have one order: first all sections of the change, by their standings, then the team tables that draw on
them, by theirs. A change of a table alone locks and computes only that table.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import date, datetime
from functools import singledispatch
from typing import Any, Generic, TypeVar

from django.contrib.auth.models import AnonymousUser, User
from django.db import models, transaction
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from tiebreaks import prepared
from tiebreaks import services as tiebreaks
from tiebreaks.lines import clean_texts
from tiebreaks.models import Decision, FinalSheet, FrozenAwards, PostedOrder, Standings
from tiebreaks.prepared import Prepared
from tiebreaks.published import PlayersDocument, read_players

from . import wallcharts
from .errors import Conflict, Refused, Unseen
from .models import (
    CheckIn,
    Event,
    ExtraGame,
    Game,
    HasStandings,
    KeptApart,
    LogEntry,
    MatchBoard,
    PairingDraft,
    Player,
    Round,
    RowChange,
    School,
    Seat,
    Section,
    TableSection,
    TeamMember,
    TeamTable,
    Verb,
)
from .models.following import follow
from .schools import counted_once, tables
from .schools.names import schools_of
from .text.log import Summary

Row = TypeVar("Row", bound=models.Model)
Owner = TypeVar("Owner", bound=HasStandings, covariant=True)
Author = User | AnonymousUser | None

# The database tables whose rows a log entry can contain.
TABLES: dict[str, type[models.Model]] = {
    model.__name__.lower(): model
    for model in (
        *(Event, Section, Player, CheckIn, KeptApart, TeamMember, Round, Game, MatchBoard, Seat, ExtraGame),
        *(TeamTable, TableSection, School, PostedOrder, Decision, FrozenAwards, FinalSheet),
    )
}
# With what a removed section takes along and brings back. Otherwise directors change it without the log.
LOGGED: dict[str, type[models.Model]] = TABLES | {"pairingdraft": PairingDraft}


class Change(Generic[Owner]):
    """One change in progress. ``owner`` is the row whose pages change, read under the lock.

    Create, update and delete rows through the change: it logs each of them.
    """

    def __init__(self, owner: Owner, verb: Verb, reason: str = "") -> None:
        self.owner = owner
        self.verb = verb
        self.reason = reason
        self.summary: Summary | None = None
        self.values: dict[str, Any] = {}
        self.undoes: LogEntry | None = None
        self.rows: list[RowChange] = []
        self.touched = False
        # What the log says of it, once it is concluded.
        self.entry: LogEntry | None = None
        # A director confirmed that players with one name are different people.
        self.different = False

    def say(self, summary: Summary, /, **values: Any) -> None:
        """Tell the log what this change does. Each change must; the last call counts."""
        self.summary, self.values = summary, values

    def create(self, row: Row) -> Row:
        """Insert a row."""
        row.save(force_insert=True)
        self.note(row)
        return row

    def create_all(
        self, rows: Iterable[Row], settle: Callable[[list[Row]], Iterable[str]] | None = None
    ) -> list[Row]:
        """Insert many rows of one table at once. ``settle`` sets what follows from their keys, and names the
        fields; the rows are logged with it."""
        made = list(rows)
        if made:
            type(made[0])._default_manager.bulk_create(made, batch_size=500)
            if settle and (fields := settle(made)):
                prepared.update(made, sorted(fields))
            for row in made:
                self.note(row)
        return made

    def update(self, row: models.Model, **fields: Any) -> None:
        """Set fields of a row and save those that differ."""
        if changed := self._set(row, fields):
            prepared.save(row, changed)

    def update_all(self, rows: Iterable[tuple[Row, dict[str, Any]]]) -> None:
        """Set fields of several rows of one table and save those that differ, in one query."""
        changed = {row: names for row, fields in rows if (names := self._set(row, fields))}
        if changed:
            prepared.update(list(changed), sorted({name for each in changed.values() for name in each}))

    def _set(self, row: models.Model, fields: dict[str, Any]) -> list[str]:
        """Set fields and note the change. The names of those that differ."""
        before = {name: getattr(row, name) for name in fields}
        changed = [name for name, value in fields.items() if before[name] != value]
        for name in changed:
            setattr(row, name, fields[name])
        if changed:
            self.rows.append(
                RowChange(
                    _table(row),
                    row.pk,
                    {_column(row, name): _plain(before[name]) for name in changed},
                    {_column(row, name): _plain(fields[name]) for name in changed},
                )
            )
        return changed

    def delete(self, row: models.Model) -> None:
        """Delete a row. Delete the rows that refer to it first, so that each is logged."""
        self.rows.append(RowChange(_table(row), row.pk, image(row), None))
        row.delete()

    def note_gone(self, rows: Iterable[models.Model]) -> None:
        """Log rows that other code deletes in this transaction, those that refer to others first."""
        self.rows += [RowChange(_table(row), row.pk, image(row), None) for row in rows]

    def note(self, row: models.Model) -> None:
        """Log a row that other code inserted in this transaction."""
        self.rows.append(RowChange(_table(row), row.pk, None, image(row)))

    def touch(self) -> None:
        """Count as a change without a changed row: the pages show a row that another change changed."""
        self.touched = True


class SectionChange(Change[Section]):
    """A change of a section."""

    # What was entered, by number and round, if nothing else changed.
    results: wallcharts.Results | None = None
    # Whether the new document was made from the last one and these results.
    followed = False
    # Whether results change; and of a correction the stamps, by standings, of what its director saw.
    enters = False
    seen: Mapping[int, str] | None = None

    @property
    def section(self) -> Section:
        return self.owner

    def part(self, section: Section) -> "SectionChange":
        """The same change in another of its sections, which is locked: what it notes is a row of the one
        entry."""
        part = SectionChange(section, self.verb, self.reason)
        part.rows = self.rows
        return part

    def only_results(self, results: wallcharts.Results) -> None:
        """Nothing but these results changed: the rest is as the published document has it."""
        self.results = results

    def compare(self, standings: Standings, *, frozen: bool) -> None:
        """Raise :class:`Unseen` for a result that moves what its director has not seen.

        Frozen awards were announced: every result is then a correction.
        """
        if self.seen is None:
            if self.enters and frozen:
                raise Unseen
        elif self.seen.get(standings.pk) != standings.stamp:
            raise Unseen


@contextmanager
def section_change(
    section_id: int,
    *,
    by: Author,
    verb: Verb,
    reason: str = "",
    also: Collection[int] = (),
    archived_too: bool = False,
    final_too: bool = False,
) -> Iterator[SectionChange]:
    """Change a section, as the module describes. An exception inside the block rolls everything back.

    The pages of the sections ``also`` show the change too. Each of them gets a new version and a log entry;
    the first section's entry has the rows. What is archived is read only, but for changes of the event, or
    of tables, that ``archived_too`` shows. So is what is final, until it is reopened (``final_too``).
    """
    with transaction.atomic():
        # The row lock on PostgreSQL and the IMMEDIATE transaction on SQLite put changes of one section in
        # sequence. Without them, two scorekeepers' read-then-write lost three updates in four.
        sections = lock_sections({section_id, *also})
        if section_id not in sections:
            raise Conflict(_("Somebody removed or replaced this section. Nothing was saved."))
        if not archived_too:
            refuse_archived(sections[section_id])
        if not (archived_too or final_too):
            refuse_final(sections[section_id])
        change = SectionChange(sections[section_id], verb, reason)
        yield change
        if change.rows or change.touched:
            _conclude(change, sections, by)


@contextmanager
def table_change(
    table_id: int, *, by: Author, verb: Verb, reason: str = "", archived_too: bool = False
) -> Iterator[Change[TeamTable]]:
    """Change a team table. Its sections do not change."""
    with transaction.atomic():
        locked = TeamTable.objects.select_related("standings").select_for_update(of=("self", "standings"))
        locked = locked.annotate(**_OF_EVENT)
        gone = _("Somebody removed this team table. Nothing was saved.")
        change = Change(under_lock(locked, table_id, gone), verb, reason)
        if not archived_too:
            refuse_archived(change.owner)
        yield change
        if change.rows or change.touched:
            log_change(change.owner.standings, change, by)
            tiebreaks.publish(change.owner.standings, tables.load(change.owner), change.owner.order)


@contextmanager
def unseen_change(section: Section, *, by: Author, verb: Verb) -> Iterator[Change[Section]]:
    """Change what no public page shows: it stands in the log, makes no version and no document, and waits
    for no lock."""
    with transaction.atomic():
        change = Change(section, verb)
        yield change
        if change.rows:
            log_change(section.standings, change, by, seen=False)


@singledispatch
def standings_change(
    owner: HasStandings, *, by: Author, verb: Verb, reason: str = ""
) -> AbstractContextManager[Change[Any]]:
    """Change an owner of standings: a section or a team table."""
    raise TypeError(type(owner))


@standings_change.register
def _in_section(section: Section, **change: Any) -> AbstractContextManager[Change[Section]]:
    return section_change(section.pk, **change)


@standings_change.register
def _in_table(table: TeamTable, **change: Any) -> AbstractContextManager[Change[TeamTable]]:
    return table_change(table.pk, **change)


def lock_sections(pks: Collection[int]) -> dict[int, Section]:
    """Sections by primary key, locked in order of their standings, before the first of them changes.

    A change then locks the tables that draw on its sections. It must hold no table while it waits for a
    section: two changes could wait for each other.
    """
    if len(pks) == 1:
        return {section.pk: section for section in _section_alone(*pks)}
    return {section.pk: section for section in _sections().filter(pk__in=pks).order_by("standings")}


def _sections() -> models.QuerySet[Section]:
    sections = Section.objects.select_related("standings__published").annotate(
        **_OF_EVENT, is_final=_IS_FINAL
    )
    return sections.select_for_update(of=("self", "standings"))


# Nearly every change is of one section. To sort it would be dear, where so many columns are read.
_section_alone = Prepared(lambda pk: _sections().filter(pk=pk))


_OF_EVENT = {"event_archived": F("event__archived")}
_IS_FINAL = Exists(FinalSheet.objects.filter(standings=OuterRef("standings"), reopened_at=None))


def refuse_archived(owner: HasStandings) -> None:
    """Raises :class:`Refused` for one that is archived, or whose event is (``event_archived``)."""
    if not (owner.archived or owner.event_archived):
        return
    raise read_only(owner.name if owner.archived else owner.event.name)


def read_only(name: str) -> Refused:
    """What is said of a section, table or event of this name that is archived."""
    message = _("%(name)s is archived and read only. Nothing was saved. The chief can bring it back.")
    return Refused(message % {"name": name})


def refuse_final(section: Section) -> None:
    """Raises :class:`Refused` for a section that a director has finished (``is_final``)."""
    if section.is_final:
        message = _("%(name)s is final. Nothing was saved. To change it, reopen it on its Finish page.")
        raise Refused(message % {"name": section.name})


def refuse_final_on_chart(change: SectionChange) -> None:
    """The same for what a change noted that the chart, and so the final sheet, would show."""
    if not are_off_the_chart(change.rows):
        refuse_final(change.section)


def are_off_the_chart(rows: Iterable[RowChange]) -> bool:
    return all(map(_is_off_the_chart, rows))


def _is_off_the_chart(row: RowChange) -> bool:
    changes_a_row = row.before is not None and row.after is not None
    off_the_chart: frozenset[str] = getattr(LOGGED[row.table], "OFF_THE_CHART", frozenset())
    return changes_a_row and set(row.after or ()) <= off_the_chart


def under_lock(rows: models.QuerySet[Row], pk: int, gone: str) -> Row:
    """The row, read again: somebody may have changed or removed it since the page loaded."""
    if (found := rows.filter(pk=pk).first()) is None:
        raise Conflict(gone)
    return found


def _conclude(change: SectionChange, sections: Mapping[int, Section], by: Author) -> None:
    follow(change.rows)
    if change.different:
        for player, namesakes in counted_once.namesakes_in(change.section):
            change.update(player, namesakes=namesakes)
    followed = None
    if change.results is not None and len(sections) == 1:
        followed = wallcharts.following(change.section, change.results)
        change.followed = followed is not None
    # The document names the tables that draw on its section.
    alone = followed is not None and not followed.tables
    drawing_tables = [] if alone else tables.drawing_on(sections.values())
    schools = schools_of(change.section.event_id) if drawing_tables and not followed else None
    before = {change.section.pk: followed.follows.stored_ranking} if followed and followed.follows else {}
    documents: dict[int, PlayersDocument] = {}
    for section in sections.values():
        log_change(section.standings, change, by, rows=section is change.section)
        source = followed or wallcharts.load(section, schools)
        tiebreaks.publish(section.standings, source, section.order)
        documents[section.pk] = read_players(section.standings.published.body)
    recounted = counted_once.Recounted.by(change.rows)
    for table in drawing_tables:
        if recounted and schools:
            counted_once.check(table, schools, recounted)
        following = tables.following(table, documents, before) if before else None
        drawn = following or tables.load(table, schools, documents)
        change.compare(table.standings, frozen=drawn.frozen is not None)
        table.standings.version += 1
        prepared.save(table.standings, ["version"])
        tiebreaks.publish(table.standings, drawn, table.order)


def log_change(
    standings: Standings, change: Change[Any], by: Author, *, rows: bool = True, seen: bool = True
) -> None:
    """Log the change and add one to the version, unless no public page has it ``seen``; ``rows`` is true for
    the standings it was made for."""
    if change.summary is None:
        raise ValueError("A change that is logged needs a summary: call Change.say().")
    if seen:
        standings.version += 1
        prepared.save(standings, ["version"])
    change.entry = LogEntry(
        standings=standings,
        epoch=standings.epoch,
        version=standings.version if seen else None,
        who=by if isinstance(by, User) else None,
        verb=change.verb,
        code=change.summary.value,
        values=clean_texts(change.values),
        reason=change.reason[:300],
        rows=change.rows if rows else [],
        undoes=change.undoes if rows else None,
    )
    prepared.insert(change.entry)


def _table(row: models.Model) -> str:
    return type(row).__name__.lower()


def _column(row: models.Model, name: str) -> str:
    return next(field.attname for field in row._meta.concrete_fields if field.name == name)


def image(row: models.Model) -> dict[str, Any]:
    """A row as the log has it."""
    return {field.attname: _plain(getattr(row, field.attname)) for field in row._meta.concrete_fields}


def _plain(value: Any) -> Any:
    if isinstance(value, models.Model):
        return value.pk
    if isinstance(value, datetime | date):
        return value.isoformat()
    return value
