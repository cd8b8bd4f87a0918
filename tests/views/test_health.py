"""/healthz: whether a process may be sent requests, told to anybody without telling anything of an event."""

import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from tournaments.models import Section
from tournaments.selectors.event import status

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def var(settings: Settings, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def test_a_well_process_answers_200_with_database_disk_and_backup(
    client: Client, section: Section, var: Path, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    (var / "backups").mkdir()
    for name, minutes in [("older", 30), ("newer", 5)]:
        copy = var / "backups" / name
        copy.touch()
        then = datetime.now(UTC).timestamp() - 60 * minutes
        os.utime(copy, (then, then))
    with django_assert_num_queries(1):
        answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    assert not answer.cookies
    told = answer.json()
    assert told["ok"] is True
    assert told["database"]["ok"] is True
    assert told["disk"]["free_mb"] == pytest.approx(shutil.disk_usage(var).free / 1e6, rel=0.2)
    assert 300 <= told["backup"]["age_seconds"] < 360
    assert section.name not in answer.text


def test_without_a_backup_it_is_well_and_says_so(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["backup"]) == (200, {"age_seconds": None})


def test_a_database_that_does_not_answer_is_503_in_json(client: Client, capsys: Any) -> None:
    def gone(*args: Any) -> None:
        raise OperationalError("connection to server at 10.0.0.7 failed: password x")

    with connection.execute_wrapper(gone):
        answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["database"] == {"ok": False, "ms": None}
    assert not re.search("10.0.0.7|password|server", answer.text)


@pytest.mark.parametrize(("free", "code"), [(status.NO_DISK, 200), (status.NO_DISK - 1, 503)])
def test_a_full_disk_is_503(client: Client, monkeypatch: pytest.MonkeyPatch, free: int, code: int) -> None:
    usage = shutil.disk_usage("/")._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    assert client.get("/healthz").status_code == code


def test_a_folder_that_vanished_is_503(client: Client, settings: Settings) -> None:
    settings.VAR_DIR = settings.VAR_DIR / "unplugged"
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["disk"]) == (503, {"free_mb": None})


def test_a_probe_inside_the_machine_is_not_sent_to_https(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/healthz").status_code == 200
    assert client.get("/").status_code == 301


# --- the container's probe --------------------------------------------------------------------------


@contextmanager
def a_server(code: int) -> Iterator[int]:
    """Answers /healthz to the name chess.example, and 400 to any other."""

    class Answers(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known = (self.path, self.headers["Host"]) == ("/healthz", "chess.example")
            self.send_response(code if known else 400)
            self.end_headers()
            self.wfile.write(json.dumps({"ok": code == 200}).encode())

        def log_message(self, *args: Any) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def probe(port: int) -> int:
    environment = {"PATH": "", "ALLOWED_HOSTS": "chess.example,www.chess.example"}
    command = [sys.executable, "-m", "config.healthcheck", str(port)]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False, stdout=subprocess.PIPE).returncode


@pytest.mark.parametrize(("code", "exits"), [(200, 0), (503, 1)])
def test_the_containers_probe_asks_under_the_sites_name_and_believes_the_answer(
    code: int, exits: int
) -> None:
    with a_server(code) as port:
        assert probe(port) == exits
    assert probe(port) == 1  # nobody listens
