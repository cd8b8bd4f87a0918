"""The lock files: what pyproject.toml asks for, pinned, and from nobody's private address."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCK_FILES = {
    "requirements.txt": [],
    "requirements-server.txt": ["postgres", "redis", "sentry", "prometheus"],
    "requirements-dev.txt": ["dev", "postgres", "redis", "sentry", "prometheus"],
}


def pins(lock_file: str) -> dict[str, str]:
    lines = (ROOT / lock_file).read_text().splitlines()
    found = (re.match(r"([a-z0-9.-]+)==(\S+)", line) for line in lines)
    return {match[1]: match[2] for match in found if match}


@pytest.mark.parametrize("lock_file", LOCK_FILES)
def test_every_line_is_a_pinned_package_or_a_hash_and_names_no_index_host_or_path(
    lock_file: str,
) -> None:
    allowed = re.compile(
        r"[a-z0-9.-]+==[^\s/:@]+( ; [^/:@]+)? \\"  # name==version ; marker
        r"|    --hash=sha256:[0-9a-f]{64}( \\)?"
    )
    lines = (ROOT / lock_file).read_text().splitlines()
    assert lines
    assert [line for line in lines if not allowed.fullmatch(line)] == []


@pytest.mark.parametrize(("lock_file", "extras"), LOCK_FILES.items())
def test_a_lock_file_pins_what_pyproject_asks_for(lock_file: str, extras: list[str]) -> None:
    asked = [*PROJECT["dependencies"]]
    for extra in extras:
        asked += PROJECT["optional-dependencies"][extra]
    pinned = pins(lock_file)
    unmet = [
        line
        for line in asked
        if (requirement := Requirement(line))
        and not requirement.specifier.contains(pinned.get(canonicalize_name(requirement.name), "0.dev0"))
    ]
    assert unmet == []


@pytest.mark.parametrize("lock_file", ["requirements.txt", "requirements-server.txt"])
def test_the_tests_run_with_the_versions_that_directors_get(lock_file: str) -> None:
    assert pins(lock_file).items() <= pins("requirements-dev.txt").items()
