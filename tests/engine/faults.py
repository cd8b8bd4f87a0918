"""Known mistakes, planted in the engine one at a time: would the comparison with the oracle see them?"""

import dataclasses
from collections.abc import Callable, MutableMapping

import pytest

from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.chart.wallchart import Card
from tiebreaks.engine.evaluation import Evaluation
from tiebreaks.engine.teams.teams import Team, Teams
from tiebreaks.engine.terms.system import Evaluate, TiebreakSystem, Variations

Plant = Callable[[pytest.MonkeyPatch], None]


class Faults(dict[str, Plant]):
    """The functions that plant a fault, by their names, which say which."""

    def __call__(self, plant: Plant) -> Plant:
        self[plant.__name__] = plant
        return plant


def patch(
    monkeypatch: pytest.MonkeyPatch,
    systems: MutableMapping[str, TiebreakSystem],
    code: str,
    evaluate: Evaluate,
) -> None:
    monkeypatch.setitem(systems, code, dataclasses.replace(systems[code], evaluate=evaluate))


def one_more(original: Evaluate) -> Evaluate:
    """A system whose every value is wrong by one."""

    def evaluate(
        read: Reading | Teams, card: Card | Team, variations: Variations, group: frozenset[int]
    ) -> Evaluation:
        found = original(read, card, variations, group)
        return found if found.value is None else found._replace(value=found.value + 1)

    return evaluate


def assert_none(disagreements: list[str]) -> None:
    assert not disagreements, f"{len(disagreements)} disagreements, the first:\n{disagreements[0]}"
