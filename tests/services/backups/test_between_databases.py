"""An event goes from a laptop's SQLite to a server's PostgreSQL and back, by the commands alone."""

from pathlib import Path

import pytest

from tests.machines import Machine, server_url

__all__ = ["server_url"]
PAGES = """
import json, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"  # which need no collected style sheets
import django
django.setup()
from tests.services.backups.reading_pages import public_pages
from tournaments.models import Event
json.dump(public_pages(Event.objects.get(slug="lake-wren-scholastic")), open(sys.argv[1], "w"))
"""


def pages(machine: Machine, to: Path) -> str:
    """Every public page, epochs left out."""
    machine.python("-c", PAGES, str(to))
    return to.read_text(encoding="utf-8")


@pytest.mark.long
def test_an_event_goes_from_a_laptop_to_a_server_and_back(tmp_path: Path, server_url: str) -> None:
    laptop, server = Machine(tmp_path / "laptop"), Machine(tmp_path / "server", server_url)
    there, back = tmp_path / "there.wallchart", tmp_path / "back.wallchart"
    laptop.manage("migrate", "-v0")
    laptop.manage("demo")
    before = pages(laptop, tmp_path / "1.json")

    laptop.manage("backup", str(there), "--event", "lake-wren-scholastic")
    server.manage("restore", str(there))
    server.manage("check_standings")
    assert pages(server, tmp_path / "2.json") == before

    server.manage("backup", str(back))
    laptop.manage("restore", str(back), "--replace")
    laptop.manage("check_standings")
    assert pages(laptop, tmp_path / "3.json") == before
