"""What cannot be, is too long or is private is told with its place, and no reader breaks."""

import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.programs.spring import (
    CROSSTABLE,
    FIELDS,
    FILES,
    LINES,
    TODAY,
    only,
    sjson,
    trf,
    web_report,
)
from tests.swisssys_file import player, section, swisssys
from tournaments.formats.programs.reading import read
from tournaments.formats.rating_report.dbf import write


@pytest.mark.parametrize(
    ("was", "now", "where"),
    [
        ("+;3;W;1", "+;9;W;1", "Open, number 1, round 1"),
        ("+;3;W;1", "-;3;W;1", "Open, number 1, round 1"),
        ("+;3;W;1", "+;3;B;1", "Open, number 1, round 1"),
        ("+;3;W;1", "Q;3;W;1", "Open, number 1, round 1"),
        ("+;3;W;1", "+;3;W;10000", "Open, number 1, round 1"),
        ('"Final round"', '"First board": 10000, "Final round"', "Open"),
        ('"Pair number": 2', '"Pair number": 1000000', "Open"),
        ('"Rating": 1800', '"Rating": "many"', "Open, number 1"),
        ('"Pair number": 2', '"Pair number": 1', "Open, number 1"),
        ("Alder, Ada", "\\u200b\\u00ad", "Open, number 1"),
        ("Alder, Ada", "\\u3164", "Open, number 1"),
        ("Alder, Ada", "\\u0000", "Open, number 1"),
    ],
)
def test_what_cannot_be_is_told_with_its_place(was: str, now: str, where: str) -> None:
    text = sjson().decode()
    assert was in text

    problems = read(text.replace(was, now, 1).encode()).problems

    assert where in {problem.where for problem in problems}


def with_contacts_sjson() -> bytes:
    ours = section(
        [
            player(1, name="Alder, Ada mom 555-123-4567"),
            player(2, name="Birch, Bo bo@example.org"),
            player(3, Team="OAK"),
            player(4, Team="call 555-010-0123"),
            player(5, Club="5/6/2015"),
            player(6, Grade="ask mom@example.org"),
        ],
        name="Open, ask mom@example.org",
        Teams=[{"Team code": "OAK", "Full name": "Oak, contact coach@example.org"}],
    )
    return swisssys(ours)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (
            with_contacts_sjson(),
            [
                "mom@example.org",
                *("555-123-4567", "bo@example.org", "coach@example.org", "555-010-0123", "5/6/2015"),
                "mom@example.org",
            ],
        ),
        (web_report().replace(b"Alder, Ada", b"Alder, Ada 5/6/2015"), ["5/6/2015"]),
        (web_report().replace(b'"id1": ""', b'"club": "mom@example.org"', 1), ["mom@example.org"]),
        (web_report().replace(b'"Open"', b'"Open 555-123-4567"'), ["555-123-4567"]),
        (web_report().replace(b'"Open"', b'"Open, call 555-1234"'), ["555-1234"]),
        (trf().replace(b"012 Open", b"012 Open www.example.org"), ["www.example.org"]),
        (trf().replace(b"Birch, Hugo       ", b"Birch, 555-0100200"), ["555-0100200"]),
        (
            CROSSTABLE.replace("CEDAR, ORLA      ", "CEDAR, 555-123-4567").encode(),
            ["555-123-4567"],
        ),
        (
            CROSSTABLE.replace("1 - Open", "1 - Open, 555-123-4567").encode(),
            ["555-123-4567"],
        ),
        (
            write(FIELDS, [[*LINES[0][:4], "ALDER, A@EXAMPLE.ORG", *LINES[0][5:]], *LINES[1:]], TODAY),
            ["A@EXAMPLE.ORG"],
        ),
    ],
)
def test_contact_data_in_a_name_a_team_or_a_title_is_refused_in_every_file(
    data: bytes, told: list[str]
) -> None:
    problems = read(data).problems

    assert [each.read for each in problems] == told
    assert all("Wallchart" in each.expected for each in problems)


@pytest.mark.parametrize("wrong", ["1234567", "123456789", "5551234567", "NEW 2", "FIDE2000001"])
def test_an_id_that_has_not_8_digits_is_named_by_its_place_and_not_read(wrong: str) -> None:
    file = read(swisssys(section([player(1), player(2, ID=wrong), player(3, ID="NEW")])))

    assert not file.problems
    assert [entry.uscf_id for entry in file.sections[0].entries] == ["90000001", "", ""]
    assert file.left_out == ("US Chess IDs that do not have 8 digits (Open, number 2)",)


def test_texts_that_are_longer_than_there_is_place_are_told_with_what_was_expected() -> None:
    long = section(
        [player(1, name="A" * 121), player(2, Team="OAK"), player(3, name="C" * 120)],
        name="Open " * 17,
        Teams=[{"Team code": "OAK", "Full name": "O" * 81}],
    )
    title = ("Open " * 17).strip()
    place = title[:80] + "…"

    assert [(each.where, each.read, each.expected) for each in read(swisssys(long)).problems] == [
        (place, title, "a title of at most 80 characters"),
        (f"{place}, number 1", "A" * 121, "a name of at most 120 characters"),
        (f"{place}, number 2", "O" * 81, "a team of at most 80 characters"),
    ]


def test_of_a_text_without_end_as_much_is_told_as_a_page_can_show() -> None:
    [problem] = read(swisssys(section([player(1, name="A" * 100_000)]))).problems

    assert problem.read == "A" * 200 + "…"


@pytest.mark.parametrize(
    "title",
    [
        *("Open 5/2/2026", "1000-1200", "U1200 (800–1199)", "2026-05-02 K-3", "Grades 4-6 U800"),
        *("2026 K-8 Championship 1500/U1200", "2026-2027 League", "801-1150", "600-799/800-999"),
    ],
)
def test_the_title_of_a_section_may_name_a_day_of_play_and_ratings(title: str) -> None:
    assert only(web_report().replace(b'"Open"', json.dumps(title).encode())).name == title


@pytest.mark.parametrize("other", ["Under 1000", "under_1000", "UNDER-1000"])
def test_two_sections_of_one_title_are_refused_by_name(other: str) -> None:
    mine = [player(1, ";2;W;1"), player(2, ";1;B;1")]

    problems = read(swisssys(section(mine, name="Under 1000"), section(mine, name=other))).problems

    assert [each[:2] for each in problems] == [(other, other)]
    assert "Under 1000 is another section of this file" in problems[0].expected


@pytest.mark.parametrize("text", ["Dear Kim,\n\nsee you on Saturday", "{}"])
def test_a_file_of_no_program_is_told_by_its_first_words(text: str) -> None:
    [trouble] = read(text.encode()).problems
    assert trouble.read == " ".join(text.split())
    assert "a TRF file" in trouble.expected


@pytest.mark.parametrize("empty", [b"{},", b"[],", b'{"a":[]},'])
def test_a_file_of_more_objects_than_an_event_has_is_refused_before_they_take_memory(empty: bytes) -> None:
    tracemalloc.start()
    file = read(b'{"Overview":{},"Sections":[' + empty * (4_900_000 // len(empty)) + b"{}]}")
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [problem.expected for problem in file.problems] == ["a JSON file of a pairing program"]
    assert most < 40_000_000


def test_a_file_that_is_no_text_is_told_what_is_taken_here() -> None:
    [trouble] = read(b"\x89PNG\r\n\x1a\n\x00\xff\xfe\x81").problems
    assert "a TRF file" in trouble.expected


@given(
    data=st.sampled_from(FILES),
    cuts=st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 12), st.binary(max_size=6)), max_size=4),
)
def test_no_file_changed_by_hand_or_by_a_bad_disk_breaks_a_reader(
    data: bytes, cuts: list[tuple[int, int, bytes]]
) -> None:
    for at, length, put in cuts:
        data = data[:at] + put + data[at + length :]

    file = read(data)

    for found in file.sections if not file.problems else ():
        numbers = [entry.number for entry in found.entries]
        assert len(set(numbers)) == len(numbers)
        for (number, at), sat in found.sat.items():
            assert number in numbers
            if sat.opponent is not None:
                assert found.sat[sat.opponent, at].opponent == number


def test_one_id_of_two_players_is_refused_with_both_names() -> None:
    two = [player(1), player(2, ID="90000001")]
    [problem] = read(swisssys(section(two))).problems
    assert (problem.where, problem.read) == ("Open, number 2", "90000001")
    assert problem.expected == "another US Chess ID for Hugo Birch: Ada Alder (number 1) has this one"

    again = [player(1), player(2, name="Alder, Ada", ID="90000001")]
    assert not read(swisssys(section(again))).problems, "a re-entry"
