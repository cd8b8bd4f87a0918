"""Columns that are shown only: chosen on the order's page, told apart on every page that shows them."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, UserFactory, a_section, as_it_stands, played
from tests.markup import unspaced
from tests.views.test_public_why import adds_up, read, systems, why
from tiebreaks.engine.ranking.columns import allowed
from tournaments.models import Section
from tournaments.services import rosters
from tournaments.services.orders import show_columns

pytestmark = pytest.mark.django_db
VALUE = r'<data value="(.*?)">'
SHOWN = r'<span class="aside"><span class="label">(.*?)<i>.*?</i></span><data value="(.*?)">'


@pytest.fixture
def section() -> Section:
    section = a_section(4, by=UserFactory.create(username="kim"), order="modified_median,solkoff")
    played(section, 1, "1 2 WL\n3 4 DD")
    played(section, 2, "1 3 LW\n2 4 WL")
    return as_it_stands(section)


@pytest.fixture
def kim(section: Section) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="kim"))
    return client


def at(section: Section, name: str) -> str:
    return reverse(name, args=[section.event.slug, section.slug])


def public(section: Section, name: str = "standings", **query: int) -> str:
    return Client().get(at(section, name), query).content.decode()


def shown(section: Section, text: str) -> Section:
    show_columns(section, text, by=User.objects.get(username="kim"))
    return as_it_stands(section)


# --- choosing ---------------------------------------------------------------------------------------


def test_what_can_be_shown_is_offered_and_what_is_of_a_tied_group_is_not(
    section: Section, kim: Client
) -> None:
    page = kim.get(at(section, "order")).text.partition('id="columns"')[2]
    offered = re.findall(r'name="step" value="(\w+)"', page)
    assert offered == [system.code for system in allowed()]
    assert "head_to_head" not in page
    assert "tied_group" not in page
    assert "otb_first" not in page
    assert page.count("ranks already") == 2


def test_columns_are_chosen_with_variations_though_the_order_is_locked(section: Section, kim: Client) -> None:
    chosen = {"step": ["cumulative", "kashdan"], "variation": ["cumulative:omit_last"]}
    answer = kim.post(at(section, "columns"), chosen)
    assert answer["Location"] == at(section, "order")
    assert as_it_stands(section).columns == "cumulative:omit_last,kashdan"
    page = kim.get(at(section, "order")).text
    assert "<strong>Cumulative (omit last), Kashdan</strong>" in page
    assert 'name="step" value="kashdan" checked' in page
    assert 'value="cumulative:omit_last" checked' in unspaced(page)
    kim.post(at(section, "columns"), {})
    assert as_it_stands(section).columns == ""


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"step": ["head_to_head"]}, "Choose from modified_median"),
        ({"step": ["kashdan", "solkoff"]}, "solkoff is already in the order"),
        ({"step": ["kashdan"], "variation": ["cumulative:omit_last"]}, "cumulative:omit_last belongs to"),
    ],
)
def test_what_cannot_be_shown_is_refused_and_what_was_chosen_stays_chosen(
    section: Section, kim: Client, data: dict[str, list[str]], told: str
) -> None:
    answer = kim.post(at(section, "columns"), data)
    assert answer.status_code == 422
    assert told in answer.text
    assert "Nothing was stored." in answer.text
    assert answer.context["columns"].codes == data["step"]
    assert answer.context["draft"].codes == ["modified_median", "solkoff"]
    assert as_it_stands(section).version == section.version


def test_only_the_events_staff_chooses(section: Section) -> None:
    stranger = Client()
    stranger.force_login(UserFactory.create())
    assert stranger.post(at(section, "columns"), {"step": ["kashdan"]}).status_code == 404
    assert Client().post(at(section, "columns"), {"step": ["kashdan"]}).status_code == 302
    assert as_it_stands(section).columns == ""


# --- reading ----------------------------------------------------------------------------------------


def test_the_standings_show_them_after_the_ranking_ones_and_say_that_they_do_not_rank(
    section: Section,
) -> None:
    assert 'class="aside"' not in public(section)
    page = public(shown(section, "cumulative,kashdan"))
    assert "shown only, not ranking: <i>Cumulative, Kashdan</i>" in page
    assert '<span class="aside" title="Cumulative: shown only, does not rank">Cumul</span>' in unspaced(page)
    row = page.partition('<li id="p3"')[2].partition("</li>")[0]
    assert re.findall(SHOWN, unspaced(row)) == [("Cumulative", "2"), ("Kashdan", "6")]
    assert [value for _name, value in re.findall(SHOWN, unspaced(row))] == re.findall(VALUE, row)[2:]


def test_after_an_earlier_round_they_are_of_that_round(section: Section) -> None:
    row = public(shown(section, "kashdan"), after=1).partition('<li id="p1"')[2].partition("</li>")[0]
    assert re.findall(SHOWN, unspaced(row)) == [("Kashdan", "4")]


def test_a_house_player_has_none_of_them(section: Section) -> None:
    section = a_section(0, by=User.objects.get(username="kim"), event=section.event)
    entries = [EntryFactory.create(), EntryFactory.create(house=True)]
    rosters.add_players(section, entries, by=User.objects.get(username="kim"))
    played(section, 1, "1 2 WL")
    page = public(shown(section, "kashdan"))
    assert [value for _name, value in re.findall(SHOWN, unspaced(page)) if value] == ["4"]
    assert systems(why(Client(), section, 2))[-1].code != "kashdan"


def test_the_why_page_explains_them_under_a_heading_of_their_own(section: Section) -> None:
    assert "these do not rank" not in why(Client(), section, 3)
    page = why(Client(), shown(section, "cumulative:omit_last,kashdan"), 3)
    assert [system.code for system in systems(page)] == [
        "modified_median",
        "solkoff",
        "cumulative:omit_last",
        "kashdan",
    ]
    ranking, _heading, only = page.partition("Shown only: these do not rank")
    assert [system.code for system in systems(only)] == ["cumulative:omit_last", "kashdan"]
    assert "2 + 4 = 6" in read(only)
    assert "Cumulative" not in ranking.partition('<section class="chain"')[2]


def test_what_is_shown_adds_up_as_what_ranks_does(section: Section) -> None:
    section = shown(section, "cumulative,kashdan,average_opposition,sonneborn_berger")
    assert adds_up(Client(), section) == adds_up(Client(), section, after=1)
    assert adds_up(Client(), section) >= 4 * 4


def test_the_posted_orders_page_names_them_apart(section: Section) -> None:
    assert "without ranking" not in public(section, "posted-order")
    page = public(shown(section, "cumulative:omit_last"), "posted-order")
    ranking, _heading, only = page.partition("Also shown, without ranking")
    assert "#cumulative" in only
    assert "The score after the last round is left out." in only
    assert "#cumulative" not in ranking


def test_a_variation_that_any_system_takes_is_on_the_posted_orders_page() -> None:
    section = a_section(4, order="solkoff:otb_first")
    assert "Points from games rank ahead of points from byes" in public(section, "posted-order")
