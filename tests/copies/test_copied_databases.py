"""Copies of a database file, also of an earlier release's: `manage.py restore` reads them."""

import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.commands.test_backup import forgotten, in_a_folder, run, section
from tests.factories import PASSWORD, director_of
from tournaments.models import Event, Section
from tournaments.services.backups import copies

__all__ = ["in_a_folder", "section"]
pytestmark = pytest.mark.usefixtures("transactional_db")  # a copy has what is committed


def test_a_copied_database_restores_everything(section: Section, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copies.copy_database(copy)
    assert [path.name for path in tmp_path.iterdir()] == ["copy.sqlite3"]
    with closing(sqlite3.connect(f"file:{copy}?mode=ro&immutable=1", uri=True)) as file:
        assert file.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    forgotten()
    assert f"Restored: {section.event.name}" in run("restore", str(copy))
    assert director_of(Event.objects.get()).check_password(PASSWORD)


def test_each_copied_database_has_a_mark_of_its_own_which_its_sources_log_has_not(
    section: Section, tmp_path: Path
) -> None:
    copied = [tmp_path / f"copy{number}.sqlite3" for number in range(3)]
    for copy in copied:
        copies.copy_database(copy)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA user_version")
        [own] = cursor.fetchone()
    assert len({own.to_bytes(4, "big"), *(copy.read_bytes()[60:64] for copy in copied)}) == 4


@pytest.mark.slow
def test_a_copy_of_an_earlier_release_is_brought_up_to_date(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    release = Path(__file__).parents[1] / "upgrades" / "release_1.sql"
    with closing(sqlite3.connect(copy)) as file:
        file.executescript(release.read_text(encoding="utf-8"))
    assert "Restored: Lake Wren Scholastic" in run("restore", str(copy))
    call_command("check_standings", stdout=StringIO())


def a_damaged_copy(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:50_000])


def another_database(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE players (name)")


def a_newer_release(file: Path) -> None:
    with closing(sqlite3.connect(file)) as newer:
        newer.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_x', '2030-1-1')"
        )
        newer.commit()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (a_damaged_copy, "damaged"),
        (another_database, "not a backup"),
        (a_newer_release, "newer than this one"),
    ],
)
def test_a_copy_that_cannot_be_restored_is_refused(
    section: Section, tmp_path: Path, change: Any, said: str
) -> None:
    copy = tmp_path / "copy.sqlite3"
    copies.copy_database(copy)
    change(copy)
    forgotten()
    with pytest.raises(CommandError, match=said):
        run("restore", str(copy))
    assert not Event.objects.exists()


def test_a_copy_that_is_broken_off_leaves_the_earlier_one(
    section: Section, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.sqlite3"
    copies.copy_database(copy)
    good = copy.read_bytes()

    def full(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfileobj", full)
    with pytest.raises(OSError, match="No space"):
        copies.copy_database(copy)
    assert copy.read_bytes() == good
    assert [path.name for path in tmp_path.iterdir()] == ["copy.sqlite3"]
