"""The oracle of teams knows the worked example; the engine agrees with it; known mistakes would be seen."""

import random
from collections.abc import Sequence

import pytest

from tests.engine import oracle_teams
from tests.engine.agreement_teams import CHARTS, disagreements, with_teams
from tests.engine.faults import Faults, assert_none, one_more, patch
from tests.engine.random_charts import random_chart
from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.evaluation import Evaluation, total
from tiebreaks.engine.ranking import membership
from tiebreaks.engine.systems import TEAM_SYSTEMS, cumulative, cumulative_of_team, team_cumulative
from tiebreaks.engine.teams.teams import Team, Teams
from tiebreaks.engine.terms.system import Evaluate, Variations

# RULES §11.2: 19 by the team of each round, 18 by that of the end.
EXAMPLE = """number,name,team,r1,r2,r3
1,Ann,Elm,W6,W6,W6
2,Bea,Elm,W7,L7,W7
3,Cy,Elm,L8,W8,W8
4,Di,Elm,W9,W9,L9
5,Ed,Elm,W10,L10,L10
6,Fay,,L1,L1,L1
7,Gus,,L2,W2,L2
8,Hal,,W3,L3,L3
9,Ida,,L4,L4,W4
10,Joe,,L5,W5,W5
"""


def test_the_oracle_reproduces_the_worked_example() -> None:
    order = ["team_cumulative", "cumulative_of_team"]
    (row,) = oracle_teams.team_standings([(EXAMPLE, ["solkoff"])], order, best=4)
    assert row["score"] == "9"
    assert row["tiebreaks"] == {"team_cumulative": "19", "cumulative_of_team": "18"}
    assert sorted(row["counting"]) == [(0, 1), (0, 2), (0, 3), (0, 4)]


def test_the_oracle_knows_every_system_and_variation_of_teams() -> None:
    assert {code: set(words.split()) for code, words in oracle_teams.VARIATIONS.items()} == {
        code: {variation.code for variation in system.variations} for code, system in TEAM_SYSTEMS.items()
    }


def test_random_charts_have_teams_of_more_members_than_count_and_of_fewer() -> None:
    sizes = set()
    for seed in range(40):
        rng = random.Random(seed)
        charts = oracle_teams.read_sections(
            [(with_teams(rng, random_chart(rng)), ["solkoff"])], None, live=False
        )
        sizes |= {len(members) for members in oracle_teams.members_of(charts, lowest_number=False).values()}
    assert {1, 2, 3, 4, 5, 6} <= sizes


def agree(seeds: range) -> None:
    assert_none(list(disagreements(seeds)))


@pytest.mark.parametrize("chunk", [0, 1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
def test_the_engine_agrees_with_the_oracle_about_teams(chunk: int) -> None:
    agree(CHARTS[chunk::4])


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(20))
def test_the_engine_agrees_with_the_oracle_about_the_teams_of_thousands_of_charts(chunk: int) -> None:
    agree(range(10_000 + chunk * 250, 10_250 + chunk * 250))


# --- known mistakes, planted ----------------------------------------------------------------------

fault = Faults()


@fault
def one_member_more_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Teams, "counting", lambda teams, team: team.members[: teams.best + 1])


@fault
def the_worst_members_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Teams, "counting", lambda teams, team: team.members[-teams.best :])


@fault
def a_small_team_takes_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Teams, "ranked", property(lambda teams: teams.teams))


@fault
def house_players_are_members(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reading, "ranked", property(lambda read: [c for c in read.cards if not c.visitor]))


@fault
def who_re_entered_counts_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "entries_of", lambda number, cards: [number])


@fault
def of_equal_scores_the_lowest_number_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    original = membership._players
    monkeypatch.setattr(membership, "_players", lambda sections, lowest: original(sections, True))


@fault
def the_first_section_goes_before_the_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "_compared", lambda sections: range(0))


@fault
def steps_that_differ_compare_players_of_two_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    def compared(sections: Sequence[membership.SectionRanking]) -> range:
        return range(min(len(section.ranking.sequence.steps) for section in sections))

    monkeypatch.setattr(membership, "_compared", compared)


@fault
def the_members_of_the_end_count_after_each_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(teams: Teams, team: Team, variations: Variations, group: frozenset[int]) -> Evaluation:
        return cumulative_of_team.cumulative_of_team(teams, team, variations, group)

    patch(monkeypatch, TEAM_SYSTEMS, "team_cumulative", evaluate)


@fault
def nothing_is_taken_off_of_the_team_of_each_round(monkeypatch: pytest.MonkeyPatch) -> None:
    original = cumulative.running_and_deducted
    monkeypatch.setattr(team_cumulative, "running_and_deducted", lambda *asked: (original(*asked)[0], []))


@fault
def byes_of_those_who_do_not_count_are_taken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(teams: Teams, team: Team, variations: Variations, group: frozenset[int]) -> Evaluation:
        found = team_cumulative.team_cumulative(teams, team, variations, group)
        others = [teams.members[key] for key in team.members[teams.best :]]
        off = [cumulative.running_and_deducted(m.reading, m.card, variations)[1] for m in others]
        return total([*found.addends, *(addend for addends in off for addend in addends)])

    patch(monkeypatch, TEAM_SYSTEMS, "team_cumulative", evaluate)


@fault
def no_value_is_a_value_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for code, system in TEAM_SYSTEMS.items():

        def evaluate(
            teams: Teams,
            team: Team,
            variations: Variations,
            group: frozenset[int],
            original: Evaluate = system.evaluate,
        ) -> Evaluation:
            found = original(teams, team, variations, group)
            return found._replace(value=found.value or 0)

        patch(monkeypatch, TEAM_SYSTEMS, code, evaluate)


@fault
def who_has_points_of_byes_alone_scored_over_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Teams, "over_the_board", property(lambda teams: {team.number for team in teams.teams})
    )


@pytest.mark.parametrize("name", fault)
def test_the_comparison_catches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault[name](monkeypatch)
    assert any(disagreements(CHARTS)), f"nobody noticed: {name}"


@pytest.mark.parametrize("code", TEAM_SYSTEMS)
def test_a_wrong_value_of_any_system_is_seen(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patch(monkeypatch, TEAM_SYSTEMS, code, one_more(TEAM_SYSTEMS[code].evaluate))
    assert any(disagreements(CHARTS)), f"nobody looks at {code}"
