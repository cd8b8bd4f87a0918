"""The page of another pairing program's file, as tests visit it."""

from io import BytesIO

from django.test import Client
from django.urls import reverse

from tests.html import Element
from tournaments.models import Event


def page_of(event: Event) -> str:
    return reverse("companion", args=[event.slug])


def upload(desk: Client, event: Event, data: bytes):  # type: ignore[no-untyped-def]
    file = BytesIO(data)
    file.name = "spring.sjson"
    return desk.post(page_of(event), {"file": file})


def take(desk: Client, event: Event, **typed: object):  # type: ignore[no-untyped-def]
    return desk.post(reverse("take-companion", args=[event.slug]), typed, follow=True)


def games_in(page: Element) -> list[str]:
    """The results that differ, a line each."""
    return page.texts("table.results tbody tr")
