"""A plain list of players, pasted or uploaded."""

from dataclasses import replace
from time import process_time

import pytest

from tournaments.formats.delimited import read_rows
from tournaments.formats.records import RosterEntry, RosterFile
from tournaments.formats.roster import from_rows

JANE = RosterEntry(None, "Doe, Jane", "12345678", 1432, "Lakeside", "4")


def read(data: str | bytes) -> RosterFile:
    return from_rows(read_rows(data))


@pytest.mark.parametrize(
    "text",
    [
        '"Doe, Jane",12345678,1432,Lakeside,4',
        "Doe, Jane\t12345678\t1432\tLakeside\t4\n",
        "Doe, Jane;12345678;1432P12;Lakeside;4\n",
        '1.,"Doe, Jane",12345678,1432/12,Lakeside,4',
        'name,id,rating,team,grade\n"Doe, Jane",12345678,1432,Lakeside,4',
        'Gr,Club,Rtng,MEM_ID,Last/First\n4,Lakeside,1432,12345678,"Doe, Jane"',
        'Name,USCF ID,Regular Rating,School,Grade\r\n"Doe, Jane","12345678","1432","Lakeside","4"\r\n',
    ],
)
def test_however_it_is_written_it_is_the_same_player(text: str) -> None:
    file = read(text)
    assert not file.problems
    assert file.entries == (JANE,)


def test_a_field_is_a_clean_line() -> None:
    file = read('name,id,rating,team\n\u200b"Doe,\u00a0\u202eJane",\u200e12345678,1432,Lake\u00adside\u3164')
    assert file.entries == (replace(JANE, grade=""),)


@pytest.mark.parametrize("rating", ["", "0", "unr", "UNR.", "unrated"])
def test_an_unrated_player_has_no_rating(rating: str) -> None:
    assert read(f"name,rating\nJane,{rating}").entries == (RosterEntry(None, "Jane"),)


def test_a_list_may_be_of_names_alone() -> None:
    assert [entry.name for entry in read("Jane Doe\n\nBob Roe\n").entries] == ["Jane Doe", "Bob Roe"]


def test_what_is_nobodys_business_is_not_taken_and_is_named() -> None:
    file = read("Name,Birth date,Phone,,Byes\nJane,2015-01-01,555,x,1z 4\n")
    assert file.entries == (RosterEntry(None, "Jane"),)
    assert file.notes == ("Not imported: Birth date, Phone, column 4, Byes",)
    assert read("Jane,,,,,jane@example.org").notes == ("Not imported: column 6",)


def test_every_problem_is_told_in_one_report() -> None:
    text = "name,id,rating\n,12345678,1500\nBob,1234,15x0\nCy,12345678,\nDi,,,7\n"
    assert [problem[:3] for problem in read(text).problems] == [
        (2, 1, ""),
        (3, 2, "1234"),
        (3, 3, "15x0"),
        (4, 2, "12345678"),
        (5, 4, "7"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "a line for each player"),
        ("name,id\n", "a player below"),
        ("ID,Rating\n12345678,1500\n", "“name”"),
        ("Doe, Jane, 12345678", "in quotes"),
        (b"PK\x03\x04", "save it as CSV"),
        ('name\n"Jane\n', "quotes in pairs"),
    ],
)
def test_a_problem_says_what_was_expected(text: str | bytes, expected: str) -> None:
    assert any(expected in problem.expected for problem in read(text).problems)


def test_names_of_every_script_are_taken_as_they_are() -> None:
    names = ["Zoë 🏆", "שרה לוי", "=cmd()", 'Ann "the rook" Lee', "O'Neil"]
    assert [entry.name for entry in read("name\n" + "\n".join(names)).entries] == names


def test_control_characters_are_no_part_of_a_name() -> None:
    assert read("name\nJa\x1b[31mne\x07\n").entries[0].name == "Ja [31mne"


def test_five_thousand_lines_are_read_in_no_time() -> None:
    text = "\n".join(f'"Last {i}, First",{10_000_000 + i},{i % 2000},Team {i % 30},4' for i in range(5000))
    start = process_time()
    file = read(text)
    assert process_time() - start < 1
    assert (len(file.entries), file.problems) == (5000, ())
