"""The import contracts of pyproject.toml hold, and each fails on an import that it forbids."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
TREE = ("config", "tournaments", "tiebreaks")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
    "contracts"
]
LINT = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()"]


class Forbidden(NamedTuple):
    """An import that a contract forbids: the importing module, and the module or package it imports."""

    contract: str
    importer: str
    imported: str


ONE_WAY = "Imports run one way: config, tournaments, tiebreaks"
LOWER = "Inside the lower app imports run one way, down to the engine"
UPPER = "Inside the upper app imports run one way: reads lie under writes"
READS = "What pages read is built up from the event to its files"
CIRCLE = "No circles among the modules of a room"
INSIDE = "Inside the engine imports run one way"
ALONE = "The engine stands on the standard library alone"
PAIRING = "The rules of pairing know no Django, no clock and no chance; the matcher alone knows rustworkx"
FORBIDDEN = [
    Forbidden(ONE_WAY, "tournaments.models.events", "config.settings"),
    Forbidden(ONE_WAY, "tiebreaks.models", "tournaments.models"),
    Forbidden(ONE_WAY, "tiebreaks.engine.points", "tournaments.numbers"),
    Forbidden(LOWER, "tiebreaks.engine.ranking.fold", "tiebreaks.models"),
    Forbidden(LOWER, "tiebreaks.engine.prizes.awards", "tiebreaks.frozen"),
    Forbidden(LOWER, "tiebreaks.engine.messages", "tiebreaks.a_new_module"),
    Forbidden(LOWER, "tiebreaks.published", "tiebreaks.computing"),
    Forbidden(LOWER, "tiebreaks.selectors", "tiebreaks.services"),
    Forbidden(UPPER, "tournaments.models.events", "tournaments.wallcharts"),
    Forbidden(UPPER, "tournaments.schools.tables", "tournaments.wallcharts"),
    Forbidden(UPPER, "tournaments.wallcharts", "tournaments.selectors.event.orders"),
    Forbidden(UPPER, "tournaments.selectors.results.next_step", "tournaments.services.results"),
    Forbidden(UPPER, "tournaments.selectors.results.next_step", "tournaments.changes"),
    Forbidden(UPPER, "tournaments.services.results", "tournaments.forms.desk"),
    Forbidden(UPPER, "tournaments.forms.desk", "tournaments.views.desk.rounds"),
    Forbidden(UPPER, "tournaments.formats.roster", "tournaments.models"),
    Forbidden(UPPER, "tournaments.text.wording", "tournaments.errors"),
    Forbidden(UPPER, "tournaments.services.results", "tournaments.a_new_module"),
    Forbidden(READS, "tournaments.selectors.public.visible", "tournaments.selectors.results.boards"),
    Forbidden(READS, "tournaments.selectors.event.people", "tournaments.selectors.a_new_module"),
    Forbidden(CIRCLE, "tournaments.services.settling", "tournaments.services.matches"),
    Forbidden(CIRCLE, "tournaments.models.events", "tournaments.models.players"),
    Forbidden(INSIDE, "tiebreaks.engine.ranking.fold", "tiebreaks.engine.prizes"),
    Forbidden(INSIDE, "tiebreaks.engine.systems.solkoff", "tiebreaks.engine.ranking.sequence"),
    Forbidden(INSIDE, "tiebreaks.engine.teams.teams", "tiebreaks.engine.systems"),
    Forbidden(INSIDE, "tiebreaks.engine.terms.system", "tiebreaks.engine.teams"),
    Forbidden(INSIDE, "tiebreaks.engine.chart.wallchart", "tiebreaks.engine.terms.results"),
    Forbidden(INSIDE, "tiebreaks.engine.evaluation", "tiebreaks.engine.chart"),
    Forbidden(INSIDE, "tiebreaks.engine.points", "tiebreaks.engine.evaluation"),
    Forbidden(INSIDE, "tiebreaks.engine.messages", "tiebreaks.engine.a_new_module"),
    Forbidden(ALONE, "tiebreaks.engine.points", "django.utils"),
    Forbidden(ALONE, "tiebreaks.engine.systems.solkoff", "psutil"),
    Forbidden(UPPER, "tournaments.pairing.field", "tournaments.formats.records"),
    Forbidden(PAIRING, "tournaments.pairing.field", "django.utils"),
    Forbidden(PAIRING, "tournaments.pairing.byes", "random"),
    Forbidden(PAIRING, "tournaments.pairing.adjustment", "rustworkx"),
]
# Each is a lint of the whole tree: `make test` breaks each contract once, in each spelling.
FIRST = list({each.contract: each for each in reversed(FORBIDDEN)}.values())


def spellings(forbidden: Forbidden) -> Iterator[str]:
    """The import by its full name and, inside one package, the relative one."""
    parent, _, name = forbidden.imported.rpartition(".")
    yield f"import {forbidden.imported}"
    package, target = forbidden.importer.split(".")[:-1], parent.split(".") if parent else []
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(package, target, strict=False)))
    if shared:
        yield f"from {'.' * (len(package) - shared + 1)}{'.'.join(target[shared:])} import {name}"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The source alone, to plant imports in."""
    for folder in TREE:
        for path in (ROOT / folder).rglob("*.py"):
            copy = tmp_path / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
    shutil.copyfile(ROOT / "pyproject.toml", tmp_path / "pyproject.toml")
    return tmp_path


def lint(tree: Path) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": os.environ["PATH"], "COLUMNS": "200"}
    return subprocess.run(
        [*LINT, "--no-cache", "--no-logo"],
        cwd=tree, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_tree_keeps_every_contract(tree: Path) -> None:
    done = lint(tree)
    assert done.returncode == 0, done.stdout
    for contract in CONTRACTS:
        assert f"{contract['name']} KEPT" in done.stdout


@pytest.mark.parametrize(
    ("contract", "importer", "imported", "line"),
    [
        pytest.param(
            *each, line, id=f"{each.importer}: {line}", marks=[pytest.mark.slow] * (each not in FIRST)
        )
        for each in FORBIDDEN
        for line in spellings(each)
    ],
)
def test_a_forbidden_import_breaks_its_contract(
    contract: str, importer: str, imported: str, line: str, tree: Path
) -> None:
    path = tree.joinpath(*importer.split(".")).with_suffix(".py")
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    if imported.endswith(".a_new_module"):
        tree.joinpath(*imported.split(".")).with_suffix(".py").touch()
    done = lint(tree)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"{contract} BROKEN" in done.stdout


def test_every_contract_has_an_import_that_breaks_it() -> None:
    assert {each.contract for each in FORBIDDEN} == {contract["name"] for contract in CONTRACTS}


def test_the_engine_imports_nothing_but_itself_and_the_standard_library() -> None:
    """The contract knows packages by name; this finds one that nobody has named yet."""
    foreign = set()
    for module in (ROOT / "tiebreaks" / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                foreign |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                foreign.add(node.module or "")
    own = re.compile(r"tiebreaks\.engine(\.|$)")
    assert {
        name for name in foreign if name.split(".")[0] not in sys.stdlib_module_names and not own.match(name)
    } == set()
