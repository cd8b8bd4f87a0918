"""The prizes of a flyer for several sections at once: headings that name a section, then its prizes.

    K-1 Championship:
    1st–10th trophies
    K-5 Open: Trophies to top 10, top girl
    All sections:
    Sportsmanship trophy

What stands above the first heading and is no prize is left out. What is planned changes nothing. What is
wrong is said by line, and then nothing is saved in any section.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from tiebreaks.engine.prizes.notation import parse, read, show
from tiebreaks.engine.prizes.prize import in_order_of_value
from tiebreaks.lines import clean_lines

from ..changes import lock_sections
from ..errors import Refused, Trouble, refused_with
from ..formats.flyer import is_label, is_prize, prize_lines
from ..models import Event, Section
from ..text import wording
from . import prizes


@dataclass(frozen=True)
class Part:
    """A section with what it would announce: the ``lines`` of the flyer for it, and the prizes that go."""

    section: Section
    text: str
    lines: list[str]
    goes: list[str]

    @property
    def changes(self) -> bool:
        return self.text != self.section.prizes


@dataclass(frozen=True)
class Plan:
    """What a flyer would announce. ``left_out`` are the lines above its first heading that are no prizes."""

    parts: list[Part]
    troubles: list[Trouble]
    left_out: list[str]


def plan(event: Event, text: str, *, add: bool = False) -> Plan:
    """What a flyer gives each section that it names. ``add``: the prizes announced there already stay."""
    sections = list(event.sections.filter(archived=False).select_related("event", "standings"))
    sections.sort(key=lambda section: (section.position, section.pk))
    troubles: dict[int, Trouble] = {}
    above: dict[int, Trouble] = {}
    of_section: dict[int, dict[int, str]] = {}
    # The announcements of each line, once for all sections.
    read_as: dict[int, list[str]] = {}
    here: list[Section] | None = None
    for at, line in enumerate(clean_lines(text).splitlines(), 1):
        if not line.strip():
            continue
        named, said = _named(line, sections)
        if named is not None:
            here = named
        elif here is None:
            above[at] = _trouble(at, line, _a_section(sections))
        elif line.rstrip().endswith(":") and not is_label(line):
            here = []
            troubles[at] = _trouble(at, line, _a_section(sections))
        says_prizes = bool(here and said) and not is_label(said)
        if says_prizes:
            read_as[at] = prize_lines(said)
        for section in here or ():
            lines = of_section.setdefault(section.pk, {})
            if says_prizes:
                lines[at] = said
    left_out = {at: each for at, each in above.items() if of_section and _is_no_part(each.read)}
    troubles |= {at: each for at, each in above.items() if at not in left_out}
    parts = []
    for section in sections:
        if (mine := of_section.get(section.pk)) is not None:
            announced = [(at, each) for at in mine for each in read_as[at]]
            found, errors = read("\n".join(each for _at, each in announced))
            for error in errors:
                at = announced[error.line - 1][0]
                troubles[at] = _trouble(at, error.read, wording.message(error.allowed))
            parts.append(_part(section, show(in_order_of_value(found)), list(mine.values()), add=add))
    return Plan(parts, [troubles[at] for at in sorted(troubles)], [each.read for each in left_out.values()])


def announce_all(event: Event, text: str, *, add: bool = False, by: User) -> list[Section]:
    """Announce the prizes of a flyer in every section that it names; in all of them or in none."""
    with transaction.atomic():
        # As for one section: the event, then its sections, before the first change.
        Event.objects.select_for_update(no_key=True).filter(pk=event.pk).first()
        lock_sections(set(event.sections.values_list("pk", flat=True)))
        planned = plan(event, text, add=add)
        if planned.troubles:
            raise refused_with(planned.troubles)
        changed = [part for part in planned.parts if part.changes]
        if not changed:
            raise Refused(_("Nothing was saved: the flyer changes no section."))
        for part in sorted(changed, key=lambda part: part.section.pk):
            own = add and not _by_rule(part.section)
            prizes.announce(part.section, part.text, in_this_order=own, by=by)
    return [part.section for part in changed]


def _part(section: Section, listed: str, mine: list[str], *, add: bool) -> Part:
    before = list(parse(section.prizes))
    found = list(parse(listed))
    new = [prize for prize in found if prize not in before]
    after = [*before, *new] if add else found
    if not add or _by_rule(section):
        after = in_order_of_value(after)
    return Part(
        section,
        show(after),
        mine,
        show([prize for prize in before if prize not in after]).splitlines(),
    )


def _by_rule(section: Section) -> bool:
    before = list(parse(section.prizes))
    return before == in_order_of_value(before)


def _is_no_part(line: str) -> bool:
    """Whether a line is neither a prize nor the heading of a section that is not here."""
    return not is_prize(line) and (is_label(line) or not line.endswith(":"))


def _named(line: str, sections: Sequence[Section]) -> tuple[list[Section] | None, str]:
    """The sections that a heading names, and what stands behind it; None and the line if it is no heading.

    ``K-1:`` names the only section whose name begins so; without the colon, the whole name must stand there,
    alone or before a dash.
    """
    plain = " ".join(line.split())
    own = {_key(section.name): [section] for section in sections}
    names = own | {name: list(sections) for name in ("all sections", "all", "every section")}
    # The longest first: K-5 may be a section beside K-5 Open.
    for name in sorted(names, key=len, reverse=True):
        behind = plain[len(name) :].lstrip()
        marked = re.match(r":|[-–—]\s", behind)
        if plain.casefold().startswith(name) and (marked or (not behind and name in own)):
            return names[name], behind[1:].strip()
    name, colon, behind = plain.partition(":")
    begin = [section for section in sections if _key(section.name).startswith(f"{_key(name)} ")]
    return (begin, behind.strip()) if colon and len(begin) == 1 else (None, plain)


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _a_section(sections: Sequence[Section]) -> str:
    names = "; ".join(f"{section.name}:" for section in sections[:20])
    return _("a heading first: All sections: or a section of this event (%(names)s)") % {"names": names}


def _trouble(at: int, line: str, allowed: str) -> Trouble:
    return Trouble(_("line %(line)d") % {"line": at}, line.strip(), allowed)
