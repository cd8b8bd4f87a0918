"""Who of a list is here already, so that a list can be imported again: by US Chess ID, then by name and team.

The same name with another team, and no two IDs to tell them apart, is a question for the director.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

from ...errors import Namesakes, Trouble
from ...formats.names import player_name_key, same_player_name
from ...formats.records import RosterEntry
from ...models import Player, Section
from ..rosters import position

Person = RosterEntry | Player


@dataclass
class Imported:
    """What came of a list: who was added, how many were here, and what it says otherwise about these."""

    added: list[Player] = field(default_factory=list)
    here: int = 0
    notes: list[str] = field(default_factory=list)


def new_among(
    section: Section, entries: Sequence[RosterEntry], different: bool
) -> tuple[list[RosterEntry], Imported]:
    """The entries that are not here yet, and what to report of the others.

    Raises :class:`Namesakes` about names that are here with another team, unless a director said that
    players with one name are ``different`` people.
    """
    left = list(Player.objects.filter(section=section, visitor_of=None).order_by("number"))
    report = Imported()
    known: dict[int, Player] = {}
    for alike in (_by_id, _by_name_and_team):
        rows = _sorted(left, alike)
        for at, entry in enumerate(entries):
            key = alike(entry)
            if at in known or key is None:
                continue
            if player := next((row for row in rows[key] if not _two_people(entry, row)), None):
                rows[key].remove(player)
                left.remove(player)
                known[at] = player
    names = _sorted(left, _by_name)
    asked = []
    for at, entry in enumerate(entries, 1):
        if at - 1 in known:
            continue
        for player in names[_by_name(entry)]:
            if not _two_people(entry, player):
                expected = _("a new player. %(name)s, number %(number)d, team %(team)s, is here already")
                values = {"name": player.called, "number": player.number, "team": player.team or "–"}
                read = f"{entry.name}, {entry.team}" if entry.team else entry.name
                asked.append(Trouble(position(at, entry), read, expected % values))
    if asked and not different:
        raise Namesakes(_("Nobody was added: players with the same name are here with another team."), asked)
    report.here = len(known)
    report.notes = [
        _("US Chess ID %(id)s is %(name)s here and %(listed)s in the list. Nothing was changed.")
        % {"id": player.uscf_id, "name": player.called, "listed": entries[at].name}
        for at, player in known.items()
        if not same_player_name(player.name, entries[at].name)
    ]
    return [entry for at, entry in enumerate(entries) if at not in known], report


def _by_id(person: Person) -> Hashable:
    return person.uscf_id or None


def _by_name(person: Person) -> Hashable:
    return player_name_key(person.name)


def _by_name_and_team(person: Person) -> Hashable:
    return player_name_key(person.name), name_key(person.team)


def _sorted(rows: Iterable[Player], key: Callable[[Person], Hashable]) -> dict[Hashable, list[Player]]:
    found: dict[Hashable, list[Player]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return found


def _two_people(entry: RosterEntry, player: Player) -> bool:
    """Whether their IDs tell them apart."""
    return bool(entry.uscf_id and player.uscf_id) and entry.uscf_id != player.uscf_id
