"""An event of a hall, and the server that mirrors it: one database is first the one, then the other."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client

from tests.factories import a_section, as_it_stands, enter, played
from tests.people import event, kim, no_fragments
from tests.services.backups.conftest import full_event
from tests.services.backups.reading_pages import addresses
from tests.services.backups.test_moving import removed
from tiebreaks.models import Published, Standings
from tiebreaks.published import ENGINE, SCHEMA
from tournaments.formats import mirror as formats
from tournaments.formats.mirror import Push
from tournaments.models import Event, Mirror, MirroredPart, Player, Section
from tournaments.selectors.files import mirroring as selectors
from tournaments.selectors.public import visible
from tournaments.services.mirroring import granting, receiving

__all__ = ["event", "full_event", "kim", "no_fragments", "send"]

Send = Callable[..., None]
# A mirror, what it has, and what the hall has after one more result.
Mirrored = tuple[Mirror, dict[str, str], dict[str, str]]
_counters = count(1)


def pages(of: list[str]) -> dict[str, bytes]:
    """What each address answers, byte by byte."""
    caches["fragments"].clear()
    answers = {address: Client().get(address) for address in of}
    return {address: answer.content for address, answer in answers.items() if answer.status_code == 200}


def shown(event: Event) -> dict[str, str]:
    return selectors.shown(event).parts


def in_the_hall(event: Event) -> tuple[dict[str, str], dict[str, bytes]]:
    """What travels, and what phones in the hall read. Then the hall is gone from this database."""
    found = shown(event), pages(addresses(event))
    removed(event)
    return found


def push(now: Mapping[str, str], before: Mapping[str, str] | None = None) -> Push:
    """What the hall sends of these parts to a server that has those."""
    return formats.difference(SCHEMA, ENGINE, now, before or {})


@pytest.fixture(autouse=True)
def is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a test takes, what was sent in it was sent just now."""
    monkeypatch.setattr(visible, "QUIET_AFTER", 36_000)


@pytest.fixture
def send() -> Send:
    """Signs a push to a mirror as its hall does."""

    def signed(mirror: Mirror, push: Push, *, counter: int = 0, body: bytes = b"") -> None:
        counter, body = counter or next(_counters), body or push.body
        slug = mirror.event.slug
        signature = formats.signature(granting.key_of(mirror), slug, counter, body)
        receiving.receive(slug, counter=counter, signature=signature, body=body)

    return signed


@pytest.fixture
def section(event: Event, kim: User) -> Section:
    """Four players; of round 1 one game is over."""
    section = a_section(4, 3, event=event, by=kim, name="Open", order="solkoff")
    played(section, 1, "1 2 WL\n3 4")
    return as_it_stands(section)


def stored() -> list[Any]:
    """All that a push could change."""
    return [
        list(model._default_manager.order_by("pk").values())
        for model in (Event, Mirror, MirroredPart, Standings, Published, Section, Player)
    ]


@pytest.fixture
def mirrored(section: Section, kim: User, send: Send) -> Mirrored:
    """A mirror, what it has, and what the hall has after one more result."""
    first = shown(section.event)
    enter(section.round_set.get(number=1).games.get(board=2), "DD")
    second, _pages = in_the_hall(section.event)
    mirror = granting.give_out(section.event.slug, by=kim)
    send(mirror, push(first), counter=1000)
    return mirror, first, second


@pytest.fixture
def nothing_is_stored(mirrored: object) -> Iterator[None]:
    before = stored()
    yield
    assert stored() == before
