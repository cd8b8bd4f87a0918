"""What the sheet of a table of teams holds, and how it becomes a ranking of teams again.

It is written from the rankings of its sections, and holds all that its page shows. Why pages ask the same
systems for their terms, and those need the sections' own charts: these stand in the sections' sheets, which
move in the same transaction, so that both read in one query belong together.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from .engine.chart.wallchart import Decision, Kind
from .engine.evaluation import Value
from .engine.prizes import Prize, Scope, Terms
from .engine.prizes.contenders import Contenders
from .engine.prizes.prize import TROPHY
from .engine.prizes.trophies import award_trophies
from .engine.ranking import sequence as sequences
from .engine.ranking.fold import Ranked, Ranking, Standing, rank
from .engine.ranking.membership import SectionRanking, form_teams, name_key
from .engine.ranking.sequence import Step
from .engine.systems import SYSTEMS, TEAM_SYSTEMS
from .engine.teams.teams import Teams
from .sheets import Posting, Recording, read_recordings, read_value, write_recordings, write_value


class Counted(NamedTuple):
    """How teams are made of players. ``names`` has the school that is meant by what a roster says."""

    best: int
    minimum: int
    lowest_number: bool = False
    names: Mapping[str, str] = {}

    def meant(self, name: str) -> str:
        """The school that is meant by what somebody calls it."""
        return self.names.get(name_key(name), name)


@dataclass(frozen=True)
class DrawnOn:
    """A section whose players count, with its address and the standings of its players."""

    name: str
    slug: str
    ranking: Ranking


class Recorded(NamedTuple):
    """What people recorded about a tie of teams, by the names that these had: numbers follow the names."""

    code: str
    after_round: int
    order: tuple[tuple[str, ...], ...]
    how: Recording


@dataclass(frozen=True)
class TeamSource:
    """What a table's sheet is computed from. ``codes`` are the short ones of schools that have one.

    The values of players are read by the ``edition`` of the first section, as they are there.
    """

    sections: Sequence[DrawnOn]
    counted: Counted
    trophies: int
    codes: Mapping[str, str]
    edition: str
    # About the ties of the rounds that count now.
    recorded: Sequence[Recorded] = ()
    # The awards that were frozen last, as plain data of whoever froze them.
    frozen: Mapping[str, Any] | None = None


class Award(NamedTuple):
    """A place trophy: who takes it, or who contest it with ``contested`` trophies between them."""

    place: int
    winners: tuple[int, ...]
    contested: int = 0


def award_places(ranking: Ranked[Any], trophies: int) -> list[Award]:
    """The trophies of teams for 1st to ``trophies``-th place; fewer where there are fewer teams."""
    places = [Prize(Scope.PLACE, nth, item=TROPHY, withdrawn_too=True) for nth in range(1, trophies + 1)]
    return [
        Award(award.prize.nth, award.winners, len(award.contested))
        for award in award_trophies(Contenders(ranking, Terms()), places)
        if award.winners
    ]


def gather_teams(sections: Iterable[DrawnOn], counted: Counted) -> Teams:
    """The teams of these sections, about whose ties nothing is known yet."""
    return form_teams([SectionRanking(each.name, each.ranking) for each in sections], *counted)


def rank_teams(teams: Teams, order: sequences.Sequence, decisions: Iterable[Decision] = ()) -> Ranked[Teams]:
    """The teams ranked: the one call behind the table and behind its reasons."""
    return rank(replace(teams, decisions=tuple(decisions)), order)


def numbers_by_name(teams: Iterable[Any]) -> dict[str, int]:
    """The number of each team, by its name as :func:`name_key`."""
    return {name_key(team.name): team.number for team in teams}


def decision_among(teams: Teams, counted: Counted, recorded: Recorded) -> Decision | None:
    """What was recorded, by number; None where one of its teams is gone, or two of them are one by now."""
    numbers = numbers_by_name(teams.teams)
    order = tuple(
        tuple(sorted(numbers.get(name_key(counted.meant(name)), 0) for name in level))
        for level in recorded.order
    )
    named = [number for level in order for number in level]
    if 0 in named or len(set(named)) < len(named):
        return None
    return Decision(recorded.code, recorded.after_round, order)


def rank_source(source: TeamSource, order: sequences.Sequence) -> tuple[Ranked[Teams], list[Recording]]:
    """The ranking of what a sheet is computed from, and how each of its decisions came about."""
    teams = gather_teams(source.sections, source.counted)
    found = [(decision_among(teams, source.counted, each), each.how) for each in source.recorded]
    kept = [(decision, how) for decision, how in found if decision is not None]
    return rank_teams(teams, order, [decision for decision, _how in kept]), [how for _decision, how in kept]


def compute_teams(source: TeamSource, order: sequences.Sequence, postings: list[Posting]) -> str:
    """The body of a table's sheet: rank the teams by the order that holds, and award their trophies."""
    ranking, recordings = rank_source(source, order)
    teams = ranking.reading
    at = {id(each.ranking.reading): index for index, each in enumerate(source.sections)}
    listed = [*(s.number for s in ranking.standings), *(team.number for team in teams.unranked)]
    best, minimum, lowest_number, names = source.counted
    body = {
        "sections": [_write_section(each) for each in source.sections],
        "best": best,
        "minimum": minimum,
        "lowest_number": lowest_number,
        "names": names,
        "edition": source.edition,
        "order": str(order),
        "posted": [[p.order, p.at.isoformat(), p.by, p.after_round, p.reason] for p in postings],
        "teams": [[t.number, t.name, source.codes.get(t.name, ""), t.members] for t in teams.teams],
        "members": {
            key: [at[id(m.reading)], m.card.number, m.card.name, m.card.grade, m.score_q]
            for key, m in teams.members.items()
        },
        "scores": teams.score_q,
        "standings": ranking.standings,
        "values": [
            [write_value(_value(ranking, step, number)) for number in listed]
            for step in range(len(ranking.steps))
        ],
        "trophies": source.trophies,
        "awards": award_places(ranking, source.trophies),
    }
    if teams.decisions:
        body["decisions"] = teams.decisions
        body["recordings"] = write_recordings(recordings)
        body["recorded"] = [step.system.code for step in ranking.steps[len(order.steps) :]]
        body["aside"] = [index for index, each in enumerate(teams.decisions) if not ranking.holds(each)]
    if source.frozen:
        body["frozen"] = source.frozen
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _write_section(drawn: DrawnOn) -> list[Any]:
    reading = drawn.ranking.reading
    sides = sum(cell.kind is Kind.OPEN for card in reading.cards for cell in card.cells)
    return [drawn.name, drawn.slug, reading.counted, reading.planned, reading.live, sides // 2]


def _value(ranking: Ranked[Teams], step: int, number: int) -> Value:
    """A team that is too small to be ranked has its values too."""
    if number in ranking.by_number:
        return ranking.value(step, number)
    return ranking.evaluation(step, number).value


class SectionState(NamedTuple):
    """How far a section was: the round counted, of how many, and how many of its games are being played."""

    name: str
    slug: str
    counted: int
    rounds: int
    live: bool
    open_games: int


class MemberLine(NamedTuple):
    """A member of a team: which section's, and what the wall shows of them."""

    section: int
    number: int
    name: str
    grade: str
    score_q: int


class TeamLine(NamedTuple):
    """A team and the keys of its members, who counts first."""

    number: int
    name: str
    code: str
    members: tuple[int, ...]

    @property
    def address(self) -> str:
        """The school's part of an address. Its number would be another's as soon as a school is added."""
        return name_key(self.name)


class TeamSheetBody:
    """A stored sheet of a table, read back piece by piece as a page asks for it."""

    def __init__(self, text: str) -> None:
        self._body: dict[str, Any] = json.loads(text)

    @cached_property
    def sections(self) -> list[SectionState]:
        return [SectionState(*row) for row in self._body["sections"]]

    @property
    def counted(self) -> Counted:
        body = self._body
        return Counted(body["best"], body["minimum"], body["lowest_number"], body["names"])

    @property
    def edition(self) -> str:
        return str(self._body["edition"])

    @property
    def trophies(self) -> int:
        return int(self._body["trophies"])

    @cached_property
    def order(self) -> sequences.Sequence:
        return sequences.parse(self._body["order"], TEAM_SYSTEMS)

    @cached_property
    def postings(self) -> list[Posting]:
        """Every order that was posted, the one that holds last."""
        return [
            Posting(order, datetime.fromisoformat(at), by, after_round, reason)
            for order, at, by, after_round, reason in self._body["posted"]
        ]

    def numbers_of(self, names: Iterable[str]) -> dict[str, int]:
        """The numbers of the teams that are meant by these names; nothing of those that are gone."""
        numbers = numbers_by_name(self.teams.values())
        found = {name: numbers.get(name_key(self.counted.meant(name))) for name in names}
        return {name: number for name, number in found.items() if number is not None}

    @property
    def frozen(self) -> Mapping[str, Any] | None:
        """The awards that were frozen last, as they were handed in."""
        return self._body.get("frozen")

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """What people decided about ties after the rounds that count."""
        rows = self._body.get("decisions", ())
        return tuple(Decision(code, after, tuple(map(tuple, levels))) for code, after, levels in rows)

    @property
    def set_aside(self) -> list[Decision]:
        """Those that decide nothing, because a correction made it another group."""
        return [self.decisions[index] for index in self._body.get("aside", ())]

    @cached_property
    def recordings(self) -> dict[Decision, Recording]:
        """How each decision came about."""
        rows = read_recordings(self._body.get("recordings", ()))
        return dict(zip(self.decisions, rows, strict=True))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The posted steps, then those of recorded decisions: what standings and values refer to."""
        return (*self.order.steps, *(Step(SYSTEMS[code]) for code in self._body.get("recorded", ())))

    @cached_property
    def teams(self) -> dict[int, TeamLine]:
        rows = self._body["teams"]
        return {number: TeamLine(number, name, code, tuple(keys)) for number, name, code, keys in rows}

    @cached_property
    def members(self) -> dict[int, MemberLine]:
        return {int(key): MemberLine(*row) for key, row in self._body["members"].items()}

    def number_of(self, called: str) -> int | None:
        """The team of the school that was ever called this, at an address or on a roster."""
        school = name_key(self.counted.names.get(name_key(called), called))
        return next((team.number for team in self.teams.values() if team.address == school), None)

    @cached_property
    def score_q(self) -> dict[int, int]:
        return {int(number): score_q for number, score_q in self._body["scores"].items()}

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return tuple(Standing._make(row) for row in self._body["standings"])

    @cached_property
    def unranked(self) -> list[TeamLine]:
        """The teams that are too small to be ranked."""
        ranked = {standing.number for standing in self.standings}
        return [team for team in self.teams.values() if team.number not in ranked]

    @cached_property
    def values(self) -> list[dict[int, Value]]:
        """For each step, each team's value."""
        listed = [*(s.number for s in self.standings), *(team.number for team in self.unranked)]
        return [dict(zip(listed, map(read_value, column), strict=True)) for column in self._body["values"]]

    @cached_property
    def awards(self) -> list[Award]:
        return [Award(place, tuple(winners), contested) for place, winners, contested in self._body["awards"]]

    @property
    def live(self) -> bool:
        return any(section.live for section in self.sections)

    @property
    def through(self) -> int:
        """The rounds that count, of the section that is furthest."""
        return max((section.counted for section in self.sections), default=0)

    @property
    def finished(self) -> bool:
        return all(section.counted == section.rounds and not section.live for section in self.sections)
