"""Byes, house players, acceleration, teammates, re-entries, set boards, and what cannot be paired."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.wallchart import Wallchart
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.options import parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.plain import beside
from tournaments.pairing.pool import gather
from tournaments.pairing.quads import cut
from tournaments.pairing.reading import entrant, met
from tournaments.pairing.request import Locks, PairingInput, SetBoard
from tournaments.pairing.result import Impossible, PairingResult
from tournaments.pairing.round_robin import double, table
from tournaments.pairing.why_not import why_not


def wall(
    *rows: str, rounds: int = 4, ratings: Sequence[int | None] = (), teams: Sequence[str] = ""
) -> Wallchart:
    """Rows of cells, one string a player; blanks separate rounds."""
    made = chart(*[row.split() for row in rows], rounds=rounds, ratings=ratings or [1500] * len(rows))
    if teams:
        cards = (replace(c, team=team) for c, team in zip(made.cards, teams, strict=True))
        made = replace(made, cards=tuple(cards))
    return made


def paired(made: Wallchart, round: int, *options: str, **settings: object) -> PairingResult:
    request = replace(PairingInput(made, round, parse(options)), **settings)  # type: ignore[arg-type]
    result = pair(request)
    assert isinstance(result, PairingResult), result
    return result


def boards(result: PairingResult) -> list[set[int]]:
    return [set(board.players) for board in result.boards]


def refused(made: Wallchart, round: int, *options: str, **settings: object) -> str:
    request = replace(PairingInput(made, round, parse(options)), **settings)  # type: ignore[arg-type]
    result = pair(request)
    assert isinstance(result, Impossible), result
    return result.reason


START = wall(
    "", "", "", "", "", "", "", "", "", ratings=[2000, 1900, 1850, 1700, 1650, 1500, 1400, None, None]
)


def test_who_met_in_a_later_round_does_not_meet_again() -> None:
    """27A1: they have played, ahead of time (28M2) or because a round was left out. That is told."""
    rows = (["W4w", "", "W2b"], ["W3b", "", "L1w"], ["L2w", "", "L4w"], ["L1b", "", "W3b"])
    hole = chart(*rows, rounds=3, ratings=[2000, 1900, 1800, 1700])
    made = paired(hole, 2)
    assert boards(made) == [{1, 3}, {2, 4}]
    assert "Entry 1 and Entry 2 met in round 3, so both leave the 1-point group (29D2)." in told_of(made)
    ahead = (
        "Round 3 has results already, and round 2 has not. Who met there should not meet again (27A1); its"
        " points and colors do not count here."
    )
    assert made.warnings == (ahead,)
    typed = explain(PairingInput(hole, 2), Typed(((1, 2, 1), (2, 4, 3))))
    assert isinstance(typed, PairingResult)
    assert {ahead, "Board 1: Entry 2 and Entry 1 met in round 3 (27A1)."} <= {*typed.warnings}


def test_byes_of_a_later_round_has_no_other() -> None:
    """28L3"""
    rows = (["W2w"], ["L1b"], ["W4w"], ["L3b"], ["U", "", "B"])
    made = paired(chart(*rows, rounds=3, ratings=[2000, 1900, 1800, 1700, 1600]), 2)
    assert made.bye is not None
    assert made.bye.number == 4


def told_of(made: PairingResult) -> list[str]:
    return [said for board in made.boards for said in board.reason.sentences]


def test_round_one_slides_and_the_lowest_rated_has_the_bye() -> None:
    made = paired(START, 1)
    assert boards(made) == [{1, 5}, {2, 6}, {3, 8}, {4, 9}]
    assert [b.white for b in made.boards] == [1, 6, 3, 9]
    assert made.bye is not None
    assert made.bye.number == 7


def test_unrated_players_may_count_as_lowest_by_option() -> None:
    assert paired(START, 1, "bye_unrated=last").bye is not None
    assert paired(START, 1, "bye_unrated=last").bye.number == 9  # type: ignore[union-attr]


def test_a_late_entrant_has_no_bye_in_round_one() -> None:
    bye = paired(START, 1, late=frozenset({7})).bye
    assert bye is not None
    assert bye.number == 6


def bottom(*, requested: bool) -> Wallchart:
    """The 1300, the 1200 and an unrated player are without a point after two rounds."""
    rows = ["W4w W5b", "W5w W6b", "W6w W4b", "L1b L3w", "L2b L1w", "L3b L2w", "B U"]
    made = wall(*rows, ratings=[1900, 1800, 1700, 1300, 1200, None, 1250])
    if not requested:
        return made
    half = chart(["U", "U", "U", "H"]).cards[0].cells[3]
    cards = [replace(c, cells=(*c.cells, half)) if c.number == 5 else c for c in made.cards]
    return replace(made, cards=tuple(cards))


def test_the_bye_passes_over_requests_and_unrated_players() -> None:
    without = paired(bottom(requested=False), 3).bye
    assert without is not None
    assert without.number == 5
    bye = paired(bottom(requested=True), 3).bye
    assert bye is not None
    assert bye.number == 4
    assert bye.sentences[1] == (
        "Passed over: Entry 6 (unrated, 28L2), Entry 5 (half-point bye in round 4, 28L4)."
    )


def test_28l2_of_unrated_players_alone_nobody_is_passed_over_for_the_bye() -> None:
    made = paired(wall("", "", "", "", "", rounds=3, ratings=[None] * 5), 1)
    assert made.bye
    assert made.bye.number == 5
    assert not [said for said in made.bye.sentences if "Passed over" in said]


def test_nobody_has_a_second_bye_nor_one_after_a_forfeit_win() -> None:
    made = paired(wall("W2w", "L1b", "B", ratings=[1900, 1800, 1000]), 2)
    assert made.bye is not None
    assert made.bye.number == 2
    forfeit = paired(wall("X2w", "F1b", "H", ratings=[1000, 1800, 1900]), 2)
    assert forfeit.bye is not None
    assert forfeit.bye.number == 2


def test_acceleration_by_added_score() -> None:
    sixteen = wall(*[""] * 16, rounds=5, ratings=[2000 - 50 * n for n in range(16)])
    made = paired(sixteen, 1, "acceleration=added_score")
    assert boards(made) == [{n, n + 4} for n in (1, 2, 3, 4, 9, 10, 11, 12)]
    rows = [""] * 16
    for board in made.boards:
        high, low = min(board.players), max(board.players)
        rows[high - 1], rows[low - 1] = (
            f"W{low}{'w' if board.white == high else 'b'}",
            (f"L{high}{'w' if board.white == low else 'b'}"),
        )
    second = wall(*rows, rounds=5, ratings=[2000 - 50 * n for n in range(16)])
    made = paired(second, 2, "acceleration=added_score", "limits=0/0")
    expected = [(1, 3), (2, 4), (5, 9), (6, 10), (7, 11), (8, 12), (13, 15), (14, 16)]
    assert boards(made) == [set(pair) for pair in expected]
    assert any("Accelerated (28R1)" in sentence for sentence in made.boards[0].reason.sentences)
    third = paired(second, 2, "limits=0/0")
    assert boards(third) != boards(made)


def test_team_mates_meet_in_plus_two_groups_before_anybody_leaves() -> None:
    rows = ["W3w W4b", "W4w W3b", "L1b L2w", "L2b L1w"]
    four = wall(*rows, ratings=[1900, 1800, 1700, 1600], teams="XXYZ")
    assert boards(paired(four, 3, "teams=plus_two")) == [{1, 2}, {3, 4}]
    with_more = wall(
        *rows, "W6w L6b", "L5b W5w", ratings=[1900, 1800, 1700, 1600, 1500, 1400], teams="XXYZVW"
    )
    assert {1, 2} in boards(paired(with_more, 3, "teams=plus_two"))
    assert {1, 2} not in boards(paired(with_more, 3, "teams=never"))


def test_nobody_leaves_a_plus_two_group_for_teammates_of_a_group_below() -> None:
    """28N1c. Four have won twice and could each take one of the losing team, which then would not meet."""
    eight = wall(
        *["W5w W6b", "W6w W5b", "L7b L8w", "L8b L7w", "L1b L2w", "L2b L1w", "W3w W4b", "W4w W3b"],
        ratings=[1900, 1800, 1700, 1600, 1500, 1400, 1300, 1200],
        teams=["", "", "X", "X", "X", "X", "", ""],
    )
    made = paired(eight, 3, "teams=plus_two")
    assert [both for both in boards(made) if both & {1, 2, 7, 8}] == [{1, 7}, {2, 8}]
    mates = [board for board in made.boards if board.players & {3, 4, 5, 6}]
    for board in mates:
        both = " and ".join(f"Entry {number}" for number in sorted(board.players))
        assert (
            f"{both} are teammates: keeping the 2-point group together comes before keeping teammates apart"
            " (28N1c)."
        ) in board.reason.sentences
        told = [(each.id, each.values) for each in board.reason.sentences]  # type: ignore[attr-defined]
        assert f"{both} are teammates. Keeping the 2-point group together comes first." in beside(told)
        as_seated = f"Entry {board.white} and Entry {board.black}"
        assert (
            f"Board {board.board}: {as_seated} are teammates. Keeping the 2-point group together comes before"
            " keeping teammates apart (28N1c)."
        ) in made.warnings
    as_made = Typed(tuple((board.board, board.white, board.black) for board in made.boards))
    typed = explain(PairingInput(eight, 3, parse(["teams=plus_two"])), as_made)
    assert typed.warnings == made.warnings


def test_teammates_who_have_to_meet_are_not_told_of_groups_that_stay_together() -> None:
    """The same with Entries 1 and 2 of the team too: of six among eight, four meet in any case."""
    eight = wall(
        *["W5w W6b", "W6w W5b", "L7b L8w", "L8b L7w", "L1b L2w", "L2b L1w", "W3w W4b", "W4w W3b"],
        ratings=[1900, 1800, 1700, 1600, 1500, 1400, 1300, 1200],
        teams=[*"XXXXXX", "", ""],
    )
    made = paired(eight, 3, "teams=plus_two")
    told = [said for board in made.boards for said in board.reason.sentences if "are teammates" in said]
    assert told
    assert not [said for said in told if "not all teammates can be kept apart (28N1)" not in said]


def test_below_plus_two_team_mates_leave_the_group() -> None:
    rows = ["W3w", "W4w", "L1b", "L2b"]
    four = wall(*rows, ratings=[1900, 1800, 1700, 1600], teams="XXYZ")
    assert {1, 2} not in boards(paired(four, 2, "teams=plus_two"))
    assert boards(paired(four, 2))[0] == {1, 2}
    assert boards(paired(four, 2, "teams=if_required"))[0] == {1, 2}


def test_two_leaders_of_one_team_meet_though_fewer_teammates_would_meet_without() -> None:
    """28N2: in the last round no leader is sent down a group for the sake of teams."""
    all_of_one = wall("W5w", "W6w", "D4w", "D3b", "L1b", "L2b", rounds=2, teams="XXXXXX")
    assert {1, 2} in boards(paired(all_of_one, 2, "teams=never"))
    rows = ("W3w", "W4b", "L1b", "L2w", "D6w", "D5b", "D8w", "D7b")
    most = paired(wall(*rows, rounds=2, teams="XXXXXXXY"), 2, "teams=never")
    assert {1, 2} in boards(most)
    others = [said for board in most.boards[1:] for said in board.reason.sentences]
    assert not [said for said in others if "Nobody leaves" in said]


@pytest.mark.parametrize("option", ["plus_two", "if_required", "never"])
def test_a_team_is_the_same_however_its_capitals_and_blanks_are_typed(option: str) -> None:
    four = wall(*[""] * 4, ratings=[1900, 1800, 1700, 1600], teams=["Cedar Hill", "Elm", "cedarhill ", "Fir"])
    assert {1, 3} not in boards(paired(four, 1, f"teams={option}"))


def test_one_pair_of_teammates_that_must_meet_leaves_the_others_apart() -> None:
    """Four of six are of one team: two of them meet, and not all four (28N1a)."""
    six = wall(*[""] * 6, ratings=[1900, 1800, 1700, 1600, 1500, 1400], teams="XXYXXZ")
    for option, rule in (("plus_two", "28N1"), ("never", "28N2"), ("if_required", "28N4")):
        made = paired(six, 1, f"teams={option}")
        mates = [board for board in made.boards if board.players <= {1, 2, 4, 5}]
        assert len(mates) == 1
        told = [said for said in mates[0].reason.sentences if "are teammates" in said]
        assert len(told) == 1
        assert told[0].endswith(f"({rule}).")
        (warning,) = made.warnings
        assert warning.startswith(f"Board {mates[0].board}: {told[0].partition(':')[0]}. ")
        assert warning.endswith(f"({rule}).")
        typed = Typed(tuple((board.board, board.white, board.black) for board in made.boards))
        again = explain(PairingInput(six, 1, parse([f"teams={option}"])), typed)
        assert again.warnings == made.warnings


def test_a_house_player_is_kept_from_teammates_as_others_are() -> None:
    """28M1 with 28N2: the house player of a school is one of its team."""
    chart = wall("", "", "", "", ratings=[1900, 1800, 1700, 1600], teams="XYZX")
    house = replace(chart, cards=(*chart.cards[:3], replace(chart.cards[3], house=True)))
    request = PairingInput(house, 1, parse(["teams=never"]))
    assert gather(request).asked == {frozenset((1, 4))}
    assert {1, 4} not in boards(paired(house, 1, "teams=never"))


def test_who_meets_a_teammate_has_not_left_another_one_for_the_sake_of_teams() -> None:
    """All are of one team, and 1 and 3 are never to meet: 2 and 3 are paired for that."""
    four = wall("", "", "", "", ratings=[1900, 1800, 1700, 1600], teams="XXXX")
    made = paired(four, 1, "teams=never", locks=Locks(apart=((1, 3),)))
    assert [board.reason.sentences[0] for board in made.boards] == [
        "Entry 1 meets Entry 4 instead of Entry 3: the director keeps Entry 1 and Entry 3 apart.",
        "Entry 3 meets Entry 2 instead of Entry 1: the director keeps Entry 3 and Entry 1 apart.",
    ]


def test_a_reason_names_team_and_rematch() -> None:
    level = wall("", "", "", "", ratings=[1600, 1500, 1400, 1300], teams="XYXZ")
    made = paired(level, 1, "teams=plus_two")
    assert boards(made) == [{1, 4}, {2, 3}]
    assert (
        made.boards[0].reason.sentences[0] == "Entry 1 meets Entry 4 instead of Entry 3: same team (28N1a)."
    )
    drawn = wall("D3w", "D4w", "D1b", "D2b", ratings=[1600, 1500, 1400, 1300])
    said = paired(drawn, 2).boards[0].reason.sentences[0]
    assert said == "Entry 1 meets Entry 4 instead of Entry 3: Entry 1 and Entry 3 met in round 1 (27A1)."


def test_a_forfeited_pairing_may_be_paired_again() -> None:
    assert boards(paired(wall("X2w", "F1b", rounds=3), 2)) == [{1, 2}]


def test_a_re_entry_does_not_meet_its_opponents_again() -> None:
    made = wall("L2w U", "W1b W3w", "W4w L2b", "L3b U", "U U", "U U")
    cards = list(made.cards)
    cards[4], cards[5] = replace(cards[4], reentry_of=1), replace(cards[5], reentry_of=4)
    played = met(replace(made, cards=tuple(cards)), 3)
    assert set(played[5]) == {1, 2}
    assert set(played[6]) == {3, 4}
    assert entrant(made, cards[4], 3).colors == "--"


def with_entries_of(made: Wallchart, **earlier: int) -> Wallchart:
    """The same chart with re-entries, as ``_5=1`` for entry 5 of the player of entry 1."""
    first = {int(number[1:]): of for number, of in earlier.items()}
    return replace(made, cards=tuple(replace(c, reentry_of=first.get(c.number)) for c in made.cards))


def test_entries_of_one_player_are_never_paired_with_each_other() -> None:
    """28S: the first one, and each of its re-entries, even where nobody else is left."""
    four = wall("", "", "", "", ratings=[1900, 1800, 1700, 1600])
    made = paired(with_entries_of(four, _3=1), 1)
    assert boards(made) == [{1, 4}, {2, 3}]
    assert made.boards[0].reason.sentences[0] == (
        "Entry 1 meets Entry 4 instead of Entry 3: Entry 1 and Entry 3 are entries of one player (28S)."
    )
    assert refused(with_entries_of(wall("", ""), _2=1), 1) == (
        "These players cannot be paired, not even by meeting a second time."
    )
    # Two re-entries of one player, who came one after the other.
    six = wall("", "", "", "", "", "", ratings=[1900, 1800, 1700, 1600, 1500, 1400])
    assert {3, 6} in boards(paired(six, 1))
    assert {3, 6} not in boards(paired(with_entries_of(six, _3=1, _6=1), 1))


def test_a_board_of_two_entries_of_one_player_is_refused_and_a_typed_one_warned_of() -> None:
    four = with_entries_of(wall("", "", "", "", ratings=[1900, 1800, 1700, 1600]), _3=1)
    locks = Locks(boards=(SetBoard(1, 3),))
    assert refused(four, 1, locks=locks) == (
        "Entry 1 and Entry 3 are entries of one player, and are set on a board (28S)."
    )
    typed = explain(PairingInput(four, 1), Typed(((1, 1, 3), (2, 2, 4))))
    assert "Board 1: Entry 1 and Entry 3 are entries of one player (28S)." in typed.warnings
    assert why_not(PairingInput(four, 1), 1, 3)[0] == "Entry 1 and Entry 3 are entries of one player (28S)."


def test_a_second_meeting_is_the_last_resort_and_reverses_colors() -> None:
    made = paired(wall("W2w", "L1b"), 2)
    assert [(b.white, b.black) for b in made.boards] == [(2, 1)]
    assert "meet a second time" in made.warnings[0]
    assert "without meeting a second time" in refused(wall("W2w", "L1b"), 2, "rematch_when_impossible=refuse")


def test_there_is_never_a_third_meeting() -> None:
    assert "not even" in refused(wall("W2w L2b", "L1b W1w"), 3)


def test_three_players_and_five_rounds() -> None:
    three = wall("W2w B L3b", "L1b W3w B", "B L2b W1w", rounds=5)
    assert "everybody has had" in refused(three, 4)


def test_everybody_of_one_team() -> None:
    made = paired(wall("", "", teams="XX"), 1, "teams=never")
    assert boards(made) == [{1, 2}]
    assert made.warnings == (
        "Board 1: Entry 1 and Entry 2 are teammates. Not all teammates can be kept apart (28N2).",
        "All players of this round are of one team, so teammates meet (28N2).",
    )


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        (["teams=never"], "28N2"),
        (["teams=plus_two"], "28N1"),
        (["teams=plus_two", "plus_limit=1"], "28N3"),
        (["teams=if_required"], "28N4"),
    ],
)
def test_that_everybody_is_of_one_team_is_told_with_the_rule_that_is_posted(
    options: list[str], rule: str
) -> None:
    request = PairingInput(wall("", "", "", "", teams="XXXX"), 1, parse(options))
    made = pair(request)
    assert isinstance(made, PairingResult)
    told = f"All players of this round are of one team, so teammates meet ({rule})."
    assert made.warnings[-1] == told
    assert "Entry 1 and Entry 3 are teammates: not all teammates can be kept apart" in " ".join(
        made.boards[0].reason.sentences
    )
    typed = explain(request, Typed(tuple((b.board, b.white, b.black) for b in made.boards)))
    assert told in typed.warnings


def test_of_requests_that_cannot_all_be_kept_the_fewest_are_broken_and_each_is_named() -> None:
    """PAIRING §4.7: 1 asked not to meet anybody, so that one request is broken; 2 and 6 are kept apart."""
    asked = (*((1, other) for other in range(2, 9)), (2, 6))
    eight = wall(*[""] * 8, ratings=[1800, 1700, 1600, 1500, 1400, 1390, 1300, 1200])
    made = paired(eight, 1, locks=Locks(asked_apart=asked))
    assert boards(made) == [{1, 6}, {2, 5}, {3, 7}, {4, 8}]
    assert made.warnings == (
        "Board 1: Entry 1 and Entry 6 asked not to meet. Not all requests can be kept, and this pairing"
        " breaks the fewest (28T).",
    )
    told = (
        "Entry 1 and Entry 6 asked not to meet: not all requests can be kept, and this pairing breaks the"
        " fewest (28T)."
    )
    assert [told in board.reason.sentences for board in made.boards] == [True, False, False, False]


def test_teammates_who_never_meet_give_way_before_a_request_where_all_are_of_one_team() -> None:
    """28N2, 28T: 1 and 3 would meet first; teammates meet with any pairing, so the request is kept."""
    four = wall("", "", "", "", ratings=[1800, 1700, 1600, 1500], teams="XXXX")
    made = paired(four, 1, "teams=never", locks=Locks(asked_apart=((1, 3),)))
    assert boards(made) == [{1, 4}, {2, 3}]


def test_a_request_among_teammates_who_never_meet_tells_of_both() -> None:
    """28N2: 1 and 2 asked; to keep all apart two boards of teammates would be needed for theirs."""
    four = wall("", "", "", "", ratings=[1800, 1700, 1600, 1500], teams="XYXY")
    made = paired(four, 1, "teams=never", locks=Locks(asked_apart=((1, 2), (1, 4))))
    assert boards(made) == [{1, 4}, {2, 3}]
    told = (
        "Entry 1 and Entry 4 asked not to meet: of teammates and those who asked as few meet as can be, and"
        " no leader of the last round drops for it (28N2, 28T)."
    )
    assert told in made.boards[0].reason.sentences


def test_a_request_is_not_broken_for_an_older_second_meeting() -> None:
    """PAIRING §4.7: everybody has met but for 1 – 3 and 2 – 4. With 1 – 2 and 3 – 4 again, from round 1, the
    request of 3 and 4 would be broken; 1 – 4 and 2 – 3, from round 2, keep it."""
    four = wall("W2w W4w", "L1b W3w", "W4w L2b", "L3b L1b", rounds=4)
    locks = Locks(apart=((1, 3),), asked_apart=((3, 4),))
    assert boards(paired(four, 3, locks=locks)) == [{1, 4}, {2, 3}]


def test_a_request_that_somebody_broke_by_hand_leaves_no_pairing_that_breaks_the_fewest() -> None:
    """28T: 1 asked not to meet anybody, so that one request is broken; by hand 3 and 4 meet too."""
    four = wall("", "", "", "", ratings=[1800, 1700, 1600, 1500])
    locks = Locks(asked_apart=((1, 2), (1, 3), (1, 4), (3, 4)))
    typed = explain(PairingInput(four, 1, locks=locks), Typed(((1, 1, 2), (2, 3, 4))))
    assert isinstance(typed, PairingResult)
    assert [text for text in typed.warnings if "asked" in text] == [
        "Board 1: Entry 1 and Entry 2 asked not to meet (28T).",
        "Board 2: Entry 3 and Entry 4 asked not to meet (28T).",
    ]


def test_requests_are_kept_where_somebody_else_must_meet_again() -> None:
    """PAIRING §4.7: 1 has met everybody and meets 2 again; that is no reason to throw a request away."""
    rows = [f"{'U ' * (at - 1)}L1b{' U' * (5 - at)}" for at in range(1, 6)]
    six = wall("W2w W3w W4w W5w W6w", *rows, rounds=6)
    made = paired(six, 6, locks=Locks(asked_apart=((3, 5),)))
    assert boards(made) == [{1, 2}, {3, 6}, {4, 5}]
    assert len(made.warnings) == 1


def test_pairs_that_must_never_meet_and_contradict_each_other_are_named() -> None:
    """Only what contradicts: 2 and 3 may be kept apart without harm."""
    never = Locks(apart=((1, 2), (2, 3), (1, 3), (1, 4)))
    made = pair(PairingInput(wall("", "", "", ""), 1, locks=never))
    assert isinstance(made, Impossible)
    assert made.reason == (
        "Not everybody can be paired while these are never to meet: Entry 1 and Entry 2; Entry 1 and Entry 3;"
        " Entry 1 and Entry 4."
    )
    assert made.choices[0] == "Keep one of these pairs apart only if possible (28T)."


def test_the_last_player_alone_has_the_bye() -> None:
    made = paired(wall("W2w", "L1b U", ratings=[1500, 1400]), 2)
    assert (made.boards, made.absent) == ((), (2,))
    assert made.bye is not None


def test_boards_that_contradict_each_other_are_named() -> None:
    locks = Locks(boards=(SetBoard(1, 2), SetBoard(2, 3)))
    assert "Entry 2 is set on two boards" in refused(START, 1, locks=locks)
    twice = Locks(boards=(SetBoard(1, 2),), bye=2)
    assert "bye and a board" in refused(START, 1, locks=twice)


def test_a_bye_needs_an_odd_number() -> None:
    even = wall("", "", "", "")
    assert "odd number of players is left" in refused(even, 1, locks=Locks(bye=1))
    made = pair(PairingInput(even, 1, locks=Locks(bye=1)))
    assert isinstance(made, Impossible)
    assert made.choices[0] == "Release the bye of Entry 1."


def test_set_boards_stand_and_the_rest_is_paired() -> None:
    made = paired(START, 1, locks=Locks(boards=(SetBoard(4, 1),), apart=((2, 5),)))
    assert {1, 4} in boards(made)
    assert next(b for b in made.boards if 1 in b.players).white == 4
    assert {2, 5} not in boards(made)


def test_a_player_set_to_float_leaves_the_group() -> None:
    rows = ["W3w", "W4w", "L1b", "L2b"]
    made = paired(wall(*rows, ratings=[1900, 1800, 1700, 1600]), 2, locks=Locks(floats=frozenset({2})))
    assert {1, 2} not in boards(made)


def test_a_class_is_paired_among_itself() -> None:
    six = wall(*[""] * 6, ratings=[1900, 1800, 1700, 1600, 1500, 1400])
    made = paired(six, 1, pools=(frozenset({1, 2, 3, 5}),))
    assert {frozenset(b) for b in boards(made)} == {frozenset(p) for p in ((1, 3), (2, 5), (4, 6))}


def test_unrated_players_of_a_plus_score_may_meet() -> None:
    rows = ["W5w", "W6w", "W7w", "W8w", "L1b", "L2b", "L3b", "L4b"]
    ratings = [1900, 1800, None, None, 1500, 1400, 1300, 1200]
    eight = wall(*rows, ratings=ratings)
    assert {3, 4} in boards(paired(eight, 2, "unrated_together=on"))
    assert {3, 4} not in boards(paired(eight, 2))


def test_two_games_a_round_count_as_both_colors() -> None:
    made = chart(["W2w+D2b"], ["L1b+D1w"], ["W4w+W4b"], ["L3b+L3w"], rounds=3, games=2)
    assert entrant(made, made.cards[0], 2).colors == "wb"
    result = pair(PairingInput(made, 2))
    assert isinstance(result, PairingResult)
    assert boards(result) == [{1, 3}, {2, 4}]


@pytest.mark.parametrize("players", range(4, 25))
def test_everybody_meets_once_in_a_round_robin(players: int) -> None:
    rounds = table(players)
    size = players + players % 2
    pairs = [frozenset(board) for each in rounds for board in each]
    assert len(pairs) == len(set(pairs)) == size * (size - 1) // 2
    for number in range(1, size + 1):
        colors = ["w" if board[0] == number else "b" for each in rounds for board in each if number in board]
        assert abs(colors.count("w") - colors.count("b")) <= 1
        assert size == 4 or all(len(set(colors[k : k + 3])) > 1 for k in range(len(colors) - 2))


def test_a_double_round_robin_reverses_the_colors() -> None:
    rounds = double(6)
    games = [board for each in rounds for board in each]
    assert len(games) == len(set(games)) == 30


def test_the_table_for_six_is_the_formula() -> None:
    printed = "36 51 42 / 65 14 23 / 26 31 45 / 64 12 53 / 16 25 34"
    rounds = [[f"{white}{black}" for white, black in each] for each in table(6)]
    assert [" ".join(each) for each in rounds] == printed.split(" / ")


def test_quads_leave_five_to_seven_for_a_swiss() -> None:
    sizes = {n: [len(group) for group in cut(range(n))] for n in range(8, 13)}
    assert sizes == {8: [4, 4], 9: [4, 5], 10: [4, 6], 11: [4, 7], 12: [4, 4, 4]}
    assert cut([9, 5, 7, 3, 1, 2, 8, 4, 6]) == [(9, 5, 7, 3), (1, 2, 8, 4, 6)]


def test_two_whose_entries_met_more_than_once_have_met_in_the_last_of_these_rounds() -> None:
    """28S1: 3 is 1 again and 4 is 2 again; 1 played 4 in round 1, and 3 played 2 in round 2."""
    four = wall("W4w U", "U L3b", "U W2w", "L1b U")
    cards = [replace(card, reentry_of={3: 1, 4: 2}.get(card.number)) for card in four.cards]
    rounds = met(replace(four, cards=tuple(cards)), 3)
    assert (rounds[3][4], rounds[4][3]) == (2, 2)


def test_another_opponent_who_leaves_others_to_drop_twice_mends_no_color() -> None:
    """29D2: 10 and 6 are due white alike. If 10 met 7, 6 would be odd, who has met the whole next group."""
    rows = (
        "W2b W11w D10w", "L1w L3w B", "D4w W2b D9b", "D3b L8w L5w", "D6w L10b W4b", "D5b W9b D11w",
        "L11b B W8w", "L9w W4b L7b", "W8b L6w D3w", "B W5w D1b", "W7w L1b D6b",
    )  # fmt: skip
    ratings = [1900, 1900, 1800, 1650, 1550, 1450, 1400, 1400, 1300, 1200, 1100]
    made = paired(wall(*rows, ratings=ratings), 4)
    assert boards(made) == [{1, 3}, {6, 10}, {5, 7}, {9, 11}, {2, 8}]
    assert made.cost == (0, 0, 1)
    assert made.warnings == ()


def test_somebody_set_to_float_is_paired_below_where_everybody_meets_again_too() -> None:
    """The oldest meetings come first, but for those that the director has ruled out (PAIRING §4.7)."""
    made = wall("D4w W2b W3w", "W3w L1w L4b", "L2b L4w L1b", "D1b W3b W2w", ratings=[1900, 1800, 1700, 1600])
    usual = paired(made, 4, "rematch_when_impossible=ask")
    assert [board.players for board in usual.boards] == [{1, 4}, {2, 3}]
    below = paired(made, 4, "rematch_when_impossible=ask", locks=Locks(floats=frozenset({1})))
    assert [board.players for board in below.boards] == [{1, 2}, {3, 4}]
