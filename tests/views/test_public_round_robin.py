"""30B on the phones: who left a round robin early is named, unranked, and the why pages tell of it."""

import pytest
from django.test import Client

from tests.addresses import at
from tests.cases import case, expected
from tests.factories import director_of, imported
from tests.html import visit
from tests.views.why_pages import arithmetic, systems
from tournaments.models import Section
from tournaments.services.orders import show_columns

NAMES = {card.number: card.name for card in case("withdrew_before_half").chart.cards}


@pytest.fixture
def section() -> Section:
    return imported(case("withdrew_before_half"), "sonneborn_berger,head_to_head")


def test_the_table_lists_who_is_out_last_and_without_a_rank(client: Client, section: Section) -> None:
    page = visit(client, at("standings", section))
    assert [(row["data-player"], row.one(".rank").text.split()[0]) for row in page.all("li.entry")] == [
        (str(row.number), "–" if row.rank is None else str(row.rank))
        for row in expected("withdrew_before_half")
    ]
    assert "Withdrew before playing half of the games not ranked (30B)" in page
    assert "House players" not in page
    assert f"does not count (30B) {NAMES[5]}" in visit(client, at("row", section, 3))


def test_after_round_1_the_player_is_ranked_like_any_other(client: Client, section: Section) -> None:
    page = visit(client, at("standings", section), {"after": 1})
    assert page.all("li.entry")[0]["data-player"] == "5"
    assert "30B" not in page


def test_the_why_page_says_which_round_counts_for_nobody(client: Client, section: Section) -> None:
    page = visit(client, at("why", section, 3))
    assert f"Round 2 does not count: {NAMES[5]} withdrew before playing half of the games (30B)." in page
    assert "does not count: the opponent withdrew before playing half of the games (30B)" in page
    assert "30B" not in visit(client, at("why", section, 1))


def test_a_game_that_counts_for_nobody_is_no_bye_and_gives_no_point(client: Client, section: Section) -> None:
    """Round 2 of 3 was won by forfeit against 5."""
    player = visit(client, at("player", section, 3))
    assert [row.texts("td")[-2:] for row in player.all("table.played tbody tr")] == [
        ["drew", "½"],
        ["won by forfeit, does not count (30B)", ""],
        ["drew", "½"],
        ["lost", "0"],
        ["sits out", "0"],
    ]
    for page in (visit(client, at("why", section, 3)), arithmetic(client, section, 3)):
        assert f"{NAMES[5]} Round 2 · does not count: the opponent withdrew" in page.text.replace(" :", ":")
        assert "zero-point bye" not in page
    assert "no cuenta: el rival se retiró" in visit(client, f"/es{at('why', section, 3)}")


def test_the_why_page_opens_no_score_of_an_opponent_whose_game_counts_for_nobody(
    client: Client, section: Section
) -> None:
    show_columns(section, "solkoff", by=director_of(section))
    (solkoff,) = (system for system in systems(arithmetic(client, section, 3)) if system.code == "solkoff")
    terms = solkoff.element.all("[data-term]")
    assert [term["data-round"] for term in terms if term.all("details")] == ["1", "3", "4"]
    assert [term["data-round"] for term in terms if not term.all("details")] == ["2", "5"]


def test_the_why_page_of_who_is_out_says_so(client: Client, section: Section) -> None:
    page = visit(client, at("why", section, 5))
    assert "not ranked: withdrew before playing half of the games (30B)" in page
    assert "Withdrew after round 2." in page


def test_the_wall_chart_adds_up_to_the_scores(client: Client, section: Section) -> None:
    page = visit(client, at("wall-chart", section))
    (line,) = (row for row in page.all("tr") if NAMES[3] in row)
    assert "D4w ½ X5b ½ D1w 1" in line
    assert line.text.endswith("1")


def test_the_reason_that_the_program_gave_for_the_order_is_in_the_language_of_the_reader(
    client: Client, section: Section
) -> None:
    assert "Reason: Imported with the wall chart" in visit(client, at("posted-order", section))
    assert "Motivo: Importado con el cuadro de resultados" in visit(
        client, f"/es{at('posted-order', section)}"
    )
