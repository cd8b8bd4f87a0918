"""`manage.py prepare`: what a start does to a database, on SQLite and on PostgreSQL."""

import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from pytest_django import Settings

from tests.factories import UserFactory, a_section, as_it_stands
from tournaments.errors import Refused
from tournaments.models import RELEASE, Release
from tournaments.services import beginning, database_file, epochs
from tournaments.services.looked_at import KEPT, LookedAt


@pytest.fixture(autouse=True)
def var(settings: Settings, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def prepare() -> str:
    said = StringIO()
    call_command("prepare", stdout=said)
    return said.getvalue()


def test_a_new_database_is_made_ready_in_silence_and_knows_its_release() -> None:
    assert prepare() == prepare() == ""
    assert [release.number for release in Release.objects.all()] == [RELEASE]


def test_each_start_renews_the_epochs_of_a_database_that_no_server_left_in_order() -> None:
    section = a_section()
    assert "every phone reloads its page" in prepare()
    renewed = as_it_stands(section).stamp
    assert renewed != section.stamp
    epochs.leave_off()
    assert prepare() == ""
    assert as_it_stands(section).stamp == renewed


def test_what_a_director_only_looked_at_is_gone_with_the_next_start_once_its_hours_are_over() -> None:
    event = a_section().event
    preview = LookedAt("registration-file", event, UserFactory.create())
    preview.keep({"carried": ["a table with columns that nobody imported"]})
    prepare()
    assert Session.objects.exists()
    Session.objects.update(expire_date=timezone.now() - KEPT)
    prepare()
    assert not Session.objects.exists()


def test_a_database_of_a_newer_release_is_refused() -> None:
    Release.objects.create(number=RELEASE + 1)
    with pytest.raises(CommandError, match=f"was made by release {RELEASE + 1} of Wallchart"):
        prepare()


def test_a_database_of_a_version_between_releases_names_its_release_and_the_unknown_step() -> None:
    Release.objects.create(number=RELEASE)
    MigrationRecorder(connection).record_applied("tournaments", "0999_more")
    with pytest.raises(CommandError, match=rf"newer than release {RELEASE}, .*tournaments\.0999_more"):
        prepare()


def test_a_database_whose_tables_lack_a_column_is_of_no_release() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tiebreaks_decision RENAME COLUMN note TO remark")
    with pytest.raises(CommandError, match="from before release 1"):
        prepare()


# --- the file, where it is one ------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tmp_path / "hall.sqlite3"
    with closing(sqlite3.connect(found)) as database:
        database.execute("CREATE TABLE moves AS SELECT 'e4' AS move")
        database.commit()
    monkeypatch.setattr(database_file, "file", lambda: found)
    return found


def test_a_large_file_is_checked_only_as_long_as_a_director_will_wait(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with file.open("r+b") as page:
        page.seek(4096)
        page.write(b"\xa5" * 4096)
    with pytest.raises(Refused, match="is damaged"):
        beginning.must_be_whole()
    monkeypatch.setattr(database_file, "SECONDS_TO_CHECK", -1)
    monkeypatch.setattr(database_file, "_STEPS", 1)
    beginning.must_be_whole()


def test_a_file_that_another_program_is_writing_is_not_taken_for_damaged(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        beginning.must_be_whole()
