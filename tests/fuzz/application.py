"""A client of the application as both server forms run it: nothing of a request is read before it, and no
check is left out for tests.
"""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from types import SimpleNamespace
from typing import Any

from django.contrib.auth.models import User
from django.core.signals import got_request_exception, request_finished, request_started
from django.db import close_old_connections
from django.http import HttpResponse
from django.test import Client

from config.wsgi import application

TOKEN = "t" * 32  # of forms; the same in the cookie and in a header, as a script sends it


class Visitor(Client):
    """Somebody, signed in or not. ``raised`` is what the last request raised, also where a page hid it."""

    def __init__(self, user: User | None = None) -> None:
        super().__init__(raise_request_exception=False, headers={"X-CSRFToken": TOKEN})
        self.handler = self._ask  # type: ignore[assignment]
        self.user = user
        self.raised: BaseException | None = None
        self.arrive()

    def arrive(self) -> None:
        """Sign in, if there is anybody to."""
        self.cookies.clear()
        if self.user:
            self.force_login(self.user)
        self.cookies["csrftoken"] = TOKEN
        self._cookies = self._held()

    @property
    def has_left(self) -> bool:
        """Whether an answer signed somebody out or in, or changed the token."""
        return self._held() != self._cookies

    def _held(self) -> list[str]:
        return [self.cookies[name].value for name in ("sessionid", "csrftoken") if name in self.cookies]

    def _ask(self, environ: dict[str, Any]) -> HttpResponse:
        started: list[tuple[str, list[tuple[str, str]]]] = []
        environ["wsgi.errors"] = io.StringIO()
        self.raised = None

        def start_response(status: str, headers: list[tuple[str, str]], *_error: Any) -> Any:
            started.append((status, headers))

        def note(**raised: Any) -> None:
            _type, self.raised, _trace = sys.exc_info()

        got_request_exception.connect(note, weak=False)
        try:
            with kept_connection():
                body = application(environ, start_response)
                content = b"".join(body)
                if close := getattr(body, "close", None):
                    close()
        except Exception as error:
            self.raised = error
            started, content = [("500 Out of the application", [])], b""
        finally:
            got_request_exception.disconnect(note)
        return _response(*started[-1], content)


@contextmanager
def kept_connection() -> Iterator[None]:
    """Without closing the connection around each request, and with it the transaction of the test."""
    signals = [each for each in (request_started, request_finished) if each.disconnect(close_old_connections)]
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


def _response(status: str, headers: list[tuple[str, str]], content: bytes) -> HttpResponse:
    response = HttpResponse(content, status=int(status.split()[0]))
    response.cookies = SimpleCookie()
    for name, value in headers:
        if name == "Set-Cookie":
            response.cookies.load(value)
        else:
            response.headers[name] = value
    response.wsgi_request = SimpleNamespace()  # type: ignore[attr-defined]
    return response
