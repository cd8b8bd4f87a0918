"""The public addresses of a section, and what is read on them."""

from django.urls import reverse

from tests.addresses import at
from tournaments.models import Section

PAGES = ["standings", "why", "round", "wall-chart", "trophies", "cash", "posted-order"]
LIVE = ["standings-live", "round-live", "trophies-live", "cash-live"]
NUMBERED = {"why": 1, "round": 1, "round-live": 1}


def address(section: Section, name: str, number: int | None = None) -> str:
    """Of a page about one player or round: of number 1, or another."""
    if name in NUMBERED:
        return at(name, section, NUMBERED[name] if number is None else number)
    return at(name, section)


def everything(section: Section) -> list[str]:
    """Every public address of a section, an event and the house."""
    return [
        reverse("home"),
        reverse("rules"),
        reverse("event", args=[section.event.slug]),
        *(address(section, name) for name in [*PAGES, *LIVE, "wall-chart-file"]),
        address(section, "standings") + "?after=1",
        address(section, "why") + "?against=2",
    ]
