"""Text in columns, as programs print lists: found by the headings and by what is blank below them."""

from collections.abc import Sequence

import pytest

from tournaments.formats.fixed_width import columns_of
from tournaments.formats.registration import guessed, read_players, read_table

WIDTHS = (21, 10, 8, 12, 17, 10, 4)
# A field that fills its column touches the next one.
LINES = [
    ("Name", "USCF ID", "Rtg", "Grade", "School", "Section", "Byes"),
    ("Alder, Ann", "30100000", "883P13", "K", "St. Mary's", "K-1 Open", ""),
    ("Birch, Bill", "30100007", "", "Kindergarten", "PS 12", "K-1 Open", "1"),
    ("Cedar-Cole, Cora-Lee", "", "412", "2nd", "Lincoln", "K-3 Open", ""),
    ("Dale, Di", "30100021", "359*", "3rd Grade", "Sabin", "K-3 Open", "2 4"),
    ("Elm, Ed", "30100028", "", "1st", "PS 14", "K-1 Open", ""),
    ("Fir, Faye", "30100035", "1204", "1st", "Lincoln", "K-3 Open", ""),
]


def in_columns(lines: Sequence[Sequence[str]]) -> str:
    padded = ("".join(map(str.ljust, line, WIDTHS)).rstrip() for line in lines)
    return "\n".join(padded) + "\n"


LIST = in_columns(LINES)
RULED = in_columns(LINES[:1]) + "-" * sum(WIDTHS) + "\n" + in_columns(LINES[1:])
IN_PARTS = in_columns([LINES[0], ["-" * (width - 2) for width in WIDTHS], *LINES[1:]])
TITLED = f"Rose City Scholastic\nRegistrations of Nov 20, 2026\n\n{RULED}\nTotal: 6 entries in all sections\n"


@pytest.mark.parametrize("text", [LIST, RULED, IN_PARTS, TITLED], ids=["plain", "ruled", "parts", "titled"])
def test_columns_are_read_under_rules_and_titles_and_where_a_field_touches_the_next(text: str) -> None:
    table = read_table(text)
    assert guessed(table) == ["name", "id", "rating", "grade", "team", "section", "byes"]
    players, problems = read_players(table, guessed(table))
    assert not problems
    read = [(each.entry.name, each.entry.grade, each.entry.team, each.section) for each in players[:6]]
    assert read == [
        ("Alder, Ann", "K", "St. Mary's", "K-1 Open"),
        ("Birch, Bill", "K", "PS 12", "K-1 Open"),
        ("Cedar-Cole, Cora-Lee", "2", "Lincoln", "K-3 Open"),
        ("Dale, Di", "3", "Sabin", "K-3 Open"),
        ("Elm, Ed", "1", "PS 14", "K-1 Open"),
        ("Fir, Faye", "1", "Lincoln", "K-3 Open"),
    ]
    assert [each.entry.rating for each in players[:6]] == [883, None, 412, 359, None, 1204]
    assert [bool(each.entry.byes) for each in players[:6]] == [False, True, False, True, False, False]


def test_a_line_that_is_longer_than_any_list_is_no_line_of_columns() -> None:
    lines = [line for line in LIST.splitlines() if line]
    assert columns_of(lines)
    assert columns_of([*lines, "Gum, Gus  " + "x" * 5_000]) == []


def test_three_headings_in_a_row_with_a_blank_between_them_are_three_columns() -> None:
    table = read_table(
        "Name                 ID        Rating Grade School          Section\n"
        "Ash, Ann             12345678  500*   3     Elm Elementary  K-3\n"
        "Birch, Bo            12345679  871P12 K     Fir             K-3 Open\n"
    )
    assert guessed(table) == ["name", "id", "rating", "grade", "team", "section"]
    assert [row.fields[2:5] for row in table.rows] == [
        ["500*", "3", "Elm Elementary"],
        ["871P12", "K", "Fir"],
    ]


@pytest.mark.parametrize("total", ["Total entries: 3", "Total     3", "3 players"])
def test_a_total_below_columns_is_no_player_though_a_column_begins_within_it(total: str) -> None:
    table = read_table(
        " #  NAME                 ID        RTNG    SECTION\n"
        "--- -------------------- --------- ------- --------\n"
        " 1  Ash, Ann             12345671  850/14  K-3 Open\n"
        " 2  Birch III, Bo        12345672  1203P7  K-3 Open\n"
        " 3  Total, Cy            12345673  500*    K-3 Open\n"
        f"\n{total}\n"
    )
    players, problems = read_players(table, guessed(table))
    assert ([each.entry.name for each in players], problems) == (
        ["Ash, Ann", "Birch III, Bo", "Total, Cy"],
        [],
    )
    assert len(table.totals) == 1
