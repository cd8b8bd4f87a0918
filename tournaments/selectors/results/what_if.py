"""What if: the three outcomes of an open board side by side, in places, trophies and money."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from tiebreaks.moves import Moves

from ...models import HasStandings
from ...text import consequences as words
from .consequences import Consequences

# White wins, a draw, Black wins: letters of both sides.
OUTCOMES = ("WL", "DD", "LW")
Cell = str | SafeString


@dataclass(frozen=True)
class Line:
    """One player, trophy or purse: now, while the board is open, and after each outcome."""

    name: str
    now: Cell
    then: tuple[Cell, ...]

    @property
    def always(self) -> Cell:
        """What each outcome brings; empty if it depends on them."""
        return self.then[0] if len(set(self.then)) == 1 else ""


@dataclass(frozen=True)
class WhatIf:
    """What moves in a section, or in a table of teams that draws on it."""

    name: str
    places: list[Line]
    trophies: list[Line]
    money: list[Line]

    def __bool__(self) -> bool:
        return bool(self.places or self.trophies or self.money)


def side_by_side(found: Sequence[Consequences]) -> list[WhatIf]:
    """The outcomes of one board beside each other: only what moves in one of them."""
    owners = found[0].moved
    compared = [_compared(owner, [each.moved[owner] for each in found]) for owner in owners]
    return [each for each in compared if each]


def _compared(owner: HasStandings, moved: Sequence[Moves]) -> WhatIf:
    told = [words.tell(owner.kind, owner.name, each) for each in moved]
    rank: dict[object, int] = {
        place.key: place.before.rank for moves in moved for place in moves.places if place.before
    }
    announced: dict[object, int] = {
        (trophy.line, trophy.nth): trophy.at for moves in moved for trophy in moves.trophies
    }
    places = _lines(
        {
            place.key: (line.name, _place(line.rank.before, line.points.before), _after(line))
            for place, line in zip(moves.places, said.places, strict=True)
        }
        for moves, said in zip(moved, told, strict=True)
    )
    trophies = _lines(
        {
            (trophy.line, trophy.nth): (line.title, line.before, line.after)
            for trophy, line in zip(moves.trophies, said.trophies, strict=True)
        }
        for moves, said in zip(moved, told, strict=True)
    )
    money = _lines(
        {
            paid.key: (line.title, line.before, line.after)
            for paid, line in zip(moves.money, said.money, strict=True)
        }
        for moves, said in zip(moved, told, strict=True)
    )
    paid_now: dict[object, int] = {paid.key: paid.before for moves in moved for paid in moves.money}
    as_they_stand = sorted(places, key=lambda key: (key not in rank, rank.get(key, 0)))
    return WhatIf(
        owner.name,
        [places[key] for key in as_they_stand],
        [trophies[key] for key in sorted(trophies, key=announced.__getitem__)],
        [money[key] for key in sorted(money, key=paid_now.__getitem__, reverse=True)],
    )


def _lines(moved: Iterator[dict[object, tuple[str, Cell, Cell]]]) -> dict[object, Line]:
    """Of each outcome who moves, by key: the name, before and after."""
    outcomes = list(moved)
    known = {key: line for outcome in reversed(outcomes) for key, line in outcome.items()}
    return {
        key: Line(name, now, tuple(outcome[key][2] if key in outcome else now for outcome in outcomes))
        for key, (name, now, _after) in known.items()
    }


def _place(rank: str, points: str) -> str:
    return f"{rank} · {points}" if points else rank


def _after(line: words.PlaceLine) -> str:
    return _place(line.rank.after, line.points.after)
