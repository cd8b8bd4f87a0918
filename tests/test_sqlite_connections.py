"""SQLite is opened once per thread of a server, and again when its file is another one."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from config.limits import THREADS
from tests.hall_server import ROOT, serving
from tests.html import read
from tournaments.services import journals

# Each of them starts a server.
pytestmark = pytest.mark.slow

FILL = """
import django
django.setup()
from django.core.management import call_command
from tiebreaks.models import Standings
from tournaments.models import Event
call_command("migrate", verbosity=0)
Event.objects.create(name="Maple Open", slug="open")
Standings.objects.create(epoch="ofnoon")
"""
# The tests' own settings keep no connection.
KEEP = """
from django.db import connections
from django.db.backends.signals import connection_created
connections.settings["default"]["CONN_MAX_AGE"] = None
def note(**kwargs): print("opened", flush=True)
connection_created.connect(note)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of an event."""
    file = tmp_path_factory.mktemp("made") / "made.sqlite3"
    subprocess.run([sys.executable, "-c", FILL], env=os.environ | environment(file), cwd=ROOT, check=True)
    return file


@pytest.fixture
def hall(made: Path, tmp_path: Path) -> Path:
    """The one that is served."""
    return shutil.copyfile(made, tmp_path / "hall.sqlite3")


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    """One that is put in its place."""
    file = shutil.copyfile(made, tmp_path / "copy.sqlite3")
    rename(file, "Birch Open")
    journals.draw_mark(file)
    return file


AGES = pytest.mark.parametrize(
    "age",
    [
        pytest.param(None, id="kept connections"),
        pytest.param(0, id="fresh connections", marks=pytest.mark.slow),
    ],
)


def environment(file: Path) -> dict[str, str]:
    return {"DATABASE_URL": f"sqlite:///{file}", "DJANGO_SETTINGS_MODULE": "tests.settings"}


def rename(file: Path, name: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE tournaments_event SET name = ?", [name])


@pytest.mark.slow
@pytest.mark.django_db
def test_a_connection_is_kept_until_another_file_takes_its_place(
    tmp_path: Path, hall: Path, copy: Path
) -> None:
    with serving(tmp_path, adjust=KEEP, environment=environment(hall)) as site:
        for _phone in range(5 * THREADS):
            assert "Maple Open" in site.ask("/e/open/").text
        assert 1 <= site.logged().count("opened") <= THREADS
        before = site.logged().count("opened")
        # What was changed since is in the log beside the file, while the server has both open.
        rename(hall, "Evening Open")
        assert "Evening Open" in site.ask("/e/open/").text
        # A copy is put back while the server runs.
        os.replace(copy, hall)
        for _phone in range(5 * THREADS):
            assert "Birch Open" in site.ask("/e/open/").text
        assert before < site.logged().count("opened") <= 2 * THREADS
        # Phones have seen its versions, with other results: they are not taken for those of now.
        with closing(sqlite3.connect(hall)) as database:
            [(epoch,)] = database.execute("SELECT epoch FROM tiebreaks_standings")
        assert epoch != "ofnoon"
        assert site.logged().count("Another file was put in the place of the database") == 1


@pytest.mark.slow
@pytest.mark.django_db
def test_the_log_of_a_file_that_is_replaced_while_it_is_served_is_kept(
    tmp_path: Path, hall: Path, copy: Path
) -> None:
    replaced = tmp_path / "replaced.sqlite3"
    with serving(tmp_path, adjust=KEEP, environment=environment(hall)) as site:
        assert "Maple Open" in site.ask("/e/open/").text
        rename(hall, "Evening Open")
        os.link(hall, replaced)
        mark = copy.read_bytes()[60:64]
        os.replace(copy, hall)
        for _phone in range(5 * THREADS):
            assert "Birch Open" in site.ask("/e/open/").text
        [log] = tmp_path.glob("hall.sqlite3.replaced-*-wal")
        assert f"is kept as {log}" in site.logged()
        # The same copy may be put back once more, and this log is not its own either.
        assert hall.read_bytes()[60:64] != mark
    log.rename(f"{replaced}-wal")
    for file, name in ((replaced, "Evening Open"), (hall, "Birch Open")):
        with closing(sqlite3.connect(file)) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert database.execute("SELECT name FROM tournaments_event").fetchall() == [(name,)]


@pytest.mark.django_db
def test_a_server_that_is_killed_before_anything_was_entered_leaves_a_log_that_is_known(
    tmp_path: Path, hall: Path, copy: Path
) -> None:
    with serving(tmp_path, adjust=KEEP, environment=environment(hall)) as site:
        assert "Maple Open" in site.ask("/e/open/").text
        log = Path(f"{hall}-wal").read_bytes()
    put_back = tmp_path / "put_back.sqlite3"
    os.replace(copy, put_back)
    Path(f"{put_back}-wal").write_bytes(log)
    journals.look(put_back)
    assert len(list(tmp_path.glob("put_back.sqlite3.replaced-*-wal"))) == 1


@AGES
@pytest.mark.django_db
def test_a_file_of_an_older_release_says_what_to_do_where_it_does_not_fit(
    tmp_path: Path, hall: Path, age: int | None
) -> None:
    older, kept = tmp_path / "older.sqlite3", tmp_path / "kept.sqlite3"
    with closing(sqlite3.connect(older)) as database:
        database.executescript((ROOT / "tests/upgrades/release_1.sql").read_text())
    with serving(tmp_path, adjust=KEEP.replace("None", str(age)), environment=environment(hall)) as site:
        assert "Maple Open" in site.ask("/e/open/").text
        shutil.copyfile(hall, kept)
        os.replace(older, hall)
        for _phone in range(2 * THREADS):
            answer = site.ask("/e/lake-wren-scholastic/")
            assert (answer.status, answer.headers["Retry-After"]) == (503, "30")
            assert "They will be back soon" in read(answer.text)
        assert f"503: database of another release: {hall}" in site.logged()
        assert "Traceback" not in site.logged()
        os.replace(kept, hall)
        assert "Maple Open" in site.ask("/e/open/").text


# --- the file is gone --------------------------------------------------------------------------


def gone(hall: Path, away: Path) -> None:
    """Moved away, and nothing in its place."""
    hall.rename(away)


def emptied(hall: Path, away: Path) -> None:
    hall.rename(away)
    hall.touch()


def begun_by_another_program(hall: Path, away: Path) -> None:
    hall.rename(away)
    with closing(sqlite3.connect(hall)) as database:
        database.execute("PRAGMA user_version=1")


@AGES
@pytest.mark.parametrize("leave", [gone, emptied, begun_by_another_program])
@pytest.mark.django_db
def test_where_the_served_file_is_gone_nothing_new_is_served_in_its_place(
    tmp_path: Path, hall: Path, age: int | None, leave: Callable[[Path, Path], None]
) -> None:
    away = tmp_path / "away.sqlite3"
    with serving(tmp_path, adjust=KEEP.replace("None", str(age)), environment=environment(hall)) as site:
        assert "Maple Open" in site.ask("/e/open/").text
        leave(hall, away)
        there = hall.exists()
        for _phone in range(2 * THREADS):
            answer = site.ask("/e/open/")
            assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
            assert "They will be back soon" in read(answer.text)
        assert hall.exists() is there
        assert f"503: database file out of reach: {hall}" in site.logged()
        os.replace(away, hall)
        assert "Maple Open" in site.ask("/e/open/").text


@AGES
@pytest.mark.parametrize("leave", [gone, emptied])
@pytest.mark.django_db
def test_what_was_saved_before_the_file_was_moved_is_there_when_it_is_back(
    tmp_path: Path, hall: Path, age: int | None, leave: Callable[[Path, Path], None]
) -> None:
    away = tmp_path / "away.sqlite3"
    with serving(tmp_path, adjust=KEEP.replace("None", str(age)), environment=environment(hall)) as site:
        assert "Maple Open" in site.ask("/e/open/").text
        with closing(sqlite3.connect(hall, isolation_level=None)) as other:
            other.execute("UPDATE tournaments_event SET name = 'Evening Open'")
            leave(hall, away)
            assert site.ask("/e/open/").status == 503
            os.replace(away, hall)
            assert "Evening Open" in site.ask("/e/open/").text
