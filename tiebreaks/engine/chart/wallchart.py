"""What happened: a wall chart has one card per player, and a card is a row of cells. All of it is immutable.

A cell is one slot of one round, and its :class:`Kind` is the outcome. A missing cell means that nothing is
known yet: the player is not paired, or the round has not started. :mod:`~.problems` checks a chart, and
:mod:`~.reading` decides what counts.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from ..messages import gettext_noop
from ..points import HALF, POINT


class Kind(Enum):
    """The outcome of one slot of one round (RULES §1.1): letter, quarter-points, played, name.

    >>> Kind.of("X").points_q, Kind.of("X").played
    (4, False)
    """

    WIN = "W", POINT, True, gettext_noop("win")
    LOSS = "L", 0, True, gettext_noop("loss")
    DRAW = "D", HALF, True, gettext_noop("draw")
    # The two sides of these ratable results need not agree (wiN, dRaw, losS).
    LONE_WIN = "N", POINT, True, gettext_noop("win, this side only")
    LONE_DRAW = "R", HALF, True, gettext_noop("draw, this side only")
    LONE_LOSS = "S", 0, True, gettext_noop("loss, this side only")
    FORFEIT_WIN = "X", POINT, False, gettext_noop("forfeit win")
    FORFEIT_LOSS = "F", 0, False, gettext_noop("forfeit loss")
    FORFEIT_DRAW = "Z", HALF, False, gettext_noop("forfeit draw")
    FULL_BYE = "B", POINT, False, gettext_noop("full-point bye")
    HALF_BYE = "H", HALF, False, gettext_noop("half-point bye")
    UNPAIRED = "U", 0, False, gettext_noop("not paired")
    # In the live reading it counts as played, with no points yet. The other reading has none (RULES §9).
    OPEN = "?", 0, True, gettext_noop("still playing")

    letter: str
    points_q: int
    played: bool
    label: str

    def __new__(cls, letter: str, points_q: int, played: bool, label: str) -> "Kind":
        kind = object.__new__(cls)
        # Files and documents keep the letter, so the letter alone is the value.
        kind._value_ = kind.letter = letter
        kind.points_q, kind.played, kind.label = points_q, played, label
        return kind

    # A kind is one object. Python's own enumerations hash their names anew each time.
    __hash__ = object.__hash__

    @staticmethod
    def of(letter: str) -> "Kind":
        """The kind with this letter. Raises :class:`KeyError` for an unknown letter."""
        return _BY_LETTER[letter]

    @property
    def other_side(self) -> "Kind":
        """The usual result of the opponent, if that result is not known."""
        return _OTHER_SIDE.get(self, self)

    @property
    def lone(self) -> bool:
        """Whether the result of the other side may disagree."""
        return self in _LONE

    @property
    def forfeit(self) -> bool:
        """Whether the players were paired and did not play."""
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
_OPEN = Kind.OPEN
_LONE = (Kind.LONE_WIN, Kind.LONE_DRAW, Kind.LONE_LOSS)
_FORFEITS = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.FORFEIT_DRAW)


class Format(Enum):
    """How a section is paired. The default order of tiebreaks depends on it (34E, 34F)."""

    SWISS = "swiss"
    ROUND_ROBIN = "round robin"


class Cell(NamedTuple):
    """One slot of one round, seen from one side.

    ``points_q`` are the awarded points. They differ from the points of the kind after a split ruling, or if a
    win after a canceled bye counts as a draw (22C5). Rules that speak of *points* mean awarded points.
    ``opponent`` is a number in the same chart, or None if there was none or it is unknown.
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
    """Make a cell. By default it has the usual points of its kind.

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
    """One entry, and its known cells in order of rounds.

    ``house`` players (28M1) are normal opponents, but they are neither ranked nor counted. ``visitor`` names
    an entry of another section that appears only as an opponent (28M3). ``withdrew`` is the round after which
    the entry left, 0 for an entry that never started. ``age`` in whole years is for age prizes
    only, ``marks`` for prizes that name a mark. No page shows them, and no file has them.
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
    marks: frozenset[str] = frozenset()

    def in_round(self, number: int) -> tuple[Cell, ...]:
        """The cells of one round: none, one, or one for each game of a double round."""
        return tuple(cell for cell in self.cells if cell.round == number)


class ExtraGame(NamedTuple):
    """A rated side game (28M4). It goes to the rating report and does not count in the standings."""

    white: int
    black: int
    white_kind: Kind
    black_kind: Kind


class Decision(NamedTuple):
    """A recorded playoff or coin toss: the tied players, best first. Players who stayed level share a tuple.

    ``code`` is the code of the system (34E12, 34E13). A decision is valid for exactly these players after
    exactly this round.
    """

    code: str
    after_round: int
    order: tuple[tuple[int, ...], ...]

    @property
    def members(self) -> frozenset[int]:
        return frozenset(number for level in self.order for number in level)


@dataclass(frozen=True)
class Wallchart:
    """The cards of a section, its planned rounds, games per round, and recorded decisions.

    No reading uses the ``extra`` games. The cards may be teams. Each cell is then a match with its board
    points, and ``by_game_points`` says that game points rank (RULES §11.1). With ``last_entry_counts`` the
    last entry of a player who entered again counts, not the better one (28S5).

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
    last_entry_counts: bool = False

    @cached_property
    def by_number(self) -> dict[int, Card]:
        return {card.number: card for card in self.cards}

    @cached_property
    def visitors(self) -> dict[int, str]:
        """Visitors by their number in this chart, as ``7@Open``."""
        return {card.number: card.visitor for card in self.cards if card.visitor}

    @cached_property
    def has_board_points(self) -> bool:
        """Whether the board points of any match are known."""
        return any(c.board_points_q is not None for card in self.cards for c in card.cells)

    @cached_property
    def paired_rounds(self) -> frozenset[int]:
        """The rounds in which anybody has an opponent."""
        return frozenset(c.round for card in self.cards for c in card.cells if c.opponent is not None)

    @cached_property
    def through(self) -> int:
        """The last completed round, 0 if there is none.

        A round is complete when one of its games was played or forfeited, none is open, and all earlier
        rounds are complete. Byes do not complete a round, because they are often entered days before.
        """
        begun = {c.round for card in self.cards for c in card.cells if c.kind.played or c.kind in _FORFEITS}
        unfinished = self._rounds_with_open_games
        last = 0
        while last + 1 in begun and last + 1 not in unfinished:
            last += 1
        return last

    @cached_property
    def open_round(self) -> int | None:
        """The round in progress: the first round that is not complete, if it has an open game."""
        following = self.through + 1
        return following if following in self._rounds_with_open_games else None

    @cached_property
    def _rounds_with_open_games(self) -> set[int]:
        return {c.round for card in self.cards for c in card.cells if c.kind is _OPEN}
