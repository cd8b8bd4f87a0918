"""Awards are plain data: a document keeps them, and reads the same awards again."""

import msgspec
import pytest
from hypothesis import given, settings

from tests.bench.fields import PRIZES, field
from tests.engine.prizes.sections import awarded, section
from tests.engine.prizes.test_notation import some_prizes
from tests.engine.prizes.test_properties import announced, rankings, terms
from tiebreaks.engine.chart.reading import live
from tiebreaks.engine.prizes import Awards, Prize, Terms, award
from tiebreaks.engine.prizes.notation import parse
from tiebreaks.engine.prizes.prize import in_order_of_value
from tiebreaks.engine.prizes.reasons import Why
from tiebreaks.engine.ranking.editions import current
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.sequence import parse as order

MOST_BYTES = 80_000


@given(rankings(), announced, terms())
@settings(max_examples=60, deadline=None)
def test_awards_and_terms_are_read_as_they_were_written(
    ranking: Ranking, prizes: list[Prize], terms: Terms
) -> None:
    awards = award(ranking, prizes, terms)
    assert msgspec.json.decode(msgspec.json.encode(awards), type=Awards) == awards
    assert msgspec.json.decode(msgspec.json.encode(terms), type=Terms) == terms


@given(some_prizes())
def test_a_prize_is_read_as_it_was_written(prize: Prize) -> None:
    assert msgspec.json.decode(msgspec.json.encode(prize), type=Prize) == prize


def test_who_is_absent_is_read_as_it_was_written() -> None:
    terms = Terms(absent=frozenset({3, 1}))
    assert msgspec.json.decode(msgspec.json.encode(terms), type=Terms) == terms


def test_an_odd_sum_leaves_no_fraction_in_what_is_said_of_it() -> None:
    awards = awarded(section((1900, 2100, 2150)), "U2200 $100\n2nd U2200 $50.01\nU2000 $80")
    split = awards.cash[0].reasons[0]
    assert split.why is Why.ONLY_THEY
    assert (split.cents, split.other) == (80_00, 76_67)
    assert {type(split.cents), type(split.other)} == {int}


@pytest.mark.parametrize("posted", ["", "coin_toss"])
def test_the_awards_of_forty_prizes_and_three_hundred_players_stay_small(posted: str) -> None:
    """By the tiebreaks, and where nothing separates the players of a score."""
    chart = field(300, 7)
    ranking = rank(live(chart), order(posted) if posted else current().default_order(chart.format))
    awards = award(ranking, in_order_of_value(parse("\n".join(PRIZES))))
    assert len(msgspec.json.encode(awards)) < MOST_BYTES
