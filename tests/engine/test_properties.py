"""What holds for every section that could have been played (hypothesis), in both readings."""

import random
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import extra_games, wallcharts
from tiebreaks.engine.chart.reading import Reading, after_round, live
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.sequence import RULEBOOK_SWISS, parse
from tiebreaks.engine.systems import SYSTEMS

RULEBOOK = parse(RULEBOOK_SWISS)
MODIFIED_MEDIAN, SOLKOFF = 0, 1
# Every system, in an order that lets each have groups to split.
ALL = parse(",".join(reversed(SYSTEMS)))


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    wall = draw(wallcharts())
    return live(wall) if draw(st.booleans()) else after_round(wall, draw(st.integers(0, wall.through)))


@given(readings())
def test_every_value_is_the_sum_of_the_terms_that_were_not_left_out(reading: Reading) -> None:
    ranking = rank(reading, RULEBOOK)
    for standing in ranking.standings:
        for step in range(len(RULEBOOK.steps)):
            terms = ranking.evaluation(step, standing.number).terms
            kept = sum(term.points_q for term in terms if term.dropped is None)
            assert kept == ranking.value(step, standing.number)


@given(readings())
def test_the_value_that_is_explained_is_the_value_that_ranked(reading: Reading) -> None:
    ranking = rank(reading, ALL)
    for standing in ranking.standings:
        for step in range(len(ALL.steps)):
            explained = ranking.evaluation(step, standing.number).value
            assert explained == ranking.value(step, standing.number)


@given(readings())
def test_modified_median_is_never_more_than_solkoff(reading: Reading) -> None:
    ranking = rank(reading, RULEBOOK)
    for standing in ranking.standings:
        modified_median = ranking.value(MODIFIED_MEDIAN, standing.number)
        solkoff = ranking.value(SOLKOFF, standing.number)
        assert modified_median is not None
        assert solkoff is not None
        assert 0 <= modified_median <= solkoff


@given(readings())
def test_places_hold_their_ranks_and_ranks_count_who_is_above(reading: Reading) -> None:
    ranking = rank(reading, ALL)
    standings = ranking.standings
    assert {standing.number for standing in standings} == {card.number for card in reading.ranked}
    for standing in standings:
        assert standing.first <= standing.rank <= standing.rank + standing.tied - 1 <= standing.last
        assert standing.rank == 1 + sum(other.rank < standing.rank for other in standings)
        assert standing.tied == sum(other.rank == standing.rank for other in standings)
        same_score = [other for other in standings if other.score_q == standing.score_q]
        assert standing.last - standing.first + 1 == len(same_score)
        assert standing.first == 1 + sum(other.score_q > standing.score_q for other in standings)


@given(readings())
def test_the_step_that_decided_is_the_first_that_differs(reading: Reading) -> None:
    """Steps before it agree, it does not, and a score group begins where none decided."""
    ranking = rank(reading, RULEBOOK)
    for above, below in pairwise(ranking.standings):
        values = [(column[above.number], column[below.number]) for column in ranking.values]
        if above.score_q != below.score_q:
            assert (above.ahead_by, below.decided_by) == (None, None)
        elif above.rank == below.rank:
            assert all(one == other for one, other in values)
            assert (above.decided_by, above.ahead_by) == (below.decided_by, below.ahead_by)
        else:
            first = next(step for step, (one, other) in enumerate(values) if one != other)
            assert max(values[first], key=lambda value: value or 0) == values[first][0]
            assert above.ahead_by == below.decided_by == first


@given(readings(), st.integers(1, len(RULEBOOK.steps) - 1))
def test_one_more_step_moves_only_who_was_still_tied(reading: Reading, steps: int) -> None:
    before = rank(reading, replace(RULEBOOK, steps=RULEBOOK.steps[:steps]))
    after = rank(reading, replace(RULEBOOK, steps=RULEBOOK.steps[: steps + 1]))
    for standing in before.standings:
        now = after.by_number[standing.number]
        assert standing.rank <= now.rank < standing.rank + standing.tied
        assert now.decided_by in (standing.decided_by, steps)


def told(ranking: Ranking, numbers: dict[int, int]) -> dict[int, object]:
    """Everything about each standing but the number, under the number that it has in ``numbers``."""
    return {
        numbers[standing.number]: (
            standing[1:],
            [ranking.value(step, standing.number) for step in range(len(ranking.sequence.steps))],
        )
        for standing in ranking.standings
    }


@given(wallcharts(), st.data(), st.booleans())
def test_extra_games_count_for_nothing(wall: Wallchart, data: st.DataObject, counts_open: bool) -> None:
    """28M4: rated, and no part of the standings."""
    read = live if counts_open else after_round
    more = data.draw(extra_games([card.number for card in wall.cards]))
    assert rank(read(replace(wall, extra=more)), ALL) == rank(read(replace(wall, extra=())), ALL)


@given(wallcharts(), st.booleans(), st.randoms(use_true_random=False))
def test_other_numbers_and_another_order_of_the_cards_change_nothing(
    wall: Wallchart, counts_open: bool, dice: random.Random
) -> None:
    old = [card.number for card in wall.cards]
    new = dict(zip(old, dice.sample(range(1, 1000), len(old)), strict=True))
    cards = [
        replace(
            card,
            number=new[card.number],
            cells=tuple(
                c if c.opponent is None else c._replace(opponent=new[c.opponent]) for c in card.cells
            ),
        )
        for card in wall.cards
    ]
    dice.shuffle(cards)
    read = live if counts_open else after_round
    renumbered = told(rank(read(replace(wall, cards=tuple(cards))), ALL), {n: n for n in new.values()})
    assert renumbered == told(rank(read(wall), ALL), new)
