"""A new system needs one module and one line: here a copy of the tree gets both, and its tests run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WALK_THE_TABLE = [
    "tests/engine/systems/test_table.py",
    "tests/engine/systems/test_terms.py",
    "tests/engine/test_columns.py",
    "tests/views/test_glossary.py",
]


@pytest.mark.slow
def test_one_module_and_one_line_add_a_system_based_on_opponents(tmp_path: Path) -> None:
    for folder in ("config", "tiebreaks", "tournaments", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("templates", "static", "pyproject.toml"):
        (tmp_path / name).symlink_to(ROOT / name)
    systems = tmp_path / "tiebreaks" / "engine" / "systems"
    shutil.copy(ROOT / "tests" / "new_system" / "opposition_kashdan.py", systems)
    table = systems / "__init__.py"
    line = '    "win_count",\n'
    text = table.read_text(encoding="utf-8")
    assert line in text
    table.write_text(text.replace(line, line + '    "opposition_kashdan",\n'), encoding="utf-8")

    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    selection = [
        *WALK_THE_TABLE,
        "tests/new_system/pages.py",
        "-k",
        "opposition_kashdan or glossary or pages",
    ]
    done = subprocess.run(
        [*command, *selection],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path / "var")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
