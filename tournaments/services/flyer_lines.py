"""The lines of a flyer by their sections: what its headings name, and what stands below each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from ..errors import Trouble
from ..formats.flyer import Reading, is_for_all_players, is_label, reading
from ..formats.flyer_headings import (
    Heading,
    Headings,
    is_no_part,
    of_each_quad,
    of_each_section,
    says_prizes,
)
from ..formats.flyer_words import INSTEAD, in_points
from ..models import Section
from ..selectors.entries.quads import quads_of

# What a heading is taken for that no section is called.
LEFT_OUT = "-"


@dataclass(frozen=True)
class Unknown:
    """A heading that names no section here, and what it is taken for: an address, LEFT_OUT or nothing yet."""

    name: str
    taken: str


@dataclass
class Line:
    """A line below a heading: its number, what it is, and what of it is read behind the heading."""

    at: int
    line: str
    # By their keys.
    sections: frozenset[int]
    read_as: Reading

    def overrides(self, other: "Line") -> bool:
        """Whether it counts where both give places: it is of fewer sections, or says "instead" itself."""
        instead = [bool(INSTEAD.search(each.line)) for each in (self, other)]
        return self.sections < other.sections or (
            instead == [True, False] and self.sections <= other.sections
        )


@dataclass
class Sheet:
    """The lines of a flyer by their sections."""

    lines: list[Line] = field(default_factory=list)
    named: set[int] = field(default_factory=set)
    unknown: list[Unknown] = field(default_factory=list)
    troubles: dict[int, Trouble] = field(default_factory=dict)
    left_out: dict[int, Trouble] = field(default_factory=dict)
    # The headings of which a section is asked for.
    asked: set[int] = field(default_factory=set)
    # The line of the last heading, and what it names.
    last_heading: int = 0
    last: str = ""


def for_all_sections(sheet: Sheet) -> list[Line]:
    """The lines below the last section of a flyer that speak of all players, as one for all sections stands
    at its end; none where a section has such a line of its own."""
    of_all = [each for each in sheet.lines if is_for_all_players(each.read_as)]
    found: list[Line] = []
    for each in reversed(sheet.lines):
        if each.at <= sheet.last_heading or (each.read_as.announced and each not in of_all):
            break
        found += [each] if each in of_all and each.sections < sheet.named else []
    return found[::-1] if len(found) == len(of_all) else []


def sheet_of(lines: list[tuple[int, str]], sections: list[Section], taken: Mapping[str, str]) -> Sheet:
    sheet = Sheet()
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
                sheet.troubles[at] = trouble_of(at, line, _no_section(heading, sections))
                sheet.asked.add(at)
        elsewhere = list(sections) if heading is None and of_each_section(line) else here
        if of_each_quad(said):
            among = sections if heading is None or not here else here
            elsewhere = [section for section in quads if section in among]
            if not elsewhere:
                sheet.troubles[at] = trouble_of(at, line, _quads(among, sections))
        if elsewhere is None:
            above[at] = trouble_of(at, line, _a_heading(sections))
        elif dropped and elsewhere is here:
            sheet.left_out[at] = trouble_of(at, line, "")
        elif elsewhere and said and not is_label(said):
            sheet.named |= {section.pk for section in elsewhere}
            sheet.lines += _lines(at, line, said, elsewhere)
    for at, trouble in above.items():
        leave = bool(sheet.named) and is_no_part(trouble.read) and not says_prizes(trouble.read)
        (sheet.left_out if leave else sheet.troubles)[at] = trouble
    return sheet


def _lines(at: int, line: str, said: str, sections: list[Section]) -> Iterator[Line]:
    """The line, once for each number of points that there are in its sections if it says a share of them."""
    texts: dict[str, list[int]] = {}
    for section in sections:
        texts.setdefault(in_points(said, section.rounds * section.games), []).append(section.pk)
    for text, keys in texts.items():
        yield Line(at, line, frozenset(keys), reading(text))


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


def trouble_of(at: int, line: str, expected: str) -> Trouble:
    return Trouble(_("line %(line)d") % {"line": at}, line.strip(), expected)
