"""What people, broken programs and worse send: values of fields and files, drawn by a seeded generator."""

import io
import zipfile
from collections.abc import Callable
from functools import cache
from random import Random

from tournaments.demo import K3, K8, K8_PRIZES

NUMBERS = (
    *("0", "-0", "1", "-1", "007", "+5", "1.5", "1e9", "1_000", "½", "²", "٣", "NaN", "inf", "0x10", " 3 "),
    *(str(2**31), str(2**63 - 1), str(2**63), "9" * 30, "9" * 5000, "-" + "9" * 20),
)
DATES = ("2026-02-30", "0000-00-00", "9999-12-31", "99999-01-01", "11/22/26", "-1-1-1", "2026-11-22T10:00")
CODES = (
    *("WL", "LW", "DD", "FX", "XF", "FF", "--", "W", "H", "B", "U", "wl", "WLW", "1-0", "½-½", "a;b"),
    *(
        "modified_median,solkoff",
        "solkoff,solkoff",
        "cumulative:full_only+omit_last",
        "no_such",
        ",,,",
        ":+,",
    ),
    *(
        "1 2\n3 4",
        "1 1",
        "1 2 3",
        "5 H\n5 B",
        "1 2 WL",
        "999 1000",
        "- -",
        "#",
        "add:solkoff",
        "up:0",
        "remove:99",
    ),
)
PRIZES = (
    *K8_PRIZES.splitlines(),
    *(
        "$1",
        "1st $999999999999999999999",
        "1st–9999999th trophies",
        "9th-1st trophy",
        "U-5 $5",
        "U99999999999 $1",
    ),
    *("1st place $0.001", "1st $1,00", "½ point or more: medal", "-3 points or more: medal", "Best grade 99"),
)
TEXTS = (
    *(
        "",
        " ",
        "\t",
        "\n",
        "\r\n\r\n",
        "x",
        "null",
        "None",
        "[]",
        "{}",
        "true",
        "../../etc/passwd",
        "C:\\con",
    ),
    *("\0", "a\0b", "\x1b[31m", "\x7f", "\x85", "\ufeff", "\ufffe", "\u200b", "\u202eabc", "\u2028", "\xa0"),
    *("e\u0301", "👩‍👩‍👧‍👦", "𝔄𝔫𝔫", "ﷺ" * 20, "שרה כהן", "ı", "ß" * 50, "Z" + "\u0300" * 300),
    *(
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "'; DROP TABLE x;--",
        "{{ 7*7 }}",
        "{% x %}",
    ),
    *(
        "%s%s%n",
        "%(name)s",
        "{0.__class__}",
        "=1+1",
        "@x",
        "|cmd",
        "a\r\nSet-Cookie: a=b",
        "x" * 200,
        "x" * 10_000,
    ),
    *(
        "Doe, Jane",
        "Jane, , Doe",
        '"',
        '""',
        "'",
        ",",
        ";",
        "\\",
        "12345678",
        "123",
        "1432/12",
        "Ann",
        "ann ",
    ),
)
VALUES = (NUMBERS, NUMBERS, DATES, CODES, PRIZES, TEXTS, TEXTS)

# What no character stands for in UTF-8: cut short, too long, a surrogate, beyond Unicode, never a byte.
BROKEN = (b"\xc3", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xff", b"\xfe\xff\x00", b"\x80abc")


def value(draw: Random) -> str:
    """A field's value: one that has a meaning somewhere, or several on lines."""
    kind = draw.choice(VALUES)
    if draw.random() < 0.1:
        return "\n".join(draw.choice(kind) for _line in range(draw.randrange(2, 30)))
    return draw.choice(kind)


def mutated(text: str, draw: Random) -> str:
    """A right value made a little wrong."""
    at = draw.randrange(len(text) + 1)
    change = draw.randrange(5)
    if change == 0:
        return text[:at] + draw.choice(TEXTS) + text[at:]
    if change == 1:
        return text[:at] + text[at + 1 :]
    if change == 2:
        return text * draw.choice((2, 3, 50))
    if change == 3:
        return text[at:] + text[:at]
    return text.replace(draw.choice(text or " "), draw.choice("0123456789,;\t\n \0½WLD-"))


# --- files ----------------------------------------------------------------------------------------


@cache
def zip_bomb() -> bytes:
    """Ten thousand bytes that unpack to ten million."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("xl/worksheets/sheet1.xml", b"0" * 10_000_000)
    return packed.getvalue()


def spreadsheet() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("[Content_Types].xml", "<Types/>")
        file.writestr("xl/workbook.xml", "<workbook/>")
    return packed.getvalue()


def roster(draw: Random) -> str:
    rows = [
        f"{draw.choice(TEXTS)},{draw.choice(NUMBERS)},{draw.choice(TEXTS)}"
        for _row in range(draw.randrange(9))
    ]
    return "\n".join(
        [draw.choice(("name,rating,team", "name;id", "no,name,rtng", "Name\tTeam\tGrade")), *rows]
    )


def lines_mixed(chart: str, draw: Random) -> str:
    lines = chart.splitlines()
    for _change in range(draw.randrange(1, 6)):
        at, other = draw.randrange(len(lines)), draw.randrange(len(lines))
        cells = lines[at].split(",")
        cells[draw.randrange(len(cells))] = draw.choice((*NUMBERS, *CODES, *TEXTS[:30]))
        lines[at] = draw.choice((",".join(cells), lines[other], "", lines[at] + "," * draw.randrange(300)))
    return "\n".join(lines)


TABLES: tuple[Callable[[Random], str], ...] = (
    lambda draw: K3,
    lambda draw: lines_mixed(K3, draw),
    lambda draw: lines_mixed(K8, draw),
    lambda draw: mutated(K3, draw),
    roster,
    lambda draw: f"# rounds: {draw.choice(NUMBERS)}\n{K3}",
    lambda draw: f"# {draw.choice(('boards', 'order', 'section', 'games', 'x'))}: {value(draw)}\n{K3}",
    lambda draw: "name,rating\n" + "\n".join(f"Player {n},{n}" for n in range(draw.choice((1, 50, 400)))),
    lambda draw: "name," + ",".join(f"r{n}" for n in range(draw.choice((1, 99, 3000)))) + "\nAnn,W2",
    lambda draw: "name\n" + "x" * draw.choice((100, 140_000)),
    lambda draw: "name\n" + '"' * draw.randrange(1, 5000),
    lambda draw: "\n" * draw.choice((1, 10_000)) + "," * 1000,
    lambda draw: "number,name,r1\n1,Ann,W1\n2,Bo,L1\n2,Bo,L1",
)
ENCODINGS = ("utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252", "utf-32")
OTHERS: tuple[Callable[[Random], bytes], ...] = (
    lambda draw: b"",
    lambda draw: zip_bomb(),
    lambda draw: spreadsheet(),
    lambda draw: b"\xd0\xcf\x11\xe0" + bytes(600),
    lambda draw: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj<<>>endobj",
    lambda draw: b"<!doctype html><html><body><table><tr><td>Ann<td>1200</table>" * draw.choice((1, 500)),
    lambda draw: rb"{\rtf1\ansi{\fonttbl\f0\fswiss Helvetica;}\f0\pard Ann\par}",
    lambda draw: b"\x89PNG\r\n\x1a\n" + draw.randbytes(200),
    lambda draw: b'{"players": [{"name": "Ann"}]}',
    lambda draw: draw.randbytes(draw.choice((1, 100, 5000))),
    lambda draw: b"\xff\xfe" + draw.randbytes(101),
    lambda draw: b"name,rating\n" + draw.choice(BROKEN) + b",1200\n",
    lambda draw: b"1\n" * 30_000,
)


def table(draw: Random) -> str:
    """A table as text, right or wrong."""
    return draw.choice(TABLES)(draw)


def file(draw: Random) -> bytes:
    """A file of any kind. Two of three are tables."""
    if draw.random() < 0.33:
        return draw.choice(OTHERS)(draw)
    data = table(draw).encode(draw.choice(ENCODINGS), "replace")
    if draw.random() < 0.2:
        at = draw.randrange(len(data) + 1)
        data = data[:at] + draw.choice(BROKEN) + data[at:]
    return data
