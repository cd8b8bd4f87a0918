"""Ranking is a fold: split everyone by score, then let each posted step split each group that is still tied.

*Place* is the tied place by score that all tied players share ("2-5"). *Rank* is the order after the
tiebreaks, shared by players who are still tied. They stay tied until the director decides: number, rating,
name and chance never make a place. A playoff or coin toss recorded for exactly such a group is one more step
after the posted ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any, Generic, NamedTuple, TypeVar

from ..chart.reading import Field, Reading
from ..chart.wallchart import Decision
from ..chart.withdrawals import explain_withdrawals
from ..evaluation import Evaluation, Value
from ..messages import gettext_noop
from ..systems import SYSTEMS
from ..terms.decisions import decision_for
from ..terms.system import OTB_FIRST
from .kept import compared
from .sequence import Sequence, Step

ONLY_UNPLAYED = gettext_noop("has points from byes and forfeits only, which rank behind points from games")

F = TypeVar("F", bound=Field)

# No value ranks below every value; it is not zero.
_NOTHING = Fraction(-(10**9))


class Standing(NamedTuple):
    """The place and rank of one player or team. ``decided_by`` and ``ahead_by`` are indices of steps.

    Step ``decided_by`` separated this rank group from the next one above it in the same score group, and step
    ``ahead_by`` from the next one below. They are None at the top and at the bottom of a score group.
    """

    number: int
    score_q: int
    first: int
    last: int
    rank: int
    tied: int
    decided_by: int | None
    ahead_by: int | None

    @property
    def place(self) -> str:
        """The place by score alone, as ``2-5`` or ``1``."""
        return f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True)
class Ranked(Generic[F]):
    """Standings from first to last, of players or teams, and the values that made them.

    ``reading`` is what was ranked. ``steps`` are the posted steps, then one for each recorded decision that
    separated a group still tied after them. ``groups[step][number]`` is the group that was still tied when a
    step reached this player, for steps whose values depend on the group.
    """

    reading: F
    sequence: Sequence
    steps: tuple[Step, ...]
    standings: tuple[Standing, ...]
    values: tuple[dict[int, Value], ...]
    groups: tuple[dict[int, frozenset[int]], ...]

    @cached_property
    def by_number(self) -> dict[int, Standing]:
        return {standing.number: standing for standing in self.standings}

    def value(self, step: int, number: int) -> Value:
        """The value of a player or team at a step, or None."""
        return self.values[step].get(number)

    def sort_key(self, step: int, number: int) -> tuple[bool, int | Fraction]:
        """What the step compares. It can be compared across rankings that have the same step."""
        return _merit(number, self.values[step], _ahead(self.reading, self.steps[step]))

    def evaluation(self, step: int, number: int) -> Evaluation:
        """The value with its terms, from the function that ranked."""
        posted = self.steps[step]
        group = self.groups[step].get(number, frozenset())
        card = self.reading.by_number[number]
        answer = explain_withdrawals(
            posted.system.evaluate(self.reading, card, posted.variations, group), card
        )
        ahead = _ahead(self.reading, posted)
        if ahead and number not in ahead and self.reading.score_q[number]:
            return answer._replace(remark=ONLY_UNPLAYED)
        return answer

    def decision(self, step: int, number: int) -> Decision | None:
        """The decision recorded for the group that was still tied when the step reached this player."""
        group = self.groups[step].get(number)
        return decision_for(self.reading, group, self.steps[step].system.code) if group else None

    def holds(self, decision: Decision) -> bool:
        """Whether a decision is for a group that is tied in this ranking. If not, it is set aside."""
        members = decision.members
        return decision in self.reading.decisions and any(
            step.system.code == decision.code and members in self.groups[at].values()
            for at, step in enumerate(self.steps)
        )

    def undecided(self) -> dict[frozenset[int], frozenset[str]]:
        """The groups that wait for a decision, best first, each with the codes that can be recorded.

        A group still tied at the end takes any of these codes. A group that reached a posted playoff or coin
        toss without a decision takes the code of that step.
        """
        people = frozenset(code for code, system in SYSTEMS.items() if system.by_people)
        waiting: dict[frozenset[int], frozenset[str]] = {}
        for standing in self.standings:
            for at, step in enumerate(self.sequence.steps):
                group = self.groups[at].get(standing.number)
                if step.system.by_people and group and self.values[at][standing.number] is None:
                    waiting[group] = waiting.get(group, frozenset()) | {step.system.code}
            if standing.tied > 1:
                at = standing.rank - 1
                shared = self.standings[at : at + standing.tied]
                waiting[frozenset(each.number for each in shared)] = people
        return waiting


Ranking = Ranked[Reading]


def rank(reading: F, sequence: Sequence, before: Ranked[F] | None = None) -> Ranked[F]:
    """Rank the players of a reading, or teams, by score, then by the posted steps (34E).

    ``before`` is a ranking of the same field. What no changed card reaches keeps its value from there.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.sequence import parse
    >>> reading = after_round(chart(["W3", "L2"], ["L4", "W1"], ["L1", "L4"], ["W2", "W3"]))
    >>> [(s.number, s.place, s.rank, s.tied) for s in rank(reading, parse("solkoff,cumulative")).standings]
    [(4, '1', 1, 1), (2, '2-3', 2, 1), (1, '2-3', 3, 1), (3, '4', 4, 1)]
    """
    fold = _Fold(reading, sequence, before)
    standings: list[Standing] = []
    score = reading.score_q
    by_score = sorted((each.number for each in reading.ranked), key=lambda number: (-score[number], number))
    for score_q, members in groupby(by_score, key=score.__getitem__):
        groups = fold.split(list(members), 0)
        first = len(standings) + 1
        last = first + sum(len(numbers) for numbers, _ in groups) - 1
        for index, (numbers, decided_by) in enumerate(groups):
            ahead_by = groups[index + 1][1] if index + 1 < len(groups) else None
            at = len(standings) + 1
            tied = len(numbers)
            standings += [
                Standing._make((number, score_q, first, last, at, tied, decided_by, ahead_by))
                for number in numbers
            ]
    steps, values, groups_of = tuple(fold.steps), tuple(fold.values), tuple(fold.groups)
    return Ranked(reading, sequence, steps, tuple(standings), values, groups_of)


def _ahead(reading: Field, step: Step) -> frozenset[int]:
    """The numbers that a step ranks ahead of the others before it compares values."""
    return reading.over_the_board if OTB_FIRST.code in step.variations else frozenset()


def _merit(number: int, values: Mapping[int, Value], ahead: frozenset[int]) -> tuple[bool, int | Fraction]:
    """What a step compares: whether a number is ``ahead`` of the others, and then its value."""
    value = values.get(number)
    return number in ahead, _NOTHING if value is None else value


def _levels(group: list[int], values: Mapping[int, Value], ahead: frozenset[int]) -> list[list[int]]:
    """The numbers of a group with equal merit, the best first."""
    by_merit: dict[tuple[bool, int | Fraction], list[int]] = {}
    for number in group:
        by_merit.setdefault(_merit(number, values, ahead), []).append(number)
    return [by_merit[merit] for merit in sorted(by_merit, reverse=True)]


class _Fold:
    """The values of each step. Values of a tied group are filled in when the step reaches the group.

    Terms are dropped at once. For everyone, they would take most of the memory of a large section and,
    through garbage collection, most of the time. :meth:`Ranked.evaluation` makes them again for one player.
    """

    def __init__(self, reading: Field, sequence: Sequence, before: Ranked[Any] | None = None) -> None:
        self.reading = reading
        self.posted = len(sequence.steps)
        self.steps = list(sequence.steps)
        self.groups: list[dict[int, frozenset[int]]] = [{} for _ in self.steps]
        self.before = before
        side_by_side = compared(reading, before.reading) if before else None
        self.kept = side_by_side if side_by_side and side_by_side.alike else None
        everybody = [each.number for each in reading.ranked]
        self.values: list[dict[int, Value]] = [
            {} if step.of_group else self._of_everybody(step, everybody) for step in self.steps
        ]

    def _of_everybody(self, step: Step, everybody: list[int]) -> dict[int, Value]:
        if self.before and self.kept and step.reach is not None and step in self.before.steps:
            earlier = self.before.values[self.before.steps.index(step)]
            reached = self.kept.reached(step.reach)
            return earlier | self._values(step, [number for number in everybody if number in reached])
        return self._values(step, everybody)

    def _values(
        self, step: Step, numbers: list[int], group: frozenset[int] = frozenset()
    ) -> dict[int, Value]:
        evaluate, variations = step.system.evaluate, step.variations
        reading, cards = self.reading, self.reading.by_number
        return {n: evaluate(reading, cards[n], variations, group).value for n in numbers}

    def split(self, group: list[int], index: int) -> list[tuple[list[int], int | None]]:
        """Split a group into rank groups, each with the step that separated it from the one above."""
        if len(group) == 1:
            return [(group, None)]
        if index >= self.posted:
            recorded = self._recorded(group, index)
            if recorded is None:
                return [(group, None)]
            index = recorded
        values, step = self.values[index], self.steps[index]
        if step.of_group:
            tied = frozenset(group)
            values.update(self._values(step, group, tied))
            self.groups[index].update(dict.fromkeys(group, tied))
        parts: list[tuple[list[int], int | None]] = []
        for level in _levels(group, values, _ahead(self.reading, step)):
            below = self.split(level, index + 1)
            if parts:
                below[0] = (below[0][0], index)
            parts += below
        return parts

    def _recorded(self, group: list[int], index: int) -> int | None:
        """The step, from ``index`` on, of the decision for a group still tied after the posted order."""
        decision = self.reading.decisions and decision_for(self.reading, frozenset(group))
        # A decision that leaves all of them level separates nobody, and would repeat forever.
        if not decision or decision.members <= set(decision.order[0]):
            return None
        for at in range(index, len(self.steps)):
            if self.steps[at].system.code == decision.code:
                return at
        self.steps.append(Step(SYSTEMS[decision.code]))
        self.groups.append({})
        self.values.append({})
        return len(self.steps) - 1
