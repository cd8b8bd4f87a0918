"""What a phone pays for one result: bytes on the wire, main-thread work, shift of the layout; and for the
first load on a slow network. In a real browser whose processor is four times as slow; one line a figure.

    python -m tests.bench.phones
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, CDPSession, Error, Page, expect, sync_playwright

from ..figures import line, verdict
from ..servers import HERE, ROOT, Client, filled, folder, running
from .__main__ import _enter

SLOWER = 4
RESULTS = 20
# The first of them waits for the page to be rendered; phones after it do not.
LOADS = 5
# Before the figures are taken: a round in its middle.
ENTERED = 60
KB = 1024
SLOW = {"latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8, "offline": False}
SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
"""


class Wire:
    """The bytes that came since it was last asked, with their headers, as they came over the network."""

    def __init__(self, session: CDPSession) -> None:
        self._bytes = 0
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._count)

    def _count(self, event: dict[str, float]) -> None:
        self._bytes += int(event["encodedDataLength"])

    def since(self) -> int:
        came, self._bytes = self._bytes, 0
        return came


@contextmanager
def a_phone(browser: Browser) -> Iterator[tuple[Page, CDPSession, Wire]]:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, device_scale_factor=2, is_mobile=True
    )
    page = context.new_page()
    page.add_init_script(SHIFTS)
    session = context.new_cdp_session(page)
    # Time of the thread, not of the clock: somebody else may use the processor.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page, session, Wire(session)
    context.close()


def busy(session: CDPSession) -> float:
    """Seconds that the main thread has worked."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")


def results(browser: Browser, desk: Client, address: str, games: list[str], *, read_at: str) -> None:
    """One result after the other, with the reader at the head of the list or amid it."""
    with a_phone(browser) as (page, session, wire):
        page.goto(address)
        if read_at == "middle":
            row = page.locator(".entry").nth(150)
            row.evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
        page.wait_for_timeout(2000)
        sizes, works, shifts = [], [], []
        region = page.locator("#live")
        for game in games:
            stamp = region.get_attribute("data-stamp") or ""
            _enter(desk, game, "WL", 0)
            wire.since()
            page.evaluate("window.shifted = 0")
            before = busy(session)
            page.evaluate("window.dispatchEvent(new Event('offline'))")
            # Nothing is asked of the page meanwhile: it would count.
            page.wait_for_timeout(2000)
            works.append((busy(session) - before) * 1000)
            expect(region).not_to_have_attribute("data-stamp", stamp)
            sizes.append(wire.since())
            shifts.append(float(page.evaluate("window.shifted")))
    name = f"one result in 300×7, reading at the {read_at}"
    size, work, shift = median(sizes), median(works), median(shifts)
    line(
        f"{name}: wire",
        f"{size / KB:.1f} KB",
        f"most {max(sizes) / KB:.1f} KB",
        "at most 4 KB",
        size <= 4 * KB,
    )
    line(f"{name}: main thread", f"{work:.0f} ms", f"most {max(works):.0f} ms", "at most 60 ms", work <= 60)
    line(f"{name}: shift", f"{shift:.3f}", f"most {max(shifts):.3f}", "at most 0.02", shift <= 0.02)


# The bare minimum of one result: a row is written, moved and laid out among as many, and painted.
BARE = """async () => {
    const list = document.createElement("ol");
    list.innerHTML = "<li><b>7</b> Somebody <i>3</i></li>".repeat(300);
    document.body.replaceChildren(list);
    for (let turn = 0; turn < 20; turn++) {
        await new Promise((done) => requestAnimationFrame(done));
        list.children[100].innerHTML = `<b>${turn}</b> Somebody <i>${turn}</i>`;
        list.prepend(list.children[100]);
    }
}"""


def yardstick(browser: Browser) -> None:
    """How fast this machine is today: milliseconds are to be read beside it."""
    with a_phone(browser) as (page, session, _wire):
        before = busy(session)
        page.evaluate(BARE)
        print(f"yardstick: a bare row of 300 moves, {(busy(session) - before) * 1000 / 20:.1f} ms")


def first_load(browser: Browser, address: str, of: str) -> None:
    sizes, paints, shifts = [], [], []
    for _time in range(LOADS):
        with a_phone(browser) as (page, session, wire):
            session.send("Network.emulateNetworkConditions", SLOW)
            page.goto(address, wait_until="networkidle", timeout=120_000)
            # The font comes last, when the page is painted.
            page.evaluate("document.fonts.ready.then(() => null)")
            page.wait_for_load_state("networkidle")
            sizes.append(wire.since())
            painted = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
            paints.append(float(page.evaluate(painted)))
            shifts.append(float(page.evaluate("window.shifted")))
    name = f"first load of {of}"
    size, paint, shift = max(sizes), median(paints), max(shifts)
    most = f"most {max(paints):.0f} ms"
    line(f"{name}: wire", f"{size / KB:.1f} KB", "", "at most 60 KB", size <= 60 * KB)
    line(f"{name}: first paint", f"{paint:.0f} ms", most, "at most 1500 ms", paint <= 1500)
    line(f"{name}: shift", f"{shift:.3f}", "", "at most 0.02", shift <= 0.02)


def main() -> int:
    with sync_playwright() as playwright, folder() as var:
        try:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        except Error as error:
            print(f"Phones left out, there is no Chromium: {str(error).splitlines()[0]}")
            return 0
        environment = {
            "DATABASE_URL": f"sqlite:///{Path(var) / 'bench.sqlite3'}",
            "VAR_DIR": var,
            "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
            "PYTHONPATH": str(ROOT),
        }
        cookies, (large, small, abroad) = filled(environment, "300x7", "120x5", "120x5+names")
        with running(environment) as port:
            desk, origin = Client(port, cookies), f"http://{HERE}:{port}"
            for game in small.games[::2] + abroad.games[::2]:
                _enter(desk, game, "WL", 0)
            yardstick(browser)
            first_load(browser, f"{origin}/e/{small.address}/", "120×5")
            first_load(browser, f"{origin}/e/{abroad.address}/", "120×5, ten names of other languages")
            games = large.games
            for game in games[:ENTERED]:
                _enter(desk, game, "LW", 0)
            rest = games[ENTERED : ENTERED + 2 * RESULTS]
            for read_at, some in (("top", rest[:RESULTS]), ("middle", rest[RESULTS:])):
                results(browser, desk, f"{origin}/e/{large.address}/", some, read_at=read_at)
        browser.close()
    return verdict()


if __name__ == "__main__":
    sys.exit(main())
