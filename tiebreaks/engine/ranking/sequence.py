"""The posted order: systems with their variations, written and read as one line; of players or of teams.

``modified_median,solkoff,cumulative:omit_last+full_only`` is what is stored, posted and passed to commands;
what is read prints back the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ..messages import Message, gettext_noop
from ..systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS
from ..terms.system import TiebreakSystem, Variation
from .presets import PRESETS, TEAM_PRESETS


class OrderError(ValueError):
    """An order that cannot be posted; the message says what is allowed."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class Step:
    """One posted system with the variations chosen for it."""

    system: TiebreakSystem
    variations: frozenset[str] = frozenset()

    @property
    def chosen(self) -> tuple[Variation, ...]:
        """The variations in the order in which the system offers them."""
        return tuple([each for each in self.system.offered if each.code in self.variations])

    @property
    def of_group(self) -> bool:
        """Whether the value depends on who is still tied when the step is reached."""
        return self.system.of_group or any(variation.of_group for variation in self.chosen)

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
    """Read an order of these systems, by default those of players.

    Raises :class:`OrderError` for an unknown or repeated system, or none at all.

    >>> str(parse("modified_median, solkoff"))
    'modified_median,solkoff'
    >>> parse("modified_median,solkof")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    tiebreaks.engine.ranking.sequence.OrderError: unknown tiebreak system 'solkof'; known are ...
    """
    if not text.strip(" ,"):
        raise OrderError(
            Message(
                gettext_noop("an order needs at least one tiebreak system; known are {known}"),
                known=", ".join(systems),
            )
        )
    steps = tuple(_step(part.strip(), systems) for part in text.split(","))
    seen: set[str] = set()
    for step in steps:
        if step.system.code in seen:
            raise OrderError(
                Message(
                    gettext_noop("{code} stands twice in the order; each system may stand there once"),
                    code=step.system.code,
                )
            )
        seen.add(step.system.code)
    return Sequence(steps)


def _step(text: str, systems: Mapping[str, TiebreakSystem]) -> Step:
    parts = [part.strip() for part in text.split(":")]
    # A code may hold a colon itself, as sum:solkoff does.
    words = 2 if ":".join(parts[:2]) in systems else 1
    code, chosen = ":".join(parts[:words]), ":".join(parts[words:])
    system = systems.get(code)
    if system is None:
        raise OrderError(
            Message(
                gettext_noop("unknown tiebreak system '{code}'; known are {known}"),
                code=text,
                known=", ".join(systems),
            )
        )
    variations = frozenset(part.strip() for part in chosen.split("+") if part.strip())
    allowed = [variation.code for variation in system.offered]
    for variation in sorted(variations.difference(allowed)):
        raise OrderError(
            Message(
                gettext_noop("{code} has no variation '{variation}'; known are {known}"),
                code=system.code,
                variation=variation,
                known=", ".join(allowed),
            )
        )
    return Step(system, variations)


# 34E and 34F: what players expect where nothing else was posted before round one.
RULEBOOK_SWISS = PRESETS["rulebook_swiss"].order
RULEBOOK_ROUND_ROBIN = PRESETS["rulebook_round_robin"].order


# The rulebook has no order for teams of individual events; the published ones begin with this one's first.
SCHOLASTIC_TEAMS = TEAM_PRESETS["scholastic_2005_teams"].order


def default_team_order() -> Sequence:
    """The order for teams of an individual event where none was posted (RULES §11.3).

    >>> str(default_team_order())
    'cumulative_of_team,sum:solkoff,sum:sonneborn_berger,sum:kashdan'
    """
    return parse(SCHOLASTIC_TEAMS, TEAM_SYSTEMS)


def default_match_order(by_game_points: bool = False) -> Sequence:
    """The order for teams that meet each other where none was posted (RULES §11.1, 34G).

    Where match points rank, game points break ties, and the other way round; the US Amateur system, the other
    one that the rulebook has for teams, follows.

    >>> str(default_match_order()), str(default_match_order(by_game_points=True))
    ('game_points,us_amateur', 'match_points,us_amateur')
    """
    return parse(f"{'match_points' if by_game_points else 'game_points'},us_amateur", MATCH_SYSTEMS)
