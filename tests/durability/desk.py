"""A server as a process that can be killed, and a director who notes every result that it acknowledged."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from threading import Condition, Thread
from typing import Any, NamedTuple

from tests.concurrency.scorer import Browser
from tests.laptop import ROOT, free_port

HERE = "127.0.0.1"
PATIENCE = 300
RESULTS = ("WL", "LW", "DD", "XF")


class Hall(NamedTuple):
    """Who enters, and the boards that are open."""

    username: str
    password: str
    games: list[int]

    def result(self, game: int) -> str:
        return RESULTS[game % len(RESULTS)]


def lost(hall: Hall, acknowledged: Iterable[int], results: Mapping[str, str]) -> list[int]:
    """The games whose acknowledged result is not among the stored ones."""
    return [game for game in acknowledged if results.get(str(game)) != hall.result(game)]


def make_hall(database_url: str, *, sections: int) -> Hall:
    environment = os.environ | {"DATABASE_URL": database_url, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    command = [sys.executable, "-m", "tests.durability.hall", str(sections)]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return Hall(**json.loads(done.stdout))


class Server:
    """`manage.py serve` or gunicorn, with this environment, as a group of processes of its own."""

    def __init__(self, *command: str, environment: Mapping[str, str], log: Path) -> None:
        self.port = free_port()
        self.site = f"http://{HERE}:{self.port}"
        self.log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, *(part.format(port=self.port) for part in command)],
                cwd=ROOT,
                env=os.environ | environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def kill(self) -> None:
        """End every process of it, at once."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)


@contextmanager
def serving(*command: str, environment: Mapping[str, str], log: Path) -> Iterator[Server]:
    server = Server(*command, environment=environment, log=log)
    try:
        yield server
    finally:
        server.kill()


class Director(Thread):
    """Signs in when the server is there, and enters the games' results one after the other, until it is gone.

    ``acknowledged`` has each game whose result was answered with 200.
    """

    def __init__(self, server: Server, hall: Hall, games: list[int]) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.hall = hall
        self.games = games
        self.acknowledged: list[int] = []
        self.refused: dict[int, int] = {}
        self.news = Condition()
        self.start()

    def run(self) -> None:
        browser = Browser(self.server.site)
        while self.server.process.poll() is None and not self._signs_in(browser):
            pass
        try:
            for game in self.games:
                path = f"/desk/games/{game}/result/"
                status = browser.post(path, result=self.hall.result(game), revision=0)
                with self.news:
                    if status == 200:
                        self.acknowledged.append(game)
                    else:
                        self.refused[game] = status
                    self.news.notify_all()
        except (OSError, HTTPException):
            pass  # the power is gone

    def _signs_in(self, browser: Browser) -> bool:
        """False while nobody answers."""
        try:
            with socket.create_connection((HERE, self.server.port), timeout=PATIENCE):
                pass
        except OSError:
            with self.news:
                self.news.wait(0.02)
            return False
        browser.get("/setup/sign-in/")
        told: dict[str, Any] = {"username": self.hall.username, "password": self.hall.password}
        assert browser.post("/setup/sign-in/", **told) == 302
        return True

    def acknowledges(self, count: int) -> list[int]:
        """Wait until this many results are acknowledged; all that are."""
        with self.news:
            reached = self.news.wait_for(lambda: len(self.acknowledged) >= count, PATIENCE)
            assert reached, f"{len(self.acknowledged)} of {count}: {self.server.log.read_text()}"
            return list(self.acknowledged)
