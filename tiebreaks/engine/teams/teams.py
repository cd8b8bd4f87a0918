"""Teams of individual events: players are paired singly, and the best of each school add up (RULES §11.2).

A team's score is the sum of its best members' scores, usually of four; a member whom it has not got is worth
nothing. The members' readings are kept as they are, so that a team system asks the individual ones for
values and nothing is computed in a second way; a term of a team names a member where that of a player names
an opponent. Who is a member, and whose score counts, is the business of :mod:`~..ranking.membership`.
Teams are a field like any reading: the same fold ranks them.

Teams that meet each other are not these. They are the cards of a wall chart of their own (RULES §11.1).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..chart.reading import Reading
from ..chart.wallchart import Card, Cell, Decision

BEST = 4


@dataclass(frozen=True)
class Member:
    """A player of a team, in the reading of the section (named by its label) that she plays in."""

    section: str
    reading: Reading
    card: Card

    @property
    def score_q(self) -> int:
        return self.reading.score_q[self.card.number]


@dataclass(frozen=True)
class Team:
    """A team's name and its members, who counts first. ``members`` are keys of :attr:`Teams.members`."""

    number: int
    name: str
    members: tuple[int, ...]
    # None of its own: rounds are played and set aside (30B), left and entered again (34H) by its members.
    cells: tuple[Cell, ...] = ()
    withdrew: None = None
    reentry_of: None = None


@dataclass(frozen=True)
class Teams:
    """All teams, the members of each, and how they are counted.

    A member's key is the pairing number; numbers of a second and later sections go on above those before.
    The ``best`` members of a team count; a team of fewer than ``minimum`` has values and takes no place.
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
        """The others: listed, with values, and without a place."""
        return tuple(team for team in self.teams if len(team.members) < self.minimum)

    def counting(self, team: Team) -> tuple[int, ...]:
        """The keys of the members whose scores make the team's, the best first."""
        return team.members[: self.best]

    @cached_property
    def score_q(self) -> dict[int, int]:
        """Each team's score in quarter-points: the sum of the scores that count."""
        return {
            team.number: sum([self.members[key].score_q for key in self.counting(team)])
            for team in self.teams
        }

    @cached_property
    def over_the_board(self) -> frozenset[int]:
        """Which teams have a point, or part of one, from a counting member's game that was played."""
        return frozenset(team.number for team in self.teams if any(map(self._scored, self.counting(team))))

    def _scored(self, key: int) -> bool:
        member = self.members[key]
        return member.card.number in member.reading.over_the_board
