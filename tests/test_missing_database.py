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
from tests.machines import Machine, server_url

# Each of them starts a server.
pytestmark = pytest.mark.slow

__all__ = ["server_url"]


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
    return done.stderr


def named(said: str) -> list[str]:
    """The files that a refusal names, in their order."""
    return [line.removeprefix("  ") for line in said.splitlines() if line.startswith("  ")]


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


@pytest.mark.slow
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
    [moved] = named(said)
    assert moved.startswith(f"{database.with_name('moved.sqlite3')} (")
    assert "manage.py restore FILE" in said
    assert "To start over on purpose: python manage.py serve --begin-anew" in said
    assert (database.exists() and database.read_bytes()) == there
    # Once it is back, all is as it was.
    os.replace(database.with_name("moved.sqlite3"), database)
    assert manage(environment, "prepare").returncode == 0
    assert events(database) == 1


@pytest.mark.slow
def test_no_file_begins_where_a_database_on_a_server_was_served(tmp_path: Path, server_url: str) -> None:
    at_server, forgotten = Machine(tmp_path, server_url), Machine(tmp_path)
    at_server.manage("prepare")
    name = server_url.rpartition("/")[2]
    for command in ("prepare", "serve", "demo"):
        said = forgotten.refused(command)
        assert f"Wallchart served the database {name} on " in said
        assert "DATABASE_URL does not name it now" in said
    assert not (tmp_path / "wallchart.sqlite3").exists()
    at_server.manage("prepare")
    forgotten.manage("prepare", "--begin-anew")
    assert (tmp_path / "wallchart.sqlite3").exists()
    # From now on it is the one that was served last.
    forgotten.manage("prepare")


def test_where_nothing_lies_near_it_is_said_where_copies_would_be(
    environment: dict[str, str], database: Path
) -> None:
    database.unlink()
    said = refused(environment, "serve")
    assert f"No copy is in {database.parent / 'backups'}. If you have one elsewhere, restore it: " in said
    assert not named(said)


@pytest.mark.slow
def test_what_may_be_restored_is_named_with_its_time_and_events_the_newest_first(
    environment: dict[str, str], database: Path, tmp_path: Path
) -> None:
    stick, var = tmp_path / "stick", database.parent
    stick.mkdir()
    assert manage(environment, "backup", str(var / "by-hand.wallchart")).returncode == 0
    assert manage(environment, "backup", "--to", str(stick)).returncode == 0
    [copy] = stick.iterdir()
    for folder in ("backups", "replaced"):
        (var / folder).mkdir()
    upgrades = [var / "backups" / f"before-upgrade-2026-05-0{day}-120000.sqlite3" for day in range(1, 6)]
    for number, upgrade in enumerate(upgrades):
        shutil.copyfile(database, upgrade)
        os.utime(upgrade, (10**9 + number, 10**9 + number))
    replaced = var / "replaced" / "spring-open-2026-05-04-120000-000000.wallchart"
    shutil.copyfile(var / "by-hand.wallchart", replaced)
    (var / "replaced" / "broken.wallchart").write_bytes(b"half")
    database.unlink()

    files = named(refused(environment, "serve"))

    assert len(files) == 6
    assert files[0].startswith(f"{copy} (")
    assert {line.split(" (")[0] for line in files[1:3]} == {str(var / "by-hand.wallchart"), str(replaced)}
    newest = reversed(upgrades[2:])
    assert files[3:] == [f"{file} (Sat, Sep 8, 2001, 9:46 PM; Lake Wren Scholastic)" for file in newest]
    # Of a stick that is not there either, the last copy is still known.
    stick.rename(tmp_path / "pulled-out")
    assert named(refused(environment, "serve"))[0].startswith(f"{copy} (")


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
    assert done.stdout.splitlines()[-1] == "Now start Wallchart: python manage.py serve"
    assert manage(environment, "prepare").returncode == 0


@pytest.mark.slow
def test_whoever_says_so_begins_anew_but_not_over_a_database_that_is_there(
    environment: dict[str, str], database: Path
) -> None:
    assert f"The database {database} is there. To start over, move it" in refused(
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
