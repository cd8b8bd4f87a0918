"""A database of an earlier release comes up to date with its event: every page is right."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
RELEASES = sorted(Path(__file__).parent.glob("release_*.sql"))


@pytest.fixture(params=RELEASES, ids=[release.stem for release in RELEASES], scope="module")
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release's database brought up to date; it had documents that a mistake in its engine left behind."""
    file = tmp_path_factory.mktemp("upgrades") / "db.sqlite3"
    with closing(sqlite3.connect(file)) as old:
        old.executescript(request.param.read_text(encoding="utf-8"))
        for pk, body in old.execute("SELECT standings_id, body FROM tiebreaks_published").fetchall():
            document = json.loads(body)
            wrong = json.dumps(document | {"standings": document["standings"][::-1]})
            row = (wrong, pk)
            old.execute("UPDATE tiebreaks_published SET body = ?, engine = 0 WHERE standings_id = ?", row)
        old.commit()
    assert "0 changed" not in manage(file, "migrate", "-v0") + manage(file, "rebuild", "--stale")
    return file


def manage(database: Path, *arguments: str) -> str:
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{database}"}
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def rows(database: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


def test_every_release_has_its_database() -> None:
    assert RELEASES


def test_every_document_of_an_earlier_release_agrees_with_the_rows(upgraded: Path) -> None:
    [(documents,)] = rows(upgraded, "SELECT count(*) FROM tiebreaks_standings")
    assert manage(upgraded, "check_standings").count("agrees at version") == documents > 0


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
