"""A real server: gunicorn with two processes of four threads each, on the database of this run."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).parents[2]
HERE = "127.0.0.1"
PATIENCE = 300


def database_url() -> str:
    """This run's database, for another process."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    account = database["USER"] + (f":{database['PASSWORD']}" if database["PASSWORD"] else "")
    return f"postgres://{account}@{database['HOST']}:{database['PORT'] or 5432}/{database['NAME']}"


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[str]:
    """A server of its own; its socket listens before it starts, so nobody need wait for it."""
    log = tmp_path / "server.log"
    with socket.create_server((HERE, 0)) as listener, log.open("wb") as output:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "gunicorn", "config.wsgi"),
                *("--bind", f"fd://{listener.fileno()}", "--workers", "2", "--threads", "4"),
                *("--worker-tmp-dir", str(tmp_path), "--timeout", str(PATIENCE)),
            ],
            cwd=ROOT,
            env=os.environ | {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "tests.settings"},
            pass_fds=[listener.fileno()],
            stdout=output,
            stderr=output,
        )
        try:
            yield f"http://{HERE}:{listener.getsockname()[1]}"
        finally:
            server.terminate()
            server.wait(PATIENCE)
    assert "Traceback" not in log.read_text()
