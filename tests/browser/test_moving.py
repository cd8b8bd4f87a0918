"""A player is moved to another seat by finger: tapped, or held and dragged, on a phone and on a tablet."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from tests.addresses import at
from tests.browser.looks import fits_and_is_clean
from tests.factories import a_section, as_it_stands, played
from tests.hall_server import until
from tournaments.models import PairingDraft, Section
from tournaments.pairing.draft import removed
from tournaments.services import drafts

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(17, 5, by=kim, order="solkoff")
    played(section, 1, "\n".join(f"{n} {n + 8} WL" for n in range(1, 9)) + "\n17 B")
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    return as_it_stands(section)


@pytest.fixture(params=[PHONE, TABLET], ids=["phone", "tablet"])
def touched(
    request: pytest.FixtureRequest, sit_down: Callable[..., Page], kim: User, section: Section
) -> Page:
    page = sit_down(kim, at("pairing", section, 2), **request.param)
    expect(page.locator(".pair")).to_have_count(8)
    return page


def who(page: Page, seat: str) -> Locator:
    return page.locator(f".sitter:has(#{seat}) .who")


def number(page: Page, seat: str) -> str:
    return page.locator(f"#{seat}").input_value()


class Finger:
    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def touch(self, kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(box: Locator) -> tuple[float, float]:
    found = box.bounding_box()
    assert found
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def test_a_tap_picks_a_player_and_a_tap_on_a_seat_trades_places(touched: Page, section: Section) -> None:
    hint = touched.locator("#moving")
    expect(hint).to_have_text("Tap a name, then the seat it moves to. Or hold the name and drag it.")
    one, other = number(touched, "white-0"), number(touched, "black-1")
    who(touched, "white-0").tap()
    expect(touched.locator(".picked")).to_have_count(1)
    expect(hint).to_contain_text(f"Now tap the seat for {section.players.get(number=one).called}.")
    fits_and_is_clean(touched, touched.viewport_size["width"])  # type: ignore[index]
    who(touched, "white-0").tap()
    expect(touched.locator(".picked")).to_have_count(0)
    who(touched, "white-0").tap()
    who(touched, "black-1").tap()
    expect(touched.locator("#black-1")).to_have_value(one)
    expect(touched.locator("#white-0")).to_have_value(other)
    expect(touched.locator(".picked")).to_have_count(0)
    assert PairingDraft.objects.get(section=section).boards[1][1] == int(one)


def test_a_board_is_moved_by_taps_on_two_numbers(touched: Page, section: Section) -> None:
    one, other = number(touched, "white-0"), number(touched, "white-2")
    touched.locator("#board-0 .no").tap()
    expect(touched.locator("#moving")).to_have_text(
        "Now tap the number that board 1 takes. Tap its own to cancel."
    )
    touched.locator("#board-2 .no").tap()
    expect(touched.locator("#white-2")).to_have_value(one)
    expect(touched.locator("#white-0")).to_have_value(other)
    assert PairingDraft.objects.get(section=section).boards[2][0] == int(one)


def test_who_has_no_seat_or_the_bye_is_moved_by_taps_too(touched: Page, section: Section, kim: User) -> None:
    bye = number(touched, "bye")
    one, white = number(touched, "black-3"), number(touched, "white-0")
    touched.locator(".bye .who").tap()
    who(touched, "black-3").tap()
    expect(touched.locator("#black-3")).to_have_value(bye)
    expect(touched.locator("#bye")).to_have_value(one)
    drafts.edit(section, 2, removed(PairingDraft.objects.get(section=section).draft, 0), by=kim)
    touched.locator(f"[data-unseated='{white}'] bdi").tap()
    seat = number(touched, "white-2")
    who(touched, "white-2").tap()
    expect(touched.locator("#white-2")).to_have_value(white)
    expect(touched.locator(f"[data-unseated='{seat}']")).to_be_visible()


def test_a_held_player_is_dragged_by_finger(touched: Page) -> None:
    one, other = number(touched, "white-0"), number(touched, "black-0")
    finger = Finger(touched)
    at = middle(who(touched, "white-0"))
    finger.touch("touchStart", at)
    expect(touched.locator(".dragged")).to_have_count(1)
    assert middle(who(touched, "white-0")) == pytest.approx(at, abs=1), "no board moves under the finger"
    finger.touch("touchMove", middle(who(touched, "black-0")))
    expect(touched.locator(".over")).to_have_count(1)
    finger.touch("touchEnd")
    expect(touched.locator("#black-0")).to_have_value(one)
    expect(touched.locator("#white-0")).to_have_value(other)
    expect(touched.locator(".dragged, .over, .picked")).to_have_count(0)


def test_a_player_is_dropped_where_the_bar_was(touched: Page) -> None:
    """The bar at the foot lies over boards: it makes room for who is dragged."""
    # So near to the edge the page would scroll on, and another player come under the finger.
    touched.evaluate("window.scrollBy = () => {}")
    finger = Finger(touched)
    bar = touched.locator("#act").bounding_box()
    assert bar
    x = bar["x"] + bar["width"] / 4
    # Somewhere under the bar is a player, not only what is told of a board.
    under, y = touched.evaluate(
        """([x, top, bottom]) => {
            for (let y = top; y < bottom; y += 4) {
                const sitters = document.elementsFromPoint(x, y).map((each) => each.closest(".sitter"));
                const sitter = sitters.find(Boolean);
                if (sitter) return [sitter.querySelector("input").id, y];
            }
            throw new Error("There is no player under the bar.");
        }""",
        [x, bar["y"] + 4, bar["y"] + bar["height"] - 4],
    )
    one, other = number(touched, "white-0"), number(touched, under)
    finger.touch("touchStart", middle(who(touched, "white-0")))
    expect(touched.locator(".dragged")).to_have_count(1)
    finger.touch("touchMove", (x, y))
    expect(touched.locator(f".over #{under}")).to_have_count(1)
    finger.touch("touchEnd")
    expect(touched.locator(f"#{under}")).to_have_value(one)
    expect(touched.locator("#white-0")).to_have_value(other)


def test_a_finger_that_rests_at_the_foot_scrolls_on_to_the_last_board(touched: Page) -> None:
    one, last = number(touched, "white-0"), touched.locator("#black-7")
    touched.set_viewport_size({"width": touched.viewport_size["width"], "height": 560})  # type: ignore[index]
    finger = Finger(touched)
    x, y = middle(who(touched, "white-0"))
    finger.touch("touchStart", (x, y))
    expect(touched.locator(".dragged")).to_have_count(1)
    finger.touch("touchMove", (x, 540))
    until(lambda: middle(last)[1] < 400)
    finger.touch("touchMove", (x, 300))
    finger.touch("touchMove", middle(who(touched, "black-7")))
    expect(touched.locator(".over #black-7")).to_have_count(1)
    finger.touch("touchEnd")
    expect(last).to_have_value(one)


def test_a_player_who_is_held_at_the_foot_and_not_moved_scrolls_nothing(touched: Page) -> None:
    touched.evaluate("addEventListener('scroll', () => document.body.classList.add('scrolled'))")
    x, y = middle(who(touched, "white-0"))
    touched.set_viewport_size({"width": touched.viewport_size["width"], "height": int(y) + 40})  # type: ignore[index]
    finger = Finger(touched)
    touched.evaluate("document.querySelector('#act').style.position = 'static'")
    finger.touch("touchStart", (x, y))
    expect(touched.locator(".dragged")).to_have_count(1)
    finger.touch("touchMove", (x, y + 2))
    touched.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    finger.touch("touchEnd")
    expect(touched.locator("body.scrolled")).to_have_count(0)
    expect(touched.locator(".picked")).to_have_count(1)


def test_a_finger_that_moves_at_once_scrolls_the_page_and_moves_nobody(touched: Page) -> None:
    one = number(touched, "white-1")
    touched.evaluate("addEventListener('scroll', () => document.body.classList.add('scrolled'))")
    finger = Finger(touched)
    x, y = middle(who(touched, "white-1"))
    finger.touch("touchStart", (x, y))
    for step in range(1, 8):
        finger.touch("touchMove", (x, y - 30 * step))
    finger.touch("touchEnd")
    expect(touched.locator("body.scrolled")).to_have_count(1)
    expect(touched.locator(".dragged, .picked")).to_have_count(0)
    expect(touched.locator("#white-1")).to_have_value(one)


def test_a_tap_on_a_number_lets_it_be_typed(touched: Page) -> None:
    other = number(touched, "black-2")
    touched.locator("#white-0").tap()
    expect(touched.locator("#white-0")).to_be_focused()
    expect(touched.locator(".picked")).to_have_count(0)
    touched.keyboard.type(other)
    touched.keyboard.press("Enter")
    expect(touched.locator(f"#white-0[value='{other}']")).to_have_count(1)


def test_who_is_picked_stays_so_while_another_director_works(
    touched: Page, section: Section, kim: User
) -> None:
    one = number(touched, "white-0")
    who(touched, "white-0").tap()
    drafts.edit(section, 2, removed(PairingDraft.objects.get(section=section).draft, 7), by=kim)
    expect(touched.locator(".pair")).to_have_count(7)
    expect(touched.locator(".picked input")).to_have_value(one)
    touched.keyboard.press("Escape")
    expect(touched.locator(".picked")).to_have_count(0)
