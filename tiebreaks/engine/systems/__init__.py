"""The tables of systems, in the order of the rulebook. A new rule is one module and one line here.

``SYSTEMS`` rank players. ``MATCH_SYSTEMS`` rank teams that play each other: the same systems and
``_MATCH_MODULES``. ``TEAM_SYSTEMS`` rank the teams of individual events: ``_TEAM_MODULES``, and the sum of
each individual system that does not depend on a tied group.
"""

from collections.abc import Iterable
from importlib import import_module

from ..teams.sums import sum_of
from ..terms.system import TiebreakSystem

_MODULES = (
    "modified_median",
    "solkoff",
    "cumulative",
    "median",
    "head_to_head",
    "most_blacks",
    "kashdan",
    "sonneborn_berger",
    "opposition_cumulative",
    "opposition_performance",
    "average_opposition",
    "playoff",
    "coin_toss",
    "win_count",
)
_MATCH_MODULES = (
    "game_points",
    "match_points",
    "us_amateur",
)
_TEAM_MODULES = (
    "team_cumulative",
    "cumulative_of_team",
)


def _system(module: str) -> TiebreakSystem:
    system: TiebreakSystem = import_module(f"{__name__}.{module}").SYSTEM
    return system


def _table(systems: Iterable[TiebreakSystem]) -> dict[str, TiebreakSystem]:
    return {system.code: system for system in systems}


SYSTEMS = _table(map(_system, _MODULES))
MATCH_SYSTEMS = SYSTEMS | _table(map(_system, _MATCH_MODULES))
TEAM_SYSTEMS = _table(
    [
        *map(_system, _TEAM_MODULES),
        *(sum_of(system) for system in SYSTEMS.values() if not (system.of_group or system.by_people)),
    ]
)
