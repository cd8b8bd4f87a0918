"""What moves between two documents of the same standings: places, trophies and money, as plain data.

One comparison serves the sheet before a correction is saved, the log and the page after it, and any other
question of what a result would change. It knows nothing of how either document came about.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import singledispatch
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct, convert, json, to_builtins

from .engine.prizes.notation import show
from .engine.prizes.trophies import TrophyAward
from .published import Document, PlayersDocument, StoredValue, TeamsDocument, stored_value

# The number of a player, which a result does not change; the name of a team of schools, whose number follows
# from its name.
Key = int | str
V = TypeVar("V")


class Place(NamedTuple):
    """A rank, whether it is shared, and the score in quarter-points."""

    rank: int
    shared: bool
    score_q: int


class Winners(NamedTuple):
    """Who has a trophy; all who may have it, if it is undecided. In which order they stand says nothing."""

    keys: tuple[Key, ...] = ()
    undecided: bool = False

    def same(self, other: "Winners") -> bool:
        """
        >>> Winners((1, 2)).same(Winners((2, 1))), Winners((1, 2)).same(Winners((1, 2), True))
        (True, False)
        """
        return (set(self.keys), self.undecided) == (set(other.keys), other.undecided)


class Tiebreak(NamedTuple):
    """A step's code, and its value before and after."""

    code: str
    before: StoredValue
    after: StoredValue


@dataclass(frozen=True)
class Stand:
    """What a document gives to each. ``values`` are the tiebreaks by code, as posted; ``trophies`` go by the
    line that announces them, and its repetition; ``cash`` is in cents."""

    names: Mapping[Key, str]
    places: Mapping[Key, Place]
    values: Mapping[Key, Mapping[str, StoredValue]]
    trophies: Mapping[tuple[str, int], Winners]
    cash: Mapping[Key, int]


class MovedPlace(Struct, frozen=True, omit_defaults=True):
    """A place or score that differs. ``tiebreak`` is the first that differs, if the score does not."""

    key: Key
    name: str
    before: Place | None
    after: Place | None
    tiebreak: Tiebreak | None = None

    @property
    def up(self) -> bool | None:
        """Whether the rank is better than before; None if only the score differs."""
        was, now = (place and place[:2] for place in (self.before, self.after))
        return None if was == now else bool(now and (was is None or now < was))


class MovedTrophy(Struct, frozen=True):
    """A trophy with other winners, by name, or decided before and undecided now. ``at`` is where it stands
    among all trophies."""

    line: str
    nth: int
    before: Winners
    after: Winners
    names: dict[str, str]
    at: int = 0

    @property
    def had(self) -> tuple[str, ...]:
        return tuple(self.names[str(key)] for key in self.before.keys)

    @property
    def has(self) -> tuple[str, ...]:
        return tuple(self.names[str(key)] for key in self.after.keys)


class MovedMoney(Struct, frozen=True):
    """What somebody is paid in all, in cents."""

    key: Key
    name: str
    before: int
    after: int


class Moves(Struct, frozen=True, omit_defaults=True):
    """Everything that differs, best places first: those of after, then those who are gone."""

    places: tuple[MovedPlace, ...] = ()
    trophies: tuple[MovedTrophy, ...] = ()
    money: tuple[MovedMoney, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.places or self.trophies or self.money)

    @property
    def ranks(self) -> int:
        """How many places differ; a score alone moves nobody."""
        return sum(moved.up is not None for moved in self.places)

    @property
    def cents(self) -> int:
        """How much money changes hands: what all who get less get less, or what all who get more get more."""
        gains = [moved.after - moved.before for moved in self.money]
        return max(sum(each for each in gains if each > 0), -sum(each for each in gains if each < 0))

    @property
    def digest(self) -> str:
        """The same moves have the same digest."""
        return sha256(_encoder.encode(self)).hexdigest()[:16]

    @property
    def plain(self) -> Any:
        """As JSON keeps it; :func:`read` reads it."""
        return to_builtins(self)


_encoder = json.Encoder(order="sorted")


def read(plain: Any) -> Moves:
    return convert(plain, Moves)


def moves(before: Document, after: Document) -> Moves:
    """What moves from one document to another of the same standings."""
    return between(stand(before), stand(after))


def between(before: Stand, after: Stand) -> Moves:
    """What moves from one stand to another; the other way round, the same with before and after exchanged.

    >>> names = {1: "Ann", 2: "Ben"}
    >>> ahead = {1: Place(1, False, 8), 2: Place(2, False, 4)}
    >>> tied = {1: Place(1, True, 6), 2: Place(1, True, 6)}
    >>> ann = Stand(names, ahead, {}, {("1st", 0): Winners((1,))}, {1: 5000})
    >>> ben = Stand(names, tied, {}, {("1st", 0): Winners((1, 2), True)}, {1: 2500, 2: 2500})
    >>> moved = between(ann, ben)
    >>> [(each.name, each.before.rank, each.after.rank, each.up) for each in moved.places]
    [('Ann', 1, 1, False), ('Ben', 2, 1, True)]
    >>> moved.trophies[0].had, moved.trophies[0].has, moved.cents
    (('Ann',), ('Ann', 'Ben'), 2500)
    >>> between(ann, ann)
    Moves(places=(), trophies=(), money=())
    """
    names = {**before.names, **after.names}
    announced = {key: at for at, key in enumerate({**after.trophies, **before.trophies})}
    return Moves(
        tuple(
            MovedPlace(key, names[key], was, now, _first_that_differs(before, after, key))
            for key, was, now in _differing(before.places, after.places)
        ),
        tuple(
            _trophy(key, announced[key], was or Winners(), now or Winners(), names)
            for key, was, now in _differing(before.trophies, after.trophies)
            # A trophy that nobody wins is as one that is not there.
            if not (was or Winners()).same(now or Winners())
        ),
        tuple(
            MovedMoney(key, names[key], was or 0, now or 0)
            for key, was, now in _differing(before.cash, after.cash)
        ),
    )


def _differing(before: Mapping[Any, V], after: Mapping[Any, V]) -> Iterator[tuple[Any, V | None, V | None]]:
    for key in [*after, *(key for key in before if key not in after)]:
        was, now = before.get(key), after.get(key)
        if was != now:
            yield key, was, now


def _first_that_differs(before: Stand, after: Stand, key: Key) -> Tiebreak | None:
    was, now = before.places.get(key), after.places.get(key)
    if was is None or now is None or was.score_q != now.score_q:
        return None
    values = before.values.get(key, {}), after.values.get(key, {})
    return next((Tiebreak(code, *pair) for code, *pair in _differing(*values) if None not in pair), None)


def _trophy(
    key: tuple[str, int], at: int, was: Winners, now: Winners, names: Mapping[Key, str]
) -> MovedTrophy:
    return MovedTrophy(*key, was, now, {str(who): names[who] for who in (*was.keys, *now.keys)}, at)


# --- of a document --------------------------------------------------------------------------------


@singledispatch
def stand(document: Document) -> Stand:
    """What a document gives to each: the document of a section, or of a team table."""
    raise TypeError(type(document))


@stand.register
def _of_players(document: PlayersDocument) -> Stand:
    paid = Counter[Key]()
    for share in document.awards.cash:
        for payment in share.payments:
            paid[payment.number] += payment.cents
    numbers: dict[int, Key] = {row.number: row.number for row in document.cards}
    names: dict[Key, str] = {row.number: row.name for row in document.cards}
    return _stand(document, numbers, names, document.awards.trophies if document.through else (), +paid)


@stand.register
def _of_teams(document: TeamsDocument) -> Stand:
    keys: dict[int, Key] = {team.number: team.name for team in document.teams}
    names: dict[Key, str] = {team.name: team.name for team in document.teams}
    return _stand(document, keys, names, document.awards if document.through else (), {})


def _stand(
    document: Document,
    keys: Mapping[int, Key],
    names: Mapping[Key, str],
    awards: tuple[TrophyAward, ...],
    cash: Mapping[Key, int],
) -> Stand:
    seen = Counter[str]()
    trophies: dict[tuple[str, int], Winners] = {}
    for award in awards:
        line = show([award.prize])
        trophies[line, seen[line]] = Winners(
            tuple(keys[number] for number in award.winners), bool(award.contest)
        )
        seen[line] += 1
    return Stand(
        names=names,
        places={keys[s.number]: Place(s.rank, s.tied > 1, s.score_q) for s in document.standings},
        values={
            keys[s.number]: {
                step.system.code: stored_value(column.get(s.number))
                for step, column in zip(document.steps, document.values, strict=True)
            }
            for s in document.standings
        },
        trophies=trophies,
        cash=cash,
    )
