"""Boards in order, and who has white (29E2, 29E4; PAIRING §4.8)."""

from dataclasses import dataclass

from . import colors
from .colors import OTHER
from .field import Field
from .request import PairingInput, SetBoard


@dataclass(frozen=True)
class Seated:
    """A pair with its colors: positions in the field, the higher-ranked first, and what gave the color."""

    board: int
    higher: int
    lower: int
    higher_color: str
    rule: str

    @property
    def white(self) -> int:
        return self.higher if self.higher_color == "w" else self.lower

    @property
    def black(self) -> int:
        return self.lower if self.higher_color == "w" else self.higher


def place(field: Field, one: int, other: int) -> tuple[int, int, int, int]:
    """What boards are ordered by: the scores of the higher and of the lower down, the rank of the higher."""
    higher, lower = sorted((one, other))
    return -field.score[higher], -field.score[lower], higher, lower


def in_order(field: Field, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairs in board order, the higher of each first."""
    return sorted([(min(pair), max(pair)) for pair in pairs], key=lambda pair: place(field, *pair))


def seat(
    request: PairingInput, field: Field, pairs: list[tuple[int, int]], again: dict[frozenset[int], int]
) -> list[Seated]:
    """Colors for pairs in board order.

    ``again`` are pairs who meet a second time, with who had white: their colors are reversed (PAIRING §4.7).
    """
    fixed = {frozenset((b.white, b.black)): b for b in request.locks.boards if b.colored}
    seated = []
    turns: dict[int, bool] = {}
    for at, (x, y) in enumerate(in_order(field, pairs), 1):
        numbers = frozenset((field.players[x].number, field.players[y].number))
        set_here = fixed.get(numbers)
        # A board that is set takes no turn of those that alternate (29E4b).
        of_turns = {**turns} if set_here else turns
        color, rule = _by_rules(request, field, x, y, at, again.get(numbers), of_turns)
        # With the colors of the rules, these are nobody's choice.
        if set_here is not None and color != (chosen := _set(field, x, set_here)):
            color, rule = chosen, "given" if set_here.given else "lock"
        seated.append(Seated(request.first_board + at - 1, x, y, color, rule))
    return seated


def _by_rules(
    request: PairingInput,
    field: Field,
    x: int,
    y: int,
    at: int,
    had_white: int | None,
    turns: dict[int, bool],
) -> tuple[str, str]:
    """The color of the higher-ranked of a pair at a place, and what gives it."""
    if had_white is not None:
        return "b" if had_white == field.players[x].number else "w", "27A1"
    color, rule = colors.allocate(field.colors[x], field.colors[y], request.options.last_two == "rank")
    if rule == "29E2":
        color = colors.first_round_color(at, request.color)
    elif rule in ("29E4-5", "29E4d"):
        color, rule = _fifth(request, field, x, y, turns, rule)
    return color, rule


def _set(field: Field, x: int, board: SetBoard) -> str:
    return "w" if field.players[x].number == board.white else "b"


def _fifth(
    request: PairingInput, field: Field, x: int, y: int, turns: dict[int, bool], rule: str
) -> tuple[str, str]:
    """Colors decide nothing: by the announced variation (29E4a, b, c), else the higher-ranked (``rule``).

    ``turns`` are the score groups in which the lower-ranked is next (29E4b).
    """
    wanted, option = colors.due(field.colors[x]), request.options.rule5
    score = field.score[x]
    turns[score] = not (lower_next := turns.get(score, False))
    if option == "plus_minus" and score < 2 * field.games_played:
        return OTHER[wanted], "29E4a"
    if option == "alternate":
        return (OTHER[wanted] if lower_next else wanted), "29E4b"
    if option == "lot_last_round" and request.last_round:
        won = field.players[y].number in request.lot_winners
        return (OTHER[wanted] if won else wanted), "29E4c"
    return wanted, rule
