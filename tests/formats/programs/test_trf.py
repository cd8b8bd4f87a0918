"""The report that FIDE takes, and the lines that matter of the one of 2026."""

import pytest

from tests.formats.programs.spring import only, trf, trf_line
from tournaments.formats.byes import written
from tournaments.formats.programs.reading import read
from tournaments.formats.records import Sat


def test_birth_dates_of_a_trf_are_named_and_not_read() -> None:
    assert read(trf()).left_out == ("Birth date",)
    assert "2015" not in repr(read(trf()).sections)


def test_byes_of_a_trf26_are_read_and_its_other_lines_are_named() -> None:
    lines = ["202 BH/C1,SB", "240 H 003  001  004", "240 Z 004 0002", "240 F 005 0002"]
    lines += [
        "250      01.0 001 002 0001 0002",
        "260 001 002 0001 0002",
        "XXP 3 4",
        "362 TW 2",
        "310   1 Oak",
        "XXS W=3",
    ]

    file = read(trf() + "\n".join(["", *lines]).encode())

    assert not file.problems
    byes = {entry.number: written(entry.byes) for entry in file.sections[0].entries}
    assert byes == {1: "3", 2: "4z", 3: "", 4: "3"}
    assert file.left_out == (
        "Birth date",
        "Full-point byes of rounds to come (240)",
        "Tiebreaks BH/C1,SB (202)",
        "Acceleration (250)",
        "Prohibited pairings (260)",
        "Prohibited pairings (XXP)",
        "Scoring system of teams (362)",
        "Teams (310)",
        "Scoring system (XXS)",
    )
    assert file.sections[0].order == "", "one of its tiebreaks is not known here"


@pytest.mark.parametrize(
    "lines", [["202 DE,BH, SB"], ["212 PTS,DE,BH,SB"], ["212 PTS,BPG", "202 DE,BH,SB"]], ids=str
)
def test_the_order_of_tiebreaks_of_a_trf26_is_read_where_each_of_them_is_known(lines: list[str]) -> None:
    file = read(trf() + "\n".join(["", *lines]).encode())

    assert file.sections[0].order == "head_to_head,solkoff,sonneborn_berger"
    assert file.left_out == ("Birth date",)


def test_an_order_of_standings_that_is_not_known_is_named_with_its_tiebreaks() -> None:
    file = read(trf() + b"\n212 PTS,EDGE,BH")
    assert file.left_out == ("Birth date", "Order of the standings PTS,EDGE,BH (212)")


@pytest.mark.parametrize(
    "line",
    [
        f"310 {1:>3} {'Oak Hill':<32} {'OAK':<5} {1900:>6} {2.0:>6} {3.0:>6} {1:>3}  {1:>4} {3:>4}",
        f"013 {'Oak Hill':<32}{1:>4} {3:>4}",
    ],
    ids=["310", "013"],
)
def test_players_of_a_trf_have_the_teams_that_its_lines_say(line: str) -> None:
    teams = {each.number: each.team for each in only(trf() + f"\n{line}".encode()).entries}
    assert teams == {1: "Oak Hill", 2: "", 3: "Oak Hill", 4: ""}


def test_a_bye_of_a_round_that_is_paired_is_read_where_the_line_of_the_player_has_nothing() -> None:
    alone = trf_line(5, "Elm, Iris", 0, " " * 8, "0000 - Z")

    found = only(trf() + f"\n{alone}\n240 H 001 0005 0001\n240 H 002 0005".encode())

    assert found.sat[5, 1] == Sat("H")
    assert found.sat[5, 2] == Sat("U"), "the line of the player says what happened"
    assert found.sat[1, 1].opponent == 3


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("240 Q 003 0001", "line 7"),
        ("240 H x 0001", "line 7"),
        ("240 H 003", "line 7"),
        ("240 H 003 0009", "line 7"),
        ("240 H 999 0001", "line 7"),
        ("240 H 003 0001\n240 Z 003 0001", "line 8"),
    ],
)
def test_a_line_of_byes_that_cannot_be_is_told_with_its_place(line: str, where: str) -> None:
    [problem] = read(trf() + f"\n{line}".encode()).problems
    assert problem.where == where
