"""What a file leaves empty of players whose US Chess ID it has, from the rating list of this machine."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from django.utils.translation import ngettext

from ...formats.names import first_last
from ...formats.records import RosterEntry
from ...formats.registration import ListedPlayer
from ...selectors.files.rating_list import by_ids, held

Place = TypeVar("Place")
# So many who have the ID of somebody else are named.
MOST_NAMED = 12


class Completed(NamedTuple):
    """The entries with rating, state and expiration where they had none; what a director is told; and the
    indexes of those of which the list says something."""

    entries: list[RosterEntry]
    said: str = ""
    known: Collection[int] = ()


def completed(entries: Sequence[RosterEntry], here: Collection[str] = ()) -> Completed:
    """What the list adds to the entries of a file.

    Who is ``here`` already, by ID, stays as the file says, and so does who has the ID of somebody else.
    """
    known = by_ids({entry.uscf_id for entry in entries if entry.uscf_id} - set(here))
    found, rated, others = [], 0, []
    for entry in entries:
        listed = known.get(entry.uscf_id)
        if listed and listed.is_somebody_else(entry.name):
            others.append(f"{first_last(entry.name)}, {entry.uscf_id} ({first_last(listed.name)})")
        elif listed:
            rated += entry.rating is None and listed.rating is not None
            entry = listed.completing(entry)
        found.append(entry)
    if not (of := held()):
        return Completed(found)
    told = []
    if rated:
        said = ngettext(
            "%(count)d rating missing from the file comes from the rating list %(file)s.",
            "%(count)d ratings missing from the file come from the rating list %(file)s.",
            rated,
        )
        told.append(said % {"count": rated, "file": of.file})
    if others:
        said = ngettext(
            "The rating list has this US Chess ID under another name, so nothing comes from it. Check the ID:"
            " %(names)s",
            "The rating list has these US Chess IDs under other names, so nothing comes from it. Check the"
            " IDs: %(names)s",
            len(others),
        )
        names = others if len(others) <= MOST_NAMED else [*others[:MOST_NAMED], "…"]
        told.append(said % {"names": "; ".join(names)})
    return Completed(
        found, " ".join(told), {at for at, entry in enumerate(entries) if entry.uscf_id in known}
    )


def completed_lines(
    placed: Sequence[tuple[ListedPlayer, Place]], here: Collection[str]
) -> tuple[list[tuple[ListedPlayer, Place]], str, list[ListedPlayer]]:
    """The same for the lines of a registration file; the last are those of which the list says something."""
    entries, said, known = completed([each.entry for each, _place in placed], here)
    found = [
        (replace(each, entry=entry), place) for (each, place), entry in zip(placed, entries, strict=True)
    ]
    return found, said, [found[at][0] for at in sorted(known)]
