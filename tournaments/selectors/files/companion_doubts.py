"""What makes a file of another pairing program doubtful: a director is asked before it is taken."""

from collections.abc import Sequence

from tiebreaks.engine.ranking.membership import name_key

from ...formats.names import player_name_key
from ...models import Event, Player
from .companion import Comparison

# With fewer players here, or in the file, it says nothing that nobody is in both.
FEW = 4


def of_another_event(event: Event, title: str, found: Sequence[Comparison]) -> bool:
    """Whether a file may be of another event: it is called otherwise, and has nobody who is here."""
    entries = [entry for each in found for entry in each.file.entries]
    if len(entries) < FEW or name_key(title) == name_key(event.name):
        return False
    here = list(Player.objects.filter(section__event=event).values_list("name", "uscf_id"))
    ids = {uscf_id for _name, uscf_id in here if uscf_id}
    names = {player_name_key(name) for name, _id in here}
    return len(here) >= FEW and not any(
        entry.uscf_id in ids or player_name_key(entry.name) in names for entry in entries
    )
