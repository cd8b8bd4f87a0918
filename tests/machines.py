"""Machines of a test's own, each with its database, worked by the commands alone."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.servers import ROOT, postgres_database

POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgres://root@127.0.0.1:5432/postgres")


class Machine:
    def __init__(self, var: Path, url: str = "") -> None:
        self.environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "PYTHONPATH": str(ROOT)}
        self.environment |= {"DATABASE_URL": url} if url else {}

    def manage(self, *words: str) -> str:
        """What the command said. It must succeed."""
        return self.python("manage.py", *words)

    def refused(self, *words: str) -> str:
        """What the command said. It must fail."""
        done = self._python("manage.py", *words)
        assert done.returncode != 0, done.stdout + done.stderr
        return done.stderr

    def python(self, *words: str) -> str:
        done = self._python(*words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def _python(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *words]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )


def need_a_server() -> None:
    try:
        psycopg.connect(POSTGRES).close()
    except psycopg.OperationalError:
        pytest.skip(f"PostgreSQL does not run at {POSTGRES}")


@pytest.fixture
def server_url() -> Iterator[str]:
    """The address of a new database on the PostgreSQL of tests."""
    need_a_server()
    with postgres_database(POSTGRES) as url:
        yield url
