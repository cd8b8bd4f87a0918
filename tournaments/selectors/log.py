"""The log: every change of some standings, and the entry that a person can undo."""

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from ..models import LogEntry, Section, Verb

# What the desk can undo; setup has forms instead. Extra columns can change during play, so they are here, and
# no form takes back an import.
UNDOABLE = (
    Verb.RESULT,
    Verb.LINE_UP,
    Verb.RULING,
    Verb.PAIR,
    Verb.BYE,
    Verb.REMOVE,
    Verb.SWAP,
    Verb.PUBLISH,
    Verb.WITHDRAW,
    Verb.LATE,
    Verb.REENTRY,
    Verb.EXTRA,
    Verb.TIE,
    Verb.COLUMNS,
    Verb.IMPORT,
)


def last_entry(section: Section, by: User) -> LogEntry | None:
    """The entry that ``undo`` takes back: this person's latest here that is not undone."""
    entries = LogEntry.objects.filter(standings=section.standings_id, who=by, verb__in=UNDOABLE)
    return entries.filter(undone_by__isnull=True).order_by("-version").first()


def last_import(section: Section, by: User) -> LogEntry | None:
    """The import that ``undo`` takes back, if this person did nothing else since."""
    entry = last_entry(section, by)
    return entry if entry and entry.verb == Verb.IMPORT else None


def log(section: Section) -> QuerySet[LogEntry]:
    """Every change of the section and of the tables that draw on it, newest first; not the changed rows."""
    here = Q(standings=section.standings_id)
    drawing = Q(standings__teamtable__draws_on__section=section)
    return LogEntry.objects.filter(here | drawing).select_related("who").defer("rows").order_by("-pk")
