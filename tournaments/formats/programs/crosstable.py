"""Crosstables as text, as the rating site shows them: two lines a player, cells between bars.

The first line has number, name, total and ``W  39`` a round; the second state, ID, rating and the colors.
"""

import re

from django.utils.translation import gettext as _

from ...errors import Trouble
from ..records import PlayedSection, ProgramFile, RosterEntry, Sat
from .cells import read_cell
from .checking import MOST_PLAYERS, MOST_ROUNDS, MOST_SECTIONS, place, whole, with_both_sides

PROGRAM = "US Chess"
_NUMBER = re.compile(r"\s*([0-9]{1,4})\s*")
_PERSON = re.compile(r"\s*([0-9]{8})?\s*/?\s*(?:R:\s*([0-9]{1,4}))?.*", re.DOTALL)
_SECTION = re.compile(r"\s*Section\s+[0-9]+\s*-\s*(.+?)\s*", re.IGNORECASE)


def is_one(text: str) -> bool:
    """Whether the text has the heads of such a crosstable, or two lines of a player."""
    return "|" in text and bool(re.search(r"^\s*(Pair\s*\||[0-9]{1,4}\s*\|)", text, re.MULTILINE))


def read(text: str) -> ProgramFile:
    """Read it, with all its problems."""
    problems: list[Trouble] = []
    sections: list[PlayedSection] = []
    name, lines = "", text.splitlines()
    entries: list[RosterEntry] = []
    sat: dict[tuple[int, int], Sat] = {}
    numbers: set[int] = set()

    def close() -> None:
        if entries:
            rounds = max((at for _own, at in sat), default=0) or 1
            called = name or _("Section %(number)s") % {"number": len(sections) + 1}
            sections.append(PlayedSection(called, rounds, tuple(entries), with_both_sides(sat)))

    for at, line in enumerate(lines):
        if titled := _SECTION.fullmatch(line):
            close()
            name, entries, sat, numbers = titled[1], [], {}, set()
            continue
        parts = line.split("|", MOST_ROUNDS + 4)
        if len(parts) < 3 or (number := _NUMBER.fullmatch(parts[0])) is None:
            continue
        own = int(number[1])
        if own in numbers:
            close()
            name, entries, sat, numbers = "", [], {}, set()
        if len(sections) > MOST_SECTIONS or len(entries) > MOST_PLAYERS:
            break
        numbers.add(own)
        below = lines[at + 1].split("|", MOST_ROUNDS + 4) if at + 1 < len(lines) else []
        if below and _NUMBER.fullmatch(below[0]):
            below = []
        person = _PERSON.fullmatch(below[1]) if len(below) > 1 else None
        entries.append(
            RosterEntry(
                number=own,
                name=" ".join(parts[1].split()),
                uscf_id=(person and person[1]) or "",
                rating=int(person[2]) if person and person[2] else None,
                state=below[0].strip() if below else "",
            )
        )
        for round, cell in enumerate(parts[3 : 4 + MOST_ROUNDS], 1):
            if not cell.strip():
                continue
            color = below[round + 2] if len(below) > round + 2 else ""
            if (mine := read_cell(cell, color)) is None:
                expected = _("a cell such as W  39, H or U")
                problems.append(Trouble(place(name or PROGRAM, own, round), cell.strip(), expected))
            else:
                sat[own, round] = mine
    close()
    if not sections:
        problems.append(Trouble(_("the file"), "", _("a crosstable with players")))
    return whole(PROGRAM, "", sections, problems)
