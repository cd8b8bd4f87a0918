"""What the log says of a request: its name, its route and its cost, and nothing about a player."""

import http.client
import io
import json
import logging
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path
from pytest_django import DjangoAssertNumQueries, Settings

from config import logs, request_ids
from tests.addresses import at
from tests.factories import PlayerFactory, UserFactory, a_section
from tests.html import read
from tests.laptop import PATIENCE, a_laptop, manage
from tests.sign_in import signed_in
from tiebreaks.policies import public
from tournaments.models import Player

# Each of them starts a server.
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
CHILD = "Ada Alder"


@public(why="a test")
def fails(request: HttpRequest, name: str) -> HttpResponse:
    raise ValueError(f"invalid literal for int() with base 10: '{CHILD}'")


@public(why="a test")
def doubles(request: HttpRequest) -> HttpResponse:
    """What a missing lock would do: a database that refuses tells the values of the row."""
    child = Player.objects.get(name=CHILD)
    with transaction.atomic():
        Player.objects.create(section=child.section, number=child.number, name=CHILD)
    raise Http404


urlpatterns = [
    path("fails/<str:name>/", fails, name="fails"),
    path("doubles/", doubles, name="doubles"),
    path("", include("config.urls")),
]


class Log:
    """What a form of the log writes."""

    def __init__(self, form: str) -> None:
        self.written = io.StringIO()
        self.handler = logging.StreamHandler(self.written)
        self.handler.setFormatter(logs.FORMS[form]())
        self.handler.addFilter(logs.RequestId())

    @property
    def text(self) -> str:
        return self.written.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture(params=["plain", "json"])
def log(request: pytest.FixtureRequest) -> Iterator[Log]:
    yield from listening(Log(request.param))


@pytest.fixture
def json_log() -> Iterator[Log]:
    yield from listening(Log("json"))


def listening(log: Log) -> Iterator[Log]:
    root = logging.getLogger()
    level = root.level
    root.addHandler(log.handler)
    root.setLevel(logging.INFO)
    yield log
    root.removeHandler(log.handler)
    root.setLevel(level)


@pytest.fixture
def calm() -> Client:
    return Client(raise_request_exception=False)


# --- ids ----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_request_has_one_name_in_the_log_in_its_response_and_on_its_error_page(
    calm: Client, json_log: Log, settings: Settings
) -> None:
    settings.ROOT_URLCONF = __name__
    for address, status in [("/no/such/page/", 404), ("/fails/x/", 500)]:
        answer = calm.get(address)
        assert answer.status_code == status
        name = answer.headers["X-Request-ID"]
        assert f"Reference: {name}" in read(answer)
        assert {line["request"] for line in json_log.lines[-1:]} == {name}
    assert len({line["request"] for line in json_log.lines}) == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("behind", "given", "kept"),
    [
        (True, "4bf92f3577b34da6a3ce929d0e0e4736", True),
        (False, "4bf92f3577b34da6a3ce929d0e0e4736", False),
        (True, "short", False),
        (True, "two lines\nERROR forged", False),
        (True, "x" * 65, False),
    ],
)
def test_only_a_trusted_proxy_names_a_request_and_only_by_a_name(
    client: Client, settings: Settings, behind: bool, given: str, kept: bool
) -> None:
    settings.BEHIND_PROXY = behind
    answer = client.get("/no/such/page/", headers={"X-Request-ID": given})
    named = answer.headers["X-Request-ID"]
    assert (named == given) is kept
    assert f"Reference: {named[-8:]}" in read(answer)


@pytest.mark.django_db
def test_a_name_ends_with_its_request(client: Client) -> None:
    client.get("/")
    assert request_ids.current.get() == ""


# --- the line of a request ------------------------------------------------------------------------


@pytest.mark.django_db
def test_an_answered_request_is_one_line_with_its_cost(json_log: Log) -> None:
    section = a_section(2)
    kim = UserFactory.create(username="kim")
    answer = signed_in(kim).get("/desk/")
    (line,) = (line for line in json_log.lines if line["logger"] == "wallchart.access")
    assert line["level"] == "INFO"
    assert {name: line[name] for name in ("method", "route", "status", "bytes", "user")} == {
        "method": "GET",
        "route": "desk",
        "status": 200,
        "bytes": len(answer.content),
        "user": kim.pk,
    }
    assert 0 < line["ms"] < 60_000
    Client().get(at("standings", section))
    assert [json_log.lines[-1][name] for name in ("route", "user")] == ["standings", None]


@pytest.mark.django_db
def test_the_line_of_a_poll_costs_no_query(
    client: Client, json_log: Log, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    section = a_section(2)
    with django_assert_num_queries(1):
        client.get(at("standings-live", section), {"v": section.stamp})
    assert json_log.lines[-1]["status"] == 204


@pytest.mark.django_db
def test_without_info_no_line_is_made(client: Client, json_log: Log) -> None:
    logging.getLogger().setLevel(logging.WARNING)
    client.get("/")
    assert json_log.text == ""


# --- no names -------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_no_path_and_no_query_is_in_the_log(calm: Client, log: Log, settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    for address in ("/fails/Ada/?find=Ada", "/no/Ada/?find=Ada", "/desk/Ada/?find=Ada", "/setup/sign-in/"):
        calm.post(address, {"username": "Ada"})
        calm.get(address)
    assert "Ada" not in log.text
    assert "fails" in log.text


def test_what_servers_say_of_a_request_has_no_path(log: Log) -> None:
    logging.getLogger("waitress").error("Exception while serving /e/Ada/")
    logging.getLogger("gunicorn.error").error("Error handling request %s %s", "GET", "/e/?find=Ada")
    logging.getLogger("gunicorn.error").warning(
        "Invalid request from ip=192.168.1.7: Invalid line: 'GET /Ada'"
    )
    assert "192.168.1.7" not in log.text
    assert "Ada" not in log.text
    assert "Exception while serving" in log.text
    assert "Error handling request" in log.text


@pytest.mark.django_db
def test_an_exception_says_where_it_came_from_without_the_values_it_quotes(
    calm: Client, log: Log, settings: Settings
) -> None:
    settings.ROOT_URLCONF = __name__
    PlayerFactory.create(section=a_section(1), name=CHILD)
    for address in ("/fails/x/", "/doubles/"):
        assert calm.get(address).status_code == 500
    assert "Ada" not in log.text
    assert "Alder" not in log.text
    for said in ("ValueError: invalid literal for int", "IntegrityError: ", "in doubles", "in fails"):
        assert said in log.text


@pytest.mark.django_db
def test_the_database_does_tell_values_that_the_log_leaves_out() -> None:
    """Or the test above would hold by itself."""
    child = PlayerFactory.create(section=a_section(1), name=CHILD)
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        Player.objects.create(section=child.section, number=child.number, name=CHILD)
    assert ("DETAIL" in str(refused.value)) == (connection.vendor == "postgresql")


# --- the forms ------------------------------------------------------------------------------------


WARNING = "import django; django.setup(); import logging; logging.getLogger('hall').warning('A %s', 'line')"
GUNICORN = """
from gunicorn.config import Config
from gunicorn.glogging import Logger
import django
log = Logger(Config())
django.setup()
log.error("A worker %s", "said")
"""


def said(code: str = WARNING, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a process with this environment says."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": "", "DJANGO_SETTINGS_MODULE": "config.settings", **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_form_of_the_log_comes_from_the_environment(tmp_path: Path) -> None:
    plain = said(VAR_DIR=str(tmp_path)).stderr
    assert plain.endswith("WARNING hall: A line\n")
    line = json.loads(said(VAR_DIR=str(tmp_path), LOG_FORMAT="json").stderr)
    assert (line["level"], line["logger"], line["message"]) == ("WARNING", "hall", "A line")
    refused = said(VAR_DIR=str(tmp_path), LOG_FORMAT="xml").stderr
    assert "LOG_FORMAT is 'xml'. Expected: plain or json." in refused


@pytest.mark.skipif(sys.platform == "win32", reason="there is no gunicorn on Windows")
def test_a_worker_of_gunicorn_writes_in_the_same_form(tmp_path: Path) -> None:
    line = json.loads(said(GUNICORN, VAR_DIR=str(tmp_path), LOG_FORMAT="json").stderr)
    assert (line["level"], line["logger"], line["message"]) == ("ERROR", "gunicorn.error", "A worker said")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no gunicorn on Windows")
def test_gunicorn_writes_nothing_but_json_from_its_start_to_its_end(tmp_path: Path) -> None:
    command = ["-m", "gunicorn", "--config", "python:config.gunicorn", "config.wsgi"]
    environment = {"PATH": "", "VAR_DIR": str(tmp_path / "var"), "LOG_FORMAT": "json"}
    log = tmp_path / "server.log"
    with socket.create_server(("127.0.0.1", 0)) as listener, log.open("wb") as output:
        server = subprocess.Popen(
            [sys.executable, *command, "--bind", f"fd://{listener.fileno()}"],
            env=environment,
            cwd=ROOT,
            pass_fds=[listener.fileno()],
            stdout=output,
            stderr=output,
        )
        try:
            asked = http.client.HTTPConnection("127.0.0.1", listener.getsockname()[1], timeout=PATIENCE)
            asked.request("GET", "/healthz")  # of a database without tables
            assert asked.getresponse().status == 503
            asked.close()
        finally:
            server.terminate()
            server.wait(PATIENCE)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    said = {line["logger"]: line["message"] for line in lines}
    assert said["gunicorn.error"] == "Shutting down: Master"
    assert "No directory at" in said["py.warnings"]
    assert "The database does not answer" in said["tournaments.selectors.event.status"]


UNCAUGHT = """
import django, sys, threading
django.setup()
thread = threading.Thread(target=lambda: int("Ada"))
thread.start()
thread.join()
print("Two", "words", file=sys.stderr)
int("Ada")
"""


def test_what_nobody_caught_is_a_line_without_the_values_that_it_quotes(tmp_path: Path) -> None:
    written = said(UNCAUGHT, VAR_DIR=str(tmp_path), LOG_FORMAT="json").stderr
    lines = [json.loads(line) for line in written.splitlines()]
    assert [line["message"] for line in lines] == ["Not caught", "Two words", "Not caught"]
    assert "ValueError: invalid literal for int" in lines[-1]["exception"]
    assert "Ada" not in written


def test_why_a_command_was_refused_is_a_line_too(tmp_path: Path) -> None:
    environment = a_laptop(tmp_path) | {"LOG_FORMAT": "json"}
    (line,) = manage(environment, "restore", "/nowhere").stderr.splitlines()
    assert json.loads(line)["message"] == "CommandError: /nowhere cannot be read: No such file or directory"
