"""Slips that somebody read otherwise than the result that stands, until a director has decided.

The log keeps each such reading. It is a question while the board has another result: it ends when the result
is changed to what was read, when the slip is read again and agrees, or when the board is removed.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext

from ...errors import ReadOtherwise
from ...models import Entered, LogEntry, MatchBoard, Seat, Section
from ...text.log import Summary
from ...text.results import OPEN, Points, show_result
from ...text.verifying import differs
from ...text.wording import unbroken
from .boards import name_of

# A board by its table and primary key, as the log names it.
Key = tuple[str, int]


class Stands(NamedTuple):
    """The result of a board, with the points of a ruling."""

    result: str
    points_q: Points


@dataclass(frozen=True)
class Differing:
    """A board whose slip was read otherwise; ``row`` is what it is called on the page, ``pk`` its key."""

    row: str
    pk: int
    label: str
    number: int
    stands: Stands
    read: str
    entered_by: User | None
    reader: User | None
    at: datetime

    @property
    def said(self) -> str:
        entered, read = show_result(*self.stands), show_result(self.read)
        return unbroken(differs(self.number, self.label, entered, read))

    @property
    def by(self) -> str:
        return name_of(self.reader) or gettext("somebody")

    @property
    def of_match(self) -> bool:
        return self.row.startswith("board")

    def question(self, user: User) -> ReadOtherwise:
        """Which is right, as the row of the board asks it."""
        result, points_q = self.stands
        by, of_match = self.entered_by, self.of_match
        reader = "" if self.reader == user else self.by
        return ReadOtherwise(result, self.read, by, points_q, reader=reader, of_match=of_match)


def key_of(board: Entered) -> Key:
    return type(board).__name__.lower(), board.pk


def readings(sections: Collection[Section], number: int | None = None) -> Mapping[Key, LogEntry]:
    """What was read otherwise last of each board, decided or not; with a number, of that round alone."""
    entries = _entries(sections).select_related("who")
    if number is not None:
        entries = entries.filter(values__round=number)
    return {_board_of(entry): entry for entry in entries.order_by("pk")}


def last_reading(section: Section, number: int) -> int:
    """The key of the newest such entry of a round; 0 if there is none."""
    return _newest(_entries([section]).filter(values__round=number))


def last_reading_before(section: Section, number: int) -> int:
    """The key of the newest such entry of the rounds before one; 0 if there is none."""
    return _newest(_entries([section]).filter(values__round__lt=number))


def games_read_since(section: Section, number: int, since: datetime) -> set[int]:
    """The games of a round of which a board was read otherwise since."""
    keys = [_board_of(entry) for entry in _entries([section]).filter(values__round=number, at__gte=since)]
    found = {pk for table, pk in keys if table == "game"}
    boards = [pk for table, pk in keys if table == "matchboard"]
    return (
        found | set(MatchBoard.objects.filter(pk__in=boards).values_list("game", flat=True))
        if boards
        else found
    )


def is_open(board: Entered, result: str, reading: LogEntry) -> bool:
    """Whether a board of this result still asks which is right."""
    read, _points_q = reading.values["result"]
    decided = board.verified or (board.verified_at is not None and board.verified_at >= reading.at)
    return result not in (OPEN, read) and not decided


def results_of(found: Collection[Key]) -> dict[int, Stands]:
    """The results of those of these boards that are games of players."""
    games = [pk for table, pk in found if table == "game"]
    seats = Seat.objects.filter(game__in=games).order_by("game", "-side") if games else Seat.objects.none()
    sides: dict[int, list[tuple[str, int | None]]] = {}
    for game, kind, points_q in seats.values_list("game", "kind", "points_q"):
        sides.setdefault(game, []).append((kind, points_q))
    return {
        game: Stands("".join(kind for kind, _q in both), tuple(q for _kind, q in both))
        for game, both in sides.items()
    }


def _entries(sections: Collection[Section]) -> QuerySet[LogEntry]:
    of = [section.standings_id for section in sections]
    return LogEntry.objects.filter(standings__in=of, code=Summary.READ_OTHERWISE)


def _newest(entries: QuerySet[LogEntry]) -> int:
    return entries.order_by("pk").values_list("pk", flat=True).last() or 0


def _board_of(entry: LogEntry) -> Key:
    table, pk, *_images = entry.rows[0]
    return table, pk
