"""The log: every change of some standings, and the entry that a person can undo."""

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet

from ..models import Entered, ExtraGame, LogEntry, Player, Section, Verb
from ..text.log import Summary

# What the desk can undo; setup has forms instead. Extra columns can change during play, so they are here.
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
)


def last_entry(section: Section, by: User) -> LogEntry | None:
    """The entry that ``undo`` takes back: this person's latest here that is not undone."""
    entries = LogEntry.objects.filter(standings=section.standings_id, who=by, verb__in=UNDOABLE)
    return entries.filter(undone_by__isnull=True).order_by("-version").first()


def last_import(section: Section, by: User) -> LogEntry | None:
    """The import that this person can take back: the latest here that is not undone."""
    entries = LogEntry.objects.filter(standings=section.standings_id, who=by, verb=Verb.IMPORT)
    return entries.filter(undone_by__isnull=True).order_by("-version").first()


@dataclass
class Undoing:
    """What taking back an import does to the players it added or corrected."""

    entry: LogEntry
    goes: list[Player] = field(default_factory=list)
    restored: list[Player] = field(default_factory=list)
    seated: list[Player] = field(default_factory=list)
    edited: list[Player] = field(default_factory=list)

    @property
    def in_parts(self) -> bool:
        """Whether some of it can stay. A wall chart, or lists of teams, go whole or not at all."""
        return self.entry.code in (Summary.PLAYERS_ADDED, Summary.PLAYERS_CORRECTED)

    @property
    def stays(self) -> list[Player]:
        return self.seated + self.edited


def undoing_of(entry: LogEntry) -> Undoing:
    """Who goes, who gets the old values, and who stays: those on the wall chart, and those edited since."""
    changes = {row.pk: row for row in entry.changes if row.table == "player"}
    players = Player.objects.filter(pk__in=changes).select_related("section").order_by("number")
    undoing = Undoing(entry)
    seated = {player.pk for player in players.filter(ON_CHART)} if undoing.in_parts else set()
    for player in players:
        change = changes[player.pk]
        added = change.before is None
        if added and player.pk in seated:
            undoing.seated.append(player)
        elif undoing.in_parts and not is_unchanged(player, change.after or {}):
            undoing.edited.append(player)
        else:
            (undoing.goes if added else undoing.restored).append(player)
    return undoing


# Rows that refer to a player, which a roster alone has not.
ON_CHART = (
    Q(seats__isnull=False)
    | Q(reentries__isnull=False)
    | Q(visits__isnull=False)
    | Exists(ExtraGame.objects.filter(Q(white=OuterRef("pk")) | Q(black=OuterRef("pk"))))
)


def is_unchanged(row: models.Model, after: dict[str, Any]) -> bool:
    """Whether the row is as the entry left it. A board's revision does not matter, for it only grows, nor
    does who verified it."""
    apart = ("revision", *Entered.SECOND_READING) if isinstance(row, Entered) else ()
    return all(
        getattr(row, name) == parsed(type(row), name, value)
        for name, value in after.items()
        if name not in apart
    )


def parsed(model: type[models.Model], name: str, value: object) -> object:
    field = next(field for field in model._meta.concrete_fields if field.attname == name)
    return value if isinstance(field, models.ForeignKey) else field.to_python(value)


@dataclass(frozen=True)
class Wanted:
    """What is looked for in the log; nothing is everything."""

    round: int | None = None
    board: int | None = None
    player: str = ""
    who: User | None = None
    kind: str = ""

    def __bool__(self) -> bool:
        return self != Wanted()


def log(section: Section, wanted: Wanted | None = None) -> QuerySet[LogEntry]:
    """Every change of the section and of the tables that draw on it, newest first; not the changed rows."""
    entries = _of(section).filter(_that_match(wanted or Wanted()))
    return entries.select_related("who").defer("rows").order_by("-pk")


def people(section: Section) -> QuerySet[User]:
    """Those who have changed something here."""
    return User.objects.filter(pk__in=_of(section).order_by().values("who")).order_by("username")


def verbs(section: Section) -> list[str]:
    """The kinds of changes that there are here, in the order of :class:`Verb`."""
    there = set(_of(section).order_by().values_list("verb", flat=True).distinct())
    return [verb for verb in Verb.values if verb in there]


def _of(section: Section) -> QuerySet[LogEntry]:
    here = Q(standings=section.standings_id)
    drawing = Q(standings__teamtable__draws_on__section=section)
    return LogEntry.objects.filter(here | drawing)


# Where an entry names players and teams, and where it has the number of a board.
_NAMES = ("white", "black", "name", "home", "away")
_BOARDS = ("board", "match")


def _that_match(wanted: Wanted) -> Q:
    found = Q()
    if wanted.who:
        found &= Q(who=wanted.who)
    if wanted.kind:
        found &= Q(verb=wanted.kind)
    if wanted.round:
        found &= Q(values__round=wanted.round)
    if wanted.board:
        found &= Q(*((f"values__{key}", wanted.board) for key in _BOARDS), _connector=Q.OR)
    for part in wanted.player.replace(",", " ").split():
        found &= Q(*((f"values__{key}__icontains", part) for key in _NAMES), _connector=Q.OR)
    return found
