"""`manage.py pair`: a wall chart in, boards with reasons out, and no database in between."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournaments.management.commands.pair import Command

RESERVE = """# section: Reserve
# rounds: 4
number,name,rating,team,house,r1,r2,r3,r4
1,Ann,1900,X,,W5w,W3b,,
2,Bob,1850,Y,,W6b,D4w,,
3,Cora,1800,X,,W7w,L1w,,
4,Dan,1750,Z,,W8b,D2b,,
5,Eve,1500,Y,,L1b,W7w,,
6,Fay,1400,,,L2w,W8b,,
7,Gus,1300,,,L3b,L5b,,H
8,Hal,,,,L4w,L6w,,
9,Ida,1200,,,B,H,,
"""
START = """# rounds: 4
number,name,rating,r1
1,A,2000,
2,B,1900,
3,C,1850,
4,D,1700,
5,E,1650,
6,F,1500,
7,G,1400,
8,H,,
9,I,unr,
"""


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def write(text: str, name: str = "section.csv") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    return write


def printed(*arguments: str) -> str:
    out = io.StringIO()
    call_command("pair", *arguments, stdout=out)
    return out.getvalue()


def paired(*arguments: str) -> dict[str, Any]:
    made: list[dict[str, Any]] = json.loads(printed(*arguments, "--format", "json"))
    return made[0]


def test_an_assigned_rating_pairs_in_place_of_the_published_one(file: Any) -> None:
    """28D, 28E: as the wall chart of a director has it."""
    rows = START.replace("rating,r1", "rating,assigned rating,r1").replace("H,,", "H,,1950,")
    for line in ("A,2000", "B,1900", "C,1850", "D,1700", "E,1650", "F,1500", "G,1400", "I,unr"):
        rows = rows.replace(f"{line},", f"{line},,")
    assigned = START.replace("H,,", "H,1950,")
    assert boards(file(rows, "one.csv")) == boards(file(assigned, "two.csv")) != boards(file(START))


def boards(*arguments: str) -> list[tuple[int, int]]:
    return [(board["white"], board["black"]) for board in paired(*arguments)["boards"]]


def exit_code(*arguments: str) -> int:
    with pytest.raises(SystemExit) as end:
        Command().run_from_argv(["manage.py", "pair", *arguments])
    assert isinstance(end.value.code, int)
    return end.value.code


def test_the_first_round_of_the_rulebook(file: Any) -> None:
    made = paired(file(START))
    assert made["round"] == 1
    assert [(b["white"], b["black"]) for b in made["boards"]] == [(1, 5), (6, 2), (3, 8), (9, 4)]
    assert made["bye"]["number"] == 7
    assert (
        made["boards"][0]["sentences"][0]
        == "Round 1: 1st of the upper half against 1st of the lower half (28J)."
    )
    assert "Passed over: I (unrated, 28L2), H (unrated, 28L2)." in made["bye"]["sentences"]


def test_the_lot_decides_who_has_white_on_board_one(file: Any) -> None:
    assert boards(file("# color: black\n" + START))[:2] == [(5, 1), (2, 6)]
    assert boards(file(START), "--option", "initial_color=black")[0] == (5, 1)


def test_every_field_of_the_contract(file: Any) -> None:
    made = paired(file(RESERVE))
    assert list(made) == [
        *("file", "section", "round", "boards", "bye", "absent", "groups", "natural", "cost"),
        *("warnings", "problems"),
    ]
    assert (made["section"], made["round"], made["problems"], made["warnings"]) == ("Reserve", 3, [], [])
    assert made["groups"][0] == {"points": "2", "numbers": [1], "sentence": "1 player."}
    assert len(made["cost"]) == 3
    for board in made["boards"]:
        assert list(board) == ["board", "white", "black", "reason", "sentences"]
        assert board["sentences"] == board["reason"]["sentences"]
        fields = {"group", "added", "floater", "natural", "moved", "color", "kept", "sentences"}
        assert set(board["reason"]) == fields
        assert list(board["reason"]["natural"]) == ["white", "opponent"]
        colors = ["rule", "white_due", "black_due", "conflict", "who_misses"]
        assert list(board["reason"]["color"]) == colors


# Two score groups: 6 leaves the upper one instead of 7 for colors, and 4 is met by the one who leaves.
MOVED = """# rounds: 4
number,name,rating,r1,r2
1,Ann,1900,W8w,W9b
2,Bea,1720,W9w,W10b
3,Cy,1700,W10b,W8w
4,Di,1850,W11b,L12w
5,Ed,1600,W12b,L11w
6,Flo,1500,L13w,W14b
7,Gus,1400,L14b,W13w
8,Hal,1000,L1b,L3b
9,Ida,990,L2b,L1w
10,Jo,980,L3w,L2w
11,Kit,970,L4w,W5b
12,Lou,960,L5w,W4b
13,Mo,950,W6b,L7b
14,Nan,940,W7w,L6w
"""


def test_a_reason_has_the_fields_of_the_specification(file: Any) -> None:
    made = paired(file(MOVED))
    board = next(b for b in made["boards"] if {b["white"], b["black"]} == {2, 4})
    reason = board["reason"]
    assert list(reason["floater"]) == ["player", "from", "to", "why"]
    assert (reason["floater"]["player"], reason["floater"]["from"], reason["floater"]["to"]) == (2, "2", "1")
    assert reason["floater"]["why"].startswith("Bea drops instead of Cy, 20 points, limit 200")
    (move,) = reason["moved"]
    assert move == {
        "player": 2,
        "instead_of": 3,
        "for": 4,
        "rule": "29D1b",
        "points": 20,
        "other_points": 20,
        "limit": 200,
        "kind": "odd_player",
    }
    assert reason["kept"] is None


def test_the_natural_pairings_name_each_player_once(file: Any) -> None:
    made = paired(file(MOVED))
    numbers = [number for pair in made["natural"] for number in pair]
    assert sorted(numbers) == list(range(1, 15))
    assert [1, 2] in made["natural"]
    assert [3, 4] in made["natural"]


def test_a_change_names_who_came_for_whom_and_what_keeps_a_conflict(file: Any) -> None:
    four = (
        "# rounds: 4\nnumber,name,rating,withdrew,r1,r2\n1,A,{},,D5w,D6b\n2,B,{},,D6b,D5w\n3,C,{},,D7w,D8b\n"
        "4,D,{},,D8b,D7w\n5,E,1000,2,D1b,D2b\n6,F,1000,2,D2w,D1w\n7,G,1000,2,D3b,D4b\n8,H,1000,2,D4w,D3w\n"
    )
    first = paired(file(four.format(1700, 1660, 1500, 1440)))["boards"][0]
    assert {first["white"], first["black"]} == {1, 4}
    (move,) = first["reason"]["moved"]
    assert (move["player"], move["instead_of"], move["for"]) == (4, 3, 1)
    assert (move["points"], move["other_points"], move["limit"]) == (40, 60, 80)
    natural = {"white": 3, "opponent": 2} if first["white"] == 1 else {"white": 2, "opponent": 3}
    assert first["reason"]["natural"] == natural
    stays = paired(file(four.format(1800, 1700, 1500, 1390)))["boards"][0]["reason"]
    assert stays["moved"] is None
    assert stays["kept"] == {
        "conflict": [0, 0, 1],
        "best_alternative": 2,
        "points": 100,
        "limit": 80,
        "rule": "29E5a",
    }


def test_who_is_passed_over_for_the_bye_is_named(file: Any) -> None:
    bye = paired(file(RESERVE))["bye"]
    assert bye["number"] == 8
    assert "Passed over: Gus (half-point bye in round 4, 28L4)." in bye["sentences"]


def test_requested_byes_and_absences_are_not_paired(file: Any) -> None:
    made = paired(file(RESERVE.replace("W3b,,", "W3b,H,").replace("D4w,,", "D4w,U,")))
    assert made["absent"] == [1, 2]
    assert all({1, 2}.isdisjoint((b["white"], b["black"])) for b in made["boards"])


def test_a_board_set_by_the_director_stands(file: Any) -> None:
    text = RESERVE.replace("W3b,,", "W3b,?4b,").replace("D2b,,", "D2b,?1w,")
    made = paired(file(text))
    board = next(b for b in made["boards"] if 1 in (b["white"], b["black"]))
    assert (board["white"], board["black"]) == (4, 1)
    assert board["sentences"][0].startswith("Set by the director")


def test_what_a_set_board_or_bye_breaks_is_warned_of(file: Any) -> None:
    again = RESERVE.replace("W3b,,", "W3b,?3w,").replace("L1w,,", "L1w,?1b,")
    warnings = paired(file("# no pair: 1 3\n" + again))["warnings"]
    assert "Board 1: Ann and Cora met in round 2 (27A1)." in warnings
    assert "Board 1: Ann and Cora asked not to meet (28T)." in warnings
    full = RESERVE.replace("9,Ida,1200,,,B,H,,", "9,Ida,1200,,,B,U,,")
    assert paired(file(full), "--bye", "9")["warnings"] == [
        "Ida has had a full-point bye or a forfeit win (28L3)."
    ]
    assert paired(file(full), "--bye", "7")["warnings"] == []


def test_the_bye_can_be_set_or_forbidden(file: Any, capsys: Any) -> None:
    assert paired(file(RESERVE), "--bye", "7")["bye"]["number"] == 7
    assert paired(file("# bye: 6\n" + RESERVE))["bye"]["number"] == 6
    assert exit_code(file(RESERVE), "--bye", "none") == 1
    assert "no house player" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ("--bye none", "--bye 4"),
        ("--bye 4", "--bye 7"),
        ("--option teams=never", "--option teams=off"),
    ],
)
def test_two_arguments_that_contradict_each_other_are_named(file: Any, arguments: tuple[str, str]) -> None:
    words = [word for argument in arguments for word in argument.split()]
    with pytest.raises(CommandError) as refused:
        printed(file(RESERVE), *words)
    told = "{} and {} contradict each other. Give one of them."
    assert (str(refused.value), refused.value.returncode) == (told.format(*arguments), 2)


def test_the_same_argument_twice_is_one(file: Any) -> None:
    twice = ("--bye", "7", "--option", "teams=never") * 2
    assert paired(file(RESERVE), *twice)["bye"]["number"] == 7


def test_of_an_even_number_a_bye_may_be_forbidden(file: Any) -> None:
    """There is nothing to forbid: the same boards, and nobody rests."""
    even = RESERVE.replace("9,Ida,1200,,,B,H,,", "9,Ida,1200,,,B,H,U,")
    usual = paired(file(even))
    assert len(usual["boards"]) == 4
    assert paired(file(even), "--bye", "none") == usual
    assert paired(file("# bye: none\n" + even))["boards"] == usual["boards"]
    assert usual["bye"] is None
    assert usual["warnings"] == []


def test_a_house_player_makes_the_number_even(file: Any) -> None:
    text = RESERVE + "10,Helper,1000,,yes,,,,\n"
    made = paired(file(text), "--bye", "none")
    assert made["bye"] is None
    assert any(10 in (b["white"], b["black"]) for b in made["boards"])
    rested = paired(file(text.replace("8,Hal,,,,L4w,L6w,,", "8,Hal,,,,L4w,L6w,U,")))
    assert rested["bye"] is None
    assert all(10 not in (b["white"], b["black"]) for b in rested["boards"])
    assert rested["absent"] == [8]


def test_where_a_house_player_is_alone_nobody_is_paired(file: Any) -> None:
    """28M1"""
    alone = file("number,name,rating,house,r1\n1,Ann,1500,x,\n")
    assert printed(alone) == "Round 1\n\n\nWarning: There is nobody to pair in round 1.\n"


def test_players_who_asked_not_to_meet_do_not(file: Any) -> None:
    before = boards(file(START))
    after = boards(file("# no pair: 1 5\n" + START))
    assert (1, 5) in before
    assert {1, 5} not in [set(board) for board in after]


def test_options_come_from_the_file_and_the_command_overrides_them(file: Any) -> None:
    assert exit_code(file(RESERVE), "--option", "teams=perhaps") == 2
    assert exit_code(file("# option: teams=perhaps\n" + RESERVE)) == 1
    level = "# rounds: 3\nnumber,name,rating,team,r1\n1,A,1600,X,\n2,B,1500,Y,\n3,C,1400,X,\n4,D,1300,Z,\n"
    assert boards(file(level)) == [(1, 3), (4, 2)]
    assert boards(file("# option: teams=plus_two\n" + level)) == [(1, 4), (3, 2)]
    assert boards(file("# option: teams=plus_two\n" + level), "--option", "teams=off") == [(1, 3), (4, 2)]


def test_an_option_that_is_none_is_told_once(file: Any, capsys: Any) -> None:
    assert exit_code(file("# option: teams=maybe\n" + START)) == 1
    said = capsys.readouterr().err
    assert "“teams=maybe” is not right. Expected: one of off, plus_two, if_required, never" in said


def test_a_round_that_no_section_has_is_refused(file: Any) -> None:
    assert exit_code(file(RESERVE), "--round", "0") == 2
    assert exit_code(file(RESERVE), "--round", "-1") == 2


def test_an_unfinished_round_is_not_paired_over(file: Any, capsys: Any) -> None:
    assert exit_code(file(RESERVE), "--round", "4") == 1
    assert "Round 4 cannot be paired before round 3 is complete." in capsys.readouterr().err
    bad = file(RESERVE)
    with pytest.raises(CommandError):
        call_command("pair", bad, "--round", "4", "--format", "json", stdout=(out := io.StringIO()))
    made = json.loads(out.getvalue())[0]
    assert made["boards"] == []
    assert "complete" in made["problems"][0]["expected"]


def test_good_files_are_printed_beside_bad_ones(file: Any, capsys: Any) -> None:
    assert exit_code(file(START), file("number,name,r1\n1,Ann,Q\n", "bad.csv")) == 1
    said = capsys.readouterr()
    assert "Round 1" in said.out
    assert "bad.csv:2:3" in said.err


@pytest.mark.parametrize("command", ["pair", "standings"])
def test_a_file_that_is_not_there_stops_no_good_one(file: Any, capsys: Any, command: str) -> None:
    out = io.StringIO()
    with pytest.raises(CommandError, match="nowhere") as error:
        call_command(command, "nowhere.csv", file(RESERVE), stdout=out)
    assert error.value.returncode == 2
    assert "Ann" in out.getvalue()


def test_a_typed_pairing_gets_reasons_and_warnings(file: Any) -> None:
    typed = file("board,white,black\n1,1,5\n2,2,3\n3,4,6\n4,7,9\n", "boards.csv")
    made = paired(file(RESERVE), "--explain", typed)
    assert [(b["white"], b["black"]) for b in made["boards"]] == [(1, 5), (2, 3), (4, 6), (7, 9)]
    assert any("Ann and Eve met in round 1 (27A1)" in warning for warning in made["warnings"])
    assert made["bye"]["number"] == 8


def test_our_own_pairing_is_explained_without_warnings(file: Any) -> None:
    ours = paired(file(RESERVE))
    lines = [f"{b['board']},{b['white']},{b['black']}" for b in ours["boards"]]
    made = paired(file(RESERVE), "--explain", file("\n".join(lines) + "\n", "boards.csv"))
    assert made["warnings"] == []
    assert made["boards"] == ours["boards"]


def test_players_without_a_board_are_named(file: Any) -> None:
    made = paired(file(RESERVE), "--explain", file("1,1,2\n", "boards.csv"))
    assert "Cora has neither a board nor a bye." in made["warnings"]


def test_the_table_reads_as_a_director_posts_it(file: Any) -> None:
    text = printed(file(RESERVE))
    assert text.startswith("Reserve: Round 3\n\n  1  1 Ann (1900, 2)")
    assert "Bye: 8 Hal (unr., 0)" in text


def test_csv_has_a_line_a_board(file: Any) -> None:
    lines = printed(file(RESERVE), "--format", "csv").splitlines()
    assert lines[0] == "board,white,white name,black,black name,reason"
    assert len(lines) == 1 + 4 + 1


# Eve had the bye of round 1.
FIVE = """# rounds: 3
number,name,rating,r1,r2
1,Ann,2000,W4w,
2,Bob,1900,W3b,
3,Cid,1800,L2w,
4,Dan,1700,L1b,
5,Eve,1600,B,
"""


def test_a_bye_that_is_set_is_explained_with_the_boards(file: Any) -> None:
    """28L3. The one who has it needs no line among the boards."""
    said = ["Eve has had a full-point bye or a forfeit win (28L3)."]
    made = paired(file(FIVE), "--bye", "5")
    assert (made["bye"]["number"], made["warnings"]) == (5, said)
    explained = paired(
        file(FIVE), "--bye", "5", "--explain", file("board,white,black\n1,2,1\n2,4,3\n", "boards.csv")
    )
    assert (explained["bye"], explained["warnings"]) == (made["bye"], said)


def test_what_is_printed_as_csv_can_be_explained(file: Any) -> None:
    made = paired(file(FIVE))
    printed_boards = file(printed(file(FIVE), "--format", "csv"), "printed.csv")
    explained = paired(file(FIVE), "--explain", printed_boards)
    assert (explained["boards"], explained["bye"], explained["warnings"]) == (made["boards"], made["bye"], [])
    other_bye = file("board,white,black\n1,2,1\n2,3,5\nbye,4,\n", "boards.csv")
    assert paired(file(FIVE), "--explain", other_bye)["bye"]["number"] == 4


def test_a_score_group_of_boards_to_explain_has_who_is_left_over_in_its_numbers_and_its_due_colors(
    file: Any,
) -> None:
    """28L2 gives Dan the bye; here Ann is left over, who is due black."""
    by_rules = paired(file(FIVE))
    assert by_rules["bye"]["number"] == 4
    assert by_rules["groups"][1] == {
        "points": "0",
        "numbers": [3, 4],
        "sentence": "2 players, 1 due white, 1 due black. One of them has the full-point bye.",
    }
    made = paired(file(FIVE), "--explain", file("1,5,2\n2,4,3\n", "boards.csv"))
    assert made["bye"]["number"] == 1
    assert [(each["numbers"], each["sentence"].partition(" On ")[0]) for each in made["groups"]] == [
        ([1, 2, 5], "3 players, 1 due white, 1 due black. One of them has the full-point bye."),
        ([3, 4], "2 players, 1 due white, 1 due black."),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1,2,1\n1,4,3\n", "2:1: “1,4,3” is not right. Expected: each board once"),
        ("1,2,1\nbye,4\nbye,5\n", "3:1: “bye,5” is not right. Expected: one bye at most"),
        ("1,2,1\n2,4,4\n", "2:1: “2,4,4” is not right. Expected: two players"),
        ("1,2,1\nbye,Dan\n", "2:1: “bye,Dan” is not right. Expected: bye, and the number of a player"),
    ],
)
def test_lines_of_boards_that_are_none_are_told(file: Any, capsys: Any, text: str, told: str) -> None:
    path = file(text, "boards.csv")
    assert exit_code(file(FIVE), "--explain", path) == 2
    assert f"{path}:{told}" in capsys.readouterr().err


def test_a_round_robin_follows_its_table(file: Any) -> None:
    rows = "".join(f"{n},P{n},\n" for n in range(1, 9))
    made = boards(file("# format: round robin\n# rounds: 7\nnumber,name,r1\n" + rows))
    assert made == [(4, 8), (7, 1), (6, 2), (5, 3)]


def test_of_teams_the_sentences_say_so(file: Any) -> None:
    made = paired(file("# entrants: teams\n# rounds: 3\nnumber,name,r1\n1,Elm,\n2,Fir,\n3,Gum,\n"))
    assert "lowest-rated eligible team" in made["bye"]["sentences"][0] or "unrated" in str(made["bye"])
    assert "player" not in str(made["bye"]["sentences"])


def test_classes_without_their_ratings_are_told(file: Any) -> None:
    rows = "".join(f"{n},P{n},{1000 + n},\n" for n in range(1, 5))
    last = file(f"# rounds: 1\nnumber,name,rating,r1\n{rows}")
    told = "Everybody is paired by score: no rating at which a class ends is given (29I)."
    assert paired(last, "--option", "class_pools=full")["warnings"] == [told]
    limits = ("--option", "class_limits=1003")
    assert paired(last, "--option", "class_pools=full", *limits)["warnings"] == [
        "The class under 1003 is not paired by itself: P2 can still be first of the section (29I1)."
    ]


def test_an_unknown_bye_is_named(file: Any, capsys: Any) -> None:
    assert exit_code(file(RESERVE), "--bye", "77") == 1
    assert "No player of this section has number 77." in capsys.readouterr().err
    assert exit_code(file(RESERVE), "--bye", "x") == 2


def test_an_unknown_number_in_a_directive_is_told_with_its_line(file: Any, capsys: Any) -> None:
    path = file("# rounds: 4\n# no pair: 3 77\n# bye: 78\n" + START.split("\n", 1)[1])
    assert exit_code(path) == 1
    said = capsys.readouterr().err
    assert f"{path}:2:1: “3 77” is not right. Expected: numbers of this file; no player has number 77" in said
    assert f"{path}:3:1: “78” is not right. Expected: numbers of this file; no player has number 78" in said


def test_a_round_is_a_number(file: Any, capsys: Any) -> None:
    assert exit_code(file(RESERVE), "--round", "x") == 2
    assert "“x” is not right. Expected: a number, 1 or more" in capsys.readouterr().err


def test_every_line_of_boards_to_explain_that_cannot_be_read_is_told(file: Any, capsys: Any) -> None:
    path = file("board,white,black\n1,a,2\n2,3,4\n3,5,b\n", "boards.csv")
    assert exit_code(file(RESERVE), "--explain", path) == 2
    told = capsys.readouterr().err
    assert f"{path}:2:" in told
    assert f"{path}:4:" in told


@pytest.mark.parametrize("empty", ["", "board,white,black\n", "\n\n"])
def test_a_list_without_boards_explains_nothing(file: Any, capsys: Any, empty: str) -> None:
    path = file(empty, "boards.csv")
    assert exit_code(file(RESERVE), "--explain", path) == 2
    told = f"{path}: There are no boards to explain. Expected: lines of board, white, black"
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("rounds: 4", "rounds: 5"),
        ("section: Elm", "Section: Fir"),
        ("color: white", "color: black"),
        ("bye: none", "bye: 4"),
        ("bye: 4", "bye: 4"),
        ("option: teams=off", "option: teams=never"),
    ],
)
def test_a_directive_that_is_there_twice_is_told_with_its_line(
    file: Any, capsys: Any, first: str, second: str
) -> None:
    path = file(f"# {first}\n# no pair: 1 2\n# no pair: 3 4\n# {second}\n{START.split(chr(10), 1)[1]}")
    assert exit_code(path) == 1
    value = second.partition(": ")[2]
    told = f"{path}:4:1: “{value}” is not right. Expected: this once; it is on line 1 already"
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("bye", "typed", "told"),
    [
        ("5", "bye,4\n2,3,5", "The boards to explain give the full-point bye to number 4, and 5"),
        ("none", "bye,4\n2,3,5", "The boards to explain give the full-point bye to number 4, and none"),
        ("4", "2,3,4", "Number 4 is set to have the full-point bye, and has a board to explain."),
    ],
)
def test_a_bye_that_is_set_is_not_another_one_than_that_of_the_boards_to_explain(
    file: Any, capsys: Any, bye: str, typed: str, told: str
) -> None:
    explained = file(f"1,2,1\n{typed}\n", "boards.csv")
    path = file(FIVE)
    assert exit_code(path, "--bye", bye, "--explain", explained) == 1
    assert f"{path}: {told}" in capsys.readouterr().err
    path = file(f"# bye: {bye}\n{FIVE}", "set.csv")
    assert exit_code(path, "--explain", explained) == 1
    assert f"{path}: {told}" in capsys.readouterr().err
