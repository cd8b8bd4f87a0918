"""Damaged files of each kind: every reader reads them or says why not, soon; and what is made of those that
are taken can be shown.

``FUZZ_SEED=17 pytest tests/fuzz`` draws the same again; the first file of each fault is kept in
``build/fuzz``.
"""

import io
import resource
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.cache import caches
from django.db import transaction

from tests.people import kim, no_fragments
from tests.rating_lists import a_list
from tests.services.backups.conftest import event, full_event
from tests.services.backups.test_moving import removed
from tiebreaks.published import ENGINE, SCHEMA
from tournaments.errors import Refused
from tournaments.formats import mirror, pasted, prize_list, registration
from tournaments.formats.carried_table import packed, unpacked
from tournaments.formats.encodings import decode
from tournaments.formats.programs import reading
from tournaments.models import Event
from tournaments.selectors.files import mirroring, rating_list
from tournaments.services import backups, rating_lists
from tournaments.services.mirroring import granting, receiving
from tournaments.views.setup.backups import MOST_UNPACKED

from . import damage, files
from . import requests as fuzz
from .application import Visitor
from .test_fuzz import LIMIT, failure, kept, place_of, quiet, seed_or

__all__ = ["event", "full_event", "kim", "no_fragments"]

# That are looked at after a damaged file was taken.
PAGES = 20
MEMORY = 6 * 2**30


@dataclass
class Trial:
    """Of damaged files: what went wrong, and the first file that it went wrong with."""

    seed: int
    faults: dict[str, Path] = field(default_factory=dict)
    restored: int = 0
    pushed: int = 0

    def note(self, what: str, name: str, data: bytes) -> None:
        if what not in self.faults:
            self.faults[what] = kept(f"{self.seed}-{name}", data)

    def of(self, what: str, name: str, data: bytes, act: Callable[[], object]) -> None:
        """Do something with a file; note what it raises, and if it takes too long of the processor."""
        began = time.process_time()
        try:
            act()
        except Exception as error:
            return self.note(f"{what}: {failure(error)}", name, data)
        if time.process_time() - began > LIMIT:
            self.note(f"{what}: more than {LIMIT:.0f} s", name, data)
        return None

    def __str__(self) -> str:
        taken = f"FUZZ_SEED={self.seed}: {self.restored} backups restored, {self.pushed} pushes taken"
        return "\n".join([taken, *(f"{what}\n  the file: {file}" for what, file in self.faults.items())])


# --- read directly ----------------------------------------------------------------------------------


def read_rating_list(data: bytes) -> None:
    before = rating_list.place().read_bytes()
    try:
        rating_lists.read_list(io.BytesIO(data), "list.txt")
    except Refused:
        assert rating_list.place().read_bytes() == before


def read_registration(data: bytes) -> None:
    table = registration.read_table(data)
    registration.read_players(table, registration.guessed(table))
    assert not table.rows or unpacked(packed(table)).rows == table.rows


def read_list(data: bytes) -> None:
    for teams in (True, False):
        pasted.read(data, teams=teams)


def read_prizes(data: bytes) -> None:
    with suppress(ValueError):
        prize_list.read(decode(data))


READERS: dict[str, Callable[[bytes], object]] = {
    "program": reading.read,
    "rating list": read_rating_list,
    "registration": read_registration,
    "list": read_list,
    "prizes": read_prizes,
}


def read_damaged(trial: Trial, count: int) -> None:
    """Each reader reads files of its own kind, and every tenth of any."""
    kinds, names = files.plain(), sorted(READERS)
    for number in range(count):
        draw = Random(f"{trial.seed}:read:{number}")
        name = draw.choice(names)
        kind = draw.choice(names) if draw.random() < 0.1 else name
        data = damage.damaged(draw.choice(kinds[kind]), draw)
        trial.of(name, f"read-{number}", data, partial(READERS[name], data))


# --- taken by the database, and then shown ----------------------------------------------------------


def restore_damaged(trial: Trial, event: Event, count: int) -> None:
    """Restore damaged backups of an event that is here no more."""
    written = io.BytesIO()
    backups.one_event(event, written)
    director = event.staff.get().user
    removed(event)
    for number in range(count):
        draw = Random(f"{trial.seed}:restore:{number}")
        change = damage.damaged if draw.random() < 0.2 else damage.backup
        data = change(written.getvalue(), draw)
        file, name = io.BytesIO(data), f"restore-{number}"
        restore = partial(
            backups.restore, file, backups.Source(name, director), by=director, most=MOST_UNPACKED
        )
        trial.restored += taken_and_shown(trial, event.slug, restore, Visitor(director), draw, name, data)


def push_damaged(trial: Trial, event: Event, count: int) -> None:
    """Push damaged parts of an event to its mirror, signed as its hall signs."""
    parts = mirroring.shown(event).parts
    director, slug = event.staff.get().user, event.slug
    removed(event)
    key = granting.key_of(granting.give_out(slug, by=director))
    for number in range(count):
        draw = Random(f"{trial.seed}:push:{number}")
        part = draw.choice(list(parts))
        pushed = mirror.difference(SCHEMA, ENGINE, parts | {part: damage.json_text(parts[part], draw)}, {})
        body = damage.damaged(pushed.body, draw) if draw.random() < 0.2 else pushed.body
        signature = mirror.signature(key, slug, 1, body)
        push = partial(receiving.receive, slug, counter=1, signature=signature, body=body)
        trial.pushed += taken_and_shown(trial, slug, push, Visitor(None), draw, f"push-{number}", body)


def taken_and_shown(
    trial: Trial, slug: str, take: Callable[[], Any], visitor: Visitor, draw: Random, name: str, data: bytes
) -> bool:
    """Take a file, look at pages of its event, and forget it. False if it was refused."""
    was_taken = False

    def taken() -> None:
        nonlocal was_taken
        with suppress(Refused):
            take()
            was_taken = True

    with transaction.atomic():
        trial.of("taken", name, data, taken)
        if was_taken and (event := Event.objects.filter(slug=slug).first()):
            show(trial, event, visitor, draw, name, data)
        transaction.set_rollback(True)
    return was_taken


def show(trial: Trial, event: Event, visitor: Visitor, draw: Random, name: str, data: bytes) -> None:
    for cache in caches.all():
        cache.clear()
    site = fuzz.Site([place_of(event)])
    of_events = [route for route in fuzz.routes().values() if "<slug:event>" in route]
    for route in draw.sample(of_events, PAGES):
        answer = visitor.get(site.address(route, draw, right=True))
        if answer.status_code >= 500:
            trial.note(f"shown at {route}: {failure(visitor.raised)}", name, data)


@pytest.fixture
def listed(settings: Any, tmp_path: Path) -> None:
    """A rating list that is here already."""
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    a_list()


@contextmanager
def little_memory() -> Iterator[None]:
    """What would take the whole machine's is noted as an error, with its file."""
    allowed, most = resource.getrlimit(resource.RLIMIT_AS)
    if allowed == resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (allowed, most))


def run(event: Event, seed: int, count: int) -> Trial:
    trial = Trial(seed)
    with quiet():
        read_damaged(trial, count * 10)
        with transaction.atomic():
            restore_damaged(trial, Event.objects.get(pk=event.pk), count)
            transaction.set_rollback(True)
        push_damaged(trial, event, count)
    return trial


@pytest.mark.django_db
@pytest.mark.usefixtures("listed")
def test_a_few_damaged_files_are_read_or_refused_and_what_they_bring_is_shown(full_event: Event) -> None:
    trial = run(full_event, seed_or(9), 8)
    assert not trial.faults, str(trial)
    assert trial.restored
    assert trial.pushed


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.usefixtures("listed")
def test_thousands_of_damaged_files_are_read_or_refused_and_what_they_bring_is_shown(
    full_event: Event, capsys: pytest.CaptureFixture[str]
) -> None:
    with little_memory():
        trial = run(full_event, seed_or(secrets.randbelow(1_000_000)), 300)
    with capsys.disabled():
        print(f"\n{trial}")
    assert not trial.faults, str(trial)
    assert trial.restored
    assert trial.pushed
