"""Where pages are."""

from django.urls import reverse
from pytest_django.live_server_helper import LiveServer

from tournaments.models import Section, TeamTable


def at(name: str, place: Section | TeamTable, *more: object) -> str:
    """The address of a page of a section or of a table of teams."""
    return reverse(name, args=[place.event.slug, place.slug, *more])


def served(live_server: LiveServer, name: str, place: Section | TeamTable, *more: object) -> str:
    """The same for a browser."""
    return f"{live_server.url}{at(name, place, *more)}"
