"""Sections of which most are of one team, so that teammates meet: the same optimum, in little time (28N)."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tests.pairing.random_brackets import case
from tests.pairing.sections import RESULTS
from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart, cell
from tournaments.pairing import matching, natural, serving, structure
from tournaments.pairing.brackets import each_another
from tournaments.pairing.field import Field
from tournaments.pairing.floaters import Bracket, meetings
from tournaments.pairing.options import Options
from tournaments.pairing.pairing import pair
from tournaments.pairing.request import PairingInput
from tournaments.pairing.result import PairingResult
from tournaments.pairing.score_groups import ImpossibleError, laid_out
from tournaments.pairing.structure import least_here


def one_by_one(field: Field, bracket: Bracket) -> tuple[int, ...] | None:
    """The opponents of floaters, a whole pairing searched for each choice."""
    met: tuple[int, ...] = ()
    for floater in bracket.arriving:
        for x in bracket.left(met):
            if bracket.legal(field, floater, x) and has_fewest(field, bracket, (*met, x)):
                met = (*met, x)
                break
        else:
            return None
    return met


def has_fewest(field: Field, bracket: Bracket, met: tuple[int, ...]) -> bool:
    waiting = (*bracket.arriving[len(met) :], *bracket.again)
    found = least_here(field, waiting, bracket.left(met), bracket.below, bracket.again)
    if found is None:
        return False
    parted, leave, further, here = found or (0, 0, 0, 0)
    served = meetings(field, zip(bracket.arriving, met, strict=False))
    total = parted + served[0], leave, further, here + served[1]
    return total == (bracket.mates[0], bracket.odd + len(bracket.again), len(bracket.again), bracket.mates[1])


def test_floaters_are_served_as_if_each_choice_were_searched() -> None:
    searched: Counter[int] = Counter()
    for seed in range(300):
        teams = ("plus_two", "if_required", "never")[seed % 3]
        found = case(seed, (6 + seed % 5, 6 + seed % 4), floaters=2 + seed % 3, teams=teams)
        try:
            bracket = laid_out(found.field, found.arriving, found.group, found.below, found.following)
        except ImpossibleError:
            continue
        if len(bracket.arriving) > 1:
            opponents = serving.natural_opponents(found.field, bracket)
            assert opponents == one_by_one(found.field, bracket), seed
            searched[len(bracket.arriving)] += 1
    assert searched[2] > 40
    assert searched[3] > 40


def test_of_many_floaters_with_the_same_few_opponents_nobody_is_listed_twice() -> None:
    assert list(each_another([[1, 2], [1, 2]])) == [(1, 2), (2, 1)]
    assert list(each_another([[1, 2, 3]] * 40)) == []


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of all matchings that are searched."""
    sizes: list[int] = []
    search = matching.min_cost_matching

    def counted(n: int, edges: Any) -> Any:
        sizes.append(n)
        return search(n, edges)

    for module in (matching, natural, structure, serving):
        monkeypatch.setattr(module, "min_cost_matching", counted)
    return sizes


def test_the_natural_pairing_of_a_list_is_searched_once(searches: list[int]) -> None:
    """Not in ever wider windows: as few teammates meet as can be."""
    rng = random.Random(1)
    cards = [
        Card(n, f"P{n}", rating=2000 - n, team="A" if rng.random() < 0.8 else "B") for n in range(1, 121)
    ]
    request = PairingInput(Wallchart(tuple(cards), 5), 1, Options(teams="if_required"))
    assert isinstance(pair(request), PairingResult)
    assert len([size for size in searches if size == 120]) <= 10


def test_three_rounds_of_a_section_that_is_mostly_one_team_need_few_searches(searches: list[int]) -> None:
    rng = random.Random(2)
    cards = [Card(n, f"P{n}", rating=2000 - n, team=rng.choice("AAAAB")) for n in range(1, 101)]
    cells: dict[int, list[Cell]] = {card.number: [] for card in cards}
    for number in (1, 2, 3):
        chart = Wallchart(tuple(replace(c, cells=tuple(cells[c.number])) for c in cards), 5)
        made = pair(PairingInput(chart, number, Options(teams="plus_two")))
        assert isinstance(made, PairingResult)
        assert len({n for board in made.boards for n in board.players}) == 100
        for board in made.boards:
            ours, theirs = map(Kind.of, rng.choice(RESULTS[:6]))
            cells[board.white].append(cell(number, ours, board.black, "w"))
            cells[board.black].append(cell(number, theirs, board.white, "b"))
    assert len(searches) < 300
