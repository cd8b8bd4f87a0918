"""What a pairing is: boards, bye and score groups, each with its reason, as plain frozen records."""

from dataclasses import dataclass, field

from tiebreaks.engine.points import decimal


@dataclass(frozen=True)
class Floater:
    """A player who meets somebody of another score group; points as text."""

    player: int
    from_points: str
    to_points: str
    why: str


@dataclass(frozen=True)
class Move:
    """Why a player meets another than the natural opponent.

    ``points`` is the difference that is held against the limit, ``other_points`` the other one of the
    exchange. ``kind``: transposition, interchange, odd_player, opponent, rematch, entries, team, asked,
    lock, follows.
    """

    player: int
    instead_of: int | None
    met: int
    rule: str
    points: int
    other_points: int
    limit: int | None
    kind: str


@dataclass(frozen=True)
class ColorReason:
    """Who was due what, what gave the colors, and what it cost (T, E, A): together, and who has a third color
    in a row, or two more games of one."""

    rule: str
    white_due: str
    black_due: str
    conflict: tuple[int, int, int]
    who_misses: tuple[int, ...]
    with_third: tuple[int, ...] = ()
    unequal: tuple[int, ...] = ()


@dataclass(frozen=True)
class Kept:
    """A conflict left standing: the nearest change that would mend it, its points, and what forbids it."""

    conflict: tuple[int, int, int]
    best_alternative: int | None
    points: int | None
    limit: int | None
    rule: str


@dataclass(frozen=True)
class Reason:
    """Why a board is as it is (PAIRING §7). ``natural`` names whom each of the two would have met."""

    group: str
    added: str
    floater: Floater | None
    natural: dict[int, int | None]
    moved: tuple[Move, ...]
    color: ColorReason
    kept: Kept | None
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    board: int
    white: int
    black: int
    reason: Reason

    @property
    def players(self) -> frozenset[int]:
        return frozenset((self.white, self.black))


@dataclass(frozen=True)
class ByeGiven:
    number: int
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class GroupLine:
    """One score group: its points, members in rank order, and what is told of its colors."""

    points_q: int
    numbers: tuple[int, ...]
    sentences: tuple[str, ...]

    @property
    def points(self) -> str:
        return decimal(self.points_q)


@dataclass(frozen=True)
class PairingResult:
    """A round. ``natural`` pairs are as the rules give them before anyone looks at colors.

    ``cost`` is T, E, A over all boards. ``choices`` are what the director may do about a warning.
    """

    boards: tuple[Board, ...]
    bye: ByeGiven | None
    absent: tuple[int, ...]
    groups: tuple[GroupLine, ...]
    natural: tuple[tuple[int, int], ...]
    cost: tuple[int, int, int]
    warnings: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Impossible:
    """Nothing legal can be made: why, what the director may choose, and what is wrong with what was typed."""

    reason: str
    choices: tuple[str, ...] = field(default=())
    warnings: tuple[str, ...] = ()
