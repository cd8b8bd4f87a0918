"""A section of another program's file: its rounds, and how it is kept for the next comparison."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from json import dumps
from typing import Any, NamedTuple

from tiebreaks.engine.chart.wallchart import Kind

from ...formats.byes import read_byes, written
from ...formats.records import EventDetails, PlayedSection, RosterEntry, Sat

# What the file can correct of a player.
LISTED = ("name", "uscf_id", "rating", "team", "grade", "state", "provisional", "expires_on")
# And of the section.
SET_UP = ("time_control", "lowest_rating", "highest_rating", "prizes")
_OPEN = Kind.OPEN.letter
# So many earlier states of a section are remembered.
_MOST_STATES = 200


class Pair(NamedTuple):
    """Two opponents of a round by their numbers in the file, the lower one first."""

    one: int
    two: int


class Result(NamedTuple):
    """Of a game: the letters of both, in the order of the pair, and who had White (0: not known)."""

    one: str
    two: str
    white: int

    @property
    def letters(self) -> tuple[str, str]:
        return self.one, self.two

    @property
    def is_open(self) -> bool:
        return _OPEN in self.letters


@dataclass(frozen=True)
class RoundThere:
    """A round as one side has it: its games, and who sat out with what."""

    games: Mapping[Pair, Result]
    out: Mapping[int, str]

    @property
    def pairing(self) -> tuple[frozenset[Pair], frozenset[tuple[int, str]]]:
        # Who is not in the file has a number below 0 and no say in its pairing.
        return frozenset(self.games), frozenset(
            (number, self.bye(number)) for number in self.out if number > 0 and self.bye(number)
        )

    def bye(self, number: int) -> str:
        """Who sat out with what. One program writes down who did not come, another leaves the cell empty."""
        kind = self.out.get(number, "")
        return "" if kind == Kind.UNPAIRED.letter else kind


def rounds_of(file: PlayedSection) -> dict[int, RoundThere]:
    """The rounds of a section of a file that are paired or played."""
    games: dict[int, dict[Pair, Result]] = {}
    out: dict[int, dict[int, str]] = {}
    for (number, at), mine in file.sat.items():
        games.setdefault(at, {})
        out.setdefault(at, {})
        theirs = file.sat.get((mine.opponent, at)) if mine.opponent is not None else None
        if mine.opponent is None or theirs is None or theirs.opponent != number:
            out[at][number] = mine.kind
        elif number < mine.opponent:
            white = number if mine.color == "w" else mine.opponent if mine.color == "b" else 0
            games[at][Pair(number, mine.opponent)] = Result(mine.kind, theirs.kind, white)
    return {at: RoundThere(games[at], out[at]) for at in games}


def without(file: PlayedSection, entries: Sequence[RosterEntry]) -> PlayedSection | None:
    """A section of a file without some of its players; None where one of them has a game there."""
    numbers = {entry.number for entry in entries}
    if any(sat.opponent is not None for (number, _at), sat in file.sat.items() if number in numbers):
        return None
    return replace(
        file,
        entries=tuple(entry for entry in file.entries if entry.number not in numbers),
        sat={key: sat for key, sat in file.sat.items() if key[0] not in numbers},
        withdrew={number: after for number, after in file.withdrew.items() if number not in numbers},
    )


def boards_in(file: PlayedSection, at: int) -> dict[Pair, int]:
    """The numbers of the boards of a round, as the file has them."""
    return {
        Pair(number, sat.opponent): sat.board
        for (number, round), sat in file.sat.items()
        if round == at and sat.opponent is not None and number < sat.opponent and sat.board
    }


def as_kept(file: PlayedSection, standing: Mapping[tuple[int, int], Sat] | None = None) -> dict[str, Any]:
    """A section of a file as JSON, for the next comparison. ``standing`` are results that the file had and
    has no more, and that stay here."""
    return {
        "name": file.name,
        "rounds": file.rounds,
        "first_board": file.first_board,
        "set_up": {name: getattr(file, name) for name in SET_UP},
        "order": file.order,
        "event": [_plain(value) for value in file.event],
        "players": [[entry.number, *_listed(entry), written(entry.byes)] for entry in file.entries],
        "sat": [[*key, *sat] for key, sat in sorted(file.sat.items())],
        "withdrew": [[number, after] for number, after in sorted(file.withdrew.items())],
        # Only where there are some: a state is told from another one by all that is kept of it.
        **({"capitals": file.capitals} if file.capitals else {}),
        **({"round_robin": True} if file.round_robin else {}),
        "standing": [[*key, *sat] for key, sat in sorted((standing or {}).items())],
    }


def from_kept(said: Mapping[str, Any]) -> PlayedSection:
    """The section that :func:`as_kept` wrote."""
    return PlayedSection(
        said["name"],
        said["rounds"],
        tuple(
            RosterEntry(number, **_from_listed(listed), byes=read_byes(byes))
            for number, *listed, byes in said["players"]
        ),
        _sat(said["sat"]),
        dict(said["withdrew"]),
        said["first_board"],
        # What an earlier release kept has none of these.
        **said.get("set_up", {}),
        event=_event(said.get("event", [])),
        order=said.get("order", ""),
        capitals=said.get("capitals", 0),
        round_robin=said.get("round_robin", False),
    )


def fingerprint(file: PlayedSection) -> str:
    """What tells one state of a section of a file from another one."""
    return sha256(dumps(as_kept(file)).encode()).hexdigest()[:16]


def states_before(said: Mapping[str, Any], file: PlayedSection) -> list[str]:
    """The fingerprints of the states that were read before this one, the oldest first."""
    if not said:
        return []
    now, last = fingerprint(file), fingerprint(from_kept(said))
    earlier = [each for each in said.get("earlier", []) if each not in (now, last)]
    return (earlier if now == last else [*earlier, last])[-_MOST_STATES:]


def answered(said: Mapping[str, Any]) -> PlayedSection:
    """That section with the results that stay here though the file has them no more: what it says next is
    compared with these."""
    file = from_kept(said)
    return replace(file, sat={**file.sat, **_sat(said.get("standing", []))})


def _sat(kept: Iterable[Sequence[Any]]) -> dict[tuple[int, int], Sat]:
    return {(number, at): Sat(*sat) for number, at, *sat in kept}


def _listed(entry: RosterEntry) -> Iterator[Any]:
    for name in LISTED:
        yield _plain(getattr(entry, name))


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _event(kept: Sequence[Any]) -> EventDetails:
    found = dict(zip(EventDetails._fields, kept, strict=False))
    days = {name: date.fromisoformat(found[name]) for name in ("starts_on", "ends_on") if found.get(name)}
    return EventDetails(**{**found, **days})


def _from_listed(values: list[Any]) -> dict[str, Any]:
    # What an earlier release kept has fewer.
    found = dict(zip(LISTED, values, strict=False))
    if day := found.get("expires_on"):
        found["expires_on"] = date.fromisoformat(day)
    return found
