"""The pairing options of a section of teams speak of teams."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section
from tests.html import read, visit
from tests.views.forms_of_the_desk import OPTIONS
from tournaments.models import Section
from tournaments.services import orders


@pytest.fixture
def section(kim: User) -> Section:
    return a_section(6, by=kim, boards=4)


def test_no_option_speaks_of_players_where_teams_are_paired(desk: Client, section: Section) -> None:
    page = visit(desk, at("pairing-options", section))
    assert "Two teams with the same colors so far" in page
    assert "player" not in page.one("main").text.lower()


def test_nor_does_the_page_of_a_round_robin_of_teams(desk: Client, kim: User) -> None:
    table = a_section(6, 5, boards=4, format=Section.Formats.ROUND_ROBIN, by=kim)
    assert "player" not in visit(desk, at("pairing-options", table)).one("main").text.lower()


def test_what_is_wrong_with_a_pair_and_that_it_is_saved_is_told_of_teams(
    desk: Client, section: Section
) -> None:
    form = visit(desk, at("pairing-options", section)).form(at("pairing-options", section))
    for typed in ("1-99", "1-1"):
        answer = form.send(desk, {"never": typed})
        assert answer.status_code == 422
        assert "player" not in read(answer).one("main").text.lower()
    saved = form.send(desk, {"never": "1-2"}, follow=True)
    assert "The teams kept apart are saved." in read(saved)


def test_the_posted_notice_and_the_pairing_page_name_the_options_of_teams(
    desk: Client, client: Client, section: Section, kim: User
) -> None:
    form = visit(desk, at("pairing-options", section)).form(at("pairing-options", section))
    form.send(desk, {**OPTIONS, "rule5": "alternate", "third_color": "leaders", "bye_unrated": "last"})
    told = "Two teams with the same colors so far: by turns in a score group"
    assert told in visit(desk, at("pairing-options", section))
    assert told in visit(desk, at("order", section))
    orders.post_order(section, "solkoff", by=kim)
    posted = visit(client, at("posted-order", section))
    assert told in posted
    assert "Full-point bye and unrated teams: unrated teams count as the lowest rated" in posted
