"""Grades of a registration file, alone and in one column with the school."""

import pytest

from tests.registrations import as_csv
from tournaments.formats.records import FileProblem
from tournaments.formats.registration import guessed, read_players, read_table

Read = tuple[str, str]


def school_and_grade(heading: str, *cells: str) -> tuple[list[Read], list[str]]:
    """The team and the grade of each line, and what is a problem."""
    rows = [[f"Player {'ABCDEFGHI'[at]}", cell, "Open"] for at, cell in enumerate(cells)]
    table = read_table(as_csv([["Name", heading, "Section"], *rows]))
    found, problems = read_players(table, guessed(table))
    return [(each.entry.team, each.entry.grade) for each in found], [each.read for each in problems]


@pytest.mark.parametrize(
    "heading",
    [
        *("School/Grade", "Grade/School", "School (Grade)", "Grade (School)", "School and Grade"),
        *("School Name & Grade Level", "Grade - School", "School, Grade", "Club / Gr."),
    ],
)
def test_a_column_whose_heading_names_school_and_grade_is_read_as_both(heading: str) -> None:
    read = school_and_grade(
        heading, "Lincoln / 5", "Oak Hill / 3rd", "Oak Hill - 4", "PS 12 / K", "Elm (2)", "Oak"
    )
    assert read == (
        [("Lincoln", "5"), ("Oak Hill", "3"), ("Oak Hill", "4"), ("PS 12", "K"), ("Elm", "2"), ("Oak", "")],
        [],
    )


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        ("5 / Lincoln", ("Lincoln", "5")),
        ("Lincoln/Pre-K", ("Lincoln", "PK")),
        ("Pre-K - Lincoln", ("Lincoln", "PK")),
        ("Grade 5, Lincoln", ("Lincoln", "5")),
        ("St. Mary-St. John, 5th grade", ("St. Mary-St. John", "5")),
        ("Lincoln-5", ("Lincoln", "5")),
        ("Lincoln 5th", ("Lincoln", "5")),
        ("Lincoln Grade 5", ("Lincoln", "5")),
        ("Lincoln 5", ("Lincoln", "5")),
        ("3rd 7th Street School", ("7th Street School", "3")),
        ("K-5 Academy / 3", ("K-5 Academy", "3")),
        ("Lincoln | Adult", ("Lincoln", "Adult")),
        # Of a school that has a number or grades in its name there may be no grade.
        ("PS 12", ("PS 12", "")),
        ("P.S. 12", ("P.S. 12", "")),
        ("School 5", ("School 5", "")),
        ("7th Street School", ("7th Street School", "")),
        ("K-8 Academy", ("K-8 Academy", "")),
        ("Oak K-8", ("Oak K-8", "")),
        ("5 / Oak (East)", ("Oak (East)", "5")),
        ("Oak [East] (5)", ("Oak [East]", "5")),
        ("Lincoln / N/A", ("Lincoln", "")),
        ("Lincoln /", ("Lincoln", "")),
        ("/ 5", ("", "5")),
        ("5", ("", "5")),
        ("N/A", ("", "")),
    ],
)
def test_a_cell_of_school_and_grade_may_have_them_in_many_forms(cell: str, read: Read) -> None:
    assert school_and_grade("School/Grade", "Oak Hill / 3", cell) == ([("Oak Hill", "3"), read], [])


def test_a_heading_that_names_school_and_grade_above_one_of_them_has_that_one() -> None:
    assert school_and_grade("School/Grade", "5", "3rd") == ([("", "5"), ("", "3")], [])
    assert school_and_grade("School/Grade", "Oak", "PS 12") == ([("Oak", ""), ("PS 12", "")], [])
    assert school_and_grade("Grade in School", "5", "3rd") == ([("", "5"), ("", "3")], [])


def test_beside_one_other_column_a_heading_of_both_tells_the_headings_from_players() -> None:
    table = read_table("Player,Grade/School\nAda Alder,5/Lincoln\nBo Birch,K/Oak\n")
    found, _problems = read_players(table, guessed(table))
    read = [(each.entry.name, each.entry.team, each.entry.grade) for each in found]
    assert read == [("Ada Alder", "Lincoln", "5"), ("Bo Birch", "Oak", "K")]


def test_beside_columns_of_school_and_of_grade_that_of_both_is_left_out() -> None:
    table = read_table("Name,School/Grade,School,Grade\nAda Alder,Elm / 5,Elm Street,6\n")
    assert table.headings == ["Name", "School/Grade", "School", "Grade"]
    [ada], _problems = read_players(table, ["name", "", "team", "grade"])
    assert (ada.entry.team, ada.entry.grade) == ("Elm Street", "6")


@pytest.mark.parametrize("cell", ["Lincoln / 5", "13", "44", "Freshman", "4/5", "K-5", "Oak Hill", "n/a?"])
def test_what_is_no_grade_is_a_problem_of_its_line_and_nothing_is_entered(cell: str) -> None:
    table = read_table(f"Name,Grade,Section\nAda Alder,5,Open\nBo Birch,{cell},Open\n")
    found, problems = read_players(table, guessed(table))
    assert [each.entry.grade for each in found] == ["5", ""]
    assert problems == [FileProblem(3, 2, cell, "a grade from K to 12, PK, Adult, or nothing")]


@pytest.mark.parametrize(
    ("cell", "grade"),
    [("adult", "Adult"), ("ADULT", "Adult"), ("Pre-K", "PK"), ("K", "K"), ("12th", "12"), ("N/A", "")],
)
def test_grades_from_before_kindergarten_to_adults_are_read(cell: str, grade: str) -> None:
    table = read_table(f"Name,Grade,Section\nAda Alder,{cell},Open\n")
    [listed], problems = read_players(table, guessed(table))
    assert (listed.entry.grade, problems) == (grade, [])


def test_an_address_in_the_place_of_a_grade_is_one_problem() -> None:
    table = read_table("Name,Grade,Section\nAda Alder,ada@example.org,Open\n")
    [listed], [_problem] = read_players(table, guessed(table))
    assert not listed.entry.grade


def test_in_the_place_of_a_grade_beside_a_school_what_is_none_is_asked_about() -> None:
    read = school_and_grade("School/Grade", "Oak / 3", "Lincoln / Freshman", "Elm / 44", "3 / 4", "K-8")
    assert read == (
        [("Oak", "3"), ("Lincoln", ""), ("Elm", ""), ("", ""), ("", "")],
        ["Freshman", "44", "3 / 4", "K-8"],
    )
