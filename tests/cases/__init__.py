"""Wall chart files whose standings are known: each says in its head where the expected values come from."""

import re
from pathlib import Path
from typing import NamedTuple

from tournaments.formats import wallchart_csv
from tournaments.formats.records import WallchartFile

PUBLISHED = ["example_a", "example_b", "midevent", "vermont"]
# Odd events, one rule each, worked by hand from the rules; the expected standings stand in the head.
ODD = [
    "round_robin",
    "double_round_robin",
    "withdrew_before_half",
    "two_games",
    "reentry",
    "house_player",
    "cross_round",
    "cross_section",
    "late_entry",
    "extra_games",
    "ruled_points",
    "lone_results",
]
NAMES = PUBLISHED + ODD
# Teams that meet each other (34G), worked by hand too.
MATCHES = ["team_matches", "team_matches_unplayed"]


class Expected(NamedTuple):
    """A row of the standings in a case's head; a dash there is None here."""

    rank: int | None
    place: str | None
    number: int
    score: str
    values: tuple[str | None, ...]
    decided_by: str | None


def path(name: str) -> Path:
    return Path(__file__).parent / f"{name}.csv"


def case(name: str) -> WallchartFile:
    return wallchart_csv.read(path(name).read_bytes())


def expected(name: str) -> list[Expected]:
    """The standings that a case's head promises."""
    found = re.findall(
        r"^# +(\d+|-) +(\S+) +(\d+) +(\S+) +\|(.*)\| (\S+)$", path(name).read_text(), re.MULTILINE
    )
    return [
        Expected(
            None if rank == "-" else int(rank),
            _known(place),
            int(number),
            score,
            tuple(map(_known, values.split())),
            _known(decided_by),
        )
        for rank, place, number, score, values, decided_by in found
    ]


def _known(text: str) -> str | None:
    return None if text == "-" else text
