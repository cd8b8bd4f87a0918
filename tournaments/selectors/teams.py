"""What public pages show of the teams of players: a table's standings, its trophies, and why."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from tiebreaks.engine.chart.wallchart import Decision
from tiebreaks.engine.points import show
from tiebreaks.engine.prizes.trophies import TrophyAward
from tiebreaks.engine.ranking.fold import Standing
from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.engine.ranking.sequence import Step
from tiebreaks.published import SectionState, TeamLine, TeamsDocument
from tiebreaks.selectors import teams_document

from ..text import prizes as words
from ..text import wording
from .prizes import TrophyPill
from .public import AtVersion, History, PostedStep, at_version, history, posted_step, version_now
from .tables import Column, Shown

# --- where a page is ----------------------------------------------------------------------------


class PublicTable(AtVersion):
    """A table of teams as its pages name it."""

    @property
    def named(self) -> dict[str, Any]:
        return {"table": self}

    def opened(self) -> tuple[TeamsDocument, dict[str, Any]]:
        """Its document, and what every page of it says."""
        document = teams_document(self.standings)
        return document, {**self.named, "state": state(document)}


def table(event: str, table: str) -> PublicTable:
    """The table at this address with the version of its document, in one read; 404 where there is none."""
    return at_version(PublicTable, "teamtable", event, table)


def stamp(event: str, table: str) -> str:
    """The version a table has now: all that a poll without news asks. 404 where there is no table."""
    return version_now("teamtable", event, table)


# --- how far it is ------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableState:
    """How far a table's sections are, and how its teams are made and ordered.

    ``reached`` changes with the round, ``text`` with every result. ``score`` says what makes a team's score.
    """

    text: str
    reached: str
    live: bool
    finished: bool
    through: int
    order: str
    posted: str
    score: str
    minimum: int
    too_small: tuple[str, str]
    lowest_number: bool
    sections: list[SectionState]


def state(document: TeamsDocument) -> TableState:
    counting = document.counting
    return TableState(
        text=_of_sections(document, [_section_text(each) for each in document.sections]),
        reached=_of_sections(document, [_section_reached(each) for each in document.sections]),
        live=document.live,
        finished=document.finished,
        through=document.through,
        order=wording.order(document.order),
        posted=wording.day_and_clock(document.postings[-1].at) if document.postings else "",
        score=wording.school_score(counting.best),
        minimum=counting.minimum,
        too_small=wording.too_small(counting.minimum),
        lowest_number=counting.lowest_number,
        sections=list(document.sections),
    )


def _of_sections(document: TeamsDocument, texts: list[str]) -> str:
    """One section's text as it is; of several, each with the section's name."""
    if len(texts) == 1:
        return texts[0]
    named = zip(document.sections, texts, strict=True)
    return "; ".join(wording.of_section(section.name, text) for section, text in named)


def _section_text(section: SectionState) -> str:
    if section.live:
        return wording.games_playing(section.counted, section.open_games)
    return _section_reached(section)


def _section_reached(section: SectionState) -> str:
    return wording.round_reached(live=section.live, counted=section.counted, rounds=section.rounds)


# --- standings ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class MemberRow:
    """A member as the team's line opens to show them; those who do not count are there in gray."""

    section: str
    slug: str
    number: int
    name: str
    grade: str
    score: str
    counts: bool


@dataclass(frozen=True)
class TeamRow:
    """One team's line; ``sentence`` is what separates it from the one above in its score group.

    ``tied`` says with how many it is tied and what the tiebreaks made of it.
    """

    number: int
    name: str
    code: str
    rank: str
    score: str
    points: str
    tied: str
    place: str
    values: list[Shown]
    members: list[MemberRow]
    trophy: TrophyPill | None = None
    sentence: str = ""
    unresolved: str = ""

    @property
    def address(self) -> str:
        return name_key(self.name)

    @property
    def counting(self) -> list[MemberRow]:
        return [member for member in self.members if member.counts]

    @property
    def others(self) -> list[MemberRow]:
        return [member for member in self.members if not member.counts]


@dataclass(frozen=True)
class TeamStandings:
    columns: list[Column]
    groups: list[list[TeamRow]]  # of one score each
    unranked: list[TeamRow]
    several: bool
    trophies: "list[TeamTrophyLine]"
    announced: int

    @property
    def systems(self) -> str:
        return "few" if len(self.columns) < 6 else "some"


def standings(document: TeamsDocument) -> TeamStandings:
    """Teams from first to last, then those too small to be ranked."""
    pills = _pills(document)
    groups = []
    for _score_q, members in groupby(document.standings, key=lambda standing: standing.score_q):
        rows: list[TeamRow] = []
        above: Standing | None = None
        for standing in members:
            row = replace(team_row(document, standing.number, standing), trophy=pills.get(standing.number))
            if above is not None and above.rank == standing.rank:
                # Once, below the first of them.
                if standing.number == _second_of(document, standing.rank):
                    sentence = wording.unresolved(standing.tied, over=document.finished)
                    row = replace(row, unresolved=sentence)
            elif above is not None and (step := standing.decided_by) is not None:
                column = document.values[step]
                sentence = wording.ahead_by(
                    document.steps[step], column[above.number], column[standing.number]
                )
                row = replace(row, sentence=sentence)
            rows.append(row)
            above = standing
        groups.append(rows)
    return TeamStandings(
        columns=[
            Column(s.system.code, wording.step(s), wording.message(s.system.head))
            for s in document.order.steps
        ],
        groups=groups,
        unranked=[team_row(document, team.number, None) for team in document.unranked],
        several=len(document.sections) > 1,
        trophies=trophy_lines(document) if document.through else [],
        announced=document.trophies,
    )


def _second_of(document: TeamsDocument, rank: int) -> int:
    """Of those who share a rank, the second in the list."""
    return [standing.number for standing in document.standings if standing.rank == rank][1]


def team_row(document: TeamsDocument, number: int, standing: Standing | None) -> TeamRow:
    team = document.team[number]
    score_q = team.score_q
    return TeamRow(
        number=number,
        name=team.name,
        code=team.code,
        rank="" if standing is None else wording.rank(standing.rank, standing.tied),
        score=show(score_q),
        points=wording.score(score_q),
        tied="" if standing is None else wording.tied_with(standing, team.name),
        place="" if standing is None else wording.place(standing),
        values=[
            Shown(wording.step(step), step.system.unit.show(value), step.system.unit.decimal(value) or "")
            for step, column in zip(document.order.steps, document.values, strict=False)
            for value in [column[number]]
        ],
        members=_members(document, team),
    )


def _members(document: TeamsDocument, team: TeamLine) -> list[MemberRow]:
    return [
        MemberRow(
            section=document.sections[member.section].name,
            slug=document.sections[member.section].slug,
            number=member.number,
            name=member.name,
            grade=member.grade,
            score=show(member.score_q),
            counts=at < document.counting.best,
        )
        for at, member in enumerate(document.members[key] for key in team.members)
    ]


# --- trophies -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class TeamTrophyLine:
    """A team trophy, or several that the same teams contest, and why they are theirs.

    ``how`` says how it came about where people decided.
    """

    title: str
    badge: str
    winners: list[TeamLine]
    contested: int
    reason: str
    how: str


def trophy_lines(document: TeamsDocument) -> list[TeamTrophyLine]:
    return [_trophy_line(document, places, award) for places, award in _awards(document)]


def each_trophy(document: TeamsDocument) -> Iterator[tuple[TrophyAward, TeamTrophyLine]]:
    """One by one from the first, also those that the same teams contest."""
    for award in document.awards if document.through else ():
        yield award, _trophy_line(document, [award.prize.nth], award)


def _trophy_line(document: TeamsDocument, places: list[int], award: TrophyAward) -> TeamTrophyLine:
    standing = document.by_number[award.winners[0]]
    reasons, how = _reasons(document, standing)
    if award.contest:
        undecided = wording.undecided(len(award.winners), over=document.finished)
        reasons, how = [wording.tied_on(standing.score_q), undecided], ""
    return TeamTrophyLine(
        title=words.team_trophies(places[0], places[-1]),
        badge="–".join(map(str, dict.fromkeys((places[0], places[-1])))),
        winners=[document.team[number] for number in award.winners],
        contested=_contested(document, award),
        reason=wording.paragraph(reasons),
        how=how,
    )


def _contested(document: TeamsDocument, award: TrophyAward) -> int:
    """How many trophies hang on the same decision."""
    return sum(each.contest == award.contest for each in document.awards) if award.contest else 0


def recorded_how(document: TeamsDocument, decision: Decision) -> str:
    return wording.recording(decision, document.recording(decision))


def _awards(document: TeamsDocument) -> list[tuple[list[int], TrophyAward]]:
    """Awards that the same teams contest taken together, with the places they are for."""
    if not document.through:
        return []
    together = [list(same) for _winners, same in groupby(document.awards, key=lambda award: award.winners)]
    return [([award.prize.nth for award in same], same[0]) for same in together]


def _pills(document: TeamsDocument) -> dict[int, TrophyPill]:
    pills = {}
    for places, award in _awards(document):
        undecided = bool(award.contest)
        text = words.place_pill(places[0], places[-1], undecided=undecided)
        pills.update({number: TrophyPill(text, undecided) for number in award.winners})
    return pills


def _reasons(document: TeamsDocument, standing: Standing) -> tuple[list[str], str]:
    """The score, what sets the winner apart from the next team, and how it came about if people decided."""
    reasons: list[str] = [wording.among_tied(standing)]
    step = standing.ahead_by if standing.ahead_by is not None else standing.decided_by
    if step is None:
        return reasons, ""
    at = next(index for index, each in enumerate(document.standings) if each.number == standing.number)
    other = document.standings[at + 1 if standing.ahead_by is not None else at - 1].number
    posted, column = document.steps[step], document.values[step]
    how = _how(document, posted, {standing.number, other}) if posted.system.by_people else ""
    if standing.ahead_by is not None:
        name = document.team[other].name
        reasons.append(wording.ahead_of(posted, column[standing.number], name, column[other]))
    return reasons, how


def _how(document: TeamsDocument, step: Step, apart: set[int]) -> str:
    """What was recorded that set these apart; of those who were level in a larger group, for the smaller."""
    aside = document.decisions_set_aside
    found = [
        d for d in document.decisions if d.code == step.system.code and apart <= d.members and d not in aside
    ]
    return recorded_how(document, min(found, key=lambda decision: len(decision.members)))


# --- the order ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class PostedTeamOrderPage:
    """The order of teams that holds, and every posting that led to it, the latest first."""

    steps: list[PostedStep]
    history: History


def posted_order(document: TeamsDocument) -> PostedTeamOrderPage:
    return PostedTeamOrderPage(
        [posted_step(step) for step in document.order.steps], history(document.postings, document.systems)
    )
