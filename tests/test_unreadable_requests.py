"""What Django holds suspicious is answered shortly: the right status, a sentence, one line of the log."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.core import exceptions
from django.test import Client
from django.urls import reverse

from config import logs
from tests.addresses import at
from tests.factories import PASSWORD, a_section
from tests.html import read
from tests.people import event, kim
from tests.sign_in import signed_in
from tournaments.models import Event, Section

__all__ = ["event", "kim"]
pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"


def multipart(*parts: bytes) -> tuple[str, bytes]:
    """What a browser says that it sends, and these parts so sent."""
    body = b"".join(b"--x\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts)
    return "multipart/form-data; boundary=x", body + b"--x--\r\n"


def a_file(name: str) -> bytes:
    return f'name="file"; filename="{name}"\r\n\r\nAnn Calder'.encode()


@pytest.fixture
def section(event: Event) -> Section:
    return a_section(event=event, players=4)


@pytest.fixture
def desk(kim: User, section: Section) -> Client:
    client = signed_in(kim)
    client.raise_request_exception = False
    return client


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """What was logged at WARNING or above, as the terminal shows it."""
    caplog.set_level(logging.WARNING)
    caplog.handler.addFilter(logs.RequestId())
    return lambda: [line for record in caplog.records for line in logs.Plain().format(record).splitlines()]


# Of each: its body, what it says it is, the status and the words of the answer, the name in the log.
SENT = {
    "too many fields": (FORM, b"a=1&" * 1001, 413, "has too many fields", "too many fields"),
    "too many fields of a form with files": (
        *multipart(*(b'name="a"\r\n\r\n1' for _field in range(1001))),
        *(413, "has too many fields", "too many fields"),
    ),
    "too many files": (
        *multipart(*(a_file("a.txt") for _file in range(101))),
        *(413, "has too many files", "too many files"),
    ),
    "no boundary": ("multipart/form-data", b"--x", 400, "did not arrive as", "not a form"),
    "an empty boundary": ("multipart/form-data; boundary=", b"--x", 400, "did not arrive as", "not a form"),
    "an odd boundary": ("multipart/form-data; boundary=\xe9", b"--x", 400, "did not arrive as", "not a form"),
    "base64 that is none": (
        *multipart(b'name="a"; filename="a"\r\nContent-Transfer-Encoding: base64\r\n\r\nabcde'),
        *(400, "did not arrive as", "not a form"),
    ),
    "an endless header of a part": (
        *multipart(b'name="a"; x="' + b"x" * 2000 + b'"\r\n\r\n1'),
        *(400, "did not arrive as", "not a form"),
    ),
    "a null byte in the name of a field": (
        *multipart(b'name="a\0"\r\n\r\n1'),
        *(400, "null character", "null byte"),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("page", ["edit-section", "import-roster"], ids=["of fields", "that takes files"])
@pytest.mark.parametrize(("kind", "body", "status", "words", "name"), SENT.values(), ids=SENT)
def test_a_form_that_cannot_be_read_is_refused_in_a_line(
    desk: Client,
    section: Section,
    lines: Callable[[], list[str]],
    page: str,
    kind: str,
    body: bytes,
    status: int,
    words: str,
    name: str,
) -> None:
    answer = desk.generic("POST", at(page, section), body, kind)
    assert answer.status_code == status
    assert words in read(answer)
    assert "Nothing was saved." in read(answer)
    assert len(answer.content) < 4000
    (line,) = lines()
    assert line.endswith(f"WARNING config.troubles {answer.headers['X-Request-ID']}: {status}: {name}")


def test_an_answer_that_django_finds_no_word_for_is_a_line_with_the_name_of_its_kind(
    desk: Client, lines: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def suspects(*_args: Any, **_how: Any) -> None:
        raise exceptions.SuspiciousFileOperation("Joined path is /home/calder/Ann Calder.txt")

    monkeypatch.setattr("tournaments.views.health.JsonResponse", suspects)
    answer = desk.get("/healthz")
    assert answer.status_code == 400
    assert "Go back, reload the page and try again." in read(answer)
    (line,) = lines()
    assert line.endswith(": 400: suspicious: SuspiciousFileOperation")


def test_a_session_that_ends_under_a_request_is_said_and_what_was_sent_may_be_saved(
    kim: User, lines: Callable[[], list[str]]
) -> None:
    def signs_out_elsewhere(**_told: Any) -> None:
        Session.objects.all().delete()

    browser = Client(raise_request_exception=False)
    user_logged_in.connect(signs_out_elsewhere)
    try:
        answer = browser.post(reverse("sign-in"), {"username": kim.username, "password": PASSWORD})
    finally:
        user_logged_in.disconnect(signs_out_elsewhere)
    assert answer.status_code == 400
    assert "What you sent may have been saved." in read(answer)
    (line,) = lines()
    assert line.endswith(": 400: session ended meanwhile")


def test_a_session_whose_row_was_tampered_with_is_nobodys(
    desk: Client, lines: Callable[[], list[str]]
) -> None:
    Session.objects.update(session_data="Ann Calder")
    answer = desk.get(reverse("desk"))
    assert answer.status_code == 302
    (line,) = lines()
    assert line.endswith(": Session data corrupted")


def test_a_name_that_is_not_this_servers_is_no_news(desk: Client, lines: Callable[[], list[str]]) -> None:
    for host in ("elsewhere.example", "a/b", "x" * 300):
        answer = desk.get("/", headers={"host": host})
        assert answer.status_code == 400
        assert "Wallchart does not answer at this address." in read(answer)
    assert lines() == []
