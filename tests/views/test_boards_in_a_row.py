"""The boards of all sections one after another in the hall, by one press: before a round by its pairings."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, paired
from tests.html import read, visit
from tests.views.test_shared_boards import beside
from tournaments.models import LogEntry, Section
from tournaments.selectors.pairing.shared_boards import boards_in_a_row, shared_boards
from tournaments.services import drafts, pairings, replaying, setup, visibility
from tournaments.services.undoing import undo_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(kim: User) -> Section:
    return a_section(12, by=kim, name="Open")


def told(section: Section) -> list[tuple[str, int, int]]:
    return [(each.section.name, each.first, each.last) for each in boards_in_a_row(section.event)]


def firsts(section: Section) -> list[int]:
    rows = Section.objects.filter(event=section.event).order_by("position", "pk")
    return list(rows.values_list("first_board", flat=True))


def press(desk: Client, section: Section) -> str:
    page = reverse("edit-event", args=[section.event.slug])
    form = visit(desk, page).form(reverse("number-boards", args=[section.event.slug]))
    answer = form.send(desk)
    assert answer.status_code == 302
    return read(desk.get(page)).text


def test_one_press_numbers_the_boards_of_all_sections_one_after_another(
    desk: Client, section: Section, kim: User
) -> None:
    beside(section, 9, "Reserve", kim)
    beside(section, 4, "Novice", kim, first_board=40)
    assert told(section) == [("Open", 1, 6), ("Reserve", 7, 10), ("Novice", 11, 12)]
    page = visit(desk, reverse("edit-event", args=[section.event.slug]))
    assert "Reserve 1–4 1–4: Open too 7–10" in page
    assert "Boards are numbered: Open 1–6; Reserve 7–10; Novice 11–12." in press(desk, section)
    assert firsts(section) == [1, 7, 11]
    assert not replaying.replay(section.event).differences
    entry = LogEntry.objects.exclude(rows=[]).latest("pk")
    undo_entry(section.pk, by=kim, entry_id=entry.pk)
    assert firsts(section) == [1, 1, 40]


def test_the_list_of_boards_marks_those_that_two_sections_use(
    desk: Client, section: Section, kim: User
) -> None:
    beside(section, 8, "Reserve", kim, first_board=6)
    beside(section, 4, "Novice", kim, first_board=40)
    page = visit(desk, reverse("edit-event", args=[section.event.slug]))
    assert page.texts("#boards tbody td:nth-child(2)") == ["1–6 6: Reserve too", "6–9 6: Open too", "40–41"]
    assert len(page.all("#boards .pill.warning")) == 2
    press(desk, section)
    assert not visit(desk, reverse("edit-event", args=[section.event.slug])).all("#boards .pill.warning")


def test_before_a_round_the_boards_of_its_pairings_count(desk: Client, section: Section, kim: User) -> None:
    reserve = beside(section, 8, "Reserve", kim)
    for each in (section, reserve):
        drafts.keep(each, 1, drafts.propose(each, 1), by=kim)
    pairings.withdraw(section.players.get(number=12), 0, by=kim)
    assert told(section)[0] == ("Open", 1, 6), "the draft has the board still"
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    assert told(section) == [("Open", 1, 5), ("Reserve", 6, 9)]
    press(desk, section)
    drafts.publish(as_it_stands(reserve), 1, by=kim)
    assert [game.board for game in games_of(reserve, 1)] == [6, 7, 8, 9]


def test_a_section_that_plays_keeps_its_boards_and_no_other_gets_them(section: Section, kim: User) -> None:
    reserve, novice = beside(section, 6, "Reserve", kim), beside(section, 4, "Novice", kim)
    games = paired(reserve, 1, "1 2\n3 4\n5 6", publish=True)
    for number in (3, 4):
        pairings.withdraw(reserve.players.get(number=number), 1, by=kim)
    assert told(section) == [("Open", 4, 9), ("Reserve", 1, 2), ("Novice", 10, 11)]
    setup.number_boards(section.event, by=kim)
    assert shared_boards(as_it_stands(novice)) == ""
    for game in games:
        enter(game, "WL")
    assert told(section) == [("Open", 1, 6), ("Reserve", 7, 8), ("Novice", 9, 10)]


def test_a_section_that_is_archived_has_no_boards(section: Section, kim: User) -> None:
    beside(section, 8, "Reserve", kim)
    novice = beside(section, 4, "Novice", kim)
    visibility.archive(section, hide=False, by=kim)
    assert told(novice) == [("Reserve", 1, 4), ("Novice", 5, 6)]


def test_nothing_changes_where_they_stand_so_already(desk: Client, section: Section, kim: User) -> None:
    setup.number_boards(section.event, by=kim)
    before = LogEntry.objects.count()
    setup.number_boards(section.event, by=kim)
    assert LogEntry.objects.count() == before


def test_where_boards_overlap_that_press_stands_too(desk: Client, section: Section, kim: User) -> None:
    reserve = beside(section, 8, "Reserve", kim)
    drafts.keep(reserve, 1, drafts.propose(reserve, 1), by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    link = visit(desk, at("edit-section", section)).link("Number all sections one after another")
    assert link == f"{reverse('edit-event', args=[section.event.slug])}#boards"
    for page in (at("pairing", section, 1), at("publish-pairing", section, 1)):
        form = visit(desk, page).form(reverse("number-boards", args=[section.event.slug]))
    buttons = visit(desk, at("publish-pairing", section, 1)).texts("main .actions button")
    assert buttons == ["Publish 6 boards", "Number all sections one after another"], "the main one first"
    answer = form.send(desk)
    assert answer["Location"] == at("pairing", section, 1)
    assert firsts(section) == [1, 7]
    assert "also used" not in visit(desk, at("pairing", section, 1))
