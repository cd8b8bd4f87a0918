"""`manage.py backup` and `manage.py restore`, and copies of the database file, while others write."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection

from tests.factories import PASSWORD, a_section, as_it_stands, director_of, enter, games_of, played
from tiebreaks.models import Standings
from tournaments.models import Event, Section
from tournaments.services.backups import copies
from tournaments.services.backups.snapshot import snapshot

pytestmark = pytest.mark.usefixtures("transactional_db")  # a copy has what is committed
only_a_file = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL's database is no file")


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, settings: Any) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


@pytest.fixture
def section() -> Section:
    section = a_section(4, 2, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    return as_it_stands(section)


def run(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def forgotten() -> None:
    Standings.objects.all().delete()
    Event.objects.all().delete()
    User.objects.all().delete()


def test_everything_goes_into_a_file_and_comes_back(section: Section, tmp_path: Path) -> None:
    file = tmp_path / "all.wallchart"
    assert "1 event" in run("backup", str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    forgotten()
    assert f"Restored: {section.event.name}" in run("restore", str(file))
    again = Section.objects.get(event__slug=section.event.slug)
    assert again.version == section.version
    assert again.standings.epoch != section.standings.epoch
    assert director_of(again).check_password(PASSWORD)
    call_command("check_standings", stdout=StringIO())


def test_one_event_is_named_by_its_address(section: Section, tmp_path: Path) -> None:
    other = a_section(2, 1)
    file = tmp_path / "one.wallchart"
    run("backup", str(file), "--event", section.event.slug)
    forgotten()
    printed = run("restore", str(file))
    assert [event.name for event in Event.objects.all()] == [section.event.name]
    assert other.event.name not in printed
    assert "has no password here. Set one: python manage.py changepassword" in printed
    with pytest.raises(CommandError, match="There are: maple-grove"):
        run("backup", "--event", "no-such-event")


def test_an_event_that_is_here_needs_a_word_to_be_replaced(section: Section, tmp_path: Path) -> None:
    file = tmp_path / "all.wallchart"
    run("backup", str(file))
    with pytest.raises(CommandError, match=r"(?s)as it is in the file.*restore .*all.wallchart --replace"):
        run("restore", str(file))
    assert "What was here before is in" in run("restore", str(file), "--replace")
    assert Event.objects.count() == 1


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        run("restore", str(tmp_path / "none"))
    with pytest.raises(CommandError, match="No such file"):
        run("backup", str(tmp_path / "no" / "folder"))


def test_a_snapshot_does_not_change_and_keeps_nobody_waiting(section: Section) -> None:
    with snapshot() as using:
        before = Standings.objects.using(using).get().version
        with ThreadPoolExecutor(1) as scorer:
            scorer.submit(at_another_desk, section).result(timeout=30)
        assert Standings.objects.using(using).get().version == before == section.version
    assert Standings.objects.get().version == before + 1


def at_another_desk(section: Section) -> None:
    enter(games_of(section, 1)[0], "DD")
    connection.close()


@only_a_file
def test_a_copied_database_restores_everything(section: Section, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copies.copy_database(copy)
    assert [path.name for path in tmp_path.iterdir()] == ["copy.sqlite3"]
    with closing(sqlite3.connect(f"file:{copy}?mode=ro&immutable=1", uri=True)) as file:
        assert file.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    forgotten()
    assert f"Restored: {section.event.name}" in run("restore", str(copy))
    assert director_of(Event.objects.get()).check_password(PASSWORD)


@only_a_file
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


@only_a_file
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


@only_a_file
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
