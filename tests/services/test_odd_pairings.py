"""Pairings that cross a round (28M2) or a section (28M3), typed as lines like any other."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.factories import (
    a_section,
    as_it_stands,
    director_of,
    enter,
    game_between,
    imported,
    paired,
    played,
)
from tiebreaks.engine.chart.notation import show_round
from tiebreaks.engine.chart.problems import problems
from tiebreaks.selectors import players_document
from tournaments import wallcharts
from tournaments.errors import Refused
from tournaments.formats import wallchart_csv
from tournaments.models import Game, Player, Round, Section
from tournaments.selectors.history import log
from tournaments.services import pairings, rosters, setup, undoing


@pytest.fixture
def section() -> Section:
    return a_section(players=5, rounds=3, name="Under 1200")


@pytest.fixture
def open_section(section: Section) -> Section:
    return a_section(players=7, rounds=3, name="Open", event=section.event)


def player(section: Section, number: int) -> Player:
    return Player.objects.get(section=section, number=number)


def cells(section: Section) -> dict[int, str]:
    """Each number's cells as the public file has them."""
    body = players_document(section.standings_id)
    columns = range(1, body.rounds + 1)
    return {
        card.number: " ".join(
            "+".join(show_round([c], 1, body.chart.visitors) for c in card.in_round(at)) or "-"
            for at in columns
        )
        for card in body.chart.cards
    }


def boards(section: Section) -> dict[int, list[tuple[int, int]]]:
    body = players_document(section.standings_id)
    return {number: [(white, black) for *_at, white, black in found] for number, found in body.boards.items()}


def visited(section: Section, round: int, line: str, result: str) -> None:
    (game,) = paired(section, round, line, publish=True)
    enter(game, result)


# --- another round ----------------------------------------------------------------------------------


def test_a_game_can_be_of_another_round_for_one_side(section: Section) -> None:
    played(section, 1, "1 2 WL\n3 4 WL\n5 H")
    games = paired(section, 2, "1 3\n2 4\n5 1@3", publish=True)
    enter(games[2], "LW")
    assert boards(section)[2] == [(1, 3), (2, 4), (5, 1)]
    # What 1 has of round 3 is shown with round 3: one game ahead does not begin it.
    assert cells(section)[5] == "H L1w@3 -"
    assert cells(section)[1] == "W2w ?3w -"
    paired(section, 3, "2 3", publish=True)
    assert cells(section)[1] == "W2w ?3w W5b@2"


def test_a_game_for_an_earlier_round_opens_that_round_for_nobody(section: Section) -> None:
    played(section, 1, "1 2 WL\n3 4 WL")
    (game, _other) = paired(section, 2, "3 5@1\n1 4", publish=True)
    body = players_document(section.standings_id)
    assert (body.through, body.live, body.counted) == (1, True, 2)
    assert (cells(section)[3], cells(section)[5]) == ("W4w ?5w@1 -", "- - -")
    enter(game, "LW")
    assert (cells(section)[3], cells(section)[5]) == ("W4w L5w@1 -", "W3b@2 - -")
    assert players_document(section.standings_id).through == 1


@pytest.mark.parametrize("line", ["5@3 1", "#5@3, #1", "5 @ 3 1"])
def test_either_side_can_be_of_the_other_round(section: Section, line: str) -> None:
    (game,) = paired(section, 2, line)
    assert {(seat.side, seat.round.number) for seat in game.seats.all()} == {("w", 3), ("b", 2)}


def test_a_player_who_plays_ahead_is_seated_in_that_round(section: Section) -> None:
    paired(section, 2, "1 2@3")
    with pytest.raises(Refused) as told:
        paired(section, 3, "2 3")
    assert [t.read for t in told.value.troubles] == ["2"]
    with pytest.raises(Refused, match="paired in round 3"):
        pairings.withdraw(player(section, 2), 2, by=director_of(section))


def test_a_player_who_played_ahead_may_leave_before_that_round(section: Section) -> None:
    """28M2: the game of round 3 was played in round 2, and its result can still be corrected."""
    (game, other) = paired(section, 2, "1 2@3\n3 4", publish=True)
    enter(game, "WL")
    pairings.withdraw(player(section, 2), 2, by=director_of(section))
    enter(game, "DD")
    enter(other, "WL")
    paired(section, 3, "1 3", publish=True)
    assert cells(section)[2] == "- - D1b@2"
    assert problems(players_document(section.standings_id).chart) == []


def test_a_result_ahead_leaves_its_round_a_draft_and_undo_takes_the_draft_back(section: Section) -> None:
    (game,) = paired(section, 2, "1 2@3", publish=True)
    enter(game, "WL")
    assert Round.objects.get(section=section, number=3).published_at is None
    pairings.publish(section, 2, by=director_of(section))
    paired(section, 3, "3 4", publish=True)
    undoing.undo(section.pk, by=director_of(section))
    assert Round.objects.get(section=section, number=3).published_at is None


def test_a_removed_pairing_leaves_both_rounds(section: Section) -> None:
    (game,) = paired(section, 2, "1 2@3")
    pairings.remove_pairing(game, by=director_of(section))
    paired(section, 3, "1 2")
    assert Game.objects.count() == 1


# --- another section --------------------------------------------------------------------------------


def test_an_entry_of_another_section_plays_here_as_a_house_player(
    section: Section, open_section: Section
) -> None:
    played(open_section, 1, "1 2 WL\n7 B")
    at_home = as_it_stands(open_section)
    (game,) = paired(section, 1, "1 7@Open", publish=True)
    enter(game, "WL")
    guest = player(section, 6)
    home = player(open_section, 7)
    assert (guest.name, guest.rating, guest.house, guest.visitor_of) == (home.name, home.rating, True, home)
    assert cells(section)[1] == "W7w@Open - -"
    body = players_document(section.standings_id)
    assert (body.standings[0].number, body.standings[0].score_q) == (1, 4)
    assert 6 not in {s.number for s in body.standings}
    assert as_it_stands(open_section).standings.published.body == at_home.standings.published.body
    assert cells(open_section)[7] == "B - -"


def test_who_comes_again_has_the_same_entry(section: Section, open_section: Section) -> None:
    visited(section, 1, "1 7@Open", "WL")
    paired(section, 2, "7@open 2", publish=True)
    assert Player.objects.filter(section=section, house=True).count() == 1
    assert cells(section)[2] == "- ?7b@Open -"


def test_two_boards_cannot_have_the_same_visitor_in_one_round(
    section: Section, open_section: Section
) -> None:
    with pytest.raises(Refused) as told:
        paired(section, 1, "1 7@Open\n2 7@open\n3 4")
    assert [(t.where, t.read) for t in told.value.troubles] == [("line 2", "7@open")]
    assert not Player.objects.filter(section=section, house=True).exists()


def test_a_section_is_named_with_its_blanks_or_by_its_address(section: Section) -> None:
    other = a_section(players=3, name="K-5  Championship 2", event=section.event)
    games = paired(section, 1, "1 2@K-5 championship 2\n3@k-5-championship-2 4", publish=True)
    guests = [seat.player.visitor_of for game in games for seat in game.seats.all() if seat.player.visitor_of]
    assert {(home.section, home.number) for home in guests} == {(other, 2), (other, 3)}


def test_undo_takes_the_visitor_away_unless_they_came_again(section: Section, open_section: Section) -> None:
    by = director_of(section)
    paired(section, 1, "1 7@Open")
    undoing.undo(section.pk, by=by)
    assert not Player.objects.filter(section=section, house=True).exists()
    paired(section, 1, "1 7@Open")
    first = log.last_entry(section, by)
    other = game_between(paired(section, 2, "2 7@Open"), 2, 6)
    pairings.remove_pairing(Game.objects.exclude(pk=other.pk).get(), by=by)
    assert first is not None
    assert Player.objects.filter(section=section, house=True).count() == 1


def test_a_visitor_is_named_as_their_own_section_names_them(section: Section, open_section: Section) -> None:
    visited(section, 1, "1 7@Open", "WL")
    by = director_of(section)
    rosters.edit_player(player(open_section, 7), by=by, name="Gus Elm", number=12, rating=777)
    assert cells(section)[1] == "W12w@Open - -"
    guest = players_document(section.standings_id).chart.by_number[6]
    assert (guest.name, guest.rating, guest.visitor) == ("Gus Elm", 777, "12@Open")
    setup.edit_section(open_section, name="Premier", rounds=3, format="swiss", games=1, by=by)
    assert cells(section)[1] == "W12w@Premier - -"
    assert as_it_stands(section).standings.published.stamp == as_it_stands(section).stamp


def test_a_visitor_is_changed_and_struck_at_home_first(section: Section, open_section: Section) -> None:
    visited(section, 1, "1 7@Open", "WL")
    by = director_of(section)
    with pytest.raises(Refused, match="plays in section Open"):
        rosters.edit_player(player(section, 6), by=by, house=False)
    with pytest.raises(Refused, match="also plays in section Under 1200, as a visitor"):
        rosters.remove_player(player(open_section, 7), by=by)


def test_an_imported_visitor_is_the_entry_of_that_section_where_it_is_in_the_event(
    section: Section, open_section: Section
) -> None:
    file = wallchart_csv.read("number,name,r1,r2\n1,Ada,W7w@Open,W3b@Blitz\n")
    reserve = imported(file, name="Reserve", event=section.event)
    homes = {guest.name: guest.visitor_of for guest in Player.objects.filter(section=reserve, house=True)}
    assert homes == {player(open_section, 7).name: player(open_section, 7), "3@Blitz": None}


# --- what cannot be ----------------------------------------------------------------------------------


def test_everything_that_cannot_be_is_told_at_once_and_nothing_is_stored(
    section: Section, open_section: Section
) -> None:
    paired(section, 3, "2 H")
    version = as_it_stands(section).version
    lines = "1 7@Blitz\n3 70@Open\n1@4 4\n1@1 2@3\n5 2@3\n2 1@Under 1200\n5@3 H\n4 4@3\n6@Open 6@open"
    with pytest.raises(Refused) as told:
        paired(section, 2, lines)
    assert [(t.where, t.read) for t in told.value.troubles] == [
        ("line 1", "7@Blitz"),
        ("line 2", "70@Open"),
        ("line 3", "1@4"),
        ("line 4", "1@1 2@3"),
        ("line 5", "2@3"),
        ("line 6", "1@Under 1200"),
        ("line 7", "5@3 H"),
        ("line 8", "4@3"),
        ("line 9", "6@open"),
    ]
    assert all(t.expected for t in told.value.troubles)
    assert as_it_stands(section).version == version
    assert Player.objects.filter(section=section).count() == 5


def test_an_event_with_one_section_says_so(section: Section) -> None:
    with pytest.raises(Refused) as told:
        paired(section, 1, "1 7@Open")
    assert "has no other" in told.value.troubles[0].expected


def test_reading_a_section_without_visitors_asks_no_more(
    section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    played(section, 1, "1 2 WL")
    with django_assert_num_queries(5):
        wallcharts.load(section)
