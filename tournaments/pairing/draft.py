"""A round on the director's table, before it is published: boards to move, lock and pair again.

Who is moved trades places: nobody drops out of the round because a number was typed.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .request import SetBoard
from .result import PairingResult

NOBODY = 0
# What a hand did that seated two in the colors that the rules gave them.
TOGETHER = "together"


@dataclass(frozen=True)
class Hand:
    """Who did something to a board, when, as an ISO date and time, and what, of which players."""

    who: str
    at: str
    did: str = ""
    players: tuple[int, ...] = ()


@dataclass(frozen=True)
class DraftBoard:
    """Two numbers, 0 for an empty seat. A locked board stays when the rest is paired again. ``left`` names
    who sat in the empty seat and left the section; ``set_by`` and ``locked_by`` are the director's hands, and
    ``moved`` says that it got its number from one."""

    white: int = NOBODY
    black: int = NOBODY
    locked: bool = False
    left: str = field(default="", compare=False, repr=False)
    set_by: Hand | None = field(default=None, compare=False, repr=False)
    locked_by: Hand | None = field(default=None, compare=False, repr=False)
    moved: bool = field(default=False, compare=False, repr=False)

    @property
    def full(self) -> bool:
        return bool(self.white and self.black)

    @property
    def empty(self) -> bool:
        return not (self.white or self.black)

    @property
    def set_here(self) -> SetBoard:
        """As the rules are asked around it."""
        given = self.set_by is not None and self.set_by.did == TOGETHER
        return SetBoard(self.white, self.black, given=given)


@dataclass(frozen=True)
class Draft:
    """The boards in their order, and who has the full-point bye."""

    boards: tuple[DraftBoard, ...] = ()
    bye: int = NOBODY

    @property
    def seated(self) -> frozenset[int]:
        """Everybody with a seat or the bye."""
        return frozenset({n for b in self.boards for n in (b.white, b.black)} | {self.bye}) - {NOBODY}

    @property
    def locks(self) -> tuple[SetBoard, ...]:
        """What stays when the rest is paired again."""
        return tuple(board.set_here for board in self.boards if board.locked and board.full)


def proposed(made: PairingResult, before: Draft = Draft(), there: frozenset[int] = frozenset()) -> Draft:
    """The boards of a pairing; those that were locked stay locked. ``there`` have their boards already."""
    locked = {(board.white, board.black) for board in before.boards if board.locked}
    boards = [
        DraftBoard(board.white, board.black, (board.white, board.black) in locked)
        for board in made.boards
        if not board.players & there
    ]
    return Draft(tuple(boards), made.bye.number if made.bye and made.bye.number not in there else NOBODY)


def put(draft: Draft, at: int, side: str, number: int) -> Draft:
    """Seat somebody at a board, counted from 0. Who sat there takes the place that they leave.

    >>> draft = Draft((DraftBoard(1, 2), DraftBoard(3, 4)), bye=5)
    >>> put(draft, 0, "black", 4).boards
    (DraftBoard(white=1, black=4, locked=False), DraftBoard(white=3, black=2, locked=False))
    >>> put(draft, 0, "black", 5).bye
    2
    >>> sorted(put(draft, 1, "white", NOBODY).seated)
    [1, 2, 4, 5]
    """
    left = getattr(draft.boards[at], side)
    if left == number:
        return draft
    boards = [
        replace(
            board,
            white=left if number and board.white == number else board.white,
            black=left if number and board.black == number else board.black,
        )
        for board in draft.boards
    ]
    boards[at] = _seated(boards[at], side, number)
    return Draft(tuple(boards), left if number and draft.bye == number else draft.bye)


def _seated(board: DraftBoard, side: str, number: int) -> DraftBoard:
    seated = replace(board, white=number) if side == "white" else replace(board, black=number)
    return replace(seated, left="") if seated.full else seated


def give_bye(draft: Draft, number: int) -> Draft:
    """Give the full-point bye; who had it takes the seat that is left.

    >>> give_bye(Draft((DraftBoard(1, 2),), bye=5), 2)
    Draft(boards=(DraftBoard(white=1, black=5, locked=False),), bye=2)
    """
    for at, board in enumerate(draft.boards):
        for side in ("white", "black"):
            if number and getattr(board, side) == number:
                return put(replace(draft, bye=number), at, side, draft.bye)
    return replace(draft, bye=number)


def typed(draft: Draft, boards: Sequence[DraftBoard], bye: int) -> Draft:
    """The draft with the seats and locks that a form says, as many boards as it has; trades follow."""
    made = draft
    for at, (was, board) in enumerate(zip(draft.boards, boards, strict=True)):
        for side in ("white", "black"):
            if getattr(board, side) != getattr(was, side):
                made = put(made, at, side, getattr(board, side))
        made = _with(made, at, replace(made.boards[at], locked=board.locked))
    return made if bye == draft.bye else give_bye(made, bye)


def merged(showed: Draft, made: Draft, now: Draft) -> Draft | None:
    """What one director made of the draft that a page ``showed``, and what another did ``now``: both, where
    they changed different boards; None where they did not.

    >>> showed = Draft((DraftBoard(1, 2), DraftBoard(3, 4), DraftBoard(5, 6)), bye=7)
    >>> now = swapped(showed, 0)
    >>> [(board.white, board.black) for board in merged(showed, swapped(showed, 2), now).boards]
    [(2, 1), (3, 4), (6, 5)]
    >>> merged(showed, swapped(showed, 0), now) is None
    True
    """
    if not len(showed.boards) == len(made.boards) == len(now.boards):
        return None
    ours, theirs = (
        {at for at, board in enumerate(each.boards) if board != showed.boards[at]} for each in (made, now)
    )
    if ours & theirs or (made.bye != showed.bye and now.bye != showed.bye):
        return None
    boards = [made.boards[at] if at in ours else board for at, board in enumerate(now.boards)]
    both = Draft(tuple(boards), made.bye if made.bye != showed.bye else now.bye)
    seats = [number for board in both.boards for number in (board.white, board.black) if number]
    # Who was seated by one in one place and by the other in another.
    return both if len({*seats, both.bye} - {NOBODY}) == len(seats) + bool(both.bye) else None


def swapped(draft: Draft, at: int) -> Draft:
    """White and Black of a board changed."""
    board = draft.boards[at]
    return _with(draft, at, replace(board, white=board.black, black=board.white))


def in_order(draft: Draft, order: Sequence[int]) -> Draft:
    """The draft with its boards at other numbers: ``order`` is where each stood, counted from 0."""
    boards = [(at, was, draft.boards[was]) for at, was in enumerate(order)]
    return replace(
        draft, boards=tuple(replace(board, moved=board.moved or at != was) for at, was, board in boards)
    )


def keeping_numbers(draft: Draft, before: Draft, reserved: Collection[int] = ()) -> Draft:
    """The draft with the locked boards that were moved ``before`` at the numbers that they had. Boards of
    players with ``reserved`` ones have theirs anyway.

    >>> locked = DraftBoard(1, 2, locked=True)
    >>> moved = in_order(Draft((locked, DraftBoard(3, 4), DraftBoard(5, 6))), [2, 1, 0])
    >>> draft = Draft((locked, DraftBoard(3, 5), DraftBoard(4, 6)))
    >>> [(board.white, board.black) for board in keeping_numbers(draft, moved).boards]
    [(3, 5), (4, 6), (1, 2)]
    """

    def numbered(boards: Sequence[DraftBoard]) -> list[DraftBoard]:
        return [board for board in boards if not {board.white, board.black} & {*reserved}]

    held = {
        at: was for at, was in enumerate(numbered(before.boards)) if was.locked and was.moved and was.full
    }
    now = numbered(draft.boards)
    boards = [board for board in now if board not in held.values()]
    for at, was in held.items():
        if was in now:
            boards.insert(at, replace(now[now.index(was)], moved=True))
    others = iter(boards)
    return replace(draft, boards=tuple(next(others) if board in now else board for board in draft.boards))


def traded_places(boards: int, moves: Mapping[int, int]) -> list[int]:
    """The order of so many boards after each of ``moves`` has traded numbers with the one that it goes to.

    >>> traded_places(4, {0: 2}), traded_places(3, {0: 1, 1: 0})
    ([2, 1, 0, 3], [1, 0, 2])
    """
    order = list(range(boards))
    for board, to in moves.items():
        at = order.index(board)
        order[at], order[to] = order[to], board
    return order


def _with(draft: Draft, at: int, board: DraftBoard) -> Draft:
    return replace(draft, boards=(*draft.boards[:at], board, *draft.boards[at + 1 :]))


def without(draft: Draft, numbers: frozenset[int]) -> Draft:
    """The draft when these are out of the round. A board that nobody is left on goes."""
    boards = [
        replace(
            board,
            white=NOBODY if board.white in numbers else board.white,
            black=NOBODY if board.black in numbers else board.black,
            locked=board.locked and not numbers & {board.white, board.black},
        )
        for board in draft.boards
    ]
    kept = tuple(new for new, old in zip(boards, draft.boards, strict=True) if old.empty or not new.empty)
    return Draft(kept, NOBODY if draft.bye in numbers else draft.bye)


def followed(
    draft: Draft, numbers: Mapping[int, int], left: Mapping[int, str], came: Collection[str] = ()
) -> Draft:
    """The draft after players have other ``numbers``, each by the one before, and others ``left`` the
    section, by name. Who ``came`` back has not left an empty seat any more.

    >>> before = Draft((DraftBoard(1, 2), DraftBoard(3, 4, locked=True)), bye=5)
    >>> after = followed(before, {1: 2, 2: 1}, {3: "Ann", 5: "Bob"})
    >>> [(board.white, board.black, board.locked, board.left) for board in after.boards], after.bye
    ([(2, 1, False, ''), (0, 4, False, 'Ann')], 0)
    >>> [board.left for board in followed(after, {}, {}, {"Ann"}).boards]
    ['', '']
    """
    stays = without(draft, frozenset(left))
    names = {number: left[player] for player in left for number in _opponents(draft, player)}
    boards = [
        replace(
            board,
            white=numbers.get(board.white, board.white),
            black=numbers.get(board.black, board.black),
            left=names.get(board.white or board.black, "" if board.left in came else board.left),
            set_by=_followed(board.set_by, numbers, left),
        )
        for board in stays.boards
    ]
    return Draft(tuple(boards), numbers.get(stays.bye, stays.bye))


def _followed(hand: Hand | None, numbers: Mapping[int, int], left: Collection[int]) -> Hand | None:
    """What a hand did, told of the new numbers; of somebody who left it is not told."""
    if hand is None or any(player in left for player in hand.players):
        return hand and replace(hand, did="", players=())
    return replace(hand, players=tuple(numbers.get(player, player) for player in hand.players))


def _opponents(draft: Draft, number: int) -> list[int]:
    return [
        board.black if board.white == number else board.white
        for board in draft.boards
        if number in (board.white, board.black)
    ]


def removed(draft: Draft, at: int) -> Draft:
    """The draft without a board: its players are unseated, the boards below move up."""
    return replace(draft, boards=(*draft.boards[:at], *draft.boards[at + 1 :]))


def added(draft: Draft, boards: Sequence[DraftBoard] = (DraftBoard(),)) -> Draft:
    """The draft with more boards at its end."""
    return replace(draft, boards=(*draft.boards, *boards))


def listed(draft: Draft, boards: Sequence[DraftBoard], places: Sequence[int] = ()) -> Draft:
    """The draft with the boards of a list: at their ``places``, counted from 0, where the list has numbers of
    boards, else in its order where their players sat. Who sat there trades places. Boards that nobody is left
    on go.

    >>> before = Draft((DraftBoard(1, 2), DraftBoard(3, 4), DraftBoard(5, 6)))
    >>> [(board.white, board.black) for board in listed(before, [DraftBoard(3, 5)]).boards]
    [(1, 2), (3, 5), (4, 6)]
    >>> [(board.white, board.black) for board in listed(before, [DraftBoard(3, 5)], [0]).boards]
    [(3, 5), (1, 4), (2, 6)]
    """
    named = {number for board in boards for number in (board.white, board.black)} - {NOBODY}
    sat = [at for at, board in enumerate(draft.boards) if named & {board.white, board.black}]
    there = [at for at in places or sat if at < len(draft.boards)][: len(boards)]
    new = range(len(draft.boards), len(draft.boards) + len(boards) - len(there))
    before = added(draft, [DraftBoard()] * len(new))
    made = before
    for at, board in zip([*there, *new], boards, strict=True):
        made = put(put(made, at, "white", board.white), at, "black", board.black)
    locked = {(board.white, board.black) for board in draft.boards if board.locked}
    kept = [
        replace(board, locked=(board.white, board.black) in locked)
        for board in made.boards
        if not board.empty
    ]
    return replace(made, boards=tuple(kept))


def put_in_order(draft: Draft, before: Draft, place: Callable[[DraftBoard], Any]) -> Draft:
    """The draft with each board that it did not have ``before`` where it belongs among the others, by its
    ``place``. The others stay in their order.

    >>> before = Draft((DraftBoard(1, 2), DraftBoard(3, 4), DraftBoard(5, 6)))
    >>> after = Draft((DraftBoard(6, 4), DraftBoard(3, 5), DraftBoard(1, 2)))
    >>> made = put_in_order(after, before, lambda board: min(board.white, board.black))
    >>> [(board.white, board.black) for board in made.boards]
    [(1, 2), (3, 5), (6, 4)]
    """
    stood = [{board.white, board.black} for board in before.boards]
    boards = [board for board in draft.boards if {board.white, board.black} in stood]
    for board in sorted([each for each in draft.boards if each not in boards], key=place):
        at = next((at for at, each in enumerate(boards) if place(each) > place(board)), len(boards))
        boards.insert(at, board)
    return replace(draft, boards=tuple(boards))
