"""The final sheet of a section: everything that its trophy order follows from, as canonical bytes.

A sheet is of one finishing and never changes; its hash is of its bytes. It holds the wall chart, the order,
the edition of the rulebook, the decisions about ties, the standings that these gave, the prizes with their
terms, and the awards. So a reader can rank and award again from the bytes alone (:func:`differences`,
:func:`award_differences`). It has public fields only, and no keys.
"""

from collections.abc import Iterator
from dataclasses import replace as replaced
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from msgspec import DecodeError, ValidationError, convert, json
from msgspec.structs import replace

from .engine.chart.reading import live
from .engine.chart.wallchart import Card, Decision, ExtraGame, Format
from .engine.prizes import Awards, Prize, Scope, Terms, award
from .engine.prizes.notation import show
from .engine.prizes.prize import dollars
from .engine.ranking.fold import Standing, rank
from .frozen import AwardsRecord
from .lines import clean_texts
from .moments import Dated, Moment
from .published import ENGINE, SCHEMA, CardRow, PlayersDocument, StoredValue, stored_value

# The shape of a sheet. Sheets are kept for good, so each number that was ever written must be readable.
FORMAT = 2

# Those of the first have no prizes, so nobody can award them again.
READABLE = (1, FORMAT)


class Unreadable(ValueError):  # noqa: N818 (a finding about a file)
    """These bytes are no final sheet that this release can read."""


class FinalSheet(Dated, frozen=True, kw_only=True, omit_defaults=True):
    """A section as it was finished. ``engine`` is the edition of the code that ranked it.

    ``columns_of_values`` has the values of each step in the order of ``standings``, like a document's.
    ``prizes`` and ``terms`` are None in a sheet of the first format.
    """

    format: int
    engine: int
    event: str
    section: str
    version: int
    finished_at: Moment
    edition: str
    order_text: str
    chart_format: Format
    rounds: int
    games: int
    boards_per_match: int
    by_game_points: bool
    cards: tuple[CardRow, ...]
    extra: tuple[ExtraGame, ...]
    decisions: tuple[Decision, ...]
    recorded: tuple[str, ...]
    standings: tuple[Standing, ...]
    columns_of_values: tuple[tuple[StoredValue, ...], ...]
    awards: AwardsRecord
    last_entry_counts: bool = False
    prizes: tuple[Prize, ...] | None = None
    terms: Terms | None = None

    @property
    def document(self) -> PlayersDocument:
        """What pages show standings from. It has no prizes: the sheet has the awards, with their reasons."""
        return PlayersDocument(
            schema=SCHEMA,
            edition=self.edition,
            order_text=self.order_text,
            standings=self.standings,
            columns_of_values=self.columns_of_values,
            decisions=self.decisions,
            recorded=self.recorded,
            cards=self.cards,
            rounds=self.rounds,
            games=self.games,
            format=self.chart_format,
            by_game_points=self.by_game_points,
            last_entry_counts=self.last_entry_counts,
            through=self.rounds,
            live=False,
            counted=self.rounds,
            boards_by_round={},
            boards_per_match=self.boards_per_match,
            extra=self.extra,
        )


def sheet(
    document: PlayersDocument,
    awards: AwardsRecord,
    *,
    event: str,
    section: str,
    version: int,
    finished_at: datetime,
) -> FinalSheet:
    """The sheet of a section whose rounds are complete. Its awards name players by number, without keys."""
    return FinalSheet(
        format=FORMAT,
        engine=ENGINE,
        event=event,
        section=section,
        version=version,
        finished_at=finished_at,
        edition=document.edition,
        order_text=document.order_text,
        chart_format=document.format,
        rounds=document.rounds,
        games=document.games,
        boards_per_match=document.boards_per_match,
        by_game_points=document.by_game_points,
        cards=document.cards,
        extra=document.extra,
        decisions=document.decisions,
        recorded=document.recorded,
        standings=document.standings,
        columns_of_values=document.columns_of_values,
        awards=_without_keys(awards),
        last_entry_counts=document.last_entry_counts,
        prizes=document.prizes,
        terms=document.terms,
    )


def _without_keys(record: AwardsRecord) -> AwardsRecord:
    return AwardsRecord(
        tuple(
            replace(award, winners=tuple(replace(winner, key=0) for winner in award.winners))
            for award in record.awards
        ),
        tuple(replace(paid, winner=replace(paid.winner, key=0)) for paid in record.cash),
    )


# --- bytes ----------------------------------------------------------------------------------------

_encoder = json.Encoder(order="sorted")


def write(found: FinalSheet) -> str:
    """Canonical JSON: the same sheet gives the same bytes."""
    return _encoder.encode(found).decode()


def read(written: str | bytes) -> FinalSheet:
    """A sheet from its bytes, its texts cleaned. Raises :class:`Unreadable` for what is no sheet.

    >>> read("{}")
    Traceback (most recent call last):
    tiebreaks.final.Unreadable: Object missing required field `format`
    """
    try:
        found = convert(clean_texts(json.decode(written)), FinalSheet)
    except (DecodeError, ValidationError, UnicodeDecodeError) as error:
        raise Unreadable(str(error)) from error
    if found.format not in READABLE:
        raise Unreadable(f"format {found.format}")
    return found


def digest(written: str | bytes) -> str:
    """The hash of the bytes, as pages show it.

    >>> digest("{}")[:16]
    '44136fa355b3678a'
    """
    return sha256(written.encode() if isinstance(written, str) else written).hexdigest()


# --- ranked again ---------------------------------------------------------------------------------


class Difference(NamedTuple):
    """A player whose line in the sheet is not what the wall chart in it gives; a rank of None is no line."""

    number: int
    name: str
    rank: int | None
    recomputed: int | None


def differences(found: FinalSheet) -> list[Difference]:
    """Rank the wall chart of a sheet by its order and decisions, and compare; nothing else is read.

    Compares places, points and every tiebreak. Raises :class:`Unreadable` where the sheet contradicts itself,
    so that nobody can be ranked by it.
    """
    try:
        names = {row.number: row.name for row in found.cards}
        then, now = _lines(found), _recomputed(found)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise Unreadable(str(error)) from error
    return [
        Difference(number, names.get(number, ""), _rank(then.get(number)), _rank(now.get(number)))
        for number in now | then
        if then.get(number) != now.get(number)
    ]


# A standing with its values, by number.
_Line = tuple[Standing, tuple[StoredValue, ...]]


def _lines(found: FinalSheet) -> dict[int, _Line]:
    return dict(_by_number(found.standings, found.columns_of_values))


def _recomputed(found: FinalSheet) -> dict[int, _Line]:
    document = found.document
    ranking = rank(live(document.chart), document.order)
    columns = tuple(
        tuple(stored_value(column.get(standing.number)) for standing in ranking.standings)
        for column in ranking.values
    )
    return dict(_by_number(ranking.standings, columns))


def _by_number(
    standings: tuple[Standing, ...], columns: tuple[tuple[StoredValue, ...], ...]
) -> Iterator[tuple[int, _Line]]:
    for at, standing in enumerate(standings):
        yield standing.number, (standing, tuple(column[at] for column in columns))


def _rank(line: _Line | None) -> int | None:
    return line[0].rank if line else None


# --- awarded again --------------------------------------------------------------------------------


class AwardDifference(NamedTuple):
    """An award whose winners in the sheet are not those whom the wall chart in it gives."""

    title: str
    then: str
    now: str


def award_differences(found: FinalSheet) -> list[AwardDifference] | None:
    """Award the prizes of a sheet again by its wall chart, and compare the winners and their money.

    None if they cannot be awarded again: the sheet is of the first format, or trophies follow money that goes
    by age or by mark. Who else is of an age or has a mark is in no sheet, so its winners are taken for all
    who qualify for such a trophy, and such money is left out (:func:`is_money_checked`).
    """
    if found.prizes is None or found.terms is None:
        return None
    if found.terms.follow_money and not is_money_checked(found):
        return None
    names = {row.number: row.name for row in found.cards}

    def called(numbers: frozenset[int]) -> str:
        return "; ".join(names.get(number, str(number)) for number in sorted(numbers))

    titles = {award.line: award.title for award in found.awards.awards}
    then = {
        award.line: frozenset(int(each.number) for each in award.winners) for award in found.awards.awards
    }
    try:
        awards = _awarded(found, then)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise Unreadable(str(error)) from error
    lines = [show([prize]) for prize in found.prizes if prize.item and prize.scope is not Scope.TEAM]
    now = dict.fromkeys(lines, frozenset[int]()) | {
        show([_announced(found.prizes, each.prize)]): frozenset(each.winners) for each in awards.trophies
    }
    differing = [
        AwardDifference(titles.get(line, line), called(before), called(after))
        for line in now | then
        if (before := then.get(line, frozenset())) != (after := now.get(line, frozenset()))
    ]
    return [*differing, *(_money_differences(found, awards, names) if is_money_checked(found) else ())]


def awarded_again(found: FinalSheet) -> PlayersDocument | None:
    """The document of a sheet with its awards made again, so that their reasons can be told anew; None where
    they cannot be. A trophy by age or mark is not among those announced: it has a mark of its own."""
    if found.prizes is None or found.terms is None:
        return None
    then = {
        award.line: frozenset(int(each.number) for each in award.winners) for award in found.awards.awards
    }
    try:
        awards = _awarded(found, then)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return None
    return replace(found.document, prizes=found.prizes, terms=found.terms, awards=awards)


def is_money_checked(found: FinalSheet) -> bool:
    """Whether the money can be divided again: none of it goes by age or by mark."""
    return not any(prize.private and prize.cents for prize in found.prizes or ())


def _awarded(found: FinalSheet, then: dict[str, frozenset[int]]) -> Awards:
    """The awards by the wall chart alone. A trophy by age or mark is for those who have a mark of its own."""
    marks: dict[int, frozenset[str]] = {}
    for at, prize in enumerate(found.prizes or ()):
        for number in then.get(show([prize]), ()) if prize.private else ():
            marks[number] = marks.get(number, frozenset()) | {_mark(at)}

    def marked(card: Card) -> Card:
        return replaced(card, marks=marks[card.number]) if card.number in marks else card

    chart = found.document.chart
    chart = replaced(chart, cards=tuple(map(marked, chart.cards)))
    prizes = [
        replaced(prize, scope=Scope.MARK, nth=1, low=None, under=0, label=_mark(at))
        if prize.private
        else prize
        for at, prize in enumerate(found.prizes or ())
    ]
    return award(rank(live(chart), found.document.order), prizes, found.terms)


def _mark(at: int) -> str:
    return f"#{at}"


def _announced(prizes: tuple[Prize, ...], prize: Prize) -> Prize:
    """A prize as it was announced."""
    return prizes[int(prize.label[1:])] if prize.label.startswith("#") else prize


def _money_differences(found: FinalSheet, awards: Awards, names: dict[int, str]) -> Iterator[AwardDifference]:
    then = {int(paid.winner.number): paid.cents for paid in found.awards.cash}
    for number, name in names.items():
        before, after = then.get(number, 0), awards.cents(number)
        if before != after:
            yield AwardDifference(name, dollars(before), dollars(after))
