"""Something overtook a draft: a board that the rules make now too has its reason of now, any other that they
made says that the director kept it. What the director or a ladder made stays theirs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from tiebreaks.engine.messages import Message

from ...models import PairingDraft
from ...pairing import sentences
from ...pairing.pairing import pair
from ...pairing.request import PairingInput
from ...pairing.result import Impossible, PairingResult
from .overlaid_reasons import same_boards
from .reasons import (
    Reasons,
    as_posted,
    colors_set,
    is_bye_of_ladder,
    is_bye_set,
    is_moved_up,
    is_set,
    is_set_by_hand,
    messages,
    pair_of,
    told,
)


class Kept(NamedTuple):
    """The sentence of a board that the rules made and would not make now: its id, and what it says but who
    the two are."""

    id: str
    values: Mapping[str, str] = MappingProxyType({})

    def told(self, request: PairingInput, white: int, black: int) -> Message:
        return sentences.say(self.id, one=request.name(white), other=request.name(black), **self.values)


def told_anew(request: PairingInput, row: PairingDraft, made: PairingResult, why: Kept) -> Reasons:
    """Why each board is as it is of a draft that is paired again because something overtook it.

    What was told of its boards may not be so anymore: one that was locked as proposed has its reason of now
    where the rules make it now too, and else says that the director kept it (``why``).
    """
    now = told(request, made)
    unlocked = made_now(request, row)
    if unlocked and same_boards(unlocked.boards, now.boards):
        now = unlocked
    of_now = by_pair(unlocked)
    by_rules, of_ladder = boards_by_rules(row), _by_ladder(row)

    def said(board: list[Any]) -> list[Any]:
        both = pair_of(board)
        if is_set_by_hand(board) and both in of_ladder:
            return _as_moved_up(request, board, of_ladder[both])
        if is_set_by_hand(board) and both in by_rules:
            return as_kept(request, board, why, by_rules[both], of_now.get(both))
        return board

    return Reasons([said(board) for board in now.boards], now.bye)


def posted_anew(
    request: PairingInput,
    row: PairingDraft,
    typed: Iterable[tuple[int, int, int]],
    now: Reasons | None,
    why: Kept,
) -> Reasons:
    """The reasons of a round whose draft was overtaken: those of ``now``, and of what the rules made then and
    would not make now, that the director kept it (``why``). The request has what the director set."""
    by_rules = boards_by_rules(row)
    found = now.boards if now else [as_posted(request, both, None) for _board, *both in typed]
    kept = [each for each in found if pair_of(each) in by_rules and is_set_by_hand(each)]
    swapped = any(colors_by_hand(by_rules[pair_of(each)], each[0]) for each in kept)
    of_now = by_pair(made_now(request, row) if now and swapped else None)
    boards = [
        as_kept(request, each, why, by_rules[pair_of(each)], of_now.get(pair_of(each)))
        if each in kept
        else each
        for each in found
    ]
    of_ladder = _by_ladder(row)
    boards = [
        _as_moved_up(request, each, of_ladder[pair_of(each)]) if pair_of(each) in of_ladder else each
        for each in boards
    ]
    if not row.bye:
        return Reasons(boards, None)
    if row.bye_reasons and is_bye_of_ladder(row):
        return Reasons(boards, row.bye_reasons)
    bye = now.bye if now else None
    if bye is None or bye[0] != row.bye:
        bye = [row.bye, messages([sentences.say(sentences.BYE_SET)])]
    number, (because, *others), *group = bye
    if is_bye_set([because]) and request.locks.bye is None:
        [because] = messages([sentences.say(sentences.BYE_OVERTAKEN)])
    return Reasons(boards, [number, [because, *others], *group])


def made_now(request: PairingInput, row: PairingDraft) -> Reasons | None:
    """The reasons of what the rules make now, around the boards that the director made: one of a draft that
    is locked, or has its colors swapped, is still the rules' own. None where they have no answer."""
    by_rules = boards_by_rules(row)
    by_hand = [each for each in request.locks.boards if frozenset((each.white, each.black)) not in by_rules]
    made = pair(replace(request, locks=replace(request.locks, boards=tuple(by_hand))))
    return None if isinstance(made, Impossible) else told(request, made)


def by_pair(made: Reasons | None) -> dict[frozenset[int], list[Any]]:
    return {pair_of(each): each for each in made.boards} if made else {}


def boards_by_rules(row: PairingDraft) -> dict[frozenset[int], Any]:
    """The boards of a draft that the rules made, or that were kept when the rest was paired again."""
    return {pair_of(each): each for each in row.reasons if not is_set(each)}


def as_kept(
    request: PairingInput, row: Sequence[Any], why: Kept, made: Sequence[Any], now: list[Any] | None
) -> list[Any]:
    """The reasons of a board that is set to the rules, and that they ``made``: those of ``now`` where they
    make it now too, or would but for the colors that the director swapped; else that the director kept it."""
    white, black, (_set_by_hand, *others), *group = row
    by_hand = colors_by_hand(made, white)
    if now and (by_hand or now[0] == white):
        return as_posted(request, [white, black], now)
    kept = [why.told(request, white, black)]
    if by_hand:
        kept.append(colors_set(request, white))
    others = [text for text in others if text[0] != sentences.COLORS_SET]
    return [white, black, [*messages(kept), *others], *group]


def colors_by_hand(made: Sequence[Any], white: int) -> bool:
    """Whether White of a board that the rules ``made`` has the color from the director."""
    was_set = any(id == sentences.COLORS_SET for id, _values in made[2])
    is_as_made: bool = made[0] == white
    return was_set == is_as_made


def _by_ladder(row: PairingDraft) -> dict[frozenset[int], Any]:
    """The boards of a draft that a ladder made: the way out of what was then, whatever the rules say now."""
    return {pair_of(each): each for each in row.reasons if is_moved_up(each)}


def _as_moved_up(request: PairingInput, row: Sequence[Any], made: Sequence[Any]) -> list[Any]:
    """The reasons of a board that a ladder ``made``, in the score group of now."""
    return [*row[:2], as_posted(request, [*row[:2]], made)[2], *row[3:]]
