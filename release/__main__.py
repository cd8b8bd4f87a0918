"""`make release`: dist/wallchart-VERSION.zip and the wheel. `--here` builds one for this machine alone.

`python -m release wheels --here` only downloads this machine's wheels, for the tests that install from them.
"""

import argparse
import sys
import tomllib
from pathlib import Path

from . import archive, packages, wheel
from .targets import EVERY, this_machine

ROOT = Path(__file__).parent.parent
WHEELS = ROOT / "build" / "wheels"
LOCK = ROOT / "requirements.txt"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m release", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["zip", "wheels"], default="zip")
    parser.add_argument("--here", action="store_true", help="for this system and this Python alone")
    parser.add_argument("--offline", action="store_true", help="use the wheels that were downloaded before")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist")
    asked = parser.parse_args()
    targets = [this_machine()] if asked.here else list(EVERY)
    lock = LOCK.read_text(encoding="ascii")
    if not asked.offline:
        packages.download(lock, targets, WHEELS)
    if asked.what == "zip":
        made = build(ROOT, asked.dist, packages.wheels_of(lock, targets, WHEELS))
        print(f"{made} ({made.stat().st_size / 1e6:.0f} MB)")


def build(project: Path, dist: Path, wheels: list[Path]) -> Path:
    """The zip of this checkout with these wheels of its packages."""
    version = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    ours = wheel.build(project, dist)
    file = dist / f"wallchart-{version}.zip"
    archive.write(file, version, ours, wheels, [project / "requirements.txt", project / "LICENSE"])
    return file


if __name__ == "__main__":
    try:
        main()
    except (packages.Missing, LookupError) as error:
        sys.exit(str(error))
