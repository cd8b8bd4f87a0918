"""Acceleration (28R), who gets the bye (28L), and who has white (29E4), each by its own module."""

from dataclasses import replace

import pytest

from tests.pairing.test_rules import paired, wall
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.messages import Message
from tiebreaks.engine.points import POINT
from tournaments.pairing.acceleration import accelerated
from tournaments.pairing.boards import in_order
from tournaments.pairing.byes import all_new, candidates, passed_over
from tournaments.pairing.field import Entrant, Field
from tournaments.pairing.options import parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.plain import beside
from tournaments.pairing.reading import build_field, pool
from tournaments.pairing.request import PairingInput
from tournaments.pairing.result import PairingResult

# --- acceleration ----------------------------------------------------------------------------------

# Numbers are not in rating order, two share a rating, and one is unrated.
SEVEN = [
    Entrant(number, "", rating) for number, rating in enumerate((1500, 1900, 1500, None, 1700, 1800, 1), 1)
]


def added(option: str, round: int, players: list[Entrant] = SEVEN, results: str = "") -> dict[int, int]:
    """The points that each number is paired on, all of them added."""
    won = dict(enumerate(results, 1))
    made = accelerated(players, SEVEN, option, round, lambda number: won.get(number, ""))
    assert all(e.added_q == e.score_q for e in made)
    return {e.number: e.score_q // POINT for e in made}


def test_the_upper_half_is_made_even_and_ends_by_rating_then_number() -> None:
    """28R1: four of seven are above: 1900, 1800, 1700, and of the two with 1500 the lower number."""
    assert added("added_score", 1) == {1: 1, 2: 1, 3: 0, 4: 0, 5: 1, 6: 1, 7: 0}
    assert added("added_score", 2) == added("added_score", 1)
    assert added("added_score", 3) == added("off", 1) == dict.fromkeys(range(1, 8), 0)


def test_in_round_two_the_point_comes_on_top_of_what_was_won() -> None:
    won = [replace(e, score_q=POINT) for e in SEVEN]
    made = accelerated(won, SEVEN, "added_score", 2, lambda _number: "W")
    assert {e.number: e.score_q // POINT for e in made} == {1: 2, 2: 2, 3: 1, 4: 1, 5: 2, 6: 2, 7: 1}
    assert {e.number for e in made if e.added_q == POINT} == {1, 2, 5, 6}


def test_the_cut_is_that_of_all_entries_not_of_those_who_are_there() -> None:
    there = [e for e in SEVEN if e.number in (1, 3, 4)]
    assert added("added_score", 1, there) == {1: 1, 3: 0, 4: 0}


def test_a_rating_of_one_is_above_no_rating() -> None:
    three = [Entrant(1, "", None), Entrant(2, "", 1), Entrant(3, "", 2)]
    assert {e.number for e in accelerated(three, three, "added_score", 1, lambda _n: "") if e.added_q} == {
        2,
        3,
    }


def test_thirds_of_the_field_have_two_points_one_and_none() -> None:
    """28R3: of seven four are above the first cut, six above the second."""
    assert added("sixths", 1) == {1: 2, 2: 2, 3: 1, 4: 0, 5: 2, 6: 2, 7: 1}


def test_one_or_two_players_are_all_above() -> None:
    """A cut behind the last player parts nobody."""
    one, two = [Entrant(1, "", 1500)], [Entrant(1, "", 1500), Entrant(2, "", 1400)]
    assert [e.added_q for e in accelerated(one, one, "added_score", 1, lambda _n: "")] == [POINT]
    assert [e.added_q for e in accelerated(two, two, "added_score", 1, lambda _n: "")] == [POINT, POINT]
    assert accelerated([], [], "added_score", 1, lambda _n: "") == []


def test_non_winners_of_the_upper_half_are_paired_with_winners_of_the_lower() -> None:
    """28R2: 2, 1, 1 and 0 points instead of the real ones, and 100 rating points for who drew."""
    assert added("non_winners", 1) == added("added_score", 1)
    real = [replace(e, score_q=POINT // 2) for e in SEVEN]
    results = dict(enumerate("WDWLLWD", 1))
    made = accelerated(real, SEVEN, "non_winners", 2, lambda number: results[number])
    assert {e.number: e.score_q // POINT for e in made} == {1: 2, 2: 1, 3: 1, 4: 0, 5: 1, 6: 2, 7: 0}
    assert all(e.added_q == e.score_q - POINT // 2 for e in made)
    assert {e.number for e in made if e.bonus} == {2, 7}
    assert {e.bonus for e in made} == {0, 100}


def test_results_count_in_round_two_of_that_option_alone() -> None:
    """28R1 and 28R2."""
    for option, round in (("non_winners", 1), ("added_score", 2), ("sixths", 2)):
        lost = accelerated(SEVEN, SEVEN, option, round, lambda _number: "L")
        assert lost == accelerated(SEVEN, SEVEN, option, round, lambda _number: "W")
        assert {e.bonus for e in lost} == {0}


def test_a_drawer_is_ranked_a_hundred_points_higher() -> None:
    high, drew = Entrant(1, "", 1590), Entrant(2, "", 1500, bonus=100)
    assert [e.number for e in Field([high, drew]).players] == [2, 1]


# --- who gets the bye ------------------------------------------------------------------------------


def asked(request: PairingInput) -> tuple[list[int], Field]:
    field = build_field(request, pool(request), {})
    return candidates(request, field), field


def test_rated_players_are_asked_before_unrated_ones_and_these_before_new_ones() -> None:
    """28L2, with the lowest rated first and the later entry first among equals."""
    five = wall("", "", "", "", "", ratings=[1500, 1400, 1400, None, None])
    request = PairingInput(five, 1, new=frozenset({4}))
    assert asked(request)[0] == [3, 2, 1, 5, 4]
    assert asked(replace(request, options=parse(["bye_unrated=last"])))[0] == [5, 4, 3, 2, 1]
    assert asked(replace(request, new=None))[0] == [3, 2, 1, 5, 4]
    assert asked(replace(request, new=frozenset({5})))[0] == [3, 2, 1, 4, 5]


def why_passed(request: PairingInput, chosen: int, *tried: int) -> dict[int, tuple[str, int | None]]:
    _numbers, field = asked(request)
    left = dict.fromkeys(tried, "pairing")
    return {p.number: (p.why, p.round) for p in passed_over(request, field, chosen, left)}


def test_everybody_who_was_passed_over_has_the_reason() -> None:
    """Who had a bye, is unrated, or whose bye left the others unpaired; in round 1 who came late."""
    rows = ["L8w L7b", "L7w L8b", "L6w B", "L5b U", "L4w W6w", "W3b L5b", "W2b W1w", "W1b W2w"]
    eight = wall(*rows, ratings=[1500, None, 1400, 1300, 1600, 1590, 1900, 1800])
    request = PairingInput(eight, 3)
    assert why_passed(request, 1, 4) == {2: ("unrated", None), 4: ("pairing", None)}
    assert why_passed(request, 5, 4) == {
        2: ("unrated", None),
        3: ("had_bye", None),
        4: ("pairing", None),
    }
    assert why_passed(request, 3, 1)[1] == ("pairing", None), "one below who was asked before"
    assert why_passed(request, 4, 1) == {1: ("pairing", None), 2: ("unrated", None)}, "and one above"
    assert 2 not in why_passed(request, 2)
    late = PairingInput(wall("", "", "", ratings=[1500, 1400, 1300]), 1, late=frozenset({3}))
    assert why_passed(late, 2) == {3: ("late", None)}
    assert why_passed(late, 3) == {}


def test_nobody_of_a_higher_group_or_with_a_higher_rating_is_passed_over() -> None:
    three = wall("W2w", "L1b", "B", ratings=[1000, 1800, None])
    assert why_passed(PairingInput(three, 2), 2) == {}
    same = wall("", "", "", ratings=[1500, 1500, 1500])
    last, first = (PairingInput(same, 1, late=frozenset({number})) for number in (3, 1))
    assert why_passed(last, 1) == {3: ("late", None)}
    assert why_passed(first, 3) == {}


def short(
    rounds: int, *options: str, ratings: tuple[int | None, ...] = (1900, 1800, None, None, None)
) -> bool:
    """28L5 before round 2: 1 and 2 have won or rested, the others have no point."""
    five = wall("W3w", "W4b", "L1b", "L2w", "U", rounds=rounds, ratings=list(ratings))
    request = PairingInput(five, 2, parse(options))
    return all_new(request, asked(request)[1])


def test_a_short_event_whose_lowest_group_is_new_says_that_the_bye_may_go_higher() -> None:
    """28L5: up to four rounds, and only where there is a higher group."""
    assert short(4)
    assert not short(5)
    assert not short(4, "bye_group_above=off")
    assert not short(4, ratings=(1900, 1800, None, None, 1000))
    five = wall("W3w", "W4b", "L1b", "L2w", "U", rounds=4, ratings=[1900, 1800, None, None, None])
    for new, said in ((frozenset({3, 4, 5}), True), (frozenset({3, 4}), False)):
        request = PairingInput(five, 2, new=new)
        assert all_new(request, asked(request)[1]) is said
    alone = PairingInput(wall("", "", "", rounds=4, ratings=[None, None, None]), 1)
    assert not all_new(alone, asked(alone)[1])


def test_the_reason_of_the_bye_says_so() -> None:
    five = wall("W3w", "W4b", "L1b", "L2w", "U", rounds=4, ratings=[1900, 1800, None, None, None])
    made = paired(five, 2)
    assert made.bye is not None
    assert "the bye may go one group higher, but not to a prize contender (28L5)" in made.bye.sentences[-1]
    longer = paired(replace(five, rounds=5), 2).bye
    assert longer is not None
    assert not any("28L5" in text for text in longer.sentences)


# --- who has white ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "pairs", "order"),
    [
        ([8, 8, 8, 4, 4, 0], [(5, 6), (1, 4), (2, 3)], [(2, 3), (1, 4), (5, 6)]),
        ([8, 4, 4, 0], [(3, 2), (4, 1)], [(1, 4), (2, 3)]),
        ([4, 4, 4, 4], [(4, 2), (3, 1)], [(1, 3), (2, 4)]),
    ],
)
def test_boards_go_by_the_higher_score_then_by_the_lower_and_then_by_rank(
    scores: list[int], pairs: list[tuple[int, int]], order: list[tuple[int, int]]
) -> None:
    field = Field([Entrant(n, "", 2000 - n, score) for n, score in enumerate(scores, 1)])
    made = in_order(field, [(one - 1, other - 1) for one, other in pairs])
    assert [(x + 1, y + 1) for x, y in made] == order


@pytest.mark.parametrize(("cells", "white"), [(("W2w", "L1b"), 2), (("W2b", "L1w"), 1)])
def test_a_second_meeting_has_the_colors_of_the_first_reversed(cells: tuple[str, str], white: int) -> None:
    """27A1, with nobody else to play, and whatever is due."""
    made = paired(wall(*cells, rounds=3, ratings=[1900, 1800]), 2)
    assert (made.boards[0].white, made.boards[0].reason.color.rule) == (white, "27A1")


def test_a_third_color_of_who_meet_again_is_told_as_the_colors_of_their_first_meeting_reversed() -> None:
    """27A1, 29E5f: with the colors swapped, neither would have one a third time."""
    four = wall("W2w L3b W4b", "L1b W4w L3b", "W4w W1w W2w", "L3b L2b L1w", rounds=5)
    made = paired(four, 4)
    board = next(board for board in made.boards if board.white == 2)
    assert (board.black, board.reason.color.rule, board.reason.color.with_third) == (1, "27A1", (1,))
    told = [str(each) for each in made.warnings if "third time" in str(each)]
    assert told == [
        f"Board {board.board}: the same color a third time in a row for Entry 1, as the colors of their first"
        " meeting are reversed (27A1, 29E5f)."
    ]


def test_a_variation_of_the_fifth_rule_holds_where_the_last_two_rounds_decide_nothing() -> None:
    """29E4d leads to 29E4a: both have one point of four, and the lower-ranked gets what both are due."""
    rows = ["L3b L4w D5w L6b", "L5w D6b L3w L4b"]
    others = ["W1w U W2b U U", "U W1b U W2w U", "W2b U D1b U U", "U D2w U W1w U"]
    chart = wall(*rows, *others, rounds=5, ratings=[1900, 1800, 1700, 1600, 1500, 1400])
    usual = paired(chart, 5, "rule5=plus_minus").boards[0]
    assert usual.reason.color.rule == "29E4-3"
    varied = paired(chart, 5, "rule5=plus_minus", "last_two=rank").boards[0]
    assert (varied.reason.color.rule, varied.white) == ("29E4a", 2)


@pytest.mark.parametrize(
    ("option", "whites"),
    [
        ("higher", [1, 2, 3]),
        ("alternate", [1, 5, 3]),
        ("plus_minus", [1, 2, 3]),
    ],
)
def test_by_turns_the_higher_the_lower_and_the_higher_again(option: str, whites: list[int]) -> None:
    """29E4b: six with one history, all due white; even scores are not minus (29E4a)."""
    rows = [f"D{n + 6}b" for n in range(1, 7)] + [f"D{n}w" for n in range(1, 7)]
    gone = [f"{row} U" for row in rows[6:]]
    made = paired(wall(*rows[:6], *gone, ratings=[1900 - 50 * n for n in range(12)]), 2, f"rule5={option}")
    assert [b.white for b in made.boards] == whites


def test_just_below_even_is_minus() -> None:
    """29E4a: the lower-ranked gets what both are due."""
    one = wall("L3b", "L4b", "W1w U", "W2w U", ratings=[1900, 1800, 1700, 1600])
    assert [b.white for b in paired(one, 2, "rule5=plus_minus").boards] == [2]


def test_half_a_point_of_two_is_minus() -> None:
    rows = [f"D{n + 4}b L{n + 8}w" for n in range(1, 5)]
    rows += [f"D{n}w U U" for n in range(1, 5)] + [f"U W{n}b U" for n in range(1, 5)]
    chart = wall(*rows, ratings=[1900 - 50 * n for n in range(12)])
    assert [b.white for b in paired(chart, 3).boards] == [3, 4]
    assert [b.white for b in paired(chart, 3, "rule5=plus_minus").boards] == [1, 2]


def test_a_second_meeting_that_gives_neither_the_due_color_says_so_once_and_of_both() -> None:
    """27A1: 1 had White in round 1 and Black since, and gets Black; 2 the other way round."""
    cells = ["W2w", "L3b", "B"], ["L1b", "B", "W3w"], ["B", "W1w", "L2b", "H"]
    made = paired(chart(*cells, rounds=5), 4)
    (board,) = made.boards
    assert (board.white, board.black) == (2, 1)
    assert {*board.reason.color.who_misses} == {1, 2}
    assert board.reason.sentences[0] == (
        "They meet a second time, after round 1: no legal pairing avoids it (27A1)."
    )
    assert board.reason.sentences[-1] == (
        "Entry 1 is due white and Entry 2 is due black, but the colors of their first meeting are reversed"
        " (27A1)."
    )
    assert made.groups[0].sentences[1] == "On 1 board neither player gets the due color."


def test_a_group_on_added_points_says_so_and_the_others_do_not() -> None:
    """28R1: the upper half of eight on a point that nobody has."""
    made = pair(PairingInput(wall(*[""] * 8, rounds=5), 1, parse(["acceleration=added_score"])))
    assert isinstance(made, PairingResult)
    assert [group.sentences[1:] for group in made.groups] == [
        ("Each has 1 of these points added for the pairing (28R1).",),
        (),
    ]
    told = [(text.id, text.values) for text in made.boards[0].reason.sentences if isinstance(text, Message)]
    assert beside(told) == [
        "The first rounds are accelerated: for the pairing only, some count with other points than they have."
    ]


def test_a_group_in_which_some_won_the_point_that_others_have_added_says_so() -> None:
    """28R1, round 2: who lost above and who won below."""
    results = ["W3w", "W4b", "L1b", "L2w", "W7w", "W8b", "L5b", "L6w"]
    made = pair(PairingInput(wall(*results, rounds=5), 2, parse(["acceleration=added_score"])))
    assert isinstance(made, PairingResult)
    assert [group.sentences[1] for group in made.groups if len(group.sentences) > 1] == [
        "Each has 1 of these points added for the pairing (28R1).",
        "Some of them are paired on other points than they have (28R1).",
    ]
