"""34E12 and 34E13: the director records a playoff or a coin toss. The engine computes neither.

A decision is valid for exactly the players who are still tied. If a corrected result changes the group, the
decision is set aside, and nobody has a value until a new one is recorded. If the correction is undone, the
decision is valid again. Wall chart files have no decisions.
"""

from ..chart.reading import Field
from ..chart.wallchart import Card, Decision
from ..evaluation import NOT_TIED, Addend, Evaluation, total
from ..messages import gettext_noop

WAITS = gettext_noop("not recorded yet")
RECORDED = gettext_noop("recorded by the director")
AHEAD = gettext_noop("tied, finished behind")


def decision_for(field: Field, group: frozenset[int], code: str | None = None) -> Decision | None:
    """The last decision for exactly this group, by the system with this code or by any system.

    >>> from dataclasses import replace
    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> won_by_2 = Decision("playoff", 1, ((2,), (1,)))
    >>> reading = after_round(replace(chart(["D2"], ["D1"]), decisions=(won_by_2,)))
    >>> decision_for(reading, frozenset({1, 2})).code, decision_for(reading, frozenset({1, 2, 3}))
    ('playoff', None)
    """
    for decision in reversed(field.decisions):
        if decision.code == (code or decision.code) and decision.members == group:
            return decision
    return None


def people_decide(code: str, rule: str, reading: Field, card: Card, group: frozenset[int]) -> Evaluation:
    """How many of the tied players finished behind this one, or no value until a decision is recorded."""
    if card.number not in group:
        return Evaluation(None, (), NOT_TIED)
    decision = decision_for(reading, group, code)
    if decision is None:
        return Evaluation(None, (), WAITS)
    at = next(index for index, level in enumerate(decision.order) if card.number in level)
    behind = [number for level in decision.order[at + 1 :] for number in level]
    terms: list[Addend] = [(1, 0, number, AHEAD, rule, None) for number in behind]
    return total(terms, RECORDED)
