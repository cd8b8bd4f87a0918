"""What failed beside others runs once more, alone (`python -m tests`)."""

from pathlib import Path

import pytest

from tests.__main__ import AGAIN_AT_MOST, passes

FAILS_ONCE = """
from pathlib import Path

def test_once():
    seen = Path(__file__).with_name("seen")
    before, _ = seen.exists(), seen.touch()
    assert before
"""
PASSES = "def test_passes():\n    pass\n"
FAILS = "def test_fails():\n    raise AssertionError\n"


def run(folder: Path, *tests: str) -> tuple[bool, str]:
    """Whether a run of these files passes, and what it names as passed alone."""
    settings = folder / "pytest.ini"
    settings.write_text("[pytest]\n", encoding="utf-8")
    for number, test in enumerate(tests):
        (folder / f"test_{number}.py").write_text(test, encoding="utf-8")
    again = folder / "again"
    here = ["-c", str(settings), "-n", "0", str(folder)]
    ok = passes("Here", folder / "left_out", again, *here, database_url="sqlite://:memory:")
    return ok, again.read_text(encoding="utf-8") if again.exists() else ""


@pytest.mark.slow
def test_what_passes_alone_passes_and_is_named(tmp_path: Path) -> None:
    assert run(tmp_path, FAILS_ONCE, PASSES) == (True, "Here: test_0.py::test_once\n")


@pytest.mark.slow
def test_what_fails_alone_fails(tmp_path: Path) -> None:
    assert run(tmp_path, FAILS_ONCE, FAILS) == (False, "")


def test_many_failures_are_not_asked_again(tmp_path: Path) -> None:
    several = "".join(f"def test_{n}():\n    raise AssertionError\n" for n in range(AGAIN_AT_MOST + 1))
    assert run(tmp_path, several) == (False, "")
