"""Requests that cannot be answered: the right status, words for a director, one log line, nothing stored."""

import errno
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import connection, connections
from django.db.utils import OperationalError
from django.test import Client
from django.test.client import FakePayload
from django.urls import reverse

from config import troubles
from config.sessions import SessionStore
from tests.addresses import at
from tests.factories import a_section, games_of, paired
from tests.full_disks import nearly_full, pragma
from tests.html import read
from tests.people import event, kim, no_fragments
from tests.sign_in import signed_in
from tournaments import fragments
from tournaments.models import Event, Game, LogEntry, Section
from tournaments.turns import Busy

__all__ = ["event", "kim", "no_fragments"]
pytestmark = pytest.mark.django_db(transaction=True)
SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def section(event: Event) -> Section:
    section = a_section(event=event, players=4)
    paired(section, 1, "1 2\n3 4")
    return section


@pytest.fixture
def game(section: Section) -> Game:
    return games_of(section, 1)[0]


@pytest.fixture
def desk(kim: User, section: Section) -> Client:
    client = signed_in(kim)
    client.raise_request_exception = False
    return client


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """What was logged for the request, as the terminal shows it."""
    formatter = logging.Formatter()
    caplog.set_level(logging.WARNING)
    return lambda: [line for record in caplog.records for line in formatter.format(record).splitlines()]


def enter_by_script(desk: Client, game: Game) -> Any:
    address = reverse("enter-result", args=[game.pk])
    result = "LW" if game.revision % 2 else "WL"
    entry = {"result": result, "revision": game.revision, "reason": "The players agree."}
    return desk.post(address, entry, headers=SCRIPT)


# --- the database -------------------------------------------------------------------------------


@contextmanager
def read_only() -> Iterator[None]:
    if connection.vendor == "sqlite":
        with pragma("query_only", "1", "0"):
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
        try:
            yield
        finally:
            cursor.execute("SET default_transaction_read_only = off")


@contextmanager
def locked() -> Iterator[None]:
    other = connections.create_connection("default")
    try:
        with other.cursor() as holds, connection.cursor() as waits:
            if connection.vendor == "sqlite":
                waits.execute("PRAGMA busy_timeout=1")
                holds.execute("BEGIN IMMEDIATE")
            else:
                waits.execute("SET lock_timeout = '1ms'")
                holds.execute("BEGIN")
                holds.execute("LOCK TABLE tiebreaks_standings")
            try:
                yield
            finally:
                holds.execute("ROLLBACK")
                waits.execute(
                    "PRAGMA busy_timeout=10000" if connection.vendor == "sqlite" else "RESET lock_timeout"
                )
    finally:
        other.close()


def test_a_lock_is_waited_for_no_longer_than_ten_seconds_on_either_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout" if connection.vendor == "sqlite" else "SHOW lock_timeout")
        assert cursor.fetchone()[0] in (10_000, "10s")


# What only reads is a file on a laptop, and a standby beside a server.
ONLY_READS = {
    "sqlite": "Let Wallchart write to the database file",
    "postgresql": "Its server is read only now.",
}


@pytest.mark.parametrize(
    ("trouble", "words"),
    [(read_only, ONLY_READS[connection.vendor]), (locked, "Close the other programs")],
    ids=["read-only", "locked"],
)
def test_an_entry_that_cannot_be_saved_is_asked_for_again_with_what_to_do(
    desk: Client,
    game: Game,
    lines: Callable[[], list[str]],
    trouble: Callable[[], Any],
    words: str,
) -> None:
    before = LogEntry.objects.count()
    with trouble():
        answer = enter_by_script(desk, game)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "Nothing was saved." in read(answer).one(".notice").text
    assert words in read(answer).text
    # What becomes of it the script says that keeps it; another one keeps nothing.
    assert "sent" not in read(answer).text
    assert len(lines()) == 1
    assert LogEntry.objects.count() == before
    # And as soon as it can be saved, it is.
    assert enter_by_script(desk, game).status_code == 200
    assert LogEntry.objects.count() == before + 1


def test_a_full_disk_is_said_and_takes_nothing_of_what_was_saved(desk: Client, game: Game) -> None:
    if connection.vendor != "sqlite":
        return  # PostgreSQL cannot be told that its disk is full
    saved = 0
    with nearly_full():
        while (answer := enter_by_script(desk, game)).status_code == 200:
            saved += 1
            assert saved < 1000
            game.refresh_from_db()
    assert answer.status_code == 503
    assert "Free up space" in read(answer)
    game.refresh_from_db()
    assert game.revision == saved
    assert enter_by_script(desk, game).status_code == 200


def test_without_a_script_the_page_says_how_the_form_is_sent_again(desk: Client, section: Section) -> None:
    with locked():
        answer = desk.post(reverse("publish-round", args=[section.event.slug, section.slug, 1]))
    assert answer.status_code == 503
    assert read(answer).headings == ["The database is locked."]
    assert read(answer).one(".notice").text == (
        "Nothing was saved. Close the other programs that use the database. Then reload this page and"
        " let the browser send the form again."
    )
    assert b"refresh" not in answer.content


AWAY = {"sqlite": "The database file cannot be reached.", "postgresql": "Restart the database."}


def test_a_database_that_is_away_is_said_on_every_page(
    desk: Client, section: Section, monkeypatch: pytest.MonkeyPatch, lines: Callable[[], list[str]]
) -> None:
    connection.close()
    away = "/nowhere/wallchart.sqlite3" if connection.vendor == "sqlite" else "nobody_made_this"
    monkeypatch.setitem(connection.settings_dict, "NAME", away)
    of_parents = [at("standings", section), at("standings-live", section), reverse("home")]
    addresses = [*of_parents, reverse("desk-event", args=[section.event.slug])]
    for number, address in enumerate(addresses, 1):
        answer = desk.get(address)
        assert answer.status_code == 503, address
        assert answer.headers["Retry-After"] == "5"
        said = (AWAY[connection.vendor] in read(answer), "They will be back soon." in read(answer))
        assert said == ((False, True) if address in of_parents else (True, False)), address
        assert "This page then opens by itself." in read(answer)
        assert "saved" not in read(answer).text
        assert len(lines()) == number
    connection.close()
    monkeypatch.undo()
    assert desk.get(addresses[0]).status_code == 200


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        ({"sqlite_errorcode": 5}, troubles.LOCKED),
        ({"sqlite_errorcode": 517}, troubles.LOCKED),  # SQLITE_BUSY_SNAPSHOT
        ({"sqlite_errorcode": 8}, troubles.READ_ONLY),
        ({"sqlite_errorcode": 1544}, troubles.READ_ONLY),  # SQLITE_READONLY_DIRECTORY
        ({"sqlite_errorcode": 1032}, troubles.FILE_GONE),  # SQLITE_READONLY_DBMOVED
        ({"sqlite_errorcode": 11}, troubles.DAMAGED),
        ({"sqlite_errorcode": 779}, troubles.DAMAGED),  # SQLITE_CORRUPT_INDEX
        ({"sqlite_errorcode": 26}, troubles.DAMAGED),
        ({"sqlite_errorcode": 13}, troubles.FULL),
        ({"sqlite_errorcode": 14}, troubles.FILE_GONE),
        ({"sqlite_errorcode": 526}, troubles.FILE_GONE),  # SQLITE_CANTOPEN_ISDIR
        ({"sqlite_errorcode": 266}, troubles.FILE_GONE),  # SQLITE_IOERR_READ: the stick was pulled out
        ({"sqlite_errorcode": 778}, troubles.FILE_GONE),  # SQLITE_IOERR_WRITE
        ({"sqlite_errorcode": 1}, None),  # an error of ours
        ({"sqlstate": "53100"}, troubles.FULL),
        ({"sqlstate": "53300"}, troubles.AWAY),  # too many connections
        ({"sqlstate": "57P01"}, troubles.AWAY),
        ({"sqlstate": "57P03"}, troubles.AWAY),
        ({"sqlstate": "08006"}, troubles.AWAY),
        ({"sqlstate": "25006"}, troubles.SERVER_READ_ONLY),
        ({"sqlstate": "40P01"}, troubles.LOCKED),
        ({"sqlstate": "55P03"}, troubles.LOCKED),
        ({"sqlstate": "42703"}, None),  # an error of ours
    ],
)
def test_each_code_of_both_databases_is_the_trouble_that_it_names(
    error: dict[str, Any], trouble: troubles.Trouble | None
) -> None:
    cause = Exception("as the driver says it")
    for name, value in error.items():
        setattr(cause, name, value)
    raised = OperationalError("as Django says it")
    raised.__cause__ = cause
    assert troubles.of(raised) is trouble


def test_the_damage_of_another_file_is_not_that_of_the_database() -> None:
    other = sqlite3.DatabaseError("file is not a database")
    other.sqlite_errorcode = 26
    assert troubles.of(other) is None


def test_a_full_disk_is_the_same_trouble_wherever_a_file_is_written() -> None:
    assert troubles.of(OSError(errno.ENOSPC, "No space left on device")) is troubles.FULL
    assert troubles.of(OSError(errno.ENOENT, "No such file")) is None
    assert troubles.of(ValueError("ours")) is None


def test_a_page_that_many_ask_for_is_asked_for_again_by_itself(
    client: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_args: object, **_how: object) -> bytes:
        raise Busy

    monkeypatch.setattr(fragments, "rendered", busy)
    answer = client.get(at("standings", section))
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"
    assert answer.headers["Cache-Control"] == "no-store"
    assert '<meta http-equiv="refresh" content="2">' in answer.text
    assert "refresh" not in client.get(at("standings-live", section), headers=SCRIPT).text
    assert not answer.cookies


def test_where_only_the_session_could_not_be_saved_nobody_is_told_that_nothing_was(
    desk: Client, game: Game, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SESSION_SAVE_EVERY_REQUEST = True
    save = SessionStore.save

    def save_too_late(session: SessionStore, must_create: bool = False) -> None:
        with read_only():
            save(session, must_create)

    monkeypatch.setattr(SessionStore, "save", save_too_late)
    answer = enter_by_script(desk, game)
    assert answer.status_code == 503
    said = read(answer).one(".notice").text
    assert "What you sent may have been saved. Check before you send it again." in said
    assert "Nothing was saved" not in said
    game.refresh_from_db()
    assert game.revision == 1


# --- what was sent ------------------------------------------------------------------------------


@pytest.mark.parametrize("charset", ["utf-16", "utf-7", "latin-1", "no-such-charset", "\x7f"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_text_in_another_charset_is_refused_in_a_line(
    desk: Client, game: Game, lines: Callable[[], list[str]], charset: str, kind: str
) -> None:
    address = reverse("enter-result", args=[game.pk])
    answer = desk.generic("POST", address, b"result=WL", f"{kind}; charset={charset}")
    assert answer.status_code == 400
    assert "not written in UTF-8. Nothing was saved." in read(answer)
    assert len(answer.content) < 4000
    assert len(lines()) == 1
    game.refresh_from_db()
    assert game.revision == 0


def test_utf_8_by_name_is_welcome(desk: Client, game: Game) -> None:
    kind = "application/x-www-form-urlencoded; charset=UTF-8"
    address = reverse("enter-result", args=[game.pk])
    assert desk.post(address, "result=WL&revision=0", content_type=kind).status_code == 302


NULLS: list[Callable[[Client, Section], Any]] = [
    lambda desk, section: desk.get(at("standings", section) + "?after=%00"),
    lambda desk, section: desk.get(reverse("desk-event", args=[section.event.slug]) + "?x=%00"),
    lambda desk, section: desk.get(f"/e/{section.event.slug}/teams/x/why/%00/"),
    lambda desk, section: desk.get("/%00"),
    lambda desk, section: desk.post(at("edit-section", section), {"name": "U\0", "rounds": 3}),
    lambda desk, section: desk.post(at("edit-section", section), {"na\0me": "U"}),
    lambda desk, section: desk.post(at("decide-tie", section), {"kind": "\0", "players": "\0"}),
    lambda desk, section: desk.post(at("pair-round", section, 2), "pairings=%00", content_type=FORM),
    lambda desk, section: desk.post(at("import-roster", section), {"text": "Ann\0"}),
    lambda desk, section: desk.post(at("import-wallchart", section), {"text": "Ann\0", "step": "solkoff"}),
    lambda desk, section: desk.post(at("prizes", section), {"text": "1st place\0"}),
    lambda desk, section: desk.post(reverse("restore"), {"replace": "\0"}),
    lambda desk, section: desk.post(reverse("sign-in"), {"username": "\0", "password": "x"}),
]
FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize("asked", NULLS, ids=range(len(NULLS)))
def test_a_null_byte_is_refused_in_a_line_wherever_it_is(
    desk: Client,
    section: Section,
    lines: Callable[[], list[str]],
    asked: Callable[[Client, Section], Any],
) -> None:
    answer = asked(desk, section)
    assert answer.status_code == 400
    assert "null character" in answer.content.decode()
    assert len(lines()) == 1


def test_a_null_byte_in_a_cookie_is_refused(client: Client) -> None:
    client.raise_request_exception = False
    answer = client.get(reverse("desk"), headers={"cookie": 'sessionid="\\000bcdefghijklmnop"'})
    assert answer.status_code == 400


def test_a_form_that_does_not_arrive_whole_is_refused_in_a_line(
    desk: Client, section: Section, lines: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(self: FakePayload, *args: object) -> bytes:
        raise ConnectionResetError(errno.ECONNRESET, "the request arrived too slowly")

    monkeypatch.setattr(FakePayload, "read", cut)
    for name in ("edit-section", "import-roster"):
        answer = desk.post(at(name, section), {"name": "U1200"})
        assert answer.status_code == 408
        assert "Not all of that arrived." in read(answer)
    assert len(lines()) == 2


def test_a_form_that_is_too_long_is_refused_in_a_line(
    desk: Client, section: Section, lines: Callable[[], list[str]]
) -> None:
    text = quote("x" * 3_000_000)
    answer = desk.post(at("pair-round", section, 2), f"pairings={text}", content_type=FORM)
    assert answer.status_code == 413
    assert "A form takes at most 1 MB" in read(answer)
    assert len(lines()) == 1


def test_postgresql_that_goes_away_under_a_request_is_said(desk: Client, game: Game) -> None:
    if connection.vendor != "postgresql":
        assert troubles.of(OperationalError("no such table")) is None  # on SQLite, an error of ours
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    database = connection.settings_dict
    with psycopg.connect(
        host=database["HOST"],
        port=database["PORT"] or 5432,
        user=database["USER"],
        password=database["PASSWORD"],
        dbname=database["NAME"],
        autocommit=True,
    ) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [pid])
    answer = enter_by_script(desk, game)
    assert answer.status_code in (200, 503)  # 200 where Django noticed it before the request
    connection.close()


# --- methods that an address does not take --------------------------------------------------------


def test_an_address_of_a_form_says_that_it_has_no_page(client: Client) -> None:
    answer = client.get(reverse("sign-out"))
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]
    assert "It only accepts forms. Nothing was changed." in read(answer)


@pytest.mark.parametrize("name", ["standings", "standings-live", "chart", "why"])
def test_a_public_page_says_that_it_takes_nothing(client: Client, section: Section, name: str) -> None:
    address = {"chart": at("wall-chart", section), "why": at("why", section, 1)}.get(name) or at(
        name, section
    )
    answer = client.post(address, {"result": "WL"})
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "GET, HEAD"
    assert "Nothing was saved: this page accepts no changes." in read(answer)
    assert not answer.cookies
