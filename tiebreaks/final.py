"""The final sheet of a section: everything that its trophy order follows from, as canonical bytes.

A sheet is of one finishing and never changes; its hash is of its bytes. It holds the wall chart, the order,
the edition of the rulebook, the decisions about ties, the standings that these gave, the prizes with their
terms, and the awards. So a reader can rank and award again from the bytes alone (:func:`differences`, and
:mod:`tiebreaks.final_awards`). It has public fields only, and no keys.
"""

from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from msgspec import DecodeError, ValidationError, convert, json
from msgspec.structs import replace

from .engine.chart.reading import live
from .engine.chart.wallchart import Decision, ExtraGame, Format
from .engine.prizes import Prize, Terms
from .engine.ranking.fold import Standing, rank
from .frozen import AwardsRecord, with_winners
from .lines import clean_texts
from .moments import Dated, Moment
from .published import ENGINE, SCHEMA, CardRow, Finished, PlayersDocument, StoredValue, stored_value

# The shape of a sheet. Sheets are kept for good, so each number that was ever written must be readable.
FORMAT = 3

# Those of the first have no prizes, so nobody can award them again. Those of the second do not say who
# divided money by age or mark.
READABLE = (1, 2, FORMAT)


class Unreadable(ValueError):  # noqa: N818 (a finding about a file)
    """These bytes are no final sheet that this release can read."""


class FinalSheet(Dated, frozen=True, kw_only=True, omit_defaults=True):
    """A section as it was finished. ``engine`` is the edition of the code that ranked it.

    ``columns_of_values`` has the values of each step in the order of ``standings``, like a document's.
    ``prizes`` and ``terms`` are None in a sheet of the first format. ``pools`` says of each prize of money by
    age or mark, by its place among the prizes, who divided the money that it was in.
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
    pools: tuple[tuple[int, tuple[int, ...]], ...] = ()

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
            final=Finished(self.version, self.finished_at),
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
        pools=tuple(_pools(document)),
    )


def _pools(document: PlayersDocument) -> Iterator[tuple[int, tuple[int, ...]]]:
    for at, prize in enumerate(document.prizes):
        if not prize.private:
            continue
        shares = (
            award for award in document.awards.cash if any(each.prize == prize for each in award.brought)
        )
        if players := {number for share in shares for number in share.players}:
            yield at, tuple(sorted(players))


def _without_keys(record: AwardsRecord) -> AwardsRecord:
    """Nor with the shares, which its prizes make again."""
    bare = with_winners(record, lambda winner: replace(winner, key=0))
    return AwardsRecord(bare.awards, bare.cash)


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
