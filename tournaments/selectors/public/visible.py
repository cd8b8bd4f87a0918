"""Where the public pages are, and who sees them: events, sections and tables, each at one version.

A page reads one document and nothing else, so that it can never show half of a change.
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from typing import Any, ClassVar, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import Http404
from django.urls import reverse
from django.utils.html import format_html_join

from tiebreaks.models import Published, Standings
from tiebreaks.prepared import Prepared
from tiebreaks.published import DOCUMENTS, PlayersDocument, TeamsDocument, read_players, read_teams

from ...models import OF_PLAY, Event, LogEntry, Section, TeamTable, Verb, visible_tables
from ...text import wording
from ...text.log import Summary
from . import changed_pairings, corrected_boards, left_boards, moved_players, prizes, public_names
from .changed_pairings import Changed
from .corrected_boards import Corrected
from .playing import begun, final_at
from .progress import State, state
from .public_names import PublicNames

# --- who sees it --------------------------------------------------------------------------------

_previewing: ContextVar[bool] = ContextVar("previewing", default=False)
# A preview shows what the public would see, and under its own stamp: no piece of it is anybody else's.
_OF_PREVIEW = "-preview"


@contextmanager
def previewing() -> Iterator[None]:
    """Within it, pages of drafts are found too. For their directors only."""
    token = _previewing.set(True)
    try:
        yield
    finally:
        _previewing.reset(token)


def _visible(of: str) -> Q:
    """What the public sees of sections or tables: an address of anything else is an unknown one."""
    if _previewing.get():
        return Q()
    found = Q(**{f"{of}__hidden": False, f"{of}__event__hidden": False})
    if of == PublicTable.related:
        found &= Q(**{f"{of}__in": visible_tables()})
    return found


def seen_tables() -> QuerySet[TeamTable]:
    """The tables of teams that pages of sections name; a preview has those of drafts too."""
    return TeamTable.objects.filter(archived=False) if _previewing.get() else visible_tables()


# Seconds. A mirror whose hall is quiet for longer says when it was last heard from, under a stamp of its own:
# phones that poll are told both when it falls silent and when it is back.
QUIET_AFTER = 60
_OF_QUIET = "-quiet-"
# What pages that do not change under their readers ask with: silence is nothing newer.
_OF_ANY = "-any"


def _stamp(epoch: str, version: int, quiet: int) -> str:
    of_quiet = f"{_OF_QUIET}{quiet}" if quiet else ""
    return f"{epoch}.{version}{_OF_PREVIEW if _previewing.get() else ''}{of_quiet}"


def _quiet(heard: int | None) -> int:
    """When the hall of a mirror was last heard from, if that is too long ago; else 0, as of other events."""
    return heard if heard and time.time() - heard > QUIET_AFTER else 0


# --- where a page is ----------------------------------------------------------------------------

# What gives, changes or takes a result.
OF_RESULTS = (Verb.RESULT, Verb.RULING)
# When an event without sections was played.
NEVER = datetime(1970, 1, 1, tzinfo=UTC)
EVENT_FIELDS = ("name", "slug", "city", "starts_on", "time_zone", "short_names", "listed", "mirror")


@dataclass(frozen=True)
class PublicEvent:
    """An event as its pages name it. ``listed``: search engines may list them. ``mirror`` is the server that
    its printed codes lead to. ``of_tables`` is the version of its team tables together."""

    name: str
    slug: str
    city: str
    starts_on: date | None
    time_zone: str
    short_names: bool = False
    listed: bool = False
    mirror: str = ""
    sections: int = 0
    of_tables: int = 0


class Described(NamedTuple):
    """What the pages of a version say of their subject, and the text of its document: of one row."""

    event: PublicEvent
    name: str
    slug: str
    as_of: datetime
    made: datetime
    body: str


@dataclass(frozen=True)
class AtVersion:
    """What has pages of its own, at one version: a section, or a table of schools.

    Its version names every piece that is kept of it. The rest is read when a piece must be rendered.
    ``kind`` names it in one word; ``related`` is what its standings call it. ``quiet`` is the second since
    1970 at which a hall that fell silent was last heard from.
    """

    standings: int
    stamp: str
    quiet: int = field(default=0, kw_only=True)

    kind: ClassVar[str]
    related: ClassVar[str]

    @cached_property
    def _described(self) -> Described:
        return _described(self.related, self.standings, self.stamp)

    @property
    def stamp_of_news(self) -> str:
        """The stamp with which a page asks for what is newer, and not whether the hall is heard from."""
        return self.stamp.replace(f"{_OF_QUIET}{self.quiet}", "") + _OF_ANY

    @property
    def quiet_since(self) -> datetime | None:
        return datetime.fromtimestamp(self.quiet, UTC) if self.quiet else None

    @property
    def event(self) -> PublicEvent:
        return self._described.event

    @property
    def name(self) -> str:
        return self._described.name

    @property
    def slug(self) -> str:
        return self._described.slug

    @property
    def as_of(self) -> datetime:
        return self._described.as_of

    @property
    def made(self) -> datetime:
        """When the document was computed: a piece may be of a newer one than its version says."""
        return self._described.made

    @property
    def document(self) -> PlayersDocument | TeamsDocument:
        """The document with the names that the public reads."""
        raise TypeError(type(self))

    @property
    def names(self) -> PublicNames | None:
        """How it calls those whom no document names: in frozen awards, in reasons. None: in full."""
        raise TypeError(type(self))

    @cached_property
    def state(self) -> State:
        return state(self.document)

    @property
    def named(self) -> dict[str, Any]:
        return {self.kind: self}

    @property
    def about(self) -> dict[str, Any]:
        """What every page of it says."""
        return {**self.named, "document": self.document, "state": self.state}


Page = TypeVar("Page", bound=AtVersion)
Fetched = tuple[Any, ...]


class PublicSection(AtVersion):
    """A section as its pages name it."""

    kind = related = "section"

    @cached_property
    def document(self) -> PlayersDocument:
        full = read_players(self._described.body)
        return public_names.of_section(full) if self.event.short_names else full

    @cached_property
    def names(self) -> PublicNames | None:
        if not self.event.short_names:
            return None
        former = public_names.former_names(self.standings)
        return public_names.names_of(read_players(self._described.body), former)

    @property
    def prize_kinds(self) -> prizes.Kinds:
        """What its tab of prizes is called by, and opens on."""
        return prizes.kinds(self.document)

    @property
    def changed(self) -> Changed:
        """Who plays otherwise than was posted, in the rounds that are being played."""
        return changed_pairings.changed(self.document, self.standings, self.stamp)

    @property
    def corrected(self) -> Corrected:
        """Of which boards phones showed another result before."""
        return corrected_boards.corrected(self.document, self.standings, self.stamp)

    def had_board(self, number: int, board: int) -> bool:
        """Whether a posted round had this board and has it no more."""
        return left_boards.is_left(self.document, self.standings, self.stamp, number, board)

    def had_bye(self, number: int, player: int) -> bool:
        """Whether somebody had the full-point bye of a posted round and has it no more."""
        return left_boards.is_left_bye(self.document, self.standings, self.stamp, number, player)

    @cached_property
    def moved_to(self) -> str:
        """Links to the sections that have the players of this one, which was merged or cut, as far as they
        may be seen."""
        if not (slugs := moved_players.moved_to(self.document, self.standings, self.stamp)):
            return ""
        found = Standings.objects.filter(_visible("section"), section__slug__in=slugs)
        found = found.filter(section__event__slug=self.event.slug).order_by("section__position", "section")
        rows = found.values_list("section__slug", "section__name")
        links = ((reverse("standings", args=[self.event.slug, slug]), name) for slug, name in rows)
        return format_html_join(", ", '<a href="{}"><bdi>{}</bdi></a>', links)

    @cached_property
    def posted_byes(self) -> list[str]:
        """What is posted of requested byes, a sentence each."""
        posted: list[str] = Section.objects.get(standings=self.standings).posted_byes
        return posted

    @cached_property
    def tables(self) -> list[tuple[str, str]]:
        """The address and name of each table of teams that draws on it and may be seen."""
        return _tables([self]).get(self.standings, [])


class PublicTable(AtVersion):
    """A table of teams as its pages name it."""

    kind, related = "table", "teamtable"

    @cached_property
    def document(self) -> TeamsDocument:
        full = read_teams(self._described.body)
        return public_names.of_table(full, self.sections) if self.event.short_names else full

    @cached_property
    def state(self) -> State:
        found = state(self.document)
        if found.has_results or not self.document.live:
            return found
        # Its document does not tell a first round without a result from one with some.
        return replace(found, has_results=any(map(begun, self.sections)))

    @cached_property
    def sections(self) -> list[PlayersDocument]:
        """The documents of the sections that it draws on, with full names."""
        drawn = Published.objects.filter(standings__section__team_tables__standings=self.standings)
        return list(map(read_players, drawn.order_by("standings__section").values_list("body", flat=True)))

    @property
    def names(self) -> PublicNames | None:
        return PublicNames({}) if self.event.short_names else None


@dataclass(frozen=True)
class WholeEvent(AtVersion):
    """An event with its sections that may be seen: its version changes with each of theirs."""

    of: PublicEvent
    sections: tuple[PublicSection, ...]

    kind = "event"
    related = ""

    @cached_property
    def _described(self) -> Described:
        describe(self.sections)
        # A section that nothing was played in yet has no last result.
        played = [each for each in self.sections if each.state.has_results]
        play = [each.as_of for each in played or self.sections]
        made = [each.made for each in self.sections]
        return Described(
            self.of, self.of.name, self.of.slug, max(play, default=NEVER), max(made, default=NEVER), ""
        )

    @property
    def event(self) -> PublicEvent:
        return self.of

    @property
    def named(self) -> dict[str, Any]:
        return {"event": self.of, "sections": self.sections}

    @property
    def about(self) -> dict[str, Any]:
        return {**self.named, "whole": self, "state": self.state}

    @cached_property
    def tables(self) -> dict[str, TeamsDocument]:
        """The documents of its tables of teams, by address, with full names of their players."""
        found = Published.objects.filter(standings__teamtable__in=_tables_of(self.of.slug))
        bodies = found.order_by("standings__teamtable").values_list("standings__teamtable__slug", "body")
        return {slug: read_teams(body) for slug, body in bodies}

    @cached_property
    def state(self) -> State:
        """What holds of all sections at once; each has its own text."""
        self.made  # noqa: B018 (reads all sections in one query)
        states = [each.state for each in self.sections]
        reached = [wording.of_section(each.name, each.state.reached) for each in self.sections]
        ends = [each.final_at for each in states]
        if ends and all(ends):
            # The team trophies may not be announced yet.
            ends += [final_at(table) for table in self.tables.values()]
        return State(
            text="",
            reached="; ".join(reached),
            score="",
            playing=sum(each.playing for each in states),
            has_results=any(each.has_results for each in states),
            final=bool(ends) and all(ends),
            final_at=max((end for end in ends if end), default=None),
        )


def events() -> list[PublicEvent]:
    """All events, the latest first."""
    shown = Count("sections", filter=Q(sections__hidden=False))
    rows = Event.objects.filter(hidden=False).annotate(n=shown).values_list(*EVENT_FIELDS, "n")
    return [PublicEvent(*row) for row in rows.order_by(F("starts_on").desc(nulls_first=True), "-pk")]


def event(slug: str) -> tuple[PublicEvent, list[PublicSection]]:
    """An event and its sections, each at its version; 404 where there is none."""
    fields = [f"section__event__{field}" for field in EVENT_FIELDS]
    found = Standings.objects.filter(_visible("section"), section__event__slug=slug)
    # What a director archived without its pages is no draft: it is not among what comes.
    found = found.exclude(section__hidden=True, section__archived=True)
    found = found.order_by("section__position", "section__pk")
    # The team trophies may be announced after the last section is final.
    tables = seen_tables().filter(event=OuterRef("section__event")).order_by().values("event")
    found = found.annotate(of_tables=Subquery(tables.annotate(of=Sum("standings__version")).values("of")))
    stamps = ("pk", "epoch", "version", "section__event__mirrored__heard")
    rows = list(found.values_list(*fields, "of_tables", *stamps))
    if rows:
        quiet = _quiet(rows[0][-1])
        sections = [
            PublicSection(pk, _stamp(epoch, version, quiet), quiet=quiet)
            for *_about, pk, epoch, version, _heard in rows
        ]
        about, of_tables = rows[0][: len(EVENT_FIELDS)], rows[0][len(EVENT_FIELDS)]
        return replace(PublicEvent(*about), of_tables=of_tables or 0), sections
    events = Event.objects.all() if _previewing.get() else Event.objects.filter(hidden=False)
    for row in events.filter(slug=slug).values_list(*EVENT_FIELDS):
        return PublicEvent(*row), []
    raise Http404


def whole_event(slug: str) -> WholeEvent:
    """An event with its sections, at the version of all of them and of its tables; 404 for an unknown one."""
    found, sections = event(slug)
    stamps = [section.stamp for section in sections]
    # A mirror has the hall's version, and no mirror of its own.
    digest = sha256(repr((replace(found, mirror=""), stamps)).encode()).hexdigest()[:16]
    quiet = max((section.quiet for section in sections), default=0)
    return WholeEvent(0, digest, found, tuple(sections), quiet=quiet)


def _tables_of(slug: str) -> QuerySet[TeamTable]:
    return seen_tables().filter(event__slug=slug)


def section(event: str, section: str) -> PublicSection:
    """The section at this address, at its version; 404 where there is none."""
    return _at(PublicSection, event, section)[0]


def table(event: str, table: str) -> PublicTable:
    """The table at this address, at its version; 404 where there is none."""
    return _at(PublicTable, event, table)[0]


def section_with_teams(event: str, section: str) -> PublicSection:
    """The section with the versions of its tables of teams too: its page shows what they say."""
    tables = "section__team_tables__standings"
    found, stamps = _at(PublicSection, event, section, f"{tables}__epoch", f"{tables}__version")
    of_tables = [f"{epoch}.{version}" for epoch, version in stamps if epoch is not None]
    return replace(found, stamp="_".join([found.stamp, *of_tables]))


def _at(kind: type[Page], event: str, slug: str, *beside: str) -> tuple[Page, list[Fetched]]:
    """What is at this address, at its version, in one indexed read: all that a poll without news costs."""
    with connection.cursor() as cursor:
        cursor.execute(_compiled(connection.vendor, kind.related, beside, _previewing.get()), [event, slug])
        rows = cursor.fetchall()
    if not rows:
        raise Http404
    standings, epoch, version, heard, *_more = rows[0]
    quiet = _quiet(heard)
    return kind(standings, _stamp(epoch, version, quiet), quiet=quiet), [row[4:] for row in rows]


@cache
def _compiled(vendor: str, of: str, beside: tuple[str, ...], preview: bool) -> str:
    """The query that every phone asks every ten seconds: writing it took Django longer than answering it.

    It takes the addresses of the event and of what belongs to it.
    """
    placeholders = ("event", "slug")
    where = dict(zip((f"{of}__event__slug", f"{of}__slug"), placeholders, strict=True))
    found = (
        Standings.objects.filter(_visible(of), **where)
        .order_by(*beside)
        .values_list("pk", "epoch", "version", f"{of}__event__mirrored__heard", *beside)
    )
    sql, parameters = found.query.sql_with_params()
    if tuple(parameters) != placeholders:
        raise ValueError(f"the parameters of {sql} are {parameters}")
    return str(sql)


def describe(sections: Iterable[PublicSection]) -> None:
    """Read what several sections' pages say of them in one query, in another the tables that they name."""
    by_standings = {section.standings: section for section in sections}
    for row in _descriptions(PublicSection.related, pk__in=list(by_standings)):
        standings, described = _as_described(row)
        vars(by_standings[standings])["_described"] = described
    tables = _tables(by_standings.values())
    for standings, section in by_standings.items():
        vars(section)["tables"] = tables.get(standings, [])


def _tables(sections: Iterable[PublicSection]) -> dict[int, list[tuple[str, str]]]:
    """The tables of teams that may be seen, by the standings of the sections whose documents name any."""
    named = [section.standings for section in sections if section.document.tables]
    found: dict[int, list[tuple[str, str]]] = {}
    if named:
        rows = seen_tables().filter(sections__standings__in=named).order_by("pk")
        for standings, slug, name in rows.values_list("sections__standings", "slug", "name"):
            found.setdefault(standings, []).append((slug, name))
    return found


def _descriptions(related: str, **which: object) -> QuerySet[Published, Fetched]:
    owner = f"standings__{related}"
    of_event = [f"{owner}__event__{field}" for field in EVENT_FIELDS]
    rows = with_as_of(Published.objects.filter(**which), related)
    return rows.values_list(
        "pk", f"{owner}__name", f"{owner}__slug", "as_of", "computed_at", "body", *of_event
    )


def with_as_of(documents: QuerySet[Published], related: str) -> QuerySet[Published]:
    """Documents of sections or of tables, each with the time of the last result; before the first, of the
    last play. Of a mirror, the hall's. A new name, or a sibling that is published, gives the page a new
    version too, but to parents it is no news."""
    # A file of another program has the results that were played there; of a pairing alone it has none.
    of_results = _last(related, OF_RESULTS, Q(code=Summary.FOLLOWED, values__results__gt=0))
    of_play = _last(related, (*OF_PLAY, Verb.IMPORT, Verb.ORDER))
    return documents.annotate(
        as_of=Coalesce(of_results, of_play, "standings__mirrored__as_of", "computed_at")
    )


def _last(related: str, verbs: tuple[Verb, ...], or_else: Q | None = None) -> Subquery:
    """When something of this kind was done or undone last, ``or_else`` done."""
    of_kind = Q(verb__in=verbs) | Q(undoes__verb__in=verbs) | Q(undoes__undoes__verb__in=verbs)
    of_kind |= or_else or Q()
    owner = OuterRef("pk")
    here = Q(standings=owner)
    if related == PublicTable.related:
        drawn_on = Section.objects.filter(team_tables__standings=OuterRef(owner))
        here |= Q(standings__in=drawn_on.values("standings"))
    return Subquery(LogEntry.objects.filter(of_kind, here).order_by("-at").values("at")[:1])


@lru_cache(maxsize=DOCUMENTS)
def _described(related: str, standings: int, stamp: str) -> Described:
    """Hundreds of pages of a version ask for it, one after another."""
    for row in _DESCRIBED[related](standings):
        return _as_described(row)[1]
    raise Http404


def _as_described(row: Fetched) -> tuple[int, Described]:
    standings, name, slug, as_of, made, body, *event = row
    return standings, Described(PublicEvent(*event), name, slug, as_of, made, body)


# What the page of one section or table asks, by what its standings call it.
_DESCRIBED = {
    kind.related: Prepared(lambda pk, related=kind.related: _descriptions(related, pk=pk))
    for kind in (PublicSection, PublicTable)
}
