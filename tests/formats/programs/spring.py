"""One event of four players and two rounds, as each program writes it: all say the same."""

import json
from collections.abc import Sequence
from datetime import date
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from tests.swisssys_file import player, section, swisssys
from tournaments.formats.programs.reading import read
from tournaments.formats.rating_report.dbf import Field, write
from tournaments.formats.records import PlayedSection, Sat

TODAY = date(2026, 5, 2)


def sjson() -> bytes:
    return swisssys(
        section(
            [
                player(1, "+;3;W;1", ";2;B;1", name="Alder, Ada"),
                player(2, "=;4;B;2", ";1;W;1", name="Birch, Hugo"),
                player(3, "-;1;B;1", "X;4;W;2", name="Cedar, Orla"),
                player(4, "=;2;W;2", "F;3;B;2", name="Dogwood, Ben"),
            ],
            rounds=2,
        )
    )


def web_report() -> bytes:
    def one(name: str, results: list[str], ops: list[int], colors: list[str]) -> dict[str, object]:
        return {"name": name, "id1": "", "rating": "1800", "results": results, "ops": ops, "colors": colors}

    players = [
        one("Alder, Ada", ["W", ""], [3, 2], ["W", "B"]),
        one("Birch, Hugo", ["D", ""], [4, 1], ["B", "W"]),
        one("Cedar, Orla", ["L", "X"], [1, 4], ["B", "W"]),
        one("Dogwood, Ben", ["D", "F"], [2, 3], ["W", "B"]),
    ]
    report = {
        "tournament": "Spring",
        "sections": [{"section": "Open", "rounds_paired": 2, "players": players}],
    }
    return json.dumps(report).encode()


def wintd_game(one: int, two: int, round: int, result: int, color: int = 1, **more: Any) -> dict[str, Any]:
    colors = {"color1": color, "color2": -color}
    return {"p1": one, "p2": two, "r1": round, "r2": round, "result": result, "type": 0, **colors, **more}


def wintd(
    games: Sequence[dict[str, Any]] = (), players: Sequence[dict[str, Any]] = (), **section: Any
) -> dict[str, Any]:
    """Four players and two rounds, and more games and players."""
    every = [
        wintd_game(0, 2, 1, 1, board=1),
        wintd_game(1, 3, 1, 0, color=-1, board=2),
        wintd_game(0, 1, 2, 99, color=-1, board=1),
        wintd_game(2, 3, 2, 2, board=2),
        *games,
    ]
    people = [
        {"base": {"name": name, "rating": rating}}
        for name, rating in [
            ("Alder, Ada", 1800),
            ("Birch, Hugo", 1700.0),
            ("Cedar, Orla", 0),
            ("Dogwood, Ben", 1500),
        ]
    ]
    for index, person in enumerate([*people, *players]):
        mine = [at for at, game in enumerate(every) if index in (game["p1"], game["p2"])]
        person["tnmt"] = {"sectionID": 0, "status": 0, "pairno": index + 1, "games": mine} | person.get(
            "tnmt", {}
        )
    open = {"title": "Open", "id": 0, "maxRounds": 2, "roundsPaired": 2, "firstBoard": 1, **section}
    return {"title": "Spring", "sections": [open], "players": [*people, *players], "games": every}


def ptoz(found: dict[str, Any] | None = None) -> bytes:
    zipped = BytesIO()
    with ZipFile(zipped, "w", ZIP_DEFLATED) as file:
        file.writestr("spring.json", json.dumps(found or wintd()))
    return zipped.getvalue()


FIELDS = [
    *(Field("D_EVENT_ID", 12), Field("D_SEC_NUM", 2), Field("D_PAIR_NUM", 4), Field("D_MEM_ID", 8)),
    *(
        Field("D_NAME", 30),
        Field("D_STATE", 2),
        Field("D_RATING", 4),
        Field("D_RND01", 7),
        Field("D_RND02", 7),
    ),
]

LINES = [
    ["", "1", "1", "90000001", "ALDER, ADA", "VT", "1800", "W3W", "U0"],
    ["", "1", "2", "90000002", "BIRCH, HUGO", "VT", "1700", "D4B", "U0"],
    ["", "1", "3", "90000003", "CEDAR, ORLA", "VT", "0", "L1B", "X4W"],
    ["", "1", "4", "90000004", "DOGWOOD, BEN", "VT", "1500", "D2W", "F3B"],
]


def tdexport() -> bytes:
    return write(FIELDS, LINES, TODAY)


def report_zip() -> bytes:
    sections = write(
        [Field("S_SEC_NUM", 2), Field("S_SEC_NAME", 30), Field("S_TRN_TYPE", 1), Field("S_TOT_RNDS", 2)],
        [["1", "Open", "S", "2"]],
        TODAY,
    )
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        packed.writestr("TSEXPORT.DBF", sections)
        packed.writestr("TDEXPORT.DBF", tdexport())
    return file.getvalue()


CROSSTABLE = """
 Section 1 - Open
-------------------------------------------
 Pair | Player Name      |Total|Round|Round|
 Num  | USCF ID / Rtg    | Pts |  1  |  2  |
-------------------------------------------
    1 | ALDER, ADA       |1.0  |W   3|U    |
   VT | 90000001 / R: 1800 ->1810 |     |W    |     |
-------------------------------------------
    2 | BIRCH, HUGO      |0.5  |D   4|U    |
   VT | 90000002 / R: 1700 ->1700 |     |B    |     |
-------------------------------------------
    3 | CEDAR, ORLA      |1.0  |L   1|X   4|
   VT | 90000003 / R: Unrated-> 900 |     |B    |W    |
-------------------------------------------
    4 | DOGWOOD, BEN     |0.5  |D   2|F   3|
   VT | 90000004 / R: 1500 ->1490 |     |W    |B    |
"""


def trf_line(number: int, name: str, rating: int, *cells: str) -> str:
    head = f"001 {number:>4} {'':>4} {name:<33} {rating:>4} USA {'':>11} 2015/03/04  1.0 {number:>4}"
    return head + "".join(f"  {cell}" for cell in cells)


def trf() -> bytes:
    lines = [
        "012 Open",
        "XXR 2",
        trf_line(1, "Alder, Ada", 1800, "   3 w 1", "   2 b  "),
        trf_line(2, "Birch, Hugo", 1700, "   4 b =", "   1 w  "),
        trf_line(3, "Cedar, Orla", 0, "   1 b 0", "   4 w +"),
        trf_line(4, "Dogwood, Ben", 1500, "   2 w =", "   3 b -"),
    ]
    return "\n".join(lines).encode()


def trf26() -> bytes:
    """The same with lines that the edition of 2026 adds."""
    more = [
        "162 W 1.0 D 0.5",
        "202 BH/C1,SB",
        "212 PTS,BH/C1,SB",
        "240 Z 002 0003 0004",
        "250      01.0 001 002 0001 0002",
        "260 001 002 0001 0002",
        f"310 {1:>3} {'Oak Hill':<32} {'OAK':<5} {1900:>6} {2.0:>6} {3.0:>6} {1:>3}  {1:>4} {3:>4}",
    ]
    return b"\n".join([trf().replace(b"   4 w +", b"").replace(b"   3 b -", b""), *map(str.encode, more)])


FIRST = {
    (1, 1): Sat("W", 3, "w"),
    (2, 1): Sat("D", 4, "b"),
    (3, 1): Sat("L", 1, "b"),
    (4, 1): Sat("D", 2, "w"),
    (3, 2): Sat("X", 4, "w"),
    (4, 2): Sat("F", 3, "b"),
}

OPEN = {(1, 2): Sat("?", 2, "b"), (2, 2): Sat("?", 1, "w")}

OUT = {(1, 2): Sat("U"), (2, 2): Sat("U")}


def only(data: bytes) -> PlayedSection:
    file = read(data)
    assert not file.problems
    [found] = file.sections
    return found


def without_boards(found: PlayedSection) -> dict[tuple[int, int], Sat]:
    return {key: sat._replace(board=0) for key, sat in found.sat.items()}


FILES = [sjson(), web_report(), tdexport(), report_zip(), CROSSTABLE.encode(), trf(), ptoz()]
FILES += [json.dumps(wintd()).encode(), trf26()]
