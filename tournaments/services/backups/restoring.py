"""A backup file into the database: all of it, or nothing and a sentence.

Everybody who enters a result waits for a transaction on SQLite. So rows are read, checked, given their keys
and made ready for the database before it begins; then they are only stored.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.ranking import sequence
from tiebreaks.models import Published, Standings
from tiebreaks.selectors import postings

from ... import full_disk
from ...changes import Change, log_change
from ...errors import Conflict, Refused
from ...formats import backup
from ...formats.backup import ANY_SIZE, Columns, Header, Most
from ...models import (
    Event,
    HasStandings,
    Invitation,
    LogEntry,
    Mirror,
    Mirroring,
    Role,
    Seat,
    Staff,
    TeamTable,
    Verb,
)
from ...selectors.event.people import name_of
from ...selectors.files.mirroring import is_joined
from ...text.commands import as_started
from ...text.log import Summary
from ..epochs import renew_epochs
from ..mirroring.laying_out import lay_out
from ..rebuilding import rebuild
from ..setup import RESERVED, RESERVED_IN_EVENT
from . import people, replaced
from .comparing import ask_first, log_of, lost, standings_of, to_replace, told
from .moving import Moved
from .reading import Group, groups, merge_schools
from .schema import OF_EVENT, OF_STANDINGS, keyed, keys_of, table, with_keys
from .whole_files import whole_file
from .writing import file_name, one_event

logger = logging.getLogger(__name__)


class Restored(NamedTuple):
    """A restored event, the file that keeps what was here before it, and who worked on it elsewhere alone."""

    event: Event
    replaced: Path | None
    left_out: tuple[str, ...] = ()

    @property
    def warnings(self) -> list[str]:
        """What a director has to know, or to do: that nothing is sent to its mirror, and who has no role."""
        said = []
        if self.event.mirror and not is_joined(self.event.pk):
            said.append(_without_key(self.event.name, self.event.mirror))
        if self.left_out:
            message = ngettext(
                "%(names)s worked on %(event)s elsewhere and has no role in it here. To continue,"
                " invite them on the People page; they join under the same name.",
                "%(names)s worked on %(event)s elsewhere and have no role in it here. To continue,"
                " invite them on the People page; they join under the same names.",
                len(self.left_out),
            )
            named = get_text_list(list(self.left_out), _("and"))
            said.append(message % {"names": named, "event": self.event.name})
        return said


class Source(NamedTuple):
    """Where a restored event comes from, for its log: the name of the file, and who restores it.

    Without ``who``, somebody does at the terminal, whom the system knows as ``there``.
    """

    file: str
    who: User | None = None
    there: str = ""


class Comes(NamedTuple):
    """Somebody whom a file brings into an event that is not here yet; ``username`` is the one to sign in
    with here."""

    event: str
    name: str
    username: str
    role: Role
    has_account: bool

    def __str__(self) -> str:
        message = (
            _("%(event)s: %(name)s (%(username)s) as %(role)s, who has an account here")
            if self.has_account
            else _("%(event)s: %(name)s (%(username)s) as %(role)s, a new account")
        )
        return message % {**self._asdict(), "role": self.role.label}


class BringsPeople(Conflict):
    """A question: the people whom the file lets in. Nothing is stored until a director has seen them."""

    def __init__(self, people: list[Comes]) -> None:
        super().__init__(_("The file includes people. Check who comes with which role."))
        self.people = people


class Restoring:
    """What a file has, read and checked, on its way into the database.

    ``by`` is the director who uploads it. They replace only events of their own, and the file's passwords are
    left alone. Without ``by``, the owner of this machine restores: a backup of everything with the passwords
    and rights of its accounts, that of an event without. ``written`` is when the file was. Raises
    :class:`Refused` for a file that cannot be restored.
    """

    def __init__(self, file: IO[bytes], source: Source, *, by: User | None, most: Most = ANY_SIZE) -> None:
        self.by = by
        self.source = source
        with refusing():
            header = backup.check(file, most)
            self.written = header.written
            self._with_passwords = by is None and header.complete
            self._persons, self._found = _read(file, header, by)

    def ask(self, *, replace: bool, agree: Callable[[list[Comes]], None]) -> None:
        """Ask what must be asked, and make the rows ready. Nothing is stored, and nobody waits for it.

        ``agree`` is told whom the file lets in, and refuses by raising. Raises :class:`Exists` for an event
        that is here already.
        """
        with refusing():
            ask_first(self._found, self.by, replace)
            if those := self.coming():
                agree(those)
            self._make_ready()

    def lost(self) -> list[str]:
        """For each event that is here already: what the file has not of it, which replacing takes away."""
        return [lost(here, group) for here, group in self._here()]

    def replaced(self) -> list[str]:
        """For each event that is here already: of when it is, and how many results it has in either place."""
        return [told(here, group) for here, group in self._here()]

    def names(self) -> list[str]:
        """Of the events that are here already."""
        return [here.name for here, _group in self._here()]

    def events(self) -> list[str]:
        """The names of the file's events."""
        return [group.event["name"] for group in self._found]

    def unmirrored(self) -> list[str]:
        """For each event whose phones read at a server: that it needs the key again, which no file has."""
        return [
            _without_key(group.event["name"], group.event["mirror"])
            for group in self._found
            if group.event["mirror"] and not _keeps_key(group)
        ]

    def _here(self) -> list[tuple[Event, Group]]:
        return [
            (here, group)
            for group in self._found
            if (here := to_replace(group, self.by, replace=True)) is not None
        ]

    def coming(self) -> list[Comes]:
        return _coming(self._persons, self._found, self.by)

    def lock(self) -> None:
        """Until the end of the transaction the events that are here stay as they are."""
        for group in self._found:
            to_replace(group, self.by, replace=True, lock=True)

    def store(self, *, replace: bool) -> list[Restored]:
        """Store it, within a transaction of the caller."""
        while True:
            try:
                people.make(self._persons, self._accounts, with_passwords=self._with_passwords)
            except people.Changed:
                self._make_ready()
            else:
                return [_store(event, self.by, self.source, replace) for event in self._ready]

    def _make_ready(self) -> None:
        self._accounts = people.planned(self._persons)
        self._ready = [Ready(group, self._accounts) for group in self._found]


def restore(
    file: IO[bytes],
    source: Source,
    *,
    by: User | None,
    replace: bool = False,
    most: Most = ANY_SIZE,
    agree: Callable[[list[Comes]], None] = lambda people: None,
) -> list[Restored]:
    """Restore every event of a file, and the accounts of its people: all of it, or nothing."""
    restoring = Restoring(file, source, by=by, most=most)
    restoring.ask(replace=replace, agree=agree)
    with refusing(), transaction.atomic():
        return restoring.store(replace=replace)


@contextmanager
def refusing() -> Iterator[None]:
    """Whatever the rows of a foreign file lead to is a refusal."""
    try:
        yield
    except (IntegrityError, DataError) as error:
        raise _contradiction(error) from error
    except (Refused, DatabaseError, OSError):
        raise
    except Exception as error:
        raise _contradiction(error) from error


def _contradiction(error: Exception) -> Refused:
    logger.warning("A backup was refused: %r", error)
    return Refused(_("The rows of this backup contradict each other. Nothing was restored."))


def _read(file: IO[bytes], header: Header, by: User | None) -> tuple[list[Columns], list[Group]]:
    """The people and the events of a file, each row checked."""
    found = list(groups(backup.rows(file), header.release))
    persons = [person for group in found for person in group.rows.pop("user", [])]
    if by is not None and len({person["id"] for person in persons}) > people.MOST:
        raise ValueError(f"more than {people.MOST} people")
    events = [group for group in found if group.rows]
    if by is not None or not header.complete:
        # Only the owner of this machine brings accounts of people who are in none of the events.
        used = {key for group in events for row in group for of, key in keys_of(*row) if of == "user"}
        persons = [person for person in persons if person["id"] in used]
    for group in events:
        group.rows["school"] = merge_schools(group.rows["school"])
        _check_fits(group, by)
        _check_references(group)
        _check_standings(group)
        _check_boards(group)
    return persons, events


def _without_key(event: str, address: str) -> str:
    message = _(
        "%(event)s is mirrored at %(address)s, and no file has the key. Phones there see what was"
        " last sent, until you enter the key again on the Mirror page, or stop mirroring there."
    )
    return message % {"event": event, "address": address}


def _keeps_key(group: Group) -> bool:
    """Whether the event that it replaces is mirrored at the same address."""
    there = Event.objects.filter(slug=group.event["slug"], mirror=group.event["mirror"])
    return Mirroring.objects.filter(event__in=there).exists()


def _coming(persons: list[Columns], found: list[Group], by: User | None) -> list[Comes]:
    """Whom the file lets in, beside ``by``: where an event is here already, the roles stay those of here."""
    named = {person["id"]: person for person in persons}
    accounts = people.planned(persons)
    here = set(User.objects.filter(pk__in=accounts.values()).values_list("pk", flat=True))
    return [
        Comes(
            group.event["name"],
            " ".join(filter(None, (person["first_name"], person["last_name"]))) or person["username"],
            person["username"] if accounts[person["id"]] in here else people.free(person["username"]),
            Role(row["role"]),
            accounts[person["id"]] in here,
        )
        for group in found
        if not Event.objects.filter(slug=group.event["slug"]).exists()
        for row in sorted(group.rows["staff"], key=lambda row: list(Role).index(Role(row["role"])))
        if (person := named[row["user_id"]]) and (by is None or accounts[person["id"]] != by.pk)
    ]


def _store(event: "Ready", by: User | None, source: Source, replace: bool) -> Restored:
    here = to_replace(event.group, by, replace, lock=True)
    staff = {by.pk: Role.CHIEF.value} if by else {}
    kept, earlier, mirroring, invitations = None, list[LogEntry](), None, list[Invitation]()
    if here is not None:
        staff |= dict(Staff.objects.filter(event=here).values_list("user", "role"))
        earlier = _restores(here)
        mirroring = Mirroring.objects.filter(event=here).first()
        invitations = list(Invitation.objects.filter(event=here))
        kept = _remove(here)
    restored = event.insert()
    # No file has the key. Where the event goes on at the same address, that of here still fits.
    if mirroring is not None and here is not None and here.mirror == restored.mirror:
        Mirroring.objects.create(event=restored, key=mirroring.key)
    if event.group.rows["mirror"]:  # it has no desk
        Staff.objects.filter(event=restored).delete()
        return Restored(restored, kept)
    # Roles are those of here: a file makes nobody a chief again, nor lets in who was removed since.
    left_out: tuple[str, ...] = ()
    if here is not None:
        others = Staff.objects.filter(event=restored).exclude(user__in=staff).select_related("user")
        left_out = tuple(name_of(each.user) for each in others.order_by("pk"))
        others.delete()
    # A code on a screen still lets somebody in, and who was removed is still told so.
    for invitation in invitations:
        invitation.event = restored
        invitation.save(force_insert=True)
    for user, role in sorted(staff.items()):
        Staff.objects.update_or_create(event=restored, user_id=user, defaults={"role": role})
    _log_restore(restored, source, kept, earlier)
    return Restored(restored, kept, left_out)


def _log_restore(event: Event, source: Source, kept: Path | None, earlier: list[LogEntry]) -> None:
    """Each section's log says where the event is from, and keeps what it said of ``earlier`` restores."""
    values = {"file": source.file} | ({"kept": kept.name} if kept else {})
    if source.who is None and source.there:
        values["by"] = source.there
    summary = {
        (True, False): Summary.RESTORED,
        (True, True): Summary.REPLACED,
        (False, False): Summary.RESTORED_THERE,
        (False, True): Summary.REPLACED_THERE,
    }[source.who is not None, kept is not None]
    of_restores = LogEntry.objects.filter(standings__in=standings_of(event), verb=Verb.RESTORE)
    of_restores.filter(at__in=[entry.at for entry in earlier]).delete()
    began = timezone.now()
    for section in event.sections.select_related("standings"):
        for entry in earlier:
            entry.pk, entry.standings, entry.epoch = None, section.standings, section.standings.epoch
            entry.save(force_insert=True)
        change = Change(section, Verb.RESTORE)
        change.say(summary, **values)
        log_change(section.standings, change, source.who, seen=False)
    of_restores.filter(at__gt=began, restored=False).update(at=began)


def _restores(event: Event) -> list[LogEntry]:
    """What the log says of each restore here, once: its entries in all sections are of one time."""
    entries = log_of(event, with_restores=True).filter(verb=Verb.RESTORE, restored=False)
    return list({(entry.at, entry.code): entry for entry in entries.order_by("at", "pk")}.values())


def _check_fits(group: Group, by: User | None) -> None:
    """What a page would not make, no file brings: addresses that lead elsewhere, sections without end."""
    if group.rows["mirror"] and by is not None:
        raise Refused(
            as_started(
                _(
                    "Nothing was restored: this backup has a mirrored event. Restore it on the server:"
                    " python manage.py restore FILE"
                )
            )
        )
    taken = [group.event["slug"]] if group.event["slug"] in RESERVED else []
    taken += [row["slug"] for row in group.rows["section"] if row["slug"] in RESERVED_IN_EVENT]
    if taken:
        message = _("Nothing was restored: the address %(slug)s is one of Wallchart's own pages.")
        raise Refused(message % {"slug": taken[0]})
    entries = Counter(row["section_id"] for row in group.rows["player"])
    if entries and (most := max(entries.values())) > settings.SECTION_ENTRIES:
        message = _(
            "Nothing was restored: a section of the file has %(count)d entries, more than %(most)d."
            " Set SECTION_ENTRIES higher if that is right."
        )
        raise Refused(message % {"count": most, "most": settings.SECTION_ENTRIES})


def _remove(here: Event) -> Path:
    """Remove the event. A file keeps it, so that a wrong file replaces nothing for good."""
    folder = replaced.folder()
    kept = folder / file_name(here).replace(".wallchart", f"-{timezone.now():%f}.wallchart")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with whole_file(kept) as file:
            one_event(here, file)
    except OSError as error:
        if full_disk.is_full(error):
            raise Refused(f"{_('Nothing was restored.')} {full_disk.said(error)}") from error
        message = _(
            "Nothing was restored: what is here now could not be saved in %(folder)s (%(reason)s)."
            " Free up space there."
        )
        raise Refused(message % {"folder": folder, "reason": error.strerror}) from error
    transaction.on_commit(replaced.remove_old)
    standings = list(standings_of(here).values_list("pk", flat=True))
    # Those that name others first: what Django finds by following keys it asks for with all keys at once, and
    # 17,000 games with their seats took ten seconds.
    for model, to_event in reversed(list(OF_EVENT.items())):
        model._default_manager.filter(**{to_event: here.pk}).delete()
    Standings.objects.filter(pk__in=standings).delete()
    return kept


# --- its rows -------------------------------------------------------------------------------------


class Ready:
    """The rows of an event as the database takes them, with their keys here."""

    def __init__(self, group: Group, accounts: dict[int, int]) -> None:
        self.group = group
        moved = Moved(group, accounts)
        rows = {
            model: [with_keys(table(model), row, moved) for row in group.rows[table(model)]]
            for model in [*OF_EVENT, *OF_STANDINGS]
        }
        for entry in rows[LogEntry]:
            entry["restored"] = True
        rows[Published] = _of_their_standings(rows[Published], rows[Standings])
        self._rows = {model: [_values(model, row) for row in every] for model, every in rows.items()}

    def insert(self) -> Event:
        # Constraints between tables wait for the end of the transaction.
        for model, rows in self._rows.items():
            if rows:
                with connection.cursor() as cursor:
                    cursor.executemany(_insert_into(model), rows)
        event = Event.objects.get(slug=self.group.event["slug"])
        if mirror := Mirror.objects.filter(event=event).first():
            lay_out(mirror)
            return event
        owners = [*event.sections.all(), *TeamTable.objects.filter(event=event)]
        renew_epochs(Standings.objects.filter(pk__in=[owner.standings_id for owner in owners]))
        for owner in owners:
            _publish(owner)
        return event


def _values(model: type[Model], row: Columns) -> tuple[Any, ...]:
    """In the order of the columns. (`bulk_create` would do this while it holds the lock.)"""
    return tuple(
        field.get_db_prep_save(row[field.attname], connection) for field in model._meta.concrete_fields
    )


def _insert_into(model: type[Model]) -> str:
    quoted = connection.ops.quote_name
    names = [quoted(field.column) for field in model._meta.concrete_fields]
    marks = ", ".join(["%s"] * len(names))
    return f"INSERT INTO {quoted(model._meta.db_table)} ({', '.join(names)}) VALUES ({marks})"  # noqa: S608


def _of_their_standings(documents: list[Columns], those: list[Columns]) -> list[Columns]:
    """The documents without those of another version than their standings: these are made anew."""
    stamps = {standings["id"]: (standings["epoch"], standings["version"]) for standings in those}
    return [row for row in documents if stamps[row["standings_id"]] == (row["epoch"], row["version"])]


def _check_references(group: Group) -> None:
    """Each row names rows that are in the file. (A log may name rows that were removed since.)"""
    there = {name: {row.get("id") for row in rows} for name, rows in group.rows.items()}

    def is_there(name: str, pk: Any) -> Any:
        if name != "user" and pk not in there.get(name, ()):
            raise ValueError(f"no {name} {pk}")
        return pk

    for name, rows in group.rows.items():
        others = {column: of for column, of in keyed(name).of.items() if column != "id"}
        for row in rows:
            for column, of in others.items():
                if row[column] is not None:
                    is_there(of, row[column])


def _check_standings(group: Group) -> None:
    """Each section and each table of teams has its own."""
    owned = [row["standings_id"] for table in ("section", "teamtable") for row in group.rows[table]]
    if sorted(owned) != sorted(row["id"] for row in group.rows["standings"]):
        raise ValueError("standings of two, or of nobody")


def _check_boards(group: Group) -> None:
    """White and Black sit at each board: no page shows one that somebody is missing from."""
    sides: dict[object, list[str]] = {row["id"]: [] for row in group.rows["game"]}
    for row in group.rows["seat"]:
        if row["game_id"] is not None:
            sides[row["game_id"]].append(row["side"])
    for game, here in sides.items():
        if sorted(here) != sorted(Seat.Side.values):
            raise ValueError(f"game {game}: {here} sit there")


def _publish(owner: HasStandings) -> None:
    """The document as the rows give it. If the file has the same, it stays at its version and its time."""
    for posting in postings(owner.standings_id):
        sequence.parse(posting.order, owner.systems)
    rebuild(type(owner), owner.pk)
