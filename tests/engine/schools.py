"""Teams of small charts, for tests: who is of which school is a letter a player."""

from collections.abc import Sequence
from dataclasses import replace

from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.ranking.fold import Ranked, rank
from tiebreaks.engine.ranking.membership import SectionRanking, form_teams
from tiebreaks.engine.ranking.sequence import RULEBOOK_SWISS, parse
from tiebreaks.engine.systems import TEAM_SYSTEMS
from tiebreaks.engine.teams.teams import Teams


def of_schools(wall: Wallchart, schools: str) -> Wallchart:
    """The same chart, its players in order being of these schools; a dash is none."""
    cards = [replace(card, team=school.strip("-")) for card, school in zip(wall.cards, schools, strict=True)]
    return replace(wall, cards=tuple(cards))


def section(wall: Wallchart, order: str = RULEBOOK_SWISS, label: str = "") -> SectionRanking:
    return SectionRanking(label, rank(after_round(wall), parse(order)))


def ranked(
    sections: Sequence[SectionRanking],
    order: str = "team_cumulative",
    best: int = 4,
    minimum: int = 1,
    lowest_number: bool = False,
) -> Ranked[Teams]:
    return rank(form_teams(sections, best, minimum, lowest_number), parse(order, TEAM_SYSTEMS))


def values(ranking: Ranked[Teams], name: str) -> list[str | None]:
    """A team's values as files print them."""
    (team,) = [team for team in ranking.reading.teams if team.name == name]
    return [
        step.system.unit.decimal(ranking.value(at, team.number))
        for at, step in enumerate(ranking.sequence.steps)
    ]


def ladder(ranking: Ranked[Teams]) -> list[tuple[str, str, int]]:
    """Team, place and rank, from the first to the last."""
    names = ranking.reading.by_number
    return [(names[s.number].name, s.place, s.rank) for s in ranking.standings]


def counting(ranking: Ranked[Teams], name: str) -> list[tuple[str, int]]:
    """The members that count, each with the section."""
    teams = ranking.reading
    (team,) = [team for team in teams.teams if team.name == name]
    members = [teams.members[key] for key in teams.counting(team)]
    return [(member.section, member.card.number) for member in members]
