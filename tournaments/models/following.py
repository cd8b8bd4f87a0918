"""Drafts and reasons of rounds name players by number, as a pairing card does: they follow a player who gets
another number, and part with one who leaves the section.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..pairing.draft import followed
from .events import Section
from .log import RowChange
from .pairings import PairingDraft, PairingReasons, read, written
from .players import Player


@dataclass(frozen=True)
class Moves:
    """What became of the players of a section, each by the number before: another number, or the name of one
    who is not there any more. ``came`` are the names of who was not there before."""

    numbers: dict[int, int] = field(default_factory=dict)
    left: dict[int, str] = field(default_factory=dict)
    came: set[str] = field(default_factory=set)

    @property
    def only_came(self) -> bool:
        return not self.numbers and not self.left


def follow(rows: Iterable[RowChange]) -> None:
    """Let drafts and reasons follow the changed rows of players."""
    for section, moves in moves_in(rows).items():
        drafts = PairingDraft.objects.filter(section=section).select_related("section")
        # The numbers of a round robin are the places in its table, which gives others other boards (30A).
        if moves.numbers and drafts.filter(section__format=Section.Formats.ROUND_ROBIN).exists():
            drafts.delete()
        for draft in drafts:
            if moves.only_came and not any(board.left for board in draft.draft.boards):
                continue
            came = {draft.section.called(name) for name in moves.came}
            _follow(draft, replace(moves, came=came))
            draft.save()
        if moves.only_came:
            continue
        for posted in PairingReasons.objects.filter(section=section):
            posted.boards, posted.bye = _reasons(posted.boards, moves), _of_bye(posted.bye, moves)
            posted.save()


def moves_in(rows: Iterable[RowChange]) -> Mapping[int, Moves]:
    """What became of players by the changes of these rows, by the keys of their sections."""
    before: dict[int, dict[str, Any]] = {}
    new: set[int] = set()
    found: dict[int, Moves] = defaultdict(Moves)
    for row in rows:
        if row.table != "player":
            continue
        if row.before is None and row.pk not in before:
            new.add(row.pk)
            if row.after:
                found[row.after["section_id"]].came.add(row.after["name"])
        elif row.before is not None and row.pk not in new:
            before[row.pk] = row.before | before.get(row.pk, {})
    moved = {pk: was for pk, was in before.items() if was.keys() & {"number", "section_id"}}
    there = Player.objects.in_bulk(moved) if moved else {}
    sections = Section.objects.in_bulk(
        {was["section_id"] if "section_id" in was else there[pk].section_id for pk, was in moved.items()}
    )
    for pk, was in moved.items():
        now = there.get(pk)
        section, number = (
            was[name] if name in was else getattr(now, name) for name in ("section_id", "number")
        )
        if section not in sections:  # deleted, and its drafts with it
            continue
        if now is None or now.section_id != section:
            name = was.get("name", now.name if now else "")
            found[section].left[number] = sections[section].called(name)
            if now is not None:
                found[now.section_id].came.add(now.name)
        elif now.number != number:
            found[section].numbers[number] = now.number
    return found


def _follow(row: PairingDraft, moves: Moves) -> None:
    row.boards, row.bye = _draft(row.boards, row.bye, moves)
    row.before = [
        [*_draft(boards, bye, moves), *_replaced(replaced, moves)] for boards, bye, *replaced in row.before
    ]
    if row.undone:
        boards, bye = row.undone
        row.undone = _draft(boards, bye, moves)
    row.assumed = [
        [*both, choice] for *numbers, choice in row.assumed if len(both := _numbers(numbers, moves)) == 2
    ]
    row.lots = None if row.lots is None else _numbers(row.lots, moves)
    row.reasons, row.bye_reasons = _reasons(row.reasons, moves), _of_bye(row.bye_reasons, moves)


def _draft(boards: list[Any], bye: int, moves: Moves) -> list[Any]:
    return written(followed(read(boards, bye), moves.numbers, moves.left, moves.came))


def _replaced(replaced: list[Any], moves: Moves) -> list[Any]:
    """The reasons of a step before, where it has these."""
    if not replaced:
        return []
    reasons, of_bye, *read_then = replaced
    return [_reasons(reasons, moves), _of_bye(of_bye, moves), *read_then]


def _numbers(numbers: Iterable[int], moves: Moves) -> list[int]:
    return [moves.numbers.get(number, number) for number in numbers if number not in moves.left]


def _reasons(rows: Iterable[Any], moves: Moves) -> list[Any]:
    """The reasons of boards whose two players are still there."""
    return [
        [*both, _texts(texts, moves), *more]
        for white, black, texts, *more in rows
        if len(both := _numbers((white, black), moves)) == 2
    ]


def _of_bye(row: list[Any] | None, moves: Moves) -> list[Any] | None:
    if row is None or not (number := _numbers(row[:1], moves)):
        return None
    return [*number, _texts(row[1], moves), *row[2:]]


def _texts(texts: Iterable[Any], moves: Moves) -> list[Any]:
    """Sentences, which know another board by its two players."""
    return [
        [id, {**values, "of": _numbers(values["of"], moves)} if "of" in values else values]
        for id, values in texts
    ]
