"""Pairing takes the rules seconds in a large section; meanwhile nobody waits for the database."""

import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, games_of, played
from tests.html import read, visit
from tournaments.models import Section
from tournaments.pairing.explain import explain
from tournaments.pairing.pairing import pair
from tournaments.services import drafts, pairings, rosters


class Asked:
    """How often the rules were asked, and how often while a transaction was open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = self.locked = 0
        # Django wraps each test in transactions of its own.
        self._outside = len(connection.savepoint_ids)
        for function in (pair, explain):
            for name, module in list(sys.modules.items()):
                attributes = vars(module) if name.startswith("tournaments.") else {}
                if attributes.get(function.__name__) is function:
                    monkeypatch.setattr(module, function.__name__, self._watched(function))

    def _watched(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*arguments: Any) -> Any:
            self.times += 1
            self.locked += len(connection.savepoint_ids) > self._outside
            return function(*arguments)

        return asked


@pytest.fixture
def section(kim: User) -> Section:
    """Seven players after one round."""
    section = a_section(0, 4, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(rating=1900 - 100 * at) for at in range(7)], by=kim)
    played(section, 1, "1 4 WL\n5 2 LW\n3 6 WL\n7 B")
    return as_it_stands(section)


@pytest.fixture
def draft(section: Section, kim: User) -> Section:
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    return as_it_stands(section)


def test_proposing_a_round_locks_nothing_meanwhile(
    desk: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = visit(desk, at("pairing", section, 2)).form(at("propose-pairing", section, 2))
    asked = Asked(monkeypatch)
    assert form.send(desk).status_code == 302
    assert asked.times
    assert not asked.locked


@pytest.mark.parametrize("do", ["save", "swap-0", "remove-0", "again", "anew", "publish", "full-0"])
def test_changing_a_draft_locks_nothing_meanwhile(
    desk: Client, draft: Section, monkeypatch: pytest.MonkeyPatch, do: str
) -> None:
    form = visit(desk, at("pairing", draft, 2)).form(at("change-pairing", draft, 2))
    asked = Asked(monkeypatch)
    assert form.send(desk, {"do": do}).status_code == 302
    assert asked.times
    assert not asked.locked


def test_moving_players_up_in_a_draft_locks_nothing_meanwhile(
    desk: Client, draft: Section, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairings.withdraw(draft.players.get(number=1), 1, by=kim)
    form = visit(desk, at("pairing", draft, 2)).form(at("change-pairing", draft, 2))
    asked = Asked(monkeypatch)
    assert form.send(desk, {"do": "ladder"}).status_code == 302
    assert asked.times
    assert not asked.locked


def test_publishing_locks_nothing_meanwhile(
    desk: Client, draft: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = visit(desk, at("publish-pairing", draft, 2)).form(at("publish-pairing", draft, 2))
    asked = Asked(monkeypatch)
    assert form.send(desk).status_code == 302
    assert asked.times
    assert not asked.locked


@pytest.mark.parametrize("how", ["ladder", "again"])
def test_pairing_a_published_round_again_locks_nothing_meanwhile(
    desk: Client, draft: Section, kim: User, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    drafts.publish(draft, 2, by=kim)
    pairings.remove_pairing(games_of(draft, 2)[0], by=kim, reason="went home")
    pairings.withdraw(draft.players.get(number=1), 1, by=kim)
    form = visit(desk, at("pairing", draft, 2)).form(at("change-pairing", draft, 2))
    asked = Asked(monkeypatch)
    assert form.send(desk, {"do": how, "reason": "went home"}).status_code == 302
    assert asked.times
    assert not asked.locked


def test_bringing_a_draft_back_locks_nothing_meanwhile(
    desk: Client, draft: Section, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    drafts.discard(draft, 2, by=kim)
    form = visit(desk, at("pairing", draft, 2)).form(at("change-pairing", draft, 2))
    asked = Asked(monkeypatch)
    assert form.send(desk, {"do": "bring"}).status_code == 302
    assert not asked.locked


def test_publishing_boards_that_were_typed_locks_nothing_meanwhile(
    desk: Client, section: Section, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their gate asks the rules, when it names what is wrong and when it is passed."""
    pairings.pair(section, 2, "4 1\n2 3\n5 6\n7 B", by=kim)
    address = at("publish-round", section, 2)
    form = visit(desk, at("desk-round", section, 2)).form(address)
    asked = Asked(monkeypatch)
    answer = form.send(desk)
    assert answer.status_code == 422
    assert read(answer).form(address, holding="wrong").send(desk).status_code == 302
    assert asked.times
    assert not asked.locked


def test_typing_boards_locks_nothing_while_they_are_judged(
    desk: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = visit(desk, at("desk-round", section, 2)).form(at("pair-round", section, 2))
    asked = Asked(monkeypatch)
    assert form.send(desk, {"pairings": "4 1\n2 3"}).status_code == 302
    assert asked.times
    assert not asked.locked


def test_typing_a_list_onto_a_draft_locks_nothing_meanwhile(
    desk: Client, draft: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = visit(desk, at("desk-round", draft, 2)).form(at("pair-round", draft, 2))
    asked = Asked(monkeypatch)
    assert form.send(desk, {"pairings": "2 6"}).status_code == 302
    assert not asked.locked


def test_trading_places_locks_nothing_meanwhile(
    desk: Client, draft: Section, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    drafts.publish(draft, 2, by=kim)
    board, other, *_more = games_of(draft, 2)
    leaves, comes = (game.seats.get(side="b").player.number for game in (board, other))
    form = visit(desk, reverse("correct-pairing", args=[board.pk])).form(
        reverse("swap-colors", args=[board.pk])
    )
    form.action = reverse("trade-places", args=[board.pk])
    asked = Asked(monkeypatch)
    typed = {"leaves": str(leaves), "comes": str(comes), "reason": "sat down wrongly"}
    assert form.send(desk, typed).status_code == 302
    assert asked.times
    assert not asked.locked
