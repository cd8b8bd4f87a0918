"""Prizes for marked players in a section in which nobody is marked so: nobody can win them."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tiebreaks.engine.prizes import Prize, Scope
from tiebreaks.engine.prizes.prize import FEMALE, MARKS, MEANT_BY

from ...models import Section

# Of people it is said without an article.
_ADJECTIVES = {FEMALE, "local"}


def unmarked(section: Section, prizes: Iterable[Prize]) -> list[str]:
    """A sentence for each mark that a prize names and no player of the section has. Where there are no
    players yet, there is nobody to mark."""
    asked = dict.fromkeys(prize.label for prize in prizes if prize.scope is Scope.MARK)
    if not asked:
        return []
    rosters = list(section.players.values_list("marks", flat=True))
    there = {mark for marks in rosters for mark in marks.split(", ")}
    missing = [label for label in asked if not there & MEANT_BY.get(label, {label})]
    return [_said(section, label) for label in missing] if rosters else []


def _said(section: Section, label: str) -> str:
    values = {"section": section.name, "mark": _(label)}
    if label not in MARKS:
        return _("Nobody in %(section)s is marked “%(mark)s”.") % values
    if label in _ADJECTIVES:
        return _("Nobody in %(section)s is marked as %(mark)s.") % values
    return _("Nobody in %(section)s is marked as a %(mark)s.") % values
