"""The browser, what cannot run on this machine, and the list of what was left out."""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django
from hypothesis import settings
from playwright.sync_api import expect

# Without its windows Chromium needs half the time.
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None
)
expect.set_options(timeout=20_000)  # what will be so takes longer on a loaded machine; what is so, no time

# Under nohup the end of a window is ignored, by what tests start too. What handles it is no heritage.
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda _number, _frame: None)

# What tests start is started as by a director, whose Python keeps what it compiled. Told not to, hundreds of
# servers and commands would compile everything anew, and so would each process of the tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Thousands of tests and all of Wallchart stay in memory; each full collection would look at them again.
gc.set_threshold(20_000, 50, 100)

# The same examples on every run; `make long` explores others.
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", max_examples=1000, deadline=None, database=None)
settings.load_profile("steady")

BROWSER_FIXTURES = {"browser", "browser_type", "context", "new_context", "page"}
DATABASE_FIXTURES = {"db", "live_server", "transactional_db"}
HERE = Path(__file__).parent
ON_THE_DATABASE = [HERE / folder for folder in ("commands", "services", "views")]
# A page is rendered, a file read, an award found and an event played in Python, from rows that any database
# gives alike. Services lock, count, sort, constrain and store: `make test` runs on each database the tests
# that ask for this, and of the pages those that ask every address and send every form once, through its
# service. `make long` runs all of them there.
ON_ONE_DATABASE = {
    HERE / "commands",
    HERE / "fuzz",
    HERE / "services" / "backups" / "test_lines.py",
    HERE / "services" / "backups" / "test_log_of_restores.py",
    HERE / "services" / "backups" / "test_wrong_rows.py",
    HERE / "services" / "importing",
    HERE / "services" / "test_ceremony.py",
    HERE / "services" / "test_columns.py",
    HERE / "services" / "test_corrections.py",
    HERE / "services" / "test_discarded_drafts.py",
    HERE / "services" / "test_editions.py",
    HERE / "services" / "test_final_awards.py",
    HERE / "services" / "test_followed_drafts.py",
    HERE / "services" / "test_following.py",
    HERE / "services" / "test_late_change.py",
    HERE / "services" / "test_odd_pairings.py",
    HERE / "services" / "test_pairing_options.py",
    HERE / "services" / "test_pasted_pairings.py",
    HERE / "services" / "test_prizes.py",
    HERE / "services" / "test_quads.py",
    HERE / "services" / "test_rulings.py",
    HERE / "services" / "test_team_ceremony.py",
    HERE / "services" / "test_team_decisions.py",
    HERE / "test_by_hand.py",
    HERE / "test_serving.py",
    HERE / "test_simulation.py",
    HERE / "test_static_files.py",
    HERE / "views",
}
ON_EACH_DATABASE = {HERE / "views" / "test_contract.py"}


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark what asks the database and what drives a browser; run the latter last.

    Playwright leaves its event loop running in this thread, and Django refuses to use a database
    there unless it is told that this is safe: from the first browser test on, it is told.
    """
    for item in items:
        if BROWSER_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")
            if not CHROMIUM:
                item.add_marker(pytest.mark.skip("Chromium is not installed (apt: chromium)"))
        if (HERE / "browser") in item.path.parents:
            item.add_marker(pytest.mark.django_db(transaction=True))
        elif any(folder in item.path.parents for folder in ON_THE_DATABASE):
            item.add_marker("django_db")
        if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("on_the_database")
            if asks_each_database(item.path) and not item.get_closest_marker("on_one_database"):
                item.add_marker("on_each_database")
    yield
    items.sort(key=drives_a_browser)
    gc.freeze()


def asks_each_database(path: Path) -> bool:
    return path in ON_EACH_DATABASE or not ON_ONE_DATABASE & {path, *path.parents}


def drives_a_browser(item: pytest.Item) -> bool:
    return item.get_closest_marker("browser") is not None


def pytest_runtest_setup(item: pytest.Item) -> None:
    # Names and numbers of a test do not depend on which tests its process ran before.
    if factories := sys.modules.get("tests.factories"):
        factories.start_anew()
    # Nor do they on a rating list that one of them read.
    Path(django.RATING_LIST).unlink(missing_ok=True)
    if drives_a_browser(item):
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session")
def base_url() -> None:
    """Tests name their live server. (The plugin's own fixture warns with pytest 9.2.)"""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    arguments = [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--font-render-hinting=none",  # as with its windows
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")  # Chromium refuses root with it
    # In the hall, wherever the machine of the tests is.
    environment = {**os.environ, "TZ": "America/New_York"}
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": arguments,
        "env": environment,
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    # What a service worker brings, no route of a test sees.
    return {**browser_context_args, "service_workers": "block"}


# --- what was left out ------------------------------------------------------------------------


def left_out(reporter: Any) -> list[str]:
    """One line for each test that was skipped, or failed as expected."""
    lines = []
    for report in reporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        lines.append(f"{report.nodeid}: {str(reason).removeprefix('Skipped: ')}")
    for report in reporter.stats.get("xfailed", []):
        lines.append(f"{report.nodeid}: expected to fail ({report.wasxfail})")
    return lines


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any) -> None:
    lines = left_out(terminalreporter)
    if not lines:
        return
    if collector := os.environ.get("LEFT_OUT"):  # `python -m tests` prints both runs' at its end
        with Path(collector).open("a", encoding="utf-8") as names:
            names.writelines(f"{os.environ['LEFT_OUT_ON']}: {line}\n" for line in lines)
        return
    terminalreporter.section("left out on this machine")
    for line in lines:
        terminalreporter.line(line)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("NO_SKIPS") and reporter and left_out(reporter) and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
