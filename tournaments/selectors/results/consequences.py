"""What a correction would move: places, trophies, money, and the boards that were paired on the old result.

Everything is read and computed without a lock, and nothing is stored. The stamps say of which versions it
holds: a correction is saved only while these are the present ones.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart, cell
from tiebreaks.models import FrozenAwards, Published
from tiebreaks.moves import Moves, moves
from tiebreaks.published import PlayersDocument, read_players

from ... import wallcharts
from ...errors import Conflict
from ...models import Game, HasStandings, LogEntry, Round, Seat, Section
from ...text import consequences as words
from ...text.results import OPEN, Points, label, tell_result
from .boards import last_frozen, name_of
from .supposed import if_supposed

# How often everything is read again because somebody entered a result meanwhile.
TRIES = 5


class Changed(NamedTuple):
    """A board whose result changes: its round, its label, who sits there, its letters and awarded points."""

    round: int
    label: str
    white: str
    black: str
    was: str
    was_q: Points
    now: str
    now_q: Points

    @property
    def before(self) -> str:
        return tell_result(self.was, self.was_q)

    @property
    def after(self) -> str:
        return tell_result(self.now, self.now_q)


@dataclass(frozen=True)
class Correction:
    """Results that would be others: the boards as a director knows them, and their seats."""

    section: Section
    boards: Sequence[Changed]
    games: Sequence[Game]
    supposed: wallcharts.Supposed

    @property
    def entered_by(self) -> list[str]:
        """Who entered what is there now."""
        return sorted({name for game in self.games if (name := name_of(game.entered_by))})


class PairedOn(NamedTuple):
    """A board of a later round whose pairing went by a score, in quarter-points, that would be another.

    ``before_q`` is the score when the round was published, whatever was corrected since.
    """

    round: int
    label: str
    name: str
    before_q: int
    after_q: int
    opponent: str


@dataclass(frozen=True)
class Consequences:
    """What moves in the section, and in each team table that draws on it. ``frozen`` are the awards that
    were announced; ``reopened`` is the complete round that is open again, since a board loses its result."""

    stamps: Mapping[int, str]
    boards: Sequence[Changed]
    moved: Mapping[HasStandings, Moves]
    paired: list[PairedOn] = field(default_factory=list)
    frozen: list[FrozenAwards] = field(default_factory=list)
    live: bool = False
    reopened: int | None = None

    @property
    def digest(self) -> str:
        """The same consequences have the same digest, whatever else changed."""
        moved = [(owner.standings_id, moved.digest) for owner, moved in self.moved.items()]
        shown = list(self.boards), moved, self.paired, [frozen.pk for frozen in self.frozen]
        return sha256(repr(shown).encode()).hexdigest()[:16]

    @property
    def plain(self) -> list[Any]:
        """As the log keeps it: kind and name of each of the standings that move, and what moves."""
        return [[owner.kind, owner.name, moved.plain] for owner, moved in self.moved.items() if moved]

    @property
    def told(self) -> list[words.Told]:
        return [words.tell(owner.kind, owner.name, moved) for owner, moved in self.moved.items() if moved]


def consequences(correction: Correction) -> Consequences:
    """What a correction would move now. Raises :class:`.Conflict` if results come too fast to read them."""
    for _again in range(TRIES):
        found = _consequences(correction)
        if found is not None and _stamps(correction.section) == found.stamps:
            return found
    raise Conflict(_("Results are being entered at this moment. Nothing was saved. Try again."))


def _stamps(section: Section) -> dict[int, str]:
    """The versions of the section's document and of those of the tables that draw on it."""
    owners = [section.standings_id, *section.team_tables.values_list("standings", flat=True)]
    rows = Published.objects.filter(pk__in=owners).order_by("pk")
    return {pk: f"{epoch}.{version}" for pk, epoch, version in rows.values_list("pk", "epoch", "version")}


def _consequences(correction: Correction) -> Consequences | None:
    found = if_supposed(correction.section, correction.supposed)
    section, before, after = found.section, found.before, found.after
    published = [owner.standings.published for owner, _was, _now in found.pairs]
    rounds = [changed.round for changed in correction.boards]
    return Consequences(
        stamps={row.pk: row.stamp for row in sorted(published, key=lambda row: row.pk)},
        boards=correction.boards,
        moved={owner: moves(was, now) for owner, was, now in found.pairs},
        paired=list(_paired_on(section, min(rounds), before, after.chart)) if rounds else [],
        frozen=last_frozen(section) if any(was.frozen for _owner, was, _now in found.pairs) else [],
        live=before.live,
        reopened=min(
            (
                changed.round
                for changed in correction.boards
                if changed.now == OPEN and changed.round <= before.through
            ),
            default=None,
        ),
    )


def paired_on_byes(
    section: Section, number: int, players: Collection[int], kind: Kind | None
) -> list[PairedOn]:
    """The boards of later rounds that were paired on another score than these players have with this bye of
    the round, or without one."""
    before = read_players(section.standings.published.body)
    byes = dict.fromkeys(players, kind)
    return list(_paired_on(section, number, before, _with_byes(section, before.chart, number, byes)))


def _with_byes(section: Section, chart: Wallchart, number: int, byes: Mapping[int, Kind | None]) -> Wallchart:
    """The wall chart where these players, who have no game of the round, have this bye of it, or none."""

    def cells(card: Card) -> tuple[Cell, ...]:
        kind = byes[card.number]
        others = [each for each in card.cells if each.round != number]
        if kind is None:
            return tuple(others)
        bye = cell(number, kind, board_points_q=section.boards * kind.points_q if section.boards else None)
        return tuple(sorted([*others, *[bye] * section.games], key=lambda each: each.round))

    cards = [replace(card, cells=cells(card)) if card.number in byes else card for card in chart.cards]
    return replace(chart, cards=tuple(cards))


def _paired_on(section: Section, first: int, before: PlayersDocument, after: Wallchart) -> Iterator[PairedOn]:
    """The boards of all rounds after the ``first`` that changes with a player whose score before the round
    would be another than the one that it was paired on. A round-robin table asks for no score (30A)."""
    if section.format == Section.Formats.ROUND_ROBIN:
        return
    for number in sorted(round for round in before.boards if round > first):
        paired = _chart_as_paired(section, number, before)
        for board in before.boards[number]:
            sides = (board.white, board.black)
            for at, against in zip(sides, sides[::-1], strict=True):
                then, was, now = (
                    _score_q(chart.by_number[at], number, section.by_game_points)
                    for chart in (paired, before.chart, after)
                )
                if was != now != then:
                    opponent = before.chart.by_number[against].name
                    name = before.chart.by_number[at].name
                    yield PairedOn(
                        number, label(board.board, board.slot, section.games), name, then, now, opponent
                    )


def _chart_as_paired(section: Section, number: int, now: PlayersDocument) -> Wallchart:
    """The wall chart with the earlier results and byes as they were when this round was published, from the
    log."""
    published = Round.objects.filter(section=section, number=number, published_at__isnull=False).first()
    if published is None:
        return now.chart
    later = LogEntry.objects.filter(standings=section.standings_id, at__gt=published.published_at)
    was: dict[int, dict[str, Any]] = {}
    # The byes that were given or removed since, the first change of each first: by round and player, the bye
    # that was there.
    byes: dict[tuple[int, int], str | None] = {}
    for rows in later.order_by("at", "version").values_list("rows", flat=True):
        for table, pk, before, after in rows:
            if table == "seat" and before and after:
                was[pk] = before | was.get(pk, {})
            elif table == "seat" and (seat := before or after) and seat["game_id"] is None:
                byes.setdefault((seat["round_id"], seat["player_id"]), before and before["kind"])
    seats = Seat.objects.filter(pk__in=was, round__number__lt=number)
    supposed = {
        seat.pk: (
            was[seat.pk].get("kind", seat.kind),
            was[seat.pk].get("points_q", seat.points_q),
            was[seat.pk].get("board_points_q", seat.board_points_q),
        )
        for seat in seats
    }
    chart = wallcharts.load(section, supposing=supposed).chart if supposed else now.chart
    earlier = dict(Round.objects.filter(section=section, number__lt=number).values_list("pk", "number"))
    numbers = dict(section.players.values_list("pk", "number"))
    for (round, player), kind in byes.items():
        if round in earlier and player in numbers:
            there = {numbers[player]: Kind.of(kind) if kind else None}
            chart = _with_byes(section, chart, earlier[round], there)
    return chart


def _score_q(card: Card, before: int, by_game_points: bool) -> int:
    return sum(
        (cell.board_points_q or 0) if by_game_points else cell.points_q
        for cell in card.cells
        if cell.round < before
    )
