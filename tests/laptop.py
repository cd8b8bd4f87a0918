"""`manage.py` as a director starts it: processes on a laptop with nothing set but where to write."""

import ctypes
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PATIENCE = 300
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2


def a_laptop(folder: Path) -> dict[str, str]:
    """Its environment: nothing set but where to write."""
    return {"PATH": os.environ["PATH"], "VAR_DIR": str(folder / "var"), "PYTHONUNBUFFERED": "1"}


def as_anybody() -> None:
    """Root may read and write everything; not the program that this process becomes."""
    if sys.platform == "linux" and os.geteuid() == 0:
        for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, capability)


def free_port() -> int:
    """A port that the system does not give to outgoing connections, which could come before the server."""
    while True:
        with suppress(OSError), socket.create_server(("", 20_000 + secrets.randbelow(10_000))) as probe:
            return int(probe.getsockname()[1])


def manage(
    environment: Mapping[str, str], *command: str, **options: Any
) -> "subprocess.CompletedProcess[str]":
    """A command that comes to its end, and what it said."""
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        env=environment,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        **options,
    )


@contextmanager
def serving(environment: Mapping[str, str], port: int, *options: str) -> Iterator[tuple[str, Any]]:
    """What `manage.py serve` printed once it was ready, and its process."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port), *options],
        env=environment,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout
    printed = ""
    try:
        for line in process.stdout:
            printed += line
            if "Ctrl-C" in line:
                break
        yield printed, process
    finally:
        process.kill()
        process.communicate()
