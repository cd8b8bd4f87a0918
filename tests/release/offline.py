"""A director's first day with the zip, on a machine whose network is off. It runs as a process of its own:

    unshare --net python -m tests.release.offline FIRST SECOND

Both are folders as unpacked; the second is a newer version. What happened is printed as JSON.
"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import socket
import struct
import sys
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from time import monotonic
from urllib.parse import urlencode

PATIENCE = 600
READY = "Keep this window open"
PASSWORD = "four knights"
IFF_UP, SIOCSIFFLAGS = 1, 0x8914


def main(first: Path, second: Path) -> None:
    loopback_up()
    happened: dict[str, object] = {"online": is_online()}
    window = Window(first)
    happened["installed"] = window.read_until(READY)
    welcome = window.opened()
    happened["welcome"] = welcome
    browser = Browser()
    page = browser.get(welcome)
    happened["after"] = browser.send(
        welcome, page, name="Dana Reyes", password=PASSWORD, again=PASSWORD, beginning="event"
    )
    here = welcome.partition("/setup")[0]
    made = {"name": "Autumn Open", "city": "Lake Wren", "starts_on": "2026-10-03"}
    new_event = f"{here}/setup/events/new/"
    happened["event"] = browser.send(new_event, browser.get(new_event), **made)
    happened["closed"] = window.close()

    # Another place, the same version: nothing is installed again.
    moved = first.rename(first.with_name("moved"))
    window = Window(moved)
    happened["again"] = window.read_until(READY)
    happened["closed again"] = window.close()

    window = Window(second)
    happened["upgraded"] = window.read_until(READY)
    page = Browser().get(f"{here}/setup/sign-in/")
    happened["welcome again"] = "Welcome to Wallchart" in page
    browser = Browser()
    sign_in = f"{here}/setup/sign-in/"
    browser.send(sign_in, browser.get(sign_in), username="Dana Reyes", password=PASSWORD)
    happened["kept"] = "Autumn Open" in browser.get(f"{here}/desk/")
    happened["closed at last"] = window.close()
    print(json.dumps(happened))


def loopback_up() -> None:
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))


def is_online() -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return False
        return True


class Window:
    """A window of a terminal in which the starter runs, as after a double-click."""

    def __init__(self, folder: Path) -> None:
        self.said = ""
        self.browsed = Path(os.environ["HOME"]) / "opened.txt"
        self.browsed.unlink(missing_ok=True)
        self.process, self.terminal = pty.fork()
        if not self.process:
            starter = str(folder / "Start Wallchart.command")
            os.execv(starter, [starter])

    def read_until(self, words: str) -> str:
        deadline = monotonic() + PATIENCE
        while words not in self.said:
            if not select.select([self.terminal], [], [], max(0, deadline - monotonic()))[0]:
                raise TimeoutError(self.said)
            try:
                self.said += os.read(self.terminal, 4096).decode(errors="replace")
            except OSError as error:  # its process has ended
                raise RuntimeError(self.said) from error
        return self.said

    def opened(self) -> str:
        """The address that the browser was opened with."""
        with self.browsed.with_suffix(".fifo").open() as said:
            return said.readline().strip()

    def close(self) -> int:
        """Close the window; how the process ended."""
        os.close(self.terminal)
        signal.alarm(60)
        _process, status = os.waitpid(self.process, 0)
        signal.alarm(0)
        return os.waitstatus_to_exitcode(status)


class Browser:
    def __init__(self) -> None:
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), cookies)

    def get(self, address: str) -> str:
        return str(self.opener.open(address, timeout=PATIENCE).read().decode())

    def send(self, address: str, page: str, **typed: str) -> str:
        """Send the page's form to its address; the address of the page that follows."""
        unseen = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        request = urllib.request.Request(address, urlencode(unseen | typed).encode())
        request.add_header("Referer", address)
        return str(self.opener.open(request, timeout=PATIENCE).geturl())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
