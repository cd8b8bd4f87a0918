"""gunicorn's worker, which cuts a request that arrives too slowly and accounts for what it cannot read.

gunicorn's own reads a request for as long as its client sends it, a byte a minute if it likes, and a thread
waits. What it refuses stands in no access log.
"""

import errno
import socket
from time import monotonic
from typing import Any

from gunicorn.workers.gthread import (  # type: ignore[import-untyped]
    _DEFER,
    DEFAULT_WORKER_DATA_TIMEOUT,
    ThreadWorker,
)

from . import request_ids
from .answered import account_for
from .limits import BODY_WITHIN, STALLED


class Arriving:
    """The socket of one request as it is read: each part soon after the one before, all within a minute."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.until = monotonic() + BODY_WITHIN

    def recv(self, most: int) -> bytes:
        patience = min(STALLED, self.until - monotonic())
        if patience <= 0:
            raise _too_slow()
        self.connection.settimeout(patience)
        try:
            return self.connection.recv(most)
        except TimeoutError:
            raise _too_slow() from None
        finally:
            self.connection.settimeout(None)


class Refused:
    """The socket of a request that could not be read, and with which status it was answered."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.status = 0
        self.size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)

    def sendall(self, answer: bytes) -> None:
        head, _blank, body = answer.partition(b"\r\n\r\n")
        self.status, self.size = int(head.split()[1]), len(body)
        self.connection.sendall(answer)


def _too_slow() -> ConnectionResetError:
    """What gunicorn takes for a client that left."""
    return ConnectionResetError(errno.ECONNRESET, "the request arrived too slowly")


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    def handle(self, conn: Any) -> Any:
        if not conn.initialized and not conn.wait_for_data(DEFAULT_WORKER_DATA_TIMEOUT):
            return _DEFER  # it has sent nothing yet
        conn.init()
        conn.parser.unreader.sock = Arriving(conn.sock)
        return super().handle(conn)

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: Exception) -> None:
        if req is not None:  # Django answered it
            super().handle_error(req, client, addr, exc)
            return
        refused = Refused(client)
        with request_ids.named({}):
            super().handle_error(req, refused, addr, exc)
            account_for("-", "", refused.status, 0.0, refused.size)
