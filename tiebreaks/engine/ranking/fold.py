"""Ranking is a fold: everyone, split by score, then each posted step splits each group that is still tied.

*Place* is the tied place by score that every tied player may claim ("2-5"). *Rank* is the order after the
tiebreaks, shared when nothing separates. What survives the last step stays tied until people decide: nothing
is ever ordered by number, rating, name or chance while pretending to be a place. A playoff or a toss that was
recorded for exactly such a group is one more step, after the posted ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import groupby
from typing import Generic, NamedTuple, TypeVar

from ..chart.reading import Field, Reading
from ..chart.wallchart import Decision
from ..chart.withdrawals import told
from ..evaluation import Evaluation, Value
from ..messages import gettext_noop
from ..systems import SYSTEMS
from ..terms.decisions import decision_for
from ..terms.system import OTB_FIRST
from .sequence import Sequence, Step

ONLY_UNPLAYED = gettext_noop("has only points of byes and forfeits: behind whoever scored over the board")

F = TypeVar("F", bound=Field)

# No value is less than any value, and is not zero.
_NOTHING = Fraction(-(10**9))


class Standing(NamedTuple):
    """Where one player or team stands. ``decided_by`` and ``ahead_by`` are indices of the ranking's steps.

    ``decided_by`` separated this rank group from the next one above it in the same score group, ``ahead_by``
    from the next one below; None at the head and at the foot of a score group.
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
        """The tied place by score alone, as ``2-5`` or ``1``."""
        return f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True)
class Ranked(Generic[F]):
    """Standings from first to last, and the values that made them: of players, or of their teams.

    ``reading`` is what was ranked. ``steps`` are the posted ones, then those at which a recorded decision
    separated what had survived them. ``groups[step][number]`` is the group that was still tied when a step
    reached this player, kept for the steps whose values depend on it.
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
        """A player's or team's value at a step, None where the step has none for it."""
        return self.values[step].get(number)

    def worth(self, step: int, number: int) -> tuple[bool, int | Fraction]:
        """What the step compares, to be compared with that of another ranking by the same step."""
        return _worth(self.values[step], _ahead(self.reading, self.steps[step]), number)

    def evaluation(self, step: int, number: int) -> Evaluation:
        """The same value with its terms, from the function that ranked."""
        posted = self.steps[step]
        group = self.groups[step].get(number, frozenset())
        card = self.reading.by_number[number]
        answer = told(posted.system.evaluate(self.reading, card, posted.variations, group), card)
        ahead = _ahead(self.reading, posted)
        if ahead and number not in ahead and self.reading.score_q[number]:
            return answer._replace(remark=ONLY_UNPLAYED)
        return answer

    def decision(self, step: int, number: int) -> Decision | None:
        """What people recorded at a step for the group with which this player reached it."""
        group = self.groups[step].get(number)
        return decision_for(self.reading, group, self.steps[step].system.code) if group else None

    def holds(self, decision: Decision) -> bool:
        """Whether a recorded decision is for a group as it is tied in this ranking; else it is set aside."""
        members = decision.members
        return decision in self.reading.decisions and any(
            step.system.code == decision.code and members in self.groups[at].values()
            for at, step in enumerate(self.steps)
        )

    def undecided(self) -> dict[frozenset[int], frozenset[str]]:
        """The groups that wait for people, the best first, each with the codes that can be recorded for it.

        A group that nothing separates waits for any of them; one that had reached a posted step of people
        with nothing recorded waits for that.
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


def rank(reading: F, sequence: Sequence) -> Ranked[F]:
    """Rank the players of a reading, or teams, by score, then by the posted steps (34E).

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.sequence import parse
    >>> reading = after_round(chart(["W3", "L2"], ["L4", "W1"], ["L1", "L4"], ["W2", "W3"]))
    >>> [(s.number, s.place, s.rank, s.tied) for s in rank(reading, parse("solkoff,cumulative")).standings]
    [(4, '1', 1, 1), (2, '2-3', 2, 1), (1, '2-3', 3, 1), (3, '4', 4, 1)]
    """
    fold = _Fold(reading, sequence)
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
            standings += [
                Standing(number, score_q, first, last, at, len(numbers), decided_by, ahead_by)
                for number in numbers
            ]
    steps, values, groups_of = tuple(fold.steps), tuple(fold.values), tuple(fold.groups)
    return Ranked(reading, sequence, steps, tuple(standings), values, groups_of)


def _ahead(reading: Field, step: Step) -> frozenset[int]:
    """Who stands ahead of the others in this step before any value is compared."""
    return reading.over_the_board if OTB_FIRST.code in step.variations else frozenset()


def _worth(values: Mapping[int, Value], ahead: frozenset[int], number: int) -> tuple[bool, int | Fraction]:
    """What a step compares."""
    value = values.get(number)
    return number in ahead, _NOTHING if value is None else value


class _Fold:
    """The values of each step: a column for those of a player alone, filled as reached for those of a group.

    Terms are let go at once. Kept for everybody they would be most of the memory and, through the garbage
    collector, most of the time of a large section; :meth:`Ranking.evaluation` makes them for a reader.
    """

    def __init__(self, reading: Field, sequence: Sequence) -> None:
        self.reading = reading
        self.posted = len(sequence.steps)
        self.steps = list(sequence.steps)
        self.groups: list[dict[int, frozenset[int]]] = [{} for _ in self.steps]
        everybody = [each.number for each in reading.ranked]
        self.values: list[dict[int, Value]] = [
            {} if step.of_group else self._values(step, everybody, frozenset()) for step in self.steps
        ]

    def _values(self, step: Step, numbers: list[int], group: frozenset[int]) -> dict[int, Value]:
        evaluate, variations = step.system.evaluate, step.variations
        reading, cards = self.reading, self.reading.by_number
        return {n: evaluate(reading, cards[n], variations, group).value for n in numbers}

    def split(self, group: list[int], index: int) -> list[tuple[list[int], int | None]]:
        """The group in rank groups, each with the step that separated it from the one above."""
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
        ahead = _ahead(self.reading, step)

        worth = partial(_worth, values, ahead)
        parts: list[tuple[list[int], int | None]] = []
        for _, members in groupby(sorted(group, key=worth, reverse=True), key=worth):
            below = self.split(list(members), index + 1)
            if parts:
                below[0] = (below[0][0], index)
            parts += below
        return parts

    def _recorded(self, group: list[int], index: int) -> int | None:
        """The step, from ``index`` on, of what was recorded for a group that survived the posted order."""
        decision = self.reading.decisions and decision_for(self.reading, frozenset(group))
        # One that leaves all of them level separates nobody; asked again, it would be asked without end.
        if not decision or decision.members <= set(decision.order[0]):
            return None
        for at in range(index, len(self.steps)):
            if self.steps[at].system.code == decision.code:
                return at
        self.steps.append(Step(SYSTEMS[decision.code]))
        self.groups.append({})
        self.values.append({})
        return len(self.steps) - 1
