"""Kim at a browser of her own, and a round that she and Lee enter results of."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.at_desk import round_of
from tests.factories import UserFactory, a_section, as_it_stands, enter, games_of, paired
from tests.people import event, kim, no_fragments
from tests.sign_in import sign_in
from tournaments.models import Game, Section, Staff

__all__ = ["event", "kim", "no_fragments", "sit_down"]

# Each test here opens a browser; what the pages say, tests of views read without one. All are slow but these,
# for what only a script does: results reach the server, and the phones from there.
QUICK = {"test_desk_keys", "test_live_server", "test_offline", "test_phone_follows_desk", "test_scorers"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent and item.path.stem not in QUICK:
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def sit_down(new_context: Any, live_server: LiveServer) -> Callable[..., Page]:
    """A signed-in person at a page, in a browser of their own."""

    def sit(user: User, path: str, **options: Any) -> Page:
        page = sign_in(new_context(**options), live_server, user).new_page()
        page.goto(live_server.url + path)
        return page

    return sit


@pytest.fixture
def section(kim: User) -> Section:
    """Twelve players, round one published: six boards, all out."""
    section = a_section(12, by=kim, order="modified_median,solkoff")
    paired(section, 1, "\n".join(f"{n} {n + 1}" for n in range(1, 12, 2)), publish=True)
    return as_it_stands(section)


@pytest.fixture
def games(section: Section) -> list[Game]:
    return games_of(section, 1)


@pytest.fixture
def desk(sit_down: Callable[..., Page], kim: User, section: Section) -> Page:
    return sit_down(kim, round_of(section))


@pytest.fixture
def lee(section: Section) -> User:
    lee = UserFactory.create(first_name="Lee", last_name="Moss")
    Staff.objects.create(event=section.event, user=lee)
    return lee


@pytest.fixture
def finished(games: list[Game], kim: User) -> list[Game]:
    """The first three boards have results."""
    for game, result in zip(games, ("DD", "WL", "LW"), strict=False):
        enter(game, result, by=kim)
    return games
