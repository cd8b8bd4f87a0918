"""A power cut takes nothing that the desk acknowledged, with either journal of SQLite.

The server writes to a disk that keeps only what was synced (:mod:`.disk`), and of the rest nothing,
everything or any part. Five times the power is cut while results are entered; each time the server starts
again on what such a disk kept. The same test must lose results when the server syncs less.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from config import sqlite
from tournaments.services import journals

from . import disk
from .desk import Director, Hall, lost, make_hall, serving
from .stored import stored

CUTS, ENTERED_BETWEEN = 5, 40
COMPILER = shutil.which("cc") or shutil.which("gcc")
DATABASE = "wallchart.sqlite3"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="what a program syncs is recorded on Linux alone"),
    pytest.mark.skipif(not COMPILER, reason="a C compiler is not installed (apt: gcc)"),
]

Luck = Random | bool


@pytest.fixture(scope="module")
def recorder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("recorder") / "recorder.so"
    source = Path(__file__).with_name("recorder.c")
    command = [str(COMPILER), "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", str(library), str(source)]
    subprocess.run([*command, "-ldl", "-lpthread"], check=True)
    return library


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> tuple[Hall, bytes]:
    """An event with 400 open boards, and the database that has it."""
    file = tmp_path_factory.mktemp("hall") / DATABASE
    return make_hall(f"sqlite:///{file}", sections=2), file.read_bytes()


Play = Callable[..., tuple[list[int], list[dict[str, Any]], disk.Disk]]


@pytest.fixture
def play(recorder: Path, hall: tuple[Hall, bytes], tmp_path: Path) -> Play:
    """Enter results until the power is cut: what was acknowledged, what such disks hold, and the disk."""

    def until_the_cut(
        files: dict[str, bytes],
        games: list[int],
        lucks: list[Luck],
        *,
        journal: str,
        synchronous: str = "FULL",
        at_rest: bool = False,
    ) -> tuple[list[int], list[dict[str, Any]], disk.Disk]:
        if journal == "WAL" and not sqlite.is_safe_with_wal():
            pytest.skip("this SQLite is not safe with a write-ahead log")
        life = tmp_path / f"life{len(list(tmp_path.iterdir()))}"
        life.mkdir()
        folder, tape = disk.put(files, life / "disk"), life / "tape"
        environment = {
            "DATABASE_URL": f"sqlite:///{folder / DATABASE}",
            "DJANGO_SETTINGS_MODULE": "tests.durability.settings",
            "VAR_DIR": str(tmp_path / "var"),
            "JOURNAL": journal,
            "SYNCHRONOUS": synchronous,
            "LD_PRELOAD": str(recorder),
            "RECORD_FOLDER": str(folder),
            "RECORD_TO": str(tape),
        }
        command = ("manage.py", "serve", "--host", "127.0.0.1", "--port", "{port}", "--no-demo")
        with serving(*command, environment=environment, log=life / "log") as server:
            director = Director(server, hall[0], games[:ENTERED_BETWEEN] if at_rest else games)
            acknowledged = director.acknowledges(ENTERED_BETWEEN)
            cut_at = tape.stat().st_size
        whole = tape.read_bytes()
        # The recorder saw everything that was done to the files.
        assert disk.Disk(files).play(whole).cut(luck=True) == disk.on(folder)
        kept = disk.Disk(files).play(whole[:cut_at])
        images = [
            disk.put(kept.cut(luck), life / f"image{number}") / DATABASE for number, luck in enumerate(lucks)
        ]
        for image in images:  # as a start does first
            journals.look(image)
            assert not list(image.parent.glob("*.replaced-*"))
        return acknowledged, stored(*images), kept

    return until_the_cut


@pytest.mark.parametrize("journal", ["WAL", "TRUNCATE"])
def test_of_200_acknowledged_results_five_power_cuts_take_none(
    play: Play, hall: tuple[Hall, bytes], journal: str
) -> None:
    directors, database = hall
    chance = Random(journal)
    files = {DATABASE: database}
    acknowledged: list[int] = []
    tried: list[int] = []
    for _cut in range(CUTS):
        lucks: list[Luck] = [False, True, *(Random(chance.random()) for _ in range(4))]
        left = [game for game in directors.games if game not in tried]
        now, images, kept = play(files, left, lucks, journal=journal)
        acknowledged += now
        tried = directors.games[: directors.games.index(now[-1]) + 2]  # the next one was on its way
        for image in images:
            assert not image["damage"]
            assert not lost(directors, acknowledged, image["results"])
        files = kept.cut(Random(chance.random()))
    assert len(acknowledged) >= CUTS * ENTERED_BETWEEN


@pytest.mark.parametrize(
    ("journal", "synchronous"),
    [("WAL", "NORMAL"), ("WAL", "OFF"), ("TRUNCATE", "NORMAL"), ("TRUNCATE", "OFF")],
)
def test_a_server_that_syncs_less_loses_results_on_such_a_disk(
    play: Play, hall: tuple[Hall, bytes], journal: str, synchronous: str
) -> None:
    directors, database = hall
    acknowledged, [image], _disk = play(
        {DATABASE: database}, directors.games, [False], journal=journal, synchronous=synchronous, at_rest=True
    )
    assert lost(directors, acknowledged, image["results"])
