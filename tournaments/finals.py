"""Awards as a ceremony announces them: a plain record that is frozen, hashed and compared.

A record keeps the names as they were, and the players' keys: numbers can be edited, and who gains what by a
correction must not depend on them.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from tiebreaks.engine.prizes.prize import dollars


@dataclass(frozen=True)
class Who:
    """A player or a team as the awards name them; public fields, and the key.

    A team's key is its name; ``members`` are those of its players who count.
    """

    number: int | str
    name: str
    rating: int | None = None
    team: str = ""
    grade: str = ""
    key: int | str = 0
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class Award:
    """One trophy, or the medals of one score. ``line`` is its announcement, by which it is compared.

    Undecided, its winners are all who may take it.
    """

    line: str
    title: str
    winners: tuple[Who, ...]
    why: str = ""
    undecided: bool = False


@dataclass(frozen=True)
class Paid:
    """What one player is paid in all; ``why`` names the prizes that it comes from."""

    who: Who
    cents: int
    why: str = ""

    @property
    def money(self) -> str:
        return dollars(self.cents)

    @property
    def exactly(self) -> str:
        """As a receipt has it: ``$50.00``."""
        return f"${self.cents // 100:,}.{self.cents % 100:02}"


@dataclass(frozen=True)
class Record:
    """All trophies in their order of value, and what each player is paid; or the trophies of a table."""

    awards: tuple[Award, ...] = ()
    cash: tuple[Paid, ...] = ()

    @property
    def undecided(self) -> list[Award]:
        return [award for award in self.awards if award.undecided]

    @property
    def from_last_to_first(self) -> list[Award]:
        """As a ceremony goes; what nobody takes is not called."""
        return [award for award in reversed(self.awards) if award.winners]

    @property
    def cents(self) -> int:
        return sum(paid.cents for paid in self.cash)


# --- written and read ---------------------------------------------------------------------------


def write(record: Record) -> str:
    """Canonical JSON: the same awards give the same bytes.

    >>> write(Record(cash=(Paid(Who(7, "Ann", 1500), 2500),)))[:60]
    '{"awards":[],"cash":[{"cents":2500,"who":{"grade":"","key":0'
    """
    return json.dumps(plain(record), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def plain(record: Record) -> dict[str, Any]:
    """As plain data; of a player nothing is said of members."""
    data = asdict(record)
    named = [who for award in data["awards"] for who in award["winners"]]
    for who in [*named, *(paid["who"] for paid in data["cash"])]:
        if not who["members"]:
            del who["members"]
    return data


def kept(version: int, at: datetime, sha256: str, record: Record) -> dict[str, Any]:
    """What a sheet says of the awards that were frozen last."""
    return {"version": version, "at": at.isoformat(), "sha256": sha256, "awards": plain(record)}


def read(written: str | Mapping[str, Any]) -> Record:
    """A record again, from its JSON or from plain data."""
    data = json.loads(written) if isinstance(written, str) else written
    return Record(
        tuple(
            Award(**{**award, "winners": tuple(map(_read_who, award["winners"]))}) for award in data["awards"]
        ),
        tuple(Paid(**{**paid, "who": _read_who(paid["who"])}) for paid in data["cash"]),
    )


def _read_who(data: Mapping[str, Any]) -> Who:
    return Who(**{**data, "members": tuple(data.get("members", ()))})


def renumbered(record: Record, numbers: Mapping[Any, int]) -> Record:
    """With the numbers that the keys have now; who is gone is nobody of today."""

    def now(who: Who) -> Who:
        gone = -who.key if isinstance(who.key, int) else who.key
        return replace(who, number=numbers.get(who.key, gone))

    return Record(
        tuple(replace(award, winners=tuple(map(now, award.winners))) for award in record.awards),
        tuple(replace(paid, who=now(paid.who)) for paid in record.cash),
    )


# --- compared -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moved:
    """An award that is not whose it was: who lost it, and who has it instead or may take it.

    ``line`` is the one that was announced then, where there was one.
    """

    line: str
    title: str
    lost: tuple[str, ...]
    won: tuple[str, ...]
    undecided: bool


@dataclass
class Player:
    """What one player gains and loses."""

    name: str
    gains: list[str] = field(default_factory=list)
    loses: list[str] = field(default_factory=list)
    before: int = 0
    after: int = 0

    @property
    def cents(self) -> int:
        return self.after - self.before

    @property
    def money(self) -> str:
        """``+$25``, or nothing where it stays."""
        return ("+" if self.cents > 0 else "") + dollars(self.cents) if self.cents else ""

    @property
    def was(self) -> str:
        return dollars(self.before)

    @property
    def now(self) -> str:
        return dollars(self.after)

    def __bool__(self) -> bool:
        return bool(self.gains or self.loses or self.cents)


@dataclass(frozen=True)
class Differences:
    awards: list[Moved]
    players: list[Player]

    def __bool__(self) -> bool:
        return bool(self.awards or self.players)


def differences(before: Record, after: Record) -> Differences:
    """Exactly who gains and who loses what; players are the same who have the same number.

    >>> ann, ben = Who(1, "Ann"), Who(2, "Ben")
    >>> was = Record((Award("1st", "1st place trophy", (ann,)),), (Paid(ann, 5000),))
    >>> now = Record((Award("1st", "1st place trophy", (ben,)),), (Paid(ann, 2500), Paid(ben, 2500)))
    >>> [(p.name, p.gains, p.loses, p.cents) for p in differences(was, now).players]
    [('Ann', [], ['1st place trophy'], -2500), ('Ben', ['1st place trophy'], [], 2500)]
    """
    players: dict[int | str, Player] = {}

    def player(who: Who) -> Player:
        return players.setdefault(who.number, Player(who.name))

    moved = []
    for line, was, now in _pairs(before, after):
        had, has = ({who.number for who in award.winners} for award in (was, now))
        if had == has and was.undecided == now.undecided:
            continue
        lost = [who for who in was.winners if who.number not in has or now.undecided]
        won = [who for who in now.winners if who.number not in had or now.undecided]
        moved.append(Moved(line, now.title, _names(lost), _names(won), now.undecided))
        for who in lost:
            player(who)  # While it is undecided nobody has lost it yet.
            if not now.undecided:
                player(who).loses.append(now.title)
        for who in () if now.undecided else won:
            player(who).gains.append(now.title)
    for paid in before.cash:
        player(paid.who).before = paid.cents
    for paid in after.cash:
        player(paid.who).after = paid.cents
    return Differences(moved, [player for player in players.values() if player])


def _pairs(before: Record, after: Record) -> Iterator[tuple[str, Award, Award]]:
    """Each award then and now; one that is not announced any more, or was not yet, is nobody's.

    Where the money or the terms of a trophy were edited, its title says that it is the same one.
    """
    was = {award.line: award for award in before.awards}
    struck = [award for award in before.awards if award.line not in {award.line for award in after.awards}]
    now: dict[str, Award] = {}
    for award in after.awards:
        same = next((old for old in struck if award.line not in was and old.title == award.title), award)
        struck = [old for old in struck if old is not same]
        now[same.line] = award
    for line in now | was:
        yield (
            line,
            was.get(line) or replace(now[line], winners=(), undecided=False),
            now.get(line) or replace(was[line], winners=(), undecided=False),
        )


def _names(players: list[Who]) -> tuple[str, ...]:
    return tuple(who.name for who in players)


def same(one: Record, other: Record) -> bool:
    """Whether there is nothing to announce anew: the same awards to the same players, spelled the same.

    The reasons may differ: a tiebreak value changes with every late result.
    """
    return without_reasons(one) == without_reasons(other)


def without_reasons(record: Record) -> Record:
    return Record(
        tuple(replace(award, why="") for award in record.awards),
        tuple(replace(paid, why="") for paid in record.cash),
    )
