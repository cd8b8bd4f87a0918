"""What a tiebreak system declares about itself: one record a rule.

Code, rule number, printed name, column head, unit, the sentence that can be posted, variations and the
function stand together, so that no label can drift away from its arithmetic.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..chart.reading import Reading
from ..evaluation import Evaluation, Unit
from ..messages import gettext_noop
from .crosstable import Crosstable

Variations = frozenset[str]
# Of a reading and a card of it; a system of teams, of the teams and one of them.
Evaluate = Callable[[Any, Any, Variations, frozenset[int]], Evaluation]
Tabulate = Callable[[Reading, Variations, frozenset[int]], Crosstable]
# Of a reading and an opponent's card in it; for a system of teams, of the teams and one member.
Open = Callable[[Any, Any, Variations], Evaluation]


@dataclass(frozen=True)
class Variation:
    """A documented other reading of a system, off unless posted.

    ``name`` stands behind the system's in brackets: ``Cumulative (omit last)``. ``of_group`` says that the
    system looks at the tied group once this is posted.
    """

    code: str
    name: str
    summary: str
    of_group: bool = False


# Of the fold, not of any one system: it says who is compared first, and leaves the values as they are.
OTB_FIRST = Variation(
    "otb_first",
    gettext_noop("over the board first"),
    gettext_noop(
        "Whoever scored over the board stands ahead of whoever has only points of byes and forfeits."
    ),
)


@dataclass(frozen=True)
class TiebreakSystem:
    """A rule that gives each player or team a value, higher being better.

    ``evaluate(reading, card, variations, group)`` answers an :class:`Evaluation`. ``group`` is the set of
    numbers still tied when the step is reached; only systems with ``of_group`` look at it.
    What is ``by_people`` is recorded by the director rather than computed. ``crosstable`` has the games
    that the values of a group are made of, for a system that counts them.
    ``opens`` is for a system whose terms are values of opponents: it evaluates an opponent, so that a term
    can show its own terms. For a system of teams it evaluates a member.
    ``cautions`` are what to know before posting it, as the sources have it. A system of teams ``adds_up`` the
    individual system with that code, and is read as it is.
    """

    code: str
    rule: str
    name: str
    head: str
    unit: Unit
    summary: str
    source: str
    evaluate: Evaluate
    variations: tuple[Variation, ...] = ()
    of_group: bool = False
    by_people: bool = False
    crosstable: Tabulate | None = None
    opens: Open | None = None
    cautions: tuple[str, ...] = ()
    adds_up: str = ""

    @property
    def reads(self) -> str:
        """The code of the system whose reading an edition settles: its own, or that of what it adds up."""
        return self.adds_up or self.code

    @property
    def offered(self) -> tuple[Variation, ...]:
        """What can be posted with it: its own variations, and the one that any system takes."""
        return (*self.variations, OTB_FIRST)
