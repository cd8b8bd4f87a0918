"""The zip as a director has it: unpacked into an empty folder, started, used, and replaced by a newer one.

It installs from the wheels of this machine. `make long` downloads them before; a test downloads nothing.
"""

import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from release import packages
from release.__main__ import WHEELS, build
from release.targets import this_machine
from tests.laptop import ROOT

NEWER = "9.9.9"


def wheels_of_this_machine() -> list[Path]:
    try:
        lock = (ROOT / "requirements.txt").read_text(encoding="ascii")
        return packages.wheels_of(lock, [this_machine()], WHEELS)
    except (packages.Missing, LookupError) as error:
        pytest.skip(f"no wheels to install from: {error}")


def checkout_of(version: str, folder: Path) -> Path:
    """A copy of what a release is built from, of another version."""
    for name in ("config", "locale", "static", "templates", "tiebreaks", "tournaments"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("LICENSE", "README.md", "requirements.txt"):
        shutil.copy(ROOT / name, folder / name)
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    ours = next(line for line in text.splitlines() if line.startswith("version = "))
    (folder / "pyproject.toml").write_text(text.replace(ours, f'version = "{version}"'), encoding="utf-8")
    return folder


def unpacked(file: Path, into: Path) -> Path:
    """The folder in the zip, with programs that may be run, as a desktop unpacks it."""
    with zipfile.ZipFile(file) as zipped:
        for entry in zipped.infolist():
            path = Path(zipped.extract(entry, into))
            path.chmod(stat.S_IMODE(entry.external_attr >> 16))
    return into / file.stem


def without_network() -> list[str]:
    command = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--net"]
    try:
        works = subprocess.run([*command, "true"], check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        works = False
    if not works:
        pytest.skip("this machine cannot switch a process's network off (unshare)")
    return command


@pytest.mark.long
def test_a_zip_is_unpacked_started_and_used_with_the_network_off_and_a_newer_one_takes_its_data_over(
    tmp_path: Path,
) -> None:
    wheels, alone = wheels_of_this_machine(), without_network()
    downloads, home = tmp_path / "Down loads", tmp_path / "home"
    home.mkdir()
    first = unpacked(build(ROOT, tmp_path / "dist", wheels), downloads)
    newer = build(checkout_of(NEWER, tmp_path / "newer"), tmp_path / "dist", wheels)
    second = unpacked(newer, downloads)
    assert second.name == f"wallchart-{NEWER}"

    os.mkfifo(home / "opened.fifo")
    browser = home / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{home}/opened.fifo"\n')
    browser.chmod(0o755)
    environment = {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "BROWSER": f"{browser} %s",
        "LANG": "C.UTF-8",
    }
    # What a shim needs to find its Python.
    environment |= {name: value for name, value in os.environ.items() if name.startswith("PYENV")}
    done = subprocess.run(
        [*alone, sys.executable, "-m", "tests.release.offline", str(first), str(second)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    assert done.returncode == 0, done.stderr
    happened = json.loads(done.stdout)

    assert happened["online"] is False
    assert "Installing Wallchart" in happened["installed"]
    assert "Nobody can sign in yet." in happened["installed"]
    assert happened["welcome"].endswith("/setup/welcome")
    assert happened["after"].endswith("/setup/events/new/")
    assert "autumn-open" in happened["event"]
    assert "Installing Wallchart" not in happened["again"]
    assert [happened[f"closed{when}"] for when in ("", " again", " at last")] == [0, 0, 0]

    data = home / ".local" / "share" / "wallchart"
    assert (data / "wallchart.sqlite3").is_file()
    copies = list((data / "backups").glob("before-upgrade-*.sqlite3"))
    assert len(copies) == 1
    assert f"Before the upgrade the database was copied to {copies[0]}." in happened["upgraded"]
    assert happened["kept"] is True
    assert happened["welcome again"] is False
    assert (data / "version").read_text().strip() == NEWER
    assert not list(downloads.rglob("*.sqlite3"))
