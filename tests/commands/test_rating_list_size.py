"""A rating list of a million players, read by the command: in less than a minute, in 150 MB."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import installed
from tests.rating_lists import HEADINGS

PLAYERS = 1_000_000
# What starts a process is counted among its memory: a worker that ran other tests would be too large.
MEASURED = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / (1024 if sys.platform == "linux" else 1024 * 1024))
"""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def a_million(file: Path) -> None:
    """By ID, the names in no order: as bad as it gets for an index of names."""
    with file.open("w", encoding="ascii", newline="\r\n") as text:
        print("\t".join(HEADINGS), file=text)
        for at in range(PLAYERS):
            mixed = at * 7_919 % PLAYERS
            letters = "".join(LETTERS[mixed // 26**place % 26] for place in range(5)).upper()
            rating = mixed % 2_600 or ""
            print(f"O{letters}SON,ADA {letters[0]}\t{10_000_000 + at}\tOR\t12/31/99\t{rating}", file=text)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="this system does not say what a process used")
def test_a_million_players_are_read_within_a_minute_and_150_megabytes(tmp_path: Path) -> None:
    a_million(tmp_path / "list.txt")
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path / "var"),
        "DATABASE_URL": f"sqlite:///{tmp_path / 'wallchart.sqlite3'}",
    }
    command = [sys.executable, "manage.py", "rating_list", str(tmp_path / "list.txt")]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *command],
        cwd=installed.PROJECT.parent,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    read, used = done.stdout.splitlines()
    assert read == f"list.txt: {PLAYERS} players."
    seconds, megabytes = map(float, used.split())
    # Its own seconds: others may keep the machine busy meanwhile.
    assert seconds < 60
    assert megabytes < 150
