"""Import a list of players."""

from django.contrib.auth.models import User

from ...formats.records import RosterFile
from ...models import Player, Section
from ..rosters import add_players
from .problems import refuse


def import_roster(
    section: Section, file: RosterFile, *, by: User, by_rating: bool = False, different: bool = False
) -> list[Player]:
    """Add the players of a list and return them. The options are those of :func:`.add_players`."""
    refuse(file.problems)
    return add_players(section, file.entries, by=by, by_rating=by_rating, different=different)
