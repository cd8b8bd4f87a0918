"""The packages of the lock file, as wheels for each target.

`pip download` chooses wheels for another system, but reads the markers of requirements for its own. So each
target gets the lines of the lock file that are meant for it.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from packaging.markers import Marker
from packaging.tags import Tag
from packaging.utils import NormalizedName, canonicalize_name, parse_wheel_filename

from .targets import Target

_PIN = re.compile(r"(?P<name>[a-z0-9.-]+)==(?P<version>\S+)(?: ; (?P<marker>.+?))?")


class Missing(Exception):  # noqa: N818 (what a release cannot be built without)
    """A package of the lock file that no wheel is there for."""


def lines_for(lock: str, target: Target) -> Iterator[tuple[str, str, str]]:
    """Name, version and entry, without its marker, of each package of a lock file that this target needs."""
    for entry in re.split(r"\n(?=\S)", lock.strip()):
        head = entry.partition(" \\\n")[0]
        if not (pin := _PIN.fullmatch(head)):
            raise ValueError(f"This is no line of a lock file: {head}")
        if pin["marker"] is None or Marker(pin["marker"]).evaluate(target.environment):
            yield pin["name"], pin["version"], entry.replace(f" ; {pin['marker']}", "", 1)


def download(lock: str, targets: Iterable[Target], into: Path) -> None:
    """Get the wheels of these targets. Those that are there already are not fetched again."""
    into.mkdir(parents=True, exist_ok=True)
    wanted = into / "wanted.txt"
    for target in targets:
        print(f"{target.system.name}, Python {target.python}", flush=True)
        wanted.write_text("\n".join(entry for _name, _version, entry in lines_for(lock, target)) + "\n")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        command += ["--no-deps", "--only-binary", ":all:", "--require-hashes", "--requirement", str(wanted)]
        command += ["--dest", str(into), "--implementation", "cp", "--python-version", target.python]
        command += [word for name in target.system.platforms for word in ("--platform", name)]
        # Of wheels for several versions of Python (abi3) too.
        command += ["--abi", f"cp{target.python.replace('.', '')}", "--abi", "abi3", "--abi", "none"]
        subprocess.run(command, check=True)
    wanted.unlink()


def wheels_of(lock: str, targets: Iterable[Target], there: Path) -> list[Path]:
    """The wheels in this folder that the targets need. Raises :class:`Missing`."""
    found: dict[tuple[NormalizedName, str], list[tuple[Path, frozenset[Tag]]]] = {}
    for wheel in sorted(there.glob("*.whl")):
        package, number, _build, tags = parse_wheel_filename(wheel.name)
        found.setdefault((package, str(number)), []).append((wheel, tags))
    needed, lacking = set[Path](), list[str]()
    for target in targets:
        for name, version, _entry in lines_for(lock, target):
            of_package = found.get((canonicalize_name(name), version), [])
            fitting = [wheel for wheel, tags in of_package if tags & target.tags]
            needed.update(fitting)
            if not fitting:
                lacking.append(f"{name} {version} for {target.system.name}, Python {target.python}")
    if lacking:
        raise Missing(f"{there} lacks: {'; '.join(lacking)}. `make release` downloads the wheels.")
    return sorted(needed)
