"""Nobody counts for two teams of a table, or twice for one (RULES §11.2).

The same player is known by the US Chess ID, or as a re-entry (34H). Two of one name may be one child whom two
lists name, or two children: where not both have an ID a director is asked, pair by pair, and the answer kept.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from ..errors import Namesakes, Refused, Trouble
from ..formats.names import player_name_key
from ..models import Player, Section, TeamTable
from .names import Schools


class Entry(NamedTuple):
    """What an entry of a section says of who it is; ``namesakes`` are entries that are somebody else's."""

    pk: int
    section_id: int
    section: str
    number: int
    name: str
    team: str
    uscf_id: str
    reentry_of: int | None
    namesakes: list[int]
    # The entry with which the player came first (34H).
    first: int = 0


# One player's entries, in the order of sections and numbers.
Person = list[Entry]
# Of an entry: who it is, and for whom it counts.
_WHO = {"section_id", "name", "team", "uscf_id", "house", "reentry_of_id"}


class Entered(NamedTuple):
    """What a change says of who counts for whom: in which entries, and whether a table draws on new sections.

    A withdrawal says nothing of it, nor does a result: neither is held up by what stood in a table before.
    Schools are merged and never divided, which puts nobody into two of them.
    """

    entries: frozenset[int]
    sections: bool

    @classmethod
    def by(cls, rows: Iterable[Sequence[Any]]) -> "Entered | None":
        """What a change of these rows says; None where it says nothing."""
        sections = any(table == "tablesection" and after is not None for table, _pk, _b, after in rows)
        entries = frozenset(
            pk
            for table, pk, before, after in rows
            if table == "player" and after is not None and (before is None or not _WHO.isdisjoint(after))
        )
        return cls(entries, sections) if entries or sections else None


EVERYBODY = Entered(frozenset(), sections=True)


def check(table: TeamTable, schools: Schools, entered: Entered = EVERYBODY) -> None:
    """:class:`Refused` with everybody who would count twice; with namesakes alone, :class:`Namesakes`.

    Of others than ``entered``, who stood there before such a thing was refused, each can be put right alone.
    """
    people = _people(table)
    changed = [person for person in people if entered.sections or entered.entries & _keys(person)]
    # A re-entry (34H) brings nobody new.
    named = {e.pk for p in changed if entered.sections or entered.entries & _keys(p, new=True) for e in p}
    troubles = [*_in_two_teams(changed, schools), *_in_two_sections(changed)]
    asked = list(_told(pair for pair in _unknown(people) if not named.isdisjoint(each.pk for each in pair)))
    if not troubles and not asked:
        return
    said = _("Nothing was stored: in the team table %(table)s a player would stand in two teams, or twice.")
    if not troubles:
        said = _("Nothing was stored: in the team table %(table)s there are players of one name.")
    raise (Refused if troubles else Namesakes)(said % {"table": table.name}, troubles + asked)


def namesakes_in(section: Section) -> Iterator[tuple[Player, list[int]]]:
    """Entries of one name that nobody has told apart, in the tables over a section: whose row is to say so.

    Of each pair it is one of this section, which is locked.
    """
    apart: dict[int, set[int]] = defaultdict(set)
    for table in section.team_tables.all():
        for pair in _unknown(_people(table)):
            one, other = sorted(pair, key=lambda entry: (entry.section_id == section.pk, entry))
            apart[other.pk].add(one.pk)
    for player in Player.objects.filter(pk__in=apart).order_by("pk"):
        yield player, sorted({*player.namesakes, *apart[player.pk]})


def _people(table: TeamTable) -> list[Person]:
    """Everybody who counts for a team, each with every entry that does."""
    rows = Player.objects.filter(section__drawn_on_by__table=table, house=False)
    names = ("section", "section__name", "number", "name", "team", "uscf_id", "reentry_of", "namesakes")
    read = rows.order_by("section", "number").values_list("pk", *names)
    entries = {row[0]: Entry(*row) for row in read}
    entries = {pk: entry._replace(first=_first(pk, entries)) for pk, entry in entries.items()}
    ids: dict[int, str] = {}
    for entry in entries.values():
        ids[entry.first] = ids.get(entry.first) or entry.uscf_id
    people: dict[str | int, Person] = defaultdict(list)
    for entry in entries.values():
        if entry.team:
            known = ids[entry.first]
            people[known or entry.first].append(entry._replace(uscf_id=known))
    return list(people.values())


def _keys(person: Person, *, new: bool = False) -> set[int]:
    """A player's entries, and the first: it says who they are though it may count for no team."""
    return {key for entry in person if not (new and entry.reentry_of) for key in (entry.pk, entry.first)}


def _first(pk: int, entries: dict[int, Entry]) -> int:
    """The entry with which somebody who re-entered came first (34H)."""
    seen = [pk]
    while (earlier := entries[seen[-1]].reentry_of) in entries and earlier not in seen:
        seen.append(earlier)
    return seen[-1]


def _in_two_teams(people: Iterable[Person], schools: Schools) -> Iterator[Trouble]:
    for person in people:
        if len({entry.section_id for entry in person}) > 1:
            continue
        if len({schools.meant(entry.team) for entry in person}) > 1:
            yield _trouble(person, _("one school; or merge the two on the page of schools"))


def _in_two_sections(people: Iterable[Person]) -> Iterator[Trouble]:
    for person in people:
        if len({entry.section_id for entry in person}) > 1:
            yield _trouble(person, _("one section: leave the school empty where the player does not count"))


def _unknown(people: Sequence[Person]) -> Iterator[tuple[Entry, Entry]]:
    """Two people of one name whom neither their IDs nor a director told apart."""
    called: dict[str, dict[int, Person]] = defaultdict(dict)
    for person in people:
        for entry in person:
            called[player_name_key(entry.name)][person[0].pk] = person
    for alike in called.values():
        for one, other in combinations(alike.values(), 2):
            if not (one[0].uscf_id and other[0].uscf_id) and not _apart(one, other):
                yield one[0], other[0]


def _apart(one: Person, other: Person) -> bool:
    own = {entry.pk for entry in one}, {entry.pk for entry in other}
    said = {pk for entry in one for pk in entry.namesakes}, {pk for entry in other for pk in entry.namesakes}
    return bool(said[0] & own[1] or said[1] & own[0])


def _told(pairs: Iterable[tuple[Entry, Entry]]) -> Iterator[Trouble]:
    for pair in pairs:
        yield _trouble(pair, _("one player once; or the IDs of both, or your word that they are two"))


def _trouble(entries: Sequence[Entry], expected: str) -> Trouble:
    return Trouble(
        ", ".join(f"{entry.section} {entry.number}" for entry in entries),
        f"{entries[0].name}: " + ", ".join(dict.fromkeys(entry.team for entry in entries)),
        expected,
    )
