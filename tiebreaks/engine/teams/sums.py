"""``sum:solkoff`` and its like: the counting members' values of an individual system, added up (RULES §11.2).

Every individual system makes one, with its variations. Left out are those whose value belongs to a group of
players still tied, since no such group exists among players of several teams: results between tied players,
and what people decide.
"""

from dataclasses import replace
from functools import partial

from ..evaluation import Addend, Evaluation, total
from ..messages import Message, gettext_noop
from ..terms.system import TiebreakSystem, Variations
from .teams import Member, Team, Teams

COUNTS = gettext_noop("counts for the team")
NO_VALUE = gettext_noop("counts for the team, and has no value in this system")


def sum_of(system: TiebreakSystem) -> TiebreakSystem:
    """The team system that adds up an individual one, in the same unit.

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
            gettext_noop("The sum of the values of the team's counting members in {name}."), name=system.name
        ),
        source=gettext_noop(
            "Not numbered in the rulebook; scholastic guidelines of about 2005, “Total Solkoff” and its like"
        ),
        evaluate=evaluate,
        opens=partial(member_evaluation, system),
        adds_up=system.code,
        variations=tuple(variation for variation in system.variations if not variation.of_group),
    )


def added_up(system: TiebreakSystem, teams: Teams, team: Team, variations: Variations) -> Evaluation:
    """One term a counting member: what the individual system says of her; None where it says nothing.

    Of two who met, the winner's Solkoff is the loser's 0, and the other way round it is 1:

    >>> from dataclasses import replace
    >>> from tiebreaks.engine.ranking.membership import Section, gather
    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.ranking.fold import rank
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.sequence import parse
    >>> from tiebreaks.engine.systems import SYSTEMS
    >>> wall = chart(["W2"], ["L1"])
    >>> wall = replace(wall, cards=tuple(replace(card, team="Elm") for card in wall.cards))
    >>> teams = gather([Section("", rank(after_round(wall), parse("solkoff")))])
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
    return Evaluation(None, terms) if set(values.values()) == {None} else total(terms)


def member_evaluation(
    system: TiebreakSystem, teams: Teams, member: Member, variations: Variations
) -> Evaluation:
    """What the individual system gives a member in the member's own section."""
    return system.evaluate(member.reading, member.card, variations, frozenset())
