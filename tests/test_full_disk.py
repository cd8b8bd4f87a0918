"""A full disk is named as such, with how much is left and what to do, by every command that writes."""

import errno
import io
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from pytest_django import Settings

from config import folders, troubles
from tests.factories import a_section
from tests.full_disks import nearly_full
from tests.hall_server import serving
from tournaments import full_disk
from tournaments.errors import Refused
from tournaments.models import Event
from tournaments.services import beginning, database_file, epochs, upgrading
from tournaments.services.backups import copies

FULL = r"^The disk of %s is full \(\d+ [GM]B free\)\. .*Free up space on it, then"


@pytest.fixture
def var(settings: Settings, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


@pytest.fixture
def no_room_for_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written is not taken by the disk."""

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)


def room_left(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: shutil._ntuple_diskusage(0, 0, free))


def of_sqlite(code: int) -> OperationalError:
    cause = sqlite3.OperationalError("as SQLite says it")
    cause.sqlite_errorcode = code
    raised = OperationalError("as Django says it")
    raised.__cause__ = cause
    return raised


# --- which disk, and what is left ---------------------------------------------------------------


def test_the_disk_of_the_file_is_named_with_what_is_free_on_it(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room_left(monkeypatch, 3_400_000)
    error = OSError(errno.ENOSPC, "No space left on device", str(var / "backups" / "copy.sqlite3"))
    assert full_disk.said(error).startswith(f"The disk of {var} is full (3 MB free). ")


@pytest.mark.django_db
def test_without_a_name_the_disk_with_the_least_room_is_meant(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        shutil,
        "disk_usage",
        lambda folder: shutil._ntuple_diskusage(0, 0, 5_000_000 if folder == var else 8 * 10**9),
    )
    assert full_disk.said(of_sqlite(13)).startswith(f"The disk of {var} is full (5 MB free). ")


@pytest.mark.django_db
@pytest.mark.parametrize(("free", "trouble"), [(4096, troubles.FULL), (10**9, troubles.FILE_GONE)])
def test_what_fails_beside_the_database_is_a_full_disk_where_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, free: int, trouble: troubles.Trouble
) -> None:
    """SQLite calls it an error of input and output when the index of its log cannot grow."""
    room_left(monkeypatch, free)
    assert troubles.of(of_sqlite(4874)) is trouble


def test_the_disk_of_a_database_server_is_not_ours() -> None:
    class DiskFullError(Exception):
        sqlstate = "53100"

    assert full_disk.is_full(DiskFullError())
    assert full_disk.said(DiskFullError()).startswith("The disk of the database server is full.")


# --- commands -----------------------------------------------------------------------------------


def run(*words: str, **options: Any) -> None:
    call_command(*words, stdout=io.StringIO(), **options)


@contextmanager
def refused_for_a_full_disk(folder: object = ".*") -> Iterator[None]:
    with pytest.raises(CommandError, match=FULL % folder):
        yield


@pytest.mark.django_db(transaction=True)
def test_the_demo_is_loaded_whole_or_not_at_all() -> None:
    if connection.vendor != "sqlite":
        return  # PostgreSQL cannot be told that its disk is full
    with nearly_full(), refused_for_a_full_disk():
        run("demo")
    assert not Event.objects.exists()
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_restored_whole_or_not_at_all(var: Path) -> None:
    if connection.vendor != "sqlite":
        return
    file = var / "all.wallchart"
    a_section(300, 2)  # more than fits into what pages in use have left
    run("backup", str(file))
    Event.objects.all().delete()
    User.objects.all().delete()
    with nearly_full(), refused_for_a_full_disk():
        run("restore", str(file), yes=True)
    assert not Event.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_room_for_files")
def test_a_backup_that_finds_no_room_leaves_nothing_behind(var: Path) -> None:
    with refused_for_a_full_disk(var):
        run("backup", str(var / "all.wallchart"))
    assert not list(var.glob("*all.wallchart*"))


@pytest.mark.django_db
@pytest.mark.usefixtures("no_room_for_files")
def test_a_rating_list_that_finds_no_room_leaves_the_old_one(
    var: Path, settings: Settings, tmp_path: Path
) -> None:
    settings.RATING_LIST = var / "rating-list.sqlite3"
    given = tmp_path / "list.csv"
    given.write_text("Member ID,Name,State,Exp Date,Rating\n12345678,Ann Calder,VT,2027-01-31,1500\n")
    with refused_for_a_full_disk(var):
        run("rating_list", str(given))


def test_an_upgrade_without_room_for_its_copy_changes_nothing_and_says_so(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upgrading, "_is_due", lambda: True)
    monkeypatch.setattr(connection, "vendor", "sqlite")
    monkeypatch.setattr(database_file, "file", lambda: var / "hall.sqlite3")

    def full(copy: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(copy))

    monkeypatch.setattr(upgrading, "copy_database", full)
    with pytest.raises(Refused) as refused:
        upgrading.copy_before_upgrade()
    said = refused.value.message
    assert f"could not be copied before that: The disk of {var / 'backups'} is full (" in said
    assert "Nothing was changed." in said


@pytest.mark.django_db(transaction=True)
def test_a_copy_that_sqlite_has_no_room_for_is_not_taken_for_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "sqlite":
        return

    def full(*_given: object, **_named: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")  # without a number, as its backups do

    connection.ensure_connection()
    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", full)
        with pytest.raises(OSError, match="full") as raised, copies.ready_copy():
            pass
    assert raised.value.errno == errno.ENOSPC


def test_a_database_on_a_full_disk_is_not_called_damaged(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_given: object, **_named: object) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = 4874
        raise error

    (var / "hall.sqlite3").write_bytes(b"SQLite format 3\0")
    monkeypatch.setattr(database_file, "file", lambda: var / "hall.sqlite3")
    monkeypatch.setattr(sqlite3, "connect", full)
    room_left(monkeypatch, 0)
    with pytest.raises(sqlite3.OperationalError):
        beginning.must_be_whole()
    room_left(monkeypatch, 10**9)
    with pytest.raises(Refused, match="is damaged"):
        beginning.must_be_whole()


# --- starting, serving and stopping -------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "is full ("), (errno.EACCES, "Make all of it writable for you")],
)
def test_a_start_that_finds_no_room_for_its_first_file_is_not_told_to_make_it_writable(
    tmp_path: Path, number: int, words: str
) -> None:
    with pytest.raises(SystemExit) as end:
        folders.cannot_use(OSError(number, os.strerror(number)), tmp_path / "var")
    assert str(tmp_path / "var") in str(end.value)
    assert words in str(end.value)


@pytest.mark.django_db
@pytest.mark.usefixtures("var", "no_room_for_files")
def test_a_server_stops_in_order_where_nothing_can_be_noted(caplog: pytest.LogCaptureFixture) -> None:
    a_section(2, 1)
    epochs.leave_off()
    assert "No space left on device" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_log_that_cannot_be_written_keeps_nobody_from_the_pages(tmp_path: Path) -> None:
    if not os.path.exists("/dev/full"):
        return  # only Linux has it
    full = "import os; [os.dup2(os.open('/dev/full', os.O_WRONLY), end) for end in (1, 2)]"
    section = a_section(2, 1)
    with serving(tmp_path, adjust=full, environment={"LOG_LEVEL": "INFO"}) as site:
        for _phone in range(3):
            assert site.ask(f"/e/{section.event.slug}/").status == 200
            assert site.ask("/e/nothing/").status == 404
        assert site.logged() == ""
