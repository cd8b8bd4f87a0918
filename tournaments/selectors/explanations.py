"""Why a player has this place: every term of every posted system, and the chain of comparisons.

Terms, values and ranks come from the calls that ranked the players, so no explanation can disagree with the
table.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.reading import Entrant, Reading
from tiebreaks.engine.chart.wallchart import Card
from tiebreaks.engine.chart.withdrawals import counts_for_nobody
from tiebreaks.engine.evaluation import Evaluation, Term, Value
from tiebreaks.engine.ranking import columns
from tiebreaks.engine.ranking.fold import Ranked, Ranking, Standing
from tiebreaks.engine.ranking.sequence import Step
from tiebreaks.published import DOCUMENTS, PlayersDocument

from ..text import wording
from .crosstables import GamesTable, games_table
from .public import is_playing
from .team_matches import TeamMatch, of_team

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

    It ``ranks`` or is only shown. ``outcome`` says what people decided.
    """

    step: Step
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
class Comparison:
    """Two players, or two teams, compared sentence by sentence until something separates them."""

    other: Entrant
    title: str
    sentences: list[SafeString]


@dataclass(frozen=True)
class WhyPage:
    """The page of one player in one reading."""

    card: Card
    standing: Standing | None
    score_q: int
    playing: bool
    set_aside: list[tuple[int, Card]]  # rounds that do not count, and the opponents (30B)
    matches: list[TeamMatch]
    systems: list[SystemLine]
    comparisons: list[Comparison]


def why(
    document: PlayersDocument, number: int, after: int | None = None, against: int | None = None
) -> WhyPage | None:
    """Why this player has this place; None for an unknown number or comparison."""
    ranking = document.ranking(after)
    reading = ranking.reading
    card = reading.by_number.get(number)
    standing = ranking.by_number.get(number)
    if card is None or (against is not None and (against == number or against not in ranking.by_number)):
        return None
    if standing is None and against is not None:
        return None
    others = [against] if against is not None else list(neighbors(ranking, number))
    over = document.finished and after in (None, document.through)
    return WhyPage(
        card=card,
        standing=standing,
        score_q=reading.score_q[number],
        playing=is_playing(reading, card),
        set_aside=[
            (cell.round, reading.by_number[cell.opponent])
            for cell in card.cells
            if cell.opponent is not None and counts_for_nobody(cell)
        ],
        matches=of_team(document, reading, number),
        systems=[_ranking_system(document, ranking, at, number) for at in steps_about(ranking, number)]
        + [_shown_system(reading, step, card) for step in document.columns.steps if standing is not None],
        comparisons=[compare(ranking, number, other, over=over) for other in others],
    )


def to_compare(ranked: Iterable[Card], number: int, against: int | None) -> SafeString:
    """The options of a menu of all the others."""
    options = _options(tuple([(card.number, card.name) for card in ranked]))
    others = [option for each, option in options.items() if each != number]
    chosen = options.get(against or 0)
    if chosen is None:
        return SafeString("\n".join(others))
    return SafeString("\n".join(others).replace(chosen, chosen.replace("<option", "<option selected"), 1))


@lru_cache(maxsize=DOCUMENTS)
def _options(listed: tuple[tuple[int, str], ...]) -> dict[int, str]:
    """An option for each of hundreds of players: the same on every page of a section."""
    return {
        number: format_html('<option value="{}">{} {}</option>', number, number, name)
        for number, name in listed
    }


def steps_about(ranking: Ranked[Any], number: int) -> Iterator[int]:
    """The posted steps, and those at which something recorded was about this player or team."""
    posted = len(ranking.sequence.steps)
    return (at for at in range(len(ranking.steps)) if at < posted or number in ranking.values[at])


def neighbors(ranking: Ranked[Any], number: int) -> Iterator[int]:
    """The one directly above, all others of the same rank, and the one directly below."""
    standing = ranking.by_number.get(number)
    if standing is None:
        return
    ranked = ranking.standings
    first = standing.rank - 1
    if first > 0:
        yield ranked[first - 1].number
    for each in ranked[first : first + standing.tied]:
        if each.number != number:
            yield each.number
    if first + standing.tied < len(ranked):
        yield ranked[first + standing.tied].number


# --- terms --------------------------------------------------------------------------------------


def _ranking_system(document: PlayersDocument, ranking: Ranking, at: int, number: int) -> SystemLine:
    line = _system(ranking.reading, ranking.steps[at], ranking.evaluation(at, number), ranks=True)
    decision = ranking.decision(at, number)
    if decision is None:
        return replace(line, games=games_table(ranking, at, number))
    return replace(
        line,
        outcome=wording.outcome(wording.levels(decision, document.chart.by_number)),
        remark=wording.recording(decision, document.recording(decision)),
    )


def _shown_system(reading: Reading, step: Step, card: Card) -> SystemLine:
    return _system(reading, step, columns.evaluation(reading, step, card), ranks=False)


def _system(reading: Reading, step: Step, evaluation: Evaluation, *, ranks: bool) -> SystemLine:
    unit = step.system.unit
    return SystemLine(
        step=step,
        shown=unit.show(evaluation.value),
        exact=unit.decimal(evaluation.value) or "",
        remark=wording.remark(evaluation),
        sum=unit.written_sum(evaluation),
        terms=[
            TermLine(step, term, _inner(reading, step, term), reading.by_number) for term in evaluation.terms
        ],
        ranks=ranks,
        is_mean=unit.is_mean(evaluation),
    )


def _inner(reading: Reading, step: Step, term: Term) -> Evaluation:
    """The terms of the opponent's value. A game that does not count (30B) took no value over."""
    if step.system.opens is None or term.opponent is None or term.opponent in reading.did_not_compete:
        return _NOTHING
    return step.system.opens(reading, reading.by_number[term.opponent], step.variations)


# --- the chain ----------------------------------------------------------------------------------


def compare(ranking: Ranked[Any], number: int, other: int, *, over: bool) -> Comparison:
    """The chain between two players or teams, the higher one named first."""
    mine, theirs = ranking.by_number[number], ranking.by_number[other]
    high, low = sorted((mine, theirs), key=lambda standing: (standing.rank, standing is not mine))
    by_number = ranking.reading.by_number
    if theirs.rank < mine.rank:
        title = _("Why below {name}?")
    elif theirs.rank > mine.rank:
        title = _("Why above {name}?")
    else:
        title = _("Why tied with {name}?")
    card = by_number[other]
    return Comparison(
        card,
        format_html(title, name=wording.bdi(card.name)),
        list(_chain(ranking, high, low, over=over)),
    )


def _chain(ranking: Ranked[Any], high: Standing, low: Standing, *, over: bool) -> Iterator[SafeString]:
    name = wording.bdi(ranking.reading.by_number[high.number].name)
    if high.score_q != low.score_q:
        yield format_html(
            _("{score} to {lower_score}, so {name} is ahead."),
            score=wording.score(high.score_q),
            lower_score=points.show(low.score_q),
            name=name,
        )
        return
    yield format_html(_("Both have {score}."), score=wording.score(high.score_q))
    for at in steps_about(ranking, high.number):
        step = ranking.steps[at]
        more, less = ranking.value(at, high.number), ranking.value(at, low.number)
        if more == less:
            yield _still_tied(ranking, at, high.number, more)
            continue
        if step.system.by_people:
            yield format_html(_("<b>{system}</b>: {name} is ahead."), system=wording.step(step), name=name)
            return
        shown, lower = wording.values(step.system.unit, more, less)
        yield format_html(
            _("<b>{system}</b>: {more}{terms} to {less}{lower_terms}, so {name} is ahead."),
            system=wording.step(step),
            more=shown,
            less=lower,
            name=name,
            terms=_bracketed(ranking, at, high.number),
            lower_terms=_bracketed(ranking, at, low.number),
        )
        return
    yield format_html("{}", wording.undecided(2, over=over))


def _still_tied(ranking: Ranked[Any], at: int, number: int, value: Value) -> SafeString:
    step = ranking.steps[at]
    system = wording.step(step)
    if value is not None and step.system.by_people:
        return format_html(_("<b>{system}</b>: still tied."), system=system)
    if value is not None:
        return format_html(
            _("<b>{system}</b>: {value} each."), system=system, value=step.system.unit.show(value)
        )
    remark = wording.remark(ranking.evaluation(at, number)) or _("nothing to count")
    return format_html(_("<b>{system}</b>: no value ({remark})."), system=system, remark=remark)


def _bracketed(ranking: Ranked[Any], at: int, number: int) -> str:
    """The terms behind a value, where there is more than one of them."""
    step, evaluation = ranking.steps[at], ranking.evaluation(at, number)
    unit = step.system.unit
    text = unit.written_sum(evaluation)
    if len(evaluation.kept) < 2:
        return ""
    return f" [{text}]" if unit.is_mean(evaluation) else f" ({text.replace(' ', '')})"
