"""gunicorn's worker, which cuts a request that arrives too slowly.

gunicorn's own reads a request for as long as its client sends it, a byte a minute if it likes, and a thread
waits.
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
