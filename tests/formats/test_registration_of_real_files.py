"""What registration files of real events have: words for nothing, questions as headings, pages of a list."""

import tracemalloc
from datetime import date

import pytest

from tournaments.formats.records import FileProblem
from tournaments.formats.registration import (
    ListedPlayer,
    guessed,
    read_players,
    read_table,
)


def only(
    row: str, headings: str = "Name,ID,Rating,Grade,School,Byes,Exp"
) -> tuple[ListedPlayer, list[FileProblem]]:
    table = read_table(f"{headings}\n{row}\n")
    [listed], problems = read_players(table, guessed(table))
    return listed, problems


@pytest.mark.parametrize("nothing", ["N/A", "n/a", "NA", "None", "-"])
def test_what_people_type_for_nothing_is_nothing_and_no_school(nothing: str) -> None:
    listed, problems = only("Ann Able" + f",{nothing}" * 6)
    entry = listed.entry
    assert (entry.uscf_id, entry.rating, entry.grade, entry.team, entry.byes) == ("", None, "", "", ())
    assert not listed.wrong_id
    assert not problems


def test_numbers_of_a_program_that_reckons_with_fractions_are_whole() -> None:
    listed, problems = only("Ann Able,12345671.0,1204.0,3.0,Oak,,")
    assert (listed.entry.uscf_id, listed.entry.rating, listed.entry.grade) == ("12345671", 1204, "3")
    assert not problems


@pytest.mark.parametrize("text", ["expired", "EXPIRED", "Expired!", "exp."])
def test_a_membership_that_the_file_calls_expired_is_expired(text: str) -> None:
    listed, problems = only(f"Ann Able,,,,,,{text}")
    assert listed.is_expired
    assert not problems


@pytest.mark.parametrize("text", ["never", "no", "pending"])
def test_other_words_than_those_of_life_members_are_no_end_of_a_membership(text: str) -> None:
    listed, problems = only(f"Ann Able,,,,,,{text}")
    assert not listed.is_expired
    assert [each[:3] for each in problems] == [(2, 7, text)]


@pytest.mark.parametrize("text", ["Life", "LIFE MEMBER", "lifetime", "L", "N/A", "", "12/31/2027"])
def test_members_for_life_have_no_end_of_their_membership(text: str) -> None:
    listed, problems = only(f"Ann Able,,,,,,{text}")
    assert not listed.is_expired
    assert not problems


@pytest.mark.parametrize(
    "text", ["1/2027", "01/2027", "exp 1/2027", "Exp. 1/31/27", "thru 1/31/2027", "1/31/2027 (expired)"]
)
@pytest.mark.parametrize("heading", ["Expires", "Member thru", "Membership valid until", "Membership"])
def test_the_day_of_a_membership_is_read_beside_a_word_and_without_the_day(heading: str, text: str) -> None:
    listed, problems = only(f"Bo Birch,12345671,Open,{text}", f"Name,USCF ID,Section,{heading}")
    assert not problems
    assert listed.entry.expires_on == date(2027, 1, 31)
    assert (listed.entry.uscf_id, listed.entry.rating) == ("12345671", None)


@pytest.mark.parametrize("heading", ["Status", "Membership", "USCF membership status", "Member Status"])
def test_a_column_that_says_whose_membership_is_expired_is_read(heading: str) -> None:
    said = ["Active", "Expired", "Lapsed", "Current"]
    rows = "".join(f"Bo Birch,1234567{at},{each}\n" for at, each in enumerate(said))
    table = read_table(f"Name,USCF ID,{heading}\n{rows}")
    found, problems = read_players(table, guessed(table))
    assert ([each.is_expired for each in found], problems) == ([False, True, True, False], [])


@pytest.mark.parametrize(
    "rows", ["Bo Birch,Active\nCy Cedar,Confirmed\n", "Bo Birch,Active\n", "Bo Birch,New\n"]
)
def test_a_status_of_something_else_is_no_membership(rows: str) -> None:
    table = read_table(f"Name,Status\n{rows}")
    assert guessed(table) == ["name", ""]


@pytest.mark.parametrize("text", ["#12345671", "USCF 12345671", "'12345671", "12345671 (exp 1/27)"])
def test_an_id_of_eight_digits_is_read_among_other_signs(text: str) -> None:
    assert only(f"Ann Able,{text},,,,,")[0].entry.uscf_id == "12345671"


def test_no_id_is_not_the_id_of_many() -> None:
    table = read_table("Name,ID\nAnn Able,00000000\nBo Birch,0\nCy Cedar,00000000\n")
    players, problems = read_players(table, guessed(table))
    assert [(each.entry.uscf_id, each.wrong_id) for each in players] == [("", "")] * 3
    assert not problems


@pytest.mark.parametrize(
    ("text", "rating", "games"),
    [
        ("1204/2026", 1204, None),
        ("1204/1100", 1204, None),
        ("871 (P12)", 871, 12),
        ("850/14", 850, 14),
        ('"1,204"', 1204, None),
    ],
)
def test_what_stands_beside_a_rating_is_games_only_if_it_can_be(text: str, rating: int, games: int) -> None:
    listed, problems = only(f"Ann Able,,{text},,,,")
    assert (listed.entry.rating, listed.entry.provisional) == (rating, games)
    assert not problems


def test_the_questions_of_a_form_are_taken_for_what_they_ask() -> None:
    headings = (
        "First Name,Last Name,Which section would you like to play in?,Any half-point byes needed? (max 2),"
        "What is your child's US Chess ID number (if any)?,Has your child played in a section before?"
    )
    rows = "Ann,Able,K-3,Round 1,12345671,yes\nBo,Birch,K-5,none,12345672,no\nCy,Cedar,K-3,,,no\n"
    table = read_table(f"{headings}\n{rows}")
    assert guessed(table) == ["first", "last", "section", "byes", "id", ""]


def test_headings_that_stand_again_are_no_players_and_the_title_above_them_is_the_section() -> None:
    rows = [
        *("Frost Lake Open,,", "K-3 Championship,,", "Name,ID,Rating", "Ann Able,12345671,500"),
        *("Bo Birch,12345672,600", ",,", "K-5 Championship,,", "Name,ID,Rating", "Cy Cedar,12345673,700"),
    ]
    table = read_table("\n".join(rows))
    players, problems = read_players(table, guessed(table))
    assert [(each.entry.line, each.entry.name, each.section) for each in players] == [
        (4, "Ann Able", "K-3 Championship"),
        (5, "Bo Birch", "K-3 Championship"),
        (9, "Cy Cedar", "K-5 Championship"),
    ]
    assert not problems


def test_a_name_alone_above_headings_that_stand_again_is_no_title_where_the_first_have_none() -> None:
    table = read_table("Name,ID\nPele,\nName,ID\nBo Birch,12345672\n")
    players, _problems = read_players(table, guessed(table))
    assert [(each.entry.name, each.section) for each in players] == [("Pele", ""), ("Bo Birch", "")]


def test_questions_beside_a_name_are_headings() -> None:
    rows = "Ann Able,K-3,none\nBo Birch,K-3,Round 1\n"
    table = read_table(f"Player's Name,Which section do you want to play in?,Do you need any byes?\n{rows}")
    assert table.has_headings
    assert guessed(table) == ["name", "section", "byes"]


def test_questions_that_stand_again_on_each_page_are_headings_and_no_players() -> None:
    questions = "Who will play?,What is the US Chess ID number?,Which section would you like to play in?\n"
    page = questions + "Ann Able,{},K-3\nBo Birch,{},K-3\nCy Cedar,{},K-3\n"
    pages = page.format(12345671, 12345672, 12345673) + page.format(12345674, 12345675, 12345676)

    table = read_table(pages)

    assert table.has_headings
    assert [row.line for row in table.rows] == [2, 3, 4, 6, 7, 8]
    assert guessed(table) == ["", "id", "section"]


def test_a_player_who_stands_on_two_lines_is_no_heading() -> None:
    table = read_table("Ann Able,12345671,500\nBo Birch,12345672,600\nAnn Able,12345671,500\n")
    assert not table.has_headings
    assert len(table.rows) == 3


def test_the_number_of_a_group_is_no_rating() -> None:
    rows = "Ann Able,K-3,1,812\nBo Birch,K-3,2,unr\n"
    table = read_table(f"Name,Section,Which rating group number?,What is your rating now?\n{rows}")
    assert guessed(table) == ["name", "section", "", "rating"]


def test_headings_of_each_page_of_a_printed_list_are_no_players() -> None:
    page = "Name,ID,Section\nAnn Able,{},K-3\nBo Birch,{},K-5\n"
    table = read_table(page.format(12345671, 12345672) + page.format(12345673, 12345674))
    players, _problems = read_players(table, guessed(table))
    assert [(each.entry.uscf_id[-1], each.section) for each in players] == [
        *(("1", "K-3"), ("2", "K-5"), ("3", "K-3"), ("4", "K-5")),
    ]


@pytest.mark.parametrize("text", ['Name,ID\n"' + "a,b\n" * 1_250_000, "\n" * 5_000_000])
def test_a_file_of_more_lines_than_any_list_is_refused_without_a_copy_of_each(text: str) -> None:
    tracemalloc.start()
    try:
        [problem] = read_table(text.encode()).problems
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "at most 50000 lines" in problem.expected
    assert most < 50_000_000
