"""A posted round was paired again (29G): a board that stays was made in score groups as they were before, and
the lines of these are those of now. It says so, as one says that a score was corrected since: what was told
of a group that the repair touched may not be so anymore. Told from the boards that are there, for undo.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from tiebreaks.engine.points import show

from ...pairing import sentences
from .reasons import is_moved_up, messages, pair_of

# What a sentence says of a score group: which one by its points, or its own.
_OF_GROUP = re.compile(r"{(points|lower)}-point|(?:from|to) {(points|lower)}")
_OF_OWN_GROUP = re.compile(r"half|the group")


def as_paired_again(row: Sequence[Any]) -> list[Any]:
    """The reasons of a board that a repair of its posted round made."""
    return [*row[:2], [*row[2], *messages([sentences.say(sentences.PAIRED_AGAIN)])], *row[3:]]


def as_kept_again(row: Sequence[Any]) -> list[Any]:
    """The reasons of a board that a later repair left as it was."""
    return [*row[:2], [text for text in row[2] if text[0] != sentences.PAIRED_AGAIN], *row[3:]]


def was_paired_before(board: Sequence[Any], boards: Iterable[Any], there: Collection[frozenset[int]]) -> bool:
    """Whether a reason of a board speaks of a score group that a repair touched. The ``boards`` of the round
    as its row has them, of which these are ``there``."""
    if _is_of_repair(board):
        return False
    boards = list(boards)
    made = [each for each in boards if pair_of(each) in there and _is_of_repair(each)]
    gone = [each for each in boards if pair_of(each) not in there and not _is_of_repair(each)]
    touched = {points for each in (*made, *gone) for points in _groups(each)} if made else set()
    return not touched.isdisjoint(_spoken_of(board))


def _is_of_repair(board: Sequence[Any]) -> bool:
    return is_moved_up(board) or any(id == sentences.PAIRED_AGAIN for id, _values in board[2])


def _groups(board: Sequence[Any]) -> set[str]:
    """The points of the score groups that a board is of; of releases before them its line alone."""
    points_q, _line, *more = board[3] or [None, []]
    scores = [points_q, *(more[0] if more else [])]
    return {show(score) for score in scores if score is not None}


def _spoken_of(board: Sequence[Any]) -> set[str]:
    """The points of the score groups that the reasons of a board speak of."""
    found: set[str] = set()
    for id, values in board[2]:
        named = {name for both in _OF_GROUP.findall(id) for name in both if name}
        found |= {str(values[name]) for name in named if name in values}
        if board[3] and not named and _OF_OWN_GROUP.search(id):
            found.add(show(board[3][0]))
    return found
