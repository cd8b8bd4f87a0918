"""Who of a list is here already, so that a list can be imported again: by US Chess ID, then by name and team.

The same name with another team, or a name that is nearly the same, and no two IDs to tell them apart, is a
question for the director. So is what the list says otherwise about a player who is here. A list that tells no
teams at all has no other team.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tiebreaks.engine.prizes.prize import dollars
from tiebreaks.engine.ranking.membership import name_key

from ...errors import Asked, Candidate, Differs, Namesakes, Trouble, WhoIsMeant
from ...formats.byes import Bye, written
from ...formats.fields import written_rating
from ...formats.names import first_last, name_parts, near_names, player_name_key, same_player_name
from ...formats.records import SAYS_PAID, RosterEntry
from ...models import Event, Player, Round, Section
from ...selectors.entries.byes import requested
from ...text import wording
from ..rosters import position
from .remembered import one_players

Person = RosterEntry | Player
# The byes here, and those of the list.
_TwoOpinions = tuple[tuple[Bye, ...], tuple[Bye, ...]]

# What a list may correct of a player who is here, in the words of the roster. Nobody is renamed by a list.
CORRECTED = {
    "uscf_id": gettext_noop("US Chess ID"),
    "rating": gettext_noop("rating"),
    "provisional": gettext_noop("rating"),
    "assigned_rating": gettext_noop("assigned rating"),
    "team": gettext_noop("team"),
    "grade": gettext_noop("grade"),
    "state": gettext_noop("state"),
    "age": gettext_noop("age"),
    "expires_on": gettext_noop("membership expires"),
    "fee_cents": gettext_noop("fee paid"),
}


@dataclass(frozen=True)
class Answers:
    """What a director answered about a list.

    ``who`` says for a line who is meant, None for a new player. ``differing`` names the differences that the
    director saw, and ``take`` says whether the list has the better values. Unless asked, players of one name
    are ``different`` people.
    """

    who: Mapping[str, int | None] = field(default_factory=dict)
    differing: str = ""
    take: bool = False
    different: bool = False


@dataclass
class Imported:
    """What came of a list: who was added, how many were here, and what it says otherwise about these.
    ``same`` are pairs of names that a director said to be one player's."""

    added: list[Player] = field(default_factory=list)
    here: int = 0
    notes: list[str] = field(default_factory=list)
    corrections: list[tuple[Player, dict[str, Any]]] = field(default_factory=list)
    byes: dict[Player, tuple[Bye, ...]] = field(default_factory=dict)
    same: list[str] = field(default_factory=list)

    @property
    def corrected(self) -> list[Player]:
        """The players of whom values of the list were taken."""
        return list(dict.fromkeys([*(player for player, _fields in self.corrections), *self.byes]))


def new_among(
    section: Section, entries: Sequence[RosterEntry], answers: Answers
) -> tuple[list[RosterEntry], Imported]:
    """The entries that are not here yet, and what to report of the others, with the values to take.

    Raises :class:`Asked` with all that a director has not answered yet, and :class:`Namesakes` for two lines
    that may be one player.
    """
    rows_here = Player.objects.filter(section=section, visitor_of=None).select_related("section")
    left = list(rows_here.order_by("number"))
    same = one_players(Event.objects.get(pk=section.event_id))
    entries, about_ids, said_same = _ids_of_others(entries, left, answers, same)
    known: dict[int, Player] = {}
    for alike in (by_id, by_name_and_team):
        rows = _sorted(left, alike)
        for at, entry in enumerate(entries):
            key = alike(entry)
            if at in known or key is None:
                continue
            if player := next((row for row in rows[key] if not are_two_people(entry, row)), None):
                rows[key].remove(player)
                left.remove(player)
                known[at] = player
    known |= by_name_alone(
        {at: (player_name_key(entry.name), entry) for at, entry in enumerate(entries)},
        _sorted(left, lambda row: player_name_key(row.name)),
        known,
    )
    left = [row for row in left if row not in known.values()]
    about_names, same_names = _ask(entries, left, known, answers, same)
    questions, said_same = about_ids + about_names, said_same + same_names
    byes = _other_byes(section, entries, known)
    differing = list(_differing(entries, known, byes))
    key = digest(*(value for each in differing for value in each))
    unseen = bool(differing) and answers.differing != key
    if questions or unseen:
        message = _("Nothing was saved yet. Answer the questions below, then import.")
        raise Asked(message, questions, differing, key)
    if not answers.different and (twins := list(_twins(entries, known))):
        raise Namesakes(_("Nothing was saved yet. The same name and team are on two lines."), twins)
    report = Imported(here=len(known), same=said_same)
    report.notes = [
        _("%(name)s here is %(listed)s on the list. The name was not changed.")
        % {"name": player.called, "listed": entries[at].name}
        for at, player in known.items()
        if not same_player_name(player.name, entries[at].name)
    ]
    if differing and answers.take:
        report.corrections = [(player, _corrected(entries[at], player)) for at, player in known.items()]
        report.corrections = [(player, fields) for player, fields in report.corrections if fields]
        report.byes = {known[at]: listed for at, (_here, listed) in byes.items()}
    return [entry for at, entry in enumerate(entries) if at not in known], report


def under_another_name(
    entries: Sequence[RosterEntry], here: Iterable[Player], same: Container[str]
) -> dict[int, Player]:
    """The lines, by position, whose US Chess ID here only somebody of quite another name has: a nickname, or
    a wrong ID. Which pairs of names are the ``same`` player's is known already, and so is whose name was
    mended here."""
    holders: dict[str, list[Player]] = defaultdict(list)
    for row in here:
        holders[row.uscf_id].append(row)
    found = {}
    for at, entry in enumerate(entries):
        rows = holders.get(entry.uscf_id, []) if entry.uscf_id else []
        parts = name_parts(entry.name)
        if rows and not any(
            near_names(parts, name_parts(row.name))
            or pair_of_names(entry, row) in same
            or row.registered.get("name") == player_name_key(entry.name)
            for row in rows
        ):
            found[at] = rows[0]
    return found


def pair_of_names(entry: RosterEntry, row: Player) -> str:
    """What is remembered of a line and somebody here with one ID, once they are said to be one player."""
    return digest(entry.uscf_id, entry.name, row.name)


def pair_of_near_names(entry: RosterEntry, row: Player) -> str:
    """The same of a line and somebody of nearly the same name. With another team it may be another's line."""
    return digest(entry.uscf_id, entry.name, name_key(entry.team), row.name)


def is_the_id_of(entry: RosterEntry, row: Player) -> str:
    """The question about a line :func:`under_another_name`."""
    said = _(
        "Line %(line)d: %(name)s has US Chess ID %(id)s. Here it is the ID of %(here)s. Are they the same"
        " player?"
    )
    values = {"line": entry.line, "name": first_last(entry.name), "id": entry.uscf_id}
    return said % {**values, "here": place_of(row)}


def without_the_id() -> str:
    """The answer that they are not."""
    return _("No: read this line without the ID")


def place_of(row: Player) -> str:
    """Who this is, for a question."""
    said = _("%(name)s (number %(number)d in %(section)s, %(team)s)")
    values = {"name": row.called, "number": row.number, "section": row.section.name}
    return said % {**values, "team": row.team or _("no team")}


def _ids_of_others(
    entries: Sequence[RosterEntry], here: Iterable[Player], answers: Answers, same: Container[str]
) -> tuple[list[RosterEntry], list[WhoIsMeant], list[str]]:
    """The entries without the IDs that a director finds wrong, what is not answered about IDs, and the pairs
    of names that are said to be one player's."""
    found, questions, said_same = list(entries), [], []
    for at, row in under_another_name(entries, here, same).items():
        entry, key = entries[at], pair_of_names(entries[at], row)
        if key not in answers.who:
            where = position(at + 1, entry)
            questions.append(
                WhoIsMeant(key, where, is_the_id_of(entry, row), [_candidate(row)], without_the_id())
            )
        elif answers.who[key] is None:
            found[at] = replace(entry, uscf_id="")
        else:
            said_same.append(key)
    return found, questions, said_same


def _ask(
    entries: Sequence[RosterEntry],
    left: list[Player],
    known: dict[int, Player],
    answers: Answers,
    same: Container[str],
) -> tuple[list[WhoIsMeant], list[str]]:
    """The questions that are not answered, and the pairs of names that are said to be one player's, now or
    before. Who is meant is ``known`` then, and no longer left."""
    questions, said_same = [], []
    parts = {player.pk: name_parts(player.name) for player in left}
    rows: dict[str, list[Player]] = defaultdict(list)
    for player in left:
        for part in {*parts[player.pk], "".join(parts[player.pk])}:
            rows[part].append(player)
    taken: set[int] = set()
    for at, entry in enumerate(entries):
        if at in known:
            continue
        listed = name_parts(entry.name)
        shared = {row.pk: row for part in {*listed, "".join(listed)} for row in rows[part]}
        meant = [
            row
            for row in shared.values()
            if row.pk not in taken and not are_two_people(entry, row) and near_names(listed, parts[row.pk])
        ]
        key = digest(entry.name, entry.team, entry.uscf_id)
        if not meant or (key in answers.who and answers.who[key] is None):
            continue
        said = [row for row in meant if row.pk == answers.who.get(key)]
        if said := said or [row for row in meant if pair_of_near_names(entry, row) in same]:
            known[at] = said[0]
            taken.add(said[0].pk)
            said_same.append(pair_of_near_names(entry, said[0]))
        elif not answers.different:
            questions.append(_question(key, at, entry, sorted(meant, key=lambda row: row.number)))
    return questions, said_same


def _twins(entries: Sequence[RosterEntry], known: Collection[int]) -> Iterator[Trouble]:
    """New lines with the name and team of an earlier one, which no IDs tell apart: two people, or a list that
    was pasted twice."""
    first: dict[Hashable, int] = {}
    for at, entry in enumerate(entries):
        before = first.setdefault(by_name_and_team(entry), at)
        if before == at or at in known or are_two_people(entry, entries[before]):
            continue
        expected = _("the player on one line, or your confirmation that %(where)s is somebody else")
        where = position(before + 1, entries[before])
        yield Trouble(position(at + 1, entry), entry.name, expected % {"where": where})


def _question(key: str, at: int, entry: RosterEntry, meant: list[Player]) -> WhoIsMeant:
    said = _("Is %(listed)s (%(where)s) a player who is on the roster already?")
    where = position(at + 1, entry)
    listed = f"{entry.name}, {entry.team}" if entry.team else entry.name
    said %= {"listed": listed, "where": where}
    return WhoIsMeant(key, where, said, list(map(_candidate, meant)), _("No: add as a new player"))


def _candidate(row: Player) -> Candidate:
    said = _("Yes: number %(number)d, %(name)s, %(team)s")
    values = {"number": row.number, "name": row.called, "team": row.team or _("no team")}
    return Candidate(row.pk, said % values)


def _differing(
    entries: Sequence[RosterEntry], known: Mapping[int, Player], byes: Mapping[int, _TwoOpinions]
) -> Iterator[Differs]:
    for at, player in sorted(known.items()):
        for what, here, listed in told(player, corrected_by(entries[at], player)):
            yield Differs(player.called, player.number, what, here, listed)
        if _pays(entries[at], player):
            yield Differs(player.called, player.number, _("fee paid"), "–", _("paid"))
        if at in byes:
            asked, wanted = map(written, byes[at])
            yield Differs(player.called, player.number, _("byes"), asked or "–", wanted or "–")


def _pays(entry: RosterEntry, player: Player) -> bool:
    return Player.PAID in entry.registered and not player.is_paid


def _corrected(entry: RosterEntry, player: Player) -> dict[str, Any]:
    pays = {"registered": {**player.registered, **SAYS_PAID}} if _pays(entry, player) else {}
    return {**corrected_by(entry, player), **pays}


# What of a player a file changes, in words.
NAMED = {"name": gettext_noop("name"), **CORRECTED, "marks": gettext_noop("marks for prizes")}


def told(player: Person, fields: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """What these fields change of a player, or of a line: in words, with the value here and the new one."""
    rated = fields.keys() & {"rating", "provisional"}
    for name in dict.fromkeys("rating" if name in rated else name for name in fields):
        here = _here(player, name)
        if name == "rating":
            now = {"rating": player.rating, "provisional": player.provisional} | dict(fields)
            listed = written_rating(now["rating"], now["provisional"])
        else:
            listed = _shown(name, fields[name])
        yield _(NAMED[name]), here or "–", listed or "–"


def not_in(entry: RosterEntry, player: Player, names: Iterable[str]) -> Iterator[str]:
    """Of these fields, what a player has here and a list has not, in words."""
    for name in names:
        if not getattr(entry, name) and getattr(player, name) and (here := _here(player, name)):
            yield f"{_(NAMED[name])} {here}"


def _here(player: Person, name: str) -> str:
    if name == "rating":
        return written_rating(player.rating, player.provisional)
    return _shown(name, getattr(player, name))


def _shown(name: str, value: Any) -> str:
    if name == "name":
        return first_last(value)
    if name == "fee_cents" and value is not None:
        return dollars(value)
    return wording.calendar_date(value) if isinstance(value, date) else str(value or "")


def _other_byes(
    section: Section, entries: Sequence[RosterEntry], known: Mapping[int, Player]
) -> dict[int, _TwoOpinions]:
    """The byes here and in the list, where these differ. Those of published rounds are past, and a
    list without any says nothing."""
    if not any(entries[at].byes for at in known):
        return {}
    here = requested(section)
    published = Round.objects.filter(section=section, published_at__isnull=False)
    past = set(published.values_list("number", flat=True))
    found = {}
    for at, player in known.items():
        listed = tuple(bye for bye in entries[at].byes if bye.round not in past)
        if listed and listed != here.get(player.pk, ()):
            found[at] = here.get(player.pk, ()), listed
    return found


def corrected_by(entry: RosterEntry, player: Person) -> dict[str, Any]:
    """The values of a list that differ. Where it says nothing, it corrects nothing."""
    fields = {
        name: listed
        for name in CORRECTED
        if (listed := getattr(entry, name)) and _plain(listed) != _plain(getattr(player, name))
    }
    if "rating" in fields and player.provisional is not None:
        fields["provisional"] = entry.provisional  # of the new rating, which may be established
    return fields


def _plain(value: Any) -> Any:
    return " ".join(value.split()).casefold() if isinstance(value, str) else value


def digest(*values: object) -> str:
    return sha256(repr(values).encode()).hexdigest()[:12]


def by_id(person: Person) -> Hashable:
    return person.uscf_id or None


def by_name_and_team(person: Person) -> Hashable:
    return player_name_key(person.name), name_key(person.team)


def by_name_alone(
    lines: Mapping[int, tuple[Hashable, RosterEntry]],
    rows: Mapping[Hashable, Sequence[Player]],
    known: Collection[int],
) -> dict[int, Player]:
    """Of a list that tells no teams, the lines not yet ``known`` whose name one line and one player have. The
    names of ``lines`` and ``rows`` tell the section too, where there are several."""
    if any(entry.team for _name, entry in lines.values()):
        return {}
    left = {at: line for at, line in lines.items() if at not in known}
    times = Counter(name for name, _entry in left.values())
    found = {}
    for at, (name, entry) in left.items():
        of_name = rows.get(name, ())
        if times[name] == len(of_name) == 1 and not are_two_people(entry, of_name[0]):
            found[at] = of_name[0]
    return found


def _sorted(rows: Iterable[Player], key: Callable[[Person], Hashable]) -> dict[Hashable, list[Player]]:
    found: dict[Hashable, list[Player]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return found


def are_two_people(one: Person, other: Person) -> bool:
    """Whether their IDs tell them apart."""
    return bool(one.uscf_id and other.uscf_id) and one.uscf_id != other.uscf_id
