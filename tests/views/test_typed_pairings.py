"""Pairings and byes that a director types, and the round that they make."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    as_it_stands,
    games_of,
)
from tests.html import read, visit
from tests.views.desk_page import section, send
from tournaments.models import Game, Seat, Section

__all__ = ["section"]


def test_a_round_is_paired_by_numbers_white_first(desk: Client, section: Section) -> None:
    answer = desk.post(at("pair-round", section, 2), {"pairings": "3 1\n4 H"}, follow=True)
    page = read(answer)
    [game] = games_of(section, 2)
    numbers = game.seats.order_by("-side").values_list("player__number", flat=True)
    assert list(numbers) == [3, 1]
    assert "half-point bye" in page
    assert "Only directors see these pairings." in page


def test_every_bad_line_is_listed_nothing_is_stored_and_what_was_typed_stays(
    desk: Client, section: Section
) -> None:
    typed = "1 3\n4 4\n2 99\ntwo five\n3 6"
    answer = desk.post(at("pair-round", section, 2), {"pairings": typed})
    text = read(answer)
    assert answer.status_code == 422
    assert text.form(at("pair-round", section, 2)).fields["pairings"] == [typed]
    troubles = [(trouble.where, trouble.read) for trouble in answer.context["refused"].troubles]
    assert troubles == [("line 2", "4"), ("line 3", "99"), ("line 4", "two five"), ("line 5", "3")]
    assert all(f"{where}: {read}" in text for where, read in troubles)
    assert as_it_stands(section).version == section.version


def test_a_rematch_and_team_mates_are_paired_with_a_remark(desk: Client, section: Section) -> None:
    section.players.filter(number__in=(3, 5)).update(team="Oakmont")
    answer = desk.post(at("pair-round", section, 2), {"pairings": "2 1\n3 5"}, follow=True)
    text = read(answer)
    assert "met in round 1." in text
    assert "are both from Oakmont." in text
    assert len(games_of(section, 2)) == 2


def test_results_beside_typed_pairings_are_left_out_and_said_so(desk: Client, section: Section) -> None:
    answer = desk.post(at("pair-round", section, 2), {"pairings": "3 1 1-0\n4 H"}, follow=True)
    assert "1 result was read and left out. Enter it beside its board." in read(answer)
    [game] = games_of(section, 2)
    assert {*game.seats.values_list("kind", flat=True)} == {"?"}


def test_who_is_not_seated_is_named(desk: Client, section: Section) -> None:
    desk.post(at("pair-round", section, 2), {"pairings": "1 3"})
    page = desk.get(at("desk-round", section, 2))
    unseated = [player.number for player in page.context["page"].unseated]
    assert unseated == [2, 4, 5, 6]
    names = section.players.filter(number__in=unseated).values_list("name", flat=True)
    assert all(name in read(page) for name in names)


def test_a_player_who_withdrew_before_the_round_is_not_missed(desk: Client, section: Section) -> None:
    section.players.filter(number=6).update(withdrawn_after=1)
    assert 6 not in [p.number for p in desk.get(at("desk-round", section, 2)).context["page"].unseated]


@pytest.mark.parametrize("kind", ["H", "B", "U"])
def test_several_players_get_a_bye_at_once_and_one_is_removed(
    desk: Client, section: Section, kind: str
) -> None:
    desk.post(at("give-bye", section, 2), {"player": ["4", "6"], "kind": kind})
    seats = Seat.objects.filter(round__section=section, round__number=2)
    assert sorted(seats.values_list("player__number", "kind")) == [(4, kind), (6, kind)]
    desk.post(reverse("remove-bye", args=[seats[0].pk]))
    assert seats.count() == 1


def test_a_bye_for_nobody_is_refused_on_the_page(desk: Client, section: Section) -> None:
    answer = desk.post(at("give-bye", section, 2), {"kind": "H"})
    assert answer.status_code == 422
    assert "Choose at least one player from the list." in read(answer)


def test_a_bye_of_an_unknown_kind_is_refused(desk: Client, section: Section) -> None:
    assert desk.post(at("give-bye", section, 2), {"player": "4", "kind": "W"}).status_code == 422


def test_colors_are_swapped_and_a_pairing_is_removed(desk: Client, section: Section, board: Game) -> None:
    why = {"reason": "sat down the other way"}
    answer = desk.post(reverse("swap-colors", args=[board.pk]), why)
    assert answer.headers["Location"].endswith(f"#game-{board.pk}")
    assert list(board.seats.order_by("-side").values_list("player__number", flat=True)) == [2, 1]
    desk.post(reverse("remove-pairing", args=[board.pk]), why)
    assert not Game.objects.filter(pk=board.pk).exists()


def test_a_board_with_a_result_is_not_removed(desk: Client, board: Game) -> None:
    send(desk, board, "WL")
    assert desk.post(reverse("remove-pairing", args=[board.pk])).status_code == 422
    assert Game.objects.filter(pk=board.pk).exists()


def test_typed_boards_are_published_and_who_is_left_out_is_named_first(
    desk: Client, section: Section
) -> None:
    desk.post(at("pair-round", section, 2), {"pairings": "1 3"})
    answer = visit(desk, at("desk-round", section, 2)).form(at("publish-round", section, 2)).send(desk)
    assert answer.status_code == 422
    page = read(answer)
    names = [section.players.get(number=number).name for number in (2, 4, 5, 6)]
    assert f"4 players have neither a board nor a bye in round 2: {', '.join(names)}." in page
    assert not section.round_set.get(number=2).published_at
    page = read(page.form(at("publish-round", section, 2), holding="left_out").send(desk, follow=True))
    assert "Round 2 is published." in page
    assert "Only directors see these pairings." not in page


def test_typed_boards_of_everybody_are_published_at_once(desk: Client, section: Section) -> None:
    desk.post(at("pair-round", section, 2), {"pairings": "1 3\n2 4\n5 6"})
    page = read(desk.post(at("publish-round", section, 2), follow=True))
    assert "Round 2 is published." in page


def test_a_round_without_pairings_is_not_published(desk: Client, section: Section) -> None:
    assert desk.post(at("publish-round", section, 3)).status_code == 422
