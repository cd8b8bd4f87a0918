"""Every term of every system of one player, with the terms of an opponent's value behind it.

They come from the calls that ranked, so a parent adds up the numbers that made the rank.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.chart.wallchart import Card, Cell
from tiebreaks.engine.evaluation import EVEN, MINUS, PLUS, Evaluation, Term
from tiebreaks.engine.ranking import columns
from tiebreaks.engine.ranking.fold import Ranking
from tiebreaks.engine.ranking.ladder import steps_about
from tiebreaks.engine.ranking.sequence import Step
from tiebreaks.published import PlayersDocument

from ...text import ties, wording
from ...text import why as words
from .crosstables import GamesTable, games_table

_NOTHING = Evaluation(None, ())


@dataclass(frozen=True)
class TermLine:
    """One addend. Its words are made when they are asked for: the same term stands on several pages.

    ``opened`` is the opponent's own value behind it.
    """

    step: Step
    term: Term
    opened: Evaluation
    cards: Mapping[int, Card]
    cell: Cell | None = None

    @property
    def color(self) -> str:
        return self.cell.color if self.cell else ""

    @property
    def played(self) -> str:
        """``won, round 1``, below an opponent's name."""
        return words.played(self.cell.kind, self.term.round) if self.cell and self.opponent else ""

    @property
    def round(self) -> int:
        return self.term.round

    @property
    def opponent(self) -> Card | None:
        return None if self.term.opponent is None else self.cards[self.term.opponent]

    @property
    def shown(self) -> str:
        return self.step.system.unit.show(self.term.points_q)

    @property
    def exact(self) -> str:
        return self.step.system.unit.decimal(self.term.points_q) or ""

    @property
    def reason(self) -> str:
        return wording.message(self.term.reason)

    @property
    def rule(self) -> str:
        return self.term.rule

    @property
    def dropped(self) -> str:
        return wording.dropped(self.term.dropped)

    @property
    def dropped_code(self) -> str:
        return self.term.dropped.value if self.term.dropped else ""

    @property
    def shown_behind(self) -> Hashable:
        """All that the addends of the opponent's own value show."""
        of = [addend[2] for addend in self.opened.addends]
        names = tuple([number and self.cards[number].name for number in of])
        return self.step.system.unit.value, self.term.points_q, tuple(self.opened.addends), names

    @property
    def inner(self) -> "list[TermLine]":
        """The addends of the opponent's own value."""
        return [TermLine(self.step, each, _NOTHING, self.cards) for each in self.opened.terms]

    @property
    def inner_sum(self) -> str:
        return self.step.system.unit.arithmetic(self.opened)


@dataclass(frozen=True)
class SystemLine:
    """A system for one player or team: the value, what it was added up from, what was left out and why.

    It ``ranks`` or is only shown. ``measures`` says what it means in the case of this player or team,
    ``outcome`` what people decided.
    """

    step: Step
    measures: str
    shown: str
    exact: str
    remark: str
    sum: str
    terms: Sequence[Any]
    ranks: bool = True
    is_mean: bool = False
    games: GamesTable | None = None
    outcome: str = ""


@dataclass(frozen=True)
class Arithmetic:
    card: Card
    systems: list[SystemLine]


def arithmetic(document: PlayersDocument, number: int, after: int | None = None) -> Arithmetic | None:
    """Every term of every system for this player; None for an unknown number."""
    ranking = document.ranking(after)
    card = ranking.reading.by_number.get(number)
    if card is None:
        return None
    standing = ranking.by_number.get(number)
    return Arithmetic(
        card=card,
        systems=[_ranking_system(document, ranking, at, card) for at in steps_about(ranking, number)]
        + [
            _shown_system(ranking.reading, step, card)
            for step in document.columns.steps
            if standing is not None
        ],
    )


def _ranking_system(document: PlayersDocument, ranking: Ranking, at: int, card: Card) -> SystemLine:
    number = card.number
    line = _system(ranking.reading, ranking.steps[at], card, ranking.evaluation(at, number), ranks=True)
    decision = ranking.decision(at, number)
    if decision is None:
        return replace(line, games=games_table(ranking, at, number))
    return replace(
        line,
        outcome=ties.outcome(ties.levels(decision, document.chart.by_number)),
        remark=ties.recording(decision, document.recording(decision)),
    )


def _shown_system(reading: Reading, step: Step, card: Card) -> SystemLine:
    return _system(reading, step, card, columns.evaluation(reading, step, card), ranks=False)


def _system(reading: Reading, step: Step, card: Card, evaluation: Evaluation, *, ranks: bool) -> SystemLine:
    unit = step.system.unit
    games = {(cell.round, cell.opponent): cell for cell in card.cells}
    return SystemLine(
        step=step,
        measures=_(step.system.case(evaluation).measures),
        shown=unit.show(evaluation.value),
        exact=unit.decimal(evaluation.value) or "",
        # The case says it already.
        remark="" if evaluation.remark in (PLUS, EVEN, MINUS) else wording.remark(evaluation),
        sum=unit.written_sum(evaluation),
        terms=[
            TermLine(
                step,
                term,
                _inner(reading, step, term),
                reading.by_number,
                games.get((term.round, term.opponent)),
            )
            for term in evaluation.terms
        ],
        ranks=ranks,
        is_mean=unit.is_mean(evaluation),
    )


def _inner(reading: Reading, step: Step, term: Term) -> Evaluation:
    """The terms of the opponent's value. A game that does not count (30B) took no value over."""
    if step.system.opens is None or term.opponent is None or term.opponent in reading.did_not_compete:
        return _NOTHING
    return step.system.opens(reading, reading.by_number[term.opponent], step.variations)
