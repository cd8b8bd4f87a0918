"""Servers of a measurement's or a test's own, and a client that keeps its connection."""

import http.client
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, perf_counter, sleep
from typing import NamedTuple

import psycopg

from tests.laptop import PATIENCE, free_port

ROOT = Path(__file__).resolve().parents[1]
HERE = "127.0.0.1"
NGINX_TEMPLATE = ROOT / "config" / "proxy" / "nginx.conf.template"
# Debian keeps it where only root looks.
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
REDIS = shutil.which("redis-server")


@contextmanager
def postgres_database(url: str, template: str = "template1") -> Iterator[str]:
    """A database of our own on that server, dropped afterwards; a copy of one that nobody is connected to."""
    name = f"wallchart_bench_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield url.rpartition("/")[0] + f"/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


class Filled(NamedTuple):
    """A section to measure on: its address below /e/, and its boards without a result."""

    pk: int
    address: str
    games: list[str]


def filled(environment: dict[str, str], *sizes: str) -> tuple[dict[str, str], list[Filled]]:
    """Fill this environment's empty database; answer a director's cookies, and a section of each size."""
    command = [sys.executable, "-m", "tests.bench.prepare", *sizes]
    made = subprocess.run(
        command, env=os.environ | environment, check=True, capture_output=True, text=True, cwd=ROOT
    )
    sessionid, csrftoken, *lines = made.stdout.split()
    sections = [
        Filled(int(pk), address, games.split(","))
        for pk, address, games in (section.split(":") for section in lines)
    ]
    return {"sessionid": sessionid, "csrftoken": csrftoken}, sections


@contextmanager
def running(environment: dict[str, str], workers: int = 1, log: Path | None = None) -> Iterator[int]:
    """gunicorn as the server form runs it; answers its port. Requests are listed in the log, if any."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn", "config.wsgi"]
    command += ["--bind", f"{HERE}:{port}", "--workers", str(workers)]
    command += ["--access-logfile", str(log)] if log else []
    with started(command, environment, port):
        yield port


@contextmanager
def laptop(environment: dict[str, str]) -> Iterator[int]:
    """`manage.py serve`, as a director starts it with the usual limit of open files; answers its port."""
    port = free_port()
    command = ["sh", "-c", 'ulimit -Sn 1024 && exec "$@"', "serve", sys.executable, "manage.py", "serve"]
    command += ["--no-demo", "--host", HERE, "--port", str(port)]
    with started(command, environment, port):
        # It listens before it is ready.
        Client(port)("GET", "/")
        yield port


@contextmanager
def redis() -> Iterator[str]:
    """A Redis of our own, as docker-compose.yml runs it; answers its address."""
    port = free_port()
    command = [str(REDIS), "--port", str(port), "--bind", HERE, "--save", "", "--appendonly", "no"]
    command += ["--maxmemory", "128mb", "--maxmemory-policy", "allkeys-lru"]
    with started(command, {}, port):
        yield f"redis://{HERE}:{port}/0"


@contextmanager
def nginx(
    origin: int, var: Path, trusted: str = "192.0.2.1", *, host: str = HERE, resolver: str = HERE
) -> Iterator[int]:
    """The proxy of docker-compose.yml before this port, from its own configuration; answers its own port.

    The resolver is asked only for a host that is no address.
    """
    port = free_port()
    values = {
        "PROXY_LISTEN": f"{HERE}:{port}",
        "PROXY_ORIGIN": f"{host}:{origin}",
        "PROXY_RESOLVER": resolver,
        "PROXY_TRUSTED": trusted,
        "PROXY_VAR": str(var),
    }
    configuration = var / "nginx.conf"
    # As the entry point of nginx's image does it with envsubst.
    filled = re.sub(r"\$\{(PROXY_\w+)\}", lambda found: values[str(found[1])], NGINX_TEMPLATE.read_text())
    configuration.write_text(filled)
    as_myself = "user root;" if os.geteuid() == 0 else ""
    command = [str(NGINX), "-c", str(configuration), "-g", f"daemon off; {as_myself}"]
    with started(command, {}, port):
        yield port


@contextmanager
def started(command: list[str], environment: dict[str, str], port: int) -> Iterator[None]:
    """A server's process, which listens at this port."""
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(command, env=os.environ | environment, stdout=log, stderr=log, cwd=ROOT)
        try:
            if not _listens(port, server):
                log.seek(0)
                raise RuntimeError(f"{command[0]} did not start: {log.read().decode(errors='replace')}")
            yield
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:  # it still answers a crowd
                server.kill()
                server.wait()


def _listens(port: int, server: subprocess.Popen[bytes]) -> bool:
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline and server.poll() is None:
        try:
            socket.create_connection((HERE, port), 1).close()
        except OSError:
            sleep(0.02)  # the processor is for the server
            continue
        return True
    return False


class Client:
    """One kept connection; answers status, seconds and body."""

    def __init__(self, port: int, cookies: dict[str, str] | None = None, *, accepts: str = "") -> None:
        self.connection = http.client.HTTPConnection(HERE, port, timeout=30)
        self.headers = {"X-CSRFToken": (cookies or {}).get("csrftoken", "")}
        if accepts:
            self.headers["Accept-Encoding"] = accepts
        if cookies:
            self.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())

    def __call__(self, method: str, path: str, body: str = "") -> tuple[int, float, bytes]:
        headers = dict(self.headers)
        if method == "POST":
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        begun = perf_counter()
        self.connection.request(method, path, body or None, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        return answer.status, perf_counter() - begun, content

    def close(self) -> None:
        self.connection.close()


def folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="wallchart-bench-")
