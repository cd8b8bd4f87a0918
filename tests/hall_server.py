"""The server of `manage.py serve` as a process of its own, on the database of the run."""

import http.client
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import connection

from tests.sign_in import signed_in

ROOT = Path(__file__).parents[1]
HERE = "127.0.0.1"
PATIENCE = 60
SERVE = """
import socket, sys
from config import serving
{adjust}
serving.server(socket.socket(fileno=int(sys.argv[1]))).run()
"""


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


class Site(NamedTuple):
    """A running server, and what it has logged."""

    port: int
    log: Path
    pid: int

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        with self.client() as kept:
            return kept(path, method, body, **headers)

    @contextmanager
    def client(self) -> Iterator[Callable[..., Answer]]:
        """Asks over one connection."""
        kept = http.client.HTTPConnection(HERE, self.port, timeout=PATIENCE)

        def ask(path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
            named = {name.replace("_", "-"): text for name, text in headers.items()}
            kept.request(method, path, body, named)
            answer = kept.getresponse()
            return Answer(answer.status, dict(answer.headers), answer.read().decode())

        kept.connect()
        kept.auto_open = 0
        with closing(kept):
            yield ask

    def connect(self) -> socket.socket:
        return socket.create_connection((HERE, self.port), timeout=PATIENCE)

    def logged(self) -> str:
        return self.log.read_text()


def database_url() -> str:
    """This run's database, for another process."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    account = database["USER"] + (f":{database['PASSWORD']}" if database["PASSWORD"] else "")
    return f"postgres://{account}@{database['HOST']}:{database['PORT'] or 5432}/{database['NAME']}"


def cookie_of(user: User) -> str:
    return f"sessionid={signed_in(user).cookies['sessionid'].value}"


@contextmanager
def serving(
    folder: Path, *, files: int | None = None, adjust: str = "", environment: dict[str, str] | None = None
) -> Iterator[Site]:
    """A server that may open this many ``files``. Its socket listens before it starts: nobody need wait."""
    log = folder / "server.log"
    with socket.create_server((HERE, 0), backlog=1024) as listener, log.open("wb") as output:

        def limit() -> None:
            if files is not None:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        server = subprocess.Popen(
            [sys.executable, "-c", SERVE.format(adjust=adjust), str(listener.fileno())],
            cwd=ROOT,
            env=os.environ
            | {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "tests.settings"}
            | (environment or {}),
            pass_fds=[listener.fileno()],
            preexec_fn=limit,
            stdout=output,
            stderr=output,
        )
        try:
            yield Site(listener.getsockname()[1], log, server.pid)
        finally:
            server.terminate()
            server.wait(PATIENCE)


def until(holds: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Waits for a state."""
    deadline = monotonic() + patience
    while not holds():
        assert monotonic() < deadline, "it never came true"
        sleep(0.02)
