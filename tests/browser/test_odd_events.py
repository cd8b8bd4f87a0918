"""A ruling, a game of another round and an extra game on a director's phone; a parent's page shows them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import fits_and_is_clean
from tests.factories import UserFactory, a_section, paired, played
from tests.sign_in import sign_in


@pytest.mark.parametrize(("script", "scheme"), [(True, "light"), (False, "dark")])
def test_odd_events_are_entered_on_a_phone(
    new_context: Callable[..., Any], live_server: LiveServer, script: bool, scheme: str
) -> None:
    kim = UserFactory.create(first_name="Kim", last_name="Okafor")
    section = a_section(5, rounds=3, by=kim, order="modified_median,solkoff")
    played(section, 1, "1 2 WL\n3 4 WL\n5 H")
    paired(section, 2, "1 3", publish=True)
    context = new_context(viewport={"width": 360, "height": 740}, color_scheme=scheme)
    if not script:
        # The scripts of the page itself stay away; axe needs the browser's own.
        context.route("**/*.js", lambda route: route.abort())
    sign_in(context, live_server, kim)
    desk: Page = context.new_page()
    address = [section.event.slug, section.slug]
    desk.goto(live_server.url + reverse("desk-round", args=[*address, 2]))

    # 4 plays for round 2, 5 the same game for round 3 (28M2).
    desk.get_by_label("Pairings by number or name").fill("4 5@9")
    desk.locator("#why-pair").fill("late arrival")
    desk.get_by_role("button", name="Pair", exact=True).click()
    expect(desk.get_by_role("alert").filter(has_text="a round of this section")).to_be_visible()
    desk.get_by_label("Pairings by number or name").fill("4 5@3")
    desk.get_by_role("button", name="Pair", exact=True).click()
    expect(desk.locator("tr.board")).to_have_count(2)
    expect(desk.locator("tr.board").nth(1)).to_contain_text("for round 3")
    fits_and_is_clean(desk)

    # The first board was won after a bye that could not be canceled (22C5): the menu leads to the ruling.
    row = desk.locator("tr.board").first
    row.locator("summary").click()
    row.get_by_role("link", name="Ruling…").click()
    desk.get_by_label("Result").first.select_option("win")
    desk.get_by_label("Points").first.select_option("½")
    desk.get_by_label("Result").last.select_option("win")
    desk.get_by_label("Reason").fill("the bye was irrevocable")
    desk.get_by_role("button", name="Record the ruling").click()
    expect(desk.get_by_role("alert")).to_contain_text("this side only")
    fits_and_is_clean(desk)
    desk.get_by_label("Result").last.select_option("loss")
    desk.get_by_role("button", name="Record the ruling").click()
    expect(desk.locator("tr.board").first.locator("td.result")).to_have_text("1–0*")
    expect(desk.locator("tr.board").first).to_contain_text("awarded ½–0")

    # 5, who sat out, plays 2 beside the rounds (28M4).
    desk.locator(".mainmenu summary").click()
    desk.get_by_role("link", name="Extra games").click()
    desk.get_by_label("White's wall-chart number").fill("5")
    desk.get_by_label("Black's wall-chart number").fill("2")
    desk.get_by_label("Result").select_option("1–0")
    desk.get_by_role("button", name="Add", exact=True).click()
    expect(desk.locator(".extra li")).to_have_count(1)
    fits_and_is_clean(desk)

    desk.goto(live_server.url + reverse("round", args=[*address, 2]))
    expect(desk.locator("table.boards tbody tr").first).to_contain_text("1–0*")
    expect(desk.locator("table.boards tbody tr").first).to_contain_text("awarded ½–0")
    expect(desk.locator("table.boards tbody tr").nth(1)).to_contain_text("for round 3")
    fits_and_is_clean(desk)
    desk.goto(live_server.url + reverse("wall-chart", args=address))
    expect(desk.locator(".extra")).to_contain_text("They count for ratings only (28M4).")
    fits_and_is_clean(desk)
