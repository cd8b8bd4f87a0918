"""Sentry and Prometheus: asked for by the environment, and told nothing about anybody."""

import gzip
import http.server
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import brotli
import pytest

from tests import servers
from tests.hall_server import PATIENCE, database_url, serving, until

ROOT = Path(__file__).parent.parent
CHILD = "Ada Alder"
A_FAILURE = f"""
import django, logging, sys
django.setup()
from django.conf import settings
from django.test import Client
settings.ROOT_URLCONF = "tests.test_logs"
client = Client(raise_request_exception=False, headers={{"X-Request-ID": "4bf92f3577b34da6"}})
client.cookies["sessionid"] = "Ada Alder"
answer = client.post("/fails/Ada/?find=Ada", {{"name": "{CHILD}"}}, headers={{"User-Agent": "Ada Alder"}})
logging.getLogger("hall").error("No seat for %s", "{CHILD}")
import sentry_sdk
sentry_sdk.flush(30)
print(answer.status_code)
"""
FIGURES = """
import django
django.setup()
from django.conf import settings
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
client = Client()
client.get("/")
client.get("/no/Ada/")
client.generic("ADA", "/")
ask = {
    "private": {"REMOTE_ADDR": "192.168.1.7"},
    "public": {"REMOTE_ADDR": "93.184.215.14"},
    "nowhere": {"REMOTE_ADDR": ""},
    "through a proxy": {"REMOTE_ADDR": "172.18.0.3", "HTTP_X_FORWARDED_FOR": "93.184.215.14"},
    "right token": {"REMOTE_ADDR": "93.184.215.14", "HTTP_AUTHORIZATION": "Bearer s3same"},
    "wrong token": {"REMOTE_ADDR": "192.168.1.7", "HTTP_AUTHORIZATION": "Bearer wrong"},
    "odd token": {"REMOTE_ADDR": "192.168.1.7", "HTTP_AUTHORIZATION": "Bearer \\u00e9"},
}
for name, meta in ask.items():
    print(name, client.get("/metrics", **meta).status_code)
allowed = ask["right token" if settings.METRICS_TOKEN else "private"]
print(client.get("/metrics", **allowed).text)
"""

REFUSED = """
import django
django.setup()
from config.admission import Admission
from config.limits import RESERVED
from django.test import RequestFactory
from prometheus_client import generate_latest
from tournaments.turns import Turns
full = Admission(lambda *_request: [b""], Turns(), threads=RESERVED)
ask = RequestFactory()
for request in (
    ask.get("/"),
    ask.generic("POST", "/", b"x", "text/plain; charset=x"),
    ask.generic("POST", "/", b"x" * 1000001),
):
    full(request.environ, lambda *_answer: None)
print(generate_latest().decode())
"""


def process(code: str, var: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a process of its own does with this environment."""
    settings = {"PATH": "", "VAR_DIR": str(var), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=settings | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def without(package: str, folder: Path) -> str:
    """A path for Python on which this package cannot be imported."""
    (folder / f"{package}.py").write_text(f"raise ImportError('no {package}')")
    return str(folder)


# --- Sentry ---------------------------------------------------------------------------------------


@contextmanager
def a_sentry() -> Iterator[tuple[str, list[str]]]:
    """Its DSN, and what it was sent."""
    sent: list[str] = []

    class Takes(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            unpack = {"gzip": gzip.decompress, "br": brotli.decompress, None: bytes}
            sent.append(f"{self.headers}{unpack[self.headers['Content-Encoding']](body).decode()}")
            self.send_response(200)
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Takes) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://key@127.0.0.1:{server.server_port}/1", sent
        server.shutdown()
        thread.join()


@pytest.mark.slow
def test_a_failure_is_reported_with_its_place_and_request_and_nothing_about_anybody(tmp_path: Path) -> None:
    with a_sentry() as (dsn, sent):
        done = process(A_FAILURE, tmp_path, SENTRY_DSN=dsn, BEHIND_PROXY="on")
    assert done.stdout == "500\n", done.stderr
    (report,) = sent
    for told in (
        "ValueError",
        "invalid literal for int",
        "tests/test_logs.py",
        '"fails"',
        "4bf92f3577b34da6",
    ):
        assert told in report
    for kept in ("Ada", "Alder", "find", "sessionid", "Cookie: ", "SECRET", os.uname().nodename):
        assert kept not in report


def test_without_a_dsn_the_package_is_not_even_imported(tmp_path: Path) -> None:
    code = "import django, sys; django.setup(); print('sentry_sdk' in sys.modules)"
    assert process(code, tmp_path).stdout == "False\n"


@pytest.mark.parametrize(
    ("package", "setting", "value"),
    [
        ("sentry_sdk", "SENTRY_DSN", "https://key@sentry.example/1"),
        ("prometheus_client", "METRICS", "on"),
    ],
)
def test_a_missing_package_is_said_with_what_asked_for_it_and_what_to_do(
    package: str, setting: str, value: str, tmp_path: Path
) -> None:
    code = "import django; django.setup(); from django.urls import resolve; resolve('/')"
    environment = {setting: value, "PYTHONPATH": without(package, tmp_path)}
    last = process(code, tmp_path / "var", **environment).stderr.strip().splitlines()[-1]
    name = package.replace("_", "-")
    assert (
        f"{setting} is {'on' if value == 'on' else 'set'}, but the package {name} is not installed." in last
    )
    assert "requirements-server.txt" in last


# --- Prometheus -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_figures_are_for_private_addresses_and_not_through_a_proxy(tmp_path: Path) -> None:
    said = process(FIGURES, tmp_path, METRICS="on").stdout.splitlines()
    assert said[:4] == ["private 200", "public 404", "nowhere 404", "through a proxy 404"]


@pytest.mark.slow
def test_with_a_token_figures_are_for_those_who_know_it_and_nobody_else(tmp_path: Path) -> None:
    said = process(FIGURES, tmp_path, METRICS="on", METRICS_TOKEN="s3same").stdout.splitlines()
    assert said[0] == "private 404"
    assert said[4:7] == ["right token 200", "wrong token 404", "odd token 404"]


@pytest.mark.slow
def test_figures_tell_of_routes_and_the_machine_and_of_no_path(tmp_path: Path) -> None:
    shared = tmp_path / "figures"
    for environment in ({}, {"PROMETHEUS_MULTIPROC_DIR": str(shared)}):
        said = process(FIGURES, tmp_path, METRICS="on", **environment).stdout
        for line in (
            'wallchart_request_seconds_count{method="GET",route="home",status="200"} 1.0',
            'wallchart_request_seconds_count{method="GET",route="",status="404"} 1.0',
            'wallchart_request_seconds_count{method="other",route="home",status="405"} 1.0',
            "wallchart_phones 0.0",
            "wallchart_disk_free_bytes ",
        ):
            assert line in said
        assert "Ada" not in said
        assert "ADA" not in said


def count(method: str, status: int, route: str = "") -> str:
    return f'wallchart_request_seconds_count{{method="{method}",route="{route}",status="{status}"}} 1.0'


def test_what_is_refused_before_django_is_counted_on_every_server(tmp_path: Path) -> None:
    said = process(REFUSED, tmp_path, METRICS="on").stdout
    for line in (count("GET", 503), count("POST", 400), count("POST", 413)):
        assert line in said


UNREAD = {
    400: b"Ann Calder 1-0\r\n\r\n",
    431: b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"x" * 40_000 + b"\r\n\r\n",
}


def figures(client: servers.Client) -> str:
    return client("GET", "/metrics")[2].decode()


@pytest.mark.slow
def test_what_gunicorn_cannot_read_is_counted(transactional_db: None, tmp_path: Path) -> None:
    environment = {"VAR_DIR": str(tmp_path), "DATABASE_URL": database_url(), "METRICS": "on"}
    with servers.running(environment) as port:
        for sent in UNREAD.values():
            with socket.create_connection((servers.HERE, port), timeout=PATIENCE) as sender:
                sender.sendall(sent)
                assert sender.recv(1)
        with closing(servers.Client(port)) as client:
            until(lambda: all(count("other", status) in figures(client) for status in UNREAD))


@pytest.mark.slow
def test_what_the_laptops_server_refuses_itself_is_counted(transactional_db: None, tmp_path: Path) -> None:
    unread = {
        413: b"POST /desk/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n",
        **UNREAD,
    }
    with serving(tmp_path, environment={"METRICS": "on"}) as site:
        for sent in unread.values():
            with site.connect() as sender:
                sender.sendall(sent)
                assert sender.recv(1)
        until(lambda: all(f'status="{status}"}}' in site.ask("/metrics").text for status in unread))


def test_without_metrics_there_is_no_such_page_and_no_such_package(tmp_path: Path) -> None:
    code = (
        "import django, sys; django.setup();"
        "from django.test import Client; "
        "print(Client().get('/metrics').status_code, 'prometheus_client' in sys.modules)"
    )
    assert process(code, tmp_path).stdout == "404 False\n"
