"""Who set a board of a draft and when, and what changed on it: a board keeps its hand while its two stay."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from .draft import NOBODY, TOGETHER, Draft, DraftBoard, Hand

# What was done to a board, and of whom it tells: who came to it, then who left it.
COLORS, TRADED, TOOK, SEATED, OUT, ANOTHER = "colors", "traded", "took", "seated", "out", ""


def signed(
    before: Draft,
    now: Draft,
    who: str = "",
    at: str = "",
    *,
    by_rules: bool = False,
    together: Collection[int] = (),
) -> Draft:
    """The draft with a hand on each board that is not as ``before``; one that the rules made has none, only
    its lock has. Nobody signs a draft that is not saved. ``together`` are two whom a director seated, and to
    whom the rules gave the colors.

    >>> draft = Draft((DraftBoard(1, 2), DraftBoard(3, 4)))
    >>> made = signed(draft, Draft((DraftBoard(1, 4), DraftBoard(3, 2))), "Ann")
    >>> [(board.set_by.who, board.set_by.did, board.set_by.players) for board in made.boards]
    [('Ann', 'traded', (4, 2)), ('Ann', 'traded', (2, 4))]
    """
    known = {(board.white, board.black): board for board in before.boards}
    boards: list[DraftBoard] = []
    for place, board in enumerate(now.boards):
        was = known.get((board.white, board.black))
        if was is not None:
            set_by = was.set_by
        elif not who or by_rules or board.empty:
            set_by = None
        elif together and {board.white, board.black} == {*together}:
            set_by = Hand(who, at, TOGETHER, (board.white, board.black))
        else:
            set_by = Hand(who, at, *_done(before, now, place))
        locked_by = None
        if board.locked:
            locked_by = was.locked_by if was and was.locked else Hand(who, at) if who else None
        # Two directors' boards that were joined are read from a page, which does not tell it.
        moved = board.moved or (was is not None and was.moved and not by_rules)
        boards.append(replace(board, set_by=set_by, locked_by=locked_by, moved=moved))
    return replace(now, boards=tuple(boards))


def _done(before: Draft, now: Draft, place: int) -> tuple[str, tuple[int, ...]]:
    board = now.boards[place]
    if any((each.white, each.black) == (board.black, board.white) for each in before.boards):
        return COLORS, ()
    # Where boards came or went, the one at this place is another.
    if len(before.boards) != len(now.boards):
        return ANOTHER, ()
    was = before.boards[place]
    came = {board.white, board.black} - {was.white, was.black, NOBODY}
    left = {was.white, was.black} - {board.white, board.black, NOBODY}
    if (len(came), len(left)) == (1, 1):
        trade = _seats(now).get(*left) == _seats(before).get(*came) is not None
        return TRADED if trade else TOOK, (*came, *left)
    if (len(came), len(left)) == (1, 0):
        return SEATED, (*came,)
    return (OUT, (*left,)) if (len(came), len(left)) == (0, 1) else (ANOTHER, ())


def _seats(draft: Draft) -> Mapping[int, tuple[int, str]]:
    """Where each player sits; the bye is a seat too."""
    seats = {board.white: (at, "white") for at, board in enumerate(draft.boards)}
    seats |= {board.black: (at, "black") for at, board in enumerate(draft.boards)}
    return {**seats, draft.bye: (-1, "bye")}
