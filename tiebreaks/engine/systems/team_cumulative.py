"""Team cumulative: after each round the team as it then stood, its best running scores added up.

Who counts is chosen anew after each round, as many as count at the end, by the running score of that round.
Cumulative of the team takes the members who count at the end for all rounds; the two differ where somebody
else was among the best before.

The points of byes and forfeits are taken off once, of the members who count at the end: as their own 34E3
takes them off, with its variations. A section that had no such round adds nothing to it.
"""

from fractions import Fraction
from operator import itemgetter

from ..evaluation import Addend, Dropped, Evaluation, Unit, total
from ..messages import gettext_noop
from ..teams.teams import Team, Teams
from ..terms.system import TiebreakSystem, Variations
from .cumulative import DEDUCTED, VARIATIONS, running_and_deducted

COUNTED = gettext_noop("score after the round, among the team's best")
NOT_COUNTED = gettext_noop("score after the round, not among the team's best")


def team_cumulative(teams: Teams, team: Team, variations: Variations, group: frozenset[int]) -> Evaluation:
    """The value in quarter-points (RULES §11.2), one term a member and round; those left out are dropped.

    The best one of running scores 1, 1 and 0, 2: 1 + 2, while the best at the end has 0 + 2.

    >>> from dataclasses import replace
    >>> from tiebreaks.engine.ranking.membership import Section, gather
    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.ranking.fold import rank
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.sequence import parse
    >>> wall = chart(["W2", "L2"], ["L1", "W1=2"])
    >>> wall = replace(wall, cards=tuple(replace(card, team="Elm") for card in wall.cards))
    >>> teams = gather([Section("", rank(after_round(wall), parse("solkoff")))], best=1)
    >>> team_cumulative(teams, teams.teams[0], frozenset(), frozenset()).value
    12
    """
    counting = teams.counting(team)
    scores: dict[int, list[tuple[int | Fraction, int]]] = {}
    taken_off: list[Addend] = []
    for key in team.members:
        member = teams.members[key]
        running, deductions = running_and_deducted(member.reading, member.card, variations)
        for running_q, round, *_ in running:
            scores.setdefault(round, []).append((running_q, key))
        if key in counting:
            taken_off += [
                (deducted_q, round, key, DEDUCTED, "", None) for deducted_q, round, *_ in deductions
            ]
    terms: list[Addend] = []
    for round in sorted(scores):
        # The sort is stable: of equal scores, those count that would count at the end.
        best = sorted(scores[round], key=itemgetter(0), reverse=True)
        terms += [(running_q, round, key, COUNTED, "", None) for running_q, key in best[: teams.best]]
        terms += [
            (running_q, round, key, NOT_COUNTED, "", Dropped.LOWEST) for running_q, key in best[teams.best :]
        ]
    return total(terms + taken_off)


SYSTEM = TiebreakSystem(
    code="team_cumulative",
    rule="",
    name=gettext_noop("Team cumulative"),
    head=gettext_noop("TmCum"),
    unit=Unit.POINTS,
    summary=gettext_noop("The sum of the team's best running scores, chosen anew after each round."),
    source=gettext_noop("US Chess tiebreaks for individual/team events, after the rulebook's 4th edition"),
    evaluate=team_cumulative,
    variations=VARIATIONS,
    adds_up="cumulative",
)
