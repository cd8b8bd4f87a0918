"""Whose turn it is. A process of Python computes one thing at a time: if every phone of a hall asks at once,
each of them gets a small share, and so does the director who enters a result. So they take turns:

* A request of somebody signed in runs at once, and for its first moment no other request begins.
* Public requests run a few at a time; the others wait.
* Pieces of public pages that must be rendered wait in a line of their own, one at a time, and let the polls
  pass. What many wait for comes before a page that one has opened. A line that is too long is :class:`Busy`.
  A long piece pauses between its rows while somebody signed in is served: beside it an entry took five times
  as long as alone.

Outside a server (tests, commands) nobody waits.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, local
from time import monotonic

AT_ONCE = 2
# Waiting in the line for a render, where a server does not say it.
LINE = 14
# Seconds: how long those who are signed in keep others waiting, and how long a render is waited for.
FIRST_MOMENT = 0.25
PATIENCE = 2.0


class Busy(Exception):  # noqa: N818 (an answer, not an error)
    """Too many ask for something that must be computed first: ask again in a moment."""


class Turns:
    """The turns of one process. Each thread serves one request at a time."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._signed_in = 0
        self._quiet_until = 0.0
        self._public = 0
        self._rendering = False
        self.line = LINE
        self.in_line = self._for_many = 0
        self._here = local()

    @contextmanager
    def signed_in(self) -> Iterator[None]:
        """A request that goes first."""
        with self._changed:
            self._signed_in += 1
            self._quiet_until = monotonic() + FIRST_MOMENT
        self._here.is_mine = True
        try:
            yield
        finally:
            self._here.is_mine = False
            with self._changed:
                self._signed_in -= 1
                if not self._signed_in:
                    self._quiet_until = 0.0
                    self._changed.notify_all()

    @contextmanager
    def public(self) -> Iterator[None]:
        """A request that waits for its turn."""
        with self._changed:
            self._wait_for_quiet()
            self._public += 1
        self._here.is_public = True
        try:
            yield
        finally:
            self._here.is_public = False
            with self._changed:
                self._public -= 1
                self._changed.notify_all()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Lets others pass while this public request waits for another thread."""
        if not self._is_public:
            yield
            return
        self._count(-1)
        try:
            yield
        finally:
            self._count(1)

    @contextmanager
    def render(self, *, for_many: bool = False) -> Iterator[None]:
        """A long piece of work of a public request. Raises :class:`Busy` if too many wait for theirs."""
        if not self._is_public or self.is_mine:
            yield
            return
        with self.aside():
            with self._changed:
                if self.in_line >= self.line:
                    raise Busy
                self.in_line += 1
                self._for_many += for_many
                free = self._changed.wait_for(
                    lambda: not self._rendering and (for_many or not self._for_many), PATIENCE
                )
                self._for_many -= for_many
                self.in_line -= 1
                if not free:
                    self._changed.notify_all()
                    raise Busy
                self._rendering = self._here.is_mine = True
            self._here.gives_way_until = monotonic() + FIRST_MOMENT
            try:
                yield
            finally:
                self._here.gives_way_until = 0.0
                with self._changed:
                    self._rendering = self._here.is_mine = False
                    self._changed.notify_all()

    def give_way(self) -> None:
        """Amid a render: let those who are signed in pass, but not for ever."""
        until = getattr(self._here, "gives_way_until", 0.0)
        if not self._signed_in or not until:
            return
        with self._changed:
            self._changed.wait_for(lambda: not self._signed_in, max(0.0, until - monotonic()))

    @property
    def is_mine(self) -> bool:
        """Whether this thread need not wait: it goes first, or it has the turn to render."""
        return getattr(self._here, "is_mine", False)

    @property
    def _is_public(self) -> bool:
        return getattr(self._here, "is_public", False)

    def _count(self, more: int) -> None:
        with self._changed:
            self._public += more
            self._changed.notify_all()

    def _wait_for_quiet(self) -> None:
        begun = monotonic()
        while True:
            now = monotonic()
            # However many are signed in, nobody waits for them longer than this.
            quiet = min(self._quiet_until, begun + 2 * FIRST_MOMENT)
            if self._public < AT_ONCE and now >= quiet:
                return
            self._changed.wait(quiet - now if now < quiet else None)


turns = Turns()
