"""Rating lists of US Chess: what is read of a line, what is left out, and what is no list."""

from datetime import date
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from tests.rating_lists import HEADINGS, LINES, as_table, as_text
from tournaments.formats.rating_list import Listed, Reading, opened

READ = [
    Listed("30000001", "Alder, Ada", "OR", 1450, date(2027, 1, 31)),
    Listed("30000002", "Birch, Ben McKay", "MI", 812, date(2099, 12, 31)),
    Listed("30000003", "Cedar, Cora", "OR", None, date(2026, 6, 30)),
    Listed("30000004", "O'Elm, José", "TX", 1207, date(2027, 5, 31)),
    Listed("30000006", "Alder, Ada", "NY", 990, date(2027, 2, 28)),
]


def read(data: bytes) -> tuple[list[Listed], Reading]:
    with opened(BytesIO(data)) as stream:
        reading = Reading(stream)
        return list(reading), reading


def zipped(*names: str) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as packed:
        for name in names:
            packed.writestr(name, as_text())
    return file.getvalue()


def damaged(packing: int) -> bytes:
    """Packed so, and every bit of what is packed turned."""
    file = BytesIO()
    with ZipFile(file, "w", packing) as packed:
        packed.writestr("list.txt", as_text())
        size = packed.getinfo("list.txt").compress_size
    data, begins = bytearray(file.getvalue()), 30 + len("list.txt")
    data[begins : begins + size] = bytes(byte ^ 0xFF for byte in data[begins : begins + size])
    return bytes(data)


@pytest.mark.parametrize(
    "data",
    [
        as_text(),
        as_text().replace(b"\r\n", b"\n"),
        as_text().decode().encode("cp1252"),
        as_text().decode().encode("utf-16"),
        b"\xef\xbb\xbf" + as_text(),
        zipped("list.txt", "readme.pdf"),
        b"\n".join(b",".join(b'"' + field.encode() + b'"' for field in line) for line in (HEADINGS, *LINES)),
    ],
    ids=["text", "plain ends", "cp1252", "utf-16", "mark", "zip", "csv"],
)
def test_a_list_is_read_from_text_in_any_of_its_forms(data: bytes) -> None:
    players, reading = read(data)
    assert players == READ
    assert (reading.inactive, reading.unreadable, reading.left_out) == (1, 0, [])


def test_a_list_is_read_from_a_dbase_table_without_deleted_records() -> None:
    data = as_table()
    assert [each.uscf_id for each in read(data)[0]] == [each.uscf_id for each in READ]
    start, width = int.from_bytes(data[8:10], "little"), int.from_bytes(data[10:12], "little")
    gone = data[: start + width] + b"*" + data[start + width + 1 :]
    assert [each.uscf_id for each in read(gone)[0]] == [each.uscf_id for each in READ if each != READ[1]]


def test_other_columns_are_named_and_dropped() -> None:
    lines = [(*line, "701", "F", "2014") for line in LINES]
    players, reading = read(as_text(lines, (*HEADINGS, "Q_LPB_RAT", "GENDER", "BYEAR")))
    assert reading.left_out == ["Q_LPB_RAT", "GENDER", "BYEAR"]
    assert players == READ


def test_a_line_that_cannot_be_read_is_named_and_left_out() -> None:
    bad = [
        ("FIR,FAY", "3000000", "OR", "01/31/2027", "1450"),
        ("FIR,FAY", "30000007", "OR", "01/31/2027", "expert"),
        ("FIR,FAY 555-123-4567", "30000007", "OR", "01/31/2027", "1450"),
        ("FIR,FAY", "30000007"),
    ]
    players, reading = read(as_text([*LINES, *bad]))
    assert players == READ
    assert [(each.line, each.column) for each in reading.problems] == [(8, 2), (9, 5), (10, 1), (11, 1)]
    assert "8 digits" in reading.problems[0].expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "MEM_ID, MEM_NAME, R_LPB_RAT"),
        (as_text(headings=("A", "MEM_ID", "B", "C", "D")), "MEM_NAME, R_LPB_RAT"),
        (as_text([]), "with players"),
        (b"\n" * 1_000_000 + as_text(), "MEM_ID, MEM_NAME, R_LPB_RAT"),
        (as_text([("x", "y", "", "", "")] * 50), "50 of 50 lines"),
        (as_text()[:-30], "is cut off at line 7"),
        (as_table()[:-40], "is cut off"),
        (as_table()[:50], "is cut off"),
        (as_text() + b"x" * 20_000, "shorter lines"),
        (zipped("one.txt", "two.txt"), "one list"),
        (zipped("list.txt")[:90], "zip file that can be opened"),
        (damaged(ZIP_DEFLATED), "zip file that can be opened"),
        (damaged(ZIP_BZIP2), "zip file that can be opened"),
        (damaged(ZIP_LZMA), "zip file that can be opened"),
    ],
    ids=[
        "empty",
        "headings",
        "nobody",
        "blank lines",
        "noise",
        "cut text",
        "cut table",
        "cut header",
        "long",
        "two",
        "cut zip",
        "damaged zip",
        "damaged bzip2",
        "damaged LZMA",
    ],
)
def test_what_is_no_list_or_breaks_off_is_refused(data: bytes, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        read(data)
