"""The edition of the rulebook is chosen in the section's form and named wherever its reading shows."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, as_it_stands, paired, played
from tests.html import read, visit
from tiebreaks.engine.ranking.editions import EDITIONS
from tournaments.models import Section

FORM = {"name": "Open", "rounds": 3, "format": "swiss", "games": 1, "place_trophies": 0}


@pytest.fixture
def section(kim: User) -> Section:
    return a_section(4, by=kim)


def test_the_form_offers_every_edition_the_current_one_first_and_chosen(
    section: Section, desk: Client
) -> None:
    here = reverse("new-section", args=[section.event.slug])
    form = visit(desk, here).form(here)
    assert list(form.choices("edition")) == list(EDITIONS)[::-1]
    assert form.fields["edition"] == ["us-chess-7"]


def test_a_section_of_an_old_event_is_made_under_its_own_edition(section: Section, desk: Client) -> None:
    desk.post(reverse("new-section", args=[section.event.slug]), FORM | {"edition": "us-chess-4"})
    assert Section.objects.get(name="Open").edition == "us-chess-4"


def test_an_edition_that_is_not_known_is_refused(section: Section, desk: Client) -> None:
    answer = desk.post(at("edit-section", section), FORM | {"edition": "us-chess-2"})
    assert answer.status_code == 422
    assert as_it_stands(section).version == section.version


def test_once_play_has_begun_it_is_shown_and_cannot_be_changed(section: Section, desk: Client) -> None:
    desk.post(at("edit-section", section), FORM | {"edition": "us-chess-4"})
    paired(as_it_stands(section), 1, "1 2", publish=True)
    page = visit(desk, at("edit-section", section))
    menu = page.one("select[name=edition]")
    assert menu.has("disabled")
    assert menu.one("[selected]")["value"] == "us-chess-4"
    desk.post(at("edit-section", section), FORM | {"name": "Renamed"})
    assert (as_it_stands(section).name, as_it_stands(section).edition) == ("Renamed", "us-chess-4")
    answer = desk.post(at("edit-section", section), FORM | {"edition": "us-chess-7"})
    assert answer.status_code == 422
    assert "You can't change the rulebook after play begins." in read(answer)
    assert as_it_stands(section).edition == "us-chess-4"


@pytest.mark.parametrize(("edition", "short"), [("us-chess-7", "7th edition"), ("us-chess-4", "4th edition")])
def test_every_page_of_the_reading_names_it(
    kim: User, client: Client, desk: Client, edition: str, short: str
) -> None:
    section = a_section(2, by=kim, edition=edition)
    played(section, 1, "1 2 WL")
    assert f"Computed under the {short}." in visit(client, at("why", section, 1))
    assert f"(the rulebook’s default, {short})" in visit(client, at("standings", section))
    page = visit(client, at("posted-order", section))
    assert f"default order applies (34E, {short})" in page
    assert EDITIONS[edition].name in page
    for name in ("order", "import-wallchart"):
        empty = a_section(0, by=kim, edition=edition)
        assert f"Computed under the {short}." in visit(desk, at(name, empty))
    assert "Choose another" in visit(desk, at("order", empty))
    assert "Choose another" not in visit(desk, at("order", section))


def test_what_an_older_edition_reads_otherwise_is_said_on_the_orders_pages(
    kim: User, client: Client, desk: Client
) -> None:
    section = a_section(2, by=kim, edition="us-chess-4", order="solkoff,cumulative")
    sentence = "One point is deducted for each full point, nothing for half points."
    assert sentence in visit(client, at("posted-order", section))
    assert f"Cumulative: {sentence}" in visit(desk, at("order", section))


def test_the_glossary_has_every_edition_with_its_orders_and_readings(client: Client) -> None:
    page = visit(client, reverse("published-orders")).one("#editions")
    for edition in EDITIONS.values():
        assert f"{edition.name} ({edition.since})" in page
    assert page.text.count("Swiss: Modified Median") == len(EDITIONS)
    assert "Plus, even and minus compare wins with losses" in page
