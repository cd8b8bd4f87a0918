"""What a recompute, an entry and a poll cost, each beside a yardstick of the same run."""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import psycopg

from tiebreaks.engine.chart.reading import live
from tiebreaks.engine.chart.wallchart import Format, Wallchart
from tiebreaks.engine.prizes import award
from tiebreaks.engine.prizes.notation import parse as parse_prizes
from tiebreaks.engine.prizes.prize import in_order_of_value
from tiebreaks.engine.ranking.editions import current
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.membership import SectionRanking, form_teams
from tiebreaks.engine.ranking.sequence import default_team_order, parse

from ..figures import line, verdict
from ..servers import ROOT, Client, filled, folder, postgres_database, running
from .fields import PRIZES, field, with_schools

SIZES = [(60, 5), (300, 7), (1000, 9), (5000, 9)]
ENTRY_SIZES = [(60, 7), (300, 7), (1000, 9), (500, 7)]
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
            line(name, absolute, ratio, "at most 40 ms", best <= 0.040)
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
            begun = perf_counter()
            award(ranking, announced)
            times.append(perf_counter() - begun)
        figure = f"award {len(announced)} prizes to 300×7{name}"
        line(figure, f"{min(times) * 1000:.1f} ms", "", "at most 20 ms", min(times) <= 0.020)


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
        sizes = [*(f"{players}x{rounds}" for players, rounds in ENTRY_SIZES), "500x7+teams"]
        cookies, sections = filled(environment, *sizes)
        with running(environment) as port:
            *individual, with_teams = sections
            for (players, rounds), section in zip(ENTRY_SIZES, individual, strict=True):
                alone = entry(
                    port, cookies, f"{players}×{rounds} on {name}", section.games, gated and players == 300
                )
                if players == 300:
                    polls(port, name, section.pk, section.address, gated=gated)
            figure = f"500×7 with 60 teams on {name}"
            together = entry(port, cookies, figure, with_teams.games, gated=False)
            ratio = together / alone
            says, target = f"{ratio:.2f} × the players alone", "at most 1.5 ×" if gated else ""
            line(f"entry with teams on {name}", f"{together * 1000:.1f} ms", says, target, ratio <= 1.5)


def entry(port: int, cookies: dict[str, str], name: str, games: list[str], gated: bool) -> float:
    """The median of entries, in seconds."""
    ours, bare = Client(port, cookies), Client(port, cookies)
    times: list[float] = []
    bare_times: list[float] = []
    for game in games[: ENTRIES + 3]:
        status, seconds, _body = ours("POST", f"/desk/games/{game}/result/", "result=WL&revision=0")
        if status != 200:
            raise RuntimeError(f"an entry was answered with {status}")
        times.append(seconds)
        for _ in range(3):
            bare_times.append(bare("POST", "/bare/write/", "n=1")[1])
    # The first few warm the server up.
    ratio = median(times[3:]) / median(bare_times[9:])
    says = f"{ratio:.1f} × a bare write of {median(bare_times[9:]) * 1000:.2f} ms"
    target = "at most 15 ×" if gated else ""
    line(f"entry {name}", f"{median(times[3:]) * 1000:.1f} ms", says, target, ratio <= 15)
    return median(times[3:])


def polls(port: int, name: str, pk: int, address: str, *, gated: bool) -> None:
    client = Client(port)
    path = f"/e/{address}/live/"
    _status, _first, body = client("GET", f"{path}?v=none")
    stamp = client("GET", f"/bench/stamp/{pk}/")[2].decode()
    nothing, bare, news = [], [], []
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
    target = "at least 80 %" if gated else ""
    line(f"poll without news on {name}", f"{median(nothing) * 1000:.2f} ms", says, target, share >= 0.8)
    says = f"{median(news) / median(bare):.1f} × the bare 204, {len(body) / 1024:.0f} KB"
    line(f"poll with news 300×7 on {name}", f"{median(news) * 1000:.2f} ms", says)


def main() -> int:
    recompute()
    teams()
    prizes()
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
