"""What the director has set for a round, part by part: what contradicts itself, what is to blame, and how it
is named and released.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from tiebreaks.engine.chart.wallchart import Card, Format, Kind

from . import sentences as s
from .reading import of_one_player
from .request import Locks, PairingInput, SetBoard

# What a director may do where a round cannot be paired as it is set.
HOUSE_PLAYER = "Enter a house player (28M1)."
OTHER_BYE = "Give somebody a half-point or zero-point bye."
BY_HAND = "Pair the round by hand."
ALLOW_REMATCHES = "Allow rematches in this round (27A1)."
KEEP_IF_POSSIBLE = "Keep one of these pairs apart only if possible (28T)."
REMOVE_ONE = "Remove one of the two."
ONE_BYE = "Give all but one of them a half-point or zero-point bye."

_AWAY = {Kind.HALF_BYE: "has a half-point bye in this round", Kind.UNPAIRED: "is not in this round"}


class RefusedError(ValueError):
    """The round cannot be paired; ``choices`` say what the director may do."""

    def __init__(self, reason: str, *choices: str) -> None:
        super().__init__(reason)
        self.choices = choices


def set_boards(request: PairingInput) -> PairingInput:
    """The request with the boards and the bye that its chart has already, and no contradiction in it."""
    boards = {frozenset((b.white, b.black)): b for b in request.locks.boards}
    for card in request.chart.cards:
        for c in card.in_round(request.round):
            if c.opponent is not None and frozenset((card.number, c.opponent)) not in boards:
                white, black = card.number, c.opponent
                if c.color == "b":
                    white, black = black, white
                boards[frozenset((white, black))] = SetBoard(white, black, bool(c.color))
    _check_byes(request)
    _check_boards(request, list(boards.values()))
    locks = replace(request.locks, boards=tuple(boards.values()), bye=request.given_bye)
    return replace(_without_byes(request), locks=locks)


def _without_byes(request: PairingInput) -> PairingInput:
    """The request without the full-point bye of its chart, which stands among the locks."""
    if all(number == request.locks.bye for number in request.byes):
        return request
    cards = [
        replace(card, cells=tuple(c for c in card.cells if c not in request.full_byes(card)))
        for card in request.chart.cards
    ]
    return replace(request, chart=replace(request.chart, cards=tuple(cards)))


def _check_byes(request: PairingInput) -> None:
    """One full-point bye at most (28L), for somebody who has no other."""
    byes = request.byes
    if len(byes) > 1:
        names = "; ".join(map(request.name, byes))
        raise RefusedError(
            f"A round has one full-point bye at most, and more are set to have it: {names} (28L).", ONE_BYE
        )
    for number in byes:
        card = request.chart.by_number[number]
        if request.locks.no_bye:
            raise RefusedError(
                f"{card.name} is set to have the full-point bye, and a bye is forbidden.", REMOVE_ONE
            )
        if away := _away(request, card):
            raise RefusedError(f"{card.name} {away} and is set to have the full-point bye.", REMOVE_ONE)


def _check_boards(request: PairingInput, boards: Sequence[SetBoard]) -> None:
    """Nobody is on two boards, nor on one and somewhere else."""
    seen: dict[int, SetBoard] = {}
    one_player = of_one_player(request.chart)
    for board in boards:
        if board.white == board.black:
            raise RefusedError(
                f"{request.name(board.white)} is set on both sides of a board.", "Remove that board."
            )
        if frozenset((board.white, board.black)) in one_player:
            raise RefusedError(
                f"{request.name(board.white)} and {request.name(board.black)} are entries of one player,"
                " and are set on a board (28S).",
                "Remove that board.",
            )
        for number in (board.white, board.black):
            card = request.chart.by_number[number]
            if number in seen:
                raise RefusedError(
                    f"{card.name} is set on two boards: {_board(request, seen[number])} and"
                    f" {_board(request, board)}.",
                    REMOVE_ONE,
                )
            if number in request.byes:
                raise RefusedError(
                    f"{card.name} is set to have the bye and a board: {_board(request, board)}.", REMOVE_ONE
                )
            # Who left a round robin keeps the boards of its table (30B).
            kept = request.chart.format is Format.ROUND_ROBIN and any(
                c.opponent in (board.white, board.black) for c in card.in_round(request.round)
            )
            if not kept and (away := _away(request, card)):
                raise RefusedError(
                    f"{card.name} {away} and is set on a board: {_board(request, board)}.",
                    *releases(request, [Locks(boards=(board,))]),
                )
            seen[number] = board


def _away(request: PairingInput, card: Card) -> str:
    """Why somebody is not to be paired in this round; empty for all others."""
    if request.forfeits(card):
        return ""
    absence = request.away(card)
    if absence is not None:
        return _AWAY[absence.kind]
    return "has left" if request.gone(card) else ""


def _board(request: PairingInput, board: SetBoard) -> str:
    return f"{request.name(board.white)} – {request.name(board.black)}"


# --- what is to blame -----------------------------------------------------------------------------


def parts_of(locks: Locks) -> tuple[Locks, ...]:
    """Each thing that the director has set and could release, alone.

    >>> [part.bye or part.apart for part in parts_of(Locks(apart=((1, 2),), bye=3, no_bye=True))]
    [((1, 2),), 3]
    """
    return (
        *(Locks(apart=(pair,)) for pair in locks.apart),
        *(Locks(boards=(board,)) for board in locks.boards),
        *(Locks(floats=frozenset((number,))) for number in sorted(locks.floats)),
        *([Locks(bye=locks.bye)] if locks.bye is not None else []),
    )


def with_parts(locks: Locks, parts: Iterable[Locks]) -> Locks:
    """What else is set, with these parts alone of what could be released."""
    parts = tuple(parts)
    return replace(
        locks,
        boards=tuple(board for part in parts for board in part.boards),
        apart=tuple(pair for part in parts for pair in part.apart),
        floats=frozenset(number for part in parts for number in part.floats),
        bye=next((part.bye for part in parts if part.bye is not None), None),
    )


def to_blame(
    parts: Sequence[Locks], works: Callable[[Sequence[Locks]], bool], kept: Sequence[Locks] = ()
) -> tuple[Locks, ...]:
    """Parts that together keep something from working, none of them idle; empty if others are the cause.

    >>> one, two, three = parts_of(Locks(apart=((1, 2), (3, 4), (1, 5))))
    >>> found = to_blame((one, two, three), lambda kept: not {one, three} <= set(kept))
    >>> [part.apart for part in found]
    [((1, 2),), ((1, 5),)]
    """
    return _fewest(tuple(parts)[::-1], works, ())[::-1] if parts and works(()) else ()


def _fewest(
    parts: tuple[Locks, ...], works: Callable[[Sequence[Locks]], bool], kept: tuple[Locks, ...]
) -> tuple[Locks, ...]:
    """By halves, for there may be as many locked boards as a round has. It does not work with all."""
    if len(parts) == 1:
        return parts
    left, right = parts[: len(parts) // 2], parts[len(parts) // 2 :]
    late = _fewest(right, works, (*kept, *left)) if works((*kept, *left)) else ()
    early = _fewest(left, works, (*kept, *late)) if works((*kept, *late)) else ()
    return (*early, *late)


def named(request: PairingInput, parts: Iterable[Locks]) -> str:
    """Parts as they are told, in one list."""
    told = []
    for part in parts:
        told += [f"{request.name(one)} and {request.name(other)}" for one, other in part.apart]
        told += [_board(request, board) for board in part.boards]
        told += [f"{request.name(number)} below the score group" for number in part.floats]
        told += [f"bye for {request.name(number)}" for number in (part.bye,) if number is not None]
    return "; ".join(told)


def releases(request: PairingInput, parts: Iterable[Locks]) -> tuple[str, ...]:
    """What a director may do about parts, each once."""
    made: list[str] = []
    for part in parts:
        made += [KEEP_IF_POSSIBLE for _pair in part.apart]
        for board in part.boards:
            names = {"one": request.name(board.white), "other": request.name(board.black)}
            made.append(s.say(s.RELEASE_BOARD, **names, numbers=(board.white, board.black)))
        made += [s.say(s.RELEASE_FLOAT, one=request.name(number)) for number in part.floats]
        made += [s.say(s.RELEASE_BYE, one=request.name(n)) for n in (part.bye,) if n is not None]
    return tuple(dict.fromkeys(made))
