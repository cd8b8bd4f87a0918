"""The second folder, which may not answer: a share of a network that hangs holds what touches it.

So nothing but a thread of its own touches it, and nobody waits for that thread longer than it is worth. No
page asks the folder anything: it shows what the last copy found.
"""

from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Lock, Thread
from typing import TypeVar

from django.conf import settings
from django.db import connection

Answer = TypeVar("Answer")

# In seconds: whether a folder is there is answered at once, also by a disk that must first spin up.
TO_LOOK = 10
# Who needs longer for one copy cannot have one that is at most a minute old.
TO_COPY = 60

# One act at a time in a folder. What hangs keeps its lock, so that no second thread hangs beside it.
_taken: defaultdict[Path, Lock] = defaultdict(Lock)


def ask(folder: Path, act: Callable[[], Answer], seconds: float) -> Answer:
    """Let a thread act in this folder. Raises :class:`TimeoutError` if it does not answer for so long.

    The thread is then left to wait alone, and what it waits for may still happen later.
    """
    taken = _taken[folder]
    if not taken.acquire(timeout=seconds):
        raise TimeoutError
    answer: Future[Answer] = Future()

    def touch() -> None:
        try:
            try:
                given = act()
            finally:
                connection.close()
                taken.release()
        except BaseException as error:  # it is of who asked
            answer.set_exception(error)
        else:
            answer.set_result(given)

    # A daemon: the end of the server does not wait for it either.
    Thread(target=touch, name="folder of copies", daemon=True).start()
    return answer.result(timeout=seconds)


def is_there(folder: Path, *, elsewhere: bool) -> bool:
    """Whether it is the folder that was chosen. What a stick leaves behind is on our own disk."""
    try:
        return folder.is_dir() and not (elsewhere and is_on_our_disk(folder))
    except OSError:
        return False


def is_on_our_disk(folder: Path) -> bool:
    return folder.stat().st_dev == Path(settings.VAR_DIR).stat().st_dev
