"""`python -m tests.mutants`: changes the arithmetic of the rules in small ways; fast tests must notice each.

mutmut makes the mutants (pyproject.toml says of which modules) and runs the tests that reach them. Whatever
survives must stand in `tests/engine/survivors.txt` with the reason why no test can tell it from the rule;
a reason that is not needed any more must go.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path("mutants")
REASONS = Path(__file__).parent / "engine" / "survivors.txt"
LEAST = 95  # per cent


def main() -> int:
    shutil.rmtree(FOLDER, ignore_errors=True)  # nothing of an earlier run counts
    if mutmut("run").returncode:
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


def mutmut(*arguments: str, quiet: bool = False) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE if quiet else None)


def outcomes_of(folder: Path) -> dict[str, int | None]:
    """What the tests answered to each mutant: 1 where one of them failed."""
    found: dict[str, int | None] = {}
    for report in folder.rglob("*.meta"):
        found |= json.loads(report.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def changed(name: str) -> str:
    """A mutant as `module: line → line changed`, which outlives its number."""
    lines = mutmut("show", name, quiet=True).stdout.splitlines()
    before, after = (
        " ".join(line[1:].strip() for line in lines if line.startswith(sign) and line[:3] != sign * 3)
        for sign in "-+"
    )
    return f"{name.rpartition('.')[0]}: {before} → {after}"


def known(text: str) -> set[str]:
    """The survivors of the file: a line each, the reason indented below it."""
    return {line for line in text.splitlines() if line and line[0] not in " #"}


if __name__ == "__main__":
    sys.exit(main())
