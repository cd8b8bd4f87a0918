"""Requests of every kind to every address: no failure, no long wait, and nothing stored from what is refused.

The seed is printed with each fault: ``FUZZ_SEED=17 pytest tests/fuzz`` draws the same again. Epochs, and with
them backups, are others each time: the body of the first request of each fault is kept in ``build/fuzz``.
"""

import hashlib
import logging
import os
import re
import secrets
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.urls import Resolver404

from tests.factories import EventFactory, UserFactory, director_of, three_teams
from tests.people import no_fragments
from tournaments import demo
from tournaments.models import (
    Event,
    ExtraGame,
    Game,
    LogEntry,
    MatchBoard,
    Mirror,
    Player,
    Role,
    Seat,
    Section,
    Staff,
    TeamTable,
)
from tournaments.selectors.files import rating_list
from tournaments.services import pairings
from tournaments.services.mirroring import granting
from tournaments.services.people import code_of, invite

from . import files
from . import requests as fuzz
from .application import Visitor

__all__ = ["no_fragments"]

LONG = 20_000
SHORT = 300
# After so many requests the demo begins anew, so that each fault has a short story.
CHAPTER = 250
LIMIT = 5.0
KEPT = Path("build/fuzz")
ROLES = {"assistant": Role.ASSISTANT, "scorekeeper": Role.SCOREKEEPER, "helper": Role.CHECK_IN}
# Who is signed in, and how often somebody tried to, is kept from refused requests too.
NOT_ENTERED = {"django_session", "django_migrations", "tournaments_signinfailures"}
WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


@dataclass
class Fault:
    """What went wrong, and the first request of those that it went wrong with."""

    what: str
    number: int
    sent: fuzz.Sent
    body: Path | None
    times: int = 1

    def __str__(self) -> str:
        body = f"\n  its body: {self.body}" if self.body else ""
        return f"{self.what}\n  {self.times}×, first request {self.number}: {self.sent}{body}"


@dataclass
class Run:
    seed: int
    answers: Counter[int] = field(default_factory=Counter)
    routes: set[tuple[str, bool]] = field(default_factory=set)
    faults: dict[str, Fault] = field(default_factory=dict)

    def fault(self, what: str, number: int, sent: fuzz.Sent) -> None:
        if what in self.faults:
            self.faults[what].times += 1
        else:
            body = kept(f"{self.seed}-{number}", sent.body) if sent.body else None
            self.faults[what] = Fault(what, number, sent, body)


def kept(name: str, data: bytes) -> Path:
    """Where what led to a fault is from now on."""
    KEPT.mkdir(parents=True, exist_ok=True)
    (KEPT / name).write_bytes(data)
    return KEPT / name


class Digest:
    """Of what the tables hold, and of the rating list, which is a file. That of the tables is taken anew only
    after a statement that writes."""

    def __init__(self) -> None:
        self.wrote = True
        self._kept = ""
        tables = connection.introspection.table_names()
        self.tables = [name for name in sorted(tables) if name not in NOT_ENTERED]

    def watch(self, execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        self.wrote |= WRITES.match(sql) is not None
        return execute(sql, *args)

    def __call__(self) -> str:
        if self.wrote:
            found = hashlib.sha256()
            with connection.cursor() as cursor:
                for table in self.tables:
                    cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} ORDER BY 1")
                    found.update(repr(cursor.fetchall()).encode("utf-8", "surrogatepass"))
            self._kept, self.wrote = found.hexdigest(), False
        return f"{self._kept} {_stamp(rating_list.place())}"


def _stamp(file: Path) -> str:
    """Another one once the file was replaced."""
    found = file.stat() if file.exists() else None
    return f"{found.st_ino} {found.st_mtime_ns} {found.st_size}" if found else ""


@pytest.fixture
def people() -> dict[str, User | None]:
    return {
        **{name: UserFactory.create(username=name) for name in ("director", "stranger", *ROLES)},
        "owner": UserFactory.create(username="owner", is_superuser=True),
        "anonymous": None,
    }


@pytest.fixture
def site(people: dict[str, User | None], db: None, settings: Any, tmp_path: Path) -> fuzz.Site:
    """The demo, with a section of team matches beside it; a stranger's event stands in its own place."""
    settings.VAR_DIR = tmp_path
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    director, stranger = people["director"], people["stranger"]
    assert director
    assert stranger
    event = demo.load(by=director)
    matches = three_teams()
    Staff.objects.create(event=matches.event, user=director)
    pairings.pair(matches, 1, "1 2\n3 B", by=director_of(matches))
    pairings.publish(matches, 1, by=director_of(matches))
    for each in (event, matches.event):
        invite(each, Role.ASSISTANT, by=director)
        for name, role in ROLES.items():
            Staff.objects.create(event=each, user=User.objects.get(username=name), role=role)
    granting.give_out("mirrored-open", by=director)
    site = fuzz.Site([place_of(event), place_of(matches.event)])
    client = Client()
    client.force_login(director)
    site.forms = fuzz.forms_of(site, client, Random(1))
    client.force_login(stranger)
    elsewhere = EventFactory.create(by=stranger)
    site.places += [place_of(event), place_of(elsewhere)]
    site.files = files.valid([event, matches.event, elsewhere])
    return site


def place_of(event: Event) -> dict[str, list[str]]:
    """What the arguments of addresses may be, to lie in an event."""

    def ids(rows: Any) -> list[str]:
        return [str(pk) for pk in rows.values_list("pk", flat=True)]

    sections = Section.objects.filter(event=event)
    tables = TeamTable.objects.filter(event=event)
    return {
        "event": [event.slug],
        "section": [section.slug for section in sections],
        "table": [table.slug for table in tables],
        "number": ["1", "2", "3", "4", "5", "40"],
        "game": [*ids(Game.objects.filter(round__section__event=event)), *ids(ExtraGame.objects.all())],
        "board": ids(MatchBoard.objects.filter(game__round__section__event=event)),
        "label": ["1", "2", "2a"],
        "player": ids(Player.objects.filter(section__event=event)),
        "name": ["ann-alder", "alder", "-"],
        "seat": ids(Seat.objects.filter(round__section__event=event)),
        "decision": ["1", "2"],
        "entry": ids(LogEntry.objects.filter(standings__section__event=event)),
        "person": [str(each.user_id) for each in event.staff.all()],
        "invitation": ids(event.invitations),
        "given": ids(Mirror.objects.all()),
        "code": [code_of(each) for each in event.invitations.all()],
        "source": [str(event.pk), *ids(sections)],
        "cut": ["rating-1000", "top-2", "middle"],
        "page": [*(f"{section.slug}/" for section in sections), "nowhere/"],
        "school": ["Cedar Hill", "Eastlake", "No Such", ".."],
        "system": ["solkoff", "us_amateur", "none"],
        "file": ["awards.csv", "cash.csv", "x.csv", "rating-report.zip", "TDEXPORT.DBF"],
    }


def run(seed: int, count: int, site: fuzz.Site, people: dict[str, User | None]) -> Run:
    result = Run(seed)
    draw = Random(seed)
    drawn = enumerate(islice(fuzz.requests(site, seed), count))
    shown = list(site.forms)
    digest = Digest()
    with connection.execute_wrapper(digest.watch), quiet():
        while chapter := list(islice(drawn, CHAPTER)):
            with transaction.atomic():
                visitors = {name: Visitor(user) for name, user in people.items()}
                for number, sent in chapter:
                    visitor = visitors[sent.by]
                    if not well(result, number, sent, visitor, digest):
                        break
                    if visitor.has_left:
                        visitor.arrive()
                else:
                    # Forms as they are now: with the ids of what was made, some of which goes away again.
                    site.forms = shown + read_again(site, visitors["director"], draw)
                transaction.set_rollback(True)
            # What was kept was of versions that there will be again.
            for cache in caches.all():
                cache.clear()
            digest.wrote = True
    return result


def well(result: Run, number: int, sent: fuzz.Sent, visitor: Visitor, digest: Digest) -> bool:
    """Send, and note what is wrong with the answer; False if nothing more can be asked of the database."""
    before, begun = digest(), transaction.savepoint()
    answer, took = timed(sent, visitor)
    if took > LIMIT:
        # The machine may have had other things to do: the same once more, as if it had not been asked.
        transaction.savepoint_rollback(begun)
        visitor.arrive()
        digest.wrote = True
        again = timed(sent, visitor)
        if again[1] > LIMIT:
            result.fault(f"an answer took more than {LIMIT:.0f} s, twice", number, sent)
        answer = again[0]
    status = answer.status_code
    result.answers[status] += 1
    with suppress(Resolver404):
        result.routes.add((answer.resolver_match.view_name, sent.by != "anonymous"))
    # Nobody else is here whom a request had to wait for: 503 is a failure too.
    if status >= 500:
        result.fault(f"{status}: {failure(visitor.raised)}", number, sent)
        if connection.needs_rollback or connection.closed_in_transaction:
            return False
    if digest() != before:
        if status >= 400:
            result.fault(f"answered {status}, and stored something", number, sent)
        elif sent.method not in {"POST"}:
            result.fault(f"{sent.method} stored something", number, sent)
        elif sent.by == "anonymous" and answer.resolver_match.view_name != "join-with":  # An invitation.
            result.fault("stored something for somebody who is not signed in", number, sent)
    return True


def timed(sent: fuzz.Sent, visitor: Visitor) -> tuple[Any, float]:
    """The answer, and after how many seconds it came."""
    began = time.perf_counter()
    answer = visitor.generic(sent.method, sent.path, sent.body, sent.content_type, headers=sent.headers)
    return answer, time.perf_counter() - began


def failure(error: BaseException | None) -> str:
    """The exception and where it was raised."""
    if error is None:
        return "a failure without an exception"
    frames = [
        each for each in traceback.extract_tb(error.__traceback__) if "site-packages" not in each.filename
    ]
    where = f"{os.path.relpath(frames[-1].filename)}:{frames[-1].lineno}" if frames else "?"
    return f"{type(error).__name__} at {where}: {str(error)[:200]}"


def read_again(site: fuzz.Site, client: Client, draw: Random) -> list[fuzz.Shown]:
    found: list[fuzz.Shown] = []
    for route in draw.sample(sorted(fuzz.routes().values()), 6):
        found += fuzz.forms_at(client, site.address(route, draw, right=True))
    return found


@contextmanager
def quiet() -> Iterator[None]:
    """Thousands of refusals would fill the report."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def told(result: Run) -> str:
    faults = "\n\n".join(str(fault) for fault in result.faults.values())
    count = sum(result.answers.values())
    return f"FUZZ_SEED={result.seed}: {count} requests, {dict(result.answers)}\n\n{faults}"


def seed_or(default: int) -> int:
    return int(os.environ.get("FUZZ_SEED", default))


@pytest.mark.slow
@pytest.mark.django_db
def test_three_hundred_requests_of_every_kind_are_answered(
    site: fuzz.Site, people: dict[str, User | None]
) -> None:
    result = run(seed_or(11), SHORT, site, people)
    assert not result.faults, told(result)
    assert {name for name, _signed_in in result.routes} == set(fuzz.routes())


@pytest.mark.long
@pytest.mark.django_db
def test_twenty_thousand_requests_of_every_kind_are_answered(
    site: fuzz.Site, people: dict[str, User | None], capsys: pytest.CaptureFixture[str]
) -> None:
    result = run(seed_or(secrets.randbelow(1_000_000)), LONG, site, people)
    with capsys.disabled():
        print(f"\n{told(result)}")
    assert not result.faults, told(result)
    assert sum(result.answers.values()) == LONG
    assert result.routes == {(name, signed_in) for name in fuzz.routes() for signed_in in (True, False)}
