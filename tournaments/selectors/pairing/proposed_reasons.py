"""Why each board of a draft is there, at the desk: as its round would be posted now."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ...models import PairingDraft
from ...pairing.draft import NOBODY, Draft
from ...pairing.request import PairingInput
from .overtaken_reasons import Kept, as_kept, boards_by_rules, by_pair, colors_by_hand, made_now
from .reasons import as_posted, bye_by_hand, is_moved_up, is_set, pair_of
from .worded_reasons import sentences_of


class Proposed(NamedTuple):
    """What stays of the last proposal in a draft: why each board that it made is there, by the place of the
    board, and the full-point bye. ``there`` are the boards that the rules made, White first, and ``moved_up``
    the places of those that the ladder made (29G1), which the rules would pair otherwise. ``swapped`` are
    the places of those whose colors the director swapped, where something overtook the draft."""

    boards: dict[int, list[str]]
    bye: list[str]
    there: set[tuple[int, int]]
    moved_up: set[int]
    swapped: set[int]


def as_proposed(
    request: PairingInput,
    row: PairingDraft,
    draft: Draft,
    numbers: Sequence[int],
    *,
    overtaken: Kept | None = None,
) -> Proposed:
    """The reasons of a draft as its round would be posted now, with the ``numbers`` of its boards. Where
    something overtook it, ``overtaken`` is the sentence of a board that the rules would not make now."""
    made = {pair_of(each): each for each in row.reasons}
    pairs = [frozenset((board.white, board.black)) for board in draft.boards]
    tables = dict(zip(pairs, numbers, strict=True))
    rows = {
        at: as_posted(request, [board.white, board.black], made[pair])
        for at, (pair, board) in enumerate(zip(pairs, draft.boards, strict=True))
        if pair in made
    }
    by_rules = boards_by_rules(row) if overtaken else {}
    swapped = {
        at for at, pair in enumerate(pairs) if pair in by_rules and colors_by_hand(made[pair], rows[at][0])
    }
    if overtaken and swapped:
        locks = replace(request.locks, boards=draft.locks, bye=bye_by_hand(request, row, draft))
        of_now = by_pair(made_now(replace(request, locks=locks), row))
        for at in swapped:
            board = as_posted(request, rows[at][:2], None)
            rows[at] = as_kept(request, board, overtaken, made[pairs[at]], of_now.get(pairs[at]))
    boards = {
        at: sentences_of(texts, tables, is_private=True) for at, (_w, _b, texts, *_group) in rows.items()
    }
    there = {(each[0], each[1]) for each in row.reasons if not is_set(each)}
    moved_up = {at for at, pair in enumerate(pairs) if pair in made and is_moved_up(made[pair])}
    number, texts, *_group = row.bye_reasons or (NOBODY, [])
    bye = sentences_of(texts, {}, is_private=True) if number == draft.bye else []
    return Proposed(boards, bye, there, moved_up, swapped)
