"""What the desk reads beside the boards: the progress of each round, and what the director does next.

The counters can be read alone, so that the answer to one key costs a few small queries whatever the size of
the field. A stamp is read *before* its content. Content newer than its stamp is asked for once more; older
content would be kept.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tiebreaks.decided import decided as decided_of
from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import PostedOrder, Published
from tiebreaks.playing import open_boards
from tiebreaks.prepared import Prepared
from tiebreaks.published import PlayersDocument, read_players

from ... import zones
from ...models import Event, LogEntry, PairingDraft, Role, Round, Seat, Section, TeamTable
from ...text import ties, wording
from ...text.log import Summary, tell
from ...text.results import label
from ..entries import quads
from ..event.endings import final_version, finished_at
from ..event.orders import teams_to_post_before_play
from ..history import later
from ..history.gone_to import gone_to
from ..history.log import last_entry, round_of
from ..public.prizes import undecided
from .team_desk import TableNeeds, tables_that

# Up to this many boards without a result are listed with their players.
NAMED = 6
LISTED = 24
TOP = 8


@dataclass(frozen=True)
class OpenBoard:
    """A board without a result. How its players are called is asked only where few boards are listed."""

    game: int
    label: str
    section: Section
    roster_names: tuple[str, str]

    @property
    def white(self) -> str:
        return self.section.called(self.roster_names[0])

    @property
    def black(self) -> str:
        return self.section.called(self.roster_names[1])


@dataclass(frozen=True)
class Tab:
    """A round of the section: how many boards it has, and how many results are missing."""

    number: int
    boards: int
    missing: int
    published: bool
    # Whether directors have paired it in a draft; known where only directors look.
    drafted: bool = False

    @property
    def state(self) -> str:
        """``empty``, ``draft``, ``open`` or ``finished``."""
        if not self.boards:
            return "draft" if self.drafted and not self.published else "empty"
        if not self.published:
            return "draft"
        return "open" if self.missing else "finished"


@dataclass(frozen=True)
class Counters:
    """How far a round is, and what undo would take back, at one version of the section."""

    stamp: str
    number: int
    published: bool = False
    boards: int = 0
    missing: int = 0
    drafted: bool = False
    missing_boards: list[OpenBoard] = field(default_factory=list)
    undo: LogEntry | None = None
    # Why it cannot: the desk offers nothing that would be refused.
    not_undone: str = ""
    # The round that it is about, if that is another: it is undone there, before one's eyes.
    undo_in: int | None = None

    @property
    def entered(self) -> int:
        return self.boards - self.missing

    @property
    def tab(self) -> Tab:
        """The same round among the tabs of all."""
        return Tab(self.number, self.boards, self.missing, self.published, self.drafted)

    @property
    def named(self) -> bool:
        """Whether the missing boards are listed with their players."""
        return self.missing <= NAMED

    @property
    def unlisted(self) -> int:
        return self.missing - len(self.missing_boards)

    @property
    def links(self) -> SafeString:
        """The labels of the missing boards, each a link to its row: ``4, 11``."""
        board = escape(gettext("Board %(label)s"))
        # A key is a number, and a label one with a letter at most: neither needs to be escaped.
        return SafeString(
            ", ".join(
                f'<a href="#game-{each.game}" aria-label="{board % {"label": each.label}}">{each.label}</a>'
                for each in self.missing_boards
            )
        )


@dataclass(frozen=True)
class Leader:
    rank: str
    number: int
    name: str
    points: str
    ahead_by: str
    place_decided: str = ""


@dataclass(frozen=True)
class Top:
    """The head of the standings, from the document."""

    stamp: str
    live: bool = False
    counted: int = 0
    leaders: list[Leader] = field(default_factory=list)
    # Ties about trophies, once all rounds are played.
    undecided: int = 0
    # Decisions about ties of this round that no longer apply.
    set_aside: list[str] = field(default_factory=list)
    # Team tables that draw on the section and need a decision.
    teams: list[TableNeeds] = field(default_factory=list)


@dataclass(frozen=True)
class SectionNeeds:
    """A section of an event, and what its director does next."""

    section: Section
    players: int
    order_posted: bool
    tabs: list[Tab]
    final_version: int | None
    final_since: datetime | None
    # The other program that pairs it, whose file it follows.
    program: str = ""
    # Team tables with trophies whose order can still be posted before round one.
    team_orders: Sequence[TeamTable] = ()

    @property
    def at(self) -> Tab:
        return next((tab for tab in self.tabs if tab.state != "finished"), self.tabs[-1])

    @property
    def waits_for_file(self) -> bool:
        """Whether its next round comes with the file of another program."""
        return bool(self.program) and self.at.state == "empty"

    @property
    def round_comes_first(self) -> bool:
        """Whether the page of its round is what its director does next."""
        an_order_first = self.order_first or self.team_orders
        return not an_order_first and not self.finished and not self.waits_for_file

    @cached_property
    def emptied(self) -> str:
        """Where the entries of a section are that a merge or quads left empty; empty of any other."""
        return "" if self.players else quads.told_where(self.section) or _told_where(self.section)

    @property
    def order_first(self) -> bool:
        """Whether the order of tiebreaks can still be posted before round one (34B)."""
        return not self.order_posted and not self.tabs[0].published

    @property
    def finished(self) -> bool:
        return self.at.state == "finished"

    @property
    def final_on(self) -> date | None:
        """The day it was finished, in the event's zone: a list has sections of several events."""
        zone = zones.zone(self.section.event.time_zone)
        return timezone.localtime(self.final_since, zone).date() if self.final_since else None


def _told_where(section: Section) -> str:
    """Where the entries of a section are that was merged; empty of any other."""
    there = section.event.sections.filter(slug__in=gone_to(section.standings_id)).order_by("position", "pk")
    names = "; ".join(there.values_list("name", flat=True))
    return gettext("Empty: its entries are in %(sections)s.") % {"sections": names} if names else ""


def counters(section: Section, number: int, by: User) -> Counters:
    """How far the round is, in three queries; the version with the numbers, before the names. What others did
    since this person's last entry costs one more, and a few where they did something."""
    stamp = ("section__standings__epoch", "section__standings__version")
    found = _progress(Round.objects.filter(section=section, number=number), *stamp).first()
    undo = last_entry(section, by)
    not_undone = later.not_undone(section, undo) if undo else ""
    about = round_of(undo) if undo else None
    undo_in = about if about != number else None
    drafted = (found is None or not found[2]) and _drafts([section]).filter(round=number).exists()
    if found is None:
        return Counters(
            section.stamp, number, drafted=drafted, undo=undo, not_undone=not_undone, undo_in=undo_in
        )
    epoch, version, boards, missing, published_at = found
    return Counters(
        stamp=f"{epoch}.{version}",
        number=number,
        published=published_at is not None,
        boards=boards,
        missing=missing,
        drafted=drafted,
        missing_boards=_missing_boards(section, number) if missing else [],
        undo=undo,
        not_undone=not_undone,
        undo_in=undo_in,
    )


def counters_of(document: PlayersDocument, section: Section, number: int, undo: LogEntry | None) -> Counters:
    """The same from the document of this version, in one query at most. ``undo`` is what made it, so that
    nothing builds on it."""
    missing = len(open_boards(document, number))
    return Counters(
        stamp=section.stamp,
        number=number,
        published=True,
        boards=len(document.boards[number]),
        missing=missing,
        missing_boards=_missing_boards(section, number) if missing else [],
        undo=undo,
    )


def _missing_boards(section: Section, number: int) -> list[OpenBoard]:
    names: dict[int, list[str]] = defaultdict(list)
    labels: dict[int, str] = {}
    for game, board, slot, name in _open_seats(section.pk, number):
        names[game].append(name)
        labels[game] = label(board, slot, section.games)
    return [OpenBoard(game, labels[game], section, (of[0], of[-1])) for game, of in names.items()]


_open_seats = Prepared(
    lambda section, number: (
        Seat.objects.filter(game__round__section=section, game__round__number=number, kind=Kind.OPEN.letter)
        .order_by("game__board", "game__slot", "-side")
        .values_list("game", "game__board", "game__slot", "player__name")[: 2 * LISTED]
    )
)


def tabs(sections: Iterable[Section], *, drafts: bool = False) -> dict[int, list[Tab]]:
    """Each section's planned rounds and their progress, in one query for all; in another one for directors
    which rounds have ``drafts`` of the pairings."""
    drafted = {*_drafts(sections).values_list("section", "round")} if drafts else set()
    rounds = {
        (section, number): (boards, missing, published_at is not None)
        for section, number, boards, missing, published_at in _progress(
            Round.objects.filter(section__in=sections), "section", "number"
        )
    }
    return {
        section.pk: [
            Tab(
                number,
                *rounds.get((section.pk, number), (0, 0, False)),
                drafted=(section.pk, number) in drafted,
            )
            for number in range(1, section.rounds + 1)
        ]
        for section in sections
    }


def _drafts(sections: Iterable[Section]) -> QuerySet[PairingDraft]:
    return PairingDraft.objects.filter(section__in=sections)


def _progress(rounds: QuerySet[Round], *fields: str) -> QuerySet[Round, tuple[Any, ...]]:
    """These fields of each round, its boards, those of them without a result, and when it was published."""
    return rounds.annotate(
        boards=Count("games", distinct=True),
        missing=Count("games", filter=Q(games__seats__kind=Kind.OPEN.letter), distinct=True),
    ).values_list(*fields, "boards", "missing", "published_at")


def round_that_needs_work(section: Section) -> int:
    """The first unfinished round; the last one when all are finished."""
    rounds = tabs([section])[section.pk]
    return next((tab.number for tab in rounds if tab.state != "finished"), section.rounds)


@dataclass(frozen=True)
class EventsOf:
    """A person's events, the newest first, each with her role, its sections and what they need."""

    events: Sequence[tuple[Event, Role, list[SectionNeeds]]]
    archived: bool
    has_archived: bool


def events_of(user: User, *, archived: bool = False) -> EventsOf:
    """Those that are ``archived``, or those that are not."""
    newest_first = (F("starts_on").desc(nulls_last=True), "-pk")
    theirs = Event.objects.filter(staff__user=user).annotate(role_of_user=F("staff__role"))
    every = list(theirs.order_by(*newest_first))
    events = [event for event in every if event.archived == archived]
    roles = [Role(event.role_of_user) for event in events]
    needs = list(zip(events, roles, _needs(events), strict=True))
    return EventsOf(needs, archived, any(event.archived for event in every))


def needs_of(event: Event) -> list[SectionNeeds]:
    return next(_needs([event]))


def _needs(events: Sequence[Event]) -> Iterator[list[SectionNeeds]]:
    theirs = Section.objects.filter(event__in=events, archived=False).annotate(
        entries=Count("players"),
        final_since=finished_at(),
        final_version=final_version(),
        program=F("companion__program"),
    )
    sections = list(theirs.order_by("event", "position", "pk"))
    rounds = tabs(sections, drafts=True)
    standings = [section.standings_id for section in sections]
    posted = set(PostedOrder.objects.filter(standings__in=standings).values_list("standings", flat=True))
    waiting = {section.event_id for section in sections if not rounds[section.pk][0].published}
    team_orders = teams_to_post_before_play([event for event in events if event.pk in waiting])
    by_key = {event.pk: event for event in events}
    for section in sections:
        section.event = by_key[section.event_id]
    for event in events:
        yield [
            SectionNeeds(
                section,
                section.entries,
                section.standings_id in posted,
                rounds[section.pk],
                section.final_version,
                section.final_since,
                section.program or "",
                [table for first, table in team_orders if first == section.pk],
            )
            for section in sections
            if section.event_id == event.pk
        ]


def top(section: Section) -> Top:
    """The head of the standings with what put each one there, from the document alone."""
    published = Published.objects.filter(standings=section.standings_id).first()
    if published is None:
        return Top(section.stamp)
    document = read_players(published.body)
    names = document.chart.by_number
    leaders = []
    for standing in document.standings[:TOP]:
        decided = standing.ahead_by if standing.ahead_by is not None else standing.decided_by
        ahead_by = ""
        if decided is not None and document.counted:
            system = document.steps[decided].system
            value = document.values[decided].get(standing.number)
            ahead_by = (
                gettext(system.name) if system.by_people else f"{system.head} {system.unit.show(value)}"
            )
        place = None if document.finished else decided_of(document).places.get(standing.number)
        leaders.append(
            Leader(
                rank=f"{standing.rank}=" if standing.tied > 1 else str(standing.rank),
                number=standing.number,
                name=names[standing.number].name,
                points=points.show(standing.score_q),
                ahead_by=ahead_by,
                place_decided=wording.place_decided(standing.rank, place),
            )
        )
    return Top(
        stamp=published.stamp,
        live=document.live,
        counted=document.counted,
        leaders=leaders if document.counted else [],
        undecided=undecided(document) if document.through == document.rounds else 0,
        set_aside=_set_aside(document),
        teams=[table for table in tables_that(sections=section) if table.undecided or table.set_aside]
        if document.tables
        else [],
    )


def _set_aside(document: PlayersDocument) -> list[str]:
    """Decisions that a correction set aside. One about an earlier round is history instead."""
    chart = document.chart
    return [
        tell(Summary.DECIDED, {"system": decision.code, "levels": ties.levels(decision, chart.by_number)})
        for decision in chart.decisions
        if decision.after_round == document.counted and not document.ranking().holds(decision)
    ]
