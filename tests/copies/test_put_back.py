"""A copy of the database file is put back while no server runs, and nothing looked at the files between."""

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from tests.durability.desk import PATIENCE, Director, Hall, Server, make_hall, serving
from tests.durability.stored import stored
from tests.laptop import manage

LAPTOP = ("manage.py", "serve", "--host", "127.0.0.1", "--port", "{port}", "--no-demo")
GUNICORN = ("-m", "gunicorn", "--config", "python:config.gunicorn", "config.wsgi")
SERVER = (*GUNICORN, "--bind", "127.0.0.1:{port}", "--workers", "2")
DATABASE = "wallchart.sqlite3"
FILLS_A_LOG = 80


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Hall, Path]:
    """An event with 200 open boards, and the database that has it."""
    file = tmp_path_factory.mktemp("made") / DATABASE
    return make_hall(f"sqlite:///{file}", sections=1), file


@pytest.fixture
def hall(made: tuple[Hall, Path]) -> Hall:
    return made[0]


@pytest.fixture
def database(made: tuple[Hall, Path], tmp_path: Path) -> Path:
    folder = tmp_path / "var"
    folder.mkdir()
    return shutil.copyfile(made[1], folder / DATABASE)


def environment(database: Path) -> dict[str, str]:
    return {
        "DATABASE_URL": f"sqlite:///{database}",
        "VAR_DIR": str(database.parent),
        "DJANGO_SETTINGS_MODULE": "tests.durability.settings",
    }


def plays(database: Path, hall: Hall, games: list[int], end: signal.Signals) -> None:
    """Enter these games' results, and end the laptop's server so."""
    with a_server(database, *LAPTOP) as server:
        Director(server, hall, games).acknowledges(len(games))
        server.process.send_signal(end)
        server.process.wait(PATIENCE)


def a_server(database: Path, *command: str) -> AbstractContextManager[Server]:
    log = database.parent.parent / "log"
    return serving(*command, environment=environment(database), log=log)


def starts(database: Path) -> str:
    """What a server does first, and what it says."""
    done = manage(os.environ | environment(database), "prepare")
    assert done.returncode == 0
    return done.stderr


def entered(database: Path, hall: Hall) -> list[int]:
    [found] = stored(database)
    assert not found["damage"]
    return [game for game in hall.games if found["results"][str(game)] == hall.result(game)]


def kept_logs(database: Path) -> list[Path]:
    return list(database.parent.glob(f"{DATABASE}.replaced-*-wal"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("end", "put"),
    [
        pytest.param(signal.SIGKILL, os.replace, id="killed, mv", marks=pytest.mark.slow),
        pytest.param(signal.SIGKILL, shutil.copyfile, id="killed, cp"),
        pytest.param(signal.SIGINT, shutil.copyfile, id="stopped, cp", marks=pytest.mark.slow),
    ],
)
def test_a_copy_that_is_put_back_is_what_was_copied(
    database: Path, hall: Hall, tmp_path: Path, end: signal.Signals, put: Callable[[Path, Path], object]
) -> None:
    copy = shutil.copyfile(database, tmp_path / "copy.sqlite3")
    plays(database, hall, hall.games[:4], end)
    replaced = shutil.copyfile(database, tmp_path / "replaced.sqlite3")
    put(copy, database)
    said = starts(database)
    assert entered(database, hall) == []
    # Nothing that was acknowledged is gone: it is in the replaced file, or in its log.
    logs = kept_logs(database)
    assert len(logs) == (end is signal.SIGKILL)
    for log in logs:
        assert str(log) in said
        log.rename(f"{replaced}-wal")
    assert entered(replaced, hall) == hall.games[:4]


@pytest.mark.slow
def test_the_log_of_a_killed_server_stays_with_its_file_after_a_checkpoint_and_in_another_folder(
    database: Path, hall: Hall, tmp_path: Path
) -> None:
    before = database.read_bytes()
    plays(database, hall, hall.games[:FILLS_A_LOG], signal.SIGKILL)
    assert len(database.read_bytes()) > len(before)
    assert Path(f"{database}-wal").stat().st_size
    database = database.parent.rename(tmp_path / "moved") / DATABASE
    starts(database)
    assert entered(database, hall) == hall.games[:FILLS_A_LOG]
    assert not kept_logs(database)


@pytest.mark.slow
def test_gunicorn_writes_its_log_into_the_file_when_it_stops(
    database: Path, hall: Hall, tmp_path: Path
) -> None:
    with (
        a_server(database, *SERVER) as server,
        # The last one to close the file would do it too. Somebody who reads it keeps it open.
        closing(sqlite3.connect(database)) as other,
    ):
        Director(server, hall, hall.games[:4]).acknowledges(4)
        assert other.execute("SELECT count(*) FROM tiebreaks_standings").fetchall()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0
        alone = shutil.copyfile(database, tmp_path / "alone.sqlite3")
    assert entered(alone, hall) == hall.games[:4]
