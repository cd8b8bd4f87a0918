"""An assistant opens an invitation and is in, or reads why not."""

import logging
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import PASSWORD, EventFactory, UserFactory
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tests.views.people_page import NAME, code_for, joining
from tournaments.models import Event, Invitation, Role, SignInFailures, Staff
from tournaments.permissions import may_have_events
from tournaments.services import people
from tournaments.services.sign_ins import OF_NAME_THERE


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


def test_who_only_checks_in_comes_to_the_check_in_after_joining_and_after_a_sign_in(
    client: Client, event: Event
) -> None:
    door = reverse("check-in", args=[event.slug])
    answer = client.post(joining(code_for(event, Role.CHECK_IN)), NAME)
    assert answer.headers["Location"] == door
    assert "You have joined" in visit(client, door)
    typed = {"username": "Dana Reyes", "password": PASSWORD}
    assert Client().post(reverse("sign-in"), typed).headers["Location"] == door
    elsewhere = {**typed, "next": reverse("account")}
    assert Client().post(reverse("sign-in"), elsewhere).headers["Location"] == reverse("account")
    other = EventFactory.create()
    Staff.objects.create(event=other, user=User.objects.get(username="Dana Reyes"), role=Role.CHECK_IN)
    assert Client().post(reverse("sign-in"), typed).headers["Location"] == reverse("desk")


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
    assert "This invitation is not valid. The code is mistyped, or the event was removed." in page
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
    assert may_have_events(lee), "as before"


def test_letters_with_accents_are_the_same_small_or_capital(client: Client, event: Event) -> None:
    """SQLite compares the letters of ASCII alone."""
    zoe = UserFactory.create(username="Zoë Ångström")
    for name in ("zoë ångström", "Zoë ångström"):
        assert Client().post(reverse("sign-in"), {"username": name, "password": PASSWORD}).status_code == 302
    client.post(joining(code_for(event)), {"name": "zoë ångström", "password": PASSWORD})
    assert Staff.objects.filter(event=event, user=zoe).exists()


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
