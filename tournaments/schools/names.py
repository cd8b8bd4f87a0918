"""The names of an event's schools, for every spelling in its rosters."""

from collections.abc import Iterable
from dataclasses import dataclass

from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.prepared import Prepared

from ..models import School


@dataclass(frozen=True)
class Schools:
    """The schools of an event: their names by spelling, and their codes by name."""

    names: dict[str, str]
    codes: dict[str, str]

    def called(self, team: str) -> str:
        """The name of the school that a roster spells so."""
        return self.names.get(name_key(team), team)

    def respelled(self, teams: Iterable[str]) -> dict[str, str]:
        """The names of those teams that the roster spells differently."""
        return {team: name for team in set(teams) if (name := self.called(team)) != team}

    def meant(self, team: str) -> str:
        """A key for the school that a roster spells so; all its spellings have the same key."""
        return name_key(self.called(team))


_of_event = Prepared(lambda event: School.objects.filter(event=event))


def schools_of(event_id: int) -> Schools:
    rows = _of_event(event_id)
    return Schools(
        {name_key(text): row.name for row in rows for text in (row.name, row.code, *row.spellings) if text},
        {row.name: row.code for row in rows if row.code},
    )
