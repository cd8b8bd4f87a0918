"""Two sections of one event whose board numbers overlap in the hall: said where numbers are given."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, paired, played
from tests.html import visit
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats.records import RosterEntry
from tournaments.models import Section
from tournaments.selectors.pairing.shared_boards import shared_boards
from tournaments.services import attendance, drafts, pairings, setup, visibility


@pytest.fixture
def section(kim: User) -> Section:
    return a_section(12, by=kim, name="Open")


def beside(section: Section, players: int, name: str, kim: User, first_board: int = 1) -> Section:
    """Another section of the event."""
    other = a_section(players, event=section.event, name=name, by=kim)
    setup.edit_section(other, name=name, rounds=3, format="swiss", games=1, first_board=first_board, by=kim)
    return as_it_stands(other)


def test_boards_that_another_section_uses_too_are_named_with_it(section: Section, kim: User) -> None:
    assert shared_boards(section) == ""
    reserve = beside(section, 8, "Reserve", kim)
    said = "are also used by Reserve. Give this section a first board of its own."
    assert shared_boards(section) == f"Boards 1–4 {said}"
    assert "used by Open" in shared_boards(reserve)
    beside(section, 4, "Novice", kim, first_board=6)
    assert shared_boards(section).startswith("Boards 1–6 are also used by Reserve; Novice.")


def test_boards_that_touch_and_players_who_left_are_no_overlap(section: Section, kim: User) -> None:
    beside(section, 4, "Reserve", kim, first_board=7)
    assert shared_boards(section) == ""
    novice = beside(section, 4, "Novice", kim, first_board=6)
    assert shared_boards(section).startswith("Board 6 is also used by Novice.")
    for player in novice.players.all():
        pairings.withdraw(player, 0, by=kim)
    assert shared_boards(section) == ""


def test_an_archived_section_uses_no_board(section: Section, kim: User) -> None:
    reserve = beside(section, 8, "Reserve", kim)
    visibility.archive(reserve, hide=False, by=kim)
    assert shared_boards(section) == ""


def test_the_notice_stands_on_the_pairing_page_at_the_gate_and_in_setup_with_its_link(
    desk: Client, section: Section, kim: User
) -> None:
    reserve = beside(section, 8, "Reserve", kim)
    drafts.keep(reserve, 1, drafts.propose(reserve, 1), by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    page = visit(desk, at("pairing", section, 1))
    assert "Boards 1–4 are also used by Reserve." in page
    assert page.link("Set the first board") == f"{at('edit-section', section)}#id_first_board"
    gate = visit(desk, at("publish-pairing", section, 1))
    assert gate.text.count("Boards 1–4 are also used by Reserve.") == 1
    assert gate.link("Set the first board") == f"{at('edit-section', section)}#id_first_board"
    setup_page = visit(desk, at("edit-section", section))
    assert "Boards 1–4 are also used by Reserve." in setup_page
    assert setup_page.one("#id_first_board")["name"] == "first_board"
    drafts.publish(section, 1, by=kim)
    assert "also used" not in visit(desk, at("pairing", section, 1))


def test_a_draft_names_only_sections_that_play_or_have_boards_in_a_draft_now(
    desk: Client, section: Section, kim: User
) -> None:
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)

    def told() -> str:
        said = [each.text for each in visit(desk, at("pairing", section, 1)).all(".notice p")]
        return next((each.partition(" are also used by ")[2] for each in said if "also used" in each), "")

    reserve, novice = beside(section, 8, "Reserve", kim), beside(section, 4, "Novice", kim)
    assert told() == "", "neither is paired"
    (first, second) = paired(novice, 1, "1 2\n3 4", publish=True)
    drafts.keep(reserve, 1, drafts.propose(reserve, 1), by=kim)
    assert told().startswith("Reserve; Novice. ")
    for game in (first, second):
        enter(game, "WL")
    assert told().startswith("Reserve. "), "the round of the other is over"
    drafts.discard(reserve, 1, by=kim)
    assert told() == ""


def test_of_many_sections_on_the_same_boards_three_are_named(section: Section, kim: User) -> None:
    for name in "ABCDE":
        beside(section, 4, name, kim)
    assert shared_boards(section).startswith("Boards 1–2 are also used by A; B; C and 2 more. ")


def test_the_gate_of_a_later_round_says_nothing_of_boards_that_were_agreed_to(
    desk: Client, section: Section, kim: User
) -> None:
    reserve = beside(section, 8, "Reserve", kim)
    drafts.keep(reserve, 1, drafts.propose(reserve, 1), by=kim)
    played(section, 1, "\n".join(f"{one} {one + 6} WL" for one in range(1, 7)))
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    assert "also used" not in visit(desk, at("publish-pairing", section, 2))


def test_the_gate_of_a_later_round_warns_of_a_board_that_is_new_to_the_section(
    desk: Client, section: Section, kim: User
) -> None:
    reserve = beside(section, 4, "Reserve", kim, first_board=7)
    played(section, 1, "\n".join(f"{one} {one + 6} WL" for one in range(1, 7)))
    paired(reserve, 1, "1 2\n3 4", publish=True)
    for name in ("Late, Ann", "Late, Bo"):
        attendance.add_player(section, RosterEntry(None, name), {1: Kind.HALF_BYE}, by=kim)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    gate = visit(desk, at("publish-pairing", section, 2))
    assert "Board 7 is also used by Reserve." in gate.one(".warning.shared-boards").text


def test_the_gate_of_a_later_round_warns_of_a_board_that_is_new_to_the_other_section(
    desk: Client, section: Section, kim: User
) -> None:
    reserve = beside(section, 4, "Reserve", kim, first_board=7)
    played(section, 1, "\n".join(f"{one} {one + 6} WL" for one in range(1, 7)))
    played(reserve, 1, "1 2 WL\n3 4 WL")
    setup.edit_section(reserve, name="Reserve", rounds=3, format="swiss", games=1, first_board=6, by=kim)
    for each in (as_it_stands(reserve), section):
        drafts.keep(each, 2, drafts.propose(each, 2), by=kim)
    assert "Board 6 is also used by Reserve." in visit(desk, at("publish-pairing", section, 2))


def test_the_gate_says_nothing_of_boards_that_both_sections_had_before(
    desk: Client, section: Section, kim: User
) -> None:
    reserve = beside(section, 8, "Reserve", kim)
    played(section, 1, "\n".join(f"{one} {one + 6} WL" for one in range(1, 7)))
    played(reserve, 1, "1 2 WL\n3 4 WL\n5 6 WL\n7 8 WL")
    for each in (reserve, section):
        drafts.keep(each, 2, drafts.propose(each, 2), by=kim)
    assert "also used" not in visit(desk, at("publish-pairing", section, 2))
    assert "also used" in visit(desk, at("pairing", section, 2))
