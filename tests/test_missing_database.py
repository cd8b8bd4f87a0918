"""The file that was served last is gone at the start: nothing new takes its place unless somebody says so."""

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from tests.laptop import PATIENCE, a_laptop, free_port, manage, serving


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a laptop that served the demo."""
    environment = a_laptop(tmp_path_factory.mktemp("played"))
    for command in ("prepare", "demo"):
        assert manage(environment, command).returncode == 0
    return Path(environment["VAR_DIR"])


@pytest.fixture
def environment(tmp_path: Path, played: Path) -> dict[str, str]:
    environment = a_laptop(tmp_path)
    shutil.copytree(played, environment["VAR_DIR"])
    note = Path(environment["VAR_DIR"]) / "served"
    note.write_text(note.read_text().replace(str(played), environment["VAR_DIR"]))  # it was served here
    return environment


@pytest.fixture
def database(environment: Mapping[str, str]) -> Path:
    return Path(environment["VAR_DIR"]) / "wallchart.sqlite3"


def refused(environment: Mapping[str, str], *command: str) -> str:
    done = manage(environment, *command)
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def events(database: Path) -> int:
    with closing(sqlite3.connect(database)) as rows:
        return int(rows.execute("SELECT count(*) FROM tournaments_event").fetchone()[0])


def moved_away(database: Path) -> None:
    database.rename(database.with_name("moved.sqlite3"))


def emptied(database: Path) -> None:
    moved_away(database)
    database.touch()


def made_by_sqlite(database: Path) -> None:
    """As a program leaves it that opened a file which was not there."""
    moved_away(database)
    with closing(sqlite3.connect(database)) as other:
        other.execute("PRAGMA journal_mode=WAL")


@pytest.mark.parametrize(
    ("command", "leave", "words"),
    [
        ("serve", moved_away, "was served last and is not there. Plug its disk in, or move it back"),
        pytest.param("serve", emptied, "is empty, and was served last", marks=pytest.mark.slow),
        ("serve", made_by_sqlite, "is empty, and was served last"),
        ("prepare", moved_away, "was served last and is not there."),
        pytest.param("demo", moved_away, "was served last and is not there.", marks=pytest.mark.slow),
    ],
)
def test_no_new_database_takes_the_place_of_the_one_that_was_served(
    environment: dict[str, str],
    database: Path,
    command: str,
    leave: Callable[[Path], None],
    words: str,
) -> None:
    leave(database)
    there = database.exists() and database.read_bytes()
    said = refused(environment, command)
    assert f"The database {database} {words}" in said
    assert f"No copy is in {database.parent / 'backups'}." in said
    assert "manage.py restore FILE" in said
    assert "To begin anew on purpose: python manage.py serve --begin-anew" in said
    assert (database.exists() and database.read_bytes()) == there
    # Once it is back, all is as it was.
    os.replace(database.with_name("moved.sqlite3"), database)
    assert manage(environment, "prepare").returncode == 0
    assert events(database) == 1


def test_the_newest_copies_are_named_with_their_places(
    environment: dict[str, str], database: Path, tmp_path: Path
) -> None:
    stick, backups = tmp_path / "stick", database.parent / "backups"
    stick.mkdir()
    assert manage(environment, "backup", "--to", str(stick)).returncode == 0
    [copy] = stick.iterdir()
    backups.mkdir()
    for day, age in ((3, 2), (4, 1)):
        upgrade = backups / f"before-upgrade-2026-05-0{day}-120000.sqlite3"
        upgrade.touch()
        os.utime(upgrade, (10**9 - age, 10**9 - age))
    database.unlink()
    newest = backups / "before-upgrade-2026-05-04-120000.sqlite3"
    assert f"Or restore a copy, the newest is {newest} or {copy}: python" in refused(environment, "serve")
    # Of a stick that is not there either, the last copy is still known.
    stick.rename(tmp_path / "pulled-out")
    assert f"the newest is {newest} or {copy}: " in refused(environment, "serve")


@pytest.mark.slow
def test_a_copy_is_restored_where_the_file_is_gone(
    environment: dict[str, str], database: Path, tmp_path: Path
) -> None:
    file = tmp_path / "all.wallchart"
    assert manage(environment, "backup", str(file)).returncode == 0
    database.unlink()
    done = manage(environment, "restore", "--yes", str(file))
    assert done.returncode == 0, done.stderr
    assert events(database) == 1
    assert manage(environment, "prepare").returncode == 0


@pytest.mark.slow
def test_whoever_says_so_begins_anew_but_not_over_a_database_that_is_there(
    environment: dict[str, str], database: Path
) -> None:
    assert f"The database {database} is there. To begin anew, move it" in refused(
        environment, "prepare", "--begin-anew"
    )
    moved_away(database)
    port = free_port()
    with serving(environment, port, "--no-demo", "--begin-anew", "--host", "127.0.0.1") as (
        printed,
        _process,
    ):
        assert "Wallchart is running." in printed
    assert events(database) == 0
    assert manage(environment, "prepare").returncode == 0


@pytest.mark.slow
def test_a_new_folder_begins_without_a_question_also_with_the_demo(tmp_path: Path) -> None:
    environment = a_laptop(tmp_path)
    assert "The demo is loaded" in manage(environment, "demo").stdout
    assert events(Path(environment["VAR_DIR"]) / "wallchart.sqlite3") == 1


def test_another_address_of_the_database_without_one_there_names_the_one_that_was_served(
    environment: dict[str, str], database: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    environment["DATABASE_URL"] = f"sqlite:///{stick / 'hall.sqlite3'}"
    said = refused(environment, "serve")
    assert f"There is no database {stick / 'hall.sqlite3'}, and Wallchart served {database} last." in said
    assert "DATABASE_URL" in said
    assert not any(stick.iterdir())


def test_a_stick_that_is_not_plugged_in_is_missed_by_the_file_that_was_on_it(
    environment: dict[str, str], database: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    file = shutil.copyfile(database, stick / "hall.sqlite3")
    environment["DATABASE_URL"] = f"sqlite:///{file}"
    assert manage(environment, "prepare").returncode == 0
    stick.rename(tmp_path / "pulled-out")
    assert f"The database {file} was served last and is not there. Plug its disk in" in refused(
        environment, "serve"
    )
    assert not stick.exists()


def test_the_log_of_a_killed_server_waits_for_its_file(environment: dict[str, str], database: Path) -> None:
    """Nothing but the log tells that there was a database: a release before this one notes none."""
    log = database.with_name(f"{database.name}-wal")
    moved_away(database)
    log.write_bytes(b"what was entered last")
    (database.parent / "served").unlink()
    assert "is not there" in refused(environment, "serve")
    assert manage(environment, "check_standings").returncode == 1
    assert not database.exists()
    assert log.read_bytes() == b"what was entered last"


@pytest.mark.slow
def test_a_server_whose_file_is_gone_says_so_when_it_stops(
    environment: dict[str, str], database: Path
) -> None:
    with serving(environment, free_port(), "--no-demo", "--host", "127.0.0.1") as (_printed, process):
        moved_away(database)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in rest
    assert f"Stopped. The database {database} is gone: put it back before the next start." in rest
    assert not database.exists()
