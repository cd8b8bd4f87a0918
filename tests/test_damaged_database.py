"""The file of the database goes bad under a server: 503 and words for who reads or writes."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.urls import reverse
from pytest_django import Settings

from tests.addresses import at
from tests.factories import UserFactory, a_section, games_of, paired
from tests.hall_server import cookie_of, serving
from tests.html import read
from tournaments.models import Section
from tournaments.services import database_file

pytestmark = pytest.mark.django_db(transaction=True)
# As a laptop keeps them, and as each request of the tests opens one.
KEPT, FRESH = None, 0
CONNECTIONS = "from django.conf import settings; settings.DATABASES['default']['CONN_MAX_AGE'] = {}"


@pytest.fixture
def kim() -> User:
    return UserFactory.create(username="kim")


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(by=kim, players=4)
    paired(section, 1, "1 2\n3 4")
    return section


@pytest.fixture
def cookie(kim: User) -> str:
    return cookie_of(kim)


@pytest.fixture
def file(section: Section, cookie: str, tmp_path: Path) -> Path:
    """A database of a server's own, with all that this run's has."""
    copy = tmp_path / "wallchart.sqlite3"
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with closing(sqlite3.connect(copy)) as to:
            with closing(sqlite3.connect(connection.settings_dict["NAME"])) as run:
                run.backup(to)
            to.execute("PRAGMA journal_mode=WAL")
    return copy


def no_database_anymore(file: Path) -> None:
    with file.open("r+b") as bytes_of_it:
        bytes_of_it.write(b"This is no database. " * (file.stat().st_size // 21))


def with_bad_pages(file: Path) -> None:
    """All but the first, which tells how large pages are and what tables there are."""
    with file.open("r+b") as bytes_of_it:
        bytes_of_it.seek(4096)
        bytes_of_it.write(b"\xa5" * (file.stat().st_size - 4096))


@pytest.mark.slow
@pytest.mark.parametrize("age", [KEPT, FRESH], ids=["kept connections", "a fresh connection"])
@pytest.mark.parametrize("damage", [no_database_anymore, with_bad_pages])
def test_a_file_that_goes_bad_while_it_is_served_is_said_with_what_to_do(
    section: Section,
    cookie: str,
    file: Path,
    tmp_path: Path,
    settings: Settings,
    damage: Callable[[Path], None],
    age: int | None,
) -> None:
    if connection.vendor != "sqlite":
        return  # a server says in its own log what is wrong with its files
    form = "application/x-www-form-urlencoded"
    entry = reverse("enter-result", args=[games_of(section, 1)[0].pk])
    environment = {
        "DATABASE_URL": f"sqlite:///{file}",
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": settings.SECRET_KEY,
    }
    with serving(tmp_path, adjust=CONNECTIONS.format(age), environment=environment) as site:
        assert site.ask(reverse("desk"), Cookie=cookie).status == 200
        damage(file)
        answers = [
            site.ask(at("standings", section)),
            site.ask(at("roster", section), Cookie=cookie),
            site.ask(entry, "POST", b"result=WL&revision=0", Cookie=cookie, Content_Type=form),
        ]
        probe = site.ask("/healthz")
        *lines, of_probe = site.logged().splitlines()
    of_parents = answers[0]
    for answer in answers:
        assert (answer.status, answer.headers["Retry-After"]) == (503, "30")
        what_to_do = "Stop Wallchart. Move the file to another folder" in read(answer.text)
        assert what_to_do is (answer is not of_parents)
    assert "They will be back soon." in read(of_parents.text)
    assert "Nothing was saved." in read(answers[-1].text)
    assert probe.status == 503
    assert of_probe.endswith("The database does not answer: DatabaseError")
    assert len(lines) == len(answers)
    for line in lines:
        assert f"503: database damaged: Stop Wallchart, move {file} to another folder and keep it." in line
        assert f"python manage.py restore FILE. Copies are in {tmp_path / 'backups'}." in line


def test_the_folder_of_the_automatic_copies_is_named_too(settings: Settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    (tmp_path / "copies.json").write_text('{"folder": "/media/stick"}')
    assert database_file.remedy().endswith(f"Copies are in {tmp_path / 'backups'} and /media/stick.")
