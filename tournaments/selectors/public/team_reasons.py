"""Why a team has this place: what each member added, who counted after each round, the comparisons.

Terms, values and ranks come from the calls that ranked the teams, so no explanation can disagree with the
table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from tiebreaks.computing import DrawnOn, gather_teams, rank_teams
from tiebreaks.engine.evaluation import Addend, Evaluation
from tiebreaks.engine.points import show
from tiebreaks.engine.ranking.fold import Ranked
from tiebreaks.engine.ranking.ladder import steps_about
from tiebreaks.engine.ranking.sequence import Step
from tiebreaks.engine.systems import team_cumulative
from tiebreaks.engine.teams.teams import Team, Teams
from tiebreaks.published import TeamLine, TeamsDocument, read_players, read_teams

from ...models import TableSection
from ...text import ties, wording
from ...text import why as words
from . import comparisons, public_names
from .arithmetic import SystemLine
from .comparisons import Comparison, Line, Other, Said
from .crosstables import GamesTable
from .playing import stage
from .search import answers, beginnings_in, words_of
from .teams import ListedMember, TeamRow, recorded_how, team_row
from .whole_tie import Tie, whole_tie


@dataclass(frozen=True)
class TeamTerm:
    """What one member added: at the end, or after a round; ``inner`` is how the member's value came about."""

    round: int
    member: ListedMember
    shown: str
    exact: str
    reason: str
    dropped: bool
    inner: str


@dataclass(frozen=True)
class RunningCell:
    """A member's score after a round, and whether it was among the team's best then."""

    shown: str
    counts: bool


@dataclass(frozen=True)
class TeamWhy:
    """The page of one team."""

    row: TeamRow
    rounds: list[int]
    running: list[tuple[ListedMember, list[RunningCell]]]
    totals: list[str]
    systems: list[SystemLine]
    comparisons: list[Comparison]
    found: list[TeamLine]
    unranked: TeamLine | None
    line: Other | None
    tie: Tie | None


@dataclass(frozen=True)
class TableWithSections:
    """A table's document with its ranking, made again with its terms."""

    document: TeamsDocument
    ranking: Ranked[Teams]


def with_terms(standings: int, *, short_names: bool = False) -> TableWithSections:
    """One query, so that the documents of the table and of its sections are those of one moment."""
    drawn = TableSection.objects.filter(table__standings=standings).order_by("section")
    published = "standings__published__body"
    fields = ("section__name", "section__slug", f"section__{published}", f"table__{published}")
    rows = list(drawn.values_list(*fields))
    documents = [read_players(body) for _name, _slug, body, _table in rows]
    sections = [
        DrawnOn(name, slug, read) for (name, slug, *_bodies), read in zip(rows, documents, strict=True)
    ]
    document = read_teams(rows[0][3])
    teams = gather_teams(sections, document.counting)
    ranking = rank_teams(teams, document.order, document.decisions)
    return TableWithSections(public_names.of_table(document, documents) if short_names else document, ranking)


def why(
    found: TableWithSections, school: str, against: str | None = None, typed: str = "", *, begun: bool = True
) -> TeamWhy | None:
    """Why this school has this place; None for an unknown name or comparison. Before the first result it has
    none."""
    document, ranking = found.document, found.ranking
    number = document.number_of(school)
    if number is None:
        return None
    standing = ranking.by_number.get(number) if begun else None
    other = None if against is None else document.number_of(against)
    if against is not None and (standing is None or other in (None, number)):
        return None
    rivals = _find(document, number, typed) if standing else []
    if len(rivals) == 1:
        other = rivals[0].number
    unranked = None if other is None or other in ranking.by_number else document.team[other]
    others = [[other]] if other is not None else list(comparisons.neighbors(ranking, number))
    if unranked:
        others = []
    team = ranking.reading.by_number[number]
    row = team_row(document, number, standing)
    of_key = dict(zip(team.members, row.members, strict=True))
    rounds, running, totals = _running(ranking.reading, team, of_key)
    sides = _Schools(document, ranking)
    now = stage(document)
    return TeamWhy(
        row=row,
        rounds=rounds,
        running=running,
        totals=totals,
        systems=[_system(found, at, team, of_key) for at in steps_about(ranking, number)] if begun else [],
        comparisons=[comparisons.compare(sides, number, each, now) for each in others if standing],
        found=rivals,
        unranked=unranked,
        line=comparisons.listed(ranking, number) if standing else None,
        tie=whole_tie(ranking, number, now, teams=True) if begun else None,
    )


def _find(document: TeamsDocument, number: int, typed: str) -> list[TeamLine]:
    """The other teams of whose name each typed word begins a word, also those too small to be ranked."""
    if not (asked := words_of(typed)):
        return []
    ranked = [document.team[standing.number] for standing in document.standings]
    return [
        line
        for line in [*ranked, *document.unranked]
        if line.number != number and answers(asked, beginnings_in(line.name))
    ]


@dataclass(frozen=True)
class _Schools:
    """What a comparison of two teams reads: :class:`~.comparisons.Sides`."""

    document: TeamsDocument
    ranking: Ranked[Teams]

    @cached_property
    def said(self) -> Said:
        return Said()

    def called(self, name: str) -> str:
        return name

    def lines(self, at: int, number: int, evaluation: Evaluation) -> Sequence[Line]:
        return tuple([self._line(self.ranking.steps[at], addend) for addend in evaluation.addends])

    def _line(self, step: Step, addend: Addend) -> Line:
        worth, round, key, reason, rule, dropped = addend
        said = words.reason(reason, rule)
        said = words.of_round(round, said) if round else said
        behind = _inner(self.ranking.reading, step, key or 0)
        shown = step.system.unit.show(worth)
        if behind:
            behind = f"{behind} = {shown}"
        name = self.document.members[key].name if key in self.document.members else ""
        return Line("", name, said, shown, dropped is not None, behind)

    def games(self, at: int, number: int) -> GamesTable | None:
        return None

    def ruling(self, at: int, number: int) -> tuple[str, str]:
        decision = self.ranking.decision(at, number)
        if decision is None:
            return "", ""
        levels = ties.levels(decision, self.ranking.reading.by_number)
        return ties.outcome(levels), recorded_how(self.document, decision)


def _running(
    teams: Teams, team: Team, of_key: dict[int, ListedMember]
) -> tuple[list[int], list[tuple[ListedMember, list[RunningCell]]], list[str]]:
    """Each member's score after each round and who counted then, as Team cumulative has it."""
    terms = team_cumulative.team_cumulative(teams, team, frozenset({"no_deduction"}), frozenset()).terms
    rounds = sorted({term.round for term in terms})
    cells = {
        (term.opponent, term.round): RunningCell(show(int(term.points_q)), term.dropped is None)
        for term in terms
    }
    totals = [
        show(int(sum(t.points_q for t in terms if t.round == number and t.dropped is None)))
        for number in rounds
    ]
    nothing = RunningCell("", counts=False)
    running = [(row, [cells.get((key, n), nothing) for n in rounds]) for key, row in of_key.items()]
    return rounds, running, totals


def _system(found: TableWithSections, at: int, team: Team, of_key: dict[int, ListedMember]) -> SystemLine:
    ranking = found.ranking
    decision = ranking.decision(at, team.number)
    step, evaluation = ranking.steps[at], ranking.evaluation(at, team.number)
    unit = step.system.unit
    return SystemLine(
        step=step,
        measures=wording.message(step.system.measures),
        shown=unit.show(evaluation.value),
        exact=unit.decimal(evaluation.value) or "",
        sum=unit.arithmetic(evaluation),
        remark=recorded_how(found.document, decision) if decision else wording.remark(evaluation),
        # The outcome explains what people decided. It names other teams and no member.
        terms=[] if decision else list(_terms(ranking.reading, step, evaluation, of_key)),
        outcome=ties.outcome(ties.levels(decision, ranking.reading.by_number)) if decision else "",
    )


def _terms(
    teams: Teams, step: Step, evaluation: Evaluation, of_key: dict[int, ListedMember]
) -> Iterator[TeamTerm]:
    unit = step.system.unit
    for term in evaluation.terms:
        yield TeamTerm(
            round=term.round,
            member=of_key[term.opponent or 0],
            shown=unit.show(term.points_q),
            exact=unit.decimal(term.points_q) or "",
            reason=_(term.reason),
            dropped=term.dropped is not None,
            inner=_inner(teams, step, term.opponent or 0),
        )


def _inner(teams: Teams, step: Step, key: int) -> str:
    """The member's own value that the term took over, written out where it has several terms."""
    if step.system.opens is None:
        return ""
    evaluation = step.system.opens(teams, teams.members[key], step.variations)
    return step.system.unit.written_sum(evaluation) if len(evaluation.terms) > 1 else ""
