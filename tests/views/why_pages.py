"""The why page as a parent reads it: its systems with their terms, and who is ahead of whom."""

from fractions import Fraction
from typing import NamedTuple

from django.test import Client

from tests.addresses import at
from tests.html import Element, visit
from tournaments.models import Section


class System(NamedTuple):
    """One system of a why page, as it was read."""

    code: str
    value: str
    is_mean: bool
    terms: list[tuple[Fraction, str]]
    element: Element


def why(client: Client, section: Section, number: int, **query: int | str) -> Element:
    return visit(client, at("why", section, number), query)


def arithmetic(client: Client, section: Section, number: int, **query: int | str) -> Element:
    """Every number, as a tap on the why page opens them."""
    return visit(client, at("arithmetic", section, number), query)


def systems(page: Element) -> list[System]:
    return [
        System(
            one["data-system"],
            one["data-value"],
            one.has("data-mean"),
            [(Fraction(term["data-term"]), term["data-dropped"]) for term in one.all("[data-term]")],
            one,
        )
        for one in page.all("section.system")
    ]


def chains(page: Element) -> dict[int, str]:
    """What is said first of each other player; of those who share a rank, under the first of them."""
    return {int(one["data-against"].split()[0]): one.one(".say").text for one in page.all("section.chain")}


def steps(page: Element, other: int) -> list[str]:
    """The steps of the ladder between the player and another, a line each."""
    chain = page.one(f"#vs{other}")
    return [
        " ".join((step.all(".decides") or step.all("summary"))[0].text.split())
        for step in chain.all(".rungs > li")
    ]


QUARTERS = {"": "", "¼": ".25", "½": ".5", "¾": ".75"}


def exactly(value: Element) -> str:
    """A value of the standings as a decimal: what it shows is exact, unless it is a rounded mean."""
    if value.has("value"):
        return value["value"]
    if value.text == "–":
        return ""
    whole = value.text.rstrip("¼½¾")
    return (whole.replace("−", "-") or "0") + QUARTERS[value.text[len(whole) :]]


def table(client: Client, section: Section, **query: int) -> dict[int, list[str]]:
    """Each ranked number's exact values as the standings print them."""
    return {
        int(entry["data-player"]): [exactly(value) for value in entry.all(".values > *")]
        for entry in visit(client, at("standings", section), query).all("li.entry")
    }


def adds_up(client: Client, section: Section, **query: int) -> int:
    """Check every why page of a section against its table; answers how many values were added up."""
    added = 0
    for number, values in table(client, section, **query).items():
        explained = systems(arithmetic(client, section, number, **query))
        if values:
            assert [system.value for system in explained] == values, number
        for system in explained:
            kept = [term for term, dropped in system.terms if not dropped]
            if system.value == "":
                assert not kept
                continue
            total = sum(kept, Fraction())
            assert Fraction(system.value) == (total / len(kept) if system.is_mean else total), number
            added += 1
    return added
