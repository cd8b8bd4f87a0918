"""Sections whose entries all went to others, by a merge or a cut into quads: nobody is sent there again."""

from django.db.models import Exists, OuterRef, QuerySet

from ...models import LogEntry, Player, Section
from ...text.log import Summary

# What leaves a section without entries.
EMPTIES = (Summary.SECTIONS_MERGED, Summary.QUADS_MADE)


def without_emptied(sections: "QuerySet[Section]") -> "QuerySet[Section]":
    """The sections but for those; one that has players again is a section like others. House players, whom
    quads leave behind, keep none open."""
    players = Player.objects.filter(section=OuterRef("pk"), house=False)
    left = LogEntry.objects.filter(standings=OuterRef("standings"), code__in=EMPTIES)
    # The log of the section that got the players has what was moved.
    return sections.exclude(~Exists(players), Exists(left.filter(rows=[])))
