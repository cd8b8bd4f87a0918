"""What a recompute, an entry and a poll cost, each beside a yardstick of the same run."""

import gc
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.parse import urlencode

import psycopg

from config.limits import NEW_OBJECTS
from tiebreaks.engine.chart.reading import live
from tiebreaks.engine.chart.wallchart import Format, Wallchart
from tiebreaks.engine.prizes import award
from tiebreaks.engine.prizes.cash import divide_tie
from tiebreaks.engine.prizes.notation import parse as parse_prizes
from tiebreaks.engine.prizes.prize import in_order_of_value
from tiebreaks.engine.ranking.editions import current
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.membership import SectionRanking, form_teams
from tiebreaks.engine.ranking.sequence import default_team_order, parse
from tournaments.pairing.pairing import pair

from ..figures import line, verdict
from ..pairing.simulated import rounds as tournament
from ..servers import ROOT, Client, filled, folder, postgres_database, running
from .fields import PRIZES, field, with_schools

SIZES = [(60, 5), (300, 7), (1000, 9), (5000, 9)]
# Sections in which results are entered, and at most how many bare writes an entry may take, on SQLite and on
# PostgreSQL. Forty prizes, trophies and money, stand where it says so.
ENTRIES_IN = {
    "60x7": (5, 10),
    "300x7": (8, 14),
    "300x7+prizes": (10, None),
    "1000x9+prizes": (None, None),
    "500x7": (None, None),
    "500x7+teams": (None, None),
}
# A simulated event, all rounds but the last played, the last one to be paired from the desk.
PAIRED_IN = "60x7+simulated"
POLLING = 8
ALL_SYSTEMS = [(1000, 9, 200, 300), (5000, 9, 1200, 300)]
ENTRIES = 25


def recompute() -> None:
    """The default order from a wall chart to a ranking; linear means the same time for every game."""
    order = current().default_order(Format.SWISS)
    a_game = {}
    for players, rounds in SIZES:
        chart = field(players, rounds)
        times = []
        for _ in range(7):
            fresh = Wallchart(chart.cards, chart.rounds)
            begun = perf_counter()
            rank(live(fresh), order)
            times.append(perf_counter() - begun)
        best = min(times)
        a_game[players] = best / (players * rounds / 2)
        ratio = f"{a_game[players] / a_game[60]:.2f} × the time a game of 60×5"
        name, absolute = f"recompute {players}×{rounds}", f"{best * 1000:.1f} ms"
        if players == 1000:
            line(name, absolute, ratio, "at most 15 ms", best <= 0.015)
        elif players == 5000:
            line(name, absolute, ratio, "linear (at most 2 ×)", a_game[players] <= 2 * a_game[60])
        else:
            line(name, absolute, ratio)


def teams() -> None:
    """60 teams of 5 to 12 players of one section, beside its players alone; both by default orders."""
    order, team_order = current().default_order(Format.SWISS), default_team_order()
    chart = with_schools(field(500, 7))
    alone, together = [], []
    for _ in range(15):
        fresh = Wallchart(chart.cards, chart.rounds)
        begun = perf_counter()
        ranking = rank(live(fresh), order)
        alone.append(perf_counter() - begun)
        rank(form_teams([SectionRanking("", ranking)]), team_order)
        together.append(perf_counter() - begun)
    ratio = min(together) / min(alone)
    says = f"{ratio:.2f} × the players alone"
    line(
        "recompute 500×7 with 60 teams", f"{min(together) * 1000:.1f} ms", says, "at most 1.5 ×", ratio <= 1.5
    )


def prizes() -> None:
    """Forty prizes, trophies and money, among 300 players; and in a field where all of a score are tied."""
    announced = in_order_of_value(parse_prizes("\n".join(PRIZES)))
    default = current().default_order(Format.SWISS)
    for name, order in (("", default), (", all ties unbroken", parse("coin_toss"))):
        ranking = rank(live(field(300, 7)), order)
        times = []
        for _ in range(7):
            divide_tie.cache_clear()
            begun = perf_counter()
            award(ranking, announced)
            times.append(perf_counter() - begun)
        figure = f"award {len(announced)} prizes to 300×7{name}"
        line(figure, f"{min(times) * 1000:.1f} ms", "", "at most 20 ms", min(times) <= 0.020)


def pairings() -> None:
    """Every round of a simulated event, in the slowest of its rounds; 500 players in rounds two and five."""
    for players, count, most, at in (
        (60, 7, 0.1, None),
        (300, 7, 0.7, None),
        (500, 5, 1.0, 5),
        (500, 2, 2.0, 2),
    ):
        slowest = 0.0
        for request, _made in tournament(players, count, seed=players, eventful=False):
            if at is None or request.round == at:
                fresh = replace(request, chart=Wallchart(request.chart.cards, request.chart.rounds))
                begun = perf_counter()
                pair(fresh)
                slowest = max(slowest, perf_counter() - begun)
        name = f"pair {players} players, " + (f"round {at}" if at else "slowest round")
        line(name, f"{slowest * 1000:.0f} ms", "", f"at most {most} s", slowest <= most)


def all_systems() -> None:
    """Every system of the table together, each size in a process of its own."""
    a_game = {}
    for players, rounds, most_ms, most_mb in ALL_SYSTEMS:
        command = [sys.executable, "-m", "tests.bench.all_systems", str(players), str(rounds)]
        said = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout
        seconds, megabytes = map(float, said.split())
        a_game[players] = seconds / (players * rounds / 2)
        ratio = f"{a_game[players] / a_game[1000]:.2f} × the time a game of 1000×9"
        target, reached = f"at most {most_ms} ms", seconds * 1000 <= most_ms
        line(f"all systems {players}×{rounds}", f"{seconds * 1000:.0f} ms", ratio, target, reached)
        target, reached = f"at most {most_mb} MB", megabytes <= most_mb
        line(f"all systems {players}×{rounds}, whole process", f"{megabytes:.0f} MB", "", target, reached)


def whole_stack(database_url: str, name: str, *, gated: bool) -> None:
    """One result entry, and polls, over HTTP through everything, beside bare views on the same server."""
    with folder() as var:
        environment = {
            "DATABASE_URL": database_url or f"sqlite:///{Path(var) / 'bench.sqlite3'}",
            "VAR_DIR": var,
            "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
            "PYTHONPATH": str(ROOT),
        }
        cookies, (*sections, paired) = filled(environment, *ENTRIES_IN, PAIRED_IN)
        medians = {}
        with running(environment) as port:
            pairing_page(port, cookies, f"{PAIRED_IN.partition('+')[0]} on {name}", paired.address)
            for size, section in zip(ENTRIES_IN, sections, strict=True):
                most = ENTRIES_IN[size][name == "PostgreSQL"]
                medians[size] = entry(port, cookies, f"{size} on {name}", section.games, most)
                if size == "300x7":
                    polls(port, name, section.pk, section.address, gated=gated)
                    first_pages(port, cookies, name, section.address, section.games[-10:], gated=gated)
                    among_polls(port, cookies, name, section.address, section.games[-1], gated=gated)
            ratio = medians["500x7+teams"] / medians["500x7"]
            says, target = f"{ratio:.2f} × the players alone", "at most 1.5 ×" if gated else ""
            absolute = f"{medians['500x7+teams'] * 1000:.1f} ms"
            line(f"entry with 60 teams on {name}", absolute, says, target, ratio <= 1.5)


def entry(port: int, cookies: dict[str, str], name: str, games: list[str], most: int | None) -> float:
    """The median of entries, in seconds."""
    ours, bare = Client(port, cookies), Client(port, cookies)
    times: list[float] = []
    bare_times: list[float] = []
    for game in games[: ENTRIES + 3]:
        times.append(_enter(ours, game, "WL", 0))
        for _ in range(3):
            bare_times.append(bare("POST", "/bare/write/", "n=1")[1])
    # The first few warm the server up.
    ratio = median(times[3:]) / median(bare_times[9:])
    says = f"{ratio:.1f} × a bare write of {median(bare_times[9:]) * 1000:.2f} ms"
    target = f"at most {most} ×" if most else ""
    line(f"entry {name}", f"{median(times[3:]) * 1000:.1f} ms", says, target, most is None or ratio <= most)
    return median(times[3:])


def _enter(client: Client, game: str, result: str, revision: int) -> float:
    body = f"result={result}&revision={revision}"
    status, seconds, _body = client("POST", f"/desk/games/{game}/result/", body)
    if status != 200:
        raise RuntimeError(f"an entry was answered with {status}")
    return seconds


def pairing_page(port: int, cookies: dict[str, str], name: str, address: str) -> None:
    """The last round paired from the desk, and its page with the reason of each board."""
    desk, path = Client(port, cookies), f"/desk/{address}/rounds/7/pairing/"
    body = desk("GET", path)[2].decode()
    carried = dict(re.findall('<input type="hidden" name="(token|stamp)" value="([^"]+)">', body))
    status, seconds, _body = desk("POST", f"{path}propose/", urlencode(carried))
    if status != 302:
        raise RuntimeError(f"pairing a round was answered with {status}")
    line(f"pair the last round of {name}", f"{seconds * 1000:.0f} ms")
    again = [desk("GET", path)[1] for _ in range(5)]
    line(f"pairing page of {name}", f"{median(again) * 1000:.0f} ms")


def polls(port: int, name: str, pk: int, address: str, *, gated: bool) -> None:
    client = Client(port)
    path = f"/e/{address}/live/"
    _status, _first, body = client("GET", f"{path}?v=none")
    stamp = client("GET", f"/bench/stamp/{pk}/")[2].decode()
    nothing, bare, news, why = [], [], [], []
    for _ in range(400):
        status, seconds, _ = client("GET", f"{path}?v={stamp}")
        if status != 204:
            raise RuntimeError(f"a poll without news was answered with {status}")
        nothing.append(seconds)
        bare.append(client("GET", f"/bare/poll/{pk}/")[1])
    for _ in range(50):
        news.append(client("GET", f"{path}?v=none")[1])
    share = median(bare) / median(nothing)
    says = f"{share:.0%} of a bare 204 of {median(bare) * 1000:.2f} ms"
    target = "at least 95 %" if gated else ""
    line(f"poll without news on {name}", f"{median(nothing) * 1000:.2f} ms", says, target, share >= 0.95)
    says = f"{median(news) / median(bare):.1f} × the bare 204, {len(body) / 1024:.0f} KB"
    line(f"poll with news 300×7 on {name}", f"{median(news) * 1000:.2f} ms", says)
    for number in range(1, 101):
        why.append(client("GET", f"/e/{address}/why/{number}/")[1])
    ratio = median(why[1:]) / median(news)
    says, target = f"{ratio:.1f} × a poll with news", "at most 3 ×" if gated else ""
    absolute = f"{median(why[1:]) * 1000:.2f} ms"
    line(f"why pages 300×7, each once, on {name}", absolute, says, target, ratio <= 3)
    again = [client("GET", f"/e/{address}/why/{number}/")[1] for number in range(1, 101)]
    ratio = median(again) / median(nothing)
    says, target = f"{ratio:.1f} × a poll", "at most 3 ×" if gated else ""
    line(f"why pages 300×7 again on {name}", f"{median(again) * 1000:.2f} ms", says, target, ratio <= 3)


def first_pages(
    port: int, cookies: dict[str, str], name: str, address: str, games: list[str], *, gated: bool
) -> None:
    """The standings page that is rendered first after a result, and the same page again."""
    desk, phone = Client(port, cookies), Client(port)
    first, again = [], []
    for game in games:
        _enter(desk, game, "WL", 0)
        first.append(phone("GET", f"/e/{address}/")[1])
        again.append(phone("GET", f"/e/{address}/")[1])
    says = f"{median(first) / median(again):.1f} × the same page again"
    target = "at most 25 ms" if gated else ""
    absolute = f"{median(first) * 1000:.1f} ms"
    line(f"standings 300×7 after a result on {name}", absolute, says, target, median(first) <= 0.025)


def among_polls(
    port: int, cookies: dict[str, str], name: str, address: str, game: str, *, gated: bool
) -> None:
    """Entries while eight connections poll without pause, from another process."""
    script = (
        "import http.client, threading\n"
        "def poll():\n"
        f"    connection = http.client.HTTPConnection('127.0.0.1', {port}, timeout=30)\n"
        "    while True:\n"
        f"        connection.request('GET', '/e/{address}/live/?v=none')\n"
        "        connection.getresponse().read()\n"
        f"threads = [threading.Thread(target=poll) for _ in range({POLLING})]\n"
        "[thread.start() for thread in threads]\n"
        "print('polling', flush=True)\n"
    )
    desk, times = Client(port, cookies), []
    polling = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    try:
        assert polling.stdout is not None
        polling.stdout.readline()
        for revision in range(60):
            times.append(_enter(desk, game, ("LW", "WL")[revision % 2], revision + 1))
    finally:
        polling.kill()
        polling.wait()
    p95 = sorted(times)[int(len(times) * 0.95)]
    says, target = f"median {median(times) * 1000:.1f} ms", "at most 50 ms" if gated else ""
    line(f"entry among {POLLING} polling on {name}, p95", f"{p95 * 1000:.1f} ms", says, target, p95 <= 0.050)


def main() -> int:
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])  # as a server computes
    recompute()
    teams()
    prizes()
    pairings()
    all_systems()
    whole_stack("", "SQLite", gated=True)
    url = os.environ.get("TEST_POSTGRES_URL", "postgres://root@127.0.0.1:5432/postgres")
    try:
        with postgres_database(url) as database:
            whole_stack(database, "PostgreSQL", gated=False)
    except psycopg.OperationalError as error:
        print(f"PostgreSQL left out: {error}")
    return verdict()


if __name__ == "__main__":
    sys.exit(main())
