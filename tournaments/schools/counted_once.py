"""A player counts at most once in a team table (RULES §11.2).

A US Chess ID or a re-entry (34H) identifies a player. Two entries with one name may be one child on two lists
or two children. Unless both have an ID, a director answers for each pair, and the answer is stored.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from ..errors import Namesakes, Refused, Trouble
from ..formats.names import player_name_key
from ..models import Player, Section, TeamTable
from .names import Schools, schools_of


class CountedEntry(NamedTuple):
    """An entry as a table counts it. ``namesakes`` are entries of other people with the same name."""

    pk: int
    section_id: int
    section: str
    number: int
    name: str
    team: str
    uscf_id: str
    reentry_of: int | None
    namesakes: list[int]
    # The player's first entry (34H).
    first: int = 0


# One player's entries, in the order of sections and numbers.
Person = list[CountedEntry]
# The fields of a player that decide who it is, and for which team it counts.
_IDENTITY = {"section_id", "name", "team", "uscf_id", "house", "reentry_of_id"}


class Recounted(NamedTuple):
    """What a change does to the counting: the entries it changes, and whether a table draws on new sections.

    Results and withdrawals do not affect the counting, so nothing in a table refuses them. Nor does merging
    schools: it puts nobody into two.
    """

    entries: frozenset[int]
    new_sections: bool

    @classmethod
    def by(cls, rows: Iterable[Sequence[Any]]) -> "Recounted | None":
        """What a change of these rows does to the counting; None for nothing."""
        new_sections = any(table == "tablesection" and after is not None for table, _pk, _b, after in rows)
        entries = frozenset(
            pk
            for table, pk, before, after in rows
            if table == "player" and after is not None and (before is None or not _IDENTITY.isdisjoint(after))
        )
        return cls(entries, new_sections) if entries or new_sections else None

    def affects(self, entries: set[int]) -> bool:
        return self.new_sections or not self.entries.isdisjoint(entries)


EVERYBODY = Recounted(frozenset(), new_sections=True)


def check(table: TeamTable, schools: Schools, recounted: Recounted = EVERYBODY) -> None:
    """Raise :class:`Refused` with everybody who would count twice; for namesakes only, :class:`Namesakes`.

    Checks the players of ``recounted``. Earlier faults of others stay, so that each can be corrected alone.
    """
    people = _people(table, schools)
    affected = [person for person in people if recounted.affects(_keys(person))]
    # A re-entry (34H) adds no new person, so it asks no question.
    asking = {
        entry.pk for person in affected if recounted.affects(_keys(person, new=True)) for entry in person
    }
    troubles = [*_in_two_teams(affected, schools), *_in_two_sections(affected)]
    questions = [
        _trouble(pair, _("one player once, the IDs of both, or your confirmation that they are two people"))
        for pair in _unknown(people)
        if not asking.isdisjoint(entry.pk for entry in pair)
    ]
    if troubles:
        message = _("Nothing was saved: in the team table %(table)s a player would count twice.")
        raise Refused(message % {"table": table.name}, troubles + questions)
    if questions:
        message = _("Nothing was saved: in the team table %(table)s there are players with the same name.")
        raise Namesakes(message % {"table": table.name}, questions)


def namesakes_in(section: Section) -> Iterator[tuple[Player, list[int]]]:
    """The players whose rows store that namesakes in this section's tables are different people.

    Of each pair that is the entry in this section, which is locked.
    """
    apart: dict[int, set[int]] = defaultdict(set)
    for table in section.team_tables.all():
        for pair in _unknown(_people(table, schools_of(table.event_id))):
            one, other = sorted(pair, key=lambda entry: (entry.section_id == section.pk, entry))
            apart[other.pk].add(one.pk)
    for player in Player.objects.filter(pk__in=apart).order_by("pk"):
        yield player, sorted({*player.namesakes, *apart[player.pk]})


def _people(table: TeamTable, schools: Schools) -> list[Person]:
    """Everybody who counts for a team, each with all counted entries."""
    rows = Player.objects.filter(section__drawn_on_by__table=table, house=False)
    names = ("section", "section__name", "number", "name", "team", "uscf_id", "reentry_of", "namesakes")
    read = rows.order_by("section", "number").values_list("pk", *names)
    entries = {row[0]: CountedEntry(*row) for row in read}
    entries = {pk: entry._replace(first=_first(pk, entries)) for pk, entry in entries.items()}
    ids: dict[int, str] = {}
    for entry in entries.values():
        ids[entry.first] = ids.get(entry.first) or entry.uscf_id
    people: dict[str | int, Person] = defaultdict(list)
    for entry in entries.values():
        if schools.meant(entry.team):
            uscf_id = ids[entry.first]
            people[uscf_id or entry.first].append(entry._replace(uscf_id=uscf_id))
    return list(people.values())


def _keys(person: Person, *, new: bool = False) -> set[int]:
    """A player's entries and first entries. A first entry identifies the player even if it does not count."""
    return {key for entry in person if not (new and entry.reentry_of) for key in (entry.pk, entry.first)}


def _first(pk: int, entries: dict[int, CountedEntry]) -> int:
    """The first entry of a player who re-entered (34H)."""
    seen = [pk]
    while (earlier := entries[seen[-1]].reentry_of) in entries and earlier not in seen:
        seen.append(earlier)
    return seen[-1]


def _in_two_teams(people: Iterable[Person], schools: Schools) -> Iterator[Trouble]:
    for person in people:
        if len({entry.section_id for entry in person}) > 1:
            continue
        if len({schools.meant(entry.team) for entry in person}) > 1:
            yield _trouble(
                person, _("one school. If both are the same school, merge the spellings on the Schools page")
            )


def _in_two_sections(people: Iterable[Person]) -> Iterator[Trouble]:
    for person in people:
        if len({entry.section_id for entry in person}) > 1:
            yield _trouble(
                person, _("one section. Leave the school empty in sections where the player does not count")
            )


def _unknown(people: Sequence[Person]) -> Iterator[tuple[CountedEntry, CountedEntry]]:
    """Pairs of people with one name that neither their IDs nor a director has distinguished."""
    by_name: dict[str, dict[int, Person]] = defaultdict(dict)
    for person in people:
        for entry in person:
            by_name[player_name_key(entry.name)][person[0].pk] = person
    for namesakes in by_name.values():
        for one, other in combinations(namesakes.values(), 2):
            if not (one[0].uscf_id and other[0].uscf_id) and not _are_different(one, other):
                yield one[0], other[0]


def _are_different(one: Person, other: Person) -> bool:
    """Whether a director confirmed it, with the entries of either."""
    return any(
        not {pk for entry in mine for pk in entry.namesakes}.isdisjoint(entry.pk for entry in theirs)
        for mine, theirs in ((one, other), (other, one))
    )


def _trouble(entries: Sequence[CountedEntry], expected: str) -> Trouble:
    return Trouble(
        ", ".join(f"{entry.section} {entry.number}" for entry in entries),
        f"{entries[0].name}: " + ", ".join(dict.fromkeys(entry.team for entry in entries)),
        expected,
    )
