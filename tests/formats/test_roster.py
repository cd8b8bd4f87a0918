"""A plain list of players, pasted or uploaded."""

from dataclasses import replace
from datetime import date
from time import process_time

import pytest

from tournaments.formats.byes import read_byes, written
from tournaments.formats.delimited import MOST_LINES, read_rows
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
        "Doe, Jane,12345678,1432,Lakeside,4",
        "1. , Doe , Jane , 12345678 , 1432 , Lakeside , 4",
        '"Doe, Jane",12345678,1432,Lakeside,4th',
        "Name, ID, Rating, School, Grade\nDoe, Jane, 12345678, 1432, Lakeside, 4",
        'name,id,rating,team,grade\n"Doe, Jane",12345678,1432,Lakeside,4',
        'Gr,Club,Rtng,MEM_ID,Last/First\n4,Lakeside,1432,12345678,"Doe, Jane"',
        'Name,USCF ID,Regular Rating,School,Grade\r\n"Doe, Jane","12345678","1432","Lakeside","4"\r\n',
    ],
)
def test_however_it_is_written_it_is_the_same_player(text: str) -> None:
    file = read(text)
    assert not file.problems
    assert [replace(entry, provisional=None) for entry in file.entries] == [JANE]


def test_a_list_of_a_registration_site_has_names_in_parts_byes_by_round_and_fees() -> None:
    file = read(
        "First Name,Last Name,MI,USCF ID,Bye R1,Bye R2,Paid,Shirt\n"
        'Jane,Doe,Q,12345678,,x,45,M\nBo,Li,,,,z,,\n"Cy",Elm,,,,,$30,L\n'
    )
    assert not file.problems
    assert [each.name for each in file.entries] == ["Doe, Jane Q", "Li, Bo", "Elm, Cy"]
    assert [written(each.byes) for each in file.entries] == ["2", "2z", ""]
    assert [each.fee_cents for each in file.entries] == [4500, None, 3000]
    assert file.notes == ("Not imported: Shirt",)


@pytest.mark.parametrize("heading", ["Paid", "Fee"])
def test_who_paid_without_an_amount_is_read_as_paid(heading: str) -> None:
    file = read(f"Name,{heading}\nJo Ivy,PAID\nKit Oak,no\nAl Fir,$45\nBo Elm,")
    assert not file.problems
    assert [each.fee_cents for each in file.entries] == [None, None, 4500, None]
    assert [bool(each.registered) for each in file.entries] == [True, False, False, False]


def test_a_field_is_a_clean_line() -> None:
    file = read('name,id,rating,team\n\u200b"Doe,\u00a0\u202eJane",\u200e12345678,1432,Lake\u00adside\u3164')
    assert file.entries == (replace(JANE, grade=""),)


@pytest.mark.parametrize("heading", ["Assigned rating", "Pairing Rating", "TD rating", "assigned"])
def test_a_rating_that_a_director_assigned_has_a_column_beside_the_published_one(heading: str) -> None:
    file = read(f"name,rating,{heading}\nJane,700,1650\nKai,unr,1400\nBob,990,\nEve,800,0")
    assert not file.problems + file.notes
    listed = [(each.rating, each.assigned_rating, each.pairing_rating) for each in file.entries]
    assert listed == [(700, 1650, 1650), (None, 1400, 1400), (990, None, 990), (800, None, 800)]


@pytest.mark.parametrize("wrong", ["strong", "1432P12", "-5", "16500"])
def test_an_assigned_rating_is_a_number_alone(wrong: str) -> None:
    (problem,) = read(f"name,assigned rating\nJane,{wrong}").problems
    assert (problem.column, problem.read) == (2, wrong)
    assert problem.expected == "the rating that the player is paired by, such as 1650, or nothing"


@pytest.mark.parametrize("rating", ["", "0", "unr", "UNR.", "unrated", "NEW"])
def test_an_unrated_player_has_no_rating(rating: str) -> None:
    assert read(f"name,rating\nJane,{rating}").entries == (RosterEntry(None, "Jane"),)


def test_a_new_member_of_an_entry_form_has_neither_rating_nor_id() -> None:
    file = read("name,id,rating,byes\nJane,NEW,New,1/2 pt bye round 1")
    assert file.entries == (RosterEntry(None, "Jane", byes=read_byes("1")),)
    assert not file.problems


@pytest.mark.parametrize("heading", ["", "Name, ID, Rating, School, Grade, Byes\n"])
@pytest.mark.parametrize(
    "line",
    [
        "Doe, Jane, 12345678, 1432, Lakeside, 4, bye 2, 4",
        '"Doe, Jane", 12345678, 1432, Lakeside, 4, "bye 2, 4"',
        '"Doe, Jane", 12345678, 1432, Lakeside, 4, bye 2, 4',
    ],
)
def test_commas_that_nobody_quoted_part_neither_a_name_nor_byes(heading: str, line: str) -> None:
    file = read(f"{heading}{line}\nRoe, Bob, 12345679, 990, Oak\n")
    assert (file.problems, file.notes) == ((), ())
    jane, bob = file.entries
    assert jane == replace(JANE, byes=read_byes("2, 4"))
    assert (bob.name, bob.uscf_id, bob.rating, bob.byes) == ("Roe, Bob", "12345679", 990, ())


def test_a_player_without_an_id_is_parted_like_the_others_of_the_list() -> None:
    file = read("Doe, Jane, 12345678, 1432\nLatecomer, Lars, , 1550")
    assert [(each.name, each.rating) for each in file.entries] == [
        ("Doe, Jane", 1432),
        ("Latecomer, Lars", 1550),
    ]


@pytest.mark.parametrize("line", ["Nguyen, Jr., Al", "Nguyen, Al, Jr."])
def test_a_suffix_between_commas_belongs_to_the_last_name(line: str) -> None:
    for beside in ("", ", 12345678", ", 12345678, 900", ", 900"):
        lines = f"{line}{beside}\nFir, Eli{beside.replace('8', '9')}\n"
        assert [each.name for each in read(lines).entries] == ["Nguyen Jr., Al", "Fir, Eli"], lines
        assert not read(lines).problems
    assert read("Al Nguyen, Jr.\nEli Fir").entries[0].name == "Al Nguyen Jr."


def test_a_sixth_column_that_says_nothing_of_byes_is_not_taken_for_them() -> None:
    assert read("Jane,12345678,1432,Lakeside,4,3").notes == ("Not imported: column 6",)


def test_a_list_may_be_of_names_alone() -> None:
    assert [entry.name for entry in read("Jane Doe\n\nBob Roe\n").entries] == ["Jane Doe", "Bob Roe"]


def test_what_is_nobodys_business_is_not_taken_and_is_named() -> None:
    file = read("Name,Birth date,Phone,,Prizes\nJane,2015-01-01,555,x,1z 4\n")
    assert file.entries == (RosterEntry(None, "Jane"),)
    assert file.notes == ("Not imported: Birth date, Phone, column 4, Prizes",)
    assert read("Jane,,,,,jane@example.org").notes == ("Not imported: column 6",)


@pytest.mark.parametrize(
    ("line", "contact", "what"),
    [
        ("Dev Das dev@example.com 1600", "dev@example.com", "email address"),
        ("Una Upton 555-123-4567", "555-123-4567", "phone number"),
        ("Una Upton 5551234567", "5551234567", "phone number"),
        ("Una Upton 123-4567", "123-4567", "phone number"),
        ("Una Upton 2014-05-23", "2014-05-23", "birth date"),
        ("Una Upton,,,(555) 123-4567", "(555) 123-4567", "phone number"),
    ],
)
def test_a_line_with_how_to_reach_a_child_is_refused(line: str, contact: str, what: str) -> None:
    [problem] = read(f"Jane Doe\n{line}\n").problems
    assert (problem.line, problem.read) == (2, contact)
    assert what in problem.expected


@pytest.mark.parametrize(
    "line", ["Dev Das,12345678,1600", "Dev Das 1432 1502 987", "Dev Das 1432/12", "Dev @ K-3"]
)
def test_figures_of_a_player_are_no_phone_number(line: str) -> None:
    assert not [each for each in read(line).problems if "phone" in each.expected]


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
        ("Doe, Jane, 1234567", "in quotes"),
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


def seconds_for(count: int) -> float:
    text = "\n".join(f'"Last {i}, First",{10_000_000 + i},{i % 2000},Team {i % 30},4' for i in range(count))
    start = process_time()
    file = read(text)
    took = process_time() - start
    assert (len(file.entries), file.problems) == (count, ())
    return took


def test_five_times_the_lines_take_five_times_as_long_and_not_twenty_five() -> None:
    """In one run, so that a slow machine is slow at both."""
    few = min(seconds_for(1000) for _again in range(3))
    assert min(seconds_for(5000) for _again in range(2)) < 20 * few


@pytest.mark.parametrize("written", ["12/31/99", "12/31/1999", "19991231", "1999-12-31", "12/31/2099"])
def test_a_life_member_is_one_in_each_spelling_of_the_day(written: str) -> None:
    [entry] = read(f"Name,ID,Expires\nBo Birch,12345678,{written}\n").entries
    assert entry.expires_on == date(2099, 12, 31)


@pytest.mark.parametrize("heading", ["Exp", "Exp.", "Exp1", "EXPIRED", "Expires", "Expiration"])
def test_the_end_of_a_membership_is_read_under_the_headings_of_other_programs(heading: str) -> None:
    file = read(f"Name,ID,{heading}\nAnn Alder,12345678,2027-01-31\nBo Birch,,12/31/99\nCy Elm,,Life\n")
    assert not file.problems
    assert not file.notes
    assert [entry.expires_on for entry in file.entries] == [date(2027, 1, 31), date(2099, 12, 31), None]


def test_a_day_that_is_none_is_a_problem_of_its_line() -> None:
    (problem,) = read("Name,Exp\nAnn Alder,2027-02-31\n").problems
    assert (problem.line, problem.column, problem.read) == (2, 2, "2027-02-31")


@pytest.mark.parametrize(
    ("typed", "rating", "games"),
    [("500*", 500, 0), ("871P12", 871, 12), ("850/14", 850, 14), ("1432", 1432, None)],
)
def test_a_provisional_rating_keeps_its_games(typed: str, rating: int, games: int | None) -> None:
    [entry] = read(f"name,rating\nJane Doe, {typed}").entries
    assert (entry.rating, entry.provisional) == (rating, games)


def test_a_list_of_more_lines_than_any_section_has_is_refused_at_the_first_too_many() -> None:
    (problem,) = read_rows("Ann\n" * MOST_LINES).problems
    assert (problem.line, problem.read, problem.expected) == (
        MOST_LINES + 1,
        "",
        "a list of at most 50000 lines",
    )
    assert not read_rows("Ann\n" * (MOST_LINES - 1)).problems


def test_lines_without_commas_are_read_as_name_rating_and_school_and_that_is_said() -> None:
    file = read("Ann Able 1200\nBirch Bob 987P5 Oak Park\nCy Doe unr\nDi Oak")
    assert not file.problems
    assert [(each.name, each.rating, each.team) for each in file.entries] == [
        ("Ann Able", 1200, ""),
        ("Birch Bob", 987, "Oak Park"),
        ("Cy Doe", None, ""),
        ("Di Oak", None, ""),
    ]
    told = "Ann Able · rated 1200; Birch Bob · rated 987 · Oak Park; Cy Doe"
    assert any(told in note for note in file.notes)


@pytest.mark.parametrize("mark", [", ", "\t"])
@pytest.mark.parametrize("count", ["", "1"])
def test_a_number_of_three_or_four_digits_behind_each_name_is_a_rating_and_that_is_said(
    mark: str, count: str
) -> None:
    lines = [
        ("Amy Bell", "712"),
        ("Bo Cole", "1204P5"),
        ("Fay Gunn", "unr"),
        ("Hal Ives", "unrated"),
        ("Ike Jay", ""),
    ]
    file = read("\n".join(mark.join(filter(None, [count, *line])) for line in lines))
    assert not file.problems
    assert [(each.name, each.uscf_id, each.rating, each.provisional) for each in file.entries] == [
        ("Amy Bell", "", 712, None),
        ("Bo Cole", "", 1204, 5),
        ("Fay Gunn", "", None, None),
        ("Hal Ives", "", None, None),
        ("Ike Jay", "", None, None),
    ]
    assert file.notes == (
        "Read as a name and a rating: Amy Bell · rated 712; Bo Cole · rated 1204; Fay Gunn; Hal Ives. "
        "Check these ratings.",
    )


@pytest.mark.parametrize("second", ["97201", "4312", "123456789", "7"])
def test_a_number_behind_a_name_that_is_no_rating_is_asked_about(second: str) -> None:
    file = read(f"Amy Bell, 712\nBo Cole, {second}")
    assert second in {each.read for each in file.problems}


def test_a_column_with_the_id_and_the_rating_is_read_as_both() -> None:
    file = read("Name;USCF ID/Rating\nDoe, Jane;12345678/1432\nIvy, Jo;12345679/871P12\n")
    assert [(each.uscf_id, each.rating, each.provisional) for each in file.entries] == [
        ("12345678", 1432, None),
        ("12345679", 871, 12),
    ]

    # The rating that has a column of its own stays that of the list.
    file = read("Name;Rating;ID/Rating\nDoe, Jane;1500;12345678/1432\n")
    assert [(each.uscf_id, each.rating) for each in file.entries] == [("12345678", 1500)]
    assert not file.problems


@pytest.mark.parametrize(
    "text",
    [
        "Name;School/Grade\nIvy, Jo;Lincoln / 5\n",
        "Name;Rating;Grade/School\nIvy, Jo;900;5th / Lincoln\n",
        "First Name;Last Name;School (Grade)\nJo;Ivy;Lincoln (5)\n",
    ],
)
def test_a_column_with_the_school_and_the_grade_is_read_as_both(text: str) -> None:
    (entry,) = read(text).entries
    assert (entry.name, entry.team, entry.grade) == ("Ivy, Jo", "Lincoln", "5")
