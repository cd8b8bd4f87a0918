"""What a second reading of the slips has reached: by board, by round and by person."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import chain
from operator import attrgetter

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tiebreaks.engine.chart.wallchart import Kind

from ...models import Entered, Game, LogEntry, MatchBoard, Seat, Section
from ...text import wording
from ...text.results import label
from ...text.verifying import unverified
from .boards import name_of
from .differing import (
    Differing,
    Key,
    Stands,
    games_read_since,
    is_open,
    key_of,
    last_reading,
    readings,
    results_of,
)

# A board that was marked so long before the page was made may not have been on it: its mark was being saved.
OVERLAP = timedelta(seconds=10)


@dataclass(frozen=True)
class Board:
    """A board of a round in the second reading; ``row`` is what it is called on the page."""

    row: str
    label: str
    has_result: bool
    verified: bool
    by: str
    at: datetime | None
    # Of a forfeit nobody has a slip: it is skipped, though it may be verified too.
    forfeit: bool = False
    # What somebody read otherwise, until it is decided.
    differing: Differing | None = None


@dataclass(frozen=True)
class Progress:
    """How far the second reading of a round is."""

    section: Section
    number: int
    boards: list[Board] = field(default_factory=list)
    # The newest reading of the round that differed, decided or not: its key in the log.
    last_reading: int = 0
    # Whether a board of the section is verified: slips are read twice there.
    read_twice: bool = False

    @property
    def reached(self) -> str:
        """What a page has seen of the second reading, see :func:`reached`."""
        return _reached(self.verified, self.last_reading)

    @property
    def differing(self) -> list[Differing]:
        """Boards on which a director has to decide."""
        return [board.differing for board in self.boards if board.differing]

    @property
    def verified(self) -> int:
        return sum(board.verified for board in self.boards)

    @property
    def results(self) -> int:
        return sum(board.has_result for board in self.boards)

    @property
    def skipped(self) -> int:
        """Forfeits that nobody verified, and nobody read otherwise."""
        return sum(board.forfeit for board in self._open)

    @property
    def to_do(self) -> list[Board]:
        """Boards with a slip that nobody verified, and nobody read otherwise."""
        return [board for board in self._open if not board.forfeit]

    @property
    def _open(self) -> list[Board]:
        return [
            board for board in self.boards if board.has_result and not (board.verified or board.differing)
        ]

    @property
    def missing(self) -> int:
        return len(self.boards) - self.results

    @property
    def people(self) -> list[str]:
        return list(dict.fromkeys(board.by for board in self.boards if board.verified and board.by))

    @property
    def links(self) -> SafeString:
        """The labels of the boards that are left, each a link to its row: ``4, 11``."""
        board = gettext("Board %(label)s")
        boards = ((each.row, board % {"label": each.label}, each.label) for each in self.to_do)
        return format_html_join(", ", '<a href="#{}" aria-label="{}">{}</a>', boards)

    @property
    def said(self) -> str:
        """What of it is not verified, beside what differs; empty if nothing is."""
        labels = [board.label for board in self.to_do]
        return unverified(self.number, labels, self.results - self.skipped) if labels else ""

    @property
    def said_of_section(self) -> str:
        return wording.of_section(self.section.name, self.said)

    def after(self, row: str) -> str:
        """The next board to read, from the first again after the last; empty if none is left."""
        rows = [board.row for board in self.boards]
        at = rows.index(row) + 1 if row in rows else 0
        left = {board.row for board in self.to_do} | {board.row for board in self.differing}
        return next((each for each in rows[at:] + rows[:at] if each in left), "")


@dataclass(frozen=True)
class Share:
    """How many boards of a round one person verified, and when the last of them."""

    number: int
    by: str
    boards: int
    last: datetime


def progress(section: Section, number: int) -> Progress:
    """One round, in one query."""
    found = _rounds([section], number)
    return next(found, Progress(section, number))


def unverified_rounds(sections: Iterable[Section], number: int | None = None) -> list[Progress]:
    """The rounds that have a result which nobody verified, or which somebody read otherwise; with a number,
    of that round alone."""
    return [each for each in _rounds(list(sections), number) if each.to_do or each.differing]


def before(section: Section, number: int) -> list[Progress]:
    """What to name before a round is published: of every earlier round what differs, and what is not
    verified. Where nobody verified anything yet, of the last one alone: not everybody reads slips twice."""
    earlier = [each for each in _rounds([section]) if each.number < number]
    begun = any(each.verified for each in earlier)
    return [
        each for each in earlier if each.differing or (each.to_do and (begun or each.number == number - 1))
    ]


def undecided(section: Section, number: int) -> list[Progress]:
    """What of the rounds before one differs: scores that the round is paired on may change."""
    return [each for each in before(section, number) if each.differing]


def shares(section: Section) -> list[Share]:
    """Who verified how much of each round, the last round first: a line of the log each.

    A board whose result changed since is not verified.
    """
    found: dict[tuple[int, str], list[datetime]] = defaultdict(list)
    for each in _rounds([section]):
        for board in each.boards:
            if board.verified and board.at:
                found[each.number, board.by].append(board.at)
    lines = [Share(number, by, len(at), max(at)) for (number, by), at in found.items()]
    return sorted(lines, key=attrgetter("number", "last"), reverse=True)


def reached(section: Section, number: int) -> str:
    """How many boards of a round are verified, and which reading differed last. It says with the version
    whether anything is new: only an entry, or such a reading, makes the count smaller."""
    verified = _of_round(section, number).filter(verified_revision=F("revision")).count()
    return _reached(verified, last_reading(section, number))


def _reached(verified: int, last: int) -> str:
    return f"{verified}.{last}" if last else str(verified)


def games_verified_since(section: Section, number: int, seen: int) -> set[int]:
    """The games of a round of which somebody verified a board, or read it otherwise, since the page was made,
    in seconds."""
    try:
        since = datetime.fromtimestamp(seen, timezone.get_default_timezone()) - OVERLAP
    except (ValueError, OverflowError, OSError):
        return set()
    of_game = "game" if section.boards else "pk"
    verified = _of_round(section, number).filter(verified_at__gte=since).values_list(of_game, flat=True)
    return {*verified, *games_read_since(section, number, since)}


def _of_round(section: Section, number: int) -> QuerySet[Game] | QuerySet[MatchBoard]:
    if section.boards:
        return MatchBoard.objects.filter(game__round__section=section, game__round__number=number)
    return Game.objects.filter(round__section=section, round__number=number)


def _rounds(sections: Collection[Section], number: int | None = None) -> Iterator[Progress]:
    """Rounds with boards, section by section, in one query for all sections of players and one for teams."""
    found: dict[tuple[int, int], list[Board]] = defaultdict(list)
    read = readings(sections, number)
    for of, round, board in chain(_games(sections, number, read), _match_boards(sections, number, read)):
        found[of, round].append(board)
    last: dict[tuple[int, int], int] = {}
    for entry in read.values():
        place = entry.standings_id, entry.values["round"]
        last[place] = max(entry.pk, last.get(place, 0))
    read_twice = {of for (of, _round), boards in found.items() if any(board.verified for board in boards)}
    for section in sections:
        for pk, round in sorted(found):
            if pk == section.pk:
                last_one = last.get((section.standings_id, round), 0)
                yield Progress(section, round, found[pk, round], last_one, section.pk in read_twice)


def _games(
    sections: Collection[Section], number: int | None, read: Mapping[Key, LogEntry]
) -> Iterator[tuple[int, int, Board]]:
    games_per_round = {section.pk: section.games for section in sections if not section.boards}
    if not games_per_round:
        return
    is_open = Seat.objects.filter(game=OuterRef("pk"), kind=Kind.OPEN.letter)
    is_played = Seat.objects.filter(
        game=OuterRef("pk"), kind__in=[each.letter for each in Kind if each.played]
    )
    games = Game.objects.filter(round__section__in=games_per_round).annotate(
        is_open=Exists(is_open), is_played=Exists(is_played)
    )
    if number is not None:
        games = games.filter(round__number=number)
    results = results_of(read)
    for game in games.select_related("round", "entered_by", "verified_by").order_by("board", "slot"):
        of = game.round
        shown = label(game.board, game.slot, games_per_round[of.section_id])
        forfeit = not (game.is_open or game.is_played)
        board = _board(f"game-{game.pk}", shown, game, has_result=not game.is_open, forfeit=forfeit)
        stands, reading = results.get(game.pk), read.get(key_of(game))
        yield of.section_id, of.number, _as_read(board, of.number, game, stands, reading)


def _match_boards(
    sections: Collection[Section], number: int | None, read: Mapping[Key, LogEntry]
) -> Iterator[tuple[int, int, Board]]:
    teams = [section for section in sections if section.boards]
    if not teams:
        return
    boards = MatchBoard.objects.filter(game__round__section__in=teams)
    if number is not None:
        boards = boards.filter(game__round__number=number)
    boards = boards.select_related("game__round", "entered_by", "verified_by")
    for row in boards.order_by("game__board", "board"):
        of, stands = row.game.round, Stands(row.result, row.points_q)
        shown = f"{row.game.board}.{row.board}"
        has_result = row.home_kind != Kind.OPEN.letter
        forfeit = has_result and not any(Kind.of(letter).played for letter in row.result)
        board = _board(f"board-{row.pk}", shown, row, has_result=has_result, forfeit=forfeit)
        yield of.section_id, of.number, _as_read(board, of.number, row, stands, read.get(key_of(row)))


def _board(row: str, label: str, board: Entered, *, has_result: bool, forfeit: bool) -> Board:
    by, at = name_of(board.verified_by), board.verified_at
    return Board(row, label, has_result, board.verified, by, at, forfeit)


def _as_read(
    board: Board, number: int, row: Entered, stands: Stands | None, reading: LogEntry | None
) -> Board:
    """The board with what somebody read otherwise of it last, if that is not decided."""
    if stands is None or reading is None or not is_open(row, stands.result, reading):
        return board
    read, _points_q = reading.values["result"]
    differing = Differing(
        board.row, row.pk, board.label, number, stands, read, row.entered_by, reading.who, reading.at
    )
    return replace(board, differing=differing)
