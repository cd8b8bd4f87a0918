"""What lies beside an SQLite file when its server was killed: left, or set aside if the file is another."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tournaments.services import journals

ROWS = 3000  # more than the pages that are kept in memory below
USE = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("SELECT count(*) FROM moves").fetchone()
print("open", flush=True)
input()
"""


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    """A database with a mark, as a start leaves it."""
    file = tmp_path / "hall" / "hall.sqlite3"
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE moves (move)")
        database.executemany("INSERT INTO moves VALUES (?)", [("e4" * 500,)] * ROWS)
    journals.draw_mark(file)
    return file


@contextmanager
def opened(file: Path, mode: str = "WAL") -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.executescript(f"PRAGMA journal_mode={mode}; PRAGMA wal_autocheckpoint=0")
        database.executescript("PRAGMA cache_size=10; PRAGMA synchronous=NORMAL")
        yield database


def plays(database: sqlite3.Connection, move: str) -> None:
    database.execute("INSERT INTO moves VALUES (?)", [move])


def moves(file: Path) -> list[str]:
    """The last ones."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = database.execute("SELECT move FROM moves ORDER BY rowid").fetchall()
    return [move for (move,) in rows[ROWS:]]


def killed(file: Path, folder: Path) -> Path:
    """The files as they are now, which is how a kill leaves them."""
    shutil.copytree(file.parent, folder)
    return folder / file.name


def set_aside(file: Path, end: str = "-wal") -> list[Path]:
    return list(file.parent.glob(f"{file.name}.replaced-*{end}"))


@pytest.fixture
def copy(hall: Path, tmp_path: Path) -> Path:
    """A copy from before, in which c5 was played."""
    file = shutil.copyfile(hall, tmp_path / "copy.sqlite3")
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        plays(database, "c5")
    journals.draw_mark(file)
    return file


@pytest.fixture
def left(hall: Path, copy: Path, tmp_path: Path) -> Path:
    """A database whose server was killed after d5 was played."""
    with opened(hall) as database:
        journals.sign(database)
        plays(database, "d5")
        return killed(hall, tmp_path / "left")


# --- a log ----------------------------------------------------------------------------------------


def test_the_log_of_a_killed_server_stays_beside_its_file(left: Path) -> None:
    journals.look(left)
    assert not set_aside(left)
    assert moves(left) == ["d5"]


@pytest.mark.parametrize("put", [os.replace, shutil.copyfile], ids=["mv", "cp"])
def test_the_log_of_a_replaced_file_is_kept_under_another_name(
    copy: Path,
    left: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    put: Callable[[Path, Path], object],
) -> None:
    replaced = shutil.copyfile(left, tmp_path / "replaced.sqlite3")
    put(copy, left)
    journals.look(left)
    assert moves(left) == ["c5"]
    [log] = set_aside(left)
    assert str(log) in caplog.text
    assert len(set_aside(left, "-shm")) == 1
    # Beside the replaced file it has what was played there.
    log.rename(f"{replaced}-wal")
    assert moves(replaced) == ["d5"]


@pytest.mark.parametrize("size", [None, 0], ids=["gone", "empty"])
def test_where_the_file_was_moved_away_its_log_is_kept(left: Path, tmp_path: Path, size: int | None) -> None:
    moved = left.rename(tmp_path / "moved.sqlite3")
    if size is not None:
        left.touch()
    journals.look(left)
    with closing(sqlite3.connect(left)) as database:  # which would have removed the log
        database.execute("CREATE TABLE moves (move)")
    [log] = set_aside(left)
    log.rename(f"{moved}-wal")
    assert moves(moved) == ["d5"]


def test_a_log_of_nothing_but_its_signature_is_known_too(hall: Path, copy: Path, tmp_path: Path) -> None:
    with opened(hall) as database:
        journals.sign(database)
        left = killed(hall, tmp_path / "left")
    shutil.copyfile(copy, left)
    journals.look(left)
    assert set_aside(left)


def test_a_log_stays_however_far_it_was_written_back_and_through_all_its_lives(
    hall: Path, tmp_path: Path
) -> None:
    """A checkpoint that is cut off leaves any of its pages in the file, each by sectors."""
    chance = Random(9)
    with opened(hall) as database:
        journals.sign(database)
        played = []
        for life in range(4):
            for _move in range(20):
                played.append(f"{chance.random()}" * 50)
                database.execute("DELETE FROM moves WHERE rowid = ?", [chance.randrange(ROWS // 2)])
                plays(database, played[-1])
            before = hall.read_bytes()
            log = Path(f"{hall}-wal").read_bytes()
            database.execute("PRAGMA wal_checkpoint(PASSIVE)")
            after = hall.read_bytes()
            for cut in range(4):
                left = tmp_path / f"left{life}{cut}" / hall.name
                left.parent.mkdir()
                left.write_bytes(torn(before, after, chance))
                Path(f"{left}-wal").write_bytes(log)
                journals.look(left)
                assert not set_aside(left)
                with closing(sqlite3.connect(left)) as found:
                    assert found.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                    rows = found.execute("SELECT move FROM moves ORDER BY rowid").fetchall()
                assert [move for (move,) in rows][-len(played) :] == played


def torn(before: bytes, after: bytes, chance: Random) -> bytes:
    sectors = range(0, len(after), 512)
    return b"".join((after if chance.random() < 0.5 else before)[at : at + 512] for at in sectors)


def test_a_log_whose_end_was_not_yet_on_the_disk_stays(left: Path) -> None:
    log = Path(f"{left}-wal")
    written = log.read_bytes()
    for length in range(1, len(written), 512):
        log.write_bytes(written[:length] + bytes(len(written) - length))
        journals.look(left)
        assert log.read_bytes()[:length] == written[:length]


def test_the_log_of_a_file_in_use_stays(hall: Path, tmp_path: Path) -> None:
    with opened(hall) as database:
        journals.sign(database)
        plays(database, "d5")
        with subprocess.Popen(
            [sys.executable, "-c", USE, str(hall)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as other:
            assert other.stdout
            assert other.stdout.readline() == b"open\n"
            journals.set_aside(hall, journals.LOG, lambda _pages: True)
            assert not set_aside(hall)
            other.communicate(b"\n")


def test_a_log_that_cannot_be_looked_at_stays_and_that_is_said(
    copy: Path, left: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copyfile(copy, left)

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    journals.look(left)
    assert Path(f"{left}-wal").exists()
    assert "No space left on device" in caplog.text


def test_a_mark_is_not_drawn_while_somebody_has_the_log_open(hall: Path) -> None:
    with opened(hall) as database:
        plays(database, "d5")
        before = hall.read_bytes()
        journals.draw_mark(hall)
        assert hall.read_bytes() == before
    journals.draw_mark(hall)
    assert hall.read_bytes()[60:64] != before[60:64]
    assert moves(hall) == ["d5"]


def test_a_mark_is_not_drawn_in_a_log_that_somebody_begins_meanwhile(
    hall: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Overtaken(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if statement.startswith("BEGIN"):
                with opened(hall) as other:
                    plays(other, "d5")
            return super().execute(statement, *values)

    monkeypatch.setattr(journals, "_opened", lambda file: sqlite3.connect(file, 1, factory=Overtaken))
    before = hall.read_bytes()
    journals.draw_mark(hall)
    assert moves(hall) == ["d5"]
    assert hall.read_bytes()[60:64] == before[60:64]


# --- a rollback journal -----------------------------------------------------------------------------


@pytest.fixture
def within(hall: Path, copy: Path, tmp_path: Path) -> Path:
    """A database whose server was killed within a transaction."""
    with opened(hall, "TRUNCATE") as database:
        database.execute("BEGIN")
        database.execute("CREATE TABLE lost (move)")
        database.execute("UPDATE moves SET move = 'lost'")
        return killed(hall, tmp_path / "within")


@pytest.fixture
def written(hall: Path, tmp_path: Path) -> Path:
    """A database whose server was killed when a transaction was written, and its journal still there."""
    with opened(hall, "PERSIST") as database:
        database.execute("PRAGMA cache_size=-80000")
        database.execute("BEGIN")
        database.execute("UPDATE moves SET move = 'lost'")
        begun = Path(f"{hall}-journal").read_bytes()
        database.execute("COMMIT")
        left = killed(hall, tmp_path / "written")
    # This journal ends by zeros over its head: what it begins with, and "as many pages as there are".
    with Path(f"{left}-journal").open("r+b") as journal:
        assert journal.read(28) == bytes(28)
        journal.seek(0)
        journal.write(bytes.fromhex("d9d505f920a163d7ffffffff") + begun[12:28])
    return left


@pytest.mark.parametrize("killed", ["within", "written"])
def test_the_journal_of_a_transaction_stays_beside_its_file(
    killed: str, request: pytest.FixtureRequest
) -> None:
    left = request.getfixturevalue(killed)
    journals.look(left)
    assert not set_aside(left, "-journal")
    assert lost(left) == 0


def lost(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        [(count,)] = database.execute("SELECT count(*) FROM moves WHERE move = 'lost'")
    return int(count)


def test_the_journal_of_a_replaced_file_is_kept_under_another_name(
    within: Path, copy: Path, tmp_path: Path
) -> None:
    replaced = shutil.copyfile(within, tmp_path / "replaced.sqlite3")
    shutil.copyfile(copy, within)
    journals.look(within)
    assert moves(within) == ["c5"]
    [journal] = set_aside(within, "-journal")
    journal.rename(f"{replaced}-journal")
    assert lost(replaced) == 0
