"""What a command needs, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import installed

# What starts a process is counted among its memory: a worker that ran other tests would be too large.
_MEASURED = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / (1024 if sys.platform == "linux" else 1024 * 1024))
"""

can_be_measured = pytest.mark.skipif(
    sys.platform == "win32", reason="this system does not say what a process used"
)


def measured(folder: Path, *command: str) -> tuple[str, float, float]:
    """What a command of Python said, its seconds, and its megabytes. Its data are in this folder."""
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(folder / "var"),
        "DATABASE_URL": f"sqlite:///{folder / 'wallchart.sqlite3'}",
    }
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, sys.executable, *command],
        cwd=installed.PROJECT.parent,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    *said, used = done.stdout.splitlines()
    # Its own seconds: others may keep the machine busy meanwhile.
    seconds, megabytes = map(float, used.split())
    return "\n".join(said), seconds, megabytes
