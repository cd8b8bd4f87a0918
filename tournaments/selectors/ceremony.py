"""The ceremony: what is missing before it, the awards to call, and what a correction changes after it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from html import unescape

from django.utils.html import strip_tags

from tiebreaks.engine.prizes.notation import show
from tiebreaks.engine.prizes.prize import dollars
from tiebreaks.engine.wallchart import Card
from tiebreaks.models import Sheet
from tiebreaks.sheets import SheetBody

from .. import finals, wording
from .. import prize_wording as words
from ..finals import Award, Differences, Record, Who
from ..models import FinalAwards, Player, Section
from .desk import Tab, tabs
from .prizes import TrophyLine, each_trophy

# --- the awards of a sheet ----------------------------------------------------------------------


def record(body: SheetBody, keys: Mapping[int, int] | None = None) -> Record:
    """What a sheet awards, now. The team prizes of ``body.awards.teams`` are for the tables of teams."""
    keys = keys or {}
    cards = body.chart.by_number
    cash = [(standing.number, body.awards.cents(standing.number)) for standing in body.standings]
    return Record(
        tuple(
            Award(
                line=show([replace(award.prize, value=None)]),
                title=words.trophies([award.prize]),
                winners=tuple(_who(cards[number], keys) for number in award.winners),
                why=_why(line),
                undecided=bool(award.contested),
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


def _why(line: TrophyLine) -> str:
    """In plain text, as it is kept and printed."""
    return unescape(strip_tags(", ".join(filter(None, (line.tied, line.reason)))))


def keys(section: Section) -> dict[int, int]:
    return dict(Player.objects.filter(section=section).values_list("number", "pk"))


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
    frozen = body.frozen
    if frozen is None:
        return None
    since = finals.differences(finals.read(frozen["awards"]), record(body))
    return Announced(frozen["version"], datetime.fromisoformat(frozen["at"]), frozen["sha256"], since)


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


def held(section: Section) -> Held:
    body = body_of(section)
    if not section.frozen:
        return Held(record(body), 0)
    last = FinalAwards.objects.get(section=section, number=section.frozen)
    now = announced(body)
    return Held(finals.read(last.awards), last.number, last.frozen_at, now.since if now else None)


def body_of(section: Section) -> SheetBody:
    return SheetBody(Sheet.objects.values_list("body", flat=True).get(section=section))


# --- the page at the desk -----------------------------------------------------------------------


@dataclass(frozen=True)
class CeremonyPage:
    """``waiting`` are rounds that are not held; ``again`` says that a new version would differ."""

    held: Held
    announced: Announced | None
    waiting: list[Tab]
    undecided: list[str]
    again: bool
    versions: list[FinalAwards]

    @property
    def ready(self) -> bool:
        return not self.waiting and not self.undecided

    @property
    def awards(self) -> list[Award]:
        return self.held.record.from_last_to_first


def ceremony(section: Section) -> CeremonyPage:
    body = body_of(section)
    now = record(body, keys(section))
    versions = list(FinalAwards.objects.filter(section=section).order_by("-number"))
    return CeremonyPage(
        held=held(section),
        announced=announced(body),
        waiting=[tab for tab in tabs([section])[section.pk] if tab.state != "held"],
        undecided=[award.title for award in now.undecided],
        again=bool(versions) and not finals.same(present(versions[0], section), now),
        versions=versions,
    )


def present(version: FinalAwards, section: Section) -> Record:
    """A version with the numbers that its players have now."""
    numbers = {key: number for number, key in keys(section).items()}
    return finals.renumbered(finals.read(version.awards), numbers)


@dataclass(frozen=True)
class VersionPage:
    """One version, and who gained and lost what by it."""

    version: FinalAwards
    record: Record
    before: int
    differences: Differences | None

    @property
    def at(self) -> str:
        return wording.date_and_clock(self.version.frozen_at)


def version_page(version: FinalAwards) -> VersionPage:
    section = version.section
    before = FinalAwards.objects.filter(section=section, number=version.number - 1).first()
    return VersionPage(
        version=version,
        record=finals.read(version.awards),
        before=version.number - 1,
        differences=finals.differences(present(before, section), present(version, section))
        if before
        else None,
    )
