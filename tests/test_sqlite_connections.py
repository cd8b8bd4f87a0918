"""SQLite is opened once per thread of a server, and again when its file is another one."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from config.limits import THREADS
from tests.hall_server import ROOT, serving

FILL = """
import django, sys
django.setup()
from django.core.management import call_command
from tiebreaks.models import Standings
from tournaments.models import Event
call_command("migrate", verbosity=0)
Event.objects.create(name=sys.argv[1], slug="open")
Standings.objects.create(epoch="ofnoon")
"""
# The tests' own settings keep no connection.
KEEP = """
from django.db import connections
from django.db.backends.signals import connection_created
connections.settings["default"]["CONN_MAX_AGE"] = None
def note(**kwargs): print("opened", flush=True)
connection_created.connect(note)
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'hall.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }


def fill(environment: dict[str, str], name: str) -> None:
    command = [sys.executable, "-c", FILL, name]
    subprocess.run(command, env=os.environ | environment, cwd=ROOT, check=True)


@pytest.mark.django_db
def test_a_connection_is_kept_until_another_file_takes_its_place(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    fill(environment, "Maple Open")
    with serving(tmp_path, adjust=KEEP, environment=environment) as site:
        for _phone in range(5 * THREADS):
            assert "Maple Open" in site.ask("/e/open/").text
        assert 1 <= site.logged().count("opened") <= THREADS
        before = site.logged().count("opened")
        # What was changed since is in the log beside the file, while the server has both open.
        with closing(sqlite3.connect(tmp_path / "hall.sqlite3")) as database, database:
            database.execute("UPDATE tournaments_event SET name = 'Evening Open'")
        assert "Evening Open" in site.ask("/e/open/").text
        # A copy is put back while the server runs.
        copy = tmp_path / "copy.sqlite3"
        fill(environment | {"DATABASE_URL": f"sqlite:///{copy}"}, "Birch Open")
        shutil.move(copy, tmp_path / "hall.sqlite3")
        for _phone in range(5 * THREADS):
            assert "Birch Open" in site.ask("/e/open/").text
        assert before < site.logged().count("opened") <= 2 * THREADS
        # Phones have seen its versions, with other results: they are not taken for those of now.
        with closing(sqlite3.connect(tmp_path / "hall.sqlite3")) as database:
            [(epoch,)] = database.execute("SELECT epoch FROM tiebreaks_standings")
        assert epoch != "ofnoon"
        assert site.logged().count("Another file was put in the place of the database") == 1
