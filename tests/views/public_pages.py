"""The public addresses of a section, and what is read on them."""

import re
from html import unescape
from typing import Any

from django.urls import reverse

from tournaments.models import Section

PAGES = ["standings", "why", "round", "wall-chart", "trophies", "cash", "posted-order"]
LIVE = ["standings-live", "round-live", "trophies-live", "cash-live"]
NUMBERED = {"why": 1, "round": 1, "round-live": 1}


def address(section: Section, name: str, number: int | None = None) -> str:
    args: list[Any] = [section.event.slug, section.slug]
    if name in NUMBERED:
        args.append(NUMBERED[name] if number is None else number)
    return reverse(name, args=args)


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


def text(response: Any) -> str:
    """What is read: without tags, every run of blanks one blank."""
    html = re.sub("<[^>]*>", " ", re.sub("<(title|style|script).*?</\\1>", "", body(response), flags=re.S))
    return re.sub(r" ([.,:;)’])", r"\1", " ".join(unescape(html).split()))


def body(response: Any) -> str:
    html: str = response.content.decode()
    return html
