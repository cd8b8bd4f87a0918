"""Whether pages are rendered for a plain copy, and when: what they say of games in progress was true then."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

# None on pages that are served.
at: ContextVar[datetime | None] = ContextVar("at", default=None)


def is_copy() -> bool:
    return at.get() is not None


@contextmanager
def copied(now: datetime) -> Iterator[None]:
    """Within it, pages say of when they are."""
    token = at.set(now)
    try:
        yield
    finally:
        at.reset(token)
