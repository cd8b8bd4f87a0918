"""The three files of a report, and all in one ZIP."""

import unicodedata
from collections.abc import Sequence
from datetime import date
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ..names import last_first
from . import dbf
from .dbf import Field
from .records import UNPLAYED, Report

FORMAT, PROGRAM = "2C", "WALLCHART"
FILES = ("THEXPORT.DBF", "TSEXPORT.DBF", "TDEXPORT.DBF")
# SwissSys writes one character less than the format allows, and dBase III has fields of no more than 254.
OTHERS = 254
NAME, SECTION_NAME, EVENT_NAME, CITY = 30, 30, 35, 21

EVENT = [
    *(Field("H_FORMAT", 5), Field("H_PROGRAM", 10), Field("H_EVENT_ID", 12), Field("H_NAME", EVENT_NAME)),
    *(Field("H_TOT_SECT", 2), Field("H_BEG_DATE", 8), Field("H_END_DATE", 8), Field("H_AFF_ID", 8)),
    *(Field("H_CITY", CITY), Field("H_STATE", 2), Field("H_ZIPCODE", 10), Field("H_COUNTRY", 21)),
    *(Field("H_SENDCROS", 1), Field("H_CTD_ID", 8), Field("H_ATD_ID", 8), Field("H_OTHER_TD", OTHERS)),
]
SECTION = [
    *(Field("S_EVENT_ID", 12), Field("S_SEC_NUM", 2), Field("S_SEC_NAME", SECTION_NAME)),
    *(Field("S_R_SYSTEM", 1), Field("S_TIMECTL", 40), Field("S_CTD_ID", 8), Field("S_ATD_ID", 8)),
    *(Field("S_TRN_TYPE", 1), Field("S_TOT_RNDS", 2), Field("S_LST_PAIR", 4), Field("S_BEG_DATE", 8)),
    *(Field("S_END_DATE", 8), Field("S_SCH_LVL", 1), Field("S_GR_PRIX", 1), Field("S_GP_PTS", 3)),
    Field("S_FIDE", 1),
]
PLAYER = [
    *(Field("D_EVENT_ID", 12), Field("D_SEC_NUM", 2), Field("D_PAIR_NUM", 4), Field("D_MEM_ID", 8)),
    *(Field("D_NAME", NAME), Field("D_STATE", 2), Field("D_RATING", 4)),
]


def write(report: Report) -> dict[str, bytes]:
    """The three files by name. What a field has no room for is cut off."""
    day, columns = report.ends, max((section.columns for section in report.sections), default=0)
    rounds = [Field(f"D_RND{column:02}", 7) for column in range(1, columns + 1)]
    tables = (
        (EVENT, [_event(report)]),
        (SECTION, _sections(report)),
        ([*PLAYER, *rounds], _players(report, columns)),
    )
    return {
        name: dbf.write(fields, [_cut(fields, row) for row in rows], day)
        for name, (fields, rows) in zip(FILES, tables, strict=True)
    }


def zipped(files: dict[str, bytes], day: date) -> bytes:
    """The same bytes for the same files, whenever they are zipped."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name, (day.year, day.month, day.day, 0, 0, 0)), content, ZIP_DEFLATED)
    return packed.getvalue()


def _event(report: Report) -> list[str]:
    return [
        *(FORMAT, PROGRAM, "", report.name, str(len(report.sections))),
        *(_day(report.begins), _day(report.ends), report.affiliate),
        *(report.city, report.state, report.zip_code, report.country),
        *("N", report.chief, report.assistant, ",".join(report.others)),
    ]


def _sections(report: Report) -> list[list[str]]:
    return [
        [
            *("", str(at), section.name, section.rating_class, section.time_control),
            *(report.chief, report.assistant, section.type),
            *(str(section.columns), str(len(section.lines))),
            *(_day(section.begins or report.begins), _day(section.ends or report.ends)),
            *(section.level, "Y" if section.grand_prix else "N", str(section.grand_prix or "")),
            "Y" if section.fide else "N",
        ]
        for at, section in enumerate(report.sections, 1)
    ]


def _players(report: Report, columns: int) -> list[list[str]]:
    return [
        [
            *("", str(at), str(line.number), line.uscf_id),
            *(name_of(line.name), line.state, str(line.rating or 0)),
            *map(str, line.results),
            *[str(UNPLAYED)] * (columns - len(line.results)),
        ]
        for at, section in enumerate(report.sections, 1)
        for line in section.lines
    ]


def _day(day: date) -> str:
    return f"{day:%Y%m%d}"


def _cut(fields: Sequence[Field], row: Sequence[str]) -> list[str]:
    return [ascii_of(text)[: field.width] for field, text in zip(fields, row, strict=True)]


_LETTERS = str.maketrans(
    {
        "ß": "ss",
        "æ": "ae",
        "Æ": "AE",
        "ø": "o",
        "Ø": "O",
        "œ": "oe",
        "Œ": "OE",
        "đ": "d",
        "Đ": "D",
        "ł": "l",
        "Ł": "L",
        "þ": "th",
        "Þ": "TH",
        "ð": "d",
        "Ð": "D",
        "ı": "i",
        **dict.fromkeys("’‘ʼ", "'"),
        **dict.fromkeys("–—‐", "-"),
    }
)


def ascii_of(text: str) -> str:
    """The text without accents; letters that ASCII has no likeness of are left out.

    >>> ascii_of("José Łuczak–Bjørn"), ascii_of("李 Lee")
    ('Jose Luczak-Bjorn', ' Lee')
    """
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(letter for letter in plain if " " <= letter <= "~")


def name_of(name: str) -> str:
    """A player's name in the report; empty if none of its letters can stand there.

    >>> name_of("José García"), name_of("Doe, Jane"), name_of("李 Lee"), name_of("李 小龙")
    ('GARCIA, JOSE', 'DOE, JANE', 'LEE', '')
    """
    plain = " ".join(ascii_of(last_first(name)).upper().split()).strip(", ")
    return plain if any(map(str.isalpha, plain)) else ""
