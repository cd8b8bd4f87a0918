"""From sources to documents: rank by the current order, award prizes, and collect what pages show.

A source is everything public about some standings, read from the rows: players of a section, or teams of a
table. Callers treat both alike.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

from .engine.chart.reading import Reading, live
from .engine.chart.wallchart import Decision, Wallchart
from .engine.evaluation import Value
from .engine.prizes import Awards, Prize, Scope, Terms, award
from .engine.prizes.contenders import Contenders, is_no_show
from .engine.prizes.notation import parse
from .engine.prizes.prize import TROPHY
from .engine.prizes.trophies import TrophyAward, award_trophies
from .engine.ranking import columns, sequence
from .engine.ranking.editions import EDITIONS
from .engine.ranking.fold import Ranked, Ranking, rank
from .engine.ranking.membership import SectionRanking, form_teams, name_key
from .engine.ranking.sequence import Step
from .engine.systems import MATCH_SYSTEMS
from .engine.teams.teams import Teams
from .frozen import LastFrozen
from .playing import progress
from .published import (
    NO_AWARDS,
    NO_TERMS,
    SCHEMA,
    Board,
    CardRow,
    Counting,
    Document,
    Finished,
    Match,
    MemberLine,
    PlayersDocument,
    Posting,
    Recording,
    Reopened,
    SectionState,
    TeamLine,
    TeamsDocument,
    stored_value,
    systems_of,
)


def announced(text: str) -> tuple[Prize, ...]:
    """The prizes of a section. The lines are in order of value, so no prize carries a value.

    >>> [(str(prize), prize.value) for prize in announced("Top under 800" + chr(10) + "1st place, value 1")]
    [('Top under 800', None), ('1st place trophy', None)]
    """
    return tuple(replace(prize, value=None) for prize in parse(text))


class Source(Protocol):
    """What a document is computed from. ``posted`` has the posted orders where they are known."""

    @property
    def posted(self) -> tuple[Posting, ...] | None: ...

    def ranked(self, order: sequence.Sequence) -> Ranked[Any]:
        """The ranking that the rows give now by an order, as the edition reads it."""

    def document(self, ranking: Ranked[Any], postings: Sequence[Posting]) -> Document:
        """The document of a ranking."""


# --- players, and teams in matches ------------------------------------------------------


@dataclass(frozen=True)
class PlayersSource:
    """Everything public about a section. ``tables`` has slug and name of each team table that draws on it,
    ``schools`` the names of schools that the roster spells differently. Each decision of the chart has one of
    ``recordings``."""

    chart: Wallchart
    edition: str
    boards: Mapping[int, tuple[Board, ...]] = field(default_factory=dict)
    columns: str = ""
    prizes: tuple[Prize, ...] = ()
    terms: Terms = field(default_factory=Terms)
    tables: tuple[tuple[str, str], ...] = ()
    schools: Mapping[str, str] = field(default_factory=dict)
    recordings: tuple[Recording, ...] = ()
    frozen: LastFrozen | None = None
    boards_per_match: int = 0
    match_boards: Mapping[int, tuple[Match, ...]] = field(default_factory=dict)
    final: Finished | Reopened | None = None
    # As published last, if only results changed since: what they do not reach is taken from there.
    follows: PlayersDocument | None = None

    @property
    def posted(self) -> tuple[Posting, ...] | None:
        return self.follows.postings if self.follows else None

    def ranked(self, order: sequence.Sequence) -> Ranking:
        before = self.follows.stored_ranking if self.follows else None
        return rank(live(self.chart), EDITIONS[self.edition].read(order), before)

    def document(self, ranking: Ranking, postings: Sequence[Posting]) -> PlayersDocument:
        chart, reading, order = self.chart, ranking.reading, ranking.sequence
        extra = columns.beside(EDITIONS[self.edition].read(self._columns()), order)
        document = PlayersDocument(
            schema=SCHEMA,
            edition=self.edition,
            order_text=str(order),
            standings=ranking.standings,
            columns_of_values=tuple(_column(ranking, column) for column in ranking.values),
            postings=tuple(postings),
            decisions=chart.decisions,
            recordings=self.recordings,
            recorded=_recorded(ranking),
            frozen=self.frozen,
            cards=self._rows(),
            rounds=chart.rounds,
            games=chart.games,
            format=chart.format,
            by_game_points=chart.by_game_points,
            last_entry_counts=chart.last_entry_counts,
            through=chart.through,
            live=reading.live,
            counted=reading.counted,
            boards_by_round={str(number): boards for number, boards in self.boards.items()},
            boards_per_match=self.boards_per_match,
            matches_by_round={str(number): matches for number, matches in self.match_boards.items()},
            extra=chart.extra,
            columns_text=str(extra),
            columns_shown=tuple(_column(ranking, columns.values(reading, step)) for step in extra.steps),
            tables=self.tables,
            schools=dict(self.schools),
            prizes=self.prizes,
            terms=self.terms if self.prizes else NO_TERMS,
            awards=_discreet(award(ranking, self.prizes, self.terms)) if self.prizes else NO_AWARDS,
            final=self.final if isinstance(self.final, Finished) else None,
            reopened=self.final if isinstance(self.final, Reopened) else None,
        )
        document.computed_from(chart, ranking)
        return document

    def _rows(self) -> tuple[CardRow, ...]:
        if self.follows is None:
            return tuple([CardRow.of(card) for card in self.chart.cards])
        earlier = zip(self.chart.cards, self.follows.chart.cards, self.follows.cards, strict=True)
        return tuple([row if card is was else CardRow.of(card) for card, was, row in earlier])

    def _columns(self) -> sequence.Sequence:
        """The extra columns. For teams in matches, both match points and game points are shown."""
        chosen = columns.parse_columns(self.columns, systems_of(self.boards_per_match))
        other = MATCH_SYSTEMS["match_points" if self.chart.by_game_points else "game_points"]
        if not self.boards_per_match or any(step.system is other for step in chosen.steps):
            return chosen
        return sequence.Sequence((Step(other), *chosen.steps))


# --- teams of players -----------------------------------------------------------------------------


@dataclass(frozen=True)
class DrawnOn:
    """A section that a table draws on, with its address and its document."""

    name: str
    slug: str
    document: PlayersDocument

    @property
    def ranking(self) -> Ranking:
        return self.document.stored_ranking


class RecordedDecision(NamedTuple):
    """A decision about a tie of teams, by name: numbers of teams change with their names."""

    code: str
    after_round: int
    order: tuple[tuple[str, ...], ...]
    how: Recording


@dataclass(frozen=True)
class TeamsSource:
    """Everything public about a team table. ``codes`` has the short codes of schools that have one.

    Its ``trophies`` are those for places; ``fewest`` and ``most`` are those for the team with the fewest
    players and with the most, if any. The ``edition`` is that of the first section. ``recorded`` has the
    decisions about the rounds counted now.
    """

    sections: Sequence[DrawnOn]
    counting: Counting
    trophies: int
    codes: Mapping[str, str]
    edition: str
    fewest: Prize | None = None
    most: Prize | None = None
    recorded: Sequence[RecordedDecision] = ()
    frozen: LastFrozen | None = None
    # As published last, and what its sections read then, if only results changed since.
    follows: TeamsDocument | None = None
    earlier: Sequence[Reading] = ()

    @property
    def posted(self) -> tuple[Posting, ...] | None:
        return self.follows.postings if self.follows else None

    def ranked(self, order: sequence.Sequence) -> Ranked[Teams]:
        teams = gather_teams(self.sections, self.counting)
        order = EDITIONS[self.edition].read(order)
        before = self.follows.stored_ranking(self.earlier) if self.follows else None
        return rank_teams(teams, order, [decision for decision, _how in self._decisions(teams)], before)

    def document(self, ranking: Ranked[Teams], postings: Sequence[Posting]) -> TeamsDocument:
        teams = ranking.reading
        at = {id(each.ranking.reading): index for index, each in enumerate(self.sections)}
        listed = [*(s.number for s in ranking.standings), *(team.number for team in teams.unranked)]
        return TeamsDocument(
            schema=SCHEMA,
            edition=self.edition,
            order_text=str(ranking.sequence),
            standings=ranking.standings,
            columns_of_values=tuple(
                tuple(stored_value(_value(ranking, step, number)) for number in listed)
                for step in range(len(ranking.steps))
            ),
            postings=tuple(postings),
            decisions=teams.decisions,
            recordings=tuple(how for _decision, how in self._decisions(teams)),
            recorded=_recorded(ranking),
            frozen=self.frozen,
            sections=tuple(map(_section_state, self.sections)),
            counting=self.counting,
            teams=tuple(
                TeamLine(t.number, t.name, self.codes.get(t.name, ""), teams.score_q[t.number], t.members)
                for t in teams.teams
            ),
            member_lines=tuple(
                MemberLine(key, at[id(m.reading)], m.card.number, m.card.name, m.card.grade, m.score_q)
                for key, m in teams.members.items()
            ),
            trophies=self.trophies,
            fewest=self.fewest,
            most=self.most,
            awards=tuple(team_trophies(ranking, self.trophies, self.fewest, self.most)),
            set_aside=tuple(at for at, each in enumerate(teams.decisions) if not ranking.holds(each)),
            never_played=tuple(sorted(never_played(teams))) if self.fewest or self.most else (),
        )

    def _decisions(self, teams: Teams) -> list[tuple[Decision, Recording]]:
        found = [(decision_among(teams, self.counting, each), each.how) for each in self.recorded]
        return [(decision, how) for decision, how in found if decision is not None]


def gather_teams(sections: Iterable[DrawnOn], counting: Counting) -> Teams:
    """The teams of these sections, without decisions about ties."""
    return form_teams([SectionRanking(each.name, each.ranking) for each in sections], *counting)


def rank_teams(
    teams: Teams,
    order: sequence.Sequence,
    decisions: Iterable[Decision] = (),
    before: Ranked[Teams] | None = None,
) -> Ranked[Teams]:
    """The teams ranked: the one call behind the table and its why pages."""
    return rank(replace(teams, decisions=tuple(decisions)), order, before)


def decision_among(teams: Teams, counting: Counting, recorded: RecordedDecision) -> Decision | None:
    """A decision by number; None if one of its teams is gone, or two of them were merged."""
    numbers = {name_key(team.name): team.number for team in teams.teams}
    order = tuple(
        tuple(sorted(numbers.get(name_key(counting.meant(name)), 0) for name in level))
        for level in recorded.order
    )
    named = [number for level in order for number in level]
    if 0 in named or len(set(named)) < len(named):
        return None
    return Decision(recorded.code, recorded.after_round, order)


def team_trophies(ranking: Ranked[Any], trophies: int, *by_size: Prize | None) -> list[TrophyAward]:
    """The team trophies from 1st place down, then those for the team with the fewest players and with the
    most. At most one for each team, unless it is on top.

    A team's size is how many of its players came: :func:`never_played` says who does not count.
    """
    places = [Prize(Scope.PLACE, nth, item=TROPHY, withdrawn_too=True) for nth in range(1, trophies + 1)]
    away = never_played(ranking.reading)
    sizes = {team.number: len(set(team.members) - away) for team in ranking.reading.teams}
    field = Contenders(ranking, Terms(no_shows_too=True), sizes)
    awards = award_trophies(field, [*places, *filter(None, by_size)])
    return [award for award in awards if award.winners]


def never_played(teams: Teams) -> frozenset[int]:
    """The keys of the members that never took part, who make no team smaller or larger.

    The decision: a no-show is one here as for every prize (32C2): forfeits and zero-point byes only, at the
    end half-point byes only. Who withdrew before a game does not come any more.
    """
    return frozenset(
        key
        for key, (_section, reading, card) in teams.members.items()
        if is_no_show(card, card.withdrew is not None or reading.counted == reading.planned)
    )


def _section_state(drawn: DrawnOn) -> SectionState:
    document = drawn.document
    return SectionState(drawn.name, drawn.slug, progress(document), document.final, document.reopened)


# --- both --------------------------------------------------------------------------------------


def _discreet(awards: Awards) -> Awards:
    """Without those who qualify by age or mark and win nothing: a document names only the winners."""
    return replace(
        awards,
        trophies=tuple(a._replace(passed=(), behind=()) if a.prize.private else a for a in awards.trophies),
        cash=tuple(
            a._replace(passed=()) if any(purse.prize.private for purse in a.brought) else a
            for a in awards.cash
        ),
    )


def _recorded(ranking: Ranked[Any]) -> tuple[str, ...]:
    return tuple(step.system.code for step in ranking.steps[len(ranking.sequence.steps) :])


def _column(ranking: Ranking, column: Mapping[int, Value]) -> tuple[int | str | None, ...]:
    values = [column.get(standing.number) for standing in ranking.standings]
    # Nearly all are whole, and stored as they are.
    return tuple([value if type(value) is int else stored_value(value) for value in values])


def _value(ranking: Ranked[Teams], step: int, number: int) -> Value:
    """Teams too small to be ranked have values too."""
    if number in ranking.by_number:
        return ranking.value(step, number)
    return ranking.evaluation(step, number).value
