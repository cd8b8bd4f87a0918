"""Colors that were swapped on a posted board, and places that two traded there, go back in the log, which
asks what the swap and the trade would."""

from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, enter, games_of, paired, played
from tests.html import visit
from tournaments.models import Game, LogEntry
from tournaments.services import pairings
from tournaments.services.trading import trade_places

WHY = "came at half past nine"


def white(game: Game) -> int:
    return game.seats.get(side="w").player.number


def test_undoing_a_swap_asks_about_what_the_swap_itself_would_ask_about(desk: Client, kim: User) -> None:
    section = a_section(6, by=kim)
    played(section, 1, "1 4 WL\n5 2 WL\n3 6 WL")
    played(section, 2, "1 5 WL\n4 3 WL\n6 2 WL")
    paired(section, 3, "1 3\n5 6\n2 4", publish=True, by=kim)
    game = games_of(section, 3)[0]
    pairings.give_white(game, 3, by=kim, reason=WHY)
    swap = LogEntry.objects.latest("pk")
    page = visit(desk, at("undo-entry", section, swap.pk))
    assert "1 third color in a row" in page.all("#asks b")[0].text
    assert "The same color a third time in a row" in page.one("#asks li").text
    form = page.form(at("undo-entry", section, swap.pk))
    enter(games_of(section, 3)[1], "WL")
    assert form.send(desk, {"reason": "sat right", "wrong": "of another page"}).status_code == 422
    assert white(game) == 3
    form = visit(desk, at("undo-entry", section, swap.pk)).form(at("undo-entry", section, swap.pk))
    assert form.send(desk, {"reason": "sat right"}).status_code == 302
    assert white(game) == 1
    again = LogEntry.objects.latest("pk")
    page = visit(desk, at("undo-entry", section, again.pk))
    assert not page.all("#asks"), "it makes nothing wrong"
    assert page.form(at("undo-entry", section, again.pk)).send(desk, {"reason": "no"}).status_code == 302


def test_undoing_a_swap_names_who_was_paired_later_on_the_swapped_colors(desk: Client, kim: User) -> None:
    section = a_section(4, by=kim)
    [game, *_other] = played(section, 1, "1 3 WL\n4 2 WL")
    pairings.give_white(game, 3, by=kim, reason=WHY)
    swap = LogEntry.objects.latest("pk")
    assert not visit(desk, at("undo-entry", section, swap.pk)).all("#asks")
    paired(section, 2, "1 4\n2 3", publish=True, by=kim)
    page = visit(desk, at("undo-entry", section, swap.pk))
    assert "was paired on the colors" in page.one("#asks").text
    form = page.form(at("undo-entry", section, swap.pk))
    assert form.send(desk, {"reason": "sat right", "wrong": ""}).status_code == 422
    assert white(game) == 3
    assert form.send(desk, {"reason": "sat right"}).status_code == 302
    assert white(game) == 1


def test_undoing_a_trade_of_places_asks_about_what_the_trade_itself_would_ask_about(
    desk: Client, kim: User
) -> None:
    section = a_section(6, by=kim)
    played(section, 1, "1 4 WL\n5 2 WL\n3 6 WL")
    paired(section, 2, "1 6\n5 3\n2 4", publish=True, by=kim)
    game = games_of(section, 2)[0]
    assert not visit(desk, at("undo-entry", section, LogEntry.objects.latest("pk").pk)).all("#asks")
    trade_places(game, 6, 4, by=kim, reason=WHY)
    trade_places(game, 4, 6, by=kim, reason=WHY)
    back = LogEntry.objects.latest("pk")
    page = visit(desk, at("undo-entry", section, back.pk))
    assert "1 rematch" in page.all("#asks b")[0].text
    form = page.form(at("undo-entry", section, back.pk))
    enter(games_of(section, 2)[1], "WL")
    assert form.send(desk, {"reason": "sat right", "wrong": "of another page"}).status_code == 422
    assert {seat.player.number for seat in game.seats.all()} == {1, 6}
    form = visit(desk, at("undo-entry", section, back.pk)).form(at("undo-entry", section, back.pk))
    assert form.send(desk, {"reason": "sat right"}).status_code == 302
    assert {seat.player.number for seat in game.seats.all()} == {1, 4}
