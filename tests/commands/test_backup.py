"""`manage.py backup` and `manage.py restore`, and copies of the database file, while others write."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from tests.factories import PASSWORD, a_section, as_it_stands, director_of, enter, games_of, played
from tiebreaks.models import Standings
from tournaments.management.one_server import only_one
from tournaments.models import Event, LogEntry, Section, Verb
from tournaments.selectors.event.copies import copies
from tournaments.services import database_file
from tournaments.services.backups import file_name
from tournaments.services.backups.snapshot import snapshot

pytestmark = pytest.mark.usefixtures("transactional_db")  # a copy has what is committed


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


def test_two_backups_of_one_minute_are_two_files() -> None:
    now = timezone.now().replace(second=0)
    assert len({file_name(at=now), file_name(at=now + timedelta(seconds=1))}) == 2


def test_who_comes_with_which_role_is_asked_at_a_terminal_before_anything_is_stored(
    section: Section, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "all.wallchart"
    run("backup", str(file))
    chief = director_of(section)
    forgotten()
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda prompt: "n")
    out = StringIO()
    with pytest.raises(CommandError, match=r"Nothing was restored\."):
        call_command("restore", str(file), stdout=out)
    assert f"({chief.username}) as Chief, a new account" in out.getvalue()
    assert not Event.objects.exists()
    assert not User.objects.exists()
    monkeypatch.setattr("builtins.input", lambda prompt: "y")
    assert "Restored" in run("restore", str(file))
    forgotten()
    monkeypatch.delattr("builtins.input")
    assert "Restored" in run("restore", str(file), "--yes")


def test_an_event_that_is_here_needs_a_word_to_be_replaced(section: Section, tmp_path: Path) -> None:
    file = tmp_path / "all.wallchart"
    run("backup", str(file))
    with pytest.raises(CommandError, match=r"(?s)as it is in the file.*restore .*all.wallchart --replace"):
        run("restore", str(file))
    assert "What was here before is in" in run("restore", str(file), "--replace")
    assert Event.objects.count() == 1


def test_a_director_can_be_named_for_the_log(section: Section, tmp_path: Path) -> None:
    file = tmp_path / "one.wallchart"
    run("backup", str(file), "--event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    with pytest.raises(CommandError, match="Nobody here signs in as nobody"):
        run("restore", str(file), "--replace", "--by", "nobody")
    kim = director_of(section)
    run("restore", str(file), "--replace", "--by", kim.username)
    entry = LogEntry.objects.get(verb=Verb.RESTORE)
    assert entry.who == kim
    assert "one.wallchart" in entry.summary


def test_the_log_names_who_restored_at_the_terminal(
    section: Section, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "one.wallchart"
    run("backup", str(file), "--event", section.event.slug)
    monkeypatch.setattr("getpass.getuser", lambda: "robin")
    run("restore", str(file), "--replace")
    assert LogEntry.objects.get(verb=Verb.RESTORE).author == "robin at the terminal"

    def nobody() -> str:
        raise KeyError("uid not found: 1000")

    monkeypatch.setattr("getpass.getuser", nobody)
    run("restore", str(file), "--replace")
    assert LogEntry.objects.filter(verb=Verb.RESTORE).latest("at").author == "The terminal"


def test_a_restore_says_how_to_go_on(section: Section, tmp_path: Path) -> None:
    file = tmp_path / "one.wallchart"
    run("backup", str(file), "--event", section.event.slug)
    with only_one(8123):
        assert run("restore", str(file), "--replace").splitlines()[-1] == (
            "Wallchart is running on port 8123: phones have it now."
        )
    # No file here: which servers use a database on another machine is not known.
    assert run("restore", str(file), "--replace").splitlines()[-1] == (
        "Where Wallchart runs on this database, phones have it now. Otherwise start it."
        if database_file.file() is None
        else "Now start Wallchart: python manage.py serve"
    )


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        run("restore", str(tmp_path / "none"))
    with pytest.raises(CommandError, match="No such file"):
        run("backup", str(tmp_path / "no" / "folder"))


@pytest.mark.parametrize("name", ["notes.txt", "earlier.wallchart", "wallchart.sqlite3.lock"])
def test_a_file_that_is_there_is_never_written_over(name: str, section: Section, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text("somebody's")
    with pytest.raises(CommandError, match="exists and was not changed"):
        run("backup", "--event", section.event.slug, str(file))
    assert file.read_text() == "somebody's"


def test_copies_into_a_file_are_refused_in_one_sentence(
    section: Section, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "copies"
    file.touch()
    with pytest.raises(CommandError) as refused:
        run("backup", "--to", str(file))
    assert str(refused.value).startswith(
        f"{file}: This is a file. Copies go into a folder, such as the one the file is in."
    )
    assert "no such folder" not in str(refused.value)
    assert not caplog.records
    assert not copies().folder


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
