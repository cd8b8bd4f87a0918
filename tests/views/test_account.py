"""Whose account it is: devices, a new password, and a backup that brings accounts."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, UserFactory, a_section
from tests.html import read, visit
from tests.sign_in import signed_in
from tests.views.people_page import NAME, NEW, an_assistant, code_for, joining
from tournaments.errors import Conflict
from tournaments.models import Event, Role, Staff
from tournaments.services import backups, people, visibility
from tournaments.services.sign_ins import OF_NAME_THERE


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
    assert "Somebody at this event is named Kim Okafor already." in read(answer)
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


def test_a_guest_stays_one_when_the_event_of_the_invitation_is_deleted(
    client: Client, event: Event, kim: User
) -> None:
    client.post(joining(code_for(event, Role.ASSISTANT)), NAME)
    visibility.delete_event(event, by=kim)
    for name in ("new-event", "backup", "mirrors"):
        assert client.get(reverse(name)).status_code == 403, name
    assert signed_in(kim).get(reverse("new-event")).status_code == 200, "an account of her own"


def test_a_removed_guest_creates_and_restores_nothing(client: Client, event: Event, kim: User) -> None:
    client.post(joining(code_for(event, Role.ASSISTANT)), NAME)
    people.remove(Staff.objects.get(user__username="Dana Reyes"), by=kim)
    client.post(reverse("sign-in"), {"username": "Dana Reyes", "password": PASSWORD})
    for name in ("new-event", "backup", "download-everything"):
        assert client.get(reverse(name)).status_code == 403, name
    page = visit(client, reverse("desk"))
    assert "You are not on the staff of any event." in page
    assert f"You were removed from {event.name}." in page


def test_a_restore_changes_nobodys_role_and_opens_no_invitation_again(
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
    with pytest.raises(people.NotValid, match="has withdrawn this invitation"):
        people.invitation_for(code)  # a chief who is none any more had seen it


@pytest.mark.parametrize("person", [0, 2**63, 10**30])
def test_a_person_whom_no_database_can_have_is_not_here(kim: User, desk: Client, person: int) -> None:
    event = a_section(2, 1, by=kim).event
    for name in ("remove-person", "change-role"):
        address = f"/setup/{event.slug}/people/{person}/{name.split('-')[0]}"
        assert desk.post(address, {"role": "chief"}).status_code == 404, address
