"""Cumulative of the team: the sum of the cumulative values (34E3) of the members who count at the end.

34E3 deducts byes and forfeits from each member's value. The result differs from Team cumulative only if a
team has more members than count and other members were its best in an earlier round.
"""

from functools import partial

from ..evaluation import Evaluation, Unit
from ..messages import gettext_noop
from ..teams.sums import added_up, member_evaluation
from ..teams.teams import Team, Teams
from ..terms.system import TiebreakSystem, Variations
from . import cumulative


def cumulative_of_team(teams: Teams, team: Team, variations: Variations, group: frozenset[int]) -> Evaluation:
    """The value in quarter-points (RULES §11.2): running scores 1, 2 and 0, 0 make 3.

    >>> from dataclasses import replace
    >>> from tiebreaks.engine.ranking.membership import SectionRanking, form_teams
    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.ranking.fold import rank
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.sequence import parse
    >>> wall = chart(["W2", "W2"], ["L1", "L1"])
    >>> wall = replace(wall, cards=tuple(replace(card, team="Elm") for card in wall.cards))
    >>> teams = form_teams([SectionRanking("", rank(after_round(wall), parse("solkoff")))])
    >>> cumulative_of_team(teams, teams.teams[0], frozenset(), frozenset()).value
    12
    """
    return added_up(cumulative.SYSTEM, teams, team, variations)


SYSTEM = TiebreakSystem(
    code="cumulative_of_team",
    rule="",
    name=gettext_noop("Cumulative of the team"),
    head=gettext_noop("CumTm"),
    unit=Unit.POINTS,
    summary=gettext_noop("The Cumulative of each member who counts at the end, added together."),
    measures=gettext_noop("How early the points of a team’s best players came."),
    byes=gettext_noop("The points from a bye or a forfeit are taken off at the end."),
    source=gettext_noop("US Chess tiebreaks for individual/team events, after the rulebook's 4th edition"),
    evaluate=cumulative_of_team,
    reach=0,
    variations=cumulative.VARIATIONS,
    opens=partial(member_evaluation, cumulative.SYSTEM),
    adds_up="cumulative",
)
