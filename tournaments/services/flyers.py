"""The prizes of a flyer for several sections at once: headings that name sections, then their prizes.

    K-1 Championship:
    1st–10th trophies
    K-3 and K-5: Trophies to top 10, top girl
    All sections:
    Sportsmanship trophy

What stands above the first heading and is no prize is left out. What is planned changes nothing. What is
wrong is said by line, and then nothing is saved in any section, unless the director saves what was read. A
heading that names no section here is asked about: the director takes it for one, or leaves it out with its
lines.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.prizes.notation import PrizeError, parse, read, show
from tiebreaks.engine.prizes.prize import Prize, Scope, in_order_of_value
from tiebreaks.lines import clean_lines

from ..changes import lock_sections
from ..errors import Refused, Trouble, refused_with, shortened
from ..formats.flyer import Reading
from ..formats.flyer_terms import (
    goes_without_saying,
    has_no_grade_above,
    not_above_a_grade,
    not_in_the_top,
    on_top_of_trophies,
)
from ..formats.flyer_words import NOT_SAID, Counting
from ..models import Event, Section, TeamTable
from ..selectors.awards.prize_setup import medals_beside_money, medals_first
from ..selectors.awards.unwinnable import Unwinnable, unwinnable
from ..text import wording
from . import prizes
from .flyer_lines import Line, Sheet, Unknown, for_all_sections, sheet_of, trouble_of
from .said_of_flyers import (
    expected_of_a_line,
    left_out_of,
    may_be_a_prize,
    said_again,
    said_of_counting,
    said_of_entries,
)
from .teams import make_table


@dataclass(frozen=True)
class Part:
    """A section with what it would announce: the ``lines`` of the flyer for it, and the prizes that go."""

    section: Section
    text: str
    lines: list[str]
    goes: list[str]
    # Who awards its team trophies, and how many of a team count there, if the flyer says it.
    table: TeamTable | None = None
    counting: Counting = NOT_SAID
    # How many entries its fund is based on, if the flyer says it (32C4).
    based_on: int | None = None
    # What its new team table is called, if it gets one.
    new_table: str = ""
    # Whether the prizes of before stay.
    add: bool = False

    @property
    def changes(self) -> bool:
        found = parse(self.text)
        of_table = [prize for prize in found if prizes.is_of_a_table(prize)]
        listed = show([prize for prize in found if prize not in of_table])
        moved = self.table is not None and bool(of_table) and self.table.place_trophies != len(of_table)
        return listed != self.section.prizes or moved or bool(self.counts or self.based or self.new_table)

    @property
    def counts(self) -> list[str]:
        """What changes in how teams count, in words."""
        table = self.table or (TeamTable(name=self.new_table) if self.new_table else None)
        return said_of_counting(table, self.counting) if table else []

    @property
    def based(self) -> str:
        """What changes in how many entries the fund is based on, in words."""
        return said_of_entries(self.based_on, self.section.fund_based_on)

    @property
    def unwinnable(self) -> list[Unwinnable]:
        return unwinnable(self.section, parse(self.text))

    @property
    def kept(self) -> list[TeamTable]:
        """The tables whose team trophies stay, though the flyer that replaces the prizes has none."""
        if self.add or any(map(prizes.is_of_a_table, parse(self.text))):
            return []
        return list(self.section.team_tables.filter(place_trophies__gt=0).order_by("pk"))

    @property
    def medals_first(self) -> str:
        return medals_first(parse(self.text))

    @property
    def medals_beside_money(self) -> str:
        return medals_beside_money(parse(self.text))


@dataclass(frozen=True)
class Plan:
    """What a flyer would announce. ``left_out`` are its lines that are no prizes or of no section here, and
    ``in_part`` says what is left out of lines of which prizes were read."""

    parts: list[Part]
    troubles: list[Trouble]
    left_out: list[str]
    unknown: list[Unknown] = field(default_factory=list)
    in_part: list[str] = field(default_factory=list)
    # The lines at the end that are taken for all sections of the flyer, and the last of these sections.
    for_all: list[str] = field(default_factory=list)
    last: str = ""
    # The lines that are left out because they cannot be read, of a plan of what was read.
    unread: list[Trouble] = field(default_factory=list)
    # Lines for more sections that say what a section's own line says.
    again: list[str] = field(default_factory=list)

    @property
    def changed(self) -> list[Part]:
        return [part for part in self.parts if part.changes]

    @property
    def save_what_was_read(self) -> str:
        """The words of the button that saves a plan of what was read."""
        count = len(self.unread) + len(self.in_part)
        if self.in_part:
            said = ngettext(
                "Save what was read; %(n)d line is left out, or a part of it",
                "Save what was read; %(n)d lines are left out, or parts of them",
                count,
            )
        else:
            said = ngettext(
                "Save what was read; %(n)d line is left out",
                "Save what was read; %(n)d lines are left out",
                count,
            )
        return said % {"n": count}

    @property
    def named_as_left_out(self) -> list[str]:
        """What a plan of what was read leaves out, in sentences."""
        lines = "; ".join(f"{each.where} “{shortened(each.read)}”" for each in self.unread)
        return [_("Left out: %(lines)s.") % {"lines": lines}, *self.in_part] if lines else self.in_part


def plan(
    event: Event,
    text: str,
    *,
    add: bool = False,
    leave_out: bool = False,
    make_tables: bool = False,
    as_read: bool = False,
    taken: Mapping[str, str] | None = None,
) -> Plan:
    """What a flyer gives each section that it names. ``add``: the prizes announced there already stay.

    ``leave_out``: lines below a heading that are no prizes are left out. ``taken`` says which section, by its
    address, a heading is that names none here. With ``make_tables``, a section of team trophies without a
    team table gets one. With ``as_read``, lines that cannot be read are left out, of a line the part that
    cannot; a section of which no line is read keeps its prizes.
    """
    sections = list(event.sections.filter(archived=False).select_related("event", "standings"))
    sections.sort(key=lambda section: (section.position, section.pk))
    lines = [(at, line) for at, line in enumerate(clean_lines(text).splitlines(), 1) if line.strip()]
    sheet = sheet_of(lines, sections, taken or {})
    for_all = for_all_sections(sheet)
    for each in for_all:
        each.sections = frozenset(sheet.named)
    in_parts: set[int] = set()
    unread: dict[int, Trouble] = {}
    while True:
        found = _planned(
            sheet, sections, add, leave_out, make_tables, in_parts=in_parts, without=unread.keys()
        )
        wrong = found.troubles.keys() - sheet.asked if as_read else set()
        if not wrong:
            break
        # Of a line first the part that cannot be read; where something is still wrong, the line.
        parts = {each.at for each in sheet.lines if each.read_as.in_part and not each.read_as.whole}
        unread |= {at: found.troubles[at] for at in wrong if at in in_parts or at not in parts}
        in_parts |= wrong & parts
    return Plan(
        found.parts,
        [found.troubles[at] for at in sorted(found.troubles)],
        [found.left_out[at].read for at in sorted(found.left_out)],
        sheet.unknown,
        found.in_part,
        [each.line.strip().rstrip(".") for each in for_all],
        sheet.last,
        [unread[at] for at in sorted(unread)],
        found.again,
    )


class _Planned(NamedTuple):
    """The sections of a sheet with what they would announce, and by their numbers what is wrong with lines
    and which are left out."""

    parts: list[Part]
    troubles: dict[int, Trouble]
    left_out: dict[int, Trouble]
    in_part: list[str]
    again: list[str]


def _planned(
    sheet: Sheet,
    sections: list[Section],
    add: bool,
    leave_out: bool,
    make_tables: bool,
    *,
    in_parts: Set[int],
    without: Set[int],
) -> _Planned:
    """The sheet ``without`` some lines, and of those ``in_parts`` what is read of them."""
    troubles = {at: trouble for at, trouble in sheet.troubles.items() if at not in without}
    left_out = dict(sheet.left_out)
    read_whole, in_part = [], []
    for each in sheet.lines:
        if each.at in without:
            continue
        asked = may_be_a_prize(each.line, each.read_as)
        partly = each.at in in_parts or (leave_out and not asked)
        if each.read_as.whole or (partly and each.read_as.in_part):
            read_whole.append(each)
            if each.read_as.unread:
                in_part.append(left_out_of(each.line, each.read_as))
        else:
            leave = leave_out and not each.read_as.announced and not asked
            (left_out if leave else troubles)[each.at] = trouble_of(
                each.at,
                each.line,
                expected_of_a_line(each.line, each.read_as, _error(each.line, each.read_as)),
            )
    parts = []
    again: dict[int, str] = {}
    # Most flyers say the same of several sections: their lines are read once.
    known: dict[tuple[int, ...], _Announced] = {}
    for section in sections:
        if section.pk in sheet.named:
            mine = [each for each in read_whole if section.pk in each.sections]
            if not mine and any(section.pk in each.sections for each in sheet.lines if each.at in without):
                continue
            same = tuple(map(id, mine))
            if same not in known:
                known[same] = _announced(mine)
            part, wrong = _part(section, mine, known[same], add=add, make_tables=make_tables)
            parts.append(part)
            troubles |= wrong
            again |= known[same].again
    troubles |= _not_in_the_top(parts, read_whole) | _above_a_grade(parts, read_whole)
    troubles |= _of_tables(parts, read_whole, troubles)
    return _Planned(parts, troubles, left_out, in_part, list(again.values()))


def announce_all(
    event: Event,
    text: str,
    *,
    by: User,
    add: bool = False,
    leave_out: bool = False,
    make_tables: bool = False,
    as_read: bool = False,
    taken: Mapping[str, str] | None = None,
) -> list[Section]:
    """Announce the prizes of a flyer in every section that it names; in all of them or in none."""
    with transaction.atomic():
        # As for one section: the event, then its sections, before the first change.
        Event.objects.select_for_update(no_key=True).filter(pk=event.pk).first()
        lock_sections(set(event.sections.values_list("pk", flat=True)))
        planned = plan(
            event,
            text,
            add=add,
            leave_out=leave_out,
            make_tables=make_tables,
            as_read=as_read,
            taken=taken,
        )
        if planned.troubles:
            raise refused_with(planned.troubles)
        changed = planned.changed
        if not changed:
            raise Refused(_("Nothing was saved: the flyer changes no section."))
        for part in sorted(changed, key=lambda part: part.section.pk):
            own = add and not _by_rule(part.section)
            if part.new_table:
                make_table(event, name=part.new_table, sections=[part.section], by=by, **part.counting.fields)
            prizes.announce(
                part.section,
                part.text,
                in_this_order=own,
                counting=part.counting,
                based_on=part.based_on,
                by=by,
            )
    return [part.section for part in changed]


def _error(line: str, found: Reading) -> PrizeError | None:
    errors = read("\n".join(found.unread[:1]) or line)[1]
    return errors[0] if errors else None


# --- the sections ---------------------------------------------------------------------------------


class _Announced(NamedTuple):
    """The prizes of some lines, and what is wrong where they are put together. ``again`` are the lines of
    which something is said of fewer sections already."""

    prizes: tuple[Prize, ...]
    troubles: dict[int, Trouble]
    again: dict[int, str]


def _announced(mine: list[Line]) -> _Announced:
    announced = _overridden([(each, text) for each in mine for text in each.read_as.announced])
    announced, again = _each_once(announced)
    found, errors = read("\n".join(text for _line, text in announced))
    troubles = {}
    for error in errors:
        line = announced[error.line - 1][0]
        expected = wording.message(error.allowed)
        if error.read not in line.line:
            expected = f"{error.read}: {expected}"
        troubles[line.at] = trouble_of(line.at, line.line, expected)
    return _Announced(tuple(in_order_of_value(on_top_of_trophies(found))), troubles, again)


def _each_once(
    announced: list[tuple[Line, str]],
) -> tuple[list[tuple[Line, str]], dict[int, str]]:
    """The announcements without those that a line of fewer sections makes already, with a sentence for each
    line of these. A medal for everybody is one, beside a trophy or not."""
    said: dict[frozenset[int], set[object]] = {}
    left, again = set(), {}
    for at, (line, text) in sorted(enumerate(announced), key=lambda each: len(each[1][0].sections)):
        mine: set[object] = {
            (prize.item, prize.name) if prize.for_everybody else prize for prize in read(text)[0]
        }
        others = {each for sections, those in said.items() if sections != line.sections for each in those}
        if mine and mine <= others:
            left.add(at)
            again[line.at] = said_again(line.line)
        said.setdefault(line.sections, set()).update(mine)
    return [each for at, each in enumerate(announced) if at not in left], again


def _overridden(announced: list[tuple[Line, str]]) -> list[tuple[Line, str]]:
    """The announcements without the places that a line of fewer sections gives otherwise: of "All sections:
    top 5" and "K-3: top 3" the latter counts in K-3. Money is replaced place by place."""
    places = [(line, _places(text)) for line, text in announced]

    def is_overridden(line: Line, mine: set[tuple[str, int]]) -> bool:
        items = {item for item, _nth in mine if item}
        both = mine | {place for each, of in places if each is line for place in of if place[0] in items}
        return any(each.overrides(line) and of & both for each, of in places)

    return [each for each, of in zip(announced, places, strict=True) if not is_overridden(*of)]


def _places(text: str) -> set[tuple[str, int]]:
    """The places that an announcement is for, each with what they win; none of one for others too."""
    found = read(text)[0]
    of_places = all(prize.scope is Scope.PLACE for prize in found)
    return {(prize.item, prize.nth) for prize in found} if of_places else set()


def _part(
    section: Section, mine: list[Line], announced: _Announced, *, add: bool, make_tables: bool
) -> tuple[Part, dict[int, Trouble]]:
    before = list(parse(section.prizes))
    listed = list(announced.prizes)
    if add:
        listed = list(on_top_of_trophies([*before, *listed]))[len(before) :]
    new = [prize for prize in listed if prize not in before]
    after = [*before, *new] if add else listed
    if not add or _by_rule(section):
        after = in_order_of_value(after)
    of_teams = any(prize.scope is Scope.TEAM for prize in after)
    counting = NOT_SAID
    troubles = dict(announced.troubles)
    based_on = None
    for each in mine:
        counting = counting.with_(each.read_as.counting)
        said = each.read_as
        if said.based_on and based_on and said.based_on != based_on:
            expected = _("one number of entries for all prizes: %(one)d or %(other)d")
            values = {"one": based_on, "other": said.based_on}
            troubles[each.at] = trouble_of(each.at, each.line, expected % values)
        based_on = said.based_on or based_on
    table = section.team_tables.order_by("pk").first() if of_teams else None
    needs_one = of_teams and table is None and not section.boards
    part = Part(
        section,
        show(after),
        [each.line for each in mine],
        show([prize for prize in before if prize not in after]).splitlines(),
        table,
        counting,
        based_on,
        _("%(section)s teams") % {"section": section.name} if needs_one and make_tables else "",
        add,
    )
    return part, troubles


def _not_in_the_top(parts: list[Part], lines: list[Line]) -> dict[int, Trouble]:
    """The prizes that a section cannot keep from the players of its first places, by their lines."""
    troubles: dict[int, Trouble] = {}
    for each in lines:
        besides, mine = each.read_as.besides, parse("\n".join(each.read_as.announced))
        names = [
            part.section.name
            for part in parts
            if besides
            and part.section.pk in each.sections
            and not goes_without_saying(besides, mine, parse(part.text))
        ]
        if besides and names:
            troubles[each.at] = trouble_of(each.at, each.line, not_in_the_top(besides, "; ".join(names)))
    return troubles


def _above_a_grade(parts: list[Part], lines: list[Line]) -> dict[int, Trouble]:
    """The prizes for those with a mark that a section may have players above the grade of, by their lines."""
    troubles: dict[int, Trouble] = {}
    for each in lines:
        grade = each.read_as.grade
        mine = [part.section.name for part in parts if part.section.pk in each.sections]
        if grade and (names := [name for name in mine if not has_no_grade_above(grade, name)]):
            troubles[each.at] = trouble_of(each.at, each.line, not_above_a_grade(grade, "; ".join(names)))
    return troubles


def _of_tables(parts: list[Part], lines: list[Line], before: Mapping[int, Trouble]) -> dict[int, Trouble]:
    """What is wrong with the team prizes, by the lines that announce them."""
    lacking: dict[int, list[Section]] = {}
    troubles: dict[int, Trouble] = {}
    first: dict[int, tuple[Section, tuple[object, ...]]] = {}
    of_them = list(filter(_is_of_teams, lines))
    by_at = {each.at: each for each in of_them}
    for part in parts:
        of_teams = [prize for prize in parse(part.text) if prize.scope is Scope.TEAM]
        of_lines = (each.at for each in of_them if part.section.pk in each.sections)
        at = next(of_lines, None) if of_teams else None
        if at is None or at in before:
            continue
        wrong = prizes.lacking_for_teams(part.section, of_teams, new_table=True)
        if not wrong and part.table is None and not part.new_table:
            lacking.setdefault(at, []).append(part.section)
        elif wrong:
            troubles[at] = trouble_of(at, by_at[at].line, wrong)
        elif part.table:
            asked = (len([prize for prize in of_teams if prizes.is_of_a_table(prize)]), part.counting)
            same, said = first.setdefault(part.table.pk, (part.section, asked))
            if said != asked:
                expected = _("the same team trophies as for %(section)s: both are of the table %(table)s")
                values = {"section": same.name, "table": part.table.name}
                troubles[at] = trouble_of(at, by_at[at].line, expected % values)
    for at, sections in lacking.items():
        expected = _(
            "a team table that draws on %(sections)s. Check “Create the team tables that are missing”, or"
            " create the table first"
        )
        names = "; ".join(section.name for section in sections)
        troubles[at] = trouble_of(at, by_at[at].line, expected % {"sections": names})
    return troubles


def _is_of_teams(line: Line) -> bool:
    return any("team" in each.casefold() for each in line.read_as.announced)


def _by_rule(section: Section) -> bool:
    before = list(parse(section.prizes))
    return before == in_order_of_value(before)
