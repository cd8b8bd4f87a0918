"""Who of a registration file is here already, where a name, an ID or both leave that in doubt."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from django.utils.translation import gettext as _

from ...formats.names import first_last, name_parts, near_names
from ...formats.registration import ListedPlayer
from ...models import Player
from .doubts import OUT, Doubts, leave_out

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


def _place_of(row: Player) -> str:
    """Who this is, for a question."""
    said = _("%(name)s (number %(number)d in %(section)s, %(team)s)")
    values = {"name": row.called, "number": row.number, "section": row.section.name}
    return said % {**values, "team": row.team or _("no team")}


def _without_id(each: ListedPlayer) -> ListedPlayer:
    return replace(each, entry=replace(each.entry, uscf_id=""))
