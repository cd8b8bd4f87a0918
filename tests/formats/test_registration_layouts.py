"""Registration files as sites and spreadsheets lay them out: titles, totals, tickets, numbers for days."""

from datetime import date

import pytest

from tests.registrations import as_csv
from tournaments.formats.byes import written
from tournaments.formats.registration import ListedPlayer, guessed, read_players, read_table

FIRST_DAY = date(2026, 11, 21)


def players(text: str) -> list[ListedPlayer]:
    table = read_table(text, FIRST_DAY)
    return read_players(table, guessed(table))[0]


def told(text: str) -> list[tuple[str, str]]:
    return [(each.entry.name, each.section) for each in players(text)]


THREE = [("Alder, Ada", "K-3 Championship"), ("Birch, Bo", "K-3 Championship"), ("Cedar, Cy", "K-5 Open")]


@pytest.mark.parametrize(
    "text",
    [
        # Under one line of headings the sections have titles of their own.
        'Name,ID,School\nK-3 Championship,,\n"Alder, Ada",12345671,Elm\n"Birch, Bo",12345672,Oak\n'
        '\nK-5 Open,,\n"Cedar, Cy",12345673,Elm\n',
        # Each section has its title, its headings and its sum.
        'K-3 Championship,,\nName,ID,School\n"Alder, Ada",12345671,Elm\n"Birch, Bo",12345672,Oak\n'
        'Subtotal: 2,,\n\nK-5 Open,,\nName,ID,School\n"Cedar, Cy",12345673,Elm\nSubtotal: 1,,\n'
        "Grand total: 3,,\n",
        # A title that was merged, two rows of headings, a total and what was printed below it.
        as_csv(
            [
                ["Lake Wren Scholastic 2026", "", "", ""],
                ["", "", "", ""],
                ["Player", "", "US Chess", ""],
                ["Last Name", "First Name", "ID", "Section"],
                ["Alder", "Ada", "12345671", "K-3 Championship"],
                ["Birch", "Bo", "12345672", "K-3 Championship"],
                ["Cedar", "Cy", "", "K-5 Open"],
                ["Total", "3", "", ""],
            ]
        ),
        # A site that sells tickets.
        "Order #,Buyer,Attendee First,Attendee Last,Ticket Type\n1,Pat Alder,Ada,Alder,K-3 Championship\n"
        "2,Pat Birch,Bo,Birch,K-3 Championship\n3,Pat Cedar,Cy,Cedar,K-5 Open\n",
        "Ticket Type,Name,Section\nEarly,“Alder, Ada”,K-3 Championship\nEarly,“Birch, Bo”,K-3 Championship\n"
        "Late,“Cedar, Cy”,K-5 Open\n",
    ],
    ids=["titles", "blocks", "merged", "tickets", "both"],
)
def test_the_same_players_are_in_the_same_sections_however_the_file_is_laid_out(text: str) -> None:
    assert told(text) == THREE


def test_a_player_who_stands_alone_in_a_line_is_no_title() -> None:
    text = "Name,ID\nPat Open,\nAda Alder,12345671\n"
    assert told("Name,ID\nAda Alder,12345671\nPat Open,\n") == [("Ada Alder", ""), ("Pat Open", "")]
    assert len(told(text.replace("Open", "Opal"))) == 2


def test_a_player_whose_name_is_a_total_is_one() -> None:
    text = "Last Name,First Name,Section\nTotal,Ann,Open\nAlder,Ada,Open\n"
    assert told(text) == [("Total, Ann", "Open"), ("Alder, Ada", "Open")]


def test_a_column_called_name_is_a_heading_whatever_the_others_are() -> None:
    assert [name for name, _section in told("Name,K-3,K-5\nAda Alder,X,\nBo Birch,,X\n")] == [
        "Ada Alder",
        "Bo Birch",
    ]


def test_of_two_rows_of_headings_the_one_that_names_the_columns_counts() -> None:
    text = "Name,,Membership,,Play\nLast,First,ID,Expires,Section\nAlder,Ada,12345671,2027-01-31,Open\n"
    assert told(text) == [("Alder, Ada", "Open")]


def test_numbers_that_a_spreadsheet_has_for_days_and_ids_are_read() -> None:
    text = "Name,ID,DOB,Expires\nAda Alder,1.2345671E7,42461,46387\nBo Birch,12345672,2016-04-01,46387.0\n"
    entries = [each.entry for each in players(text)]
    assert [(each.uscf_id, each.age, each.expires_on) for each in entries] == [
        ("12345671", 10, date(2026, 12, 31)),
        ("12345672", 10, date(2026, 12, 31)),
    ]


def test_who_does_not_attend_by_the_status_of_the_site_is_not_coming() -> None:
    text = "Name,Attendee Status\nAda Alder,Attending\nBo Birch,Not Attending\nCy Cedar,Deleted\n"
    assert [each.not_coming for each in players(text)] == ["", "Not Attending", "Deleted"]


def test_of_the_line_in_which_a_file_was_cut_off_the_field_of_the_cut_is_empty() -> None:
    """Else a school is corrected to half of its name. Birth dates stand after it, so ages are there too."""
    rows = "".join(
        f"{name},1200,Oak Elementary,K-3,5/6/2015\n" for name in ("Ann Ash", "Bo Birch", "Cy Cole")
    )
    table = read_table(f"Name,Rating,School,Section,DOB\n{rows}"[:-20], FIRST_DAY)
    players, problems = read_players(table, guessed(table))
    assert [each.entry.team for each in players] == ["Oak Elementary", "Oak Elementary", ""]
    assert [(each.line, each.column, each.read) for each in problems] == [(4, 3, "Oak Elem")]


def test_a_birth_date_or_an_address_in_which_a_file_was_cut_off_is_not_shown() -> None:
    rows = "".join(
        f"{name},1200,5/6/2015,parent@example.org\n" for name in ("Ann Ash", "Bo Birch", "Cy Cole")
    )
    text = f"Name,Rating,DOB,Email\n{rows}"
    for cut in (21, 24):
        [problem] = read_table(text[:-cut], FIRST_DAY).problems
        assert (problem.read, "cut off" in problem.expected) == ("", True)


# --- ID and rating in one column ---------------------------------------------------------------------


def identified(text: str) -> list[tuple[str, str, int | None, int | None, str]]:
    return [
        (each.entry.name, each.entry.uscf_id, each.entry.rating, each.entry.provisional, each.wrong_id)
        for each in players(text)
    ]


@pytest.mark.parametrize(
    "heading", ["USCF ID/Rating", "ID / Rating", "USCF # and Rating", "US Chess ID (Rating)"]
)
@pytest.mark.parametrize("between", ["/", " ", " / ", " - ", ", ", " | "])
def test_a_column_with_the_id_and_the_rating_is_read_as_both(heading: str, between: str) -> None:
    rows = [
        ["Name", heading],
        ["Alder, Ada", f"12345671{between}1432"],
        ["Birch, Bo", f"12345672{between}871P12"],
    ]
    assert identified(as_csv(rows)) == [
        ("Alder, Ada", "12345671", 1432, None, ""),
        ("Birch, Bo", "12345672", 871, 12, ""),
    ]


def test_in_a_column_of_ids_and_ratings_one_of_them_may_be_missing_or_come_second() -> None:
    text = (
        "Name;School;ID/Rating\nAda Alder;Elm;1432 / 12345671\nBo Birch;Elm;12345672\nCy Cole;Elm;990\n"
        "Di Dahl;Elm;12345674/unr\nEd Elm;Elm;\nFay Fir;Elm;12345676/850/14\nGus Gum;Elm;12345677 (1100)\n"
        "Hal Holt;Elm;NEW / unr\n"
    )
    assert identified(text) == [
        ("Ada Alder", "12345671", 1432, None, ""),
        ("Bo Birch", "12345672", None, None, ""),
        ("Cy Cole", "", 990, None, ""),
        ("Di Dahl", "12345674", None, None, ""),
        ("Ed Elm", "", None, None, ""),
        ("Fay Fir", "12345676", 850, 14, ""),
        ("Gus Gum", "12345677", 1100, None, ""),
        ("Hal Holt", "", None, None, ""),
    ]


def test_an_id_of_wrong_length_beside_a_rating_is_asked_about_and_the_rating_read() -> None:
    text = "Name;ID/Rating\nAda Alder;12345671/1432\nBo Birch;1234567/990\nCy Cole;12345673 or 12345674\n"
    assert identified(text) == [
        ("Ada Alder", "12345671", 1432, None, ""),
        ("Bo Birch", "", 990, None, "1234567"),
        ("Cy Cole", "", None, None, "12345673 or 12345674"),
    ]


def test_an_id_with_a_rating_behind_it_is_read_as_both_under_a_heading_of_ids_alone() -> None:
    text = "Name;USCF ID\nAda Alder;12345671 1432\nBo Birch;12345672 990\n"
    assert [(each[1], each[2]) for each in identified(text)] == [("12345671", 1432), ("12345672", 990)]
    # The year in which a membership ends is no rating.
    text = "Name;USCF ID\nAda Alder;12345671 2027\nBo Birch;12345672 2027\n"
    assert [each[2] for each in identified(text)] == [None, None]


def test_beside_a_column_of_ratings_that_of_ids_and_ratings_gives_the_ids() -> None:
    text = "Name;Rating;ID/Rating\nAda Alder;1500;12345671/1432\nBo Birch;;12345672/990\n"
    assert [(each[1], each[2]) for each in identified(text)] == [("12345671", 1500), ("12345672", None)]


def test_commas_that_nobody_quoted_part_no_name_from_its_id_and_rating() -> None:
    text = "Name,ID/Rating\nAlder, Ada,12345671/1432\nBirch, Bo,12345672/990\n"
    assert [each[:3] for each in identified(text)] == [
        ("Alder, Ada", "12345671", 1432),
        ("Birch, Bo", "12345672", 990),
    ]


def test_headings_in_two_rows_are_read_as_those_of_one() -> None:
    rows = [
        ["Player", "", "US Chess", "", "", "School", "", "Event", "", "Parent", ""],
        ["Last", "First", "ID", "Rating", "Expires", "Name", "Grade", "Section", "Byes", "Name", "Phone"],
        ["Alder", "Ada", "12345671", "500*", "1/31/2027", "Elm", "Kinder", "K-3", "Rd 2", "Al", "555-0100"],
        ["Birch", "Bo", "12345672", "871P12", "1/31/2027", "Oak", "3rd", "K-3", "R1 R3", "Bea", "555-0101"],
    ]
    table = read_table(as_csv(rows))
    found, problems = read_players(table, guessed(table))
    assert not problems
    assert [
        (
            each.entry.name,
            each.entry.uscf_id,
            each.entry.rating,
            each.entry.grade,
            each.entry.team,
            each.section,
        )
        for each in found
    ] == [
        ("Alder, Ada", "12345671", 500, "K", "Elm", "K-3"),
        ("Birch, Bo", "12345672", 871, "3", "Oak", "K-3"),
    ]
    assert [len(each.entry.byes) for each in found] == [1, 2]
    assert table.dropped == ["Parent Name", "Parent Phone"]


def test_a_player_below_the_headings_is_no_second_row_of_these() -> None:
    text = "Name,School,Section\nLast First,Name,Grade\n"
    assert [each.entry.name for each in players(text)] == ["Last First"]


@pytest.mark.parametrize(
    ("rows", "byes"),
    [
        (["1,3", "2,", "Rd 2,Rd 4"], ["1, 3", "2", "2, 4"]),
        (["3,", ",", "none,4z"], ["3", "", "4z"]),
        # The columns of rounds say whether.
        (["yes,no", "x,x", ","], ["1", "1, 2", ""]),
    ],
)
def test_columns_of_a_first_and_a_second_bye_have_the_rounds(rows: list[str], byes: list[str]) -> None:
    text = "Name,Section,Bye 1,Bye 2\n" + "".join(
        f"Player {'ABC'[at]},K-3,{row}\n" for at, row in enumerate(rows)
    )
    assert [written(each.entry.byes) for each in players(text)] == byes


@pytest.mark.parametrize(
    ("headings", "rows", "byes"),
    [
        (
            "Half pt byes,Rd 1 bye",
            ['"R1, R4",yes', "R3,yes", ",half", "2,", "none,no", ","],
            ["1, 4", "1, 3", "1", "2", "", ""],
        ),
        ("Rd 1 bye,Half-point byes,Zero pt byes", ["yes,2,", ",2,3", "no,,1-2"], ["1, 2", "2, 3z", "1z, 2z"]),
        # Who says yes to a bye does not say what it counts.
        ("Byes,R1,R2", ["1z,yes,", "4,,x"], ["1z", "2, 4"]),
        ("Byes,Bye 1,Bye 2", ['"1, 3",1,3', ",2,4z"], ["1, 3", "2, 4z"]),
        ("Byes,Bye Request", ["1,3", ",4"], ["1, 3", "4"]),
        ("ZPB", ["1", "none"], ["1z", ""]),
        ("0 pt bye", ["2h", "3"], ["2", "3z"]),
        (".5 pt bye", ["2", ""], ["2", ""]),
        ("Half-point byes (max 2),Bye R1", ["2,", ",yes"], ["2", "1"]),
        (f"Half-point byes{',Bye request' * 20}", [f"2{',3' * 20}"], ["2, 3"]),
    ],
)
def test_the_byes_of_several_columns_are_those_of_all(
    headings: str, rows: list[str], byes: list[str]
) -> None:
    names = ("Ada Alder", "Bo Birch", "Cy Cedar", "Di Dogwood", "Ed Elm", "Flo Fir")
    lines = [f"{name},K-3,{row}" for name, row in zip(names, rows, strict=False)]
    found = players("\n".join([f"Name,Section,{headings}", *lines]) + "\n")
    assert [written(each.entry.byes) for each in found] == byes


@pytest.mark.parametrize("row", ['"R1, R4",zero', "Saturday,yes"])
def test_columns_of_byes_that_contradict_each_other_are_a_problem_of_their_line(row: str) -> None:
    table = read_table(f"Name,Section,Half pt byes,Rd 1 bye\nAda Alder,K-3,2,yes\nBo Birch,K-3,{row}\n")
    found, problems = read_players(table, guessed(table))
    assert [(each.line, table.headings[each.column - 1]) for each in problems] == [
        (3, "Byes (Half pt byes, Rd 1 bye)")
    ]
    assert [written(each.entry.byes) for each in found] == ["1, 2", ""]


def test_a_round_that_stands_in_both_columns_of_byes_is_not_read_from_them() -> None:
    table = read_table("Name,Bye 1,Bye 2\nAda Alder,3,3\nBo Birch,2,\n")
    assert guessed(table) == ["name", "", ""]
