"""`python -m tests.durability.stored DATABASE …`: what databases hold, read by a process of its own.

A database is an SQLite file or a URL of PostgreSQL. Prints one line for each:
``{"damage": text, "results": {game: result}}``.
"""

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from config.sqlite import use_newest_library

use_newest_library()
import sqlite3  # noqa: E402

ROOT = Path(__file__).parents[2]
RESULTS = "SELECT game_id, kind FROM tournaments_seat WHERE game_id IS NOT NULL ORDER BY game_id, side DESC"


def main() -> None:
    for database in sys.argv[1:]:
        print(json.dumps(_on_postgresql(database) if "://" in database else _in_file(database)))


def stored(*databases: object) -> list[dict[str, Any]]:
    """What a process that was just started reads."""
    command = [sys.executable, "-m", "tests.durability.stored", *map(str, databases)]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def _in_file(file: str) -> dict[str, Any]:
    results: dict[int, str] = {}
    try:
        with closing(sqlite3.connect(file)) as database:
            [(said,), *_] = database.execute("PRAGMA integrity_check").fetchall()
            results = _results(database.execute(RESULTS).fetchall())
    except sqlite3.DatabaseError as error:
        said = str(error)
    return {"damage": "" if said == "ok" else said, "results": results}


def _on_postgresql(url: str) -> dict[str, Any]:
    with psycopg.connect(url) as database:
        return {"damage": "", "results": _results(database.execute(RESULTS).fetchall())}


def _results(seats: list[tuple[int, str]]) -> dict[int, str]:
    results: dict[int, str] = {}
    for game, kind in seats:
        results[game] = results.get(game, "") + kind
    return results


if __name__ == "__main__":
    main()
