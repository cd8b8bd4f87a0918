"""What everybody may see: every public page, and who is served what."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.cases import case
from tests.factories import (
    EntryFactory,
    EventFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    game_between,
    games_of,
    imported,
    paired,
    played,
    undone,
)
from tests.html import read, visit
from tests.views.public_pages import address, everything, vermont
from tournaments.formats import wallchart_csv
from tournaments.formats.names import last_first
from tournaments.models import Event as Tournament
from tournaments.models import LogEntry, Player, Section
from tournaments.services import (
    orders,
    pairings,
    prizes,
    rosters,
    setup,
    teams,
    undoing,
    visibility,
)

__all__ = ["vermont"]


# --- when something last changed ------------------------------------------------------------------


def test_the_last_change_that_parents_read_is_one_of_play_and_not_of_a_name_or_of_another_page(
    client: Client, section: Section
) -> None:
    by = director_of(section)
    pages = [address(section, "standings")]
    table = teams.make_table(section.event, name="Schools", sections=[section], by=by)
    pages.append(at("teams", table))

    def last_changes() -> set[str]:
        return {visit(client, page).one(".status time")["datetime"] for page in pages}

    saturday = datetime(2026, 11, 21, 13, 52, tzinfo=UTC)
    LogEntry.objects.update(at=saturday)
    rosters.edit_player(section.players.get(number=1), name="Ann Alder-Birch", by=by)
    renamed = LogEntry.objects.latest("pk")
    a_section(2, 1, event=section.event, by=by, name="Reserve", draft=True)
    event = section.event
    setup.edit_event(event, name="Oak Open", city="", starts_on=None, time_zone="America/Chicago", by=by)
    visibility.publish_event(event, list(event.sections.all()), by=by)
    undoing.undo_entry(section.pk, by=by, entry_id=renamed.pk)
    assert last_changes() == {saturday.isoformat()}
    # It says the day too: who reads it on Sunday morning has missed nothing since.
    assert "Last result Sat 7:52 AM" in visit(client, pages[0])

    enter(game_between(games_of(section, 2), 2, 4), "DD")
    assert last_changes() == {LogEntry.objects.filter(verb="result").latest("pk").at.isoformat()}
    undone(section, by=by)
    assert last_changes() == {LogEntry.objects.latest("pk").at.isoformat()}


def test_a_page_that_does_not_change_by_itself_says_so_and_when_the_last_result_came(
    client: Client,
) -> None:
    section = a_section(4, 2, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    section = as_it_stands(section)
    tells = "This page stays as it is, and says when there are new results."
    for name, of in (("why", (1,)), ("wall-chart", ()), ("posted-order", ())):
        status = visit(client, at(name, section, *of)).one("#main .status").text
        assert "Last result" in status
        assert tells in status
    assert tells not in visit(client, at("standings", section))


def test_the_order_says_in_one_line_what_a_tiebreak_measures_and_leaves_the_exact_rule_to_its_page(
    client: Client,
) -> None:
    page = visit(client, at("posted-order", a_section(2, order="modified_median")))
    exactly = "two of each with nine or more rounds"
    assert "How well the opponents did. The weakest is left out" in page
    assert exactly not in page
    assert exactly in visit(client, reverse("rule", args=["modified_median"]))


def test_a_section_that_is_published_later_is_no_last_result_of_its_event(
    client: Client, section: Section
) -> None:
    saturday = datetime(2026, 11, 21, 13, 52, tzinfo=UTC)
    LogEntry.objects.update(at=saturday)
    a_section(2, 1, event=section.event, by=director_of(section), name="Reserve")
    home = visit(client, reverse("event", args=[section.event.slug]))
    assert home.one(".status time")["datetime"] == saturday.isoformat()


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
        assert "There is no page at this address" in read(response)


def test_a_page_is_only_read(client: Client, section: Section) -> None:
    for path in everything(section):
        assert client.post(path).status_code == 405, path


def test_a_draft_is_not_shown_before_it_is_published(client: Client) -> None:
    section = a_section(2)
    paired(section, 1, "1 2")
    names = Player.objects.filter(section=section).values_list("name", flat=True)
    assert "Round 1 is not posted yet" in visit(client, address(section, "round"))
    assert not any(name in visit(client, address(section, "round")) for name in names)
    assert "Before round 1" in visit(client, address(section, "standings"))
    pairings.publish(section, 1, by=director_of(section))
    assert all(name in visit(client, address(section, "round")) for name in names)
    assert "Live · round 1 · no results yet" in visit(client, address(section, "standings"))


def test_us_chess_ids_are_on_no_public_page(client: Client, section: Section) -> None:
    Player.objects.filter(section=section).update(uscf_id="31415926")
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    for path in everything(section):
        assert "31415926" not in client.get(path).text, path


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
        # A row that is opened names the opponents.
        if path.endswith((".csv", ".json")) or path == address(section, "row"):
            continue
        if path.startswith((reverse("rules"), reverse("following"))):
            continue
        assert "<script>alert" not in response.text, path
        # On the screen of the hall the last name comes first.
        shown = {name, last_first(name).replace(", ", " ")}
        assert shown & {*read(response).texts("bdi")}, path


def test_a_roster_with_the_last_name_first_is_shown_with_the_first_name_first(
    client: Client, kim: User
) -> None:
    section = a_section(0, by=kim)
    prizes.announce(section, "1st place trophy and $20", by=kim)
    names = ("Mehta, Eleanor", "Jackson, Alexander", "Ann Alder")
    rosters.add_players(section, [EntryFactory.create(name=name) for name in names], by=kim)
    played(section, 1, "1 2 WL\n3 H")
    shown = [path for path in everything(as_it_stands(section)) if not path.startswith(reverse("rules"))]
    for path in shown:
        assert "Mehta, Eleanor" not in client.get(path).text, path
    assert "Half-point bye: Ann Alder" in visit(client, address(section, "round"))
    assert "Eleanor Mehta" in visit(client, address(section, "standings"))
    assert "1st place trophy Eleanor Mehta Alone on 1 point." in visit(client, address(section, "trophies"))
    client.force_login(kim)
    at = [section.event.slug, section.slug]
    for page in ("roster", "section-log", "desk-section", "ties", "ceremony", "extra-games"):
        assert "Mehta, Eleanor" not in client.get(reverse(page, args=at), follow=True).text, page
    assert "Eleanor Mehta" in visit(client, reverse("roster", args=at))
    assert "Eleanor Mehta" in visit(client, reverse("desk-round", args=[*at, 1]))
    assert 'value="Mehta, Eleanor"' in client.get(reverse("edit-player", args=[*at, 1])).text


def test_a_school_that_meets_others_keeps_the_comma_of_its_name(client: Client, kim: User) -> None:
    section = a_section(0, by=kim, boards=2)
    entries = [EntryFactory.create(name=name) for name in ("Elm, North", "Fir")]
    rosters.add_players(section, entries, by=kim)
    paired(section, 1, "1 2", publish=True)
    assert "Elm, North" in visit(client, address(section, "round"))


# --- events -------------------------------------------------------------------------------------


def test_an_empty_house_says_what_will_come(client: Client) -> None:
    assert "No events yet" in visit(client, reverse("home"))
    event: Tournament = EventFactory.create()
    assert event.name in visit(client, reverse("home"))
    assert "No sections yet" in visit(client, reverse("event", args=[event.slug]))


def test_an_event_shows_how_far_each_section_is(client: Client, section: Section) -> None:
    page = visit(client, reverse("event", args=[section.event.slug]))
    assert "4 players Live · round 2 · 1 of 2 games still playing" in page


# --- a round ------------------------------------------------------------------------------------


def test_a_round_shows_boards_in_order_with_results_and_scores_before_it(
    client: Client, section: Section
) -> None:
    names = dict(Player.objects.filter(section=section).values_list("number", "name"))
    page = visit(client, address(section, "round", 2))
    assert f"1 {names[1]} 1 · 1 1–0 {names[3]} 3 · 1" in page
    assert f"2 {names[2]} 2 · 0 still playing ·–· {names[4]} 4 · 0" in page
    assert f"1 {names[1]} 1 · 0 1–0 {names[2]} 2 · 0" in visit(client, address(section, "round", 1))


def test_a_round_names_who_did_not_play(client: Client) -> None:
    section = a_section(5)
    played(section, 1, "1 2 WL\n3 H\n4 B\n5 U")
    names = dict(Player.objects.filter(section=section).values_list("number", "name"))
    page = visit(client, address(section, "round"))
    assert f"Full-point bye: {names[4]}" in page
    assert f"Half-point bye: {names[3]}" in page
    assert f"Zero-point bye: {names[5]}" in page


def test_no_blank_parts_a_name_from_the_semicolon_behind_it(client: Client) -> None:
    section = a_section(4)
    played(section, 1, "1 2 WL\n3 H\n4 H")
    first, second = section.players.filter(number__in=(3, 4)).order_by("number")
    page = visit(client, address(section, "round")).one(".absence")
    assert page.as_shown == f"Half-point bye: {first.called}; {second.called}"


def test_a_forfeit_is_shown_as_one(client: Client) -> None:
    section = a_section(2)
    played(section, 1, "1 2 XF")
    assert "X–F" in visit(client, address(section, "round"))


# --- wall chart, trophies, order, rules ----------------------------------------------------------


def test_the_wall_chart_shows_every_cell_and_the_score_after_it(client: Client, section: Section) -> None:
    page = visit(client, address(section, "wall-chart"))
    assert "W2w 1 W3w 2" in page
    # A game in progress, and a bye of a round to come, have no score below them yet.
    under = [cell.one(".under").text for cell in page.all(".chart td") if cell.text.startswith("?")]
    assert under
    assert not any(under)


@pytest.mark.parametrize(
    ("name", "explained"),
    [
        ("vermont", []),
        ("lone_results", ["N won"]),
        ("ruled_points", ["= the points"]),
        ("cross_round", ["@ the opponent’s round"]),
    ],
)
def test_the_wall_chart_explains_the_rare_marks_that_stand_in_it(
    client: Client, name: str, explained: list[str]
) -> None:
    file = case(name)
    section = imported(file, name=file.section)
    page = visit(client, address(section, "wall-chart"))
    assert [mark for mark in ("N won", "= the points", "@ the opponent’s round") if mark in page] == explained


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
    assert "1,'=cmd()" in client.get(address(section, "wall-chart-file")).text


def test_each_trophy_has_its_reason(client: Client, vermont: Section) -> None:
    page = visit(client, address(vermont, "trophies"))
    assert "1st place trophy Ann Alone on 4 points." in page
    assert "Chip 1st of the four on 3 points. Ahead of Ed on Modified Median, 7½ to 7." in page
    assert "Dan 3rd of the four on 3 points. Ahead of Bill on Cumulative, 8 to 7." in page
    assert "5th place trophy Bill 4th of the four on 3 points. Next after Dan on Cumulative, 7 to 8." in page
    assert "Projected" not in page


def test_no_winner_is_projected_after_round_1_where_nobody_has_an_opponent(client: Client, kim: User) -> None:
    for players, byes, told in (
        (2, "", "Projected winners appear after round 1."),
        (1, "", "Winners appear when games are played."),
        (2, "1 H\n2 H", "Winners appear when games are played."),
    ):
        section = a_section(players, 3, by=kim)
        prizes.announce(section, "1st place $60 trophy", in_this_order=False, by=kim)
        if byes:
            paired(section, 1, byes, publish=True)
        for page in ("trophies", "cash"):
            assert told in visit(client, address(section, page)), (players, byes, page)


def test_trophies_are_projected_while_rounds_are_open(client: Client, section: Section) -> None:
    page = visit(client, address(section, "trophies"))
    assert "Projected. 1 game is still being played, so winners may change." in page
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    assert "Projected. 2 of 3 rounds finished, so winners may change." in visit(
        client, address(section, "trophies")
    )


def test_places_in_a_row_are_short_beside_another_prize_that_hangs_on_the_same_tie(
    client: Client, kim: User
) -> None:
    section = a_section(6, 1, by=kim, order="solkoff")
    section.players.filter(number__in=(1, 3)).update(grade="3")
    prizes.announce(section, "1st–2nd trophies\nBest grade 3", by=kim)
    played(section, 1, "1 4 WL\n2 5 WL\n3 6 WL")
    page = visit(client, address(section, "standings"))
    assert "1st–2nd place trophy or Best grade 3 undecided" in page


def test_a_trophy_that_nothing_decides_is_shown_as_undecided(client: Client) -> None:
    section = a_section(4, 1, order="solkoff", place_trophies=3)
    played(section, 1, "1 2 WL\n3 4 WL")
    page = visit(client, address(section, "trophies"))
    assert "1st–2nd place trophies undecided" in page
    assert "3rd place trophy undecided" in page
    assert "(one trophy, 2 tied)" in page


def test_a_section_without_trophies_says_so(client: Client) -> None:
    assert "No trophies are announced" in visit(client, address(a_section(2), "trophies"))
    waiting = a_section(2, place_trophies=3)
    assert "1st–3rd trophies" in visit(client, address(waiting, "trophies"))


def test_where_nothing_was_posted_the_rulebooks_default_is_named(client: Client) -> None:
    page = visit(client, address(a_section(2), "posted-order"))
    assert "the rulebook’s default order applies (34E, 7th edition): Modified Median" in page
    round_robin = a_section(2, format=Section.Formats.ROUND_ROBIN)
    assert "(34F, 7th edition): Sonneborn-Berger" in visit(client, address(round_robin, "posted-order"))


def test_the_document_with_the_order_has_a_code_for_phones_where_they_can_reach_it(
    client: Client, section: Section
) -> None:
    path, live = address(section, "posted-order"), address(section, "standings")
    on_the_network = visit(client, path)
    assert on_the_network.one(".scan svg")
    assert f"http://testserver{live}" in on_the_network
    assert not visit(client, path, headers={"host": "localhost:8000"}).all("svg")


def test_a_change_of_the_order_stays_visible_with_its_reason(client: Client, section: Section) -> None:
    by = director_of(section)
    orders.post_order(section, "cumulative:omit_last", by=by, reason="The flyer said Cumulative.")
    assert "Cumulative (omit last) (changed after round 1, " in visit(client, address(section, "standings"))
    page = visit(client, address(section, "posted-order"))
    changed = page.text.index("Changed after round 1")
    assert page.text[changed:].startswith(f"Changed after round 1 by {by.get_full_name()}, ")
    assert ": The flyer said Cumulative. Cumulative (omit last)" in page.text[changed:]
    assert "Posted before round 1 by" in page.text[changed:]
    assert "Variation: The score after the last round is left out." in page


def test_renaming_a_section_shows_on_its_pages(client: Client, section: Section) -> None:
    client.get(address(section, "standings"))
    setup.edit_section(section, name="Renamed", rounds=3, format="swiss", games=1, by=director_of(section))
    assert "Renamed" in visit(client, address(section, "standings")).texts("bdi")
