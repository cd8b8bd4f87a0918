"""What if on a phone: nothing scrolls sideways, each line says which result it is about."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.looks import fits_and_is_clean
from tests.factories import a_section, games_of, played
from tournaments.services import prizes


def test_on_a_phone_the_three_results_are_readable(sit_down: Callable[..., Page], kim: User) -> None:
    section = a_section(4, 2, by=kim, order="solkoff")
    prizes.announce(section, "1st–2nd trophies\n1st place $60", in_this_order=False, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4 WL")
    address = reverse("what-if", args=[games_of(section, 2)[0].pk])
    phone = sit_down(kim, address, viewport={"width": 360, "height": 740})
    expect(phone.get_by_role("heading", name="What if")).to_be_visible()
    fits_and_is_clean(phone)
