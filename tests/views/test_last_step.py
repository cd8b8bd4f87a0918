"""The bar of a draft says what the last step did, by board and name, to every director of the section."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import EntryFactory, UserFactory, a_section, as_it_stands
from tests.html import Element, read
from tests.views.pairing_page import form_of, page_of, pressed, proposed, seats, section
from tournaments.models import PairingDraft, Role, Section, Staff
from tournaments.pairing.draft import Draft, DraftBoard, added, in_order, swapped, traded_places
from tournaments.services import drafts, rosters

__all__ = ["section"]


def step(page: Element) -> str:
    return " ".join(page.texts(".act .step"))


def do(desk: Client, section: Section, act: str, **typed: str) -> Element:
    return read(pressed(desk, page_of(desk, section), section, act, **typed))


@pytest.fixture
def who(desk: Client, section: Section) -> list[str]:
    """The two of each proposed board, by name."""
    called = {str(player.number): player.called for player in section.players.all()}
    return [f"{called[white]} – {called[black]}" for white, black in seats(proposed(desk, section))]


def test_of_a_draft_as_it_was_proposed_no_step_is_told(desk: Client, section: Section) -> None:
    assert step(proposed(desk, section)) == ""


def test_a_board_that_got_another_number_is_told_with_the_one_that_had_it(
    desk: Client, section: Section, who: list[str]
) -> None:
    told = f"Board 3, {who[2]}, is now board 1. Board 1, {who[0]}, is now board 3."
    assert step(do(desk, section, "save", to_0="3")) == told


def test_boards_that_are_locked_or_unlocked_are_told(desk: Client, section: Section, who: list[str]) -> None:
    assert step(do(desk, section, "save", lock_2="on")) == "Board 3 is locked."
    assert step(do(desk, section, "save", lock_0="on", lock_1="on")) == "Boards 1, 2 are locked."


def test_a_board_that_is_unlocked_is_told(desk: Client, section: Section, who: list[str], kim: User) -> None:
    do(desk, section, "save", lock_2="on")
    row = PairingDraft.objects.get(section=section)
    unlocked = [DraftBoard(board.white, board.black) for board in row.draft.boards]
    drafts.edit(section, 2, Draft(tuple(unlocked), row.draft.bye), by=kim)
    assert step(page_of(desk, section)) == "Board 3 is unlocked."


def test_swapped_colors_are_told_with_who_has_white_now(
    desk: Client, section: Section, who: list[str]
) -> None:
    white, black = who[1].split(" – ")
    assert step(do(desk, section, "swap-1")) == f"Board 2: {black} – {white}."


def test_what_undo_leads_back_to_is_told_as_undone(desk: Client, section: Section, who: list[str]) -> None:
    do(desk, section, "save", to_0="3")
    back = f"Undone. Board 3, {who[0]}, is now board 1. Board 1, {who[2]}, is now board 3."
    assert step(do(desk, section, "undo")) == back
    do(desk, section, "save", lock_1="on")
    assert step(do(desk, section, "undo")) == "Undone. Board 2 is not locked any more."
    assert step(do(desk, section, "save", lock_0="on")) == "Board 1 is locked.", "the next step is no undo"


def test_an_undo_before_another_tells_the_last(desk: Client, section: Section, who: list[str]) -> None:
    do(desk, section, "save", lock_1="on")
    do(desk, section, "save", lock_1="on", to_0="3")
    do(desk, section, "undo")
    assert step(do(desk, section, "undo")) == "Undone. Board 2 is not locked any more."


def test_a_board_that_is_added_or_removed_is_told(desk: Client, section: Section, who: list[str]) -> None:
    assert step(do(desk, section, "add")) == "Board 4 is added."
    assert step(do(desk, section, "remove-3")) == "Board 4 is removed."
    assert step(do(desk, section, "remove-0")) == f"Board 1, {who[0]}, is removed."
    assert step(do(desk, section, "undo")) == f"Undone. Board 1 is back: {who[0]}."


def test_an_empty_seat_is_called_one(desk: Client, section: Section, who: list[str]) -> None:
    black = who[0].split(" – ")[1]
    assert step(do(desk, section, "save", white_0="")) == f"Board 1: empty seat – {black}."


def test_who_has_the_bye_or_that_nobody_has_is_told(desk: Client, section: Section, who: list[str]) -> None:
    assert step(do(desk, section, "full-0")) == "Nobody has the full-point bye."
    assert step(do(desk, section, "undo")).startswith("Undone. Full-point bye: ")


def test_of_many_boards_the_numbers_are_told_and_of_very_many_how_many(
    desk: Client, kim: User, section: Section
) -> None:
    proposed(desk, section)
    assert step(do(desk, section, "save", to_0="2", to_1="3")) == "Boards 1, 2, 3 changed."
    large = a_section(16, 4, by=kim, order="solkoff", name="Large", event=section.event)
    drafts.keep(large, 1, drafts.propose(large, 1), by=kim)
    draft = PairingDraft.objects.get(section=large).draft
    drafts.edit(large, 1, in_order(draft, [1, 0, 3, 2, 5, 4, 7, 6]), by=kim, order=[1, 0, 3, 2, 5, 4, 7, 6])
    assert step(page_of(desk, large, 1)) == "8 boards changed."


def test_another_director_reads_what_was_done_and_by_whom(
    desk: Client, section: Section, who: list[str]
) -> None:
    lee = UserFactory.create(first_name="Lee", last_name="Nakamura")
    Staff.objects.create(event=section.event, user=lee, role=Role.CHIEF)
    draft = PairingDraft.objects.get(section=section).draft
    order = traded_places(3, {0: 1})
    drafts.edit(section, 2, in_order(draft, order), by=lee, order=order)
    bar = page_of(desk, section).one(".act").text
    assert f"Board 2, {who[1]}, is now board 1." in bar
    assert "Changed by Lee Nakamura at " in bar


def test_what_is_typed_and_not_saved_is_no_step(desk: Client, section: Section, who: list[str]) -> None:
    do(desk, section, "save", lock_1="on")
    page = do(desk, section, "read", white_0="", pairings="1 5")
    assert step(page) == ""


def test_of_teams_it_is_told_of_matches(desk: Client, kim: User) -> None:
    teams = a_section(0, 4, by=kim, boards=2)
    entries = [EntryFactory.create(name=name) for name in ("Elm", "Fir", "Gum", "Oak")]
    rosters.add_players(teams, entries, by=kim)
    teams = as_it_stands(teams)
    proposed(desk, teams, 1)
    locked = {"lock-0": "on", "do": "save"}
    page = read(form_of(page_of(desk, teams, 1), teams, 1).send(desk, locked, follow=True))
    assert step(page) == "Match 1 is locked."
    page = read(form_of(page, teams, 1).send(desk, {"do": "undo"}, follow=True))
    assert step(page) == "Undone. Match 1 is not locked any more."


def test_a_step_of_a_player_who_has_another_number_by_now_is_told_of_the_player(
    desk: Client, section: Section, who: list[str], kim: User
) -> None:
    do(desk, section, "swap-0")
    do(desk, section, "undo")
    first = section.players.get(number=int(seats(page_of(desk, section))[0][0]))
    rosters.edit_player(first, number=77, by=kim)
    assert step(page_of(desk, section)) == f"Undone. Board 1: {who[0]}."


def test_a_step_is_no_live_region_beside_the_one_that_a_script_speaks_in(
    desk: Client, section: Section, who: list[str], kim: User
) -> None:
    draft = PairingDraft.objects.get(section=section).draft
    drafts.edit(section, 2, swapped(added(draft), 0), by=kim)
    page = page_of(desk, section)
    assert not page.all(".act [role], .act[role], .act [aria-live]")
    assert page.one("#said")["role"] == "status"


def test_what_undo_brings_back_or_takes_away_is_told_as_it_stands_now(
    desk: Client, section: Section, who: list[str]
) -> None:
    do(desk, section, "add")
    assert step(do(desk, section, "undo")) == "Undone. Board 4 is gone."
    do(desk, section, "add")
    do(desk, section, "remove-3")
    assert step(do(desk, section, "undo")) == "Undone. Board 4 is back."
    do(desk, section, "save", to_0="2", to_1="3")
    assert step(do(desk, section, "undo")) == "Undone. Boards 1, 2, 3 are as they were."


def test_a_lock_that_undo_brings_back_is_told_as_it_stands_now(
    desk: Client, section: Section, who: list[str], kim: User
) -> None:
    do(desk, section, "save", lock_1="on", lock_2="on")
    row = PairingDraft.objects.get(section=section)
    unlocked = [DraftBoard(board.white, board.black) for board in row.draft.boards]
    drafts.edit(section, 2, Draft(tuple(unlocked), row.draft.bye), by=kim)
    assert step(do(desk, section, "undo")) == "Undone. Boards 2, 3 are locked again."
    assert step(do(desk, section, "undo")) == "Undone. Boards 2, 3 are not locked any more."


def test_a_bye_that_undo_takes_away_is_told_as_it_stands_now(
    desk: Client, section: Section, who: list[str]
) -> None:
    bye = page_of(desk, section).one("[name=bye]")["value"]
    do(desk, section, "full-0")
    do(desk, section, f"full-{bye}")
    assert step(do(desk, section, "undo")) == "Undone. Nobody has the full-point bye any more."


def test_a_save_that_changes_nothing_does_not_tell_the_step_before_again(
    desk: Client, section: Section, who: list[str]
) -> None:
    do(desk, section, "save", lock_1="on")
    assert step(do(desk, section, "save")) == ""
    do(desk, section, "undo")
    assert step(do(desk, section, "save")) == ""
    assert step(page_of(desk, section)) == ""
    assert step(do(desk, section, "save", lock_2="on")) == "Board 3 is locked."
    assert step(do(desk, section, "again")) == "", "the rules pair the rest as it is"
    assert step(do(desk, section, "undo")) == "Undone. Board 3 is not locked any more."
