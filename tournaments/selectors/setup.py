"""What the set-up pages show."""

import csv
import io
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Count, Exists, OuterRef, QuerySet

from tiebreaks.engine.chart.withdrawals import played_games, scheduled_games
from tiebreaks.engine.ranking import columns, sequence
from tiebreaks.engine.ranking.editions import EDITIONS, Edition
from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.engine.ranking.sequence import Sequence
from tiebreaks.engine.systems import TEAM_SYSTEMS
from tiebreaks.engine.terms.system import TiebreakSystem
from tiebreaks.models import PostedOrder, TeamSheet
from tiebreaks.selectors import order_that_holds, postings, team_order_that_holds, team_postings
from tiebreaks.sheets import Posting, systems_of
from tiebreaks.team_sheets import TeamSheetBody

from .. import wallcharts
from ..formats.entries import guard
from ..models import Event, LogEntry, Player, Round, Seat, Section, TeamTable
from ..schools.names import schools_of
from ..services.orders import default_order_of, is_locked, is_table_locked
from ..text import wording
from .desk import Tab, tabs


@dataclass(frozen=True)
class SectionLine:
    """A section on its event's page: how far its set-up is."""

    section: Section
    players: int
    posted: bool
    begun: bool


def sections(event: Event) -> list[SectionLine]:
    """The event's sections in the order in which they were made, in one query."""
    rows = event.sections.annotate(
        entries=Count("players"),
        posted=Exists(PostedOrder.objects.filter(section=OuterRef("pk"))),
        begun=Exists(Round.objects.filter(section=OuterRef("pk"), published_at__isnull=False)),
    )
    return [SectionLine(row, row.entries, row.posted, row.begun) for row in rows.order_by("pk")]


def roster(section: Section) -> QuerySet[Player]:
    """The entries by number; ``seated`` ones can no longer be struck from the list."""
    seats = Seat.objects.filter(player=OuterRef("pk"))
    players = Player.objects.filter(section=section).select_related("reentry_of", "visitor_of__section")
    if section.boards:
        players = players.annotate(listed=Count("members"))
    return players.annotate(seated=Exists(seats)).order_by("number")


def member_lines(team: Player) -> str:
    """The players of a team as they are typed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for member in team.members.all():
        writer.writerow([member.board, guard(member.name), member.uscf_id, member.rating or ""])
    return out.getvalue()


def published_rounds(section: Section) -> list[Tab]:
    """The rounds whose pairings are published: whoever enters now has missed them."""
    return [tab for tab in tabs([section])[section.pk] if tab.published]


@dataclass(frozen=True)
class Half:
    """Where an entry of a round robin stands on the way to half of its games (30B)."""

    played: int
    scheduled: int

    @property
    def before(self) -> bool:
        return 2 * self.played < self.scheduled


def half_of_the_games(section: Section, number: int) -> Half | None:
    """None in a Swiss, which has no such rule, and for a house player, who is ranked nowhere."""
    if section.format != Section.Formats.ROUND_ROBIN:
        return None
    chart = wallcharts.load(section).chart
    card = chart.by_number[number]
    if card.house:
        return None
    if card.withdrew is None:
        # Asked before it leaves: what is open is not played so far.
        card = replace(card, withdrew=chart.through)
    return Half(played_games(card), scheduled_games(chart))


def order_is_posted(section: Section) -> bool:
    return PostedOrder.objects.filter(section=section).exists()


@dataclass(frozen=True)
class PostedLine:
    """An order as it was posted, its steps readable."""

    posting: Posting
    order: Sequence
    said: str


@dataclass(frozen=True)
class Orders:
    """Which order holds in a section and what is shown beside it, every order that was posted (the latest
    first), and the lock."""

    holds: Sequence
    columns: Sequence
    edition: Edition
    history: list[PostedLine]
    locked: bool

    @property
    def shown(self) -> str:
        return wording.columns(self.columns)

    @property
    def ranks(self) -> set[str]:
        """The systems that rank already."""
        return {step.system.code for step in self.holds.steps}

    @property
    def latest(self) -> PostedLine | None:
        return self.history[0] if self.history else None


def team_orders(table: TeamTable) -> Orders:
    posted = team_postings(table.pk)
    return Orders(
        holds=team_order_that_holds(posted, table.edition),
        edition=EDITIONS[table.edition],
        columns=Sequence(()),
        history=_history(posted, TEAM_SYSTEMS),
        locked=is_table_locked(table),
    )


def _history(posted: list[Posting], systems: Mapping[str, TiebreakSystem]) -> list[PostedLine]:
    lines = [
        PostedLine(posting, sequence.parse(posting.order, systems), wording.posted(posting, first=not at))
        for at, posting in enumerate(posted)
    ]
    return lines[::-1]


@dataclass(frozen=True)
class SchoolLine:
    """A school as it stands on team tables: its name and code, what rosters write for it, and how many."""

    name: str
    code: str
    spellings: list[str]
    players: int

    @property
    def key(self) -> str:
        """What the page sends for it."""
        return self.spellings[0]


def schools(event: Event) -> list[SchoolLine]:
    """Every school that the event's rosters name, spellings that mean the same taken together."""
    known = schools_of(event.pk)
    written = Counter(
        Player.objects.filter(section__event=event, house=False)
        .exclude(team="")
        .values_list("team", flat=True)
    )
    together: dict[str, list[str]] = {}
    for text in sorted(written, key=lambda text: (-written[text], text)):
        together.setdefault(known.meant(text), []).append(text)
    lines = []
    for spellings in together.values():
        name = known.names.get(name_key(spellings[0]), spellings[0])
        count = sum(written[text] for text in spellings)
        lines.append(SchoolLine(name, known.codes.get(name, ""), spellings, count))
    return sorted(lines, key=lambda line: name_key(line.name))


def small_schools(table: TeamTable) -> str:
    """What to say of a table's schools of one player, or of fewer than a place takes; nothing without any."""
    body = TeamSheetBody(TeamSheet.objects.values_list("body", flat=True).get(pk=table.pk))
    minimum = body.counted.minimum
    small = [(t.name, len(t.members)) for t in body.teams.values() if len(t.members) < max(minimum, 2)]
    return wording.small_schools(minimum, small) if small else ""


def team_tables(event: Event) -> list[TeamTable]:
    """The event's tables of teams with their sections."""
    return list(event.team_tables.prefetch_related("sections").order_by("pk"))


def orders(section: Section) -> Orders:
    posted, systems = postings(section.pk), systems_of(section.boards)
    edition = EDITIONS[section.edition]
    holds = order_that_holds(posted, default_order_of(section), edition.code)
    return Orders(
        holds=holds,
        edition=edition,
        columns=columns.beside(edition.read(columns.parse_columns(section.columns, systems)), holds),
        history=_history(posted, systems),
        locked=is_locked(section),
    )


def log(section: Section) -> QuerySet[LogEntry]:
    """Every change of the section, the newest first; the rows themselves stay in the database."""
    return section.log.select_related("who").defer("rows").order_by("-pk")
