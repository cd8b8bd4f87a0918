"""The line of a score group of a posted round: of what stands, or of the group as it was paired.

A correction changes boards, byes, scores and colors, and the line stays as it was told. Read from what is
there, for undo.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, NamedTuple

from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.published import PlayersDocument

from ...models import PairingReasons
from ..public.playing import has_full_bye
from .reasons import colors_before, score_q_before


class _Told(NamedTuple):
    """A board of a row, White first, or who has its bye, with the score group."""

    players: tuple[int, ...]
    group: Sequence[Any]


def is_of_then(document: PlayersDocument, number: int, row: PairingReasons, group: Sequence[Any]) -> bool:
    """Whether anything that the line of a ``group`` of the row tells of was corrected since."""
    chart = document.chart
    boards = {(board.white, board.black) for board in document.boards.get(number, ()) if board.slot == 1}
    resting = {card.number for card in chart.cards if has_full_bye(card, number)}
    told = [*_told(chart, row)]
    there: set[tuple[int, ...]] = {*boards, *((each,) for each in resting)}
    standing = [each for each in told if each.players in there]
    members = _players(each.players for each in told if each.group[:2] == group[:2])
    # The boards of a group have two lines where a repair of the round was undone.
    two_lines = any(each.group[:1] == group[:1] and each.group[1] != group[1] for each in standing)
    if two_lines or members - _players(there):
        return True
    touched = _players(boards.difference(each.players for each in told))
    touched |= _otherwise_resting(resting, told) | {*_corrected(chart, number, standing)}
    scores = _scores(told)
    # Where acceleration adds points (28R), a score does not tell the group.
    if group[0] not in {scores.get(player) for player in members}:
        return bool(touched)
    return any(
        player in members or group[0] in (scores.get(player), score_q_before(chart, number, player))
        for player in touched
    )


def _told(chart: Wallchart, row: PairingReasons) -> Iterator[_Told]:
    for white, black, _texts, group in row.boards:
        yield _Told((white, black), group)
    if row.bye and not chart.by_number[row.bye[0]].house:
        # Of an earlier release without a group.
        yield _Told((row.bye[0],), row.bye[2] if row.bye[2:] else [])


def _players(boards: Iterable[Iterable[int]]) -> set[int]:
    return {player for players in boards for player in players}


def _scores(told: Iterable[_Told]) -> dict[int, int]:
    """The score on which each player was paired, where the row has it."""
    return {
        player: score
        for players, group in told
        for scores in group[2:3]
        for player, score in zip(players, scores, strict=True)
    }


def _otherwise_resting(resting: Set[int], told: Iterable[_Told]) -> set[int]:
    """Who no longer has the full-point bye that they had, and who has one instead of a board."""
    had = _players(each.players for each in told if len(each.players) == 1)
    boards = _players(each.players for each in told if len(each.players) == 2)
    return (had - resting) | ((resting - had) & boards)


def _corrected(chart: Wallchart, number: int, standing: Iterable[_Told]) -> Iterator[int]:
    """Whose score or colors before the round are not those that they were paired on."""
    for players, group in standing:
        for then, now in zip(group[2:4], (score_q_before, colors_before), strict=False):
            for player, of_player in zip(players, then, strict=True):
                if now(chart, number, player) != of_player:
                    yield player
