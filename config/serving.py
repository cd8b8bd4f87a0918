"""The server of `manage.py serve`: waitress, as a hall full of phones needs it.

* Who is signed in is served first, and no public request takes the last threads. The line of those that wait
  for one has an end: who comes when it is full is told so at once.
* The number of connections follows from the number of files that this system lets a process open. When they
  run out, idle connections of phones are closed, the oldest first, and never one of somebody signed in.
* Requests that arrive too slowly are cut, and so is who does not read the answer. Bodies that are too long
  are refused before they are read.
"""

import copy
import socket
import sys
import time
from collections import deque
from contextlib import suppress
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask
from waitress.utilities import RequestEntityTooLarge

from . import request_ids
from .admission import BODY, IS_CROWDED, longest_body, may_be_refused, refusal, sessions, too_long
from .answered import account_for
from .limits import (
    BODY_WITHIN,
    HEADERS_WITHIN,
    RESERVED,
    STALLED,
    SWITCH_INTERVAL,
    THREADS,
    UNREAD,
    WAITING,
    connections,
)

# Seconds. Phones ask every ten, so their connection stays open between two polls.
IDLE = 30
IDLE_SIGNED_IN = 600
LINGER = 5
# Room for what is accepted before the connections that make room for it are closed.
HEADROOM = 16
# As many as are taken before those are heard again who have a connection.
NEWCOMERS = 200


class Request(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """Refuses a body that is too long for its address, from its header. Knows when it arrives too slowly."""

    adj: Adjustments
    began: float
    came: float
    # Of what could not be read there is none.
    path = ""
    # It came when too many waited already.
    is_crowded = False

    def __init__(self, adj: Adjustments) -> None:
        super().__init__(adj)
        self.began = self.came = time.time()

    def received(self, data: bytes) -> int:
        self.came = time.time()
        return int(super().received(data))

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.chunked or self.content_length > BODY:
            self.adj = copy.copy(self.adj)
            # The parser refuses what is as long, too.
            self.adj.max_request_body_size = longest_body(self.path) + 1

    def is_slow(self, now: float) -> bool:
        if not self.headers_finished:
            return now - self.began > HEADERS_WITHIN
        return now - self.began > BODY_WITHIN or now - self.came > STALLED


class Task(WSGITask):  # type: ignore[misc]
    """Tells the application what it need not answer."""

    def get_environment(self) -> dict[str, Any]:
        return {**super().get_environment(), IS_CROWDED: self.request.is_crowded}


class Refusal(ErrorTask):  # type: ignore[misc]
    """What waitress refuses. A body that is too long is refused with the page that says so."""

    def execute(self) -> None:
        headers = {request_ids.HEADER: self.request.headers.get("X_REQUEST_ID", "")}
        # Of a request that could not be read, not even that is known.
        method = getattr(self.request, "command", None) or "-"
        if isinstance(self.request.error, RequestEntityTooLarge):
            self._too_long(method, headers)
            return
        with request_ids.named(headers) as name:
            self.response_headers.append((request_ids.HEADER, name))
            try:
                super().execute()
            finally:  # also for who closes the connection after the first byte
                seconds, size = time.time() - self.start_time, self.content_length or 0
                account_for(method, "", self.request.error.code, seconds, size)

    def _too_long(self, method: str, headers: dict[str, str]) -> None:
        is_script = "HX_REQUEST" in self.request.headers
        trouble = too_long(self.request.path, self.request.headers.get("CONTENT_LENGTH", ""))
        response = refusal(trouble, method, headers, is_script=is_script)
        self.status = f"{response.status_code} {response.reason_phrase}"
        self.response_headers += response.items()
        self.set_close_on_finish()
        self.content_length = len(response.content)
        self.channel.lingers = True
        self.write(response.content)


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection, of a phone or of somebody signed in."""

    parser_class = Request
    task_class = Task
    error_task_class = Refusal
    is_signed_in = False
    close_when_flushed: bool
    # Who still sends does not hear a refusal if the connection is closed at once (RFC 9112 section 9.6): what
    # comes is thrown away for a moment.
    lingers = False
    lingers_since = 0.0
    # When a part of an answer was first seen to wait for its reader.
    unread_since = 0.0

    def service(self) -> None:
        cookies = self.requests[0].headers.get("COOKIE", "")
        super().service()
        self.is_signed_in = bool(cookies) and sessions.know(cookies)

    def readable(self) -> bool:
        return bool(self.lingers_since) or bool(super().readable())

    def handle_read(self) -> None:
        if not self.lingers_since:
            super().handle_read()
            return
        try:
            more = self.recv(65536)
        except OSError:
            more = b""
        if not more:
            self.will_close = True

    def handle_write(self) -> None:
        if self.lingers and self.close_when_flushed and not self.will_close:
            self._flush_exception(self._flush_some)
            if not self.total_outbufs_len:
                self.close_when_flushed = False
                self.lingers_since = time.time()
                with suppress(OSError):
                    self.socket.shutdown(socket.SHUT_WR)
            return
        super().handle_write()

    @property
    def is_idle(self) -> bool:
        return not self.requests and not self.will_close

    def is_late(self, now: float) -> bool:
        """Whether nobody should wait for this connection any longer."""
        if self.lingers_since:
            return now - self.lingers_since > LINGER
        if self._is_unread(now):
            return True
        if self.requests:
            return False
        if self.request is not None and self.request.is_slow(now):
            return True
        return bool(now - self.last_activity > (IDLE_SIGNED_IN if self.is_signed_in else IDLE))

    def _is_unread(self, now: float) -> bool:
        """Whether nothing more of an answer is taken. A thread waits for it if the answer is long."""
        if not self.total_outbufs_len:
            self.unread_since = 0.0
            return False
        self.unread_since = self.unread_since or now
        return bool(now - max(self.unread_since, self.last_activity) > UNREAD)

    def cut(self) -> None:
        """Close at once. `will_close` waits until something can be sent: for ever, where nobody reads."""
        self.will_close = True
        self.handle_close()


class Line(deque[Channel]):
    """Requests that wait for a thread, and how many of them may have one at a time."""

    def __init__(self, at_once: int) -> None:
        super().__init__()
        self.at_once = at_once
        self.running = 0

    @property
    def moves(self) -> bool:
        return bool(self) and self.running < self.at_once


class SignedInFirst(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """Threads for requests: those of signed-in people first, and the last threads for nobody else.

    ``waiting`` of the others may be refused. When they are as many as can be answered soon, the next ones
    are: one at a time, or a crowd that asks again without a pause would leave nobody an answer.
    """

    def __init__(self) -> None:
        super().__init__()
        self.first = Line(THREADS)
        self.refused = Line(1)
        self.queue = Line(THREADS - RESERVED)
        self.waiting = 0

    def add_task(self, task: Channel) -> None:
        request = task.requests[0]
        cookies = request.headers.get("COOKIE", "")
        with self.lock:
            if cookies and sessions.know(cookies):
                self.first.append(task)
            elif not may_be_refused(request.path):
                self.queue.append(task)
            elif self.waiting < WAITING:
                self.waiting += 1
                self.queue.append(task)
            else:
                request.is_crowded = True
                self.refused.append(task)
            self.queue_cv.notify()

    def handler_thread(self, thread_no: int) -> None:
        while True:
            with self.lock:
                self.active_count -= 1
                self.queue_cv.wait_for(lambda: self.stop_count or self._next() is not None)
                line = self._next()
                if self.stop_count or line is None:
                    self.stop_count -= 1
                    self.threads.discard(thread_no)
                    self.thread_exit_cv.notify()
                    return
                self.active_count += 1
                task = line.popleft()
                line.running += 1
                if line is self.queue:
                    self.waiting -= may_be_refused(task.requests[0].path)
            try:
                task.service()
            except BaseException:
                self.logger.exception("Exception when servicing %r", task)
            with self.lock:
                line.running -= 1
                if line:
                    self.queue_cv.notify()

    def _next(self) -> Line | None:
        return next((line for line in (self.first, self.refused, self.queue) if line.moves), None)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        with self.lock:
            for others in (self.refused, self.first):
                self.queue.extendleft(others)
                others.clear()
        return bool(super().shutdown(cancel_pending, timeout))


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Closes what is late, and makes room where connections run out."""

    channel_class = Channel

    def maintenance(self, now: float) -> None:
        for channel in list(self.active_channels.values()):
            if channel.is_late(now):
                channel.cut()

    def handle_accept(self) -> None:
        # waitress takes one and then looks at every connection: the last of a crowd would wait for seconds.
        for _newcomer in range(NEWCOMERS):
            if len(self._map) >= self.adj.connection_limit - HEADROOM:
                self._make_room()
            before = len(self._map)
            if before < self.adj.connection_limit:
                super().handle_accept()
            if len(self._map) == before:
                return

    def _make_room(self) -> None:
        """Close the connection of a phone that has been idle for longest."""
        idle = [
            channel
            for channel in self.active_channels.values()
            if channel.is_idle and not channel.is_signed_in
        ]
        if idle:
            min(idle, key=lambda channel: channel.last_activity).cut()


def server(listener: socket.socket) -> Server:
    """Wallchart's server on this socket; ``run`` serves until a signal stops it."""
    from .wsgi import application

    sys.setswitchinterval(SWITCH_INTERVAL)
    dispatcher = SignedInFirst()
    dispatcher.set_thread_count(THREADS)
    adjustments = Adjustments(
        sockets=[listener],
        threads=THREADS,
        connection_limit=connections(),
        cleanup_interval=2,
        channel_timeout=IDLE,
        max_request_header_size=32_000,
        max_request_body_size=BODY + 1,
        log_socket_errors=False,
        asyncore_use_poll=True,
        ident=None,
        # Nothing believes them; the first-run page sees by them that a proxy asks, and not this machine.
        clear_untrusted_proxy_headers=False,
    )
    return Server(
        application,
        {},
        True,
        listener,
        dispatcher=dispatcher,
        adj=adjustments,
        sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
        bind_socket=False,
    )
