"""The ceremony: what is missing before it, the awards to call, and what a later correction changes."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, singledispatch

from django.db.models import Q, QuerySet
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from tiebreaks import frozen
from tiebreaks.engine.prizes.prize import dollars
from tiebreaks.frozen import AwardsRecord, Call, Differences, FrozenAward, GainsAndLosses, Share, Winner
from tiebreaks.models import FinalSheet, FrozenAwards
from tiebreaks.prepared import Prepared
from tiebreaks.published import Document
from tiebreaks.selectors import players_document, teams_document

from ...models import Event, HasStandings, Player, Section, TeamTable
from ..event.emptied import without_emptied
from ..public.prizes import choices
from ..results.in_doubt import doubt
from ..results.next_step import Tab, tabs
from ..results.verifying import Progress, unverified_rounds
from .announced import Announced, announced, as_numbered, record
from .unposted import Unposted, unposted

# A list to tick has this many lines on a sheet of paper, Letter or A4.
LINES_A_PAGE = 30


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
        renumbered=lambda then: as_numbered(document, frozen.read(then.awards)),
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
class CashCall:
    """Prizes in money as they are called, or not: an amount ``changed`` after the freeze, or waits for a
    slip."""

    share: Share
    changed: bool = False
    in_doubt: bool = False

    @property
    def called(self) -> bool:
        return not (self.changed or self.in_doubt)


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
        return {winner.name for winner in self.moved_cash}

    @property
    def moved_cash(self) -> list[GainsAndLosses]:
        """Who is paid another amount than was frozen, with both amounts."""
        return [winner for winner in self.since.players if winner.cents] if self.since else []

    @property
    def cash_calls(self) -> list[CashCall]:
        """The money in calling order. What divides among others now has an amount that is not called."""
        return [
            CashCall(
                share,
                changed=not self.changed_cash.isdisjoint(names),
                in_doubt=not self.cash_in_doubt.isdisjoint(names),
            )
            for share in self.record.cash_calls
            for names in [{paid.winner.name for paid in share.paid}]
        ]

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
    def cash_titles_in_doubt(self) -> list[str]:
        return [call.share.title for call in self.cash_calls if call.in_doubt]

    @property
    def stopped(self) -> bool:
        """Whether an award or an amount is not called as it is."""
        return bool(self.not_called) or not all(call.called for call in self.cash_calls)

    @property
    def stays(self) -> bool:
        """Whether an award is called as it was frozen."""
        trophies = any(call.award.line not in self.not_called for call in self.record.calls)
        return trophies or any(call.called for call in self.cash_calls)


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
    """A line of a list to tick: an award or a prize in money and one of its winners, who may be called for
    another ``later``.

    One that changed after the freeze is called when it is frozen again, and one that waits for a slip is
    ``in_doubt`` until a director has decided: neither names anybody before.
    """

    award: FrozenAward | Share
    winner: Winner | None
    later: bool = False
    in_doubt: bool = False
    # What the winner is paid, of a prize in money.
    cents: int = 0
    # Nobody wins it, so it stays on the table.
    unwon: bool = False

    @property
    def called(self) -> bool:
        return self.winner is not None

    @property
    def undecided(self) -> bool:
        return isinstance(self.award, FrozenAward) and self.award.undecided

    @property
    def money(self) -> str:
        return dollars(self.cents) if self.cents else ""


@dataclass(frozen=True)
class Sheet:
    """What is called, and printed, of a section or a team table: screens, a list to tick, receipts."""

    owner: HasStandings
    held: Held

    @cached_property
    def reopened(self) -> list[FinalSheet]:
        """The last final sheets of sections that were finished and are not final now."""
        return _reopened(self.owner.counted_sections)

    @cached_property
    def lines(self) -> list[Line]:
        """The lines to tick in calling order. Last comes what nobody wins."""
        lines = [line for call in self.held.record.calls for line in self._lines(call)]
        lines += [line for call in self.held.cash_calls for line in _paid(call)]
        return lines + [Line(award, None, unwon=True) for award in self.held.record.unwon]

    @property
    def pages(self) -> list[list[Line]]:
        """The lines, as many together as a page holds."""
        return [self.lines[at : at + LINES_A_PAGE] for at in range(0, len(self.lines), LINES_A_PAGE)]

    def _lines(self, call: Call) -> list[Line]:
        if call.award.line in self.held.not_called:
            return [Line(call.award, None, in_doubt=call.award.line in self.held.in_doubt)]
        now = [Line(call.award, winner) for winner in call.winners]
        return now + [Line(call.award, winner, later=True) for winner in call.later]


def _paid(call: CashCall) -> list[Line]:
    if not call.called:
        return [Line(call.share, None, in_doubt=call.in_doubt and not call.changed)]
    return [Line(call.share, paid.winner, cents=paid.cents) for paid in call.share.paid]


def sheet(owner: HasStandings) -> Sheet:
    return Sheet(owner, held(owner))


# --- the page at the desk -----------------------------------------------------------------------


@dataclass(frozen=True)
class CeremonyPage:
    """``waiting`` are unfinished rounds with their sections; ``again`` says that a new version would differ.
    ``tables`` are team tables with trophies that draw on this section, ``unverified`` rounds with boards that
    nobody read a second time, ``differing`` those with boards that somebody read otherwise; ``reopened`` the
    last final sheets of sections that were finished and are not final now. ``final``: all of them are;
    ``begun``: one of them has boards; ``unposted`` the team tables whose order nobody posted."""

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
    unposted: list[Unposted] = field(default_factory=list)

    @property
    def read_twice(self) -> bool:
        """Whether slips are read twice where some were not."""
        return any(each.read_twice for each in self.unverified)

    @property
    def ready(self) -> bool:
        return not self.waiting and not self.undecided and not self.differing

    @property
    def calls(self) -> list[Call]:
        return self.held.record.calls

    @property
    def unwon(self) -> int:
        """How many prizes nobody wins, besides those that a director has yet to name the winner of."""
        return len(self.held.record.unwon)

    @property
    def to_call(self) -> int:
        """How many awards are called, trophies and money."""
        return len(self.calls) + len(self.held.cash_calls)


def ceremony(owner: HasStandings) -> CeremonyPage:
    now = awarded(owner)
    versions = list(now.versions.order_by("-number"))
    sections = owner.counted_sections
    rounds = tabs(sections)
    unread = unverified_rounds(sections)
    tables = _awarding(TeamTable.objects.filter(sections__standings=owner.standings_id))
    return CeremonyPage(
        held=_held(owner, now),
        announced=now.announced,
        prizes=now.prizes,
        waiting=[(of, tab) for of in sections for tab in rounds[of.pk] if tab.state != "finished"],
        undecided=[award.title for award in now.record.undecided],
        unnamed=now.unnamed,
        again=bool(versions) and not frozen.same(now.renumbered(versions[0]), now.record),
        versions=versions,
        tables=tables,
        unverified=[each for each in unread if each.to_do],
        differing=[each for each in unread if each.differing],
        reopened=_reopened(sections),
        final=_are_final(sections),
        begun=any(tab.boards and tab.published for of in sections for tab in rounds[of.pk]),
        open_ties=_open_ties(now.record.undecided),
        unposted=unposted(_awarding([owner]) if isinstance(owner, TeamTable) else tables),
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

    @property
    def cash_calls(self) -> list[CashCall]:
        return [CashCall(share) for share in self.record.cash_calls]


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
    return [*without_emptied(sections).select_related("event", "standings"), *_awarding(tables)]


def _awarding(tables: Iterable[TeamTable]) -> list[TeamTable]:
    """Those of the tables that give trophies."""
    return [table for table in tables if table.trophies]


def not_called(event: Event) -> QuerySet[Section]:
    """The sections that an event's ceremony leaves out: drafts, and those without prizes; of those that are
    archived the ones that have prizes. One whose players went to another has nobody to call."""
    left_out = (
        Q(prizes="", archived=False) | Q(hidden=True, archived=False) | Q(archived=True) & ~Q(prizes="")
    )
    return without_emptied(event.sections.filter(left_out)).order_by("position", "pk")


def called(event: Event) -> list[Sheet]:
    """What an event's ceremony calls: nothing that a game still played can change."""
    sheets = (sheet(owner) for owner in ceremonies(event))
    return [each for each in sheets if not each.held.projected]


def all_ceremonies(event: Event) -> list[tuple[HasStandings, CeremonyPage]]:
    return [(owner, ceremony(owner)) for owner in ceremonies(event)]
