"""The log: every change of some standings, and the entry that a person can undo."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet

from ...formats.names import folded
from ...models import OF_PLAY, Entered, ExtraGame, LogEntry, Player, Seat, Section, Verb
from ...text.log import WITH_BYES, Summary
from ...text.log_of_files import place_of

# What the desk can undo; setup has forms instead. Extra columns can change during play, so they are here.
UNDOABLE = (*OF_PLAY, Verb.COLUMNS)


def last_entry(section: Section, by: User) -> LogEntry | None:
    """The entry that ``undo`` takes back: this person's latest here that is not undone."""
    entries = LogEntry.objects.filter(standings=section.standings_id, who=by, verb__in=UNDOABLE)
    # What made no version, such as a discarded draft, was on no page.
    return entries.filter(undone_by__isnull=True, version__isnull=False).order_by("-version").first()


# What is done to the boards of a round; of a withdrawal, the round in the log is the one before.
_OF_A_ROUND = (
    *(Verb.RESULT, Verb.RULING, Verb.LINE_UP, Verb.PAIR),
    *(Verb.BYE, Verb.REMOVE, Verb.SWAP, Verb.PUBLISH),
)


def round_of(entry: LogEntry) -> int | None:
    """The round on whose page an entry was made; None for one that is about no single round."""
    number: int | None = entry.values.get("round") if entry.verb in _OF_A_ROUND else None
    return number


def last_import(section: Section, by: User) -> LogEntry | None:
    """The import that this person can take back: the latest here that is not undone.

    A registration file is of several sections: the log undoes it.
    """
    entries = LogEntry.objects.filter(standings=section.standings_id, who=by, verb=Verb.IMPORT)
    entries = entries.exclude(code=Summary.REGISTRATION)
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
    def changes_something(self) -> bool:
        """Not once everybody of the list plays, or was edited since."""
        return not self.in_parts or bool(self.goes or self.restored)

    @property
    def stays(self) -> list[Player]:
        return self.seated + self.edited


def undoing_of(entry: LogEntry) -> Undoing:
    """Who goes, who gets the old values, and who stays: those on the wall chart, and those edited since."""
    changes = {row.pk: row for row in entry.changes if row.table == "player"}
    players = Player.objects.filter(pk__in=changes).select_related("section").order_by("number")
    undoing = Undoing(entry)
    byes = _seats_of(entry) if undoing.in_parts else {}
    seated = {player.pk for player in players.filter(_on_chart(byes))} if undoing.in_parts else set()
    there = set(Seat.objects.filter(pk__in=byes).values_list("pk", flat=True))
    elsewhere = {player for seat, player in byes.items() if seat not in there}
    for player in players:
        change = changes[player.pk]
        added = change.before is None
        if added and player.pk in seated:
            undoing.seated.append(player)
        elif undoing.in_parts and (player.pk in elsewhere or not is_unchanged(player, change.after or {})):
            undoing.edited.append(player)
        else:
            (undoing.goes if added else undoing.restored).append(player)
    return undoing


def _seats_of(entry: LogEntry) -> dict[int, int]:
    """The byes that a list brought: the players of the seats that an entry added."""
    return {
        row.pk: row.after["player_id"]
        for row in entry.changes
        if row.table == "seat" and row.before is None and row.after
    }


def _on_chart(byes: Iterable[int]) -> Q:
    """Rows that refer to a player, which a roster alone has not; ``byes`` are seats that it has."""
    extra = ExtraGame.objects.filter(Q(white=OuterRef("pk")) | Q(black=OuterRef("pk")))
    others = Seat.objects.filter(player=OuterRef("pk")).exclude(pk__in=list(byes))
    apart = Q(kept_apart__isnull=False) | Q(kept_apart_too__isnull=False)
    later = Q(reentries__isnull=False) | Q(visits__isnull=False)
    return Q(Exists(others)) | later | apart | Q(Exists(extra))


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
    wanted = wanted or Wanted()
    entries = _of(section).filter(_that_match(wanted))
    if wanted.player:
        # Databases fold letters each in its own way, SQLite those of English alone.
        values = entries.order_by().values_list("pk", "values")
        entries = _of(section).filter(pk__in=[pk for pk, each in values if _names(each, wanted.player)])
    return entries.select_related("who").defer("rows").order_by("-pk")


def with_what_to_undo(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """The entries, each with ``to_undo``, the key of the entry whose undoing takes it back now: itself, or
    the last that redid it; None for one that is undone. What was changed along with another section is
    undone there, and its entry here with it."""
    entries = list(entries)
    elsewhere = with_the_rows(entries)
    holding = holding_now(elsewhere.get(entry.pk, entry.pk) for entry in entries)
    for entry in entries:
        own, now = elsewhere.get(entry.pk, entry.pk), holding[elsewhere.get(entry.pk, entry.pk)]
        entry.undone = now != own  # type: ignore[attr-defined]
        # An entry without the rows leads to that which has them.
        entry.to_undo = entry.pk if now and entry.pk in elsewhere else now  # type: ignore[attr-defined]
    return entries


def holding_now(entries: Iterable[int]) -> dict[int, int | None]:
    """By the key of an entry, that of the entry whose undoing takes it back now; None where it is undone."""
    found: dict[int, int | None] = {pk: pk for pk in entries}
    # The undoings of one depth, each with the entry that it began with.
    latest, holds = {pk: pk for pk in found}, True
    while latest:
        undoings = LogEntry.objects.filter(undoes__in=latest).order_by().values_list("undoes", "pk")
        latest = {pk: latest[undone] for undone, pk in undoings if undone is not None}
        holds = not holds
        found |= {first: pk if holds else None for pk, first in latest.items()}
    return found


def with_the_rows(entries: Iterable[LogEntry]) -> dict[int, int]:
    """Of changes of several sections, the key of the entry that has the rows, by that of each that has none:
    it stands in the log of another section, beside it."""
    bare = {entry.pk: entry for entry in entries}
    bare = {pk: bare[pk] for pk in LogEntry.objects.filter(pk__in=bare, rows=[]).values_list("pk", flat=True)}
    if not bare:
        return {}
    standings = {entry.standings_id for entry in bare.values()}
    beside = Section.objects.filter(event__sections__standings__in=standings).values("standings")
    codes = {entry.code for entry in bare.values()}
    same = LogEntry.objects.filter(standings__in=beside, code__in=codes).exclude(rows=[]).order_by()
    whole: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for pk, *said in same.values_list("pk", "code", "verb", "values"):
        whole[_said(*said)].append(pk)
    return {
        pk: min(there, key=lambda each, pk=pk: abs(each - pk))  # type: ignore[misc]
        for pk, entry in bare.items()
        if (there := whole.get(_said(entry.code, entry.verb, entry.values)))
    }


def _said(code: str, verb: str, values: dict[str, Any]) -> tuple[str, str, str]:
    return code, verb, json.dumps(values, sort_keys=True)


def people(section: Section) -> QuerySet[User]:
    """Those who have changed something here."""
    return User.objects.filter(pk__in=_of(section).order_by().values("who")).order_by("username")


def verbs(section: Section) -> list[str]:
    """The kinds of changes that there are here, in the order of :class:`Verb`."""
    entries = _of(section).order_by()
    there = set(entries.values_list("verb", flat=True).distinct())
    if entries.filter(_of_kind(Verb.BYE)).exists():
        there.add(Verb.BYE)
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
        found &= _of_kind(wanted.kind)
    if wanted.round or wanted.board:
        at = Q()
        if wanted.round:
            at &= Q(values__round=wanted.round)
        if wanted.board:
            at &= Q(*((f"values__{key}", wanted.board) for key in _BOARDS), _connector=Q.OR)
        found &= at | Q(values__places__has_key=place_of(wanted.round, wanted.board))
    return found


def _of_kind(kind: str) -> Q:
    """The entries of a kind. Byes are given with pairings, late entries and re-entries too."""
    return Q(verb=kind) | Q(code__in=WITH_BYES) if kind == Verb.BYE else Q(verb=kind)


def _names(values: dict[str, Any], wanted: str) -> bool:
    """Whether an entry names who is wanted: every word that was typed, in any order, without accents."""
    names = folded(" ".join(_names_in(values)))
    return all(word in names for word in folded(wanted.replace(",", " ")).split())


def _names_in(values: dict[str, Any]) -> Iterator[str]:
    yield from (values[key] for key in _NAMES if isinstance(values.get(key), str))
    yield from (name for name, _letter in values.get("byes", ()))
    # Of a file it is their number.
    if isinstance(players := values.get("players", ()), list | tuple):
        yield from players
    yield from (name for _at, _board, *names, _was, _now in values.get("changed", ()) for name in names)
    # What was undone, with its own values.
    for _code, undone in [values["summary"]] if "summary" in values else ():
        yield from _names_in(undone)
