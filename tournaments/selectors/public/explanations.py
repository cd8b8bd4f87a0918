"""Why a player has this place: the comparisons with others, and how the whole tie came apart.

Terms, values and ranks come from the calls that ranked the players, so no explanation can disagree with the
table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import get_language

from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.chart.wallchart import Card, Cell
from tiebreaks.engine.chart.withdrawals import counts_for_nobody
from tiebreaks.engine.evaluation import Addend, Evaluation
from tiebreaks.engine.ranking import columns
from tiebreaks.engine.ranking.fold import Ranking, Standing
from tiebreaks.engine.ranking.sequence import Step
from tiebreaks.engine.systems.cumulative import RUNNING
from tiebreaks.engine.terms.adjusted import PLAYED
from tiebreaks.published import PlayersDocument

from ...formats.names import given_name
from ...text import ties, wording
from ...text import why as words
from . import comparisons
from .comparisons import Comparison, Line, Other, Said
from .crosstables import GamesTable, games_table
from .playing import begun, is_playing, stage
from .search import answers, beginnings_in, initials_in, words_of
from .team_matches import TeamMatch, of_team
from .whole_tie import Tie, whole_tie

_NOTHING = Evaluation(None, ())
# What goes without saying behind an opponent's value.
_USUAL = {PLAYED, RUNNING}


# --- the page of one player ---------------------------------------------------------------------


@dataclass(frozen=True)
class Value:
    """A system's value for the player, one line of the page."""

    name: str
    shown: str
    ranks: bool


@dataclass(frozen=True)
class WhyPage:
    """The page of one player in one reading. ``found`` are whom somebody may mean who typed a name;
    ``unranked`` is who was chosen to compare with and has no place."""

    card: Card
    standing: Standing | None
    score_q: int
    playing: bool
    begun: bool
    tied: str
    set_aside: list[tuple[int, Card]]  # rounds that do not count, and the opponents (30B)
    matches: list[TeamMatch]
    values: list[Value]
    comparisons: list[Comparison]
    found: list[Card]
    unranked: Card | None
    line: Other | None

    @property
    def rank(self) -> str:
        return self.line.rank if self.line else ""

    @property
    def is_tied(self) -> bool:
        return self.standing is not None and self.begun and self.standing.first < self.standing.last


def why(
    document: PlayersDocument,
    number: int,
    after: int | None = None,
    against: int | None = None,
    typed: str = "",
) -> WhyPage | None:
    """Why this player has this place, beside the neighbors or ``against`` another.

    None for an unknown number, and for a comparison of somebody who is not ranked.
    """
    ranking = document.ranking(after)
    reading = ranking.reading
    card = reading.by_number.get(number)
    standing = ranking.by_number.get(number)
    if card is None or (against is not None and (against == number or against not in reading.by_number)):
        return None
    if standing is None and against is not None:
        return None
    found = find(reading, number, typed) if standing else []
    if len(found) == 1:
        against = found[0].number
    unranked = None if against is None or against in ranking.by_number else reading.by_number[against]
    sides = Players(document, ranking)
    begun_ = begun(document, after)
    others = list(comparisons.neighbors(ranking, number)) if against is None else [[against]]
    if unranked:
        others = []
    return WhyPage(
        card=card,
        standing=standing,
        score_q=reading.score_q[number],
        playing=is_playing(reading, card),
        begun=begun_,
        tied=ties.tied_with(standing, sides.called(card.name)) if standing and begun_ else "",
        set_aside=[
            (cell.round, reading.by_number[cell.opponent])
            for cell in card.cells
            if cell.opponent is not None and counts_for_nobody(cell)
        ],
        matches=of_team(document, reading, number),
        values=_values(document, ranking, card) if standing else [],
        comparisons=comparisons.compare_all(sides, number, others, stage(document, after)) if begun_ else [],
        found=found,
        unranked=unranked,
        line=comparisons.listed(ranking, number) if standing else None,
    )


def find(reading: Reading, number: int, typed: str) -> list[Card]:
    """The others of whose name each typed word begins a word, also those who have no place."""
    if not (asked := words_of(typed)):
        return []
    others = [card for card in reading.cards if card.number != number and not card.visitor]
    return [card for card in others if answers(asked, beginnings_in(card.name), initials_in(card.name))]


def _values(document: PlayersDocument, ranking: Ranking, card: Card) -> list[Value]:
    ranking_steps = [
        Value(wording.step(step), step.system.unit.show(ranking.value(at, card.number)), ranks=True)
        for at, step in enumerate(ranking.sequence.steps)
    ]
    return ranking_steps + [
        Value(
            wording.step(step),
            step.system.unit.show(columns.evaluation(ranking.reading, step, card).value),
            ranks=False,
        )
        for step in document.columns.steps
    ]


@dataclass(frozen=True)
class Players:
    """What a comparison of two players reads: :class:`~.comparisons.Sides`."""

    document: PlayersDocument
    ranking: Ranking

    def called(self, name: str) -> str:
        return name if self.document.of_teams else given_name(name)

    @cached_property
    def said(self) -> Said:
        return self.ranking.reading.once(_said, str(self.ranking.sequence), get_language())

    def lines(self, at: int, number: int, evaluation: Evaluation) -> Sequence[Line]:
        known = self.said.lines
        if (at, number) not in known:
            known[at, number] = self._lines(self.ranking.steps[at], number, evaluation)
        return known[at, number]

    def _lines(self, step: Step, number: int, evaluation: Evaluation) -> tuple[Line, ...]:
        reading = self.ranking.reading
        games = {(cell.round, cell.opponent): cell for cell in reading.by_number[number].cells}
        if step.system.reach == 0:
            return tuple([self._own(step, addend, games) for addend in evaluation.addends])
        behind = reading.each(_behind, step, get_language()) if step.system.opens else {}
        return tuple([self._of_opponent(step, addend, games, behind) for addend in evaluation.addends])

    def _of_opponent(
        self,
        step: Step,
        addend: Addend,
        games: Mapping[tuple[int, int | None], Cell],
        behind: Mapping[int, str],
    ) -> Line:
        """A term that stands for an opponent."""
        worth, round, opponent, reason, rule, dropped = addend
        shown, reading = step.system.unit.show(worth), self.ranking.reading
        if opponent is None:
            said = words.reason(reason, rule)
            name = words.in_round(round) if round else said
            return Line("", name, said if round else "", shown, dropped is not None, "")
        opens = step.system.opens is not None and opponent not in reading.did_not_compete
        came_about = behind[opponent] if opens else ""
        cell = games.get((round, opponent))
        key = (cell and cell.kind, round, not came_about and reason, rule, dropped)
        under = self.said.under.get(key)
        if under is None:
            below = [words.played(cell.kind, round)] if cell else []
            below += [] if came_about else [words.reason(reason, rule)]
            below += [wording.dropped(dropped)] if dropped else []
            under = self.said.under[key] = " · ".join(below)
        color = cell.color if cell else ""
        return Line(color, reading.by_number[opponent].name, under, shown, dropped is not None, came_about)

    def _own(self, step: Step, addend: Addend, games: Mapping[tuple[int, int | None], Cell]) -> Line:
        """A term that stands for a round of the player."""
        worth, round, opponent, reason, rule, dropped = addend
        cell = games.get((round, opponent))
        said = words.reason(reason, rule)
        if cell is not None and opponent is not None:
            said = f"{words.against(cell.kind, self.ranking.reading.by_number[opponent].name)} · {said}"
        color = cell.color if cell else ""
        return Line(color, words.in_round(round), said, step.system.unit.show(worth), dropped is not None, "")

    def games(self, at: int, number: int) -> GamesTable | None:
        return games_table(self.ranking, at, number)

    def ruling(self, at: int, number: int) -> tuple[str, str]:
        decision = self.ranking.decision(at, number)
        if decision is None:
            return "", ""
        levels = ties.levels(decision, self.document.chart.by_number)
        return ties.outcome(levels), ties.recording(decision, self.document.recording(decision))


def _said(reading: Reading, order: str, language: str | None) -> Said:
    """What the pages of one reading share by one order, in one language. Call through ``reading.once``."""
    return Said()


def _behind(reading: Reading, card: Card, step: Step, language: str | None) -> str:
    """The sum behind an opponent's value, and its unusual terms. Call through ``reading.each``."""
    opened = _opened(reading, step, card)
    if not opened.addends:
        return ""
    unit = step.system.unit
    sums = f"{unit.written_sum(opened)} = {unit.show(opened.value)}"
    unusual = [
        words.of_round(addend[1], words.reason(addend[3], addend[4]))
        for addend in opened.addends
        if addend[3] not in _USUAL
    ]
    return " · ".join([sums, *unusual])


def _opened(reading: Reading, step: Step, card: Card) -> Evaluation:
    return step.system.opens(reading, card, step.variations) if step.system.opens else _NOTHING


def tie(document: PlayersDocument, number: int, after: int | None = None) -> tuple[Card, Tie | None] | None:
    """How the tie on this player's score came apart: before the first result there is none. None for a number
    that is not ranked."""
    ranking = document.ranking(after)
    found = whole_tie(ranking, number, stage(document, after), teams=document.of_teams)
    if found is None:
        return None
    return ranking.reading.by_number[number], found if begun(document, after) else None
