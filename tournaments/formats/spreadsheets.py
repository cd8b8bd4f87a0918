"""Spreadsheets, XLSX and ODS: the cells of the first sheet that has any, as text.

Formulas are never evaluated: of a cell the value is read that the spreadsheet stored with it, and one without
is told by what :mod:`.formulas` has for it. A library reads the sheets, and would take memory for every cell
between the first one and the last. So a file is measured before: what the directory of its archive says, and
then how many cells its sheets span. It is packed anew for the library with what was measured, nothing else.
"""

import zipfile
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Any, NamedTuple
from xml.parsers import expat

from django.utils.translation import gettext as _
from python_calamine import CalamineError, CalamineWorkbook

from tiebreaks.lines import clean_line, visible

from .delimited import DelimitedText, Row
from .formulas import NO_VALUE
from .records import WHOLE, FileProblem
from .zips import UNREADABLE

SIGNATURE = b"PK\x03\x04"
# Of all parts that are read, unpacked. A list of 5,000 players has some 3 MB.
LARGEST = 16_000_000
MOST_PARTS = 400
MOST_CELLS = 150_000
MOST_ELEMENTS = 700_000
# What a part repeats is written once. More than this is no list.
MOST_REPEATED = 20_000_000
_READ = (".xml", ".rels", "mimetype")
_WORKBOOK, _LINKS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"

# By row and column, from 1, what stands in a cell whose formula has no value.
Failed = Mapping[tuple[int, int], str]


class _BrokenError(ValueError):
    """A file that is none any more, or that has a password."""


def is_spreadsheet(data: bytes) -> bool:
    return data.startswith(SIGNATURE)


def read_spreadsheet(data: bytes) -> DelimitedText:
    """The rows of the first sheet with any, by the numbers that the spreadsheet shows beside them."""
    try:
        found = _rows(_measured(data))
    except _BrokenError:
        read = _("a file that is damaged or cut off, or has a password")
        expected = _(
            "a complete spreadsheet, XLSX or ODS. Open it in its own program, save it again, and choose that"
            " file, or save it as CSV"
        )
        return DelimitedText([], [], [FileProblem(WHOLE, 1, read, expected)])
    except ValueError as error:
        return DelimitedText([], [], [FileProblem(WHOLE, 1, "", str(error))])
    rows = [Row(line, list(map(_text, cells))) for line, cells in enumerate(found, 1)]
    return DelimitedText([row for row in rows if any(map(clean_line, row.fields))], [], [])


def _rows(measured: "_Measured") -> list[list[Any]]:
    try:
        with CalamineWorkbook.from_filelike(BytesIO(measured.packed)) as book:
            for name in book.sheet_names:
                sheet = book.get_sheet_by_name(name)
                if sheet.total_height * sheet.total_width > MOST_CELLS:
                    raise ValueError(_too_many_cells())
                rows = _with_failed(sheet.to_python(skip_empty_area=False), measured.failed.get(name, {}))
                if any(cell != "" for row in rows for cell in row):
                    return rows
    except (CalamineError, OSError) as error:
        raise _BrokenError from error
    except BaseException as error:
        # The library is written in Rust: what it did not expect is no usual exception.
        if type(error).__name__ != "PanicException":
            raise
        raise _BrokenError from error
    return []


def _with_failed(rows: list[list[Any]], failed: Failed) -> list[list[Any]]:
    """The rows with what stands in the cells that the library leaves empty."""
    for (at, column), text in failed.items():
        rows += [[] for _row in range(at - len(rows))]
        row = rows[at - 1]
        row += [""] * (column - len(row))
        row[column - 1] = row[column - 1] or text
    return rows


def _text(value: Any) -> str:
    """A cell as a list has it: whole numbers without a point, days as 2027-01-31."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date | time | timedelta):
        return str(value)
    return visible(str(value))


# --- measuring -------------------------------------------------------------------------------------


class _Measured(NamedTuple):
    """The parts that the library reads, in an archive of our own, and the failed formulas of each sheet."""

    packed: bytes
    failed: Mapping[str, Failed]


def _measured(data: bytes) -> _Measured:
    """Raises :class:`ValueError` if the parts are too much, or no spreadsheet."""
    packed = BytesIO()
    read: dict[str, _Cells] = {}
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive, zipfile.ZipFile(packed, "w") as anew:
            parts = [part for part in archive.infolist() if part.filename.endswith(_READ)]
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST:
                raise ValueError(
                    _("a list of players. Unpacked, this spreadsheet is too large: save its sheet as CSV")
                )
            if len({part.filename for part in parts}) < len(parts):
                raise _BrokenError  # which of two the library would read, nobody has measured
            cells = 0
            for part in parts:
                with archive.open(part) as file:
                    content = file.read(part.file_size + 1)
                if part.filename != "mimetype":
                    read[part.filename] = _Cells(content)
                    cells += read[part.filename].span
                if cells > MOST_CELLS:
                    raise ValueError(_too_many_cells())
                anew.writestr(zipfile.ZipInfo(part.filename), content)
    except expat.ExpatError as error:
        raise _BrokenError from error
    except (*UNREADABLE, OSError) as error:
        raise _BrokenError from error
    return _Measured(packed.getvalue(), _failed(read))


def _failed(read: Mapping[str, "_Cells"]) -> dict[str, Failed]:
    """The failed formulas by sheet. The parts of an ODS file name their sheets, the workbook of an XLSX file
    the parts."""
    found: dict[str, Failed] = {}
    for part in read.values():
        found |= part.failed
    if _WORKBOOK in read and _LINKS in read:
        for name, link in read[_WORKBOOK].sheets.items():
            target = read[_LINKS].targets.get(link, "")
            path = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
            failed = dict(read[path].failed.get("", {})) if path in read else {}
            if path in read and read[_WORKBOOK].is_uncomputed:
                failed |= dict.fromkeys(read[path].zeros, NO_VALUE)
            found[name] = failed
    return found


class _Cells:
    """How many cells the sheets of one part span, from the first column and row to the last with a value or a
    formula; and the formulas without a value, by sheet."""

    def __init__(self, content: bytes) -> None:
        self.span = self._elements = 0
        # Of an XLSX sheet: the last row and column with a value, and where the open cell is.
        self._last = [0, 0]
        self._at = [0, 0]
        # Of an ODS sheet: rows so far, those up to the last value, the widest; and of the open row the same.
        self._rows = self._used = self._widest = self._cells = self._width = 0
        self._repeated = 1
        # Of the open XLSX cell: its type, whether it has a formula, and its value.
        self._kind, self._formula, self._value = "", False, ""
        self._in_value = False
        self._sheet = ""
        self.failed: dict[str, dict[tuple[int, int], str]] = {}
        # Formulas of an XLSX sheet with the value 0, which programs write that compute none; and of the
        # workbook, whether it is one whose formulas Excel is to compute first.
        self.zeros: list[tuple[int, int]] = []
        self.is_uncomputed = False
        # Of the workbook, the link to the part of each sheet; of links, where they lead.
        self.sheets: dict[str, str] = {}
        self.targets: dict[str, str] = {}
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._say
        parser.StartDoctypeDeclHandler = _refuse_doctype
        parser.XmlDeclHandler = _refuse_charset
        parser.Parse(content, True)

    def _start(self, element: str, attributes: dict[str, str]) -> None:
        name = element.rpartition(":")[2]
        self._elements += 1
        if name == "row":
            self._at = [_number(attributes.get("r"), self._at[0] + 1), 0]
        elif name == "c":
            self._at = _place(attributes.get("r", "")) or [self._at[0], self._at[1] + 1]
            self._kind, self._formula, self._value = attributes.get("t", ""), False, ""
        elif name == "f":
            self._formula = True
        elif name in ("v", "is", "t"):
            self._reach()
            self._in_value = name == "v"
        elif name == "sheet":
            self.sheets[_of(attributes, "name") or ""] = _of(attributes, "id") or ""
        elif name == "calcPr":
            self.is_uncomputed = attributes.get("fullCalcOnLoad") in ("1", "true")
        elif name == "Relationship":
            self.targets[attributes.get("Id", "")] = attributes.get("Target", "")
        elif name == "table":
            self._close_sheet()
            self._sheet = _of(attributes, "name") or ""
        elif name == "table-row":
            self._repeated = _number(_of(attributes, "number-rows-repeated"), 1)
            self._cells = self._width = 0
        elif name in ("table-cell", "covered-table-cell"):
            first = self._cells + 1
            self._cells += _number(_of(attributes, "number-columns-repeated"), 1)
            types = [value for key, value in attributes.items() if key.rpartition(":")[2] == "value-type"]
            failed = "error" in types or (not types and _of(attributes, "formula") is not None)
            if types or failed:
                self._width = self._cells
            if failed:
                self._fail(self._rows + 1, first, NO_VALUE)
        elif name == "p" and self._cells:
            self._width = self._cells
        if (
            max(self._cells, self._rows) > MOST_REPEATED
            or self._elements > MOST_ELEMENTS
            or self._last[0] * self._last[1] > MOST_CELLS
        ):
            raise ValueError(_too_many_cells())

    def _end(self, element: str) -> None:
        name = element.rpartition(":")[2]
        if name == "v":
            self._in_value = False
        elif name == "c":
            self._close_cell()
        elif name == "table-row":
            self._rows += self._repeated
            if self._width:
                self._used, self._widest = self._rows, max(self._widest, self._width)
            self._cells = 0
        elif name in ("table", "sheetData"):
            self._close_sheet()

    def _say(self, text: str) -> None:
        if self._in_value:
            self._value += text

    def _close_cell(self) -> None:
        """A formula that gives no text has an empty value of that type."""
        value = self._value.strip()
        if self._kind == "e" or (self._formula and self._kind != "str" and not value):
            self._reach()
            row, column = self._at
            self._fail(row, column, value or NO_VALUE)
        elif self._formula and self._kind in ("", "n") and value == "0":
            self.zeros.append((self._at[0], self._at[1]))

    def _reach(self) -> None:
        self._last = [max(pair) for pair in zip(self._last, self._at, strict=True)]

    def _fail(self, row: int, column: int, text: str) -> None:
        self.failed.setdefault(self._sheet, {})[row, column] = text

    def _close_sheet(self) -> None:
        self.span += self._last[0] * self._last[1] + self._used * self._widest
        self._last, self._at = [0, 0], [0, 0]
        self._rows = self._used = self._widest = 0
        if self.span > MOST_CELLS:
            raise ValueError(_too_many_cells())


def _refuse_doctype(*_declaration: object) -> None:
    raise _BrokenError


def _refuse_charset(_version: str, charset: str | None, _standalone: int) -> None:
    """The parser reads these itself. For any other it asks Python, which may not know it."""
    if charset and charset.lower() not in ("utf-8", "utf-16", "us-ascii", "iso-8859-1"):
        raise _BrokenError


def _of(attributes: dict[str, str], name: str) -> str | None:
    return next((value for key, value in attributes.items() if key.rpartition(":")[2] == name), None)


def _number(text: str | None, otherwise: int) -> int:
    if text is None:
        return otherwise
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise _BrokenError
    return int(text)


def _place(reference: str) -> list[int] | None:
    """The row and the column of a reference such as B12; None without one."""
    if not reference:
        return None
    letters = reference.rstrip("0123456789")
    digits = reference[len(letters) :]
    if not (letters.isascii() and letters.isalpha() and len(letters) < 4 and 0 < len(digits) < 8):
        raise _BrokenError
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return [int(digits), column]


def _too_many_cells() -> str:
    return _(
        "a list of players. This sheet covers too many cells: delete anything far below or beside the"
        " list, or save it as CSV"
    )
