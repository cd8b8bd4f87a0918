"""New epochs for standings whose past is in doubt: restored, copied here, or put back by hand.

A phone and a cache know a page by epoch and version. A database that goes back to an earlier state counts the
same versions again, with other results; under new epochs nothing that was seen is taken for what is now.
"""

import hashlib
import logging
import os
import time
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import QuerySet

from tiebreaks.models import Published, Standings, new_epoch

from . import folders

logger = logging.getLogger(__name__)
# The note has the time at which it is written. On a loaded machine its file can have a somewhat later one.
_AT_MOST_LATER = 60 * 10**9


def renew_epochs(those: QuerySet[Standings] | None = None) -> int:
    """Give all standings, or ``those``, a new epoch, and their documents with it; how many there are.

    The log and frozen awards keep the stamps of their time. The stamps of a mirror are the hall's, and mean
    the same document wherever it is shown.
    """
    with transaction.atomic():
        # In the order in which a change locks them: those of sections, then those of tables.
        rows = (Standings.objects.all() if those is None else those).filter(mirrored=None)
        rows = rows.select_for_update(of=("self",)).order_by("pk")
        every = [*rows.filter(section__isnull=False), *rows.filter(section__isnull=True)]
        documents = Published.objects.in_bulk([standings.pk for standings in every])
        for standings in every:
            document = documents.get(standings.pk)
            # A document of another version is damage, which check_standings must still find.
            agrees = document is not None and document.stamp == standings.stamp
            standings.epoch = new_epoch()
            if document is not None and agrees:
                document.epoch = standings.epoch
        Standings.objects.bulk_update(every, ["epoch"], batch_size=500)
        Published.objects.bulk_update(documents.values(), ["epoch"], batch_size=500)
    return len(every)


# --- noticing it at the start -------------------------------------------------------------------------


def leave_off() -> None:
    """At the end of a server that stops in order: note where everything stands.

    Beside the stamps the note has its own time and place on the disk: another one that was copied here with
    its database does not count. Without a note the next start takes the database for another one.
    """
    note = _note()
    try:
        note.unlink(missing_ok=True)
        stamps = _where_everything_stands()
        with note.open("w", encoding="ascii") as file:
            place = os.fstat(file.fileno()).st_ino
            file.write(f"{place} {time.time_ns()} {stamps}")
            file.flush()
            os.fsync(file.fileno())
    except (OSError, DatabaseError) as error:
        logger.warning("Where everything stands could not be noted: %s", error)


def goes_on() -> bool:
    """At the start: whether the database certainly is the one that the last server left, as it left it.

    Takes the note away for good: a server that is killed leaves none.
    """
    note = _note()
    try:
        *numbers, stamps = note.read_text(encoding="ascii").split()
        place, noted_at = map(int, numbers)
        found = note.stat()
    except (OSError, ValueError):
        return False
    note.unlink()
    folders.sync(note.parent)  # a server that is killed leaves none, though the power is cut
    at_its_place = found.st_ino == place and abs(found.st_ctime_ns - noted_at) < _AT_MOST_LATER
    return at_its_place and stamps == _where_everything_stands()


def _note() -> Path:
    return Path(settings.VAR_DIR) / "left_off"


def _where_everything_stands() -> str:
    rows = Standings.objects.order_by("pk").values_list("pk", "epoch", "version")
    return hashlib.sha256(repr(list(rows)).encode()).hexdigest()
