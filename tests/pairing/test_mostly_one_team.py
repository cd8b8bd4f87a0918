"""Sections of which most are of one team, so that teammates meet: the same optimum, in little time (28N)."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

import pytest

from tests.pairing.random_brackets import case
from tests.pairing.sections import RESULTS
from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart, cell
from tournaments.pairing import giving_way, leaving, matching, natural, serving, structure
from tournaments.pairing.brackets import each_another
from tournaments.pairing.field import Entrant, Field
from tournaments.pairing.floaters import Bracket, drop_order, meetings
from tournaments.pairing.leaving import OddSets, may_leave
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

    for module in (giving_way, matching, natural, structure, serving):
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
        _played(made, number, cells, rng)
    assert len(searches) < 300


def _played(made: PairingResult, number: int, cells: dict[int, list[Cell]], rng: random.Random) -> None:
    for board in made.boards:
        ours, theirs = map(Kind.of, rng.choice(RESULTS[:6]))
        cells[board.white].append(cell(number, ours, board.black, "w"))
        cells[board.black].append(cell(number, theirs, board.white, "b"))


def test_the_first_set_that_may_leave_is_found_as_if_all_were_asked() -> None:
    """In brackets that several players leave, where few have many opponents or teammates are kept apart."""
    found = 0
    for seed in range(1600):
        teams = ("never", "plus_two", "if_required")[seed % 3]
        drawn = case(seed, (4 + seed % 4, 6 + seed % 5), floaters=seed % 3, teams=teams)
        try:
            bracket = laid_out(drawn.field, drawn.arriving, drawn.group, drawn.below, drawn.following)
        except ImpossibleError:
            continue
        opponents = serving.natural_opponents(drawn.field, bracket)
        if bracket.odd < 2 or opponents is None:
            continue
        order = drop_order(drawn.field, bracket.left(opponents))
        asked = combinations(order, bracket.odd)
        first = next(each for each in asked if may_leave(drawn.field, bracket, opponents, each))
        assert OddSets(drawn.field, bracket).first(opponents) == first, seed
        found += 1
    assert found > 50


def test_who_may_leave_with_these_opponents_is_found_as_if_all_were_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a bracket that one player leaves the first who may; of any whether a set may at all."""
    monkeypatch.setattr(leaving, "TRIED", 0)
    seen: Counter[tuple[int, bool]] = Counter()
    for seed in range(300):
        teams = ("never", "plus_two", "if_required")[seed % 3]
        drawn = case(seed, (5 + seed % 4, 7 + seed % 3), floaters=seed % 2, teams=teams)
        try:
            bracket = laid_out(drawn.field, drawn.arriving, drawn.group, drawn.below, drawn.following)
        except ImpossibleError:
            continue
        sets = OddSets(drawn.field, bracket)
        for opponents in permutations(bracket.group, len(bracket.arriving)):
            order = drop_order(drawn.field, bracket.left(opponents))
            asked = [
                each
                for each in combinations(order, bracket.odd)
                if may_leave(drawn.field, bracket, opponents, each)
            ]
            pairs = zip(bracket.arriving, opponents, strict=True)
            if bracket.odd and all(drawn.field.legal(*pair) for pair in pairs):
                assert sets.is_ruled_out(opponents) == (not asked), seed
                assert [*sets._sets(opponents)] == asked, seed
                seen[min(bracket.odd, 2), bool(asked)] += 1
    assert min(seen[odd, some] for odd in (1, 2) for some in (True, False)) > 15, seen


@pytest.mark.parametrize("size", [61, 201])
def test_one_search_finds_the_bye_where_most_are_of_one_team(size: int, searches: list[int]) -> None:
    """28L2 with 28N2: not one search for each player."""
    cards = [Card(n, f"P{n}", rating=2000 - n, team="A" if n % 3 else "") for n in range(1, size + 1)]
    made = pair(PairingInput(Wallchart(tuple(cards), 5), 1, Options(teams="never")))
    assert isinstance(made, PairingResult)
    assert made.bye is not None
    assert made.bye.number == max(n for n in range(1, size + 1) if n % 3)
    assert len(searches) < 20


@pytest.mark.parametrize("teams", ["plus_two", "never"])
def test_a_section_that_is_half_of_one_team_needs_few_searches(teams: str, searches: list[int]) -> None:
    """Many leave a score group for its sake: there are more sets of them than can be asked."""
    rng = random.Random(1)
    cards = [
        Card(n, f"P{n}", rating=rng.randint(600, 1900), team="E" if rng.random() < 0.5 else rng.choice("ABC"))
        for n in range(1, 61)
    ]
    cells: dict[int, list[Cell]] = {card.number: [] for card in cards}
    for number in (1, 2, 3, 4, 5):
        chart = Wallchart(tuple(replace(c, cells=tuple(cells[c.number])) for c in cards), 5)
        made = pair(PairingInput(chart, number, Options(teams=teams)))
        assert isinstance(made, PairingResult)
        _played(made, number, cells, rng)
    assert len(searches) < 6000


def test_players_far_below_are_looked_at_where_those_nearer_cannot_all_be_paired() -> None:
    """28N2: two winners and 61 of the next group are of one team, whom only 69 others may meet, ten of them
    more than a hundred places below. These ten could meet each other."""
    teams = ["E"] * 63 + [""] * 69
    scores = [8, 8] + [4] * 120 + [0] * 10
    entrants = [
        Entrant(n, "", 2000 - n, score, team=team)
        for n, (team, score) in enumerate(zip(teams, scores, strict=True), 1)
    ]
    of_one_team = range(1, 64)
    field = Field(entrants, {n: {*of_one_team} - {n} for n in of_one_team}, Options(teams="never"))
    found = structure.structure(field, (), (0, 1), range(2, 132))
    assert found is not None
    assert found.odd == 2
