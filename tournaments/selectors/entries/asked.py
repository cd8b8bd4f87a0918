"""When byes were asked for or absences entered, as the log has it."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ...models import LogEntry, Section, Verb
from ...text.log import WITH_BYES
from ...text.wording import moment


def asked_at(section: Section, seats: Collection[int]) -> dict[int, datetime]:
    """By the key of a bye's seat, when it got the kind that it has; nothing of one that the log does not
    tell, as after an import of a wall chart."""
    wanted, found = set(seats), dict[int, datetime]()
    if not wanted:
        return found
    of_byes = Q(verb=Verb.BYE) | Q(code__in=WITH_BYES)
    entries = LogEntry.objects.filter(of_byes, standings=section.standings_id)
    for entry in entries.order_by("-pk").only("at", "rows").iterator(chunk_size=20):
        for row in entry.changes:
            if row.table == "seat" and row.pk in wanted and row.after and "kind" in row.after:
                found.setdefault(row.pk, entry.at)
        if len(found) == len(wanted):
            break
    return found


def asked_said(kind: Kind, at: datetime | None) -> str:
    """``asked 8:31 AM``; an absence is entered. Of another day with its date."""
    if at is None:
        return ""
    told = _("entered %(at)s") if kind is Kind.UNPAIRED else _("asked %(at)s")
    return told % {"at": moment(at)}
