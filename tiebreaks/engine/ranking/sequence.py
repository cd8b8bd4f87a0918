"""The posted order: systems with their variations, written as one line, for players or teams.

``modified_median,solkoff,cumulative:omit_last+full_only`` is stored, posted and passed to commands. Parsing
and printing such a line returns the same line.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..messages import Message, gettext_noop
from ..systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS
from ..terms.system import TiebreakSystem, Variation
from .presets import PRESETS, TEAM_PRESETS


class OrderError(ValueError):
    """An order that cannot be posted. The message says what is allowed."""

    def __init__(self, message: str, **values: object) -> None:
        self.message = Message(message, **values)
        super().__init__(self.message)


@dataclass(frozen=True)
class Step:
    """A posted system with its chosen variations."""

    system: TiebreakSystem
    variations: frozenset[str] = frozenset()

    @cached_property
    def chosen(self) -> tuple[Variation, ...]:
        """The chosen variations, in the order in which the system lists them."""
        return tuple([each for each in self.system.offered if each.code in self.variations])

    @cached_property
    def of_group(self) -> bool:
        """Whether the value depends on who is still tied when the step is reached."""
        return self.system.of_group or any(variation.of_group for variation in self.chosen)

    @cached_property
    def reach(self) -> int | None:
        """On whose cards a value depends: how many games away the farthest is, None for any card."""
        of_any = self.of_group or any(variation.of_all for variation in self.chosen)
        return None if of_any else self.system.reach

    def __str__(self) -> str:
        chosen = [variation.code for variation in self.chosen]
        return self.system.code + (":" + "+".join(chosen) if chosen else "")


@dataclass(frozen=True)
class Sequence:
    """The steps in the order in which they break ties."""

    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return ",".join(map(str, self.steps))


def parse(text: str, systems: Mapping[str, TiebreakSystem] = SYSTEMS) -> Sequence:
    """Read an order of these systems, by default the systems for players.

    Raises :class:`OrderError` for an empty order, and for an unknown or repeated system or variation.

    >>> str(parse("modified_median, solkoff"))
    'modified_median,solkoff'
    >>> parse("modified_median,solkof")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    tiebreaks.engine.ranking.sequence.OrderError: There is no tiebreak system 'solkof'. Choose from ...
    """
    if not text.strip(" ,"):
        raise OrderError(gettext_noop("An order needs at least one tiebreak system."))
    steps = tuple(_step(part.strip(), systems) for part in text.split(","))
    codes = [step.system.code for step in steps]
    for code in codes:
        if codes.count(code) > 1:
            raise OrderError(gettext_noop("{code} is in the order twice. List each system once."), code=code)
    return Sequence(steps)


def _step(text: str, systems: Mapping[str, TiebreakSystem]) -> Step:
    parts = [part.strip() for part in text.split(":")]
    # A code may have a colon itself, as in sum:solkoff.
    words = 2 if ":".join(parts[:2]) in systems else 1
    code, chosen = ":".join(parts[:words]), ":".join(parts[words:])
    system = systems.get(code)
    if system is None:
        _refuse_sum(parts, systems)
        message = gettext_noop("There is no tiebreak system '{code}'. Choose from {known}.")
        raise OrderError(message, code=text, known=", ".join(systems))
    variations = frozenset(part.strip() for part in chosen.split("+") if part.strip())
    allowed = [variation.code for variation in system.offered]
    if system.adds_up:
        _refuse_sum_of_group(system.adds_up, variations.difference(allowed))
    for variation in sorted(variations.difference(allowed)):
        message = gettext_noop("{code} has no variation '{variation}'. Choose from {known}.")
        raise OrderError(message, code=code, variation=variation, known=", ".join(allowed))
    return Step(system, variations)


def _refuse_sum(parts: list[str], systems: Mapping[str, TiebreakSystem]) -> None:
    """Say why an individual system cannot be added up here, if that is what was asked for."""
    code = parts[1] if parts[0] == "sum" and len(parts) > 1 else ""
    if f"sum:{code}" in TEAM_SYSTEMS:
        message = gettext_noop("sum:{code} adds up the players of a team. Choose from {known}.")
        raise OrderError(message, code=code, known=", ".join(systems))
    if code in SYSTEMS:
        message = gettext_noop(
            "sum:{code} cannot be added up: it counts among players who are tied, and the players of a team"
            " are not. Choose from {known}."
        )
        raise OrderError(message, code=code, known=", ".join(systems))


def _refuse_sum_of_group(code: str, variations: frozenset[str]) -> None:
    of_group = sorted(
        each.code for each in SYSTEMS[code].variations if each.of_group and each.code in variations
    )
    if of_group:
        message = gettext_noop(
            "sum:{code} cannot be added up with '{variation}': it counts among players who are tied, and the"
            " players of a team are not."
        )
        raise OrderError(message, code=code, variation=of_group[0])


# 34E and 34F: the defaults if nothing else was posted before round 1.
RULEBOOK_SWISS = PRESETS["rulebook_swiss"].order
RULEBOOK_ROUND_ROBIN = PRESETS["rulebook_round_robin"].order


# The rulebook has no order for teams of individual events. This is the longest published one.
SCHOLASTIC_TEAMS = TEAM_PRESETS["scholastic_2005_teams"].order


def default_team_order() -> Sequence:
    """The default order for teams of an individual event (RULES §11.3).

    >>> str(default_team_order())
    'cumulative_of_team,sum:solkoff,sum:sonneborn_berger,sum:kashdan'
    """
    return parse(SCHOLASTIC_TEAMS, TEAM_SYSTEMS)


def default_match_order(by_game_points: bool = False) -> Sequence:
    """The default order for teams that play each other (RULES §11.1, 34G).

    If match points rank, game points break ties, and vice versa. The US Amateur system, the rulebook's other
    team system, follows.

    >>> str(default_match_order()), str(default_match_order(by_game_points=True))
    ('game_points,us_amateur', 'match_points,us_amateur')
    """
    return parse(f"{'match_points' if by_game_points else 'game_points'},us_amateur", MATCH_SYSTEMS)
