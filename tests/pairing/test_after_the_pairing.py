"""A player leaves, a result comes late, a bye mends colors (29G, 29H, 28L2a)."""

from dataclasses import replace

import pytest

from tests.pairing.simulated import rounds
from tests.pairing.test_rules import boards, paired, wall
from tiebreaks.engine.chart.wallchart import Kind, cell
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.options import parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.provisional import came_true, provisionally, would_differ
from tournaments.pairing.repairing import Ladder, Round, by_ladder, ladder, left_alone
from tournaments.pairing.request import Locks, PairingInput, SetBoard
from tournaments.pairing.result import Impossible, PairingResult


def after_leaving(request: PairingInput, made: PairingResult, gone: int) -> PairingInput:
    """The same round, with one player away."""
    away = cell(request.round, Kind.UNPAIRED)
    cards = tuple(
        replace(card, cells=(*card.cells, away)) if card.number == gone else card
        for card in request.chart.cards
    )
    return replace(request, chart=replace(request.chart, cards=cards))


def steps_without(request: PairingInput, made: PairingResult, gone: int) -> Ladder | None:
    asked = after_leaving(request, made, gone)
    of = left_alone(asked, [(b.white, b.black) for b in made.boards], made.bye.number if made.bye else None)
    assert of is not None
    return ladder(asked, of)


@pytest.mark.parametrize("seed", range(8))
def test_a_ladder_leaves_everybody_seated_and_nobody_meeting_twice(seed: int) -> None:
    for request, made in rounds(9 + seed, 4, seed):
        for gone in sorted({made.boards[0].white, made.boards[-1].black}) if made.boards else ():
            steps = steps_without(request, made, gone)
            if steps is None:
                continue
            kept = [
                set(b.players)
                for b in made.boards
                if (b.white, b.black) not in steps.removed and gone not in b.players
            ]
            seated = sorted(n for pair in [*kept, *steps.boards] for n in pair)
            everybody = sorted(n for b in made.boards for n in b.players)
            bye = [made.bye.number] if made.bye else []
            resting = [steps.bye] if steps.bye is not None else []
            assert sorted(seated + resting) == sorted(n for n in everybody + bye if n != gone)
            for one, other in steps.boards:
                cells = request.chart.by_number[one].cells
                assert not any(c.opponent == other and c.played for c in cells)


def test_the_bye_player_takes_the_empty_seat() -> None:
    five = wall("", "", "", "", "", ratings=[1900, 1800, 1700, 1600, 1500])
    steps = steps_without(PairingInput(five, 1), paired(five, 1), 1)
    assert steps is not None
    assert (steps.boards, steps.bye, steps.changed) == (((3, 5),), None, 1)


def test_without_a_bye_the_last_of_the_ladder_rests() -> None:
    four = wall("", "", "", "", ratings=[1900, 1800, 1700, 1600])
    steps = steps_without(PairingInput(four, 1), paired(four, 1), 1)
    assert steps is not None
    assert (steps.boards, steps.bye) == ((), 3)


def test_a_ladder_goes_down_to_the_lowest_group_for_its_bye() -> None:
    """28L2: the leader's opponent moves up; nobody of a higher group has the bye."""
    eight = wall("W5w", "W6w", "W7w", "W8w", "L1b", "L2b", "L3b", "L4b")
    request = PairingInput(eight, 2)
    made = paired(eight, 2)
    steps = steps_without(request, made, 1)
    assert steps is not None
    assert steps.bye is not None
    assert steps.bye > 4
    assert len(steps.boards) == 1


def test_after_a_ladder_the_other_boards_stand_and_the_new_ones_have_their_colors() -> None:
    nine = wall("W5w", "W6b", "W7w", "W8b", "L1b", "L2w", "L3b", "L4w", "B")
    made = paired(nine, 2)
    gone = made.boards[0].white
    asked = after_leaving(PairingInput(nine, 2), made, gone)
    of = left_alone(asked, [(b.white, b.black) for b in made.boards], made.bye.number if made.bye else None)
    assert of is not None
    steps = ladder(asked, of)
    after = by_ladder(asked, of)
    assert steps is not None
    assert isinstance(after, PairingResult)
    stand = {(b.white, b.black) for b in after.boards}
    assert {both for both in of.boards if both not in steps.removed} <= stand
    assert {frozenset(both) for both in steps.boards} <= {b.players for b in after.boards}
    by_lock = {b.players for b in after.boards if b.reason.color.rule == "lock"}
    assert not by_lock & {frozenset(both) for both in steps.boards}
    assert after.bye is None


def test_a_pairing_on_assumed_results_says_so_and_what_would_differ() -> None:
    open_game = wall("?2w", "?1b", "W4w", "L3b", ratings=[1500, 1900, 1800, 1600])
    assert isinstance(pair(PairingInput(open_game, 2)), Impossible)
    asked = provisionally(PairingInput(open_game, 2), {frozenset((1, 2)): "higher_rated_wins"})
    made = pair(asked)
    assert isinstance(made, PairingResult)
    assert boards(made) == [{2, 3}, {1, 4}]
    assert made.warnings == ("Paired on assumed results of: Entry 1; Entry 2 (28O).",)
    sat = [board.players for board in made.boards]
    assert not would_differ(sat, paired(wall("L2w", "W1b", "W4w", "L3b"), 2))
    truth = paired(wall("W2w", "L1b", "W4w", "L3b", ratings=[1500, 1900, 1800, 1600]), 2)
    assert would_differ(sat, truth) == {*sat}


@pytest.mark.parametrize("rounds", [2, 3])
def test_games_that_are_open_before_the_last_round_are_warned_of(rounds: int) -> None:
    """29F: finish them if at all possible; also beside boards that are typed."""
    chart = wall("?2w", "?1b", "W4w", "L3b", rounds=rounds)
    asked = provisionally(PairingInput(chart, 2), {frozenset((1, 2)): "draw"})
    told = (
        "Games of an earlier round are not over, and this is the last round. Finish them first if you can,"
        " and watch for arranged results (29F)."
    )
    made, typed = pair(asked), explain(asked, Typed(((1, 3, 2), (2, 1, 4))))
    assert (told in made.warnings) == (told in typed.warnings) == (rounds == 2)


def test_both_may_be_paired_on_a_win() -> None:
    open_game = wall("?2w", "?1b", "W4w", "L3b")
    asked = provisionally(PairingInput(open_game, 2), {frozenset((1, 2)): "two_wins"})
    assert [card.cells[0].points_q for card in asked.chart.cards[:2]] == [4, 4]


def test_who_is_held_out_is_not_in_the_round_and_who_has_no_points_is() -> None:
    six = wall("?2w", "?1b", "W4w", "L3b", "W6w", "L5b")
    held = pair(provisionally(PairingInput(six, 2), {frozenset((1, 2)): "held_out"}))
    assert isinstance(held, PairingResult)
    assert boards(held) == [{3, 5}, {4, 6}]
    asked = provisionally(PairingInput(six, 2), {frozenset((1, 2)): "no_points"})
    assert [card.cells[0].points_q for card in asked.chart.cards[:2]] == [0, 0]


def test_a_bye_that_mends_two_conflicts_by_option() -> None:
    rows = ["L4w L5b", "L5w L6b", "L6b L4w", "W1b W3b", "W2b W1w", "W3w W2w", "B U"]
    seven = wall(*rows, ratings=[1300, 1290, 1280, 1900, 1800, 1700, 1500])
    request = PairingInput(seven, 3, parse(["bye_for_color=on"]))
    plain, mending = paired(seven, 3), pair(request)
    assert isinstance(mending, PairingResult)
    assert plain.bye is not None
    assert mending.bye is not None
    assert sum(mending.cost) <= sum(plain.cost)


@pytest.mark.parametrize(
    ("option", "whites"),
    [("higher", [1, 2]), ("plus_minus", [1, 2]), ("alternate", [1, 4]), ("lot_last_round", [3, 2])],
)
def test_variations_of_the_fifth_rule(option: str, whites: list[int]) -> None:
    four = wall("W5b", "W6b", "W7b", "W8b", "L1w", "L2w", "L3w", "L4w", rounds=2)
    made = paired(four, 2, f"rule5={option}", lot_winners=frozenset({3}))
    top = [b for b in made.boards if max(b.players) <= 4]
    assert [b.white for b in top] == whites


def test_a_minus_group_gives_the_lower_what_both_want() -> None:
    four = wall("W5b", "W6b", "W7b", "W8b", "L1w", "L2w", "L3w", "L4w", rounds=3)
    made = paired(four, 2, "rule5=plus_minus")
    low = [b for b in made.boards if min(b.players) > 4]
    assert [b.black for b in low] == [7, 8]


def test_a_typed_third_color_in_a_row_is_warned_of() -> None:
    four = wall("W3w D4w", "W4b D3b", "L1b D2w", "L2w D1b")
    typed = Typed(((1, 1, 2), (2, 3, 4)))
    turned = Typed(((1, 2, 1), (2, 3, 4)))
    worse, better = explain(PairingInput(four, 3), typed), explain(PairingInput(four, 3), turned)
    assert isinstance(worse, PairingResult)
    assert isinstance(better, PairingResult)
    assert any("third time in a row for Entry 1; Entry 2 (29E5f)" in text for text in worse.warnings)
    assert not any("third time" in text for text in better.warnings)


def alone_after(request: PairingInput, made: PairingResult, *gone: int) -> tuple[PairingInput, Round | None]:
    asked = request
    for number in gone:
        asked = after_leaving(asked, made, number)
    bye = made.bye.number if made.bye else None
    return asked, left_alone(asked, [(b.white, b.black) for b in made.boards], bye)


def test_two_who_are_left_alone_meet_and_the_bye_stays() -> None:
    nine = wall("", "", "", "", "", "", "", "", "", ratings=[1900 - 100 * n for n in range(9)])
    made = paired(nine, 1)
    asked, of = alone_after(PairingInput(nine, 1), made, 1, 2)
    assert of is not None
    assert of.alone == (5, 6)
    steps, after = ladder(asked, of), by_ladder(asked, of)
    assert steps is not None
    assert isinstance(after, PairingResult)
    assert (steps.boards, steps.changed) == (((5, 6),), 1)
    assert after.bye is not None
    assert made.bye is not None
    assert after.bye.number == made.bye.number


def told(made: PairingResult, *players: int) -> str:
    return str(next(board for board in made.boards if board.players == {*players}).reason.sentences[0])


def test_a_ladder_names_who_left_only_where_that_alone_made_a_board() -> None:
    nine = wall("", "", "", "", "", "", "", "", "", ratings=[1900 - 100 * n for n in range(9)])
    made = paired(nine, 1)

    def after(*gone: int) -> PairingResult:
        asked, of = alone_after(PairingInput(nine, 1), made, *gone)
        assert of is not None
        found = by_ladder(asked, of)
        assert isinstance(found, PairingResult)
        return found

    assert told(after(1), 5, 9) == (
        "After Entry 1 left the round, players moved up, so Entry 9 meets Entry 5 (29G1)."
    )
    assert told(after(1, 2), 5, 6) == (
        "After Entry 1 and Entry 2 left the round, Entry 5 and Entry 6 had no opponent, so they were seated"
        " together (29G1)."
    )
    three = after(1, 2, 3)
    assert "After Entry 2 and Entry 1 left" in told(three, 5, 6)
    assert told(three, 7, 9).startswith("Players moved up after somebody left the round or came late, ")


def test_three_who_are_left_alone_leave_the_lowest_to_the_bye_player() -> None:
    nine = wall("", "", "", "", "", "", "", "", "", ratings=[1900 - 100 * n for n in range(9)])
    asked, of = alone_after(PairingInput(nine, 1), paired(nine, 1), 1, 2, 3)
    assert of is not None
    steps, after = ladder(asked, of), by_ladder(asked, of)
    assert steps is not None
    assert isinstance(after, PairingResult)
    assert {frozenset(both) for both in steps.boards} == {frozenset((5, 6)), frozenset((7, 9))}
    assert (steps.bye, after.bye) == (None, None)


def test_two_left_alone_who_have_met_take_others_between_them() -> None:
    """5 and 6 are the last of their group and met in round 1: one of them takes somebody else."""
    rows = ["W7w", "W8b", "W9w", "W10b", "W6w", "L5b", "L1b", "L2w", "L3b", "L4w"]
    ten = wall(*rows, ratings=[2000 - 50 * n for n in range(10)])
    asked = after_leaving(after_leaving(PairingInput(ten, 2), paired(ten, 2), 1), paired(ten, 2), 2)
    of = left_alone(asked, [(1, 5), (6, 2), (3, 4), (7, 8), (9, 10)], None)
    assert of is not None
    assert of.alone == (5, 6)
    steps = ladder(asked, of)
    assert steps is not None
    assert len(steps.boards) == 2
    assert {n for step in steps.boards for n in step} >= {5, 6}
    assert frozenset((5, 6)) not in {frozenset(step) for step in steps.boards}


@pytest.mark.parametrize("seed", range(8))
def test_after_a_ladder_for_several_everybody_of_the_round_is_seated_once(seed: int) -> None:
    for request, made in rounds(12 + seed, 4, seed):
        if len(made.boards) < 4:
            continue
        gone = {made.boards[0].white, made.boards[1].black, made.boards[-1].white}
        asked, of = alone_after(request, made, *gone)
        after = by_ladder(asked, of) if of else None
        if not isinstance(after, PairingResult):
            continue
        before = {n for b in made.boards for n in b.players} | ({made.bye.number} if made.bye else set())
        seated = [n for b in after.boards for n in b.players] + ([after.bye.number] if after.bye else [])
        assert sorted(seated) == sorted(before - gone)
        assert not after.warnings


def test_both_may_sit_out_the_next_round_with_half_a_point_or_none() -> None:
    """29H: neither is paired, and both have the bye that was chosen."""
    six = wall("?2w", "?1b", "W4w", "L3b", "W6w", "L5b")
    for choice, letter in (("half_byes", "H"), ("forfeit_next", "U")):
        asked = provisionally(PairingInput(six, 2), {frozenset((1, 2)): choice})
        made = pair(asked)
        assert isinstance(made, PairingResult)
        assert boards(made) == [{3, 5}, {4, 6}]
        assert [card.in_round(2)[0].kind.letter for card in asked.chart.cards[:2]] == [letter, letter]


@pytest.mark.parametrize(
    ("choice", "rows", "answer"),
    [
        ("draw", ("W2w", "L1b"), False),
        ("draw", ("D2w", "D1b"), True),
        ("two_wins", ("W2w", "L1b"), False),
        ("higher_rated_wins", ("W2w", "L1b"), True),
        ("higher_rated_wins", ("X2w", "F1b"), False),
        ("draw", ("?2w", "?1b"), None),
        ("held_out", ("W2w", "L1b"), None),
    ],
)
def test_a_result_is_what_the_round_was_paired_on_or_it_is_not(
    choice: str, rows: tuple[str, str], answer: bool | None
) -> None:
    """A forfeit is another thing than the same points played: it has no color, and the two may meet again."""
    chart = wall(*rows, ratings=[1600, 1500])
    assert came_true(chart, frozenset((1, 2)), choice, 2) is answer


def test_a_ladder_seats_no_teammates_while_a_longer_one_can_keep_them_apart() -> None:
    """28N1a: 1 goes home; 4, left alone, is from the team of 7, who has the bye."""
    seven = wall(*[""] * 7, ratings=[1900 - 100 * at for at in range(7)], teams="abcXefX")
    request = PairingInput(seven, 1, parse(["teams=plus_two"]))
    steps = steps_without(request, paired(seven, 1, "teams=plus_two"), 1)
    assert steps is not None
    assert not any({*step} == {4, 7} for step in steps.boards)


def test_the_bye_counts_in_the_group_of_who_was_given_it() -> None:
    """A director gave it to number 3, not to number 6, to whom the rules give it (28L2)."""
    chart = wall("W4w", "W5b", "W6w", "L1b", "L2w", "L3b", "B", ratings=range(1700, 1000, -100))
    request = PairingInput(chart, 2)

    def lines(made: PairingResult | Impossible) -> list[tuple[int, bool, tuple[int, ...]]]:
        """Of each group its points, whether the bye is in it, and who is."""
        assert isinstance(made, PairingResult)
        rest = "One of them has the full-point bye."
        return [(each.points_q, rest in each.sentences, each.numbers) for each in made.groups]

    by_rules = pair(request)
    assert isinstance(by_rules, PairingResult)
    assert lines(by_rules) == [(4, False, (1, 2, 3, 7)), (0, True, (4, 5, 6))]
    typed = ((1, 1, 2), (2, 7, 4), (3, 5, 6))
    made = explain(request, Typed(typed, 3))
    assert lines(made) == [(4, True, (1, 2, 3, 7)), (0, False, (4, 5, 6))]
    assert lines(explain(request, Typed(typed))) == lines(made), "who is left over of an odd number has it"
    assert lines(explain(request, Typed(typed, 0))) == [(4, False, (1, 2, 3, 7)), (0, False, (4, 5, 6))]
    ours = tuple([(board.board, board.white, board.black) for board in by_rules.boards])
    again = explain(request, Typed(ours, 6))
    assert isinstance(again, PairingResult)
    assert again.groups == by_rules.groups


@pytest.mark.parametrize(("of_teams", "entries"), [(False, "players"), (True, "teams")])
def test_the_due_color_of_who_has_the_bye_is_counted_with_the_others(of_teams: bool, entries: str) -> None:
    """By the rules 8 rests, who is due black; a director gave the bye to 7, who is due white."""
    chart = wall("W4w", "W5b", "W6w", "L1b", "L2w", "L3b", "W8b", "L7w", "B", ratings=range(1900, 1000, -100))
    request = PairingInput(chart, 2, of_teams=of_teams)

    def firsts(made: PairingResult | Impossible) -> list[str]:
        assert isinstance(made, PairingResult)
        return [each.sentences[0] for each in made.groups]

    both = [
        f"5 {entries}, 2 due white, 2 due black.",
        f"4 {entries}, 2 due white, 2 due black.",
    ]
    by_rules = pair(request)
    assert isinstance(by_rules, PairingResult)
    assert by_rules.bye
    assert by_rules.bye.number == 8
    assert firsts(by_rules) == both
    assert firsts(explain(request, Typed(((1, 1, 2), (2, 9, 3), (3, 4, 5), (4, 6, 8)), 7))) == both
    assert firsts(explain(request, Typed(((1, 1, 2), (2, 9, 3), (3, 4, 5), (4, 6, 8))))) == both


def test_who_is_alone_on_a_score_and_has_the_bye_is_a_score_group() -> None:
    chart = wall("W2w", "L1b", "D4w", "D3b", "U", ratings=[1900, 1800, 1700, 1600, 1500])
    request = PairingInput(chart, 2)
    made = explain(request, Typed(((1, 3, 2), (2, 4, 5)), 1))
    assert isinstance(made, PairingResult)
    [alone, *_others] = made.groups
    assert (alone.numbers, alone.sentences) == ((1,), ("1 player, with the full-point bye.",))


def test_only_who_plays_needs_a_color_of_the_group() -> None:
    """Three are due white, of whom number 3 rests. The others could have played number 4 and the floater."""
    chart = wall("W5b", "W6b", "W7b", "W8w", "L1w U", "L2w", "L3w", "L4b", ratings=range(1900, 1100, -100))
    made = explain(PairingInput(chart, 2), Typed(((1, 1, 2), (2, 8, 4), (3, 6, 7)), 3))
    assert isinstance(made, PairingResult)
    assert made.groups[0].sentences == (
        "4 players, 3 due white, 1 due black.",
        "One of them has the full-point bye.",
        "On 1 board a player does not get the due color.",
    )


def test_who_is_left_alone_in_a_group_by_the_bye_is_the_only_one_left_of_it_to_be_paired() -> None:
    """1 and 2 have a point, and the director gave 1 the bye."""
    chart = wall("W5w", "B", "H", "H", "L1b", ratings=[1900, 1800, 1700, 1600, 1500])
    made = paired(chart, 2, locks=Locks(bye=1))
    assert made.groups[0].sentences[0] == "2 players, 1 due black."
    [told] = [b.reason.sentences[0] for b in made.boards if 2 in b.players]
    assert told == "Entry 2 is the only player of the 1-point group left to be paired."


@pytest.mark.parametrize("late", ["U", "H"])
def test_who_comes_late_takes_the_bye_player_whichever_of_them_has_more_points(late: str) -> None:
    """29G1: the re-pairing that changes the fewest boards. 4 rests on half a point, and 6 came since."""
    six = wall("D3w", "D4b", "D1b", "D2w", "B", late, ratings=[1900, 1800, 1700, 1600, 1500, 1550])
    asked = PairingInput(six, 2)
    of = left_alone(asked, [(1, 5), (2, 3)], 4)
    assert of is not None
    steps = ladder(asked, of)
    assert steps is not None
    assert (steps.boards, steps.bye, steps.removed) == (((4, 6),), None, ())
    after = by_ladder(asked, of)
    assert isinstance(after, PairingResult)
    assert boards(after) == [{1, 5}, {2, 3}, {4, 6}]
    assert after.bye is None


def test_a_ladder_of_who_has_the_fewest_points_seats_nobody_with_the_bye_player_again() -> None:
    """6 lost to 4, who rests: two boards change instead of one."""
    rows = ["D3w D2b", "D5w D1w", "D1b D5b", "W6w H", "D2b D3w", "L4b U"]
    six = wall(*rows, ratings=[1900, 1800, 1700, 1600, 1500, 1550])
    asked = PairingInput(six, 3)
    of = left_alone(asked, [(1, 5), (2, 3)], 4)
    assert of is not None
    steps = ladder(asked, of)
    assert steps is not None
    assert len(steps.boards) == 2
    assert frozenset((4, 6)) not in {frozenset(step) for step in steps.boards}


def test_a_ladder_that_ends_with_the_bye_gives_nobody_a_second_one() -> None:
    """28L3: 5, left alone with fewer points than all others, had it."""
    rows = ["D3w W6b", "D4w W7b", "D1b W8w", "D2b W9w", "L6w B", "W5b L1w", "U L2w", "U L3b", "U L4b"]
    five = wall(*rows)
    of = Round(((1, 2), (3, 4)), alone=(5,))
    steps = ladder(PairingInput(five, 3), of)
    assert steps is not None
    assert (len(steps.boards), steps.bye in {1, 2, 3, 4}) == (1, True)


def test_a_ladder_goes_down_where_it_is_no_longer_than_up() -> None:
    """3 is left alone on a point. 1, on two points, is as far from 3 as 4 is, and nearer in rating."""
    rows = ["W6w W7b", "U U", "B U", "U U", "U U", "L1b U", "U L1w"]
    chart = wall(*rows, ratings=[1700, 1300, 1700, 1500, 1300, 1200, 1100])
    steps = ladder(PairingInput(chart, 3), Round(((1, 2), (4, 5)), alone=(3,)))
    assert steps is not None
    assert (steps.boards, steps.bye) == (((3, 4),), 5)


def test_of_three_who_are_left_alone_those_meet_who_let_the_third_have_an_opponent() -> None:
    """3 has met 4, who rests: 1, next to 2 by rating, meets 3 instead."""
    four = wall("W5w", "W6w", "D4w", "D3b", "L1b", "L2b", ratings=[1900, 1800, 1700, 1600, 1500, 1400])
    steps = ladder(PairingInput(four, 2), Round((), alone=(1, 2, 3), resting=4))
    assert steps is not None
    assert {frozenset(both) for both in steps.boards} in (
        {frozenset((1, 3)), frozenset((2, 4))},
        {frozenset((2, 3)), frozenset((1, 4))},
    )


def test_a_ladder_ends_in_the_lowest_group_of_those_who_may_still_move() -> None:
    """28L2, 29G2: the games of everybody without a point have begun. To pair again changes two boards, though
    it can be done with one."""
    lost = ["W6w", "L7b", "D8w", "D9w", "L10b", "L1b", "W2w", "D3b", "D4b", "W5w"]
    ten = wall(*lost, ratings=[2000 - 60 * at for at in range(10)])
    made = paired(ten, 2)
    assert boards(made) == [{1, 7}, {3, 10}, {4, 8}, {2, 9}, {5, 6}]
    both = [(board.white, board.black) for board in made.boards]
    request = after_leaving(PairingInput(ten, 2), made, 1)
    request = replace(request, locks=Locks(boards=tuple([SetBoard(*each) for each in both[3:]])))
    of = left_alone(request, both, None)
    assert of is not None
    assert of.alone == (7,)
    again = pair(request)
    assert isinstance(again, PairingResult)
    assert sum(board not in boards(made) for board in boards(again)) == 2
    steps = ladder(request, of)
    assert steps is not None
    assert (steps.changed, steps.bye) == (1, 3)
