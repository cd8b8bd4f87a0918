"""Grades of a registration file, alone and in one column with the school."""

import pytest

from tests.registrations import as_csv
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


def test_beside_columns_of_school_and_of_grade_that_of_both_is_left_out() -> None:
    table = read_table("Name,School/Grade,School,Grade\nAda Alder,Elm / 5,Elm Street,6\n")
    assert table.headings == ["Name", "School/Grade", "School", "Grade"]
    [ada], _problems = read_players(table, ["name", "", "team", "grade"])
    assert (ada.entry.team, ada.entry.grade) == ("Elm Street", "6")
