"""The rating report in a browser: six sections at the end of the day, on a laptop and on a phone."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.looks import also, fits_and_is_clean
from tests.factories import EventFactory, a_section, played
from tournaments.formats.rating_report import FILES
from tournaments.models import Event, Player


@pytest.fixture
def evening(kim: User) -> Event:
    """Six sections, one round each, all played; the IDs of two players are missing."""
    event = EventFactory.create(by=kim, name="Maple Grove Open")
    for name in ("Championship", "Reserve", "K-3", "K-5", "K-8", "Unrated"):
        section = a_section(4, 1, event=event, name=name)
        played(section, 1, "1 2 WL\n3 4 DD")
    for at, player in enumerate(Player.objects.order_by("section__position", "number")):
        if at not in (1, 6):
            Player.objects.filter(pk=player.pk).update(uscf_id=f"{10000000 + at}")
    return event


# The semicolons of a list of links that do not stand on the last line of the words before them.
_APART = """() => [...document.querySelectorAll(".findings li")].flatMap((item) => {
  const range = document.createRange(), apart = [];
  const texts = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(), before = null; text; text = texts.nextNode()) {
    range.selectNodeContents(text);
    if (!text.data.trim()) continue;
    const at = text.data.indexOf(";");
    if (at >= 0 && !text.data.slice(0, at).trim() && before) {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      if (Math.abs(range.getBoundingClientRect().top - before.top) > 4) apart.push(item.textContent.trim());
    }
    range.selectNodeContents(text);
    before = [...range.getClientRects()].at(-1);
  }
  return apart;
})"""


def test_no_semicolon_of_a_list_stands_apart_from_the_words_before_it(
    sit_down: Callable[..., Page], kim: User, evening: Event
) -> None:
    Player.objects.update(uscf_id="")
    page = sit_down(kim, reverse("rating-report", args=[evening.slug]))
    for width in range(320, 400, 5):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(_APART) == [], width


@pytest.mark.parametrize(
    ("width", "colors"), [(360, "light"), also(1280, "light"), also(360, "dark"), (1280, "dark")]
)
def test_a_director_mends_what_the_page_names_and_takes_the_files(
    sit_down: Callable[..., Page], kim: User, evening: Event, width: int, colors: str
) -> None:
    size = {"width": width, "height": 800}
    page = sit_down(kim, reverse("rating-report", args=[evening.slug]), viewport=size, color_scheme=colors)
    problems = page.get_by_role("region", name="to fix")
    expect(problems.get_by_role("link", name="Affiliate ID")).to_be_visible()
    fits_and_is_clean(page, width)

    problems.get_by_role("link", name="Affiliate ID").click()
    for label, typed in {
        "Affiliate ID": "a6000001",
        "Chief TD's ID": "10000001",
        "First day": "2026-05-02",
        "City": "Salem",
        "State": "or",
        "ZIP code": "97301",
    }.items():
        page.get_by_label(label, exact=True).first.fill(typed)
    page.get_by_label("Time control of all sections").fill("G/60 d5")
    page.get_by_role("checkbox", name="Unrated").uncheck()
    for at, field in enumerate(page.get_by_label("US Chess ID of").all()):
        field.fill(f"{20000001 + at}")
    page.get_by_role("button", name="Save and check").click()

    ready = page.get_by_role("region", name="The report is complete")
    expect(ready).to_be_visible()
    fits_and_is_clean(page, width)
    with page.expect_download() as downloading:
        ready.get_by_role("link", name="Download the report").click()
    with ZipFile(BytesIO(Path(downloading.value.path()).read_bytes())) as archive:
        assert tuple(archive.namelist()) == FILES
