"""`python -m tests.mutants`: changes the arithmetic of the rules in small ways; fast tests must notice each.

mutmut makes the mutants (pyproject.toml says of which modules) and runs the tests that reach them. Whatever
survives must stand in `tests/engine/survivors.txt` with the reason why no test can tell it from the rule;
a reason that is not needed any more must go.

`python -m tests.mutants half` tries every second one, as `make long` does, and the others on the next day; it
says how many it left out. `python -m tests.mutants run "tiebreaks.engine.systems.kashdan*"` tries some.
"""

import json
import shutil
import subprocess
import sys
import traceback
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any
from zlib import crc32

FOLDER = Path("mutants")
REASONS = Path(__file__).parent / "engine" / "survivors.txt"
LEAST = 95  # per cent
FEW = 40  # tests
KILLED, LEFT_OUT = 1, 34  # as pytest and mutmut say it


def main(arguments: list[str]) -> int:
    half = date.today().toordinal() % 2 if arguments == ["half"] else None
    shutil.rmtree(FOLDER, ignore_errors=True)  # nothing of an earlier run counts
    of_half = [] if half is None else [f"--half={half}"]
    ended = subprocess.run([sys.executable, "-m", "tests.mutants", "run", *of_half], check=False).returncode
    outcomes = outcomes_of(FOLDER)
    if problem := unfinished(ended, outcomes):
        print(f"\nFAILED: {problem}")
        return 1
    tried = {name: exit_code for name, exit_code in outcomes.items() if exit_code != LEFT_OUT}
    survivors = {changed(name): name for name, exit_code in sorted(tried.items()) if exit_code != KILLED}
    reasons = known(REASONS.read_text(encoding="utf-8"))
    score = 100 * (len(tried) - len(survivors)) / len(tried)
    for change in sorted(survivors.keys() - reasons):
        print(f"\nsurvived: {change}\n  see: mutmut show {survivors[change]}")
    needless = reasons - survivors.keys() if half is None else set()
    for change in sorted(needless):
        print(f"\nstands in {REASONS.name} and does not survive: {change}")
    print(f"\n{len(tried) - len(survivors)} of {len(tried)} mutants killed: {score:.1f} %")
    if half is not None:
        others = len(outcomes) - len(tried)
        print(f"Not tried today: the other {others}. Tomorrow's run tries them; `make mutants` tries all.")
    if survivors.keys() - reasons or needless or score < LEAST:
        print(f"FAILED: {LEAST} % must be killed, and each survivor have its reason in {REASONS.name}.")
        return 1
    return 0


def unfinished(ended: int, outcomes: dict[str, int | None]) -> str:
    """Why the outcomes are not those of a whole run; empty if they are."""
    if ended:
        return f"the mutants could not be run; what ran them ended with {ended}."
    if untried := sum(exit_code is None for exit_code in outcomes.values()):
        return f"{untried} of {len(outcomes)} mutants were not tried, though nothing said so."
    if all(exit_code == LEFT_OUT for exit_code in outcomes.values()):
        return "no mutant was tried."
    return ""


def in_half(name: str, half: int) -> bool:
    return crc32(name.encode()) % 2 == half


def run(names: list[str], half: int | None = None) -> None:
    """Try the mutants of these names, or all; or of all, those of one half."""
    from mutmut.__main__ import cli
    from mutmut.runners.harness import PytestRunner
    from mutmut.workers import isolation

    class NearestFirst(PytestRunner):
        """A mutant meets the tests of its own module first. Most of a thousand need not be collected then."""

        def run_stats(self, *, tests: Iterable[str]) -> int:
            # Their output is caught, and lost where they end by more than a failure.
            try:
                ended = super().run_stats(tests=tests)
            except BaseException:
                traceback.print_exc(file=sys.__stderr__)
                raise
            if ended:
                print(f"The tests ended with {ended} before any mutant.", file=sys.__stderr__)
            return ended

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

    class OneHalf(isolation.ForkRunner):
        """Leaves the mutants of the other half out, and says so of each."""

        def submit(self, mutant_name: str, *more: Any) -> None:
            if half is None or in_half(mutant_name, half):
                super().submit(mutant_name, *more)
            else:
                self._no_tests_results.append(
                    isolation.MutantResult(mutant_name, exit_code=LEFT_OUT, duration=0.0)
                )

    vars(isolation).update(PytestRunner=NearestFirst, ForkRunner=OneHalf)
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
    match sys.argv[1:]:
        case ["run", ("--half=0" | "--half=1") as which]:
            run([], half=int(which[-1]))
        case ["run", *some]:
            run(some)
        case arguments:
            sys.exit(main(arguments))
