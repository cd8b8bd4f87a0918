"""The prizes of a flyer for several sections at once: headings that name a section, then one prize a line.

    K-1 Championship:
    1st–10th trophies
    All sections:
    Sportsmanship trophy

What is planned changes nothing. What is wrong is said by line, and then nothing is saved in any section.
"""

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
    parts: list[Part]
    troubles: list[Trouble]


def plan(event: Event, text: str, *, add: bool = False) -> Plan:
    """What a flyer gives each section that it names. ``add``: the prizes announced there already stay."""
    sections = list(event.sections.filter(archived=False).select_related("event", "standings"))
    sections.sort(key=lambda section: (section.position, section.pk))
    lines = clean_lines(text).splitlines()
    troubles: dict[int, Trouble] = {}
    of_section: dict[int, set[int]] = {}
    here: list[Section] | None = None
    for at, line in enumerate(lines, 1):
        if not line.strip():
            continue
        named = _named(line, sections)
        if named is not None:
            here = named
        elif line.rstrip().endswith(":"):
            here = []
            troubles[at] = _trouble(at, line, _a_section(sections))
        elif here is None:
            troubles[at] = _trouble(at, line, _a_section(sections))
        for section in here or ():
            of_section.setdefault(section.pk, set())
            if named is None:
                of_section[section.pk].add(at)
    parts = []
    for section in sections:
        if (numbers := of_section.get(section.pk)) is not None:
            # Empty lines in the place of the others keep the numbers of lines.
            mine = "\n".join(line if at in numbers else "" for at, line in enumerate(lines, 1))
            found, errors = read(mine)
            for error in errors:
                troubles[error.line] = _trouble(error.line, error.read, wording.message(error.allowed))
            parts.append(_part(section, show(in_order_of_value(found)), mine, add=add))
    return Plan(parts, [troubles[at] for at in sorted(troubles)])


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


def _part(section: Section, listed: str, mine: str, *, add: bool) -> Part:
    before = list(parse(section.prizes))
    found = list(parse(listed))
    new = [prize for prize in found if prize not in before]
    after = [*before, *new] if add else found
    if not add or _by_rule(section):
        after = in_order_of_value(after)
    return Part(
        section,
        show(after),
        [line.strip() for line in mine.splitlines() if line.strip()],
        show([prize for prize in before if prize not in after]).splitlines(),
    )


def _by_rule(section: Section) -> bool:
    before = list(parse(section.prizes))
    return before == in_order_of_value(before)


def _named(line: str, sections: Sequence[Section]) -> list[Section] | None:
    """The sections that a heading names; None if the line is no heading.

    ``K-1:`` names the only section whose name begins so; without the colon, the whole name must stand there.
    """
    name = " ".join(line.strip().removesuffix(":").casefold().split())
    heading = line.rstrip().endswith(":")
    if heading and name in ("all sections", "all", "every section"):
        return list(sections)
    same = [section for section in sections if " ".join(section.name.casefold().split()) == name]
    if same or not heading:
        return same or None
    begin = [section for section in sections if section.name.casefold().startswith(name + " ")]
    return begin if len(begin) == 1 else None


def _a_section(sections: Sequence[Section]) -> str:
    names = "; ".join(f"{section.name}:" for section in sections[:20])
    return _("a heading first: All sections: or a section of this event (%(names)s)") % {"names": names}


def _trouble(at: int, line: str, allowed: str) -> Trouble:
    return Trouble(_("line %(line)d") % {"line": at}, line.strip(), allowed)
