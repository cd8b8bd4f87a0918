"""Of every system and variation, on random charts: the terms that people read make the value that ranked."""

import random
from fractions import Fraction
from math import floor

import pytest

from tests.engine.random_charts import random_chart
from tiebreaks.engine.chart import reading
from tiebreaks.engine.evaluation import Evaluation, Unit
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import parse
from tiebreaks.engine.systems import SYSTEMS
from tournaments.formats import wallchart_csv

STEPS = [
    step
    for system in SYSTEMS.values()
    if not system.by_people
    for step in [system.code, *(f"{system.code}:{variation.code}" for variation in system.offered)]
]
OPENING = [step for step in STEPS if parse(step).steps[0].system.opens]
CHARTS = [wallchart_csv.read(random_chart(random.Random(seed))).chart for seed in range(40)]


def from_terms(computed: Evaluation, unit: Unit, whole: bool) -> int | Fraction:
    kept = [term.points_q for term in computed.terms if term.dropped is None]
    if unit is not Unit.RATING:
        return sum(kept)
    mean = Fraction(sum(kept)) / len(kept) if kept else Fraction(0)
    return floor(mean + Fraction(1, 2)) if whole else mean


@pytest.mark.parametrize("step", STEPS)
def test_the_terms_make_the_value_in_both_readings(step: str) -> None:
    unit = parse(step).steps[0].system.unit
    seen = 0
    for chart in CHARTS:
        for read in (reading.after_round(chart), reading.live(chart)):
            ranking = rank(read, parse(step))
            for standing in ranking.standings:
                computed = ranking.evaluation(0, standing.number)
                assert computed.value == ranking.value(0, standing.number)
                if computed.value is not None:
                    assert from_terms(computed, unit, step.endswith(":swisssys")) == computed.value
                    seen += 1
    assert seen


@pytest.mark.parametrize("step", OPENING)
def test_a_term_opens_into_the_value_that_it_took_over(step: str) -> None:
    """Games against a player who withdrew early take nothing over (30B)."""
    posted = parse(step).steps[0]
    opens = posted.system.opens
    assert opens
    for chart in CHARTS:
        for read in (reading.after_round(chart), reading.live(chart)):
            ranking = rank(read, parse(step))
            for standing in ranking.standings:
                for term in ranking.evaluation(0, standing.number).terms:
                    if term.opponent is not None and term.opponent not in read.did_not_compete:
                        opened = opens(read, read.by_number[term.opponent], posted.variations)
                        assert opened.value == term.points_q
