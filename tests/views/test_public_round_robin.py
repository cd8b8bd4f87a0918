"""30B on the phones: who left a round robin early is named, unranked, and the why pages tell of it."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.cases import case, expected
from tests.factories import a_section, as_it_stands, director_of
from tournaments.models import Section
from tournaments.services import importing
from tournaments.services.orders import show_columns

pytestmark = pytest.mark.django_db
NAMES = {card.number: card.name for card in case("withdrew_before_half").chart.cards}


@pytest.fixture
def section() -> Section:
    section = a_section(players=0, rounds=5, format="round robin")
    file = case("withdrew_before_half")
    order = "sonneborn_berger,head_to_head"
    importing.import_wallchart(section, file, order=order, by=director_of(section))
    return as_it_stands(section)


def read(client: Client, section: Section, page: str, number: int | None = None, **query: int) -> str:
    numbers = [] if number is None else [number]
    response = client.get(reverse(page, args=[section.event.slug, section.slug, *numbers]), query)
    assert response.status_code == 200
    return response.content.decode()


def words(html: str) -> str:
    return re.sub(r" ([.,:])", r"\1", " ".join(unescape(re.sub("<[^>]*>", " ", html)).split()))


def test_the_table_lists_who_is_out_last_and_without_a_rank(client: Client, section: Section) -> None:
    page = read(client, section, "standings")
    rows = re.findall(r'<li id="p(\d)" class="entry" data-player="\d" data-rank="(.*?)"', page)
    assert rows == [
        (str(row.number), "" if row.rank is None else str(row.rank))
        for row in expected("withdrew_before_half")
    ]
    assert "Withdrew before half not ranked (30B)" in words(page)
    assert "House players" not in page
    assert f"does not count (30B) {NAMES[5]}" in words(page)


def test_after_round_1_the_player_is_ranked_like_any_other(client: Client, section: Section) -> None:
    page = read(client, section, "standings", after=1)
    assert re.findall(r'<li id="p(\d)"', page)[0] == "5"
    assert "30B" not in page


def test_the_why_page_says_which_round_counts_for_nobody(client: Client, section: Section) -> None:
    page = words(read(client, section, "why", 3))
    assert f"Round 2 counts for nobody: {NAMES[5]} withdrew before playing half of the games (30B)." in page
    assert "does not count: the opponent withdrew before playing half of the games (30B)" in page
    assert "30B" not in read(client, section, "why", 1)


def test_the_why_page_opens_no_score_of_an_opponent_whose_game_counts_for_nobody(
    client: Client, section: Section
) -> None:
    show_columns(section, "solkoff", by=director_of(section))
    page = read(client, section, "why", 3).partition('data-system="solkoff"')[2]
    opened = re.findall(r'data-round="(\d)" data-dropped=""><(details|div)', page)
    assert opened == [("1", "details"), ("2", "div"), ("3", "details"), ("4", "details"), ("5", "div")]


def test_the_why_page_of_who_is_out_says_so(client: Client, section: Section) -> None:
    page = words(read(client, section, "why", 5))
    assert "not ranked: withdrew before playing half of the games (30B) · withdrew after round 2" in page


def test_the_wall_chart_adds_up_to_the_scores(client: Client, section: Section) -> None:
    page = read(client, section, "wall-chart")
    line = page[page.index(NAMES[3]) :].partition("</tr>")[0]
    assert "D4w ½ X5b ½ D1w 1" in words(line)
    assert words(line).endswith("1")
