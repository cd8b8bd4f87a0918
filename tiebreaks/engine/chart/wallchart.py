"""What happened: a wall chart of cards, one a player, each a row of cells. Immutable, and not judged here.

A cell stands for one slot of one round (:class:`Kind` says what became of it). No cell means that nothing is
known yet: the player is not paired, or the round is not held. Whether a chart can be right is the business of
:mod:`~.problems`; what it is worth, that of a *reading* (:mod:`~.reading`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from ..messages import gettext_noop
from ..points import HALF, POINT


class Kind(Enum):
    """What became of one slot of one round (RULES §1.1): letter, points in quarters, played, and its name.

    >>> Kind.of("X").points_q, Kind.of("X").played
    (4, False)
    """

    WIN = "W", POINT, True, gettext_noop("win")
    LOSS = "L", 0, True, gettext_noop("loss")
    DRAW = "D", HALF, True, gettext_noop("draw")
    # The two sides of these need not agree (wiN, dRaw, losS): ratable, inconsistent.
    LONE_WIN = "N", POINT, True, gettext_noop("win, for this side only")
    LONE_DRAW = "R", HALF, True, gettext_noop("draw, for this side only")
    LONE_LOSS = "S", 0, True, gettext_noop("loss, for this side only")
    FORFEIT_WIN = "X", POINT, False, gettext_noop("win by forfeit")
    FORFEIT_LOSS = "F", 0, False, gettext_noop("loss by forfeit")
    FORFEIT_DRAW = "Z", HALF, False, gettext_noop("draw by forfeit")
    FULL_BYE = "B", POINT, False, gettext_noop("full-point bye")
    HALF_BYE = "H", HALF, False, gettext_noop("half-point bye")
    UNPAIRED = "U", 0, False, gettext_noop("not paired")
    # Counts as played, with no points yet, in the live reading; the other reading never sees it (RULES §9).
    OPEN = "?", 0, True, gettext_noop("still playing")

    letter: str
    points_q: int
    played: bool
    label: str

    def __new__(cls, letter: str, points_q: int, played: bool, label: str) -> "Kind":
        kind = object.__new__(cls)
        # The letter alone is the value, which is what files and documents keep.
        kind._value_ = kind.letter = letter
        kind.points_q, kind.played, kind.label = points_q, played, label
        return kind

    @staticmethod
    def of(letter: str) -> "Kind":
        """The kind with this letter; :class:`KeyError` for a letter that means nothing."""
        return _BY_LETTER[letter]

    @property
    def other_side(self) -> "Kind":
        """What the opponent has as a rule, where the opponent's own side is not known."""
        return _OTHER_SIDE.get(self, self)

    @property
    def lone(self) -> bool:
        """Whether the other side's result is free to differ."""
        return self in _LONE

    @property
    def forfeit(self) -> bool:
        """Whether a pairing was made and no game was played."""
        return self in _FORFEITS


_BY_LETTER = {kind.letter: kind for kind in Kind}
_OTHER_SIDE = {
    Kind.WIN: Kind.LOSS,
    Kind.LOSS: Kind.WIN,
    Kind.LONE_WIN: Kind.LONE_LOSS,
    Kind.LONE_LOSS: Kind.LONE_WIN,
    Kind.FORFEIT_WIN: Kind.FORFEIT_LOSS,
    Kind.FORFEIT_LOSS: Kind.FORFEIT_WIN,
}
_LONE = (Kind.LONE_WIN, Kind.LONE_DRAW, Kind.LONE_LOSS)
_FORFEITS = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.FORFEIT_DRAW)


class Format(Enum):
    """How a section is paired; it decides which order of tiebreaks the rulebook expects (34E, 34F)."""

    SWISS = "swiss"
    ROUND_ROBIN = "round robin"


class Cell(NamedTuple):
    """One slot of one round, seen from one side.

    ``points_q`` are the points awarded. They differ from the kind's own after a split ruling or where a
    canceled bye's win counts as a draw (22C5), and are what every rule that says *points* means.
    ``opponent`` is a number of the same chart, or None where there was none or nobody knows.
    ``opponent_round`` differs from ``round`` in a cross-round game (28M2).
    """

    round: int
    kind: Kind
    opponent: int | None
    color: str
    points_q: int
    opponent_round: int
    board_points_q: int | None = None

    @property
    def played(self) -> bool:
        return self.kind.played


def cell(
    round: int,
    kind: Kind,
    opponent: int | None = None,
    color: str = "",
    points_q: int | None = None,
    opponent_round: int | None = None,
    board_points_q: int | None = None,
) -> Cell:
    """A cell with the usual points of its kind, unless others were awarded.

    >>> cell(2, Kind.HALF_BYE).points_q
    2
    """
    return Cell(
        round,
        kind,
        opponent,
        color,
        kind.points_q if points_q is None else points_q,
        round if opponent_round is None else opponent_round,
        board_points_q,
    )


@dataclass(frozen=True)
class Card:
    """One entry's line: who, and the cells that are known, in order of rounds.

    ``house`` entries (28M1) are opponents like any other and are themselves neither ranked nor counted.
    ``visitor`` names an entry of another section that appears only as an opponent (28M3).
    ``withdrew`` is the round after which the entry left, 0 for one that never began. ``age`` in whole years
    is for prizes of an age; no page shows it and no file has it.
    """

    number: int
    name: str
    cells: tuple[Cell, ...] = ()
    rating: int | None = None
    team: str = ""
    grade: str = ""
    house: bool = False
    reentry_of: int | None = None
    visitor: str = ""
    withdrew: int | None = None
    age: int | None = None

    def in_round(self, number: int) -> tuple[Cell, ...]:
        """This card's cells of one round: none, one, or one for each game of a double round."""
        return tuple(cell for cell in self.cells if cell.round == number)


class ExtraGame(NamedTuple):
    """A rated game outside the rounds (28M4): it goes to the rating report and counts for nothing here."""

    white: int
    black: int
    white_kind: Kind
    black_kind: Kind


class Decision(NamedTuple):
    """How people separated players still tied after a round: the best first, level ones together.

    ``code`` is the system's (34E12, 34E13). It holds for exactly these players after exactly this round.
    """

    code: str
    after_round: int
    order: tuple[tuple[int, ...], ...]

    @property
    def members(self) -> frozenset[int]:
        return frozenset(number for level in self.order for number in level)


@dataclass(frozen=True)
class Wallchart:
    """A section's cards, the rounds planned, the games each player has in a round, and what people decided.

    ``extra`` games are kept with the chart and read by no reading. The cards may be teams: each cell is then
    a match with the points scored on its boards, and ``by_game_points`` these rank (RULES §11.1).

    >>> from tiebreaks.engine.chart.notation import chart
    >>> wall = chart(["W2w", "?3b"], ["L1b", "B"], ["B", "?1w"], rounds=4)
    >>> wall.through, wall.open_round
    (1, 2)
    """

    cards: tuple[Card, ...]
    rounds: int
    games: int = 1
    format: Format = Format.SWISS
    decisions: tuple[Decision, ...] = ()
    extra: tuple[ExtraGame, ...] = ()
    by_game_points: bool = False

    @cached_property
    def by_number(self) -> dict[int, Card]:
        return {card.number: card for card in self.cards}

    @cached_property
    def visitors(self) -> dict[int, str]:
        """Who comes from another section, by the number given here: ``7@Open``."""
        return {card.number: card.visitor for card in self.cards if card.visitor}

    @cached_property
    def has_board_points(self) -> bool:
        """Whether it is known what was scored on the boards of any match."""
        return any(c.board_points_q is not None for c in self._cells())

    @cached_property
    def through(self) -> int:
        """The last *held* round, 0 if none.

        A round is held when a game of it was played or forfeited, none is open, and all earlier rounds
        are held. Byes alone hold no round: they are often entered days before.
        """
        begun = {c.round for c in self._cells() if c.kind.played or c.kind.forfeit}
        unfinished = self._rounds_with_open_games
        last = 0
        while last + 1 in begun and last + 1 not in unfinished:
            last += 1
        return last

    @cached_property
    def open_round(self) -> int | None:
        """The round being played: the first that is not held, if it has a game without a result."""
        following = self.through + 1
        return following if following in self._rounds_with_open_games else None

    @cached_property
    def _rounds_with_open_games(self) -> set[int]:
        return {c.round for c in self._cells() if c.kind is Kind.OPEN}

    def _cells(self) -> Iterable[Cell]:
        return (cell for card in self.cards for cell in card.cells)
