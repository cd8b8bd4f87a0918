"""Automatic copies: after a change and not otherwise; whole; kept by age; and what fails stops nobody."""

import errno
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from tests.factories import a_section, as_it_stands, enter, games_of, played
from tournaments.errors import Refused
from tournaments.models import Section
from tournaments.selectors.event.copies import copies
from tournaments.services import replaced_file
from tournaments.services.backups import automatic
from tournaments.services.backups.copies import copy_database
from tournaments.text.copies import Trouble

pytestmark = pytest.mark.usefixtures("transactional_db")  # a copy has what is committed


@pytest.fixture
def stick(tmp_path: Path, settings: Any) -> Path:
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def section() -> Section:
    section = a_section(4, 2)
    played(section, 1, "1 2 WL\n3 4 WL")
    return as_it_stands(section)


@pytest.fixture(autouse=True)
def a_copy_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of copies have seconds; tests do not wait for the next."""
    made = iter(range(10**6))

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return super().now(tz) + timedelta(seconds=next(made))

    monkeypatch.setattr(automatic, "datetime", Clock)


def at_another_desk(act: Callable[[], object]) -> None:
    def and_leave() -> None:
        act()
        connection.close()

    with ThreadPoolExecutor(1) as other:
        other.submit(and_leave).result(timeout=60)


def version_in(copy: Path) -> int:
    with closing(sqlite3.connect(copy)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        [(version,)] = file.execute("SELECT version FROM tiebreaks_standings")
    return int(version)


def epoch_in(copy: Path) -> str:
    with closing(sqlite3.connect(copy)) as file:
        [(epoch,)] = file.execute("SELECT epoch FROM tiebreaks_standings")
    return str(epoch)


def newest(stick: Path) -> Path:
    return sorted(stick.iterdir())[-1]


def test_a_change_is_copied_at_the_next_look_and_nothing_is_copied_without_one(
    section: Section, stick: Path
) -> None:
    automatic.choose(str(stick))
    copier = automatic.Copier()
    copier.look()  # a start: what happened before it is not known
    there = set(stick.iterdir())
    copier.look()
    assert set(stick.iterdir()) == there
    at_another_desk(lambda: enter(games_of(section, 1)[0], "DD"))
    copier.look()
    assert len(set(stick.iterdir())) == len(there) + 1
    assert version_in(newest(stick)) == section.version + 1
    copier.look()
    assert len(set(stick.iterdir())) == len(there) + 1


def test_the_thread_copies_while_the_server_runs_and_once_more_at_its_end(
    section: Section, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automatic, "SECONDS", 3600)
    automatic.choose(str(stick))
    automatic.start()
    assert automatic.is_running()
    at_another_desk(lambda: enter(games_of(section, 1)[0], "DD"))
    automatic.stop()
    assert not automatic.is_running()
    assert version_in(newest(stick)) == section.version + 1


def test_a_file_put_back_while_the_server_runs_is_copied_at_the_next_look_in_its_new_life(
    section: Section, tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = tmp_path / "served.sqlite3"
    copy_database(served)
    noon = shutil.copy2(served, tmp_path / "noon.sqlite3")
    with monkeypatch.context() as here:  # what ends the test clears the database it began with
        here.setitem(connection.settings_dict, "NAME", str(served))
        connection.close()
        here.setattr(replaced_file, "_served", None)
        replaced_file.watch()
        automatic.choose(str(stick))
        copier = automatic.Copier()
        copier.look()
        there = len(list(stick.iterdir()))
        shutil.move(noon, served)
        copier.look()
        assert len(list(stick.iterdir())) == there + 1
        assert section.standings.epoch != epoch_in(served) == epoch_in(newest(stick))
        connection.close()


def test_without_a_folder_nothing_is_copied(section: Section, stick: Path) -> None:
    automatic.Copier().look()
    assert list(stick.iterdir()) == []


def test_a_stick_that_is_pulled_is_said_and_mends_itself_without_a_change(
    section: Section, stick: Path
) -> None:
    automatic.choose(str(stick))
    copier = automatic.Copier()
    copier.look()
    shutil.rmtree(stick)
    copier.look()
    assert copies().trouble is Trouble.GONE  # also while nothing changes
    at_another_desk(lambda: enter(games_of(section, 1)[0], "DD"))
    copier.look()
    assert copies().trouble is Trouble.GONE
    assert not stick.exists()
    stick.mkdir()
    copier.look()
    assert copies().trouble is None
    assert version_in(newest(stick)) == section.version + 1


def test_another_disk_that_is_gone_is_not_replaced_by_our_own(section: Section, stick: Path) -> None:
    with pytest.raises(FileNotFoundError):
        automatic.copy_into(stick, elsewhere=True)
    assert list(stick.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "trouble"),
    [(errno.ENOSPC, Trouble.FULL), (errno.EROFS, Trouble.NOT_WRITABLE), (errno.EIO, Trouble.FAILED)],
)
def test_what_fails_is_named_and_leaves_the_earlier_copies(
    section: Section, stick: Path, monkeypatch: pytest.MonkeyPatch, number: int, trouble: Trouble
) -> None:
    automatic.choose(str(stick))
    there = set(stick.iterdir())

    def fail(*args: Any) -> None:
        raise OSError(number, "no")

    with monkeypatch.context() as broken:
        broken.setattr("shutil.copyfileobj", fail)
        assert automatic.copy_now().trouble is trouble
    assert set(stick.iterdir()) == there
    assert automatic.copy_now().trouble is None


@pytest.mark.long
def test_a_full_stick_is_said_to_be_full(section: Section, stick: Path) -> None:
    """A real one: a file system of a megabyte, where this machine lets us have it."""
    command = ["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", str(stick)]
    if not shutil.which("mount") or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("This machine does not let tests mount a file system")
    try:
        with pytest.raises(Refused, match="full"):
            automatic.choose(str(stick))
        assert list(stick.iterdir()) == []
    finally:
        subprocess.run(["umount", str(stick)], check=True)


def test_a_folder_that_never_had_a_copy_is_not_missed_but_to_be_made(section: Section, stick: Path) -> None:
    with pytest.raises(Refused, match="There is no such folder"):
        automatic.copy_if_changed(stick / "none")
    assert copies().trouble is Trouble.MISSING
    assert copies().reason == "no such folder"


def test_what_a_killed_copy_left_is_removed_and_other_files_stay(section: Section, stick: Path) -> None:
    (stick / ".wallchart-2026-01-01-000000Z.sqlite3.123.part").write_bytes(b"half")
    (stick / "wallchart-of-mine.sqlite3").write_bytes(b"mine")
    (stick / "slides.pdf").write_bytes(b"mine")
    automatic.choose(str(stick))
    names = {entry.name for entry in stick.iterdir()}
    assert {"wallchart-of-mine.sqlite3", "slides.pdf"} < names
    assert len(names) == 3


def test_a_server_logs_once_that_its_copies_fail(
    section: Section, stick: Path, caplog: pytest.LogCaptureFixture
) -> None:
    automatic.choose(str(stick))
    shutil.rmtree(stick)
    automatic.copy_before_upgrade()
    automatic.copy_before_upgrade()
    assert caplog.messages == ["The automatic copy failed: no such folder"]


def test_old_copies_go_by_age() -> None:
    names = {
        f"wallchart-2026-05-{day:02}-{hour:02}{minute:02}00Z.sqlite3"
        for day in range(1, 32)
        for hour in range(24)
        for minute in (0, 30)
    }
    kept = automatic.kept(names)
    assert len(kept) == 10 + 24 - 5 + 30  # the last ten fill five hours; the last day has its hours
    assert max(names) in kept
    assert len({name[:20] for name in kept}) == 31
    assert automatic.kept([]) == set()
    assert automatic.kept(["slides.pdf"]) == set()


def test_a_timer_copies_only_what_changed(section: Section, stick: Path) -> None:
    first = automatic.copy_if_changed(stick)
    assert first is not None
    assert automatic.copy_if_changed(stick) is None
    enter(games_of(section, 1)[0], "DD")
    second = automatic.copy_if_changed(stick)
    assert second is not None
    assert version_in(second) == section.version + 1
    shutil.rmtree(stick)
    with pytest.raises(Refused, match="gone"):
        automatic.copy_if_changed(stick)


def test_a_command_into_another_folder_leaves_the_one_that_was_chosen_in_the_pages(
    section: Section, stick: Path, tmp_path: Path
) -> None:
    automatic.choose(str(stick))
    chosen = copies()
    with pytest.raises(Refused, match="There is no folder"):
        automatic.copy_if_changed(tmp_path / "typo")
    other = tmp_path / "other"
    other.mkdir()
    made = automatic.copy_if_changed(other)
    assert made is not None
    assert version_in(made) == section.version
    assert copies() == chosen


def test_a_timer_moves_to_another_folder_also_from_one_that_failed(section: Section, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    for name in ("one", "gone", "two"):
        with suppress(Refused):
            automatic.copy_if_changed(tmp_path / name)
        assert copies().folder == str(tmp_path / name)
    assert copies().trouble is None


# --- a full stick -----------------------------------------------------------------------------------


def a_stick_of(size: int, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on this much fits, and a file that does not is cut off, as on a real one."""

    def free() -> int:
        return size - sum(entry.stat().st_size for entry in stick.iterdir())

    def write(source: Any, target: Any, *args: Any) -> None:
        written = source.read()
        if len(written) > free():
            raise OSError(errno.ENOSPC, "No space left on device")
        target.write(written)

    monkeypatch.setattr("shutil.copyfileobj", write)
    monkeypatch.setattr("shutil.disk_usage", lambda _: shutil._ntuple_diskusage(size, 0, free()))


def test_a_stick_full_of_our_own_copies_loses_the_oldest_for_the_next_one(
    section: Section, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    automatic.choose(str(stick))
    copy = newest(stick)
    copy.rename(stick / "wallchart-2026-05-01-100000Z.sqlite3")
    for name in ("wallchart-2026-05-02-100000Z.sqlite3", "wallchart-2026-05-03-100000Z.sqlite3"):
        shutil.copy(stick / "wallchart-2026-05-01-100000Z.sqlite3", stick / name)
    (stick / "slides.pdf").write_bytes(b"mine")
    size = sum(entry.stat().st_size for entry in stick.iterdir())
    a_stick_of(size + 10, stick, monkeypatch)

    made = automatic.copy_now()

    assert made.trouble is None
    assert {entry.name for entry in stick.iterdir()} == {
        *("slides.pdf", "wallchart-2026-05-02-100000Z.sqlite3", "wallchart-2026-05-03-100000Z.sqlite3"),
        made.file,
    }


def test_what_age_would_remove_goes_before_the_oldest(
    section: Section, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    automatic.choose(str(stick))
    copy = newest(stick)
    names = [f"wallchart-2026-05-01-10{minute:02}00Z.sqlite3" for minute in range(12)]
    names.append("wallchart-2026-04-30-100000Z.sqlite3")
    for name in names:
        shutil.copy(copy, stick / name)
    copy.unlink()
    a_stick_of(sum(entry.stat().st_size for entry in stick.iterdir()), stick, monkeypatch)
    monkeypatch.setattr(automatic, "_remove_old", lambda folder, made: None)
    automatic.copy_now()
    (gone,) = set(names) - {entry.name for entry in stick.iterdir()}
    assert gone not in automatic.kept(names)
    assert gone == "wallchart-2026-05-01-100000Z.sqlite3"


@pytest.mark.parametrize("left", [b"", b"SQLite format 3\0 and half"], ids=["empty", "half"])
def test_a_full_stick_keeps_its_newest_whole_copy_and_is_said_to_be_full(
    section: Section, stick: Path, monkeypatch: pytest.MonkeyPatch, left: bytes
) -> None:
    automatic.choose(str(stick))
    newest(stick).rename(stick / "wallchart-2026-05-01-100000Z.sqlite3")
    (stick / "wallchart-2026-05-02-100000Z.sqlite3").write_bytes(left)  # by a stick that was pulled out
    (stick / "slides.pdf").write_bytes(b"mine")
    there = set(stick.iterdir())
    a_stick_of(sum(entry.stat().st_size for entry in there), stick, monkeypatch)
    assert automatic.copy_now().trouble is Trouble.FULL
    assert set(stick.iterdir()) == there


def test_no_copy_goes_where_that_would_not_make_room(
    section: Section, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    automatic.choose(str(stick))
    (stick / "wallchart-2026-05-01-100000Z.sqlite3").write_bytes(b"an old one, and small")
    there = set(stick.iterdir())
    a_stick_of(sum(entry.stat().st_size for entry in there), stick, monkeypatch)
    assert automatic.copy_now().trouble is Trouble.FULL
    assert set(stick.iterdir()) == there


def test_an_empty_database_is_not_copied_beside_copies_that_have_everything(
    stick: Path, section: Section
) -> None:
    whole = automatic.copy_into(stick)
    User.objects.all().delete()
    with pytest.raises(OSError, match="the database is empty"):
        automatic.copy_into(stick)
    assert list(stick.iterdir()) == [whole]
