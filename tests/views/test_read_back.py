"""A list of pairings is read back before it is seated, as the server reads it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section
from tests.html import read, visit
from tests.views.pairing_page import form_of, page_of, pressed, proposed, seats, section
from tournaments.models import PairingDraft, Section
from tournaments.services import drafts, rosters

__all__ = ["section"]

HTMX = {"HX-Request": "true"}


def asked(desk: Client, section: Section, text: str) -> Any:
    """The answer to a script that asks what a list says."""
    form = form_of(page_of(desk, section), section)
    return form.send(desk, {"do": "read", "pairings": text}, headers=HTMX)


def read_back(desk: Client, section: Section, text: str) -> list[str]:
    return read(asked(desk, section, text)).texts("li")


def called(section: Section, number: int, points: str) -> str:
    return f"{number} {section.players.get(number=number).called} ({points})"


def test_each_line_is_read_back_with_names_and_scores(desk: Client, section: Section) -> None:
    proposed(desk, section)
    names = {number: section.players.get(number=number).name for number in (4, 7)}
    pair = f"{called(section, 4, '0')} – {called(section, 7, '1')}"
    for line in ("4 7", "4 v 7", "Board 3: 4-7", "3. 4 7", f"3 {names[4]} – {names[7]}"):
        assert read_back(desk, section, line) == [pair], line
    two = [pair, f"{called(section, 6, '0')} – {called(section, 5, '0')}"]
    assert read_back(desk, section, "Bd White Black\n1 4 7\n2 6 5") == two
    assert read_back(desk, section, "6 h") == [f"{called(section, 6, '0')} – half-point bye"]


def test_what_cannot_be_seated_is_said_before_it_is_sent(desk: Client, section: Section, kim: User) -> None:
    name = section.players.get(number=3).name
    rosters.add_players(section, [EntryFactory.create(name=name)], by=kim, different=True)
    proposed(desk, section)
    other = section.players.get(number=1).name
    unknown, which, told = read_back(desk, section, f"99 2\n{name} – 4\n{name} (8) – {other}")
    assert unknown == "✕ line 1: 99. Expected: the number of a player in this section"
    assert "this can be the name of 3, 8" in which
    assert told == f"{called(section, 8, '0')} – {called(section, 1, '1')}"
    assert "1 result was read and left out." in read_back(desk, section, "4 7 1-0")[-1]
    assert "across rounds or sections" in read_back(desk, section, "4 7@3")[-1]
    assert "one full-point bye" in read_back(desk, section, "4 B\n5 B")[-1]
    no_board = read_back(desk, section, "99: 4 7")
    assert no_board == ["✕ line 1: 99. Expected: the number of a board of this draft: 1–4"]
    assert read_back(desk, section, " ") == []


def test_a_list_for_a_published_round_is_read_back_on_its_page_too(
    desk: Client, section: Section, kim: User
) -> None:
    other = a_section(2, event=section.event, name="Open", by=kim)
    proposed(desk, section)
    drafts.publish(section, 2, by=kim)
    rosters.add_players(section, [EntryFactory.create(name=name) for name in ("Birch, Zoe", "Ida")], by=kim)
    page = visit(desk, at("desk-round", section, 2))
    address = page.one("#pairings")["data-read"]

    def told(text: str) -> list[str]:
        return read(desk.post(address, {"do": "read", "pairings": text}, headers=HTMX)).texts("li")

    assert told("8 H") == ["8 Zoe Birch (0) – half-point bye"]
    visitor = other.players.get(number=1).called
    assert told("8 1@Open") == [f"8 Zoe Birch (0) – 1 {visitor}"]
    assert told("8 99") == ["✕ line 1: 99. Expected: the number of a player in this section"]
    assert "Enter it beside its board." in told("8 9 1-0")[-1]


def test_a_second_meeting_is_said_as_it_is_typed_and_seated_all_the_same(
    desk: Client, section: Section
) -> None:
    proposed(desk, section)
    (told,) = read_back(desk, section, "4 1")
    assert "met in round 1 (27A1)." in told
    assert pressed(desk, page_of(desk, section), section, "type", pairings="4 1").status_code == 200


@pytest.mark.parametrize("text", ["4 7", "1 4 5", "hello", "4 4", "4 B\n5 B", "5 1@3", "4 5 1-0", "2 H\n3 H"])
def test_what_is_read_back_is_what_is_seated(desk: Client, section: Section, text: str) -> None:
    proposed(desk, section)
    fine = not read(asked(desk, section, text)).all(".problem")
    answer = pressed(desk, page_of(desk, section), section, "type", pairings=text)
    assert (answer.status_code == 200) is fine


def test_reading_back_saves_nothing(desk: Client, section: Section) -> None:
    before = proposed(desk, section)
    row = PairingDraft.objects.values().get()
    form = form_of(before, section)
    form.send(desk, {"do": "read", "pairings": "4 1\n5 H", "white-0": "7"}, headers=HTMX)
    assert PairingDraft.objects.values().get() == row
    assert form.send(desk, {"do": "swap-0"}).status_code == 302, "the form is still good"


def test_without_a_script_a_button_reads_the_list_back_and_keeps_all_that_is_typed(
    desk: Client, section: Section
) -> None:
    first = seats(proposed(desk, section))
    answer = pressed(desk, page_of(desk, section), section, "read", pairings="4 1\nhello", white_0="7")
    page = read(answer)
    assert answer.status_code == 200
    assert page.texts("#pairings-read li")[0].startswith("4 ")
    assert page.all("#pairings-read .problem")
    assert form_of(page, section).fields["pairings"] == ["4 1\nhello"]
    assert seats(page)[0][0] == "7"
    assert seats(page_of(desk, section)) == first
    saved = read(pressed(desk, page, section, "save"))
    assert seats(saved)[0][0] == "7"


def test_a_seat_that_is_wrong_is_said_when_a_list_is_read_back(desk: Client, section: Section) -> None:
    page = proposed(desk, section)
    answer = pressed(desk, page, section, "read", pairings="4 1", white_0="99")
    assert answer.status_code == 422
    assert form_of(read(answer), section).fields["pairings"] == ["4 1"]


def test_a_round_without_a_draft_has_nothing_to_read_a_list_back_for(desk: Client, section: Section) -> None:
    form = form_of(proposed(desk, section), section)
    PairingDraft.objects.all().delete()
    answer = form.send(desk, {"do": "read", "pairings": "4 1"})
    assert answer.status_code == 422
    assert "This round is not paired yet. Pair it first." in read(answer)
