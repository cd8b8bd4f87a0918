"""The rating report of another program, and its zip file."""

from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from types import MappingProxyType
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tests.formats import dbase
from tests.formats.programs.spring import TODAY, only, report_zip, tdexport
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.wallchart import Format, Wallchart
from tournaments.formats.programs.rating_report import records
from tournaments.formats.programs.reading import read
from tournaments.formats.rating_report import Line, Report, ReportSection, zipped
from tournaments.formats.rating_report import write as write_report
from tournaments.formats.rating_report.crosstable import crosstable
from tournaments.formats.rating_report.dbf import Field, write
from tournaments.formats.records import Sat
from tournaments.pairing.round_robin import table

EMPTY: Mapping[int, tuple[str, str]] = MappingProxyType({})


def test_the_zip_of_a_report_names_its_sections() -> None:
    assert only(report_zip()).name == "Open"
    assert only(tdexport()).name == "Section 1"


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


def test_a_double_round_robin_of_a_report_is_refused_by_name() -> None:
    [problem, *_rest] = read(report_of_types("2")).problems

    assert (problem.where, problem.read) == ("Section 2", "2")
    assert "a Swiss or a round robin" in problem.expected


def test_a_double_round_robin_beside_other_sections_of_a_report_is_left_out_by_name() -> None:
    file = read(report_of_types("S", "2"))

    assert not file.problems
    assert [each.name for each in file.sections] == ["Section S"]
    assert [each.partition(",")[0] for each in file.left_out] == ["Section 2"]


# --- round robins, whose columns are opponents ----------------------------------------------------


def round_robin(players: int, *, without: Mapping[int, tuple[str, str]] = EMPTY) -> Wallchart:
    """White wins the games of the odd rounds of the table, the others are drawn; ``without`` has the letters
    of the first board of a round instead, forfeits too."""
    rows = [["U"] * len(table(players)) for _each in range(players)]
    for number, pairs in enumerate(table(players), 1):
        for at, (white, black) in enumerate(pair for pair in pairs if max(pair) <= players):
            both = ("W", "L") if number % 2 else ("D", "D")
            one, other = without.get(number, both) if at == 0 else both
            rows[white - 1][number - 1] = f"{one}{black}w"
            rows[black - 1][number - 1] = f"{other}{white}b"
    return replace(chart(*rows), format=Format.ROUND_ROBIN)


def filed(wall: Wallchart) -> bytes:
    """The zip file that Wallchart makes of it."""
    made = crosstable(wall)
    assert made.type == "R"
    lines = tuple(Line(at, f"Player {at}", "", "", None, made.cells[at]) for at in made.numbers.values())
    section = ReportSection("Open", lines, type=made.type)
    return zipped(write_report(Report("Spring Open", (section,), TODAY, TODAY)), TODAY)


def sat_in(wall: Wallchart) -> dict[tuple[int, int], Sat]:
    """A wall chart as a reader has it. The report has no colors of forfeits."""
    return {
        (card.number, cell.round): Sat(
            cell.kind.letter, cell.opponent, "" if cell.kind.forfeit else cell.color
        )
        for card in wall.cards
        for cell in card.cells
    }


@pytest.mark.parametrize("players", [5, 6, 9, 12])
def test_a_round_robin_that_wallchart_filed_is_read_back_round_for_round(players: int) -> None:
    wall = round_robin(players, without={2: ("X", "F"), 3: ("Z", "Z")})
    section = only(filed(wall))

    assert section.rounds == len(table(players))
    assert section.sat == sat_in(wall)
    assert section.round_robin
    assert section.order.startswith("sonneborn_berger")


def test_a_reader_of_its_own_finds_the_same_games_in_a_round_robin() -> None:
    data = filed(round_robin(7, without={4: ("L", "W")}))
    with ZipFile(BytesIO(data)) as packed:
        sections, players = (dbase.read(packed.read(f"{n}.DBF")).records for n in ("TSEXPORT", "TDEXPORT"))
    sat = only(data).sat
    read_here = {
        ("1", str(number), str(mine.opponent), mine.kind + sat[mine.opponent, at].kind)
        for (number, at), mine in sat.items()
        if mine.opponent is not None and mine.color == "w"
    }
    assert read_here == set(dbase.games(sections, players))


def test_the_preview_says_that_the_rounds_of_a_round_robin_are_those_of_the_table() -> None:
    [said] = read(filed(round_robin(6))).left_out
    assert said == "the rounds of Open, a round robin: they are not in the file, and here those of the table"


@pytest.mark.parametrize(
    ("changed", "read_there", "expected"),
    [
        ({"D_PAIR_NUM": "9"}, "9", "pairing numbers from 1 to 6"),
        ({"D_RND02": "W5W"}, "W5W", "a cell of the opponent 2, such as W2B or U0"),
        ({"D_RND01": "W2W"}, "W2W", "nothing: nobody plays himself"),
    ],
)
def test_a_round_robin_whose_columns_are_not_its_opponents_is_refused(
    changed: dict[str, str], read_there: str, expected: str
) -> None:
    with ZipFile(BytesIO(filed(round_robin(6)))) as packed:
        tables = {name: list(records(packed.read(name))) for name in packed.namelist()}
    tables["TDEXPORT.DBF"][0] |= changed
    file = BytesIO()
    with ZipFile(file, "w") as packed:
        for name, rows in tables.items():
            fields = [Field(each, max(1, *(len(row[each]) for row in rows))) for each in rows[0]]
            packed.writestr(name, write(fields, [list(row.values()) for row in rows], TODAY))
    problem = read(file.getvalue()).problems[0]
    assert (problem.read, problem.expected) == (read_there, expected)


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
