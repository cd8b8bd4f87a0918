"""A small Swiss: a round robin or its table is offered before round 1, and paired by (29K, 29L)."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, played
from tests.html import visit
from tests.views.pairing_page import page_of, proposed
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats.records import RosterEntry
from tournaments.pairing.options import Options
from tournaments.services import drafts, orders, pairings, rosters


@pytest.mark.parametrize(("players", "rounds", "offered"), [(6, 5, True), (4, 3, True), (6, 4, False)])
def test_a_small_swiss_is_offered_a_round_robin_before_round_one(
    desk: Client, kim: User, players: int, rounds: int, offered: bool
) -> None:
    """29K."""
    section = a_section(players, rounds, by=kim, order="solkoff")
    to_setup = f"{at('edit-section', section)}#id_format"
    page = page_of(desk, section, 1)
    assert (f"{players} players, {rounds} rounds: in a round robin" in page) is offered
    assert (to_setup in page.links) is offered


@pytest.mark.parametrize(
    ("players", "told"),
    [
        (4, ["4 players, 5 rounds: after round 3 each has met every other"]),
        (
            5,
            [
                "5 players, 5 rounds: in a round robin each meets every other once (29K).",
                "A Swiss on a round-robin table always leaves one (29L).",
            ],
        ),
    ],
)
def test_where_opponents_run_out_it_is_said_wherever_round_one_is_paired(
    desk: Client, kim: User, players: int, told: list[str]
) -> None:
    """29K, 29L: on the page of the round, of the draft and before it is published."""
    section = a_section(players, 5, by=kim, order="solkoff")
    for page in (
        visit(desk, at("desk-round", section, 1)),
        page_of(desk, section, 1),
        proposed(desk, section, 1),
        visit(desk, at("publish-pairing", section, 1)),
    ):
        assert [each for each in told if each not in page] == []
        assert f"{at('edit-section', section)}#id_format" in page.links
    drafts.publish(section, 1, by=kim)
    after = visit(desk, at("desk-round", section, 1))
    assert [each for each in told if each in after] == []


@pytest.mark.parametrize(
    ("players", "rounds", "told"),
    [
        (4, 2, "4 players, 2 rounds: a Swiss can take its rounds from a round-robin table (29L)."),
        (5, 3, "5 players, 3 rounds: a Swiss can take its rounds from a round-robin table (29L)."),
        (6, 4, "6 players, 4 rounds: the last rounds may have no legal pairing."),
        (7, 5, "7 players, 5 rounds: the last rounds may have no legal pairing."),
    ],
)
def test_opponents_are_said_to_run_out_only_where_they_may(
    desk: Client, kim: User, players: int, rounds: int, told: str
) -> None:
    """While half of the others are left to everybody, there always is a legal pairing."""
    section = a_section(players, rounds, by=kim, order="solkoff")
    assert told in page_of(desk, section, 1)


def test_a_house_player_who_rests_is_not_counted(desk: Client, kim: User) -> None:
    """28M1: of four players and a house player."""
    section = a_section(4, 3, by=kim, order="solkoff")
    rosters.add_players(section, [RosterEntry(None, "House", house=True)], by=kim)
    assert "4 players, 3 rounds: in a round robin" in page_of(desk, section, 1)


def test_who_has_a_bye_in_round_one_is_an_opponent_all_the_same(desk: Client, kim: User) -> None:
    """27A1: two of six players rest in round 1, and five rounds still suffice. Nobody is offered the table of
    a small Swiss, which begins with the players of round 1 (29L)."""
    section = a_section(6, 5, by=kim, order="solkoff")
    pairings.give_bye(section, 1, [1, 2], Kind.HALF_BYE, by=kim)
    for page in (
        visit(desk, at("desk-round", section, 1)),
        page_of(desk, section, 1),
        proposed(desk, section, 1),
        visit(desk, at("publish-pairing", section, 1)),
    ):
        assert "has met every other" not in page
        assert "always leaves one (29L)" not in page
        assert "6 players, 5 rounds: in a round robin each meets every other once (29K)." in page


@pytest.mark.parametrize(("players", "rounds", "offered"), [(6, 4, True), (5, 5, True), (6, 3, False)])
def test_a_small_swiss_is_offered_a_table_until_it_is_chosen(
    desk: Client, kim: User, players: int, rounds: int, offered: bool
) -> None:
    """29L."""
    section = a_section(players, rounds, by=kim, order="solkoff")
    to_options = f"{at('pairing-options', section)}#id_small_swiss"
    page = page_of(desk, section, 1)
    assert ("A Swiss on a round-robin table always leaves one (29L)." in page) is offered
    assert (to_options in page.links) is offered
    assert visit(desk, at("pairing-options", section)).all("#id_small_swiss")
    orders.post_options(section, Options(small_swiss="table"), by=kim)
    assert to_options not in page_of(desk, section, 1).links


@pytest.mark.parametrize(("rounds", "told"), [(6, True), (3, False)])
def test_a_double_round_robin_says_before_round_one_how_many_rounds_its_table_has(
    desk: Client, kim: User, rounds: int, told: bool
) -> None:
    """30A: 4 players who meet twice in each round have met twice after 3 rounds."""
    section = a_section(4, rounds, by=kim, order="solkoff", format="round robin", games=2)
    said = "4 players, 2 games per round: each meets every other twice in 3 rounds, and this section has 6"
    for page in (visit(desk, at("desk-round", section, 1)), page_of(desk, section, 1)):
        assert (said in page) is told
        assert (f"{at('edit-section', section)}#id_rounds" in page.links) is told


def test_a_section_on_a_table_is_paired_by_its_lines_in_the_browser_too(desk: Client, kim: User) -> None:
    section = a_section(6, 4, by=kim, order="solkoff")
    orders.post_options(section, Options(small_swiss="table"), by=kim)
    played(section, 1, "1 4 WL\n5 2 WL\n3 6 WL")
    page = proposed(desk, section, 2)
    assert "of the round-robin table for 6 players (29L)." in page
    assert "as without the table. The line gives all other boards (29L)." in page


def test_once_round_one_is_published_no_round_robin_is_offered(desk: Client, kim: User) -> None:
    section = a_section(4, 3, by=kim, order="solkoff")
    played(section, 1, "1 3 WL\n2 4 WL")
    assert "round robin" not in page_of(desk, section, 1).text
    assert "round robin" not in page_of(desk, section, 2).text
