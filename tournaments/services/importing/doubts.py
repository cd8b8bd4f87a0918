"""What a director is asked about the lines of a registration file, before anything is stored.

Each question has an answer for what usually is right, but none is given unasked, except that *Homeschool* is
no team. What was answered about an
earlier state of the file is the answer again, until it is changed.
"""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.ranking.membership import name_key

from ...errors import shortened
from ...formats.fields import MEMBER_ID, wrong_id
from ...formats.limits import Limits
from ...formats.names import first_last, player_name_key
from ...formats.records import RosterEntry
from ...formats.registration import ListedPlayer
from ...formats.walk_in import MOST_RATED, is_more_than_a_name, readings
from ...text import wording
from .matching import corrected_by, digest, told

OUT, KEEP, CLEAR, NEW, SPLIT = "out", "keep", "clear", "new", "split"
# After the key of a question, the one of what is typed as its answer.
TYPED = "-typed"
# So many names stand in a question about several.
MOST_NAMED = 12


@dataclass(frozen=True)
class Question:
    """A doubt, answered by one of the choices. With one choice, it is an acknowledgment. ``before`` says that
    the answer is that of an earlier file, and ``once`` that it is an answer to this file alone. The answer is
    remembered under the keys ``kept_as``, one for each player whom it is about: those of ``lines``. An answer
    may be ``typed`` into a ``box`` instead, and ``refused`` says why what was typed is none. ``of_whom`` are
    the keys of players here whom it may mean, and the keys of names."""

    key: str
    said: str
    choices: tuple[tuple[str, str], ...]
    answer: str = ""
    before: bool = False
    once: bool = False
    kept_as: tuple[str, ...] = ()
    box: str = ""
    typed: str = ""
    refused: str = ""
    lines: frozenset[int] = frozenset()
    of_whom: frozenset[int | str] = frozenset()

    TYPED: ClassVar = TYPED

    @property
    def is_open(self) -> bool:
        return not self.answer

    @property
    def decides(self) -> bool:
        """Whether it depends on the answer what becomes of its lines: they are nothing before."""
        return self.is_open and len(self.choices) > 1


@dataclass
class Doubts:
    """The questions so far; ``answers`` by their keys, and those that were given ``before`` of earlier files.
    ``same`` are the pairs of names of one player, and what else needs no question about the next file."""

    answers: Mapping[str, str]
    before: Mapping[str, str] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    # The lines that enter nobody, or the player of another line, until a question is answered.
    waiting: set[int] = field(default_factory=set)
    # The lines of which it is not answered yet which of them is a child's: nothing else is asked about them.
    undecided: set[int] = field(default_factory=set)
    # The lines whose names are written for the players whom they mean.
    renamed: set[int] = field(default_factory=set)

    def ask(
        self,
        about: Sequence[object],
        said: str,
        choices: Iterable[tuple[str, str]],
        *,
        once: bool = False,
        kept_as: Iterable[str] = (),
        usual: str = "",
        lines: Iterable[ListedPlayer] = (),
        of_whom: Iterable[int | str] = (),
    ) -> str:
        """The answer, or the ``usual`` one, or nothing until there is one. What the question is ``about`` may
        have lines in it: on the pages of one file they are known by their numbers, whatever their columns are
        taken for, and in a later file by what they say. ``lines`` are further ones whose players it is about.
        """
        choices = tuple(choices)
        key = _on_the_page(about)
        kept = tuple(kept_as) or (_in_any_file(about),)
        answers = {self.before.get(each, "") for each in kept}
        before = answers.pop() if len(answers) == 1 else ""
        given = self.answers.get(key, before or usual)
        answer = given if given in dict(choices) else ""
        as_before = bool(answer) and answer == before
        those = [*lines, *(each for each in about if isinstance(each, ListedPlayer))]
        numbers = frozenset(each.entry.line for each in those)
        asked = Question(key, said, choices, answer, as_before, once, kept)
        self.questions.append(replace(asked, lines=numbers, of_whom=frozenset(of_whom)))
        return answer

    @property
    def of_whom(self) -> set[int | str]:
        """Whom questions may mean that decide what becomes of their lines."""
        return set[int | str]().union(*(each.of_whom for each in self.questions if each.decides))

    @property
    def undone(self) -> set[int]:
        """The lines of which it is not decided yet what they do."""
        return self.waiting.union(*(each.lines for each in self.questions if each.decides))

    def ask_for_id(
        self, about: Sequence[object], said: str, choices: Iterable[tuple[str, str]], *, kept_as: str
    ) -> str:
        """The same, with a box for the right US Chess ID, which counts more than a choice."""
        key = _on_the_page(about)
        before = self.before.get(kept_as, "")
        before = before if MEMBER_ID.fullmatch(before) else ""
        chosen = self.answers.get(key, "")
        sent = self.answers.get(f"{key}{TYPED}", "" if chosen else before)
        typed = re.sub(r"[\s-]", "", sent)
        is_id = bool(MEMBER_ID.fullmatch(typed))
        answer = self.ask(about, said, choices, kept_as=[kept_as])
        self.questions[-1] = replace(
            self.questions[-1],
            answer=typed if is_id else "" if typed else answer,
            before=typed == before if typed else self.questions[-1].before,
            box=_("Or type the right US Chess ID"),
            typed=sent,
            refused=wrong_id(sent) if typed and not is_id else "",
        )
        return self.questions[-1].answer


def _on_the_page(about: Iterable[object]) -> str:
    return digest(*(each.entry.line if isinstance(each, ListedPlayer) else each for each in about))


def _in_any_file(about: Iterable[object]) -> str:
    parts = (whose(each) if isinstance(each, ListedPlayer) else (each,) for each in about)
    return digest(*(value for part in parts for value in part))


def whose(each: ListedPlayer) -> tuple[str, ...]:
    """What tells a line from another of the same ID or name: where a later file has them the other way
    around, the answer would keep the wrong one. As it is written: another answer about the line asks nothing
    again."""
    name, uscf_id, team = each.written
    return name, uscf_id, name_key(each.section), name_key(team)


def named(listed: ListedPlayer) -> str:
    return _("line %(line)d, %(name)s") % {"line": listed.entry.line, "name": first_last(listed.entry.name)}


def leave_out() -> tuple[str, str]:
    return OUT, _("Leave this line out")


# Also as the first name after a last one.
_FORMULA = re.compile("(?:^|, )=")


# --- one line ----------------------------------------------------------------------------------------


def about_unnamed(listed: list[ListedPlayer], doubts: Doubts) -> list[ListedPlayer]:
    """Lines without a name that can be read: of one with an address beside the name the name is offered, and
    of the others nobody is entered."""
    found, unnamed = [], []
    for each in listed:
        if each.entry.name:
            found.append(each)
        elif not each.beside:
            unnamed.append(each)
        else:
            said = _("Line %(line)d has an address, a phone number or a date beside the name.")
            choices = [(KEEP, _("Enter %(name)s, without it") % {"name": each.beside}), leave_out()]
            about, of_whom = ("beside", each.beside, each), [player_name_key(each.beside)]
            if doubts.ask(about, said % {"line": each.entry.line}, choices, of_whom=of_whom) == KEEP:
                found.append(replace(each, entry=replace(each.entry, name=each.beside)))
    if unnamed:
        said = ngettext(
            "%(count)d line has no name that can be read, and enters nobody: %(lines)s",
            "%(count)d lines have no name that can be read, and enter nobody: %(lines)s",
            len(unnamed),
        )
        values = {"count": len(unnamed), "lines": in_a_row(list(map(_unnamed, unnamed)))}
        choices = [(OUT, _("Leave them out. If one is a player, I will add the player by hand"))]
        lines = sorted(whose(each) for each in unnamed)
        doubts.ask(("unnamed", *unnamed), said % values, choices, kept_as=[digest("unnamed", *lines)])
    return found


def _unnamed(each: ListedPlayer) -> str:
    """A line by what else it says."""
    entry, line = each.entry, _("line %(line)d") % {"line": each.entry.line}
    known = [entry.uscf_id, str(entry.rating or ""), entry.team, each.section]
    said = ", ".join(filter(None, known))
    return f"{line} ({said})" if said else line


def about_names(listed: list[ListedPlayer], doubts: Doubts) -> list[ListedPlayer]:
    """A whole line in the field of the name, or a formula."""
    found = []
    for each in listed:
        is_formula = bool(_FORMULA.search(each.entry.name))
        if not (is_formula or is_more_than_a_name(each.entry.name)):
            found.append(each)
            continue
        read = [] if is_formula else readings(each.entry)
        said = _("Line %(line)d: “%(read)s” is more than a name.")
        if is_formula:
            said = _("Line %(line)d: “%(read)s” is a formula, which is never computed.")
        values = {"line": each.entry.line, "read": each.entry.name}
        if read and (differing := "; ".join(_said_otherwise(each.entry, read[0].named))):
            said = _(
                "Line %(line)d: “%(read)s” is more than a name. The columns say otherwise, and count:"
                " %(differing)s."
            )
            values["differing"] = differing
        by_answer = {f"{SPLIT}{at or ''}": way.entry for at, way in enumerate(read)}
        choices = [
            *((key, _("Read it as %(parts)s") % {"parts": way.in_parts}) for key, way in by_answer.items()),
            leave_out(),
            (KEEP, _("This is the whole name")),
        ]
        about, of_whom = ("name", each.entry.name), [player_name_key(way.entry.name) for way in read]
        answer = doubts.ask(about, said % values, choices, lines=[each], of_whom=of_whom)
        if answer in by_answer:
            found.append(replace(each, entry=by_answer[answer]))
        elif answer != OUT:
            found.append(each)
    return found


def _said_otherwise(entry: RosterEntry, named: RosterEntry) -> Iterator[str]:
    """What the columns of a line say otherwise than its name does."""
    fields = corrected_by(named, entry)
    for what, column, name in told(entry, {key: fields[key] for key in fields if getattr(entry, key)}):
        yield _("%(what)s %(column)s, in the name %(name)s") % {"what": what, "column": column, "name": name}


def about_ids(listed: list[ListedPlayer], doubts: Doubts) -> tuple[list[ListedPlayer], set[int]]:
    """An ID of the wrong length. Returns the lines too for which the right one was typed."""
    found = []
    typed: set[int] = set()
    for each in listed:
        if each.wrong_id and each.entry.line not in doubts.undecided:
            said = _("%(who)s: the US Chess ID “%(read)s” does not have 8 digits.")
            choices = [(KEEP, _("Enter the player without an ID")), leave_out()]
            kept_as = digest("id", each.entry.name, each.wrong_id)
            values = {"who": begun(named(each)), "read": each.wrong_id}
            answer = doubts.ask_for_id(("id", each.wrong_id, each), said % values, choices, kept_as=kept_as)
            if answer == OUT:
                continue
            if MEMBER_ID.fullmatch(answer):
                found.append(replace(each, entry=replace(each.entry, uscf_id=answer), wrong_id=""))
                typed.add(each.entry.line)
                continue
        found.append(each)
    return found, typed


def about_ratings(listed: list[ListedPlayer], doubts: Doubts) -> list[ListedPlayer]:
    """Ratings that nobody has: they are empty unless a director says that they are right. What was answered
    of others before is no answer of them."""
    high: dict[str, dict[str, list[ListedPlayer]]] = defaultdict(lambda: defaultdict(list))
    for each in listed:
        if (each.entry.rating or 0) > MOST_RATED and each.entry.line not in doubts.undecided:
            key = digest("rating", each.entry.name, each.written[1], each.entry.rating)
            high[doubts.before.get(key, "")][key].append(each)
    empty: set[int] = set()
    for by_key in high.values():
        those = [each for lines in by_key.values() for each in lines]
        said = ngettext(
            "%(count)d rating is above %(most)d: %(names)s",
            "%(count)d ratings are above %(most)d: %(names)s",
            len(those),
        )
        rated = _("%(who)s (%(rating)d)")
        names = in_a_row([rated % {"who": named(each), "rating": each.entry.rating} for each in those])
        choices = [
            (CLEAR, ngettext("Leave the rating empty", "Leave the ratings empty", len(those))),
            (KEEP, ngettext("The rating is right", "The ratings are right", len(those))),
        ]
        values = {"count": len(those), "most": MOST_RATED, "names": names}
        if doubts.ask(("rating", *those), said % values, choices, kept_as=by_key) != KEEP:
            empty.update(each.entry.line for each in those)
    return [
        replace(each, entry=replace(each.entry, rating=None, provisional=None))
        if each.entry.line in empty
        else each
        for each in listed
    ]


def about_not_coming(
    listed: list[ListedPlayer], doubts: Doubts
) -> tuple[list[ListedPlayer], list[ListedPlayer]]:
    """Lines of which the file says that their players are not entered any more, or not yet: a question for
    those of one word, and what was answered of others of that word before is no answer of them. Returns the
    lines that are left, and those that are left out."""
    saying: dict[tuple[str, str], dict[str, list[ListedPlayer]]] = defaultdict(lambda: defaultdict(list))
    for each in listed:
        if each.not_coming:
            word = each.not_coming.casefold()
            key = digest("not coming", word, *whose(each))
            saying[word, doubts.before.get(key, "")][key].append(each)
    out: set[int] = set()
    for (word, _before), by_key in saying.items():
        those = [each for lines in by_key.values() for each in lines]
        said = ngettext(
            "%(count)d line says “%(word)s”: %(names)s",
            "%(count)d lines say “%(word)s”: %(names)s",
            len(those),
        )
        names = in_a_row(list(map(named, those)))
        values = {"count": len(those), "word": shortened(those[0].not_coming), "names": names}
        anyway = ngettext("Enter the player all the same", "Enter them all the same", len(those))
        choices = [(OUT, _("Leave out who is not coming")), (KEEP, anyway)]
        answer = doubts.ask(("not coming", word, *those), said % values, choices, kept_as=by_key)
        if answer != KEEP:
            (out if answer else doubts.waiting).update(each.entry.line for each in those)
    left = [each for each in listed if each.entry.line not in out]
    return left, [each for each in listed if each.entry.line in out]


def in_a_row(names: list[str]) -> str:
    return "; ".join(names if len(names) <= MOST_NAMED else [*names[:MOST_NAMED], "…"])


def begun(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def about_expired(listed: Sequence[ListedPlayer], on: date, doubts: Doubts, seen: Container[str]) -> None:
    """Memberships that end before the event, but for those that a director has ``seen``."""
    all_expired = [
        each
        for each in listed
        if each.entry.line not in doubts.undecided
        and (each.entry.expires_on < on if each.entry.expires_on else each.is_expired)
    ]
    keys = [digest("expired", each.entry.name, each.entry.expires_on) for each in all_expired]
    expired = [each for each, key in zip(all_expired, keys, strict=True) if key not in seen]
    if not expired:
        return
    said = ngettext(
        "%(count)d membership expires before %(day)s: %(names)s",
        "%(count)d memberships expire before %(day)s: %(names)s",
        len(expired),
    )
    days = [each.entry.expires_on for each in expired]
    names = [
        _("%(who)s (%(day)s)")
        % {"who": named(each), "day": wording.calendar_date(day) if day else _("expired")}
        for each, day in zip(expired, days, strict=True)
    ]
    values = {"count": len(expired), "day": wording.calendar_date(on), "names": in_a_row(names)}
    choices = [(KEEP, _("Enter them. I will check the memberships before the rating report"))]
    # Other answers leave lines out, or change a name: this one holds for those that are named then.
    if doubts.ask(("expired",), said % values, choices, once=True):
        doubts.same += keys


def about_none(field: str, has: Sequence[tuple[ListedPlayer, str]], doubts: Doubts) -> bool:
    """Of these players the file says that they have no rating, or no byes; here they have what stands beside
    the line. Returns whether that is cleared."""
    if not has:
        return False
    said = {
        "rating": _("Unrated in the file, with a rating here: %(names)s"),
        "byes": _("No byes in the file, with byes here: %(names)s"),
    }[field]
    names = [_("%(who)s (%(here)s)") % {"who": named(each), "here": here} for each, here in has]
    choices = [(KEEP, _("Keep what is here")), (CLEAR, _("Clear it, as in the file"))]
    about = ("none", field, sorted((each.entry.name, here) for each, here in has))
    lines = [each for each, _here in has]
    return doubts.ask(about, said % {"names": in_a_row(names)}, choices, lines=lines) == CLEAR


def about_split(each: ListedPlayer, section: str, parts: Sequence[tuple[str, str]], doubts: Doubts) -> str:
    """Of a section that was split, which part a new player enters where no limit says it: the answer is its
    key, or that the line is left out."""
    names = in_a_row([name for _key, name in parts])
    said = _("%(who)s: %(section)s was split here into %(parts)s. Which one?")
    choices = [(key, _("Enter in %(section)s") % {"section": name}) for key, name in parts]
    kept_as = digest("split", each.entry.name, each.written[1], section)
    values = {"who": begun(named(each)), "section": section, "parts": names}
    return doubts.ask(("split", each, section), said % values, [*choices, leave_out()], kept_as=[kept_as])


def about_limits(
    each: ListedPlayer, section: str, limits: Limits, others: Mapping[str, tuple[str, Limits]], doubts: Doubts
) -> str:
    """Outside the section's limits: the answer is a section's key, or that the line is left out."""
    wrong = list(limits.outside(each.entry.grade, each.entry.rating))
    if not wrong:
        return KEEP
    values = {"who": begun(named(each)), "section": section, "why": "; ".join(wrong)}
    said = _("%(who)s, %(section)s: %(why)s.") % values
    fitting = [
        (key, _("Enter in %(section)s") % {"section": name})
        for key, (name, its) in others.items()
        if its != Limits() and not list(its.outside(each.entry.grade, each.entry.rating))
    ]
    anyway = (KEEP, _("Enter in %(section)s anyway") % {"section": section})
    choices = [anyway, *fitting[:3], leave_out()]
    kept_as = digest("limits", each.entry.name, each.written[1], section, *wrong)
    return doubts.ask(("limits", each, section, *wrong), said, choices, kept_as=[kept_as])
