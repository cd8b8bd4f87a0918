"""What the file of another pairing program changes: which sections it means, and each of them compared."""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import Any

from django.db.models import QuerySet
from django.utils.text import capfirst

from ...formats.names import section_key, title_of
from ...formats.records import EventDetails, PlayedSection
from ...models import Companion, CompanionFile, Event, Section
from ..event.endings import finished_since
from .companion_comparing import Comparing, as_told, label, of_new
from .companion_comparison import Comparison, GameLine
from .companion_files import answered, from_kept
from .companion_people import Before, in_numbers_of
from .companion_questions import ask


def section_for(event: Event, file: PlayedSection, beside: Collection[str] | None = None) -> Section | None:
    """The section of an event that a section of a file is: the one it was before, else that of its name, else
    one whose name the file has no more. ``beside`` are the names of all sections of the file."""
    sections = Section.objects.filter(event=event, boards=0, games=1).select_related("event", "standings")
    known = sections.filter(companion__called=file.name).first()
    if known is not None:
        return known
    key = section_key(file.name)
    named = next((each for each in sections.order_by("pk") if key in _keys(event, each)), None)
    return named if named or beside is None else _renamed(sections, file, set(map(section_key, beside)))


def _keys(event: Event, section: Section) -> set[str]:
    """The names of a section in files: its own, and that of a file which has no other section."""
    return {section_key(section.name), section_key(title_of(event.name, section.name))}


def _renamed(sections: QuerySet[Section], file: PlayedSection, names: Set[str]) -> Section | None:
    """The section that was read under a name that the file has no more, and that has most of its players: a
    name is changed in the other program, and nobody plays twice for that."""
    for section in sections.filter(companion__isnull=False).select_related("companion").order_by("pk"):
        if names & {section_key(section.name), section_key(section.companion.called)}:
            continue
        then = from_kept(section.companion.said)
        if 2 * len(in_numbers_of(file, then).was) > max(len(file.entries), len(then.entries)):
            return section
    return None


def followed(section: Section) -> Companion | None:
    """What a section that is paired in another program follows."""
    return Companion.objects.filter(section=section).first()


def waiting(event: Event) -> list[Comparison]:
    """What the file that a director uploaded last would change, section by section."""
    found = CompanionFile.objects.filter(event=event).first()
    files = [from_kept(said) for said in found.sections] if found else []
    return compare_all(event, files)


def differing(event: Event) -> list[Comparison]:
    """The sections that follow a file, with what differs here from the file as it was last read, also where
    the section was final and took nothing of it."""
    followed = Companion.objects.filter(section__event=event).order_by("section__position", "section")
    return [_with_last(event, each) for each in followed]


def _with_last(event: Event, followed: Companion) -> Comparison:
    return compare(event, from_kept(followed.said.get("held") or followed.said))


def results_that_differ(sections: Iterable[Section]) -> list[tuple[Section, str, list[GameLine]]]:
    """The results that are others here than in the file that a section follows, with the program's name.
    What the file does not know yet is no other result."""
    followed = Companion.objects.filter(section__in=sections).select_related("section__event")
    found = []
    for each in followed.order_by("section__position", "section"):
        games = _with_last(each.section.event, each).games
        if differ := [game for game in games if game.key or game.taken or game.held]:
            found.append((each.section, each.program, differ))
    return found


def compare_all(event: Event, files: Sequence[PlayedSection]) -> list[Comparison]:
    """What each section of a file changes, and what is asked about it."""
    found = [compare(event, file, beside=[each.name for each in files]) for file in files]
    ask(found)
    return found


def compare(
    event: Event,
    file: PlayedSection,
    take: Collection[str] = (),
    beside: Collection[str] | None = None,
) -> Comparison:
    """What the file changes. ``take`` are the keys of differences for which the file's value is taken,
    ``beside`` the names of all sections of the file."""
    section = section_for(event, file, beside)
    if section is None:
        found = Comparison(file)
        found.added = list(file.entries)
        found.says = of_new(file)
        Comparing(found, take).set_up()
        return found
    companion = Companion.objects.filter(section=section).first()
    found = Comparison(file, section, companion, _before(companion, file))
    Comparing(found, take).run()
    if finished_since(section):
        found.close()
    return found


def _before(companion: Companion | None, file: PlayedSection) -> Before | None:
    return in_numbers_of(file, answered(companion.said)) if companion and companion.said else None


def missing_here(event: Event, sections: Iterable[PlayedSection]) -> dict[str, Any]:
    """What the file says of the event and nobody has said here: its days, city, state and ZIP code.

    One field that is here keeps what goes with it: a last day belongs to its first. What is archived stays.
    """
    if event.archived:
        return {}
    said = next((each.event for each in sections), EventDetails())
    groups = (("starts_on", "ends_on"), ("city", "state", "zip_code"))
    return {
        name: value
        for names in groups
        if not any(getattr(event, name) for name in names)
        for name in names
        if (value := getattr(said, name))
    }


def told(fields: Mapping[str, Any]) -> list[str]:
    """Fields of the event, a line each."""
    return [f"{capfirst(label(Event, name))}: {as_told(value)}" for name, value in fields.items()]
