"""One line a figure, and whether it reaches what was asked of it. Each scenario can be called alone.

    python -m tests.load [laptop] [server] [idle] [proxy] [--seconds 120]

It needs tsung, wrk, nginx, Redis, and a PostgreSQL. Nothing else should run on the machine meanwhile.
"""

import gzip
import json
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from pathlib import Path
from statistics import median
from threading import Event, Thread
from time import monotonic, time

from ..figures import line, verdict
from ..servers import (
    HERE,
    NGINX,
    REDIS,
    ROOT,
    Client,
    Filled,
    filled,
    folder,
    laptop,
    nginx,
    postgres_database,
    redis,
    running,
)
from .tsung import TSUNG, Crowd, visit

POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgres://root@127.0.0.1:5432/postgres")
WRK = shutil.which("wrk")
PHONES = Path(__file__).with_name("phones.lua")
SIZES = ("300x7", "500x9")
SMALL = "60x7"
STAMP = re.compile(rb"[?;]v=([0-9a-f]+\.\d+)")


def environment(var: Path, **more: str) -> dict[str, str]:
    database = f"sqlite:///{var / 'load.sqlite3'}"
    return {"DATABASE_URL": database, "VAR_DIR": str(var), "STATIC_ROOT": str(var / "static")} | more


@contextmanager
def server_form(
    var: Path, *sizes: str, log: Path | None = None
) -> Iterator[tuple[int, dict[str, str], list[Filled]]]:
    """PostgreSQL, Redis and two processes of gunicorn: the port, a director's cookies, sections."""
    with ExitStack() as stack:
        settings = environment(
            var,
            DATABASE_URL=stack.enter_context(postgres_database(POSTGRES)),
            REDIS_URL=stack.enter_context(redis()),
            DJANGO_SETTINGS_MODULE="config.settings",
        )
        collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
        subprocess.run(collect, env=os.environ | settings, check=True, cwd=ROOT)
        cookies, sections = filled(settings, *sizes)
        yield stack.enter_context(running(settings, workers=2, log=log)), cookies, sections


# --- crowds ---------------------------------------------------------------------------------------


def laptop_form(seconds: int) -> None:
    with folder() as name:
        var = Path(name)
        cookies, sections = filled(environment(var, DJANGO_SETTINGS_MODULE="config.settings"), *SIZES)
        with laptop(environment(var)) as port:
            crowd(port, Crowd(500, 20, 2), "laptop", sections, cookies, seconds, var)


def server_forms(seconds: int) -> None:
    for phones in (1000, 5000):
        with folder() as name:
            var = Path(name)
            with server_form(var, *SIZES) as (port, cookies, sections):
                gated = phones == 1000
                crowd(port, Crowd(phones, 50, 2), "server", sections, cookies, seconds, var, gated=gated)


def crowd(
    port: int,
    comes: Crowd,
    form: str,
    sections: list[Filled],
    cookies: dict[str, str],
    seconds: int,
    var: Path,
    *,
    gated: bool = True,
) -> None:
    measured = visit(port, comes, sections, cookies, seconds, var)
    asked = {"poll": comes.phones / 10, "why": comes.whys, "result": comes.results}
    figure = f"{form}, {comes.phones} phones"
    errors = sum(measured.errors.values())
    what = ", ".join(f"{kind} ({number})" for kind, number in measured.errors.items() if number)
    line(f"{figure}: errors", str(errors), what, "none" if gated else "", not errors)
    for kind, rate in asked.items():
        # Who was never answered is in no percentile.
        share = len(measured.times[kind]) / (rate * seconds)
        p95, p99 = (measured.percentile(kind, at) * 1000 for at in (0.95, 0.99))
        times = f"p95 {p95:.0f} ms, p99 {p99:.0f} ms, {share:.0%} of {rate * seconds:.0f}"
        middle = f"{measured.percentile(kind, 0.5) * 1000:.1f} ms"
        all_answered = share > 0.8  # they come at random
        target, reached = "answered", all_answered
        if kind == "poll":
            target, reached = "p99 under 250 ms", all_answered and p99 < 250
        if kind == "result":
            target, reached = "p95 under 150 ms", all_answered and p95 < 150
        line(f"{figure}: {kind}", middle, times, target if gated else "", reached)


# --- idle connections -----------------------------------------------------------------------------

IDLE = 1000


def idle(seconds: int) -> None:
    """Entries while a thousand connections are open that ask nothing or half of something, and before."""
    with folder() as name:
        var = Path(name)
        cookies, [section] = filled(environment(var, DJANGO_SETTINGS_MODULE="config.settings"), SMALL)
        with laptop(environment(var)) as port:
            beside_idle(port, "laptop", section, cookies, seconds)
    with folder() as name, folder() as proxy:
        var = Path(name)
        with server_form(var, SMALL) as (behind, cookies, [section]), nginx(behind, Path(proxy)) as port:
            beside_idle(port, "server behind nginx", section, cookies, seconds)


def beside_idle(port: int, form: str, section: Filled, cookies: dict[str, str], seconds: int) -> None:
    games = iter(section.games)
    before, failed_before = entries(port, cookies, section, games, 10, seconds)
    with ExitStack() as hall:
        for number in range(IDLE):
            connection = socket.socket()
            hall.callback(connection.close)
            connection.settimeout(1)
            with suppress(OSError):  # a server may refuse them
                connection.connect((HERE, port))
                connection.sendall(b"GET / HTTP/1.1\r\nHost: " if number % 2 else b"")
        beside, failed = entries(port, cookies, section, games, 20, seconds)
    figure = f"{form}, {IDLE} idle connections"
    failed += failed_before
    line(f"{figure}: errors", str(len(failed)), ", ".join(sorted(set(failed))), "none", not failed)
    ratio = median(beside) / median(before)
    says = f"{ratio:.1f} × without, slowest {max(beside) * 1000:.0f} ms"
    line(f"{figure}: entry", f"{median(beside) * 1000:.1f} ms", says, "at most 2 ×", ratio <= 2)


def entries(
    port: int, cookies: dict[str, str], section: Filled, games: Iterator[str], most: int, seconds: int
) -> tuple[list[float], list[str]]:
    """The seconds of results, each on a new connection and with a phone's poll after it; and what failed."""
    times, failed = [], []
    deadline = monotonic() + seconds
    for game in islice(games, most):
        desk, phone = Client(port, cookies), Client(port, accepts="gzip")
        status, took = tried(desk, "POST", f"/desk/games/{game}/result/", "result=WL&revision=0")
        times.append(took)
        polled, _seconds = tried(phone, "GET", f"/e/{section.address}/live/?v=00000000.0")
        failed += [answer for answer in (status, polled) if answer != "200"]
        if monotonic() > deadline:
            break
    return times, failed


def tried(client: Client, method: str, path: str, body: str = "") -> tuple[str, float]:
    begun = monotonic()
    try:
        status, seconds, _body = client(method, path, body)
        return str(status), seconds
    except OSError as error:
        return type(error).__name__, monotonic() - begun


# --- behind the shared cache ----------------------------------------------------------------------

# Seconds from one result to the next: every phone has been told by then, and most polls find nothing new.
EVERY = 15.0


def proxy(seconds: int) -> None:
    """Polls of two hundred thousand phones, by as many connections as a CDN keeps open, through nginx."""
    with folder() as name, folder() as cache:
        var = Path(name)
        log, versions = var / "asked.log", var / "versions"
        with (
            server_form(var, SMALL, log=log) as (behind, cookies, [section]),
            nginx(behind, Path(cache)) as port,
        ):
            path = f"/e/{section.address}/live/"
            stamp = current(Client(port, accepts="gzip"), path)
            versions.write_text(f"{time():.0f} {stamp}\n")
            over = Event()
            lags: list[float] = []
            scorer = Thread(
                target=keep_score, args=[port, cookies, section.games, path, stamp, versions, lags, over]
            )
            before, begun = polls_in(log, path), monotonic()
            scorer.start()
            command = [str(WRK), "-t", "1", "-c", "256", "-d", f"{seconds}s", "--timeout", "10s"]
            command += ["-s", str(PHONES)]
            command += [f"http://{HERE}:{port}", "--", path, str(versions)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            cost = (polls_in(log, path) - before) / (monotonic() - begun)
            over.set()
            scorer.join()
    answered = json.loads(done.stdout.splitlines()[-1])
    rate, errors = answered["answered"] / answered["seconds"], answered["errors"]
    figure = "phones behind nginx"
    says = f"p99 {answered['p99'] * 1000:.0f} ms with 256 asking at any time"
    line(f"{figure}: polls a second", f"{rate:.0f}", says, "at least 20,000", rate >= 20_000)
    line(f"{figure}: errors", str(errors), "", "none", not errors)
    says = f"for {rate / cost:.0f} polls" if cost else ""
    line(f"{figure}: requests a second to Wallchart", f"{cost:.1f}", says, "under 10", cost < 10)
    slowest = f"slowest of {len(lags)}: {max(lags, default=float('inf')):.2f} s"
    shown = bool(lags) and max(lags) <= 2
    line(f"{figure}: a new version", f"{median(lags or [0]):.2f} s", slowest, "within 2 s", shown)


def polls_in(log: Path, path: str) -> int:
    return log.read_text().count(f'"GET {path}') if log.exists() else 0


def current(phone: Client, path: str) -> str:
    return stamp_in(phone("GET", f"{path}?v=none")[2])


def stamp_in(news: bytes) -> str:
    found = STAMP.search(gzip.decompress(news))
    if not found:
        raise RuntimeError("the poll names no version")
    return found[1].decode()


def keep_score(
    port: int,
    cookies: dict[str, str],
    games: list[str],
    path: str,
    stamp: str,
    versions: Path,
    lags: list[float],
    over: Event,
) -> None:
    """Enter results through nginx; note how long each takes to be seen; tell the phones of its version."""
    desk, phone = Client(port, cookies), Client(port, accepts="gzip")
    for game in games:
        if over.wait(EVERY):
            return
        status, _seconds, _body = desk("POST", f"/desk/games/{game}/result/", "result=WL&revision=0")
        entered = monotonic()
        if status != 200:
            raise RuntimeError(f"an entry was answered with {status}")
        news = b""
        while not news:
            news = phone("GET", f"{path}?v={stamp}")[2]
        lags.append(monotonic() - entered)
        stamp = stamp_in(news)
        with versions.open("a") as known:
            known.write(f"{time():.0f} {stamp}\n")


SCENARIOS: dict[str, Callable[[int], None]] = {
    "laptop": laptop_form,
    "server": server_forms,
    "idle": idle,
    "proxy": proxy,
}


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.load")
    parser.add_argument("scenarios", nargs="*", metavar="|".join(SCENARIOS))
    parser.add_argument("--seconds", type=int, default=120, help="how long each is measured")
    asked = parser.parse_args()
    if unknown := set(asked.scenarios) - set(SCENARIOS):
        parser.error(f"{', '.join(sorted(unknown))}: expected {', '.join(SCENARIOS)}")
    tools = {"tsung": TSUNG, "wrk": WRK, "nginx": NGINX, "redis-server": REDIS}
    missing = [name for name, found in tools.items() if not found]
    if missing:
        print(f"Not installed: {', '.join(missing)}. On Debian: sudo apt install {' '.join(missing)}")
        return 1
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    for name in asked.scenarios or SCENARIOS:
        SCENARIOS[name](asked.seconds)
    return verdict()


if __name__ == "__main__":
    sys.exit(main())
