"""What the question before a restore tells: the events of the file, who comes, what becomes of a mirror."""

from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory, a_section
from tests.html import read, visit
from tests.views.backup_page import answered, in_a_folder, question, section, upload
from tiebreaks.models import Standings
from tournaments.models import Event, Mirroring, Role, Section, Staff
from tournaments.services import rosters
from tournaments.services.mirroring import joining

__all__ = ["in_a_folder", "section"]

KEY = "ABCDE-" * 7 + "ABCDE"
SERVER = "https://mirror.example"


def downloaded(desk: Client, page: str, *args: object) -> bytes:
    return bytes(desk.get(reverse(page, args=args)).content)


def forgotten() -> None:
    Standings.objects.all().delete()
    Event.objects.all().delete()


def test_every_event_of_the_file_is_named(desk: Client, section: Section, kim: User) -> None:
    other = a_section(4, 3, by=kim).event
    User.objects.filter(pk=kim.pk).update(is_superuser=True)
    UserFactory.create(username="ann")
    Staff.objects.create(event=other, user=User.objects.get(username="ann"), role=Role.ASSISTANT)
    file = downloaded(desk, "download-everything")
    forgotten()
    page = read(question(desk, file))
    assert "Its 2 events:" in page
    assert [item.text for item in page.all("main > ul li")] == [section.event.name, other.name]


def test_a_new_account_is_told_with_the_name_that_it_signs_in_with_here(
    desk: Client, section: Section
) -> None:
    lee = UserFactory.create(username="lee", first_name="Lee", last_name="Marsh")
    Staff.objects.create(event=section.event, user=lee, role=Role.CHECK_IN)
    file = downloaded(desk, "download-event", section.event.slug)
    forgotten()
    User.objects.filter(pk=lee.pk).update(last_name="Other")
    asked = question(desk, file)
    assert "Lee Marsh (lee-2) as Check-in helper, a new account" in read(asked)
    assert answered(desk, asked, with_people="on").status_code == 302
    assert User.objects.get(last_name="Marsh").username == "lee-2"


def test_an_event_is_replaced_also_where_the_chiefs_events_have_another_clock_than_the_server(
    desk: Client, section: Section, kim: User
) -> None:
    """The question tells times by that clock, and what it told is compared with the answer."""
    file = downloaded(desk, "download-event", section.event.slug)
    Event.objects.update(time_zone="Pacific/Honolulu")
    rosters.edit_player(section.players.get(number=1), name="Zoe Zander", by=kim)
    asked = question(desk, file)
    assert answered(desk, asked, replace="on").status_code == 302
    assert not Section.objects.get().players.filter(name="Zoe Zander").exists()


def mirrored(section: Section, kim: User) -> Event:
    joining.join(section.event, SERVER, KEY, by=kim)
    return Event.objects.get(pk=section.event_id)


def test_a_mirrored_event_that_comes_without_its_key_says_so_and_can_drop_its_address(
    desk: Any, section: Section, kim: User
) -> None:
    event = mirrored(section, kim)
    file = downloaded(desk, "download-event", event.slug)
    forgotten()
    said = f"{event.name} is mirrored at {SERVER}, and no file has the key."
    assert said in visit(desk, upload(desk, file).headers["Location"])
    page = reverse("mirror", args=[event.slug])
    here = visit(desk, page)
    assert f"Printed codes point to {SERVER}, but nothing is sent there." in here
    stop = reverse("stop-mirror", args=[event.slug])
    assert here.form(stop).send(desk).status_code == 302
    assert Event.objects.get().mirror == ""
    assert SERVER not in visit(desk, page)


def test_the_question_says_that_the_key_is_asked_for_again(desk: Client, section: Section, kim: User) -> None:
    event = mirrored(section, kim)
    ann = UserFactory.create(username="ann")
    Staff.objects.create(event=event, user=ann, role=Role.ASSISTANT)
    file = downloaded(desk, "download-event", event.slug)
    forgotten()
    assert "until you enter the key again on the Mirror page" in read(question(desk, file))


def test_an_event_that_is_replaced_by_its_own_backup_goes_on_to_be_mirrored(
    desk: Client, section: Section, kim: User
) -> None:
    event = mirrored(section, kim)
    file = downloaded(desk, "download-event", event.slug)
    Event.objects.update(city="Bend")
    asked = question(desk, file)
    assert "no file has the key" not in read(asked)
    assert answered(desk, asked, replace="on").status_code == 302
    assert Mirroring.objects.get(event__slug=event.slug).key == KEY


def test_a_key_is_for_no_other_address(desk: Client, section: Section, kim: User) -> None:
    event = mirrored(section, kim)
    file = downloaded(desk, "download-event", event.slug)
    joining.join(event, "https://club.example", "", by=kim)
    asked = question(desk, file)
    assert "no file has the key" in read(asked)
    assert answered(desk, asked, replace="on").status_code == 302
    assert (Event.objects.get().mirror, Mirroring.objects.count()) == (SERVER, 0)
