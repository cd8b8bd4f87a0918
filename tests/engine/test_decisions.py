"""34E12 and 34E13: what a director recorded separates exactly the players it was recorded for."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import wallcharts
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.reading import after_round, live
from tiebreaks.engine.chart.wallchart import Decision, Wallchart
from tiebreaks.engine.evaluation import NOT_TIED
from tiebreaks.engine.prizes import Terms, award
from tiebreaks.engine.prizes import notation as prizes
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.sequence import parse
from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.engine.terms.decisions import AHEAD, RECORDED, WAITS

# 1, 2 and 3 had a bye each: nothing computed separates them.
LEVEL = chart(["H"], ["H"], ["H"], ["W5"], ["L4"])
PEOPLE = {"playoff", "coin_toss"}


def recorded(wall: Wallchart, *decisions: Decision, order: str = "solkoff") -> Ranking:
    return rank(after_round(replace(wall, decisions=decisions)), parse(order))


def playoff(*order: tuple[int, ...], after: int = 1) -> Decision:
    return Decision("playoff", after, order)


def toss(*order: tuple[int, ...], after: int = 1) -> Decision:
    return Decision("coin_toss", after, order)


def ladder(ranking: Ranking) -> list[tuple[int, str, int, int]]:
    return [(s.number, s.place, s.rank, s.tied) for s in ranking.standings]


def deciding(ranking: Ranking) -> list[str]:
    """The codes of the steps that set each rank apart from the one above."""
    return [
        "" if s.decided_by is None else ranking.steps[s.decided_by].system.code for s in ranking.standings
    ]


@pytest.mark.parametrize("code", sorted(PEOPLE))
def test_without_a_tie_or_a_decision_there_is_no_value_and_the_remark_says_why(code: str) -> None:
    reading = after_round(replace(LEVEL, decisions=(Decision(code, 1, ((1,), (2, 3))),)))
    evaluate = SYSTEMS[code].evaluate
    first, last = reading.by_number[1], reading.by_number[4]
    assert evaluate(reading, last, frozenset(), frozenset({1, 2, 3})) == (None, (), NOT_TIED)
    assert evaluate(reading, first, frozenset(), frozenset({1, 2})) == (None, (), WAITS)
    decided = evaluate(reading, first, frozenset(), frozenset({1, 2, 3}))
    rule = SYSTEMS[code].rule
    assert decided == (2, [(1, 0, 2, AHEAD, rule, None), (1, 0, 3, AHEAD, rule, None)], RECORDED)


def test_a_playoff_orders_the_players_whom_the_posted_order_left_tied() -> None:
    ranking = recorded(LEVEL, playoff((3,), (1,), (2,)))
    assert [row[0] for row in ladder(ranking)] == [4, 3, 1, 2, 5]
    assert [row[1:] for row in ladder(ranking)[1:4]] == [("2-4", 2, 1), ("2-4", 3, 1), ("2-4", 4, 1)]
    assert deciding(ranking) == ["", "", "playoff", "playoff", ""]
    assert str(ranking.sequence) == "solkoff"


def test_players_whom_the_playoff_left_level_share_their_rank_until_a_coin_is_tossed() -> None:
    played_off = playoff((3,), (1, 2))
    ranking = recorded(LEVEL, played_off)
    assert ladder(ranking)[1:4] == [(3, "2-4", 2, 1), (1, "2-4", 3, 2), (2, "2-4", 3, 2)]
    assert ranking.undecided() == {frozenset({1, 2}): PEOPLE}
    tossed = recorded(LEVEL, played_off, toss((2,), (1,)))
    assert ladder(tossed)[1:4] == [(3, "2-4", 2, 1), (2, "2-4", 3, 1), (1, "2-4", 4, 1)]
    assert deciding(tossed)[1:4] == ["", "playoff", "coin_toss"]
    assert tossed.undecided() == {}
    assert [tossed.value(1, number) for number in (3, 1, 2)] == [2, 0, 0]  # the playoff is not asked again


def test_a_second_playoff_may_follow_the_first() -> None:
    ranking = recorded(LEVEL, playoff((3,), (1, 2)), playoff((2,), (1,)))
    assert [row[0] for row in ladder(ranking)] == [4, 3, 2, 1, 5]
    assert [step.system.code for step in ranking.steps] == ["solkoff", "playoff", "playoff"]


# Two ties that nothing computed separates: 1 and 2 on a point, 3 and 4 on none.
TWO_TIES = chart(["W3"], ["W4"], ["L1"], ["L2"])


def test_two_ties_that_were_played_off_share_one_step() -> None:
    ranking = recorded(TWO_TIES, playoff((2,), (1,)), playoff((4,), (3,)))
    assert [step.system.code for step in ranking.steps] == ["solkoff", "playoff"]
    assert [row[0] for row in ladder(ranking)] == [2, 1, 4, 3]


def test_a_toss_for_one_tie_is_another_step_than_the_playoff_of_another() -> None:
    ranking = recorded(TWO_TIES, playoff((2,), (1,)), toss((4,), (3,)))
    assert [step.system.code for step in ranking.steps] == ["solkoff", "playoff", "coin_toss"]
    assert deciding(ranking) == ["", "playoff", "", "coin_toss"]
    assert ranking.evaluation(1, 4).remark == NOT_TIED


def test_what_was_recorded_for_another_group_is_set_aside() -> None:
    before = recorded(LEVEL)
    for decision in [
        playoff((3,), (1,)),
        playoff((3,), (1,), (2,), (4,)),
        playoff((3,), (1,), (2,), after=2),
        toss((5,), (4,)),
    ]:
        ranking = recorded(LEVEL, decision)
        assert ladder(ranking) == ladder(before)
        assert ranking.steps == before.steps
        assert not ranking.holds(decision)
    held, aside = playoff((3,), (1,), (2,)), playoff((5,), (4,))
    ranking = recorded(LEVEL, held, aside)
    assert (ranking.holds(held), ranking.holds(aside)) == (True, False)


@pytest.mark.parametrize("order", ["solkoff", "playoff,solkoff", "solkoff,playoff"])
def test_what_leaves_everybody_level_separates_nobody(order: str) -> None:
    ranking = recorded(LEVEL, playoff((1, 2, 3)), order=order)
    assert [row[1:] for row in ladder(ranking)][1:4] == [("2-4", 2, 3)] * 3
    tossed = recorded(LEVEL, playoff((1, 2, 3)), toss((2,), (3,), (1,)), order=order)
    assert [row[0] for row in ladder(tossed)] == [4, 2, 3, 1, 5]


def test_of_several_that_were_recorded_for_one_group_the_last_holds() -> None:
    """A toss after everything, then a playoff at its posted step; then another order is posted."""
    ranking = recorded(LEVEL, toss((1,), (2,), (3,)), playoff((3,), (2,), (1,)))
    assert [row[0] for row in ladder(ranking)] == [4, 3, 2, 1, 5]
    assert deciding(ranking)[2:4] == ["playoff", "playoff"]


def test_where_the_order_posts_a_playoff_it_decides_there_and_the_next_step_goes_on() -> None:
    """Solkoff alone ranks 1, 2, 3; a playoff that 3 wins comes before it, and leaves 1 and 2 to it."""
    wall = chart(["W4", "H"], ["W5", "H"], ["W6", "H"], ["L1", "W6"], ["L2", "H"], ["L3", "L4"])
    order = "playoff,solkoff"
    waiting = recorded(wall, order=order)
    assert [row[0] for row in ladder(waiting)] == [1, 2, 3, 4, 5, 6]
    assert waiting.undecided() == {frozenset({1, 2, 3}): {"playoff"}}
    ranking = recorded(wall, playoff((3,), (1, 2), after=2), order=order)
    assert [row[0] for row in ladder(ranking)] == [3, 1, 2, 4, 5, 6]
    assert deciding(ranking)[:3] == ["", "playoff", "solkoff"]
    assert ranking.steps == ranking.sequence.steps
    assert ranking.undecided() == {}


def test_a_tie_that_passed_two_posted_steps_of_people_waits_for_either() -> None:
    """Solkoff ranks them in the end; the playoff and the toss posted before it were never recorded."""
    wall = chart(["W4", "H"], ["W5", "H"], ["W6", "H"], ["L1", "W6"], ["L2", "H"], ["L3", "L4"])
    waiting = recorded(wall, order="playoff,coin_toss,solkoff").undecided()
    assert waiting == {frozenset({1, 2, 3}): PEOPLE}


def test_a_game_that_is_open_suspends_what_was_recorded() -> None:
    wall = chart(["H", "?2"], ["H", "?1"], ["W4", ""], ["L3", ""])
    ranking = rank(live(replace(wall, decisions=(playoff((2,), (1,)),))), parse("solkoff"))
    assert ranking.by_number[1].rank == ranking.by_number[2].rank
    after = rank(after_round(replace(wall, decisions=(playoff((2,), (1,)),))), parse("solkoff"))
    assert after.by_number[2].rank < after.by_number[1].rank


@pytest.mark.parametrize(("decided", "rule"), [(playoff, "34E12"), (toss, "34E13")])
def test_the_value_counts_and_names_the_tied_players_left_behind(
    decided: Callable[..., Decision], rule: str
) -> None:
    ranking = recorded(LEVEL, decided((3,), (1, 2)))
    values = {number: ranking.value(1, number) for number in (1, 2, 3, 4)}
    assert values == {3: 2, 1: 0, 2: 0, 4: None}
    assert [(term.points_q, term.opponent, term.rule) for term in ranking.evaluation(1, 3).terms] == [
        (1, 1, rule),
        (1, 2, rule),
    ]


def test_what_was_recorded_can_be_asked_for_at_its_own_step_and_by_its_own_group() -> None:
    held = toss((1,), (2,), (3,))
    ranking = recorded(LEVEL, held, order="playoff,coin_toss")
    assert [ranking.decision(step, 1) for step in (0, 1)] == [None, held]
    assert [ranking.decision(1, number) for number in (2, 3, 4)] == [held, held, None]


def test_a_trophy_is_contested_until_people_decide() -> None:
    places = prizes.parse("1st–3rd trophies")
    terms = Terms(no_shows_too=True)
    contested = award(recorded(LEVEL), places, terms).trophies
    assert [trophy.contest for trophy in contested] == [0, 1, 1]
    decided = award(recorded(LEVEL, toss((2,), (3,), (1,))), places, terms).trophies
    assert [(trophy.winners, trophy.contest) for trophy in decided] == [((4,), 0), ((2,), 0), ((3,), 0)]


@given(wallcharts(), st.integers(), st.sampled_from(["solkoff", "playoff,solkoff", "coin_toss,cumulative"]))
def test_deciding_a_tie_moves_only_its_members_and_explains_itself(
    wall: Wallchart, seed: int, order: str
) -> None:
    """One after the other, until nothing is undecided."""
    dice = random.Random(seed)
    ranking = recorded(wall, order=order)
    while waiting := ranking.undecided():
        group = min(waiting, key=sorted)
        code = dice.choice(sorted(waiting[group]))
        members = dice.sample(sorted(group), len(group))
        cut = dice.randint(1, len(members) - 1)
        decision = Decision(code, wall.through, (tuple(members[:cut]), tuple(members[cut:])))
        before, ranking = ranking, recorded(wall, *ranking.reading.decisions, decision, order=order)
        assert ranking.holds(decision)
        ranks = {before.by_number[number].rank for number in group}
        least = min(ranks)
        for standing in before.standings:
            now = ranking.by_number[standing.number]
            if standing.number not in group:
                assert (now.rank, now.tied) == (standing.rank, standing.tied)
            else:
                assert least <= now.rank < least + len(group)
                assert now.place == standing.place
        for standing in ranking.standings:
            for step in range(len(ranking.steps)):
                explained = ranking.evaluation(step, standing.number)
                if standing.number in ranking.values[step]:
                    assert explained.value == ranking.value(step, standing.number)
