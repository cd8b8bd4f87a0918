"""Files of backups, whole and as somebody with bad intent writes them; and how one is refused."""

import gzip
import json
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.services.backups.test_moving import removed, written
from tiebreaks.models import Standings
from tournaments.errors import Refused
from tournaments.models import Event, LogEntry, Section
from tournaments.services import backups

Lines = list[Any]


def lines_of(file: BytesIO) -> Lines:
    return [json.loads(line) for line in gzip.decompress(file.getvalue()).splitlines()]


def packed(lines: Lines, **header: Any) -> BytesIO:
    """A file of these lines whose hash is right: as a person with bad intent writes it."""
    body = b"".join(json.dumps(line).encode() + b"\n" for line in lines[1:])
    first = {**lines[0], "sha256": sha256(body).hexdigest(), **header}
    return BytesIO(gzip.compress(json.dumps(first).encode() + b"\n" + body))


def forged(section: Section, change: Callable[[Lines], None], **header: Any) -> BytesIO:
    file = written(section.event)
    removed(section.event)
    lines = lines_of(file)
    change(lines)
    return packed(lines, **header)


def row(lines: Lines, table: str) -> dict[str, Any]:
    return next(line[1] for line in lines[1:] if line[0] == table)


def counted() -> list[int]:
    return [model._default_manager.count() for model in (Event, Standings, User, LogEntry)]


def refused(file: BytesIO, **how: Any) -> str:
    """The sentence; and nothing is stored."""
    before = counted()
    with pytest.raises(Refused) as refusal:
        backups.restore(file, backups.Source("x.wallchart"), by=how.pop("by", None), **how)
    assert counted() == before
    # A question says what is here; what became of the restore says who asked it.
    assert isinstance(refusal.value, backups.Exists) or "othing was restored" in refusal.value.message
    return refusal.value.message
