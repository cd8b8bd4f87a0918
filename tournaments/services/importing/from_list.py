"""What a file leaves empty of players whose US Chess ID it has, from the rating list of this machine."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TypeVar

from django.utils.translation import ngettext

from ...formats.records import RosterEntry
from ...formats.registration import ListedPlayer
from ...selectors.rating_list import by_ids, held

Place = TypeVar("Place")


def completed(entries: Sequence[RosterEntry]) -> tuple[list[RosterEntry], str]:
    """The entries with rating, state and expiration where they had none; and what a director is told."""
    known = by_ids([entry.uscf_id for entry in entries if entry.uscf_id])
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


def completed_new(
    placed: Sequence[tuple[ListedPlayer, Place]], ids: Collection[str]
) -> tuple[list[tuple[ListedPlayer, Place]], str]:
    """The same for the lines of a registration file whose ID nobody here has (``ids``)."""
    new = [at for at, (each, _place) in enumerate(placed) if each.entry.uscf_id not in ids]
    entries, said = completed([placed[at][0].entry for at in new])
    found = list(placed)
    for at, entry in zip(new, entries, strict=True):
        each, place = placed[at]
        found[at] = (replace(each, entry=entry), place)
    return found, said
