"""What everybody may see: every public page, and who is served what."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.cases import case
from tests.factories import (
    EntryFactory,
    EventFactory,
    SectionFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    game_between,
    games_of,
    paired,
    played,
)
from tests.views.public_pages import address, body, everything, text
from tournaments.formats import wallchart_csv
from tournaments.models import Event as Tournament
from tournaments.models import Player, Section
from tournaments.services import importing, orders, pairings, prizes, rosters, setup

pytestmark = pytest.mark.django_db


@pytest.fixture
def vermont() -> Section:
    """The published example: a tie of four that takes three systems."""
    file = case("vermont")
    section = SectionFactory.create(name="K-3", rounds=4, place_trophies=5)
    importing.import_wallchart(
        section,
        file,
        order="modified_median,solkoff,cumulative",
        by=director_of(section),
    )
    return as_it_stands(section)


# --- who is served what -------------------------------------------------------------------------


def test_no_public_page_sets_a_cookie_or_depends_on_one(client: Client, section: Section) -> None:
    for path in everything(section):
        response = client.get(path)
        assert response.status_code == 200, path
        assert not response.cookies, path
        assert "Cookie" not in response.headers.get("Vary", ""), path


def test_a_signed_in_director_is_served_the_same_bytes(client: Client, section: Section) -> None:
    pages = {path: client.get(path).content for path in everything(section)}
    client.force_login(director_of(section))
    assert {path: client.get(path).content for path in pages} == pages


def test_what_does_not_exist_is_a_page_that_says_so(client: Client, section: Section) -> None:
    event, slug = section.event.slug, section.slug
    wrong = [
        *(
            f"/e/{event}/nothing/{rest}"
            for rest in ["", "live/", "chart/", "chart.csv", "trophies/", "order/"]
        ),
        *(
            f"/e/nothing/{slug}/{rest}"
            for rest in ["", "live/?v=a.1", "why/1/", "rounds/1/", "trophies/live/"]
        ),
        "/e/nothing/",
        address(section, "why", 5),
        address(section, "why", 10**30),
        address(section, "round", 0),
        address(section, "round", 4),
        address(section, "round-live", 4),
        *(address(section, "standings") + f"?after={after}" for after in ["2", "-1", "x", "", "9" * 99, "²"]),
        *(address(section, "why") + f"?against={against}" for against in ["1", "5", "x"]),
        address(section, "why") + "?after=2",
    ]
    for path in wrong:
        response = client.get(path)
        assert response.status_code == 404, path
        assert "There is no such page" in body(response)


def test_a_page_is_only_read(client: Client, section: Section) -> None:
    for path in everything(section):
        assert client.post(path).status_code == 405, path


def test_a_draft_is_not_shown_before_it_is_published(client: Client) -> None:
    section = a_section(2)
    paired(section, 1, "1 2")
    names = Player.objects.filter(section=section).values_list("name", flat=True)
    assert "not posted yet" in text(client.get(address(section, "round")))
    assert not any(name in text(client.get(address(section, "round"))) for name in names)
    assert "Before round 1" in text(client.get(address(section, "standings")))
    pairings.publish(section, 1, by=director_of(section))
    assert all(name in text(client.get(address(section, "round"))) for name in names)
    assert "Round 1 · 0 of 1 boards in" in text(client.get(address(section, "standings")))


def test_us_chess_ids_are_on_no_public_page(client: Client, section: Section) -> None:
    Player.objects.filter(section=section).update(uscf_id="31415926")
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    for path in everything(section):
        assert "31415926" not in body(client.get(path)), path


@pytest.mark.parametrize(
    "name", ['<script>alert("1")</script>', "Zoë 🦊 O'Neill", "ليلى الحداد", "{{ section }} & Co"]
)
def test_a_name_is_shown_as_it_is_whatever_is_in_it(client: Client, name: str) -> None:
    section = a_section(0, name=name, event=EventFactory.create(name=name))
    prizes.announce(section, "1st place trophy and $20", by=director_of(section))
    entries = [EntryFactory.create(name=name, team=name, grade="4"), EntryFactory.create()]
    rosters.add_players(section, entries, by=director_of(section))
    played(section, 1, "1 2 WL")
    for path in everything(as_it_stands(section)):
        response = client.get(path)
        if path.endswith(".csv") or path == reverse("rules"):
            continue
        assert "<script>alert" not in body(response), path
        assert f"<bdi>{escape(name)}</bdi>" in body(response), path


# --- events -------------------------------------------------------------------------------------


def test_an_empty_house_says_what_will_come(client: Client) -> None:
    assert "No event has been made yet" in text(client.get(reverse("home")))
    event: Tournament = EventFactory.create()
    assert event.name in text(client.get(reverse("home")))
    assert "no sections yet" in text(client.get(reverse("event", args=[event.slug])))


def test_an_event_shows_how_far_each_section_is(client: Client, section: Section) -> None:
    page = text(client.get(reverse("event", args=[section.event.slug])))
    assert "4 players Round 2 · 1 of 2 boards in" in page


# --- standings ----------------------------------------------------------------------------------


def test_standings_stand_in_score_groups_with_the_sentence_between_two_ranks(
    client: Client, vermont: Section
) -> None:
    page = text(client.get(address(vermont, "standings")))
    assert "3 points 4 players tied 2nd–5th" in page
    ladder = [
        "ahead by Modified Median 7½ to 7",
        "ahead by Solkoff 8½ to 8",
        "ahead by Cumulative 8 to 7",
    ]
    places = [page.index(sentence) for sentence in ladder]
    assert places == sorted(places)
    assert "After all 4 rounds" in page
    assert "tiebreaks: Modified Median → Solkoff → Cumulative (posted" in page


def test_what_nothing_separates_shares_its_rank_and_says_so(client: Client) -> None:
    section = a_section(4, order="solkoff", place_trophies=1)
    played(section, 1, "1 2 WL\n3 4 WL")
    page = text(client.get(address(section, "standings")))
    assert page.count("nothing in the posted order separates them; the director decides") == 2
    assert page.count("1=") == 2
    assert page.count("3=") == 2
    assert page.count("1st trophy undecided") == page.count("1st trophy") == 2


def test_the_live_reading_and_the_one_after_a_round_are_never_mixed(client: Client, section: Section) -> None:
    path = address(section, "standings")
    live, after = client.get(path), client.get(path, {"after": 1})
    assert "Round 2 · 1 of 2 boards in" in text(live)
    assert body(live).count('<em class="playing">') == 2
    assert f"{path}?after=1" in body(live)
    assert "standings after round 1, completed rounds only" in text(after)
    assert 'href="why/1/?after=1"' in body(after)
    assert 'href="why/1/"' in body(live)
    assert '<em class="playing">' not in body(after)
    assert "2 points" in text(live)
    assert "2 points" not in text(after)
    assert f"{address(section, 'standings-live')}?v={section.stamp}&amp;after=1" in body(after)


def test_two_games_a_round_take_the_room_of_two(client: Client) -> None:
    section = a_section(2, 3, games=2)
    played(section, 1, "1 2 WL")
    page = body(client.get(address(section, "standings")))
    assert "rounds-few double" in page


def test_house_players_come_last_without_a_rank(client: Client) -> None:
    section = a_section(2)
    rosters.add_players(
        section, [EntryFactory.create(name="Hugo House", house=True)], by=director_of(section)
    )
    played(section, 1, "3 1 WL\n2 H")
    page = body(client.get(address(section, "standings")))
    assert page.index("House players") < page.index('id="p3"')
    assert page.index('id="p2"') < page.index("House players")
    assert 'data-player="3" data-rank=""' in page
    assert "House players not ranked" in text(client.get(address(section, "standings")))


def test_a_player_who_withdrew_is_marked(client: Client, section: Section) -> None:
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    pairings.withdraw(Player.objects.get(section=section, number=4), 2, by=director_of(section))
    page = text(client.get(address(section, "standings")))
    assert page.count("withdrew") == 1
    assert "Withdrew after round 2." in page


def test_before_round_one_the_roster_is_listed_without_an_order(client: Client) -> None:
    section = a_section(2)
    page = client.get(address(section, "standings"))
    assert "Nobody has played yet" in text(page)
    assert "data-rank" not in body(page)
    assert "Nobody is on the list yet" in text(client.get(address(a_section(0), "standings")))


# --- a round ------------------------------------------------------------------------------------


def test_a_round_shows_boards_in_order_with_results_and_scores_before_it(
    client: Client, section: Section
) -> None:
    names = dict(Player.objects.filter(section=section).values_list("number", "name"))
    page = text(client.get(address(section, "round", 2)))
    assert f"1 {names[1]} 1 · 1 1–0 {names[3]} 3 · 1" in page
    assert f"2 {names[2]} 2 · 0 still playing ·–· {names[4]} 4 · 0" in page
    assert f"1 {names[1]} 1 · 0 1–0 {names[2]} 2 · 0" in text(client.get(address(section, "round", 1)))


def test_a_round_names_who_did_not_play(client: Client) -> None:
    section = a_section(5)
    played(section, 1, "1 2 WL\n3 H\n4 B\n5 U")
    names = dict(Player.objects.filter(section=section).values_list("number", "name"))
    page = text(client.get(address(section, "round")))
    assert f"Full-point bye: {names[4]}" in page
    assert f"Half-point bye: {names[3]}" in page
    assert f"Not paired: {names[5]}" in page


def test_a_forfeit_is_shown_as_one(client: Client) -> None:
    section = a_section(2)
    played(section, 1, "1 2 XF")
    assert "X–F" in text(client.get(address(section, "round")))


# --- wall chart, trophies, order, rules ----------------------------------------------------------


def test_the_wall_chart_shows_every_cell_and_the_score_after_it(client: Client, section: Section) -> None:
    page = text(client.get(address(section, "wall-chart")))
    assert "W2w 1 W3w 2" in page
    assert "?4w 0" in page


@pytest.mark.parametrize(
    ("name", "explained"),
    [
        ("vermont", []),
        ("lone_results", ["N won"]),
        ("ruled_points", ["= the points"]),
        ("cross_round", ["@ the round"]),
    ],
)
def test_the_wall_chart_explains_the_rare_marks_that_stand_in_it(
    client: Client, name: str, explained: list[str]
) -> None:
    file = case(name)
    section = SectionFactory.create(name=file.section)
    by = director_of(section)
    importing.import_wallchart(section, file, order="solkoff", by=by)
    page = text(client.get(address(section, "wall-chart")))
    assert [mark for mark in ("N won", "= the points", "@ the round") if mark in page] == explained


def test_the_wall_chart_file_reads_back_as_the_same_chart(client: Client, vermont: Section) -> None:
    response = client.get(address(vermont, "wall-chart-file"))
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert f'filename="{vermont.event.slug}-{vermont.slug}.csv"' in response.headers["Content-Disposition"]
    file = wallchart_csv.read(response.content)
    assert file.problems == ()
    assert file.chart == case("vermont").chart


def test_the_wall_chart_file_runs_no_formula(client: Client) -> None:
    section = a_section(0)
    rosters.add_players(section, [EntryFactory.create(name="=cmd()")], by=director_of(section))
    assert "1,'=cmd()" in body(client.get(address(section, "wall-chart-file")))


def test_each_trophy_has_its_reason(client: Client, vermont: Section) -> None:
    page = text(client.get(address(vermont, "trophies")))
    assert "1st place trophy Ann alone on 4 points" in page
    assert "2nd place trophy Chip tied 2nd–5th on 3 points, Modified Median 7½ to 7, ahead of Ed" in page
    assert "4th place trophy Dan tied 2nd–5th on 3 points, Cumulative 8 to 7, ahead of Bill" in page
    assert "5th place trophy Bill tied 2nd–5th on 3 points, Cumulative 7 to 8, behind Dan" in page
    assert "Provisional" not in page


def test_trophies_are_provisional_while_rounds_are_open(client: Client, section: Section) -> None:
    page = text(client.get(address(section, "trophies")))
    assert "Provisional. 1 board is still playing; the trophies may change." in page
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    assert "Provisional. 2 of 3 rounds are played" in text(client.get(address(section, "trophies")))


def test_a_trophy_that_nothing_decides_is_shown_as_undecided(client: Client) -> None:
    section = a_section(4, 1, order="solkoff", place_trophies=3)
    played(section, 1, "1 2 WL\n3 4 WL")
    page = text(client.get(address(section, "trophies")))
    assert "1st–2nd place trophies undecided" in page
    assert "3rd place trophy undecided" in page
    assert "(one trophy, 2 tied)" in page


def test_a_section_without_trophies_says_so(client: Client) -> None:
    assert "No trophies are announced" in text(client.get(address(a_section(2), "trophies")))
    waiting = a_section(2, place_trophies=3)
    assert "1st–3rd trophies" in text(client.get(address(waiting, "trophies")))


def test_where_nothing_was_posted_the_rulebooks_default_is_named(client: Client) -> None:
    page = text(client.get(address(a_section(2), "posted-order")))
    assert (
        "the rulebook’s default applies (34E, 7th edition): Modified Median → Solkoff → Cumulative →" in page
    )
    round_robin = a_section(2, format=Section.Formats.ROUND_ROBIN)
    assert "(34F, 7th edition): Sonneborn-Berger →" in text(client.get(address(round_robin, "posted-order")))


def test_the_sheet_with_the_order_has_a_code_for_phones_where_they_can_reach_it(
    client: Client, section: Section
) -> None:
    path, live = address(section, "posted-order"), address(section, "standings")
    on_the_network = client.get(path).text
    assert "<svg" in on_the_network
    assert f"http://testserver{live}" in on_the_network
    assert "<svg" not in client.get(path, headers={"host": "localhost:8000"}).text


def test_a_change_of_the_order_stays_visible_with_its_reason(client: Client, section: Section) -> None:
    by = director_of(section)
    orders.post_order(section, "cumulative:omit_last", by=by, reason="The flyer said Cumulative.")
    page = text(client.get(address(section, "posted-order")))
    changed = page.index("Changed after round 1")
    assert page[changed:].startswith(f"Changed after round 1 by {by.get_full_name()}, ")
    assert ": The flyer said Cumulative. Cumulative (omit last)" in page[changed:]
    assert "Posted before round 1 by" in page[changed:]
    assert "Variation: The score after the last round is left out." in page


def test_renaming_a_section_shows_on_its_pages(client: Client, section: Section) -> None:
    client.get(address(section, "standings"))
    setup.edit_section(section, name="Renamed", rounds=3, format="swiss", games=1, by=director_of(section))
    assert "<bdi>Renamed</bdi>" in body(client.get(address(section, "standings")))
