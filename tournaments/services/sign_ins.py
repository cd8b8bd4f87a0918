"""How often somebody may try to sign in, and how many passwords are checked at a time.

Each attempt is counted before its password is checked, so that attempts at the same moment count too. None is
counted during a wait: a wait ends when it was said to end.
"""

import logging
import math
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from threading import BoundedSemaphore
from time import monotonic, sleep
from typing import IO, Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from ..models import SignInFailures
from ..turns import Busy, turns

fcntl: Any
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

logger = logging.getLogger(__name__)

WAIT = timedelta(minutes=5)
# A name from one address; an address, whatever the names; a name, wherever from. Many directors of a hall may
# share an address, and nobody should be able to keep a director out by failing in the director's name.
OF_NAME_THERE, OF_ADDRESS, OF_NAME = 5, 30, 60
# A name in a browser in which it has signed in before. None of the others counts there.
OF_NAME_IN_BROWSER = 10

# A hash takes 19 MB and a processor: two at a time, whatever number of processes serves.
HASHES = 2
PATIENCE = 3.0  # seconds
_LOOK_AGAIN = 0.02
_hashes = BoundedSemaphore(HASHES)


@contextmanager
def hashing() -> Iterator[None]:
    """One of the hashes at a time. Raises :class:`Busy` where too many wait."""
    until = monotonic() + PATIENCE
    with turns.aside():
        if not _hashes.acquire(timeout=PATIENCE):
            raise Busy
        try:
            with _place_among_processes(until):
                yield
        finally:
            _hashes.release()


@contextmanager
def _place_among_processes(until: float) -> Iterator[None]:
    """One of as many locked files: a process that dies gives its place back. Windows has one process."""
    if fcntl is None:
        yield
        return
    with ExitStack() as files:
        try:
            places = [
                files.enter_context((Path(settings.LOCKS_DIR) / f"hash-{n}.lock").open("ab"))
                for n in range(HASHES)
            ]
        except OSError:  # a full or vanished disk keeps nobody out
            places = []
        while places and not any(_is_taken_by_us(place) for place in places):
            if monotonic() >= until:
                raise Busy
            sleep(_LOOK_AGAIN)
        yield


def _is_taken_by_us(place: IO[bytes]) -> bool:
    try:
        fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a folder that knows no locks, on some networks
        pass
    return True


def attempt(name: str, address: str, browser: str = "") -> int:
    """Count an attempt. The answer is how many seconds to wait instead, 0 for none."""
    now = timezone.now()
    with transaction.atomic():
        # A clock that was set back would make waits endless: what it says began in the future is over.
        SignInFailures.objects.filter(Q(since__lte=now - WAIT) | Q(since__gt=now)).delete()
        limits = _limits(name, address, browser)
        # In one order, so that no two attempts wait for each other.
        held = SignInFailures.objects.filter(key__in=limits).order_by("key").select_for_update()
        full = [row.since for row in held if row.failures >= limits[row.key]]
        if full:
            return math.ceil((max(full) + WAIT - now).total_seconds())
        for key in sorted(limits):
            _count(key, limits[key], now)
    return 0


def _count(key: str, limit: int, now: datetime) -> None:
    row, is_new = SignInFailures.objects.get_or_create(key=key, defaults={"failures": 1, "since": now})
    if not is_new:
        # The wait begins with the last attempt before it.
        began = now if row.failures + 1 >= limit else row.since
        SignInFailures.objects.filter(key=key).update(failures=F("failures") + 1, since=began)


def succeeded(name: str, address: str, browser: str = "") -> None:
    """That was no failure: forget the name's failures there, and this attempt."""
    there, *others = _limits(name, address, browser)
    SignInFailures.objects.filter(key=there).delete()
    SignInFailures.objects.filter(key__in=others, failures__gt=0).update(failures=F("failures") - 1)


def failed(name: str, address: str) -> None:
    logger.warning("Sign-in failed: %.60r from %.60r", name, address)


def _limits(name: str, address: str, browser: str) -> dict[str, int]:
    """The counters of an attempt, that of the name there first, with how many failures each allows."""
    name = name.casefold()
    if browser:
        return {_key("name in a browser", name, browser): OF_NAME_IN_BROWSER}
    return {
        _key("name there", name, address): OF_NAME_THERE,
        _key("address", address): OF_ADDRESS,
        _key("name", name): OF_NAME,
    }


def _key(*what: str) -> str:
    return salted_hmac("sign-in", repr(what)).hexdigest()
