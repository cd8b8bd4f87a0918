"""The page of backups: downloads, restoring, the folder of the copies; what the desk says of a failure."""

import errno
import gzip
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from tests.factories import UserFactory, a_section, as_it_stands, director_of, enter, games_of, played
from tests.html import read, visit
from tests.sign_in import signed_in
from tiebreaks.models import Standings
from tournaments.forms import backups as forms
from tournaments.models import Event, LogEntry, Role, Section, Staff, Verb
from tournaments.selectors.copies import Copies, copies
from tournaments.services import database_file
from tournaments.services.backups import automatic
from tournaments.text.copies import Trouble

PAGE = "/setup/backup/"


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, settings: Any) -> Path:
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    return tmp_path


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(4, 2, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    return as_it_stands(section)


def download(desk: Client, name: str, *args: object) -> bytes:
    answer = desk.get(reverse(name, args=args))
    assert answer.status_code == 200
    assert "attachment" in answer.headers["Content-Disposition"]
    return bytes(answer.content)


def upload(desk: Client, content: bytes, **more: Any) -> Any:
    return desk.post(reverse("restore"), {"file": SimpleUploadedFile("x.wallchart", content), **more})


def confirmed(desk: Client, asked: Any, content: bytes | None, **more: Any) -> Any:
    """The form of a question, with the file chosen again and a box checked."""
    form = read(asked).form(reverse("restore"))
    fields = {name: values[0] for name, values in form.fields.items()}
    sent: dict[str, Any] = {**fields, **form.carried, **more}
    sent.pop("file", None)
    if content is not None:
        sent["file"] = SimpleUploadedFile("x.wallchart", content)
    return desk.post(reverse("restore"), sent)


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
    asked = upload(desk, file)
    assert asked.status_code == 409
    assert not Event.objects.exists()
    page = read(asked)
    name = section.event.name
    assert [item.text for item in page.all(".notice li")] == [
        f"{name}: Ann Osei (ann) as Assistant, who has an account here",
        f"{name}: Lee Marsh (lee) as Check-in helper, a new account",
    ]
    assert page.one("input[name=with_people]")["type"] == "checkbox"
    assert confirmed(desk, asked, file, with_people="on").status_code == 302
    assert Staff.objects.get(user=ann).role == Role.ASSISTANT


def test_an_event_that_is_here_is_replaced_only_after_a_question(desk: Client, section: Section) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    assert not read(desk.get(PAGE)).all("input[type=checkbox]")
    asked = upload(desk, file)
    assert asked.status_code == 409
    page = read(asked)
    assert "here already and newer. The file lacks 1 change." in page
    assert page.one("input[name=replace]")["type"] == "checkbox"
    assert confirmed(desk, asked, file, replace="on").status_code == 302
    assert Section.objects.get().version == section.version


def test_what_a_restore_replaced_is_named_in_the_answer_and_downloaded_from_the_page(
    desk: Client, section: Section
) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    late = as_it_stands(section).version
    answer = confirmed(desk, upload(desk, file), file, replace="on")
    [kept] = (Path(settings.VAR_DIR) / "replaced").iterdir()
    assert f"The event as it stood is kept as {kept.name}" in read(desk.get(answer.headers["Location"]))
    assert f"kept as {kept.name}" in visit(
        desk, reverse("section-log", args=[section.event.slug, section.slug])
    )
    args = (section.event.slug, kept.name)
    assert reverse("download-replaced", args=args) in visit(desk, PAGE).links
    back = download(desk, "download-replaced", *args)
    assert confirmed(desk, upload(desk, back), back, replace="on").status_code == 302
    assert Section.objects.get().version == late
    assert download(desk, "download-replaced", *args) == back


def test_what_was_replaced_is_for_the_chiefs_of_that_event_and_nothing_else_is_there(
    desk: Client, section: Section, in_a_folder: Path
) -> None:
    event = section.event.slug
    file = download(desk, "download-event", event)
    enter(games_of(section, 1)[0], "DD")
    confirmed(desk, upload(desk, file), file, replace="on")
    [kept] = (in_a_folder / "var" / "replaced").iterdir()
    address = reverse("download-replaced", args=[event, kept.name])
    helper = UserFactory.create()
    Staff.objects.create(event=Event.objects.get(), user=helper, role=Role.ASSISTANT)
    assert signed_in(helper).get(address).status_code == 403
    stranger = a_section(2, 1)
    assert signed_in(director_of(stranger)).get(address).status_code == 404
    own = reverse("download-replaced", args=[stranger.event.slug, kept.name])
    assert signed_in(director_of(stranger)).get(own).status_code == 404
    (kept.parent / "other.wallchart").write_bytes(kept.read_bytes())
    assert desk.get(reverse("download-replaced", args=[event, "other.wallchart"])).status_code == 404
    kept.unlink()
    assert desk.get(address).status_code == 404
    assert address not in visit(desk, PAGE).links


def test_another_event_at_the_address_does_not_open_what_was_replaced(
    desk: Client, section: Section, in_a_folder: Path
) -> None:
    slug = section.event.slug
    file = download(desk, "download-event", slug)
    enter(games_of(section, 1)[0], "DD")
    confirmed(desk, upload(desk, file), file, replace="on")
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
    asked = upload(desk, file)
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
    assert kept.read_bytes() == file
    first = confirmed(desk, asked, None, replace="on")
    assert first.status_code == 302
    assert Section.objects.get().version == section.version
    assert "x.wallchart" in LogEntry.objects.get(verb=Verb.RESTORE).summary
    assert not waiting(in_a_folder / "var")
    assert confirmed(desk, asked, None, replace="on").headers["Location"] == first.headers["Location"]


def test_a_question_that_is_answered_with_nothing_is_asked_again_of_the_same_file(
    desk: Client, section: Section, in_a_folder: Path
) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    asked = upload(desk, file)
    assert "Tick this" not in read(asked)
    again = confirmed(desk, asked, None)
    assert again.status_code == 409
    assert read(again).texts(".check .errorlist li") == [
        "Nothing was restored yet. Tick this to restore, or go back."
    ]
    enter(games_of(section, 1)[1], "DD")
    stale = confirmed(desk, again, None, replace="on")
    assert stale.status_code == 409
    assert "Tick this" not in read(stale)
    assert len(waiting(in_a_folder / "var")) == 1
    assert confirmed(desk, stale, None, replace="on").status_code == 302
    assert Section.objects.get().version == section.version


def test_a_file_waits_for_an_hour_and_for_nobody_else(
    desk: Client, section: Section, in_a_folder: Path
) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    asked = upload(desk, file)
    late = as_it_stands(section).version
    other = UserFactory.create()
    Staff.objects.create(event=section.event, user=other, role=Role.CHIEF)
    assert confirmed(signed_in(other), asked, None, replace="on").status_code == 422
    [kept] = waiting(in_a_folder / "var")
    os.utime(kept, (0, 0))
    gone = confirmed(desk, asked, None, replace="on")
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
    asked = upload(desk, file)
    (told,) = read(asked).texts("form .notice")
    assert "the file lacks 1 change. The last, " in told
    enter(games_of(section, 1)[1], "DD")
    late = Section.objects.get().version

    stale = confirmed(desk, asked, file, replace="on")

    assert stale.status_code == 409
    assert Section.objects.get().version == late
    page = read(stale)
    errors = " ".join(page.texts(".errorlist"))
    assert f"When you were asked: {told}" in errors
    assert f"Now: {section.event.name}: the file lacks 2 changes. The last, " in errors
    assert not page.all("input[name=replace][checked]")
    assert confirmed(desk, stale, file, replace="on").status_code == 302
    assert Section.objects.get().version == section.version


def test_a_setting_that_is_changed_after_the_question_is_not_replaced_unseen(
    desk: Client, section: Section
) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    asked = upload(desk, file)
    Event.objects.update(city="Austin")
    stale = confirmed(desk, asked, file, replace="on")
    assert stale.status_code == 409
    assert f"{section.event.name} has here, other than in the file: city: Austin." in read(stale)
    assert Event.objects.get().city == "Austin"


def test_a_confirmation_without_a_question_or_for_another_file_replaces_nothing(
    desk: Client, section: Section
) -> None:
    older = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[1], "DD")
    late = Section.objects.get().version
    assert upload(desk, file, replace="on").status_code == 409
    asked = upload(desk, file)
    assert confirmed(desk, asked, older, replace="on").status_code == 409
    without = read(confirmed(desk, asked, None, replace="on"))
    assert without.one("input[name=replace]")["type"] == "hidden"
    assert not without.all("input[name=replace][value]")
    assert Section.objects.get().version == late


def test_who_comes_is_asked_again_when_an_account_was_made_meanwhile(desk: Client, section: Section) -> None:
    lee = UserFactory.create(username="lee", first_name="Lee", last_name="Marsh")
    Staff.objects.create(event=section.event, user=lee, role=Role.CHECK_IN)
    file = download(desk, "download-event", section.event.slug)
    forgotten()
    lee.delete()
    asked = upload(desk, file)
    UserFactory.create(username="lee", first_name="Lee", last_name="Marsh")
    stale = confirmed(desk, asked, file, with_people="on")
    assert stale.status_code == 409
    assert not Event.objects.exists()
    assert "Lee Marsh (lee) as Check-in helper, who has an account here" in read(stale)
    assert confirmed(desk, stale, file, with_people="on").status_code == 302


def test_a_double_click_restores_once_and_another_file_in_the_same_page_is_not_lost(
    desk: Any, section: Section
) -> None:
    file = download(desk, "download-event", section.event.slug)
    enter(games_of(section, 1)[0], "DD")
    asked = upload(desk, file)
    first = confirmed(desk, asked, file, replace="on")
    restored = Event.objects.get()
    second = confirmed(desk, asked, file, replace="on")
    assert second.headers["Location"] == first.headers["Location"]
    assert Event.objects.get() == restored
    other = download(desk, "download-event", section.event.slug)
    forgotten()
    assert "This form was sent before" in read(confirmed(desk, asked, other, replace="on"))


def test_an_event_that_is_here_as_it_is_in_the_file_is_not_offered_for_replacement(
    desk: Client, section: Section
) -> None:
    answer = upload(desk, download(desk, "download-event", section.event.slug))
    assert answer.status_code == 409
    assert "is here already, as it is in the file." in read(answer)
    assert not read(answer).all("input[type=checkbox]")


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
    monkeypatch.setattr(forms, "LARGEST", 100)
    answer = upload(desk, b"x" * 101)
    assert "larger than 10 MB" in read(answer)
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


# --- where copies go ------------------------------------------------------------------------------


@pytest.fixture
def copying(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the server of a laptop: its thread is there. (The file itself is copied in tests of its own.)"""
    monkeypatch.setattr(automatic, "is_running", lambda: True)
    monkeypatch.setattr(
        "tournaments.services.backups.copies.copy_pages", lambda to: to.write_bytes(b"copied")
    )
    monkeypatch.setattr("tournaments.services.backups.copies.can_copy_database", lambda: True)
    monkeypatch.setattr(automatic, "can_copy_database", lambda: True)


def test_a_folder_is_chosen_and_copied_into_at_once(
    desk: Client, section: Section, copying: None, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    form = visit(desk, PAGE).form(reverse("choose-folder"))
    assert form.send(desk, {"folder": str(stick)}).status_code == 302
    (copy,) = stick.iterdir()
    page = visit(desk, PAGE)
    assert str(stick) in page
    assert copy.name in page
    (same_disk,) = [said for said in page.texts(".notice.warning") if "same disk as Wallchart" in said]
    assert "gone, unless" in same_disk
    assert page.form(reverse("choose-folder")).send(desk, {"folder": ""}).status_code == 422
    assert copies().folder == str(stick)
    assert page.form(reverse("choose-folder")).send(desk, {"none": ""}).status_code == 302
    assert copies() == Copies(declined=True)
    assert "You chose that this computer makes no copies." in visit(desk, PAGE)


def test_a_folder_that_a_colleague_chose_meanwhile_is_not_replaced_unseen(
    desk: Client, section: Section, copying: None, tmp_path: Path
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
    form = visit(desk, PAGE).form(reverse("choose-folder"))
    automatic.choose(str(other))
    answer = form.send(desk, {"folder": str(one)})
    assert answer.status_code == 409
    assert f"Now: {other} (changed meanwhile)" in read(answer)
    again = read(answer).form(reverse("choose-folder"))
    assert again.fields["folder"] == [str(one)]
    assert copies().folder == str(other)
    assert list(one.iterdir()) == []  # what is refused leaves no copy with everybody's passwords
    assert again.send(desk).status_code == 302
    assert again.send(desk).status_code == 302  # a double click
    assert copies().folder == str(one)
    assert len(list(one.iterdir())) == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("stick", "“stick” is not right. Expected: the whole path of a folder, such as"),
        ("~no-such-person/stick", "“~no-such-person/stick” is not right. Expected: the whole path"),
        ('"E:stick"', '“"E:stick"” is not right. Expected: the whole path'),
        ("{}/none", "There is no folder none in {}. Expected: a folder that exists. Make it first"),
        (
            "{}/a/b",
            "There is no folder {}/a/b: {} has no a. Expected: a folder that exists. If it is on a stick",
        ),
        ("/" + "x" * 300, "Expected: a folder that exists."),
        (
            "{}/stick/file",
            "{}/stick/file is a file. Expected: a folder, such as the one that it is in, {}/stick.",
        ),
        ("{}/var", "{}/var is Wallchart's own folder"),
        ("{}/data", "{}/data is Wallchart's own folder"),
        ("", "Nothing was typed. Type the path of a folder, or press"),
    ],
)
def test_a_folder_that_does_not_serve_is_refused_and_the_earlier_one_stays(
    desk: Client,
    section: Section,
    copying: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    said: str,
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    automatic.choose(str(stick))
    (stick / "file").touch()
    (tmp_path / "data").mkdir()
    monkeypatch.setattr(database_file, "file", lambda: tmp_path / "data" / "wallchart.sqlite3")
    answer = desk.post(reverse("choose-folder"), {"folder": typed.replace("{}", str(tmp_path))})
    assert answer.status_code == 422
    assert said.replace("{}", str(tmp_path)) in " ".join(read(answer).texts(".notice.error, .errorlist"))
    assert copies().folder == str(stick)


@pytest.mark.parametrize(
    "typed",
    [
        *('"{}/my stick"', "“{}/my stick”", "'{}/my stick'", "  {}/my stick \t", "~/my stick"),
        *("file://{}/my%20stick", "FILE://localhost{}/my%20stick/", "file:{}/my stick"),
    ],
)
def test_a_path_is_taken_as_systems_copy_it(
    desk: Client, copying: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "my stick").mkdir()
    answer = desk.post(reverse("choose-folder"), {"folder": typed.replace("{}", str(tmp_path))})
    assert answer.status_code == 302
    assert copies().folder == str(tmp_path / "my stick")


def test_a_folder_that_wallchart_may_not_write_in_is_refused_with_the_systems_reason(
    desk: Client, copying: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bring(copy: Path, to: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(to))

    monkeypatch.setattr(automatic, "bring", bring)
    (tmp_path / "stick").mkdir()
    answer = desk.post(reverse("choose-folder"), {"folder": str(tmp_path / "stick")})
    assert answer.status_code == 422
    assert (
        f"{tmp_path}/stick: Wallchart may not write in the folder. Make it writable for you, or choose"
        " another one. The system says: Permission denied."
    ) in read(answer)
    assert not copies().folder


def test_only_the_laptops_director_chooses_the_folder(desk: Client, section: Section, copying: None) -> None:
    assert reverse("choose-folder") in visit(desk, PAGE).actions
    a_section(2, 1)
    assert reverse("choose-folder") not in visit(desk, PAGE).actions
    assert desk.post(reverse("choose-folder"), {"folder": "/tmp"}).status_code == 404


def test_on_a_server_no_folder_is_chosen(desk: Client, section: Section) -> None:
    assert "backup --to FOLDER" in visit(desk, PAGE)
    assert desk.post(reverse("choose-folder"), {"folder": "/tmp"}).status_code == 404


def test_the_desk_says_that_copies_fail_until_they_work_again(
    desk: Client, section: Section, copying: None, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    automatic.choose(str(stick))
    pages = [reverse("desk"), reverse("desk-round", args=[section.event.slug, section.slug, 1]), PAGE]
    for page in pages:
        assert "Play goes on" not in visit(desk, page)
    for copy in stick.iterdir():
        copy.unlink()
    stick.rmdir()
    assert automatic.copy_now().trouble is Trouble.GONE
    since = copies().since
    automatic.copy_now()
    assert copies().since == since
    for page in pages:
        notices = visit(desk, page).texts(".notice.warning")
        (said,) = [notice for notice in notices if "No backup copy since" in notice]
        assert "The folder is gone." in said
        assert str(stick) in said
    enter(games_of(section, 1)[0], "DD")
    stick.mkdir()
    automatic.copy_now()
    for page in pages:
        assert "Play goes on" not in visit(desk, page)


def test_a_stick_that_is_pulled_out_is_missed_at_the_next_look_and_found_again(
    desk: Client, section: Section, copying: None, tmp_path: Path
) -> None:
    stick, away = tmp_path / "stick", tmp_path / "away"
    stick.mkdir()
    automatic.choose(str(stick))
    stick.rename(away)
    automatic.copy_now(is_due=False)
    for address in (PAGE, reverse("desk")):
        (said,) = [each for each in visit(desk, address).texts(".notice.warning") if "No backup copy" in each]
        assert "The folder is gone." in said
    (attention,) = visit(desk, reverse("desk")).texts("#status-line .attention")
    assert attention.startswith("No copy since ")
    away.rename(stick)
    automatic.copy_now()
    assert "No backup copy" not in visit(desk, PAGE)
    assert not visit(desk, reverse("desk")).all("#status-line .attention")


def test_the_section_of_copies_says_what_failed_and_why_and_does_not_lead_to_itself(
    desk: Client, section: Section
) -> None:
    failed = Copies("/media/stick", at=datetime(2026, 11, 21, 13, 52, tzinfo=UTC), trouble=Trouble.FAILED)
    automatic.keep(
        replace(failed, since=datetime(2026, 11, 21, 14, 5, tzinfo=UTC), reason="Input/output error")
    )
    page = visit(desk, PAGE)
    (said,) = page.texts("#copies ~ .notice.warning:has(code)")
    assert said.startswith("No backup copy since Sat, Nov 21, 2026, 8:52 AM in /media/stick.")
    assert "Check the disk, or choose another folder." in said
    assert "Copying has failed since Sat, Nov 21, 2026, 9:05 AM." in said
    assert "The system says: Input/output error." in said
    assert not page.all(".notice a")


def test_the_folder_that_a_stick_leaves_behind_is_not_the_stick(
    desk: Client, section: Section, copying: None, tmp_path: Path
) -> None:
    automatic.keep(Copies(str(tmp_path), elsewhere=True, at=datetime.now(UTC)))
    automatic.copy_now(is_due=False)
    assert "The folder is gone." in visit(desk, PAGE)


def test_the_line_costs_the_desk_no_query(
    desk: Client, section: Section, django_assert_num_queries: Any
) -> None:
    address = reverse("desk")
    with CaptureQueriesContext(connection) as before:
        desk.get(address)
    automatic.keep(Copies("/gone", trouble=Trouble.GONE, since=datetime.now(UTC)))
    with django_assert_num_queries(len(before)):
        desk.get(address)


def test_a_state_that_cannot_be_read_is_none(in_a_folder: Path) -> None:
    (in_a_folder / "var" / "copies.json").write_bytes(b"{")
    assert copies() == Copies()
