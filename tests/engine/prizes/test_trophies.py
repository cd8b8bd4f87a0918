"""32F and 33D: one a player, by the standings order; contested exactly where a tie matters."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.engine.prizes.sections import awarded, money, said, section, spoken, trophies
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.reading import Reading, after_round, live
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.prizes import Awards, Scope
from tiebreaks.engine.prizes import trophies as engine
from tiebreaks.engine.prizes.contenders import Contenders, Terms
from tiebreaks.engine.prizes.notation import parse
from tiebreaks.engine.prizes.presets import PRIZE_PRESETS, PrizePreset
from tiebreaks.engine.prizes.reasons import Why
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.sequence import parse as order


def passed(awards: Awards, at: int) -> list[str]:
    return [spoken(reason) for reason in awards.trophies[at].passed]


def why(awards: Awards) -> list[str]:
    return [spoken(award.why) for award in awards.trophies]


def test_one_a_player_and_the_reason_why_the_next_one_is_asked() -> None:
    awards = awarded(section((1500,), (700,), (1400,), (750,), (600,)), "1st–3rd trophies\nTop under 800")
    assert trophies(awards) == {
        "1st place trophy": (1,),
        "2nd place trophy": (2,),
        "3rd place trophy": (3,),
        "Top under 800": (4,),
    }
    assert passed(awards, 3) == ["already #2 2nd place trophy"]
    assert awards.trophies[3].behind == (5,)
    assert why(awards) == ["best"] * 4


def test_next_in_line_is_who_has_no_other_trophy() -> None:
    second = {"rating": 700, "grade": "2"}
    lines = "Best grade 2, value 1\nTop under 800, value 2"
    awards = awarded(section((750,), (second,), (600,)), lines)
    assert trophies(awards) == {"Best grade 2": (2,), "Top under 800": (1,)}
    assert awards.trophies[1].behind == (3,)
    assert passed(awards, 1) == []


def test_the_directors_own_order_of_value_puts_a_class_before_a_place() -> None:
    lines = "1st place trophy, value 1\nTop under 800, value 2\n2nd–3rd trophies"
    awards = awarded(section((1500,), (700,), (1400,), (750,)), lines)
    assert trophies(awards) == {
        "1st place trophy": (1,),
        "Top under 800": (2,),
        "2nd place trophy": (3,),
        "3rd place trophy": (4,),
    }


def test_a_tie_for_places_makes_exactly_these_trophies_contested() -> None:
    awards = awarded(section((1500,), (1400, 1300, 1200), (1100,), level=[1]), "1st–5th trophies")
    assert trophies(awards) == {
        "1st place trophy": (1,),
        "2nd place trophy?": (2, 3, 4),
        "3rd place trophy?": (2, 3, 4),
        "4th place trophy?": (2, 3, 4),
        "5th place trophy": (5,),
    }
    assert [award.contest for award in awards.trophies] == [0, 1, 1, 1, 0]
    assert why(awards)[1] == "tied"
    assert passed(awards, 4) == []


def test_a_tie_that_changes_no_trophy_is_not_contested() -> None:
    awards = awarded(section((1500, 700), level=[0]), "Top under 800")
    assert trophies(awards) == {"Top under 800": (2,)}


def test_what_a_tie_decides_further_down_is_contested_too() -> None:
    """Who of 1 and 2 takes the only place decides whether 2 or 3 is the best under 800."""
    awards = awarded(section((1500, 700), (750,), level=[0]), "1st place trophy\nTop under 800")
    assert trophies(awards) == {"1st place trophy?": (1, 2), "Top under 800?": (2, 3)}
    assert [award.contest for award in awards.trophies] == [1, 1]
    decided = awarded(section((1500, 700), (750,)), "1st place trophy\nTop under 800")
    assert trophies(decided) == {"1st place trophy": (1,), "Top under 800": (2,)}


def test_a_trophy_that_one_player_takes_or_nobody_is_contested() -> None:
    awards = awarded(section((1500, 700), level=[0]), "1st place trophy\nTop under 800")
    assert trophies(awards) == {"1st place trophy?": (1, 2), "Top under 800?": (2,)}


def test_a_trophy_that_nobody_takes_in_one_case_is_followed_to_the_next_trophy() -> None:
    """If 2 takes the first, nobody is left under 800, and 1 takes the third."""
    lines = "1st place trophy, value 1\nTop under 800, value 2\nTop under 1600, value 3"
    awards = awarded(section((1500, 700), level=[0]), lines)
    assert trophies(awards) == {
        "1st place trophy?": (1, 2),
        "Top under 800?": (2,),
        "Top under 1600?": (1,),
    }


def test_two_ties_are_two_contests() -> None:
    awards = awarded(section((1500, 1400), (1300, 1200), level=[0, 1]), "1st–4th trophies")
    assert [award.contest for award in awards.trophies] == [1, 1, 2, 2]


def test_a_contest_in_front_is_named_as_the_reason() -> None:
    lines = "1st place trophy\nTop under 800\n2nd under 800"
    awards = awarded(section((700, 600), (500,), (400,), level=[0]), lines)
    assert trophies(awards) == {
        "1st place trophy?": (1, 2),
        "Top under 800?": (1, 2),
        "2nd under 800": (3,),
    }
    assert passed(awards, 2) == ["may_take #1", "may_take #2"]
    assert awards.trophies[2].behind == (4,)


def test_more_trophies_than_players_and_a_class_that_nobody_is_in() -> None:
    lines = "1st–3rd trophies\nTop under 800\n2nd under 800\nBest grade 2\nTop unrated"
    awards = awarded(section((1500,), (700,)), lines)
    assert trophies(awards)["2nd place trophy"] == (2,)
    assert {str(a.prize): spoken(a.why) for a in awards.trophies if not a.winners} == {
        "3rd place trophy": "too_few",
        "Top under 800": "all_have",
        "2nd under 800": "too_few",
        "Best grade 2": "nobody",
        "Top unrated": "nobody",
    }
    assert passed(awards, 3) == ["already #2 2nd place trophy"]


def test_overlapping_bands_each_find_the_best_who_has_none() -> None:
    lines = "Top under 1600\nTop 1400–1799\nTop under 1500"
    awards = awarded(section((1450,), (1550,), (1420,), (1300,)), lines)
    assert trophies(awards) == {"Top 1400–1799": (1,), "Top under 1600": (2,), "Top under 1500": (3,)}


def test_an_age_prize_is_for_who_has_such_an_age_on_the_roster_and_nobody_without_one() -> None:
    ranking = section(({"age": 11}, {"rating": 900}, {"age": 9}, {"age": 10}, {"age": 8}, {"age": 60}))
    lines = ("Top age 10 and under", "Best age 9", "Top ages 9–10", "Top age 50 and over", "Best age 7")
    assert trophies(awarded(ranking, *lines)) == {
        "Top age 50 and over": (6,),
        "Top ages 9–10": (3,),
        "Top age 10 and under": (4,),
        "Best age 9": (),
        "Best age 7": (),
    }


def test_a_band_of_grades_is_for_every_grade_in_it_however_the_roster_writes_it() -> None:
    """And for nobody without a grade, or with one that is none of school."""
    grades = ("4", "", "Varsity", "3rd", "Grade 2", "k", "Pre-K", "12", "13")
    ranking = section([{"grade": grade} for grade in grades])
    lines = (
        "Top grade 2 and below",
        "Top grades K–2",
        "Top grades 1–3",
        "Top grade 9 and up",
        "Top grade K and below",
    )
    assert trophies(awarded(ranking, *lines)) == {
        "Top grade 9 and up": (8,),
        "Top grades 1–3": (4,),
        "Top grades K–2": (5,),
        "Top grade 2 and below": (6,),
        "Top grade K and below": (7,),
    }


def test_two_bands_of_grades_that_begin_with_kindergarten_and_below_it_are_not_one() -> None:
    """Each is on top, and so a ladder of its own: the winner of one has not won the other."""
    ranking = section([{"grade": "Pre-K"}, {"grade": "K"}])
    awards = awarded(ranking, "Top grades K–2, on top", "Top grade 2 and below, on top")
    assert trophies(awards) == {"Top grades K–2": (2,), "Top grade 2 and below": (1,)}


def marked(*numbers: int) -> Ranking:
    """Five players, these marked, the best first."""
    return section(
        *([{"marks": frozenset({"girl"} if n in numbers else ()), "rating": 899 + n}] for n in range(1, 6))
    )


def test_a_trophy_for_a_mark_goes_to_the_best_marked_player_without_a_better_one() -> None:
    lines = ("1st place trophy", "Top girl", "Top senior", "Girl $20", "2nd girl")
    awards = awarded(marked(1, 3, 4), *lines)
    assert trophies(awards) == {
        "1st place trophy": (1,),
        "Top girl": (3,),
        "2nd girl": (4,),
        "Top senior": (),
    }
    assert money(awards) == {1: "20"}


def test_where_no_player_has_the_mark_that_is_why_nobody_takes_its_prize() -> None:
    """That somebody qualifies is not known (32C3). Who is marked and left does not qualify (32C1)."""
    lines = ("Top girl", "2nd girl", "Girl $20", "Top senior", "Top under 500")
    of_none, of_one = awarded(marked(), *lines), awarded(marked(3), *lines, withdrawn=[3])
    assert {str(a.prize): a.why.why for a in of_none.trophies} == {
        "Top girl": Why.UNMARKED,
        "2nd girl": Why.UNMARKED,
        "Top senior": Why.UNMARKED,
        "Top under 500": Why.NOBODY,
    }
    assert [each.why.why for each in of_none.unpaid] == [Why.UNMARKED]
    assert [a.why.why for a in of_one.trophies if str(a.prize) == "Top girl"] == [Why.NOBODY]


def test_top_female_is_for_who_is_marked_as_girl_or_woman_too() -> None:
    marks = ("boy", "woman", "girl", "female", "boy")
    ranking = section(*([{"marks": frozenset({mark}), "rating": 899 + at}] for at, mark in enumerate(marks)))
    awards = awarded(ranking, "Top female", "2nd female", "3rd female", "Top woman")
    assert trophies(awards) == {
        "Top female": (2,),
        "2nd female": (3,),
        "3rd female": (4,),
        "Top woman": (),
    }


def test_before_every_round_counts_nobody_is_known_to_have_a_mark() -> None:
    """Who leads and is overtaken would have been shown with it."""
    ranking = marked(1, 3)
    early = replace(ranking, reading=replace(ranking.reading, live=True))
    awards = awarded(early, "Top girl", "2nd girl $20", "Top under 905")
    assert [(str(a.prize), a.winners, a.why.why) for a in awards.trophies] == [
        ("Top under 905", (1,), Why.BEST),
        ("Top girl", (), Why.AT_END),
    ]
    assert [(str(u.purse.prize), u.why.why) for u in awards.unpaid] == [("2nd girl $20", Why.AT_END)]


def test_what_the_director_chooses_is_in_the_way_of_no_other_prize() -> None:
    lines = (
        "1st place trophy",
        "Sportsmanship trophy and $10",
        "2nd best game $5",
        "Top under 950",
        "Best game",
    )
    chosen = (("sportsmanship", 1), ("2nd best game", 2), ("brilliancy", 3), ("best game", 99))
    awards = awarded(section((1500,), (900,)), *lines, chosen=chosen)
    assert trophies(awards) == {
        "1st place trophy": (1,),
        "Top under 950": (2,),
        "Sportsmanship trophy and $10": (1,),
        "Best game trophy": (),
    }
    assert money(awards) == {1: "10", 2: "5"}
    assert said(awards) == ["chosen", "chosen"]
    assert [(share.players, [str(p.prize) for p in share.brought]) for share in awards.cash[-2:]] == [
        ((1,), ["Sportsmanship trophy and $10"]),
        ((2,), ["2nd best game $5"]),
    ]
    of_choices = [award for award in awards.trophies if award.prize.scope is Scope.CHOICE]
    assert [award.why.why for award in of_choices if award.winners] == [Why.CHOSEN]
    assert [award.why.why for award in awards.trophies if not award.winners] == [Why.UNNAMED]


def test_whom_the_director_named_alone_can_win_a_choice() -> None:
    ranking = section((1500,), (900,))
    (named,), (open_still,) = parse("Sportsmanship trophy"), parse("Best game")
    field = Contenders(ranking, Terms(chosen=(("sportsmanship", 2),)))
    assert field.eligible(named) == {2}
    assert field.eligible(open_still) == frozenset()


def test_money_that_waits_for_a_choice_is_not_paid_yet() -> None:
    awards = awarded(section((1500,), (900,)), "Best game $25", "1st place $10")
    assert money(awards) == {1: "10"}
    assert [(str(u.purse.prize), u.why.why) for u in awards.unpaid] == [("Best game $25", Why.UNNAMED)]


def test_nobody_is_too_young_for_an_age_prize_without_a_lower_bound() -> None:
    awards = awarded(section(({"age": 0},), ({"age": 9},)), "Top age 10 and under")
    assert trophies(awards) == {"Top age 10 and under": (1,)}


def test_a_grade_is_the_same_however_the_roster_or_the_prize_writes_it() -> None:
    ranking = section(*([{"grade": grade}] for grade in ("2nd", " k", "Varsity", "Grade 2")))
    lines = ("Best grade 2", "2nd grade 2", "Best grade Kindergarten", "2nd grade K", "Best grade varsity")
    assert trophies(awarded(ranking, *lines)) == {
        "Best grade 2": (1,),
        "2nd grade 2": (4,),
        "Best grade Kindergarten": (2,),
        "2nd grade K": (),
        "Best grade varsity": (3,),
    }


def test_a_medal_at_a_score_is_for_everybody_and_counts_for_nothing_else() -> None:
    ranking = section((1500,), (1400, 700), (600,), level=[1])
    lines = "1st place trophy\nTop under 800\n2 points or more: medal\n½ points or more: medal\n9+ points"
    assert trophies(awarded(ranking, lines)) == {
        "1st place trophy": (1,),
        "Top under 800": (3,),
        "9 points or more: medal": (),
        "2 points or more: medal": (1, 2, 3),
        "½ point or more: medal": (1, 2, 3, 4),
    }
    assert why(awarded(ranking, lines)) == ["best", "best", "nobody", "at_score", "at_score"]
    here = awarded(ranking, "2 points or more: medal", withdrawn={2})
    assert trophies(here) == {"2 points or more: medal": (1, 3)}


def test_a_medal_for_a_perfect_score_is_for_who_has_every_point_there_is() -> None:
    ranking = section((1500,), (1400, 700), (600,))
    awards = awarded(ranking, "1st place trophy\nPerfect score: medal\n2 points or more: medal")
    assert trophies(awards) == {
        "1st place trophy": (1,),
        "Perfect score: medal": (1,),
        "2 points or more: medal": (1, 2, 3),
    }
    assert why(awards) == ["best", "at_score", "at_score"]


def test_who_takes_a_thing_takes_no_other_trophy() -> None:
    awards = awarded(section((1500,), (700,), (600,)), "1st place prize “clock”\nTop under 1600")
    assert trophies(awards) == {"clock": (1,), "Top under 1600": (2,)}


def test_a_medal_not_with_a_trophy_is_for_those_at_the_score_who_take_none() -> None:
    ranking = section((1500,), (1400, 700), (600,))
    lines = "1st place trophy\nTop under 800\nBest grade 2\n2 points or more: medal, not with a trophy"
    awards = awarded(ranking, lines)
    assert trophies(awards)["2 points or more: medal"] == (2,)  # 1 and 3 have a trophy
    assert why(awards)[-1] == "without_trophy"
    more = awarded(ranking, lines + "\n1 point or more: medal\n2nd place trophy")
    assert trophies(more)["2 points or more: medal"] == ()
    assert trophies(more)["1 point or more: medal"] == (1, 2, 3, 4)
    assert why(more)[-2:] == ["all_have", "at_score"]


def test_who_may_take_a_contested_trophy_keeps_the_medal_until_that_is_decided() -> None:
    tied = section((1500, 1400), level=[0])
    lines = "1st place trophy\n1 point or more: medal, not with a trophy"
    assert trophies(awarded(tied, lines))["1 point or more: medal"] == (1, 2)


def test_who_is_tied_for_as_many_trophies_takes_one_and_so_no_medal() -> None:
    tied = section((1500, 1400), (1300,), level=[0])
    lines = "1st–2nd trophies\n1 point or more: medal, not with a trophy"
    assert trophies(awarded(tied, lines))["1 point or more: medal"] == (3,)


def test_what_is_for_the_rest_goes_to_nobody_who_has_a_medal_for_a_higher_score() -> None:
    ranking = section((1500,), (1400, 700), (600,))
    lines = "1st place trophy\n2 points or more: medal\nEverybody: prize “ribbon”, not with a trophy"
    awards = trophies(awarded(ranking, lines))
    assert awards["2 points or more: medal"] == (1, 2, 3)
    assert awards["ribbon"] == (4,)
    perfect = trophies(awarded(ranking, "Perfect score: medal\nEverybody: trophy, not with a trophy"))
    assert perfect == {"Perfect score: medal": (1,), "Everybody: trophy": (2, 3, 4)}


def test_medals_stand_in_one_order_however_they_are_entered() -> None:
    lines = ["2 points or more: medal", "3 points or more: medal"]
    one, other = (awarded(section((1500,)), *entered) for entered in (lines, lines[::-1]))
    assert one == other
    assert [str(award.prize) for award in one.trophies] == lines[::-1]


def test_a_withdrawal_is_known_from_its_round_on_and_after_the_last_round_is_none() -> None:
    wall = chart(["W2", "W3"], ["L1", ""], ["", "L1"], rounds=3)
    for withdrew, after, winner in [(1, 2, 2), (2, 2, 2), (2, 1, 1), (3, 2, 1)]:
        cards = (replace(wall.cards[0], withdrew=withdrew), *wall.cards[1:])
        ranking = rank(after_round(replace(wall, cards=cards), after), order("cumulative,most_blacks"))
        winners = awarded(ranking, "1st place trophy").trophies[0].winners
        assert (1 in winners) == (winner == 1)
    cards = (replace(wall.cards[0], withdrew=2), *wall.cards[1:])
    ranking = rank(after_round(replace(wall, cards=cards, rounds=2)), order("cumulative"))
    assert trophies(awarded(ranking, "1st place trophy")) == {"1st place trophy": (1,)}


def test_who_withdrew_is_passed_with_the_reason_unless_the_prize_allows_it() -> None:
    ranking = section((1500,), (1400,))
    gone = {1}
    awards = awarded(ranking, "1st place trophy", withdrawn=gone)
    assert trophies(awards) == {"1st place trophy": (2,)}
    assert passed(awards, 0) == ["withdrawn #1"]
    assert awards.trophies[0].behind == ()
    assert passed(awarded(ranking, "1st place trophy", withdrawn={2}), 0) == []
    allowed = awarded(ranking, "1st place trophy, withdrawn too", withdrawn=gone)
    assert trophies(allowed) == {"1st place trophy": (1,)}


def test_who_withdrew_from_the_winners_rank_is_passed_and_where_nobody_is_left_all_who_did() -> None:
    tied = awarded(section((1500, 1400), level=[0]), "1st place trophy", withdrawn={1})
    assert trophies(tied) == {"1st place trophy": (2,)}
    assert passed(tied, 0) == ["withdrawn #1"]
    everybody = awarded(section((1500,), (1400,)), "1st place trophy", withdrawn={1, 2})
    assert trophies(everybody) == {"1st place trophy": ()}
    assert passed(everybody, 0) == ["withdrawn #1", "withdrawn #2"]


def test_32c5_the_other_entry_is_passed_with_the_reason() -> None:
    awards = awarded(section((1500,), ({"rating": 1500, "reentry_of": 1},), (1400,)), "1st–2nd trophies")
    assert trophies(awards) == {"1st place trophy": (1,), "2nd place trophy": (3,)}
    assert passed(awards, 1) == ["other_entry #2"]


def test_a_trophy_on_top_is_won_beside_another() -> None:
    lines = "1st place trophy\nTop under 1600, on top\n2nd under 1600, on top"
    assert trophies(awarded(section((1500,), (1400,)), lines)) == {
        "1st place trophy": (1,),
        "Top under 1600": (1,),
        "2nd under 1600": (2,),
    }


def test_the_biggest_upset_is_a_win_over_the_board_against_the_greatest_difference() -> None:
    """Not a forfeit (1 over 6), not a draw, not an unrated player's (5 over 3), not over a lower rating."""
    wall = chart(
        ["X6", "W2"],
        ["W3", "L1"],
        ["L2", "L5"],
        ["L5", "U"],
        ["W4", "W3"],
        ["F1", "U"],
        ratings=[1400, 1450, 1500, 1200, None, 2500],
    )
    ranking = rank(after_round(wall), order("cumulative"))
    lines = "Biggest upset\n2nd upset\n3rd upset"
    assert trophies(awarded(ranking, lines)) == {
        "Biggest upset": (1,),
        "2nd upset": (2,),
        "3rd upset": (),
    }
    assert awarded(ranking, lines).trophies[0].behind == (2,)


def test_the_biggest_upset_wins_from_whatever_rank() -> None:
    wall = chart(
        ["L4", "W3"], ["W3", "W4"], ["L2", "L1"], ["W1", "L2"], ratings=[1500, 1400, 1500, 1000]
    )  # 2 is first with an upset of 100, 4 behind with one of 500
    awards = awarded(rank(after_round(wall), order("cumulative")), "Biggest upset\n2nd upset")
    assert trophies(awards) == {"Biggest upset": (4,), "2nd upset": (2,)}


def test_who_withdrew_is_passed_in_the_order_of_rank() -> None:
    ranking = rank(after_round(chart(["L2"], ["W1"])), order("cumulative"))
    assert passed(awarded(ranking, "1st place trophy", withdrawn={1, 2}), 0) == [
        "withdrawn #2",
        "withdrawn #1",
    ]


@pytest.mark.parametrize("reading", [after_round, live])
def test_trophies_are_there_while_games_are_open(reading: Callable[[Wallchart], Reading]) -> None:
    wall = chart(["W3", "?2"], ["W4", "?1"], ["L1", ""], ["L2", ""])
    awards = awarded(rank(reading(wall), order("solkoff")), "1st place trophy")
    assert trophies(awards) == {"1st place trophy?": (1, 2)}


def test_the_team_with_the_fewest_players_is_the_best_placed_of_those_as_small() -> None:
    ranked = section((1500,), (1400,), (1300,), (1200,))
    field = Contenders(ranked, Terms(), sizes={1: 6, 2: 5, 3: 4, 4: 4, 901: 9, 902: 9})
    (smallest,) = engine.award_trophies(field, parse("Team with fewest players"))
    assert smallest.winners == (3,)
    assert smallest.behind == (4,)


def test_the_team_with_the_most_players_is_the_best_placed_of_those_as_large() -> None:
    ranked = section((1500,), (1400,), (1300,), (1200,))
    field = Contenders(ranked, Terms(), sizes={1: 4, 2: 6, 3: 6, 4: 5})
    (largest,) = engine.award_trophies(field, parse("Team with most players"))
    assert largest.winners == (2,)
    assert largest.behind == (3,)


def test_team_trophies_are_left_to_the_team_standings() -> None:
    awards = awarded(section((1500,)), "1st–2nd team trophies")
    assert awards.trophies == ()
    assert [str(prize) for prize in awards.teams] == ["Top team", "2nd team"]


@pytest.mark.parametrize("preset", PRIZE_PRESETS.values(), ids=PRIZE_PRESETS)
def test_every_preset_can_be_awarded(preset: PrizePreset) -> None:
    assert awarded(section((1500,), (900,), (500,)), preset.text).trophies


def test_where_not_every_way_is_followed_a_tie_reaches_no_further_than_it_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "MOST_WORLDS", 1)
    awards = awarded(section((1500, 700), (1400,), (750,), level=[0]), "1st–3rd trophies\nTop under 800")
    assert [award.winners for award in awards.trophies] == [(1, 2), (1, 2), (3,), (2, 4)]
    assert [award.contest for award in awards.trophies] == [1, 1, 0, 1]


def test_as_many_ways_as_the_limit_are_all_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MOST_WORLDS", 2)
    awards = awarded(section((1500, 700), (1400,), (750,), level=[0]), "1st–3rd trophies\nTop under 800")
    assert [award.winners for award in awards.trophies] == [(1, 2), (1, 2), (3,), (4,)]


def test_where_not_every_way_is_followed_who_surely_has_a_trophy_takes_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "MOST_WORLDS", 1)
    awards = awarded(
        section((1500,), (1400, 700), level=[1]), "1st place trophy\nTop under 1600\nTop under 800"
    )
    assert trophies(awards) == {
        "1st place trophy": (1,),
        "Top under 1600?": (2, 3),
        "Top under 800?": (3,),
    }


def test_where_not_every_way_is_followed_a_contest_before_may_take_who_is_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """2 may take the place, and 4 the grade: so the class may go to 2, to 4 or to 5."""
    monkeypatch.setattr(engine, "MOST_WORLDS", 2)
    second = [{"rating": 1500, "grade": "2"}, {"rating": 700, "grade": "2"}]
    lines = "1st place trophy, value 1\nBest grade 2, value 2\nTop under 800, value 3"
    awards = awarded(section((1500, 700), second, (600,), level=[0, 1]), lines)
    assert [award.winners for award in awards.trophies] == [(1, 2), (3, 4), (2, 4, 5)]


def test_many_unlike_players_in_one_tie_are_answered_at_once() -> None:
    """Sixty who tie on one point in round one, in twelve grades and five bands: too many ways to follow."""
    players = [{"rating": 500 + 97 * (n % 11), "grade": str(n % 12)} for n in range(60)]
    lines = ["1st–10th trophies", *(f"Best grade {n}" for n in range(12))]
    lines += [f"Top under {bound}" for bound in (1400, 1200, 1000, 800, 600)]
    awards = awarded(section(players, [1000], level=[0]), *lines)
    assert {len(award.winners) for award in awards.trophies[:10]} == {60}
    assert all(award.contest for award in awards.trophies)


def test_who_is_not_present_is_passed_where_the_prize_asks_for_it_and_wins_the_others() -> None:
    ranking = section((1500,), (1400,), (700,))
    lines = "1st place trophy and $10, must be present\nTop under 1600, on top"
    awards = awarded(ranking, lines, absent=frozenset({1}))
    assert trophies(awards) == {"1st place trophy and $10": (2,), "Top under 1600": (1,)}
    assert passed(awards, 0) == ["absent #1"]
    assert awards.cents(2) == 10_00
