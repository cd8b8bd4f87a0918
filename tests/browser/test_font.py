"""A name is read in the page's font, or in a face of the phone; it never brings a file of its own."""

import re
from collections.abc import Callable
from pathlib import Path

from PIL import ImageFont
from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.bench.fields import NAMES
from tests.browser.children import entered, phone
from tests.factories import EventFactory, director_of, played
from tournaments.services import prizes

__all__ = ["phone"]

FONTS = Path(__file__).parents[2] / "static" / "fonts"


def test_neither_a_name_of_another_language_nor_money_brings_a_second_font(
    phone: Callable[..., Page], page: Page
) -> None:
    section = entered(EventFactory.create(), "K-8", "\n".join(NAMES))
    prizes.announce(section, "1st place $200\n2nd place trophy", by=director_of(section.event))
    played(section, 1, "1 2 WL")
    asked: list[str] = []
    page.on("request", lambda request: asked.extend(re.findall(r"/(inter-[\w-]+)\.", request.url)))
    page = phone(at("standings", section))
    expect(page.locator(".entry", has_text="$200")).not_to_have_count(0)
    page.evaluate("document.fonts.load('1em Inter').then(() => document.fonts.ready).then(() => null)")
    assert asked == ["inter-core"]


def test_letters_of_usual_names_are_in_the_font_that_every_page_loads() -> None:
    font = ImageFont.truetype(str(FONTS / "inter-core.woff2"), 40)
    for weight in (400, 700):
        font.set_variation_by_axes([weight])
        shapes = {letter: bytes(font.getmask(letter)) for letter in "\ufffe$éñöäüëïćčšžłőńŠŽČŁÖ"}
        assert len(set(shapes.values())) == len(shapes)
