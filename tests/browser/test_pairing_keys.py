"""The pairing page by keys alone: from board to board, and where the focus stays."""

from playwright.sync_api import Page, expect

from tests.browser.pairing_desk import number, pairing, twenty
from tournaments.models import Section

__all__ = ["pairing", "twenty"]


def test_the_name_follows_the_number_that_is_typed_and_escape_brings_both_back(
    pairing: Page, twenty: Section
) -> None:
    was, other = number(pairing, "white-3"), number(pairing, "black-5")
    names = {each.number: each.called for each in twenty.players.all()}
    who = pairing.locator("#board-3 .white-side .who")
    pairing.locator("#white-3").select_text()
    pairing.keyboard.type(other)
    expect(who).to_contain_text(names[int(other)])
    pairing.keyboard.type("9")
    expect(who).to_have_text("")
    pairing.keyboard.press("Escape")
    expect(pairing.locator("#white-3")).to_have_value(was)
    expect(who).to_contain_text(names[int(was)])


def test_arrows_go_from_board_to_board_in_the_same_seat(pairing: Page) -> None:
    pairing.locator("#black-1").focus()
    pairing.keyboard.press("ArrowDown")
    expect(pairing.locator("#black-2")).to_be_focused()
    pairing.keyboard.press("ArrowUp")
    pairing.keyboard.press("ArrowUp")
    expect(pairing.locator("#black-0")).to_be_focused()


def test_the_focus_stays_on_the_board_whatever_is_done_there(pairing: Page) -> None:
    white, black = number(pairing, "white-3"), number(pairing, "black-3")
    pairing.locator("[value=swap-3]").press("Enter")
    expect(pairing.locator("#white-3")).to_have_value(black)
    expect(pairing.locator("[value=swap-3]")).to_be_focused()
    pairing.get_by_role("button", name="Undo").press("Enter")
    expect(pairing.locator("#white-3")).to_have_value(white)
    expect(pairing.locator("#white-3")).to_be_focused()
    other = number(pairing, "black-5")
    pairing.fill("#black-3", other)
    pairing.press("#black-3", "Tab")
    expect(pairing.locator("#black-5")).to_have_value(black)
    expect(pairing.locator("#board-3 summary")).to_be_focused()
    pairing.locator("[value=remove-3]").press("Enter")
    expect(pairing.locator(".pair")).to_have_count(9)
    expect(pairing.locator("#white-3")).to_be_focused()


def test_a_board_that_is_added_has_the_focus_in_its_first_seat(pairing: Page) -> None:
    pairing.get_by_role("button", name="Add a board").click()
    expect(pairing.locator(".pair")).to_have_count(11)
    expect(pairing.locator("#white-10")).to_be_focused()


def test_a_double_click_swaps_the_colors_once(pairing: Page) -> None:
    black = number(pairing, "black-2")
    pairing.locator("[value=swap-2]").dblclick()
    pairing.locator("#lock-0").check()  # Sent after all else.
    expect(pairing.locator(".locked")).to_have_count(1)
    expect(pairing.locator("#white-2")).to_have_value(black)


COVERED = """() => {
    const { left, top, width, height } = document.activeElement.getBoundingClientRect();
    const there = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2);
    const label = document.activeElement.closest("label");
    return !(document.activeElement.contains(there) || label?.contains(there));
}"""


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until this has the focus; it never goes where it is not seen."""
    page.emulate_media(reduced_motion="reduce")
    for _press in range(200):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
        where = page.evaluate("() => document.activeElement.outerHTML.slice(0, 90)")
        assert not page.evaluate(COVERED), f"not seen: {where}"
    raise AssertionError(f"Tab never came to {selector}")


def test_tab_goes_through_the_draft_and_hides_nothing_under_the_bar(pairing: Page) -> None:
    pairing.locator("#white-0").focus()
    tab_to(pairing, "[value=remove-9]")
    tab_to(pairing, "#discard summary")
    tab_to(pairing, "#act [value=publish]")


def test_who_is_unseated_is_given_byes_by_keys_one_after_another(pairing: Page) -> None:
    for seat in ("#white-8", "#black-8", "#white-9"):
        pairing.locator(seat).select_text()
        pairing.keyboard.press("Backspace")
        pairing.keyboard.press("Enter")
        expect(pairing.locator(f"{seat}[value='']")).to_have_count(1)
        expect(pairing.locator(seat)).to_be_focused()
    waiting = pairing.locator("[data-unseated]")
    expect(waiting).to_have_count(3)
    tab_to(pairing, "[value^=half-]")
    for left in (2, 1):
        pairing.keyboard.press("Enter")
        expect(waiting).to_have_count(left)
        expect(waiting.first.locator("[value^=half-]")).to_be_focused()
        assert not pairing.evaluate(COVERED)
    pairing.keyboard.press("Enter")
    expect(waiting).to_have_count(0)
    expect(pairing.locator("#act [value^=again]")).to_be_focused()


def test_a_number_that_is_typed_after_a_key_did_something_takes_the_place_of_the_old_one(
    pairing: Page,
) -> None:
    other = number(pairing, "white-5")
    pairing.locator("[value=remove-3]").press("Enter")
    expect(pairing.locator("#white-3")).to_be_focused()
    pairing.keyboard.type(other)
    pairing.keyboard.press("Enter")
    expect(pairing.locator(f"#white-3[value='{other}']")).to_have_count(1)


def test_what_the_rules_change_is_in_sight_where_keys_asked_for_it(pairing: Page) -> None:
    pairing.set_viewport_size({"width": 1280, "height": 500})
    for seat in ("#white-9", "#black-9"):
        pairing.fill(seat, "")
        pairing.press(seat, "Enter")
    expect(pairing.locator("[data-unseated]")).to_have_count(2)
    tab_to(pairing, "[value^=seat-], .way button")
    pairing.keyboard.press("Enter")
    expect(pairing.locator("[data-unseated]")).to_have_count(0)
    expect(pairing.locator(".sitter input:focus")).to_have_count(1)
    assert not pairing.evaluate(COVERED)


def test_from_the_question_to_publish_keys_have_two_steps(pairing: Page) -> None:
    pairing.locator("#act [value=publish]").press("Enter")
    expect(pairing.get_by_role("heading", name="Publish round 2?")).to_be_focused()
    pairing.keyboard.press("Enter")  # A second press publishes nothing.
    tab_to(pairing, "form .actions button")
    pairing.keyboard.press("Enter")
    expect(pairing.get_by_text("Round 2 is published.", exact=True)).to_be_visible()


def test_the_keys_of_the_draft_are_told_where_there_are_keys(pairing: Page) -> None:
    expect(pairing.locator(".keys")).to_contain_text("other board")
    pairing.set_viewport_size({"width": 360, "height": 740})
    expect(pairing.locator(".keys")).to_be_hidden()
