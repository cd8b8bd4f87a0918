"""What commands say of a database that they cannot use: one sentence with what to do, and no traceback."""

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.laptop import ROOT, a_laptop, as_anybody, manage

WRITING = [["demo"], ["simulate", "--players", "8"]]
OLDER = ROOT / "tests" / "upgrades" / "release_1.sql"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    environment = a_laptop(tmp_path_factory.mktemp("prepared"))
    assert manage(environment, "prepare").returncode == 0
    return Path(environment["VAR_DIR"]) / "wallchart.sqlite3"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "database").mkdir()
    url = f"sqlite:///{tmp_path / 'database' / 'hall.sqlite3'}"
    return a_laptop(tmp_path) | {"DATABASE_URL": url}


@pytest.fixture
def database(tmp_path: Path, prepared: Path) -> Path:
    return shutil.copyfile(prepared, tmp_path / "database" / "hall.sqlite3")


def put_an_older_one(database: Path) -> None:
    database.unlink(missing_ok=True)
    with closing(sqlite3.connect(database)) as older:
        older.executescript(OLDER.read_text(encoding="utf-8"))


def refused(environment: Mapping[str, str], *command: str, **options: Any) -> str:
    done = manage(environment, *command, **options)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", WRITING, ids=lambda it: it[0])
def test_a_read_only_file_is_named_by_what_writes_into_it(
    environment: dict[str, str], database: Path, command: list[str]
) -> None:
    database.chmod(0o400)
    said = refused(environment, *command, preexec_fn=as_anybody)
    assert f"The database {database} is read-only. Make it writable for you" in said


@pytest.mark.slow
@pytest.mark.parametrize("command", WRITING, ids=lambda it: it[0])
def test_a_read_only_folder_is_named(environment: dict[str, str], database: Path, command: list[str]) -> None:
    database.parent.chmod(0o500)
    said = refused(environment, *command, preexec_fn=as_anybody)
    assert f"Wallchart cannot write to {database.parent}, the folder of its database" in said


@pytest.mark.slow
@pytest.mark.parametrize("command", [*WRITING, ["backup"]], ids=lambda it: it[0])
def test_a_database_of_an_older_release_is_left_to_the_server_to_update(
    environment: dict[str, str], database: Path, command: list[str]
) -> None:
    put_an_older_one(database)
    assert "This database is from an older release. Start Wallchart once" in refused(environment, *command)


@pytest.mark.slow
def test_an_older_one_that_is_put_in_the_place_of_a_served_one_is_copied_and_updated(
    environment: dict[str, str], database: Path
) -> None:
    assert manage(environment, "prepare").returncode == 0
    put_an_older_one(database)
    done = manage(environment, "prepare")
    assert done.returncode == 0, done.stderr
    assert "Before the upgrade the database was copied to" in done.stdout
    assert "every phone reloads its page" in done.stdout
    assert manage(environment, "check_standings").returncode == 0


def test_where_there_is_no_database_yet_the_command_that_makes_one_is_named(
    environment: dict[str, str],
) -> None:
    assert "There is no database yet. Make one first: python manage.py prepare" in refused(
        environment, "backup"
    )
    started = environment | {"WALLCHART_COMMAND": "./start-wallchart.sh"}
    assert "Make one first: ./start-wallchart.sh prepare" in refused(started, "backup")


@pytest.mark.slow
def test_a_database_that_is_gone_is_missed_by_every_command(
    environment: dict[str, str], database: Path
) -> None:
    assert manage(environment, "prepare").returncode == 0
    database.unlink()
    said = refused(environment, "check_standings")
    assert f"The database {database} was served last and is not there." in said
    assert not database.exists()
