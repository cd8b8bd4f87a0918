"""What a restore refuses, with nothing stored; what it replaces; and whose accounts it makes."""

import gzip
import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    PASSWORD,
    EventFactory,
    UserFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    games_of,
    played,
)
from tests.services.backups.files import Lines, forged, lines_of, packed, refused, row
from tests.services.backups.test_moving import removed, written
from tiebreaks.models import Standings
from tournaments.errors import Conflict, Refused
from tournaments.formats import backup
from tournaments.formats.backup import Most
from tournaments.models import Event, LogEntry, Player, Section, Staff, Verb
from tournaments.services import backups
from tournaments.services.backups import people, reading, restoring
from tournaments.services.backups.schema import TABLES
from tournaments.services.mirroring import granting
from tournaments.services.undoing import undo


@pytest.fixture
def section() -> Section:
    section = a_section(4, 2, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    return as_it_stands(section)


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, settings: Any) -> None:
    settings.VAR_DIR = tmp_path


# --- files that are no backup ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [b"", b"1,Ann,2000\n", b"\x1f\x8b", gzip.compress(b"", mtime=0), gzip.compress(b"{}\n", mtime=0)],
    ids=["empty", "a list", "two bytes", "packed nothing", "packed something"],
)
def test_another_file_is_no_backup(content: bytes) -> None:
    message = refused(BytesIO(content))
    assert "not a backup" in message or "damaged" in message


@pytest.mark.parametrize("kept", [0.2, 0.5, 0.99])
def test_a_file_that_was_cut_off_is_said_to_be(section: Section, kept: float) -> None:
    whole = written(section.event).getvalue()
    removed(section.event)
    assert "cut off" in refused(BytesIO(whole[: int(len(whole) * kept)]))


def test_a_file_with_one_wrong_byte_is_damaged(section: Section) -> None:
    whole = bytearray(written(section.event).getvalue())
    removed(section.event)
    whole[len(whole) // 2] ^= 1
    assert "damaged" in refused(BytesIO(bytes(whole)))


def test_rows_that_are_not_those_of_the_header_are_damaged(section: Section) -> None:
    lines = lines_of(written(section.event))
    removed(section.event)
    row(lines, "player")["name"] = "Somebody Else"
    assert "damaged" in refused(packed(lines, sha256=lines[0]["sha256"]))


def test_a_newer_format_and_an_unknown_column_are_of_a_newer_release(section: Section) -> None:
    file = written(section.event)
    removed(section.event)
    lines = lines_of(file)
    assert "Wallchart 9.9.9" in refused(packed(lines, format=backup.FORMAT + 1, release="9.9.9"))
    row(lines, "player")["shoe_size"] = 42
    assert "Wallchart 9.9.9" in refused(packed(lines, release="9.9.9"))


def test_a_bomb_is_refused_before_it_is_unpacked(section: Section) -> None:
    lines = lines_of(written(section.event))
    removed(section.event)
    lines += [["player", {"name": "x" * 1000}]] * 3000
    assert "too large" in refused(packed(lines), most=Most(bytes=1_000_000))
    assert "too many rows" in refused(packed(lines), most=Most(rows=3000))
    endless = gzip.compress(json.dumps(lines[0]).encode() + b"\n" + b"0" * (backup.MOST_IN_A_LINE + 1))
    assert "damaged" in refused(BytesIO(endless))


# --- events that are here already -----------------------------------------------------------------


def test_an_event_that_is_here_is_not_restored_twice(section: Section) -> None:
    assert "as it is in the file" in refused(written(section.event))


def test_the_newer_one_is_said(section: Section) -> None:
    older = written(section.event)
    enter(games_of(section, 1)[0], "DD")
    assert "here already and newer. The file lacks 1 change." in refused(older)
    newer = written(section.event)
    [was] = backups.restore(older, backups.Source("x.wallchart"), by=None, replace=True)
    assert "older than the file. The file has 1 more change." in refused(newer)
    enter(games_of(Section.objects.get(event=was.event), 1)[1], "DD", by=director_of(was.event))
    assert "Each has changes that the other lacks: 1 here, 1 in the file." in refused(newer)


def test_replacing_leaves_one_whole_event_and_keeps_what_was_here_in_a_file(section: Section) -> None:
    file = written(section.event)
    enter(games_of(section, 1)[0], "DD")
    late = as_it_stands(section).standings
    [restored] = backups.restore(file, backups.Source("x.wallchart"), by=None, replace=True)
    assert Event.objects.count() == Section.objects.count() == Standings.objects.count() == 1
    assert Section.objects.get().version == section.version
    assert restored.replaced is not None
    with restored.replaced.open("rb") as kept:
        backups.restore(kept, backups.Source("x.wallchart"), by=None, replace=True)
    assert Section.objects.get().version == late.version


def test_what_cannot_be_kept_is_not_replaced(section: Section, tmp_path: Path) -> None:
    (tmp_path / "replaced").write_text("no folder")
    assert "could not be saved in" in refused(written(section.event), replace=True)


def test_another_event_at_the_address_is_never_replaced(section: Section) -> None:
    file = written(section.event)
    slug = section.event.slug
    removed(section.event)
    other = a_section(2, 1)
    Event.objects.filter(pk=other.event_id).update(slug=slug)
    for replace in (False, True):
        assert "belongs to another event" in refused(file, replace=replace)
        assert "delete that event first" in refused(file, replace=replace)


def test_an_event_that_the_server_mirrors_says_where_its_mirror_is_removed(section: Section) -> None:
    """The laptop of the hall died, and the event is to go on at the server."""
    file = written(section.event)
    slug, name = section.event.slug, section.event.name
    removed(section.event)
    mirror = granting.give_out(slug, by=UserFactory.create())
    Event.objects.filter(pk=mirror.event_id).update(name=name)
    for by in (None, UserFactory.create()):
        said = refused(file, by=by, replace=True)
        assert f"This server mirrors {name} at this address, from another computer." in said
        assert "first remove its mirror on the Mirrors page" in said
    granting.remove(mirror)
    [restored] = backups.restore(file, backups.Source("x.wallchart"), by=None)
    assert restored.event.slug == slug


def test_a_director_replaces_only_events_of_their_own(section: Section) -> None:
    file = written(section.event)
    stranger = UserFactory.create()
    assert "belongs to another event" in refused(file, by=stranger, replace=True)
    [restored] = backups.restore(file, backups.Source("x.wallchart"), by=director_of(section), replace=True)
    assert restored.event.name == section.event.name


def test_one_event_of_several_that_cannot_be_restored_leaves_all_out(section: Section) -> None:
    other = a_section(2, 1)
    file = BytesIO()
    backups.everything(file)
    removed(section.event)
    with pytest.raises(Conflict):
        backups.restore(file, backups.Source("x.wallchart"), by=None)
    assert list(Event.objects.all()) == [other.event]


# --- people ---------------------------------------------------------------------------------------


def test_a_file_of_one_event_has_names_and_no_password(section: Section) -> None:
    lines = lines_of(written(section.event))
    person = director_of(section)
    assert [line[1] for line in lines[1:] if line[0] == "user"] == [
        {
            "id": person.pk,
            "username": person.username,
            "first_name": person.first_name,
            "last_name": person.last_name,
        }
    ]


def test_a_backup_of_everything_lets_people_sign_in_again(section: Section) -> None:
    file = BytesIO()
    backups.everything(file)
    User.objects.all().delete()
    removed(section.event)
    backups.restore(file, backups.Source("x.wallchart"), by=None)
    assert director_of(Event.objects.get()).check_password(PASSWORD)


def test_an_account_of_the_same_user_name_and_name_is_the_same_person(section: Section) -> None:
    file = written(section.event)
    removed(section.event)
    [restored] = backups.restore(file, backups.Source("x.wallchart"), by=None)
    assert User.objects.count() == 1
    assert director_of(restored.event).check_password(PASSWORD)


def test_somebody_else_of_the_same_user_name_gets_no_rights(section: Section) -> None:
    file = written(section.event)
    removed(section.event)
    stranger = User.objects.get()
    User.objects.filter(pk=stranger.pk).update(last_name="Other")
    [restored] = backups.restore(file, backups.Source("x.wallchart"), by=None)
    made = director_of(restored.event)
    assert (made.username, made.has_usable_password()) == (f"{stranger.username}-2", False)
    assert LogEntry.objects.exclude(who=made).exclude(verb=Verb.RESTORE).count() == 0


def test_an_upload_brings_no_passwords_and_its_director_joins_the_staff(section: Section) -> None:
    file = BytesIO()
    User.objects.update(is_superuser=True)
    backups.everything(file)
    User.objects.all().delete()
    removed(section.event)
    uploader = UserFactory.create(last_name="Uploader")
    [restored] = backups.restore(file, backups.Source("x.wallchart"), by=uploader)
    assert Staff.objects.filter(event=restored.event, user=uploader).exists()
    made = User.objects.exclude(pk=uploader.pk).get()
    assert (made.has_usable_password(), made.is_superuser) == (False, False)


A_HASH = "argon2$argon2id$v=19$m=102400,t=2,p=8$YWFhYWFhYWE$YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh"


@pytest.mark.parametrize(
    ("password", "kept"),
    [(A_HASH, True), (A_HASH.replace("102400", "4294967295"), False), ("!", False), ("plain", False)],
)
def test_a_hash_that_we_do_not_know_or_that_costs_too_much_is_left_out(
    section: Section, password: str, kept: bool, settings: Any
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    file = BytesIO()
    backups.everything(file)
    User.objects.all().delete()
    removed(section.event)
    lines = lines_of(file)
    row(lines, "user")["password"] = password
    backups.restore(packed(lines), backups.Source("x.wallchart"), by=None)
    assert (User.objects.get().password == password) is kept
    assert User.objects.get().has_usable_password() is kept


def test_a_password_that_is_set_here_stays(section: Section) -> None:
    file = BytesIO()
    backups.everything(file)
    User.objects.update(password=make_password("another one"))
    backups.restore(file, backups.Source("x.wallchart"), by=None, replace=True)
    assert User.objects.get().check_password("another one")


def test_a_file_of_one_event_brings_no_rights_even_if_somebody_wrote_them_into_it(section: Section) -> None:
    def change(lines: Any) -> None:
        row(lines, "user").update(password=A_HASH, is_superuser=True, is_staff=True, last_name="Other")

    backups.restore(forged(section, change), backups.Source("x.wallchart"), by=None)
    made = User.objects.get(last_name="Other")
    assert (made.has_usable_password(), made.is_superuser, made.is_staff) == (False, False, False)


def test_a_file_of_one_event_brings_nobody_who_is_not_in_it(section: Section) -> None:
    def change(lines: Any) -> None:
        lines.insert(
            1, ["user", row(lines, "user") | {"id": 4711, "username": "sleeper", "last_name": "Other"}]
        )

    backups.restore(forged(section, change), backups.Source("x.wallchart"), by=None)
    assert not User.objects.filter(username="sleeper").exists()


def of_everything(section: Section, change: Callable[[dict[str, Any]], Any]) -> BytesIO:
    """A backup of everything in which the director's account reads so; nothing of it is here any more."""
    file = BytesIO()
    backups.everything(file)
    removed(section.event)
    lines = lines_of(file)
    change(row(lines, "user"))
    return packed(lines)


@pytest.mark.parametrize("here", [False, True], ids=["new", "brought before, without a password"])
def test_who_may_have_events_there_may_have_them_here(section: Section, here: bool) -> None:
    file = of_everything(section, lambda account: account)
    if here:
        User.objects.update(password=make_password(None), is_staff=False)
    else:
        User.objects.all().delete()
    backups.restore(file, backups.Source("x.wallchart"), by=None)
    account = User.objects.get()
    assert account.is_staff
    assert account.check_password(PASSWORD)


def test_a_backup_from_before_accounts_said_who_may_have_events_gives_it_to_all_with_a_password(
    section: Section,
) -> None:
    file = of_everything(section, lambda account: account.pop("is_staff"))
    User.objects.all().delete()
    backups.restore(file, backups.Source("x.wallchart"), by=None)
    assert User.objects.get().is_staff


def test_everything_has_every_event_and_everybody(section: Section) -> None:
    UserFactory.create(username="nobody-yet")
    EventFactory.create(name="Empty")
    file = BytesIO()
    header = backups.everything(file)
    assert [event.name for event in header.events] == [section.event.name, "Empty"]
    removed(section.event)
    Event.objects.all().delete()
    User.objects.all().delete()
    backups.restore(file, backups.Source("x.wallchart"), by=None)
    assert Event.objects.count() == 2
    assert User.objects.filter(username="nobody-yet").exists()
    assert Player.objects.count() == 4


# --- what a page would not make ---------------------------------------------------------------------


@pytest.mark.parametrize(("table", "slug"), [("event", "backup"), ("section", "schools")])
def test_no_file_takes_an_address_of_our_own_pages(section: Section, table: str, slug: str) -> None:
    assert slug in refused(forged(section, lambda lines: row(lines, table).update(slug=slug)))


def test_no_file_has_a_section_larger_than_a_roster_may_be(section: Section, settings: Any) -> None:
    file = written(section.event)
    removed(section.event)
    settings.SECTION_ENTRIES = 3
    assert "4 entries, more than 3" in refused(file)


# --- files that say what nobody did -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "before", "after"),
    [
        ("seat", {"kind": "Q"}, {}),
        ("seat", {"slot": 99}, {}),
        ("seat", {"player_id": None}, {}),
        ("game", {"number": "first"}, {}),
        ("game", {"nothing": 1}, {}),
        ("player", {"name": ""}, {}),
        ("section", {"rounds": 0}, {}),
        ("section", {"edition": "99th"}, {}),
        ("round", None, {"id": "x", "nothing": 1}),
        ("seat", {"id": "x"}, None),
    ],
)
def test_an_entry_whose_rows_make_no_sense_is_not_undone_and_says_so(
    section: Section, table: str, before: dict[str, Any] | None, after: dict[str, Any] | None
) -> None:
    model = TABLES[table]
    entry = LogEntry.objects.filter(standings=section.standings_id, verb="result").latest("version")
    pk = section.pk if table == "section" else model._default_manager.latest("pk").pk
    LogEntry.objects.filter(pk=entry.pk).update(rows=[[table, pk, before, after]])
    with pytest.raises((Conflict, Refused), match=r"can't be undone|needs at least|can't change the edition"):
        undo(section.pk, by=director_of(section))
    assert as_it_stands(section).stamp == section.stamp


@pytest.mark.parametrize("table", ["game", "standings"])
def test_a_number_that_leaves_nothing_to_count_is_refused(section: Section, table: str) -> None:
    def counted_to_the_end(lines: Lines) -> None:
        row(lines, table)["revision" if table == "game" else "version"] = 2_147_483_647

    refused(forged(section, counted_to_the_end))


@pytest.mark.parametrize("column", ["version", "epoch"])
def test_a_document_of_another_version_is_made_anew(section: Section, column: str) -> None:
    def of_another(lines: Lines) -> None:
        row(lines, "published")[column] = 7 if column == "version" else "another1"

    [restored] = backups.restore(forged(section, of_another), backups.Source("x.wallchart"), by=None)
    (back,) = restored.event.sections.all()
    assert back.standings.published.stamp == back.stamp
    assert back.standings.epoch != section.standings.epoch
    call_command("check_standings")


def test_people_are_counted_over_all_events_of_an_upload(
    section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = a_section(2, 1)
    file = BytesIO()
    backups.everything(file)
    for each in (section, other):
        removed(each.event)
    monkeypatch.setattr(people, "MOST", 1)
    refused(file, by=UserFactory.create())


# --- who enters results meanwhile ------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_rows_are_made_ready_before_the_one_lock_is_taken(
    section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(section.event)
    removed(section.event)
    held: dict[str, set[bool]] = {}

    def note(module: ModuleType, name: str) -> None:
        real = getattr(module, name)

        def noting(*given: Any) -> Any:
            held.setdefault(name, set()).add(connection.in_atomic_block)
            return real(*given)

        monkeypatch.setattr(module, name, noting)

    note(reading, "checked")
    note(restoring, "with_keys")
    note(restoring, "_values")
    backups.restore(file, backups.Source("x.wallchart"), by=None)
    assert held == {"checked": {False}, "with_keys": {False}, "_values": {False}}


def test_a_longer_log_takes_no_more_statements(section: Section) -> None:
    def statements() -> int:
        event = Event.objects.get()
        file = written(event)
        removed(event)
        with CaptureQueriesContext(connection) as asked:
            backups.restore(file, backups.Source("x.wallchart"), by=None)
        return len(asked)

    before = statements()
    for result in ["DD", "WL", "LW", "DD"] * 3:
        enter(games_of(Section.objects.get(), 1)[0], result)
    assert statements() == before


def test_an_account_that_is_made_meanwhile_is_taken(
    section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(section.event)
    director = director_of(section)
    removed(section.event)
    User.objects.all().delete()
    real = people.planned

    def then_somebody_is_faster(*given: Any) -> dict[int, int]:
        plan = real(*given)
        User.objects.get_or_create(
            username=director.username, first_name=director.first_name, last_name=director.last_name
        )
        return plan

    monkeypatch.setattr(people, "planned", then_somebody_is_faster)
    backups.restore(file, backups.Source("x.wallchart"), by=None)
    assert [staff.user for staff in Staff.objects.all()] == [User.objects.get()]
