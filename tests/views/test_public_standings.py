"""The public standings: score groups, ranks and how they moved, trophies beside names, rows that open."""

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import (
    EntryFactory,
    a_section,
    as_it_stands,
    corrected,
    director_of,
    enter,
    game_between,
    games_of,
    played,
)
from tests.html import read, visit
from tests.views.public_pages import address, vermont
from tiebreaks.models import FrozenAwards
from tournaments.models import Player, Section
from tournaments.services import (
    ceremony,
    finishing,
    pairings,
    rosters,
)
from tournaments.text.wording import date_and_clock

__all__ = ["vermont"]

EACH_WITH_RANKS = ("standings", "paper", "final", "player")


def test_standings_stand_in_score_groups_with_the_sentence_between_two_ranks(
    client: Client, vermont: Section
) -> None:
    page = visit(client, address(vermont, "standings"))
    assert "3 points 4 players tied for 2nd–5th" in page
    ladder = [
        "ahead by Modified Median 7½ to 7",
        "ahead by Solkoff 8½ to 8",
        "ahead by Cumulative 8 to 7",
    ]
    places = [page.text.index(sentence) for sentence in ladder]
    assert places == sorted(places)
    assert "After all 4 rounds" in page
    assert "Tiebreaks: Modified Median → Solkoff → Cumulative (posted" in page


def test_what_nothing_separates_shares_its_rank_and_says_so(client: Client) -> None:
    section = a_section(4, order="solkoff", place_trophies=1)
    played(section, 1, "1 2 WL\n3 4 WL")
    page = visit(client, address(section, "standings"))
    assert page.text.count("level after round 1") == 2
    assert page.text.count("1=") == 2
    assert page.text.count("3=") == 2
    assert page.text.count("1st trophy undecided") == page.text.count("1st trophy") == 2


def test_the_live_reading_and_the_one_after_a_round_are_never_mixed(client: Client, section: Section) -> None:
    path = address(section, "standings")
    live, after = visit(client, path), visit(client, path, {"after": 1})
    assert "Live · round 2 · 1 of 2 games still playing" in live
    assert "Games still being played count as 0 for now, so places will move." in live
    assert len(live.all("em.playing")) == 2
    assert f"{path}?after=1" in live.links
    assert "Standings after round 1. Later games are left out." in after
    assert "why/1/?after=1" in after.links
    assert "why/1/" in live.links
    assert not after.all("em.playing")
    assert "2 points" in live
    assert "2 points" not in after
    polled = f"{address(section, 'standings-live')}?v={section.stamp}&after=1"
    assert after.one("#live")["hx-get"] == polled


def test_two_games_a_round_take_the_room_of_two(client: Client) -> None:
    section = a_section(2, 3, games=2)
    played(section, 1, "1 2 WL")
    assert visit(client, address(section, "standings")).one(".rounds-few.double")


def test_house_players_come_last_without_a_rank(client: Client) -> None:
    section = a_section(2)
    rosters.add_players(
        section, [EntryFactory.create(name="Hugo House", house=True)], by=director_of(section)
    )
    played(section, 1, "3 1 WL\n2 H")
    page = visit(client, address(section, "standings"))
    assert page.all("li.entry")[-1]["data-player"] == "3"
    assert page.one(".house .entry .rank").text == "–"
    assert "House players not ranked" in page.one(".house")


def test_a_player_who_withdrew_is_marked(client: Client, section: Section) -> None:
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    pairings.withdraw(Player.objects.get(section=section, number=4), 2, by=director_of(section))
    page = visit(client, address(section, "standings"))
    assert page.text.count("withdrew") == 1
    assert "Withdrew after round 2." in visit(client, address(section, "row", 4))


def test_before_round_one_the_roster_is_listed_without_an_order(client: Client) -> None:
    section = a_section(2)
    page = client.get(address(section, "standings"))
    assert "No games yet. Standings appear after the first result." in read(page)
    assert not read(page).all(".rank")
    assert "No entries yet" in visit(client, address(a_section(0), "standings"))


def test_before_the_first_result_nobody_is_tied_and_nothing_is_undecided(client: Client) -> None:
    section = a_section(5, 3, place_trophies=2)
    played(section, 1, "1 2\n3 4\n5 B")
    page = visit(client, address(section, "standings"))
    assert "No results yet. Standings appear after the first result." in page
    assert not page.all(".rank")
    assert not any(word in page for word in ("tied", "level", "undecided", "trophy"))
    assert [row["data-player"] for row in page.all(".roster li")] == ["1", "2", "3", "4", "5"]
    for name in ("row", "tie", "why"):
        beside = visit(client, address(section, name, 2))
        assert not any(word in beside for word in ("tied", "Tied", "evel", "2nd")), name
    assert "Places appear after the first result." in visit(client, address(section, "tie", 2))
    enter(games_of(section, 1)[0], "WL")
    assert len(visit(client, address(section, "standings")).all("li.entry")) == 5


def test_the_points_stand_at_the_end_of_each_line(client: Client, section: Section) -> None:
    page = visit(client, address(section, "standings"))
    assert [points.spoken for points in page.all("li.entry .points")] == [
        "2 points",
        "1 point",
        "0 points still playing",
        "0 points still playing",
    ]


def test_a_rank_shows_how_it_moved_since_the_last_completed_round(client: Client) -> None:
    section = a_section(4, 3, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    assert not visit(client, address(section, "standings")).all(".rank small")
    played(section, 2, "1 3 LW\n2 4 WL")
    page = visit(client, address(section, "standings"))
    ranks = {row["data-player"]: row.one(".rank").text for row in page.all("li.entry")}
    # After round 1: 1= 1= 3= 3=. Now 3 alone, then 1 and 2 tied on a point, then 4.
    assert ranks["3"] == "1"
    assert ranks["4"] == "4 ▼1"
    # Read aloud it is words: a reader makes nothing of a triangle, or "black up-pointing triangle".
    mark = page.one("#p4 .rank small")
    assert (mark["role"], mark["aria-label"]) == ("img", "down 1")
    assert not visit(client, address(section, "standings"), {"after": 1}).all(".rank small")
    assert "Down 1 place since round 1." in visit(client, address(section, "row", 4))


def test_a_final_rank_does_not_move(client: Client, kim: User) -> None:
    """Beside a trophy, ▼2 of the last round read as a demotion."""
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 LW\n2 4 WL")
    page = address(section, "standings")
    assert visit(client, page).one("#p4 .rank").text == "4 ▼1"
    finishing.finish(as_it_stands(section), by=kim)
    pages = [address(section, name, *([4] if name == "player" else [])) for name in EACH_WITH_RANKS]
    for where in [*pages, f"{page}?after=2", reverse("screen", args=[section.event.slug])]:
        assert "4" in visit(client, where), where
        assert "▼" not in visit(client, where), where
    assert "Down 1 place" not in visit(client, address(section, "row", 4))


def test_how_a_rank_moved_follows_a_correction_of_the_round_before(client: Client) -> None:
    section = a_section(4, 3, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 LW\n2 4 WL")
    path = address(section, "standings")
    assert visit(client, path).one("#p4 .rank").text == "4 ▼1"
    corrected(game_between(games_of(section, 1), 1, 2), "LW")
    # 1 lost in round 1 after all: third then and now, not down from first.
    assert visit(client, path).one("#p1 .rank").text == "3="


def test_a_trophy_looks_won_when_it_is_and_never_once_its_section_is_reopened(client: Client) -> None:
    section = a_section(4, 2, order="solkoff", place_trophies=1)
    path, by = address(section, "trophies"), director_of(section)
    played(section, 1, "1 2 WL\n3 4 DD")
    line = visit(client, path).one(".trophy")
    assert "projected" in line["class"]
    played(section, 2, "1 3 WL\n2 4")
    line = visit(client, path).one(".trophy")
    assert "projected" not in line["class"]
    assert line.one(".pill").text == "decided"
    assert not visit(client, path).all(".not-final")
    enter(games_of(section, 2)[1], "DD")
    page = visit(client, path)
    assert "projected" in page.one(".trophy")["class"]
    assert page.one(".not-final").text == "Not final until the director finishes the section."
    ceremony.freeze(as_it_stands(section), by=by)
    at_that = date_and_clock(FrozenAwards.objects.get().frozen_at)
    page = visit(client, path)
    assert page.one(".sealed").text == f"Awards list 1, frozen {at_that}. The section is not finished yet."
    assert not page.all(".not-final")
    assert "projected" not in page.one(".trophy")["class"]
    assert "projected" not in visit(client, address(section, "standings")).one(".pill")["class"]
    finishing.finish(as_it_stands(section), by=by)
    page = visit(client, path)
    assert page.one(".sealed").text.startswith("Final awards, list 1")
    assert page.text.count(at_that) == 1, "beside FINAL, or with the list where that is of another minute"
    assert "projected" not in visit(client, path).one(".trophy")["class"]
    assert not visit(client, path).all(".not-final")
    finishing.reopen(as_it_stands(section), by=by, reason="Board 2 was misread.")
    page = visit(client, path)
    assert "projected" in page.one(".trophy")["class"]
    assert "Final awards" not in page
    assert "The section is open again, so these awards may change. Awards list 1, " in page
    assert not page.all(".not-final")
    assert "projected" in visit(client, address(section, "standings")).one(".pill")["class"]


def test_a_trophy_is_projected_then_decided_then_final(client: Client) -> None:
    section = a_section(4, 2, order="solkoff", place_trophies=1)
    played(section, 1, "1 2 WL\n3 4 DD")
    pill = visit(client, address(section, "standings")).one(".pill")
    assert pill.text == "1st trophy if it ended now"
    assert "projected" in pill["class"]
    played(section, 2, "1 3 WL\n2 4")
    pill = visit(client, address(section, "standings")).one(".pill")
    assert pill.text == "1st trophy decided"
    assert "projected" not in pill["class"]
    enter(games_of(section, 2)[1], "DD")
    page = visit(client, address(section, "standings"))
    assert page.one(".pill").text == "1st trophy not final"
    assert "projected" in page.one(".pill")["class"]  # until a director finishes the section
    assert not page.all(".final")
    assert page.one("#live")["data-live"] == "on"
    ceremony.freeze(section, by=director_of(section))
    assert not visit(client, address(section, "standings")).all(".final")
    finishing.finish(as_it_stands(section), by=director_of(section))
    assert "projected" not in visit(client, address(section, "standings")).one(".pill")["class"]
    for name in ("standings", "round", "trophies"):
        page = visit(client, address(section, name))
        assert page.one("#status").text.startswith("FINAL "), name
        assert page.one("#live")["data-live"] == "finished", name


def test_a_section_is_final_when_its_director_says_so_and_not_before(client: Client) -> None:
    section = a_section(2, 1)
    played(section, 1, "1 2 WL")
    assert not visit(client, address(section, "standings")).all(".final")
    finishing.finish(as_it_stands(section), by=director_of(section))
    assert visit(client, address(section, "standings")).one(".final").text == "FINAL"


def test_a_row_names_opponents_by_initials_and_by_no_number(client: Client) -> None:
    """The row's own number is a rank; a wall-chart number beside it would be taken for another one."""
    section = a_section(0, rounds=2)
    names = ("Ada Quill", "José García-López Jr.", "Mei Lindqvist")
    rosters.add_players(section, [EntryFactory.create(name=name) for name in names], by=director_of(section))
    played(section, 1, "1 2 WL\n3 H")
    rows = {row["data-player"]: row for row in visit(client, address(section, "standings")).all("li.entry")}
    assert [rows[number].one(".cells").text for number in "123"] == ["W JG", "L AQ", "H"]
    legend = visit(client, address(section, "standings")).one("p.letters").text
    assert legend.startswith("W won, L lost, D drew, then the opponent’s initials.")
    assert "H: half-point bye." in legend


def test_a_row_that_is_opened_names_its_games_and_values(client: Client, section: Section) -> None:
    names = dict(Player.objects.filter(section=section).values_list("number", "name"))
    row = visit(client, address(section, "row", 1))
    assert row.texts(".met li") == [f"Round 1 win {names[2]} 1", f"Round 2 win {names[3]} 2"]
    assert row.texts("dt") == ["Modified Median", "Solkoff"]
    assert client.get(address(section, "row", 9)).status_code == 404
    after = visit(client, address(section, "row", 1), {"after": 1})
    assert len(after.all(".met li")) == 1
    assert client.get(address(section, "row", 1), {"after": 2}).status_code == 404
