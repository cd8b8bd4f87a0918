"""What holds of the teams of every section that could have been played (hypothesis), in both readings."""

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.schools import ranked
from tests.strategies import wallcharts
from tiebreaks.engine.chart.reading import after_round, live
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.membership import SectionRanking
from tiebreaks.engine.ranking.sequence import parse
from tiebreaks.engine.systems import TEAM_SYSTEMS

EVERY = ",".join(TEAM_SYSTEMS)


@st.composite
def sections(draw: st.DrawFn) -> list[SectionRanking]:
    """One or two sections whose players are of three schools or of none."""
    read = live if draw(st.booleans()) else after_round
    order = parse(draw(st.sampled_from(["modified_median,solkoff", "cumulative,head_to_head,solkoff"])))
    walls = [draw(wallcharts(players=7, rounds=5)) for _ in range(draw(st.integers(1, 2)))]
    listed = []
    for label, wall in enumerate(walls):
        schools = [draw(st.sampled_from(["", "Elm", "Oak", "oak", "Ash"])) for _ in wall.cards]
        cards = [replace(card, team=school) for card, school in zip(wall.cards, schools, strict=True)]
        listed.append(SectionRanking(str(label), rank(read(replace(wall, cards=tuple(cards))), order)))
    return listed


bests = st.integers(1, 5)


@given(sections(), bests)
def test_the_value_of_a_team_is_the_sum_of_the_terms_that_count(
    found: list[SectionRanking], best: int
) -> None:
    ranking = ranked(found, EVERY, best)
    for team in ranking.reading.teams:
        for step in range(len(TEAM_SYSTEMS)):
            computed = ranking.evaluation(step, team.number)
            assert computed.value == ranking.value(step, team.number)
            kept = [term for term in computed.terms if term.dropped is None]
            assert sum(term.points_q for term in kept) == (computed.value or 0)
            assert {term.opponent for term in kept} <= set(team.members)


@given(sections(), bests)
def test_one_member_more_that_counts_never_costs_a_team(found: list[SectionRanking], best: int) -> None:
    fewer, more = ranked(found, "team_cumulative", best), ranked(found, "team_cumulative", best + 1)
    assert all(fewer.reading.score_q[n] <= more.reading.score_q[n] for n in fewer.reading.score_q)


@given(sections(), bests)
def test_teams_without_more_members_than_count_have_the_same_cumulative_either_way(
    found: list[SectionRanking], best: int
) -> None:
    """The scholastic page: the two differ only if there are more, and others were best in some round."""
    ranking = ranked(found, "team_cumulative,cumulative_of_team", best)
    for team in ranking.reading.teams:
        if len(team.members) <= best:
            assert ranking.value(0, team.number) == ranking.value(1, team.number)


@given(wallcharts(), st.booleans(), st.randoms(use_true_random=False))
def test_schools_move_no_player_and_the_order_of_the_cards_moves_no_team(
    wall: Wallchart, lowest_number: bool, dice: random.Random
) -> None:
    order = parse("modified_median,head_to_head,solkoff")
    with_schools = replace(
        wall, cards=tuple(replace(card, team=dice.choice(["", "Elm", "Oak"])) for card in wall.cards)
    )
    ranking = rank(live(with_schools), order)
    before = ranked([SectionRanking("", ranking)], EVERY, 2, lowest_number=lowest_number)
    assert ranking.standings == rank(live(wall), order).standings
    cards = with_schools.cards
    shuffled = replace(with_schools, cards=tuple(dice.sample(cards, len(cards))))
    after = ranked([SectionRanking("", rank(live(shuffled), order))], EVERY, 2, lowest_number=lowest_number)
    assert (before.standings, before.values) == (after.standings, after.values)


@given(wallcharts(), st.integers(1, 900))
def test_other_numbers_move_no_team(wall: Wallchart, above: int) -> None:
    schools = [("Elm", "Oak", "")[card.number % 3] for card in wall.cards]
    order = parse("modified_median,solkoff")
    told = []
    for shift in (0, above):
        cards = [
            replace(
                card,
                number=card.number + shift,
                reentry_of=None,
                team=school,
                cells=tuple(c._replace(opponent=c.opponent and c.opponent + shift) for c in card.cells),
            )
            for card, school in zip(wall.cards, schools, strict=True)
        ]
        reading = live(replace(wall, cards=tuple(cards), extra=()))
        ranking = ranked([SectionRanking("", rank(reading, order))], EVERY, 2)
        told.append((ranking.standings, ranking.values, [team.name for team in ranking.reading.teams]))
    assert told[0] == told[1]
