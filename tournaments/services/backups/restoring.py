"""A backup file into the database: all of it, or nothing and a sentence."""

import logging
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, DataError, IntegrityError, transaction
from django.db.models import Model, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.ranking import sequence
from tiebreaks.models import Standings
from tiebreaks.selectors import postings

from ...changes import lock_sections
from ...errors import Conflict, Refused
from ...formats import backup
from ...formats.backup import MOST_BYTES, Header
from ...models import Event, HasStandings, LogEntry, Section, Staff, TeamTable
from ..epochs import renew_epochs
from ..rebuilding import rebuild
from ..setup import RESERVED, RESERVED_IN_EVENT
from . import people
from .moving import Moved
from .reading import Group, groups
from .schema import OF_EVENT, OF_STANDINGS, TABLES, table, with_keys
from .whole_files import whole_file
from .writing import file_name, one_event

logger = logging.getLogger(__name__)


class Exists(Conflict):
    """A question: the event is here already. Nothing is stored until a director wants the file's instead."""


class Restored(NamedTuple):
    """A restored event, and the file that keeps what was here before it."""

    event: Event
    replaced: Path | None


def restore(
    file: IO[bytes], *, by: User | None, replace: bool = False, most: int = MOST_BYTES
) -> list[Restored]:
    """Restore every event of a file, and the accounts of its people.

    ``by`` is the director who uploads it. They replace only events of their own, and the file's passwords are
    left alone. Without ``by``, the owner of this machine restores. Raises :class:`Refused` for a file that
    cannot be restored and :class:`Exists` for an event that is here already; then nothing is stored.
    """
    header = backup.check(file, most)
    try:
        with transaction.atomic():
            return list(_restored(file, header, by, replace))
    except (IntegrityError, DataError) as error:
        raise _contradiction(error) from error
    except (Refused, DatabaseError, OSError):
        raise
    except Exception as error:  # whatever the rows of a foreign file lead to
        raise _contradiction(error) from error


def _contradiction(error: Exception) -> Refused:
    logger.warning("A backup was refused: %r", error)
    return Refused(_("The rows of this backup contradict each other. Nothing was restored."))


def _restored(file: IO[bytes], header: Header, by: User | None, replace: bool) -> Iterator[Restored]:
    accounts: dict[int, int] = {}
    for group in groups(backup.rows(file), header.release):
        persons = group.rows.pop("user", [])
        if by is not None and len(persons) > people.MOST:
            raise ValueError(f"{len(persons)} people")
        accounts |= people.accounts(persons, with_passwords=by is None)
        if group.rows:
            yield _event(group, accounts, by, replace)


def _event(group: Group, accounts: dict[int, int], by: User | None, replace: bool) -> Restored:
    here = Event.objects.select_for_update().filter(slug=group.event["slug"]).first()
    staff = {by.pk} if by else set()
    kept = None
    if here is not None:
        _check_may_replace(here, group, by, replace)
        staff |= set(Staff.objects.filter(event=here).values_list("user", flat=True))
        kept = _remove(here)
    _check_fits(group)
    event = _insert(group, accounts)
    for user in sorted(staff):
        Staff.objects.get_or_create(event=event, user_id=user)
    return Restored(event, kept)


def _check_fits(group: Group) -> None:
    """What a page would not make, no file brings: addresses that lead elsewhere, sections without end."""
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


# --- an event that is here already ----------------------------------------------------------------


def _check_may_replace(here: Event, group: Group, by: User | None, replace: bool) -> None:
    own = by is None or Staff.objects.filter(event=here, user=by).exists()
    known = {(entry["epoch"], entry["version"]) for entry in group.rows["logentry"]}
    logged = set(_log(here).values_list("epoch", "version"))
    same = bool(known & logged) or (here.name == group.event["name"] and not (known and logged))
    if not own or not same:
        message = _(
            "The address %(slug)s belongs to another event here. Nothing was restored:"
            " printed codes lead to that event."
        )
        raise Conflict(message % {"slug": here.slug})
    if not replace:
        raise Exists(_compared(here.name, len(logged - known), len(known - logged)))


def _compared(name: str, here: int, in_file: int) -> str:
    """Which of the two is newer: which changes one has and the other lacks."""
    if here and in_file:
        message = _(
            "Nothing was restored: the event %(name)s is here already. Each has changes that the other lacks:"
            " %(here)d here, %(in_file)d in the file."
        )
        return message % {"name": name, "here": here, "in_file": in_file}
    if here:
        message = ngettext(
            "Nothing was restored: the event %(name)s is here already and newer."
            " The file lacks %(count)d change.",
            "Nothing was restored: the event %(name)s is here already and newer."
            " The file lacks %(count)d changes.",
            here,
        )
        return message % {"name": name, "count": here}
    if in_file:
        message = ngettext(
            "Nothing was restored: the event %(name)s is here already, older than the file."
            " The file has %(count)d more change.",
            "Nothing was restored: the event %(name)s is here already, older than the file."
            " The file has %(count)d more changes.",
            in_file,
        )
        return message % {"name": name, "count": in_file}
    return _("Nothing was restored: the event %(name)s is here already, as it is in the file.") % {
        "name": name
    }


def _log(event: Event) -> Any:
    return LogEntry.objects.filter(standings__in=_standings(event))


def _standings(event: Event) -> Any:
    return Standings.objects.filter(Q(section__event=event) | Q(teamtable__event=event))


def _remove(here: Event) -> Path:
    """Remove the event. A file keeps it, so that a wrong file replaces nothing for good."""
    lock_sections(list(here.sections.values_list("pk", flat=True)))
    folder = Path(settings.VAR_DIR) / "replaced"
    kept = folder / file_name(here).replace(".wallchart", f"-{timezone.now():%S%f}.wallchart")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with whole_file(kept) as file:
            one_event(here, file)
    except OSError as error:
        message = _(
            "Nothing was restored: what is here now cannot be kept in %(folder)s (%(reason)s)."
            " Make room there."
        )
        raise Refused(message % {"folder": folder, "reason": error.strerror}) from error
    Standings.objects.filter(pk__in=list(_standings(here).values_list("pk", flat=True))).delete()
    here.delete()
    return kept


# --- its rows -------------------------------------------------------------------------------------


def _insert(group: Group, accounts: dict[int, int]) -> Event:
    _check_references(group)
    moved = Moved(group, accounts)
    made: dict[type[Model], list[Any]] = {}
    # Constraints between tables wait for the end of the transaction.
    for model in [*OF_EVENT, *OF_STANDINGS]:
        rows = [with_keys(table(model), row, moved) for row in group.rows[table(model)]]
        made[model] = [model(**row) for row in rows]
        if model is LogEntry:
            for entry in made[model]:
                entry.save_base(raw=True, force_insert=True)  # else each would have been made now
        else:
            model._default_manager.bulk_create(made[model], batch_size=500)
    renew_epochs(Standings.objects.filter(pk__in=[row.pk for row in made[Standings]]))
    for owner in (*made[Section], *made[TeamTable]):
        _publish(owner)
    (event,) = made[Event]
    return Event.objects.get(pk=event.pk)


def _check_references(group: Group) -> None:
    """Each row names rows that are in the file. (A log may name rows that were removed since.)"""
    there = {name: {row.get("id") for row in rows} for name, rows in group.rows.items()}

    def is_there(name: str, pk: Any) -> Any:
        if name != "user" and pk not in there.get(name, ()):
            raise ValueError(f"no {name} {pk}")
        return pk

    for name, row in group:
        for field in TABLES[name]._meta.concrete_fields:
            if field.is_relation and (pk := row[field.attname]) is not None:
                is_there(table(field.related_model), pk)  # type: ignore[arg-type]


def _publish(owner: HasStandings) -> None:
    """The document as the rows give it. If the file has the same, it stays at its version and its time."""
    for posting in postings(owner.standings_id):
        sequence.parse(posting.order, owner.systems)
    rebuild(type(owner), owner.pk)
