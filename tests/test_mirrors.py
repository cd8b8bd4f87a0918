"""Two servers, as two processes: the laptop of a hall, and the server on which phones read its event.

The server is down for as long as the hall plays without internet. No clock is waited for, only states.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from tests.hall_server import until as wait_until
from tests.laptop import PATIENCE, free_port
from tests.machines import Machine, server_url
from tests.servers import HERE, Client, filled, started
from tiebreaks.published import ENGINE, SCHEMA
from tournaments.formats import mirror as formats

__all__ = ["server_url"]

GIVE_OUT = """
import django, sys
django.setup()
from django.contrib.auth.models import User
from tournaments.services.mirroring import granting
print(granting.key_of(granting.give_out(sys.argv[1], by=User.objects.create_user("kim"))))
"""
JOIN = """
import django, sys
django.setup()
from django.contrib.auth.models import User
from tournaments.models import Event
from tournaments.services.mirroring import joining
slug, address, key = sys.argv[1:]
joining.join(Event.objects.get(slug=slug), address, key, by=User.objects.get())
"""
ROWS = """
import django
django.setup()
import hashlib
from django.apps import apps
models = [m for app in ("tournaments", "tiebreaks") for m in apps.get_app_config(app).get_models()]
rows = [list(m._default_manager.order_by("pk").values_list()) for m in models if m.__name__ != "Mirror"]
print(hashlib.sha256(repr(rows).encode()).hexdigest())
"""


# `manage.py` of a hall that tries again soon: in a test nobody waits a minute.
SOON = """
import django, sys
django.setup()
from django.core.management import execute_from_command_line
from tournaments.services.mirroring import sending
sending.LONGEST_PAUSE = 2
execute_from_command_line(["manage.py", *sys.argv[1:]])
"""


def until(holds: Callable[[], bool]) -> None:
    """Two servers and a test share the machine with whatever else runs."""
    wait_until(holds, PATIENCE)


@contextmanager
def client(port: int, cookies: dict[str, str] | None = None) -> Iterator[Client]:
    """A connection of this moment: a server closes one that is idle, and a loaded machine is slow."""
    made = Client(port, cookies)
    made.connection.timeout = PATIENCE
    with closing(made.connection):
        yield made


@contextmanager
def serving(machine: Machine, port: int) -> Iterator[None]:
    """`serve` at this port, until the block ends."""
    command = [sys.executable, "-c", SOON, "serve", "--no-demo", "--host", HERE, "--port", str(port)]
    with started(command, machine.environment, port):
        with client(port) as asks:
            asks("GET", "/")  # it listens before it is ready
        yield


def posted(port: int, slug: str, body: bytes, **headers: str) -> tuple[int, str]:
    """What a server says to a push."""
    link = HTTPConnection(HERE, port, timeout=PATIENCE)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(link):
        link.request("POST", reverse("take-push", args=[slug]), body, named)
        answer = link.getresponse()
        return answer.status, answer.read().decode()


class Hall:
    """The laptop, while it serves: its director, and her section with open boards."""

    def __init__(self, port: int, cookies: dict[str, str], event: str, section: str) -> None:
        self.port, self.cookies = port, cookies
        self.event, self.section = event, section

    def desk(self, method: str, path: str, body: str = "") -> tuple[int, float, bytes]:
        with client(self.port, self.cookies) as asks:
            return asks(method, path, body)

    def enter(self, game: str, result: str) -> None:
        status, _seconds, _said = self.desk(
            "POST", f"/desk/games/{game}/result/", f"result={result}&revision=0"
        )
        assert status == 200

    def state(self) -> str:
        status, _seconds, said = self.desk("GET", reverse("mirror-state", args=[self.event]))
        assert status == 200
        return " ".join(said.decode().split())

    def try_now(self) -> None:
        self.desk("POST", reverse("try-mirror", args=[self.event]))

    @property
    def pages(self) -> list[str]:
        where = [self.event, self.section]
        named = ["standings", "standings-live", "trophies", "cash", "wall-chart", "wall-chart-file"]
        named += ["posted-order", "trophies-live"]
        numbered = ["player", "player-live", "card", "row", "why", "round", "round-live"]
        return [
            reverse("event", args=[self.event]),
            reverse("event-live", args=[self.event]),
            reverse("screen", args=[self.event]),
            reverse("everybody", args=[self.event]),
            *(reverse(name, args=where) for name in named),
            *(reverse(name, args=[*where, 1]) for name in numbered),
            reverse("board", args=[*where, 1, 1]),
        ]


def read(port: int, pages: list[str], *hosts: str) -> dict[str, tuple[int, bytes]]:
    """What a phone reads, less the hosts."""
    found = {}
    with client(port) as phone:
        for page in pages:
            status, _seconds, body = phone("GET", page)
            for host in hosts:
                body = body.replace(host.encode(), b"HOST")
            found[page] = status, body
    return found


def plays_without_internet(folder: Path, hall_url: str, server_url: str) -> None:
    laptop, server = Machine(folder / "hall", hall_url), Machine(folder / "server", server_url)
    own = {"DJANGO_SETTINGS_MODULE": "config.settings"}
    cookies, [section] = filled(laptop.environment | own, "30x3+prizes")
    event, slug = section.address.strip("/").split("/")
    laptop.environment |= own
    server.environment |= own
    server.manage("migrate", "-v0")
    key = server.python("-c", GIVE_OUT, event).strip()
    there, here = free_port(), free_port()
    laptop.python("-c", JOIN, event, f"http://{HERE}:{there}", key)
    games = iter(section.games)

    hall = Hall(here, cookies, event, slug)
    with serving(laptop, here):
        hosts = [f"{HERE}:{port}" for port in (here, there)]

        def is_the_same() -> bool:
            return read(here, hall.pages, *hosts) == read(there, hall.pages, *hosts)

        # Before the first word with the server: play goes on.
        until(lambda: "Offline since" in hall.state())
        hall.enter(next(games), "WL")
        assert "The server cannot be reached." in hall.state()
        with serving(server, there):
            hall.try_now()
            until(lambda: "Caught up" in hall.state() and is_the_same())
            # Soon after it is published, without being asked.
            hall.enter(next(games), "DD")
            until(lambda: "Caught up" in hall.state() and is_the_same())
            was = read(there, hall.pages, *hosts)
            # What is printed in the hall leads to the server.
            order = reverse("posted-order", args=[event, slug])
            assert f"http://{HERE}:{there}/e/".encode() in read(here, [order])[order][1]

        for _result in range(10):
            hall.enter(next(games), "LW")
        until(lambda: "Offline since" in hall.state())
        assert "10 versions waiting." in hall.state()

        with serving(server, there):
            # The address is permanent: what the mirror had is there at once.
            assert read(there, hall.pages[2:3])[hall.pages[2]][0] == 200
            # Nobody presses anything: the hall tries again.
            until(lambda: "Caught up" in hall.state() and is_the_same())
            now = read(there, hall.pages, *hosts)
            assert now[hall.pages[2]] != was[hall.pages[2]]
            refuses_what_is_not_the_halls(server, there, event, key, hall)


def refuses_what_is_not_the_halls(server: Machine, port: int, event: str, key: str, hall: Hall) -> None:
    before, rows = read(port, hall.pages), server.python("-c", ROWS)
    body = formats.difference(SCHEMA, ENGINE, {"event": '{"public":true,"name":"Forged"}'}, {}).body
    far, old = 10**17, 5

    def push(counter: int, body: bytes, *, by: str = key, to: str = event, said_as: str = "") -> Any:
        signature = formats.signature(by, said_as or to, counter, body)
        return posted(port, to, body, **{formats.COUNTER: str(counter), formats.SIGNATURE: signature})

    no_key = (403, "This key does not match this event. Nothing was stored.")
    unreadable = (422, "This push cannot be read. Nothing was stored.")
    assert push(far, body, by="A" * 47) == no_key
    assert push(far, body, said_as="another-event") == no_key
    assert push(far, body, to="another-event") == no_key
    assert posted(port, event, body) == no_key
    assert push(old, body) == (409, "This push is not newer than the last one. Nothing was stored.")
    assert push(far, body[:-3]) == unreadable
    # It does not arrive at what it says the hall has: the server asks for the whole, and stores nothing.
    assert push(far, body)[0] == 412
    for length in (formats.MOST_BYTES + 1, 2 * formats.MOST_BYTES):
        assert push(far, b"\0" * length)[0] == 413
    until(lambda: read(port, hall.pages) == before)
    assert server.python("-c", ROWS) == rows


@pytest.mark.long
def test_the_hall_plays_without_internet_and_then_its_mirror_shows_the_same_bytes(tmp_path: Path) -> None:
    plays_without_internet(tmp_path, "", "")


@pytest.mark.long
@pytest.mark.parametrize("on_postgres", ["hall", "server"])
def test_hall_and_server_may_have_different_databases(
    tmp_path: Path, server_url: str, on_postgres: str
) -> None:
    urls = (server_url, "") if on_postgres == "hall" else ("", server_url)
    plays_without_internet(tmp_path, *urls)
