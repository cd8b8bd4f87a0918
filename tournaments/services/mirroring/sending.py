"""The server's own thread that sends what is new to the server that mirrors an event.

It reads what was published and never writes to the database, and no entry waits for it. What it knows of a
server, it knows from its answers: after a start it sends everything once. Nothing that fails here stops play:
the page *Mirror* says it, and the thread tries again by itself.
"""

import http.client
import logging
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from threading import Event as Signal
from threading import Thread
from typing import NamedTuple
from urllib.parse import urlsplit

from django.db import close_old_connections, connection
from django.utils import timezone

from tiebreaks.published import ENGINE, SCHEMA

from ...formats import mirror as formats
from ...models import Event, Mirroring
from ...selectors.files import mirroring as selectors
from ...text.mirroring import Trouble
from .. import replaced_file

# Seconds. How often the thread looks for a new version; the longest without a word, so that the server knows
# that the hall is there; how long an answer may take; and between tries, each twice as long as the last.
LOOK = 1
STILL_HERE = 20
PATIENCE = 10
FIRST_PAUSE, LONGEST_PAUSE = 2, 60
# Of an answer, no more than a line is read.
_LINE = 400
logger = logging.getLogger(__name__)


class Answer(NamedTuple):
    status: int
    said: str = ""
    counter: int = 0


@dataclass
class State:
    """What is known of a mirror. ``sent`` are the texts that the server has, None while that is unknown."""

    server: str = ""
    key: str = ""
    sent: dict[str, str] | None = None
    versions: selectors.Versions = field(default_factory=dict)
    counter: int = 0
    heard: datetime | None = None
    trouble: Trouble | None = None
    said: str = ""
    # When the first of the tries that failed in a row was made, how long the next one waits, and until when.
    since: datetime | None = None
    pause: float = 0
    due: float = 0
    mark: tuple[object, ...] | None = None

    @property
    def is_known(self) -> bool:
        """Whether it is known what the server has."""
        return self.sent is not None

    @property
    def seconds(self) -> int:
        """How long ago the server said that it has everything."""
        return round((timezone.now() - self.heard).total_seconds()) if self.heard else 0

    def waiting(self, now: selectors.Versions) -> int:
        """How many versions the server lacks; of standings in a new life all that they have counted."""
        count = 0
        for name, (epoch, version) in now.items():
            known, at = self.versions.get(name, (epoch, 0))
            count += version - at if known == epoch else version
        return count


class Sender(Thread):
    """Sends each event that is mirrored: soon after it changed, and now and then a sign of life."""

    def __init__(self, send: "Callable[[str, str, int, str, bytes], Answer] | None" = None) -> None:
        super().__init__(name="mirror", daemon=True)
        self._send = send or post
        self._stopped = False
        self._woken = Signal()
        self.states: dict[int, State] = {}

    def run(self) -> None:
        while not self._stopped:
            self._look()
            # An event that joins wakes the thread.
            self._woken.wait(LOOK if self.states else STILL_HERE)
            self._woken.clear()
        connection.close()

    def stop(self) -> None:
        self._stopped = True
        self._woken.set()
        # A director who stops Wallchart does not wait for an answer: the next start sends everything.
        self.join(1)

    def try_now(self, event: int) -> None:
        """Try this one at once, however long its pause is."""
        if state := self.states.get(event):
            state.due = state.pause = 0
        self._woken.set()

    def _look(self) -> None:
        try:
            replaced_file.let_go()
            close_old_connections()
            self.look()
        except Exception as error:  # whatever it is: the thread goes on, and the next look tries again
            logger.warning("The mirrors were not looked at: %r", error)

    def look(self) -> None:
        """Send to each server that is due."""
        rows = Mirroring.objects.exclude(event__mirror="").select_related("event").order_by("pk")
        mirrorings = {row.event_id: row for row in rows}
        self.states = {event: self._state(row) for event, row in mirrorings.items()}
        for pk, row in mirrorings.items():
            if self._stopped:
                return
            self._look_at(row.event, self.states[pk])

    def _state(self, row: Mirroring) -> State:
        known = self.states.get(row.event_id)
        if known and (known.server, known.key) == (row.event.mirror, row.key):
            return known
        return State(server=row.event.mirror, key=row.key)

    def _look_at(self, event: Event, state: State) -> None:
        now = time.monotonic()
        if state.trouble and now < state.due:
            return
        mark = selectors.mark_of(event.pk)
        if not state.trouble and mark == state.mark and now < state.due:
            return
        try:
            self._push(event, state, mark)
        except Exception as error:
            logger.warning("An event was not mirrored: %r", error)
            _failed(state, Trouble.FAILED)

    def _push(self, event: Event, state: State, mark: tuple[object, ...]) -> None:
        shown = selectors.shown(event)
        answer = self._answer(event, state, shown)
        if answer.status == 412 and state.sent is not None:
            # The server lost what it had, or another laptop sent to it.
            state.sent = None
            answer = self._answer(event, state, shown)
        if answer.status == 409 and answer.counter >= state.counter:
            # The clock of this computer is behind what the server saw from it.
            state.counter = answer.counter
            answer = self._answer(event, state, shown)
        if answer.status != 204:
            _failed(state, _trouble_of(answer), answer.said)
            return
        if state.trouble:
            logger.info("The mirror at %s has everything again.", state.server)
        state.sent, state.versions, state.mark = shown.parts, shown.versions, mark
        state.heard, state.trouble, state.said, state.since = timezone.now(), None, "", None
        state.pause, state.due = 0, time.monotonic() + STILL_HERE

    def _answer(self, event: Event, state: State, shown: selectors.Shown) -> Answer:
        push = formats.difference(SCHEMA, ENGINE, shown.parts, state.sent or {})
        body = push.body
        # Of the clock, so that it grows over a restart too.
        state.counter = max(state.counter + 1, time.time_ns() // 1_000_000)
        signature = formats.signature(state.key, event.slug, state.counter, body)
        return self._send(state.server, event.slug, state.counter, signature, body)


def _failed(state: State, trouble: Trouble, said: str = "") -> None:
    if state.trouble is None:
        logger.warning("The mirror at %s lacks what is new: %s", state.server, said or trouble.label)
    state.trouble, state.said = trouble, said
    state.since = state.since or timezone.now()
    state.pause = min(2 * state.pause or FIRST_PAUSE, LONGEST_PAUSE)
    state.due = time.monotonic() + state.pause


def _trouble_of(answer: Answer) -> Trouble:
    if answer.status in TROUBLES:
        return TROUBLES[answer.status]
    if 300 <= answer.status < 400:
        return Trouble.ELSEWHERE
    return Trouble.REFUSED if answer.said else Trouble.NOT_WALLCHART


# --- over the wire ----------------------------------------------------------------------------------

# In place of a status, where there was no answer.
UNREACHED, UNPROVEN = 0, 1
TROUBLES = {
    UNREACHED: Trouble.NO_CONNECTION,
    UNPROVEN: Trouble.NOT_SECURE,
    # Of a proxy before a server that is down or full.
    **dict.fromkeys((429, 500, 502, 503, 504), Trouble.NO_CONNECTION),
}
SAID = "text/plain; charset=utf-8"


def post(server: str, slug: str, counter: int, signature: str, body: bytes) -> Answer:
    """Send a push and read what the server says. No other address is followed; nothing waits for long."""
    where = urlsplit(server)
    kind = http.client.HTTPSConnection if where.scheme == "https" else http.client.HTTPConnection
    link = kind(where.netloc, timeout=PATIENCE)
    headers = {
        "Content-Type": "application/octet-stream",
        formats.COUNTER: str(counter),
        formats.SIGNATURE: signature,
        "Connection": "close",
    }
    try:
        link.request("POST", f"/mirror/{slug}/", body, headers)
        answer = link.getresponse()
        is_ours = answer.headers.get("Content-Type") == SAID and formats.COUNTER in answer.headers
        said = answer.read(_LINE).decode(errors="replace") if is_ours else ""
        known = answer.headers.get(formats.COUNTER, "")
        return Answer(answer.status, said, int(known) if known.isdecimal() else 0)
    except ssl.SSLError:
        return Answer(UNPROVEN)
    except (OSError, http.client.HTTPException):
        return Answer(UNREACHED)
    finally:
        link.close()


# --- of this process --------------------------------------------------------------------------------

_sender: Sender | None = None


def start() -> None:
    """Start the thread of this process."""
    global _sender
    _sender = Sender()
    _sender.start()


def stop() -> None:
    global _sender
    if _sender:
        _sender.stop()
        _sender = None


def is_running() -> bool:
    return _sender is not None


def try_now(event: int) -> None:
    if _sender:
        _sender.try_now(event)


def state_of(event: Event) -> State | None:
    """What this process knows of an event's mirror; None before its first try, or where no thread runs."""
    return _sender.states.get(event.pk) if _sender else None
