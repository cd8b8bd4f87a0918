"""A round is paired after it was paired already: which boards keep the reasons that they had."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...models import PairingReasons
from ...pairing import sentences
from .reasons import Reasons, is_bye_set, is_set, is_set_by_hand, pair_of
from .repaired_reasons import as_kept_again, as_paired_again


def overlaid(before: Iterable[Any], now: Iterable[Any]) -> list[Any]:
    """The reasons of a pairing made after another: a board that it found set has those of the first, but for
    the line of its score group, which all boards of a group have alike. A board of the ladder is new, and has
    its own: what was told of the same two is of a pairing that was undone."""
    now = list(now)
    earlier = {pair_of(each): each for each in before}
    lines = {group[0]: group[1] for _white, _black, _texts, group, *_moment in now if group}
    found = [earlier.get(pair_of(each), each) if is_set_by_hand(each) else each for each in now]
    return [[*each[:3], _with_line(each[3], lines), *each[4:]] for each in found]


def bye_overlaid(before: list[Any] | None, now: list[Any] | None) -> list[Any] | None:
    """The reasons of the bye of a pairing made after another: of one that it found set, or left where it was,
    those of the first, but for the line of its score group."""
    if before is None or now is None or before[0] != now[0]:
        return now
    stays = is_bye_set(now[1]) or any(id == sentences.BYE_LEFT for id, _values in now[1])
    lines = {group[0]: group[1] for group in now[2:] if group}
    return [*before[:2], *(_with_line(group, lines) for group in before[2:])] if stays else now


def _with_line(group: Sequence[Any], lines: Mapping[int, Any]) -> list[Any]:
    """A score group with the line that it has now."""
    if group and group[0] in lines:
        return [group[0], lines[group[0]], *group[2:]]
    return [*group]


def same_boards(before: Iterable[Any], now: Iterable[Any]) -> bool:
    """Whether two pairings have the same boards, with the same colors."""
    one, other = ({(white, black) for white, black, *_why in each} for each in (before, now))
    return one == other


def renewed(row: PairingReasons, now: Reasons) -> Reasons:
    """The reasons of a posted round that is paired again. Boards that are gone keep theirs, for undo."""
    kept = map(as_kept_again, row.boards)
    boards = overlaid(kept, [each if is_set(each) else as_paired_again(each) for each in now.boards])
    there = {pair_of(each) for each in boards}
    gone = (each for each in row.boards if pair_of(each) not in there)
    return Reasons([*boards, *gone], bye_overlaid(row.bye, now.bye))


def arranged(row: PairingReasons | None, boards: Iterable[tuple[int, int]]) -> set[frozenset[int]]:
    """Which boards of a posted round the director made: set before it was posted, or arranged since. Those of
    a ladder are the way out of what was then; where somebody else leaves, the rules may pair them anew."""
    if row is None:
        return set()
    made = {pair_of(each) for each in row.boards if not is_set_by_hand(each)}
    return {frozenset(both) for both in boards} - made
