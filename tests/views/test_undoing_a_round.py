"""Undoing a published round that has results: a chief takes all of it back in one press, with a reason."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, enter, games_of, played
from tests.html import read, visit
from tests.sign_in import signed_in
from tests.views.desk_page import stands
from tournaments.models import LogEntry, Role, Round, Section, Staff
from tournaments.services import drafts, replaying
from tournaments.services.undoing import undo_entry

pytestmark = pytest.mark.django_db

WHY = "paired before a late result"


@pytest.fixture
def section(kim: User) -> Section:
    """Round 1 is played; of the three boards of round 2, two have results, one of them corrected."""
    section = a_section(6, 3, by=kim)
    played(section, 1, "1 4 WL\n5 2 LW\n3 6 WL")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    drafts.publish(section, 2, by=kim)
    first, second, _third = games_of(section, 2)
    enter(first, "WL")
    enter(second, "DD")
    enter(first, "LW")
    return as_it_stands(section)


def published(section: Section) -> LogEntry:
    found = LogEntry.objects.filter(standings=section.standings, verb="pair", values__round=2)
    return found.order_by("pk").first() or LogEntry.objects.get(code="posted")


def test_a_round_and_its_results_go_in_one_press_that_names_how_many(
    desk: Client, section: Section, kim: User
) -> None:
    entry = published(section)
    address = at("undo-entry", section, entry.pk)
    page = visit(desk, address)
    assert "2 results go with the pairings." in page
    form = page.form(address)
    refused = form.send(desk, {"later": "yes", "reason": ""})
    assert refused.status_code == 422
    assert len(games_of(section, 2)) == 3
    answer = visit(desk, address).form(address).send(desk, {"later": "yes", "reason": WHY})
    assert answer.status_code == 302
    assert not games_of(section, 2)
    assert not Round.objects.filter(section=section, number=2, published_at__isnull=False)
    undone = [*LogEntry.objects.filter(standings=section.standings, undoes__isnull=False).order_by("pk")]
    assert {each.reason for each in undone} == {WHY}
    assert undone[-1].undoes == entry
    assert not replaying.replay(section.event).differences
    # And each of them can be undone, the round first.
    for each in undone[::-1]:
        undo_entry(section.pk, by=kim, entry_id=each.pk, reason=WHY)
    assert [stands(game) for game in games_of(section, 2)] == ["LW", "DD", "??"]


def test_an_assistant_is_told_that_a_chief_can(section: Section) -> None:
    helen = UserFactory.create()
    Staff.objects.create(event=section.event, user=helen, role=Role.ASSISTANT)
    client = signed_in(helen)
    address = at("undo-entry", section, published(section).pk)
    page = visit(client, address)
    assert "A chief can take back the round with its results in one press." in page
    assert not page.all("button[name=later]")
    answer = client.post(address, {"later": "yes", "reason": WHY})
    assert answer.status_code == 403
    assert len(games_of(section, 2)) == 3


def test_a_round_with_more_than_results_or_with_a_later_one_is_undone_from_the_top(
    desk: Client, section: Section, kim: User
) -> None:
    enter(games_of(section, 2)[2], "WL")
    section = as_it_stands(section)
    drafts.keep(section, 3, drafts.propose(section, 3), by=kim)
    drafts.publish(section, 3, by=kim)
    third = LogEntry.objects.filter(standings=section.standings).latest("pk")
    address = at("undo-entry", section, published(section).pk)
    page = read(desk.get(address))
    assert not page.all("button[name=later]")
    assert "Round 3 is paired on round 2. Undo round 3 first." in page.one("main .notice")
    assert page.link("Undo round 3 first.") == at("undo-entry", section, third.pk)
    listed = page.one("ol.log")
    assert at("undo-entry", section, third.pk) in listed.links
    answer = desk.post(address, {"later": "yes", "reason": WHY})
    assert answer.status_code == 409
    assert "Undo round 3 first." in read(answer).one("[role=alert]")
    assert len(games_of(section, 2)) == 3
