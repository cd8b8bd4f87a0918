"""Where pages are."""

from django.urls import URLPattern, reverse
from pytest_django.live_server_helper import LiveServer

from tournaments.models import Section, TeamTable


def at(name: str, place: Section | TeamTable, *more: object) -> str:
    """The address of a page of a section or of a table of teams."""
    return reverse(name, args=[place.event.slug, place.slug, *more])


def served(live_server: LiveServer, name: str, place: Section | TeamTable, *more: object) -> str:
    """The same for a browser."""
    return f"{live_server.url}{at(name, place, *more)}"


# Something for each part that an address can name.
PARTS: dict[str, object] = {
    **dict.fromkeys(("event", "section", "table"), "nowhere"),
    **dict.fromkeys(("number", "game", "board", "seat", "player", "decision", "entry"), 1),
    **dict.fromkeys(("given", "source", "person", "invitation"), 1),
    "file": "awards.csv",
    "kept": "x.wallchart",
    "word": "f" * 32,
    "code": "NOBODYSCODE",
    "label": "1",
    "name": "ann-alder",
    "member": "Ann Alder",
    "system": "solkoff",
    "school": "A School",
    "cut": "top-1",
    "page": "nowhere/",
}


def anywhere(pattern: URLPattern, **known: object) -> str:
    """An address of this pattern, with what is known of its parts."""
    assert pattern.name
    return reverse(pattern.name, kwargs={part: (PARTS | known)[part] for part in pattern.pattern.converters})
