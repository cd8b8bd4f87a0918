"""Two games per round: public pages show both, each with its colors and its result."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, enter, games_of, paired
from tests.html import visit
from tournaments.models import Section
from tournaments.selectors.files.workbooks import boards
from tournaments.selectors.public import visible
from tournaments.services import drafts
from tournaments.services.reasons import keep


@pytest.fixture
def section(kim: User) -> Section:
    """Round 1 of four players: on board 2 a win of 4 in the first game, and the second is drawn."""
    section = a_section(4, 2, games=2, by=kim)
    paired(section, 1, "1 3\n4 2", publish=True, by=kim)
    for game, result in zip(games_of(section, 1)[2:], ("WL", "DD"), strict=True):
        enter(game, result, by=kim)
    return section


def name(section: Section, number: int) -> str:
    return section.players.get(number=number).called


def test_the_page_of_a_board_has_both_games_with_their_colors_and_results(
    client: Client, section: Section
) -> None:
    page = visit(client, at("board", section, 1, 2))
    four, two = name(section, 4), name(section, 2)
    assert page.texts(".two-games li") == [
        f"2a White {four} – Black {two} 1–0",
        f"2b White {two} – Black {four} ½–½",
    ]
    assert "Result:" not in page
    assert "These are the colors of the first game." in page


def test_a_game_of_a_board_that_is_not_over_is_still_playing(client: Client, section: Section) -> None:
    enter(games_of(section, 1)[0], "FX")
    page = visit(client, at("board", section, 1, 1))
    first, second = page.texts(".two-games li")
    assert "won by forfeit" in first
    assert second.endswith("still playing")


def test_the_rows_of_a_round_are_numbered_as_the_slips_are(client: Client, section: Section) -> None:
    page = visit(client, at("round", section, 1))
    assert page.texts("td.bd a") == ["1a", "1b", "2a", "2b"]
    assert page.links.count(at("board", section, 1, 2)) == 2


def test_from_a_to_z_everybody_has_both_games_with_their_colors(client: Client, section: Section) -> None:
    page = visit(client, f"{at('round', section, 1)}?show=names")
    lines = page.all('[data-player="4"]')
    assert [line.one(".at").text for line in lines] == ["2a", "2b"]
    assert [line.one(".plays").text for line in lines] == ["White", "Black"]
    assert len({line["id"] for line in page.all(".by-name li")}) == 8


def test_the_page_of_a_player_and_a_spreadsheet_number_both_games_as_the_slips_do(
    client: Client, section: Section, kim: User
) -> None:
    page = visit(client, at("player", section, 2))
    assert page.texts("td.bd") == ["2a", "2b"]
    assert page.texts(".these-two .visually-hidden") == [
        "Board 2a: why these two",
        "Board 2b: why these two",
    ]
    assert page.links.count(at("board", section, 1, 2)) == 2
    rows = boards(visible.section(section.event.slug, section.slug).document, 1).rows
    assert [row[0] for row in rows] == ["1a", "1b", "2a", "2b"]


def test_who_still_plays_a_game_of_a_round_reads_which_of_the_two_it_is(
    client: Client, section: Section, kim: User
) -> None:
    enter(games_of(section, 1)[0], "WL", by=kim)
    paired(section, 2, "4 1\n3 2", publish=True, by=kim)
    assert "board 1b" in visit(client, at("player", section, 1))


def test_the_reason_of_a_board_names_the_colors_of_the_first_game(
    client: Client, section: Section, kim: User
) -> None:
    for game, result in zip(games_of(section, 1)[:2], ("WL", "DD"), strict=True):
        enter(game, result, by=kim)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    page = visit(client, at("board", section, 2, 1))
    one = page.texts(".sitter a")[0]
    assert page.texts(".of-colors") == [f"{one} has White in the first game, Black in the second."]
    assert "due" not in page.one("main")


def test_a_section_of_one_game_per_round_names_no_first_game(client: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim)
    paired(section, 1, "1 2", publish=True, by=kim)
    page = visit(client, at("board", section, 1, 1))
    assert not page.all(".two-games")
    assert "first game" not in page
    assert visit(client, at("round", section, 1)).texts("td.bd a") == ["1"]
