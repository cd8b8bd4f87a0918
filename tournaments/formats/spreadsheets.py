"""Spreadsheets, XLSX and ODS: the cells of the first sheet that has any, as text.

Formulas are never evaluated: of a cell the value is read that the spreadsheet stored with it. A library reads
the sheets, and would take memory for every cell between the first one and the last. So a file is measured
before: what the directory of its archive says, and then how many cells its sheets span. It is packed anew for
the library with what was measured and nothing else.
"""

import zipfile
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Any
from xml.parsers import expat

from django.utils.translation import gettext as _
from python_calamine import CalamineError, CalamineWorkbook

from tiebreaks.lines import clean_line, visible

from .delimited import DelimitedText, Row
from .records import FileProblem
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


def is_spreadsheet(data: bytes) -> bool:
    return data.startswith(SIGNATURE)


def read_spreadsheet(data: bytes) -> DelimitedText:
    """The rows of the first sheet with any, by the numbers that the spreadsheet shows beside them."""
    try:
        found = _rows(_measured(data))
    except ValueError as error:
        return DelimitedText([], [], [FileProblem(1, 1, "", str(error))])
    rows = [Row(line, list(map(_text, cells))) for line, cells in enumerate(found, 1)]
    return DelimitedText([row for row in rows if any(map(clean_line, row.fields))], [], [])


def _rows(data: bytes) -> list[list[Any]]:
    try:
        with CalamineWorkbook.from_filelike(BytesIO(data)) as book:
            for name in book.sheet_names:
                sheet = book.get_sheet_by_name(name)
                if sheet.total_height * sheet.total_width > MOST_CELLS:
                    raise ValueError(_too_many_cells())
                rows: list[list[Any]] = sheet.to_python(skip_empty_area=False)
                if any(cell != "" for row in rows for cell in row):
                    return rows
    except (CalamineError, OSError) as error:
        raise ValueError(_broken()) from error
    except BaseException as error:
        # The library is written in Rust: what it did not expect is no usual exception.
        if type(error).__name__ != "PanicException":
            raise
        raise ValueError(_broken()) from error
    return []


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


def _measured(data: bytes) -> bytes:
    """The parts that the library reads, in an archive of our own. Raises :class:`ValueError` if they are too
    much, or no spreadsheet."""
    packed = BytesIO()
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive, zipfile.ZipFile(packed, "w") as anew:
            parts = [part for part in archive.infolist() if part.filename.endswith(_READ)]
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST:
                raise ValueError(
                    _("a list of players. Unpacked, this spreadsheet is too large: save its sheet as CSV")
                )
            if len({part.filename for part in parts}) < len(parts):
                raise ValueError(_broken())  # which of two the library would read, nobody has measured
            cells = 0
            for part in parts:
                with archive.open(part) as file:
                    content = file.read(part.file_size + 1)
                if part.filename != "mimetype":
                    cells += _Cells(content).span
                if cells > MOST_CELLS:
                    raise ValueError(_too_many_cells())
                anew.writestr(zipfile.ZipInfo(part.filename), content)
    except expat.ExpatError as error:
        raise ValueError(_broken()) from error
    except (*UNREADABLE, OSError) as error:
        raise ValueError(_broken()) from error
    return packed.getvalue()


class _Cells:
    """How many cells the sheets of one part span, from the first column and row to the last with a value."""

    def __init__(self, content: bytes) -> None:
        self.span = self._elements = 0
        # Of an XLSX sheet: the last row and column with a value, and where the open cell is.
        self._last = [0, 0]
        self._at = [0, 0]
        # Of an ODS sheet: rows so far, those up to the last value, the widest; and of the open row the same.
        self._rows = self._used = self._widest = self._cells = self._width = 0
        self._repeated = 1
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
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
        elif name in ("v", "is", "t"):
            self._last = [max(pair) for pair in zip(self._last, self._at, strict=True)]
        elif name == "table":
            self._close_sheet()
        elif name == "table-row":
            self._repeated = _number(_of(attributes, "number-rows-repeated"), 1)
            self._cells = self._width = 0
        elif name in ("table-cell", "covered-table-cell"):
            self._cells += _number(_of(attributes, "number-columns-repeated"), 1)
            if _of(attributes, "value-type"):
                self._width = self._cells
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
        if name == "table-row":
            self._rows += self._repeated
            if self._width:
                self._used, self._widest = self._rows, max(self._widest, self._width)
            self._cells = 0
        elif name in ("table", "sheetData"):
            self._close_sheet()

    def _close_sheet(self) -> None:
        self.span += self._last[0] * self._last[1] + self._used * self._widest
        self._last, self._at = [0, 0], [0, 0]
        self._rows = self._used = self._widest = 0
        if self.span > MOST_CELLS:
            raise ValueError(_too_many_cells())


def _refuse_doctype(*_declaration: object) -> None:
    raise ValueError(_broken())


def _refuse_charset(_version: str, charset: str | None, _standalone: int) -> None:
    """The parser reads these itself. For any other it asks Python, which may not know it."""
    if charset and charset.lower() not in ("utf-8", "utf-16", "us-ascii", "iso-8859-1"):
        raise ValueError(_broken())


def _of(attributes: dict[str, str], name: str) -> str | None:
    return next((value for key, value in attributes.items() if key.rpartition(":")[2] == name), None)


def _number(text: str | None, otherwise: int) -> int:
    if text is None:
        return otherwise
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise ValueError(_broken())
    return int(text)


def _place(reference: str) -> list[int] | None:
    """The row and the column of a reference such as B12; None without one."""
    if not reference:
        return None
    letters = reference.rstrip("0123456789")
    digits = reference[len(letters) :]
    if not (letters.isascii() and letters.isalpha() and len(letters) < 4 and 0 < len(digits) < 8):
        raise ValueError(_broken())
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return [int(digits), column]


def _too_many_cells() -> str:
    return _(
        "a list of players. This sheet covers too many cells: delete anything far below or beside the"
        " list, or save it as CSV"
    )


def _broken() -> str:
    return _("a complete spreadsheet, XLSX or ODS, without a password. Save it again, or save it as CSV")
