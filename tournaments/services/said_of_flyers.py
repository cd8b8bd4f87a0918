"""What directors read of a flyer: why a line announces nothing, and how teams will count."""

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.prizes.notation import PrizeError

from ..formats.flyer import Reading
from ..formats.flyer_words import Counting
from ..models import TeamTable
from ..text import wording

_BASED_ON = re.compile(r"\bb(?:ased on|\s*/)\s*\d+", re.IGNORECASE)
_EACH_GRADE = re.compile(r"\b(?:each|every)\s+grade\b|\bper\s+grade\b", re.IGNORECASE)
_NOT_IN_TOP = re.compile(r"\bnot\s+(?:in|among)\s+(?:the\s+)?top\s+\d+", re.IGNORECASE)
_OF_MEMBERS = re.compile(
    r"\bmedals?\s+(?:for|to)\s+(?:(?:all|each|every|the|its)\s+)*(?:team\s+)?members?\b", re.IGNORECASE
)
# The engine lists every form there is: a flyer has many lines that are no prizes.
_ONE_OF = "one of these forms"
_ITEM_ALONE = re.compile(r"(?:troph(?:y|ies)|medals?)", re.IGNORECASE)


def expected_of_a_line(found: Reading, error: PrizeError | None) -> str:
    """What was expected instead of a line that cannot be read whole."""
    unread = "; ".join(found.unread)
    if based := _BASED_ON.search(unread):
        said = _(
            "the prizes alone. How many entries a fund is based on (%(read)s) goes under “Rules for all"
            " prizes” on the section’s page"
        )
        return said % {"read": based[0]}
    if _EACH_GRADE.search(unread):
        return _("a line for each grade, such as Top 3 grade 2")
    if besides := _NOT_IN_TOP.search(unread):
        said = _(
            "the prize without “%(read)s”. Nobody takes two trophies (32F), so who takes a trophy for a place"
            " is not counted for it"
        )
        return said % {"read": besides[0]}
    if medals := _OF_MEMBERS.search(unread):
        said = _(
            "the team trophy without “%(read)s”. No prize here is for the members of a team: give these by"
            " hand"
        )
        return said % {"read": medals[0]}
    if alone := next((each for each in found.unread if _ITEM_ALONE.fullmatch(each.strip())), ""):
        said = _(
            "who wins each: “%(item)s” does not say it. Such as %(item)s to 1st–3rd, or %(item)s to all other"
            " players"
        )
        return said % {"item": alone.strip()}
    if found.announced:
        said = _("each award on a line of its own. Read here: %(read)s. Not read: %(unread)s")
        return said % {"read": "; ".join(found.announced), "unread": unread}
    if error is None or str(error.allowed).startswith(_ONE_OF):
        return _(
            "a prize, such as Top 5, Top girl or 2nd U800 $40. If it is none, check “Leave out lines that are"
            " no prizes”. “Prize formats” on a section’s Prizes page has them all"
        )
    return wording.message(error.allowed)


def said_of_counting(table: TeamTable, counting: Counting) -> list[str]:
    """How many players of a team would count in the table, where that changes."""
    return list(_said_of_counting(table, counting))


def _said_of_counting(table: TeamTable, counting: Counting) -> Iterator[str]:
    if counting.best not in (None, table.best):
        said = _("%(table)s: the best %(best)d players of a team count (now %(now)d).")
        yield said % {"table": table.name, "best": counting.best, "now": table.best}
    minimum = counting.minimum
    if minimum is not None and minimum != table.minimum:
        said = ngettext(
            "%(table)s: a team needs %(minimum)d player (now %(now)d).",
            "%(table)s: a team needs %(minimum)d players (now %(now)d).",
            minimum,
        )
        yield said % {"table": table.name, "minimum": minimum, "now": table.minimum}
