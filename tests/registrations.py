"""A registration file as a site exports it: 200 children in six sections, all of them invented, with oddities
planted in it. And the same rows as CSV, XLSX and ODS."""

import csv
import io
import zipfile
from collections.abc import Sequence
from random import Random
from xml.sax.saxutils import escape

HEADINGS = [
    *("First Name", "Last Name", "USCF ID", "USCF Rating", "Grade", "School", "Section", "Byes"),
    *("Membership Expires", "DOB", "Parent Email", "Phone"),
]
FIRST, LAST, ID, RATING, GRADE, SCHOOL, SECTION, BYES, EXPIRES = range(9)
# Name, grades and the highest rating of each section.
SECTIONS = [
    ("K-1 Championship", 0, 1, 900),
    ("K-3 Under 500", 0, 3, 499),
    ("K-3 Championship", 0, 3, 1300),
    ("K-5 Under 800", 0, 5, 799),
    ("K-5 Championship", 2, 5, 1500),
    ("6-8 Championship", 6, 8, 1700),
]
_GIVEN = [
    *("Ada", "Bela", "Cleo", "Dora", "Ezra", "Fern", "Gwen", "Hugo", "Iris", "Joel", "Kian", "Lena"),
    *("Milo", "Nora", "Omar", "Page", "Quin", "Rhea"),
]
_FAMILY = [
    *("Amberly", "Birchwood", "Cindervale", "Dunmorrow", "Elmhurst", "Fernleigh", "Glasswing", "Hollowell"),
    *("Ironbark", "Junipero", "Kestrelle", "Larkspur"),
]
SCHOOLS = [
    *("Lakeview Elementary", "Oak Park School", "Riverside Academy", "Stonebridge", "Tidewater Charter"),
    *("PS 12", "PS 14", "Maple Grove Middle"),
]


def children(count: int = 200) -> list[list[str]]:
    """Sound rows: everybody has an own name and ID, and is within the limits."""
    draw = Random(7)
    names = [(given, family) for family in _FAMILY for given in _GIVEN]
    rows = []
    for at, (given, family) in enumerate(names[:count]):
        section, lowest, highest, cap = SECTIONS[at % len(SECTIONS)]
        rating = draw.choice([0, draw.randrange(120, cap)])
        row = [given, family, str(17_000_000 + at * 31), str(rating or "unr")]
        row += [str(draw.randint(max(lowest, 1), highest)), draw.choice(SCHOOLS), section, "", "12/31/2030"]
        rows.append([*row, "5/6/2015", f"parent{at}@example.org", "555-010-0199"])
    return rows


def with_oddities() -> list[list[str]]:
    """The rows below the headings, with what real files have in them. ``ODDITIES`` says where and what."""
    rows = children()
    for (at, column), text in ODDITIES.items():
        rows[at][column] = text
    # One child on two lines of two sections, another on two of one section, and a third without any ID.
    rows[40] = [*rows[10][:SECTION], rows[11][SECTION], *rows[10][BYES:]]
    rows[41] = list(rows[17])
    rows[42] = [*rows[12][:ID], "", *rows[12][RATING:]]
    # Namesakes whose IDs tell them apart.
    rows[44][FIRST:ID] = rows[43][FIRST:ID]
    return rows


# By row and column what stands there instead.
ODDITIES = {
    (0, GRADE): "1st",
    (6, GRADE): "Kindergarten",
    (1, RATING): "300*",
    (2, RATING): "871P12",
    (3, RATING): "650/14",
    (4, ID): "1700124",
    (5, ID): "1700-0155",
    (8, GRADE): "5",
    (7, RATING): "950",
    (13, FIRST): "",
    (13, LAST): "Omar Zephyrine 18123456 612",
    (13, ID): "",
    (13, RATING): "",
    (14, EXPIRES): "1/31/2020",
    (15, SCHOOL): "Lakeveiw Elementary",
    (16, SCHOOL): "Oak Park",
    (20, SECTION): "K-3 Championshp",
    (21, SECTION): "",
    (22, SECTION): "k-5  championship",
    (23, BYES): "2, 4",
    (24, BYES): "1z",
    (25, BYES): "9",
    (26, RATING): "12x0",
    (27, FIRST): "",
    (27, LAST): "",
    (28, FIRST): "=HYPERLINK(1)",
    (29, SCHOOL): "call 555-010-0123",
    (30, FIRST): " Zo\u00eb\u00a0",
    (31, EXPIRES): "2030-02-31",
    (32, EXPIRES): "Life",
}


def as_csv(rows: Sequence[Sequence[str]], delimiter: str = ",") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue()


def _column(at: int) -> str:
    return chr(ord("A") + at) if at < 26 else chr(ord("A") + at // 26 - 1) + chr(ord("A") + at % 26)


def as_xlsx(rows: Sequence[Sequence[str]], sheet: str = "") -> bytes:
    """The least that spreadsheet programs open. ``sheet`` stands in place of the rows."""
    lines = []
    for number, row in enumerate(rows, 1):
        cells = [_xlsx_cell(f"{_column(at)}{number}", text) for at, text in enumerate(row) if text]
        lines.append(f'<row r="{number}">{"".join(cells)}</row>')
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    links = "http://schemas.openxmlformats.org/package/2006/relationships"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{types}">'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{links}"><Relationship Id="r1" Type="{office}/officeDocument"'
        ' Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
        '<sheet name="Entries" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{links}"><Relationship Id="r1"'
        f' Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{sheet or "".join(lines)}'
        "</sheetData></worksheet>",
    }
    return zipped(parts)


def _xlsx_cell(place: str, text: str) -> str:
    if text.isdecimal():
        return f'<c r="{place}"><v>{text}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'


def as_ods(rows: Sequence[Sequence[str]], table: str = "") -> bytes:
    lines = []
    for row in rows:
        cells = [
            f'<table:table-cell office:value-type="string"><text:p>{escape(text)}</text:p></table:table-cell>'
            if text
            else "<table:table-cell/>"
            for text in row
        ]
        lines.append(f"<table:table-row>{''.join(cells)}</table:table-row>")
    # What LibreOffice writes below and beside every sheet.
    lines.append(
        '<table:table-row table:number-rows-repeated="1048000">'
        '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    )
    name = "urn:oasis:names:tc:opendocument:xmlns"
    content = (
        f'<office:document-content xmlns:office="{name}:office:1.0" xmlns:table="{name}:table:1.0"'
        f' xmlns:text="{name}:text:1.0" xmlns:calcext="{name}:calcext:1.0"><office:body><office:spreadsheet>'
        f'<table:table table:name="Entries">{table or "".join(lines)}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        f'<manifest:manifest xmlns:manifest="{name}:manifest:1.0"><manifest:file-entry'
        f' manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    return zipped({"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content})


def zipped(parts: dict[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()
