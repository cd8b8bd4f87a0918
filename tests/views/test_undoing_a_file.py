"""Undoing a registration file after its players were changed at the desk: in one step, where nobody has
played."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import paired
from tests.html import read, visit
from tests.views.registration_page import SOLE, event, preview, section
from tournaments.formats.byes import read_byes
from tournaments.models import Event, LogEntry, Player, Section
from tournaments.services import byes, check_in, replaying, rosters
from tournaments.text.log import Summary

__all__ = ["event", "section"]

pytestmark = pytest.mark.django_db

OTHER = "K-3 Championship"
FILE = (
    f"Name,Rating,Section\nAda Alder,800,{SOLE}\nBo Birch,700,{SOLE}\nCy Cedar,300,K-3 Championship\n"
    "Di Dale,300,Novice\n"
)


@pytest.fixture
def imported(desk: Client, event: Event) -> LogEntry:
    shown = preview(desk, event, FILE)
    shown.choose("Novice", "new")
    shown.look().done()
    return LogEntry.objects.exclude(rows=[]).get(code=Summary.REGISTRATION)


def of(name: str) -> Player:
    return Player.objects.select_related("section").get(name=name)


def page_of(entry: LogEntry) -> str:
    return at("undo-entry", Section.objects.get(standings=entry.standings_id), entry.pk)


def test_later_changes_go_with_a_file_in_one_press(
    desk: Client, event: Event, kim: User, imported: LogEntry
) -> None:
    rosters.edit_player(of("Bo Birch"), rating=720, by=kim)
    byes.request_byes(of("Bo Birch"), read_byes("2"), by=kim)
    check_in.move(of("Ada Alder"), event.sections.get(name=OTHER), by=kim)
    rosters.edit_player(of("Di Dale"), team="Elm", by=kim)
    page = visit(desk, page_of(imported))
    assert len(page.texts("ol.log li")) == 4
    assert "Undo these 4 changes and this entry" in page.texts("button")
    form = page.form(page_of(imported))
    answer = form.send(desk, {"later": "yes"})
    assert answer.status_code == 302
    assert not Player.objects.exists()
    assert not event.sections.filter(name="Novice").exists(), "it was created with the file"
    assert not replaying.replay(event).differences


def test_a_later_change_leads_to_the_log_of_the_section_in_which_it_was_made(
    desk: Client, event: Event, kim: User, imported: LogEntry
) -> None:
    rosters.edit_player(of("Bo Birch"), rating=720, by=kim)
    rosters.edit_player(of("Cy Cedar"), rating=320, by=kim)
    page = visit(desk, page_of(imported))
    led = {link["href"]: link.text for link in page.all("ol.log li .done a")}
    assert led.keys() == {
        page_of(each)
        for each in LogEntry.objects.exclude(code=Summary.REGISTRATION).filter(pk__gt=imported.pk)
    }
    for address, words in led.items():
        assert words in visit(desk, address).text
    # Of another section, its name stands beside.
    own = Section.objects.get(standings=imported.standings_id).name
    assert page.texts("ol.log li .of") == [name for name in (OTHER, SOLE) if name != own]


def test_a_change_that_came_after_the_page_is_not_undone_unseen(
    desk: Client, event: Event, kim: User, imported: LogEntry
) -> None:
    rosters.edit_player(of("Bo Birch"), rating=720, by=kim)
    form = visit(desk, page_of(imported)).form(page_of(imported))
    rosters.edit_player(of("Bo Birch"), team="Elm", by=kim)
    answer = form.send(desk, {"later": "yes"})
    assert answer.status_code == 409
    assert Player.objects.count() == 4


def test_once_a_round_is_published_the_file_stays_and_the_page_says_what_to_do(
    desk: Client, event: Event, section: Section, kim: User, imported: LogEntry
) -> None:
    paired(section, 1, "1 2", publish=True)
    rosters.edit_player(of("Cy Cedar"), rating=320, by=kim)
    page = visit(desk, page_of(imported))
    assert not [text for text in page.texts("button") if text.startswith("Undo these")]
    assert "Pairings, results or awards build on it. To mend the rosters, import the corrected file" in page
    answer = desk.post(page_of(imported), {"later": "yes"})
    assert answer.status_code == 409
    assert "Nothing was undone" in read(answer)
    assert Player.objects.count() == 4
