"""A database of an earlier release comes up to date with its event: every page is right."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tiebreaks.lines import clean_line
from tournaments.models import RELEASE

ROOT = Path(__file__).parents[2]
RELEASES = sorted(Path(__file__).parent.glob("release_*.sql"))


Contents = dict[str, list[tuple[Any, ...]]]


class Upgraded(NamedTuple):
    """The database, as it was before, and what the start said."""

    file: Path
    before: Contents
    said: str


@pytest.fixture(params=RELEASES, ids=[release.stem for release in RELEASES], scope="module")
def upgrade(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Upgraded:
    """A release's database brought up to date. It had documents that a mistake in its engine left behind, and
    names with characters that show nothing."""
    file = tmp_path_factory.mktemp("upgrades") / "db.sqlite3"
    for day in range(10, 17):
        copy = copies(file) / f"before-upgrade-2026-01-{day}-120000.sqlite3"
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.touch()
    with closing(sqlite3.connect(file)) as old:
        old.executescript(request.param.read_text(encoding="utf-8"))
        for pk, body in old.execute("SELECT standings_id, body FROM tiebreaks_published").fetchall():
            document = json.loads(body)
            wrong = json.dumps(document | {"standings": document["standings"][::-1]})
            row = (wrong, pk)
            old.execute("UPDATE tiebreaks_published SET body = ?, engine = 0 WHERE standings_id = ?", row)
        old.execute("UPDATE tournaments_player SET name = ' ' || char(0x202e) || name || char(0x200b)")
        old.execute(
            "UPDATE tournaments_section SET name = name || char(0xad), prizes = char(0x200b) || prizes"
        )
        for name in ("char(0x200b) || 'Oak'", "'Oak'", "'Elm'", "'Elm' || char(0xad)"):
            spellings = f"json_array({name})"
            old.execute(
                "INSERT INTO tournaments_school (event_id, name, code, spellings) "
                f"SELECT min(id), {name}, '', {spellings} FROM tournaments_event"
            )
        old.commit()
        before = contents(old)
    said = manage(file, "prepare")
    assert "0 changed" not in said
    return Upgraded(file, before, said)


@pytest.fixture
def upgraded(upgrade: Upgraded) -> Path:
    return upgrade.file


def contents(database: sqlite3.Connection) -> Contents:
    """Every table: how it was made, and its rows."""
    tables = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    return {sql: database.execute(f'SELECT * FROM "{name}"').fetchall() for name, sql in tables}


def copies(database: Path) -> Path:
    return database.parent / "var" / "backups"


def manage(database: Path, *arguments: str) -> str:
    done = run(database, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run(database: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{database}",
        "VAR_DIR": str(database.parent / "var"),
    }
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)


def rows(database: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


def test_every_release_has_its_database() -> None:
    assert {release.stem for release in RELEASES} >= {f"release_{n}" for n in range(1, RELEASE)}


def test_the_database_is_copied_as_it_was_before_anything_is_changed(upgrade: Upgraded) -> None:
    newest = max(copies(upgrade.file).iterdir())
    assert f"Before the upgrade the database was copied to {newest}." in upgrade.said
    with closing(sqlite3.connect(newest)) as copy:
        assert contents(copy) == upgrade.before
    assert newest.stat().st_mode & 0o777 == 0o600


def test_where_no_copy_can_be_written_nothing_is_upgraded_and_it_is_said_why(tmp_path: Path) -> None:
    file = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(file)) as old:
        old.executescript(RELEASES[0].read_text(encoding="utf-8"))
        before = contents(old)
    copies(file).parent.mkdir()
    copies(file).touch()
    done = run(file, "prepare")
    assert done.returncode == 1
    assert "could not be copied before that: " in done.stderr
    assert f"{copies(file)}" in done.stderr
    assert "Traceback" not in done.stderr
    with closing(sqlite3.connect(file)) as unchanged:
        assert contents(unchanged) == before


def test_the_copies_of_the_last_five_upgrades_are_kept_and_a_start_without_one_makes_none(
    upgraded: Path,
) -> None:
    kept = sorted(copy.name for copy in copies(upgraded).iterdir())
    assert [name[:25] for name in kept[:4]] == [f"before-upgrade-2026-01-{day}" for day in range(13, 17)]
    assert len(kept) == 5
    assert "copied to" not in manage(upgraded, "prepare")
    assert sorted(copy.name for copy in copies(upgraded).iterdir()) == kept


def test_no_result_of_the_played_event_is_changed(upgrade: Upgraded) -> None:
    before = next(rows for sql, rows in upgrade.before.items() if 'TABLE "tournaments_seat"' in sql)
    assert rows(upgrade.file, "SELECT * FROM tournaments_seat") == before != []


def test_the_database_says_which_release_it_is_of(upgraded: Path) -> None:
    assert rows(upgraded, "SELECT max(number) FROM tournaments_release") == [(RELEASE,)]


def test_every_document_of_an_earlier_release_agrees_with_the_rows(upgraded: Path) -> None:
    [(documents,)] = rows(upgraded, "SELECT count(*) FROM tiebreaks_standings")
    assert manage(upgraded, "check_standings").count("agrees at version") == documents > 0


def test_names_are_cleaned_in_the_rows_and_in_the_documents(upgraded: Path) -> None:
    odd = "'%' || char(0x202e) || '%'"
    tables = {"tournaments_player": "name", "tiebreaks_published": "body"}
    for table, column in tables.items():
        assert rows(upgraded, f"SELECT count(*) FROM {table} WHERE {column} LIKE {odd}") == [(0,)], table
    names = [name for (name,) in rows(upgraded, "SELECT name FROM tournaments_player")]
    assert names == [clean_line(name) for name in names] != []


def test_schools_whose_names_become_one_are_merged_whichever_came_first(upgraded: Path) -> None:
    query = "SELECT name, spellings FROM tournaments_school WHERE name IN ('Oak', 'Elm') ORDER BY name"
    found = [(name, json.loads(spellings)) for name, spellings in rows(upgraded, query)]
    assert found == [("Elm", ["Elm", "Elm"]), ("Oak", ["Oak", "Oak"])]


def test_players_are_ranked_as_they_were(upgraded: Path) -> None:
    """The worked example of the Vermont tournament directors: four tie for second."""
    query = """
        SELECT body FROM tiebreaks_published JOIN tournaments_section USING (standings_id)
        WHERE tournaments_section.name = 'K-3 Championship'
    """
    [(body,)] = rows(upgraded, query)
    document = json.loads(body)
    names = {card[0]: card[1] for card in document["cards"]}
    assert [names[standing[0]] for standing in document["standings"][:5]] == [
        "Ann Calder",
        "Chip Osgood",
        "Ed Tolliver",
        "Dan Verlaine",
        "Bill Rennick",
    ]
