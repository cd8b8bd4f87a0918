"""Two directors at one draft: both see it, and neither loses what is being typed."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.browser.looks import fits_and_is_clean
from tests.browser.pairing_desk import number, pairing, requests_of, twenty
from tests.factories import EntryFactory, UserFactory, as_it_stands
from tournaments.models import PairingDraft, Role, Section, Staff
from tournaments.models.pairings import written
from tournaments.pairing.draft import Draft, in_order, put, removed, swapped, traded_places
from tournaments.services import drafts, numbering, rosters
from tournaments.text.wording import clock

__all__ = ["pairing", "twenty"]


def test_two_directors_see_the_same_draft(
    pairing: Page, sit_down: Callable[..., Page], kim: User, twenty: Section
) -> None:
    other = sit_down(kim, at("pairing", twenty, 2))
    white = number(other, "white-4")
    pairing.locator("[value=swap-4]").click()
    expect(other.locator("#black-4")).to_have_value(white)
    expect(other.locator(".theirs")).to_have_text("You changed board 5 in another window just now.")


def test_what_another_director_changes_is_named_with_its_board(
    pairing: Page, sit_down: Callable[..., Page], twenty: Section, lee: User
) -> None:
    other = sit_down(lee, at("pairing", twenty, 2))
    other.locator("[value=swap-4]").click()
    bar = pairing.locator(".theirs")
    expect(bar).to_have_text("Lee Moss changed board 5 just now.")
    step = pairing.locator(".act .step").inner_text()
    assert step.startswith("Board 5: ")
    expect(pairing.locator("#said")).to_have_text(f"Lee Moss changed board 5 just now. {step}")
    expect(pairing.locator(".pair.changed")).to_have_count(1)
    expect(pairing.locator(".saved")).to_be_hidden()
    other.locator("#lock-0").check()
    other.locator("#lock-1").check()
    # What comes of it while the next board is swapped would be a conflict.
    expect(pairing.locator("#lock-1")).to_be_checked()
    expect(bar).to_contain_text("Lee Moss changed board")
    fits_and_is_clean(pairing, 1280)
    pairing.locator("[value=swap-6]").click()
    expect(bar).to_be_hidden()
    expect(pairing.locator(".saved")).to_contain_text("Saved")


@pytest.fixture
def lee(twenty: Section) -> User:
    return of_staff(twenty, "Lee", "Moss")


def of_staff(section: Section, first: str, last: str) -> User:
    user = UserFactory.create(first_name=first, last_name=last)
    Staff.objects.create(event=section.event, user=user, role=Role.ASSISTANT)
    return user


@contextmanager
def deaf(page: Page) -> Iterator[None]:
    """The page hears of nothing until all of this is done."""
    polls = re.compile(r"/pairing/\?v=")
    page.route(polls, lambda route: route.abort())
    yield
    page.unroute(polls)


def drafted(twenty: Section) -> Draft:
    return PairingDraft.objects.get(section=twenty).draft


def test_changes_of_two_directors_are_told_without_a_name(pairing: Page, twenty: Section, lee: User) -> None:
    with deaf(pairing):
        drafts.edit(twenty, 2, swapped(drafted(twenty), 4), by=of_staff(twenty, "Ann", "Hill"))
        drafts.edit(twenty, 2, swapped(drafted(twenty), 6), by=lee)
    expect(pairing.locator(".theirs")).to_have_text("Boards 5 and 7 changed.")


def test_boards_that_trade_numbers_beside_one_that_was_changed_are_told_without_a_name(
    pairing: Page, twenty: Section, lee: User
) -> None:
    with deaf(pairing):
        drafts.edit(twenty, 2, swapped(drafted(twenty), 4), by=lee)
        moved(twenty, 6, 8, by=of_staff(twenty, "Ann", "Hill"))
    expect(pairing.locator(".theirs")).to_have_text("Boards 5, 7, and 9 changed.")


def test_a_step_without_a_hand_on_a_board_is_told_with_who_made_it_and_spoken_once(
    pairing: Page, twenty: Section, lee: User
) -> None:
    """Boards that trade numbers, or are unlocked, keep no hand of their own."""
    spoken = pairing.evaluate_handle(
        """() => {
            const said = [];
            new MutationObserver(() => said.push(document.getElementById("said").textContent)).observe(
                document.getElementById("said"), { childList: true }
            );
            return said;
        }"""
    )
    called = {player.number: player.called for player in twenty.players.all()}
    boards = [drafted(twenty).boards[at] for at in (6, 8)]
    one, other = [f"{called[board.white]} – {called[board.black]}" for board in boards]
    moved(twenty, 6, 8, by=lee)
    told = f"Board 9, {other}, is now board 7. Board 7, {one}, is now board 9."
    expect(pairing.locator(".theirs")).to_have_text("Lee Moss changed boards 7 and 9 just now.")
    expect(pairing.locator(".act .step")).to_have_text(told)
    expect(pairing.locator("#said")).to_have_text(f"Lee Moss changed boards 7 and 9 just now. {told}")
    assert len(spoken.json_value()) == 1
    fits_and_is_clean(pairing, 1280)


def test_what_a_director_does_is_spoken_with_what_it_did(pairing: Page) -> None:
    pairing.locator("#lock-2").check()
    expect(pairing.locator("#said")).to_contain_text("Board 3 is locked.")
    pairing.get_by_role("button", name="Undo").click()
    expect(pairing.locator("#said")).to_contain_text("Undone. Board 3 is not locked any more.")
    expect(pairing.locator(".act .step")).to_have_text("Undone. Board 3 is not locked any more.")


def test_a_change_that_another_director_takes_back_is_not_told_as_of_who_made_it(
    pairing: Page, twenty: Section, lee: User
) -> None:
    drafts.edit(twenty, 2, swapped(drafted(twenty), 4), by=lee)
    bar = pairing.locator(".theirs")
    expect(bar).to_have_text("Lee Moss changed board 5 just now.")
    drafts.undo(twenty, 2, by=of_staff(twenty, "Ann", "Hill"))
    expect(bar).to_have_text("Ann Hill changed board 5 just now.")
    expect(pairing.locator(".act .step")).to_contain_text("Undone. Board 5: ")


def test_a_change_that_is_heard_of_later_is_told_with_its_time(
    pairing: Page, twenty: Section, lee: User
) -> None:
    long_ago = timezone.now() - timedelta(seconds=95)
    with deaf(pairing):
        pairing.evaluate("then => { draft.dataset.now = then }", (long_ago - timedelta(1)).isoformat())
        drafts.edit(twenty, 2, swapped(drafted(twenty), 4), by=lee)
        draft = drafted(twenty)
        boards = [
            replace(each, set_by=each.set_by and replace(each.set_by, at=long_ago.isoformat()))
            for each in draft.boards
        ]
        PairingDraft.objects.filter(section=twenty).update(
            boards=written(replace(draft, boards=tuple(boards)))[0], changed_at=long_ago
        )
    expect(pairing.locator(".theirs")).to_have_text(f"Lee Moss changed board 5 at {clock(long_ago)}.")


def test_other_numbers_on_the_roster_are_not_told_as_changes_of_boards(
    sit_down: Callable[..., Page], twenty: Section, kim: User, lee: User
) -> None:
    drafts.keep(twenty, 1, drafts.propose(twenty, 1), by=kim)
    drafts.edit(twenty, 1, swapped(drafted(twenty), 4), by=lee)
    page = sit_down(kim, at("pairing", twenty, 1))
    white = int(number(page, "white-0"))
    rosters.add_players(twenty, [EntryFactory.create(rating=2500)], by=kim)
    numbering.number_by_rating(as_it_stands(twenty), by=kim)
    expect(page.locator("#white-0")).to_have_value(str(white + 1))
    expect(page.locator(".theirs")).to_be_hidden()
    expect(page.locator(".pair.changed")).to_have_count(0)


def test_a_draft_is_discarded_after_one_question_and_the_other_director_is_told(
    pairing: Page, sit_down: Callable[..., Page], kim: User, twenty: Section
) -> None:
    other = sit_down(kim, at("pairing", twenty, 2))
    expect(other.locator(".pair")).to_have_count(10)
    pairing.locator("#white-0").fill("99")
    discard = pairing.get_by_role("button", name="Discard the draft of round 2")
    expect(discard).to_be_hidden()
    pairing.get_by_text("Discard this draft").click()
    expect(pairing.locator("#board-0 .problem")).to_contain_text("99 was not saved")
    discard.click()
    for page in (pairing, other):
        expect(page.locator("#draft > [role=status]")).to_contain_text("discarded the draft of this round at")
        expect(page.locator(".why-not")).to_be_hidden()
    expect(other.locator("#said")).to_contain_text("discarded the draft")
    expect(pairing.locator("#draft > [role=status]")).to_be_in_viewport()
    pair = pairing.get_by_role("button", name="Pair round 2")
    expect(pair).to_be_focused()
    assert not PairingDraft.objects.filter(section=twenty).exists()
    pair.press("Enter")
    expect(pairing.locator(".pair")).to_have_count(10)
    expect(other.locator(".pair")).to_have_count(10)


def test_a_discarded_draft_comes_back_with_one_press_as_it_was_left(pairing: Page, twenty: Section) -> None:
    white, black = number(pairing, "white-0"), number(pairing, "black-0")
    pairing.locator("[value=swap-0]").click()
    expect(pairing.locator("#white-0")).to_have_value(black)
    pairing.get_by_text("Discard this draft").click()
    pairing.get_by_role("button", name="Discard the draft of round 2").click()
    pairing.get_by_role("button", name="Undo: bring the draft back").click()
    expect(pairing.locator(".pair")).to_have_count(10)
    expect(pairing.locator("#white-0")).to_have_value(black)
    expect(pairing.locator("#black-0")).to_have_value(white)


def test_a_seat_that_another_director_filled_meanwhile_shows_who_sits_there(
    pairing: Page, twenty: Section, kim: User
) -> None:
    polls = re.compile(r"/pairing/\?v=")
    pairing.route(polls, lambda route: route.abort())
    theirs, mine = number(pairing, "white-0"), number(pairing, "black-5")
    drafts.edit(twenty, 2, swapped(PairingDraft.objects.get(section=twenty).draft, 0), by=kim)
    pairing.fill("#black-0", mine)
    pairing.press("#black-0", "Enter")
    expect(pairing.locator("#draft")).to_contain_text("Somebody changed this")
    expect(pairing.locator("#black-0")).to_have_value(theirs)
    expect(pairing.locator("#black-5")).to_have_value(mine)
    pairing.unroute(polls)
    with pairing.expect_response(polls):
        pass
    expect(pairing.locator("#draft")).to_contain_text("Somebody changed this")
    pairing.keyboard.press("Tab")
    expect(pairing.locator("#draft")).not_to_contain_text("Somebody changed this")
    expect(pairing.locator(".act")).to_contain_text("10 boards.")


def test_a_number_that_is_being_typed_stays_in_its_field_when_another_director_changes_a_board(
    pairing: Page, twenty: Section, kim: User
) -> None:
    was, other = number(pairing, "black-6"), number(pairing, "white-2")
    changes = requests_of(pairing, "/pairing/change/")
    pairing.locator("#black-6").select_text()
    pairing.keyboard.type("1")
    draft = PairingDraft.objects.get(section=twenty).draft
    drafts.edit(twenty, 2, swapped(draft, 2), by=kim)
    expect(pairing.locator("#black-2")).to_have_value(other)
    expect(pairing.locator("#black-6")).to_have_value("1")
    expect(pairing.locator("#black-6")).to_be_focused()
    assert not changes
    pairing.keyboard.type("3")
    expect(pairing.locator("#black-6")).to_have_value("13")
    pairing.keyboard.press("Tab")
    # As the server has it, and who sat there has the seat of 13.
    expect(pairing.locator("#black-6[value='13']")).to_have_count(1)
    expect(pairing.locator(f".sitter input[value='{was}']")).to_have_count(1)


def test_numbers_that_were_typed_before_a_renumbering_are_refused_once_though_the_page_shows_the_new_ones(
    sit_down: Callable[..., Page], twenty: Section, kim: User
) -> None:
    drafts.keep(twenty, 1, drafts.propose(twenty, 1), by=kim)
    page = sit_down(kim, at("pairing", twenty, 1))
    page.get_by_text("Type or paste pairings").click()
    page.locator("#pairings").press_sequentially("3 5")
    three = twenty.players.get(number=3)
    rosters.add_players(twenty, [EntryFactory.create(rating=2500)], by=kim)
    numbering.number_by_rating(as_it_stands(twenty), by=kim)
    moved = page.locator(".sitter.white-side, .sitter.black-side").filter(has_text=three.called)
    expect(moved.locator("input")).to_have_value("4")
    expect(page.locator("#pairings")).to_have_value("3 5")
    # Another look of the page at the server changes nothing about that.
    with page.expect_response(lambda answer: "/pairing/?v=" in answer.url):
        pass
    before = PairingDraft.objects.get(section=twenty).revision
    page.get_by_role("button", name="Seat these").click()
    expect(page.get_by_role("alert").filter(has_text="Check the numbers that you typed")).to_be_visible()
    assert PairingDraft.objects.get(section=twenty).revision == before
    expect(page.locator("#pairings")).to_have_value("3 5")
    page.get_by_role("button", name="Seat these").click()
    expect(page.locator("#pairings")).to_have_value("")
    assert {3, 5} in [
        {board.white, board.black} for board in PairingDraft.objects.get(section=twenty).draft.boards
    ]


def test_a_number_that_is_half_typed_follows_its_board_when_a_board_above_is_removed(
    pairing: Page, twenty: Section, kim: User
) -> None:
    white = number(pairing, "white-6")
    pairing.locator("#black-6").select_text()
    pairing.keyboard.type("1")
    drafts.edit(twenty, 2, removed(PairingDraft.objects.get(section=twenty).draft, 0), by=kim)
    expect(pairing.locator(".pair")).to_have_count(9)
    expect(pairing.locator("#black-5")).to_have_value("1")
    expect(pairing.locator("#black-5")).to_be_focused()
    expect(pairing.locator("#white-5")).to_have_value(white)


def moved(twenty: Section, board: int, to: int, *, by: User) -> None:
    draft = PairingDraft.objects.get(section=twenty).draft
    drafts.edit(twenty, 2, in_order(draft, traded_places(len(draft.boards), {board: to})), by=by)


@pytest.mark.parametrize("now", [8, 5], ids=["moved", "one above removed"])
def test_a_number_that_is_typed_for_a_board_stays_with_its_two_when_another_director_moves_them(
    pairing: Page, twenty: Section, kim: User, now: int
) -> None:
    white = number(pairing, "white-6")
    changes = requests_of(pairing, "/pairing/change/")
    pairing.locator("#to-6").focus()
    pairing.keyboard.type("1")
    if now == 8:
        moved(twenty, 6, 8, by=kim)
    else:
        drafts.edit(twenty, 2, removed(PairingDraft.objects.get(section=twenty).draft, 0), by=kim)
    expect(pairing.locator(f"#white-{now}")).to_have_value(white)
    expect(pairing.locator(f"#to-{now}")).to_be_focused()
    expect(pairing.locator(f"#to-{now}")).to_have_value("1")
    expect(pairing.locator("#to-6")).to_have_value("")
    assert not changes
    pairing.keyboard.press("Enter")
    expect(pairing.locator("#white-0")).to_have_value(white)


def test_a_number_that_is_typed_for_a_board_is_dropped_and_said_when_another_director_parts_its_two(
    pairing: Page, twenty: Section, kim: User
) -> None:
    pairing.locator("#to-6").focus()
    pairing.keyboard.type("1")
    draft = PairingDraft.objects.get(section=twenty).draft
    drafts.edit(twenty, 2, put(draft, 6, "white", draft.boards[2].white), by=kim)
    expect(pairing.locator(".pair.changed")).to_have_count(2)
    told = "Your “1” in Move to was dropped: that board changed."
    expect(pairing.locator(".theirs")).to_contain_text(told)
    expect(pairing.locator("#said")).to_contain_text(told)
    expect(pairing.locator("#to-6")).to_have_value("")
    # What else is typed goes to no board.
    pairing.keyboard.type("2")
    pairing.keyboard.press("Enter")
    assert [pairing.locator(".to input").evaluate_all("of => of.some((each) => each.value)")] == [False]
    assert PairingDraft.objects.get(section=twenty).draft.boards[2].white == draft.boards[6].white
