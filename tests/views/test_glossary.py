"""What the glossary says to parents of each tiebreak, and to directors of published orders."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.html import visit
from tiebreaks.engine.ranking.presets import PRESETS
from tiebreaks.engine.systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS
from tiebreaks.engine.terms.system import TiebreakSystem

OF_SCHOOLS = {code: system for code, system in TEAM_SYSTEMS.items() if not code.startswith("sum:")}
EXPLAINED = MATCH_SYSTEMS | OF_SCHOOLS
EVERY = pytest.mark.parametrize("system", EXPLAINED.values(), ids=EXPLAINED)
WORKED = [system for system in EXPLAINED.values() if not system.by_people]


def test_the_index_names_every_tiebreak_with_what_it_measures(client: Client) -> None:
    page = visit(client, reverse("rules"))
    for system in EXPLAINED.values():
        line = page.one(f"a[id='{system.code}']")
        assert line["href"] == reverse("rule", args=[system.code])
        assert f"{system.name} {system.measures}" in line


def test_no_line_of_a_tiebreak_only_goes_on_with_the_line_of_another_one() -> None:
    """*Who won more games* stood beside *Who won more games: …*."""
    lines = [system.measures.rstrip(".") for system in EXPLAINED.values()]
    goes_on = [(one, other) for one in lines for other in lines if other.startswith(f"{one}:")]
    assert not goes_on


@EVERY
def test_a_tiebreak_has_a_page_in_short_sentences(client: Client, system: TiebreakSystem) -> None:
    page = visit(client, reverse("rule", args=[system.code]))
    assert page.one("h1").text == system.name
    assert page.one(".lead").text == system.measures
    assert len(system.measures) <= 100
    assert system.byes in page
    assert system.source in page
    for sentence in re.split(r"(?<=\.) ", system.byes):
        assert len(sentence) <= 110


@pytest.mark.parametrize("system", WORKED, ids=lambda system: system.code)
def test_an_example_is_worked_out_by_the_system_itself(client: Client, system: TiebreakSystem) -> None:
    example = visit(client, reverse("rule", args=[system.code])).one(".example")
    assert len(example.all(".terms li")) <= 5
    counted = [line for line in example.all(".terms li") if "left out" not in line]
    shown = [line.one(".points").text for line in counted]
    if len(counted) == 1:
        # It is the sum.
        assert not example.all(".sum")
        assert shown[0] in example.texts("p")[-1]
        return
    written, _equals, value = example.one(".sum").text.rpartition(" = ")
    assert written.strip("()").partition(") ÷")[0] == " + ".join(shown).replace("+ −", "− ")
    assert value in example.texts("p")[-1]


def test_the_example_of_modified_median_leaves_the_bye_out(client: Client) -> None:
    """RULES §5.1: a plus score leaves out the lowest, which is the 0 of the bye."""
    example = visit(client, reverse("rule", args=["modified_median"])).one(".example")
    assert "Ann and Cal are tied. Both scored 3." in example
    assert example.texts(".dropped") == [
        "2 half-point bye unplayed round: counts as an opponent with 0 · left out: the weakest 0"
    ]
    assert "2 + 2½ + 3 = 7½" in example
    assert "Ann has 7½, Cal has 6½: Ann is ahead." in example


@pytest.mark.parametrize("system", WORKED, ids=lambda system: system.code)
def test_what_an_adjusted_score_is_stands_on_each_page_that_speaks_of_one(
    client: Client, system: TiebreakSystem
) -> None:
    page = visit(client, reverse("rule", args=[system.code]))
    if "the opponent's adjusted score" in page.one(".example"):
        assert "counts as half a point for that opponent. This makes the adjusted score." in page


def test_the_example_of_team_cumulative_adds_up_its_players_in_each_round(client: Client) -> None:
    example = visit(client, reverse("rule", args=["team_cumulative"])).one(".example")
    assert "2 Ann 1½; Fay 1 score after the round, one of the team's best 2½" in example
    assert "1 + 2½ + 3½ + 4 − 1½ = 9½" in example


def test_the_example_of_modified_median_is_introduced_in_plain_words(client: Client) -> None:
    lead = visit(client, reverse("rule", args=["modified_median"])).one(".lead").text
    assert (
        lead == "How well the opponents did. The weakest is left out; for a score below half, the strongest."
    )


def test_the_results_of_the_example_can_be_checked(client: Client) -> None:
    page = visit(client, reverse("rule", args=["solkoff"]))
    assert "Ann 1450 Oak beat Dee half-point bye beat Ben drew with Cal 3" in page.texts("tr")


def test_a_tie_that_the_example_leaves_goes_on(client: Client) -> None:
    page = visit(client, reverse("rule", args=["win_count"]))
    assert "Cal has 2 too, so the next tiebreak decides." in page


def test_a_tiebreak_that_nobody_knows_is_not_there(client: Client) -> None:
    assert client.get(reverse("rule", args=["sum"])).status_code == 404


def test_directors_find_the_published_orders_with_their_sources(client: Client) -> None:
    page = visit(client, reverse("published-orders"))
    listed = page.one("#presets")
    for preset in PRESETS.values():
        assert preset.name in listed.texts("dt")
        assert preset.source in listed
        assert preset.note in listed
    assert "One point is deducted for each full point" in listed
    assert reverse("published-orders") in visit(client, reverse("rules")).links


def test_what_to_know_before_posting_a_system_stands_where_orders_are_posted(client: Client) -> None:
    for system in SYSTEMS.values():
        page = visit(client, reverse("rule", args=[system.code]))
        for caution in system.cautions:
            assert caution not in page
