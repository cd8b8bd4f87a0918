"""What public pages show of the teams of players: a table's standings, its trophies, and why."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from tiebreaks.engine.chart.wallchart import Decision
from tiebreaks.engine.prizes import Prize
from tiebreaks.engine.prizes.prize import FEWEST_PLAYERS
from tiebreaks.engine.prizes.trophies import TrophyAward
from tiebreaks.engine.ranking.fold import Standing
from tiebreaks.engine.ranking.sequence import Step
from tiebreaks.published import MemberLine, SectionState, TeamLine, TeamsDocument

from ...formats.names import folded
from ...text import not_ranked, prize_reasons, ties
from ...text import players as told
from ...text import prizes as words
from .playing import stage
from .prizes import TrophyLine, TrophyPill
from .since import NOT_MOVED, TeamsBefore
from .tables import RankedRow, ScoreGroup, Shown, Unranked, named, score_groups, values_of
from .visible import PublicTable

# --- standings ----------------------------------------------------------------------------------


class ListedMember(NamedTuple):
    """A member as the team's line opens to show them; those who do not count are there in gray."""

    line: MemberLine
    section: SectionState
    counts: bool


@dataclass(frozen=True)
class TeamRow(RankedRow):
    """A team's line. ``before`` is its rank after the round ``since_round``."""

    who: TeamLine
    of: TeamsDocument
    since_round: int = 0

    @property
    def since(self) -> str:
        """How far it came: ``Up 3 places since round 3.``"""
        return ties.moved(self.up, self.since_round)

    @property
    def tied(self) -> str:
        return ties.tied_with(self.standing, self.who.name) if self.standing else ""

    @property
    def values(self) -> list[Shown]:
        return values_of(named(self.of.order, self.of.values), self.who.number)

    @property
    def members(self) -> list[ListedMember]:
        lines = [self.of.members[key] for key in self.who.members]
        return [
            ListedMember(line, self.of.sections[line.section], counts=at < self.of.counting.best)
            for at, line in enumerate(lines)
        ]


@dataclass(frozen=True)
class TeamStandings:
    """``by_name`` has the teams from A to Z before the first result, when nobody is ahead of anybody."""

    groups: list[ScoreGroup]
    by_name: list[TeamRow]
    unranked: Unranked
    trophies: list[TrophyLine]
    # Why nobody wins one, where no team is ranked.
    nobody: str


def standings(
    document: TeamsDocument, *, begun: bool = True, before: TeamsBefore = NOT_MOVED
) -> TeamStandings:
    """Teams from first to last, then those too small to be ranked."""
    pills = _pills(document)

    def row(number: int, standing: Standing) -> RankedRow:
        return team_row(document, number, standing, pills.get(number), before)

    small: list[RankedRow] = [team_row(document, team.number) for team in document.unranked]
    ranked = document.standings if begun else ()
    return TeamStandings(
        groups=score_groups(ranked, document.values, document.steps, row, stage(document), teams=True),
        by_name=[] if begun else _by_name(document),
        unranked=Unranked("small", *not_ranked.too_small(document.counting.minimum), small),
        trophies=trophy_lines(document),
        nobody=nobody(document),
    )


def _by_name(document: TeamsDocument) -> list[TeamRow]:
    rows = [team_row(document, standing.number) for standing in document.standings]
    return sorted(rows, key=lambda row: folded(row.who.name))


def team_row(
    document: TeamsDocument,
    number: int,
    standing: Standing | None = None,
    trophies: list[TrophyPill] | None = None,
    before: TeamsBefore = NOT_MOVED,
) -> TeamRow:
    team = document.team[number]
    return TeamRow(
        who=team,
        standing=standing,
        score_q=team.score_q,
        trophies=trophies or [],
        before=before.ranks.get(team.address),
        of=document,
        since_round=before.round,
    )


class OfSchool(NamedTuple):
    """A school in a table: ``stands`` is its place and score, from the first result on."""

    table: PublicTable
    school: str
    stands: str


def of_school(table: PublicTable, key: str) -> OfSchool | None:
    """None where the school has no team in it."""
    document = table.document
    team = next((team for team in document.teams if team.address == key), None)
    if team is None:
        return None
    standing = document.by_number.get(team.number)
    stands = told.place_on_tiebreaks(standing, team.score_q) if table.state.has_results else ""
    return OfSchool(table, team.address, stands)


# --- trophies -----------------------------------------------------------------------------------


def trophy_lines(document: TeamsDocument) -> list[TrophyLine]:
    """Each team trophy, or several that the same teams contest, and why they are theirs."""
    return [_trophy_line(document, prizes, award) for prizes, award in _awards(document)]


def nobody(document: TeamsDocument) -> str:
    """Why no trophy has a winner once play has begun; empty where a team has enough players for one."""
    begun = any(section.counted for section in document.sections)
    return not_ranked.no_team(document.counting.minimum) if begun and not document.by_number else ""


def each_trophy(document: TeamsDocument) -> Iterator[tuple[TrophyAward, TrophyLine]]:
    """One by one from the first, also those that the same teams contest."""
    for award in document.awards if document.through else ():
        yield award, _trophy_line(document, [award.prize], award)


def _trophy_line(document: TeamsDocument, prizes: list[Prize], award: TrophyAward) -> TrophyLine:
    standing = document.by_number[award.winners[0]]
    reasons, how = _by_size(document, award) if award.prize.label else _reasons(document, standing)
    if award.contest:
        tied = dict.fromkeys(ties.tied_on(document.by_number[number].score_q) for number in award.winners)
        undecided = ties.undecided(len(award.winners), stage(document))
        reasons, how = [*(tied if len(tied) == 1 else ()), undecided], ""
    return TrophyLine(
        title=words.of_teams(prizes),
        badge=words.badge(prizes),
        winners=[document.team[number] for number in award.winners],
        contested=_contested(document, award),
        open=_open(document),
        reasons=tuple(reasons),
        how=how,
    )


def _contested(document: TeamsDocument, award: TrophyAward) -> int:
    """How many trophies hang on the same decision."""
    return sum(each.contest == award.contest for each in document.awards) if award.contest else 0


def recorded_how(document: TeamsDocument, decision: Decision) -> str:
    return ties.recording(decision, document.recording(decision))


def _awards(document: TeamsDocument) -> list[tuple[list[Prize], TrophyAward]]:
    """Awards that the same teams contest taken together, with the prizes."""
    if not document.through:
        return []
    alike = groupby(document.awards, key=lambda award: (award.winners, award.prize.scope))
    return [([award.prize for award in same], same[0]) for same in (list(same) for _key, same in alike)]


def _pills(document: TeamsDocument) -> dict[int, list[TrophyPill]]:
    pills: dict[int, list[TrophyPill]] = {}
    for prizes, award in _awards(document):
        undecided = bool(award.contest)
        text = words.pill(prizes, undecided=undecided)
        pill = TrophyPill(text, undecided, projected=not document.finished, open=_open(document))
        for number in award.winners:
            pills.setdefault(number, []).append(pill)
    return pills


def _open(document: TeamsDocument) -> bool:
    """Whether its trophies can still move: a table is final with their announcement."""
    reopened = any(section.reopened for section in document.sections)
    return not document.finished or document.frozen is None or reopened


def _reasons(document: TeamsDocument, standing: Standing) -> tuple[list[str], str]:
    """The score, what sets the winner apart from the next team (the last of a tie from the one before), and
    how it came about if people decided."""
    reasons: list[str] = [ties.among_tied(standing)]
    step = standing.ahead_by if standing.ahead_by is not None else standing.decided_by
    if step is None:
        return reasons, ""
    at = next(index for index, each in enumerate(document.standings) if each.number == standing.number)
    other = document.standings[at + 1 if standing.ahead_by is not None else at - 1].number
    posted, column = document.steps[step], document.values[step]
    how = _how(document, posted, {standing.number, other}) if posted.system.by_people else ""
    told = ties.ahead_of if standing.ahead_by is not None else ties.next_after
    reasons.append(told(posted, column[standing.number], document.team[other].name, column[other]))
    return reasons, how


def _by_size(document: TeamsDocument, award: TrophyAward) -> tuple[list[str], str]:
    """How few players the winner has, or how many, who is not counted, whom it is ranked above with as many,
    and which teams before it have another trophy."""
    away = set(document.never_played)
    size = {number: len(set(team.members) - away) for number, team in document.team.items()}
    names = {number: team.name for number, team in document.team.items()}
    mine = size[award.winners[0]]
    equal = [names[number] for number in award.behind if size[number] == mine]
    is_fewest = award.prize.label == FEWEST_PLAYERS
    told = prize_reasons.fewest if is_fewest else prize_reasons.most
    reasons: list[str] = [told(mine, left=bool(award.passed))]
    # Of the teams that would be as small, or as large, with them.
    near = [
        team
        for number, team in document.team.items()
        if (size[number] == mine if is_fewest else len(team.members) >= mine)
    ]
    if left_out := [document.members[key].name for team in near for key in team.members if key in away]:
        reasons.append(prize_reasons.never_played(left_out))
    reasons += [prize_reasons.as_many(equal)] if equal else []
    reasons += prize_reasons.reasons([words.about_a_team(reason) for reason in award.passed], names)
    return reasons, ""


def _how(document: TeamsDocument, step: Step, apart: set[int]) -> str:
    """What was recorded that set these apart; of those who were level in a larger group, for the smaller."""
    aside = document.decisions_set_aside
    found = [
        d for d in document.decisions if d.code == step.system.code and apart <= d.members and d not in aside
    ]
    return recorded_how(document, min(found, key=lambda decision: len(decision.members)))
