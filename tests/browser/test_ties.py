"""Deciding a tie in a real browser, on a phone and without a script; a parent's page follows."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at
from tests.browser.looks import SCHEMES, fits_and_is_clean, is_clean
from tests.factories import EntryFactory, UserFactory, a_section, played
from tests.sign_in import sign_in
from tournaments.services import rosters
from tournaments.services.decisions import toss_coin
from tournaments.services.teams import make_table


@pytest.mark.parametrize("scheme", SCHEMES)
def test_on_a_phone_without_a_script_a_playoff_and_a_coin_decide_the_trophies(
    new_context: Any, live_server: LiveServer, scheme: str
) -> None:
    kim = UserFactory.create(first_name="Kim", last_name="Okafor")
    section = a_section(6, rounds=1, by=kim, order="solkoff", place_trophies=3)
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL")
    context = new_context(viewport={"width": 360, "height": 740}, color_scheme=scheme)
    # The scripts of the page itself stay away; axe needs the browser's own.
    context.route("**/*.js", lambda route: route.abort())
    sign_in(context, live_server, kim)
    desk = context.new_page()
    address = [section.event.slug, section.slug]
    desk.goto(live_server.url + reverse("desk-round", args=[*address, 1]))
    desk.get_by_role("link", name="Record a playoff or coin toss").click()

    group = desk.locator("form.tie").first
    group.get_by_role("combobox").nth(2).select_option("1st")
    group.get_by_role("combobox").nth(0).select_option("2nd")
    group.get_by_role("button", name="Record the playoff").click()
    expect(desk.get_by_role("alert")).to_contain_text("number 3")
    expect(group.get_by_role("combobox").nth(2)).to_have_value("0")
    is_clean(desk)

    group.get_by_role("combobox").nth(1).select_option("2nd")
    group.get_by_role("button", name="Record the playoff").click()
    expect(desk.locator(".recorded li")).to_have_count(1)
    desk.locator("form.tie").first.get_by_role("button", name="Let Wallchart toss").click()
    desk.get_by_role("button", name="Toss now").click()
    expect(desk.locator(".recorded li")).to_have_count(2)
    expect(desk.locator(".recorded")).to_contain_text("drawn by the program, seed")
    fits_and_is_clean(desk)

    desk.goto(live_server.url + reverse("trophies", args=address))
    expect(desk.locator(".trophy")).to_have_count(3)
    expect(desk.locator(".trophy").first).to_contain_text("by Playoff.")
    expect(desk.locator(".trophy").nth(1)).to_contain_text("by Coin toss.")
    expect(desk.locator(".contested")).to_have_count(0)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_on_a_phone_without_a_script_a_team_trophy_is_decided(
    new_context: Any, live_server: LiveServer, scheme: str
) -> None:
    kim = UserFactory.create(first_name="Kim", last_name="Okafor")
    section = a_section(0, rounds=1, by=kim)
    schools = ["Elm Street School", "Hay", "Fir", "Hay", "The Gum Hill Academy of Arts", "Hay"]
    rosters.add_players(section, [EntryFactory.create(team=school) for school in schools], by=kim)
    table = make_table(section.event, name="Schools", sections=[section], minimum=1, place_trophies=2, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL")
    context = new_context(viewport={"width": 360, "height": 740}, color_scheme=scheme)
    context.route("**/*.js", lambda route: route.abort())
    desk = sign_in(context, live_server, kim).new_page()
    desk.goto(live_server.url + at("desk-round", section, 1))
    fits_and_is_clean(desk)
    desk.get_by_role("link", name="Record a playoff or coin toss · Schools").click()
    fits_and_is_clean(desk)
    group = desk.locator("form.tie").first
    group.get_by_label("Fir").select_option("1st")
    group.get_by_label("Elm Street School").select_option("2nd")
    group.get_by_label("The Gum Hill Academy").select_option("2nd")
    group.get_by_role("button", name="Record the playoff").click()
    desk.locator("form.tie").first.get_by_role("button", name="Let Wallchart toss").click()
    desk.get_by_role("button", name="Toss now").click()
    expect(desk.locator(".recorded")).to_contain_text("drawn by the program, seed")
    fits_and_is_clean(desk)

    desk.goto(live_server.url + reverse("teams", args=[section.event.slug, table.slug]))
    expect(desk.locator(".trophy").first).to_contain_text("by Playoff.")
    expect(desk.locator(".trophy").nth(1)).to_contain_text("Drawn by the program from Elm Street School; The")
    fits_and_is_clean(desk)
    desk.goto(live_server.url + reverse("team-why", args=[section.event.slug, table.slug, "elmstreetschool"]))
    expect(desk.locator('[data-system="coin_toss"]')).to_contain_text("Drawn by the program")
    fits_and_is_clean(desk)
    desk.goto(live_server.url + reverse("desk-event", args=[section.event.slug]))
    fits_and_is_clean(desk)


def test_a_correction_takes_a_coin_off_the_phone_and_the_desk_sees_it_at_once(
    new_context: Any, live_server: LiveServer
) -> None:
    kim = UserFactory.create(first_name="Kim", last_name="Okafor")
    section = a_section(6, rounds=1, by=kim, order="solkoff", place_trophies=2)
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL")
    coin = toss_coin(section, [1, 3, 5], by=kim)
    address = [section.event.slug, section.slug]
    phone = new_context(viewport={"width": 360, "height": 740}).new_page()
    phone.goto(live_server.url + reverse("trophies", args=address))
    how = f"with the seed {coin.seed}. Recorded by Kim Okafor"
    expect(phone.locator(".trophy").first).to_contain_text(how)
    fits_and_is_clean(phone)

    context = new_context(viewport={"width": 360, "height": 740})
    sign_in(context, live_server, kim)
    desk = context.new_page()
    desk.goto(live_server.url + reverse("desk-round", args=[*address, 1]))
    board = desk.locator("tr.board").first
    board.get_by_role("button", name="Draw", exact=True).click()
    board.get_by_role("button", name="Change to ½–½").click()
    notice = desk.locator("#standings .notice").filter(
        has_text="The standings changed, so a decision was set aside"
    )
    expect(notice).to_contain_text("Coin toss: ")
    fits_and_is_clean(desk)

    phone.reload()
    expect(phone.locator(".trophy.contested")).to_have_count(1)
    expect(phone.locator("body")).not_to_contain_text("seed")
    notice.get_by_role("link", name="See the ties").click()
    expect(desk.locator(".recorded")).to_contain_text("set aside: the tied group changed")
