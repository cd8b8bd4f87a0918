"""Teams of individual events: players are paired singly, and the best scores of a school count (RULES §11.2).

A team's score is the sum of its best members' scores, usually four. A missing member counts 0. Each member
keeps its reading, so a team system takes its values from the individual systems, and there is no second
computation. A team's term names a member where a player's term names an opponent.
:mod:`~..ranking.membership` decides who is a member and who counts. The same fold ranks teams and players.

Teams that play each other are not these. They are the cards of their own wall chart (RULES §11.1).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..chart.reading import Reading
from ..chart.wallchart import Card, Cell, Decision

BEST = 4


class Member(NamedTuple):
    """A player of a team, with the reading of the player's section. ``section`` is its label."""

    section: str
    reading: Reading
    card: Card

    @property
    def score_q(self) -> int:
        return self.reading.score_q[self.card.number]


@dataclass(frozen=True)
class Team:
    """A team and its members in the order in which they count, as keys of :attr:`Teams.members`."""

    number: int
    name: str
    members: tuple[int, ...]
    # Members play, withdraw (30B) and re-enter (34H); teams do not. Ranking and prizes ask every entrant.
    cells: tuple[Cell, ...] = ()
    withdrew: None = None
    reentry_of: None = None


@dataclass(frozen=True)
class Teams:
    """All teams, their members, and how many members count.

    A member's key is the pairing number, offset so that the keys of several sections differ. The ``best``
    members of a team count. A team of fewer than ``minimum`` members has values but takes no place.
    """

    teams: tuple[Team, ...]
    members: Mapping[int, Member]
    best: int = BEST
    minimum: int = 1
    decisions: tuple[Decision, ...] = ()
    counted: int = 0
    planned: int = 0

    @cached_property
    def by_number(self) -> dict[int, Team]:
        return {team.number: team for team in self.teams}

    @cached_property
    def ranked(self) -> tuple[Team, ...]:
        """The teams that are large enough to take a place."""
        return tuple(team for team in self.teams if len(team.members) >= self.minimum)

    @cached_property
    def unranked(self) -> tuple[Team, ...]:
        """The other teams: listed with values, but without a place."""
        return tuple(team for team in self.teams if len(team.members) < self.minimum)

    def counting(self, team: Team) -> tuple[int, ...]:
        """The keys of the members whose scores count, best first."""
        return team.members[: self.best]

    @cached_property
    def score_q(self) -> dict[int, int]:
        """Team scores in quarter-points by number: the sums of the scores that count."""
        return {
            team.number: sum([self.members[key].score_q for key in self.counting(team)])
            for team in self.teams
        }

    @cached_property
    def over_the_board(self) -> frozenset[int]:
        """The numbers of the teams with points from a game of a counting member."""
        return frozenset(team.number for team in self.teams if any(map(self._scored, self.counting(team))))

    def _scored(self, key: int) -> bool:
        member = self.members[key]
        return member.card.number in member.reading.over_the_board
