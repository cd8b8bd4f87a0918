"""``sum:solkoff`` and the like: the sum of an individual system over the counting members (RULES §11.2).

Each individual system makes one, with its variations. Systems that depend on a tied group make none, because
the members of a team are not such a group. These are the result between tied players, playoffs and coin
tosses.
"""

from dataclasses import replace
from functools import partial

from ..evaluation import Addend, Evaluation, total_of_all
from ..messages import Message, gettext_noop
from ..terms.system import TiebreakSystem, Variations
from .teams import Member, Team, Teams

COUNTS = gettext_noop("counts for the team")
NO_VALUE = gettext_noop("counts for the team, but has no value in this system")


def sum_of(system: TiebreakSystem) -> TiebreakSystem:
    """The team system that adds up an individual system, in the same unit.

    >>> from tiebreaks.engine.systems import SYSTEMS
    >>> sum_of(SYSTEMS["solkoff"]).code, sum_of(SYSTEMS["solkoff"]).name
    ('sum:solkoff', 'Total Solkoff')
    """

    def evaluate(teams: Teams, team: Team, variations: Variations, group: frozenset[int]) -> Evaluation:
        return added_up(system, teams, team, variations)

    return replace(
        system,
        code=f"sum:{system.code}",
        rule="",
        name=Message(gettext_noop("Total {name}"), name=system.name),
        head=Message(gettext_noop("Σ {head}"), head=system.head),
        summary=Message(
            gettext_noop("The {name} of each member who counts, added together."), name=system.name
        ),
        source=gettext_noop(
            "Not in the rulebook; scholastic guidelines of about 2005, “Total Solkoff” and the like"
        ),
        evaluate=evaluate,
        opens=partial(member_evaluation, system),
        adds_up=system.code,
        ahead="",
        cases=(),
        variations=tuple(variation for variation in system.variations if not variation.of_group),
    )


def added_up(system: TiebreakSystem, teams: Teams, team: Team, variations: Variations) -> Evaluation:
    """One term per counting member: the member's value. The sum is None if no member has a value.

    Two teammates met. The winner's Solkoff is the loser's score, 0, and the loser's is 1:

    >>> from dataclasses import replace
    >>> from tiebreaks.engine.ranking.membership import SectionRanking, form_teams
    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.ranking.fold import rank
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.sequence import parse
    >>> from tiebreaks.engine.systems import SYSTEMS
    >>> wall = chart(["W2"], ["L1"])
    >>> wall = replace(wall, cards=tuple(replace(card, team="Elm") for card in wall.cards))
    >>> teams = form_teams([SectionRanking("", rank(after_round(wall), parse("solkoff")))])
    >>> computed = added_up(SYSTEMS["solkoff"], teams, teams.teams[0], frozenset())
    >>> computed.value, [(term.opponent, term.points_q) for term in computed.terms]
    (4, [(1, 0), (2, 4)])
    """
    values = {
        key: member_evaluation(system, teams, teams.members[key], variations).value
        for key in teams.counting(team)
    }
    terms: list[Addend] = [
        (value or 0, 0, key, NO_VALUE if value is None else COUNTS, "", None) for key, value in values.items()
    ]
    return Evaluation(None, terms) if set(values.values()) == {None} else total_of_all(terms)


def member_evaluation(
    system: TiebreakSystem, teams: Teams, member: Member, variations: Variations
) -> Evaluation:
    """The member's value of the individual system, in the member's own section."""
    return system.evaluate(member.reading, member.card, variations, frozenset())
