"""One event of four players and two rounds, as each program writes it: all say the same."""

import json
from collections.abc import Callable, Sequence
from datetime import date
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.swisssys_file import player, section, swisssys
from tournaments.formats.byes import written
from tournaments.formats.programs.rating_report import records
from tournaments.formats.programs.reading import read
from tournaments.formats.rating_report.dbf import Field, write
from tournaments.formats.records import EventDetails, PlayedSection, RosterEntry, Sat

TODAY = date(2026, 5, 2)


def sjson() -> bytes:
    return swisssys(
        section(
            [
                player(1, "+;3;W;1", ";2;B;1", name="Alder, Ada"),
                player(2, "=;4;B;2", ";1;W;1", name="Birch, Hugo"),
                player(3, "-;1;B;1", "X;4;W;2", name="Cedar, Orla"),
                player(4, "=;2;W;2", "F;3;B;2", name="Dogwood, Ben"),
            ],
            rounds=2,
        )
    )


def web_report() -> bytes:
    def one(name: str, results: list[str], ops: list[int], colors: list[str]) -> dict[str, object]:
        return {"name": name, "id1": "", "rating": "1800", "results": results, "ops": ops, "colors": colors}

    players = [
        one("Alder, Ada", ["W", ""], [3, 2], ["W", "B"]),
        one("Birch, Hugo", ["D", ""], [4, 1], ["B", "W"]),
        one("Cedar, Orla", ["L", "X"], [1, 4], ["B", "W"]),
        one("Dogwood, Ben", ["D", "F"], [2, 3], ["W", "B"]),
    ]
    report = {
        "tournament": "Spring",
        "sections": [{"section": "Open", "rounds_paired": 2, "players": players}],
    }
    return json.dumps(report).encode()


def wintd_game(one: int, two: int, round: int, result: int, color: int = 1, **more: Any) -> dict[str, Any]:
    colors = {"color1": color, "color2": -color}
    return {"p1": one, "p2": two, "r1": round, "r2": round, "result": result, "type": 0, **colors, **more}


def wintd(
    games: Sequence[dict[str, Any]] = (), players: Sequence[dict[str, Any]] = (), **section: Any
) -> dict[str, Any]:
    """Four players and two rounds, and more games and players."""
    every = [
        wintd_game(0, 2, 1, 1, board=1),
        wintd_game(1, 3, 1, 0, color=-1, board=2),
        wintd_game(0, 1, 2, 99, color=-1, board=1),
        wintd_game(2, 3, 2, 2, board=2),
        *games,
    ]
    people = [
        {"base": {"name": name, "rating": rating}}
        for name, rating in [
            ("Alder, Ada", 1800),
            ("Birch, Hugo", 1700.0),
            ("Cedar, Orla", 0),
            ("Dogwood, Ben", 1500),
        ]
    ]
    for index, person in enumerate([*people, *players]):
        mine = [at for at, game in enumerate(every) if index in (game["p1"], game["p2"])]
        person["tnmt"] = {"sectionID": 0, "status": 0, "pairno": index + 1, "games": mine} | person.get(
            "tnmt", {}
        )
    open = {"title": "Open", "id": 0, "maxRounds": 2, "roundsPaired": 2, "firstBoard": 1, **section}
    return {"title": "Spring", "sections": [open], "players": [*people, *players], "games": every}


def ptoz(found: dict[str, Any] | None = None) -> bytes:
    zipped = BytesIO()
    with ZipFile(zipped, "w", ZIP_DEFLATED) as file:
        file.writestr("spring.json", json.dumps(found or wintd()))
    return zipped.getvalue()


FIELDS = [
    *(Field("D_EVENT_ID", 12), Field("D_SEC_NUM", 2), Field("D_PAIR_NUM", 4), Field("D_MEM_ID", 8)),
    *(
        Field("D_NAME", 30),
        Field("D_STATE", 2),
        Field("D_RATING", 4),
        Field("D_RND01", 7),
        Field("D_RND02", 7),
    ),
]
LINES = [
    ["", "1", "1", "90000001", "ALDER, ADA", "VT", "1800", "W3W", "U0"],
    ["", "1", "2", "90000002", "BIRCH, HUGO", "VT", "1700", "D4B", "U0"],
    ["", "1", "3", "90000003", "CEDAR, ORLA", "VT", "0", "L1B", "X4W"],
    ["", "1", "4", "90000004", "DOGWOOD, BEN", "VT", "1500", "D2W", "F3B"],
]


def tdexport() -> bytes:
    return write(FIELDS, LINES, TODAY)


def report_zip() -> bytes:
    sections = write(
        [Field("S_SEC_NUM", 2), Field("S_SEC_NAME", 30), Field("S_TRN_TYPE", 1), Field("S_TOT_RNDS", 2)],
        [["1", "Open", "S", "2"]],
        TODAY,
    )
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        packed.writestr("TSEXPORT.DBF", sections)
        packed.writestr("TDEXPORT.DBF", tdexport())
    return file.getvalue()


CROSSTABLE = """
 Section 1 - Open
-------------------------------------------
 Pair | Player Name      |Total|Round|Round|
 Num  | USCF ID / Rtg    | Pts |  1  |  2  |
-------------------------------------------
    1 | ALDER, ADA       |1.0  |W   3|U    |
   VT | 90000001 / R: 1800 ->1810 |     |W    |     |
-------------------------------------------
    2 | BIRCH, HUGO      |0.5  |D   4|U    |
   VT | 90000002 / R: 1700 ->1700 |     |B    |     |
-------------------------------------------
    3 | CEDAR, ORLA      |1.0  |L   1|X   4|
   VT | 90000003 / R: Unrated-> 900 |     |B    |W    |
-------------------------------------------
    4 | DOGWOOD, BEN     |0.5  |D   2|F   3|
   VT | 90000004 / R: 1500 ->1490 |     |W    |B    |
"""


def trf_line(number: int, name: str, rating: int, *cells: str) -> str:
    head = f"001 {number:>4} {'':>4} {name:<33} {rating:>4} USA {'':>11} 2015/03/04  1.0 {number:>4}"
    return head + "".join(f"  {cell}" for cell in cells)


def trf() -> bytes:
    lines = [
        "012 Open",
        "XXR 2",
        trf_line(1, "Alder, Ada", 1800, "   3 w 1", "   2 b  "),
        trf_line(2, "Birch, Hugo", 1700, "   4 b =", "   1 w  "),
        trf_line(3, "Cedar, Orla", 0, "   1 b 0", "   4 w +"),
        trf_line(4, "Dogwood, Ben", 1500, "   2 w =", "   3 b -"),
    ]
    return "\n".join(lines).encode()


FIRST = {
    (1, 1): Sat("W", 3, "w"),
    (2, 1): Sat("D", 4, "b"),
    (3, 1): Sat("L", 1, "b"),
    (4, 1): Sat("D", 2, "w"),
    (3, 2): Sat("X", 4, "w"),
    (4, 2): Sat("F", 3, "b"),
}
OPEN = {(1, 2): Sat("?", 2, "b"), (2, 2): Sat("?", 1, "w")}
OUT = {(1, 2): Sat("U"), (2, 2): Sat("U")}


def only(data: bytes) -> PlayedSection:
    file = read(data)
    assert not file.problems
    [found] = file.sections
    return found


def without_boards(found: PlayedSection) -> dict[tuple[int, int], Sat]:
    return {key: sat._replace(board=0) for key, sat in found.sat.items()}


@pytest.mark.parametrize("write_it", [sjson, web_report, trf, ptoz])
def test_a_program_says_what_was_played_and_what_is_paired(write_it: Callable[[], bytes]) -> None:
    found = only(write_it())

    assert without_boards(found) == FIRST | OPEN
    assert (found.name, found.rounds) == ("Open", 2)
    assert [entry.name for entry in found.entries] == [
        "Alder, Ada",
        "Birch, Hugo",
        "Cedar, Orla",
        "Dogwood, Ben",
    ]


@pytest.mark.parametrize("data", [tdexport(), report_zip(), CROSSTABLE.encode()])
def test_a_report_says_what_was_played(data: bytes) -> None:
    found = only(data)

    assert without_boards(found) == FIRST | OUT
    assert [entry.uscf_id for entry in found.entries] == [f"9000000{number}" for number in (1, 2, 3, 4)]
    assert [entry.rating for entry in found.entries] == [1800, 1700, None, 1500]


def test_the_zip_of_a_report_names_its_sections() -> None:
    assert only(report_zip()).name == "Open"
    assert only(tdexport()).name == "Section 1"


def test_birth_dates_of_a_trf_are_named_and_not_read() -> None:
    assert read(trf()).left_out == ("Birth date",)
    assert "2015" not in repr(read(trf()).sections)


def report_of_types(*types: str) -> bytes:
    """A report with sections of these types, of the same players."""
    rows = [[str(at), f"Section {kind}", kind] for at, kind in enumerate(types, 1)]
    sections = write([Field("S_SEC_NUM", 2), Field("S_SEC_NAME", 30), Field("S_TRN_TYPE", 1)], rows, TODAY)
    players = [dict(each) for each in records(tdexport())]
    fields = [Field(name, max(len(each[name]) for each in players) or 1) for name in players[0]]
    numbered = [each | {"D_SEC_NUM": row[0]} for row in rows for each in players]
    file = BytesIO()
    with ZipFile(file, "w") as packed:
        packed.writestr("TSEXPORT.DBF", sections)
        packed.writestr("TDEXPORT.DBF", write(fields, [list(each.values()) for each in numbered], TODAY))
    return file.getvalue()


@pytest.mark.parametrize("kind", ["R", "2"])
def test_a_round_robin_of_a_report_is_refused_by_name(kind: str) -> None:
    [problem, *_rest] = read(report_of_types(kind)).problems

    assert (problem.where, problem.read) == (f"Section {kind}", kind)
    assert "a Swiss" in problem.expected


def test_round_robins_beside_other_sections_of_a_report_are_left_out_by_name() -> None:
    file = read(report_of_types("R", "S", "2"))

    assert not file.problems
    assert [each.name for each in file.sections] == ["Section S"]
    assert [each.partition(",")[0] for each in file.left_out] == ["Section R", "Section 2"]


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
    assert all("which Wallchart" in each.expected for each in problems)


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


def test_a_file_that_is_no_text_is_told_what_is_taken_here() -> None:
    [trouble] = read(b"\x89PNG\r\n\x1a\n\x00\xff\xfe\x81").problems
    assert "a TRF file" in trouble.expected


@pytest.mark.parametrize("name", ["TDEXPORT", "TSEXPORT", "THEXPORT"])
def test_a_report_longer_than_any_event_is_refused_before_all_of_it_is_kept(name: str) -> None:
    """Of 2 MB of a zip file, 18 million records took two gigabytes and a minute and a half."""
    long = write([Field("D_SEC_NUM", 1)], [["1"]] * 30_000, TODAY)
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for each in {"TDEXPORT": tdexport(), name: long}.items():
            archive.writestr(f"{each[0]}.DBF", each[1])
    assert [problem.expected for problem in read(file.getvalue()).problems] == ["at most 20000 players"]


def test_a_table_of_more_fields_than_dbase_has_is_refused() -> None:
    wide = write([Field(f"D_{at}", 1) for at in range(256)], [["1"] * 256], TODAY)
    assert [problem.expected for problem in read(wide).problems] == ["a dBase table of at most 255 fields"]


def test_a_zip_whose_bytes_are_damaged_is_refused_in_words() -> None:
    data = bytearray(report_zip())
    at = data.index(b"TDEXPORT.DBF") + len("TDEXPORT.DBF")
    data[at : at + 20] = b"\xff" * 20

    assert [problem.expected for problem in read(bytes(data)).problems] == ["a zip file that can be opened"]


def test_a_color_of_a_web_report_that_is_none_is_left_out() -> None:
    found = only(web_report().replace(b'["W", "B"]', b'["W", "0"]', 1))

    assert found.sat[1, 2] == Sat("?", 2, "b")
    assert found.sat[2, 2] == Sat("?", 1, "w")


FILES = [sjson(), web_report(), tdexport(), report_zip(), CROSSTABLE.encode(), trf(), ptoz()]
FILES += [json.dumps(wintd()).encode()]


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


def one_of_swisssys(**more: Any) -> RosterEntry:
    [entry] = only(swisssys(section([player(1, **more)]))).entries
    return entry


def test_swisssys_says_when_a_membership_expires_and_how_many_games_a_rating_has() -> None:
    ada = one_of_swisssys(Exp1="2020/01/31", Provisional=12, Rating=1234)
    assert (ada.expires_on, ada.rating, ada.provisional) == (date(2020, 1, 31), 1234, 12)
    assert one_of_swisssys(Rating="1234/12").provisional == 12
    assert one_of_swisssys(Rating="1234", Provisional=0).provisional is None
    assert one_of_swisssys(Rating="", Provisional="3").provisional is None
    assert one_of_swisssys(Exp1="Life").expires_on is None


def test_a_membership_whose_end_is_no_day_is_named_and_not_read() -> None:
    file = read(swisssys(section([player(1, Exp1="2020/13/77")])))
    assert file.left_out == ("Exp1",)
    assert not file.problems


def test_byes_of_a_trf26_are_read_and_its_other_lines_are_named() -> None:
    lines = ["202 BH/C1,SB", "240 H 003  001  004", "240 Z 004 0002", "240 F 005 0002"]
    lines += [
        "250      01.0 001 002 0001 0002",
        "260 001 002 0001 0002",
        "XXP 3 4",
        "362 TW 2",
        "310   1 Oak",
        "XXS W=3",
    ]

    file = read(trf() + "\n".join(["", *lines]).encode())

    assert not file.problems
    byes = {entry.number: written(entry.byes) for entry in file.sections[0].entries}
    assert byes == {1: "3", 2: "4z", 3: "", 4: "3"}
    assert file.left_out == (
        "Birth date",
        "Full-point byes of rounds to come (240)",
        "Tiebreaks BH/C1,SB (202)",
        "Acceleration (250)",
        "Prohibited pairings (260)",
        "Prohibited pairings (XXP)",
        "Scoring system of teams (362)",
        "Teams (310)",
        "Scoring system (XXS)",
    )
    assert file.sections[0].order == "", "one of its tiebreaks is not known here"


@pytest.mark.parametrize(
    "lines", [["202 DE,BH, SB"], ["212 PTS,DE,BH,SB"], ["212 PTS,BPG", "202 DE,BH,SB"]], ids=str
)
def test_the_order_of_tiebreaks_of_a_trf26_is_read_where_each_of_them_is_known(lines: list[str]) -> None:
    file = read(trf() + "\n".join(["", *lines]).encode())

    assert file.sections[0].order == "head_to_head,solkoff,sonneborn_berger"
    assert file.left_out == ("Birth date",)


def test_an_order_of_standings_that_is_not_known_is_named_with_its_tiebreaks() -> None:
    file = read(trf() + b"\n212 PTS,EDGE,BH")
    assert file.left_out == ("Birth date", "Order of the standings PTS,EDGE,BH (212)")


@pytest.mark.parametrize(
    "line",
    [
        f"310 {1:>3} {'Oak Hill':<32} {'OAK':<5} {1900:>6} {2.0:>6} {3.0:>6} {1:>3}  {1:>4} {3:>4}",
        f"013 {'Oak Hill':<32}{1:>4} {3:>4}",
    ],
    ids=["310", "013"],
)
def test_players_of_a_trf_have_the_teams_that_its_lines_say(line: str) -> None:
    teams = {each.number: each.team for each in only(trf() + f"\n{line}".encode()).entries}
    assert teams == {1: "Oak Hill", 2: "", 3: "Oak Hill", 4: ""}


def test_a_report_for_web_pages_says_in_which_order_its_tiebreaks_are() -> None:
    report = json.loads(web_report())
    report["sections"][0]["tiebreaks"] = ["Mod. Med", "Solk", "Cumul.", "Op. cumul."]
    report |= {"date": "5/2/2026", "city": "Ely", "state": "MN"}
    found = only(json.dumps(report).encode())
    assert found.order == "modified_median,solkoff,cumulative,opposition_cumulative"
    assert found.event == EventDetails(date(2026, 5, 2), None, "Ely", "MN")


def test_a_bye_of_a_round_that_is_paired_is_read_where_the_line_of_the_player_has_nothing() -> None:
    alone = trf_line(5, "Elm, Iris", 0, " " * 8, "0000 - Z")

    found = only(trf() + f"\n{alone}\n240 H 001 0005 0001\n240 H 002 0005".encode())

    assert found.sat[5, 1] == Sat("H")
    assert found.sat[5, 2] == Sat("U"), "the line of the player says what happened"
    assert found.sat[1, 1].opponent == 3


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("240 Q 003 0001", "line 7"),
        ("240 H x 0001", "line 7"),
        ("240 H 003", "line 7"),
        ("240 H 003 0009", "line 7"),
        ("240 H 999 0001", "line 7"),
        ("240 H 003 0001\n240 Z 003 0001", "line 8"),
    ],
)
def test_a_line_of_byes_that_cannot_be_is_told_with_its_place(line: str, where: str) -> None:
    [problem] = read(trf() + f"\n{line}".encode()).problems
    assert problem.where == where


def test_days_places_and_time_controls_are_read_of_each_format_that_has_them() -> None:
    lines = ["022 Ely", "042 2026/05/02", "052 2026/05/03"]
    words = only(trf() + "\n".join(["", *lines, "122 G/60;d5"]).encode())
    encoded = only(trf() + "\n".join(["", *lines, "122 An hour", "222 40/6000+30:900+30"]).encode())
    days = date(2026, 5, 2), date(2026, 5, 3)
    assert words.event == encoded.event == EventDetails(*days, "Ely")
    assert (words.time_control, encoded.time_control) == ("G/60;d5", "40/100;+30,SD/15;+30")

    overview = {"Starting date": "2026/5/2", "Ending date": "2026/5/2", "Event state": "MN"}
    played = section([player(1)]) | {"Section time control": "Game in an hour"}
    found = only(swisssys(played, **overview))
    assert found.event == EventDetails(days[0], None, state="MN")
    assert found.time_control == ""


@pytest.mark.parametrize("nothing", ["~", "\0", " ", "?"])
def test_a_round_in_which_swisssys_has_nothing_is_none(nothing: str) -> None:
    players = [player(1, "+;2;W;1", f"{nothing};0;-;0"), player(2, "-;1;B;1", f"{nothing};0;-;0")]
    found = only(swisssys(section(players)))
    assert found.sat == {(1, 1): Sat("W", 2, "w", 1), (2, 1): Sat("L", 1, "b", 1)}


def test_notes_and_prizes_of_swisssys_are_named_and_not_read() -> None:
    prizes = {"Place prizes": [{"Value": 50, "Description": ""}], "Class prizes": []}
    assert read(swisssys(section([player(1, Note="Call home")]) | {"Prizes": prizes})).left_out == (
        "Note",
        "Prizes",
    )
    empty = {"Place prizes": [], "Class prizes": [], "Round up": 0}
    assert read(swisssys(section([player(1, Note="")]) | {"Prizes": empty})).left_out == ()


def test_a_report_for_web_pages_has_byes_asked_for_and_memberships() -> None:
    report = json.loads(web_report())
    report["sections"][0]["players"][0] |= {"byes": "3 4z", "exp1": "12/31/2027"}
    ada = only(json.dumps(report).encode()).entries[0]
    assert (written(ada.byes), ada.expires_on) == ("3, 4z", date(2027, 12, 31))

    report["sections"][0]["players"][0] |= {"byes": "late", "exp1": "12/99/2027"}
    file = read(json.dumps(report).encode())
    [problem] = file.problems
    assert (problem.where, problem.read) == ("Open, number 1", "late")
    assert file.left_out == ("exp1",)


def test_byes_and_results_without_a_game_are_read_from_wintd() -> None:
    players = [{"base": {"name": name}} for name in ("Elm, Iris", "Fir, Pia", "Gorse, Max", "Hazel, Jon")]
    games = [
        wintd_game(4, -1, 1, 3),
        wintd_game(5, -1, 1, 0),
        wintd_game(-1, 6, 1, 1),
        wintd_game(-1, 7, 1, -1),
        wintd_game(4, 5, 2, -98),
        wintd_game(6, 7, 2, 98),
        wintd_game(0, -1, 3, 0),
        wintd_game(1, -1, 4, -1),
    ]

    found = only(ptoz(wintd(games, players, maxRounds=4, TC="G/60 d5")))

    first = {number: found.sat[number, 1].kind for number in range(5, 9)}
    second = {number: found.sat[number, 2].kind for number in range(5, 9)}
    assert (first, second) == ({5: "B", 6: "H", 7: "U", 8: "B"}, {5: "F", 6: "F", 7: "Z", 8: "Z"})
    assert {each.number: written(each.byes) for each in found.entries if each.byes} == {1: "3", 2: "4z"}
    assert (found.rounds, found.time_control) == (4, "G/60;d5")


def test_who_somebody_is_and_who_left_is_read_from_wintd_and_what_is_personal_is_named() -> None:
    said = {"name": "Elm, Iris", "id": "90000005", "rating": 1432.4, "team": "OAKHIL", "group": "4"}
    said |= {"stateOrFed": "WI", "expiry": "0228", "phone": "555-0100", "birthdate": "2015", "email": ""}
    gone = {"base": said, "tnmt": {"status": 1, "pairno": -1}}
    deleted = {"base": {"name": "Fir, Pia"}, "tnmt": {"status": -1}}

    file = read(ptoz(wintd([], [gone, deleted])))

    iris = file.sections[0].entries[4]
    assert (iris.number, iris.name, iris.uscf_id, iris.rating) == (5, "Elm, Iris", "90000005", 1432)
    assert (iris.team, iris.grade, iris.state, iris.expires_on) == ("OAKHIL", "4", "WI", date(2028, 2, 29))
    assert len(file.sections[0].entries) == 5
    assert file.sections[0].withdrew == {5: 0}
    assert file.left_out == ("birthdate", "phone")
    assert (file.program, file.title) == ("WinTD", "Spring")


@pytest.mark.parametrize(
    "game",
    [
        wintd_game(0, 1, 3, 7),
        wintd_game(0, 9, 3, 1),
        wintd_game(0, 1, 3, 1, r2=2),
        wintd_game(0, 1, 3, 1, split=1),
        wintd_game(0, 1, 3, 1, type=2),
    ],
)
def test_a_game_of_wintd_that_is_not_read_is_told_with_its_player(game: dict[str, Any]) -> None:
    problems = read(ptoz(wintd([game], roundsPaired=3))).problems
    assert {problem.where for problem in problems} <= {"Open, number 1", "Open, number 2"}
    assert problems


def test_a_section_of_teams_of_wintd_is_refused_by_name() -> None:
    [problem, *_more] = read(ptoz(wintd([], [{"base": {"name": "Oak Hill", "type": "T"}}]))).problems
    assert (problem.where, "section of players" in problem.expected) == ("Open", True)
