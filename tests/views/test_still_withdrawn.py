"""A no-show who forfeited and was withdrawn in one step, and has another result since: still withdrawn, which
the round's page and the log say."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, corrected, enter, games_of, paired, played, three_teams
from tests.html import Element, read, visit
from tournaments.models import Game, LogEntry, Section, Staff
from tournaments.services import attendance, pairings
from tournaments.services.matches import record_board
from tournaments.services.undoing import undo

HTMX = {"HX-Request": "true"}


@pytest.fixture
def section(kim: User) -> Section:
    return a_section(4, 5, by=kim)


@pytest.fixture
def first(section: Section, kim: User) -> Game:
    """Board 1, on which neither came."""
    game, _second = paired(section, 1, "1 2\n3 4", publish=True)
    return no_show(game, "both", kim)


def no_show(game: Game, absent: str, kim: User) -> Game:
    game.refresh_from_db()
    attendance.no_show(game, absent, revision=game.revision, by=kim)
    game.refresh_from_db()
    return game


def names(section: Section) -> list[str]:
    return [player.called for player in section.players.order_by("number")]


def told(page: Element) -> list[str]:
    return page.texts("#still-withdrawn .notice p")


def summary(section: Section) -> str:
    return LogEntry.objects.filter(standings=section.standings_id).latest("pk").summary


def send(desk: Client, game: Game, result: str, **more: Any) -> Any:
    fields = {"result": result, "revision": game.revision, **more}
    return desk.post(reverse("enter-result", args=[game.pk]), fields, headers=HTMX)


def test_a_result_over_a_no_shows_forfeit_says_who_is_still_withdrawn(
    desk: Client, section: Section, first: Game
) -> None:
    one, other = names(section)[:2]
    answer = read(send(desk, first, "WL", replace="WL"))
    said = [
        f"{name} no longer forfeits in round 1, but is still withdrawn. Reinstate {name}"
        for name in (one, other)
    ]
    assert told(answer) == said
    assert told(visit(desk, at("desk-round", section, 1))) == said
    assert summary(section).endswith(f"F–F → 1–0; still withdrawn: {one} and {other}")


def test_the_link_leads_to_where_the_player_is_reinstated_after_which_nothing_is_told(
    desk: Client, section: Section, first: Game, kim: User
) -> None:
    enter(first, "WL")
    page = visit(desk, at("desk-round", section, 1))
    links = [link["href"] for link in page.all("#still-withdrawn a")]
    assert links == [f"{at('edit-player', section, number)}#withdraw" for number in (1, 2)]
    pairings.reinstate(section.players.get(number=1), by=kim)
    assert [link["href"] for link in visit(desk, at("desk-round", section, 1)).all("#still-withdrawn a")] == [
        links[1]
    ]


def test_who_came_after_all_while_the_other_did_not_is_told_of(
    desk: Client, section: Section, first: Game, kim: User
) -> None:
    no_show(first, "white", kim)
    assert [text.split(" no longer")[0] for text in told(visit(desk, at("desk-round", section, 1)))] == [
        names(section)[1]
    ]
    assert summary(section).endswith(f"; still withdrawn: {names(section)[1]}")


def test_a_cleared_forfeit_is_told_and_after_undo_or_a_forfeit_again_it_is_not(
    desk: Client, section: Section, first: Game, kim: User
) -> None:
    enter(first, "??")
    assert len(told(visit(desk, at("desk-round", section, 1)))) == 2
    undo(section.pk, by=kim)
    assert told(visit(desk, at("desk-round", section, 1))) == []
    enter(first, "WL")
    first.refresh_from_db()
    answer = read(send(desk, first, "FF", replace="FF"))
    assert answer.all("#still-withdrawn")
    assert told(answer) == []
    assert "still withdrawn" not in summary(section)


def test_a_correction_after_the_next_round_says_it_in_the_log(
    desk: Client, section: Section, first: Game, kim: User
) -> None:
    enter(games_of(section, 1)[1], "WL")
    played(section, 2, "3 4 WL")
    corrected(first, "WL")
    one, other = names(section)[:2]
    assert f"still withdrawn: {one} and {other}" in summary(section)
    assert len(told(visit(desk, at("desk-round", section, 1)))) == 2


def test_who_withdrew_after_a_round_that_was_played_is_not_told_of(
    desk: Client, section: Section, kim: User
) -> None:
    game, _second = paired(section, 1, "1 2\n3 4", publish=True)
    pairings.withdraw(section.players.get(number=1), 1, by=kim)
    enter(game, "WL")
    enter(game, "LW")
    assert told(visit(desk, at("desk-round", section, 1))) == []
    assert "still withdrawn" not in summary(section)


def test_a_forfeit_before_the_last_round_of_who_left_later_is_not_told_of(
    desk: Client, section: Section, kim: User
) -> None:
    played(section, 1, "1 2 FX\n3 4 WL")
    played(section, 2, "1 3 WL")
    pairings.withdraw(section.players.get(number=1), 2, by=kim)
    corrected(games_of(section, 1)[0], "WL")
    assert "still withdrawn" not in summary(section)


def test_of_a_team_it_is_told_with_its_first_board_that_was_played(desk: Client, kim: User) -> None:
    section = three_teams()
    Staff.objects.create(event=section.event, user=kim)
    (game,) = paired(section, 1, "1 3", publish=True)
    no_show(game, "black", kim)
    board = game.match_boards.select_related("game__round").get(board=1)
    record_board(board, "WL", revision=board.revision, by=kim)
    assert summary(section).endswith("X–F → 1–0; still withdrawn: Cedar Castles")
    page = visit(desk, at("desk-round", section, 1))
    assert told(page) == [
        "Cedar Castles no longer forfeits in round 1, but is still withdrawn. Reinstate Cedar Castles"
    ]
