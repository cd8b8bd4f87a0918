"""Requested byes in words and letters: what people type, what programs export."""

import pytest

from tests.formats.test_roster import read
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats import wallchart_csv
from tournaments.formats.byes import Bye, read_byes, written

HALF, ZERO = Kind.HALF_BYE, Kind.UNPAIRED


@pytest.mark.parametrize(
    "text",
    [
        *("1z 4 7z", "4, 7z, 1z", "1z,4,7z", "byes 1z, 4 and 7z", "Bye: 1Z; 4; 7Z", "1 z 4 7 z", "1z/4/7z"),
        *(
            "1 zero 4 half 7 zero",
            "1u 4h 7u",
            "R1z R4 R7z",
            "round 1 zero, rounds 4h and 7 zero-point",
            "1z 4½ 7z",
        ),
    ],
)
def test_however_byes_are_written_they_are_the_same(text: str) -> None:
    assert read_byes(text) == (Bye(1, ZERO), Bye(4, HALF), Bye(7, ZERO))
    assert written(read_byes(text)) == "1z, 4, 7z"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("1-3", "1, 2, 3"),
        ("1–3z 5", "1z, 2z, 3z, 5"),
        ("rounds 1 through 3 zero", "1z, 2z, 3z"),
        ("Rd. 1 to 2", "1, 2"),
        ("1st and 3rd", "1, 3"),
        ("2nd round", "2"),
        ("1/2 pt bye round 1", "1"),
        ("1/2 point byes rounds 1, 3", "1, 3"),
        ("1/2 bye rd 4", "4"),
        ("½-pt. bye in round 2", "2"),
        (".5 pt bye for the 2nd round", "2"),
        ("half point bye 1-2, zero point bye 4", "1, 2, 4z"),
        ("zero bye 1 half bye 4", "1z, 4"),
        ("0 pt bye round 4", "4z"),
        ("half-point byes 1 2z", "1, 2z"),
        ("First round", "1"),
        ("Round One", "1"),
        ("round one bye", "1"),
        ("rounds one, two and four", "1, 2, 4"),
        ("zero point bye in the third round", "3z"),
        ("I need a bye in the first and second rounds, please.", "1, 2"),
    ],
)
def test_byes_in_the_words_of_entry_forms_are_read(text: str, same: str) -> None:
    assert written(read_byes(text)) == same
    assert read_byes(text) == read_byes(same)


@pytest.mark.parametrize("text", ["", " ", "-", "none", "No", "0"])
def test_nobody_who_writes_none_has_a_bye(text: str) -> None:
    assert read_byes(text) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2, 2", "Round 2 is here twice"),
        ("2, 2z", "Round 2 is here twice"),
        ("x", "rounds such as 2, 4"),
        ("2, x", "rounds such as 2, 4"),
        ("bye", "rounds such as 2, 4"),
        ("2b", "rounds such as 2, 4"),
        ("2 full", "rounds such as 2, 4"),
        ("4-2", "the lower round first, as in 2-4"),
        ("2-", "rounds such as 2, 4"),
        ("one half-point bye", "rounds such as 2, 4"),
        ("the first half", "rounds such as 2, 4"),
        ("1.5", "rounds such as 2, 4"),
        ("2-4-6", "rounds such as 2, 4"),
        ("1-3, 2", "Round 2 is here twice"),
        ("1/2", "1, 2 for two rounds, or ½ for a half-point bye"),
        ("1/2 round 3", "1, 2 for two rounds, or ½ for a half-point bye"),
        ("1/2 pt bye", "rounds such as 2, 4"),
        ("zero point bye 1, half point bye", "rounds such as 2, 4"),
        ("all", "rounds such as 2, 4"),
        ("NEW", "rounds such as 2, 4"),
        ("full point bye round 1", "rounds such as 2, 4"),
        ("-2", "rounds such as 2, 4"),
        ("2.5", "rounds such as 2, 4"),
        ("zero", "rounds such as 2, 4"),
        ("1 0", "rounds from 1"),
        ("1234", "rounds such as 2, 4"),
        ("²", "rounds such as 2, 4"),
        ("2zz", "rounds such as 2, 4"),
    ],
)
def test_what_is_no_bye_says_what_is_expected(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        read_byes(text)


@pytest.mark.parametrize(
    "heading",
    ["Byes", "Bye", "Reserved byes", "Bye rounds", "BYE ROUND", "Requested byes", "Half-point byes"],
)
def test_a_list_has_byes_under_any_heading_of_theirs(heading: str) -> None:
    file = read(f"Name,{heading}\nJane Doe,1z 4\nBob Roe,\n")
    assert [entry.byes for entry in file.entries] == [(Bye(1, ZERO), Bye(4, HALF)), ()]
    assert not file.problems
    assert not file.notes


def test_a_bye_that_cannot_be_read_is_a_problem_of_its_cell() -> None:
    (problem,) = read('Name,Byes\nJane Doe,4\nBob Roe,"2, 2"\n').problems
    assert problem[:3] == (3, 2, "2, 2")
    assert problem.expected == "each round once. Round 2 is here twice"


def test_a_wall_chart_tells_byes_in_its_cells_and_not_in_a_column() -> None:
    file = wallchart_csv.read(b"number,name,byes,r1\n1,Ann,later,H\n")
    assert file.notes == ("Not imported: byes",)
    assert not file.problems


@pytest.mark.parametrize(
    ("text", "same"),
    [("H2", "2"), ("h1, H3", "1, 3"), ("H1 Z4", "1, 4z"), ("U2", "2z"), ("bye H2", "2"), ("H2-3", "2, 3")],
)
def test_a_letter_before_a_round_says_what_its_bye_counts(text: str, same: str) -> None:
    assert read_byes(text) == read_byes(same)


@pytest.mark.parametrize("text", ["B2", "H2z", "H2 Z2", "F1", "H"])
def test_a_letter_that_is_no_bye_or_another_one_is_asked_about(text: str) -> None:
    with pytest.raises(ValueError, match="round"):
        read_byes(text)
