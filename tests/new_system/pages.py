"""What pages do with a new system: `tests/test_new_system.py` runs this in a copy of the tree that has it."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, as_it_stands, director_of, played
from tests.html import visit
from tests.sign_in import signed_in
from tests.views.why_pages import arithmetic, systems, table
from tiebreaks.engine.systems import TEAM_SYSTEMS
from tournaments.models import Section
from tournaments.services.orders import show_columns

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    """1 beat 2 and lost to 3; 4 drew with 3 and lost to 2."""
    section = a_section(4, order="opposition_kashdan")
    played(section, 1, "1 2 WL\n3 4 DD")
    played(section, 2, "3 1 WL\n2 4 WL")
    return as_it_stands(section)


def test_the_menu_offers_it_as_a_tiebreak_and_as_a_column(section: Section) -> None:
    page = visit(signed_in(director_of(section)), at("order", section))
    assert "Kashdan of opposition" in page.form(at("order", section)).element
    columns = page.form(at("columns", section)).element
    assert columns.all("[value=opposition_kashdan]")


def test_the_glossary_explains_it(client: Client) -> None:
    page = visit(client, reverse("rule", args=["opposition_kashdan"]))
    assert "The sum of the opponents' Kashdan points." in page
    assert "How many games the opponents won." in visit(client, reverse("rules"))


def test_the_standings_have_its_column(section: Section, client: Client) -> None:
    assert table(client, section) == {3: ["8"], 1: ["11"], 2: ["8"], 4: ["11"]}


def test_it_can_be_shown_beside_an_order(client: Client) -> None:
    section = a_section(2, order="solkoff")
    show_columns(section, "opposition_kashdan", by=director_of(section))
    played(section, 1, "1 2 WL")
    assert table(client, section) == {1: ["0", "1"], 2: ["1", "4"]}


def test_the_why_page_opens_each_of_its_terms(section: Section, client: Client) -> None:
    (system,) = systems(arithmetic(client, section, 3))
    assert [term for term, _dropped in system.terms] == [Fraction(3), Fraction(5)]
    assert system.element.texts(".total") == ["2 + 1 = 3", "4 + 1 = 5"]


def test_teams_can_add_it_up() -> None:
    assert "sum:opposition_kashdan" in TEAM_SYSTEMS
