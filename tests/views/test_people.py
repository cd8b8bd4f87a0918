"""Inviting people, their roles, their removal, and what a scorekeeper may."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EventFactory, UserFactory, a_section, enter, games_of, paired
from tests.html import read, visit
from tests.sign_in import signed_in
from tests.views.people_page import NAME, an_assistant, code_for, joining
from tournaments.errors import Refused
from tournaments.models import Event, Invitation, LogEntry, Role, Staff
from tournaments.services import pairings, people
from tournaments.services.visibility import archive_event
from tournaments.text.wording import day_and_clock

# --- inviting ---------------------------------------------------------------------------------------


def test_a_chief_makes_an_invitation_and_the_page_shows_its_code(desk: Client, event: Event) -> None:
    page = visit(desk, reverse("people", args=[event.slug]))
    answer = page.form(reverse("invite", args=[event.slug])).send(desk, {"role": "scorekeeper"})
    shown = visit(desk, answer.headers["Location"], HTTP_HOST="testserver")
    code = people.code_of(Invitation.objects.get())
    assert f"{code[:5]}-{code[5:]}" in shown
    assert f"http://testserver{joining(code)}" in shown
    assert shown.all(".code svg")
    assert "Works once, until" in shown


def test_open_invitations_say_their_role_and_when_they_were_made_and_lead_to_their_codes(
    desk: Client, event: Event
) -> None:
    address = reverse("people", args=[event.slug])
    for role in ("scorekeeper", "assistant"):
        visit(desk, address).form(reverse("invite", args=[event.slug])).send(desk, {"role": role})
    page = visit(desk, address)
    for invitation in Invitation.objects.all():
        assert reverse("invitation", args=[event.slug, invitation.pk]) in page.links
        made, until = day_and_clock(invitation.until - timedelta(hours=1)), day_and_clock(invitation.until)
        assert f"{invitation.get_role_display()} created {made}, valid until {until}" in page


def test_one_page_makes_one_invitation_and_the_next_page_another(desk: Any, event: Event) -> None:
    address = reverse("invite", args=[event.slug])
    carried = desk.carried(address)
    first, second = (desk.post(address, {"role": "scorekeeper"} | carried) for _click in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert Invitation.objects.count() == 1
    assert desk.post(address, {"role": "scorekeeper"}).status_code == 302
    assert Invitation.objects.count() == 2


def test_nobody_is_invited_as_chief(desk: Client, event: Event, kim: User) -> None:
    assert desk.post(reverse("invite", args=[event.slug]), {"role": "chief"}).status_code == 422
    with pytest.raises(Refused, match="Nobody joins as chief"):
        people.invite(event, Role.CHIEF, by=kim)
    assert not Invitation.objects.exists()


def test_nobody_new_is_invited_to_an_archived_event(desk: Any, event: Event, kim: User) -> None:
    address = reverse("people", args=[event.slug])
    old = visit(desk, address).form(reverse("invite", args=[event.slug]))
    archive_event(event, hide=False, by=kim)
    page = visit(desk, address)
    assert "The event is archived. Bring it back before you invite anyone." in page
    assert reverse("invite", args=[event.slug]) not in page.actions
    answer = old.send(desk, {"role": "scorekeeper"})
    assert answer.status_code == 422
    assert "is archived and read only. Nothing was saved." in read(answer)
    assert not Invitation.objects.exists()


def test_the_code_is_nowhere_in_the_database(desk: Client, client: Client, event: Event) -> None:
    code = code_for(event)
    visit(desk, reverse("invitation", args=[event.slug, Invitation.objects.get().pk]))
    client.post(joining(code), NAME)
    stored = [*Invitation.objects.values_list(), *Session.objects.values_list("session_data")]
    sessions = [session.get_decoded() for session in Session.objects.all()]
    assert code not in repr(stored) + repr(sessions)


def test_a_page_that_phones_cannot_reach_says_so_and_draws_no_code(desk: Client, event: Event) -> None:
    code_for(event)
    address = reverse("invitation", args=[event.slug, Invitation.objects.get().pk])
    page = visit(desk, address, HTTP_HOST="localhost:8000")
    assert "This computer knows no address that phones can reach." in page
    assert not page.all(".code svg")


def test_the_page_says_who_used_it_as_soon_as_it_was_used(desk: Client, client: Client, event: Event) -> None:
    code = code_for(event)
    address = reverse("invitation", args=[event.slug, Invitation.objects.get().pk])
    polled = read(desk.get(address, headers={"HX-Request": "true"}))
    assert polled.one("#state")["hx-get"] == address
    client.post(joining(code), NAME)
    polled = read(desk.get(address, headers={"HX-Request": "true"}))
    assert "Used by Dana Reyes" in polled
    assert not polled.one("#state").has("hx-get")
    assert code not in visit(desk, address).text


# --- roles and removal ------------------------------------------------------------------------------


def test_the_list_shows_role_and_last_entry_of_everybody(desk: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim)
    lee = an_assistant(section.event, username="lee", first_name="Lee", last_name="Moran")
    paired(section, 1, "1 2")
    enter(games_of(section, 1)[0], "WL", by=lee)
    rows = visit(desk, reverse("people", args=[section.event.slug])).all(".persons > li")
    said = [row.text for row in rows]
    assert len(said) == 2
    assert "Kim Okafor you" in said[0]
    assert "Lee Moran last entry" in said[1]


def test_a_role_that_was_changed_counts_at_the_next_request(desk: Client, event: Event) -> None:
    lee = an_assistant(event)
    client = signed_in(lee)
    address = reverse("edit-event", args=[event.slug])
    assert client.get(address).status_code == 200
    changed = desk.post(reverse("change-role", args=[event.slug, lee.pk]), {"role": "scorekeeper"})
    assert changed.status_code == 302
    assert client.get(address).status_code == 403


def test_a_removed_person_finds_nothing_at_the_next_request_and_is_signed_out(
    desk: Client, event: Event
) -> None:
    lee = an_assistant(event)
    devices = [signed_in(lee) for _device in range(2)]
    assert desk.post(reverse("remove-person", args=[event.slug, lee.pk])).status_code == 302
    for device in devices:
        answer = device.get(reverse("desk-event", args=[event.slug]))
        assert answer.headers["Location"].startswith(reverse("sign-in"))


def test_a_removed_person_is_told_so_and_a_stranger_is_not(
    desk: Client, client: Client, event: Event
) -> None:
    lee = an_assistant(event)
    hers, section = signed_in(lee), a_section(2, 1, event=event)
    desk.post(reverse("remove-person", args=[event.slug, lee.pk]))
    said = f"You were removed from {event.name}."
    script = hers.get(at("desk-round", section, 1), headers={"HX-Request": "true"})
    assert script.status_code == 403
    assert said in read(script)
    assert said in visit(hers, reverse("sign-in"))
    # It signs her in nowhere, and is no one else's to read.
    assert "_auth_user_id" not in hers.session
    assert said not in visit(client, reverse("sign-in"))
    stranger = client.get(at("desk-round", section, 1), headers={"HX-Request": "true"})
    assert stranger.status_code == 401


def test_who_works_elsewhere_too_is_told_from_which_event_she_was_removed(
    desk: Client, event: Event, kim: User
) -> None:
    EventFactory.create(by=(lee := an_assistant(event)))
    invitation = people.invite(event, Role.ASSISTANT, by=kim)
    Invitation.objects.filter(pk=invitation.pk).update(used_by=lee)
    section = a_section(2, 1, event=event)
    client = signed_in(lee)
    desk.post(reverse("remove-person", args=[event.slug, lee.pk]))
    answer = client.get(at("desk-round", section, 1))
    assert answer.status_code == 404
    assert f"You were removed from {event.name}." in read(answer)
    stranger = signed_in(UserFactory.create()).get(at("desk-round", section, 1))
    assert "You were removed" not in read(stranger)


def test_a_person_removed_from_one_event_goes_on_at_another(desk: Client, event: Event) -> None:
    lee = an_assistant(event)
    other = EventFactory.create(by=lee)
    client = signed_in(lee)
    desk.post(reverse("remove-person", args=[event.slug, lee.pk]))
    assert client.get(reverse("desk-event", args=[event.slug])).status_code == 404
    assert client.get(reverse("desk-event", args=[other.slug])).status_code == 200


def test_what_a_removed_person_entered_stays_with_the_name(desk: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim)
    lee = an_assistant(section.event, first_name="Lee", last_name="Moran")
    paired(section, 1, "1 2")
    enter(games_of(section, 1)[0], "WL", by=lee)
    desk.post(reverse("remove-person", args=[section.event.slug, lee.pk]))
    assert "Lee Moran" in visit(desk, reverse("desk-round", args=[section.event.slug, section.slug, 1]))
    log = visit(desk, reverse("section-log", args=[section.event.slug, section.slug]))
    assert "Lee Moran" in log.texts(".log .who")


@pytest.mark.parametrize("act", ["change-role", "remove-person"])
def test_a_chief_who_leaves_does_not_come_back_by_a_code_of_the_own(
    desk: Client, event: Event, act: str
) -> None:
    lee = an_assistant(event, role=Role.CHIEF)
    code = people.code_of(people.invite(event, Role.ASSISTANT, by=lee))
    assert desk.post(reverse(act, args=[event.slug, lee.pk]), {"role": "scorekeeper"}).status_code == 302
    with pytest.raises(people.NotValid):
        people.join_as_new(code, "Lee again", "posted before round one")


@pytest.mark.parametrize("act", ["change-role", "remove-person"])
def test_the_last_chief_stays_chief(desk: Client, event: Event, kim: User, act: str) -> None:
    address = reverse(act, args=[event.slug, kim.pk])
    if act == "remove-person":
        # Its page says so at once, and has no button.
        assert "An event needs a chief. Make somebody else a chief first." in visit(desk, address)
        assert desk.post(address).status_code >= 400
        assert Staff.objects.get(user=kim).role == Role.CHIEF
        return
    answer = desk.post(address, {"role": "assistant"})
    assert answer.status_code == 422
    assert "An event needs a chief. Make somebody else a chief first." in read(answer)
    assert Staff.objects.get(user=kim).role == Role.CHIEF


def test_one_of_two_chiefs_may_step_down(desk: Client, event: Event, kim: User) -> None:
    an_assistant(event, role=Role.CHIEF)
    answer = desk.post(reverse("change-role", args=[event.slug, kim.pk]), {"role": "assistant"}, follow=True)
    assert answer.status_code == 200
    assert Staff.objects.get(user=kim).role == Role.ASSISTANT


def test_a_person_who_is_here_already_gone_is_told(desk: Client, event: Event) -> None:
    lee = an_assistant(event)
    address = reverse("change-role", args=[event.slug, lee.pk])
    Staff.objects.filter(user=lee).delete()
    answer = desk.post(address, {"role": "scorekeeper"})
    assert answer.status_code == 404
    assert "This person is no longer at this event." in read(answer)


# --- scorekeepers -----------------------------------------------------------------------------------


@pytest.fixture
def board(event: Event, kim: User) -> Any:
    section = a_section(2, 1, event=event, by=kim)
    paired(section, 1, "1 2")
    pairings.publish(section, 1, by=kim)
    return games_of(section, 1)[0]


def entered(client: Client, board: Any, result: str) -> Any:
    board.refresh_from_db()
    address = reverse("enter-result", args=[board.pk])
    sent = {"result": result, "revision": board.revision, "replace": result}
    return client.post(address, sent)


def test_a_scorekeeper_enters_results_and_changes_her_own(event: Event, board: Any) -> None:
    client = signed_in(an_assistant(event, Role.SCOREKEEPER))
    assert entered(client, board, "WL").status_code == 302
    assert entered(client, board, "DD").status_code == 302
    assert entered(client, board, "??").status_code == 302


def test_a_scorekeeper_does_not_change_the_result_of_another(event: Event, board: Any, kim: User) -> None:
    client = signed_in(an_assistant(event, Role.SCOREKEEPER))
    enter(board, "WL", by=kim)
    for result in ("DD", "??"):
        answer = entered(client, board, result)
        assert answer.status_code == 422
        said = "Kim Okafor entered this result. Ask the chief or an assistant to change it."
        assert said in read(answer)
    assert entered(client, board, "WL").status_code == 302  # the same result is no change
    assert entered(signed_in(an_assistant(event)), board, "DD").status_code == 302


def test_a_scorekeeper_is_not_offered_to_replace_the_result_of_another(
    event: Event, board: Any, kim: User
) -> None:
    client = signed_in(an_assistant(event, Role.SCOREKEEPER))
    enter(board, "WL", by=kim)
    answer = client.post(reverse("enter-result", args=[board.pk]), {"result": "DD", "revision": 0})
    row = read(answer).one(f"#game-{board.pk}")
    assert row.texts(".settle button") == ["Keep 1–0"]
    assert "Ask the chief or an assistant to change it." in row


def test_a_scorekeeper_publishes_no_round_by_entering_a_result(event: Event, kim: User) -> None:
    section = a_section(2, 1, event=event, by=kim)
    paired(section, 1, "1 2")
    (board,) = games_of(section, 1)
    client = signed_in(an_assistant(event, Role.SCOREKEEPER))
    answer = entered(client, board, "WL")
    assert answer.status_code == 422
    assert "Round 1 is not published yet. Nothing was saved." in read(answer)


def test_a_scorekeeper_takes_back_a_result_and_not_what_she_did_as_an_assistant(
    event: Event, board: Any
) -> None:
    lee = an_assistant(event)
    section = board.round.section
    pairings.give_white(board, 2, revision=board.revision, by=lee, reason="sat so")
    Staff.objects.filter(user=lee).update(role=Role.SCOREKEEPER)
    client = signed_in(lee)
    address = reverse("undo", args=[event.slug, section.slug])
    entries = LogEntry.objects.count()
    answer = client.post(address, {"entry": LogEntry.objects.latest("pk").pk, "round": 1})
    assert answer.status_code == 403
    assert "Scorekeepers undo only their results." in read(answer)
    assert LogEntry.objects.count() == entries
    entered(client, board, "WL")
    answer = client.post(address, {"entry": LogEntry.objects.latest("pk").pk, "round": 1})
    assert answer.status_code == 302
