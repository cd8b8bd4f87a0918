"""The ceremony: what is missing before it, the awards to call, and what a later correction changes."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, singledispatch
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from tiebreaks import frozen
from tiebreaks.engine.chart.wallchart import Card
from tiebreaks.engine.prizes.notation import show
from tiebreaks.engine.prizes.prize import dollars
from tiebreaks.frozen import AwardsRecord, Call, Differences, FrozenAward, Payout, Winner
from tiebreaks.models import FinalSheet, FrozenAwards
from tiebreaks.prepared import Prepared
from tiebreaks.published import Document, PlayersDocument, TeamsDocument
from tiebreaks.selectors import players_document, teams_document

from ...models import Event, HasStandings, Player, Section, TeamTable
from ...text import prizes as words
from ...text import wording
from ..public import public_names, teams
from ..public.prizes import choices, each_trophy
from ..public.public_names import PublicNames
from ..results.in_doubt import doubt
from ..results.next_step import Tab, tabs
from ..results.verifying import Progress, unverified_rounds

# A list to tick has this many lines on a sheet of paper, Letter or A4.
LINES_A_PAGE = 30


# --- the awards of a document ---------------------------------------------------------------------


@singledispatch
def record(document: Document, keys: Mapping[int, int] | None = None) -> AwardsRecord:
    """What a document awards, now; ``keys`` are those of the players by number."""
    raise TypeError(type(document))


@record.register
def _of_players(document: PlayersDocument, keys: Mapping[int, int] | None = None) -> AwardsRecord:
    keys = keys or {}
    cards = document.chart.by_number
    cash = [(standing.number, document.awards.cents(standing.number)) for standing in document.standings]
    return AwardsRecord(
        tuple(
            FrozenAward(
                line=show([award.prize]),
                title=words.trophies([award.prize]),
                winners=tuple(_winner(cards[number], keys) for number in award.winners),
                why=wording.plain(line.reason),
                undecided=bool(award.contest),
            )
            for award, line in each_trophy(document)
        ),
        tuple(
            Payout(_winner(cards[number], keys), cents, words.paid_from(document.awards.cash, number))
            for number, cents in cash
            if cents
        ),
    )


@record.register
def _of_teams(document: TeamsDocument, keys: Mapping[int, int] | None = None) -> AwardsRecord:
    return AwardsRecord(
        tuple(
            FrozenAward(
                line=show([award.prize]) if award.prize.label else f"{words.OF_TEAMS}{award.prize.nth}",
                title=line.title,
                winners=tuple(_team(document, number) for number in award.winners),
                why=wording.plain(line.reason),
                undecided=bool(award.contest),
            )
            for award, line in teams.each_trophy(document)
        )
    )


def _winner(card: Card, keys: Mapping[int, int]) -> Winner:
    return Winner(card.number, card.name, card.rating, card.team, card.grade, keys.get(card.number, 0))


def _team(document: TeamsDocument, number: int) -> Winner:
    team = document.team[number]
    counting = [document.members[key].name for key in team.members[: document.counting.best]]
    return Winner(number, team.name, key=team.name, members=tuple(counting))


# --- what was announced -------------------------------------------------------------------------


@dataclass(frozen=True)
class Announced:
    """The version that was frozen last, and what a correction has changed since."""

    version: int
    at: datetime
    sha256: str
    since: Differences

    @property
    def moved(self) -> list[SafeString]:
        return [wording.paragraph(words.moved(award)) for award in self.since.awards]


def announced(document: Document) -> Announced | None:
    """A section's document has the numbers that the players have now; a table's numbers follow the names."""
    last = document.frozen
    if last is None:
        return None
    since = frozen.differences(_as_numbered(document, last.record), record(document))
    return Announced(last.version, last.at, last.sha256, since)


@singledispatch
def _as_numbered(document: Document, then: AwardsRecord) -> AwardsRecord:
    return then


@_as_numbered.register
def _teams_as_numbered(document: TeamsDocument, then: AwardsRecord) -> AwardsRecord:
    names = {str(winner.key) for award in then.awards for winner in award.winners}
    return frozen.renumbered(then, document.numbers_of(names))


@dataclass(frozen=True)
class AnnouncedVersion:
    """A frozen version, as everybody may read it, and what it changed since the one before."""

    number: int
    at: datetime
    sha256: str
    record: AwardsRecord
    latest: int
    since: Differences | None

    @property
    def before(self) -> int:
        return self.number - 1

    @property
    def moved(self) -> list[SafeString]:
        return [wording.paragraph(words.moved(award)) for award in self.since.awards] if self.since else []


def announced_version(
    standings_id: int, number: int, names: PublicNames | None = None
) -> AnnouncedVersion | None:
    """A version by its number; None if there is none. ``names`` are the public's, where these are short."""
    versions = {row.number: row for row in FrozenAwards.objects.filter(standings=standings_id)}
    if (row := versions.get(number)) is None:
        return None
    before = versions.get(number - 1)
    return AnnouncedVersion(
        number,
        row.frozen_at,
        row.sha256,
        _as_public(row, names),
        max(versions),
        frozen.differences(_by_key(before, names), _by_key(row, names)) if before else None,
    )


def _as_public(row: FrozenAwards, names: PublicNames | None) -> AwardsRecord:
    record = frozen.read(row.awards)
    return record if names is None else public_names.awards(record, names)


def _by_key(row: FrozenAwards, names: PublicNames | None) -> AwardsRecord:
    """The record with keys in place of numbers: numbers may have changed between two versions."""
    here = frozen.rekeyed(_as_public(row, names), row.keys)
    keys: dict[Any, Any] = {key: key for key in frozen.winners_in(here)}
    return frozen.renumbered(here, keys)


# --- where it is held ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Awarded:
    """What is awarded, now, to players or to teams; and what was frozen.

    ``renumbered`` reads a frozen version with today's numbers; ``short`` names sections with unfinished
    rounds, ``unnamed`` the prizes by choice that nobody was named for.
    """

    record: AwardsRecord
    renumbered: Callable[[FrozenAwards], AwardsRecord]
    announced: Announced | None
    versions: QuerySet[FrozenAwards]
    prizes: bool
    short: list[tuple[str, int, int]]
    unnamed: list[str] = field(default_factory=list)


@singledispatch
def awarded(owner: HasStandings) -> Awarded:
    raise TypeError(type(owner))


@awarded.register
def _in_section(section: Section) -> Awarded:
    document = players_document(section.standings_id)
    keys = dict(Player.objects.filter(section=section).values_list("number", "pk"))
    numbers = {key: number for number, key in keys.items()}
    return Awarded(
        record=record(document, keys),
        renumbered=lambda then: frozen.renumbered(
            frozen.rekeyed(frozen.read(then.awards), then.keys), numbers
        ),
        announced=announced(document),
        versions=FrozenAwards.objects.filter(standings=section.standings_id),
        prizes=bool(document.prizes),
        unnamed=[choice.title for choice in choices(document) if choice.winner is None],
        short=[] if document.finished else [(section.name, document.through, document.rounds)],
    )


@awarded.register
def _in_table(table: TeamTable) -> Awarded:
    document = teams_document(table.standings_id)
    return Awarded(
        record=record(document),
        renumbered=lambda then: _as_numbered(document, frozen.read(then.awards)),
        announced=announced(document),
        versions=FrozenAwards.objects.filter(standings=table.standings_id),
        prizes=bool(document.offered),
        short=[
            (each.name, each.counted - each.live, each.rounds)
            for each in document.sections
            if each.live or each.counted < each.rounds
        ],
    )


# --- what is called -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Held:
    """The awards that a ceremony calls: those frozen last, or the published ones before the first freeze.
    These are only ``projected`` while rounds are not complete. ``if_read`` is what would move if slips of the
    ``undecided`` rounds are right that somebody read otherwise."""

    record: AwardsRecord
    version: int
    at: datetime | None = None
    since: Differences | None = None
    projected: bool = False
    undecided: list[Progress] = field(default_factory=list)
    if_read: list[Differences] = field(default_factory=list)

    @property
    def paid(self) -> str:
        return dollars(self.record.cents)

    @property
    def changed(self) -> set[str]:
        """The announcements of awards that changed after the freeze."""
        return {moved.line for moved in self.since.awards} if self.since else set()

    @property
    def changed_cash(self) -> set[str]:
        """Who is paid another amount than was frozen, by name: a namesake waits too."""
        return {winner.name for winner in self.since.players if winner.cents} if self.since else set()

    @property
    def in_doubt(self) -> set[str]:
        """The announcements of awards that wait for a slip, and did not change otherwise."""
        return {moved.line for each in self.if_read for moved in each.awards} - self.changed

    @property
    def cash_in_doubt(self) -> set[str]:
        """Whose amount waits for a slip, by name."""
        return {winner.name for each in self.if_read for winner in each.players if winner.cents}

    @property
    def not_called(self) -> set[str]:
        """The announcements of awards that are neither shown nor called as they are."""
        return self.changed | self.in_doubt

    @property
    def titles_in_doubt(self) -> list[str]:
        return [call.award.title for call in self.record.calls if call.award.line in self.in_doubt]

    @property
    def stays(self) -> bool:
        """Whether an award is called as it was frozen."""
        return any(call.award.line not in self.not_called for call in self.record.calls)


def held(owner: HasStandings) -> Held:
    return _held(owner, awarded(owner))


def _held(owner: HasStandings, now: Awarded) -> Held:
    found = doubt(owner)
    if_read = [_moved(now, document) for document in found.documents]
    last = now.versions.last()
    if last is None:
        return Held(now.record, 0, projected=bool(now.short), undecided=found.rounds, if_read=if_read)
    since = now.announced.since if now.announced else None
    return Held(
        frozen.read(last.awards),
        last.number,
        last.frozen_at,
        since,
        undecided=found.rounds,
        if_read=if_read,
    )


def _moved(now: Awarded, document: Document) -> Differences:
    """What a document moves of the awards frozen last, or else of those published."""
    there = announced(document)
    return there.since if there else frozen.differences(now.record, record(document))


def _frozen(owners: type[Section] | type[TeamTable]) -> Prepared[HasStandings]:
    return Prepared(
        lambda event: owners._default_manager.filter(
            event=event, standings__frozen_awards__number=1
        ).select_related("event", "standings")
    )


_with_awards = (_frozen(Section), _frozen(TeamTable))


def moved_since_frozen(event: Event) -> dict[HasStandings, Differences]:
    """Where awards of an event are not those that were frozen any more, and what of them moved."""
    owners: list[HasStandings] = [owner for with_awards in _with_awards for owner in with_awards(event.pk)]
    held = ((owner, awarded(owner).announced) for owner in owners)
    return {owner: now.since for owner, now in held if now and now.since}


# --- printed --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A line of a list to tick: an award and one of its winners, who may be called for another ``later``.

    One that changed after the freeze is called when it is frozen again, and one that waits for a slip is
    ``in_doubt`` until a director has decided: neither names anybody before.
    """

    award: FrozenAward
    winner: Winner | None
    later: bool = False
    in_doubt: bool = False

    @property
    def called(self) -> bool:
        return self.winner is not None


@dataclass(frozen=True)
class Sheet:
    """What is called, and printed, of a section or a team table: screens, a list to tick, receipts."""

    owner: HasStandings
    held: Held

    @cached_property
    def reopened(self) -> list[FinalSheet]:
        """The last final sheets of sections that were finished and are not final now."""
        return _reopened(self.owner.counted_sections)

    @property
    def pages(self) -> list[list[Line]]:
        """The lines to tick, as many together as a page holds."""
        lines = [line for call in self.held.record.calls for line in self._lines(call)]
        return [lines[at : at + LINES_A_PAGE] for at in range(0, len(lines), LINES_A_PAGE)]

    def _lines(self, call: Call) -> list[Line]:
        if call.award.line in self.held.not_called:
            return [Line(call.award, None, in_doubt=call.award.line in self.held.in_doubt)]
        now = [Line(call.award, winner) for winner in call.winners]
        return now + [Line(call.award, winner, later=True) for winner in call.later]


def sheet(owner: HasStandings) -> Sheet:
    return Sheet(owner, held(owner))


# --- the page at the desk -----------------------------------------------------------------------


@dataclass(frozen=True)
class CeremonyPage:
    """``waiting`` are unfinished rounds with their sections; ``again`` says that a new version would differ.
    ``tables`` are team tables with trophies that draw on this section, ``unverified`` rounds with boards that
    nobody read a second time, ``differing`` those with boards that somebody read otherwise; ``reopened`` the
    last final sheets of sections that were finished and are not final now. ``final``: all of them are;
    ``begun``: one of them has boards."""

    held: Held
    announced: Announced | None
    prizes: bool
    waiting: list[tuple[Section, Tab]]
    undecided: list[str]
    unnamed: list[str]
    again: bool
    versions: list[FrozenAwards]
    tables: list[TeamTable]
    unverified: list[Progress]
    differing: list[Progress]
    reopened: list[FinalSheet]
    final: bool
    begun: bool = True
    # The trophies of each open tie, in words.
    open_ties: list[str] = field(default_factory=list)

    @property
    def ready(self) -> bool:
        return not self.waiting and not self.undecided and not self.differing

    @property
    def calls(self) -> list[Call]:
        return self.held.record.calls


def ceremony(owner: HasStandings) -> CeremonyPage:
    now = awarded(owner)
    versions = list(now.versions.order_by("-number"))
    sections = owner.counted_sections
    rounds = tabs(sections)
    unread = unverified_rounds(sections)
    return CeremonyPage(
        held=_held(owner, now),
        announced=now.announced,
        prizes=now.prizes,
        waiting=[(of, tab) for of in sections for tab in rounds[of.pk] if tab.state != "finished"],
        undecided=[award.title for award in now.record.undecided],
        unnamed=now.unnamed,
        again=bool(versions) and not frozen.same(now.renumbered(versions[0]), now.record),
        versions=versions,
        tables=_awarding(TeamTable.objects.filter(sections__standings=owner.standings_id)),
        unverified=[each for each in unread if each.to_do],
        differing=[each for each in unread if each.differing],
        reopened=_reopened(sections),
        final=_are_final(sections),
        begun=any(tab.boards and tab.published for of in sections for tab in rounds[of.pk]),
        open_ties=_open_ties(now.record.undecided),
    )


def _open_ties(undecided: Sequence[FrozenAward]) -> list[str]:
    """The undecided awards, those of one tie together."""
    titles: dict[frozenset[int | str], list[str]] = defaultdict(list)
    for award in undecided:
        titles[frozenset(winner.number for winner in award.winners)].append(award.title)
    return [get_text_list(each, _("and")) for each in titles.values()]


def _are_final(sections: list[Section]) -> bool:
    of = {section.standings_id for section in sections}
    return FinalSheet.objects.filter(standings__in=of, reopened_at=None).count() == len(of)


def _reopened(sections: list[Section]) -> list[FinalSheet]:
    of = {section.standings_id for section in sections}
    sheets = FinalSheet.objects.filter(standings__in=of).select_related("standings__section")
    last = {row.standings_id: row for row in sheets.defer("sheet").order_by("number")}
    return [row for row in last.values() if row.reopened_at is not None]


@dataclass(frozen=True)
class VersionPage:
    """One version, whether it is the last, and who gained and lost what by it."""

    version: FrozenAwards
    latest: int
    record: AwardsRecord
    before: int
    differences: Differences | None


def version_page(owner: HasStandings, version: FrozenAwards) -> VersionPage:
    now = awarded(owner)
    before = now.versions.filter(number=version.number - 1).first()
    last = now.versions.last()
    return VersionPage(
        version=version,
        latest=last.number if last else version.number,
        record=frozen.read(version.awards),
        before=version.number - 1,
        differences=frozen.differences(now.renumbered(before), now.renumbered(version)) if before else None,
    )


# --- all of an event ------------------------------------------------------------------------------


def ceremonies(event: Event) -> list[HasStandings]:
    """Where awards are announced: the event's sections, then its team tables; no drafts, nothing archived."""
    here = Q(hidden=False, archived=False)
    sections = event.sections.filter(here).exclude(prizes="").order_by("position", "pk")
    tables = event.team_tables.filter(here).select_related("event", "standings").order_by("pk")
    return [*sections.select_related("event", "standings"), *_awarding(tables)]


def _awarding(tables: QuerySet[TeamTable]) -> list[TeamTable]:
    """Those of the tables that give trophies."""
    return [table for table in tables if table.trophies]


def not_called(event: Event) -> QuerySet[Section]:
    """The sections that an event's ceremony leaves out: drafts, and those without prizes; of those that are
    archived the ones that have prizes."""
    left_out = (
        Q(prizes="", archived=False) | Q(hidden=True, archived=False) | Q(archived=True) & ~Q(prizes="")
    )
    return event.sections.filter(left_out).order_by("position", "pk")


def called(event: Event) -> list[Sheet]:
    """What an event's ceremony calls: nothing that a game still played can change."""
    sheets = (sheet(owner) for owner in ceremonies(event))
    return [each for each in sheets if not each.held.projected]


def all_ceremonies(event: Event) -> list[tuple[HasStandings, CeremonyPage]]:
    return [(owner, ceremony(owner)) for owner in ceremonies(event)]
