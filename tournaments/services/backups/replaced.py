"""The files that keep events which a restore replaced."""

from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from ...models import Event, LogEntry, Verb


class Kept(NamedTuple):
    """A file with an event as it stood when a restore replaced it, and the log's entry of that restore."""

    path: Path
    entry: LogEntry


def folder() -> Path:
    return Path(settings.VAR_DIR) / "replaced"


def kept_of(event: Event) -> list[Kept]:
    """The files that restores of the event left here, newest first, as far as they are still there.

    The log says which they are: another event may have had the address, and what a file says of its past
    counts for nothing here.
    """
    entries = LogEntry.objects.filter(
        standings__section__event=event, verb=Verb.RESTORE, restored=False, values__has_key="kept"
    )
    named = {entry.values["kept"]: entry for entry in entries.select_related("who").order_by("-at", "-pk")}
    found = [Kept(folder() / name, entry) for name, entry in named.items()]
    return [kept for kept in found if kept.path.is_file()]
