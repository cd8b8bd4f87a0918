"""US Chess rating reports: the table of players (TDEXPORT), alone or zipped with that of the sections."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from zipfile import ZipFile

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Format, Kind
from tiebreaks.engine.ranking.editions import current

from ...errors import Trouble
from ...pairing.round_robin import table
from .. import dbase
from ..fields import read_rating
from ..records import EventDetails, PlayedSection, ProgramFile, RosterEntry, Sat
from ..zips import UNREADABLE
from .cells import read_cell
from .checking import MOST_PLAYERS, MOST_ROUNDS, MOST_SECTIONS, place, whole, with_both_sides
from .details import event_details, read_time_control

PROGRAM = "US Chess"
# Of a table that is unpacked, and of its records. 5,000 players have less than 1 MB.
LARGEST = 5_000_000
MOST_RECORDS = 20_000
_TABLES = ("THEXPORT", "TSEXPORT", "TDEXPORT")
_HEAD = 32
_ROUND_ROBIN, _DOUBLE = "R", "2"

Record = dict[str, str]
# Texts by number and column.
Cells = dict[tuple[int, int], str]


def is_one(data: bytes) -> bool:
    """Whether this is a dBase table, or a zip file in which there are some."""
    if data[:1] == b"\x03" and len(data) > _HEAD:
        return True
    return data.startswith(b"PK\x03\x04") and bool(_named(data))


def read(data: bytes) -> ProgramFile:
    """Read it, with all its problems."""
    try:
        tables = {"TDEXPORT": data} if data[:1] == b"\x03" else _unzipped(data)
        players = list(records(tables.get("TDEXPORT", b"")))
        named = list(records(tables["TSEXPORT"])) if "TSEXPORT" in tables else []
        heads = list(records(tables["THEXPORT"])) if "THEXPORT" in tables else []
    except ValueError as error:
        kind = _("a dBase table") if data[:1] == b"\x03" else _("a zip file")
        return ProgramFile(PROGRAM, "", (), (), (Trouble(_("the file"), kind, str(error)),))
    problems: list[Trouble] = []
    names = {each.get("S_SEC_NUM", ""): each for each in named}
    by_section: dict[str, list[Record]] = {}
    for player in players:
        by_section.setdefault(player.get("D_SEC_NUM", ""), []).append(player)
    head = heads[0] if heads else {}
    event = event_details(
        head.get("H_BEG_DATE", ""),
        head.get("H_END_DATE", ""),
        city=head.get("H_CITY", ""),
        state=head.get("H_STATE", ""),
        zip_code=head.get("H_ZIPCODE", ""),
    )
    left_out = {
        number: _("%(section)s, a double round robin: the format does not describe its columns")
        % {"section": names[number].get("S_SEC_NAME") or number}
        for number in by_section
        if names.get(number, {}).get("S_TRN_TYPE") == _DOUBLE
    }
    sections = [
        _section(number, rows, names.get(number, {}), event, problems)
        for number, rows in islice(by_section.items(), MOST_SECTIONS + 1)
        # Where nothing else is in the file, it is refused.
        if number not in left_out or len(left_out) == len(by_section)
    ]
    if not players or "D_NAME" not in players[0]:
        problems = [Trouble(_("the file"), "", _("the table TDEXPORT of a rating report, with players"))]
        sections = []
    by_table = [
        _("the rounds of %(section)s, a round robin: they are not in the file, and here those of the table")
        % {"section": each.name}
        for each in sections
        if each.round_robin
    ]
    return whole(PROGRAM, head.get("H_NAME", ""), sections, problems, (*left_out.values(), *by_table))


def records(data: bytes) -> Iterator[Record]:
    """The records of a dBase table, by the names of their fields.

    Raises :class:`ValueError` for a table that breaks off, or is longer than any event.
    """
    table = dbase.read(BytesIO(data))
    for at, values in table.rows:
        if at > MOST_RECORDS:
            raise ValueError(_("at most %(most)d players") % {"most": MOST_RECORDS})
        yield dict(zip(table.fields, values, strict=True))


def _named(data: bytes) -> dict[str, str]:
    try:
        with ZipFile(BytesIO(data)) as file:
            return {
                table: info.filename
                for info in file.infolist()
                for table in _TABLES
                if info.filename.upper().endswith(f"{table}.DBF") and info.file_size <= LARGEST
            }
    except (*UNREADABLE, ValueError):
        return {}


def _unzipped(data: bytes) -> dict[str, bytes]:
    try:
        with ZipFile(BytesIO(data)) as file:
            return {table: file.read(name) for table, name in _named(data).items()}
    except (*UNREADABLE, ValueError, OSError):
        raise ValueError(_("a zip file that can be opened")) from None


def _section(
    number: str, players: Sequence[Record], head: Record, event: EventDetails, problems: list[Trouble]
) -> PlayedSection:
    name = head.get("S_SEC_NAME", "") or _("Section %(number)s") % {"number": number or "1"}
    if head.get("S_TRN_TYPE") == _DOUBLE:
        expected = _(
            "a Swiss or a round robin. The format does not describe the columns of a double round robin"
        )
        problems.append(Trouble(name, head["S_TRN_TYPE"], expected))
        return PlayedSection(name, 1, (), {})
    entries: list[RosterEntry] = []
    cells: dict[tuple[int, int], str] = {}
    for player in players[: MOST_PLAYERS + 1]:
        own = _whole(player.get("D_PAIR_NUM", ""))
        where = place(name, own)
        try:
            rating = read_rating(player.get("D_RATING", ""))
        except ValueError as error:
            problems.append(Trouble(where, player.get("D_RATING", ""), str(error)))
            rating = None
        entries.append(
            RosterEntry(
                number=own,
                name=" ".join(player.get("D_NAME", "").split()),
                uscf_id=player.get("D_MEM_ID", ""),
                rating=rating,
                state=player.get("D_STATE", ""),
            )
        )
        for column, text in player.items():
            if column.startswith("D_RND") and text:
                cells[own, _whole(column.removeprefix("D_RND"))] = text
    if by_table := head.get("S_TRN_TYPE") == _ROUND_ROBIN:
        rounds, sat = _by_opponent(name, entries, cells, problems)
    else:
        sat = _by_round(name, cells, problems)
        rounds = _whole(head.get("S_TOT_RNDS", "")) or _last_played(sat)
    sat = {key: mine for key, mine in sat.items() if key[1] <= rounds}
    return PlayedSection(
        name,
        rounds or 1,
        tuple(entries),
        with_both_sides(sat),
        time_control=read_time_control(head.get("S_TIMECTL", "")),
        event=event,
        order=str(current().default_order(Format.ROUND_ROBIN)) if by_table else "",
        round_robin=by_table,
    )


def _by_round(name: str, cells: Cells, problems: list[Trouble]) -> dict[tuple[int, int], Sat]:
    sat = {}
    for (own, at), text in cells.items():
        if (mine := read_cell(text)) is None:
            expected = _("a cell such as W12B, H0 or U0")
            problems.append(Trouble(place(name, own, at), text, expected))
        else:
            sat[own, at] = mine
    return sat


def _by_opponent(
    name: str, entries: Sequence[RosterEntry], cells: Cells, problems: list[Trouble]
) -> tuple[int, dict[tuple[int, int], Sat]]:
    """The rounds of a round robin, whose columns are opponents: those in which the table has them meet.

    A forfeit names no opponent: the column does."""
    players = len(entries)
    if players > MOST_ROUNDS + 1:
        expected = _("a round robin of at most %(most)d players") % {"most": MOST_ROUNDS + 1}
        problems.append(Trouble(name, str(players), expected))
        return 1, {}
    if wrong := [each.number for each in entries if not 1 <= (each.number or 0) <= players]:
        expected = _("pairing numbers from 1 to %(most)d") % {"most": players}
        problems.append(Trouble(name, str(wrong[0]), expected))
        return 1, {}
    rounds = table(players)
    meet = {frozenset(pair): at for at, pairs in enumerate(rounds, 1) for pair in pairs}
    sat: dict[tuple[int, int], Sat] = {}
    for (own, other), text in cells.items():
        mine = read_cell(text)
        if mine is not None and mine.kind == Kind.UNPAIRED.letter:
            continue
        if own == other or other > players:
            expected = (
                _("nothing: nobody plays himself") if own == other else _("nothing: nobody has this number")
            )
            problems.append(Trouble(place(name, own), text, expected))
        elif mine is None or mine.opponent not in (None, other):
            expected = _("a cell of the opponent %(number)d, such as W%(number)dB or U0") % {"number": other}
            problems.append(Trouble(place(name, own), text, expected))
        else:
            forfeit = Kind.of(mine.kind).forfeit
            sat[own, meet[frozenset((own, other))]] = mine._replace(opponent=other) if forfeit else mine
    last = max((at for _own, at in sat), default=0)
    idle = {
        (each.number or 0, at): Sat(Kind.UNPAIRED.letter) for each in entries for at in range(1, last + 1)
    }
    return len(rounds), {**idle, **sat}


def _last_played(sat: dict[tuple[int, int], Sat]) -> int:
    """Columns beyond the rounds of a section say U0 for everybody."""
    return max((at for (_own, at), mine in sat.items() if mine.kind != "U"), default=0)


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
