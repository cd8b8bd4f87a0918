"""The ceremony in a real browser: frozen on a phone, called by keys and without a script."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.addresses import at, served
from tests.browser.looks import SCHEMES, also, fits_and_is_clean
from tests.factories import EntryFactory, UserFactory, a_section, enter, games_of, played
from tests.sign_in import sign_in
from tournaments.models import Section
from tournaments.services import prizes, rosters
from tournaments.services.teams import make_table


@pytest.fixture
def section(kim: User) -> Section:
    """1 has won both games, 2 and 3 one each, 4 none."""
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    lines = "1st place trophy\nTop under 1860\n1+ points: medal\n1st place $100\n2nd place $50"
    prizes.announce(section, lines, in_this_order=False, by=kim)
    return section


def desk_of(section: Section, new_context: Any, live_server: LiveServer, **how: Any) -> Page:
    context = sign_in(new_context(**how), live_server, section.event.staff.get().user)
    return context.new_page()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_on_a_phone_the_awards_are_frozen_corrected_and_frozen_again(
    section: Section, new_context: Any, live_server: LiveServer, scheme: str
) -> None:
    phone = desk_of(
        section, new_context, live_server, viewport={"width": 360, "height": 740}, color_scheme=scheme
    )
    phone.goto(served(live_server, "ceremony", section))
    fits_and_is_clean(phone, 360)
    phone.get_by_role("button", name="Freeze the awards").click()
    expect(phone.get_by_role("status")).to_have_text("Awards list 1 is frozen.")
    enter(games_of(section, 2)[0], "LW")
    phone.reload()
    expect(phone.locator(".notice.warning", has_text="The awards changed after the freeze.")).to_be_visible()
    fits_and_is_clean(phone, 360)
    phone.goto(served(live_server, "trophies", section))
    expect(phone.locator(".notice.warning")).to_contain_text("Corrected since awards list")
    fits_and_is_clean(phone, 360)
    phone.goto(served(live_server, "ceremony", section))
    phone.get_by_role("button", name="Freeze the awards again").click()
    expect(phone.get_by_role("status")).to_have_text("Awards list 2 is frozen.")
    phone.get_by_role("link", name="Awards list 2", exact=True).click()
    expect(phone.get_by_role("table").first).to_contain_text("−$75")
    fits_and_is_clean(phone, 360)
    for name in ("checklist", "receipts"):
        phone.goto(served(live_server, name, section))
        fits_and_is_clean(phone, 360)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_on_a_phone_team_trophies_are_frozen_corrected_and_frozen_again(
    new_context: Any, live_server: LiveServer, scheme: str
) -> None:
    kim = UserFactory.create(username="kim", first_name="Kim", last_name="Okafor")
    section = a_section(0, 1, by=kim)
    schools = ["Elm Street Elementary", "The Gum Hill Academy of Arts"] * 2
    rosters.add_players(section, [EntryFactory.create(team=school) for school in schools], by=kim)
    table = make_table(section.event, name="Schools", sections=[section], place_trophies=2, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    how = {"viewport": {"width": 360, "height": 740}, "color_scheme": scheme}
    phone = desk_of(section, new_context, live_server, **how)
    address = [section.event.slug, table.slug]
    phone.goto(live_server.url + reverse("desk-event", args=[section.event.slug]))
    fits_and_is_clean(phone, 360)
    phone.get_by_role("link", name="Ceremony").first.click()
    fits_and_is_clean(phone, 360)
    phone.get_by_role("link", name="Schools").click()
    phone.get_by_role("button", name="Freeze the awards").click()
    expect(phone.get_by_role("status")).to_have_text("Awards list 1 is frozen.")
    fits_and_is_clean(phone, 360)
    for game in games_of(section, 1):
        enter(game, "LW")
    phone.reload()
    expect(phone.locator(".notice.warning", has_text="The awards changed after the freeze.")).to_be_visible()
    fits_and_is_clean(phone, 360)
    for page in ("team-checklist", "team-ceremony-show"):
        phone.goto(live_server.url + reverse(page, args=address) + "?award=2")
        fits_and_is_clean(phone, 360)
    phone.goto(live_server.url + reverse("teams", args=address))
    expect(phone.locator(".notice.warning")).to_contain_text("Corrected since awards list")
    fits_and_is_clean(phone, 360)
    phone.goto(live_server.url + reverse("team-ceremony", args=address))
    phone.get_by_role("button", name="Freeze the awards again").click()
    phone.get_by_role("link", name="Awards list 2", exact=True).click()
    expect(phone.get_by_role("table").first).to_contain_text("Elm Street Elementary")
    fits_and_is_clean(phone, 360)
    wide = desk_of(section, new_context, live_server, viewport={"width": 1280, "height": 800})
    for page in ("team-ceremony", "team-checklist", "team-ceremony-show"):
        wide.goto(live_server.url + reverse(page, args=address) + "?award=2")
        fits_and_is_clean(wide, 1280)


def test_keys_a_click_and_a_remote_go_through_the_awards(
    section: Section, new_context: Any, live_server: LiveServer
) -> None:
    projector = desk_of(section, new_context, live_server, viewport={"width": 1024, "height": 768})
    title = projector.locator("h1")
    projector.goto(served(live_server, "ceremony-show", section))
    for key, said in [
        ("ArrowRight", "1 point or more: medal"),
        ("Space", "Top under 1860"),
        ("ArrowLeft", "1 point or more: medal"),
        ("PageDown", "Top under 1860"),
        ("ArrowRight", "1st place trophy"),
        ("ArrowRight", "2nd place $50, shared by 2"),
        ("ArrowRight", "1st place $100"),
        ("ArrowRight", "1st place $100"),
    ]:
        projector.keyboard.press(key)
        expect(title).to_have_text(said)
        fits_and_is_clean(projector, 1024)
        assert projector.evaluate("document.documentElement.scrollHeight") <= 768
    projector.get_by_role("link", name="Previous").click()
    expect(title).to_have_text("2nd place $50, shared by 2")
    projector.mouse.click(300, 200)
    expect(title).to_have_text("1st place $100")
    projector.keyboard.press("Escape")
    expect(title).to_have_text("Ceremony")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), also(1920, 1080)])
@pytest.mark.parametrize(("winners", "screens"), [(2, 1), also(3, 1), also(4, 1), (6, 1), (32, 6)])
def test_a_medal_of_many_goes_over_several_screens_in_letters_for_the_back_of_the_hall(
    sit_down: Callable[..., Page], kim: User, winners: int, screens: int, width: int, height: int
) -> None:
    section = a_section(0, 1, by=kim, order="solkoff")
    names = [f"Alexandra Montgomery-Featherstonehaugh {n}" for n in range(2 * winners)]
    school = "Maple Grove Elementary School of Arts"
    rosters.add_players(section, [EntryFactory.create(name=name, team=school) for name in names], by=kim)
    played(section, 1, "\n".join(f"{n} {n + winners} WL" for n in range(1, winners + 1)))
    prizes.announce(section, "1+ points: medal", in_this_order=False, by=kim)
    view = {"width": width, "height": height}
    projector = sit_down(kim, at("ceremony-show", section), viewport=view)
    called: list[str] = []
    for screen in range(1, screens + 1):
        projector.keyboard.press("ArrowRight")
        expect(projector.locator(".part")).to_have_text([f"{screen} of {screens}"] if screens > 1 else [])
        expect(projector.locator("h1")).to_have_text("1 point or more: medal")
        fits_and_is_clean(projector, width)
        assert projector.evaluate("document.documentElement.scrollHeight") <= height
        size = "all => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))"
        assert projector.locator(".name").evaluate_all(size) >= height / 20
        called += projector.locator(".name").all_inner_texts()
    expect(projector.get_by_role("link", name="Next")).to_have_count(0)
    assert sorted(called) == sorted(names[:winners])


@pytest.mark.parametrize("long", [True, also(False)])
def test_cash_that_three_share_fits_and_their_names_have_one_size(
    sit_down: Callable[..., Page], kim: User, long: bool
) -> None:
    """The reason and the buttons lay below the edge, and the longest name was set smaller than the others."""
    section = a_section(0, 1, by=kim, order="solkoff")
    names = [
        "Montgomery, Alexandra" if long else "Lee, Ada",
        "Bo Bay",
        "Cy Dale",
        "Di Elm",
        "Ed Fir",
        "Flo Gum",
    ]
    school = "Maple Grove Elementary School of Arts"
    rosters.add_players(section, [EntryFactory.create(name=name, team=school) for name in names], by=kim)
    played(section, 1, "1 4 WL\n2 5 WL\n3 6 WL")
    cash = "1st place $20\n2nd place $10\n3rd place $5"
    prizes.announce(section, cash, in_this_order=False, by=kim)
    view = {"width": 1280, "height": 720}
    projector = sit_down(kim, at("ceremony-show", section), viewport=view)
    projector.keyboard.press("ArrowRight")
    title = "1st place $20, 2nd place $10 and 3rd place $5, shared by 3"
    expect(projector.locator("h1")).to_have_text(title)
    expect(projector.locator(".award .name")).to_have_count(3)
    fits_and_is_clean(projector, 1280)
    assert projector.evaluate("document.documentElement.scrollHeight") <= 720
    sizes = projector.locator(".name").evaluate_all("all => all.map((one) => getComputedStyle(one).fontSize)")
    assert len(set(sizes)) == 1
    assert float(sizes[0].removesuffix("px")) >= 720 / 20


def test_without_a_script_a_click_anywhere_goes_on(
    section: Section, new_context: Any, live_server: LiveServer
) -> None:
    projector = desk_of(section, new_context, live_server, java_script_enabled=False)
    projector.goto(served(live_server, "ceremony-show", section))
    projector.mouse.click(300, 200)
    expect(projector.locator("h1")).to_have_text("1 point or more: medal")
    projector.get_by_role("link", name="Previous").click()
    expect(projector.locator("h1")).to_have_text("Awards")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), also(360, 740), also(1024, 768)])
def test_a_long_last_name_has_smaller_letters_and_never_breaks(
    kim: User, new_context: Any, live_server: LiveServer, width: int, height: int
) -> None:
    """It broke before its last letter; a name that fits keeps its size."""
    section = a_section(0, 1, by=kim, order="solkoff")
    names = ["Wolfeschlegelsteinhausener, Maximiliana", "Ann Alder"]
    rosters.add_players(section, [EntryFactory.create(name=name) for name in names], by=kim)
    prizes.announce(section, "1st place trophy\n2nd place trophy", in_this_order=False, by=kim)
    played(section, 1, "1 2 WL")
    show = desk_of(section, new_context, live_server, viewport={"width": width, "height": height})
    sizes = []
    for award in (1, 2):
        show.goto(f"{served(live_server, 'ceremony-show', section)}?award={award}")
        show.evaluate("document.fonts.ready")
        name = show.locator(".award .name")
        broken = name.evaluate(BROKEN_WORDS)
        assert broken == []
        sizes.append(name.evaluate("of => of.style.fontSize"))
        fits_and_is_clean(show, width)
    assert sizes[0] == ""
    assert sizes[1].endswith("px")


# The words of a name that stand on two lines.
BROKEN_WORDS = """name => {
  const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
}"""


def test_on_the_projector_next_and_close_are_level_with_previous(
    section: Section, new_context: Any, live_server: LiveServer
) -> None:
    page = desk_of(section, new_context, live_server, viewport={"width": 1280, "height": 800})
    page.goto(f"{served(live_server, 'ceremony-show', section)}?award=1")
    boxes = [
        page.get_by_role("link", name="Previous").bounding_box(),
        page.get_by_role("link", name="Close").bounding_box(),
        page.locator(".next span").bounding_box(),
    ]
    middles = [box["y"] + box["height"] / 2 for box in boxes if box]
    assert len(middles) == 3
    assert max(middles) - min(middles) < 3
    close, following = boxes[1], boxes[2]
    assert close
    assert following
    assert close["x"] + close["width"] <= following["x"]
