"""The line of a score group of a posted round: of what stands, or of the group as it was paired.

A correction changes boards, byes, scores and colors, and the line stays as it was told. Read from what is
there, for undo.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.published import PlayersDocument

from ...models import PairingReasons
from ..public.playing import has_full_bye
from .reasons import colors_before, score_q_before


def is_of_then(document: PlayersDocument, number: int, row: PairingReasons, group: Sequence[Any]) -> bool:
    """Whether anything that the line of a ``group`` of the row tells of was corrected since."""
    there = {(board.white, board.black) for board in document.boards.get(number, ()) if board.slot == 1}
    standing = [each for each in row.boards if (each[0], each[1]) in there]
    told = [each for each in row.boards if each[3][:2] == group[:2]]
    members = _players(told)
    # The boards of a group have two lines where a repair of the round was undone.
    two_lines = any(each[3][:1] == group[:1] and each[3][1] != group[1] for each in standing)
    if two_lines or members - _players(there):
        return True
    moved = _players(there - {(each[0], each[1]) for each in standing})
    touched = {*moved, *_otherwise_resting(document.chart, number, row)}
    touched |= {*_corrected(document.chart, number, standing)}
    scores = _scores(row)
    # Where acceleration adds points (28R), a score does not tell the group.
    if group[0] not in {scores.get(player) for player in members}:
        return bool(touched)
    chart = document.chart
    return any(
        player in members or group[0] in (scores.get(player), score_q_before(chart, number, player))
        for player in touched
    )


def _players(boards: Iterable[Sequence[Any]]) -> set[int]:
    return {player for each in boards for player in each[:2]}


def _scores(row: PairingReasons) -> dict[int, int]:
    """The score on which each player was paired, where the row has it."""
    return {
        player: score
        for *both, _texts, group in row.boards
        for of_both in group[2:3]
        for player, score in zip(both, of_both, strict=True)
    }


def _otherwise_resting(chart: Wallchart, number: int, row: PairingReasons) -> set[int]:
    """Who no longer has the full-point bye that they had, and who has one instead of a board."""
    had = {each for each in (row.bye or [])[:1] if not chart.by_number[each].house}
    now = {card.number for card in chart.cards if has_full_bye(card, number)}
    return (had - now) | ((now - had) & _players(row.boards))


def _corrected(chart: Wallchart, number: int, standing: Iterable[Sequence[Any]]) -> Iterator[int]:
    """Whose score or colors before the round are not those that they were paired on."""
    for *both, _texts, group in standing:
        for then, now in zip(group[2:4], (score_q_before, colors_before), strict=False):
            for player, of_player in zip(both, then, strict=True):
                if now(chart, number, player) != of_player:
                    yield player
