"""How a case is written, and the sections that cases begin with."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User

from tests.factories import EntryFactory, a_section, played
from tournaments.forms.pairing_options import PairingOptionsForm
from tournaments.models import Section, TeamTable
from tournaments.pairing.options import Options
from tournaments.services import (
    decisions,
    rosters,
    setup,
    teams,
)


@dataclass
class Sent:
    """A form that is sent to ``address`` with what is ``typed``.

    ``meanwhile`` is what somebody else does that changes what the form shows.
    """

    address: str
    typed: dict[str, Any] = field(default_factory=dict)
    meanwhile: Callable[[], object] = lambda: None


CASES: dict[str, Callable[[User], Sent]] = {}


def case(name: str) -> Callable[[Callable[[User], Sent]], Callable[[User], Sent]]:
    def keep(make: Callable[[User], Sent]) -> Callable[[User], Sent]:
        CASES[name] = make
        return make

    return keep


def four(kim: User, **fields: Any) -> Section:
    """Four players of two schools, before round 1 of two."""
    section = a_section(0, 2, by=kim, **fields)
    entries = [EntryFactory.create(team=team) for team in ("Elm", "Fir", "Elm", "Fir")]
    rosters.add_players(section, entries, by=kim)
    return section


def finished(kim: User) -> Section:
    """One round of one: 1 and 3 share the first place and its trophy."""
    section = a_section(4, rounds=1, by=kim, order="solkoff", place_trophies=1)
    played(section, 1, "1 2 WL\n3 4 WL")
    return section


def won(kim: User) -> Section:
    """The same, with everything decided."""
    section = finished(kim)
    decisions.record_decision(decisions.PLAYOFF, section, [[1], [3]], by=kim)
    decisions.record_decision(decisions.PLAYOFF, section, [[2], [4]], by=kim)
    return section


def a_table(kim: User, section: Section | None = None, **fields: Any) -> TeamTable:
    section = section or four(kim)
    return teams.make_table(section.event, name="Schools", sections=[section], by=kim, **fields)


def played_table(kim: User) -> TeamTable:
    """Two schools with a point each."""
    section = four(kim)
    setup.edit_section(section, name=section.name, rounds=1, format="swiss", games=1, by=kim)
    played(section, 1, "1 3 DD\n2 4 DD")
    return a_table(kim, section, minimum=1, place_trophies=1)


def renamed(section: Section, number: int, kim: User) -> Callable[[], object]:
    player = section.players.get(number=number)
    return lambda: rosters.edit_player(player, name="Zoe Zander", by=kim)


# What the page of the pairing options sends if nothing on it is changed.
OPTIONS = {name: value for name, value in PairingOptionsForm.values(Options()).items() if value}

TABLE = {"name": "Teams", "best": 3, "minimum": 2, "place_trophies": 1}
