"""What the schools of an event are called, however rosters spell them."""

from collections.abc import Iterable
from dataclasses import dataclass

from tiebreaks.engine.ranking.membership import name_key

from ..models import School


@dataclass(frozen=True)
class Schools:
    """What the schools of an event are called: by what a roster says, and their short codes by name."""

    names: dict[str, str]
    codes: dict[str, str]

    def called(self, team: str) -> str:
        return self.names.get(name_key(team), team)

    def respelled(self, teams: Iterable[str]) -> dict[str, str]:
        """The names of these teams, of those that a roster calls otherwise."""
        return {team: name for team in set(teams) if (name := self.called(team)) != team}

    def meant(self, team: str) -> str:
        """The school that a roster means, in a form that is the same for each of its spellings."""
        return name_key(self.called(team))


def schools_of(event_id: int) -> Schools:
    rows = list(School.objects.filter(event=event_id))
    return Schools(
        {name_key(text): row.name for row in rows for text in (row.name, row.code, *row.spellings) if text},
        {row.name: row.code for row in rows if row.code},
    )
