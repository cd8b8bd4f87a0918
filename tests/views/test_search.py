"""A player is found by name in every section, and a child of a team with the board."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.addresses import at
from tests.factories import (
    EntryFactory,
    director_of,
    enter,
    games_of,
    paired,
    play_match,
    played,
    three_teams,
)
from tests.html import Element, visit
from tests.views.followed import two_sections
from tournaments.models import Event
from tournaments.services import pairings, rosters, visibility

__all__ = ["two_sections"]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("lopez", ["Łucja García-López", "Bo Lopez"]),
        ("lop luc", ["Łucja García-López"]),
        ("López, Łu", ["Łucja García-López"]),
        ("obrien", ["Zoë O'Brien"]),
        ("O’BRIEN zoe", ["Zoë O'Brien"]),
        ("cedar", ["Łucja García-López", "Zoë O'Brien"]),
        ("cedar zo", ["Zoë O'Brien"]),
        ("o brien", ["Zoë O'Brien"]),
        ("O-Brien, Zoe", ["Zoë O'Brien"]),
        ("brien", ["Zoë O'Brien"]),
        ("garcialopez", ["Łucja García-López"]),
        ("bolopez", ["Bo Lopez"]),
        ("lo pez b o", ["Bo Lopez"]),
        ("cedarhill zo", ["Zoë O'Brien"]),
        ("zoe bo", []),
        ("pez", []),
        ("nobody", []),
    ],
)
def test_a_player_is_found_in_every_section_by_the_beginnings_of_words(
    client: Client, two_sections: Event, typed: str, names: list[str]
) -> None:
    page = visit(client, reverse("event", args=[two_sections.slug]), {"q": typed})
    assert page.texts(".found .line > span > bdi") == names
    assert page.one("#find")["value"] == typed
    if not names:
        assert "Nobody here has this name." in page


def test_who_is_found_leads_to_the_page_of_the_player(client: Client, two_sections: Event) -> None:
    page = visit(client, reverse("event", args=[two_sections.slug]), {"q": "zoe"})
    section = two_sections.sections.get(name="K-8")
    assert page.one(".found .line")["href"] == at("player", section, 1)


@pytest.mark.parametrize("typed", ["", "  ", "–", "%00"])
def test_nothing_typed_finds_nothing_and_the_page_is_whole(
    client: Client, two_sections: Event, typed: str
) -> None:
    page = visit(client, reverse("event", args=[two_sections.slug]), {"q": typed})
    assert not page.all("ul.found li")
    assert "K-8" in page


def test_the_names_for_the_search_are_those_of_the_public_pages_and_no_more(
    client: Client, two_sections: Event
) -> None:
    answer = client.get(reverse("everybody", args=[two_sections.slug]))
    assert answer.headers["Content-Type"] == "application/json"
    assert json.loads(answer.content) == {
        "sections": [["k-3", "K-3"], ["k-8", "K-8"]],
        "schools": [["Elm", "elm"], ["Cedar Hill", "cedarhill"], ["Fir", "fir"]],
        "players": [
            [0, 2, "Ann", 0, ""],
            [0, 1, "Łucja García-López", 1, ""],
            [1, 2, "Bo Lopez", 2, ""],
            [1, 1, "Zoë O'Brien", 1, ""],
        ],
        "members": [],
    }


def found_in(event: Event, typed: str) -> list[str]:
    return visit(Client(), reverse("event", args=[event.slug]), {"q": typed}).texts("ul.found .line")


def test_who_is_found_has_the_board_of_the_round_that_is_played(two_sections: Event) -> None:
    section = two_sections.sections.get(name="K-8")
    rosters.add_players(section, [EntryFactory.create(name="Cy New")], by=director_of(two_sections))
    zoe, cy = "Zoë O'Brien K-8 · Cedar Hill", "Cy New K-8"
    paired(section, 1, "1 2\n3 H")
    assert found_in(two_sections, "zoe") == [zoe]
    pairings.publish(section, 1, by=director_of(two_sections))
    assert found_in(two_sections, "zoe") == [f"{zoe} Board 1, White against Bo Lopez"]
    assert found_in(two_sections, "cy ") == [f"{cy} Round 1: half-point bye"]
    names = json.loads(Client().get(reverse("everybody", args=[two_sections.slug])).content)
    assert [1, 2, "Bo Lopez", 2, "Board 1, Black against Zoë O'Brien"] in names["players"]
    enter(games_of(section, 1)[0], "WL")
    assert found_in(two_sections, "zoe") == [zoe]
    assert found_in(two_sections, "cy ") == [cy]


def test_who_still_plays_a_round_or_is_not_paired_yet_is_found_with_that(two_sections: Event) -> None:
    section = two_sections.sections.get(name="K-8")
    new = [EntryFactory.create(name=name) for name in ("Cy New", "Di New", "Ed New")]
    rosters.add_players(section, new, by=director_of(two_sections))
    played(section, 1, "1 2\n3 4 WL\n5 H")
    paired(section, 2, "1 3\n5 2", publish=True)
    assert found_in(two_sections, "zoe")[0].endswith(
        "Hill Still playing round 1: board 1, White against Bo Lopez · Round 2: board 1, White against Cy New"
    )
    assert found_in(two_sections, "ed")[0].endswith("K-8 Board 2, White against Bo Lopez")
    assert found_in(two_sections, "di")[0].endswith("K-8 Round 2: not paired yet")


def test_a_player_of_a_team_is_found_with_the_board_and_leads_to_the_team() -> None:
    section = three_teams()
    match = paired(section, 1, "2 1\n3 B", publish=True)[0]
    assert found_in(section.event, "ben") == [
        f"Ben Ames {section.name} · Alder Lane Board {match.board}.2, White against Gil Birk"
    ]
    page = visit(Client(), reverse("event", args=[section.event.slug]), {"q": "birk flo"})
    assert page.one("ul.found .line")["href"] == at("player", section, 2)
    star = page.one("ul.found .star")
    assert (star["data-follow"], star["data-name"]) == (at("member", section, 2, "Flo Birk"), "Flo Birk")
    # Birch Bishops is one short: nobody plays there.
    assert found_in(section.event, "di am") == [f"Di Ames {section.name} · Alder Lane"]
    names = json.loads(Client().get(reverse("everybody", args=[section.event.slug])).content)
    assert [0, 2, "Flo Birk", "Birch Bishops", "Board 1.1, White against Ada Ames"] in names["members"]
    assert [name for _section, _number, name, *_more in names["players"]] == [
        "Alder Lane",
        "Birch Bishops",
        "Cedar Castles",
    ]


def test_the_page_of_a_team_has_the_boards_of_its_match_with_who_sits_there() -> None:
    section = three_teams()
    paired(section, 1, "2 1\n3 B", publish=True)
    page = visit(Client(), at("player", section, 1))
    assert page.texts(".boards tr.of-match .bd") == ["1.1", "1.2", "1.3", "1.4"]
    line = page.all(".boards tr.of-match")[1]
    assert line.spoken == "1.2 Black Gil Birk 1800 still playing White Ben Ames 1900"
    assert not visit(Client(), at("player", section, 3)).all(".boards")


def test_the_card_of_a_child_in_a_team_has_the_teams_points_and_place_its_match_and_her_board() -> None:
    section = three_teams()
    match = paired(section, 1, "2 1\n3 B", publish=True)[0]

    def of(name: str, team: int = 2) -> Element:
        return visit(Client(), at("member-card", section, team, name))

    line = of("Flo Birk")
    assert line.one(".of").text == "Flo Birk · Birch Bishops"
    assert line.one(".child")["href"] == at("player", section, 2)
    assert line.one(".child")["data-name"] == "Flo Birk"
    posted = "match 1, White on board 1 against Alder Lane · Board 1.1, White against Ada Ames"
    assert line.one(".now:not(.news)").text == f"Round 1: {posted}"
    assert line.one(".news").text == f"Round 1 is posted: {posted}"
    play_match(match, "LW")
    now = of("Flo Birk").one(".now:not(.news)").text
    assert now == "Round 1: match 1, White on board 1 against Alder Lane · Board 1.1: lost"
    play_match(match, "LW", "WL", "WL", "LW")
    assert of("Gil Birk").one(".of").text.startswith("Gil Birk · Birch Bishops · ")
    assert of("Gil Birk").one(".now").text.endswith(" · Board 1.2: won · Round 2 is not posted yet.")


def test_a_child_who_sits_out_a_match_has_the_card_of_the_team_and_no_board() -> None:
    section = three_teams()
    play_match(paired(section, 1, "2 1\n3 B", publish=True)[0], "DD", "DD", "DD", "DD")
    paired(section, 2, "1 3\n2 B", publish=True)
    now = visit(Client(), at("member-card", section, 2, "Flo Birk")).one(".now").text
    assert now.startswith("Round 2: full-point bye")
    assert "Board" not in now


def test_there_is_no_card_of_a_name_that_no_posted_match_has() -> None:
    section = three_teams()
    paired(section, 1, "2 1\n3 B", publish=True)
    for team, name in ((2, "Ada Ames"), (1, "Ed Ames"), (1, ""), (9, "Ada Ames")):
        here = at("member-card", section, team, name or "x")
        assert Client().get(here).status_code == 404


def test_the_address_of_a_child_in_a_team_leads_to_the_team() -> None:
    section = three_teams()
    answer = Client().get(at("member", section, 2, "Flo Birk"))
    assert answer.headers["Location"] == at("player", section, 2)


def test_who_of_a_team_sat_at_no_posted_board_is_in_no_search() -> None:
    section = three_teams()
    paired(section, 1, "2 1\n3 B")
    assert found_in(section.event, "ames") == []
    pairings.publish(section, 1, by=director_of(section))
    assert len(found_in(section.event, "ames")) == 4  # not the alternate
    assert found_in(section.event, "ed ames") == []
    assert not any("Case" in each for each in found_in(section.event, "case"))


def test_a_player_of_a_team_whose_game_is_over_is_found_without_the_board() -> None:
    section = three_teams()
    match = paired(section, 1, "2 1\n3 B", publish=True)[0]
    play_match(match, "WL")
    assert found_in(section.event, "flo") == [f"Flo Birk {section.name} · Birch Bishops"]


def test_a_draft_is_in_no_search_and_on_no_page_of_a_school(client: Client, two_sections: Event) -> None:
    hidden = two_sections.sections.get(name="K-8")
    visibility.set_hidden(hidden, True, by=director_of(two_sections))
    names = client.get(reverse("everybody", args=[two_sections.slug])).text
    assert "O'Brien" not in names
    assert "K-8" not in names
    assert "O&#x27;Brien" not in client.get(reverse("event", args=[two_sections.slug]), {"q": "zoe"}).text
    assert "O&#x27;Brien" not in client.get(reverse("school", args=[two_sections.slug, "cedarhill"])).text
    assert client.get(reverse("school", args=[two_sections.slug, "fir"])).status_code == 404


def test_the_names_change_with_any_section_and_cost_one_query_until_then(
    client: Client, two_sections: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    path = reverse("everybody", args=[two_sections.slug])
    tag = client.get(path).headers["ETag"]
    with django_assert_num_queries(1):
        assert client.get(path, headers={"if-none-match": tag}).status_code == 304
    section = two_sections.sections.get(name="K-8")
    rosters.add_players(section, [EntryFactory.create(name="Cy New")], by=director_of(two_sections))
    assert "Cy New" in client.get(path, headers={"if-none-match": tag}).text
