"""What a registration file would do: the plan that a director looks at, and the choices it is made of."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from ...formats.byes import Bye, written
from ...formats.fields import written_rating
from ...formats.limits import Limits
from ...formats.names import last_first
from ...formats.records import FileProblem
from ...formats.registration import ListedPlayer, Table
from ...models import Player, Section
from .doubts import KEEP, NEW, Question
from .matching import digest, told
from .since_last import Kept, all_of, column_of


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
    # Whether those of whom the file says that they are female are marked for prizes; None as before.
    girls: bool | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    # The boxes of values here for which the file's are taken.
    taken: Collection[str] = ()


# What it is remembered under whether girls are marked.
GIRLS = "girls"


def new_key(unknown: str) -> str:
    """What a form calls the section that is created of an unknown one."""
    return f"{NEW}-{unknown}"


@dataclass(frozen=True)
class Unknown:
    """A section that the file names and the event has not, or that is ``closed``: why it takes nobody.

    ``chosen`` is what becomes of its players; ``merged`` says that it was merged into another section here.
    """

    key: str
    name: str
    count: int
    chosen: str = ""
    closed: str = ""
    merged: str = ""
    is_here: bool = False

    @property
    def why(self) -> str:
        """Why it is asked about, beside that it is not here."""
        return self.closed or self.merged

    @property
    def can_be_created(self) -> bool:
        return bool(self.name) and not self.closed and not self.is_here

    @property
    def new_key(self) -> str:
        """Its section, where it is created."""
        return new_key(self.key)


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
    # What stands here otherwise than in the file, with what is taken of it; what is known of the file then.
    differing: tuple[Kept, ...] = ()
    registered: Mapping[str, str] | None = None
    # Of an entry that was removed here, the box that enters the player again.
    again: str = ""

    @property
    def name(self) -> str:
        """As it is here, where the player is."""
        return last_first(self.player.name if self.player else self.listed.entry.name)

    @property
    def line(self) -> str:
        return _("line %(line)d") % {"line": self.listed.entry.line}

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
        if self.pays:
            found.append(_("marked as paid"))
        return found

    @property
    def pays(self) -> bool:
        """Whether the line says of a player, of whom nobody knew, that the fee was paid."""
        noted = self.registered or {}
        return self.player is not None and Player.PAID in noted and not self.player.is_paid

    @property
    def is_noted(self) -> bool:
        """Whether the next file is compared with something new."""
        return self.player is not None and self.registered not in (None, self.player.registered)

    @property
    def unasked(self) -> list[str]:
        """The changes but for those whose boxes were checked: a box says itself what it does."""
        boxes = {each.column for each in self.differing if each.is_taken}
        fields = {name: value for name, value in self.fields.items() if column_of(name) not in boxes}
        moves, byes = self.moves and "section" not in boxes, None if "byes" in boxes else self.byes
        return replace(self, fields=fields, moves=moves, byes=byes).said

    @property
    def state(self) -> str:
        if self.player is None:
            return "added"
        return "changed" if self.said else "same"


class Stays(NamedTuple):
    """What is said of one player, or the same of several, that stays here; with the box that takes what the
    file says, if it can."""

    names: list[str]
    said: str
    key: str = ""
    is_taken: bool = False
    # Whether the box for all of a section takes it too.
    of_all: bool = True


# More new sections than this, with fewer players in each on average, and their column may be another's.
FEW_NEW_SECTIONS, FEW_IN_EACH = 8, 4
# Of so many players the same is said once.
SEVERAL = 3


def _in_rows(entries: Iterable[Entry], *, news: bool) -> Iterator[Stays]:
    """What stays of these players: ``news`` of the file, or what it said before too."""
    alike: dict[str, list[tuple[Entry, Kept]]] = defaultdict(list)
    for entry in entries:
        if entry.kept and not news:
            yield Stays([entry.name], "; ".join(entry.kept))
        for each in entry.differing:
            if each.is_new == news:
                alike[each.shared].append((entry, each))
    for those in alike.values():
        first = those[0][1]
        if len(those) < SEVERAL:
            yield from (
                Stays([entry.name], each.said, each.key, each.is_taken, each.of_all) for entry, each in those
            )
        else:
            names, is_taken = [entry.name for entry, _each in those], all(each.is_taken for _, each in those)
            yield Stays(names, first.said, first.key and first.shared, is_taken, first.of_all)


def _staying(rows: Iterable[Stays]) -> int:
    """How many values stay, one of each player who is named."""
    return sum(len(row.names) for row in rows if not row.is_taken)


@dataclass
class OfSection:
    """What the file does in one section, and who is here and not in it, or in it with a word that says that
    the player is not coming."""

    target: Target
    added: list[Entry] = field(default_factory=list)
    changed: list[Entry] = field(default_factory=list)
    same: list[Entry] = field(default_factory=list)
    # Lines of whom a director removed here, and whether the box is checked that enters them again.
    removed: list[tuple[Entry, bool]] = field(default_factory=list)
    # Lines that enter somebody only if a question is answered so.
    waiting: list[Entry] = field(default_factory=list)
    # Who is here and not in the file, with the school as it was answered to be spelled.
    respelled: list[tuple[Player, str]] = field(default_factory=list)
    missing: list[Player] = field(default_factory=list)
    not_coming: list[tuple[Player, str]] = field(default_factory=list)

    @property
    def kept(self) -> list[Stays]:
        """What a director or the last file left here, and this one says again."""
        return list(_in_rows([*self.changed, *self.same], news=False))

    @property
    def news(self) -> list[Stays]:
        """What is new in the file, and changed here too."""
        return list(_in_rows([*self.changed, *self.same], news=True))

    @property
    def boxes(self) -> list[Stays]:
        """What the file says instead, where a box takes it."""
        return [each for each in [*self.kept, *self.news] if each.key]

    @property
    def of_all(self) -> int:
        """How many of them the box for all takes."""
        return sum(each.of_all for each in self.boxes)

    @property
    def is_open(self) -> bool:
        """Whether there is more to look at than who is added."""
        told = (self.changed, self.kept, self.news, self.removed, self.missing, self.not_coming, self.waiting)
        return any((*told, self.respelled))

    @property
    def all_key(self) -> str:
        """What a form calls the box for all of them."""
        return all_of(self.target.section.pk) if self.target.section else ""


@dataclass
class Plan:
    table: Table
    columns: list[str]
    # The columns that are taken as in an earlier file, for something else than they say.
    columns_before: set[int] = field(default_factory=set)
    problems: list[FileProblem] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    # Whether those are marked of whom the file says that they are female, and whether that is as before.
    girls: bool = False
    girls_before: bool = False
    # Words that are no teams, and the spellings of each such word that is one, as far as it is news.
    no_teams: list[str] = field(default_factory=list)
    are_teams: list[list[str]] = field(default_factory=list)
    # What needs no question about the next file (:class:`.Doubts`).
    same: list[str] = field(default_factory=list)
    unknown: list[Unknown] = field(default_factory=list)
    # Every section that may be chosen, and the one for all where the file names none.
    targets: list[Target] = field(default_factory=list)
    only: str | None = None
    entries: list[Entry] = field(default_factory=list)
    # Who is not in the file and has a school that was answered to be spelled so for all.
    respelled: list[tuple[Player, str]] = field(default_factory=list)
    removed: list[tuple[Entry, bool]] = field(default_factory=list)
    sections: list[OfSection] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    # What the rating list gave, in words, and the lines of which it says something.
    filled: str = ""
    on_list: list[ListedPlayer] = field(default_factory=list)
    # The lines of which it is not decided yet what they do: the page does not say it of them.
    undone: Collection[int] = ()
    has_players: bool = False
    # That the column of the sections has something else, in words: nothing is read of the lines then.
    no_sections: str = ""
    # The same for what the columns say, before anything is answered about it.
    read: str = ""
    # Whether a later state of the file was imported already: that one stays the last.
    is_older: bool = False

    @property
    def open(self) -> int:
        """How much is still to be answered."""
        asked = sum(question.is_open for question in self.questions) + sum(not u.chosen for u in self.unknown)
        return asked + (self.only == "")

    @property
    def many_new(self) -> list[Unknown]:
        """The sections that are not here, if they are many for their players."""
        new = [unknown for unknown in self.unknown if unknown.can_be_created and not unknown.merged]
        players = sum(unknown.count for unknown in new)
        return new if len(new) > FEW_NEW_SECTIONS and players < FEW_IN_EACH * len(new) else []

    @property
    def says_teams(self) -> bool:
        """Whether it says of words in place of schools whether they are teams."""
        return bool(self.entries and (self.no_teams or self.are_teams))

    @property
    def answers(self) -> dict[str, str]:
        """What was answered and chosen, by the keys of the questions and of the sections."""
        kept = [question for question in self.questions if question.answer and not question.once]
        found = {key: question.answer for question in kept for key in question.kept_as}
        if self.table.girls:
            found[GIRLS] = NEW if self.girls else KEEP
        return found | {unknown.key: unknown.chosen for unknown in self.unknown if unknown.chosen}

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
    def kept(self) -> int:
        """How many values stand here otherwise than in the file, which says them again, and stay."""
        return _staying(row for each in self.sections for row in each.kept)

    @property
    def news(self) -> int:
        """How many stay of those that were changed here and in the file."""
        return _staying(row for each in self.sections for row in each.news)

    @property
    def stay_removed(self) -> int:
        return sum(not again for each in self.sections for _entry, again in each.removed)

    @property
    def missing(self) -> int:
        return sum(len(each.missing) for each in self.sections)

    @property
    def not_coming(self) -> int:
        return sum(len(each.not_coming) for each in self.sections)

    @property
    def digest(self) -> str:
        """The same for what a director has looked at, whatever boxes of values and entries are checked.
        Columns and answers count by what comes of them: what is still to be answered is :attr:`open`. An
        answer says itself what becomes of a new player, but not what a line changes of one who is here, nor
        what the rating list has of an ID that it brings."""
        again = {entry.listed.entry.line for entry, _again in self.removed}
        answered = set[int]().union(*(each.lines for each in self.questions if len(each.choices) > 1))
        told: list[tuple[object, ...]] = []
        for entry in self.entries:
            line = entry.listed.entry.line
            if line in again or line in self.undone:
                continue
            news = [each.key for each in entry.differing if each.is_new] if line in answered else []
            if line not in answered or (entry.player and (entry.unasked or news)):
                told.append((entry.name, "" if entry.player else entry.target.key, entry.unasked, news))
        filled = [
            (each.entry.line, each.entry.uscf_id, each.entry.rating)
            for each in self.on_list
            if each.entry.line not in answered or each.entry.uscf_id != each.written[1]
        ]
        spelled = [(player.pk, player.team, team) for player, team in self.respelled]
        return digest(self.read, told, filled, *spelled)
