"""Awards as they are announced: what a document awards now, and what each frozen version said."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import singledispatch
from typing import Any

from django.utils.safestring import SafeString

from tiebreaks import frozen
from tiebreaks.engine.chart.wallchart import Card
from tiebreaks.engine.prizes.notation import show
from tiebreaks.frozen import AwardsRecord, Differences, FrozenAward, Payout, Share, Winner
from tiebreaks.models import FrozenAwards
from tiebreaks.published import Document, PlayersDocument, TeamsDocument

from ...text import prizes as words
from ...text import wording
from ..public import public_names, teams
from ..public.prizes import cash_page, each_trophy
from ..public.public_names import PublicNames

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
        tuple(_shares(document, keys)),
    )


def _shares(document: PlayersDocument, keys: Mapping[int, int]) -> Iterator[Share]:
    """The prizes in money with who divides them, and those that nobody wins."""
    awards, page = document.awards, cash_page(document)
    for award, line in zip(awards.cash, page.shares, strict=True):
        cents = {payment.number: payment.cents for payment in award.payments}
        payouts = [(card, cents[card.number]) for card, _money in line.paid]
        paid = tuple(Payout(_winner(card, keys), amount) for card, amount in payouts if amount)
        yield Share(words.brought(award), paid, wording.plain(line.tied))
    for title, _money, why in page.unpaid:
        yield Share(title, why=wording.plain(why))


@record.register
def _of_teams(document: TeamsDocument, keys: Mapping[int, int] | None = None) -> AwardsRecord:
    return AwardsRecord(
        tuple(
            FrozenAward(
                line=show([award.prize]) if award.prize.label else f"{frozen.OF_TEAMS}{award.prize.nth}",
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
    since = frozen.differences(as_numbered(document, last.record), record(document))
    return Announced(last.version, last.at, last.sha256, since)


@singledispatch
def as_numbered(document: Document, then: AwardsRecord) -> AwardsRecord:
    return then


@as_numbered.register
def _teamsas_numbered(document: TeamsDocument, then: AwardsRecord) -> AwardsRecord:
    names = {str(winner.key) for award in then.awards for winner in award.winners}
    return frozen.renumbered(then, document.numbers_of(names))


@dataclass(frozen=True)
class AnnouncedVersion:
    """A frozen version, as everybody may read it, what it changed since the one before, and when the next one
    replaced it."""

    number: int
    at: datetime
    replaced_at: datetime | None
    sha256: str
    record: AwardsRecord
    latest: int
    since: Differences | None

    @property
    def before(self) -> int:
        return self.number - 1

    @property
    def after(self) -> int:
        return self.number + 1

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
    before, after = versions.get(number - 1), versions.get(number + 1)
    return AnnouncedVersion(
        number,
        row.frozen_at,
        after.frozen_at if after else None,
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
