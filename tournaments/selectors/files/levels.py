"""The scholastic level that grades say: those of a section's limits, and those of who plays in it."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from ...formats.limits import grade_name, grade_number
from ...formats.names import first_last
from ...models import Player, Section

# So many players above the highest grade are named.
MOST_NAMED = 5


class Proposed(NamedTuple):
    """A level, and why it is this one."""

    level: Section.Levels
    why: str
    # Whether nobody above the highest grade plays.
    clear: bool = True


def proposed_levels(sections: Collection[Section]) -> Mapping[int, Proposed]:
    """By section, of those that have a highest grade. A player above it counts: the section is no scholastic
    one of the lower level then."""
    highest = {each.pk: each.limits.highest_grade for each in sections}
    above: dict[int, list[tuple[int, str]]] = defaultdict(list)
    players = Player.objects.filter(section__in=sections, house=False).exclude(grade="").order_by("number")
    for section, name, text in players.values_list("section", "name", "grade"):
        grade, limit = grade_number(text), highest[section]
        if grade is not None and limit is not None and grade > limit:
            above[section].append((grade, first_last(name)))
    return {
        section: Proposed(
            _level_of(max([limit, *(grade for grade, _name in above[section])])), why, not above[section]
        )
        for section, limit in highest.items()
        if limit is not None and (why := _why(limit, above[section]))
    }


def _level_of(grade: int) -> Section.Levels:
    """Our reading of the levels: primary through grade 6, junior high through 9, senior high through 12."""
    levels = {6: Section.Levels.PRIMARY, 9: Section.Levels.JUNIOR}
    return next((level for highest, level in levels.items() if grade <= highest), Section.Levels.SENIOR)


def _why(limit: int, above: list[tuple[int, str]]) -> str:
    if not above:
        return _("The section is for grades up to %(grade)s.") % {"grade": grade_name(limit)}
    named = [_("%(name)s (grade %(grade)d)") % {"name": name, "grade": grade} for grade, name in above]
    names = "; ".join(named if len(named) <= MOST_NAMED else [*named[:MOST_NAMED], "…"])
    said = _("The section is for grades up to %(grade)s, but these play in it: %(names)s.")
    return said % {"grade": grade_name(limit), "names": names}
