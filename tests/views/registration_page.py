"""The page of a registration file, as a director answers it."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import EventFactory
from tests.html import Element, Form, read, visit
from tests.registrations import SECTIONS
from tournaments.models import Event, Section
from tournaments.services import setup

ADDRESS = "registration-file"
# The section into which most tests of a file put their players.
SOLE = "K-5 Championship"


@pytest.fixture
def event(kim: User) -> Event:
    """An event of six sections without players, which begins on November 21, 2026."""
    event: Event = EventFactory.create(by=kim, starts_on=date(2026, 11, 21))
    for name, *_limits in SECTIONS:
        setup.create_section(event, name=name, rounds=5, by=kim)
    return event


@pytest.fixture
def section(event: Event) -> Section:
    return event.sections.get(name=SOLE)


def page_of(event: Event) -> str:
    return reverse(ADDRESS, args=[event.slug])


def look(desk: Client, event: Event, data: str | bytes, name: str = "entries.csv") -> Any:
    """The answer to a file that was chosen."""
    upload = SimpleUploadedFile(name, data.encode() if isinstance(data, str) else data)
    return visit(desk, page_of(event)).form(page_of(event)).send(desk, {"file": upload}, follow=True)


def preview(desk: Client, event: Event, data: str | bytes) -> "Preview":
    answer = look(desk, event, data)
    assert answer.status_code == 200, read(answer).text
    return Preview(desk, event, read(answer))


class Preview:
    """The page that asks, as a director answers it."""

    def __init__(self, desk: Client, event: Event, page: Element) -> None:
        self.desk, self.event, self.page = desk, event, page
        self.typed: dict[str, Any] = {}

    @property
    def form(self) -> Form:
        return self.page.form(page_of(self.event), holding="carried")

    @property
    def questions(self) -> list[str]:
        return self.page.texts("fieldset.asked legend")

    def answer(self, about: str, label: str) -> None:
        """Choose the answer that begins so."""
        [asked] = [each for each in self.page.all("fieldset.asked") if about in each.one("legend").text]
        [chosen] = [each for each in asked.all("label") if each.text.startswith(label)]
        control = chosen.one("input")
        self.typed[control["name"]] = control["value"]

    def choose(self, label: str, value: str) -> None:
        [field] = [
            each
            for each in self.page.all(".field")
            if each.all("select") and each.one("label").text.startswith(label)
        ]
        self.typed[field.one("select")["name"]] = value

    def send(self, do: str, *, follow: bool = False) -> Any:
        return self.form.send(self.desk, {**self.typed, "do": do}, follow=follow)

    def look(self) -> "Preview":
        answer = self.send("look", follow=True)
        assert answer.status_code == 200
        return Preview(self.desk, self.event, read(answer))

    def done(self) -> None:
        answer = self.send("import")
        assert answer.status_code == 302, read(answer).text
