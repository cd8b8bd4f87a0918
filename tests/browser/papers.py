"""What tests of paper begin with: a published round, seven that are played, and forty trophies."""

import re

import pytest
from django.contrib.auth.models import User

from tests.factories import EntryFactory, a_section, as_it_stands, played
from tournaments.models import Section
from tournaments.selectors.awards.ties import ties
from tournaments.services import decisions, drafts, prizes, rosters
from tournaments.services.finishing import finish
from tournaments.views import codes

PAGE = re.compile(rb"/Type\s*/Page\b")
LONG = "Alexandra Montgomery-Featherstonehaugh"
EVERY_TIEBREAK = "modified_median,solkoff,cumulative,opposition_cumulative"


@pytest.fixture(autouse=True)
def phones_reach_the_laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a hall: each slip has the code that opens its board."""
    monkeypatch.setattr(codes, "phone_addresses", lambda: ["http://192.168.8.10:8000"])


@pytest.fixture
def round_one(kim: User) -> Section:
    return round_one_of(kim)


def round_one_of(kim: User, **numbered: int) -> Section:
    """Twenty players in a published round, whose names have smaller letters or need two lines without."""
    section = a_section(0, 3, by=kim, name="Championship K-5", order="solkoff", **numbered)
    names = {n: "Ana-Sofia Lindqvists" if n % 10 < 5 else LONG for n in range(1, 21)}
    entries = [EntryFactory.create(name=f"{name} {n}", rating=2000 - 8 * n) for n, name in names.items()]
    rosters.add_players(section, entries, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    drafts.publish(section, 1, by=kim)
    return section


def seven_rounds(kim: User, players: int) -> Section:
    section = a_section(0, 7, by=kim, name="Championship K-5", order="modified_median,solkoff,cumulative")
    entries = [
        EntryFactory.create(
            name=f"{LONG[n % 9 : 24]} {n}", rating=2000, team="Maple Grove Elementary", grade="5"
        )
        for n in range(1, players + 1)
    ]
    rosters.add_players(section, entries, by=kim)
    half = players // 2
    for number in range(1, 8):
        games = "\n".join(f"{n} {(n - 1 + number) % half + half + 1} WL" for n in range(1, half + 1))
        played(section, number, games, by=kim)
    return as_it_stands(section)


@pytest.fixture
def forty_trophies(kim: User) -> Section:
    """Forty-four players in five rounds, final: tiebreaks decide most of forty trophies."""
    section = a_section(44, 5, by=kim, name="Championship K-5", order=EVERY_TIEBREAK)
    prizes.announce(section, "1st–40th trophies", by=kim)
    for number in range(1, 6):
        lines = [
            f"{n} {(n + 5 * number) % 22 + 23} {('WL', 'LW', 'DD', 'WL')[n * (number + 3) % 7 % 4]}"
            for n in range(1, 23)
        ]
        played(section, number, "\n".join(lines), by=kim)
    for tie in ties(section, {}).trophy:
        decisions.toss_coin(section, tie.numbers, by=kim)
    finish(as_it_stands(section), by=kim)
    return as_it_stands(section)
