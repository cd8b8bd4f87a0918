"""A parent finds her child at once: the line on every page, a school, all whom a phone follows."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
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
from tests.html import read, visit
from tests.views.followed import card, name_of, now, two_sections
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.selectors import players_document
from tournaments import zones
from tournaments.models import Event, Section
from tournaments.services import finishing, pairings, rosters, teams
from tournaments.text.players import uncounted
from tournaments.text.wording import date_and_clock

__all__ = ["two_sections"]


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


def test_between_two_rounds_the_line_says_that_the_next_one_is_not_posted_yet(client: Client) -> None:
    section = a_section(4, 3)
    played(section, 1, "1 2 WL\n3 4")
    assert "not posted" not in card(section, 1)
    enter(game_between(games_of(section, 1), 3, 4), "WL")
    now_and_next = "Round 1: won, now tied for 1st after tiebreaks · Round 2 is not posted yet."
    assert card(section, 1).one(".now").text == now_and_next
    assert now_and_next in visit(client, at("player", section, 1)).one(".next").text
    played(section, 2, "1 3 WL\n2 4 WL")
    assert "not posted yet" in card(section, 1)
    played(section, 3, "1 4 WL\n2 3 WL")
    assert "not posted" not in card(section, 1)


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


def test_a_place_is_one_so_far_while_games_of_its_round_are_played() -> None:
    section = a_section(4, order="modified_median,solkoff")
    played(section, 1, "1 2 WL\n3 4")
    assert now(section, 1) == "Round 1: won, so far 1st"
    assert card(section, 3).one(".of").text.endswith("0 points · so far tied for 3rd after tiebreaks")
    enter(game_between(games_of(section, 1), 3, 4), "LW")
    assert now(section, 1).startswith("Round 1: won, now ")
    assert "so far" not in card(section, 3)


def test_the_points_stand_beside_their_number(section: Section) -> None:
    page = Client().get(at("card", section, 3)).content.decode()
    assert "1\N{NO-BREAK SPACE}point" in page


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
    waits = "round 2 not counted yet: board 1 of round 1 is still playing"
    line = card(section, 3)
    assert line.one(".of").text.startswith(f"{name_of(section, 3)} · 1 point")
    assert line.one(".later").text == waits
    assert visit(Client(), at("player", section, 3)).one(".score .later").text == waits
    assert not card(section, 4).all(".later")
    enter(games_of(section, 1)[0], "WL")
    assert not card(section, 3).all(".later")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Kind.HALF_BYE, ["half-point bye in round 2: counts once its pairings are posted"]),
        (Kind.UNPAIRED, []),
    ],
)
def test_a_bye_of_a_round_to_come_counts_once_its_pairings_are_posted(
    kim: User, kind: Kind, said: list[str]
) -> None:
    """It was to count when the games of this round finished. They had, and nothing said why it did not."""
    section = a_section(4, by=kim)
    [first, _second] = played(section, 1, "1 3\n2 4 WL")
    pairings.give_bye(section, 2, [2], kind, by=kim)

    def later() -> list[str]:
        page = visit(Client(), at("player", section, 2))
        assert page.texts(".score .later") == card(section, 2).texts(".of .later")
        return page.texts(".score .later")

    assert later() == said
    enter(first, "WL")
    assert later() == said
    pairings.pair(section, 2, "1 3", by=kim)
    pairings.publish(section, 2, by=kim)
    assert not later()


def test_what_is_not_counted_waits_for_matches_or_for_many_boards() -> None:
    assert (
        uncounted(2, counted=1, boards=[1, 3])
        == "round 2 not counted yet: boards 1, 3 of round 1 are still playing"
    )
    many = "round 2 not counted yet: 5 games of round 1 are still playing"
    assert uncounted(2, counted=1, boards=[1, 2, 3, 4, 5]) == many
    of_teams = uncounted(2, counted=1, boards=[2], matches=True)
    assert of_teams == "round 2 not counted yet: match 2 of round 1 is still playing"
    many = "round 2 not counted yet: 5 matches of round 1 are still playing"
    assert uncounted(2, counted=1, boards=[1, 2, 3, 4, 5], matches=True) == many


def test_who_withdrew_is_told_so() -> None:
    section = a_section(4)
    played(section, 1, "1 2 WL\n3 4 WL")
    withdrawn = section.players.get(number=4)
    pairings.withdraw(withdrawn, 1, by=director_of(section))
    paired(section, 2, "1 3", publish=True)
    assert now(section, 4) == "Withdrew after round 1."


def test_no_line_ends_between_a_place_and_how_it_moved(section: Section) -> None:
    shown = Client().get(at("card", section, 3)).content.decode()
    assert shown.count('<span class="down">') == shown.count('&nbsp;<span class="down">') > 0


def test_at_the_end_the_line_has_the_place_and_the_trophy() -> None:
    section = a_section(2, 1, place_trophies=1)
    played(section, 1, "1 2 WL")
    line = card(section, 1)
    assert line.one(".now").text == "After all rounds: 1st"
    assert line.one(".pill").text == "1st trophy not final"
    assert line.one(".child").has("data-finished")
    finishing.finish(as_it_stands(section), by=director_of(section))
    assert now(section, 1) == "Final: 1st"


def test_without_a_script_the_page_leads_to_the_events_where_names_are_searched(client: Client) -> None:
    """It said what it needs, and led nowhere."""
    told = visit(client, reverse("following")).one("noscript")
    assert "open an event and search for a name there" in told
    assert told.link("All events") == reverse("home")


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


def test_a_section_that_was_reopened_says_so_until_it_is_final_again() -> None:
    section = a_section(2, 1)
    played(section, 1, "1 2 WL")
    kim = director_of(section)
    finishing.finish(as_it_stands(section), by=kim)
    assert "FINAL" in card(section, 1)
    finishing.reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    document = players_document(section.standings_id)
    assert document.reopened is not None
    with timezone.override(zones.zone(section.event.time_zone)):
        when = date_and_clock(document.reopened.at)
    line = card(section, 1)
    assert line.one(".over").text == f"REOPENED {when}"
    assert now(section, 1) == "After all rounds: 1st"
    finishing.finish(as_it_stands(section), by=kim)
    assert card(section, 1).one(".over").text.startswith("FINAL")


def test_a_trophy_is_projected_while_a_game_can_still_move_it() -> None:
    section = a_section(4, 2, place_trophies=1)
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4 WL")
    for page in (card(section, 1), visit(Client(), at("player", section, 1))):
        assert page.one(".pill.projected").text.endswith("if it ended now")


def test_a_tie_that_the_tiebreaks_leave_is_said() -> None:
    section = a_section(2)
    played(section, 1, "1 2 DD")
    assert now(section, 1).startswith("Round 1: drew, now tied for 1st after tiebreaks")


def test_a_house_player_has_no_place() -> None:
    section = a_section(1)
    rosters.add_players(section, [EntryFactory.create(house=True)], by=director_of(section))
    played(section, 1, "1 2 LW")
    assert now(section, 2).startswith("Round 1: won · Round 2")


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


def test_a_card_says_of_when_it_is_while_play_goes_on(client: Client, two_sections: Event) -> None:
    section = two_sections.sections.get(name="K-3")
    played(section, 1, "1 2 WL")
    page = visit(client, reverse("school", args=[two_sections.slug, "cedarhill"]))
    playing, not_yet = page.texts(".cards .where:has(time)")
    assert re.match(r"Last result \w{3} \d+:\d\d [AP]M", playing)
    assert re.match(r"Last change \w{3} \d+:\d\d [AP]M", not_yet)


def test_a_section_lists_the_best_of_a_school_first(client: Client) -> None:
    event = EventFactory.create()
    section = section_of(event, "Open", "Ann/Elm Bo/Fir Cy/elm")
    played(section, 1, "2 1 WL\n3 B")
    page = visit(client, reverse("school", args=[event.slug, "elm"]))
    assert page.texts(".cards .of b") == ["Cy", "Ann"]


def test_a_school_says_how_its_team_stands_and_leads_to_why(client: Client) -> None:
    event = EventFactory.create()
    section = section_of(event, "Open", "Ann/Elm Bo/Fir Cy/elm Di/Fir")
    made: dict[str, Any] = {"name": "Schools", "sections": [section], "best": 2, "minimum": 2}
    table = teams.make_table(event, by=director_of(event), place_trophies=1, **made)
    address = reverse("school", args=[event.slug, "elm"])
    assert visit(client, address).texts("#teams .line") == ["Schools"]
    played(section, 1, "2 1 WL\n3 4 WL")
    played(section, 2, "3 2 WL\n1 4 WL")
    page = visit(client, address)
    assert page.texts("#teams .line") == ["Schools 1st, 3 points"]
    assert page.one("#teams a")["href"] == reverse("team-why", args=[event.slug, table.slug, "elm"])
    assert client.get(page.one("#teams a")["href"]).status_code == 200


def test_a_school_that_tiebreaks_put_ahead_is_not_said_to_share_its_place(client: Client) -> None:
    """It was "1st, tied on 2 points"."""
    event = EventFactory.create()
    section = section_of(event, "Open", "Ann/Elm Bo/Elm Cy/Fir Di/Fir")
    made: dict[str, Any] = {"name": "Schools", "sections": [section], "best": 2, "minimum": 2}
    teams.make_table(event, by=director_of(event), place_trophies=1, **made)
    played(section, 1, "1 2 WL\n3 4 DD")
    pages = [visit(client, reverse("school", args=[event.slug, key])) for key in ("fir", "elm")]
    assert [page.one("#teams").text for page in pages] == [
        "Schools 1st on tiebreaks, 1 point",
        "Schools 2nd on tiebreaks, 1 point",
    ]


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


def test_every_public_page_has_room_for_the_cards(client: Client, section: Section) -> None:
    pages = [
        reverse("home"),
        reverse("rules"),
        reverse("following"),
        reverse("event", args=[section.event.slug]),
        # Its list on a phone.
        reverse("screen", args=[section.event.slug]),
        *(
            at(name, section)
            for name in ("standings", "paper", "wall-chart", "trophies", "cash", "posted-order")
        ),
        *(at(name, section, 1) for name in ("why", "player", "round")),
    ]
    for path in pages:
        assert len(visit(client, path).all("#dock")) == 1, path


def test_a_preview_of_a_draft_leads_to_previews(desk: Client, kim: object) -> None:
    section = a_section(2, by=kim, draft=True)  # type: ignore[arg-type]
    played(section, 1, "1 2 WL")
    line = read(desk.get(f"/preview{at('card', section, 1)}"))
    assert line.one(".child")["href"] == f"/preview{at('player', section, 1)}"
    page = read(desk.get(f"/preview{at('standings', section)}"))
    assert (
        page.one("form.find")["data-players"] == f"/preview{reverse('everybody', args=[section.event.slug])}"
    )


def test_a_team_is_told_its_match_and_who_has_white_on_board_1() -> None:
    """It said "board 1" of match 1, beside the boards of the match."""
    section = three_teams()
    paired(section, 1, "2 1\n3 B", publish=True)
    assert now(section, 2) == f"Round 1: match 1, White on board 1 against {name_of(section, 1)}"
    page = visit(Client(), at("player", section, 1))
    assert f"atch 1, Black on board 1 against {name_of(section, 2)}" in page
    screen = visit(Client(), reverse("screen", args=[section.event.slug]))
    assert "Find your team, then your match" in screen
    assert screen.texts(".slide.pairings .at") == ["match 1", "match 1"]
