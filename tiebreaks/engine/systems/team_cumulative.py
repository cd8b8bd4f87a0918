"""Team cumulative: the sum over all rounds of the team's best running scores after that round.

The members who count are chosen again after each round, by their running scores. Cumulative of the team uses
the members who count at the end for all rounds. The two differ if other members were among the best in an
earlier round.

The points from byes and forfeits are deducted once, for the members who count at the end, as 34E3 and its
variations deduct them. A section that did not hold a round adds nothing to it.
"""

from fractions import Fraction
from operator import itemgetter

from ..evaluation import Addend, Dropped, Evaluation, Unit, total
from ..messages import gettext_noop
from ..teams.teams import Team, Teams
from ..terms.system import TiebreakSystem, Variations
from .cumulative import DEDUCTED, VARIATIONS, running_and_deducted

COUNTED = gettext_noop("score after the round, one of the team's best")
NOT_COUNTED = gettext_noop("score after the round, not one of the team's best")


def team_cumulative(teams: Teams, team: Team, variations: Variations, group: frozenset[int]) -> Evaluation:
    """The value in quarter-points (RULES §11.2). One term per member and round; some are dropped.

    One member counts, and the running scores are 1, 1 and 0, 2: the best make 1 + 2.

    >>> from dataclasses import replace
    >>> from tiebreaks.engine.ranking.membership import SectionRanking, form_teams
    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.ranking.fold import rank
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.sequence import parse
    >>> wall = chart(["W2", "L2"], ["L1", "W1=2"])
    >>> wall = replace(wall, cards=tuple(replace(card, team="Elm") for card in wall.cards))
    >>> teams = form_teams([SectionRanking("", rank(after_round(wall), parse("solkoff")))], best=1)
    >>> team_cumulative(teams, teams.teams[0], frozenset(), frozenset()).value
    12
    """
    counting = teams.counting(team)
    scores: dict[int, list[tuple[int | Fraction, int]]] = {}
    deducted: list[Addend] = []
    for key in team.members:
        member = teams.members[key]
        running, deductions = running_and_deducted(member.reading, member.card, variations)
        for running_q, round, *_ in running:
            scores.setdefault(round, []).append((running_q, key))
        if key in counting:
            deducted += [(deducted_q, round, key, DEDUCTED, "", None) for deducted_q, round, *_ in deductions]
    terms: list[Addend] = []
    for round in sorted(scores):
        # The sort is stable: of equal scores, the members who count at the end count here.
        best = sorted(scores[round], key=itemgetter(0), reverse=True)
        terms += [(running_q, round, key, COUNTED, "", None) for running_q, key in best[: teams.best]]
        terms += [
            (running_q, round, key, NOT_COUNTED, "", Dropped.LOWEST) for running_q, key in best[teams.best :]
        ]
    return total(terms + deducted)


SYSTEM = TiebreakSystem(
    code="team_cumulative",
    rule="",
    name=gettext_noop("Team cumulative"),
    head=gettext_noop("TmCum"),
    unit=Unit.POINTS,
    summary=gettext_noop("The sum of the team's best running scores, chosen again after each round."),
    measures=gettext_noop(
        "How early a team’s points came, with its best players chosen again after each round."
    ),
    byes=gettext_noop("The points from a bye or a forfeit are taken off at the end."),
    source=gettext_noop("US Chess tiebreaks for individual/team events, after the rulebook's 4th edition"),
    evaluate=team_cumulative,
    reach=0,
    variations=VARIATIONS,
    adds_up="cumulative",
)
