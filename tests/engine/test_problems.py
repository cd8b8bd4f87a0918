"""What cannot be right about a chart, all of it in one report."""

from dataclasses import replace

import pytest

from tests.cases import NAMES, case
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.problems import kinds_agree, problems, total_problems, usual_boards
from tiebreaks.engine.chart.wallchart import Card, ExtraGame, Kind, Wallchart


def left(wall: Wallchart, number: int, after: int) -> Wallchart:
    """The chart after this number withdrew."""
    cards = [replace(card, withdrew=after) if card.number == number else card for card in wall.cards]
    return replace(wall, cards=tuple(cards))


RIGHT = [
    left(chart(["W2", "X2"], ["L1", "F1"]), 2, 1),
    left(chart(["B", "W2@1"], ["L1@2", ""]), 1, 1),
    chart(["W2w", "D2b"], ["L1b", "D1w"]),
    chart(["W2w"], ["L1"]),
    chart(["X2"], ["F1"]),
    chart(["F2"], ["F1"]),
    chart(["X2"], ["F"]),
    chart(["X2"], ["U"]),
    chart(["F2"], [""]),
    chart(["Z2w"], ["Z1b"]),
    chart(["N2w"], ["N1b"]),
    chart(["N2w"], ["W1b"]),
    chart(["S2"], ["D1"]),
    chart(["?2w"], ["?1b"]),
    chart(["W2=0"], ["L1=0.5"]),
    chart(["W2@2", ""], ["", "L1@1"]),
    # 28M2: a game ahead, the other's round not begun; and one behind that is open.
    chart(["W2@2", ""], ["", ""], ["B", ""], rounds=2),
    chart(["W3", "?2@1"], ["", ""], ["L1", ""]),
    chart(["W2@2", ""], ["W3", ""], ["L2", ""]),
    chart(["W2@2", ""], ["", ""], ["", "B"]),
    # A ruling stands above the boards, and so does a result of one side only.
    chart(["N2(1)"], ["L1(3)"]),
    chart(["D2(0)"], ["D1(0)"]),
    chart(["W2(2.25)"], ["L1(2)"]),
    chart(["W2(3)"], ["L1(1)"], ["X"]),
    chart(["W2w+L2b"], ["L1b+W1w"], games=2),
    chart(["W2w+L2b"], ["W1w+L1b"], games=2),
    chart(["W2+W3"], ["L1+B"], ["L1+B"], games=2),
]


@pytest.mark.parametrize(
    ("white", "black", "white_kind", "black_kind", "right"),
    [
        (1, 2, Kind.WIN, Kind.LOSS, True),
        (2, 1, Kind.LONE_WIN, Kind.WIN, True),
        (1, 2, Kind.WIN, Kind.DRAW, False),
        (1, 2, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, False),
        (1, 2, Kind.OPEN, Kind.OPEN, False),
        (1, 1, Kind.DRAW, Kind.DRAW, False),
        (1, 9, Kind.DRAW, Kind.DRAW, False),
        (9, 1, Kind.DRAW, Kind.DRAW, False),
    ],
)
def test_an_extra_game_has_two_players_and_results_that_agree(
    white: int, black: int, white_kind: Kind, black_kind: Kind, right: bool
) -> None:
    extra = ExtraGame(white, black, white_kind, black_kind)
    found = problems(replace(chart(["W2"], ["L1"]), extra=(extra,)))
    assert [problem.number for problem in found] == ([] if right else [white])


@pytest.mark.parametrize("wall", RIGHT + [case(name).chart for name in NAMES])
def test_what_can_be_right_is_not_reported(wall: Wallchart) -> None:
    assert problems(wall) == []


@pytest.mark.parametrize(
    ("wall", "expected"),
    [
        (chart(["W1"]), {(1, 1, "an opponent other than the player")}),
        (chart(["W9"]), {(1, 1, "an opponent in this section: there is no number 9")}),
        (chart(["W2"], ["W1"]), {(1, 1, "both sides to agree"), (2, 1, "both sides to agree")}),
        (chart(["W2"], ["D1"]), {(1, 1, "both sides to agree"), (2, 1, "both sides to agree")}),
        (chart(["W2"], ["?1"]), {(1, 1, "both sides to agree"), (2, 1, "both sides to agree")}),
        (chart(["N2"], ["?1"]), {(1, 1, "both sides to agree"), (2, 1, "both sides to agree")}),
        (chart(["X2"], ["L1"]), {(1, 1, "both sides to agree"), (2, 1, "both sides to agree")}),
        (chart(["X2"], ["X1"]), {(1, 1, "both sides to agree"), (2, 1, "both sides to agree")}),
        (chart(["W2"], ["B"]), {(1, 1, "both sides to agree: number 2 has B")}),
        (chart(["W2"], [""]), {(1, 1, "both sides to agree: number 2 has nothing")}),
        (chart(["X2"], ["L3"], ["W2"]), {(1, 1, "both sides to agree: number 2 has L3")}),
        (chart(["W2w"], ["L1w"]), {(1, 1, "opposite colors"), (2, 1, "opposite colors")}),
        (
            chart(["W2w"], ["L3"], ["W2"]),
            {(1, 1, "both sides to agree: number 2 has L3")},
        ),
        (
            chart(["W2w"], ["L1b"], ["W2w"]),
            {(3, 1, "both sides to agree: number 2 has L1b")},
        ),
        (
            chart(["W2@2", ""], ["L1", ""]),
            {(1, 1, "both sides to agree: number 2 has nothing in round 2"), (2, 1, "both sides")},
        ),
        (chart(["W2w+L2b"], ["L1b+B"], games=2), {(1, 1, "number 2 has 1 of these games"), (2, 1, "2 of")}),
        (chart(["B", "B"], rounds=1), {(1, 2, "no more than the 1 planned rounds")}),
    ],
)
def test_what_cannot_be_right_is_told_with_what_was_expected(
    wall: Wallchart, expected: set[tuple[int, int, str]]
) -> None:
    found = problems(wall)
    assert {problem[:2] for problem in found} == {place[:2] for place in expected}
    for number, at, text in expected:
        assert any(p[:2] == (number, at) and text in p.expected for p in found)


VISITED = chart(["W2"], ["W9"])
EXACTLY: list[tuple[Wallchart, list[tuple[int, int | None, str, str]]]] = [
    (chart(["W1"]), [(1, 1, "W1", "an opponent other than the player")]),
    (chart(["W9"]), [(1, 1, "W9", "an opponent in this section: there is no number 9")]),
    (
        chart(["", "W2"], ["", ""]),
        [(1, 2, "W2", "both sides to agree: number 2 has nothing in round 2")],
    ),
    (
        chart(["W2@2", ""], ["", ""], ["", "W4"], ["", "L3"]),
        [(1, 1, "W2@2", "both sides to agree: number 2 has nothing in round 2")],
    ),
    (
        chart(["?2"], [""]),
        [(1, 1, "?2", "both sides to agree: number 2 has nothing in round 1")],
    ),
    (
        chart(["?2@2", ""], ["?1@1", ""]),
        [
            (1, 1, "?2@2", "both sides to agree: number 2 has nothing in round 2"),
            (2, 1, "?1", "both sides to agree: number 1 has ?2@2 in round 1"),
        ],
    ),
    (
        chart(["W3+W2"], ["L3+D3"], ["L1+W2+D2"], games=3),
        [(1, 1, "W2", "both sides to agree: number 2 has L3 + D3 in round 1")],
    ),
    (
        chart(["W2w+L2b"], ["L1b+B"], games=2),
        [
            (1, 1, "W2w", "both sides to agree: number 2 has 1 of these games"),
            (1, 1, "L2b", "both sides to agree: number 2 has 1 of these games"),
            (2, 1, "L1b", "both sides to agree: number 1 has 2 of these games"),
        ],
    ),
    (
        chart(["W2w"], ["D1b"]),
        [
            (1, 1, "W2w", "both sides to agree: number 2 has D1b"),
            (2, 1, "D1b", "both sides to agree: number 1 has W2w"),
        ],
    ),
    (
        chart(["W2w"], ["L1w"]),
        [
            (1, 1, "W2w", "opposite colors: number 2 has L1w"),
            (2, 1, "L1w", "opposite colors: number 1 has W2w"),
        ],
    ),
    (chart(["B", "H"], rounds=1), [(1, 2, "H", "no more than the 1 planned rounds")]),
    (
        replace(chart(["B+H"], games=2), games=1),
        [(1, 1, "B", "no more than 1 per round"), (1, 1, "H", "no more than 1 per round")],
    ),
    (
        left(chart(["W2", "W2"], ["L1", "L1"]), 1, 1),
        [(1, 2, "W2", "no game after round 1, when the player withdrew")],
    ),
    (
        replace(chart(["W2"], ["L1"]), extra=(ExtraGame(1, 9, Kind.WIN, Kind.DRAW),)),
        [(1, None, "W9w, D1b", "two players in this section, with results that agree")],
    ),
    (
        Wallchart((Card(1, "Ann"), Card(1, "Bob"), Card(2, "Cy", reentry_of=9)), rounds=1),
        [
            (1, None, "1", "a number that nobody else has"),
            (2, None, "9", "the number of the earlier entry"),
        ],
    ),
    (
        # 1 and 2 name each other. Of 3 and of 5 it is no problem that their earlier entries do, or are two.
        Wallchart(
            (
                Card(1, "Ann", reentry_of=2),
                Card(2, "Ann", reentry_of=1),
                Card(3, "Ann", reentry_of=1),
                Card(4, "Bob"),
                Card(5, "Bob", reentry_of=6),
                Card(6, "Bob", reentry_of=4),
                Card(7, "Cy", reentry_of=7),
            ),
            rounds=1,
        ),
        [
            (1, None, "2", "the number of the earlier entry"),
            (2, None, "1", "the number of the earlier entry"),
            (7, None, "7", "the number of the earlier entry"),
        ],
    ),
    (
        replace(VISITED, cards=(*VISITED.cards, Card(9, "7@Open", visitor="7@Open"))),
        [(1, 1, "W2", "both sides to agree: number 2 has W7@Open in round 1")],
    ),
    (
        Wallchart((*chart(["B", "W9"]).cards, Card(9, "7@Open", visitor="7@Open")), rounds=1),
        [(1, 2, "W7@Open", "no more than the 1 planned rounds")],
    ),
    (
        chart(["X2"], ["F3"], ["X2"]),
        [(1, 1, "X2", "both sides to agree: number 2 has F3 in round 1")],
    ),
    (
        chart(["W2(2)+B"], ["L1(2)+L3(1)"], ["W2(3)+B"], games=2),
        [
            (1, 1, "W2(2)", "a result that agrees with the board points: number 2 has L1(2)"),
            (2, 1, "L1(2)", "a result that agrees with the board points: number 1 has W2(2)"),
        ],
    ),
    (
        chart(["D2(2)+D2(2)"], ["D1(1)+D1(1)"], games=2),
        [
            *[(1, 1, "D2(2)", "a result that agrees with the board points: number 2 has D1(1) + D1(1)")] * 2,
            *[(2, 1, "D1(1)", "a result that agrees with the board points: number 1 has D2(2) + D2(2)")] * 2,
        ],
    ),
    (chart(["W2(2.5)"], ["L1"]), [(2, 1, "L1", "the board points of the match, as in W3(2.5)")]),
    (
        chart(["W2(2)"], ["L1(2)"]),
        [
            (1, 1, "W2(2)", "a result that agrees with the board points: number 2 has L1(2)"),
            (2, 1, "L1(2)", "a result that agrees with the board points: number 1 has W2(2)"),
        ],
    ),
    (
        chart(["D2(2.5)"], ["D1(1.5)"]),
        [
            (1, 1, "D2(2.5)", "a result that agrees with the board points: number 2 has D1(1.5)"),
            (2, 1, "D1(1.5)", "a result that agrees with the board points: number 1 has D2(2.5)"),
        ],
    ),
]


@pytest.mark.parametrize(("wall", "expected"), EXACTLY)
def test_a_report_has_every_problem_with_what_was_read_and_expected(
    wall: Wallchart, expected: list[tuple[int, int | None, str, str]]
) -> None:
    assert problems(wall) == expected


def test_twice_in_a_round_is_told_for_each_of_the_cells() -> None:
    wall = chart(["B+H"], games=2)
    found = problems(Wallchart(wall.cards, rounds=1, games=1))
    assert [(p.round, p.read) for p in found] == [(1, "B"), (1, "H")]


def test_the_chart_of_a_visitors_own_section_is_elsewhere() -> None:
    """28M3: what a visitor's card says is not judged here."""
    wall = chart(["W2w", "N2b"])
    assert problems(Wallchart((*wall.cards, Card(2, "7@Open", visitor="7@Open")), rounds=2)) == []


def test_a_number_that_two_have_and_an_earlier_entry_that_is_none_are_told_of_the_card() -> None:
    cards = (Card(1, "Ann"), Card(1, "Bob"), Card(2, "Cy", reentry_of=9), Card(3, "Di", reentry_of=3))
    found = problems(Wallchart(cards, rounds=1))
    assert [(p.number, p.round, p.read) for p in found] == [(1, None, "1"), (2, None, "9"), (3, None, "3")]


def test_every_problem_is_in_the_one_report() -> None:
    found = problems(chart(["W2w", "W9", "W1"], ["L1w", "L3", "Z4"], ["", "", ""]))
    assert [(p.number, p.round) for p in found] == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]


@pytest.mark.parametrize("kind", [Kind.FULL_BYE, Kind.HALF_BYE, Kind.UNPAIRED])
def test_a_bye_is_no_side_of_a_game(kind: Kind) -> None:
    assert not kinds_agree(kind, kind)


# --- the board points of both sides of a match ------------------------------------------------------


def matches(of_round_2: str = "W4(2)", other_side: str = "L2(2)") -> Wallchart:
    """Three matches on four boards, and that of numbers 2 and 4 in round 2."""
    return chart(["W2(2.5)", "W3(3)"], ["L1(1.5)", of_round_2], ["W4(2.5)", "L1(1)"], ["L3(1.5)", other_side])


def test_board_points_that_most_matches_do_not_add_up_to_are_told_on_both_cards() -> None:
    expected = "board points of both teams that add up to 4, as in other matches"
    assert list(total_problems(matches("D4(2.5)", "D2(2.5)"))) == [
        (2, 2, "D4(2.5)", expected),
        (4, 2, "D2(2.5)", expected),
    ]


def test_a_side_without_a_point_adds_nothing_to_the_board_points() -> None:
    assert list(total_problems(matches("W4(4)", "L2(0)"))) == []


def double_matches(*cards: str) -> Wallchart:
    return chart(*([card] for card in cards), games=2)


def test_two_matches_of_one_round_are_told_on_both_cards_with_both_of_their_results() -> None:
    """Each side may list them in its own order."""
    wall = double_matches("W2(3)+D2(2)", "D1(2)+L1(1)", "W4(2.5)+W4(2)", "L3(1.5)+L3(1)")
    assert list(total_problems(wall)) == [
        (3, 1, "W4(2.5) + W4(2)", "board points of both teams that add up to 4, as in other matches"),
        (4, 1, "L3(1.5) + L3(1)", "board points of both teams that add up to 4, as in other matches"),
    ]
    assert usual_boards(wall) == 4


def test_of_two_matches_in_a_round_with_a_ruling_no_total_is_known() -> None:
    wall = double_matches("W2(3)+W2(3)", "L1(1)+L1(1)", "W4(2.5)+N4(2)", "L3(1.5)+L3(1)")
    assert list(total_problems(wall)) == []


def test_a_match_against_nobody_of_the_section_hides_no_later_one() -> None:
    wall = chart(["W9(2.5)", "W2(3)"], ["", "L1(3)"], ["W4(4)", "U"], ["L3(0)", "U"], ["W6(4)"], ["L5(0)"])
    assert [(p.number, p.round) for p in total_problems(wall)] == [(1, 2), (2, 2)]


def test_of_two_totals_as_frequent_the_greater_is_the_usual_one() -> None:
    """A board is forgotten sooner than made up."""
    found = total_problems(chart(["W2(2.5)"], ["L1(1)"], ["W4(2.5)"], ["L3(1.5)"]))
    assert [(p.number, p.read) for p in found] == [(1, "W2(2.5)"), (2, "L1(1)")]


def test_more_board_points_than_boards_are_told_on_both_cards() -> None:
    expected = "board points of both teams that add up to no more than 4"
    assert list(total_problems(matches("D4(2.5)", "D2(2.5)"), boards=4)) == [
        (2, 2, "D4(2.5)", expected),
        (4, 2, "D2(2.5)", expected),
    ]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        pytest.param("D4(2)", "D2(2)", id="as in other matches"),
        pytest.param("N4(1)", "L2(1)", id="a ruling on one side"),
        pytest.param("W4(1)", "S2(1)", id="a ruling on the other side"),
        pytest.param("W4(1)", "L2(1)=0.5", id="points awarded"),
        pytest.param("W4(1)", "L2", id="not known of the other side"),
        pytest.param("W4", "L2(1)", id="not known of this side"),
        pytest.param("X4(1)", "F2(0)", id="a forfeited match"),
        pytest.param("?4(1)", "?2(0)", id="still playing"),
        pytest.param("W4(1)", "B(1)", id="a bye on the other side"),
        pytest.param("W9(1)", "", id="an opponent who is not in the section"),
    ],
)
def test_matches_that_are_ruled_unknown_or_not_over_have_no_total(mine: str, theirs: str) -> None:
    wall = matches(mine, theirs)
    assert list(total_problems(wall)) == []
    assert usual_boards(wall) is None


def test_without_matches_there_is_no_total() -> None:
    wall = chart(["W2"], ["L1"])
    assert list(total_problems(wall)) == []
    assert usual_boards(wall) is None


def test_the_boards_are_as_many_as_the_fullest_match_needs() -> None:
    assert usual_boards(matches("D4(1.5)", "D2(1.5)")) == 4
    assert usual_boards(matches("D4(2.25)", "D2(2.25)")) == 5
