"""The final sheet of a section for everybody: its versions, and what a version changed."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from msgspec import structs

from tiebreaks import final, final_awards
from tiebreaks.engine.ranking.sequence import Sequence
from tiebreaks.final import FinalSheet as Sheet
from tiebreaks.frozen import FrozenAward, Payout
from tiebreaks.models import FinalSheet
from tiebreaks.moves import Key, Stand, Winners, between, stand
from tiebreaks.published import PlayersDocument

from ...text import consequences as words
from ...text import prizes as prize_words
from ...text.ties import levels, outcome
from ..public import public_names
from ..public.prizes import each_trophy
from ..public.public_names import PublicNames
from ..public.tables import RankedRow, ScoreGroup, StandingsPage, standings
from .announced import record
from .corrected_results import CorrectedResult, corrected_results

V = TypeVar("V")
# What tells an award from the others: its line, and the numbers of its winners.
_Won = tuple[str, frozenset[int | str]]


class Told(NamedTuple):
    """Why an award is whose it is, and why players ahead do not win it."""

    why: str
    skipped: tuple[SafeString, ...]


class Line(NamedTuple):
    """A line of the trophy order: what they win, what leaves them tied, what puts them ahead of the next; and
    whether a result of theirs was corrected."""

    row: RankedRow
    wins: list[str]
    why: list[str]
    corrected: bool


def _lines(
    group: ScoreGroup, won: Mapping[int | str, list[str]], corrected: Collection[Key]
) -> Iterator[Line]:
    ahead = [ranks.sentence for ranks in group.ranks[1:]] + [""]
    for ranks, sentence in zip(group.ranks, ahead, strict=True):
        for at, row in enumerate(ranks.rows, 1):
            why = [ranks.unresolved if at == 1 else "", sentence if at == len(ranks.rows) else ""]
            number = row.who.number
            yield Line(row, won.get(number, []), [each for each in why if each], number in corrected)


@dataclass(frozen=True)
class FinalPage:
    """A version of the trophy order. ``latest`` is the number of the last one; ``since`` is what this version
    changed, by the results that were ``corrected``, and ``why`` the reason for which the one before was
    reopened. Its bytes are given out unless they have names in full that the public reads no more."""

    row: FinalSheet
    sheet: Sheet
    latest: int
    since: words.Told | None
    corrected: list[CorrectedResult]
    why: str
    is_given_out: bool

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def before(self) -> int:
        return self.row.number - 1

    @property
    def after(self) -> int:
        return self.row.number + 1

    @property
    def at(self) -> datetime:
        return self.row.finished_at

    @cached_property
    def table(self) -> StandingsPage:
        return standings(self.sheet.document)

    @property
    def order(self) -> Sequence:
        return self.sheet.document.order

    @property
    def decisions(self) -> list[str]:
        """The recorded playoffs and coin tosses, the best first."""
        chart = self.sheet.document.chart
        return [outcome(levels(each, chart.by_number)) for each in self.sheet.decisions]

    @cached_property
    def awards(self) -> list[FrozenAward]:
        """The awards that somebody wins, in order of value."""
        told = {} if get_language() == settings.LANGUAGE_CODE else self._told
        return [
            structs.replace(award, why=told[_won(award)].why if _won(award) in told else award.why)
            for award in self.sheet.awards.awards
            if award.winners
        ]

    @cached_property
    def given(self) -> list[tuple[FrozenAward, tuple[SafeString, ...]]]:
        """The same, each with why players ahead of its winners do not win it: the sheet does not say that."""
        told = self._told
        return [(award, told[_won(award)].skipped if _won(award) in told else ()) for award in self.awards]

    @cached_property
    def paid(self) -> list[Payout]:
        """Everybody's money, each with the prizes that it comes from."""
        cash = self.sheet.awards.cash
        if get_language() == settings.LANGUAGE_CODE or self._again is None:
            return list(cash)
        told = {paid.winner.number: paid.why for paid in record(self._again).cash}
        return [structs.replace(paid, why=told.get(paid.winner.number, paid.why)) for paid in cash]

    @cached_property
    def _again(self) -> PlayersDocument | None:
        return final_awards.awarded_again(self.sheet)

    @cached_property
    def _told(self) -> dict[_Won, Told]:
        return _told(self._again) if self._again else {}

    @property
    def has_private(self) -> bool:
        """Whether awards go by age or mark: of these the file does not say who qualifies."""
        return bool(final_awards.private(self.sheet))

    @property
    def groups(self) -> list[tuple[ScoreGroup, list[Line]]]:
        """The score groups from first to last, each with its lines."""
        won: dict[int | str, list[str]] = {}
        for award in self.awards:
            for winner in award.winners:
                won.setdefault(winner.number, []).append(prize_words.pill_read(award))
        keys = {key for result in self.corrected for key in result.keys}
        corrected = {number for number, key in _keys(self.row).items() if key in keys}
        return [(group, list(_lines(group, won, corrected))) for group in self.table.groups]


def _told(document: PlayersDocument) -> dict[_Won, Told]:
    """Why each award is whose it is, in the reader's language. A sheet has it in that of the desk."""
    lines = [line for _award, line in each_trophy(document)]
    pairs = zip(record(document).awards, lines, strict=True)
    return {_won(award): Told(award.why, line.skipped) for award, line in pairs}


def _won(award: FrozenAward) -> _Won:
    return award.line, frozenset(winner.number for winner in award.winners)


def final_page(standings_id: int, number: int | None, names: PublicNames | None = None) -> FinalPage | None:
    """A version by its number, or the last one, with public names; None if there is none."""
    versions = {row.number: row for row in FinalSheet.objects.filter(standings=standings_id)}
    latest = max(versions, default=0)
    if (row := versions.get(latest if number is None else number)) is None:
        return None
    before = versions.get(row.number - 1)
    since = _since(before, row, names) if before else None
    corrected = _corrected(before, row, names) if before else []
    why = before.reason if before else ""
    given_out = _is_given_out(row, names)
    return FinalPage(row, _public(row, names), latest, since, corrected, why, given_out)


def sheet_bytes(standings_id: int, number: int, names: PublicNames | None = None) -> str | None:
    """The bytes of a version, which its hash is of. None if there is none, or if it has names in full that
    the public reads no more: to give it out, finish the section again."""
    row = FinalSheet.objects.filter(standings=standings_id, number=number).first()
    return row.sheet if row and _is_given_out(row, names) else None


def sheet_text(row: FinalSheet, names: PublicNames | None) -> str:
    """What a mirror is sent of a version: its bytes, or the sheet with the names that the public reads."""
    return row.sheet if _is_given_out(row, names) else final.write(_public(row, names))


def _is_given_out(row: FinalSheet, names: PublicNames | None) -> bool:
    """Whether these are the bytes that the hash is of, with the names that the public reads."""
    return final.digest(row.sheet) == row.sha256 and _public(row, names) == final.read(row.sheet)


def _public(row: FinalSheet, names: PublicNames | None) -> Sheet:
    sheet = final.read(row.sheet)
    return sheet if names is None else public_names.of_sheet(sheet, names)


def _since(before: FinalSheet, after: FinalSheet, names: PublicNames | None) -> words.Told:
    """What a version changed. Players are identified by key: numbers may have changed in between."""
    return words.tell("section", "", between(_by_key(before, names), _by_key(after, names)))


def _corrected(before: FinalSheet, after: FinalSheet, names: PublicNames | None) -> list[CorrectedResult]:
    sheets = _public(before, names), _public(after, names)
    return corrected_results(*sheets, _keys(before), _keys(after))


def _keys(row: FinalSheet) -> dict[Key, Key]:
    """The players' keys by number."""
    return {int(number): pk for number, pk in row.keys.items()}


def _by_key(row: FinalSheet, names: PublicNames | None) -> Stand:
    sheet = _public(row, names)
    found = stand(sheet.document)
    keys = _keys(row)

    def here(of: Mapping[Key, V]) -> dict[Key, V]:
        return {keys.get(number, number): value for number, value in of.items()}

    seen = Counter[str]()
    trophies: dict[tuple[str, int], Winners] = {}
    for award in sheet.awards.awards:
        winners = tuple(keys.get(winner.number, winner.number) for winner in award.winners)
        trophies[award.line, seen[award.line]] = Winners(winners, award.undecided)
        seen[award.line] += 1

    return replace(
        found,
        names=here(found.names),
        places=here(found.places),
        values=here(found.values),
        trophies=trophies,
        cash=here({paid.winner.number: paid.cents for paid in sheet.awards.cash}),
    )
