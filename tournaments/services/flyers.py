"""The prizes of a flyer for several sections at once: headings that name sections, then their prizes.

    K-1 Championship:
    1st–10th trophies
    K-3 and K-5: Trophies to top 10, top girl
    All sections:
    Sportsmanship trophy

What stands above the first heading and is no prize is left out. What is planned changes nothing. What is
wrong is said by line, and then nothing is saved in any section. A heading that names no section here is asked
about: the director takes it for one, or leaves it out with its lines.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from tiebreaks.engine.prizes.notation import PrizeError, parse, read, show
from tiebreaks.engine.prizes.prize import Prize, Scope, in_order_of_value
from tiebreaks.lines import clean_lines

from ..changes import lock_sections
from ..errors import Refused, Trouble, refused_with
from ..formats.flyer import Reading, is_for_all_players, is_label, reading
from ..formats.flyer_headings import (
    Heading,
    Headings,
    is_no_part,
    of_each_quad,
    of_each_section,
    says_prizes,
)
from ..formats.flyer_terms import (
    goes_without_saying,
    has_no_grade_above,
    not_above_a_grade,
    not_in_the_top,
    on_top_of_trophies,
)
from ..formats.flyer_words import INSTEAD, NOT_SAID, Counting, in_points
from ..models import Event, Section, TeamTable
from ..selectors.awards.prize_setup import medals_beside_money, medals_first
from ..selectors.awards.unwinnable import Unwinnable, unwinnable
from ..selectors.entries.quads import quads_of
from ..text import wording
from . import prizes
from .said_of_flyers import (
    expected_of_a_line,
    left_out_of,
    may_be_a_prize,
    said_again,
    said_of_counting,
    said_of_entries,
)
from .teams import make_table

# What a heading is taken for that no section is called.
LEFT_OUT = "-"


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
class Unknown:
    """A heading that names no section here, and what it is taken for: an address, LEFT_OUT or nothing yet."""

    name: str
    taken: str


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


@dataclass
class _Line:
    """A line below a heading: its number, what it is, and what of it is read behind the heading."""

    at: int
    line: str
    # By their keys.
    sections: frozenset[int]
    read_as: Reading

    def overrides(self, other: "_Line") -> bool:
        """Whether it counts where both give places: it is of fewer sections, or says "instead" itself."""
        instead = [bool(INSTEAD.search(each.line)) for each in (self, other)]
        return self.sections < other.sections or (
            instead == [True, False] and self.sections <= other.sections
        )


def plan(
    event: Event,
    text: str,
    *,
    add: bool = False,
    leave_out: bool = False,
    make_tables: bool = False,
    taken: Mapping[str, str] | None = None,
) -> Plan:
    """What a flyer gives each section that it names. ``add``: the prizes announced there already stay.

    ``leave_out``: lines below a heading that are no prizes are left out. ``taken`` says which section, by its
    address, a heading is that names none here. With ``make_tables``, a section of team trophies without a
    team table gets one.
    """
    sections = list(event.sections.filter(archived=False).select_related("event", "standings"))
    sections.sort(key=lambda section: (section.position, section.pk))
    lines = [(at, line) for at, line in enumerate(clean_lines(text).splitlines(), 1) if line.strip()]
    sheet = _sheet(lines, sections, taken or {}, leave_out=leave_out)
    for_all = _for_all(sheet)
    for each in for_all:
        each.sections = frozenset(sheet.named)
    troubles, left_out = dict(sheet.troubles), dict(sheet.left_out)
    read_whole, in_part = [], []
    for each in sheet.lines:
        asked = may_be_a_prize(each.line, each.read_as)
        if each.read_as.whole or (leave_out and each.read_as.in_part and not asked):
            read_whole.append(each)
            if each.read_as.unread:
                in_part.append(left_out_of(each.line, each.read_as))
        else:
            leave = leave_out and not each.read_as.announced and not asked
            (left_out if leave else troubles)[each.at] = _trouble(
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
            same = tuple(map(id, mine))
            if same not in known:
                known[same] = _announced(mine)
            part, wrong = _part(section, mine, known[same], add=add, make_tables=make_tables)
            parts.append(part)
            troubles |= wrong
            again |= known[same].again
    troubles |= _not_in_the_top(parts, read_whole) | _above_a_grade(parts, read_whole)
    troubles |= _of_tables(parts, read_whole, troubles)
    return Plan(
        parts,
        [troubles[at] for at in sorted(troubles)],
        [left_out[at].read for at in sorted(left_out)],
        sheet.unknown,
        [*in_part, *again.values()],
        [each.line.strip().rstrip(".") for each in for_all],
        sheet.last,
    )


def announce_all(
    event: Event,
    text: str,
    *,
    by: User,
    add: bool = False,
    leave_out: bool = False,
    make_tables: bool = False,
    taken: Mapping[str, str] | None = None,
) -> list[Section]:
    """Announce the prizes of a flyer in every section that it names; in all of them or in none."""
    with transaction.atomic():
        # As for one section: the event, then its sections, before the first change.
        Event.objects.select_for_update(no_key=True).filter(pk=event.pk).first()
        lock_sections(set(event.sections.values_list("pk", flat=True)))
        planned = plan(event, text, add=add, leave_out=leave_out, make_tables=make_tables, taken=taken)
        if planned.troubles:
            raise refused_with(planned.troubles)
        changed = [part for part in planned.parts if part.changes]
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


# --- the lines ------------------------------------------------------------------------------------


@dataclass
class _Sheet:
    """The lines of a flyer by their sections."""

    lines: list[_Line] = field(default_factory=list)
    named: set[int] = field(default_factory=set)
    unknown: list[Unknown] = field(default_factory=list)
    troubles: dict[int, Trouble] = field(default_factory=dict)
    left_out: dict[int, Trouble] = field(default_factory=dict)
    # The line of the last heading, and what it names.
    last_heading: int = 0
    last: str = ""


def _for_all(sheet: _Sheet) -> list[_Line]:
    """The lines below the last section of a flyer that speak of all players, as one for all sections stands
    at its end; none where a section has such a line of its own."""
    of_all = [each for each in sheet.lines if is_for_all_players(each.read_as)]
    found: list[_Line] = []
    for each in reversed(sheet.lines):
        if each.at <= sheet.last_heading or (each.read_as.announced and each not in of_all):
            break
        found += [each] if each in of_all and each.sections < sheet.named else []
    return found[::-1] if len(found) == len(of_all) else []


def _sheet(
    lines: list[tuple[int, str]], sections: list[Section], taken: Mapping[str, str], *, leave_out: bool
) -> _Sheet:
    sheet = _Sheet()
    quads = quads_of(sections)
    headings = Headings({section.slug: section.name for section in sections}, [each.slug for each in quads])
    by_slug = {section.slug: section for section in sections}
    above: dict[int, Trouble] = {}
    here: list[Section] | None = None
    dropped = False
    for at, line in lines:
        said = line
        heading = headings.read(line)
        if heading is not None:
            answers = {name: taken.get(name, "") for name in heading.unknown}
            here = [by_slug[slug] for slug in (*heading.slugs, *answers.values()) if slug in by_slug]
            dropped = not here and all(answer == LEFT_OUT for answer in answers.values())
            said = heading.said
            sheet.last_heading, sheet.last = at, "; ".join(section.name for section in here)
            sheet.named |= {section.pk for section in here}
            sheet.unknown += [
                Unknown(name, answer)
                for name, answer in answers.items()
                if name not in {each.name for each in sheet.unknown}
            ]
            if any(answer != LEFT_OUT and answer not in by_slug for answer in answers.values()):
                sheet.troubles[at] = _trouble(at, line, _no_section(heading, sections))
        elsewhere = list(sections) if heading is None and of_each_section(line) else here
        if of_each_quad(said):
            among = sections if heading is None or not here else here
            elsewhere = [section for section in quads if section in among]
            if not elsewhere:
                sheet.troubles[at] = _trouble(at, line, _quads(among, sections))
        if elsewhere is None:
            above[at] = _trouble(at, line, _a_heading(sections))
        elif dropped and elsewhere is here:
            sheet.left_out[at] = _trouble(at, line, "")
        elif elsewhere and said and not is_label(said):
            sheet.named |= {section.pk for section in elsewhere}
            sheet.lines += _lines(at, line, said, elsewhere)
    for at, trouble in above.items():
        leave = bool(sheet.named) and is_no_part(trouble.read) and not says_prizes(trouble.read)
        (sheet.left_out if leave else sheet.troubles)[at] = trouble
    return sheet


def _lines(at: int, line: str, said: str, sections: list[Section]) -> Iterator[_Line]:
    """The line, once for each number of points that there are in its sections if it says a share of them."""
    texts: dict[str, list[int]] = {}
    for section in sections:
        texts.setdefault(in_points(said, section.rounds * section.games), []).append(section.pk)
    for text, keys in texts.items():
        yield _Line(at, line, frozenset(keys), reading(text))


def _error(line: str, found: Reading) -> PrizeError | None:
    errors = read("\n".join(found.unread[:1]) or line)[1]
    return errors[0] if errors else None


def _quads(among: list[Section], sections: list[Section]) -> str:
    if among is sections or len(among) > 1:
        return _(
            "quads in this event, and no section is one yet. Cut a section into quads (Setup of the section),"
            " or write the prize below the section’s name without “in each quad”: its quads keep the prizes"
            " of the section that is cut"
        )
    said = _(
        "a section of quads, which %(section)s is not. Write the prize without “in each quad”: when"
        " %(section)s is cut into quads, each of them keeps it"
    )
    return said % {"section": among[0].name}


def _a_heading(sections: list[Section]) -> str:
    said = _("a heading above it: All sections: or a section of this event (%(names)s)")
    return said % {"names": "; ".join(f"{section.name}:" for section in sections[:20])}


def _no_section(heading: Heading, sections: list[Section]) -> str:
    if heading.either:
        said = _("the whole name of a section: “%(name)s” may be %(either)s")
        either = [section.name for section in sections if section.slug in heading.either]
        return said % {"name": heading.unknown[0], "either": _(" or ").join(either)}
    said = _("a section of this event. No section is called “%(name)s”. Sections here: %(names)s")
    names = "; ".join(section.name for section in sections[:20])
    return said % {"name": "”, “".join(heading.unknown), "names": names}


def _trouble(at: int, line: str, expected: str) -> Trouble:
    return Trouble(_("line %(line)d") % {"line": at}, line.strip(), expected)


# --- the sections ---------------------------------------------------------------------------------


class _Announced(NamedTuple):
    """The prizes of some lines, and what is wrong where they are put together. ``again`` are the lines of
    which something is said of fewer sections already."""

    prizes: tuple[Prize, ...]
    troubles: dict[int, Trouble]
    again: dict[int, str]


def _announced(mine: list[_Line]) -> _Announced:
    announced = _overridden([(each, text) for each in mine for text in each.read_as.announced])
    announced, again = _each_once(announced)
    found, errors = read("\n".join(text for _line, text in announced))
    troubles = {}
    for error in errors:
        line = announced[error.line - 1][0]
        expected = wording.message(error.allowed)
        if error.read not in line.line:
            expected = f"{error.read}: {expected}"
        troubles[line.at] = _trouble(line.at, line.line, expected)
    return _Announced(tuple(in_order_of_value(on_top_of_trophies(found))), troubles, again)


def _each_once(
    announced: list[tuple[_Line, str]],
) -> tuple[list[tuple[_Line, str]], dict[int, str]]:
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


def _overridden(announced: list[tuple[_Line, str]]) -> list[tuple[_Line, str]]:
    """The announcements without the places that a line of fewer sections gives otherwise: of "All sections:
    top 5" and "K-3: top 3" the latter counts in K-3. Money is replaced place by place."""
    places = [(line, _places(text)) for line, text in announced]

    def is_overridden(line: _Line, mine: set[tuple[str, int]]) -> bool:
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
    section: Section, mine: list[_Line], announced: _Announced, *, add: bool, make_tables: bool
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
            troubles[each.at] = _trouble(each.at, each.line, expected % values)
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


def _not_in_the_top(parts: list[Part], lines: list[_Line]) -> dict[int, Trouble]:
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
            troubles[each.at] = _trouble(each.at, each.line, not_in_the_top(besides, "; ".join(names)))
    return troubles


def _above_a_grade(parts: list[Part], lines: list[_Line]) -> dict[int, Trouble]:
    """The prizes for those with a mark that a section may have players above the grade of, by their lines."""
    troubles: dict[int, Trouble] = {}
    for each in lines:
        grade = each.read_as.grade
        mine = [part.section.name for part in parts if part.section.pk in each.sections]
        if grade and (names := [name for name in mine if not has_no_grade_above(grade, name)]):
            troubles[each.at] = _trouble(each.at, each.line, not_above_a_grade(grade, "; ".join(names)))
    return troubles


def _of_tables(parts: list[Part], lines: list[_Line], before: Mapping[int, Trouble]) -> dict[int, Trouble]:
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
            troubles[at] = _trouble(at, by_at[at].line, wrong)
        elif part.table:
            asked = (len([prize for prize in of_teams if prizes.is_of_a_table(prize)]), part.counting)
            same, said = first.setdefault(part.table.pk, (part.section, asked))
            if said != asked:
                expected = _("the same team trophies as for %(section)s: both are of the table %(table)s")
                values = {"section": same.name, "table": part.table.name}
                troubles[at] = _trouble(at, by_at[at].line, expected % values)
    for at, sections in lacking.items():
        expected = _(
            "a team table that draws on %(sections)s. Check “Create the team tables that are missing”, or"
            " create the table first"
        )
        names = "; ".join(section.name for section in sections)
        troubles[at] = _trouble(at, by_at[at].line, expected % {"sections": names})
    return troubles


def _is_of_teams(line: _Line) -> bool:
    return any("team" in each.casefold() for each in line.read_as.announced)


def _by_rule(section: Section) -> bool:
    before = list(parse(section.prizes))
    return before == in_order_of_value(before)
