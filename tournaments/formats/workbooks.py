"""Workbooks that any spreadsheet opens: a sheet for each table, its headings frozen.

A text stays text, whatever it begins with: nothing in it becomes a formula or a link. A number is a number,
so a column can be sorted and added up: 2½ points are 2.5.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from io import BytesIO
from typing import Any, NamedTuple

from xlsxwriter import Workbook

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# What a spreadsheet allows in the name of a sheet.
LONGEST_NAME = 31
_FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
NARROWEST, WIDEST = 6, 48


class Cents(int):
    """An amount of money."""


Cell = str | int | Fraction | Cents | None


class Sheet(NamedTuple):
    """A table under its name. A column that nobody fills is left out."""

    name: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def write(sheets: Iterable[Sheet]) -> bytes:
    """The bytes of an XLSX file.

    >>> write([Sheet("Standings", ["Name"], [["=cmd()"]])])[:2]
    b'PK'
    """
    out = BytesIO()
    # The rest of the code names the kind of each cell. These two hold should one slip through.
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    book = Workbook(out, options)
    head = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bottom": 1})
    formats = {
        "money": book.add_format({"num_format": "$#,##0.00"}),
        "thirds": book.add_format({"num_format": "0.00"}),
    }
    taken: set[str] = set()
    for sheet in sheets:
        name = _name(sheet.name, taken)
        taken.add(name.casefold())
        _write(book.add_worksheet(name), _filled(sheet), head, formats)
    book.close()
    return out.getvalue()


def _write(page: Any, sheet: Sheet, head: Any, formats: dict[str, Any]) -> None:
    for column, text in enumerate(sheet.heads):
        page.write_string(0, column, text, head)
        page.set_column(column, column, _width(text, [row[column] for row in sheet.rows]))
    for at, row in enumerate(sheet.rows, 1):
        for column, cell in enumerate(row):
            if isinstance(cell, str):
                page.write_string(at, column, cell)
            elif isinstance(cell, Cents):
                page.write_number(at, column, cell / 100, formats["money"])
            elif cell is not None:
                exact = 4 % Fraction(cell).denominator == 0
                page.write_number(at, column, float(cell), None if exact else formats["thirds"])
    page.freeze_panes(1, 0)
    page.repeat_rows(0)
    page.set_landscape()
    page.fit_to_pages(1, 0)


def _filled(sheet: Sheet) -> Sheet:
    def filled(column: int) -> bool:
        return not sheet.rows or any(row[column] not in (None, "") for row in sheet.rows)

    kept = [column for column in range(len(sheet.heads)) if filled(column)]
    rows = [[row[column] for column in kept] for row in sheet.rows]
    return sheet._replace(heads=[sheet.heads[column] for column in kept], rows=rows)


def _width(head: str, cells: Iterable[Cell]) -> int:
    """Wide enough for what is below; a heading goes on over several lines at its blanks."""
    words = [len(word) for word in head.split()]
    texts = [len(cell) if isinstance(cell, str) else len(f"{float(cell or 0):.2f}") - 3 for cell in cells]
    return min(max([NARROWEST, *words, *texts]) + 2, WIDEST)


def _name(name: str, taken: Collection[str]) -> str:
    """The name as spreadsheets take it, and no second time.

    >>> _name("K-5: Teams [A/B]", {"k-5 teams a b"})
    'K-5 Teams A B (2)'
    """
    plain = " ".join(_FORBIDDEN.sub(" ", name).split()).strip("'")[:LONGEST_NAME].strip(" '") or "Sheet"
    if plain.casefold() == "history":  # a name that Excel keeps for itself
        plain += " 1"
    found, number = plain, 1
    while found.casefold() in taken:
        number += 1
        ending = f" ({number})"
        found = plain[: LONGEST_NAME - len(ending)] + ending
    return found
