"""Pasted lists whose lines differ from each other."""

import pytest

from tournaments.formats.pasted import read
from tournaments.formats.records import RosterFile


def told(file: object) -> list[tuple[str, str, int | None, str, str]]:
    assert isinstance(file, RosterFile)
    assert not file.problems
    return [(each.name, each.uscf_id, each.rating, each.team, each.grade) for each in file.entries]


def asked(text: str) -> list[tuple[int, str]]:
    return [(each.line, each.read) for each in read(text).problems]


def test_each_line_is_read_however_it_is_written_and_that_is_said() -> None:
    file = read("Bell, Amy, 712\nBo Cole 800\n1020 Cy Dahl\nDi Dell, 640P5\nElm, Ed\n")
    assert told(file) == [
        ("Bell, Amy", "", 712, "", ""),
        ("Bo Cole", "", 800, "", ""),
        ("Cy Dahl", "", 1020, "", ""),
        ("Di Dell", "", 640, "", ""),
        ("Elm, Ed", "", None, "", ""),
    ]
    assert file.notes == (
        "Read line by line: Bell, Amy · rated 712; Bo Cole · rated 800; Cy Dahl · rated 1020; "
        "Di Dell · rated 640; Elm, Ed. "
        "Check these names and ratings.",
    )


def test_the_word_for_unrated_is_no_part_of_a_name_wherever_it_stands() -> None:
    file = read(
        "Bell, Amy, 712\n713 Ann Fir\nBen Belmont unr\nWilma Stroud unr Riverbend gr 2\nunr Di Dell\n"
    )
    assert told(file)[2:] == [
        ("Ben Belmont", "", None, "", ""),
        ("Wilma Stroud", "", None, "Riverbend", "2"),
        ("Di Dell", "", None, "", ""),
    ]
    assert "; Ben Belmont; Wilma Stroud · grade 2 · Riverbend; Di Dell. Check these" in str(file.notes)


@pytest.mark.parametrize(
    ("line", "player"),
    [
        ("Bell, Amy, 712", ("Bell, Amy", "", 712, "", "")),
        ("Bell, Amy 712", ("Bell, Amy", "", 712, "", "")),
        ("Amy Bell unr", ("Amy Bell", "", None, "", "")),
        ("Bell, Amy UNR.", ("Bell, Amy", "", None, "", "")),
        ("Amy Bell unrated, Oak Park School", ("Amy Bell", "", None, "Oak Park School", "")),
        ("Bell\tAmy\t712", ("Bell, Amy", "", 712, "", "")),
        ("Bell; Amy; 712; Sabin; 5th", ("Bell, Amy", "", 712, "Sabin", "5")),
        ("712 Bell, Amy", ("Bell, Amy", "", 712, "", "")),
        ("712, Amy Bell", ("Amy Bell", "", 712, "", "")),
        ("1. Amy Bell 712", ("Amy Bell", "", 712, "", "")),
        ("1) Bell, Amy, 712, 3", ("Bell, Amy", "", 712, "", "3")),
        ("De la Cruz, Ana Maria, 712", ("De la Cruz, Ana Maria", "", 712, "", "")),
        ("Bell Jr., Amy, unr, Oak Park School", ("Bell Jr., Amy", "", None, "Oak Park School", "")),
        ("Nguyen, Jr., Al", ("Nguyen Jr., Al", "", None, "", "")),
        ("Nguyen, Al, Jr., 712", ("Nguyen Jr., Al", "", 712, "", "")),
        ("1. Nguyen, III, Al, 712, Sabin", ("Nguyen III, Al", "", 712, "Sabin", "")),
        ("Al Nguyen, Jr., 712", ("Al Nguyen Jr.", "", 712, "", "")),
        ("Nguyen, Jr., Al, 12345678, 712, Sabin, 3", ("Nguyen Jr., Al", "12345678", 712, "Sabin", "3")),
        ("Amy Bell, 712, 12345678, Sabin", ("Amy Bell", "12345678", 712, "Sabin", "")),
        ("Amy Bell 712 12345678 Sabin", ("Amy Bell", "12345678", 712, "Sabin", "")),
    ],
)
def test_one_line_beside_others_of_a_list(line: str, player: tuple[str, str, int | None, str, str]) -> None:
    mark = next((mark for mark in "\t;" if mark in line), ",")
    assert told(read(line))[0] == player
    # The usual layout of a list stands below it.
    assert told(read(f"{line}\n{mark.join(['Bo Cole', '12345672', '980', 'Elm', '4'])}\n")) == [
        player,
        ("Bo Cole", "12345672", 980, "Elm", "4"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Amy Bell, Sabin, 712",  # a school, or a first name
        "Amy Bell, 712, 650",
        "Amy Bell 712 650",
        "Amy Bell, 1234567, 712",
        "Bell, Amy, 4312",
        "Bell, Amy, Sabin, 712",
        "712 Amy Bell 650",
    ],
)
def test_what_can_be_read_in_two_ways_is_asked_about_by_its_line(line: str) -> None:
    assert {at for at, _read in asked(f"Cole, Bo, 800\n{line}\nDi Dell 640\n")} == {2}


def test_numbers_that_count_the_lines_are_no_ratings() -> None:
    assert {at for at, _read in asked("101 Amy Bell\n102 Bo Cole\n103 Cy Dahl\n")} == {1, 2, 3}
    assert [each[2] for each in told(read("101, Amy Bell\n102, Bo Cole\n"))] == [None, None]


def test_ratings_in_front_of_the_names_are_not_lost() -> None:
    assert told(read("812, Amy Bell\n640, Bo Cole\n")) == [
        ("Amy Bell", "", 812, "", ""),
        ("Bo Cole", "", 640, "", ""),
    ]


def test_one_line_with_the_word_for_unrated_beside_a_list_in_columns() -> None:
    assert told(read("Amy Bell,,712,Sabin\nCole, Bo unr\nBen Belmont unr\n"))[1:] == [
        ("Cole, Bo", "", None, "", ""),
        ("Ben Belmont", "", None, "", ""),
    ]
    assert told(read("Amy Bell,,712,Sabin\nBen Belmont unr\n"))[1:] == [("Ben Belmont", "", None, "", "")]


def test_how_to_reach_a_child_is_refused_in_a_line_that_differs_too() -> None:
    assert asked("Bell, Amy, 712\nCole, Bo, bo@example.com\nDi Dell 555-123-4567\n")[0][0] == 2
