"""What a director did to sections and entries, as the log tells, so that no file undoes it."""

from collections.abc import Iterable
from typing import Any

from tiebreaks.engine.ranking.membership import name_key

from ...models import Event, LogEntry, Verb
from ...text.log import Summary
from .log import holding_now


def merged_sections(event: Event) -> dict[str, str]:
    """By the key of the name of each section that was merged into another, the key of that one's name."""
    merges = (entry.values for entry in _that_hold(event, Verb.ROSTER, Summary.SECTIONS_MERGED))
    return {name_key(each["section"]): name_key(each["target"]) for each in merges}


def split_sections(event: Event) -> dict[str, list[str]]:
    """By the key of the name of each section that was split, the keys of the names of its parts."""
    found: dict[str, list[str]] = {}
    for entry in _that_hold(event, Verb.ROSTER, Summary.SECTION_SPLIT):
        home = name_key(entry.values["section"])
        found.setdefault(home, [home]).append(name_key(entry.values["target"]))
    return found


def renamed_sections(event: Event) -> dict[str, str]:
    """By the key of each name that a section had, the key of its name now."""
    now = {section.pk: name_key(section.name) for section in event.sections.all()}
    return {
        name_key(row.before["name"]): now[row.pk]
        for entry in _that_hold(event, Verb.SETUP, Summary.SECTION_EDITED)
        for row in entry.changes
        if row.table == "section" and row.before and "name" in row.before and row.pk in now
    }


def removed_players(event: Event) -> list[dict[str, Any]]:
    """The entries that a registration file brought and a director removed, with their values."""
    return [
        row.before
        for entry in _that_hold(event, Verb.ROSTER, Summary.PLAYER_REMOVED)
        for row in entry.changes
        if row.table == "player" and row.before and row.after is None and row.before.get("registered")
    ]


def _that_hold(event: Event, verb: Verb, code: Summary) -> Iterable[LogEntry]:
    """The entries of a kind that are not undone, the first of them first."""
    entries = LogEntry.objects.filter(standings__section__event=event, verb=verb, code=code)
    found = list(entries.exclude(rows=[]).order_by("pk"))
    held = holding_now(entry.pk for entry in found)
    return [entry for entry in found if held[entry.pk]]
