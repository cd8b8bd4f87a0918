"""`python -m tests`: the tests on SQLite, then what may differ between databases again on PostgreSQL.

`python -m tests slow` does the same with the tests that the former leaves out because each takes seconds.
`python -m tests rest` runs on PostgreSQL what both leave out there: the other tests of the database.

Tests share the processors. What this machine cannot run is named in the last lines; with NO_SKIPS set it is a
failure. A browser that shares two processors with everything else can miss a moment: up to three tests that
failed beside others run once more, alone. What fails alone fails; what passes alone is named in the last
lines, to be mended.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg

# What copies SQLite's file, or asks how SQLite is set up.
OF_SQLITE = [
    "--ignore=tests/copies",
    "--ignore=tests/test_house.py",
    "--ignore=tests/test_sqlite_connections.py",
]
# What drives a browser, or asks no database: it need not be read again for PostgreSQL.
ELSEWHERE = [f"--ignore=tests/{folder}" for folder in ("browser", "engine", "formats", "pairing")]
# The marks of what is run there.
ON_SQLITE = {"quick": "not slow and not long", "slow": "slow and not long"}
ON_POSTGRESQL = {
    "quick": "on_each_database and not slow",
    "slow": "on_each_database and slow",
    "rest": "on_the_database and not on_each_database",
}
SHARING = ["-n", "logical", "--maxprocesses", "4", "--dist", "worksteal"]
AGAIN_AT_MOST = 3


def main(arguments: list[str]) -> int:
    part = arguments.pop(0) if arguments[:1] in (["slow"], ["rest"]) else "quick"
    postgres_url = os.environ.get("TEST_POSTGRES_URL", "postgres://root@127.0.0.1:5432/postgres")
    with tempfile.TemporaryDirectory() as folder:
        left_out = Path(folder) / "left_out"
        again = Path(folder) / "again"
        ok = True
        if which := ON_SQLITE.get(part):
            ok = passes("SQLite", left_out, again, "-m", which, *arguments, database_url="sqlite://:memory:")
        if why := unreachable(postgres_url):
            with left_out.open("a", encoding="utf-8") as names:
                names.write(f"every database test on PostgreSQL: {why}\n")
        else:
            ok &= passes(
                "PostgreSQL",
                left_out,
                again,
                "tests",
                "-m",
                f"{ON_POSTGRESQL[part]} and not long and not browser",
                *OF_SQLITE,
                *ELSEWHERE,
                *arguments,
                database_url=postgres_url,
            )
        skipped = left_out.read_text(encoding="utf-8") if left_out.exists() else ""
        passed_alone = again.read_text(encoding="utf-8") if again.exists() else ""
    if skipped:
        print(f"\nLeft out on this machine:\n{skipped}", end="")
    else:
        print("\nNothing was left out.")
    if passed_alone:
        print(f"\nFailed beside others and passed alone; mend what they wait for:\n{passed_alone}", end="")
    if ok and skipped and os.environ.get("NO_SKIPS"):
        print("FAILED: nothing may be left out here (NO_SKIPS).")
        return 1
    print("All tests passed." if ok else "Tests FAILED.")
    return 0 if ok else 1


def passes(name: str, left_out: Path, again: Path, *arguments: str, database_url: str) -> bool:
    print(f"\n=== {name} ===", flush=True)
    environment = os.environ | {
        "DATABASE_URL": database_url,
        "LEFT_OUT": str(left_out),
        "LEFT_OUT_ON": name,
    }
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "pytest", "-q", "-o", f"cache_dir={cache}"]
        if subprocess.run([*command, *SHARING, *arguments], env=environment, check=False).returncode == 0:
            return True
        failed = failures(Path(cache))
        if not 1 <= len(failed) <= AGAIN_AT_MOST:
            return False
        print(f"\n=== {name}, alone: what failed beside others ===", flush=True)
        if subprocess.run([*command, *arguments, "--last-failed"], env=environment, check=False).returncode:
            return False
    with again.open("a", encoding="utf-8") as names:
        names.writelines(f"{name}: {test}\n" for test in failed)
    return True


def failures(cache: Path) -> list[str]:
    """The tests that failed, by pytest's own list; empty where it failed for another reason."""
    file = cache / "v" / "cache" / "lastfailed"
    return list(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else []


def unreachable(url: str) -> str:
    """Why there is no PostgreSQL to test on; empty if there is."""
    try:
        psycopg.connect(url, connect_timeout=20).close()
    except psycopg.Error as error:
        return f"no server at TEST_POSTGRES_URL ({str(error).strip().splitlines()[0]})"
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
