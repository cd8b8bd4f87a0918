"""Which values of an earlier ranking still hold: a result changes two cards, and values reach so many games.

``reach`` of a step says on whose cards a value depends (:class:`~..terms.system.TiebreakSystem`). A value
holds if no changed card is within reach. Counted rounds, entries and withdrawals must be the same: they
change what every card counts.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import Protocol

from ..chart.reading import Field, Reading
from ..teams.teams import Team, Teams


class Compared(Protocol):
    """A field beside the same field as it was ranked before."""

    @property
    def alike(self) -> bool:
        """Whether they differ in nothing but results; if not, no value is sure to hold."""

    def reached(self, reach: int) -> frozenset[int]:
        """The numbers whose values can differ, for a step with this reach."""


def compared(now: Field, was: Field) -> Compared | None:
    """Both fields side by side; None if they are not of one kind."""
    if isinstance(now, Reading) and isinstance(was, Reading):
        return ComparedReadings(now, was)
    if isinstance(now, Teams) and isinstance(was, Teams):
        return ComparedTeams(now, was)
    return None


class ComparedReadings:
    """A reading beside an earlier one of the same cards."""

    def __init__(self, now: Reading, was: Reading) -> None:
        self.now, self.was = now, was
        self._reached: list[frozenset[int]] = []

    @cached_property
    def alike(self) -> bool:
        now, was = self.now, self.was
        if now is was:
            return True
        if replace(now, cards=(), decisions=()) != replace(was, cards=(), decisions=()):
            return False
        return [(one.number, one.house) for one in now.cards] == [
            (one.number, one.house) for one in was.cards
        ]

    def reached(self, reach: int) -> frozenset[int]:
        if not self._reached:
            self._reached.append(frozenset(self._changed()))
        while len(self._reached) <= reach:
            self._reached.append(self._with_opponents(self._reached[-1]))
        return self._reached[reach]

    def _changed(self) -> Iterable[int]:
        was = self.was.by_number
        return [n for n, card in self.now.by_number.items() if card is not was[n] and card != was[n]]

    def _with_opponents(self, numbers: frozenset[int]) -> frozenset[int]:
        met = {
            cell.opponent
            for reading in (self.now, self.was)
            for number in numbers
            for cell in reading.by_number[number].cells
        }
        return numbers | {number for number in met if number is not None}


class ComparedTeams:
    """Teams beside the same teams as they were. Values of a team reach as far as those of its members."""

    def __init__(self, now: Teams, was: Teams) -> None:
        self.now, self.was = now, was
        pairs = {
            id(member.reading): (member.reading, was.members[key].reading)
            for key, member in now.members.items()
            if key in was.members
        }
        self.sections = {at: ComparedReadings(*pair) for at, pair in pairs.items()}

    @cached_property
    def alike(self) -> bool:
        now, was = self.now, self.was
        return (
            (now.best, now.minimum) == (was.best, was.minimum)
            and now.members.keys() == was.members.keys()
            and [len(team.members) for team in now.teams] == [len(team.members) for team in was.teams]
            and all(section.alike for section in self.sections.values())
        )

    def reached(self, reach: int) -> frozenset[int]:
        players = {at: section.reached(reach) for at, section in self.sections.items()}
        was = self.was.by_number
        return frozenset(
            team.number
            for team in self.now.teams
            if team.members != was[team.number].members or self._reached(team, players)
        )

    def _reached(self, team: Team, players: dict[int, frozenset[int]]) -> bool:
        members = [self.now.members[key] for key in team.members]
        return any(member.card.number in players[id(member.reading)] for member in members)
