"""The page of backups: downloads, restoring, and what is asked before it."""

import gzip
import json
import os
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory, a_section, as_it_stands, director_of, enter, games_of, played
from tests.html import read, visit
from tests.sign_in import signed_in
from tests.views.backup_page import PAGE, answered, in_a_folder, question, section, upload
from tiebreaks.models import Standings
from tournaments import zones
from tournaments.formats.backup import read_header
from tournaments.forms import backups as forms
from tournaments.models import Event, LogEntry, Role, Section, Staff, Verb
from tournaments.text.wording import date_and_clock

__all__ = ["in_a_folder", "section"]


def download(desk: Client, name: str, *args: object) -> bytes:
    answer = desk.get(reverse(name, args=args))
    assert answer.status_code == 200
    assert "attachment" in answer.headers["Content-Disposition"]
    return bytes(answer.content)


def forgotten() -> None:
    Standings.objects.all().delete()
    Event.objects.all().delete()


def test_an_event_is_downloaded_and_restored_on_another_machine(desk: Client, section: Section) -> None:
    assert reverse("backup") in visit(desk, reverse("desk")).links
    assert reverse("download-event", args=[section.event.slug]) in visit(desk, PAGE).links
    file = download(desk, "download-event", section.event.slug)
    forgotten()
    answer = upload(desk, file)
    assert answer.headers["Location"] == reverse("desk-event", args=[section.event.slug])
    assert f"Restored: {section.event.name}" in read(desk.get(answer.headers["Location"]))
    assert Section.objects.get().version == section.version


def test_commands_are_named_as_they_are_typed_where_this_wallchart_was_started(
    desk: Client, section: Section, settings: Any
) -> None:
    settings.COMMAND = "./start-wallchart.sh"
    page = visit(desk, PAGE)
    assert "./start-wallchart.sh restore FILE" in page
    assert "manage.py" not in page


def test_who_comes_with_which_role_is_confirmed_before_a_file_is_restored_in_a_new_place(
    desk: Client, section: Section
) -> None:
    ann = UserFactory.create(username="ann", first_name="Ann", last_name="Osei")
    lee = UserFactory.create(username="lee", first_name="Lee", last_name="Marsh")
    for user, role in ((lee, Role.CHECK_IN), (ann, Role.ASSISTANT)):
        Staff.objects.create(event=section.event, user=user, role=role)
    file = download(desk, "download-event", section.event.slug)
    forgotten()
    lee.delete()
    asked = question(desk, file)
    assert not Event.objects.exists()
    page = read(asked)
    name = section.event.name
    assert [item.text for item in page.all(".notice li")] == [
        f"{name}: Ann Osei (ann) as Assistant, who has an account here",
        f"{name}: Lee Marsh (lee) as Check-in helper, a new account",
    ]
    assert page.one("input[name=with_people]")["type"] == "checkbox"
    assert answered(desk, asked, with_people="on").status_code == 302
    assert Staff.objects.get(user=ann).role == Role.ASSISTANT


def test_an_event_that_is_here_is_replaced_only_after_a_question(desk: Client, section: Section) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    assert not read(desk.get(PAGE)).all("input[type=checkbox]")
    asked = question(desk, file)
    page = read(asked)
    assert "here already and newer. The file lacks 1 change." in page
    assert page.one("input[name=replace]")["type"] == "checkbox"
    assert answered(desk, asked, replace="on").status_code == 302
    assert Section.objects.get().version == section.version


def test_what_a_restore_replaced_is_named_in_the_answer_and_downloaded_from_the_page(
    desk: Client, section: Section
) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    late = as_it_stands(section).version
    answer = answered(desk, question(desk, file), replace="on")
    [kept] = (Path(settings.VAR_DIR) / "replaced").iterdir()
    assert f"The event as it stood is kept as {kept.name}" in read(desk.get(answer.headers["Location"]))
    assert f"kept as {kept.name}" in visit(
        desk, reverse("section-log", args=[section.event.slug, section.slug])
    )
    args = (section.event.slug, kept.name)
    assert reverse("download-replaced", args=args) in visit(desk, PAGE).links
    back = download(desk, "download-replaced", *args)
    assert answered(desk, question(desk, back), replace="on").status_code == 302
    assert Section.objects.get().version == late
    assert download(desk, "download-replaced", *args) == back


def test_what_was_replaced_is_for_the_chiefs_of_that_event_and_nothing_else_is_there(
    desk: Client, section: Section, in_a_folder: Path
) -> None:
    event = section.event.slug
    file = download(desk, "download-event", event)
    enter(games_of(section, 1)[0], "DD")
    answered(desk, question(desk, file), replace="on")
    [kept] = (in_a_folder / "var" / "replaced").iterdir()
    address = reverse("download-replaced", args=[event, kept.name])
    helper = UserFactory.create()
    Staff.objects.create(event=Event.objects.get(), user=helper, role=Role.ASSISTANT)
    assert signed_in(helper).get(address).status_code == 403
    stranger = a_section(2, 1)
    assert signed_in(director_of(stranger)).get(address).status_code == 404
    own = reverse("download-replaced", args=[stranger.event.slug, kept.name])
    assert signed_in(director_of(stranger)).get(own).status_code == 404
    theirs = download(signed_in(director_of(stranger)), "download-event", stranger.event.slug)
    (kept.parent / "other.wallchart").write_bytes(theirs)
    assert desk.get(reverse("download-replaced", args=[event, "other.wallchart"])).status_code == 404
    kept.unlink()
    assert desk.get(address).status_code == 404
    assert address not in visit(desk, PAGE).links


def test_what_was_replaced_is_listed_also_where_the_event_came_back_with_an_older_database(
    desk: Client, section: Section, in_a_folder: Path
) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    answered(desk, question(desk, file), replace="on")
    [kept] = (in_a_folder / "var" / "replaced").iterdir()
    # As the database was before: what was entered is its own, and it knows of no restore.
    LogEntry.objects.filter(verb=Verb.RESTORE).delete()
    LogEntry.objects.update(restored=False)
    (kept.parent / "unreadable.wallchart").write_bytes(b"half")
    page = visit(desk, PAGE)
    address = reverse("download-replaced", args=[section.event.slug, kept.name])
    assert address in page.links
    [line] = page.texts("#replaced ~ .downloads li")
    with kept.open("rb") as written:
        at = date_and_clock(read_header(written).written)
    assert line == f"{kept.name} {section.event.name} · {at}"
    assert download(desk, "download-replaced", section.event.slug, kept.name) == kept.read_bytes()


def test_an_event_that_only_a_file_makes_kin_of_another_does_not_open_what_that_one_left(
    desk: Client, section: Section, in_a_folder: Path
) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    answered(desk, question(desk, file), replace="on")
    [kept] = (in_a_folder / "var" / "replaced").iterdir()
    forgotten()
    upload(desk, file)
    assert LogEntry.objects.filter(restored=True).exists()
    address = reverse("download-replaced", args=[section.event.slug, kept.name])
    assert desk.get(address).status_code == 404
    assert address not in visit(desk, PAGE).links


def test_another_event_at_the_address_does_not_open_what_was_replaced(
    desk: Client, section: Section, in_a_folder: Path
) -> None:
    slug = section.event.slug
    file = download(desk, "download-event", slug)
    enter(games_of(section, 1)[0], "DD")
    answered(desk, question(desk, file), replace="on")
    [kept] = (in_a_folder / "var" / "replaced").iterdir()
    forgotten()
    other = a_section(2, 1)
    Event.objects.update(slug=slug)
    address = reverse("download-replaced", args=[slug, kept.name])
    assert signed_in(director_of(other)).get(address).status_code == 404


def waiting(var: Path) -> list[Path]:
    """The uploaded files that wait for an answer."""
    return list((var / "uploads").glob("*"))


def test_the_question_carries_the_file_and_says_what_would_be_replaced(
    desk: Client, section: Section, in_a_folder: Path
) -> None:
    file = download(desk, "download-event", section.event.slug)
    played(section, 2, "1 3 WL\n2 4 WL")
    asked = question(desk, file)
    assert "private" in asked.headers["Cache-Control"]
    assert "no-cache" in asked.headers["Cache-Control"]
    page = read(asked)
    assert "x.wallchart" in page
    assert f"{section.event.name}: games with results 4 here, 2 in the file" in page
    assert reverse("backup") + "#restore" in page.links
    assert not page.all("input[type=file]")
    [kept] = waiting(in_a_folder / "var")
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.parent.stat().st_mode & 0o777 == 0o700
    assert kept.read_bytes() == b'"x.wallchart"\n' + file
    first = answered(desk, asked, replace="on")
    assert first.status_code == 302
    assert Section.objects.get().version == section.version
    assert "x.wallchart" in LogEntry.objects.get(verb=Verb.RESTORE).summary
    assert not waiting(in_a_folder / "var")
    assert answered(desk, asked, replace="on").headers["Location"] == first.headers["Location"]


def test_a_question_that_is_answered_with_nothing_is_asked_again_of_the_same_file(
    desk: Client, section: Section, in_a_folder: Path
) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    asked = question(desk, file)
    assert read(asked).one("input[name=replace][required]")["type"] == "checkbox"
    again = answered(desk, asked)
    assert again.headers["Location"] == asked.request["PATH_INFO"]
    asked = desk.get(again.headers["Location"])
    assert read(asked).texts(".notice.error") == [
        "Nothing was restored yet. Check the box to restore, or go back."
    ]
    assert len(waiting(in_a_folder / "var")) == 1
    assert answered(desk, asked, replace="on").status_code == 302
    assert Section.objects.get().version == section.version


def test_the_question_is_a_page_to_reload_and_to_go_back_to(desk: Client, section: Section) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    asked = question(desk, file)
    address = asked.request["PATH_INFO"]
    assert read(desk.get(address)).headings == read(asked).headings
    answered(desk, asked, replace="on")
    after = desk.get(address, follow=True)
    assert after.redirect_chain == [(PAGE, 302)]
    assert "The file is no longer waiting: it was restored, or it was here for more than an hour." in read(
        after
    )


def test_the_question_and_its_button_name_what_is_replaced_and_claim_nothing(
    desk: Client, section: Section
) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    page = read(question(desk, file))
    name = section.event.name
    assert page.headings[0] == f"Replace {name} with the file?"
    assert page.texts("main button") == [f"Replace {name} with the file"]
    assert page.texts("main p")[1] == (
        f"The event {name} is here already and newer. The file lacks 1 change."
    )
    assert "Nothing was restored" not in page


def test_the_question_says_when_the_file_was_made_on_the_clock_of_the_event(
    desk: Client, section: Section
) -> None:
    Event.objects.update(time_zone="Asia/Kolkata")
    file = download(desk, "download-event", section.event.slug)
    with zones.told_in("Asia/Kolkata"):
        made = date_and_clock(read_header(BytesIO(file)).written)
    enter(games_of(section, 1)[0], "DD")
    assert f".wallchart · made {made}" in read(question(desk, file)).spoken


def test_nobody_else_reads_the_question(desk: Client, section: Section) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    address = question(desk, file).request["PATH_INFO"]
    other = UserFactory.create()
    Staff.objects.create(event=section.event, user=other, role=Role.CHIEF)
    assert signed_in(other).get(address).headers["Location"] == PAGE


def test_a_file_waits_for_an_hour_and_for_nobody_else(
    desk: Client, section: Section, in_a_folder: Path
) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    asked = question(desk, file)
    late = as_it_stands(section).version
    other = UserFactory.create()
    Staff.objects.create(event=section.event, user=other, role=Role.CHIEF)
    assert answered(signed_in(other), asked, replace="on").status_code == 422
    [kept] = waiting(in_a_folder / "var")
    os.utime(kept, (0, 0))
    gone = answered(desk, asked, replace="on")
    assert gone.status_code == 422
    assert "Choose the backup file. One that was uploaded is kept for an hour." in read(gone)
    assert not waiting(in_a_folder / "var")
    assert Section.objects.get().version == late


@pytest.mark.parametrize("word", ["../left_off", "..", "a" * 32, "A" * 32 + "\n"])
def test_a_word_that_names_no_waiting_file_finds_none(desk: Client, section: Section, word: str) -> None:
    answer = desk.post(reverse("restore"), {"kept": word, "kept_name": "x", "replace": "on"})
    assert answer.status_code == 422


def test_what_is_saved_after_the_question_is_not_replaced_unseen(desk: Client, section: Section) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    asked = question(desk, file)
    (told,) = read(asked).texts("form .notice")
    assert "the file lacks 1 change. The last, " in told
    enter(games_of(section, 1)[1], "DD")
    late = Section.objects.get().version

    stale = answered(desk, asked, replace="on")

    assert stale.status_code == 409
    assert Section.objects.get().version == late
    page = read(stale)
    assert page.texts(".notice.warning") == [
        f"Something changed since you were asked. Nothing was restored. When you were asked: {told}"
    ]
    (now,) = page.texts("form .notice")
    assert now.startswith(f"{section.event.name}: the file lacks 2 changes. The last, ")
    assert page.text.count(now) == 1
    assert not page.all("input[name=replace][checked]")
    assert answered(desk, stale, replace="on").status_code == 302
    assert Section.objects.get().version == section.version


def test_a_setting_that_is_changed_after_the_question_is_not_replaced_unseen(
    desk: Client, section: Section
) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    asked = question(desk, file)
    Event.objects.update(city="Austin")
    stale = answered(desk, asked, replace="on")
    assert stale.status_code == 409
    assert f"{section.event.name} has here, unlike in the file: city: Austin." in read(stale)
    assert Event.objects.get().city == "Austin"


def test_a_confirmation_without_a_question_replaces_nothing(desk: Client, section: Section) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    late = Section.objects.get().version
    page = read(question(desk, file, replace="on"))
    assert not page.all("input[name=replace][checked]")
    assert Section.objects.get().version == late


def test_who_comes_is_asked_again_when_an_account_was_made_meanwhile(desk: Client, section: Section) -> None:
    lee = UserFactory.create(username="lee", first_name="Lee", last_name="Marsh")
    Staff.objects.create(event=section.event, user=lee, role=Role.CHECK_IN)
    file = download(desk, "download-event", section.event.slug)
    forgotten()
    lee.delete()
    asked = question(desk, file)
    UserFactory.create(username="lee", first_name="Lee", last_name="Marsh")
    stale = answered(desk, asked, with_people="on")
    assert stale.status_code == 409
    assert not Event.objects.exists()
    assert "Lee Marsh (lee) as Check-in helper, who has an account here" in read(stale)
    assert answered(desk, stale, with_people="on").status_code == 302


def test_a_double_click_restores_once(desk: Any, section: Section) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    asked = question(desk, file)
    first = answered(desk, asked, replace="on")
    restored = Event.objects.get()
    second = answered(desk, asked, replace="on")
    assert second.headers["Location"] == first.headers["Location"]
    assert Event.objects.get() == restored


def test_an_event_that_is_here_as_it_is_in_the_file_is_not_offered_for_replacement(
    desk: Client, section: Section
) -> None:
    answer = upload(desk, download(desk, "download-event", section.event.slug))
    assert answer.status_code == 409
    assert "is here already, as it is in the file." in read(answer)
    assert not read(answer).all("input[type=checkbox]")


def test_an_event_of_which_only_a_setting_differs_is_not_said_to_be_as_it_is_in_the_file(
    desk: Client, section: Section
) -> None:
    file = download(desk, "download-event", section.event.slug)
    Event.objects.update(city="Austin")
    page = read(question(desk, file))
    assert f"{section.event.name} is here already. Its settings differ from those in the file." in page
    assert "as it is in the file" not in page


def test_a_refused_file_opens_the_page_where_it_says_why(desk: Client, section: Section) -> None:
    page = visit(desk, PAGE)
    assert page.one('form[enctype="multipart/form-data"]')["action"] == f"{reverse('restore')}#restore"
    assert page.one("#restore").text == "Restore a file"


@pytest.mark.parametrize(
    "content", [b"", b"Ann,2000", gzip.compress(b"{}", mtime=0)], ids=["empty", "a list", "packed"]
)
def test_a_wrong_file_is_refused_with_a_sentence(desk: Client, content: bytes) -> None:
    answer = upload(desk, content)
    assert answer.status_code == 422
    (said,) = read(answer).texts(".errorlist li")
    assert "Nothing was restored" in said or "not a backup" in said, said


def test_an_automatic_copy_is_for_the_command(desk: Client) -> None:
    answer = upload(desk, b"SQLite format 3\0 and more")
    assert "automatic copy" in read(answer)
    assert "python manage.py restore" in read(answer)


def test_a_file_over_the_limit_is_refused(desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "BACKUP", 100)
    answer = upload(desk, b"x" * 101)
    assert "larger than 0.0001 MB" in read(answer)
    assert "python manage.py restore FILE" in read(answer)


def test_the_limit_is_said_beside_the_field_beforehand(desk: Client, section: Section) -> None:
    assert "At most 10 MB. A larger file is restored at the computer" in visit(desk, PAGE)


def test_another_directors_event_is_neither_downloaded_nor_replaced(desk: Client, section: Section) -> None:
    file = download(desk, "download-event", section.event.slug)
    stranger = signed_in(UserFactory.create())
    assert stranger.get(reverse("download-event", args=[section.event.slug])).status_code == 404
    answer = upload(stranger, file, replace="on")
    assert answer.status_code == 409
    assert "belongs to another event" in read(answer)
    assert not Staff.objects.exclude(user__username="kim").exists()


def test_everything_is_for_who_directs_every_event_with_their_own_password_alone(
    desk: Client, section: Section, kim: User
) -> None:
    UserFactory.create(username="helper")
    lines = [json.loads(line) for line in gzip.decompress(download(desk, "download-everything")).splitlines()]
    accounts = {line[1]["username"]: line[1] for line in lines[1:] if line[0] == "user"}
    assert accounts["kim"]["password"] == kim.password
    assert "password" not in accounts["helper"]
    a_section(2, 1)
    assert desk.get(reverse("download-everything")).status_code == 404
    assert reverse("download-everything") not in visit(desk, PAGE).links
    User.objects.filter(pk=kim.pk).update(is_superuser=True)
    assert b'"helper"' in gzip.decompress(download(desk, "download-everything"))


def test_nobody_is_here_without_signing_in(client: Client, section: Section) -> None:
    for name, args in [("backup", []), ("download-everything", []), ("download-event", [section.event.slug])]:
        assert client.get(reverse(name, args=args)).status_code == 302
    assert client.post(reverse("restore")).status_code == 302
    assert client.post(reverse("choose-folder")).status_code == 302
