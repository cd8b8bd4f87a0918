"""About how many phones follow the play, told from how often they ask, without knowing one from another.

A page in sight asks every ten seconds (static/js/poll.js), so six polls in a minute are one phone. No
address, no cookie and no mark of a phone is looked at or kept: only how many polls came in each ten seconds.
Several processes add theirs up in the cache that they share; without Redis each counts its own. A cache in
front of Wallchart that answers polls itself hides them.
"""

import logging
import time
from collections.abc import Callable
from threading import Lock

from django.core.cache import cache

logger = logging.getLogger(__name__)

EVERY = 10  # seconds between two polls of a page
MINUTE = 60
SLOTS = MINUTE // EVERY
# How long polls wait in the process: the shared cache is asked twice in this time, and not once a poll.
WAIT = 2.0


class Polls:
    """The polls of this process on their way into the cache, and those of the last minute in it."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = Lock()
        self._waiting = 0
        self._since = 0.0  # when the first of those that wait came

    def count(self) -> None:
        """Count one poll."""
        with self._lock:
            if not self._waiting:
                self._since = self._clock()
            self._waiting += 1
            due = self._clock() - self._since >= WAIT
        if due:
            self._add()

    def phones(self) -> int:
        """About how many phones asked in the last minute. At least one if any did."""
        self._add()
        slot, within = divmod(self._clock(), EVERY)
        keys = [_key(int(slot) - age) for age in range(SLOTS + 1)]
        try:
            found = cache.get_many(keys)
        except Exception as error:  # each cache backend raises its own
            logger.warning("The polls of phones cannot be counted: %s", error)
            return 0
        counts = [found.get(key, 0) for key in keys]
        # Of the oldest ten seconds, only the part that lies within the minute.
        polls = sum(counts[:-1]) + counts[-1] * (1 - within / EVERY)
        return max(round(polls / SLOTS), 1) if polls else 0

    def _add(self) -> None:
        with self._lock:
            waiting, self._waiting, since = self._waiting, 0, self._since
        if not waiting:
            return
        key = _key(int(since // EVERY))
        try:
            cache.add(key, 0, timeout=2 * MINUTE)
            cache.incr(key, waiting)
        except Exception as error:
            logger.warning("The polls of phones cannot be counted: %s", error)


def _key(slot: int) -> str:
    return f"polls:{slot}"


polls = Polls()
