"""The record of a tiebreak system: one per rule.

Code, rule number, printed name, column head, unit, summary, variations and function stand together, so a
label cannot drift from its arithmetic.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..chart.reading import Reading
from ..evaluation import Evaluation, Unit
from ..messages import gettext_noop
from .crosstable import Crosstable

Variations = frozenset[str]
# Takes a reading and a card; for a system of teams, the teams and one team.
Evaluate = Callable[[Any, Any, Variations, frozenset[int]], Evaluation]
Tabulate = Callable[[Reading, Variations, frozenset[int]], Crosstable]
# Takes a reading and an opponent's card; for a system of teams, the teams and one member.
Open = Callable[[Any, Any, Variations], Evaluation]


@dataclass(frozen=True)
class Variation:
    """A documented variant of a system. It is off unless posted.

    ``name`` follows the system's name in parentheses: ``Cumulative (omit last)``. With ``of_group``, the
    system depends on the tied group once this variation is posted; with ``of_all``, on every card.
    """

    code: str
    name: str
    summary: str
    of_group: bool = False
    of_all: bool = False


# Every system takes this variation. The fold applies it: it changes the order, not the values.
OTB_FIRST = Variation(
    "otb_first",
    gettext_noop("over the board first"),
    gettext_noop("Points from games rank ahead of points from byes and forfeits only."),
)


@dataclass(frozen=True)
class Case:
    """A system in a parent's words for the players of one case.

    ``of`` is the remark of an evaluation, or the reason of one of its terms. ``measures`` says what the value
    means in this case, ``ahead`` why the higher of two is ahead; "" where no plain sentence is always true.
    """

    of: str
    measures: str
    ahead: str = ""

    def fits(self, evaluation: Evaluation) -> bool:
        return evaluation.remark == self.of or any(addend[3] == self.of for addend in evaluation.addends)


@dataclass(frozen=True)
class TiebreakSystem:
    """A rule that gives each player or team a value, higher being better.

    ``evaluate(reading, card, variations, group)`` returns an :class:`Evaluation`. ``group`` has the numbers
    still tied when the step is reached. Only systems with ``of_group`` use it. ``by_people`` means that the
    director records the value. ``crosstable`` returns the games behind the values of a group, for a system
    that counts them. ``opens`` is for a system whose terms are the values of opponents. It evaluates an
    opponent, so a page can show the terms behind a term. For a system of teams it evaluates a member.
    ``reach`` says on whose cards a value depends, so that a result need not evaluate everyone again: 0 for
    the player's own card, 1 for the opponents' cards too, 2 for those of their opponents; None for any card.
    The values of a team depend on as much for each of its members.
    ``measures`` says in a parent's words what a higher value means, ``byes`` what a round without a game
    counts. ``ahead`` is one sentence for two whom this system sets apart: {name} has the higher value,
    {more} to {less}. It is "" where no plain sentence is always true. ``cases`` say both for players to whom
    a part of the rule applies that does not apply to all.
    ``cautions`` say what to know before posting the system. For a system of teams, ``adds_up`` is the code of
    the individual system that it adds up. Editions apply to it as to that system.
    """

    code: str
    rule: str
    name: str
    head: str
    unit: Unit
    summary: str
    measures: str
    byes: str
    source: str
    evaluate: Evaluate
    variations: tuple[Variation, ...] = ()
    of_group: bool = False
    by_people: bool = False
    crosstable: Tabulate | None = None
    opens: Open | None = None
    cautions: tuple[str, ...] = ()
    adds_up: str = ""
    reach: int | None = None
    ahead: str = ""
    cases: tuple[Case, ...] = ()

    def __hash__(self) -> int:
        # All of its sentences, anew each time, is what a dataclass would hash.
        return hash(self.code)

    @property
    def reads(self) -> str:
        """The code by which an edition finds its variations: its own, or that of the system it adds up."""
        return self.adds_up or self.code

    def case(self, *evaluations: Evaluation) -> Case:
        """What holds for all of these values: of one case, or of every player.

        >>> from tiebreaks.engine.evaluation import EVEN, PLUS
        >>> from tiebreaks.engine.systems.modified_median import SYSTEM
        >>> SYSTEM.case(Evaluation(8, (), PLUS), Evaluation(6, (), PLUS)).of
        'plus score'
        >>> SYSTEM.case(Evaluation(8, (), PLUS), Evaluation(6, (), EVEN)) == Case("", SYSTEM.measures)
        True
        """
        everyone = Case("", self.measures, self.ahead)
        found = {next((case for case in self.cases if case.fits(each)), everyone) for each in evaluations}
        return found.pop() if len(found) == 1 else Case("", self.measures)

    @property
    def offered(self) -> tuple[Variation, ...]:
        """The variations that can be posted: its own, and the one that every system takes."""
        return (*self.variations, OTB_FIRST)
