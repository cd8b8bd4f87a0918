"""The README of the pairing engine tells the truth: its example runs, and every module has its line."""

import doctest
import re
from pathlib import Path

from tournaments import pairing

README = Path(pairing.__file__).parent / "README.md"


def test_the_example_prints_what_it_says() -> None:
    run = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert run.attempted
    assert not run.failed


def test_every_module_has_its_line() -> None:
    rows = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall("`([a-z_]+)`", row.split("|")[1])}
    modules = {path.stem for path in README.parent.glob("*.py")} - {"__init__"}
    modules |= {path.parent.name for path in README.parent.glob("*/__init__.py")}
    # The main module and its records are what the example shows.
    assert modules - named == {"pairing", "result"}
    assert not named - modules
