"""The page of a round: by board, or everybody's board from A to Z."""

import pytest
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, director_of, paired
from tests.html import visit
from tournaments.models import Section
from tournaments.services import rosters


@pytest.fixture
def section() -> Section:
    """The fifth player sits out."""
    section = a_section(5, 2)
    for number, name in ((1, "Zeller, Ann"), (4, "Del Campo, Ana")):
        rosters.edit_player(section.players.get(number=number), by=director_of(section), name=name)
    paired(section, 1, "1 2\n3 4\n5 bye", publish=True)
    return as_it_stands(section)


def test_a_parent_finds_board_color_and_opponent_from_a_to_z(client: Client, section: Section) -> None:
    page = visit(client, at("round", section, 1), {"show": "names"})
    lines = page.texts(".by-name li")
    against = [section.players.get(number=number).called for number in (2, 3)]
    assert lines[-1] == f"Zeller, Ann against {against[0]} board 1 White"
    assert f"Del Campo, Ana against {against[1]} board 2 Black" in lines
    assert len(lines) == 5
    assert page.one(".switch [aria-current]").text == "A–Z"
    assert "show=names" in page.one("#live")["hx-get"]
    assert not page.all("table.boards")


def test_the_boards_are_one_tap_away(client: Client, section: Section) -> None:
    page = visit(client, at("round", section, 1))
    assert page.one(".switch [aria-current]").text == "Boards"
    assert page.one("#by-name")["href"] == f"{at('round', section, 1)}?show=names"
    assert page.one("table.boards")
    assert page.one(".absence")
