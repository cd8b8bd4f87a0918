"""A server of the benchmark's own, and a client that keeps its connection."""

import http.client
import os
import secrets
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, perf_counter

import psycopg


@contextmanager
def postgres_database(url: str) -> Iterator[str]:
    """A database of our own on that server, dropped afterwards."""
    name = f"wallchart_bench_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield url.rpartition("/")[0] + f"/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def running(environment: dict[str, str]) -> Iterator[int]:
    """One gunicorn worker with four threads, as the server form runs them; answers its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}"]
    command += ["--workers", "1", "--worker-class", "gthread", "--threads", "4", "--no-control-socket"]
    command += ["--keep-alive", "30"]
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(command, env=os.environ | environment, stdout=log, stderr=log)
        try:
            _wait_for(port, server)
            yield port
        finally:
            server.terminate()
            server.wait(10)


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    deadline = monotonic() + 20
    while monotonic() < deadline and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
        except OSError:
            continue
        return
    raise RuntimeError("the benchmark's server did not start")


class Client:
    """One kept connection; answers status, seconds and body."""

    def __init__(self, port: int, cookies: dict[str, str] | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.headers = {"X-CSRFToken": (cookies or {}).get("csrftoken", "")}
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


def folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="wallchart-bench-")


ROOT = Path(__file__).resolve().parents[2]
