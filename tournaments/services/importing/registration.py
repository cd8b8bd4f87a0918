"""A registration file, all sections of an event at once: what it would do, and what must be answered first.

Nothing is written here: :mod:`.registering` does what a plan says. A plan is made of the file, of the choices
that a director made and of the rosters as they are; made again of the same, it is the same.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.prizes.prize import GIRL
from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.models import FinalSheet

from ...formats.byes import Bye, written
from ...formats.fields import written_rating
from ...formats.limits import Limits, limits_in
from ...formats.names import first_last, last_first, name_parts, near_names, player_name_key, same_player_name
from ...formats.records import FileProblem
from ...formats.registration import ListedPlayer, Table, guessed, read_players
from ...models import Event, Player, Round, Section
from ...schools.names import schools_of
from ...selectors.entries.bye_requests import Requestable, not_of_section
from ...selectors.entries.byes import is_irrevocable, requested
from ...selectors.entries.check_in import expected
from ...selectors.files.rating_list import by_ids
from ...text import wording
from . import doubts
from .doubts import KEEP, OUT, Doubts, Question
from .from_list import completed_lines
from .matching import are_two_people, by_name_alone, corrected_by, digest, not_in, told
from .who_is_here import under_other_names, with_another_id

NEW = "new"
# Fewer of those who are here than this share, and it may be the file of another event.
FEW = 0.2
ENOUGH = 8


@dataclass(frozen=True)
class Target:
    """A section of the event, or one that is to be created. ``key`` is what a form calls it."""

    key: str
    name: str
    limits: Limits
    section: Section | None = None
    rounds: int = 5
    # Whether round 1 is published: who comes now is late, and nobody moves.
    begun: bool = False


@dataclass(frozen=True)
class Choices:
    """What a director chose: what each column is taken for, the sections of the file's names, and answers."""

    columns: Sequence[str] = ()
    sections: Mapping[str, str] = field(default_factory=dict)
    only: str = ""
    # Of sections that are to be created.
    rounds: int = 5
    # Whether those of whom the file says that they are female are marked for prizes.
    girls: bool = False
    answers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Unknown:
    """A section that the file names and the event has not, or that is ``closed``: why it takes nobody.

    ``chosen`` is what becomes of its players.
    """

    key: str
    name: str
    count: int
    chosen: str = ""
    closed: str = ""


@dataclass(frozen=True)
class Entry:
    """A line of the file with what it does: ``player`` is who is here already."""

    listed: ListedPlayer
    target: Target
    player: Player | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    byes: tuple[Bye, ...] | None = None
    had: tuple[Bye, ...] = ()
    moves: bool = False
    # What stays of the player, where the line has another name or nothing, in words.
    kept: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """As it is here, where the player is."""
        return last_first(self.player.name if self.player else self.listed.entry.name)

    @property
    def known(self) -> str:
        """What the line says of a new player, beside the name."""
        entry = self.listed.entry
        rating = written_rating(entry.rating, entry.provisional) or _("unrated")
        assigned = ""
        if entry.assigned_rating:
            assigned = _("%(rating)d assigned") % {"rating": entry.assigned_rating}
        grade = _("grade %(grade)s") % {"grade": entry.grade} if entry.grade else ""
        byes = _("byes %(byes)s") % {"byes": written(entry.byes)} if entry.byes else ""
        listed = [rating, assigned, entry.team, grade, entry.uscf_id, byes, _(entry.marks)]
        return " · ".join(filter(None, listed))

    @property
    def said(self) -> list[str]:
        """The changes, each with the old value and the new one."""
        found = []
        if self.moves and self.player:
            values = {"old": self.player.section.name, "new": self.target.name}
            found.append(_("section %(old)s → %(new)s") % values)
        for what, old, new in told(self.player, self.fields) if self.player else ():
            found.append(_("%(what)s %(old)s → %(new)s") % {"what": what, "old": old, "new": new})
        if self.byes is not None and self.player:
            values = {"old": written(self.had) or "–", "new": written(self.byes) or "–"}
            found.append(_("byes %(old)s → %(new)s") % values)
        return found

    @property
    def state(self) -> str:
        if self.player is None:
            return "added"
        return "changed" if self.said else "same"


@dataclass
class OfSection:
    """What the file does in one section, and who is here and not in it."""

    target: Target
    added: list[Entry] = field(default_factory=list)
    changed: list[Entry] = field(default_factory=list)
    same: list[Entry] = field(default_factory=list)
    kept: list[Entry] = field(default_factory=list)
    missing: list[Player] = field(default_factory=list)


@dataclass
class Plan:
    table: Table
    columns: list[str]
    problems: list[FileProblem] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    unknown: list[Unknown] = field(default_factory=list)
    # Every section that may be chosen, and the one for all where the file names none.
    targets: list[Target] = field(default_factory=list)
    only: str | None = None
    entries: list[Entry] = field(default_factory=list)
    sections: list[OfSection] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    # What the rating list gave, in words.
    filled: str = ""
    has_players: bool = False

    @property
    def open(self) -> int:
        """How much is still to be answered."""
        asked = sum(question.is_open for question in self.questions) + sum(not u.chosen for u in self.unknown)
        return asked + (self.only == "")

    @property
    def does_nothing(self) -> bool:
        return all(entry.state == "same" for entry in self.entries)

    @property
    def added(self) -> int:
        return sum(len(each.added) for each in self.sections)

    @property
    def changed(self) -> int:
        return sum(len(each.changed) for each in self.sections)

    @property
    def unchanged(self) -> int:
        return sum(len(each.same) for each in self.sections)

    @property
    def missing(self) -> int:
        return sum(len(each.missing) for each in self.sections)

    @property
    def digest(self) -> str:
        """The same for what a director has looked at."""
        told = [(entry.name, entry.target.key, entry.state, entry.said) for entry in self.entries]
        return digest(self.columns, told, [question.key for question in self.questions], self.filled)


def plan(event: Event, table: Table, choices: Choices) -> Plan:
    """What a file would do."""
    columns = list(choices.columns) or remembered(event, table) or guessed(table)
    made = Plan(table, columns, targets=targets_of(event))
    listed, made.problems = read_players(table, columns)
    made.has_players = bool(listed)
    if choices.girls:
        listed = [_marked(each) if each.entry.line in table.girls else each for each in listed]
    asked = Doubts(choices.answers)
    here = _players(event)
    listed = doubts.about_names(listed, asked)
    listed = doubts.about_ids(listed, asked)
    teams = [player.team for player in here]
    listed = doubts.about_teams(listed, teams, schools_of(event.pk).names, asked)
    listed = doubts.about_twice(listed, asked)
    placed = _placed(listed, made, choices, _closed(event, made.targets))
    placed = under_other_names(placed, here, asked)
    placed, made.filled = completed_lines(placed, {player.uscf_id for player in here})
    placed = _within_limits(placed, made.targets, here, asked)
    doubts.about_expired([each for each, _target in placed], first_day(event), asked)
    placed, known = _known(placed, here, asked)
    made.entries = list(_entries(placed, known, asked, made))
    _about_problems(made, asked)
    made.questions = asked.questions
    made.sections = _by_section(made, here)
    made.notices = [*filter(None, [made.filled]), *_notices(event, made, here)]
    return made


def _marked(each: ListedPlayer) -> ListedPlayer:
    return replace(each, entry=replace(each.entry, marks=GIRL))


def first_day(event: Event) -> date:
    return event.starts_on or timezone.localdate()


def remembered(event: Event, table: Table) -> list[str]:
    """What the columns of a file with these headings were taken for last time."""
    found = event.registration.get("columns", {}).get(table.key, [])
    return list(found) if table.has_headings and len(found) == len(table.headings) else []


def targets_of(event: Event) -> list[Target]:
    """The sections that a player can be in."""
    begun = set(
        Round.objects.filter(section__event=event, number=1, published_at__isnull=False).values_list(
            "section", flat=True
        )
    )
    final = FinalSheet.objects.filter(reopened_at=None).values("standings")
    sections = event.sections.filter(archived=False, boards=0).exclude(standings__in=final)
    return [
        Target(str(each.pk), each.name, each.limits, each, each.rounds, each.pk in begun)
        for each in sections.select_related("event").order_by("position", "pk")
    ]


def _closed(event: Event, targets: Iterable[Target]) -> dict[str, str]:
    """By the key of its name, why a section of the event takes nobody."""
    found = {}
    for section in event.sections.exclude(pk__in=[each.section.pk for each in targets if each.section]):
        if section.archived:
            said = _("%(name)s is archived. Bring it back to enter anyone there.")
        elif section.boards:
            said = _("%(name)s is a team section. Enter its players on the roster.")
        else:
            said = _("%(name)s is final. No one can be entered there now.")
        found[name_key(section.name)] = said % {"name": section.name}
    return found


def _players(event: Event) -> list[Player]:
    rows = Player.objects.filter(section__event=event, section__boards=0, section__archived=False)
    return list(expected(rows).select_related("section").order_by("section__position", "section", "number"))


# --- sections ----------------------------------------------------------------------------------------


def _placed(
    listed: list[ListedPlayer], made: Plan, choices: Choices, closed: Mapping[str, str]
) -> list[tuple[ListedPlayer, Target]]:
    """Each player with a section; without one, until a director says which."""
    by_key = {target.key: target for target in made.targets}
    if "section" not in made.columns:
        made.only = choices.only if choices.only in by_key else ""
        if len(by_key) == 1:
            made.only = next(iter(by_key))
        return [(each, by_key[made.only]) for each in listed] if made.only else []
    by_name = {name_key(target.name): target for target in made.targets}
    placed = []
    unknown: dict[str, list[ListedPlayer]] = {}
    for each in listed:
        if (target := by_name.get(name_key(each.section))) is not None:
            placed.append((each, target))
        else:
            unknown.setdefault(name_key(each.section), []).append(each)
    for key, players in unknown.items():
        name = players[0].section
        # In an event without sections these are they, but for a name that may be a slip.
        usual = NEW if not by_key and not closed and name and len(players) > 1 else ""
        chosen = choices.sections.get(digest(key), usual)
        if chosen not in {*by_key, OUT, *([NEW] if name and key not in closed else [])}:
            chosen = ""
        made.unknown.append(Unknown(digest(key), name, len(players), chosen, closed.get(key, "")))
        if chosen == NEW:
            target = Target(f"{NEW}-{digest(key)}", name, limits_in(name), rounds=choices.rounds)
            made.targets.append(target)
            placed += [(each, target) for each in players]
        elif chosen in by_key:
            placed += [(each, by_key[chosen]) for each in players]
    order = {each.entry.line: at for at, each in enumerate(listed)}
    return sorted(placed, key=lambda pair: order[pair[0].entry.line])


def _within_limits(
    placed: list[tuple[ListedPlayer, Target]],
    targets: Sequence[Target],
    here: Iterable[Player],
    asked: Doubts,
) -> list[tuple[ListedPlayer, Target]]:
    by_key = {target.key: target for target in targets}
    others = {target.key: (target.name, target.limits) for target in targets}
    # Who was let in before is not asked about again.
    let_in = {(player_name_key(row.name), str(row.section_id), row.grade, row.rating) for row in here}
    found = []
    for each, target in placed:
        if (_name(each), target.key, each.entry.grade, each.entry.rating) in let_in:
            found.append((each, target))
            continue
        answer = doubts.about_limits(each, target.name, target.limits, others, asked)
        if answer != OUT:
            found.append((each, by_key.get(answer, target)))
    return found


# --- who is here already -----------------------------------------------------------------------------


def _known(
    placed: Sequence[tuple[ListedPlayer, Target]], here: Sequence[Player], asked: Doubts
) -> tuple[list[tuple[ListedPlayer, Target]], dict[int, Player]]:
    """Who of the lines is here: by ID, by name with section and team, then as a director says. Returns the
    lines too: an ID that a director finds wrong is no longer there."""
    listed = [each for each, _target in placed]
    targets = [target for _each, target in placed]
    left = list(here)
    known: dict[int, Player] = {}
    alike: list[tuple[Callable[[int], Hashable], Callable[[Player], Hashable]]] = [
        (lambda at: listed[at].entry.uscf_id or None, lambda row: row.uscf_id or None),
        (
            lambda at: (_name(listed[at]), targets[at].key, name_key(listed[at].entry.team)),
            lambda row: (player_name_key(row.name), str(row.section_id), name_key(row.team)),
        ),
        (
            lambda at: (_name(listed[at]), name_key(listed[at].entry.team)),
            lambda row: (player_name_key(row.name), name_key(row.team)),
        ),
    ]
    for of_line, of_row in alike:
        rows: dict[Hashable, list[Player]] = defaultdict(list)
        for row in left:
            rows[of_row(row)].append(row)
        for at, each in enumerate(listed):
            key = of_line(at)
            if at in known or key is None:
                continue
            same = [row for row in rows[key] if not are_two_people(each.entry, row)]
            # Who plays in two sections has a line for each.
            same.sort(key=lambda row: str(row.section_id) != targets[at].key)
            if same:
                known[at] = same[0]
                rows[key].remove(same[0])
        taken = {player.pk for player in known.values()}
        left = [row for row in left if row.pk not in taken]
    in_section: dict[Hashable, list[Player]] = defaultdict(list)
    for row in left:
        in_section[player_name_key(row.name), str(row.section_id)].append(row)
    lines = {at: ((_name(each), targets[at].key), each.entry) for at, each in enumerate(listed)}
    known |= by_name_alone(lines, in_section, known)
    left = [row for row in left if row not in known.values()]
    listed, corrected = with_another_id(listed, known, left, asked)
    known |= corrected
    left = [row for row in left if row not in known.values()]
    known |= _said_to_be(listed, known, left, asked)
    return list(zip(listed, targets, strict=True)), known


def _name(listed: ListedPlayer) -> str:
    return player_name_key(listed.entry.name)


def _said_to_be(
    listed: Sequence[ListedPlayer], known: Mapping[int, Player], left: Sequence[Player], asked: Doubts
) -> dict[int, Player]:
    """Of nearly the same name as somebody who is here: a director says whether it is the same player."""
    parts = {row.pk: name_parts(row.name) for row in left}
    rows: dict[str, list[Player]] = defaultdict(list)
    for row in left:
        for part in {*parts[row.pk], "".join(parts[row.pk])}:
            rows[part].append(row)
    found: dict[int, Player] = {}
    for at, each in enumerate(listed):
        if at in known:
            continue
        own = name_parts(each.entry.name)
        taken = {row.pk for row in found.values()}
        shared = {row.pk: row for part in {*own, "".join(own)} for row in rows[part]}
        meant = [
            row
            for row in shared.values()
            if row.pk not in taken and not are_two_people(each.entry, row) and near_names(own, parts[row.pk])
        ]
        if not meant:
            continue
        said = _("Line %(line)d: is %(name)s (%(team)s) a player who is on a roster already?")
        values = {"line": each.entry.line, "name": each.entry.name, "team": each.entry.team or _("no team")}
        yes = _("Yes: number %(number)d in %(section)s, %(name)s, %(team)s")
        choices = [
            (
                str(row.pk),
                yes
                % {
                    "number": row.number,
                    "section": row.section.name,
                    "name": row.called,
                    "team": row.team or _("no team"),
                },
            )
            for row in sorted(meant, key=lambda row: (row.section_id, row.number))
        ]
        about = ("who", each.entry.name, each.entry.team, each.entry.uscf_id)
        answer = asked.ask(about, said % values, [*choices, (NEW, _("No: add as a new player"))])
        if answer not in ("", NEW):
            found[at] = next(row for row in meant if str(row.pk) == answer)
    return found


# --- what becomes of each line -----------------------------------------------------------------------

# By the column of a file, the field of a player.
_OF_COLUMNS = {
    "id": "uscf_id",
    "rating": "rating",
    "assigned": "assigned_rating",
    "team": "team",
    "grade": "grade",
    "state": "state",
    "age": "age",
    "expires": "expires_on",
    "fee": "fee_cents",
}


def _entries(
    placed: Sequence[tuple[ListedPlayer, Target]], known: Mapping[int, Player], asked: Doubts, made: Plan
) -> Iterator[Entry]:
    by_key = {target.key: target for target in made.targets}
    byes = _Byes(made, known.values())
    open_here = {at: row for at, row in known.items() if str(row.section_id) in by_key}
    in_file = [name for column, name in _OF_COLUMNS.items() if column in made.columns]
    unrated, without_byes = _none_of(placed, open_here, byes, asked)
    for at, (each, target) in enumerate(placed):
        player = known.get(at)
        if player is None:
            yield Entry(byes.possible(each, target), target)
            continue
        home = by_key.get(str(player.section_id))
        if made.only is not None and home is not None:
            target = home  # a file that names no section moves nobody
        moves = str(player.section_id) != target.key
        if moves and (target.begun or home is None or home.begun):
            _ask_to_stay(each, player, target, asked)
            moves, target = False, home or target
        if home is None:
            # Of a section that is final: it stays as it is.
            yield Entry(each, target, player)
            continue
        had = byes.had(player)
        each = byes.possible(each, target, player)
        asks = each.entry.byes if each.entry.byes and each.entry.byes != had else None
        fields = corrected_by(each.entry, player)
        if at in without_byes:
            asks = byes.stay(player)
        if at in unrated:
            fields |= {"rating": None, "provisional": None}
        marks = player.marks.split(", ") if player.marks else []
        if each.entry.marks and each.entry.marks not in marks:
            fields["marks"] = ", ".join([*marks, each.entry.marks])
        empty = [name for name in in_file if name not in fields]
        kept = [*_other_name(each, player), *not_in(each.entry, player, empty)]
        if "byes" in made.columns and had and not each.entry.byes and asks is None:
            kept.append(_("byes %(byes)s") % {"byes": written(had)})
        yield Entry(each, target, player, fields, asks, had, moves, tuple(kept))


def _other_name(each: ListedPlayer, player: Player) -> Iterator[str]:
    """The name here, where the line has another: nobody is renamed by a file."""
    if not same_player_name(each.entry.name, player.name):
        values = {"here": player.called, "listed": first_last(each.entry.name)}
        yield _("name %(here)s, in the file %(listed)s") % values


def _none_of(
    placed: Sequence[tuple[ListedPlayer, Target]], known: Mapping[int, Player], byes: "_Byes", asked: Doubts
) -> tuple[set[int], set[int]]:
    """The lines whose players lose a rating, and those whose players lose byes, because the file says that
    there are none and a director agrees."""
    rated, having = {}, {}
    on_list = by_ids({player.uscf_id for player in known.values()})
    for at, player in sorted(known.items()):
        none, entry = placed[at][0].none, placed[at][0].entry
        rating = written_rating(player.rating, player.provisional)
        # What the rating list filled in before is nothing to ask about.
        is_listed = player.uscf_id in on_list and on_list[player.uscf_id].rating == player.rating
        if "rating" in none and not entry.rating and rating and not is_listed:
            rated[at] = _("rating %(rating)s") % {"rating": rating}
        if "byes" in none and (revocable := set(byes.had(player)) - set(byes.stay(player))):
            having[at] = _("byes %(byes)s") % {"byes": written(revocable)}
    found = [
        set(here) if doubts.about_none(what, [(placed[at][0], here[at]) for at in here], asked) else set()
        for what, here in (("rating", rated), ("byes", having))
    ]
    return found[0], found[1]


class _Byes:
    """The byes of a file, but for those that cannot be: each of these is a problem of the file."""

    def __init__(self, made: Plan, known: Iterable[Player]) -> None:
        self.made = made
        self.column = made.columns.index("byes") + 1 if "byes" in made.columns else 1
        self.known: dict[int, list[Player]] = defaultdict(list)
        for player in known:
            self.known[player.section_id].append(player)
        self._had: dict[int, dict[int, tuple[Bye, ...]]] = {}
        self._there: dict[int, Requestable] = {}

    def had(self, player: Player) -> tuple[Bye, ...]:
        """What a player has asked for already, in rounds that are not published."""
        if player.section_id not in self._had:
            self._had[player.section_id] = requested(player.section)
        return self._had[player.section_id].get(player.pk, ())

    def stay(self, player: Player) -> tuple[Bye, ...]:
        """Of these, the half-point byes in the last round that stay, as it is posted (22C)."""
        return tuple(bye for bye in self.had(player) if is_irrevocable(player.section, *bye))

    def possible(self, each: ListedPlayer, target: Target, player: Player | None = None) -> ListedPlayer:
        """The line with the byes that its player can have in the section ``target``."""
        if not each.entry.byes:
            return each
        left = []
        for bye in each.entry.byes:
            expected = not_of_section(bye, target.rounds)
            there = self._in(player.section) if player is not None else None
            if player is not None and there is not None and not expected:
                expected = there.hindrance(player, bye)
            if expected:
                self._problem(each, bye, expected)
            elif there is None or not there.is_published(bye.round):
                left.append(bye)
        if player is not None:
            left += self._staying(each, player, left)
        byes = tuple(sorted(left, key=lambda bye: bye.round))
        return replace(each, entry=replace(each.entry, byes=byes))

    def _in(self, section: Section) -> Requestable:
        if section.pk not in self._there:
            self._there[section.pk] = Requestable(section, self.known[section.pk])
        return self._there[section.pk]

    def _staying(self, each: ListedPlayer, player: Player, left: Sequence[Bye]) -> Iterator[Bye]:
        """Those that stay and are not in the line, which has others."""
        for bye in self.stay(player):
            if left and bye not in left:
                expected = _("the bye in round %(round)d, which stays. To cancel it, open the player's page")
                self._problem(each, bye, expected % {"round": bye.round})
                yield bye

    def _problem(self, each: ListedPlayer, bye: Bye, expected: str) -> None:
        self.made.problems.append(FileProblem(each.entry.line, self.column, written([bye]), expected))


def _ask_to_stay(each: ListedPlayer, player: Player, target: Target, asked: Doubts) -> None:
    said = _(
        "%(who)s is in %(here)s and in the file in %(there)s. A round is published there, so the file"
        " does not move this player."
    )
    values = {"who": doubts.named(each), "here": player.section.name, "there": target.name}
    stay = _("Leave %(name)s in %(here)s") % {"name": player.called, "here": player.section.name}
    about = ("stay", player.pk, target.key)
    asked.ask(about, said % values, [(KEEP, stay)])


def _about_problems(made: Plan, asked: Doubts) -> None:
    """What could not be read is entered as nothing, once a director has seen it."""
    if not made.problems:
        return
    made.problems.sort()
    said = ngettext(
        "%(count)d problem in the file. What could not be read is left empty; a line without a name is left"
        " out.",
        "%(count)d problems in the file. What could not be read is left empty; lines without a name are left"
        " out.",
        len(made.problems),
    )
    choices = [(KEEP, _("Import the rest. I will fix these by hand, or import the corrected file later"))]
    asked.ask(("problems", *made.problems), said % {"count": len(made.problems)}, choices)


def _by_section(made: Plan, here: Iterable[Player]) -> list[OfSection]:
    found = {target.key: OfSection(target) for target in made.targets}
    for entry in made.entries:
        if entry.target.key in found:
            getattr(found[entry.target.key], entry.state).append(entry)
            found[entry.target.key].kept += [entry] if entry.kept else []
    there = {entry.player.pk for entry in made.entries if entry.player}
    # Of sections that the file does not name, nobody is missing.
    named = {entry.target.key for entry in made.entries}
    named |= {str(entry.player.section_id) for entry in made.entries if entry.player}
    for player in here:
        is_named = str(player.section_id) in named & found.keys()
        if is_named and player.pk not in there and player.withdrawn_after is None:
            found[str(player.section_id)].missing.append(player)
    return [each for each in found.values() if each.added or each.changed or each.same or each.missing]


def _notices(event: Event, made: Plan, here: Sequence[Player]) -> Iterator[str]:
    """What a director should know before the rest."""
    files = event.registration.get("files", [])
    states = [state for state, _at in files]
    if made.table.state in states[:-1]:
        at = files[len(states) - 1 - states[::-1].index(made.table.state)][1]
        if made.table.state != states[-1]:
            yield _(
                "This file was imported before, %(at)s, and a later one since. It would bring back the older"
                " values."
            ) % {"at": wording.date_and_clock(datetime.fromisoformat(at))}
    found = sum(entry.player is not None for entry in made.entries)
    if (
        len(here) >= ENOUGH
        and len(made.entries) >= ENOUGH
        and found < FEW * min(len(here), len(made.entries))
    ):
        yield _(
            "Of the %(here)d players here, %(found)d are in this file. Is the file from another event?"
        ) % {"found": found, "here": len(here)}
    late = Counter(entry.target.name for entry in made.entries if entry.target.begun and not entry.player)
    for section, count in late.items():
        yield ngettext(
            "Round 1 of %(section)s is published: %(count)d entry is late. Give byes for the missed rounds"
            " at the desk (28K).",
            "Round 1 of %(section)s is published: %(count)d entries are late. Give byes for the missed rounds"
            " at the desk (28K).",
            count,
        ) % {"section": section, "count": count}
