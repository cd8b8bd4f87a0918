"""`python -m tests.mutants`: changes the arithmetic of the rules in small ways; fast tests must notice each.

mutmut makes the mutants (pyproject.toml says of which modules) and runs the tests that reach them. Whatever
survives must stand in `tests/engine/survivors.txt` with the reason why no test can tell it from the rule;
a reason that is not needed any more must go.

`python -m tests.mutants run "tiebreaks.engine.systems.kashdan*"` tries some of them.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path("mutants")
REASONS = Path(__file__).parent / "engine" / "survivors.txt"
LEAST = 95  # per cent
FEW = 40  # tests


def main() -> int:
    shutil.rmtree(FOLDER, ignore_errors=True)  # nothing of an earlier run counts
    if subprocess.run([sys.executable, "-m", "tests.mutants", "run"], check=False).returncode:
        print("FAILED: the mutants could not be run.")
        return 1
    outcomes = outcomes_of(FOLDER)
    survivors = {changed(name): name for name, exit_code in sorted(outcomes.items()) if exit_code != 1}
    reasons = known(REASONS.read_text(encoding="utf-8"))
    score = 100 * (len(outcomes) - len(survivors)) / len(outcomes)
    for change in sorted(survivors.keys() - reasons):
        print(f"\nsurvived: {change}\n  see: mutmut show {survivors[change]}")
    for change in sorted(reasons - survivors.keys()):
        print(f"\nstands in {REASONS.name} and does not survive: {change}")
    print(f"\n{len(outcomes) - len(survivors)} of {len(outcomes)} mutants killed: {score:.1f} %")
    if survivors.keys() != reasons or score < LEAST:
        print(f"FAILED: {LEAST} % must be killed, and each survivor have its reason in {REASONS.name}.")
        return 1
    return 0


def run(names: list[str]) -> None:
    """Try the mutants of these names, or all."""
    from mutmut.__main__ import cli
    from mutmut.runners.harness import PytestRunner
    from mutmut.workers import isolation

    class NearestFirst(PytestRunner):
        """A mutant meets the tests of its own module first. Most of a thousand need not be collected then."""

        def run_tests(self, *, mutant_name: str | None, tests: Iterable[str]) -> int:
            by_duration = list(tests)
            if not mutant_name or not by_duration:
                return super().run_tests(mutant_name=mutant_name, tests=by_duration)
            module = mutant_name.rpartition(".")[0].rpartition(".")[2]
            nearest = sorted(by_duration, key=lambda test: module not in test.partition("::")[0])
            for some in filter(None, (nearest[:FEW], nearest[FEW:])):
                if failed := super().run_tests(mutant_name=mutant_name, tests=some):
                    return failed
            return 0

    vars(isolation)["PytestRunner"] = NearestFirst
    del sys.modules["tests"]  # the mutants have a copy of their own
    cli(["run", *names])


def shown(name: str) -> str:
    command = [sys.executable, "-m", "mutmut", "show", name]
    return subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE).stdout


def outcomes_of(folder: Path) -> dict[str, int | None]:
    """What the tests answered to each mutant: 1 where one of them failed."""
    found: dict[str, int | None] = {}
    for report in folder.rglob("*.meta"):
        found |= json.loads(report.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def changed(name: str) -> str:
    """A mutant as `module: line → line changed`, which outlives its number."""
    lines = shown(name).splitlines()
    before, after = (
        " ".join(line[1:].strip() for line in lines if line.startswith(sign) and line[:3] != sign * 3)
        for sign in "-+"
    )
    return f"{name.rpartition('.')[0]}: {before} → {after}"


def known(text: str) -> set[str]:
    """The survivors of the file: a line each, the reason indented below it."""
    return {line for line in text.splitlines() if line and line[0] not in " #"}


if __name__ == "__main__":
    if sys.argv[1:2] == ["run"]:
        run(sys.argv[2:])
    else:
        sys.exit(main())
