"""The ceremony: what is missing before it, the awards to call, and what a correction changes after it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from html import unescape
from typing import Any

from django.db.models import QuerySet
from django.utils.html import strip_tags

from tiebreaks.engine.chart.wallchart import Card
from tiebreaks.engine.prizes.notation import show
from tiebreaks.engine.prizes.prize import dollars
from tiebreaks.models import Sheet, TeamSheet
from tiebreaks.sheets import SheetBody
from tiebreaks.team_sheets import TeamSheetBody

from .. import finals
from ..finals import Award, Differences, Record, Who
from ..models import FinalAwards, FinalTeamAwards, Player, Section, TeamTable
from ..text import prizes as words
from ..text import wording
from . import teams
from .desk import Tab, tabs
from .prizes import TrophyLine, each_trophy

Place = Section | TeamTable
Version = FinalAwards | FinalTeamAwards
Renumbered = Callable[[Record], Record]

# --- the awards of a sheet ----------------------------------------------------------------------


def record(body: SheetBody, keys: Mapping[int, int] | None = None) -> Record:
    """What a sheet awards, now. The team prizes of ``body.awards.teams`` are for the tables of teams."""
    keys = keys or {}
    cards = body.chart.by_number
    cash = [(standing.number, body.awards.cents(standing.number)) for standing in body.standings]
    return Record(
        tuple(
            Award(
                line=show([award.prize]),
                title=words.trophies([award.prize]),
                winners=tuple(_who(cards[number], keys) for number in award.winners),
                why=_why(line),
                undecided=bool(award.contest),
            )
            for award, line in each_trophy(body)
        ),
        tuple(
            finals.Paid(_who(cards[number], keys), cents, words.paid_from(body.awards.cash, number))
            for number, cents in cash
            if cents
        ),
    )


def _who(card: Card, keys: Mapping[int, int]) -> Who:
    return Who(card.number, card.name, card.rating, card.team, card.grade, keys.get(card.number, 0))


def team_record(body: TeamSheetBody) -> Record:
    """What a table awards to its teams, now."""
    return Record(
        tuple(
            Award(
                line=f"team place {award.place}",
                title=line.title,
                winners=tuple(_team(body, number) for number in award.winners),
                why=_plain(line.reason),
                undecided=bool(award.contested),
            )
            for award, line in teams.each_trophy(body)
        )
    )


def _team(body: TeamSheetBody, number: int) -> Who:
    team = body.teams[number]
    counting = team.members[: body.counted.best]
    return Who(number, team.name, key=team.name, members=tuple(body.members[key].name for key in counting))


def _why(line: TrophyLine) -> str:
    return _plain(", ".join(filter(None, (line.tied, line.reason))))


def _plain(text: str) -> str:
    """As it is kept and printed."""
    return unescape(strip_tags(text))


# --- what was announced -------------------------------------------------------------------------


@dataclass(frozen=True)
class Announced:
    """The version that was frozen last, and what a correction has changed since."""

    version: int
    at: datetime
    sha256: str
    since: Differences

    @property
    def date_and_clock(self) -> str:
        return wording.date_and_clock(self.at)


def announced(body: SheetBody) -> Announced | None:
    """Of a section: its sheet has the numbers that the players have now."""
    return _announced(body.frozen, record(body), lambda then: then) if body.frozen else None


def team_announced(body: TeamSheetBody) -> Announced | None:
    """Of a table: its numbers follow the names of its teams."""
    return _announced(body.frozen, team_record(body), partial(_teams_now, body)) if body.frozen else None


def _teams_now(body: TeamSheetBody, then: Record) -> Record:
    names = {str(who.key) for award in then.awards for who in award.winners}
    return finals.renumbered(then, body.numbers_of(names))


def _announced(frozen: Mapping[str, Any], now: Record, renumbered: Renumbered) -> Announced:
    since = finals.differences(renumbered(finals.read(frozen["awards"])), now)
    return Announced(frozen["version"], datetime.fromisoformat(frozen["at"]), frozen["sha256"], since)


# --- where it is held ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Awarded:
    """What a place awards, now: a section to its players, or a table to its teams; and what was frozen there.

    ``renumbered`` gives a frozen record the numbers of today; ``short`` says whose rounds are not all held.
    """

    record: Record
    renumbered: Renumbered
    announced: Announced | None
    versions: QuerySet[Any]
    prizes: bool
    short: list[tuple[str, int, int]]


def awarded(place: Place) -> Awarded:
    return _of_section(place) if isinstance(place, Section) else _of_table(place)


def _of_section(section: Section) -> Awarded:
    body = SheetBody(Sheet.objects.values_list("body", flat=True).get(section=section))
    keys = dict(Player.objects.filter(section=section).values_list("number", "pk"))
    numbers = {key: number for number, key in keys.items()}
    held = body.through == body.rounds and not body.live
    return Awarded(
        record=record(body, keys),
        renumbered=lambda then: finals.renumbered(then, numbers),
        announced=announced(body),
        versions=FinalAwards.objects.filter(section=section),
        prizes=bool(body.prizes),
        short=[] if held else [(section.name, body.through, body.rounds)],
    )


def _of_table(table: TeamTable) -> Awarded:
    body = TeamSheetBody(TeamSheet.objects.values_list("body", flat=True).get(table=table))
    return Awarded(
        record=team_record(body),
        renumbered=partial(_teams_now, body),
        announced=team_announced(body),
        versions=FinalTeamAwards.objects.filter(table=table),
        prizes=bool(body.trophies),
        short=[
            (each.name, each.counted - each.live, each.rounds)
            for each in body.sections
            if each.live or each.counted < each.rounds
        ],
    )


# --- what is called -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Held:
    """The awards that a ceremony calls: those that were frozen last, until then those of the sheet."""

    record: Record
    version: int
    at: datetime | None = None
    since: Differences | None = None

    @property
    def date_and_clock(self) -> str:
        return wording.date_and_clock(self.at) if self.at else ""

    @property
    def paid(self) -> str:
        return dollars(self.record.cents)

    @property
    def changed(self) -> set[str]:
        """What is not any more as it was frozen, by announcement."""
        return {moved.line for moved in self.since.awards} if self.since else set()


def held(place: Place) -> Held:
    return _held(place, awarded(place))


def _held(place: Place, now: Awarded) -> Held:
    if not place.frozen:
        return Held(now.record, 0)
    last = now.versions.get(number=place.frozen)
    since = now.announced.since if now.announced else None
    return Held(finals.read(last.awards), last.number, last.frozen_at, since)


# --- the page at the desk -----------------------------------------------------------------------


@dataclass(frozen=True)
class CeremonyPage:
    """``waiting`` are rounds that are not held, with their sections; ``again`` says that a new version would
    differ. ``tables`` give trophies to the teams of this section's players."""

    held: Held
    announced: Announced | None
    prizes: bool
    waiting: list[tuple[Section, Tab]]
    undecided: list[str]
    again: bool
    versions: list[Version]
    tables: list[TeamTable]

    @property
    def ready(self) -> bool:
        return not self.waiting and not self.undecided

    @property
    def awards(self) -> list[Award]:
        return self.held.record.from_last_to_first


def ceremony(place: Place) -> CeremonyPage:
    now = awarded(place)
    versions = list(now.versions.order_by("-number"))
    sections = [place] if isinstance(place, Section) else list(place.sections.order_by("pk"))
    rounds = tabs(sections)
    return CeremonyPage(
        held=_held(place, now),
        announced=now.announced,
        prizes=now.prizes,
        waiting=[(of, tab) for of in sections for tab in rounds[of.pk] if tab.state != "held"],
        undecided=[award.title for award in now.record.undecided],
        again=bool(versions) and not finals.same(now.renumbered(finals.read(versions[0].awards)), now.record),
        versions=versions,
        tables=list(place.team_tables.filter(place_trophies__gt=0)) if isinstance(place, Section) else [],
    )


@dataclass(frozen=True)
class VersionPage:
    """One version, and who gained and lost what by it."""

    version: Version
    record: Record
    before: int
    differences: Differences | None

    @property
    def at(self) -> str:
        return wording.date_and_clock(self.version.frozen_at)


def version_page(version: Version) -> VersionPage:
    now = awarded(version.table if isinstance(version, FinalTeamAwards) else version.section)
    before = now.versions.filter(number=version.number - 1).first()
    this = finals.read(version.awards)
    return VersionPage(
        version=version,
        record=this,
        before=version.number - 1,
        differences=finals.differences(now.renumbered(finals.read(before.awards)), now.renumbered(this))
        if before
        else None,
    )
