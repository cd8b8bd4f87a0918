"""Editions of the rulebook: what each holds where nothing was posted, and how it reads a system."""

import pytest

from tests.cases import case
from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.chart.wallchart import Format
from tiebreaks.engine.evaluation import EVEN, MINUS
from tiebreaks.engine.points import parse as points
from tiebreaks.engine.ranking.editions import EDITIONS, Edition, current
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.sequence import RULEBOOK_SWISS, parse

FOURTH, SEVENTH = EDITIONS["us-chess-4"], EDITIONS["us-chess-7"]
EVERY = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
MODIFIED_MEDIAN, _SOLKOFF, CUMULATIVE, OPPOSITION = range(4)


def example_a(edition: Edition) -> Ranking:
    return rank(after_round(case("example_a").chart), edition.default_order(Format.SWISS))


@EVERY
def test_every_edition_has_an_order_for_every_format_and_its_readings_can_be_posted(edition: Edition) -> None:
    assert set(edition.orders) == set(Format)
    assert str(edition.readings) == edition.otherwise
    for format in Format:
        order = edition.default_order(format)
        assert str(parse(str(order))) == str(order)
        assert edition.read(order) == order


def test_the_last_edition_is_the_current_one_and_dates_rise() -> None:
    assert current().code == "us-chess-7"
    dates = [edition.since for edition in EDITIONS.values()]
    assert dates == sorted(set(dates))


def test_a_plain_system_is_what_the_7th_edition_means_by_it() -> None:
    assert SEVENTH.readings.steps == ()
    assert str(SEVENTH.default_order(Format.SWISS)) == RULEBOOK_SWISS


def test_the_fourth_edition_takes_off_full_points_only() -> None:
    """34E3: "one point is subtracted … for each unplayed win or one-point bye" (seed 004; RULES §4.1).

    Example A: number 7 had a half-point bye and keeps 8½ of it (7th: 8); number 1 met 7, so its 34E9 is
    5½+6+12½+9+8½ (RULES §4.2: 41). Number 5's full-point bye costs 1 in both.
    """
    new, old = example_a(SEVENTH), example_a(FOURTH)
    assert [new.value(CUMULATIVE, n) for n in (7, 5)] == [points("8"), points("5½")]
    assert [old.value(CUMULATIVE, n) for n in (7, 5)] == [points("8½"), points("5½")]
    assert [each.value(OPPOSITION, 1) for each in (new, old)] == [points("41"), points("41½")]


def test_in_the_fourth_edition_a_plus_score_is_more_wins_than_losses() -> None:
    """34E1 (seed 004): number 5 of example A has 2½ of 5, a full-point bye, and won one game of three."""
    remarks = [each.evaluation(MODIFIED_MEDIAN, 5).remark for each in (example_a(SEVENTH), example_a(FOURTH))]
    assert remarks == [EVEN, MINUS]


def test_an_edition_adds_its_reading_to_what_was_posted_and_leaves_other_systems_alone() -> None:
    assert str(FOURTH.read(parse("kashdan,cumulative:omit_last"))) == "kashdan,cumulative:omit_last+full_only"
