"""Phones, readers and scorers by Tsung, a load generator whose requests wait for nobody's answers.

Each phone is on its own: it opens a page, then asks every 8 to 12 seconds, whatever becomes of the others.
Readers and scorers arrive at random at a rate, each on a new connection, however many still wait. So a server
that stalls is asked on, and each request that waits is measured from the moment it was due.

Results come in so fast that a phone finds news each time it asks: every poll costs a fragment.
"""

import random
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from ..servers import HERE, Filled

TSUNG = shutil.which("tsung")
DTD = Path("/usr/share/tsung/tsung-1.0.dtd")
# The phones come within the first ten seconds, which are not measured.
ARRIVING = 10
MEASURED = ("poll", "why", "result")


class Crowd(NamedTuple):
    """What comes: a number of phones, and readers of why pages and results a second."""

    phones: int
    whys: int
    results: int


@dataclass
class Measured:
    """The seconds that each kind of request took, and what went wrong."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def percentile(self, kind: str, share: float) -> float:
        times = sorted(self.times[kind])
        return times[ceil(share * len(times)) - 1] if times else float("inf")


def visit(
    port: int, crowd: Crowd, sections: list[Filled], cookies: dict[str, str], seconds: int, var: Path
) -> Measured:
    """Send this crowd to the server on this port for so many seconds."""
    boards = [(game,) for section in sections for game in section.games]
    needed = crowd.results * seconds
    if len(boards) < needed + 4 * needed**0.5:  # arrivals at random
        raise ValueError(f"{needed} results need more than the {len(boards)} boards there are")
    order = random.Random(crowd.phones)
    order.shuffle(boards)
    readers = [
        (section.address, str(n)) for section in sections for n in range(1, 2 * len(section.games) + 1)
    ]
    order.shuffle(readers)
    files: dict[str, Sequence[tuple[str, ...]]] = {
        "sections": [(section.address,) for section in sections],
        "whys": readers,
        "boards": boards,
    }
    for name, rows in files.items():
        (var / f"{name}.csv").write_text("".join(f"{';'.join(row)}\n" for row in rows))
    plan = var / "tsung.xml"
    plan.write_text(_plan(port, crowd, cookies, seconds, var))
    logs = var / f"tsung-{crowd.phones}"
    # Its home, so that a run leaves nothing behind.
    environment = {"HOME": str(var), "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"}
    command = [str(TSUNG), "-f", str(plan), "-l", str(logs), "start"]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    [log] = logs.iterdir()
    return _read(log)


def _plan(port: int, crowd: Crowd, cookies: dict[str, str], seconds: int, var: Path) -> str:
    rate = crowd.whys + crowd.results
    phases = [(crowd.phones / ARRIVING, ARRIVING, [100.0, 0.0, 0.0], f'maxnumber="{crowd.phones}"')]
    phases += [(rate, seconds, [0.0, 100 * crowd.whys / rate, 100 * crowd.results / rate], "")]
    arrivals = "".join(
        f'<arrivalphase phase="{number}" duration="{duration}" unit="second">'
        f'<users {most} arrivalrate="{arriving}" unit="second"/>'
        + "".join(
            f'<session_setup name="{name}" probability="{share}"/>'
            for name, share in zip(("phone", "reader", "scorer"), shares, strict=True)
        )
        + "</arrivalphase>"
        for number, (arriving, duration, shares, most) in enumerate(phases, 1)
    )
    sessions = {
        "phone": f"""{_of_file("sections", "section")}
            {_request("page", "/e/%%_section%%/")}
            <for from="1" to="{seconds}" var="n">
            <thinktime min="8" max="12" random="true"/>
            {_request("poll", "/e/%%_section%%/live/?v=00000000.0")}
            </for>""",
        "reader": f"""{_of_file("whys", "section", "number")}
            {_request("why", "/e/%%_section%%/why/%%_number%%/")}""",
        "scorer": f"""{_of_file("boards", "board")}
            {_request("result", "/desk/games/%%_board%%/result/", cookies)}""",
    }
    asked = "".join(
        f'<session name="{name}" probability="{share}" type="ts_http">{does}</session>'
        for (name, does), share in zip(sessions.items(), (100, 0, 0), strict=True)
    )
    files = "".join(
        f'<option name="file_server" id="{name}" value={quoteattr(str(var / f"{name}.csv"))}/>'
        for name in ("sections", "whys", "boards")
    )
    return f"""<?xml version="1.0"?>
        <!DOCTYPE tsung SYSTEM "{DTD}">
        <tsung loglevel="notice" version="1.0" dumptraffic="protocol">
        <clients><client host="localhost" use_controller_vm="true" maxusers="60000"/></clients>
        <servers><server host="{HERE}" port="{port}" type="tcp"/></servers>
        <load duration="{ARRIVING + seconds}" unit="second">{arrivals}</load>
        <options>{files}</options>
        <sessions>{asked}</sessions>
        </tsung>"""


def _of_file(name: str, *columns: str) -> str:
    named = "".join(f'<var name="{column}"/>' for column in columns)
    return f'<setdynvars sourcetype="file" fileid="{name}" delimiter=";" order="iter">{named}</setdynvars>'


def _request(tag: str, path: str, cookies: dict[str, str] | None = None) -> str:
    headers, sent = {"Accept-Encoding": "gzip, deflate"}, 'method="GET"'
    if cookies:
        headers |= {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        headers |= {"X-CSRFToken": cookies["csrftoken"], "HX-Request": "true"}
        sent = 'method="POST" content_type="application/x-www-form-urlencoded"'
        sent += ' contents="result=WL&amp;revision=0"'
    listed = "".join(
        f'<http_header name="{name}" value={quoteattr(value)}/>' for name, value in headers.items()
    )
    return (
        f'<request subst="true" tag="{tag}">'
        f'<http url={quoteattr(path)} version="1.1" {sent}>{listed}</http></request>'
    )


def _read(log: Path) -> Measured:
    """The requests after the phones' arrival, from Tsung's list; its counters know who got no answer."""
    measured = Measured()
    begun: float | None = None
    for answered, status, seconds, tag in _answers(log / "tsung.dump"):
        begun = begun or answered - seconds
        if answered - seconds < begun + ARRIVING:
            continue
        if status not in {"200", "204"}:
            measured.errors[f"{tag}: {status}"] += 1
        elif tag in MEASURED:
            measured.times[tag].append(seconds)
    counted: dict[str, int] = {}
    for row in (log / "tsung.log").read_text().splitlines():
        words = row.split()
        # `error_abort` is the end of the time.
        if len(words) == 4 and words[1].startswith("error_") and words[1] != "error_abort":
            counted[words[1]] = int(words[3])
    for name, number in counted.items():
        measured.errors[name] += number
    return measured


def _answers(dump: Path) -> Iterator[tuple[float, str, float, str]]:
    for row in dump.read_text().splitlines()[1:]:
        answered, _pid, _id, _method, _host, _url, status, _size, duration, _transaction, *_rest, tag = (
            row.split(";")
        )
        yield float(answered), status, float(duration) / 1000, tag
