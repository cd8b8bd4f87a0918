"""Inviting, joining, roles, removal; one's own password and devices."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.addresses import at
from tests.factories import PASSWORD, EventFactory, UserFactory, a_section, enter, games_of, paired
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tournaments.errors import Conflict, Refused
from tournaments.models import Event, Invitation, LogEntry, Role, SignInFailures, Staff
from tournaments.services import backups, pairings, people
from tournaments.services.sign_ins import OF_NAME_THERE
from tournaments.text.wording import day_and_clock

NAME = {"name": "Dana Reyes", "password": PASSWORD}
NEW = dict.fromkeys(("new_password1", "new_password2"), "of the second hall")


def code_for(event: Event, role: Role = Role.SCOREKEEPER) -> str:
    chief = Staff.objects.filter(event=event, role=Role.CHIEF).select_related("user")[0].user
    return people.code_of(people.invite(event, role, by=chief))


def joining(code: str) -> str:
    return reverse("join-with", args=[code])


def an_assistant(event: Event, role: Role = Role.ASSISTANT, **named: str) -> User:
    user: User = UserFactory.create(**named)
    Staff.objects.create(event=event, user=user, role=role)
    return user


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
        assert f"{invitation.get_role_display()} made {made}, until {until}" in page


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


# --- joining ----------------------------------------------------------------------------------------


def test_a_check_in_helper_reads_before_joining_what_the_role_is_for(client: Client, event: Event) -> None:
    page = visit(client, joining(code_for(event, Role.CHECK_IN)))
    assert "Join as check-in helper" in page.headings
    assert "You can check players in, add walk-ins" in page


def test_who_joins_picks_a_name_and_a_password_and_is_in(client: Client, event: Event) -> None:
    code = code_for(event)
    page = visit(client, joining(code))
    assert "Kim Okafor invites you" in page
    assert "Join as scorekeeper" in page.headings
    answer = page.form(joining(code)).send(client, NAME)
    assert answer.headers["Location"] == reverse("desk-event", args=[event.slug])
    assert "You have joined" in visit(client, answer.headers["Location"])
    assert Staff.objects.get(user__username="Dana Reyes").role == Role.SCOREKEEPER


def test_looking_at_an_invitation_uses_it_up_for_nobody(client: Client, event: Event) -> None:
    code = code_for(event)
    for _preview in range(3):
        visit(client, joining(code))
        assert client.head(joining(code)).status_code == 200
    assert client.post(joining(code), NAME).status_code == 302


def test_she_signs_in_again_however_her_phone_writes_her_name(client: Client, event: Event) -> None:
    client.post(joining(code_for(event)), NAME)
    for typed in ("Dana Reyes", "dana reyes", " Dana REYES "):
        other = Client()
        answer = other.post(reverse("sign-in"), {"username": typed, "password": PASSWORD})
        assert answer.status_code == 302, typed
        assert other.get(reverse("desk-event", args=[event.slug])).status_code == 200


def test_a_code_is_typed_as_people_type(client: Client, event: Event) -> None:
    code = code_for(event)
    typed = f" {code[:5].lower()}-{code[5:]} "
    answer = client.post(reverse("join"), {"code": typed})
    assert answer.headers["Location"] == joining(code)


def test_a_code_that_was_mistyped_is_mended_where_it_stands(client: Client, event: Event) -> None:
    code = code_for(event)
    wrong = f"{'B' if code[0] == 'A' else 'A'}{code[1:]}"
    page = read(client.get(joining(wrong)))
    again = page.form(reverse("join"))
    assert again.fields["code"] == [wrong]
    assert again.send(client, {"code": code}).headers["Location"] == joining(code)


def refusal(client: Client, code: str) -> tuple[int, Element]:
    answers = [client.get(joining(code)), client.post(joining(code), NAME)]
    assert answers[0].status_code == answers[1].status_code
    assert read(answers[0]).one("[role=alert]").text == read(answers[1]).one("[role=alert]").text
    return answers[0].status_code, read(answers[0])


def test_an_invitation_that_was_used_is_answered_with_a_sentence(client: Client, event: Event) -> None:
    code = code_for(event)
    assert Client().post(joining(code), {"name": "Lee Moran", "password": PASSWORD}).status_code == 302
    status, page = refusal(client, code)
    assert status == 410
    assert "This invitation was already used. Ask Kim Okafor for a new one." in page
    assert not User.objects.filter(username="Dana Reyes").exists()


def test_an_invitation_that_expired_is_answered_with_a_sentence(client: Client, event: Event) -> None:
    code = code_for(event)
    Invitation.objects.update(until=timezone.now() - timedelta(seconds=1))
    status, page = refusal(client, code)
    assert (status, "This invitation has expired: it was valid for an hour." in page) == (410, True)


def test_an_invitation_is_valid_for_an_hour(event: Event) -> None:
    code_for(event)
    left = Invitation.objects.get().until - timezone.now()
    assert timedelta(minutes=59) < left <= timedelta(hours=1)


def test_an_invitation_that_was_withdrawn_is_answered_with_a_sentence(client: Client, event: Event) -> None:
    code = code_for(event)
    people.withdraw(Invitation.objects.get())
    status, page = refusal(client, code)
    assert (status, "Kim Okafor has withdrawn this invitation." in page) == (410, True)


def test_an_invitation_of_a_removed_event_is_answered_with_a_sentence(client: Client, event: Event) -> None:
    code = code_for(event)
    event.delete()
    status, page = refusal(client, code)
    assert status == 404
    assert "This invitation is not known here. The code is mistyped, or the event was removed." in page
    assert not User.objects.filter(username="Dana Reyes").exists()


def test_a_second_click_joins_once_and_is_let_in_too(client: Client, event: Event) -> None:
    code = code_for(event)
    again = Client()
    assert client.post(joining(code), NAME).status_code == 302
    assert again.post(joining(code), NAME).status_code == 302
    assert again.get(reverse("desk-event", args=[event.slug])).status_code == 200
    assert Staff.objects.filter(event=event).count() == 2
    assert User.objects.filter(username="Dana Reyes").count() == 1


def test_an_account_that_is_here_joins_with_its_password(client: Client, event: Event) -> None:
    lee = UserFactory.create(username="lee")
    assert client.post(joining(code_for(event)), {"name": "Lee", "password": PASSWORD}).status_code == 302
    assert Staff.objects.get(user=lee).role == Role.SCOREKEEPER
    assert not Invitation.objects.get().made_account


def test_who_is_signed_in_joins_with_a_button(event: Event) -> None:
    lee = UserFactory.create(first_name="Lee", last_name="Moran")
    client, code = signed_in(lee), code_for(event, Role.ASSISTANT)
    assert "You are signed in here as Lee Moran." in visit(client, joining(code))
    assert client.post(joining(code), {"as-me": "on"}).status_code == 302
    assert Staff.objects.get(user=lee).role == Role.ASSISTANT


def test_a_chief_who_opens_the_own_code_stays_chief_and_the_code_works_on(
    desk: Client, client: Client, event: Event, kim: User
) -> None:
    code = code_for(event)
    assert "You are at this event already: Chief." in read(desk.post(joining(code), {"as-me": "on"}))
    assert Staff.objects.get(user=kim).role == Role.CHIEF
    assert client.post(joining(code), NAME).status_code == 302


def test_the_name_of_another_is_not_taken_with_another_password(client: Client, event: Event) -> None:
    UserFactory.create(username="Dana Reyes")
    code = code_for(event)
    answer = client.post(joining(code), NAME | {"password": "not the one of Dana"})
    assert answer.status_code == 422
    assert "There is an account named Dana Reyes here already." in read(answer)
    assert Staff.objects.filter(event=event).count() == 1


def test_guessing_the_password_of_another_on_the_page_of_joining_has_to_wait(
    client: Client, event: Event, kim: User
) -> None:
    code = code_for(event)
    for number in range(OF_NAME_THERE):
        assert client.post(joining(code), {"name": "kim", "password": f"guess {number}"}).status_code == 422
    answer = client.post(joining(code), {"name": "kim", "password": PASSWORD})
    assert answer.status_code == 429
    assert answer.headers["Retry-After"]
    assert client.post(reverse("sign-in"), {"username": "kim", "password": PASSWORD}).status_code == 429


def test_a_made_up_code_tells_nobody_which_names_are_taken(client: Client, kim: User) -> None:
    said = [
        read(client.post(joining("MADEUPCODE"), {"name": name, "password": "a long guess"})).text
        for name in ("kim", "nobody here")
    ]
    assert said[0] == said[1]
    assert not SignInFailures.objects.exists()


@pytest.mark.parametrize("password", ["short", "1234567890", "password1"])
def test_a_weak_password_is_refused_and_the_code_still_works(
    client: Client, event: Event, password: str
) -> None:
    code = code_for(event)
    assert client.post(joining(code), NAME | {"password": password}).status_code == 422
    assert client.post(joining(code), NAME).status_code == 302


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"name": "", "password": ""}, ["Type your name.", "Choose a password of 8 characters or more."]),
        ({"name": "", "password": "short"}, ["Type your name.", "This password is too short"]),
        ({"name": "12", "password": "short"}, ["A name needs a letter", "This password is too short"]),
    ],
)
def test_every_mistake_in_joining_is_told_at_once(
    client: Client, event: Event, typed: dict[str, str], told: list[str]
) -> None:
    page = read(client.post(joining(code_for(event)), typed))
    assert [text for text in told if text not in page] == []


@pytest.mark.parametrize("name", ["", "  ", "12", "Dana\u202eReyes", "x" * 61])
def test_a_name_that_nobody_can_read_is_refused(client: Client, event: Event, name: str) -> None:
    assert client.post(joining(code_for(event)), NAME | {"name": name}).status_code == 422


def test_the_secret_is_in_no_line_of_the_log_and_in_no_referer(
    client: Client, event: Event, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    code = code_for(event)
    answers = [client.get(joining(code)), client.post(joining(code), {"name": "x"})]
    answers += [client.post(joining(code), NAME), client.get(joining(code))]
    for answer in answers:
        # The origin alone: a form without any is refused as another site's.
        assert answer.headers["Referrer-Policy"] == "strict-origin"
        assert "no-store" in answer.headers["Cache-Control"]
    assert not [record for record in caplog.records if code in record.getMessage()]


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
    assert "This person is not at this event any more." in read(answer)


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


# --- one's own account ------------------------------------------------------------------------------


def test_a_new_password_signs_every_other_device_out(event: Event, kim: User) -> None:
    here, there = signed_in(kim), signed_in(kim)
    assert here.post(reverse("account"), NEW | {"old_password": PASSWORD}).status_code == 302
    assert here.get(reverse("desk")).status_code == 200
    assert there.get(reverse("desk")).status_code == 302
    kim.refresh_from_db()
    assert kim.check_password("of the second hall")


def test_the_old_password_is_asked_for_and_not_for_long(kim: User) -> None:
    client = signed_in(kim)
    typed = NEW | {"old_password": "wrong"}
    for _guess in range(OF_NAME_THERE):
        assert client.post(reverse("account"), typed).status_code == 422
    assert client.post(reverse("account"), typed | {"old_password": PASSWORD}).status_code == 429
    kim.refresh_from_db()
    assert kim.check_password(PASSWORD)


def test_signing_out_everywhere_else_ends_the_other_sessions_and_nobody_elses(kim: User) -> None:
    here, *others = (signed_in(kim) for _device in range(3))
    lee = signed_in(UserFactory.create())
    assert "on 2 other devices" in visit(here, reverse("account"))
    answer = here.post(reverse("sign-out-elsewhere"), follow=True)
    assert "2 other devices are signed out." in read(answer)
    assert [other.get(reverse("desk")).status_code for other in others] == [302, 302]
    assert lee.get(reverse("desk")).status_code == 200


def test_the_name_of_somebody_who_is_here_is_refused(client: Client, event: Event, kim: User) -> None:
    answer = client.post(joining(code_for(event)), NAME | {"name": "kim  OKAFOR"})
    assert answer.status_code == 422
    assert "Somebody at this event is named kim OKAFOR already." in read(answer)
    assert Staff.objects.count() == 1


def test_the_only_chief_is_told_before_a_question(desk: Client, event: Event, kim: User) -> None:
    address = reverse("remove-person", args=[event.slug, kim.pk])
    assert address not in visit(desk, reverse("people", args=[event.slug])).links
    assert "Make somebody else a chief first." in visit(desk, address)


def test_a_chief_whom_another_removed_first_is_told_so(event: Event, kim: User) -> None:
    lee = an_assistant(event, role=Role.CHIEF)
    Staff.objects.filter(user=lee).delete()
    with pytest.raises(Conflict, match="You were removed from this event"):
        people.remove(Staff.objects.get(user=kim), by=lee)


# --- accounts and backups ---------------------------------------------------------------------------


def test_who_came_by_an_invitation_creates_no_events_until_she_is_a_chief(
    client: Client, event: Event, kim: User
) -> None:
    client.post(joining(code_for(event, Role.ASSISTANT)), NAME)
    assert client.get(reverse("new-event")).status_code == 403
    assert reverse("new-event") not in visit(client, reverse("desk")).links
    person = Staff.objects.get(user__username="Dana Reyes")
    people.change_role(person, Role.CHIEF, by=kim)
    assert client.get(reverse("new-event")).status_code == 200


def test_a_removed_guest_creates_and_restores_nothing(client: Client, event: Event, kim: User) -> None:
    client.post(joining(code_for(event, Role.ASSISTANT)), NAME)
    people.remove(Staff.objects.get(user__username="Dana Reyes"), by=kim)
    client.post(reverse("sign-in"), {"username": "Dana Reyes", "password": PASSWORD})
    for name in ("new-event", "backup", "download-everything"):
        assert client.get(reverse(name)).status_code == 403, name
    page = visit(client, reverse("desk"))
    assert "You are not on the staff of an event now." in page
    assert f"You were removed from {event.name}." in page


def test_a_backup_has_no_invitation_and_a_restore_changes_nobodys_role(
    event: Event, kim: User, tmp_path: Any
) -> None:
    code = code_for(event)
    lee = an_assistant(event, role=Role.CHIEF)
    a_section(2, event=event, by=kim)
    file = tmp_path / "event"
    with file.open("wb") as writing:
        backups.one_event(event, writing)
    people.change_role(Staff.objects.get(user=lee), Role.SCOREKEEPER, by=kim)
    with file.open("rb") as reading:
        [restored] = backups.restore(reading, backups.Source("x.wallchart"), by=kim, replace=True)
    assert Staff.objects.get(event=restored.event, user=lee).role == Role.SCOREKEEPER
    assert Staff.objects.get(event=restored.event, user=kim).role == Role.CHIEF
    with pytest.raises(people.NotKnown):
        people.invitation_for(code)


@pytest.mark.parametrize("person", [0, 2**63, 10**30])
def test_a_person_whom_no_database_can_have_is_not_here(kim: User, desk: Client, person: int) -> None:
    event = a_section(2, 1, by=kim).event
    for name in ("remove-person", "change-role"):
        address = f"/setup/{event.slug}/people/{person}/{name.split('-')[0]}"
        assert desk.post(address, {"role": "chief"}).status_code == 404, address
