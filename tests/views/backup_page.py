"""What the tests of the Backup page share: its folder, a section of the director's own, a file sent."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import a_section, as_it_stands, played
from tests.html import read
from tournaments.models import Section

__all__ = ["PAGE", "answered", "in_a_folder", "question", "section", "upload"]

PAGE = "/setup/backup/"


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, settings: Any) -> Path:
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    return tmp_path


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(4, 2, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    return as_it_stands(section)


def upload(desk: Client, content: bytes, **more: Any) -> Any:
    return desk.post(reverse("restore"), {"file": SimpleUploadedFile("x.wallchart", content), **more})


def question(desk: Client, content: bytes, **more: Any) -> Any:
    """The page that asks about a file."""
    led = upload(desk, content, **more)
    assert led.status_code == 302
    asked = desk.get(led.headers["Location"])
    assert asked.status_code == 200
    return asked


def answered(desk: Client, asked: Any, **more: Any) -> Any:
    """The answer to a question, with a box checked."""
    form = read(asked).form(reverse("restore"))
    fields = {name: values[0] for name, values in form.fields.items()}
    return desk.post(reverse("restore"), {**fields, **form.carried, **more})
