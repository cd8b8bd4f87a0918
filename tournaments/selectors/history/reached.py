"""The sections that undoing an entry of the log changes, beside the one in whose log it stands."""

from ...models import LogEntry, Player, Section, TableSection, Verb
from ...text.log import Summary
from ...text.undoing import OF_EVENT, OF_SECTIONS, OF_TEAMS
from ..event.emptied import emptied_beside


def sections_that_show(root: LogEntry, section_id: int) -> set[int]:
    """The sections whose pages show what such an entry changed, beside its own: all of the event, those that
    share a team table, or emptied ones, which name the sections where their players are."""
    if root.code in OF_EVENT:
        beside = Section.objects.filter(event__sections=section_id)
        return set(beside.values_list("pk", flat=True))
    emptied: set[int] = set()
    if root.verb == Verb.VISIBILITY or root.code == Summary.SECTION_EDITED or sections_of_moves(root):
        emptied.update(emptied_beside(Section.objects.select_related("event").get(pk=section_id)))
    if root.code in OF_TEAMS or any(row.table == "school" for row in root.changes):
        counted = Section.objects.filter(event__sections=section_id, drawn_on_by__isnull=False)
        rows = [row for row in root.changes if row.table == "tablesection"]
        theirs = {(row.before or row.after or {})["section_id"] for row in rows}
        return emptied | theirs | set(counted.values_list("pk", flat=True))
    if root.verb == Verb.VISIBILITY:
        sharing = TableSection.objects.filter(table__draws_on__section=section_id)
        return emptied | set(sharing.values_list("section", flat=True))
    return emptied


def sections_of_players(root: LogEntry, entry: LogEntry) -> set[int]:
    """The sections into which a registration file was imported, or between which a player changed: of each
    player that was added or changed, and of each round with a bye."""
    if root.code not in OF_SECTIONS:
        return set()
    images = [image for row in entry.changes for image in (row.before, row.after) if image]
    named = {image["section_id"] for image in images if "section_id" in image}
    players = [row.pk for row in entry.changes if row.table == "player"]
    return named | set(Player.objects.filter(pk__in=players).values_list("section", flat=True))


def sections_of_moves(entry: LogEntry) -> set[int]:
    """The sections between which an entry moved players: both show it."""
    return {
        image["section_id"]
        for row in entry.changes
        if row.table == "player" and row.before and row.after
        for image in (row.before, row.after)
        if "section_id" in image
    }
