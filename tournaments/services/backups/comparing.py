"""An event of a file that is here already: whether the other may replace it, and what that takes away."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.models import Standings

from ...changes import lock_sections
from ...errors import Conflict
from ...formats.backup import Columns
from ...models import Event, LogEntry, Mirror, Role, Staff, Verb
from ...selectors.event.endings import games_with_results, is_result
from ...text.wording import calendar_date, day_and_clock
from .reading import Group


class Exists(Conflict):
    """A question: the event is here already. Nothing is stored until a director wants the file's instead."""


class Same(Exists):
    """The event is here as it is in the file."""


def ask_first(found: list[Group], by: User | None, replace: bool) -> None:
    """Refuse and ask before anything is made ready. Where everything is here already, nothing is asked."""
    same = 0
    for group in found:
        try:
            to_replace(group, by, replace)
        except Same as question:
            same += 1
            if same == len(found):
                raise Conflict(question.message) from question


def to_replace(group: Group, by: User | None, replace: bool, *, lock: bool = False) -> Event | None:
    """The event that is here already, if it may be replaced; None if there is none."""
    events = Event.objects.select_for_update() if lock else Event.objects.all()
    here = events.filter(slug=group.event["slug"]).first()
    if here is not None:
        if lock:  # who enters a result waits for the section, not for the event
            lock_sections(list(here.sections.values_list("pk", flat=True)))
        _check_may_replace(here, group, by, replace)
    return here


def _check_may_replace(here: Event, group: Group, by: User | None, replace: bool) -> None:
    if not group.rows["mirror"] and Mirror.objects.filter(event=here).exists():
        message = _(
            "This server mirrors %(name)s at this address, from another computer. Nothing was"
            " restored. To continue the event here, first remove its mirror on the Mirrors page."
        )
        raise Conflict(message % {"name": here.name})
    own = by is None or Staff.objects.filter(event=here, user=by, role=Role.CHIEF).exists()
    known = _in_file(group)
    logged = {_key(*entry) for entry in log_of(here).values_list("epoch", "version", "at")}
    same = bool(known & logged) or (here.name == group.event["name"] and not (known and logged))
    if not own or not same:
        message = _(
            "The address %(slug)s belongs to another event here. Nothing was restored:"
            " printed codes lead to that event. To restore it here, delete that event first."
        )
        raise Conflict(message % {"slug": here.slug})
    if not replace:
        if known == logged and not _other_settings(here, group.event):
            same_here = _("The event %(name)s is here already, as it is in the file.") % {"name": here.name}
            raise Same(same_here) if by is not None else Exists(same_here)
        raise Exists(_compared(here.name, len(logged - known), len(known - logged)))


def _in_file(group: Group) -> set[tuple[str, object]]:
    return {_key(row["epoch"], row["version"], row["at"]) for row in _changes(group)}


def _changes(group: Group) -> list[Columns]:
    """The log of a file without its restores, which change nothing of what is played."""
    return [row for row in group.rows["logentry"] if row["verb"] != Verb.RESTORE]


def _key(epoch: str, version: int | None, at: datetime) -> tuple[str, object]:
    """Which change it is. A check-in makes no version."""
    return epoch, at if version is None else version


def _other_settings(here: Event, in_file: Columns) -> list[str]:
    """What is set of the event here, where the file has it otherwise."""
    return [
        f"{field.verbose_name}: {'–' if value in (None, '') else value}"
        for field in Event._meta.concrete_fields
        if not field.primary_key and (value := getattr(here, field.attname)) != in_file[field.attname]
    ]


def lost(here: Event, group: Group) -> str:
    """What goes if the file's event replaces the one here, and the last of it."""
    known = _in_file(group)
    gone = [
        entry
        for entry in log_of(here).select_related("who").order_by("at", "pk")
        if _key(entry.epoch, entry.version, entry.at) not in known
    ]
    said = [_settings_lost(here.name, other)] if (other := _other_settings(here, group.event)) else []
    if gone:
        message = ngettext(
            "%(event)s: the file lacks %(count)d change. The last, %(at)s: %(last)s",
            "%(event)s: the file lacks %(count)d changes. The last, %(at)s: %(last)s",
            len(gone),
        )
        last = {"at": day_and_clock(gone[-1].at), "last": gone[-1].summary}
        said.insert(0, message % {"event": here.name, "count": len(gone), **last})
    return " ".join(said) or _("%(event)s: the file has all its changes.") % {"event": here.name}


def told(here: Event, group: Group) -> str:
    seats = [row for row in group.rows["seat"] if row["game_id"] is not None and is_result(row["kind"])]
    values = {
        "event": here.name,
        "here": games_with_results(here),
        "in_file": len({row["game_id"] for row in seats}),
    }
    if here.starts_on is None:
        return _("%(event)s: games with results %(here)d here, %(in_file)d in the file") % values
    message = _("%(event)s, %(day)s: games with results %(here)d here, %(in_file)d in the file")
    return message % {**values, "day": calendar_date(here.starts_on)}


def _settings_lost(event: str, settings: list[str]) -> str:
    return _("%(event)s has here, unlike in the file: %(settings)s.") % {
        "event": event,
        "settings": "; ".join(settings),
    }


def _compared(name: str, here: int, in_file: int) -> str:
    """Which of the two is newer: which changes one has and the other lacks."""
    if here and in_file:
        message = _(
            "The event %(name)s is here already. Each has changes that the other lacks:"
            " %(here)d here, %(in_file)d in the file."
        )
        return message % {"name": name, "here": here, "in_file": in_file}
    if here:
        message = ngettext(
            "The event %(name)s is here already and newer. The file lacks %(count)d change.",
            "The event %(name)s is here already and newer. The file lacks %(count)d changes.",
            here,
        )
        return message % {"name": name, "count": here}
    if in_file:
        message = ngettext(
            "The event %(name)s is here already, older than the file. The file has %(count)d more change.",
            "The event %(name)s is here already, older than the file. The file has %(count)d more changes.",
            in_file,
        )
        return message % {"name": name, "count": in_file}
    message = _("The event %(name)s is here already. Its settings differ from those in the file.")
    return message % {"name": name}


def log_of(event: Event, *, with_restores: bool = False) -> Any:
    entries = LogEntry.objects.filter(standings__in=standings_of(event))
    return entries if with_restores else entries.exclude(verb=Verb.RESTORE)


def standings_of(event: Event) -> Any:
    return Standings.objects.filter(Q(section__event=event) | Q(teamtable__event=event))
