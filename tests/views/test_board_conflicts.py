"""What a director sees of a board without opening it: a color conflict that is kept, where two met before."""

from dataclasses import replace

from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, played
from tests.html import Element, read, visit
from tests.views.pairing_page import page_of, pressed, proposed
from tournaments.models import Section
from tournaments.selectors.pairing.draft_boards import Sitter, kept


def conflicts(page: Element) -> list[str]:
    return [" ".join(board.texts(".why summary .kept")) for board in page.all(".pair")]


def two_due_black(kim: User) -> Section:
    """Two boards of round 2 on which all four had White in round 1, or all four Black."""
    section = a_section(4, 4, by=kim)
    played(section, 1, "1 3 WL\n2 4 WL")
    return as_it_stands(section)


def test_a_board_on_which_both_are_due_one_color_says_so_on_its_line(desk: Client, kim: User) -> None:
    section = two_due_black(kim)
    page = proposed(desk, section)
    assert conflicts(page) == ["Color conflict: both due Black.", "Color conflict: both due White."]
    assert all("both due" in " ".join(board.texts(".why p")) for board in page.all(".pair")), "why, on tap"


def test_where_one_alone_is_due_a_color_the_line_names_who() -> None:
    rested, due = Sitter(3, "Cy Cedar"), Sitter(1, "Ann Alder", due="b")
    assert kept(due, rested, (1,)) == "Color conflict: Ann Alder is due Black."
    assert kept(rested, replace(due, due="w"), (1,)) == "Color conflict: Ann Alder is due White."
    assert kept(due, rested, ()) == ""


def test_where_neither_has_the_color_that_is_due_the_line_names_nobody() -> None:
    white, black = Sitter(1, "Ann Alder", due="b"), Sitter(2, "Ben Birch", due="w")
    assert kept(white, black, (1, 2)) == "Color conflict: neither has the color that is due."


def test_what_is_said_as_a_problem_of_the_board_is_not_said_twice(desk: Client, kim: User) -> None:
    section = a_section(4, 4, by=kim)
    played(section, 1, "1 3 WL\n4 2 LW")
    section = as_it_stands(section)
    assert conflicts(proposed(desk, section)) == ["", ""]
    page = read(pressed(desk, page_of(desk, section), section, "swap-0"))
    assert page.all("#board-0 .problem")
    assert conflicts(page)[0] == ""


def test_a_rematch_tells_where_they_met_how_it_ended_and_how_far_apart_they_are(
    desk: Client, kim: User
) -> None:
    section = a_section(4, 4, by=kim)
    played(section, 1, "1 3 WL\n4 2 LW")
    section = as_it_stands(section)
    one, two, three, four = (player.called for player in section.players.order_by("number"))
    proposed(desk, section)
    page = read(pressed(desk, page_of(desk, section), section, "save", white_0="3", black_0="1"))
    said = [" ".join(board.texts(".problem")) for board in page.all(".pair")]
    assert f"Then on board 1: {one} 1–0 {three}. Now 1 point meets 0 points." in said[0]
    assert f"Then on board 2: {four} 0–1 {two}. Now 1 point meets 0 points." in said[1]


def test_each_player_of_a_board_has_a_link_that_asks_why_not_another(desk: Client, kim: User) -> None:
    section = a_section(6, 4, by=kim)
    played(section, 1, "1 4 WL\n5 2 LW\n3 6 WL")
    section = as_it_stands(section)
    page = proposed(desk, section)
    links = page.all("#board-0 .others a")
    assert [link["href"] for link in links] == [
        f"?one={page.one(f'#{side}-0')['value']}#other" for side in ("white", "black")
    ]
    asking = visit(desk, f"{at('pairing', section, 2)}?one=4")
    assert (asking.one("#one")["value"], asking.one("#other")["value"]) == ("4", "")
    assert not asking.all(".why-not [role=status]")
