"""What every form of the desk promises: it acts once, and on nothing that changed since it was shown.

A form without a case in :mod:`tests.views.forms_of_the_desk` fails here.
"""

import time
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from tests.addresses import anywhere, at
from tests.directors_client import PAGES, STAMPED
from tests.html import read
from tests.views.forms_of_the_desk import CASES, four
from tiebreaks.models import FinalSheet, Standings
from tournaments.checks import patterns
from tournaments.models import Act, Event, Invitation, LogEntry, Mirror, PairingDraft, Player, Section, Staff
from tournaments.selectors.event.copies import copies
from tournaments.services import pairings, rosters
from tournaments.services.acts import KEPT, carry_out, fresh_token
from tournaments.services.backups import automatic

# Entries of results carry the revision of their board, and undo the entry that it takes back.
BY_REVISION = {
    *("enter-result", "ruling", "swap-colors", "remove-pairing", "no-show"),
    *("match", "enter-match", "enter-board", "board-ruling"),
    "undo",
}
# A password is known or not, and a device is signed out once. A second reading is compared with what stands,
# whatever the page showed, and marks one revision.
BY_THEMSELVES = {
    *("account", "sign-out-elsewhere"),
    *("verify-result", "verify-board"),
    # A player is here or not; what is undone is one check-in, by its key.
    *("mark-check-in", "mark-paid"),
    # The press names who sits down against whom.
    "seat-latecomer",
    # It changes nothing: what is due is sent a little earlier.
    "try-mirror",
    # An upload changes nothing either: what it would change is shown, and another form takes it.
    "companion",
    # A list that is read again is the same list; it is no event's.
    "rating-list",
}


@pytest.fixture(autouse=True)
def laptop(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its copies go into a folder beside its data. (The database is copied in tests of its own.)"""
    settings.VAR_DIR = tmp_path / "var"
    for name in ("var", "one", "other"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(automatic, "is_running", lambda: True)
    monkeypatch.setattr(automatic, "copy_into", lambda folder, elsewhere: Path(__file__))


# --- the list is complete ---------------------------------------------------------------------------


def test_every_form_of_the_desk_has_its_case_here(desk: Client) -> None:
    """A new address that takes a form must promise what the others do."""
    takes_forms = set()
    for pattern in patterns():
        if getattr(pattern.callback, "policy", "") != "desk" or not pattern.name:
            continue
        if desk.post(anywhere(pattern)).status_code != 405:
            takes_forms.add(pattern.name)
    assert takes_forms == set(PAGES) | BY_REVISION | BY_THEMSELVES
    assert set(CASES) == set(PAGES)


# --- two tabs ---------------------------------------------------------------------------------------


def changes() -> tuple[object, ...]:
    """What a form changed, if it differs."""
    staff = sorted(Staff.objects.values_list("pk", "role"))
    invitations = sorted(Invitation.objects.values_list("pk", "withdrawn"))
    drafts = sorted(PairingDraft.objects.values_list("pk", "revision"))
    mirrors = sorted(Mirror.objects.values_list("pk", "seed"))
    folder = copies().folder
    log, events, sections = (model.objects.count() for model in (LogEntry, Event, Section))
    return log, events, sections, drafts, staff, invitations, mirrors, folder


@pytest.mark.on_one_database
@pytest.mark.parametrize("name", STAMPED)
def test_a_form_whose_page_is_out_of_date_changes_nothing_until_it_was_shown_again(
    name: str, desk: Any, kim: User
) -> None:
    sent = CASES[name](kim)
    carried = desk.carried(sent.address)
    assert carried["stamp"], name
    sent.meanwhile()
    before = changes()

    answer = desk.post(sent.address, sent.typed | carried)

    assert answer.status_code == 409, read(answer).text
    assert "Nothing was" in read(answer)
    assert not read(answer).ids_used_twice, "a label would lead to another field"
    assert changes() == before
    # The page as it is now: the director has seen the other's change, and sends hers over it.
    knowing = desk.post(sent.address, sent.typed)
    # Where the other withdrew the player, or changed what would be undone, the form cannot do it any more.
    if name not in ("re-enter-player", "undo-entry"):
        assert knowing.status_code == 302, read(knowing).text
        assert changes() != before


@pytest.mark.slow
@pytest.mark.on_one_database
@pytest.mark.parametrize("name", STAMPED)
def test_a_form_without_its_stamp_is_out_of_date(name: str, desk: Any, kim: User) -> None:
    sent = CASES[name](kim)
    before = changes()
    answer = desk.post(sent.address, sent.typed | {"token": fresh_token(kim), "stamp": ""})
    assert answer.status_code == 409
    assert changes() == before


# --- removed while a form waits -----------------------------------------------------------------------


# They are of the machine, and wait for no event.
OF_THE_MACHINE = {"new-event", "mirrors", "restore", "choose-folder"}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(PAGES) - OF_THE_MACHINE))
def test_what_is_removed_while_a_form_waits_for_it_is_told_and_is_no_failure(
    name: str, desk: Any, kim: User
) -> None:
    """Its page was found, then somebody else had the lock first, and deleted the section, or the event."""
    sent = CASES[name](kim)
    carried = desk.carried(sent.address)
    goes = Section if "section" in resolve(sent.address).kwargs else Event

    def late(*args: Any, **more: Any) -> str:
        theirs = Standings.objects.filter(section__isnull=False)
        (theirs if goes is Section else Standings.objects).all().delete()
        if goes is Event:
            Event.objects.all().delete()
        return carry_out(*args, **more)

    with patch("tournaments.services.acts.carry_out", late):
        answer = desk.post(sent.address, sent.typed | carried)
    assert answer.status_code in (404, 409), read(answer).text
    assert "Nothing was" in read(answer)
    assert not goes.objects.exists()


def test_a_form_that_lost_a_row_to_somebody_else_is_read_again_with_its_file(desk: Any, kim: User) -> None:
    section = four(kim)
    tries: list[object] = []

    def late(*args: Any, **more: Any) -> str:
        tries.append(args)
        if len(tries) == 1:
            raise Player.DoesNotExist
        return carry_out(*args, **more)

    file = SimpleUploadedFile("list.csv", b"name\nZed Zander\n")
    with patch("tournaments.services.acts.carry_out", late):
        assert desk.post(at("import-roster", section), {"file": file}).status_code == 302
    assert section.players.filter(name="Zed Zander").count() == 1


def test_a_fault_that_stays_is_no_removal(desk: Any, kim: User) -> None:
    address = at("add-player", four(kim))
    with (
        patch("tournaments.services.acts.carry_out", side_effect=Player.DoesNotExist),
        pytest.raises(Player.DoesNotExist),
    ):
        desk.post(address, {"name": "Ann Alder"})


# --- twice ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
def test_a_form_that_is_sent_twice_acts_once_and_leads_to_the_same_page(
    name: str, desk: Any, kim: User
) -> None:
    sent = CASES[name](kim)
    carried = desk.carried(sent.address)
    first = desk.post(sent.address, sent.typed | carried)
    assert first.status_code == 302, read(first).text
    once, players = changes(), Player.objects.count()

    second = desk.post(sent.address, sent.typed | carried)

    assert second.status_code == 302
    assert second.headers["Location"] == first.headers["Location"]
    assert "This was saved already." in [str(each) for each in get_messages(second.wsgi_request)]
    assert (changes(), Player.objects.count()) == (once, players)


@pytest.mark.slow
@pytest.mark.on_one_database
@pytest.mark.parametrize("name", PAGES)
def test_a_form_without_a_token_is_refused(name: str, desk: Any, kim: User) -> None:
    sent = CASES[name](kim)
    before = changes()
    for token in ("", "made-up", fresh_token(kim)[:-1] + "?", fresh_token(User(pk=kim.pk + 1))):
        answer = desk.post(sent.address, sent.typed | {"token": token})
        assert answer.status_code == 409, read(answer).text
        assert "Nothing was saved." in read(answer)
    assert changes() == before


def test_a_refused_form_can_be_sent_again(desk: Any, kim: User) -> None:
    section = four(kim)
    address = at("add-player", section)
    carried = desk.carried(address)
    assert desk.post(address, {"name": "Ann Alder", "number": 1} | carried).status_code == 422
    assert desk.post(address, {"name": "Ann Alder", "number": 9} | carried).status_code == 302
    assert section.players.filter(name="Ann Alder").count() == 1


def test_the_same_words_from_another_tab_are_saved_once_unless_the_director_means_it(
    desk: Any, kim: User
) -> None:
    section = four(kim)
    address = at("add-player", section)
    first, second = (desk.carried(address) for _tab in range(2))
    assert desk.post(address, {"name": "Ann Alder"} | first).status_code == 302
    answer = desk.post(address, {"name": "Ann Alder", "another": ""} | second)
    assert answer.status_code == 409
    page = read(answer)
    assert "You saved the same a few minutes ago. Nothing more was saved." in page
    assert section.players.filter(name="Ann Alder").count() == 1
    assert page.form(address).send(desk).status_code == 302
    assert section.players.filter(name="Ann Alder").count() == 2


def test_other_words_in_a_form_that_was_sent_are_not_lost(desk: Any, kim: User) -> None:
    section = four(kim)
    address = at("add-player", section)
    carried = desk.carried(address)
    assert desk.post(address, {"name": "Ann Alder"} | carried).status_code == 302
    answer = desk.post(address, {"name": "Bo Birch"} | carried)
    assert answer.status_code == 409
    assert "This form was already sent, and what it said then was saved." in read(answer)
    assert read(answer).form(address).send(desk).status_code == 302
    assert section.players.filter(name="Bo Birch").count() == 1


def test_a_page_that_was_open_for_too_long_must_be_loaded_again(desk: Any, kim: User) -> None:
    """So a token needs to be remembered no longer than it can be sent."""
    section = four(kim)
    with patch("django.core.signing.time.time", return_value=time.time() - KEPT.total_seconds() - 60):
        old = fresh_token(kim)
    answer = desk.post(at("add-player", section), {"name": "Ann Alder", "token": old})
    assert answer.status_code == 409
    assert "This page was open for too long" in read(answer)
    assert not section.players.filter(name="Ann Alder").exists()


def test_tokens_that_cannot_be_sent_any_more_are_forgotten(desk: Any, kim: User) -> None:
    section = four(kim)
    Act.objects.create(token="old", user=kim, sent="")
    Act.objects.update(at=timezone.now() - KEPT - timedelta(minutes=1))
    desk.post(at("add-player", section), {"name": "Ann Alder"})
    assert not Act.objects.filter(token="old").exists()


def test_a_withdrawal_before_round_1_is_told_to_the_other_tab(desk: Any, kim: User) -> None:
    section = four(kim)
    address = at("withdraw-player", section, 2)
    carried = desk.carried(address)
    pairings.withdraw(section.players.get(number=2), 0, by=kim)
    answer = desk.post(address, {"after_round": 1} | carried)
    assert answer.status_code == 409
    assert "Withdrew after round now: 0" in read(answer)


def test_a_page_says_once_that_nothing_was_saved(desk: Any, kim: User) -> None:
    sent = CASES["columns"](kim)
    carried = desk.carried(sent.address)
    sent.meanwhile()
    answer = desk.post(sent.address, sent.typed | carried)
    assert read(answer).text.count("Nothing was saved.") == 1


def test_a_second_tab_that_finishes_is_told_that_the_section_is_final(desk: Any, kim: User) -> None:
    sent = CASES["finish-section"](kim)
    first, second = (desk.carried(sent.address) for _tab in range(2))
    assert desk.post(sent.address, first).status_code == 302
    answer = desk.post(sent.address, second)
    assert answer.status_code == 409
    assert "is final already." in read(answer)
    assert FinalSheet.objects.count() == 1


def test_a_fault_does_not_hide_what_changed_meanwhile(desk: Any, kim: User) -> None:
    """The form that is shown with the fault shows what was typed, so it is as old as it was."""
    section = four(kim)
    address = at("edit-player", section, 2)
    carried = desk.carried(address)
    rosters.edit_player(section.players.get(number=2), rating=1500, by=kim)
    faulty = desk.post(address, {"name": "Bo Birch", "rating": "good"} | carried)
    assert faulty.status_code == 422
    answer = read(faulty).form(address).send(desk, {"rating": "1400"})
    assert answer.status_code == 409
    assert "Somebody changed this to “1500” in the meantime. What you typed is kept here." in read(answer)
