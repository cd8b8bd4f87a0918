"""Who is who in the file of another pairing program, in the file as it was read before, and here.

One person has one US Chess ID, else one name. Both can be corrected, here or there: whom neither finds is the
one who had that number.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from ...formats.names import same_player_name
from ...formats.records import PlayedSection, RosterEntry
from ...models import Player

One = TypeVar("One", RosterEntry, Player)


class Before(NamedTuple):
    """The file when it was last read, in the numbers that it has now. ``was`` are those it had, by these."""

    file: PlayedSection
    was: Mapping[int, int]


def in_numbers_of(now: PlayedSection, then: PlayedSection) -> Before:
    """An earlier file in the numbers of the present one."""

    def same(one: RosterEntry, entry: RosterEntry) -> bool:
        if one.number != entry.number:
            return False
        return same_player_name(one.name, entry.name) or (_may_be(one, entry) and _goes_on(then, now, one))

    found = {one.number or 0: entry.number or 0 for one, entry in _matched(then.entries, now.entries, same)}
    # Who is not in the file any more keeps a number that nobody has.
    to = {entry.number or 0: -(entry.number or 0) for entry in then.entries} | found
    file = replace(
        then,
        entries=tuple(replace(entry, number=to[entry.number or 0]) for entry in then.entries),
        sat={
            (to[number], at): sat._replace(opponent=sat.opponent and to.get(sat.opponent))
            for (number, at), sat in then.sat.items()
        },
        withdrew={to[number]: after for number, after in then.withdrew.items()},
    )
    return Before(file, {number: was for was, number in found.items()})


def players_in(
    file: PlayedSection, here: Sequence[Player], before: Before | None
) -> Iterator[tuple[Player, RosterEntry]]:
    """The players here with what the file has of them."""
    was = before.was if before else {}

    def same(player: Player, entry: RosterEntry) -> bool:
        follows = player.number == was.get(entry.number or 0)
        if not follows and player.number != entry.number:
            return False
        return same_player_name(player.name, entry.name) or (follows and _may_be(player, entry))

    return _matched(here, file.entries, same)


def _may_be(one: RosterEntry | Player, entry: RosterEntry) -> bool:
    """Whether no two IDs tell them apart."""
    return not (one.uscf_id and entry.uscf_id)


def _goes_on(then: PlayedSection, now: PlayedSection, one: RosterEntry) -> bool:
    """Whether the games that the number had are still its games."""
    had, has = (
        {(at, sat.opponent) for (of, at), sat in file.sat.items() if of == one.number and sat.opponent}
        for file in (then, now)
    )
    return bool(had) and had <= has


def _matched(
    ours: Sequence[One], theirs: Sequence[RosterEntry], same: Callable[[One, RosterEntry], bool]
) -> Iterator[tuple[One, RosterEntry]]:
    """By US Chess ID, then by name, of several of one name those with one number first; then the ``same``."""
    left = list(theirs)
    rest: list[One] = []
    unnamed: list[One] = []
    by_id = {entry.uscf_id: entry for entry in left if entry.uscf_id}
    for one in ours:
        found = by_id.get(one.uscf_id) if one.uscf_id else None
        if found is not None and found in left:
            left.remove(found)
            yield one, found
        else:
            rest.append(one)
    for one in rest:
        named = [entry for entry in left if same_player_name(entry.name, one.name)]
        # Two IDs tell two people of one name apart.
        if named := [entry for entry in named if _may_be(one, entry)]:
            found = min(named, key=lambda entry: (entry.number != one.number, entry.number or 0))
            left.remove(found)
            yield one, found
        else:
            unnamed.append(one)
    for one in unnamed:
        if (found := next((entry for entry in left if same(one, entry)), None)) is not None:
            left.remove(found)
            yield one, found
