"""Teams of individual events: who is a member, who counts, and the fold over teams."""

from dataclasses import replace

import pytest

from tests.engine.schools import counting, ladder, of_schools, ranked, section, values
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.ranking.fold import Ranked
from tiebreaks.engine.ranking.membership import LOWEST_NUMBER, form_teams
from tiebreaks.engine.ranking.sequence import OrderError, parse
from tiebreaks.engine.systems import SYSTEMS, TEAM_SYSTEMS
from tiebreaks.engine.teams.sums import COUNTS, NO_VALUE, sum_of
from tiebreaks.engine.teams.teams import Teams

# After two rounds number 1 has 2 points, 6 none, the others one each; their Solkoff is 2, 3, 1 and 2.
SIX = chart(["W2", "W3"], ["L1", "W6"], ["W5", "L1"], ["W6", "L5"], ["L3", "W4"], ["L4", "L2"])
EVERY = ",".join(TEAM_SYSTEMS)


def score(ranking: Ranked[Teams], name: str) -> int:
    (team,) = [team for team in ranking.reading.teams if team.name == name]
    return ranking.reading.score_q[team.number]


# --- who counts -----------------------------------------------------------------------------------


def test_the_best_count_and_a_missing_member_is_worth_nothing() -> None:
    ranking = ranked([section(of_schools(SIX, "AAABB-"))], best=2)
    assert (score(ranking, "A"), score(ranking, "B")) == (12, 8)
    assert score(ranked([section(of_schools(SIX, "AAABB-"))], best=9), "B") == 8


def test_of_equal_scores_the_better_individual_tiebreaks_count() -> None:
    """5 has the better Solkoff of 4 and 5; 2 and 5 are level in it, and then the lower number counts."""
    ranking = ranked([section(of_schools(SIX, "---AA-"), "solkoff")], best=1)
    assert counting(ranking, "A") == [("", 5)]
    ranking = ranked([section(of_schools(SIX, "-A--A-"), "solkoff")], best=1)
    assert counting(ranking, "A") == [("", 2)]


def test_by_variation_the_lowest_number_counts() -> None:
    ranking = ranked([section(of_schools(SIX, "---AA-"), "solkoff")], best=1, lowest_number=True)
    assert counting(ranking, "A") == [("", 4)]
    assert LOWEST_NUMBER.summary.endswith(".")


def test_the_members_of_two_sections_count_together() -> None:
    k1 = section(of_schools(SIX, "AA----"), label="K-1")
    k3 = section(of_schools(SIX, "A----B"), label="K-3")
    ranking = ranked([k1, k3], "cumulative_of_team", best=3)
    assert counting(ranking, "A") == [("K-1", 1), ("K-3", 1), ("K-1", 2)]
    assert ladder(ranking) == [("A", "1", 1), ("B", "2", 2)]
    assert values(ranking, "A") == ["7"]
    # Keys of the second section go on above the numbers of the first.
    assert ranking.reading.teams[0].members == (1, 7, 2)


def test_the_members_of_three_sections_have_keys_of_their_own() -> None:
    sections = [section(of_schools(SIX, "A----A"), label=label) for label in ("K-1", "K-3", "K-5")]
    ranking = ranked(sections, best=9)
    assert sorted(ranking.reading.members) == [1, 6, 7, 12, 13, 18]
    assert counting(ranking, "A")[:3] == [("K-1", 1), ("K-3", 1), ("K-5", 1)]
    lowest = ranked(sections, best=9, lowest_number=True)
    assert counting(lowest, "A") == [(label, n) for n in (1, 6) for label in ("K-1", "K-3", "K-5")]


def test_equal_players_of_two_sections_are_compared_by_what_both_post() -> None:
    """Both have a point; the Solkoff of the one is 0, of the other 3."""
    poor = chart(["W2"], ["L1"], ["W4"], ["L3"])
    rich = chart(["W2", "L3"], ["L1", "W4"], ["W4", "W1"], ["L3", "L2"])
    first = section(of_schools(poor, "A---"), "solkoff,cumulative", "K-1")
    second = section(of_schools(rich, "A---"), "solkoff,kashdan", "K-3")
    assert counting(ranked([first, second], best=1), "A") == [("K-3", 1)]
    assert counting(ranked([second, first], best=1), "A") == [("K-3", 1)]
    # Where the sections post different orders, they count as they are listed.
    other = section(of_schools(rich, "A---"), "kashdan,solkoff", "K-3")
    assert counting(ranked([first, other], best=1), "A") == [("K-1", 1)]


def test_sections_that_post_more_steps_are_compared_by_those_that_all_post() -> None:
    poor = section(of_schools(chart(["W2"], ["L1"]), "A-"), "solkoff", "K-1")
    rich = section(
        of_schools(chart(["W2", "L3"], ["L1", "W3"], ["U", "W1"]), "A--"), "solkoff,kashdan", "K-3"
    )
    assert counting(ranked([poor, rich], best=1), "A") == [("K-3", 1)]


def test_of_equal_players_of_two_sections_one_without_a_value_counts_last() -> None:
    """Number 1 met the unrated number 2, who met a rated one."""
    wall = chart(["D2"], ["D1"], ratings=[1500, None])
    first = section(of_schools(wall, "A-"), "average_opposition", "K-1")
    second = section(of_schools(wall, "-A"), "average_opposition", "K-3")
    assert counting(ranked([first, second], best=2), "A") == [("K-3", 2), ("K-1", 1)]
    assert counting(ranked([second, first], best=2), "A") == [("K-3", 2), ("K-1", 1)]


def test_equal_players_count_in_the_order_of_any_number_of_sections() -> None:
    """Of the keys none is used twice, and a section that nobody has entered takes none."""
    schools = section(of_schools(SIX, "A-----"))
    sections = [schools, section(Wallchart((), rounds=2)), schools, schools]
    for lowest_number in (False, True):
        (team,) = form_teams(sections, lowest_number=lowest_number).teams
        assert team.members == (1, 7, 13)


def test_unless_posted_otherwise_one_member_makes_a_team_and_tiebreaks_choose_who_counts() -> None:
    teams = form_teams([section(of_schools(SIX, "---AA-"), "solkoff")])
    assert (teams.best, teams.minimum, teams.teams[0].members) == (4, 1, (5, 4))


def test_nobody_without_a_place_of_his_own_is_a_member() -> None:
    wall = of_schools(SIX, "AAAAA-")
    house = replace(wall, cards=(replace(wall.cards[0], house=True), *wall.cards[1:]))
    assert score(ranked([section(house)]), "A") == 16


def test_who_re_entered_is_one_member_by_the_better_entry() -> None:
    """34H: number 6 began as number 6 and came back as number 2, who began again as number 4."""
    wall = of_schools(SIX, "-A-A-A")
    cards = list(wall.cards)
    cards[3] = replace(cards[3], reentry_of=2)
    cards[1] = replace(cards[1], reentry_of=6)
    wall = replace(wall, cards=tuple(cards))
    assert counting(ranked([section(wall)]), "A") == [("", 2)]
    announced = replace(wall, last_entry_counts=True)  # 28S5
    assert counting(ranked([section(announced)]), "A") == [("", 4)]


def test_re_entries_of_nobody_and_in_a_circle_are_members() -> None:
    """Nobody can be so, but a file can say so."""
    wall = of_schools(chart(["W2"], ["L1"], ["U"]), "AAA")
    cards = [replace(card, reentry_of=of) for card, of in zip(wall.cards, (9, 3, 2), strict=True)]
    assert counting(ranked([section(replace(wall, cards=tuple(cards)))]), "A") == [("", 1), ("", 2), ("", 3)]


def test_a_school_typed_in_capitals_is_the_same_school() -> None:
    wall = of_schools(SIX, "AAAAAA")
    names = ["Elm", "ELM", "Elm", "Oak", "oak", ""]
    cards = [replace(card, team=name) for card, name in zip(wall.cards, names, strict=True)]
    ranking = ranked([section(replace(wall, cards=tuple(cards)))])
    assert [(team.name, len(team.members)) for team in ranking.reading.teams] == [("Elm", 3), ("Oak", 2)]


def test_a_team_has_the_name_that_most_write_however_many_blanks_they_type() -> None:
    wall = of_schools(SIX, "AAAAA-")
    names = ["Oak Hill", "Oak Hill", "Oak  Hill", "OAK HILL", "OAK HILL", ""]
    cards = [replace(card, team=name) for card, name in zip(wall.cards, names, strict=True)]
    assert [team.name for team in form_teams([section(replace(wall, cards=tuple(cards)))]).teams] == [
        "Oak Hill"
    ]


def test_a_team_too_small_has_values_and_takes_no_place() -> None:
    ranking = ranked([section(of_schools(SIX, "ABB---"))], minimum=2)
    assert ladder(ranking) == [("B", "1", 1)]
    assert ranking.evaluation(0, 1).value == 12


@pytest.mark.parametrize(("best", "minimum"), [(0, 1), (1, 0)])
def test_at_least_one_member_counts(best: int, minimum: int) -> None:
    with pytest.raises(ValueError, match=r"^best and minimum are at least 1$"):
        form_teams([section(SIX)], best, minimum)


def test_without_schools_there_are_no_teams() -> None:
    assert ranked([section(SIX)], EVERY).standings == ()
    assert form_teams([]).teams == ()


# --- sums of individual systems -------------------------------------------------------------------


@pytest.mark.parametrize("code", ["cumulative", "opposition_performance"])
def test_a_total_is_declared_as_the_table_has_it(code: str) -> None:
    listed, made = TEAM_SYSTEMS[f"sum:{code}"], sum_of(SYSTEMS[code])
    assert replace(made, evaluate=listed.evaluate, opens=listed.opens) == listed
    teams = form_teams([section(of_schools(SIX, "AA----"))])
    asked = (teams, teams.teams[0], frozenset({"omit_last"}), frozenset[int]())
    assert made.evaluate(*asked) == listed.evaluate(*asked)
    assert made.opens
    for term in made.evaluate(*asked).terms:
        member = teams.members[term.opponent or 0]
        assert (made.opens(teams, member, asked[2]).value or 0) == term.points_q


def test_a_member_without_a_value_adds_nothing_and_a_team_of_such_has_none() -> None:
    """1 met the rated 3; 2 met the unrated 4, and so did 5."""
    wall = chart(["W3", "U"], ["W4", "U"], ["L1", "U"], ["L2", "W5"], ["U", "L4"],
                 ratings=[1500, 1400, 1200, None, 1000])  # fmt: skip
    ranking = ranked([section(of_schools(wall, "AA--B"))], "sum:average_opposition")
    told = [
        (ranking.evaluation(0, team).value, [tuple(term) for term in ranking.evaluation(0, team).terms])
        for team in (1, 2)
    ]
    assert told == [
        (1200, [(0, 0, 2, NO_VALUE, "", None), (1200, 0, 1, COUNTS, "", None)]),
        (None, [(0, 0, 5, NO_VALUE, "", None)]),
    ]


# --- the fold over teams --------------------------------------------------------------------------


def test_what_nothing_separates_stays_tied() -> None:
    mirrored = chart(["W2"], ["L1"], ["W4"], ["L3"])
    ranking = ranked([section(of_schools(mirrored, "AABB"))], EVERY)
    assert ladder(ranking) == [("A", "1-2", 1), ("B", "1-2", 1)]


def test_who_scored_over_the_board_can_be_posted_first() -> None:
    wall = chart(["B", "U"], ["L3", "W3"], ["W2", "L2"], ["U", "U"])
    schools = of_schools(wall, "AB--")
    assert ladder(ranked([section(schools)], "sum:kashdan:otb_first")) == [("B", "1-2", 1), ("A", "1-2", 2)]
    ranking = ranked([section(schools)], "sum:solkoff:otb_first")
    assert "byes and forfeits" in ranking.evaluation(0, 1).remark


@pytest.mark.parametrize("code", TEAM_SYSTEMS)
def test_an_order_of_teams_reads_back_as_it_was_posted(code: str) -> None:
    variations = [variation.code for variation in TEAM_SYSTEMS[code].variations]
    posted = code + (":" + "+".join(variations) if variations else "")
    assert str(parse(posted, TEAM_SYSTEMS)) == posted
    assert str(parse(f" {code.replace(':', ' : ')} ", TEAM_SYSTEMS)) == code


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (
            "solkoff",
            "There is no tiebreak system 'solkoff'. Choose from team_cumulative, cumulative_of_team, sum:",
        ),
        ("sum:head_to_head", "sum:head_to_head cannot be added up: it counts among players who are tied"),
        ("sum:playoff", "sum:playoff cannot be added up: it counts among players who are tied"),
        ("sum:game_points", "There is no tiebreak system 'sum:game_points'. Choose from team_cumulative"),
        ("sum:solkof", "There is no tiebreak system 'sum:solkof'. Choose from team_cumulative"),
        (
            "sum:opposition_performance:tied_group",
            "sum:opposition_performance cannot be added up with 'tied_group': it counts among players",
        ),
        ("team_cumulative:adjusted", "no variation 'adjusted'. Choose from omit_last"),
        ("sum:solkoff,sum:solkoff:otb_first", "sum:solkoff is in the order twice"),
        ("", "at least one tiebreak system"),
    ],
)
def test_an_order_that_teams_cannot_have_is_refused_with_what_they_can(order: str, message: str) -> None:
    with pytest.raises(OrderError, match=message):
        parse(order, TEAM_SYSTEMS)


def test_blanks_do_not_make_two_schools() -> None:
    wall = chart(["W2"], ["L1"], ["W4"], ["L3"])
    names = ["Cedar Hill", "CedarHill", " cedar  hill", "Cedar Hill"]
    cards = [replace(card, team=name) for card, name in zip(wall.cards, names, strict=True)]
    ranking = ranked([section(replace(wall, cards=tuple(cards)))])
    assert [(team.name, len(team.members)) for team in ranking.reading.teams] == [("Cedar Hill", 4)]


def test_a_school_is_called_what_it_was_said_to_be_called_whatever_rosters_say() -> None:
    players = section(of_schools(chart(["W2"], ["L1"], ["W4"], ["L3"]), "EFGG"))
    teams = form_teams([players], names={"e": "Eastlake", "f": "Eastlake", "eastlake": "Eastlake"})
    assert [(team.name, team.members) for team in teams.teams] == [("Eastlake", (1, 2)), ("G", (3, 4))]


def test_a_sum_is_refused_in_an_order_for_players_with_its_reason() -> None:
    with pytest.raises(OrderError, match=r"sum:solkoff adds up the players of a team\. Choose from modified"):
        parse("modified_median,sum:solkoff")
