"""The public addresses of a section, and what is read on them."""

import pytest
from django.urls import reverse

from tests.addresses import at
from tests.cases import case
from tests.factories import imported
from tournaments.models import Section

PAGES = [
    "standings",
    "why",
    "arithmetic",
    "tie",
    "player",
    "card",
    "round",
    "wall-chart",
    "paper",
    "trophies",
    "cash",
    "posted-order",
    "final",
    "board",
    "row",
]
LIVE = ["standings-live", "round-live", "player-live", "trophies-live", "cash-live"]
NUMBERED = {
    "why": 1,
    "arithmetic": 1,
    "tie": 1,
    "player": 1,
    "player-live": 1,
    "card": 1,
    "round": 1,
    "round-live": 1,
    "board": 1,
    "row": 1,
}


def address(section: Section, name: str, number: int | None = None) -> str:
    """Of a page about one player or round: of number 1, or another."""
    if name in NUMBERED:
        numbers = [NUMBERED[name] if number is None else number]
        return at(name, section, *numbers, *([1] if name == "board" else []))
    return at(name, section)


def everything(section: Section) -> list[str]:
    """Every public address of a section, an event and the house."""
    return [
        reverse("home"),
        reverse("rules"),
        reverse("published-orders"),
        reverse("rule", args=["modified_median"]),
        reverse("following"),
        reverse("event", args=[section.event.slug]),
        reverse("event", args=[section.event.slug]) + "?q=a",
        *(
            reverse(name, args=[section.event.slug])
            for name in ("everybody", "event-live", "screen", "screen-live")
        ),
        reverse("screen", args=[section.event.slug]) + f"?sections={section.slug}&show=standings",
        *(address(section, name) for name in [*PAGES, *LIVE, "wall-chart-file"]),
        address(section, "standings") + "?after=1",
        address(section, "why") + "?against=2",
        address(section, "why") + "?q=a",
    ]


@pytest.fixture
def vermont() -> Section:
    """The published example: a tie of four that takes three systems."""
    order = "modified_median,solkoff,cumulative"
    return imported(case("vermont"), order, name="K-3", place_trophies=5)
