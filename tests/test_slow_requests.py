"""Requests that arrive too slowly, on the laptop's server and on gunicorn, by a clock that the test sets."""

import errno
import socket
from typing import Any

import pytest
from waitress.adjustments import Adjustments

from config import serving, slow_requests
from config.limits import BODY_WITHIN, HEADERS_WITHIN, STALLED

HEADER = b"POST /setup/sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def time(self) -> float:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(serving, "time", clock)
    monkeypatch.setattr(slow_requests, "monotonic", clock.time)
    return clock


def test_the_laptop_waits_ten_seconds_for_a_header(clock: Clock) -> None:
    request = serving.Request(Adjustments())
    request.received(HEADER[:20])
    clock.pass_by(HEADERS_WITHIN)
    assert not request.is_slow(clock.now)
    clock.pass_by(1)
    assert request.is_slow(clock.now)


def test_the_laptop_waits_for_a_body_while_it_comes_and_a_minute_in_whole(clock: Clock) -> None:
    request = serving.Request(Adjustments())
    request.received(HEADER)
    clock.pass_by(STALLED + 1)
    assert request.is_slow(clock.now)
    for _part in range(4):
        request.received(b"x")
        assert request.is_slow(clock.now) is (clock.now - 1000 > BODY_WITHIN)
        clock.pass_by(STALLED - 4)
    assert request.is_slow(clock.now)


class Sends:
    """A socket from which a byte comes every so many seconds."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock, self.seconds = clock, seconds
        self.patience: float | None = None

    def settimeout(self, patience: float | None) -> None:
        self.patience = patience

    def recv(self, most: int) -> bytes:
        assert self.patience is not None
        self.clock.pass_by(min(self.seconds, self.patience))
        if self.seconds > self.patience:
            raise TimeoutError
        return b"x"


@pytest.mark.parametrize(("seconds", "cut_after"), [(STALLED + 1, STALLED), (STALLED - 1, BODY_WITHIN)])
def test_a_server_waits_no_longer(clock: Clock, seconds: float, cut_after: float) -> None:
    phone: Any = Sends(clock, seconds)
    arriving = slow_requests.Arriving(phone)

    def whole() -> None:
        while True:
            arriving.recv(1024)

    with pytest.raises(ConnectionResetError) as cut:
        whole()
    assert cut.value.errno == errno.ECONNRESET
    assert clock.now - 1000 == cut_after
    assert phone.patience is None  # the answer is written without haste


def test_what_arrives_is_read() -> None:
    near, far = socket.socketpair()
    with near, far:
        far.sendall(b"GET /")
        assert slow_requests.Arriving(near).recv(1024) == b"GET /"
