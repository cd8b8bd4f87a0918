"""The desk at 360 pixels: the bar says where one is, rounds stand in one row, thumbs find what they tap."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.addresses import at
from tests.browser.at_desk import idle
from tests.browser.keys import type_keys
from tests.browser.looks import also, fits_and_is_clean
from tests.factories import a_section, as_it_stands, enter, games_of, paired, played
from tournaments.models import LogEntry, Section
from tournaments.services import drafts, setup

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TAP = 44


@pytest.fixture
def section(kim: User) -> Section:
    """Seven rounds, the first published: eight boards, all out, in an event with a long name."""
    section = a_section(16, 7, by=kim, name="K-5 Championship")
    name = "Maple Grove Scholastic Championship"
    setup.edit_event(section.event, name=name, city="", starts_on=None, by=kim)
    paired(section, 1, "\n".join(f"{n} {n + 1}" for n in range(1, 16, 2)), publish=True)
    return as_it_stands(section)


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found is not None
    return found


@pytest.mark.parametrize("entered", [0, 4], ids=["by number", "by name"])
def test_a_board_without_a_result_is_named_and_large_enough_to_tap(
    sit_down: Callable[..., Page], kim: User, section: Section, entered: int
) -> None:
    for game in games_of(section, 1)[:entered]:
        enter(game, "WL", by=kim)
    page = sit_down(kim, at("desk-round", section, 1), **PHONE)
    first = page.locator("#counters").get_by_role("link", name=f"Board {entered + 1}")
    expect(first).to_have_count(1)
    assert box(first)["height"] >= TAP
    assert box(first)["width"] >= TAP
    fits_and_is_clean(page)


def test_the_sections_name_is_read_whole_beside_a_long_one_of_the_event(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    page = sit_down(kim, at("desk-round", section, 1), **PHONE)
    event, name = page.locator(".crumbs a").all()
    expect(name).to_have_text("K-5 Championship")
    assert name.evaluate("link => link.scrollWidth <= link.clientWidth")
    assert box(event)["width"] >= TAP
    fits_and_is_clean(page)


def test_seven_rounds_stand_in_one_row(sit_down: Callable[..., Page], kim: User, section: Section) -> None:
    page = sit_down(kim, at("desk-round", section, 1), **PHONE)
    expect(page.get_by_role("link", name="Round 1 8 missing")).to_be_visible()
    tabs = page.locator(".rounds a")
    expect(tabs).to_have_count(7)
    assert len({box(tab)["y"] for tab in tabs.all()}) == 1
    assert all(box(tab)["width"] >= TAP for tab in tabs.all())


@pytest.mark.parametrize("touch", [True, also(False)], ids=["a tablet with a keyboard", "a laptop at 200 %"])
@pytest.mark.parametrize("page_of", ["desk-round", "verify"])
def test_the_digits_after_g_are_a_board_in_a_narrow_window_too(
    sit_down: Callable[..., Page], kim: User, section: Section, touch: bool, page_of: str
) -> None:
    for game in games_of(section, 1) if page_of == "verify" else ():
        enter(game, "WL", by=kim)
    written = LogEntry.objects.count()
    page = sit_down(kim, at(page_of, section, 1), **(PHONE if touch else {"viewport": PHONE["viewport"]}))
    expect(page.locator(".tools")).to_be_visible()
    type_keys(page, "g5")
    fits_and_is_clean(page)
    page.keyboard.press("Enter")
    expect(page.locator(f"#game-{games_of(section, 1)[4].pk}")).to_be_focused()
    idle(page)
    assert LogEntry.objects.count() == written


def test_the_bar_names_the_event_and_the_section(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    page = sit_down(kim, at("desk-round", section, 1), **PHONE)
    for name in ("Maple Grove Scholastic Championship", "K-5 Championship"):
        crumb = page.get_by_role("navigation", name="You are here").get_by_role("link", name=name)
        assert box(crumb)["width"] > 50
    account = page.get_by_role("banner").get_by_role("link", name="Kim")
    assert account.evaluate("link => link.scrollWidth <= link.clientWidth"), "the name is cut"


def test_the_first_board_to_verify_is_in_sight(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    enter(games_of(section, 1)[0], "WL", by=kim)
    page = sit_down(kim, at("verify", section, 1), **PHONE)
    expect(page.locator(".tools")).to_be_visible()
    board = box(page.locator("tr.board").first)
    assert board["y"] + board["height"] <= 740
    fits_and_is_clean(page)


def test_a_score_with_a_half_stands_on_one_line_in_the_draft(
    sit_down: Callable[..., Page], kim: User
) -> None:
    section = a_section(6, 4, by=kim)
    played(section, 1, "1 2 WL\n3 4 DD\n5 6 LW", by=kim)
    played(section, 2, "1 3 DD\n2 5 WL\n6 4 DD", by=kim)
    played(section, 3, "1 6 WL\n2 4 LW\n3 5 DD", by=kim)
    section = as_it_stands(section)
    drafts.keep(section, 4, drafts.propose(section, 4), by=kim)
    page = sit_down(kim, at("pairing", section, 4), **PHONE)
    scores = page.locator(".score")
    lines = """all => all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const text = range.getBoundingClientRect();
      const isOneLine = text.height < 1.9 * parseFloat(getComputedStyle(one).fontSize);
      return [isOneLine, text.right <= one.getBoundingClientRect().right + 1];
    })"""
    expect(scores.filter(has_text="2½")).to_have_count(1)
    assert all(fits for both in scores.evaluate_all(lines) for fits in both)


def test_a_roster_with_fees_and_long_names_fits_a_phone(
    sit_down: Callable[..., Page], kim: User, section: Section
) -> None:
    """Where a scrollbar takes room from the page, too."""
    section.players.update(fee_cents=145_50, assigned_rating=1650)
    section.players.filter(number=1).update(name="Wolfeschlegelsteinhausen, Hubertine", provisional=12)
    page = sit_down(kim, at("roster", section), **{**PHONE, "viewport": {"width": 345, "height": 740}})
    table = page.locator(".roster")
    assert box(table)["x"] + box(table)["width"] <= 345 - 16
    expect(table.get_by_text("paid $145.50").first).to_be_visible()
    fits_and_is_clean(page)


def test_the_fees_of_an_event_fit_a_phone(sit_down: Callable[..., Page], kim: User, section: Section) -> None:
    section.players.update(fee_cents=1_145_50)
    section.players.filter(number__gt=12).update(fee_cents=None, registered={"paid": "paid"})
    section.players.filter(number__lt=3).update(fee_cents=0)
    Section.objects.filter(pk=section.pk).update(name="Kindergarten–Grade 3 Under 600")
    page = sit_down(
        kim, f"/desk/{section.event.slug}/", **{**PHONE, "viewport": {"width": 345, "height": 740}}
    )
    expect(page.locator(".fees")).to_contain_text("4 without an amount")
    fits_and_is_clean(page)


def test_the_bar_that_publishes_takes_little_of_the_boards_below_it(
    sit_down: Callable[..., Page], kim: User
) -> None:
    fresh = a_section(16, 3, by=kim)
    drafts.keep(fresh, 1, drafts.propose(fresh, 1), by=kim)
    page = sit_down(kim, at("pairing", fresh, 1), **PHONE)
    bar = page.locator(".pairing .act")
    expect(bar.get_by_role("button", name="Publish")).to_be_in_viewport()
    assert box(bar)["height"] <= 80
    fits_and_is_clean(page)
