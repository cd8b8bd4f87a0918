"""`manage.py mirror`: what `serve` does by itself, beside gunicorn."""

import signal
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.factories import a_section
from tests.people import event, kim
from tournaments.models import Event
from tournaments.services.mirroring import joining, sending
from tournaments.services.mirroring.sending import Answer

__all__ = ["event", "kim"]

SERVER = "https://chess.example"
KEY = "ABCDE-" * 7 + "ABCDE"


@pytest.fixture
def joined(event: Event, kim: User) -> Event:
    a_section(4, event=event, by=kim, name="Open")
    joining.join(event, SERVER, KEY, by=kim)
    return event


def test_everything_is_sent_once(joined: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, str]] = []

    def post(server: str, slug: str, *_push: Any) -> Answer:
        sent.append((server, slug))
        return Answer(204)

    monkeypatch.setattr(sending, "post", post)
    written = StringIO()
    call_command("mirror", once=True, stdout=written)
    assert sent == [(SERVER, joined.slug)]
    assert written.getvalue() == f"{SERVER} has everything.\n"


def test_what_the_server_says_is_told_and_the_command_fails(
    joined: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "post", lambda *_push: Answer(403, "This key does not match this event."))
    told = StringIO()
    with pytest.raises(CommandError, match="Try again"):
        call_command("mirror", once=True, stderr=told)
    assert told.getvalue() == f"{SERVER} does not have the latest: This key does not match this event.\n"


def test_without_a_mirrored_event_it_says_where_one_begins(db: None) -> None:
    written = StringIO()
    call_command("mirror", once=True, stdout=written)
    assert "Mirror page" in written.getvalue()


def test_it_looks_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    looks = 0

    def look(_sender: sending.Sender) -> None:
        nonlocal looks
        looks += 1
        assert looks < 4, "it was stopped"
        if looks == 3:
            signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(sending.Sender, "_look", look)
    monkeypatch.setattr(sending, "STILL_HERE", 0)
    try:
        with pytest.raises(SystemExit):
            call_command("mirror", stdout=StringIO())
    finally:
        for each, handler in kept.items():
            signal.signal(each, handler)
    assert looks == 3
