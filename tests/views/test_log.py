"""The log of a section: newest first, and only what is looked for."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, enter, games_of, played
from tests.html import Element, visit
from tournaments.models import Section, Staff
from tournaments.services import pairings


@pytest.fixture
def lee(section: Section) -> User:
    lee = UserFactory.create(first_name="Lee", last_name="Moss")
    Staff.objects.create(event=section.event, user=lee)
    return lee


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(4, 2, by=kim, order="solkoff")
    section.players.filter(number=4).update(name="Álvarez, Inés")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4 WL")
    return as_it_stands(section)


def lines(desk: Client, section: Section, asked: str) -> list[str]:
    return done(visit(desk, f"{at('section-log', section)}?{asked}"))


def done(page: Element) -> list[str]:
    return page.texts(".log .done")


def test_it_is_narrowed_to_a_round_a_board_and_a_kind(desk: Client, section: Section) -> None:
    assert len(lines(desk, section, "")) > 8
    assert [line[:17] for line in lines(desk, section, "round=1&board=2")] == ["Round 1, board 2:"]
    of_round_two = lines(desk, section, "round=2&kind=result")
    assert [line[:17] for line in of_round_two] == ["Round 2, board 2:"]
    assert lines(desk, section, "kind=swap&round=77") == []


def test_a_player_is_found_by_any_part_of_the_name(desk: Client, section: Section) -> None:
    named = section.players.get(number=1).name
    assert all(named.split()[-1] in line for line in lines(desk, section, f"player={named}"))
    assert len(lines(desk, section, "player=lvarez+In&kind=result")) == 2


def test_what_one_person_entered_is_told_apart(desk: Client, section: Section, lee: User) -> None:
    enter(games_of(section, 2)[0], "DD", by=lee)
    pairings.withdraw(section.players.get(number=2), 2, by=lee)
    page = visit(desk, at("section-log", section))
    assert page.form(at("section-log", section)).choices("who")[str(lee.pk)] == "Lee Moss"
    mine = lines(desk, section, f"who={lee.pk}")
    assert len(mine) == 2
    assert "withdrew after round 2" in mine[0]


def test_pages_of_a_narrowed_log_keep_what_was_asked(
    desk: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.views.setup.LOG_LINES", 1)
    page = visit(desk, f"{at('section-log', section)}?kind=result&round=1")
    assert page.link("Older") == "?kind=result&round=1&page=2"
    assert "Page 1 of 2" in page


@pytest.mark.parametrize(
    "asked", ["round=x", "board=-1", "who=999999", "kind=nothing", "player=" + "x" * 999]
)
def test_what_cannot_be_looked_for_shows_its_error_and_the_whole_log(
    desk: Client, section: Section, asked: str
) -> None:
    page = visit(desk, f"{at('section-log', section)}?{asked}")
    assert page.all(".errorlist")
    assert len(done(page)) > 8


def test_nothing_found_says_so_with_the_way_back(desk: Client, section: Section) -> None:
    page = visit(desk, f"{at('section-log', section)}?player=nobody")
    assert "No change matches." in page
    assert at("section-log", section) in page.links
