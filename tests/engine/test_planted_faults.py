"""Would the comparison see it? Known mistakes of this field are planted in the engine; each must be caught.

A fault replaces the smallest function that carries its rule. Should that function move, the fault has to move
with it: one that changes nothing fails here. Without a fault the same charts agree (test_oracle.py).
"""

import dataclasses
from collections.abc import Callable
from fractions import Fraction

import pytest

from tests.engine.agreement import CHARTS, disagreements
from tests.engine.faults import Faults, one_more, patch
from tiebreaks.engine.chart import reading, withdrawals
from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart, cell
from tiebreaks.engine.chart.withdrawals import scheduled_games
from tiebreaks.engine.evaluation import Addend, Evaluation, total
from tiebreaks.engine.points import HALF, POINT
from tiebreaks.engine.ranking import fold as ranking
from tiebreaks.engine.systems import (
    SYSTEMS,
    cumulative,
    head_to_head,
    modified_median,
    opposition_cumulative,
    opposition_performance,
    sonneborn_berger,
)
from tiebreaks.engine.terms import adjusted
from tiebreaks.engine.terms.system import Variations

fault = Faults()


# --- 34E1: opponents' scores ---


@fault
def own_zero_is_never_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    original = modified_median.drop

    def drop(addends: list[Addend], lowest: int, highest: int, variations: Variations) -> list[Addend]:
        return original(addends, lowest, highest, variations | {"keep_own_zero"})

    monkeypatch.setattr(modified_median, "drop", drop)


@fault
def own_unplayed_round_is_no_item(monkeypatch: pytest.MonkeyPatch) -> None:
    original = modified_median.opponents

    def opponents(read: Reading, card: Card, variations: Variations) -> list[Addend]:
        return original(read, card, variations | {"no_own_item"})

    monkeypatch.setattr(modified_median, "opponents", opponents)


@fault
def opponents_unplayed_round_counts_awarded_points(monkeypatch: pytest.MonkeyPatch) -> None:
    def adjusted_score(card: Card, per_round: bool = False) -> Evaluation:
        return total([(c.points_q, c.round, c.opponent, "", "", None) for c in card.cells])

    monkeypatch.setattr(adjusted, "adjusted_score", adjusted_score)


@fault
def opponents_forfeit_win_keeps_its_point(monkeypatch: pytest.MonkeyPatch) -> None:
    original = adjusted.adjusted_score

    def adjusted_score(card: Card, per_round: bool = False) -> Evaluation:
        value = original(card, per_round).value or 0
        wins = [c for c in card.cells if c.kind is Kind.FORFEIT_WIN]
        return Evaluation(value + (POINT - HALF) * len(wins), ())

    monkeypatch.setattr(adjusted, "adjusted_score", adjusted_score)


@fault
def forfeited_opponent_counts_as_an_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    def opponents_scores(reading: Reading, card: Card, per_round: bool) -> list[Addend]:
        worth = reading.each(adjusted.adjusted, per_round)
        return [
            (worth[c.opponent] if c.opponent else 0, c.round, c.opponent, "", "", None) for c in card.cells
        ]

    monkeypatch.setattr(modified_median, "opponents_scores", opponents_scores)


@fault
def opponent_met_twice_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    original = adjusted.opponents_scores

    def opponents_scores(reading: Reading, card: Card, per_round: bool) -> list[Addend]:
        addends = original(reading, card, per_round)
        met = [addend[2] for addend in addends]
        return [a for i, a in enumerate(addends) if a[2] is None or a[2] not in met[:i]]

    monkeypatch.setattr(modified_median, "opponents_scores", opponents_scores)


@fault
def nine_rounds_drop_as_few_as_eight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modified_median, "how_many", lambda read, variations: 1)


@fault
def nine_rounds_are_counted_by_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    original = modified_median.how_many

    def how_many(read: Reading, variations: Variations) -> int:
        return original(read, variations | {"planned_rounds"})

    monkeypatch.setattr(modified_median, "how_many", how_many)


@fault
def even_score_is_treated_as_plus(monkeypatch: pytest.MonkeyPatch) -> None:
    original = modified_median.ends

    def ends(read: Reading, card: Card, variations: Variations) -> tuple[str, int, int]:
        side, lowest, highest = original(read, card, variations)
        return side, lowest, 0 if lowest else highest

    monkeypatch.setattr(modified_median, "ends", ends)


@fault
def minus_score_drops_the_lowest(monkeypatch: pytest.MonkeyPatch) -> None:
    original = modified_median.ends

    def ends(read: Reading, card: Card, variations: Variations) -> tuple[str, int, int]:
        side, lowest, highest = original(read, card, variations)
        return (side, lowest, highest) if lowest else (side, highest, 0)

    monkeypatch.setattr(modified_median, "ends", ends)


@fault
def plus_and_minus_go_by_wins_and_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    original = modified_median.ends

    def ends(read: Reading, card: Card, variations: Variations) -> tuple[str, int, int]:
        return original(read, card, variations | {"wins_losses"})

    monkeypatch.setattr(modified_median, "ends", ends)


@fault
def even_line_is_half_of_the_planned_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reading, "maximum_q", property(lambda r: r.planned * r.games * POINT))


@fault
def even_line_forgets_the_second_game_of_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reading, "maximum_q", property(lambda r: r.counted * POINT))


# --- 34E3, 34E9: running scores ---


def spare(monkeypatch: pytest.MonkeyPatch, spared: Callable[[Cell], bool]) -> None:
    """Take nothing off for the slots that are `spared`."""
    original = cumulative.cumulative_score

    def cumulative_score(read: Reading, card: Card, variations: Variations) -> Evaluation:
        found = original(read, card, variations)
        if "no_deduction" in variations or "full_only" in variations:
            return found
        return Evaluation((found.value or 0) + sum(c.points_q for c in card.cells if spared(c)), ())

    monkeypatch.setattr(cumulative, "cumulative_score", cumulative_score)


@fault
def nothing_is_deducted_for_a_half_point_bye(monkeypatch: pytest.MonkeyPatch) -> None:
    spare(monkeypatch, lambda c: c.kind is Kind.HALF_BYE)


@fault
def nothing_is_deducted_for_a_forfeit_win(monkeypatch: pytest.MonkeyPatch) -> None:
    spare(monkeypatch, lambda c: c.kind is Kind.FORFEIT_WIN)


@fault
def nothing_is_deducted_for_a_full_point_bye(monkeypatch: pytest.MonkeyPatch) -> None:
    spare(monkeypatch, lambda c: c.kind is Kind.FULL_BYE)


@fault
def opposition_cumulative_forgets_the_deductions(monkeypatch: pytest.MonkeyPatch) -> None:
    original = cumulative.cumulative_score

    def cumulative_score(read: Reading, card: Card, variations: Variations) -> Evaluation:
        return original(read, card, variations | {"no_deduction"})

    monkeypatch.setattr(opposition_cumulative, "cumulative_score", cumulative_score)


@fault
def running_score_stops_when_a_player_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    original = cumulative.cumulative_score

    def cumulative_score(read: Reading, card: Card, variations: Variations) -> Evaluation:
        cells = list(card.cells)
        while cells and cells[-1].kind is Kind.UNPAIRED:
            cells.pop()
        return original(read, dataclasses.replace(card, cells=tuple(cells)), variations)

    monkeypatch.setattr(cumulative, "cumulative_score", cumulative_score)


# --- points and readings (§9, 22C5) ---


@fault
def awarded_points_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    def score_q(read: Reading) -> dict[int, int]:
        return {card.number: sum(c.kind.points_q for c in card.cells) for card in read.cards}

    monkeypatch.setattr(Reading, "score_q", property(score_q))


@fault
def open_game_counts_as_unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kind.OPEN, "played", False)


@fault
def player_without_a_cell_in_the_open_round_gets_an_unplayed_one(monkeypatch: pytest.MonkeyPatch) -> None:
    original = reading.live

    def filled(card: Card, counted: int, games: int) -> Card:
        missing = games - len(card.in_round(counted))
        cells = (*card.cells, *[cell(counted, Kind.UNPAIRED)] * missing)
        return dataclasses.replace(card, cells=cells)

    def live(chart: Wallchart) -> Reading:
        read = original(chart)
        cards = tuple(filled(card, read.counted, read.games) for card in read.cards)
        return dataclasses.replace(read, cards=cards) if read.live else read

    monkeypatch.setattr(reading, "live", live)


@fault
def bye_of_the_open_round_counts_after_the_last_complete_one(monkeypatch: pytest.MonkeyPatch) -> None:
    original = reading.after_round

    def after_round(chart: Wallchart, number: int | None = None) -> Reading:
        read = original(chart, number)
        if read.counted < chart.through:
            return read
        cards = [
            dataclasses.replace(
                card, cells=card.cells + tuple(c for c in full.in_round(read.counted + 1) if not c.played)
            )
            for card, full in zip(read.cards, chart.cards, strict=True)
        ]
        return dataclasses.replace(read, cards=tuple(cards))

    monkeypatch.setattr(reading, "after_round", after_round)


@fault
def empty_cell_of_a_held_round_is_no_item(monkeypatch: pytest.MonkeyPatch) -> None:
    def cells(card: Card, held: int, counted: int, games: int) -> list[Cell]:
        return [c for c in card.cells if c.round <= counted]

    monkeypatch.setattr(reading, "_cells", cells)


# --- the fold ---


@fault
def shared_rank_is_broken_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    original = ranking._Fold.split

    def split(fold: ranking._Fold, group: list[int], index: int) -> list[tuple[list[int], int | None]]:
        last = len(fold.steps) - 1
        return [
            ([number], last if at else decided_by)
            for numbers, decided_by in original(fold, group, index)
            for at, number in enumerate(sorted(numbers))
        ]

    monkeypatch.setattr(ranking._Fold, "split", split)


@fault
def the_first_step_is_always_named_as_the_one_that_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    original = ranking._Fold.split

    def split(fold: ranking._Fold, group: list[int], index: int) -> list[tuple[list[int], int | None]]:
        return [
            (numbers, None if decided_by is None else 0)
            for numbers, decided_by in original(fold, group, index)
        ]

    monkeypatch.setattr(ranking._Fold, "split", split)


@fault
def no_value_ranks_above_every_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "_NOTHING", Fraction(10**9))


@fault
def house_players_are_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reading, "ranked", property(lambda r: [c for c in r.cards if not c.visitor]))


# --- other systems ---


@fault
def head_to_head_looks_at_the_whole_score_group(monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(read: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
        return head_to_head.head_to_head(read, card, variations | {"score_group"}, group)

    patch(monkeypatch, SYSTEMS, "head_to_head", evaluate)


@fault
def sonneborn_berger_takes_adjusted_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(read: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
        return sonneborn_berger.sonneborn_berger(read, card, variations | {"adjusted"}, group)

    patch(monkeypatch, SYSTEMS, "sonneborn_berger", evaluate)


@fault
def opponents_performance_keeps_the_game_against_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    original = opposition_performance.Performance.without
    monkeypatch.setattr(
        opposition_performance.Performance, "without", lambda self, numbers: original(self, frozenset())
    )


# --- 30B: who leaves a round robin before half ---


@fault
def early_withdrawals_from_a_round_robin_are_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "did_not_compete", lambda chart, counted: frozenset())


@fault
def games_against_early_withdrawals_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "counted_cell", lambda cell, out: cell)


@fault
def half_of_the_games_is_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(withdrawals, "scheduled_games", lambda chart: scheduled_games(chart) + 1)


@fault
def forfeits_are_games_played_before_a_withdrawal(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(card: Card) -> int:
        return sum(cell.kind.played or cell.kind.forfeit for cell in card.cells)

    monkeypatch.setattr(withdrawals, "played_games", played)


@fault
def a_withdrawal_is_known_before_it_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    original = withdrawals.did_not_compete
    monkeypatch.setattr(reading, "did_not_compete", lambda chart, counted: original(chart, 99))


# --- the tests ---


@pytest.mark.parametrize("name", fault)
def test_the_comparison_catches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault[name](monkeypatch)
    assert any(disagreements(CHARTS)), f"nobody noticed: {name}"


COMPUTED = [code for code, system in SYSTEMS.items() if not system.by_people]


@pytest.mark.parametrize("code", COMPUTED)
def test_a_wrong_value_of_any_system_is_seen(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patch(monkeypatch, SYSTEMS, code, one_more(SYSTEMS[code].evaluate))
    assert any(disagreements(CHARTS)), f"nobody looks at {code}"
