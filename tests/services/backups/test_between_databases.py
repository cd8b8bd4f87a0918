"""An event goes from a laptop's SQLite to a server's PostgreSQL and back, by the commands alone."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import psycopg
import pytest
from psycopg import sql

ROOT = Path(__file__).parents[3]
SERVER = os.environ.get("TEST_POSTGRES_URL", "postgres://root@127.0.0.1:5432/postgres")
PAGES = """
import json, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"  # which need no collected style sheets
import django
django.setup()
from tests.services.backups.reading_pages import public_pages
from tournaments.models import Event
json.dump(public_pages(Event.objects.get(slug="lake-wren-scholastic")), open(sys.argv[1], "w"))
"""


class Machine:
    def __init__(self, var: Path, url: str = "") -> None:
        self.environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "PYTHONPATH": str(ROOT)}
        self.environment |= {"DATABASE_URL": url} if url else {}

    def run(self, *words: str) -> str:
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def pages(self, to: Path) -> str:
        """Every public page, epochs left out."""
        command = [sys.executable, "-c", PAGES, str(to)]
        subprocess.run(command, cwd=ROOT, env=self.environment, check=True)
        return to.read_text(encoding="utf-8")


@pytest.fixture
def server_url() -> Iterator[str]:
    try:
        connection = psycopg.connect(SERVER, autocommit=True)
    except psycopg.OperationalError:
        pytest.skip(f"PostgreSQL does not run at {SERVER}")
    name = f"wallchart_{token_hex(4)}"
    with connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield f"{SERVER.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.mark.long
def test_an_event_goes_from_a_laptop_to_a_server_and_back(tmp_path: Path, server_url: str) -> None:
    laptop, server = Machine(tmp_path / "laptop"), Machine(tmp_path / "server", server_url)
    there, back = tmp_path / "there.wallchart", tmp_path / "back.wallchart"
    laptop.run("migrate", "-v0")
    laptop.run("demo")
    pages = laptop.pages(tmp_path / "1.json")

    laptop.run("backup", str(there), "--event", "lake-wren-scholastic")
    server.run("restore", str(there))
    server.run("check_standings")
    assert server.pages(tmp_path / "2.json") == pages

    server.run("backup", str(back))
    laptop.run("restore", str(back), "--replace")
    laptop.run("check_standings")
    assert laptop.pages(tmp_path / "3.json") == pages
