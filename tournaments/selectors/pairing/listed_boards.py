"""The numbers in front of the boards of a typed list: of boards that its draft has, or that the list adds."""

from collections.abc import Collection, Sequence
from itertools import groupby

from django.utils.translation import gettext as _

from ...errors import Trouble
from ...pairing.draft import Draft, DraftBoard, added, listed
from .basis import Basis
from .lines import ReadLine, ReadList, Seating, refused_in_draft


def board_of(seating: Seating) -> DraftBoard:
    white, black = (sitter.player.number for sitter in seating.sitters)
    return DraftBoard(white, black)


def fitting(of: Basis, draft: Draft, read: ReadList) -> ReadList:
    """The list, with what is wrong with the number of a board that the draft has not."""
    if refused_in_draft(of.request.round, read.seatings):
        return read
    numbers = of.numbers(draft)
    new = _new_boards(draft, numbers, read)
    # Who has no board yet gets one more, whose number is the next.
    known = of.numbers(added(draft, [DraftBoard()] * len(new)))
    expected = _("the number of a board of this draft: %(numbers)s")
    if of.request.of_teams:
        expected = _("the number of a match of this draft: %(numbers)s")

    def checked(line: ReadLine) -> ReadLine:
        seating = line.seating
        if seating is None or not seating.board or seating.board in (known if seating in new else numbers):
            return line
        where = _("line %(line)d") % {"line": line.at}
        told = expected % {"numbers": _spans(known)}
        return ReadLine(line.at, None, [Trouble(where, str(seating.board), told)])

    return read._replace(lines=[checked(line) for line in read.lines])


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
