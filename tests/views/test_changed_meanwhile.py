"""What changed while a form was open: a field that was left alone takes it, another one shows both."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section
from tests.html import read, visit
from tests.views.forms_of_the_desk import four
from tests.views.pairing_page import form_of, page_of
from tournaments.models import Event, Game, PairingDraft, Player, Section
from tournaments.pairing.draft import added, without
from tournaments.services import drafts, numbering, rosters, teams


def test_what_was_typed_stays_beside_what_it_is_now(desk: Any, kim: User) -> None:
    section = four(kim)
    player = section.players.get(number=2)
    address = at("edit-player", section, 2)
    form = visit(desk, address).form(address)
    rosters.edit_player(player, rating=1500, by=kim)
    page = read(form.send(desk, {"rating": "1450"}))
    assert "Somebody changed this to “1500” in the meantime. What you typed is kept here." in page
    assert page.text.count("Somebody changed this") == 2  # of the form, and of one field alone
    again = page.form(address)
    assert again.fields["rating"] == ["1450"]
    assert again.send(desk).status_code == 302
    player.refresh_from_db()
    assert player.rating == 1450


def test_fields_that_were_left_alone_take_what_somebody_else_saved_meanwhile(desk: Any, kim: User) -> None:
    """Saved again as it is shown, the form takes back nothing of the other director's."""
    section = four(kim)
    player = section.players.get(number=2)
    Player.objects.filter(pk=player.pk).update(expires_on=date(2026, 12, 31), fee_cents=4000)
    address = at("edit-player", section, 2)
    form = visit(desk, address).form(address)
    others: dict[str, Any] = {
        "rating": 1500,
        "house": True,
        "fee_cents": 5000,
        "expires_on": None,
        "grade": "4",
    }
    rosters.edit_player(player, by=kim, **others)
    answer = form.send(desk, {"team": "Fir"})
    assert answer.status_code == 409
    assert read(answer).text.count("Somebody changed this in the meantime. The new value is shown here.") == 5
    assert read(answer).form(address).fields["fee_cents"] == ["50.00"]
    assert read(answer).form(address).send(desk).status_code == 302
    player.refresh_from_db()
    assert player.team == "Fir"
    assert {name: getattr(player, name) for name in others} == others


def test_an_amount_that_changed_meanwhile_is_said_in_dollars(desk: Any, kim: User) -> None:
    section = four(kim)
    address = at("edit-player", section, 2)
    form = visit(desk, address).form(address)
    rosters.edit_player(section.players.get(number=2), fee_cents=5000, by=kim)
    assert "to “50.00” in the meantime" in read(form.send(desk, {"fee_cents": "40"}))


def test_a_field_to_which_both_gave_one_value_says_so(desk: Any, kim: User) -> None:
    section = four(kim)
    address = at("edit-player", section, 2)
    form = visit(desk, address).form(address)
    rosters.edit_player(section.players.get(number=2), rating=1300, by=kim)
    answer = form.send(desk, {"rating": "1300", "team": "Fir"})
    assert answer.status_code == 409
    assert "Somebody saved the same value in the meantime." in read(answer)
    assert read(answer).form(address).send(desk).status_code == 302


def test_an_emptied_field_says_so(desk: Any, kim: User) -> None:
    section = four(kim)
    player = section.players.get(number=2)
    rosters.edit_player(player, team="Elm", by=kim)
    address = at("edit-player", section, 2)
    forms = [visit(desk, address).form(address) for _tab in range(2)]
    assert forms[0].send(desk, {"team": ""}).status_code == 302
    answer = forms[1].send(desk, {"team": "Fir"})
    assert "Someone cleared this in the meantime. What you typed is kept here." in read(answer)


def test_the_sections_of_a_team_table_that_were_left_alone_take_what_was_saved_meanwhile(
    desk: Any, kim: User
) -> None:
    section = four(kim)
    other = a_section(2, 1, event=section.event, name="K-5")
    table = teams.make_table(section.event, name="Schools", sections=[section], by=kim)
    address = at("edit-table", table)
    forms = [visit(desk, address).form(address) for _tab in range(2)]
    both = {"sections": [str(section.pk), str(other.pk)]}
    assert forms[0].send(desk, both).status_code == 302
    answer = forms[1].send(desk, {"name": "Clubs"})
    assert answer.status_code == 409
    assert read(answer).form(address).fields["sections"] == both["sections"]
    assert read(answer).form(address).send(desk).status_code == 302
    table.refresh_from_db()
    assert (table.name, table.sections.count()) == ("Clubs", 2)


def test_a_time_zone_that_changed_meanwhile_is_said_as_the_menu_calls_it(desk: Any, kim: User) -> None:
    event = a_section(4, by=kim).event
    address = reverse("edit-event", args=[event.slug])
    form = visit(desk, address).form(address)
    Event.objects.filter(pk=event.pk).update(time_zone="America/Denver")
    page = read(form.send(desk, {"time_zone": "America/Chicago"}))
    assert "Somebody changed this to “Mountain (Denver)” in the meantime. What you typed is kept" in page


# --- a number that is another player's by now -------------------------------------------------------


def a_draft_with_an_empty_board(kim: User) -> Section:
    """Round 1 of six players is drafted, and has an empty board for 3 and 6."""
    section = a_section(6, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    draft = PairingDraft.objects.get(section=section).draft
    drafts.edit(section, 1, added(without(draft, frozenset([3, 6]))), by=kim)
    return section


def numbered_anew(section: Section, kim: User) -> None:
    """3 and 6 change their numbers."""
    low, high = (section.players.get(number=number) for number in (3, 6))
    ratings = [low.rating, high.rating]
    rosters.edit_player(low, rating=min(filter(None, ratings)) - 1, by=kim)
    rosters.edit_player(high, rating=max(filter(None, ratings)) + 1, by=kim)
    numbering.number_by_rating(section, by=kim)
    assert section.players.get(pk=high.pk).number < section.players.get(pk=low.pk).number


@pytest.mark.parametrize("another_change", [False, True])
def test_a_number_typed_before_the_roster_was_numbered_anew_seats_nobody_else(
    desk: Any, kim: User, another_change: bool
) -> None:
    section = a_draft_with_an_empty_board(kim)
    form = form_of(page_of(desk, section, 1), section, 1)
    empty = next(name for name, value in form.fields.items() if name.startswith("white-") and not value[0])
    numbered_anew(section, kim)
    if another_change:
        full = next(at for at, board in enumerate(PairingDraft.objects.get().draft.boards) if board.full)
        form_of(page_of(desk, section, 1), section, 1).send(desk, {"do": f"swap-{full}"})
    before = PairingDraft.objects.get().draft
    answer = form.send(desk, {empty: "3", "do": "save"})
    assert answer.status_code == 409
    assert "Roster now: changed. Check the numbers that you typed" in read(answer)
    assert PairingDraft.objects.get().draft == before


def test_pairings_typed_before_the_roster_was_numbered_anew_are_asked_about(desk: Any, kim: User) -> None:
    section = a_section(6, by=kim)
    form = visit(desk, at("desk-round", section, 1)).form(at("pair-round", section, 1))
    numbered_anew(section, kim)
    answer = form.send(desk, {"pairings": "1 3"})
    assert answer.status_code == 409
    page = read(answer)
    assert "Roster now: changed. Check the numbers that you typed" in page
    assert page.one("#pairings").text == "1 3"
    assert not Game.objects.exists()
