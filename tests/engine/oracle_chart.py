"""The second reading's own reader of wall chart files, and the notation of §1.3.

See :mod:`tests.engine.oracle`: it shares no line and no thought with the engine either.
"""

import csv
import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

# A number, or of a visitor the section with it.
Key = int | tuple[str, int]
# What they hold is told by the module of the systems.
Slot = dict[str, Any]
Entry = dict[str, Any]
Chart = dict[str, Any]
Words = Collection[str]

HALF = Fraction(1, 2)
PLAYED = "WLDNRS"
FORFEIT = "XFZ"
# §1.1: own points of each code; an open game has none yet (§9).
POINTS: dict[str, int | Fraction] = {
    "W": 1,
    "N": 1,
    "X": 1,
    "B": 1,
    "D": HALF,
    "R": HALF,
    "Z": HALF,
    "H": HALF,
}
# §1.1: N, R and S are a win, a draw and a loss whose other side need not agree.
RESULT = {"W": "W", "N": "W", "D": "D", "R": "D", "L": "L", "S": "L"}
# What a variation makes of a slot that was not played.
UNPLAYED_RESULT = {"X": "W", "Z": "D", "F": "L", "B": "W", "H": "D", "U": "L"}
CELL = re.compile(
    r"(?P<letter>[WLDXFZBHUNRS?])-*(?P<opponent>\d*)-*(?P<color>[WB]?)"
    r"(?:\((?P<boards>[\d.]+)\))?(?:=(?P<points>[\d.]+))?(?:@(?P<at>.+))?$"
)
ALIASES = {
    "#": "number", "no": "number", "pair": "number", "number": "number",
    "name": "name", "rating": "rating", "rtg": "rating", "house": "house",
    "withdrew": "withdrew",
    "team": "team", "reentry of": "reentry of",
}  # fmt: skip


def read(text: str) -> Chart:
    """The wall chart as the file has it: {planned, games, columns, entries: {key: entry}}."""
    chart: Chart = {
        "planned": None,
        "games": 1,
        "ranks": "match points",
        "format": "swiss",
        "columns": 0,
        "entries": {},
    }
    lines = []
    for line in text.lstrip("\ufeff").splitlines():
        directive = re.match(r"#\s*(\w+)\s*:\s*(.*)$", line)
        if directive and directive[1].lower() == "rounds":
            chart["planned"] = int(directive[2])
        elif directive and directive[1].lower() == "games":
            chart["games"] = int(directive[2])
        elif directive and directive[1].lower() == "score":
            chart["ranks"] = directive[2].strip().lower()
        elif directive and directive[1].lower() == "format":
            chart["format"] = directive[2].strip().lower()
        elif line.strip() and not re.match(r"#[^,;\t]", line) and line.strip() != "#":
            lines.append(line)
    delimiter = next(mark for mark in "\t;," if mark in lines[0])
    table = list(csv.reader(lines, delimiter=delimiter))
    header = [title.strip().lower() for title in table[0]]
    columns: dict[str | int, int] = {}
    for position, title in enumerate(header):
        if title in ALIASES:
            columns[ALIASES[title]] = position
        round_title = re.match(r"(?:r|rd|round)?\s*(\d+)$", title)
        if round_title:
            columns[int(round_title[1])] = position
    chart["columns"] = max([key for key in columns if isinstance(key, int)], default=0)
    if chart["planned"] is None:
        chart["planned"] = chart["columns"]
    for row in table[1:]:
        entry = read_entry(row, columns, chart)
        chart["entries"][entry["number"]] = entry
    for entry in list(chart["entries"].values()):
        seat_visitors(entry, chart)
    return chart


def read_entry(row: list[str], columns: dict[str | int, int], chart: Chart) -> Entry:
    def field(name: str | int) -> str:
        position = columns.get(name)
        return row[position].strip() if position is not None and position < len(row) else ""

    rating = re.match(r"\d+", field("rating"))
    return {
        "number": int(field("number")),
        "name": field("name"),
        "rating": int(rating[0]) or None if rating else None,
        "team": field("team"),
        "reentry of": int(field("reentry of") or 0) or None,
        "house": field("house").lower() in ("yes", "y", "true", "1", "x"),
        "withdrew": int(field("withdrew")) if field("withdrew") else None,
        "ranked": True,
        "cells": [read_cell(field(r), chart["games"]) for r in range(1, chart["columns"] + 1)],
    }


def read_cell(cell: str, games: int) -> list[Slot]:
    """The slots of one cell; a cell without `+` fills every slot of the round."""
    cell = re.sub(r"\s", "", cell)
    if not cell:
        return []
    slots = [read_slot(part) for part in cell.split("+")]
    return slots if len(slots) == games else [dict(slots[0]) for _ in range(games)]


def read_slot(cell: str) -> Slot:
    section = None
    match = CELL.match(cell.upper())
    assert match, cell
    letter = match["letter"]
    if match["at"] and not match["at"].isdigit():
        section = cell.split("@")[1]
    opponent = int(match["opponent"] or 0) or None
    return {
        "letter": letter,
        "opponent": (section, opponent) if section else opponent,
        "color": match["color"].lower() or None,
        "boards": Fraction(match["boards"]) if match["boards"] else None,
        "points": Fraction(match["points"]) if match["points"] else Fraction(POINTS.get(letter, 0)),
    }


def seat_visitors(entry: Entry, chart: Chart) -> None:
    """§3.6: another section's entry is a house-type visitor, absent in his other rounds."""
    for r, cell in enumerate(entry["cells"]):
        for position, slot in enumerate(cell):
            key = slot["opponent"]
            if not isinstance(key, tuple):
                continue
            visitor = chart["entries"].setdefault(
                key,
                {"number": key, "name": "", "rating": None, "house": True, "ranked": False,
                 "withdrew": None, "team": "",
                 "cells": [[] for _ in range(chart["columns"])]},
            )  # fmt: skip
            if not visitor["cells"][r]:
                absent = {"letter": "U", "opponent": None, "color": None, "points": Fraction(0)}
                visitor["cells"][r] = [dict(absent) for _ in range(chart["games"])]
            letter = slot["letter"].translate(str.maketrans("WLDNRSXFZ", "LWDSRNFXZ"))
            visitor["cells"][r][position] = {
                "letter": letter,
                "opponent": entry["number"],
                "color": {"w": "b", "b": "w"}.get(slot["color"]),
                "points": Fraction(POINTS.get(letter, 0)),
            }


def letters_of_round(chart: Chart, r: int) -> list[str]:
    return [slot["letter"] for e in chart["entries"].values() for slot in e["cells"][r - 1]]


def held_through(chart: Chart) -> int:
    """The last held round: a played or forfeit cell, no `?`, and all earlier rounds held."""
    through = 0
    for r in range(1, chart["columns"] + 1):
        letters = letters_of_round(chart, r)
        if "?" in letters or not any(letter in PLAYED + FORFEIT for letter in letters):
            break
        through = r
    return through


def count_rounds(chart: Chart, after: int | None, live: bool) -> None:
    """§9: give every entry its counted rounds, by one of the two readings."""
    through = held_through(chart)
    count = through if after is None else after
    open_round = None
    if live and through < chart["columns"] and "?" in letters_of_round(chart, through + 1):
        count = open_round = through + 1
    absent = {"letter": "U", "opponent": None, "color": None, "points": Fraction(0)}
    for entry in chart["entries"].values():
        entry["rounds"] = []
        for r in range(1, count + 1):
            slots = entry["cells"][r - 1]
            if not slots and r != open_round:
                # An empty cell of a held round is U; in the open round the player has no item.
                slots = [dict(absent) for _ in range(chart["games"])]
            entry["rounds"].append(slots)
    chart["count"] = count
    if chart["format"] == "round robin":
        annul_early_withdrawals(chart)


def annul_early_withdrawals(chart: Chart) -> None:
    """§7, 30B: of a round robin, who left before playing half of the games is treated as not having competed.

    The games against him are as if there had been none. Nothing is known of a withdrawal before its round.
    """
    number_of_entries = len([e for e in chart["entries"].values() if e["ranked"]])
    games_once_round = number_of_entries - 1
    # Where the number is odd one sits out in each round: a cycle takes as many rounds as there are entries.
    rounds_once_round = games_once_round if number_of_entries % 2 == 0 else number_of_entries
    times_round = 1
    while rounds_once_round * (times_round + 1) <= chart["planned"] * chart["games"]:
        times_round += 1
    half = Fraction(games_once_round * times_round, 2)
    for entry in chart["entries"].values():
        games = [slot for cell in entry["cells"] for slot in cell if is_played(slot)]
        left = entry["withdrew"] is not None and entry["withdrew"] <= chart["count"]
        entry["annulled"] = left and len(games) < half
    for entry in chart["entries"].values():
        for slots in entry["rounds"]:
            for position, slot in enumerate(slots):
                opponent = slot["opponent"] and chart["entries"][slot["opponent"]]
                if opponent and opponent["annulled"]:
                    nothing = {"letter": "U", "opponent": None, "color": None, "points": Fraction(0)}
                    slots[position] = nothing


# --- the notation of §1.3 ------------------------------------------------------------------------


def slots_of(entry: Entry) -> list[Slot]:
    return [slot for slots in entry["rounds"] for slot in slots]


def is_played(slot: Slot) -> bool:
    # §9: an open game counts as played, with no points yet.
    return slot["letter"] in PLAYED or slot["letter"] == "?"


def result_of(slot: Slot) -> str | None:
    """W, D or L of a game played to its end, None for any other slot."""
    return worth_of(slot) if slot["letter"] in PLAYED else None


def worth_of(slot: Slot) -> str:
    """W, D or L: the result that has the awarded points, else the letter's."""
    by_points = {Fraction(1): "W", HALF: "D", Fraction(0): "L"}
    return by_points.get(slot["points"], (RESULT | UNPLAYED_RESULT)[slot["letter"]])


def score(entry: Entry) -> Fraction:
    """S(i): the sum of the awarded points."""
    return sum((slot["points"] for slot in slots_of(entry)), Fraction(0))


def opponents(entry: Entry, chart: Chart) -> list[Entry]:
    """Opp(i): the opponents in played games, one item a game. A forfeited opponent is none."""
    return [chart["entries"][slot["opponent"]] for slot in slots_of(entry) if is_played(slot)]


def standing(entry: Entry, chart: Chart) -> Fraction:
    """What ranks before every system: the score, or of teams the game points (§11.1)."""
    return score(entry) if chart["ranks"] == "match points" else boards(entry)


def boards(entry: Entry) -> Fraction:
    """What a team scored on the boards of its matches."""
    return sum((slot.get("boards") or Fraction(0) for slot in slots_of(entry)), Fraction(0))


def adjusted_score(entry: Entry, chart: Chart, variations: Words) -> Fraction:
    """A(i), 34E1: played games as awarded, each unplayed one ½ whatever was awarded for it."""
    total = Fraction(0)
    for slots in entry["rounds"]:
        unplayed = [slot for slot in slots if not is_played(slot)]
        if "per_round" not in variations:
            total += sum(slot["points"] for slot in slots if is_played(slot)) + HALF * len(unplayed)
        # §3.5: SwissSys left the single-game formula unscaled: ½ for a round without a game.
        elif slots and len(unplayed) == len(slots):
            total += HALF
        else:
            total += sum(slot["points"] for slot in slots)
    return total


def opposition(entry: Entry, chart: Chart, variations: Words) -> list[tuple[bool, Fraction]]:
    """V(i): (is it an opponent?, value) a game: A(opponent), or 0 for an own unplayed one."""
    items = []
    for slots in entry["rounds"]:
        in_round = []
        for slot in slots:
            if is_played(slot):
                opponent = chart["entries"][slot["opponent"]]
                in_round.append((True, adjusted_score(opponent, chart, variations)))
            else:
                in_round.append((False, Fraction(0)))
        if "per_round" in variations:
            # §3.5: one item a round, the opponent of it.
            in_round = sorted(in_round, key=lambda item: not item[0])[:1]
        items += in_round
    return items


def leave_out(items: Sequence[Fraction], lowest: int, highest: int) -> Fraction:
    """The sum without the lowest and highest; 0 where more would go than there are (§3.1)."""
    if lowest + highest >= len(items):
        return Fraction(0)
    return sum(sorted(items)[lowest : len(items) - highest], Fraction(0))
