"""A restored database and Redis: no phone and no cache shows a version of the other life.

Redis outlives the database: it still has pieces of versions that the restored database never had.
"""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import pytest
import redis
from django.db import transaction
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, played
from tests.html import read
from tiebreaks.models import Standings
from tournaments.models import Section
from tournaments.services import backups
from tournaments.services.epochs import renew_epochs

SERVER = shutil.which("redis-server")


@pytest.fixture(scope="module")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis of these tests' own, at a socket in a folder."""
    if SERVER is None:
        pytest.skip("Redis is not installed (apt: redis-server)")
    socket = tmp_path_factory.mktemp("redis") / "socket"
    command = [SERVER, "--port", "0", "--unixsocket", str(socket), "--save", "", "--dir", str(socket.parent)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert process.stdout
        printed = ""
        while "eady to accept connections" not in printed:
            line = process.stdout.readline()
            assert line, printed
            printed += line
        yield f"unix://{socket}"
    finally:
        process.terminate()
        process.communicate()


@pytest.fixture(autouse=True)
def in_redis(redis_server: str, settings: Any) -> Iterator[None]:
    """Pieces of pages are kept in Redis."""
    backend = "django.core.cache.backends.redis.RedisCache"
    fragments = {"BACKEND": backend, "LOCATION": redis_server, "TIMEOUT": None}
    settings.CACHES = {**settings.CACHES, "fragments": fragments}
    yield
    with redis.Redis.from_url(redis_server) as server:
        assert server.dbsize(), "nothing was kept in Redis"
        server.flushall()


@pytest.fixture
def section() -> Section:
    section = a_section(2, 1, order="solkoff")
    played(section, 1, "1 2")
    return as_it_stands(section)


class Phone:
    """A phone that shows the standings and polls for newer ones."""

    def __init__(self, section: Section) -> None:
        self.client = Client()
        self.address = at("standings", section)
        page = self.client.get(self.address)
        self.stamp, self.tag = self._stamp(page), page.headers["ETag"]
        self.winner = self._winner(page)

    def polls(self, section: Section) -> Any:
        return self.client.get(at("standings-live", section), {"v": self.stamp})

    def opens_again(self) -> Any:
        return self.client.get(self.address, headers={"If-None-Match": self.tag})

    @staticmethod
    def _stamp(answer: Any) -> str:
        return read(answer).one("#live")["data-stamp"]

    @staticmethod
    def _winner(answer: Any) -> str:
        """The first row of the page, or of what a poll tells of its new order."""
        if "HX-Reswap" not in answer.headers:
            return read(answer).all("li.entry")[0]["id"]
        told = json.loads(answer.text.partition(">")[2].partition("</script>")[0])
        winner: str = next(row for row, above in told["moves"].items() if above == "g1")
        return winner


@contextmanager
def a_life_that_ends(section: Section, result: str) -> Iterator[None]:
    """The result is entered and seen; then the database is as it was before, as a copied-back file is."""
    with transaction.atomic():
        enter(games_of(section, 1)[0], result)
        yield
        transaction.set_rollback(True)


def check_the_other_life(phone: Phone, section: Section) -> None:
    """The same version number with another winner: each way to it shows this one."""
    assert phone.stamp.split(".")[1] == str(as_it_stands(section).version)
    polled = phone.polls(section)
    assert polled.status_code == 200
    assert Phone._winner(polled) != phone.winner
    opened = phone.opens_again()
    assert opened.status_code == 200
    assert Phone._winner(opened) != phone.winner
    new = Phone(section)
    assert new.winner == Phone._winner(opened)
    assert new.polls(section).status_code == 204


def test_a_database_that_was_set_back_shows_nothing_of_its_other_life(section: Section) -> None:
    with a_life_that_ends(section, "WL"):
        phone = Phone(section)
    renew_epochs(Standings.objects.all())
    enter(games_of(section, 1)[0], "LW")
    check_the_other_life(phone, section)


def test_without_new_epochs_the_cache_would_show_the_other_life(section: Section) -> None:
    """What the epoch is for: this is the fault that the tests beside this one would find."""
    with a_life_that_ends(section, "WL"):
        phone = Phone(section)
    enter(games_of(section, 1)[0], "LW")
    assert phone.polls(section).status_code == 204
    assert Phone(section).winner == phone.winner


def test_an_event_that_was_restored_shows_nothing_of_its_other_life(section: Section) -> None:
    file = BytesIO()
    backups.one_event(section.event, file)
    enter(games_of(section, 1)[0], "WL")
    phone = Phone(section)
    [restored] = backups.restore(file, backups.Source("x.wallchart"), by=None, replace=True)
    again = Section.objects.select_related("event").get(event=restored.event)
    enter(games_of(again, 1)[0], "LW")
    check_the_other_life(phone, again)
