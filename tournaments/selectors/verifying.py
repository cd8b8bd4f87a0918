"""What a second reading of the slips has reached: by board, by round and by person."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain
from operator import attrgetter

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tiebreaks.engine.chart.wallchart import Kind

from ..models import Entered, Game, MatchBoard, Seat, Section
from ..text import wording
from ..text.verifying import unverified
from .boards import name_of
from .desk import label

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


@dataclass(frozen=True)
class Progress:
    """How far the second reading of a round is."""

    section: Section
    number: int
    boards: list[Board] = field(default_factory=list)

    @property
    def verified(self) -> int:
        return sum(board.verified for board in self.boards)

    @property
    def results(self) -> int:
        return sum(board.has_result for board in self.boards)

    @property
    def to_do(self) -> list[Board]:
        """Boards with a result that nobody verified."""
        return [board for board in self.boards if board.has_result and not board.verified]

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
        """What of it is not verified; empty if nothing is."""
        labels = [board.label for board in self.to_do]
        return unverified(self.number, labels, self.results) if labels else ""

    @property
    def said_of_section(self) -> str:
        return wording.of_section(self.section.name, self.said)

    def after(self, row: str) -> str:
        """The next board to read, from the first again after the last; empty if none is left."""
        rows = [board.row for board in self.boards]
        at = rows.index(row) + 1 if row in rows else 0
        left = {board.row for board in self.to_do}
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
    """The rounds that have a result which nobody verified; with a number, of that round alone."""
    return [each for each in _rounds(list(sections), number) if each.to_do]


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


def count(section: Section, number: int) -> int:
    """How many boards of a round are verified. It says with the version whether anything is new: only an
    entry makes it smaller."""
    return _of_round(section, number).filter(verified_revision=F("revision")).count()


def games_verified_since(section: Section, number: int, seen: int) -> set[int]:
    """The games of a round of which somebody verified a board since the page was made, in seconds."""
    try:
        since = datetime.fromtimestamp(seen, timezone.get_default_timezone()) - OVERLAP
    except (ValueError, OverflowError, OSError):
        return set()
    of_game = "game" if section.boards else "pk"
    return set(_of_round(section, number).filter(verified_at__gte=since).values_list(of_game, flat=True))


def _of_round(section: Section, number: int) -> QuerySet[Game] | QuerySet[MatchBoard]:
    if section.boards:
        return MatchBoard.objects.filter(game__round__section=section, game__round__number=number)
    return Game.objects.filter(round__section=section, round__number=number)


def _rounds(sections: Collection[Section], number: int | None = None) -> Iterator[Progress]:
    """Rounds with boards, section by section, in one query for all sections of players and one for teams."""
    found: dict[tuple[int, int], list[Board]] = defaultdict(list)
    for of, round, board in chain(_games(sections, number), _match_boards(sections, number)):
        found[of, round].append(board)
    for section in sections:
        for pk, round in sorted(found):
            if pk == section.pk:
                yield Progress(section, round, found[pk, round])


def _games(sections: Collection[Section], number: int | None) -> Iterator[tuple[int, int, Board]]:
    games_per_round = {section.pk: section.games for section in sections if not section.boards}
    if not games_per_round:
        return
    is_open = Seat.objects.filter(game=OuterRef("pk"), kind=Kind.OPEN.letter)
    games = Game.objects.filter(round__section__in=games_per_round).annotate(is_open=Exists(is_open))
    if number is not None:
        games = games.filter(round__number=number)
    for game in games.select_related("round", "verified_by").order_by("board", "slot"):
        of = game.round.section_id
        shown = label(game.board, game.slot, games_per_round[of])
        yield of, game.round.number, _board(f"game-{game.pk}", shown, game, has_result=not game.is_open)


def _match_boards(sections: Collection[Section], number: int | None) -> Iterator[tuple[int, int, Board]]:
    teams = [section for section in sections if section.boards]
    if not teams:
        return
    boards = MatchBoard.objects.filter(game__round__section__in=teams)
    if number is not None:
        boards = boards.filter(game__round__number=number)
    for board in boards.select_related("game__round", "verified_by").order_by("game__board", "board"):
        of = board.game.round
        shown = f"{board.game.board}.{board.board}"
        has_result = board.home_kind != Kind.OPEN.letter
        yield of.section_id, of.number, _board(f"board-{board.pk}", shown, board, has_result=has_result)


def _board(row: str, label: str, board: Entered, *, has_result: bool) -> Board:
    return Board(row, label, has_result, board.verified, name_of(board.verified_by), board.verified_at)
