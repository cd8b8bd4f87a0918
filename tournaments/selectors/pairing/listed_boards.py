"""What a draft has against the lines of a typed list: boards that it has not, boards that are locked, and
numbers of boards that only some of the lines have."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from ...errors import Trouble
from ...pairing.draft import Draft, DraftBoard, added, listed
from .basis import Basis
from .draft_boards import unlock_first
from .lines import ReadLine, ReadList, Seating, refused_in_draft


def board_of(seating: Seating) -> DraftBoard:
    white, black = _sitters(seating)
    return DraftBoard(white, black)


def fitting(of: Basis, draft: Draft, read: ReadList) -> ReadList:
    """The list, with what is wrong with the number of a board that the draft has not, and with who sits at a
    locked one."""
    if refused_in_draft(of.request.round, read.seatings):
        return read
    numbers = of.numbers(draft)
    is_ours = not _counts_from_elsewhere(read, numbers)
    new = _new_boards(draft, numbers, read)
    # Who has no board yet gets one more, whose number is the next.
    known = of.numbers(added(draft, [DraftBoard()] * len(new)))
    locks = _Locks(draft, numbers, read)
    expected = _("the number of a board of this draft: %(numbers)s")
    if of.request.of_teams:
        expected = _("the number of a match of this draft: %(numbers)s")

    def checked(line: ReadLine) -> ReadLine:
        seating = line.seating
        where = _("line %(line)d") % {"line": line.at}
        if seating is None:
            return line
        if is_ours and seating.board and seating.board not in (known if seating in new else numbers):
            told = expected % {"numbers": _spans(known)}
            return ReadLine(line.at, None, [Trouble(where, str(seating.board), told)])
        if held := locks.against(seating):
            told = unlock_first(held.board, of.request.name(held.player), of_teams=of.request.of_teams)
            return ReadLine(line.at, None, [Trouble(where, str(held.typed), told)])
        return line

    lines = [checked(line) for line in read.lines]
    if not any(line.troubles for line in lines):
        lines = list(_numbered_alike(lines, of_teams=of.request.of_teams))
    return read._replace(lines=lines)


def _numbered_alike(lines: Sequence[ReadLine], *, of_teams: bool) -> Iterator[ReadLine]:
    """The lines, with what is wrong with a board that has no number where others have, or that of another."""
    first: dict[int, int] = {}
    is_numbered = any(line.seating.board for line in lines if line.seating)
    unnumbered = _("the number of its board, which other lines have, or no number on any line")
    if of_teams:
        unnumbered = _("the number of its match, which other lines have, or no number on any line")
    for line in lines:
        seating = line.seating
        where = _("line %(line)d") % {"line": line.at}
        if seating is None or seating.bye is not None or not is_numbered:
            yield line
        elif not seating.board:
            typed = " – ".join(map(str, _sitters(seating)))
            yield ReadLine(line.at, None, [Trouble(where, typed, unnumbered)])
        elif first.setdefault(seating.board, line.at) != line.at:
            expected = _("another number: line %(line)d has it") % {"line": first[seating.board]}
            yield ReadLine(line.at, None, [Trouble(where, str(seating.board), expected)])
        else:
            yield line


def _counts_from_elsewhere(read: ReadList, numbers: Sequence[int]) -> bool:
    """Whether a whole round is listed with none of our numbers, as a program does whose boards begin at 401:
    its boards stand in their order there."""
    listed = {each.board for each in read.seatings if each.board}
    return 1 < len(numbers) <= len(listed) and not listed & {*numbers}


class _Held(NamedTuple):
    """A locked board, one of its players, and the number typed that would change it."""

    board: int
    player: int
    typed: int


class _Locks:
    """The locked boards of a draft, against the lines of a list. One that is listed with its players and
    colors is no change, whatever its number."""

    def __init__(self, draft: Draft, numbers: Sequence[int], read: ReadList) -> None:
        at = [(number, board) for number, board in zip(numbers, draft.boards, strict=True) if board.locked]
        self._as_they_stand = {(board.white, board.black) for _number, board in at}
        self._of_player = {player: number for number, board in at for player in _players(board)}
        listed = {_sitters(seating) for seating in read.seatings}
        self._of_board = {
            number: _players(board)[0] for number, board in at if (board.white, board.black) not in listed
        }

    def against(self, seating: Seating) -> _Held | None:
        """The lock that keeps a line from being seated."""
        sitters = _sitters(seating)
        if sitters in self._as_they_stand:
            return None
        for player in sitters:
            if player in self._of_player:
                return _Held(self._of_player[player], player, player)
        if seating.board in self._of_board:
            return _Held(seating.board, self._of_board[seating.board], seating.board)
        return None


def _sitters(seating: Seating) -> tuple[int, ...]:
    return tuple(sitter.player.number for sitter in seating.sitters)


def _players(board: DraftBoard) -> list[int]:
    return [number for number in (board.white, board.black) if number]


def _new_boards(draft: Draft, numbers: Sequence[int], read: ReadList) -> list[Seating]:
    """The numbered boards of a list that the draft has not, of players who have no board beside the others.
    Whom a line that cannot be read moves is not known."""
    boards = [each for each in read.seatings if each.board]
    there = [each for each in boards if each.board in numbers]
    made = listed(draft, [board_of(each) for each in there], [numbers.index(each.board) for each in there])
    seated = {number for board in made.boards for number in (board.white, board.black)}
    if any(line.troubles for line in read.lines):
        seated = set()
    others = [each for each in boards if each not in there]
    return [each for each in others if not seated & {sitter.player.number for sitter in each.sitters}]


def _spans(numbers: Collection[int]) -> str:
    """Numbers as they are listed.

    >>> _spans([3, 1, 2, 40])
    '1–3, 40'
    """
    apart = groupby(enumerate(sorted(numbers)), lambda each: each[1] - each[0])
    spans = [[number for _at, number in span] for _gap, span in apart]
    return ", ".join(f"{span[0]}–{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)
