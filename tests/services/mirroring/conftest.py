"""An event of a hall, and the server that mirrors it: one database is first the one, then the other."""

from collections.abc import Callable, Mapping
from itertools import count

import pytest
from django.core.cache import caches
from django.test import Client

from tests.people import event, kim, no_fragments
from tests.services.backups.conftest import full_event
from tests.services.backups.reading_pages import addresses
from tests.services.backups.test_moving import removed
from tiebreaks.published import ENGINE, SCHEMA
from tournaments.formats import mirror as formats
from tournaments.formats.mirror import Push
from tournaments.models import Event, Mirror
from tournaments.selectors.files import mirroring as selectors
from tournaments.selectors.public import visible
from tournaments.services.mirroring import granting, receiving

__all__ = ["event", "full_event", "kim", "no_fragments", "send"]

Send = Callable[..., None]
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
