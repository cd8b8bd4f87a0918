"""How a server starts, and what it says when it cannot: one sentence, and nothing is touched."""

import ast
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from config import installed
from tests.laptop import PATIENCE, ROOT, a_laptop, as_anybody, free_port, manage, serving
from tournaments.management.commands import serve
from tournaments.models import RELEASE


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return a_laptop(tmp_path)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that a server was made ready with; each test has a copy of its own."""
    environment = a_laptop(tmp_path_factory.mktemp("prepared"))
    done = manage(environment, "prepare")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return Path(environment["VAR_DIR"])


@pytest.fixture
def database(environment: Mapping[str, str], prepared: Path) -> Path:
    """A database that a server was made ready with."""
    folder = Path(environment["VAR_DIR"])
    shutil.copytree(prepared, folder)
    return folder / "wallchart.sqlite3"


def execute(database: Path, statement: str) -> list[Any]:
    with closing(sqlite3.connect(database)) as rows, rows:
        return rows.execute(statement).fetchall()


def refused(environment: Mapping[str, str], *command: str, lines: int = 1, **options: Any) -> str:
    """The sentence that a start ends with, and the files that it names."""
    done = manage(environment, *(command or ("serve", "--no-demo")), **options)
    assert done.returncode == 1
    assert not done.stdout
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == lines, done.stderr
    return done.stderr


# --- a damaged database -------------------------------------------------------------------------


def cut_short(database: Path) -> None:
    os.truncate(database, database.stat().st_size // 2)


def overwritten(database: Path) -> None:
    with database.open("r+b") as file:
        file.seek(8192)
        file.write(b"\xa5" * 40_000)


def something_else(database: Path) -> None:
    database.write_text("This is not a database.\n" * 1000)


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage",
    [cut_short, *(pytest.param(damage, marks=pytest.mark.slow) for damage in (overwritten, something_else))],
)
def test_a_damaged_database_is_named_with_what_to_do_and_is_not_served(
    environment: dict[str, str], database: Path, damage: Callable[[Path], None]
) -> None:
    damage(database)
    before = database.read_bytes()
    said = refused(environment)
    assert f"The database {database} is damaged (" in said
    assert "manage.py restore FILE" in said
    assert str(database.parent / "backups") in said
    assert database.read_bytes() == before


def test_beside_a_damaged_database_the_files_to_go_on_from_are_named(
    environment: dict[str, str], database: Path
) -> None:
    copy = shutil.copy(database, database.with_name("noon.sqlite3"))
    cut_short(database)
    said = refused(environment, lines=2)
    assert "To continue from a copy, restore one of these, the newest first: " in said
    assert f"  {copy} (" in said


# --- another release ----------------------------------------------------------------------------


def test_a_database_of_a_newer_release_is_refused_with_its_release_named(
    environment: dict[str, str], database: Path
) -> None:
    execute(database, f"INSERT INTO tournaments_release VALUES ({RELEASE + 7}, '2030-01-01')")
    before = database.read_bytes()
    said = refused(environment)
    assert f"{database} was made by release {RELEASE + 7} of Wallchart; this is release {RELEASE}." in said
    assert "manage.py restore FILE" in said
    assert database.read_bytes() == before


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE tournaments_player DROP COLUMN grade",
        "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '0002_old', '2026-01-01')",
    ],
)
def test_a_database_from_before_the_first_release_is_refused_before_anything_is_changed(
    environment: dict[str, str], database: Path, statement: str
) -> None:
    execute(database, "DROP TABLE tournaments_release")
    execute(database, "DELETE FROM django_migrations WHERE name = '0005_release'")
    execute(database, statement)
    before = database.read_bytes()
    said = refused(environment)
    assert f"{database} was made by a test version from before release 1 of Wallchart" in said
    assert database.read_bytes() == before
    assert not (database.parent / "backups").exists()


def test_a_database_of_another_program_is_refused(environment: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "photos.sqlite3"
    execute(file, "CREATE TABLE photos (name text)")
    said = refused(environment | {"DATABASE_URL": f"sqlite:///{file}"})
    assert f"{file} is another program’s database." in said


# --- where nothing can be written ---------------------------------------------------------------


def test_a_folder_that_cannot_be_made_is_named(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    var = tmp_path / "file" / "var"
    said = refused(environment | {"VAR_DIR": str(var)})
    assert f"Wallchart cannot write to its folder {var} (Not a directory: {var})." in said
    assert "VAR_DIR" in said.rpartition(str(var))[2]


def test_a_file_in_the_place_of_the_folder_is_said(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = refused(environment | {"VAR_DIR": str(tmp_path / "file")})
    assert (
        said.strip()
        == f"{tmp_path / 'file'} is a file, but Wallchart needs a folder. Set VAR_DIR to a folder."
    )


def test_a_folder_that_cannot_be_written_to_is_named(environment: dict[str, str], tmp_path: Path) -> None:
    var = tmp_path / "var"
    var.mkdir(mode=0o500)
    said = refused(environment, preexec_fn=as_anybody)
    assert f"Wallchart cannot write to its folder {var} (Permission denied: {var}" in said


@pytest.mark.slow
def test_a_database_whose_folder_cannot_be_written_to_is_named(
    environment: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir(mode=0o500)
    environment["DATABASE_URL"] = f"sqlite:///{folder / 'db.sqlite3'}"
    said = refused(environment, preexec_fn=as_anybody)
    assert f"Wallchart cannot write to {folder}, the folder of its database (Permission denied)." in said


@pytest.mark.slow
def test_a_database_in_no_folder_is_named(environment: dict[str, str], tmp_path: Path) -> None:
    environment["DATABASE_URL"] = f"sqlite:///{tmp_path / 'gone' / 'db.sqlite3'}"
    assert f"There is no folder {tmp_path / 'gone'} for the database." in refused(environment)


@pytest.mark.parametrize("file", ["secret_key", "static", "wallchart.sqlite3.lock"])
def test_a_file_that_another_account_left_behind_is_named(
    environment: dict[str, str], database: Path, file: str
) -> None:
    left = database.parent / file
    left.mkdir() if file == "static" else left.touch()
    left.chmod(0o000)
    said = refused(environment, "serve", "--no-demo", "--port", str(free_port()), preexec_fn=as_anybody)
    assert "Wallchart cannot write " in said
    assert "Permission denied" in said
    assert str(left) in said


def test_a_database_that_is_read_only_is_named(environment: dict[str, str], database: Path) -> None:
    database.chmod(0o400)
    said = refused(environment, preexec_fn=as_anybody)
    assert f"The database {database} is read-only." in said


# --- an old Python ------------------------------------------------------------------------------


def test_an_old_python_is_told_so_in_one_sentence() -> None:
    pretend = (
        "import runpy, sys; sys.version_info = (3, 10, 9); runpy.run_path(sys.argv[1], None, '__main__')"
    )
    older = [
        shutil.which(name) for name in ("python2.7", "python3.6", "python3.8", "python3.9", "python3.10")
    ]
    commands = [[sys.executable, "-c", pretend], *([python] for python in older if python and runs(python))]
    for command in commands:
        done = subprocess.run(
            [*command, "manage.py", "serve"], cwd=ROOT, check=False, capture_output=True, text=True
        )
        assert done.returncode == 1
        assert re.match(r"Wallchart needs Python 3\.11 or newer\. This is Python [23]\.\d+: ", done.stderr)
        assert len(done.stderr.splitlines()) == 1


def runs(python: str) -> bool:
    return subprocess.run([python, "-c", ""], check=False, capture_output=True).returncode == 0


def test_pythons_of_twenty_years_can_read_manage_py() -> None:
    text = (ROOT / "manage.py").read_text(encoding="ascii")
    tree = ast.parse(text, feature_version=(3, 4))
    newer = (ast.JoinedStr, ast.FunctionDef, ast.AnnAssign, ast.NamedExpr, ast.Nonlocal, ast.Starred)
    assert not [node for node in ast.walk(tree) if isinstance(node, newer)]
    assert not re.search(r"\braise .* from\b|\byield from\b|\bprint\b", text)


# --- one server for one database ----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("database")
def test_a_second_start_on_the_same_database_names_the_first_also_on_another_port(
    environment: dict[str, str],
) -> None:
    port = free_port()
    with serving(environment, port, "--no-demo", "--host", "127.0.0.1") as (_printed, first):
        said = refused(environment, "serve", "--port", str(free_port()))
        assert f"already running on this database, on port {port} (process {first.pid})" in said
    # The first was killed, and left its file behind.
    with serving(environment, port, "--no-demo", "--host", "127.0.0.1") as (printed, _second):
        assert "Wallchart is running." in printed


# --- a database that was put back ---------------------------------------------------------------

STAMPS = """
    SELECT s.id, s.epoch, p.epoch, s.version, p.version
    FROM tiebreaks_standings s JOIN tiebreaks_published p ON p.standings_id = s.id ORDER BY s.id
"""
NEW_LIFE = "every phone reloads its page"


def serve_and_stop(environment: Mapping[str, str]) -> str:
    """What was said until it was ready."""
    with serving(environment, free_port(), "--demo", "--host", "127.0.0.1") as (printed, process):
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=PATIENCE)
    assert "Stopped. All entered data is saved." in rest
    return printed


@pytest.mark.slow
def test_a_database_file_that_was_put_back_is_noticed_and_gets_new_epochs(
    environment: dict[str, str], tmp_path: Path
) -> None:
    database = Path(environment["VAR_DIR"]) / "wallchart.sqlite3"
    assert NEW_LIFE not in serve_and_stop(environment)  # the demo is new itself
    noon = execute(database, STAMPS)
    shutil.copy2(database, tmp_path / "noon.sqlite3")
    # As entries do.
    execute(database, "UPDATE tiebreaks_standings SET version = version + 1")
    execute(database, "UPDATE tiebreaks_published SET version = version + 1")
    assert NEW_LIFE in manage(environment, "prepare").stdout  # no server did that
    assert NEW_LIFE in serve_and_stop(environment)  # the note of the last one is used up
    evening = execute(database, STAMPS)
    assert NEW_LIFE not in serve_and_stop(environment)
    assert execute(database, STAMPS) == evening

    shutil.copy2(tmp_path / "noon.sqlite3", database)
    assert NEW_LIFE in manage(environment, "prepare").stdout
    put_back = execute(database, STAMPS)
    assert [row[3:] for row in put_back] == [row[3:] for row in noon]
    assert all(epoch == of_document for _pk, epoch, of_document, *_versions in put_back)
    epochs = [{row[1] for row in stamps} for stamps in (noon, evening, put_back)]
    assert len(set.union(*epochs)) == 3 * len(noon)


@pytest.mark.slow
def test_what_a_server_leaves_when_it_stops_is_all_in_the_file_of_the_database(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """A log beside it would go with the file that is put in its place, and bring the other life back."""
    database = Path(environment["VAR_DIR"]) / "wallchart.sqlite3"
    log = database.with_name(f"{database.name}-wal")
    with (
        serving(environment, free_port(), "--demo", "--host", "127.0.0.1") as (_printed, process),
        # A thread keeps its connection to the end, too: only the last one to close writes the log back.
        closing(sqlite3.connect(database)) as other,
    ):
        assert other.execute("SELECT count(*) FROM tiebreaks_standings").fetchall()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        assert not log.exists() or log.stat().st_size == 0
    shutil.copy2(database, tmp_path / "alone.sqlite3")
    assert execute(tmp_path / "alone.sqlite3", STAMPS) == execute(database, STAMPS) != []


# --- started by a double-click ------------------------------------------------------------------


@pytest.fixture
def browsed(environment: dict[str, str], tmp_path: Path) -> Path:
    """Where a browser of this machine tells the address that it is opened with."""
    told, browser = tmp_path / "opened", tmp_path / "browser"
    os.mkfifo(told)
    browser.write_text(f'#!/bin/sh\necho "$1" > "{told}"\n')
    browser.chmod(0o755)
    environment["BROWSER"] = f"{browser} %s"
    return told


@pytest.mark.slow
@pytest.mark.usefixtures("database")
def test_the_browser_is_opened_where_a_new_wallchart_begins_and_again_by_a_second_start(
    environment: dict[str, str], browsed: Path
) -> None:
    port = free_port()
    options = ("--open", "--host", "127.0.0.1")
    with serving(environment, port, *options) as (printed, process):
        page = f"http://localhost:{port}/setup/welcome\n"
        assert browsed.read_text() == page
        assert "Nobody can sign in yet. Open the address on this machine to begin." in printed
        second = subprocess.Popen(
            [sys.executable, "manage.py", "serve", *options],
            env=environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert browsed.read_text() == page
        said, _ = second.communicate(timeout=PATIENCE)
        assert second.returncode == 0
        assert f"already running on this database, on port {port}" in said
        process.send_signal(signal.SIGHUP)  # the window is closed
        rest, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert rest.strip() == "Stopped. All entered data is saved."


def test_where_another_program_has_the_port_a_double_click_takes_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken = {serve.PORT, serve.PORT + 1}

    def listen(host: str, port: int) -> socket.socket:
        if port in taken:
            raise CommandError("in use")
        return socket.socket()

    monkeypatch.setattr(serve, "listen", listen)
    assert serve.free_port("127.0.0.1") == serve.PORT + 2
    taken.update(serve.PORTS)
    assert serve.free_port("127.0.0.1") == serve.PORT


@pytest.mark.slow
@pytest.mark.parametrize(
    ("version", "copies"), [("0.0.1", 1), (None, 0)], ids=["another version", "the same"]
)
def test_what_another_version_wrote_last_is_copied_before_it_is_used(
    environment: dict[str, str], database: Path, version: str | None, copies: int
) -> None:
    kept = database.with_name("version")
    ours = kept.read_text()
    kept.write_text(version or ours)
    said = manage(environment, "prepare").stdout
    assert said.count("Before the upgrade the database was copied to") == copies
    assert len(list((database.parent / "backups").glob("*.sqlite3"))) == copies
    assert kept.read_text() == ours


@pytest.mark.parametrize(
    ("platform", "given", "folder"),
    [
        ("win32", "", "Wallchart"),
        ("darwin", "", "Library/Application Support/Wallchart"),
        ("linux", "", ".local/share/wallchart"),
        ("linux", "relative", ".local/share/wallchart"),
    ],
)
def test_what_an_installed_wallchart_writes_is_in_the_folder_of_its_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, given: str, folder: str
) -> None:
    monkeypatch.setattr(installed, "is_checkout", lambda: False)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", given)
    assert installed.data_folder() == tmp_path / folder
    assert installed.files() == ROOT / "config" / "files"
