"""Sections whose entries all went to others, by a merge or a cut into quads: nobody is sent there again."""

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.expressions import Combinable, NegatedExpression

from ...models import HasStandings, LogEntry, Player, Section
from ...text.log import Summary

# What leaves a section without entries.
EMPTIES = (Summary.SECTIONS_MERGED, Summary.QUADS_MADE)


def without_emptied(sections: "QuerySet[Section]") -> "QuerySet[Section]":
    """The sections but for those; one that has players again is a section like others. House players, whom
    quads leave behind, keep none open."""
    return sections.exclude(_has_none(), _was_emptied())


def emptied_beside(section: HasStandings) -> list[int]:
    """The keys of those of the event: their pages name sections that have their entries."""
    beside = Section.objects.filter(event=section.event, archived=False).exclude(pk=section.pk)
    return list(beside.filter(_has_none(), _was_emptied()).values_list("pk", flat=True))


def _has_none() -> "NegatedExpression[Combinable]":
    return ~Exists(Player.objects.filter(section=OuterRef("pk"), house=False))


def _was_emptied() -> Exists:
    # The log of the section that got the players has what was moved.
    left = LogEntry.objects.filter(standings=OuterRef("standings"), code__in=EMPTIES)
    return Exists(left.filter(rows=[]))
