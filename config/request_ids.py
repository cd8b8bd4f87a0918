"""A name for each request: in the log, in the response, and on error pages for a director to read out."""

import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings

HEADER = "X-Request-ID"
# What proxies send: 32 hexadecimal digits, a UUID, a trace id. Anything else could forge a log line.
FROM_A_PROXY = re.compile(r"[A-Za-z0-9._-]{8,64}")
# Without letters and digits that sound or look alike.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
READ_OUT = 8

current: ContextVar[str] = ContextVar("request_id", default="")


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _letter in range(READ_OUT))


def id_of(headers: Mapping[str, str], *, behind_proxy: bool) -> str:
    """The id that a trusted proxy gave the request, or a new one.

    >>> id_of({"X-Request-ID": "4bf92f3577b34da6"}, behind_proxy=True)
    '4bf92f3577b34da6'
    >>> id_of({"X-Request-ID": "4bf92f3577b34da6"}, behind_proxy=False) == "4bf92f3577b34da6"
    False
    """
    given = headers.get(HEADER, "") if behind_proxy else ""
    return given if FROM_A_PROXY.fullmatch(given) else new_id()


@contextmanager
def named(headers: Mapping[str, str]) -> Iterator[str]:
    """A request with these headers is being answered, under this id."""
    with as_if(id_of(headers, behind_proxy=settings.BEHIND_PROXY)) as name:
        yield name


@contextmanager
def as_if(name: str) -> Iterator[str]:
    """This is the id of the current request."""
    token = current.set(name)
    try:
        yield name
    finally:
        current.reset(token)


def reference() -> str:
    """The end of the current request's id, short enough to read out and enough to find it in the log."""
    return current.get()[-READ_OUT:]
