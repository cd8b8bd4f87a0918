"""Who of a registration file is here already, where a name, an ID or both leave that in doubt."""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from django.utils.translation import gettext as _

from ...formats.names import first_last, name_parts, near_names, player_name_key
from ...formats.registration import ListedPlayer
from ...models import Player
from .doubts import KEEP, OUT, Doubts, leave_out
from .matching import are_two_people

SAME, APART = "same", "apart"

Place = TypeVar("Place")


def under_other_names(
    placed: Sequence[tuple[ListedPlayer, Place]], here: Iterable[Player], asked: Doubts
) -> list[tuple[ListedPlayer, Place]]:
    """The lines, without the IDs that belong to somebody of quite another name here, unless a director says
    that it is the same player."""
    holders: dict[str, list[Player]] = defaultdict(list)
    for row in here:
        holders[row.uscf_id].append(row)
    found = []
    for each, place in placed:
        rows = holders.get(each.entry.uscf_id, []) if each.entry.uscf_id else []
        parts = name_parts(each.entry.name)
        answer = SAME
        if rows and not any(near_names(parts, name_parts(row.name)) for row in rows):
            answer = _about_the_id_of(each, rows[0], asked)
        if answer != OUT:
            found.append((each if answer == SAME else _without_id(each), place))
    return found


def _about_the_id_of(each: ListedPlayer, row: Player, asked: Doubts) -> str:
    said = _(
        "Line %(line)d: %(name)s has US Chess ID %(id)s. Here it is the ID of %(here)s. Are they the same"
        " player?"
    )
    entry = each.entry
    values = {"line": entry.line, "name": first_last(entry.name), "id": entry.uscf_id, "here": _place_of(row)}
    choices = [
        (APART, _("No: read this line without the ID")),
        (SAME, _("Yes: change %(name)s, and keep that name") % {"name": row.called}),
        leave_out(),
    ]
    return asked.ask(("id of", entry.uscf_id, entry.name, row.name), said % values, choices)


def with_another_id(
    listed: Sequence[ListedPlayer], known: Container[int], left: Iterable[Player], asked: Doubts
) -> tuple[list[ListedPlayer], dict[int, Player]]:
    """Of the lines not yet ``known``, those whose name somebody who is ``left`` has with another ID: a
    director says whether that is the same player, and which ID is right. Returns the lines, and who is
    meant."""
    rows: dict[str, list[Player]] = defaultdict(list)
    for row in left:
        rows[player_name_key(row.name)].append(row)
    lines, found = list(listed), {}
    for at, each in enumerate(listed):
        of_name = rows[player_name_key(each.entry.name)]
        other = next((row for row in of_name if are_two_people(each.entry, row)), None)
        if at in known or other is None:
            continue
        answer = _about_the_ids_of(each, other, asked)
        if answer in (SAME, KEEP):
            of_name.remove(other)
            found[at] = other
        if answer == KEEP:
            lines[at] = _without_id(each)
    return lines, found


def _about_the_ids_of(each: ListedPlayer, row: Player, asked: Doubts) -> str:
    said = _(
        "Line %(line)d: %(name)s has US Chess ID %(id)s. Here %(here)s has %(other)s. Are they the same"
        " player?"
    )
    entry = each.entry
    values = {"line": entry.line, "name": first_last(entry.name), "id": entry.uscf_id}
    values |= {"here": _place_of(row), "other": row.uscf_id}
    choices = [
        (SAME, _("Yes, with the ID in the file: %(id)s") % {"id": entry.uscf_id}),
        (KEEP, _("Yes, with the ID here: %(id)s") % {"id": row.uscf_id}),
        (APART, _("No: add as a new player")),
    ]
    return asked.ask(("ids of", entry.name, entry.uscf_id, row.uscf_id), said % values, choices)


def _place_of(row: Player) -> str:
    """Who this is, for a question."""
    said = _("%(name)s (number %(number)d in %(section)s, %(team)s)")
    values = {"name": row.called, "number": row.number, "section": row.section.name}
    return said % {**values, "team": row.team or _("no team")}


def _without_id(each: ListedPlayer) -> ListedPlayer:
    return replace(each, entry=replace(each.entry, uscf_id=""))
