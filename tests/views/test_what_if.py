"""What if: a director sees what each result of an open board would move, and nothing is entered."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, paired, played
from tests.html import visit
from tiebreaks.selectors import players_document
from tournaments.models import Game, LogEntry, Section
from tournaments.services import prizes


@pytest.fixture
def section(kim: User) -> Section:
    """Before the last game 1 leads with 1, as 3 does; they play each other. 2 has beaten 4."""
    section = a_section(4, 2, by=kim, order="solkoff")
    prizes.announce(section, "1st place trophy\n1st place $60", in_this_order=False, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4 WL")
    return as_it_stands(section)


def asked(desk: Client, game: Game) -> dict[str, list[list[str]]]:
    page = visit(desk, reverse("what-if", args=[game.pk]))
    return {
        table.texts("caption")[0]: [row.texts("th, td") for row in table.all("tbody tr")]
        for table in page.all("table.what-if")
    }


def test_the_three_results_stand_side_by_side_and_nothing_is_stored(desk: Client, section: Section) -> None:
    game = games_of(section, 2)[0]
    entries = LogEntry.objects.count()
    one, three = (section.called(section.players.get(number=number).name) for number in (1, 3))
    found = asked(desk, game)
    (trophy,) = found["Trophies"]
    assert trophy[2] == one
    assert trophy[4] == three
    assert [line[2:] for line in found["Prize money"] if line[0] == one] == [["$60", "$30", "$0"]]
    places = [line[2:] for line in found["Places and points"] if line[0] == one]
    assert places == [["1st · 2", "1st · 1½", "2nd · 1"]]
    now = [line[1][0] for line in found["Places and points"]]
    assert now == sorted(now), "in the order of the standings"
    assert as_it_stands(section).version == section.version
    assert LogEntry.objects.count() == entries
    assert "".join(game.seats.values_list("kind", flat=True)) == "??"


def test_what_every_result_brings_is_said_once(desk: Client, section: Section) -> None:
    lines = [line for lines in asked(desk, games_of(section, 2)[0]).values() for line in lines]
    assert all(len(line) == 5 or line[2].endswith("in each case") for line in lines)


def test_the_row_of_an_open_board_leads_there_and_that_of_a_finished_one_does_not(
    desk: Client, section: Section
) -> None:
    open_board, finished = games_of(section, 2)
    links = visit(desk, at("desk-round", section, 2)).links
    assert reverse("what-if", args=[open_board.pk]) in links
    assert reverse("what-if", args=[finished.pk]) not in links
    refused = desk.get(reverse("what-if", args=[finished.pk]))
    assert refused.status_code == 422
    assert "Board 2 has a result." in refused.content.decode()


def test_trophies_stand_as_they_are_announced_whichever_result_moves_them(desk: Client, kim: User) -> None:
    section = a_section(6, 3, by=kim, order="solkoff")
    prizes.announce(
        section,
        "1st–4th trophies\n1st place $40\n2nd place $30\n3rd place $20\n4th place $10",
        in_this_order=False,
        by=kim,
    )
    played(section, 1, "1 2 WL\n3 4 LW\n5 6 LW")
    played(section, 2, "1 3 WL\n2 5 DD\n4 6 LW")
    played(section, 3, "1 4\n2 6 DD\n3 5 LW")
    found = asked(desk, games_of(section, 3)[0])
    assert [line[0].split()[0] for line in found["Trophies"]] == ["1st", "2nd", "3rd", "4th"]
    paid_now = [float(line[1].strip("$")) for line in found["Prize money"]]
    assert paid_now == sorted(paid_now, reverse=True)


def test_of_a_medal_for_many_only_those_are_named_whom_the_result_moves(desk: Client, kim: User) -> None:
    section = a_section(10, 2, by=kim, order="solkoff")
    prizes.announce(section, "1 point or more: medal", in_this_order=False, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL\n7 8 WL\n9 10 WL")
    played(section, 2, "1 3 WL\n5 7 WL\n2 4\n6 8 DD\n9 10 WL")
    two, four = (section.called(section.players.get(number=number).name) for number in (2, 4))
    ((_title, *told),) = asked(desk, games_of(section, 2)[2])["Trophies"]
    assert told == ["5 players", f"6 players: {two} too", "5 players", f"6 players: {four} too"]


def test_a_board_of_a_round_that_is_not_published_shows_what_its_result_brings(
    desk: Client, kim: User
) -> None:
    section = a_section(4, 2, by=kim, order="solkoff")
    game, _other = paired(section, 1, "1 2\n3 4", by=kim)
    lines = asked(desk, game)["Places and points"]
    one = section.called(section.players.get(number=1).name)
    (line,) = [line for line in lines if line[0] == one]
    assert "1st · 1" in line
    enter(game, "WL", by=kim)
    first = players_document(section.standings_id).standings[0]
    assert (first.number, first.first, first.last) == (1, 1, 1)
