"""The edition of the rulebook is chosen in the section's form and named wherever its reading shows."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory, a_section, as_it_stands, paired, played
from tiebreaks.engine.ranking.editions import EDITIONS
from tournaments.models import Section

pytestmark = pytest.mark.django_db
FORM = {"name": "Open", "rounds": 3, "format": "swiss", "games": 1, "place_trophies": 0}


@pytest.fixture
def section() -> Section:
    return a_section(4, by=UserFactory.create(username="kim"))


@pytest.fixture
def kim(section: Section) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="kim"))
    return client


def at(section: Section, name: str, *more: int) -> str:
    return reverse(name, args=[section.event.slug, section.slug, *more])


def text(page: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", page).split())


def test_the_form_offers_every_edition_the_current_one_first_and_chosen(
    section: Section, kim: Client
) -> None:
    page = kim.get(reverse("new-section", args=[section.event.slug])).text
    offered = re.findall(r'<option value="(us-chess-\d+)"( selected)?>', page)
    assert [code for code, _selected in offered] == list(EDITIONS)[::-1]
    assert [code for code, selected in offered if selected] == ["us-chess-7"]


def test_a_section_of_an_old_event_is_made_under_its_own_edition(section: Section, kim: Client) -> None:
    kim.post(reverse("new-section", args=[section.event.slug]), FORM | {"edition": "us-chess-4"})
    assert Section.objects.get(name="Open").edition == "us-chess-4"


def test_an_edition_that_is_not_known_is_refused(section: Section, kim: Client) -> None:
    answer = kim.post(at(section, "edit-section"), FORM | {"edition": "us-chess-2"})
    assert answer.status_code == 422
    assert as_it_stands(section).version == section.version


def test_once_play_has_begun_it_is_shown_and_cannot_be_changed(section: Section, kim: Client) -> None:
    kim.post(at(section, "edit-section"), FORM | {"edition": "us-chess-4"})
    paired(as_it_stands(section), 1, "1 2", publish=True)
    page = kim.get(at(section, "edit-section")).text
    assert re.search(r'<select name="edition"[^>]* disabled', page)
    assert '<option value="us-chess-4" selected>' in page
    kim.post(at(section, "edit-section"), FORM | {"name": "Renamed"})
    assert (as_it_stands(section).name, as_it_stands(section).edition) == ("Renamed", "us-chess-4")
    answer = kim.post(at(section, "edit-section"), FORM | {"edition": "us-chess-7"})
    assert answer.status_code == 422
    assert "so the section stays with it" in answer.text
    assert as_it_stands(section).edition == "us-chess-4"


@pytest.mark.parametrize(("edition", "short"), [("us-chess-7", "7th edition"), ("us-chess-4", "4th edition")])
def test_every_page_of_the_reading_names_it(client: Client, kim: Client, edition: str, short: str) -> None:
    section = a_section(2, by=User.objects.get(username="kim"), edition=edition)
    played(section, 1, "1 2 WL")
    assert f"Read by the {short}." in text(client.get(at(section, "why", 1)).text)
    assert f"(the rulebook’s default, {short})" in text(client.get(at(section, "standings")).text)
    page = text(client.get(at(section, "posted-order")).text)
    assert f"default applies (34E, {short})" in page
    assert EDITIONS[edition].name in page.replace("&#x27;", "'")
    for name in ("order", "import-wallchart"):
        empty = a_section(0, by=User.objects.get(username="kim"), edition=edition)
        assert f"Read by the {short}." in text(kim.get(at(empty, name)).text)
    assert "Choose another" in kim.get(at(empty, "order")).text
    assert "Choose another" not in kim.get(at(section, "order")).text


def test_what_an_older_edition_reads_otherwise_is_said_on_the_orders_pages(
    client: Client, kim: Client
) -> None:
    section = a_section(
        2, by=User.objects.get(username="kim"), edition="us-chess-4", order="solkoff,cumulative"
    )
    sentence = "One point is deducted for each full point, nothing for half points."
    assert sentence in client.get(at(section, "posted-order")).text
    assert f"Cumulative: {sentence}" in text(kim.get(at(section, "order")).text)


def test_the_glossary_has_every_edition_with_its_orders_and_readings(client: Client) -> None:
    page = text(client.get(reverse("rules")).text.partition('id="editions"')[2])
    for edition in EDITIONS.values():
        assert f"{edition.name} ({edition.since})" in page.replace("&#x27;", "'")
    assert page.count("Swiss: Modified Median") == len(EDITIONS)
    assert "Plus, even and minus compare wins with losses" in page
