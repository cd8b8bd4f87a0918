"""The rating report of another program, and its zip file."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tests.formats.programs.spring import TODAY, only, report_zip, tdexport
from tournaments.formats.programs.rating_report import records
from tournaments.formats.programs.reading import read
from tournaments.formats.rating_report.dbf import Field, write


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
