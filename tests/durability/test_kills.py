"""A hundred times the server is killed while results are entered, and no acknowledged result is missing."""

import os
from pathlib import Path
from random import Random

import pytest

from tests.__main__ import unreachable
from tests.servers import postgres_database

from .desk import Director, lost, make_hall, serving
from .stored import stored

KILLS, MOST_ENTERED_BETWEEN = 100, 8

LAPTOP = ("manage.py", "serve", "--host", "127.0.0.1", "--port", "{port}", "--no-demo")
SERVER = ("-m", "gunicorn", "config.wsgi", "--bind", "127.0.0.1:{port}", "--workers", "2", "--threads", "4")

pytestmark = pytest.mark.long


def test_on_sqlite_a_hundred_kills_of_the_laptops_server_take_no_acknowledged_result(tmp_path: Path) -> None:
    kill_and_compare(f"sqlite:///{tmp_path / 'wallchart.sqlite3'}", LAPTOP, tmp_path)


def test_on_postgresql_a_hundred_kills_of_a_servers_processes_take_no_acknowledged_result(
    tmp_path: Path,
) -> None:
    url = os.environ.get("TEST_POSTGRES_URL", "postgres://root@127.0.0.1:5432/postgres")
    if why := unreachable(url):
        pytest.skip(why)
    with postgres_database(url) as database:
        kill_and_compare(database, SERVER, tmp_path)


def kill_and_compare(database_url: str, command: tuple[str, ...], folder: Path) -> None:
    hall = make_hall(database_url, sections=6)
    environment = {
        "DATABASE_URL": database_url,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "VAR_DIR": str(folder / "var"),
    }
    chance = Random(database_url.partition(":")[0])
    acknowledged: list[int] = []
    left = hall.games
    for _kill in range(KILLS):
        with serving(*command, environment=environment, log=folder / "log") as server:
            director = Director(server, hall, left)
            now = director.acknowledges(chance.randint(1, MOST_ENTERED_BETWEEN))
        # Between: what was on its way when the server was killed may be stored, or not.
        director.join()
        acknowledged += director.acknowledged
        left = left[len(director.acknowledged) + 1 :]
        assert len(director.acknowledged) >= len(now)
        assert not director.refused
    assert len(acknowledged) >= KILLS
    [kept] = stored(database_url.removeprefix("sqlite:///"))
    assert not kept["damage"]
    assert not lost(hall, acknowledged, kept["results"])
    assert not list(folder.glob("*.replaced-*"))
