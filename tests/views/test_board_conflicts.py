"""What a director sees on the line of a board without opening it: a color conflict that is kept."""

from dataclasses import replace

from django.contrib.auth.models import User
from django.test import Client

from tests.factories import a_section, as_it_stands, played
from tests.html import Element, read
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


def test_what_is_said_as_a_problem_of_the_board_is_not_said_twice(desk: Client, kim: User) -> None:
    section = a_section(4, 4, by=kim)
    played(section, 1, "1 3 WL\n4 2 LW")
    section = as_it_stands(section)
    assert conflicts(proposed(desk, section)) == ["", ""]
    page = read(pressed(desk, page_of(desk, section), section, "swap-0"))
    assert page.all("#board-0 .problem")
    assert conflicts(page)[0] == ""
