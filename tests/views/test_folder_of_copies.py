"""The page of backups: the folder of the copies; what the desk says of a failure."""

import errno
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from tests.factories import a_section, enter, games_of
from tests.html import read, visit
from tests.views.backup_page import PAGE, in_a_folder, section
from tournaments.models import Section
from tournaments.selectors.event.copies import Copies, copies
from tournaments.services import database_file
from tournaments.services.backups import automatic
from tournaments.text.copies import Trouble

__all__ = ["in_a_folder", "section"]


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
    assert "lost, unless" in same_disk
    assert page.form(reverse("choose-folder")).send(desk, {"folder": ""}).status_code == 422
    assert copies().folder == str(stick)
    assert page.form(reverse("choose-folder")).send(desk, {"none": ""}).status_code == 302
    assert copies() == Copies(declined=True)
    assert "You chose to make no copies on this computer." in visit(desk, PAGE)


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
    assert f"Somebody changed this to “{other}” in the meantime" in read(answer)
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
            "{}/stick/file is a file. Expected: a folder, such as the one it is in, {}/stick.",
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
        assert "Play can go on" not in visit(desk, page)
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
        assert "Play can go on" not in visit(desk, page)


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
