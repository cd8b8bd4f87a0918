"""A database on PostgreSQL is copied before an upgrade, and comes back as OPERATIONS.md tells it."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from tests.machines import POSTGRES, Machine, need_a_server
from tests.servers import ROOT, postgres_database

DAYS = [f"before-upgrade-2026-01-{day}-120000.dump" for day in range(10, 17)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A server with a played event, in tables of an older version: models cannot read them."""
    if shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    need_a_server()
    with postgres_database(POSTGRES) as url:
        machine = Machine(tmp_path_factory.mktemp("played") / "var", url)
        machine.manage("prepare")
        machine.manage("demo")
        machine.manage("migrate", "tournaments", "0004")
        machine.manage("migrate", "tiebreaks", "0001")
        yield machine


@pytest.fixture
def server_url(played: Machine) -> Iterator[str]:
    """The address of a copy of its database."""
    with postgres_database(POSTGRES, template=name_of(played.environment["DATABASE_URL"])) as url:
        yield url


@pytest.fixture
def server(tmp_path: Path, played: Machine, server_url: str) -> Machine:
    """One like it."""
    shutil.copytree(played.environment["VAR_DIR"], tmp_path / "var")
    return Machine(tmp_path / "var", server_url)


@pytest.fixture
def without_pg_dump(server: Machine, tmp_path: Path) -> Machine:
    empty = tmp_path / "bin"
    empty.mkdir()
    server.environment["PATH"] = str(empty)
    return server


def copies(server: Machine) -> list[Path]:
    return sorted((Path(server.environment["VAR_DIR"]) / "backups").glob("*"))


def contents(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Every table with its columns and rows, and where its keys go on."""
    with psycopg.connect(url) as connection:
        query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
        tables = [name for (name,) in connection.execute(query)]
        found: dict[str, list[tuple[object, ...]]] = {}
        for name in tables:
            rows = connection.execute(
                sql.SQL("SELECT * FROM {} t ORDER BY t::text").format(sql.Identifier(name))
            )
            found[name] = [tuple(column.name for column in rows.description or ()), *rows]
        found["sequences"] = list(
            connection.execute("SELECT sequencename, last_value FROM pg_sequences ORDER BY 1")
        )
        # (Not their definitions: PostgreSQL writes the same condition in more than one way.)
        query = "SELECT conname, conrelid::regclass::text FROM pg_constraint ORDER BY 1, 2"
        found["constraints"] = list(connection.execute(query))
        return found


@pytest.mark.slow
def test_a_servers_database_is_copied_before_an_upgrade_and_comes_back(
    server: Machine, server_url: str
) -> None:
    folder = Path(server.environment["VAR_DIR"]) / "backups"
    folder.mkdir()
    for day in DAYS:
        (folder / day).touch()
    before = contents(server_url)
    said = server.manage("prepare")
    *older, copy = copies(server)
    assert f"Before the upgrade the database was copied to {copy}." in said
    assert [each.name for each in older] == DAYS[-4:]
    assert copy.stat().st_mode & 0o777 == 0o600
    assert contents(server_url) != before
    try:
        for command in way_back():
            follow(command, server_url, copy)
        assert contents(server_url) == before
    finally:
        drop(f"{name_of(server_url)}_upgraded")


def way_back() -> Iterator[str]:
    text = (ROOT / "OPERATIONS.md").read_text(encoding="utf-8")
    section = text.partition("### Back to the older release")[2].partition("\n## ")[0]
    by_hand = section.partition("On a server")[2].partition("With containers")[0]
    commands = re.findall(r"^    (.+)$", by_hand, re.MULTILINE)
    assert [command.split()[0] for command in commands] == ["psql", "psql", "pg_restore"]
    yield from commands


def follow(command: str, url: str, copy: Path) -> None:
    """On the test's database instead of `wallchart`, of who runs the tests."""
    command = command.replace("OWNER wallchart", "OWNER DEFAULT")
    command = re.sub(r"\bDATABASE wallchart\b", f"DATABASE {name_of(url)}", command)
    command = command.replace("wallchart_upgraded", f"{name_of(url)}_upgraded")
    command = command.replace("before-upgrade-DATE.dump", copy.name)
    administrator = conninfo_to_dict(POSTGRES)
    variables = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD"}
    environment = {variables[key]: str(administrator[key]) for key in variables if administrator.get(key)}
    environment |= {"DATABASE_URL": url, "VAR_DIR": str(copy.parents[1])}
    done = subprocess.run(
        command, shell=True, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def name_of(url: str) -> str:
    return url.rpartition("/")[2]


def drop(name: str) -> None:
    with psycopg.connect(POSTGRES, autocommit=True) as administrator:
        administrator.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))


@pytest.mark.slow
def test_without_a_copy_nothing_is_upgraded_until_somebody_says_that_there_is_a_backup(
    without_pg_dump: Machine, server_url: str
) -> None:
    before = contents(server_url)
    said = without_pg_dump.refused("prepare")
    assert "pg_dump is not installed" in said
    assert "prepare --backup-made" in said
    assert contents(server_url) == before
    assert copies(without_pg_dump) == []
    without_pg_dump.manage("prepare", "--backup-made")
    assert copies(without_pg_dump) == []
    assert contents(server_url) != before


@pytest.mark.slow
def test_a_dump_that_fails_leaves_no_file_and_says_what_pg_dump_said(
    without_pg_dump: Machine, tmp_path: Path
) -> None:
    pg_dump = tmp_path / "bin" / "pg_dump"
    pg_dump.write_text("#!/bin/sh\necho half of it\necho 'aborting: server version mismatch' >&2\nexit 1\n")
    pg_dump.chmod(0o700)
    assert "aborting: server version mismatch" in without_pg_dump.refused("prepare")
    assert copies(without_pg_dump) == []


def test_the_container_has_the_client_of_the_compose_files_server() -> None:
    (server,) = re.findall(r"image: postgres:(\d+)", (ROOT / "docker-compose.yml").read_text())
    assert f"postgresql-client-{server} " in (ROOT / "Dockerfile").read_text()
