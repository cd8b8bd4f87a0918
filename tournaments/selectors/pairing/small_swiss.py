"""What to know before round 1: of a Swiss with many rounds for its players (29K, 29L), of a round robin with
other rounds than its table has (30A)."""

from dataclasses import dataclass

from ...models import Section
from ...pairing.meetings import in_table
from ...pairing.quads import QUAD
from ...pairing.request import PairingInput
from ...pairing.round_robin import table
from ...pairing.small_swiss import all_met_after, could_be_round_robin, may_run_out, offered
from ..entries.quads import is_of_quads


@dataclass(frozen=True)
class SmallSwiss:
    """A Swiss in which opponents run out. ``all_met`` is the round after which everybody has met everybody,
    where more are planned."""

    players: int
    rounds: int
    of_teams: bool
    all_met: int
    could_be_round_robin: bool
    # Whether a table is safer for so many rounds, and the options do not ask for it yet.
    could_use_table: bool
    # Whether the last rounds of a Swiss may have no legal pairing.
    may_run_out: bool = False
    # The rounds of the table of a round robin, where others are planned.
    of_table: int = 0
    # Whether a round is two games of the same two.
    games_twice: bool = False
    # Who withdrew before round 1 and keeps a place in the table, and how many are left without them.
    gone: tuple[str, ...] = ()
    left: int = 0
    # Whether it was made by a cut into quads, which its log undoes.
    of_quads: bool = False

    @property
    def gone_said(self) -> str:
        return "; ".join(self.gone)

    @property
    def of_left(self) -> int:
        """The rounds of a table of who is left; 0 where there would be none."""
        return len(table(self.left)) if self.left > 2 else 0

    @property
    def too_few_left(self) -> bool:
        """Whether those who are left would have no whole table of four."""
        return bool(self.gone) and self.left < QUAD

    @property
    def twice(self) -> int:
        """The rounds in which all meet twice."""
        return 2 * self.all_met


def small_swiss(section: Section, request: PairingInput) -> SmallSwiss | None:
    """What is said while it can still be changed; None where opponents suffice, or it is too late.

    Who has a bye in round 1 is an opponent in later rounds, but has no place in a table that begins with it.
    """
    if request.round != 1:
        return None
    if section.format == Section.Formats.ROUND_ROBIN:
        return _of_table(section, request)
    entered = [card for card in request.chart.cards if not card.visitor and not request.gone(card)]
    # A house player makes the number even, or rests (28M1).
    houses = sum(card.house for card in entered)
    players = len(entered) - houses
    players += min(houses, players % 2)
    size = players, section.rounds
    if section.format != Section.Formats.SWISS or section.games != 1:
        return None
    found = SmallSwiss(
        *size,
        bool(section.boards),
        all_met_after(*size),
        could_be_round_robin(*size),
        offered(*size) and request.options.small_swiss == "off" and not any(map(request.away, entered)),
        may_run_out(*size),
    )
    return found if found.all_met or found.could_be_round_robin or found.could_use_table else None


def _of_table(section: Section, request: PairingInput) -> SmallSwiss | None:
    """What to know of the table of a round robin: it has a place for each entry, also of who left."""
    numbers = in_table(request.chart)
    if len(numbers) < 3:
        return None
    once = len(table(len(numbers)))
    # With two games per round the table once is the double round robin.
    fits = section.rounds in (once, 2 * once) if section.games == 1 else section.rounds == once
    gone = [number for number in numbers if request.gone(request.chart.by_number[number])]
    if fits and not gone:
        return None
    return SmallSwiss(
        len(numbers),
        section.rounds,
        bool(section.boards),
        0,
        False,
        False,
        of_table=0 if fits else once,
        games_twice=section.games > 1,
        gone=tuple(map(request.name, gone)),
        left=len(numbers) - len(gone),
        of_quads=bool(gone) and is_of_quads(section),
    )
