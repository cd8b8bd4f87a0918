"""The results that two final sheets of a section have differently, each before and after."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tiebreaks.engine.chart.wallchart import Cell
from tiebreaks.final import FinalSheet
from tiebreaks.moves import Key

from ...text.consequences import Turn
from ...text.results import bye_name, tell_result
from ..public.team_matches import score

NOTHING = "–"


class CorrectedResult(NamedTuple):
    """A game, a match of teams or a bye. ``names`` has White first, or the team on the left; of a bye, one.
    ``keys`` are those of the names."""

    round: int
    names: tuple[str, ...]
    keys: tuple[Key, ...]
    result: Turn


class _Place(NamedTuple):
    """Where a result stands: of two who meet twice in a round, the first game or the second."""

    round: int
    keys: frozenset[Key]
    nth: int


# The cells of a result by who they belong to, White's first.
_Sides = Mapping[Key, Cell]


def corrected_results(
    before: FinalSheet,
    after: FinalSheet,
    keys_before: Mapping[Key, Key],
    keys_after: Mapping[Key, Key],
) -> list[CorrectedResult]:
    """Those that differ, round by round. The keys are by number: numbers may have changed in between."""
    was, now = _results(before, keys_before), _results(after, keys_after)
    names = _names(before, keys_before) | _names(after, keys_after)
    return list(_differing(was, now, names, of_teams=after.boards_per_match > 0))


def _names(sheet: FinalSheet, keys: Mapping[Key, Key]) -> dict[Key, str]:
    return {keys.get(row.number, row.number): row.name for row in sheet.cards}


def _results(sheet: FinalSheet, keys: Mapping[Key, Key]) -> dict[_Place, _Sides]:
    found: dict[_Place, dict[Key, Cell]] = {}
    for row in sheet.cards:
        own = keys.get(row.number, row.number)
        seen = Counter[tuple[int, frozenset[Key]]]()
        for cell in row.cells:
            met = () if cell.opponent is None else (keys.get(cell.opponent, cell.opponent),)
            at = min(cell.round, cell.opponent_round), frozenset({own, *met})
            found.setdefault(_Place(*at, seen[at]), {})[own] = cell
            seen[at] += 1
    return {
        place: dict(sorted(sides.items(), key=lambda side: side[1].color != "w"))
        for place, sides in found.items()
    }


def _differing(
    was: Mapping[_Place, _Sides], now: Mapping[_Place, _Sides], names: Mapping[Key, str], *, of_teams: bool
) -> Iterator[CorrectedResult]:
    for place in sorted({**now, **was}, key=lambda place: place.round):
        keys = tuple(now.get(place) or was[place])
        cells = [
            [sides[key] for key in keys if key in sides] for sides in (was.get(place, {}), now.get(place, {}))
        ]
        if (result := _turn(*cells, of_teams=of_teams)).differs:
            yield CorrectedResult(place.round, tuple(names[key] for key in keys), keys, result)


def _turn(was: list[Cell], now: list[Cell], *, of_teams: bool) -> Turn:
    """Before and after: of a match the score, or how it came about where the score is the same."""
    scored = Turn(_scored(was), _scored(now))
    return scored if of_teams and scored.differs else Turn(_told(was), _told(now))


def _scored(cells: list[Cell]) -> str:
    return score(cells) if len(cells) == 2 and score(cells) else _told(cells)


def _told(cells: list[Cell]) -> str:
    if not cells:
        return NOTHING
    if cells[0].opponent is None:
        return bye_name(cells[0].kind)
    return tell_result("".join(cell.kind.letter for cell in cells), tuple(cell.points_q for cell in cells))
