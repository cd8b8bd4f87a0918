"""34C, 32B and 32C: what the published examples do not show."""

from dataclasses import replace
from fractions import Fraction
from itertools import count

import pytest

from tests.engine.prizes.sections import awarded, money, said, section, spoken
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.chart.wallchart import Decision
from tiebreaks.engine.prizes import Awards, cash, splits
from tiebreaks.engine.prizes.contenders import Contenders, Terms
from tiebreaks.engine.prizes.funds import Payment, in_cents
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.sequence import parse as order


def unpaid(awards: Awards) -> list[str]:
    return [f"{u.purse.prize} ({u.purse.cents / 100:g}): {spoken(u.why)}" for u in awards.unpaid]


def test_34c_money_is_shared_whatever_the_tiebreaks_say() -> None:
    ranking = section((1500, 1400))
    assert [standing.rank for standing in ranking.standings] == [1, 2]
    assert money(awarded(ranking, "1st place $100\n2nd place $50")) == {1: "75", 2: "75"}


def test_34c_a_playoff_decides_money_where_all_publicity_said_so() -> None:
    ranking = section((1500, 1400, 1300), (1200,), code="playoff")
    lines = "1st place $100\n2nd place $50\n4th place $20"
    assert money(awarded(ranking, lines)) == {1: "50", 2: "50", 3: "50", 4: "20"}
    assert money(awarded(ranking, lines, cash_playoff=True)) == {1: "100", 2: "50", 4: "20"}


def test_34c_a_coin_never_decides_money() -> None:
    ranking = section((1500, 1400), code="coin_toss")
    assert money(awarded(ranking, "1st place $100", cash_playoff=True)) == {1: "50", 2: "50"}


def test_34c_who_stayed_level_in_the_playoff_goes_on_sharing() -> None:
    played = Decision("playoff", 1, ((3,), (1, 2)))
    reading = replace(section((1500, 1400, 1300), level=[0]).reading, decisions=(played,))
    awards = awarded(rank(reading, order("playoff")), "1st place $100\n2nd place $50", cash_playoff=True)
    assert money(awards) == {1: "25", 2: "25", 3: "100"}


def test_34c_a_second_playoff_of_who_stayed_level_decides_money_too() -> None:
    played = Decision("playoff", 1, ((3,), (1, 2))), Decision("playoff", 1, ((1,), (2,)))
    reading = replace(section((1500, 1400, 1300), level=[0]).reading, decisions=played)
    awards = awarded(rank(reading, order("playoff")), "1st place $100\n2nd place $50", cash_playoff=True)
    assert money(awards) == {1: "50", 3: "100"}


def test_34c_a_playoff_of_players_whom_tiebreaks_had_separated_decides_no_money() -> None:
    wall = chart(["W3", "L2"], ["L4", "W1"], ["L1", "L4"], ["W2", "W3"])
    played = Decision("playoff", 2, ((1,), (2,)))
    ranking = rank(replace(after_round(wall), decisions=(played,)), order("solkoff"))
    assert [s.number for s in ranking.standings] == [4, 2, 1, 3]
    assert money(awarded(ranking, "2nd place $50", cash_playoff=True)) == {1: "25", 2: "25"}


def test_32b1_a_clear_winner_takes_the_most_valuable_prize_and_the_others_move_down() -> None:
    awards = awarded(section((1900,), (2300,), (1950,)), "1st place $100\n2nd place $50\nClass A $300")
    assert money(awards) == {1: "300", 2: "100", 3: "50"}
    assert said(awards)[0] == "alone Class A $300"


def test_32b4_of_equal_amounts_the_place_is_taken_and_the_class_is_left() -> None:
    awards = awarded(section((1900,), (1850,)), "Class A $100\n1st place $100\nU2000 $100\nU2200 $100")
    assert [str(d.brought[0].prize) for d in awards.cash] == ["1st place $100", "U2200 $100"]
    assert [str(u.purse.prize) for u in awards.unpaid] == ["Class A $100", "U2000 $100"]


def test_places_that_a_tie_does_not_reach_are_not_brought_in() -> None:
    awards = awarded(section((1500, 1400), (1300,)), "1st place $100\n3rd place $90")
    assert money(awards) == {1: "50", 2: "50", 3: "90"}


def test_32c1_who_withdrew_wins_nothing_and_counts_for_no_place() -> None:
    ranking = section((1500, 1400), (1300,), (1200,))
    lines = "1st place $100\n2nd place $50\n3rd place $20"
    awards = awarded(ranking, lines, withdrawn={1})
    assert money(awards) == {2: "100", 3: "50", 4: "20"}
    assert said(awards)[0] == "alone 1st place $100"
    allowed = lines.replace("\n", ", withdrawn too\n") + ", withdrawn too"
    assert money(awarded(ranking, allowed, withdrawn={1})) == {1: "75", 2: "75", 3: "20"}
    assert money(awarded(ranking, lines, withdrawn={1}, withdrawn_too=True)) == {1: "75", 2: "75", 3: "20"}


def test_32c2_one_in_a_class_takes_its_first_prize_and_32c3_none_leaves_it_unpaid() -> None:
    awards = awarded(section((2300,), (1900,)), "Class A $50\n2nd Class A $40\nClass B $30\nTeam $20")
    assert money(awards) == {2: "50"}
    assert unpaid(awards) == [
        "Team $20 (20): teams",
        "2nd Class A $40 (40): too_few",
        "Class B $30 (30): nobody",
    ]
    assert [str(prize) for prize in awards.teams] == ["Team $20"]


def test_33f_an_unrated_player_is_in_no_class_unless_that_was_announced() -> None:
    ranking = section((None,), (1100,))
    assert money(awarded(ranking, "U1200 $50")) == {2: "50"}
    assert money(awarded(ranking, "U1200 $50, unrated too")) == {1: "50"}
    assert money(awarded(section((0,), (1100,)), "1st place $80\nUnrated $90\nU1200 $50")) == {
        1: "90",
        2: "80",
    }


def test_33c_a_class_has_both_bounds_and_under_has_one() -> None:
    ranking = section((2000,), (1999,), (1800,), (1799,))
    assert money(awarded(ranking, "Class A $50\n2nd Class A $40\n3rd Class A $30")) == {2: "50", 3: "40"}
    assert money(awarded(ranking, "U1800 $50\n2nd U1800 $40")) == {4: "50"}


def test_32c6_what_an_unrated_player_may_not_keep_goes_to_the_tied_then_down_the_line() -> None:
    lines = "1st place $500\n2nd place $300\n3rd place $50"
    alone = awarded(section((None,), (1500,), (1400,)), lines, unrated_limit=100_00)
    assert money(alone) == {1: "100", 2: "400", 3: "300"}
    assert said(alone)[1] == "limited #1 1st place $500 = $100"
    tied = awarded(section((None, 1500), (1400,)), lines, unrated_limit=100_00)
    assert money(tied) == {1: "100", 2: "500", 3: "200"}
    both = awarded(section((None, None), (1500,), (1400,)), lines, unrated_limit=50_00)
    assert money(both) == {1: "50", 2: "50", 3: "450", 4: "250"}
    own = awarded(section((None,), (1500,)), "1st place $90\nUnrated $200", unrated_limit=50_00)
    assert money(own) == {1: "200", 2: "90"}


def test_32c6_a_prize_for_the_unrated_is_worth_more_to_them_than_one_they_may_not_keep() -> None:
    lines = "1st place $500\n2nd place $300\nUnrated $200"
    alone = awarded(section((None,), (1500,), (1400,)), lines, unrated_limit=100_00)
    assert money(alone) == {1: "200", 2: "500", 3: "300"}
    assert unpaid(alone) == []
    tied = awarded(section((None, 1500), (1400,)), lines, unrated_limit=100_00)
    assert money(tied) == {1: "200", 2: "500", 3: "300"}
    several = awarded(section((None, None, None), (1400,)), lines, unrated_limit=100_00)
    assert money(several) == {1: "100", 2: "100", 3: "100", 4: "400"}
    assert unpaid(several) == ["2nd place $300 (200): held_back", "Unrated $200 (100): held_back"]


def test_32c5_one_entry_of_a_player_wins() -> None:
    """Of entries that have not withdrawn the better score, then the better rank, then the later entry."""
    lines = "1st place $100\n2nd place $50"
    lost = {"rating": 1500, "reentry_of": 99}
    assert money(awarded(section((lost,), (1500,)), lines)) == {1: "100", 2: "50"}
    again = {"rating": 1500, "reentry_of": 2}
    assert money(awarded(section((again,), (1500,), (1400,)), lines)) == {1: "100", 3: "50"}
    assert money(awarded(section((again,), (1500,), (1400,)), lines, withdrawn={1})) == {
        2: "100",
        3: "50",
    }
    assert money(awarded(section((again, 1500), (1400,), level=[0]), lines)) == {1: "100", 3: "50"}
    assert money(awarded(section((1500, {"rating": 1500, "reentry_of": 1})), "1st place $50")) == {1: "50"}
    later = {"rating": 1500, "reentry_of": 1}
    assert money(awarded(section((1500, later), level=[0]), "1st place $50")) == {2: "50"}
    third = {"rating": 1500, "reentry_of": 1}
    assert money(awarded(section((again,), (1500,), (third,)), "1st–3rd $50")) == {1: "50"}
    around = {"rating": 1500, "reentry_of": 1}
    assert money(awarded(section((again,), (around,)), "1st place $100")) == {1: "100"}


def test_house_players_win_nothing() -> None:
    awards = awarded(section((1500,), ({"rating": 1400, "house": True},), (1300,)), "1st–3rd $50")
    assert money(awards) == {1: "50", 3: "50"}


@pytest.mark.parametrize(
    ("entries", "pays"),
    [
        (50, "600"),  # more came: the amounts stand
        (40, "600"),
        (30, "450"),
        (19, "300"),  # at least half of a fund above $500
        (0, "300"),
    ],
)
def test_32c4_based_on_prizes_are_paid_in_proportion(entries: int, pays: str) -> None:
    awards = awarded(section((1500,)), "1st place $600", based_on=40, entries=entries)
    assert money(awards) == {1: pays}


def test_32c4_a_small_fund_may_shrink_below_half_and_a_guaranteed_prize_is_paid_in_full() -> None:
    ranking = section((1500,), (1400,))
    lines = "1st place $400\n2nd place $100.01"
    assert money(awarded(ranking, lines, based_on=40, entries=10)) == {1: "200", 2: "50.01"}
    lines = "1st place $400\n2nd place $100"
    assert money(awarded(ranking, lines, based_on=40, entries=10)) == {1: "100", 2: "25"}
    lines = "1st place $400\n2nd place $200, guaranteed"
    assert money(awarded(ranking, lines, based_on=40, entries=10)) == {1: "100", 2: "200"}


def test_a_prize_on_top_is_won_beside_another_and_shared_apart() -> None:
    lines = "1st place $100\nU1600 $40, on top\n2nd U1600 $20, on top\nU1600 $10"
    awards = awarded(section((1700, 1500), (1400,), (1300,)), lines)
    assert money(awards) == {1: "55", 2: "95", 3: "20"}
    assert [[str(purse.prize) for purse in division.brought] for division in awards.cash] == [
        ["1st place $100", "U1600 $10"],
        ["U1600 $40"],
        ["2nd U1600 $20"],
    ]


def test_upset_money_is_on_top_and_shared_where_the_differences_are_equal() -> None:
    wall = chart(
        ["L2", "W3"], ["W1", "L4"], ["L4", "L1"], ["W3", "W2"], ratings=[1500, 1300, 1700, 1200]
    )  # 2 and 1 won against 200 more, 4 against 500 more
    awards = awarded(rank(after_round(wall), order("solkoff")), "1st place $90\nUpset $30\n2nd upset $20")
    assert money(awards) == {1: "10", 2: "10", 4: "120"}


def test_the_greatest_upset_takes_the_upset_money_whatever_the_score() -> None:
    wall = chart(["W2", "W3"], ["L1", "L4"], ["W4", "L1"], ["L3", "W2"], ratings=[1500, 1600, 1500, 1000])
    ranking = rank(after_round(wall), order("solkoff"))
    assert ranking.standings[0].number == 1
    assert money(awarded(ranking, "Upset $30\n2nd upset $20")) == {1: "20", 4: "30"}


def test_a_split_must_not_cost_its_players_what_others_are_held_back_from() -> None:
    """Two who alone can win $150 and $90 would get 120 each, more than an equal share of 350. But the third
    is held to $100, which leaves them 125.
    """
    lines = "1st–3rd $100\nU2000 $150\n2nd U2000 $90"
    assert money(awarded(section((2300, 1900, 1950)), lines)) == {1: "100", 2: "125", 3: "125"}


def test_the_odd_cents_go_to_the_lowest_numbers_and_never_to_who_is_held() -> None:
    awards = awarded(section((2300, 1900, 1950, 1960)), "1st place $100\nU2000 $500\n2nd U2000 $400.01")
    assert money(awards) == {1: "100", 2: "300.01", 3: "300", 4: "300"}
    assert [p.number for d in awards.cash for p in d.payments if p.odd] == [2]


def test_an_odd_cent_goes_past_a_share_of_whole_cents() -> None:
    halves = {1: Fraction(100), 2: Fraction(401, 2), 3: Fraction(401, 2)}
    assert in_cents(halves) == [Payment(1, 100), Payment(2, 201, odd=True), Payment(3, 200)]


def test_nothing_announced_and_nobody_there_give_nothing() -> None:
    assert awarded(section((1500,))).cash == ()
    awards = awarded(section(()), "1st place $100")
    assert (awards.cash, len(awards.unpaid)) == ((), 1)


def test_who_can_win_none_of_the_prizes_of_a_tie_shares_in_none() -> None:
    """1 and 2 can win one prize, 2 and 3 the other: no split gives anybody more than a third of both."""
    awards = awarded(section((1450, 1550, 1650, 2300)), "1400–1599 $100\n1500–1699 $100")
    assert money(awards) == {1: "66.67", 2: "66.67", 3: "66.66"}
    assert said(awards)[1] == "none_to_win"
    assert awards.cash[0].players == (1, 2, 3)


def test_32b1_who_stands_above_is_passed_with_what_pays_them_and_who_is_barred_with_why() -> None:
    ranking = section((1500, 1450), (1400, 1350), (1300, 1100))
    lines = (
        "1st place $100",
        "2nd U1600 $30",
        "U1600 $40",
        "U1200 $20, must be present",
        "U1350 $10, on top",
    )
    awards = awarded(ranking, *lines, withdrawn=[3], absent=frozenset({6}))
    passed = {str(d.brought[0].prize): [spoken(r) for r in d.passed] for d in awards.cash}
    assert passed == {
        "1st place $100": [],
        "2nd U1600 $30": [
            "paid #1 1st place $100",
            "paid #2 1st place $100",
            "withdrawn #3",
        ],
        "U1350 $10": [],
    }


def test_32b1_everybody_above_who_was_paid_before_is_passed() -> None:
    awards = awarded(section((1500,), (1400,), (1300,)), "1st place $100\n2nd place $90\nU1600 $30")
    assert [spoken(reason) for reason in awards.cash[2].passed] == [
        "paid #1 1st place $100",
        "paid #2 2nd place $90",
    ]


def test_32b1_who_is_too_high_for_the_number_of_a_prize_is_not_passed() -> None:
    lines = "1st place $100\n2nd place $90\n2nd U1600 $30"
    awards = awarded(section((1500,), (1400,), (1300,)), lines)
    assert money(awards) == {1: "100", 2: "90", 3: "30"}
    assert [[spoken(r) for r in share.passed] for share in awards.cash] == [[], [], ["paid #2 2nd place $90"]]


def test_32c6_a_prize_for_the_unrated_that_pays_just_the_limit_is_not_taken_before_a_larger_one() -> None:
    awards = awarded(section((None,), (1500,)), "1st place $500\nUnrated $100", unrated_limit=100_00)
    assert money(awards) == {1: "100", 2: "400"}
    assert unpaid(awards) == ["Unrated $100 (100): all_have"]


@pytest.mark.parametrize(
    ("lines", "first_to_last"),
    [
        # The larger share, not the larger sum.
        ("1200–1399 $100\nU1000 $90\n2nd U1000 $90\n1st place $5", [(3,), (1, 2), (4, 5)]),
        # Of equal shares the larger group.
        ("1200–1399 $100\nU1000 $100\n2nd U1000 $100\n1st place $5", [(1, 2), (3,), (4, 5)]),
        # Of equal groups the one of the more valuable prize.
        ("1200–1399 $100\n1500–1699 $100\n1st place $5", [(4,), (3,), (1, 2, 5)]),
    ],
    ids=count(1),
)
def test_who_is_split_off_first(lines: str, first_to_last: list[tuple[int, ...]]) -> None:
    awards = awarded(section((900, 950, 1300, 1600, 2300)), lines)
    assert [share.players for share in awards.cash] == first_to_last


def test_32b3_nobody_is_split_off_for_just_the_equal_share() -> None:
    awards = awarded(section((900, 2100)), "U1000 $50\n1st place $50")
    assert said(awards) == ["shared = $100 x2"]


def test_prizes_without_a_winner_in_common_are_no_pool_and_their_odd_cents_stay_with_them() -> None:
    lines = "1200–1399 $100.01\nU1000 $100.01"
    awards = awarded(section((900, 950, 1300, 1350)), lines)
    assert money(awards) == {1: "50.01", 2: "50", 3: "50.01", 4: "50"}
    assert [share.players for share in awards.cash] == [(3, 4), (1, 2)]


def test_32c6_who_is_limited_would_have_won_the_best_prize_that_lets_the_others_win_theirs() -> None:
    """1 alone can win U1200; the tied 2 can win 1st place only, and is paid all of it."""
    lines = "1st place $100\nU1200 $40, unrated too"
    awards = awarded(section((None, 1800), (1100,), (1000,)), lines, unrated_limit=18_00)
    assert money(awards) == {1: "18", 2: "100", 3: "22"}


def test_32c6_the_others_in_the_pool_take_what_may_not_be_kept_of_the_most_valuable_prize() -> None:
    lines = "1st place $500\n2nd place $300\n3rd place $200"
    awards = awarded(section((None, None, 1500), (1400,), (1300,)), lines, unrated_limit=50_00)
    assert money(awards) == {1: "50", 2: "50", 3: "500", 4: "250", 5: "150"}


@pytest.mark.parametrize("event_fund", [None, 500_00, 500_01])
def test_32c4_half_is_paid_of_a_fund_of_the_whole_event_above_500_dollars(event_fund: int | None) -> None:
    """RULES §12.1, decided: two sections of $400, 5 of 20 entries: $200 each. A section may stand alone."""
    awards = awarded(section((1500,)), "1st place $400", based_on=20, entries=5, event_fund=event_fund)
    assert money(awards) == {1: "200" if event_fund == 500_01 else "100"}


def test_32c2_an_entry_that_played_no_game_wins_nothing_unless_it_may() -> None:
    """Number 3 never came, number 4 asked for a bye and stayed away; number 5 came for the bye."""
    wall = chart(
        ["W2", "W6"], ["L1", "F3"], ["U", "X2"], ["H", "U"], ["B", "F6"], ["X5", "L1"], ratings=[1500] * 6
    )
    ranking = rank(replace(after_round(wall)), order("solkoff"))
    lines = "1st–6th $60"
    no_shows_too = awarded(ranking, lines, no_shows_too=True)
    assert set(money(no_shows_too)) == {1, 2, 3, 4, 5, 6}
    assert set(money(awarded(ranking, lines))) == {1, 2, 5, 6}
    assert set(money(awarded(ranking, lines, withdrawn_too=True))) == {1, 2, 5, 6}
    awards = awarded(ranking, "U1600 $60\n2nd U1600 $50\n3rd U1600 $40\n5th U1600 $30")
    assert "no_show #3" in [spoken(r) for share in awards.cash for r in share.passed]
    assert unpaid(awards) == ["5th U1600 $30 (30): too_few"]


def test_32c2_who_may_still_come_is_no_no_show() -> None:
    """Before round one nobody has played; after it, a half-point bye says that a player comes later."""
    wall = chart(["W2"], ["L1"], ["H"], ["U"], rounds=2, ratings=[1500] * 4)
    ranking = rank(after_round(wall, 0), order("solkoff"))
    assert Contenders(ranking, Terms()).no_shows == frozenset()
    ranking = rank(after_round(wall), order("solkoff"))
    assert Contenders(ranking, Terms()).no_shows == {4}


def test_32c5_of_two_entries_the_one_that_played_wins() -> None:
    wall = chart(["W2", "U"], ["L1", "W3"], ["U", "L2"], ["U", "B"], ratings=[1500] * 4)
    cards = (*wall.cards[:3], replace(wall.cards[3], reentry_of=1, cells=wall.cards[3].cells[:1]))
    ranking = rank(after_round(replace(wall, cards=cards)), order("solkoff"))
    assert money(awarded(ranking, "1st place $50")) == {1: "25", 2: "25"}
    assert Contenders(ranking, Terms()).other_entries == {4}


def entered_again(first: int, again: int | None, *, last_counts: bool = False) -> Ranking:
    """Player 1 left after the first of three rounds and entered again as number 4; ``again`` is the round
    after which the second entry left."""
    wall = chart(
        ["W2", "U", "U"],
        ["L1", "W3", "L3"],
        ["B", "L2", "W2"],
        ["U", "U", "D5"],
        ["B", "L6", "D4"],
        ["B", "W5", "U"],
    )
    cards = [replace(card, rating=1500) for card in wall.cards]
    cards[0] = replace(cards[0], withdrew=first)
    cards[3] = replace(cards[3], withdrew=again, reentry_of=1)
    listed = replace(wall, cards=tuple(cards), last_entry_counts=last_counts)
    return rank(after_round(listed), order("solkoff"))


def test_28s5_who_entered_again_has_not_withdrawn_and_the_better_entry_counts() -> None:
    lines = "1st place $50\n2nd place $40\n3rd place $30\n4th place $20\n5th place $10"
    ranking = entered_again(1, None)
    assert Contenders(ranking, Terms()).withdrawn == frozenset()
    assert Contenders(ranking, Terms()).other_entries == {4}
    assert 1 in money(awarded(ranking, lines))


def test_28s5_where_it_was_announced_the_last_entry_counts_though_the_first_is_better() -> None:
    ranking = entered_again(1, None, last_counts=True)
    assert Contenders(ranking, Terms()).other_entries == {1}
    assert 1 not in money(awarded(ranking, "1st–6th $50"))


def test_28s5_who_left_the_second_entry_too_has_withdrawn() -> None:
    assert Contenders(entered_again(1, 2), Terms()).withdrawn == {1, 4}
    assert 1 not in money(awarded(entered_again(1, 2), "1st–6th $50"))


def test_that_there_are_too_many_groups_to_look_at_each_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = OF_ONE_AND_OF_TWO, "1300–1399 $70", "1350–1499 $70", "2200–2399 $80"
    ranking = section((950, 1050, 1310, 1390, 1450, 2200, 2300))
    assert "untried" not in said(awarded(ranking, *lines))
    monkeypatch.setattr(splits, "MOST_STEPS", 0)
    monkeypatch.setattr(cash, "divide_tie", cash.divide_tie.__wrapped__)  # nothing kept from before
    awards = awarded(ranking, *lines)
    assert said(awards)[0].startswith("only_they_all")
    assert said(awards).count("untried") == len(awards.cash)


def left(awards: Awards) -> list[str]:
    """What unrated players could not keep of the first pool, prize by prize."""
    return [f"{purse.prize} ({purse.cents / 100:g})" for purse in awards.cash[0].left]


def test_who_can_win_none_of_it_does_not_count_after_a_split_either() -> None:
    awards = awarded(section((900, 1500, 1600, 2300)), "U1000 $100\n1400–1699 $50")
    assert money(awards) == {1: "100", 2: "25", 3: "25"}
    assert said(awards) == ["only_they U1000 $100 = $100 > $50 x1", "shared = $50 x2", "none_to_win"]


def test_32b1_two_who_alone_can_win_three_prizes_bring_in_two() -> None:
    awards = awarded(section((900, 950, 2300)), "U1000 $100\n2nd U1000 $90\nU1100 $80\n1st place $5")
    assert money(awards) == {1: "95", 2: "95", 3: "5"}
    assert unpaid(awards) == ["U1100 $80 (80): all_have"]


OF_ONE_AND_OF_TWO = "900–999 $40\nU1000 $40\nU1100 $30"


def test_32b3_nobody_is_split_off_where_the_matched_prizes_give_just_what_they_get_otherwise() -> None:
    """1 brings in one of both prizes that only 1 can win: 40 and 30 for the first two, split off or not."""
    awards = awarded(section((950, 1050, 2300)), OF_ONE_AND_OF_TWO, "2200–2399 $50")
    assert money(awards) == {1: "40", 2: "30", 3: "50"}
    assert not [reason for reason in said(awards) if reason.startswith("only_they")]


def test_32b3_a_group_that_gains_is_found_behind_one_that_does_not() -> None:
    lines = OF_ONE_AND_OF_TWO, "1300–1399 $70", "1350–1499 $70", "2200–2399 $80"
    awards = awarded(section((950, 1050, 1310, 1390, 1450, 2200, 2300)), *lines)
    assert said(awards)[0] == "only_they_all = $46.66 > $44 x3"


def test_32b4_of_groups_that_share_alike_with_the_same_prize_the_higher_class_is_split_off() -> None:
    """Both groups of three would get 95 each, all four together 94.75."""
    lines = (
        "1500–1599 $100\n1400–1599 $94\n2nd 1400–1599 $91\n1500–1699 $94\n2nd 1500–1699 $91\n1st place $96"
    )
    awards = awarded(section((1400, 1500, 1550, 1600, 2300, 2350)), lines)
    assert money(awards) == {1: "94", 2: "95", 3: "95", 4: "95", 5: "48", 6: "48"}


def test_32b3_all_the_prizes_of_a_player_count_in_what_a_split_is_worth() -> None:
    lines = "U1000 $100\n2nd U1000 $20\n1st place $40\n2nd place $35"
    awards = awarded(section((900, 950, 2300, 2350)), lines)
    assert money(awards) == {1: "60", 2: "60", 3: "37.50", 4: "37.50"}


def test_32b3_who_gets_as_much_either_way_is_split_off_with_the_larger_group() -> None:
    awards = awarded(section((900, 1050, 2200, 2300)), "U1000 $100\nU1100 $60\n2200–2399 $160")
    assert [share.players for share in awards.cash] == [(1, 2), (3, 4)]
    assert money(awards) == {1: "100", 2: "60", 3: "80", 4: "80"}


def test_32c6_nothing_is_left_of_a_pool_that_the_others_take() -> None:
    ranking = section((None, 1500), (1400,))
    awards = awarded(ranking, "1st place $100\n2nd place $50", unrated_limit=60_00)
    assert [share.players for share in awards.cash] == [(1, 2)]
    assert money(awards) == {1: "60", 2: "90"}


def test_32c6_a_single_cent_that_may_not_be_kept_goes_down_too() -> None:
    awards = awarded(section((None,), (1500,)), "1st place $100", unrated_limit=99_99)
    assert money(awards) == {1: "99.99", 2: "0.01"}


def test_32c6_the_best_prize_would_be_that_of_the_unrated_whatever_the_numbers() -> None:
    awards = awarded(section((1500, None)), "1st place $500\n2nd place $300", unrated_limit=100_00)
    assert (money(awards), left(awards)) == ({1: "500", 2: "100"}, ["1st place $500 (200)"])


def test_32c6_of_two_who_are_limited_the_second_leaves_the_others_what_they_can_win() -> None:
    """The first would have won 1st place. The 1800 cannot win U1200, so the second would have won that."""
    lines = "1st place $100\n2nd place $90\nU1200 $40, unrated too"
    awards = awarded(section((None, None, 1800)), lines, unrated_limit=18_00)
    assert money(awards) == {1: "18", 2: "18", 3: "100"}
    assert left(awards) == ["U1200 $40 (22)", "1st place $100 (72)"]


def test_32c6_nobody_leaves_a_prize_that_he_could_not_win() -> None:
    lines = "Class A $100\n1st place $90\n2nd place $80"
    awards = awarded(section((None, 1850, 1900)), lines, unrated_limit=18_00)
    assert money(awards) == {1: "18", 2: "100", 3: "100"}
    assert left(awards) == ["1st place $90 (52)"]
