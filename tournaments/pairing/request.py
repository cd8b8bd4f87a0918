"""What a pairing is made from: a wall chart, the round, options, what the director has set, and lots.

Everything that chance or a clock decides comes in as data, so that the same request gives the same pairing.
"""

from dataclasses import dataclass
from functools import cached_property

from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind, Wallchart
from tiebreaks.engine.chart.withdrawals import did_not_compete

from .options import Options


class UnreadyError(ValueError):
    """The chart cannot be paired as it stands; the text says what is missing."""


@dataclass(frozen=True)
class SetBoard:
    """A board set by the director. ``colored`` when its colors are set too; ``given`` when these are not the
    director's, but those of the rules when the two were seated together."""

    white: int
    black: int
    colored: bool = True
    given: bool = False


@dataclass(frozen=True)
class Locks:
    """What the director has set for this round.

    ``apart`` never meet. ``asked_apart`` asked not to meet (28T), and meet if nothing else is possible.
    ``bye`` gets the full-point bye. ``floats`` are paired below their score group.
    """

    boards: tuple[SetBoard, ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    asked_apart: tuple[tuple[int, int], ...] = ()
    bye: int | None = None
    no_bye: bool = False
    floats: frozenset[int] = frozenset()


RULES, FREE = Options(), Locks()


@dataclass(frozen=True)
class PairingInput:
    """A round to be paired.

    ``color`` is the lot for the higher-ranked player of board 1 in round one. ``new`` are players without any
    rated game (None: every unrated player). ``late`` entered after round one was paired; round 1 and those
    that are accelerated read it. ``pools`` are paired among themselves first (29I). ``lot_winners`` get the
    color that both want in 29E4c. ``first_board`` is the number of the section's first board. ``provisional``
    names results that were assumed (28O, 29H).
    ``of_teams``: the entries are teams, and sentences say so.
    """

    chart: Wallchart
    round: int
    options: Options = RULES
    locks: Locks = FREE
    color: str = "w"
    new: frozenset[int] | None = None
    late: frozenset[int] = frozenset()
    pools: tuple[frozenset[int], ...] = ()
    lot_winners: frozenset[int] = frozenset()
    first_board: int = 1
    provisional: tuple[tuple[int, int], ...] = ()
    of_teams: bool = False

    @property
    def last_round(self) -> bool:
        return self.round >= self.chart.rounds

    def name(self, number: int) -> str:
        return self.chart.by_number[number].name

    def in_pool(self, card: Card) -> bool:
        """Whether an entry is to be paired this round: neither gone nor away."""
        return not (self.gone(card) or card.visitor or self.away(card) or card.number == self.given_bye)

    def gone(self, card: Card) -> bool:
        """Whether an entry has left before this round."""
        return card.withdrew is not None and card.withdrew < self.round

    def forfeits(self, card: Card) -> bool:
        """Whether an entry has left a round robin and keeps the boards of its table, as forfeit wins for the
        opponents: it has played at least half of its games (30B)."""
        of_table = self.chart.format is Format.ROUND_ROBIN and not (card.house or card.visitor)
        return of_table and self.gone(card) and card.number not in did_not_compete(self.chart, self.round - 1)

    def may_sit(self, card: Card) -> bool:
        """Whether an entry may have a board of this round, to play or to forfeit."""
        return self.in_pool(card) or self.forfeits(card)

    def away(self, card: Card) -> Cell | None:
        """The requested bye or absence of this round."""
        absences = (Kind.HALF_BYE, Kind.UNPAIRED)
        return next((c for c in card.in_round(self.round) if c.kind in absences), None)

    @cached_property
    def given_bye(self) -> int | None:
        """Who is set to have the full-point bye, one at most."""
        return next(iter(self.byes), None)

    @cached_property
    def byes(self) -> tuple[int, ...]:
        """Everybody who is set to have the full-point bye: by the director, or in the file already."""
        set_already = (card.number for card in self.chart.cards if self.full_byes(card))
        by_director = (self.locks.bye,) if self.locks.bye is not None else ()
        return tuple(dict.fromkeys((*by_director, *set_already)))

    def full_byes(self, card: Card) -> list[Cell]:
        """The full-point byes that an entry has in this round."""
        return [c for c in card.in_round(self.round) if c.kind is Kind.FULL_BYE and not self.gone(card)]


def round_to_pair(chart: Wallchart) -> int:
    """The first round without any result.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> round_to_pair(chart(["W2w", "?2b"], ["L1b", "?1w"]))
    2
    """
    begun = {
        c.round
        for card in chart.cards
        for c in card.cells
        if (c.kind.played and c.kind is not Kind.OPEN) or c.kind.forfeit
    }
    return next(number for number in range(1, len(begun) + 2) if number not in begun)


def check(request: PairingInput) -> None:
    """Raises :class:`UnreadyError` where earlier rounds are not complete or a number is unknown."""
    chart, number = request.chart, request.round
    if not 1 <= number <= chart.rounds:
        raise UnreadyError(f"Round {number} is not one of the {chart.rounds} planned rounds.")
    # A table asks for no result (30A).
    if chart.through < number - 1 and chart.format is not Format.ROUND_ROBIN:
        raise UnreadyError(
            f"Round {number} cannot be paired before round {chart.through + 1} is complete."
            " Enter its missing results."
        )
    known = chart.by_number
    named = [
        *(n for board in request.locks.boards for n in (board.white, board.black)),
        *(n for pair in (*request.locks.apart, *request.locks.asked_apart) for n in pair),
        *([request.locks.bye] if request.locks.bye is not None else []),
    ]
    for one, other in (*request.locks.apart, *request.locks.asked_apart):
        if one == other and one in known:
            raise UnreadyError(f"{request.name(one)} is to be kept apart from nobody else. Name two players.")
    unknown = sorted({n for n in named if n not in known or known[n].visitor})
    if unknown:
        raise UnreadyError(f"No player of this section has number {unknown[0]}.")
