"""A parent finds her child at once: the line on every page, the child's page, the search, a school."""

import json
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from tests.addresses import at
from tests.factories import (
    EntryFactory,
    EventFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    game_between,
    games_of,
    paired,
    play_match,
    played,
    section_of,
    three_teams,
)
from tests.html import Element, read, visit
from tournaments import pictures, zones
from tournaments.models import Event, Section
from tournaments.services import decisions, finishing, pairings, rosters, visibility
from tournaments.text.players import uncounted
from tournaments.text.wording import date_and_clock


def name_of(section: Section, number: int) -> str:
    return section.players.get(number=number).name


def card(section: Section, number: int) -> Element:
    return visit(Client(), at("card", section, number))


def now(section: Section, number: int) -> str:
    return card(section, number).one(".now:not([hidden])").text


# --- the line that phones keep in sight ----------------------------------------------------------


def test_before_round_1_the_line_says_that_nothing_is_posted() -> None:
    section = a_section(4)
    line = card(section, 1)
    assert line.one(".of").text == name_of(section, 1)
    assert now(section, 1) == "Round 1 is not posted yet."


def test_a_posted_board_is_named_with_color_and_opponent() -> None:
    section = a_section(4)
    paired(section, 1, "1 2\n4 3", publish=True)
    assert now(section, 2) == f"Round 1: board 1, Black against {name_of(section, 1)}"
    line = card(section, 4)
    assert now(section, 4) == f"Round 1: board 2, White against {name_of(section, 3)}"
    # For a phone that has not shown this round yet.
    assert line.one(".news").text == f"Round 1 is posted: board 2, White against {name_of(section, 3)}"
    assert line.one(".child")["data-round"] == "1"


def test_before_the_first_result_nobody_has_a_place_or_shares_one() -> None:
    section = a_section(5)
    paired(section, 1, "1 2\n4 3\n5 H", publish=True)
    assert card(section, 1).one(".of").text == name_of(section, 1)
    assert now(section, 5) == "Round 1: half-point bye"
    page = visit(Client(), at("player", section, 1))
    assert "tied" not in page.text
    assert not page.all(".player .big")
    enter(games_of(section, 1)[0], "WL")
    assert visit(Client(), at("player", section, 1)).one(".player .big").text == "1"
    assert card(section, 4).one(".of").text.startswith(f"{name_of(section, 4)} · 0 points · ")


def test_a_round_that_is_only_paired_is_not_told() -> None:
    section = a_section(4)
    played(section, 1, "1 2 WL\n3 4 WL")
    paired(section, 2, "1 3\n2 4")
    assert now(section, 1).startswith("Round 1: won")


def test_after_a_result_the_line_says_it_with_the_place_and_how_far_the_player_came() -> None:
    section = a_section(4)
    played(section, 1, "1 2 DD\n3 4 WL")
    played(section, 2, "1 3 LW\n2 4")  # number 4 is last, and plays
    line = card(section, 4)
    assert "Round 2: board 2, Black against" in line
    enter(game_between(games_of(section, 2), 2, 4), "LW")
    line = card(section, 4)
    assert line.one(".now").text.startswith("Round 2: won, now 2nd")
    assert line.one(".now .up .visually-hidden").text == "up 2 places"
    assert line.one(".of").text == f"{name_of(section, 4)} · 1 point"
    assert not line.one(".child").has("data-round")


def test_who_falls_is_told_so(section: Section) -> None:
    assert read(Client().get(at("card", section, 3))).one(".down .visually-hidden").text == "down 1 place"


def test_nobody_rises_or_falls_before_a_result_of_the_round_that_is_played() -> None:
    section = a_section(4, order="modified_median,solkoff")
    played(section, 1, "1 2 WL\n3 4 LW")
    played(section, 2, "1 4 LW\n2 3 WL")
    paired(section, 3, "4 2\n1 3", publish=True)
    lines = [card(section, number) for number in (1, 2, 3, 4)]
    standings = visit(Client(), at("standings", section))
    assert not any(line.all(":is(.up, .down)") for line in lines)
    assert not standings.all(".rank small")
    assert "place since round" not in visit(Client(), at("row", section, 1))
    enter(game_between(games_of(section, 3), 1, 3), "LW")
    assert card(section, 3).one(".up .visually-hidden").text == "up 2 places"


def test_a_match_counts_from_its_first_board_on() -> None:
    section = three_teams()
    play_match(paired(section, 1, "2 1\n3 B", publish=True)[0], "WL", "WL", "WL")
    match = paired(section, 2, "1 3\n2 H", publish=True)[0]
    assert not any(card(section, number).all(":is(.up, .down)") for number in (1, 2, 3))
    play_match(match, "LW")
    assert card(section, 2).one(".up .visually-hidden").text == "up 1 place"


def test_a_player_whose_game_is_still_open_has_the_place_beside_the_points(section: Section) -> None:
    line = card(section, 2)
    assert line.one(".of").text.startswith(f"{name_of(section, 2)} · 0 points · ")
    assert "now" not in now(section, 2)


def test_a_bye_and_a_round_off_are_told() -> None:
    section = a_section(3)
    played(section, 1, "1 2 WL\n3 H")
    assert now(section, 3).startswith("Round 1: half-point bye, now ")


def test_a_forfeit_is_told_as_one() -> None:
    section = a_section(2)
    played(section, 1, "1 2 XF")
    assert now(section, 1).startswith("Round 1: won by forfeit, now 1st")
    assert now(section, 2).startswith("Round 1: lost by forfeit, now 2nd")


def test_who_still_plays_a_round_reads_its_board_before_that_of_the_round_posted_since() -> None:
    section = a_section(4)
    played(section, 1, "1 2\n3 4 WL")
    paired(section, 2, "3 1\n2 4", publish=True)
    still = f"Still playing round 1: board 1, White against {name_of(section, 2)}"
    assert now(section, 1) == f"{still} · Round 2: board 1, Black against {name_of(section, 3)}"
    told = f"{still} · Round 2 is posted: board 1, Black against {name_of(section, 3)}"
    assert card(section, 1).one(".news").text == told
    assert visit(Client(), at("player", section, 1)).one(".next").text == now(section, 1)
    assert now(section, 3) == f"Round 2: board 1, White against {name_of(section, 1)}"


def test_who_sits_at_boards_of_two_rounds_is_led_to_the_reasons_of_each() -> None:
    section = a_section(4)
    played(section, 1, "1 2\n3 4 WL")
    paired(section, 2, "2 4\n3 1", publish=True)
    page = visit(Client(), at("player", section, 1))
    assert page.link("Round 1: why this pairing?") == at("board", section, 1, 1)
    assert page.link("Round 2: why this pairing?") == at("board", section, 2, 2)
    assert visit(Client(), at("player", section, 3)).link("Why this pairing?") == at("board", section, 2, 2)
    enter(games_of(section, 1)[0], "WL")
    assert visit(Client(), at("player", section, 1)).link("Why this pairing?") == at("board", section, 2, 2)


def test_who_still_plays_a_round_and_has_a_bye_of_the_next_reads_both() -> None:
    section = a_section(3)
    played(section, 1, "1 2\n3 B")
    paired(section, 2, "1 H\n2 3", publish=True)
    still = f"Still playing round 1: board 1, White against {name_of(section, 2)}"
    assert now(section, 1) == f"{still} · Round 2: half-point bye"


def test_beside_the_points_it_is_said_when_a_result_that_is_not_counted_yet_will_be() -> None:
    section = a_section(6)
    played(section, 1, "1 2\n3 4 WL\n5 6 WL")
    paired(section, 2, "3 5\n4 6\n1 H", publish=True)
    assert not card(section, 3).all(".later")
    enter(game_between(games_of(section, 2), 3, 5), "WL")
    waits = "round 2 counts once board 1 of round 1 is finished"
    line = card(section, 3)
    assert line.one(".of").text.startswith(f"{name_of(section, 3)} · 1 point")
    assert line.one(".later").text == waits
    assert visit(Client(), at("player", section, 3)).one(".score .later").text == waits
    assert not card(section, 4).all(".later")
    enter(games_of(section, 1)[0], "WL")
    assert not card(section, 3).all(".later")


def test_what_is_not_counted_waits_for_matches_or_for_many_boards() -> None:
    assert uncounted(2, counted=1, boards=[1, 3]) == "round 2 counts once boards 1, 3 of round 1 are finished"
    many = "round 2 counts once 5 games of round 1 are finished"
    assert uncounted(2, counted=1, boards=[1, 2, 3, 4, 5]) == many
    of_teams = uncounted(2, counted=1, boards=[2], matches=True)
    assert of_teams == "round 2 counts once match 2 of round 1 is finished"
    many = "round 2 counts once 5 matches of round 1 are finished"
    assert uncounted(2, counted=1, boards=[1, 2, 3, 4, 5], matches=True) == many


def test_who_withdrew_is_told_so() -> None:
    section = a_section(4)
    played(section, 1, "1 2 WL\n3 4 WL")
    withdrawn = section.players.get(number=4)
    pairings.withdraw(withdrawn, 1, by=director_of(section))
    paired(section, 2, "1 3", publish=True)
    assert now(section, 4) == "Withdrew after round 1."


def test_at_the_end_the_line_has_the_place_and_the_trophy() -> None:
    section = a_section(2, 1, place_trophies=1)
    played(section, 1, "1 2 WL")
    line = card(section, 1)
    assert line.one(".now").text == "After all rounds: 1st"
    assert line.one(".pill").text == "1st trophy"
    assert line.one(".child").has("data-finished")
    finishing.finish(as_it_stands(section), by=director_of(section))
    assert now(section, 1) == "Final: 1st"


def test_a_card_says_that_the_section_is_final_and_when(client: Client) -> None:
    section = a_section(2, 1)
    played(section, 1, "1 2 WL")
    card = at("card", section, 1)
    assert "FINAL" not in visit(client, card)
    row = finishing.finish(as_it_stands(section), by=director_of(section))
    with timezone.override(zones.zone(section.event.time_zone)):
        when = date_and_clock(row.finished_at)
    for path in (card, reverse("event", args=[section.event.slug])):
        assert f"FINAL {when}" in visit(client, path)


def test_a_trophy_is_projected_while_a_game_can_still_move_it() -> None:
    section = a_section(4, 2, place_trophies=1)
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4 WL")
    for page in (card(section, 1), visit(Client(), at("player", section, 1))):
        assert page.one(".pill.projected").text.endswith("if it ended now")


def test_a_tie_that_the_tiebreaks_leave_is_said() -> None:
    section = a_section(2)
    played(section, 1, "1 2 DD")
    assert now(section, 1).startswith("Round 1: drew, now tied for 1st")


def test_a_house_player_has_no_place() -> None:
    section = a_section(1)
    rosters.add_players(section, [EntryFactory.create(house=True)], by=director_of(section))
    played(section, 1, "1 2 LW")
    assert now(section, 2) == "Round 1: won"


def test_a_team_of_a_match_is_followed_too() -> None:
    section = three_teams()
    paired(section, 1, "1 2\n3 B", publish=True)
    assert "against Birch Bishops" in now(section, 1)


def test_nobodys_number_has_no_line_and_no_page(client: Client, section: Section) -> None:
    for name in ("card", "player", "player-live"):
        assert client.get(at(name, section, 9)).status_code == 404


def test_all_who_follow_a_player_ask_one_address_and_cost_one_query(
    client: Client, section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tag = client.get(at("card", section, 1)).headers["ETag"]
    with django_assert_num_queries(1):
        again = client.get(at("card", section, 1), headers={"if-none-match": tag})
    assert again.status_code == 304


# --- the page of a player ------------------------------------------------------------------------


def test_the_page_of_a_player_has_the_next_board_the_place_and_every_game(
    client: Client, section: Section
) -> None:
    page = visit(client, at("player", section, 1))
    assert page.one("article h2").text.startswith(name_of(section, 1))
    assert page.one(".next").text.startswith("Round 2: won, now 1st")
    assert page.one("p b").text == "2 points"
    rows = [row.text for row in page.all(".played tbody tr")]
    why = "Why? Board 1: why these two"
    assert rows == [
        f"Round 1 1 White against {name_of(section, 2)} {why} won 1",
        f"Round 2 1 White against {name_of(section, 3)} {why} won 1",
    ]
    assert page.link("Why this place?") == at("why", section, 1)
    assert page.link(name_of(section, 3)) == at("player", section, 3)


def test_an_open_game_has_no_points_yet(client: Client, section: Section) -> None:
    last = visit(client, at("player", section, 2)).all(".played tbody tr")[-1]
    assert (
        last.text
        == f"Round 2 2 White against {name_of(section, 4)} Why? Board 2: why these two still playing"
    )


def test_a_link_that_is_sent_says_how_the_player_stands(client: Client, section: Section) -> None:
    page = visit(client, at("player", section, 1))
    assert page.one("meta[property='og:title']")["content"] == f"{name_of(section, 1)}: 1st, 2 points"
    fourth = visit(client, at("player", section, 4))
    assert fourth.one("meta[property='og:title']")["content"].endswith(
        ": 4th, tied on 0 points, Solkoff 1 to 2"
    )
    about = page.one("meta[property='og:description']")["content"]
    assert about == f"{section.name}, {section.event.name}. Round 2: won, now 1st"


def title_of(section: Section, number: int) -> str:
    page = visit(Client(), at("player", section, number))
    return str(page.one("meta[property='og:title']")["content"]).removeprefix(f"{name_of(section, number)}: ")


def test_a_link_says_in_a_tie_which_tiebreak_decides_the_place() -> None:
    section = a_section(5)
    played(section, 1, "1 2 WL\n3 4 WL\n5 B")
    played(section, 2, "1 3 WL\n2 5 WL\n4 B")
    assert title_of(section, 1) == "1st, 2 points"
    # Her own value first: ahead of the next one below, or the last of them behind.
    assert {title_of(section, number) for number in (2, 3, 4, 5)} == {
        "2nd, tied on 1 point, Cumulative 2 to 1",
        "3rd, tied on 1 point, Solkoff 2½ to 1",
        "4th, tied on 1 point, Cumulative 1 to 0",
        "5th, tied on 1 point, Cumulative 0 to 1",
    }


def test_a_tie_that_the_order_leaves_has_no_deciding_tiebreak() -> None:
    section = a_section(4)
    played(section, 1, "1 2 WL\n3 4 WL")
    assert title_of(section, 1) == "tied for 1st, tied on 1 point"


def test_a_playoff_is_named_where_it_decides() -> None:
    section = a_section(4, rounds=1)
    played(section, 1, "1 2 WL\n3 4 WL")
    decisions.record_decision(
        decisions.PLAYOFF, as_it_stands(section), [[1], [3]], by=director_of(section.event)
    )
    assert title_of(section, 3) == "2nd, tied on 1 point, Playoff"


def test_the_link_has_a_picture_of_the_same_words(
    client: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[str, str, str]] = []

    def of_text(*lines: str) -> bytes:
        written.append((lines[0], lines[1], lines[2]))
        return draw(*lines)

    draw = pictures.of_text
    monkeypatch.setattr(pictures, "of_text", of_text)
    page = visit(client, at("player", section, 1))
    address = page.one("meta[property='og:image']")["content"]
    assert address == "http://testserver" + at("player-picture", section, 1)
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    assert written == [(name_of(section, 1), "1st, 2 points", f"{section.name}, {section.event.name}")]
    assert client.get(at("player-picture", section, 99)).status_code == 404


def test_a_name_is_text_wherever_it_stands(client: Client) -> None:
    event = EventFactory.create()
    section = section_of(event, "Open", "<b>x</b>&amp;/<i>Elm</i> Bo/Fir")
    played(section, 1, "1 2 WL")
    for path in [
        at("player", section, 2),
        at("card", section, 2),
        at("card", section, 1),
        reverse("school", args=[event.slug, "fir"]),
        reverse("event", args=[event.slug]) + "?q=x",
    ]:
        assert "<b>x" not in client.get(path).text
        assert "<i>Elm" not in client.get(path).text


# --- the search ----------------------------------------------------------------------------------


@pytest.fixture
def two_sections() -> Event:
    event = EventFactory.create()
    entries = {
        "K-3": [("Łucja García-López", "Cedar Hill"), ("Ann", "Elm")],
        "K-8": [("Zoë O'Brien", "Cedar Hill"), ("Bo Lopez", "Fir")],
    }
    for name, people in entries.items():
        section = a_section(0, event=event, name=name)
        roster = [EntryFactory.create(name=player, team=school) for player, school in people]
        rosters.add_players(section, roster, by=director_of(event))
    return event


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
        ("opez", []),
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
    posted = "board 1, White against Alder Lane · Board 1.1, White against Ada Ames"
    assert line.one(".now:not(.news)").text == f"Round 1: {posted}"
    assert line.one(".news").text == f"Round 1 is posted: {posted}"
    play_match(match, "LW")
    now = of("Flo Birk").one(".now:not(.news)").text
    assert now == "Round 1: board 1, White against Alder Lane · Board 1.1: lost"
    play_match(match, "LW", "WL", "WL", "LW")
    assert of("Gil Birk").one(".of").text.startswith("Gil Birk · Birch Bishops · ")
    assert of("Gil Birk").one(".now").text.endswith(" · Board 1.2: won")


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
    assert found_in(section.event, "case") == []


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


# --- a school, and all whom a phone follows ------------------------------------------------------


def test_the_page_of_a_school_has_its_players_of_every_section(client: Client, two_sections: Event) -> None:
    section = two_sections.sections.get(name="K-3")
    played(section, 1, "1 2 WL")
    page = visit(client, reverse("school", args=[two_sections.slug, "cedarhill"]))
    assert page.one("h1").text == "Cedar Hill"
    assert "2 players" in page
    assert page.texts(".cards .of b") == ["Łucja García-López", "Zoë O'Brien"]
    assert page.texts(".cards .where > bdi") == ["K-3", "K-8"]
    assert page.texts(".cards .now")[0].startswith("Round 1: won, now 1st")


def test_a_section_lists_the_best_of_a_school_first(client: Client) -> None:
    event = EventFactory.create()
    section = section_of(event, "Open", "Ann/Elm Bo/Fir Cy/elm")
    played(section, 1, "2 1 WL\n3 B")
    page = visit(client, reverse("school", args=[event.slug, "elm"]))
    assert page.texts(".cards .of b") == ["Cy", "Ann"]


def test_a_player_leads_to_the_school(client: Client, two_sections: Event) -> None:
    section = two_sections.sections.get(name="K-3")
    page = visit(client, at("player", section, 1))
    assert page.link("Cedar Hill") == reverse("school", args=[two_sections.slug, "cedarhill"])


def test_the_page_of_all_whom_a_phone_follows_knows_nobody(
    client: Client, section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        page = visit(client, reverse("following"))
    assert name_of(section, 1) not in page


def test_every_public_page_but_the_hall_screen_has_room_for_the_cards(
    client: Client, section: Section
) -> None:
    pages = [
        reverse("home"),
        reverse("rules"),
        reverse("following"),
        reverse("event", args=[section.event.slug]),
        *(
            at(name, section)
            for name in ("standings", "paper", "wall-chart", "trophies", "cash", "posted-order")
        ),
        *(at(name, section, 1) for name in ("why", "player", "round")),
    ]
    for path in pages:
        assert len(visit(client, path).all("#dock")) == 1, path
    assert not visit(client, reverse("screen", args=[section.event.slug])).all("#dock")


def test_a_preview_of_a_draft_leads_to_previews(desk: Client, kim: object) -> None:
    section = a_section(2, by=kim, draft=True)  # type: ignore[arg-type]
    played(section, 1, "1 2 WL")
    line = read(desk.get(f"/preview{at('card', section, 1)}"))
    assert line.one(".child")["href"] == f"/preview{at('player', section, 1)}"
    page = read(desk.get(f"/preview{at('standings', section)}"))
    assert (
        page.one("form.find")["data-players"] == f"/preview{reverse('everybody', args=[section.event.slug])}"
    )
