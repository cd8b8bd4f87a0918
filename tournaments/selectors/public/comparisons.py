"""Two players, or two teams, compared: one sentence, the steps between them, the arithmetic of each.

Steps, values and terms come from the ranking and from the calls that ranked, so no explanation can disagree
with the table. Players and teams differ in whose terms they have: see :class:`Sides`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine import points
from tiebreaks.engine.evaluation import Evaluation, Unit
from tiebreaks.engine.ranking.fold import Ranked, Standing
from tiebreaks.engine.ranking.ladder import Rung, Verdict, ladder

from ...text import why as words
from ...text import wording
from ...text.ties import Reached
from ...text.why import Deciding
from .crosstables import GamesTable

# As many names stand in a heading.
NAMED = 2


class Line(NamedTuple):
    """One addend: whom it is about and what it counts. ``behind`` is how an opponent's own value came about.

    ``color`` is ``w`` or ``b``, or "" without a game.
    """

    color: str
    name: str
    under: str
    shown: str
    dropped: bool
    behind: str


class Box(NamedTuple):
    """The arithmetic of one of two."""

    name: str
    shown: str
    lines: Sequence[Line]
    sum: str


class Sums(NamedTuple):
    """The same in one line."""

    name: str
    sum: str
    shown: str


@dataclass(frozen=True)
class StepLine:
    """A step between two. ``boxes`` have every addend of both, ``sums`` the same in a line each. A playoff or
    toss that was not ``held`` has left nobody equal."""

    name: str
    code: str
    rule: str
    verdict: str
    says: str
    measures: str
    sums: Sequence[Sums] = ()
    boxes: Sequence[Box] = ()
    outcome: str = ""
    remark: str = ""
    opens: bool = False
    games: GamesTable | None = None
    held: bool = True

    @property
    def decides(self) -> bool:
        return self.verdict == Verdict.DECIDES.value


@dataclass(frozen=True)
class Other:
    """One line: the subject of a page, or whom it is compared with."""

    number: int
    name: str
    rank: str
    score: str


@dataclass(frozen=True)
class Comparison:
    """The subject and another, or all others who share its rank. ``above`` says that the other is ahead.

    ``breath`` is the first sentence. ``gist`` is the same in a few words, beside the ``marks`` of the steps,
    which ``aloud`` says in words. Where it is not ``whole``, the step that decides has its terms elsewhere.
    """

    others: Sequence[Other]
    title: str
    breath: str
    gist: str
    marks: Sequence[str]
    aloud: str
    whole: bool
    steps: Sequence[StepLine]
    unused: Sequence[StepLine] = ()
    above: bool = False
    level: bool = False

    @property
    def other(self) -> Other:
        return self.others[0]

    @property
    def more(self) -> str:
        """How many share the rank beyond those who are named."""
        return words.others(len(self.others) - NAMED) if len(self.others) > NAMED else ""

    @property
    def not_needed(self) -> str:
        return words.not_needed([step.name for step in self.unused])


class Said:
    """Words and lines that pages of a version share: looking up a message takes longer than showing it."""

    def __init__(self) -> None:
        self.steps: dict[int, str] = {}
        self.measures: dict[tuple[int, str], str] = {}
        self.lines: dict[tuple[int, int], Sequence[Line]] = {}
        self.under: dict[tuple[Any, ...], str] = {}


class Sides(Protocol):
    """What players and teams do not share."""

    @property
    def ranking(self) -> Ranked[Any]: ...

    @property
    def said(self) -> Said: ...

    def called(self, name: str) -> str: ...

    def lines(self, at: int, number: int, evaluation: Evaluation) -> Sequence[Line]: ...

    def games(self, at: int, number: int) -> GamesTable | None: ...

    def ruling(self, at: int, number: int) -> tuple[str, str]:
        """What people decided at a step, and how that was recorded; "" twice for none."""


def neighbors(ranking: Ranked[Any], number: int) -> Iterator[list[int]]:
    """The one directly above, all others of the same rank, and the one directly below."""
    standing = ranking.by_number.get(number)
    if standing is None:
        return
    ranked = ranking.standings
    first = standing.rank - 1
    if first > 0:
        yield [ranked[first - 1].number]
    if same := [each.number for each in ranked[first : first + standing.tied] if each.number != number]:
        yield same
    if first + standing.tied < len(ranked):
        yield [ranked[first + standing.tied].number]


def was_held(ranking: Ranked[Any], at: int, number: int) -> bool:
    """Whether a step compared this number with those it was tied with: people may not have come to it."""
    return not ranking.steps[at].system.by_people or ranking.value(at, number) is not None


def compare_all(
    sides: Sides, number: int, others: Sequence[Sequence[int]], reached: Reached
) -> list[Comparison]:
    """``number`` beside each of the ``others``; the first whom a step sets apart from it has every term."""
    found: list[Comparison] = []
    for each in others:
        whole = not any(earlier.steps and not earlier.level for earlier in found)
        found.append(compare(sides, number, each, reached, whole=whole))
    return found


def compare(
    sides: Sides, number: int, others: Sequence[int], reached: Reached, *, whole: bool = True
) -> Comparison:
    """``number`` beside another, or beside all ``others`` of its rank, whom the same steps left level."""
    ranking = sides.ranking
    mine, theirs = ranking.by_number[number], ranking.by_number[others[0]]
    high, low = (theirs, mine) if theirs.rank < mine.rank else (mine, theirs)
    rungs = ladder(ranking, high.number, low.number)
    deciding = _deciding(ranking, rungs, high.number, low.number)
    equal = sum(rung.verdict is Verdict.EQUAL and was_held(ranking, rung.step, high.number) for rung in rungs)
    names = _names(sides, high.number, low.number)
    scores_q = high.score_q, low.score_q
    pair = _Pair(sides, high.number, low.number, names, whole)
    return Comparison(
        others=[listed(ranking, each) for each in others],
        title=_title(ranking, mine, others),
        breath=words.breath(
            names,
            scores_q,
            equal,
            deciding,
            reached=reached,
            tied=mine.tied if mine.rank == theirs.rank else 2,
        ),
        gist=words.gist(scores_q, deciding, reached),
        marks=["="] * equal + (["✓"] if deciding else []),
        aloud=words.marks(equal, deciding is not None) if equal or deciding else "",
        whole=whole,
        steps=[pair.step(rung, deciding) for rung in rungs if rung.verdict is not Verdict.UNUSED],
        unused=[pair.unused(rung) for rung in rungs if rung.verdict is Verdict.UNUSED],
        above=theirs.rank < mine.rank,
        level=theirs.rank == mine.rank,
    )


def _names(sides: Sides, high: int, low: int) -> tuple[str, str]:
    by_number = sides.ranking.reading.by_number
    return words.called_apart(sides.called, by_number[high].name, by_number[low].name)


def listed(ranking: Ranked[Any], number: int) -> Other:
    """One of them in a line: rank, name, score."""
    standing = ranking.by_number[number]
    return Other(
        number,
        ranking.reading.by_number[number].name,
        wording.rank(standing.rank, standing.tied),
        points.show(standing.score_q),
    )


def _title(ranking: Ranked[Any], mine: Standing, others: Sequence[int]) -> str:
    names = [ranking.reading.by_number[each].name for each in others]
    rank = ranking.by_number[others[0]].rank
    if rank < mine.rank:
        title = _("Why below {names}?")
    elif rank > mine.rank:
        title = _("Why above {names}?")
    else:
        title = _("Why tied with {names}?")
    if len(names) > NAMED:
        more = ngettext("Why tied with {count} other?", "Why tied with {count} others?", len(names))
        return more.format(count=len(names))
    return title.format(names=words.both(names))


def _deciding(ranking: Ranked[Any], rungs: Sequence[Rung], high: int, low: int) -> Deciding | None:
    for at, verdict in rungs:
        if verdict is Verdict.DECIDES:
            return Deciding(ranking.steps[at], ranking.evaluation(at, high), ranking.evaluation(at, low))
    return None


@dataclass(frozen=True)
class _Pair:
    """The higher and the lower one, and what they are called."""

    sides: Sides
    high: int
    low: int
    names: tuple[str, str]
    whole: bool

    def step(self, rung: Rung, deciding: Deciding | None) -> StepLine:
        if rung.verdict is Verdict.DECIDES and deciding is not None:
            return self.decides(rung.step, deciding)
        ranking, at = self.sides.ranking, rung.step
        step = ranking.steps[at]
        both = ranking.evaluation(at, self.high), ranking.evaluation(at, self.low)
        unit = step.system.unit
        if not was_held(ranking, at, self.high):
            return self.line(at, rung.verdict, says=_("not held"), both=both, held=False)
        if both[0].value is None:
            return self.line(at, rung.verdict, says=_("no value"), both=both, remark=wording.remark(both[0]))
        if step.system.by_people:
            outcome, remark = self.sides.ruling(at, self.high)
            return self.line(
                at, rung.verdict, says=_("still tied"), both=both, outcome=outcome, remark=remark
            )
        return self.line(
            at,
            rung.verdict,
            says=words.equal(unit.show(both[0].value)),
            both=both,
            sums=self.sums(unit, both),
        )

    def sums(self, unit: Unit, both: Sequence[Evaluation]) -> list[Sums]:
        return [
            Sums(name, unit.written_sum(each), unit.show(each.value))
            for name, each in zip(self.names, both, strict=True)
            if len(each.kept) > 1
        ]

    def decides(self, at: int, deciding: Deciding) -> StepLine:
        step, both = deciding.step, (deciding.higher, deciding.lower)
        says = words.compared(deciding)
        if step.system.by_people:
            outcome, remark = self.sides.ruling(at, self.high)
            return self.line(at, Verdict.DECIDES, says=says, both=both, outcome=outcome, remark=remark)
        if not self.whole:
            sums = self.sums(step.system.unit, both)
            return self.line(at, Verdict.DECIDES, says=says, both=both, sums=sums)
        boxes = [self.box(at, *each) for each in zip((self.high, self.low), self.names, both, strict=True)]
        return self.line(
            at,
            Verdict.DECIDES,
            says=says,
            both=both,
            boxes=boxes,
            opens=any(line.behind for box in boxes for line in box.lines),
            games=self.sides.games(at, self.high),
        )

    def box(self, at: int, number: int, name: str, evaluation: Evaluation) -> Box:
        unit = self.sides.ranking.steps[at].system.unit
        return Box(
            name,
            unit.show(evaluation.value),
            self.sides.lines(at, number, evaluation),
            unit.written_sum(evaluation) if len(evaluation.kept) > 1 else "",
        )

    def unused(self, rung: Rung) -> StepLine:
        ranking, at = self.sides.ranking, rung.step
        step = ranking.steps[at]
        values = ranking.value(at, self.high), ranking.value(at, self.low)
        # Of a system that counts among the tied, there is no value for two who were tied no longer.
        says = (
            ""
            if step.of_group
            else _("{one} and {other}").format_map(
                dict(zip(("one", "other"), wording.values(step.system.unit, *values), strict=True))
            )
        )
        return self.line(at, rung.verdict, says=says)

    def line(
        self, at: int, verdict: Verdict, *, says: str, both: Sequence[Evaluation] = (), **more: Any
    ) -> StepLine:
        said, step = self.sides.said, self.sides.ranking.steps[at]
        system = step.system
        if at not in said.steps:
            said.steps[at] = wording.step(step)
        measures = ""
        if both:
            case = system.case(*both)
            measures = said.measures.get((at, case.of)) or _(case.measures)
            said.measures[at, case.of] = measures
        return StepLine(
            name=said.steps[at],
            code=system.code,
            rule=system.rule,
            verdict=verdict.value,
            says=says,
            measures=measures,
            **more,
        )
