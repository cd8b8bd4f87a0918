"""People whom a backup brings: they have no password, and get one by an invitation, or at the computer."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, EventFactory, UserFactory, enter, games_of
from tests.html import read, visit
from tests.views.backup_page import answered, in_a_folder, question, section
from tests.views.people_page import NAME, code_for, joining
from tiebreaks.models import Standings
from tournaments.models import Event, Invitation, LogEntry, Role, Section, Staff
from tournaments.permissions import may_have_events
from tournaments.services import pairings, rosters

__all__ = ["in_a_folder", "section"]

NEW = {"password": "of the second hall"}


@pytest.fixture
def bo(section: Section) -> User:
    """An assistant with a result in the log."""
    bo = UserFactory.create(username="bo", first_name="Bo", last_name="Birch")
    Staff.objects.create(event=section.event, user=bo, role=Role.ASSISTANT)
    pairings.pair(section, 2, "1 3", by=bo)
    pairings.publish(section, 2, by=bo)
    enter(games_of(section, 2)[0], "WL", by=bo)
    return bo


def brought(desk: Client, event: Event, *gone: User) -> Any:
    """The page after the event came from a machine where these people have their accounts."""
    file = bytes(desk.get(reverse("download-event", args=[event.slug])).content)
    Standings.objects.all().delete()
    Event.objects.all().delete()
    User.objects.filter(pk__in=[user.pk for user in gone]).delete()
    answer = answered(desk, question(desk, file), with_people="on")
    return read(desk.get(answer.headers["Location"]))


def test_who_came_without_a_password_is_told_and_joins_under_the_same_name(
    desk: Client, client: Client, section: Section, bo: User
) -> None:
    slug = section.event.slug
    page = brought(desk, section.event, bo)
    assert "Bo Birch cannot sign in here yet: a backup has no password. Invite them to their role" in page
    assert "no password here yet" in visit(desk, reverse("people", args=[slug]))
    event = Event.objects.get(slug=slug)
    account = User.objects.get(username="bo")
    answer = client.post(joining(code_for(event)), {"name": "Bo", **NEW}, follow=True)
    assert "Your role: Scorekeeper. In the backup it was Assistant." in read(answer)
    assert Staff.objects.get(event=event, user=account).role == Role.SCOREKEEPER, "as the chief said now"
    assert LogEntry.objects.filter(who=account).exists(), "what Bo entered elsewhere is Bo's"
    assert not may_have_events(account)
    signs_in = Client().post(reverse("sign-in"), {"username": "bo", **NEW})
    assert signs_in.status_code == 302
    assert "no password here yet" not in visit(desk, reverse("people", args=[slug]))


def test_who_types_the_name_that_people_know_is_told_the_one_to_sign_in_with(
    desk: Client, client: Client, section: Section, bo: User
) -> None:
    brought(desk, section.event, bo)
    event = Event.objects.get()
    answer = client.post(joining(code_for(event)), {"name": "bo birch", **NEW}, follow=True)
    assert "To sign in here again, type this name: bo." in read(answer)
    assert User.objects.count() == 2


def test_an_invitation_gives_no_account_that_may_have_events_a_password(
    client: Client, section: Section
) -> None:
    """Of a backup of everything that was downloaded from the page: it has the rights, but no passwords."""
    lou = UserFactory.create(username="lou")
    lou.set_unusable_password()
    lou.save()
    answer = client.post(joining(code_for(section.event)), {"name": "lou", **NEW})
    assert answer.status_code == 422
    lou.refresh_from_db()
    assert not lou.has_usable_password()


def test_an_account_of_no_event_waits_for_none(client: Client, section: Section) -> None:
    """Its event may come back, with its role."""
    lou = UserFactory.create(username="lou", is_staff=False)
    lou.set_unusable_password()
    lou.save()
    answer = client.post(joining(code_for(section.event)), {"name": "lou", **NEW})
    assert answer.status_code == 422
    assert "has no password here yet." in read(answer)


def test_a_second_click_under_the_name_that_people_know_is_let_in_as_the_first(
    desk: Client, client: Client, section: Section, bo: User
) -> None:
    brought(desk, section.event, bo)
    address = joining(code_for(Event.objects.get()))
    for each in (client, Client()):
        answer = each.post(address, {"name": "Bo Birch", **NEW}, follow=True)
        assert "You have joined" in read(answer)
    wrong = Client().post(address, {"name": "Bo Birch", "password": "of another hall"})
    assert wrong.status_code == 410


def test_nobody_gets_an_account_by_an_invitation_that_has_a_password(
    client: Client, section: Section, bo: User
) -> None:
    answer = client.post(joining(code_for(section.event)), {"name": "bo", **NEW})
    assert answer.status_code == 422
    assert "There is an account named bo here already." in read(answer)
    assert User.objects.get(pk=bo.pk).check_password(PASSWORD)


def test_an_invitation_gives_no_chief_a_password_nor_who_works_elsewhere(
    desk: Client, client: Client, section: Section, bo: User
) -> None:
    """Who has the code of a scorekeeper would be chief."""
    for change in ("chief", "elsewhere", "signed in"):
        bo.set_unusable_password()
        bo.last_login = None
        Staff.objects.filter(user=bo).update(role=Role.ASSISTANT)
        if change == "chief":
            Staff.objects.filter(user=bo).update(role=Role.CHIEF)
        elif change == "elsewhere":
            other = Staff.objects.create(event=EventFactory.create(by=UserFactory.create()), user=bo)
        else:
            other.delete()
            bo.last_login = bo.date_joined
        bo.save()
        answer = client.post(joining(code_for(section.event)), {"name": "bo", **NEW})
        assert answer.status_code == 422, change
        page = read(answer)
        assert "Bo Birch has no password here yet." in page
        assert "python manage.py changepassword bo" in page
        assert not User.objects.get(pk=bo.pk).has_usable_password(), change
    assert not Invitation.objects.filter(used_by=bo).exists()


def test_a_chief_without_a_password_who_types_the_shown_name_is_not_told_to_sign_in(
    client: Client, section: Section, bo: User
) -> None:
    Staff.objects.filter(user=bo).update(role=Role.CHIEF)
    bo.set_unusable_password()
    bo.save()
    answer = client.post(joining(code_for(section.event)), {"name": "Bo Birch", **NEW})
    assert answer.status_code == 422
    assert "python manage.py changepassword bo" in read(answer)
    assert "sign in instead" not in read(answer)


def test_a_chief_who_came_without_a_password_gets_one_at_the_computer(
    desk: Client, section: Section, bo: User
) -> None:
    Staff.objects.filter(user=bo).update(role=Role.CHIEF)
    page = brought(desk, section.event, bo)
    assert "Bo Birch has no password here yet. It is set on the computer that runs Wallchart:" in page
    assert "python manage.py changepassword bo" in page


def test_a_name_of_two_words_stands_in_the_command_as_a_shell_reads_it(
    desk: Client, section: Section, bo: User
) -> None:
    Staff.objects.filter(user=bo).update(role=Role.CHIEF)
    User.objects.filter(pk=bo.pk).update(username="Dora Desk")
    bo.refresh_from_db()
    assert 'python manage.py changepassword "Dora Desk"' in brought(desk, section.event, bo)


def test_a_helper_has_no_events_of_her_own_after_the_event_was_replaced(
    desk: Client, client: Client, section: Section
) -> None:
    event = section.event
    client.post(joining(code_for(event, Role.ASSISTANT)), NAME)
    code = code_for(event)
    file = bytes(desk.get(reverse("download-event", args=[event.slug])).content)
    enter(games_of(section, 1)[0], "DD")
    answer = answered(desk, question(desk, file), replace="on", with_people="on")
    assert answer.status_code == 302
    assert Event.objects.get().pk != event.pk
    assert client.get(reverse("desk-event", args=[event.slug])).status_code == 200
    late = Client().post(joining(code), {**NAME, "name": "Lee Late"}, follow=True)
    assert "You have joined" in read(late), "by the code that was on the screen"
    for name in ("new-event", "backup", "mirrors"):
        assert client.get(reverse(name)).status_code == 403, name


def test_who_worked_on_the_event_elsewhere_alone_is_named_where_it_comes_back(
    desk: Client, client: Client, section: Section, bo: User, kim: User
) -> None:
    file = bytes(desk.get(reverse("download-event", args=[section.event.slug])).content)
    User.objects.filter(pk=bo.pk).delete()
    rosters.edit_player(section.players.get(number=2), rating=1234, reason="Typed wrong", by=kim)
    answer = answered(desk, question(desk, file), replace="on")
    page = read(desk.get(answer.headers["Location"]))
    assert f"Bo Birch worked on {section.event.name} elsewhere and has no role in it here." in page
    event = Event.objects.get()
    assert client.post(joining(code_for(event)), {"name": "bo", **NEW}).status_code == 302
    assert Staff.objects.get(event=event, user__username="bo").role == Role.SCOREKEEPER
