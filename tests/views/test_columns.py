"""Columns that are shown only: chosen on the order's page, told apart on every page that shows them."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EntryFactory, UserFactory, a_section, as_it_stands, director_of, played
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tests.views.why_pages import adds_up, arithmetic, exactly, systems
from tiebreaks.engine.ranking.columns import allowed
from tournaments.models import Section
from tournaments.services import rosters
from tournaments.services.orders import show_columns


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(4, by=kim, order="modified_median,solkoff")
    played(section, 1, "1 2 WL\n3 4 DD")
    played(section, 2, "1 3 LW\n2 4 WL")
    return as_it_stands(section)


def public(section: Section, name: str = "standings", **query: int) -> Element:
    return visit(Client(), at(name, section), query)


def shown(section: Section, text: str) -> Section:
    show_columns(section, text, by=director_of(section))
    return as_it_stands(section)


def beside(page: Element, number: int) -> list[tuple[str, str]]:
    """What stands beside a player's ranking columns: its name and value."""
    names = [head["title"].partition(":")[0] for head in page.all(".heads .aside")]
    values = [exactly(value) for value in page.one(f"#p{number}").all(".values .aside")]
    return list(zip(names, values, strict=True))


# --- choosing ---------------------------------------------------------------------------------------


def test_what_can_be_shown_is_offered_and_what_is_of_a_tied_group_is_not(
    section: Section, desk: Client
) -> None:
    form = visit(desk, at("order", section)).form(at("columns", section)).element
    assert [box["value"] for box in form.all("[name=step]")] == [system.code for system in allowed()]
    variations = {box["value"].partition(":")[2] for box in form.all("[name=variation]")}
    assert "omit_last" in variations
    assert not variations & {"tied_group", "otb_first"}
    assert form.text.count("already breaks ties") == 2


def test_columns_are_chosen_with_variations_though_the_order_is_locked(
    section: Section, desk: Client
) -> None:
    chosen = {"step": ["cumulative", "kashdan"], "variation": ["cumulative:omit_last"]}
    answer = desk.post(at("columns", section), chosen)
    assert answer["Location"] == at("order", section)
    assert as_it_stands(section).columns == "cumulative:omit_last,kashdan"
    page = visit(desk, at("order", section))
    assert "Cumulative (omit last), Kashdan" in page
    form = page.form(at("columns", section))
    assert form.fields == chosen
    form.send(desk, {"step": [], "variation": []})
    assert as_it_stands(section).columns == ""


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"step": ["head_to_head"]}, "Choose from modified_median"),
        ({"step": ["kashdan", "solkoff"]}, "solkoff is already in the order"),
        ({"step": ["kashdan"], "variation": ["cumulative:omit_last"]}, "“cumulative:omit_last” belongs to"),
    ],
)
def test_what_cannot_be_shown_is_refused_and_what_was_chosen_stays_chosen(
    section: Section, desk: Client, data: dict[str, list[str]], told: str
) -> None:
    answer = desk.post(at("columns", section), data)
    assert answer.status_code == 422
    assert told in read(answer)
    assert "Nothing was saved." in read(answer)
    assert answer.context["columns"].codes == data["step"]
    assert answer.context["draft"].codes == ["modified_median", "solkoff"]
    assert as_it_stands(section).version == section.version


def test_only_the_events_staff_chooses(section: Section) -> None:
    stranger = signed_in(UserFactory.create())
    assert stranger.post(at("columns", section), {"step": ["kashdan"]}).status_code == 404
    assert Client().post(at("columns", section), {"step": ["kashdan"]}).status_code == 302
    assert as_it_stands(section).columns == ""


# --- reading ----------------------------------------------------------------------------------------


def test_the_standings_show_them_after_the_ranking_ones_and_say_that_they_do_not_rank(
    section: Section,
) -> None:
    assert not public(section).all(".aside")
    page = public(shown(section, "cumulative,kashdan"))
    assert "Also shown, does not break ties: Cumulative, Kashdan" in page
    heads = {head["title"]: head.text for head in page.all(".heads .aside")}
    assert heads["Cumulative: does not break ties"] == "Cumul"
    row = page.one("#p3")
    assert beside(page, 3) == [("Cumulative", "2"), ("Kashdan", "6")]
    assert [exactly(value) for value in row.all(".values > *")][2:] == ["2", "6"]


def test_after_an_earlier_round_they_are_of_that_round(section: Section) -> None:
    assert beside(public(shown(section, "kashdan"), after=1), 1) == [("Kashdan", "4")]


def test_a_house_player_has_none_of_them(kim: User, section: Section) -> None:
    section = a_section(0, by=kim, event=section.event)
    entries = [EntryFactory.create(), EntryFactory.create(house=True)]
    rosters.add_players(section, entries, by=kim)
    played(section, 1, "1 2 WL")
    page = public(shown(section, "kashdan"))
    assert beside(page, 1) == [("Kashdan", "4")]
    assert not page.one("#p2").all(".values .aside[value]:not([value=''])")
    assert systems(arithmetic(Client(), section, 2))[-1].code != "kashdan"


def test_the_why_page_explains_them_under_a_heading_of_their_own(section: Section) -> None:
    assert "these do not rank" not in arithmetic(Client(), section, 3)
    page = arithmetic(Client(), shown(section, "cumulative:omit_last,kashdan"), 3)
    assert [system.code for system in systems(page)] == [
        "modified_median",
        "solkoff",
        "cumulative:omit_last",
        "kashdan",
    ]
    only = page.all("h3.aside ~ section.system")
    assert [system["data-system"] for system in only] == ["cumulative:omit_last", "kashdan"]
    assert "2 + 4 = 6" in only[1]
    assert not any("Cumulative" in chain for chain in page.all("section.chain"))


def test_what_is_shown_adds_up_as_what_ranks_does(section: Section) -> None:
    section = shown(section, "cumulative,kashdan,average_opposition,sonneborn_berger")
    assert adds_up(Client(), section) == adds_up(Client(), section, after=1)
    assert adds_up(Client(), section) >= 4 * 4


def test_the_posted_orders_page_names_them_apart(section: Section) -> None:
    assert "without ranking" not in public(section, "posted-order")
    page = public(shown(section, "cumulative:omit_last"), "posted-order")
    cumulative = reverse("rule", args=["cumulative"])
    only = page.one("ul.steps")
    assert cumulative in only.links
    assert "The score after the last round is left out." in only
    assert cumulative not in page.one("ol.steps").links


def test_a_variation_that_any_system_takes_is_on_the_posted_orders_page() -> None:
    section = a_section(4, order="solkoff:otb_first")
    assert "Points from games rank ahead of points from byes" in public(section, "posted-order")
