"""The house itself: settings from the environment, the database's options, `manage.py serve`."""

import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from config import sqlite
from tests.laptop import a_laptop, free_port, serving

ROOT = Path(__file__).parent.parent
PRINT_SETTINGS = (
    "import json, sys; from config import settings;"
    "print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))"
)


def settings_in(environment: dict[str, str], *names: str) -> dict[str, Any]:
    """Settings as a process of its own reads them."""
    command = [sys.executable, "-c", PRINT_SETTINGS, *names]
    done = subprocess.run(command, env=environment, cwd=ROOT, check=True, capture_output=True, text=True)
    read: dict[str, Any] = json.loads(done.stdout)
    return read


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A director's laptop: nothing set but where to write."""
    return a_laptop(tmp_path)


# --- the files --------------------------------------------------------------------------------


def test_the_ci_script_may_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


@pytest.mark.parametrize("outcome", ["skip('no coin to toss')", "xfail('no coin to toss')"])
@pytest.mark.parametrize(("no_skips", "code"), [("", 0), ("1", 1)])
def test_a_test_left_out_is_named_last_and_is_a_failure_where_none_may_be(
    outcome: str, no_skips: str, code: int, environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "test_coin.py").write_text(f"import pytest\ndef test_toss(): pytest.{outcome}\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", str(tmp_path)]
    done = subprocess.run(
        [*command, "-c", "pyproject.toml", "--rootdir", str(tmp_path)],
        env=environment | {"NO_SKIPS": no_skips},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout
    left_out = done.stdout.split("left out on this machine")[1]
    assert re.search(r"test_coin\.py::test_toss: .*no coin to toss", left_out)


# --- settings ---------------------------------------------------------------------------------


def test_without_an_environment_a_laptop_gets_sqlite_in_var_and_no_debug(
    environment: dict[str, str],
) -> None:
    settings = settings_in(environment, "DATABASES", "DEBUG", "CACHES", "SESSION_COOKIE_SECURE")
    assert settings["DATABASES"]["default"]["NAME"] == environment["VAR_DIR"] + "/wallchart.sqlite3"
    assert settings["DEBUG"] is False
    assert settings["CACHES"]["fragments"]["BACKEND"].endswith("LocMemCache")
    assert settings["CACHES"]["fragments"]["TIMEOUT"] is None
    assert settings["SESSION_COOKIE_SECURE"] is False


def test_a_server_is_described_by_its_environment(environment: dict[str, str]) -> None:
    environment |= {
        "DATABASE_URL": "postgres://td:secret@db:5433/hall",
        "REDIS_URL": "redis://cache:6379/2",
        "SECRET_KEY": "of the server",
        "ALLOWED_HOSTS": "chess.example,www.chess.example",
        "CSRF_TRUSTED_ORIGINS": "https://chess.example",
        "TIME_ZONE": "America/Denver",
        "BEHIND_PROXY": "on",
        "HTTPS": "on",
    }
    settings = settings_in(
        environment,
        "DATABASES",
        "CACHES",
        "SECRET_KEY",
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
        "TIME_ZONE",
        "SECURE_PROXY_SSL_HEADER",
        "SECURE_SSL_REDIRECT",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
    )
    database = settings.pop("DATABASES")["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["NAME"], database["USER"], database["PASSWORD"]) == ("hall", "td", "secret")
    assert (database["HOST"], database["PORT"]) == ("db", 5433)
    assert "ATOMIC_REQUESTS" not in database
    caches = settings.pop("CACHES")
    assert {caches[alias]["LOCATION"] for alias in ("default", "fragments")} == {"redis://cache:6379/2"}
    assert caches["default"]["KEY_PREFIX"] != caches["fragments"]["KEY_PREFIX"]
    assert settings == {
        "SECRET_KEY": "of the server",
        "ALLOWED_HOSTS": ["chess.example", "www.chess.example"],
        "CSRF_TRUSTED_ORIGINS": ["https://chess.example"],
        "TIME_ZONE": "America/Denver",
        "SECURE_PROXY_SSL_HEADER": ["HTTP_X_FORWARDED_PROTO", "https"],
        "SECURE_SSL_REDIRECT": True,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
    }


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(
    environment: dict[str, str],
) -> None:
    first = settings_in(environment, "SECRET_KEY")
    assert len(first["SECRET_KEY"]) >= 50
    assert settings_in(environment, "SECRET_KEY") == first
    kept = Path(environment["VAR_DIR"]) / "secret_key"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


# --- every response ---------------------------------------------------------------------------


@pytest.mark.django_db
def test_every_response_forbids_scripts_and_styles_from_elsewhere_and_sets_no_cookie(
    client: Client,
) -> None:
    response = client.get("/no/such/page/")
    policy = response.headers["Content-Security-Policy"].split("; ")
    assert {"script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"} <= set(policy)
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert not response.cookies


# --- SQLite -----------------------------------------------------------------------------------


def pragma(name: str) -> Any:
    with connection.cursor() as cursor:
        return cursor.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.django_db
def test_sqlite_runs_with_the_journal_that_its_version_is_safe_with() -> None:
    assert pragma("journal_mode") == ("wal" if sqlite.is_safe_with_wal() else "truncate")
    assert pragma("cache_size") == -8000


@pytest.mark.django_db
def test_what_sqlite_acknowledges_is_on_the_disk_whatever_the_journal() -> None:
    full = 2
    assert pragma("synchronous") == full
    assert pragma("fullfsync") == pragma("checkpoint_fullfsync") == 1


@pytest.mark.django_db
def test_a_transaction_takes_sqlites_write_lock_when_it_begins() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")  # the test's own transaction has begun; it wrote nothing
    other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0)
    try:
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    finally:
        other.close()


@pytest.mark.parametrize(
    ("version", "journal"), [((3, 51, 2), "TRUNCATE"), ((3, 40, 1), "TRUNCATE"), ((3, 51, 3), "WAL")]
)
def test_wal_is_left_alone_where_sqlite_can_corrupt_it(
    version: tuple[int, int, int], journal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["sqlite3"], "sqlite_version_info", version)
    assert f"journal_mode={journal};" in sqlite.options()["init_command"]
    warnings = sqlite.warn_of_old_library(databases=["default"])
    assert [warning.id for warning in warnings] == ["wallchart.W001"] * (journal != "WAL")


# --- manage.py serve --------------------------------------------------------------------------


@pytest.mark.slow
def test_serve_says_where_it_is_answers_there_and_stops_cleanly(
    environment: dict[str, str],
) -> None:
    port = free_port()
    with serving(environment, port, "--no-demo") as (printed, process):
        addresses = re.findall(r"http://(\S+?):(\d+)/", printed)
        assert addresses[0] == ("localhost", str(port)), printed
        for host, _ in addresses:
            browser = http.client.HTTPConnection(host, port, timeout=60)
            browser.request("GET", "/no/such/page/")
            assert browser.getresponse().status == 404, host  # a foreign name is refused with 400
            browser.close()
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        phone.request("GET", "/e/open/", headers={"Host": "hall.example"})
        answer = phone.getresponse()
        page = answer.read().decode()
        assert answer.status == 400
        assert "hall.example" in page
        assert all(f"http://{host}:{port}/e/open/" in page for host, _ in addresses[1:])
        phone.close()
        assert "Nobody can sign in yet" in printed
        assert ("█" in printed) == (len(addresses) > 1)  # a QR code, where a phone could come in
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert rest.strip() == "Stopped. All entered data is saved."


@pytest.mark.slow
def test_a_second_start_keeps_the_data_and_tells_no_password_again(
    environment: dict[str, str],
) -> None:
    def events_and_printed() -> tuple[list[Any], str]:
        with serving(environment, port, "--demo", "--host", "127.0.0.1") as (printed, _):
            with closing(sqlite3.connect(database)) as rows:
                events = rows.execute("SELECT * FROM tournaments_event").fetchall()
            return events, printed

    port, var = free_port(), Path(environment["VAR_DIR"])
    database = var / "wallchart.sqlite3"
    var.mkdir()
    (var / "demo_sign_in.json").write_text("what an older release kept")
    events, printed = events_and_printed()
    assert events
    password = re.findall(r"password (\S+)", printed)[0].encode()
    # Shown once, with how to set another one; only its hash is kept.
    assert "python manage.py changepassword director" in printed
    assert not (var / "demo_sign_in.json").exists()
    assert not any(password in path.read_bytes() for path in var.iterdir() if path.is_file())
    again, printed = events_and_printed()
    assert again == events
    assert password not in printed.encode()
    assert "changepassword" not in printed


@pytest.mark.slow
def test_what_is_written_is_for_its_user_alone(environment: dict[str, str]) -> None:
    var = Path(environment["VAR_DIR"])
    var.mkdir(mode=0o755)
    (var / "wallchart.sqlite3").touch(mode=0o644)
    with serving(environment, free_port(), "--no-demo", "--host", "127.0.0.1"):
        written = [var, *var.iterdir()]
        assert {path.name for path in written} >= {"wallchart.sqlite3", "secret_key"}
        assert [path for path in written if path.stat().st_mode & 0o077] == []


def test_serve_on_a_port_in_use_names_it_and_the_way_out(environment: dict[str, str]) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert f"Port {port} is in use" in done.stderr
    assert "--port" in done.stderr.split("in use")[1]
    assert "Traceback" not in done.stderr
