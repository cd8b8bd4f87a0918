"""The worked examples of RULES §12 through everything: imported from a wall chart, announced, read."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.html import strip_tags

from tests.addresses import at
from tests.engine.prizes.sections import Player, as_file
from tests.engine.prizes.test_goldens import CASH, PLACES_AND_A, U2200_AND_U2000, Golden
from tests.factories import as_it_stands, imported
from tests.html import visit
from tiebreaks.frozen import read
from tournaments.formats import wallchart_csv
from tournaments.models import Section
from tournaments.services import decisions, prizes
from tournaments.services.ceremony import freeze
from tournaments.text import prize_reasons


def held(groups: tuple[tuple[Player, ...], ...], by: User) -> Section:
    """Groups of ratings by score: nothing separates a group."""
    return imported(wallchart_csv.read(as_file(*groups)), by=by)


@pytest.mark.parametrize("golden", CASH, ids=[f"12.1-{at}" for at in range(1, len(CASH) + 1)])
def test_the_money_page_pays_as_published(golden: Golden, kim: User) -> None:
    section = held(golden.groups, kim)
    prizes.announce(section, golden.prizes, by=kim)
    prizes.set_terms(section, unrated_limit=golden.unrated_limit, by=kim)
    page = visit(Client(), at("cash", section))
    paid = {
        int(n): money.replace(",", "")
        for n, money in re.findall(r"Entry (\d+) \$([\d,.]*\d)", page.text)
        if money != "0"
    }
    assert paid == golden.pays
    assert golden.left in page
    for reason in golden.reasons:
        if not reason.number:
            assert strip_tags(prize_reasons.reason(reason)) in page


def tossed(section: Section, by: User, *groups: list[int]) -> None:
    for group in groups:
        decisions.record_decision(
            decisions.COIN_TOSS, as_it_stands(section), [[number] for number in group], by=by
        )


def test_33d_the_trophies_of_the_first_example_go_by_the_order_and_its_money_by_score(kim: User) -> None:
    section = held(((2250,), (2225, 1940), (1865, 1990)), kim)
    prizes.announce(section, PLACES_AND_A, by=kim)
    assert "undecided" in visit(Client(), at("trophies", section))
    tossed(section, kim, [2, 3], [4, 5])
    page = visit(Client(), at("trophies", section))
    titles = ["1st place trophy", "2nd place trophy", "3rd place trophy", "Top Class A"]
    assert page.in_order(*(f"{title} Entry {number}" for number, title in enumerate(titles, 1)))
    assert "Entry 3 already takes 3rd place trophy (32F)" in page


@pytest.mark.parametrize(("follow", "takers"), [(False, (1, 2, 4)), (True, (2, 3, 1))])
def test_33d2a_the_second_example_with_and_without_trophies_that_follow_the_money(
    kim: User, follow: bool, takers: tuple[int, ...]
) -> None:
    section = held(((1900, 2100, 2150), (1900,)), kim)
    prizes.announce(section, U2200_AND_U2000, by=kim)
    prizes.set_terms(
        section,
        fund_based_on=0,
        fund_entries=None,
        unrated_limit=None,
        cash_playoff=False,
        follow_money=follow,
        withdrawn_too=False,
        by=kim,
    )
    tossed(section, kim, [1, 2, 3])
    frozen, _is_new = freeze(as_it_stands(section), by=kim)
    page = visit(Client(), at("trophies", section))
    for title, taker in zip(("Top under 2200", "2nd under 2200", "Top under 2000"), takers, strict=True):
        assert f"{title} Entry {taker}" in page
    assert [paid.cents for paid in read(frozen.awards).cash] == [80_00, 75_00, 75_00]
