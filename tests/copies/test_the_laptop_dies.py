"""The laptop dies between two keys; a replacement serves phones again, by README's words.

Two folders stand for two laptops, a third one for the stick.
"""

import os
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event as Signal
from time import monotonic
from typing import Any
from urllib.request import ProxyHandler, build_opener

import pytest

from tests.concurrency.scorer import Browser

ROOT = Path(__file__).parents[2]
PASSWORD = "posted before round one"
WITHIN = 120
EVENT, SECTION = "lake-wren-scholastic", "k-8-championship"
PAGE = f"/e/{EVENT}/{SECTION}/"
OPEN = "FROM tournaments_seat WHERE kind = '?' AND side = 'w'"


class Laptop:
    def __init__(self, folder: Path) -> None:
        self.var = folder / "var"
        self.environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(self.var), "PYTHONUNBUFFERED": "1"}

    def run(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def serving(self, *words: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
        port = free_port()
        process = subprocess.Popen(
            [sys.executable, "manage.py", *words, "--host", "127.0.0.1", "--port", str(port)],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert process.stdout
        try:
            printed = ""
            for line in process.stdout:
                printed += line
                if "Ctrl-C" in line:
                    break
            assert "Wallchart is running" in printed, printed
            yield f"http://127.0.0.1:{port}", process
        finally:
            process.kill()
            process.communicate()

    def rows(self, query: str) -> list[tuple[int, ...]]:
        return rows(self.var / "wallchart.sqlite3", query)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def rows(file: Path, query: str) -> list[tuple[int, ...]]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query).fetchall()


def signed_in(site: str) -> Browser:
    browser = Browser(site)
    assert browser.get("/setup/sign-in/") == 200
    assert browser.post("/setup/sign-in/", username="director", password=PASSWORD) == 302
    return browser


def phone(site: str, address: str) -> tuple[int, str]:
    with build_opener(ProxyHandler({})).open(site + address, timeout=60) as answer:
        return answer.status, answer.read().decode()


def stamp_in(page: str) -> str:
    (stamp,) = set(re.findall(r'data-stamp="([0-9a-f]+\.[0-9]+)"', page))
    return str(stamp)


def hidden(page: str, address: str) -> dict[str, Any]:
    """What the form that is sent to this address carries unseen."""
    (form,) = re.findall(f'<form[^>]* action="{address}#.*?</form>', page, re.DOTALL)
    carried = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    return {name: value for name, value in carried if name != "csrfmiddlewaretoken"}


def versions(file: Path) -> int:
    """The version of the section that is entered: the highest there is."""
    return rows(file, "SELECT max(version) FROM tiebreaks_standings")[0][0]


def newest_copy(stick: Path, at_least: int) -> Path:
    """The newest copy once it has this version, which it must within a minute."""
    began = monotonic()
    while True:
        copy = max(stick.glob("wallchart-*.sqlite3"))
        if versions(copy) >= at_least:
            return copy
        assert monotonic() - began < 60
        Signal().wait(0.2)


def readme() -> list[list[str]]:
    """The two commands of README, as it has them."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"If the laptop dies,[^\n]*\n(?:[^\n]+\n)*\n((?: {4}[^\n]+\n)+)", text)
    return [line.split()[2:] for line in block.splitlines()]


@pytest.mark.long
def test_a_replacement_serves_phones_again_within_two_minutes(tmp_path: Path) -> None:
    laptop, replacement, stick = Laptop(tmp_path / "old"), Laptop(tmp_path / "new"), tmp_path / "stick"
    stick.mkdir()
    # It was tried at home, with a demo and accounts of its own.
    replacement.run("migrate", "-v0")
    replacement.run("demo")
    laptop.run("migrate", "-v0")
    laptop.run("demo", "--password", PASSWORD)
    boards = [game for (game,) in laptop.rows(f"SELECT game_id {OPEN}")]
    assert len(boards) >= 8
    before = versions(laptop.var / "wallchart.sqlite3")

    def enter(desk: Browser, games: list[int]) -> None:
        for game in games:
            assert desk.post(f"/desk/games/{game}/result/", result="WL", revision=0) == 200

    with laptop.serving("serve") as (site, process):
        desk = signed_in(site)
        unseen = hidden(desk.page("/setup/backup/"), "/setup/backup/copies/")
        assert desk.post("/setup/backup/copies/", folder=str(stick), **unseen) == 302
        enter(desk, boards[:5])
        copy = newest_copy(stick, before + 5)
        enter(desk, boards[5:8])
        old_stamp = stamp_in(phone(site, PAGE)[1])
        process.kill()  # between two keys

    died = monotonic()
    restore, serve = readme()
    assert restore[0] == "restore"
    assert "rename its folder `var`" in " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    replacement.var.rename(tmp_path / "new" / "var-before")
    replacement.run("restore", str(max(stick.glob("wallchart-*.sqlite3"))))
    with replacement.serving(*serve) as (site, _process):
        status, page = phone(site, PAGE)
        assert status == 200
        assert monotonic() - died < WITHIN
        new_stamp = stamp_in(page)
        assert new_stamp.split(".")[0] != old_stamp.split(".")[0]
        # A phone of before asks for what is new, and gets it.
        status, fragment = phone(site, f"{PAGE}live/?v={old_stamp}")
        assert (status, stamp_in(fragment)) == (200, new_stamp)
        # What the last copy had is here: at most the keys of the last minute are to be entered again.
        assert replacement.rows(f"SELECT count(*) {OPEN}")[0][0] <= len(boards) - 5
        assert versions(copy) == before + 5
        signed_in(site)
    replacement.run("check_standings")

    with laptop.serving("serve") as (site, _process):  # had only its screen died, nothing would be missing
        assert stamp_in(phone(site, PAGE)[1]).split(".")[1] == str(before + 8)
