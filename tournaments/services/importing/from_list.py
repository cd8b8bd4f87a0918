"""What a file leaves empty of players whose US Chess ID it has, from the rating list of this machine."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TypeVar

from django.utils.translation import ngettext

from ...formats.records import RosterEntry
from ...formats.registration import ListedPlayer
from ...selectors.files.rating_list import by_ids, held

Place = TypeVar("Place")


def completed(entries: Sequence[RosterEntry], here: Collection[str] = ()) -> tuple[list[RosterEntry], str]:
    """The entries with rating, state and expiration where they had none; and what a director is told.

    Who is ``here`` already, by ID, stays as the file says.
    """
    known = by_ids({entry.uscf_id for entry in entries if entry.uscf_id} - set(here))
    found, rated = [], 0
    for entry in entries:
        if listed := known.get(entry.uscf_id):
            rated += entry.rating is None and listed.rating is not None
            entry = listed.completing(entry)
        found.append(entry)
    if not rated or not (of := held()):
        return found, ""
    said = ngettext(
        "%(count)d rating missing from the file comes from the rating list %(file)s.",
        "%(count)d ratings missing from the file come from the rating list %(file)s.",
        rated,
    )
    return found, said % {"count": rated, "file": of.file}


def completed_lines(
    placed: Sequence[tuple[ListedPlayer, Place]], here: Collection[str]
) -> tuple[list[tuple[ListedPlayer, Place]], str]:
    """The same for the lines of a registration file."""
    entries, said = completed([each.entry for each, _place in placed], here)
    found = [
        (replace(each, entry=entry), place) for (each, place), entry in zip(placed, entries, strict=True)
    ]
    return found, said
