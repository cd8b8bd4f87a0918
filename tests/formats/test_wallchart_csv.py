"""The wall chart file: what a director may write, what becomes of it, and every slip in one report."""

import pytest

from tests.cases import NAMES, case
from tiebreaks.engine.chart.wallchart import ExtraGame, Format, Kind
from tournaments.formats.records import WallchartFile
from tournaments.formats.wallchart_csv import read, write

TWO = "number,name,r1\n1,Ann,W2w\n2,Bob,L1b\n"


def letters(file: WallchartFile, number: int) -> str:
    return "".join(cell.kind.letter for cell in file.chart.by_number[number].cells)


def slips(text: str | bytes) -> list[tuple[int, int, str]]:
    return [problem[:3] for problem in read(text).problems]


@pytest.mark.parametrize("name", NAMES)
def test_the_cases_are_read_without_a_problem_and_written_back_the_same(name: str) -> None:
    file = case(name)
    assert not file.problems
    assert read(write(file)) == file


# --- ways to write the same -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        TWO,
        "\ufeff" + TWO,
        TWO.replace("\n", "\r\n"),
        TWO.replace("\n", "\r"),
        TWO.replace(",", ";"),
        TWO.replace(",", "\t"),
        TWO.replace("Ann", '"Ann"'),
        TWO.replace("number,name,r1", "#,Name,Round 1"),
        TWO.replace("number,name,r1", "# Pair ,MEM_NAME,Rd. 1").replace("# Pair", "Pair"),
        TWO.replace("number,name,r1", "No.,Player,1"),
        "name,r1,no\nAnn,W2w,1\nBob,L1b,2\n",
        "# a comment, with commas\n" + TWO,
        TWO + "\n,,\n# a comment below\n",
        TWO.replace("r1\n", "r1\n# rounds: 9\n# section: Late\n"),
        "1,Ann,W2w,,\n2,Bob,L1b,,\n",
        "1,Ann,W2w\n2,Bob,L1b\n",
        "1\tAnn\tW   2 w\n2\tBob\tl1B\n",
        TWO.encode(),
        TWO.encode("utf-8-sig"),
        TWO.encode("utf-16"),
    ],
)
def test_however_it_is_written_it_is_the_same_section(text: str | bytes) -> None:
    assert read(text) == read(TWO)
    assert not read(TWO).problems


def test_a_heading_line_that_begins_with_a_number_sign_is_no_comment() -> None:
    file = read('"#","Name","Rtg","1"\n1,Ann,1500,W2\n2,Bob,unr,L1\n')
    assert [entry.rating for entry in file.entries] == [1500, None]


def test_a_file_that_is_not_utf_8_is_taken_for_the_one_that_windows_writes() -> None:
    assert read(TWO.replace("Ann", "Zoë").encode("cp1252")).entries[0].name == "Zoë"


def test_directives_say_what_the_section_is() -> None:
    file = read("# section: K-5: Open, A\n# rounds: 4\n# format: Round-Robin\n# games: 2\n" + TWO)
    assert file.section == "K-5: Open, A"
    assert (file.chart.rounds, file.chart.games, file.chart.format) == (4, 2, Format.ROUND_ROBIN)


def test_a_byte_order_mark_does_not_hide_a_directive() -> None:
    assert read("\ufeff# rounds: 4\n" + TWO).chart.rounds == 4


def test_directives_survive_a_spreadsheet() -> None:
    head = '"# section: Open, ""A""",,\n# rounds: 4,,\n'
    assert (read(head + TWO).section, read(head + TWO).chart.rounds) == ('Open, "A"', 4)


def test_without_a_directive_the_round_columns_are_the_planned_rounds() -> None:
    assert read("number,name,r1,r2\n1,Ann,W2,\n2,Bob,L1,\n").chart.rounds == 2


def test_every_field_of_an_entry_is_read_under_the_headings_that_programs_give_it() -> None:
    file = read(
        "Pair,Last/First,USCF ID,Rtng,School,Gr,St,House,Reentry of,R1\n"
        '1,"Doe, Jane",12345678,1432P12,Lakeside,4,OR,no,,W2\n2,Roe,23456789,987/5,,,,yes,1,L1\n'
    )
    first, second = file.entries
    assert (first.name, first.uscf_id, first.rating) == ("Doe, Jane", "12345678", 1432)
    assert (first.team, first.grade, first.state, first.house) == ("Lakeside", "4", "OR", False)
    assert (second.rating, second.house, second.reentry_of) == (987, True, 1)
    assert file.chart.by_number[2].house
    assert file.chart.by_number[2].reentry_of == 1


def test_an_age_is_no_part_of_a_wall_chart() -> None:
    file = read("number,name,age,r1\n1,Ann,9,W2w\n2,Bob,10,L1b\n")
    assert (file.problems, file.notes) == ((), ("Not imported: age",))
    assert [entry.age for entry in file.entries] == [None, None]


def test_a_quoted_name_may_go_on_over_two_lines() -> None:
    file = read('number,name,r1\n1,"Ann\nLee",W2\n2,Bob,L9\n')
    assert [entry.name for entry in file.entries] == ["Ann Lee", "Bob"]
    assert [problem.line for problem in file.problems] == [2, 4]


def test_a_name_with_the_apostrophe_that_guards_it_from_a_spreadsheet_is_read_without() -> None:
    file = read(TWO.replace("Ann", "'=cmd()").replace("Bob", "O'Neil"))
    assert [entry.name for entry in file.entries] == ["=cmd()", "O'Neil"]
    assert "'=cmd()" in write(file)
    assert ",O'Neil" in write(file)


# --- cells ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written_and_meant",
    ["H H", "H0 H", "h--- H", "B B", "B0 B", "U U", "U--- U", "* U", "X X", "X0 X", "X--- X", "F F", "Z Z"],
)
def test_what_was_not_played_is_read_in_every_notation(written_and_meant: str) -> None:
    written, letter = written_and_meant.split()
    file = read(TWO + f"3,Cy,{written}\n")
    assert not file.problems
    assert letters(file, 3) == letter


def test_an_empty_cell_says_nothing_yet() -> None:
    assert read(TWO + "3,Cy,\n4,Di\n").chart.by_number[3].cells == ()


def test_awarded_points_stand_behind_an_equals_sign() -> None:
    file = read("number,name,r1\n1,Ann,W2w=0.5\n2,Bob,L1b\n")
    cell = file.chart.by_number[1].cells[0]
    assert (cell.kind, cell.points_q) == (Kind.WIN, 2)


def test_a_game_of_two_rounds_stands_in_each_sides_own() -> None:
    file = read("number,name,r1,r2\n1,Ann,W2@2,B\n2,Bob,H,L1@1\n")
    assert not file.problems
    assert file.chart.by_number[1].cells[0].opponent_round == 2
    assert slips("number,name,r1,r2\n1,Ann,W2@2,B\n2,Bob,L1,H\n") == [(2, 3, "W2@2"), (3, 3, "L1")]


def test_awarded_points_and_another_round_may_come_in_either_order() -> None:
    one, other = (read(f"number,name,r1,r2\n1,A,{cell},\n2,B,,L1@1\n") for cell in ("W2@2=.5", "W2=.5@2"))
    assert not one.problems
    assert one == other


def test_a_cell_of_a_double_round_counts_twice_unless_it_names_both_games() -> None:
    file = read("# games: 2\nnumber,name,r1\n1,Ann,W2w+L2b\n2,Bob,L1b+W1w\n3,Cy,H\n")
    assert not file.problems
    assert letters(file, 1) == "WL"
    assert letters(file, 3) == "HH"


def test_board_points_stand_in_brackets_where_teams_play() -> None:
    text = "number,name,r1\n1,Oaks,W2(2.5)\n2,Elms,L1(1.5)\n"
    assert read("# entrants: teams\n" + text).chart.by_number[1].cells[0].board_points_q == 10
    assert slips(text) == [(2, 3, "W2(2.5)"), (3, 3, "L1(1.5)")]


def test_game_points_rank_where_a_file_of_teams_says_so() -> None:
    text = "# score: Game Points\n# entrants: teams\nnumber,name,r1\n1,Oaks,W2(2.5)\n2,Elms,L1(1.5)\n"
    file = read(text)
    assert (file.problems, file.chart.by_game_points) == ((), True)
    assert "# score: game points\n" in write(file)
    assert read(write(file)) == file
    by_match = read(text.replace("Game", "match"))
    assert (by_match.problems, by_match.chart.by_game_points) == ((), False)


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        ("# score: game points\nnumber,name,r1\n1,A,W2\n2,B,L1\n", (1, 1, "game points")),
        ("# score: boards\n# entrants: teams\nnumber,name,r1\n1,A,W2\n2,B,L1\n", (1, 1, "boards")),
    ],
)
def test_a_score_that_the_entries_cannot_have_is_a_problem(text: str, slip: tuple[int, int, str]) -> None:
    assert slips(text) == [slip]


def test_board_points_that_do_not_make_the_result_are_told_on_both_lines() -> None:
    text = "# entrants: teams\nnumber,name,r1,r2\n1,Oaks,W2(1.5),W2\n2,Elms,L1(2.5),L1(1)\n"
    assert slips(text) == [(3, 3, "W2(1.5)"), (3, 4, "W2"), (4, 3, "L1(2.5)")]


# --- visitors: 28M3 -------------------------------------------------------------------------------


def test_the_opponent_from_another_section_is_a_house_type_visitor_with_the_mirrored_cell() -> None:
    file = read("number,name,r1,r2\n1,Ann,W7w@Open,W2\n2,Bob,B,L1\n")
    assert not file.problems
    visitor = file.chart.cards[-1]
    assert (visitor.visitor, visitor.house) == ("7@Open", True)
    assert visitor.number > 7
    assert [(c.kind, c.opponent, c.color) for c in visitor.cells] == [(Kind.LOSS, 1, "b")]
    assert [entry.name for entry in file.entries] == ["Ann", "Bob"]
    assert "W7w@Open" in write(file)


def test_a_visitor_who_comes_twice_is_one_opponent() -> None:
    file = read("number,name,r1,r2\n1,Ann,W7w@Open,B\n2,Bob,B,D7@ open\n")
    assert [letters(file, card.number) for card in file.chart.cards] == ["WB", "BD", "LD"]


def test_a_visitor_who_comes_for_one_game_of_a_double_round_is_not_paired_for_the_other() -> None:
    file = read("# games: 2\nnumber,name,r1\n1,Ann,W7@Open+L2\n2,Bob,B+W1\n")
    assert not file.problems
    assert letters(file, file.chart.cards[-1].number) == "LU"
    both = read("# games: 2\nnumber,name,r1\n1,Ann,W7@Open\n2,Bob,B\n")
    assert letters(both, both.chart.cards[-1].number) == "LL"
    second = read("# games: 2\nnumber,name,r1\n1,Ann,+W7@Open\n2,Bob,B\n")
    assert second.chart.visitors


def test_a_visitor_is_never_the_number_that_somebody_mistyped() -> None:
    assert slips("number,name,r1,r2\n1,Ann,W7w@Open,W8\n2,Bob,B,B\n") == [(2, 4, "W8")]


def test_a_visitor_cannot_play_two_at_once() -> None:
    assert slips("number,name,r1\n1,Ann,W7@Open\n2,Bob,D7@Open\n") == [(2, 3, "W7@Open"), (3, 3, "D7@Open")]


def test_a_bye_is_not_given_by_another_section() -> None:
    assert slips("number,name,r1\n1,Ann,B@Open\n2,Bob,X@Open\n") == [(2, 3, "B@Open"), (3, 3, "X@Open")]


# --- withdrawals, and rated games outside the rounds: 30B, 28M4 ---------------------------------------

LEFT = "number,name,withdrew,r1,r2\n1,Ann,,W2w,B\n2,Bob,1,L1b,\n3,Cy,0,,\n"
EXTRA = "number,name,extra,r1\n1,Ann,W3w+L2b,W2w\n2,Bob,W1w,L1b\n3,Cy,L1b,B\n"


@pytest.mark.parametrize("heading", ["withdrew", "Withdrew after", "withdrawn"])
def test_the_round_after_which_somebody_left_is_read_and_written(heading: str) -> None:
    file = read(LEFT.replace("withdrew", heading))
    assert not file.problems
    assert [card.withdrew for card in file.chart.cards] == [None, 1, 0]
    assert write(file).endswith(LEFT)


@pytest.mark.parametrize("heading", ["extra", "Extra games", "extra rated"])
def test_extra_games_stand_on_both_lines(heading: str) -> None:
    file = read(EXTRA.replace("extra", heading))
    assert not file.problems
    assert file.chart.extra == (
        ExtraGame(1, 3, Kind.WIN, Kind.LOSS),
        ExtraGame(2, 1, Kind.WIN, Kind.LOSS),
    )
    assert write(file).endswith(EXTRA)


def test_two_extra_games_of_the_same_players_are_two() -> None:
    file = read("number,name,extra,r1\n1,Ann,W2w+W2w+N2b,W2w\n2,Bob,L1b+S1w+L1b,L1b\n")
    assert not file.problems
    assert [game[2:] for game in file.chart.extra] == [
        (Kind.WIN, Kind.LOSS),
        (Kind.WIN, Kind.LOSS),
        (Kind.LONE_LOSS, Kind.LONE_WIN),
    ]


def test_every_slip_about_withdrawals_and_extra_games_is_told() -> None:
    text = """number,name,withdrew,extra,r1,r2
1,Ann,3,W2,W2,
2,Bob,yes,L1b,L1,
2,Bea,x,,,
3,Cy,1,X4w,W4,W5w
4,Di,,?5w,L3,
5,Ed,,W5w,,L3b
6,Flo,,W9w,,
7,Gus,,W8@Open,,
8,Hal,,W10w,,
9,Ivo,,,,
10,Jo,,D8b+W9w,,
"""
    assert slips(text) == [
        (2, 3, "3"),
        (2, 4, "W2"),
        (3, 3, "yes"),
        (4, 1, "2"),
        (4, 3, "x"),
        (5, 4, "X4w"),
        (5, 6, "W5w"),
        (6, 4, "?5w"),
        (7, 4, "W5w"),
        (8, 4, "W9w"),
        (9, 4, "W8@Open"),
        (10, 4, "W10w"),
        (12, 4, "D8b+W9w"),  # against 8
        (12, 4, "D8b+W9w"),  # against 9
    ]


# --- problems, all of them --------------------------------------------------------------------------


def test_every_problem_of_a_file_is_told_with_its_place() -> None:
    text = """# rounds: two
number,name,id,rating,house,r1,r2
1,Ann,1234,abc,maybe,W2w,W9
1,Bob,,,,L1b,Y
2,,,,,L1w,Q7
x,Cy,,,,W4w@2@3,
5,Di,,,,X0,W1,B
"""
    assert slips(text) == [
        (1, 1, "two"),
        (3, 3, "1234"),
        (3, 4, "abc"),
        (3, 5, "maybe"),
        (3, 6, "W2w"),
        (3, 7, "W9"),
        (4, 1, "1"),
        (4, 7, "Y"),
        (5, 2, ""),
        (5, 6, "L1w"),
        (5, 7, "Q7"),
        (6, 1, "x"),
        (6, 6, "W4w@2@3"),
        (7, 7, "W1"),
        (7, 8, "B"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "a line with the headings number and name"),
        ("\n , ,\n", "a line with the headings number and name"),
        ("# rounds: 5\n", "a line with the headings number and name"),
        ("number,name,r1\n", "a player or team below"),
        ("number,name\n1,Ann\n", "columns r1, r2"),
        ("name,r1\nAnn,B\n", "“number”"),
        ("number,r1\n1,B\n", "“name”"),
        ("Ann,W2\nBob,L1\n", "a line of headings, such as"),
        ("1,Ann,Lakeside,W2\n2,Bob,Elms,L1\n", "what column 3 is"),
        (b"PK\x03\x04\x14\x00", "save it as CSV"),
        (b"\x00\x01\x02", "save it as CSV"),
        (b"a\x81b,", "UTF-8"),
        ('number,name,r1\n1,"Ann,B\n', "quotes in pairs"),
        ('number,name,r1\n1,"Ann" Lee,B\n', "quotes in pairs"),
        ("number,name,r1,r1\n1,Ann,B,B\n", "once"),
        ("number,name,r1,r3\n1,Ann,B,B\n", "without a gap"),
        ("# rounds: 1\nnumber,name,r1,r2\n1,Ann,B,\n", "after the planned 1"),
        ("# rounds: 100\nnumber,name,r1\n1,Ann,B\n", "from 1 to 99"),
        ("# format: knockout\nnumber,name,r1\n1,Ann,B\n", "one of: swiss, round robin"),
        ("number,name,First,r2\n1,Ann,W2w,B\n2,Bob,L1b,B\n", "This column holds results"),
        ("number,name,,r1\n1,Ann,x,B\n", "a heading for this column"),
        ("number,name,id,r1\n1,Ann,12345678,B\n2,Bob,12345678,B\n", "Ann on line 2 has this one"),
        ("number,name,reentry of,r1\n1,Ann,1,B\n", "the earlier entry"),
        ("number,name,reentry of,r1\n1,Ann,9,B\n", "the earlier entry"),
        ("number,name,reentry of,r1\n1,Ann,2,B\n2,Ann,1,U\n", "the earlier entry"),
        ("number,name,reentry of,r1\n1,Ann,3,B\n2,Ann,1,U\n3,Ann,2,U\n", "the earlier entry"),
        ("number,name,r1\n1,Ann,W1\n", "other than the player"),
        ("number,name,r1\n1,Ann,W9\n", "there is no number 9"),
        ("number,name,r1\n1,Ann,W\n", "the opponent's number after W"),
        ("number,name,r1\n1,Ann,B4\n", "B alone, without an opponent"),
        ("number,name,r1\n1,Ann,B=0.3\n", "halves or quarters"),
        ("number,name,r1\n1,Ann,W2w+L2b\n2,Bob,L1b+W1w\n", "# games: 2"),
        (TWO.replace("L1b", "L1w"), "opposite colors"),
        (TWO.replace("L1b", "W1b"), "both sides to agree: number 2 has W1b"),
        (LEFT.replace("Bob,1", "Bob,0"), "no game after round 0"),
        (LEFT.replace("Bob,1", "Bob,3"), "from 0 to 2"),
        (EXTRA.replace("W3w", "?3w"), "games of this section with their colors"),
        (EXTRA.replace("W3w", "W3"), "games of this section with their colors"),
        (EXTRA.replace("W3w", "W3w=0.5"), "games of this section with their colors"),
        (EXTRA.replace("W3w", "W1w"), "other than the player"),
        (EXTRA.replace("W3w", "W9w"), "there is no number 9"),
        (EXTRA.replace("W3w", "W3w@Open"), "games of this section"),
        (EXTRA.replace("W3w", "D3w"), "number 3 has L1b in this column"),
        (EXTRA.replace("Cy,L1b", "Cy,"), "number 3 has nothing in this column"),
        (EXTRA.replace("Cy,L1b", "Cy,L1w"), "number 1 has W3w+L2b in this column"),
        (TWO.replace("L1b", ""), "both sides to agree: number 2 has nothing"),
        (TWO.replace("L1b", "X7@Open"), "both sides to agree: number 2 has X7@Open"),
    ],
)
def test_a_problem_says_what_was_expected(text: str | bytes, expected: str) -> None:
    assert any(expected in problem.expected for problem in read(text).problems)


def test_what_cannot_be_read_is_told_once_and_not_again_by_the_other_side() -> None:
    assert slips(TWO.replace("L1b", "Q1b")) == [(3, 3, "Q1b")]


def test_a_re_entry_has_the_id_of_the_first_entry() -> None:
    text = "number,name,id,reentry of,r1\n1,Ann,12345678,,B\n2,Ann,12345678,1,B\n"
    assert not read(text).problems
    assert not read("number,name,id,reentry of,r1\n2,Ann,12345678,1,B\n1,Ann,12345678,,B\n").problems


def test_a_column_of_no_use_is_named_and_not_taken() -> None:
    file = read("number,name,r1,Total,E-mail,\n1,Ann,W2,1,x@example.org,\n2,Bob,L1,0,,\n")
    assert not file.problems
    assert file.notes == ("Not imported: Total, E-mail",)


TWO_MATCHES = (
    "# entrants: teams\n{}number,name,r1,r2\n"
    "1,Oaks,W2(2.5),W3(3)\n2,Elms,L1(1.5),{}\n3,Firs,{},L1(1)\n4,Ash,{},{}\n"
)


def test_matches_of_one_section_have_as_many_boards_each() -> None:
    short = TWO_MATCHES.format("", "D4(1.5)", "W4(2.5)", "L3(1.5)", "D2(1.5)")
    expected = "board points of both teams that add up to 4, as in other matches"
    assert read(short).problems == ((4, 4, "D4(1.5)", expected), (6, 4, "D2(1.5)", expected))


def test_fewer_board_points_are_right_in_a_file_that_tells_the_boards_and_more_are_not() -> None:
    """Neither player came to a board (13F): nobody scored on it."""
    short = TWO_MATCHES.format("# boards: 4\n", "D4(1.5)", "W4(2.5)", "L3(1.5)", "D2(1.5)")
    file = read(short)
    assert file.problems == ()
    assert "# boards: 4\n" in write(file)
    assert read(write(file)) == file
    over = TWO_MATCHES.format("# boards: 4\n", "D4(2.5)", "W4(2.5)", "L3(1.5)", "D2(2.5)")
    assert {p.expected for p in read(over).problems} == {
        "board points of both teams that add up to no more than 4"
    }
    whole = TWO_MATCHES.format("", "D4(2)", "W4(2.5)", "L3(1.5)", "D2(2)")
    assert read(whole).problems == ()
    assert "boards" not in write(read(whole))


def test_a_ruling_on_a_match_overrides_its_boards() -> None:
    ruled = TWO_MATCHES.format("", "N4(1.5)", "W4(2.5)", "L3(1.5)", "S2(1)")
    assert read(ruled).problems == ()
