"""What is told of the full-point bye is true of late entries, set boards and unrated players (28L, 28K)."""

import random
from dataclasses import replace
from itertools import combinations

import pytest

from tests.pairing.test_rules import boards, paired, refused, wall
from tiebreaks.engine.chart.wallchart import Wallchart
from tournaments.pairing.byes import candidates
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.options import parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.pool import gather
from tournaments.pairing.reading import build_field
from tournaments.pairing.request import Locks, PairingInput, SetBoard
from tournaments.pairing.result import PairingResult
from tournaments.pairing.set_by_director import RefusedError


def test_late_entrants_of_round_one_are_not_told_to_have_had_a_bye() -> None:
    three = wall("", "", "", ratings=[1500, 1400, 1300])
    assert refused(three, 1, late=frozenset({1, 2, 3})) == (
        "The number of players is odd, and nobody can have the bye."
        " Entered late (28K): Entry 1; Entry 2; Entry 3."
    )


def test_players_at_set_boards_are_not_told_to_have_had_a_bye() -> None:
    five = wall("W2w", "L1b", "W4w", "L3b", "B", ratings=[1900, 1800, 1700, 1600, 1500])
    locks = Locks(boards=(SetBoard(1, 3), SetBoard(2, 4)))
    assert refused(five, 2, locks=locks) == (
        "The number of players is odd, and nobody can have the bye."
        " Had a full-point bye or a forfeit win (28L3): Entry 5."
        " Set by the director: Entry 1 – Entry 3; Entry 2 – Entry 4."
    )


def test_many_are_counted() -> None:
    nine = wall(*[""] * 9, ratings=[1900 - 10 * n for n in range(9)])
    told = refused(nine, 1, late=frozenset(range(1, 10)))
    assert told.endswith(" Entered late (28K): 9 players.")


@pytest.mark.parametrize("count", [6, 7])
def test_six_boards_are_named_and_seven_counted(count: int) -> None:
    boards = tuple(SetBoard(2 * n, 2 * n + 1) for n in range(1, count + 1))
    told = refused(wall(*[""] * (2 * count + 1)), 1, locks=Locks(boards=boards), late=frozenset({1}))
    named = "; ".join(f"Entry {board.white} – Entry {board.black}" for board in boards)
    assert told.endswith(f" Set by the director: {named if count == 6 else '7 boards'}.")


def test_seven_who_had_the_bye_are_counted_as_players() -> None:
    nine = wall("X", *["B"] * 6, "U", "U")
    told = refused(nine, 2, locks=Locks(boards=(SetBoard(8, 9),)))
    assert " Had a full-point bye or a forfeit win (28L3): 7 players." in told


def test_where_everybody_had_the_bye_one_sentence_says_so() -> None:
    three = wall("B", "X", "B", rounds=3)
    assert refused(three, 2) == (
        "The number of players is odd, and everybody has had a full-point bye or a forfeit win (28L3)."
    )


def test_the_bye_goes_above_players_at_set_boards_who_are_named() -> None:
    """Lower ones would have it, if their board were not set."""
    five = wall("", "", "", "", "", ratings=[1900, 1800, 1700, 1600, 1500])
    bye = paired(five, 1, locks=Locks(boards=(SetBoard(4, 5),))).bye
    assert bye is not None
    assert bye.number == 3
    assert bye.sentences[1] == (
        "Passed over: Entry 5 (on a board that is set), Entry 4 (on a board that is set)."
    )
    lower = wall(
        "W4w", "W5w", "W6w", "L1b", "L2b", "L3b", "L8b", "W7w", "B", ratings=[1900 - n for n in range(9)]
    )
    boards = tuple(SetBoard(*both) for both in ((4, 5), (6, 7)))
    above = paired(lower, 2, locks=Locks(boards=boards)).bye
    assert above is not None
    assert above.sentences[0].startswith("Full-point bye: lowest-rated eligible player of the 1-point group;")


def test_a_bye_among_unrated_players_is_not_told_of_rated_ones() -> None:
    bye = paired(wall("", "", "", ratings=[None] * 3), 1).bye
    assert bye is not None
    assert bye.sentences == (
        "Full-point bye: nobody in the 0-point group is rated, so an unrated player has it (28L2).",
    )


def test_of_two_unrated_players_the_new_one_is_told_to_be_new() -> None:
    """28L2: who has played rated games has the bye before a new player."""
    three = wall("", "", "", ratings=[None] * 3)
    bye = paired(three, 1, new=frozenset({3})).bye
    assert bye is not None
    assert bye.number == 2
    assert bye.sentences[1] == "Passed over: Entry 3 (new, without a rated game, 28L2)."


def test_a_bye_after_a_half_point_bye_is_told_as_such() -> None:
    """28L4: everybody else of the group has had a full-point bye."""
    rows = ["H D3w", "B L5w", "W4w D1b", "L3b B", "B W2b"]
    bye = paired(wall(*rows, rounds=5, ratings=[1500, 1400, 1300, 1200, 1100]), 3).bye
    assert bye is not None
    assert bye.number == 1
    assert bye.sentences == (
        "Full-point bye in spite of the half-point bye in round 1: nobody of the 1-point group"
        " without one can have it (28L4).",
        "Passed over: Entry 4 (had a full-point bye or forfeit win, 28L3),"
        " Entry 2 (had a full-point bye or forfeit win, 28L3).",
    )


def test_higher_rated_players_whom_a_half_point_bye_comes_after_are_named() -> None:
    """28L4: 2 and 4 would have come before 1, had they had no bye. 6 has had a half-point bye too."""
    rows = ["H D3w", "B L5w", "W4w D1b", "L3b B", "B W2b", "H D7w", "B D6b"]
    bye = paired(wall(*rows, rounds=5, ratings=[1100, 1200, 1300, 1400, 1500, 1600, 1700]), 3).bye
    assert bye is not None
    assert bye.number == 1
    assert bye.sentences[1] == (
        "Passed over: Entry 2 (had a full-point bye or forfeit win, 28L3),"
        " Entry 4 (had a full-point bye or forfeit win, 28L3)."
    )


def test_the_forfeit_win_of_a_board_in_the_same_round_is_no_earlier_one() -> None:
    """28L3: who has a board is on it, and has had no bye, however the board ended."""
    five = wall("", "", "", "X5w", "F4b", ratings=[1900, 1800, 1700, 1600, 1500])
    bye = paired(five, 1).bye
    assert bye is not None
    assert bye.sentences[1] == (
        "Passed over: Entry 5 (on a board that is set), Entry 4 (on a board that is set)."
    )


THIRD_AND_FIFTH = Locks(boards=(SetBoard(3, 5),))


def test_on_a_set_board_an_earlier_bye_is_told_and_a_late_entry_is_not() -> None:
    """28L3 says more than the board: without the board, Entry 5 would have no bye either."""
    rows = ["D4w W5b", "D3w D4w", "D2b B", "D1b D2b", "B L1w"]
    bye = paired(wall(*rows, ratings=[1900, 1800, 1700, 1600, 1500]), 3, locks=THIRD_AND_FIFTH).bye
    assert bye is not None
    assert bye.sentences[1] == "Passed over: Entry 5 (had a full-point bye or forfeit win, 28L3)."
    first = wall("", "", "", "", "", ratings=[1900, 1800, 1700, 1600, 1500])
    late = paired(first, 1, late=frozenset({5}), locks=THIRD_AND_FIFTH).bye
    assert late is not None
    assert late.sentences[1] == "Passed over: Entry 5 (on a board that is set)."


def test_an_unrated_player_alone_in_the_lowest_group_is_told_that_nobody_there_is_rated() -> None:
    """28L2: the rated players of other groups have another score."""
    five = wall("W2w", "L1b", "D4w", "D3b", "U", rounds=5, ratings=[1900, None, 1700, 1600, None])
    bye = paired(five, 2).bye
    assert bye is not None
    assert bye.number == 5
    assert bye.sentences == (
        "Full-point bye: nobody in the 0-point group is rated, so an unrated player has it (28L2).",
    )


def passed_over(chart: Wallchart, *options: str, locks: Locks) -> str:
    bye = paired(chart, 1, *options, locks=locks).bye
    assert bye is not None
    assert bye.number == 2
    return bye.sentences[1]


def test_who_is_never_to_meet_is_told_of_somebody_passed_over_for_the_bye() -> None:
    three = wall("", "", "", ratings=[1900, 1800, 1700])
    assert passed_over(three, locks=Locks(apart=((2, 3), (1, 2)))) == (
        "Passed over: Entry 3 (with this bye Entry 1 and Entry 2 would meet, whom the director keeps apart)."
    )


def test_opponents_who_would_meet_again_are_told_of_somebody_passed_over_for_the_bye() -> None:
    """27A1: the request is none of the causes."""
    three = wall("W2w", "L1b", "U", rounds=3, ratings=[1900, 1800, 1700])
    bye = paired(three, 2, locks=Locks(asked_apart=((2, 3),))).bye
    assert bye is not None
    assert bye.sentences[1] == "Passed over: Entry 3 (the others could not be paired, 27A1)."


def test_a_second_bye_that_the_director_set_is_warned_of_where_boards_are_explained() -> None:
    """28L3. Nobody has it where a player who is set to have it has a board."""
    five = wall("W4w", "W3b", "L2w", "L1b", "B", ratings=[1900, 1800, 1700, 1600, 1500])
    request = PairingInput(five, 2, locks=Locks(bye=5))
    told = "Entry 5 has had a full-point bye or a forfeit win (28L3)."
    own = explain(request, Typed(((1, 2, 1), (2, 4, 3))))
    assert isinstance(own, PairingResult)
    assert own.bye is not None
    assert (own.bye.number, own.warnings) == (5, (told,))
    seated = explain(request, Typed(((1, 2, 1), (2, 5, 3))))
    assert isinstance(seated, PairingResult)
    assert told not in seated.warnings
    assert "Entry 5 is not in this round." in seated.warnings


def with_house(*rows: str, teams: str = "") -> Wallchart:
    """The last one is the house player."""
    ratings = [1900 - 100 * n for n in range(len(rows))]
    made = wall(*rows, rounds=4, ratings=ratings, teams=teams)
    return replace(made, cards=(*made.cards[:-1], replace(made.cards[-1], house=True)))


def why_resting(chart: Wallchart, round: int, *options: str, locks: Locks | None = None) -> list[str]:
    bye = paired(chart, round, *options, locks=locks or Locks()).bye
    assert bye is not None
    return [text for text in bye.sentences if "The house" in text]


def test_a_house_player_who_has_met_everybody_is_told_to_sit_out() -> None:
    """28M1: a house player would come before a bye."""
    met_all = with_house("B W4w U", "W4w U U", "U U W4w", "L2b L1b L3b")
    assert why_resting(met_all, 4) == [
        "The house player Entry 4 sits out, having met everybody who is free (27A1)."
    ]


def test_a_house_player_who_may_meet_nobody_is_told_to_sit_out() -> None:
    """Entry 4 has met two, and the director keeps the third away."""
    most = with_house("U W4w", "W4w U", "U U", "L2b L1b")
    told = why_resting(most, 3, locks=Locks(apart=((3, 4),)))
    assert told == ["The house player Entry 4 sits out: nobody is free whom Entry 4 may meet."]


def test_requests_that_keep_a_house_player_from_playing_are_told() -> None:
    four = with_house("", "", "", "", teams="XYXX")
    told = "The house player Entry 4 sits out: with Entry 4, more players would meet who should be kept apart"
    asked = Locks(asked_apart=((1, 4), (2, 4), (3, 4)))
    assert why_resting(four, 1, locks=asked) == [f"{told} (28T)."]
    assert why_resting(four, 1, "teams=never") == [f"{told} (28N2, 28T)."]


def test_a_house_player_with_whom_others_would_be_left_is_told_to_sit_out() -> None:
    """The house player may meet Entry 4 alone, and of 1, 2, 3 and 5 two would be left who are kept apart."""
    apart = ((1, 2), (1, 3), (2, 3), (1, 6), (2, 6), (3, 6), (5, 6))
    assert why_resting(with_house("", "", "", "", "", ""), 1, locks=Locks(apart=apart)) == [
        "The house player Entry 6 sits out: with Entry 6, the others could not all be paired (27A1)."
    ]


def test_of_teams_a_house_team_is_told_to_sit_out() -> None:
    met_all = with_house("B W4w U", "W4w U U", "U U W4w", "L2b L1b L3b")
    made = pair(PairingInput(met_all, 4, of_teams=True))
    assert isinstance(made, PairingResult)
    assert made.bye is not None
    assert made.bye.sentences[-1].startswith("The house team Entry 4 sits out")


def test_a_house_player_of_an_even_number_needs_no_reason_to_rest() -> None:
    made = paired(with_house("", "", "", "", ""), 1)
    assert made.bye is None


ONE_TEAM = ("W6w W5b", "W5w D3b", "D7b D2w", "B L7b", "L2b L1w", "L1b B", "D3w W4w")


def one_team(*, but: str = "") -> Wallchart:
    """Seven players of one team before their last round. The first one leads; the fifth has no points."""
    teams = ["X"] * 6 + [but or "X"]
    return wall(*ONE_TEAM, rounds=3, ratings=[1900 - 100 * n for n in range(7)], teams=teams)


def test_the_leader_of_one_team_is_not_given_the_bye_for_the_sake_of_teams() -> None:
    """28L2, PAIRING §4 level 1: teammates meet with any bye, and the lowest has it. Who leads (28N2)
    is the same with any bye: without the leader, those who are second are no leaders."""
    for chart in (one_team(), one_team(but="Y")):
        made = paired(chart, 3, "teams=never")
        assert made.bye is not None
        assert made.bye.number == 5
        assert made.bye.sentences == (
            "Full-point bye: lowest-rated eligible player of the lowest score group (28L2).",
        )
        assert any(1 in both for both in boards(made))


def test_a_leader_whose_bye_is_set_makes_nobody_else_a_leader() -> None:
    """28N2 in the last round: 2 and 3 are second and of one team; they meet where 1 has left."""
    five = wall("W4w", "H", "H", "L1b", "U", rounds=2, teams="XYYZW")
    assert {2, 3} not in boards(paired(five, 2, "teams=never", locks=Locks(bye=1)))
    away = replace(five, cards=tuple(replace(c, withdrew=1) if c.number == 1 else c for c in five.cards))
    assert {2, 3} in boards(paired(away, 2, "teams=never"))


def test_who_is_passed_over_lest_teammates_meet_is_told_so() -> None:
    """28N2, not 27A1: without 3, the teammates 1 and 2 would meet, although they could be paired."""
    three = wall("", "", "", ratings=[1900, 1800, 1700], teams="XXY")
    bye = paired(three, 1, "teams=never").bye
    assert bye is not None
    assert bye.number == 2
    assert bye.sentences[1] == "Passed over: Entry 3 (more teammates would meet, 28N2)."
    asked = paired(three, 1, locks=Locks(asked_apart=((1, 2),))).bye
    assert asked is not None
    assert asked.sentences[1] == "Passed over: Entry 3 (more would meet who should be kept apart, 28T)."
    never = paired(three, 1, locks=Locks(apart=((1, 2),))).bye
    assert never is not None
    told = (
        "Passed over: Entry 3 (with this bye Entry 1 and Entry 2 would meet, whom the director keeps apart)."
    )
    assert never.sentences[1] == told


def test_the_bye_is_the_first_with_which_the_fewest_requests_are_broken() -> None:
    """One matching says so; here each bye is tried (28L2, 28N2, 28T)."""
    found = 0
    for seed in range(150):
        rng = random.Random(seed)
        size = rng.choice((5, 7, 9))
        couples = [pair for pair in combinations(range(1, size + 1), 2) if rng.random() < 0.4]
        locks = Locks(apart=tuple(couples[::3]), asked_apart=tuple(couples[1::3]))
        chart = wall(
            *(rng.choice("HUU") for _ in range(size)),
            rounds=4,
            ratings=[1900 - 10 * n for n in range(size)],
            teams=[rng.choice("XXXY") for _ in range(size)],
        )
        request = PairingInput(chart, 2, parse(["teams=never"]), locks)
        order = candidates(request, build_field(request, list(chart.cards), {}))
        cost = [broken_with(request, number) for number in order]
        best = min(filter(None, cost), default=None)
        if best is not None:
            bye = gather(request).bye
            assert bye is not None
            assert bye.number == order[cost.index(best)], seed
            found += cost[0] != best > 1
    assert found > 10


def test_the_bye_goes_higher_where_fewer_meet_a_second_time_then() -> None:
    """PAIRING §4.7: with the bye of 4, the lowest, both boards would be second meetings."""
    rows = (
        "L2w X4 D5b L3w D4b H", "W1b W6w L3b H D5w", "W4b W5w W2w W1b L6b", "L3w F1 L6b F5 D1w",
        "W6w L3b D1w X4 D2b", "L5b L2b W4w B W3w",
    )  # fmt: skip
    six = wall(*rows, rounds=6, ratings=[1750, 1750, 1650, 1300, 1050, 1000])
    made = paired(six, 6)
    assert made.bye is not None
    assert made.bye.number == 2
    assert made.bye.sentences[1].startswith("Passed over: Entry 4 (more would meet a second time, 27A1)")
    assert made.warnings == ("Entry 3 and Entry 6 meet a second time: no legal pairing avoids it (27A1).",)


def broken_with(request: PairingInput, number: int) -> int | None:
    """How many requests this bye breaks, and one more; None if the others cannot be paired then."""
    try:
        made = gather(replace(request, locks=replace(request.locks, bye=number)))
    except RefusedError:
        return None
    return None if made.again else len(made.broken) + 1
