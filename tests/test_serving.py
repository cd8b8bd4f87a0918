"""The server of a hall: what phones do to it, and whether the desk is still answered."""

import json
import logging
import os
import resource
import select
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPResponse
from pathlib import Path
from threading import Barrier, Event
from typing import Any, cast

import pytest
from django.contrib.auth.models import User
from django.test import RequestFactory
from django.urls import reverse
from waitress.adjustments import Adjustments

from config.admission import Admission, Sessions, too_long
from config.limits import RESERVED, THREADS, WAITING
from config.serving import Server, SignedInFirst
from tests.factories import UserFactory, a_section, paired
from tests.hall_server import PATIENCE, cookie_of, serving, until
from tournaments.models import Section
from tournaments.turns import Turns

# Each of them starts a server.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

MANY = 1000


@pytest.fixture(autouse=True)
def files_of_this_process() -> Iterator[None]:
    """The thousand other ends of the connections are this process's."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < MANY + 200:
        pytest.skip("this system does not let a process open a thousand files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(allowed, MANY + 200), most))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))


@pytest.fixture
def kim() -> User:
    return UserFactory.create(username="kim")


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(by=kim, players=4)
    paired(section, 1, "1 2\n3 4")
    return section


@pytest.fixture
def desk(section: Section) -> str:
    return reverse("desk-round", args=[section.event.slug, section.slug, 1])


# --- connections ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("files", [256, None])
def test_a_thousand_idle_connections_leave_the_desk_alive(
    kim: User, desk: str, tmp_path: Path, files: int | None
) -> None:
    cookie = cookie_of(kim)
    with serving(tmp_path, files=files) as site, ExitStack() as phones:
        assert site.ask(desk, Cookie=cookie).status == 200
        director = phones.enter_context(site.client())
        assert director(desk, Cookie=cookie).status == 200
        for _phone in range(MANY):
            phones.enter_context(site.connect())
        assert site.ask(desk, Cookie=cookie).status == 200
        # The director's connection is older than those of the phones, and none that made room for them.
        assert director(desk, Cookie=cookie).status == 200
        assert len(os.listdir(f"/proc/{site.pid}/fd")) < (files or MANY + 200)
        assert "Traceback" not in site.logged()


def read_until_cut(phone: socket.socket) -> None:
    """Until the server closes the connection; else the socket's own patience ends the test."""
    with suppress(ConnectionResetError):  # what it had not read yet when it closed is answered so
        while phone.recv(65536):
            pass


@pytest.mark.slow
def test_a_connection_that_sends_nothing_more_is_cut(tmp_path: Path) -> None:
    soon = "serving.IDLE = serving.HEADERS_WITHIN = serving.BODY_WITHIN = 0.2"
    half_a_form = b"POST /setup/sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nuser"
    one_request_and_no_more = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with serving(tmp_path, adjust=soon) as site:
        for sent in (b"", b"GET / HTTP/1.1\r\nHost: loc", half_a_form, one_request_and_no_more):
            with site.connect() as phone:
                phone.sendall(sent)
                read_until_cut(phone)


def test_a_header_that_arrives_drop_by_drop_is_cut(tmp_path: Path) -> None:
    with serving(tmp_path, adjust="serving.HEADERS_WITHIN = 0.2") as site, site.connect() as phone:
        phone.sendall(b"GET / HTTP/1.1\r\n")
        phone.settimeout(0.05)

        def is_cut() -> bool:
            try:
                phone.sendall(b"X-Slow: 1\r\n")
                return not phone.recv(1)
            except TimeoutError:
                return False
            except OSError:
                return True

        until(is_cut)


# A page of this server that is as long as its address says.
LONG = """
from config import wsgi
whole = wsgi.application._application
def long(environ, start_response):
    if not environ["PATH_INFO"].startswith("/long/"):
        return whole(environ, start_response)
    start_response("200 OK", [])
    return [b"x" * 1_000_000] * int(environ["PATH_INFO"].split("/")[2])
wsgi.application._application = long
serving.UNREAD = 0.2
"""


@pytest.mark.slow
@pytest.mark.parametrize("megabytes", [10, 40], ids=["which waits in memory", "which a thread waits for"])
def test_who_does_not_read_the_answer_is_cut(tmp_path: Path, megabytes: int) -> None:
    with serving(tmp_path, adjust=LONG) as site:
        assert site.ask("/healthz").status == 200
        before = sockets_of(site.pid)
        with site.connect() as phone:
            phone.sendall(f"GET /long/{megabytes}/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert phone.recv(15) == b"HTTP/1.1 200 OK"
            (other_end,) = sockets_of(site.pid) - before
            until(lambda: other_end not in sockets_of(site.pid))


def sockets_of(pid: int) -> set[str]:
    """The sockets that a process has open."""
    found = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed in this moment
            found.add(os.readlink(file))
    return {name for name in found if name.startswith("socket:")}


def test_who_is_signed_in_keeps_a_connection_while_reading(kim: User, desk: str, tmp_path: Path) -> None:
    cookie = cookie_of(kim)
    impatient = serving(tmp_path, adjust="serving.IDLE = 0.1")
    with impatient as site, site.client() as director, site.connect() as phone:
        assert director(desk, Cookie=cookie).status == 200
        phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        read_until_cut(phone)
        assert director(desk, Cookie=cookie).status == 200


# --- bodies ---------------------------------------------------------------------------------------


def test_a_form_over_a_megabyte_is_refused_before_it_is_read(kim: User, desk: str, tmp_path: Path) -> None:
    with serving(tmp_path) as site, site.connect() as sender:
        sender.sendall(
            f"POST {desk}pair/ HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie_of(kim)}\r\n"
            "Content-Type: text/plain\r\nContent-Length: 1000001\r\n\r\n".encode()
        )
        answer = HTTPResponse(sender)
        answer.begin()
        assert answer.status == 413
        assert "Nothing was saved" in answer.read().decode()
        assert site.logged().count("\n") == 1
        assert "413: body over the limit" in site.logged()


def test_who_sends_on_hears_the_refusal(desk: str, tmp_path: Path) -> None:
    with serving(tmp_path) as site:
        for chunked in (False, True):
            with site.connect() as sender:
                length = "Transfer-Encoding: chunked" if chunked else "Content-Length: 9000000"
                sender.sendall(f"POST {desk} HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n".encode())
                piece = b"x" * 100_000
                for _more in range(90):
                    sender.sendall(b"186a0\r\n" + piece + b"\r\n" if chunked else piece)
                answer = HTTPResponse(sender)
                answer.begin()
                assert answer.status == 413
                assert "at most 1 MB" in answer.read().decode()


@pytest.mark.slow
def test_an_upload_may_be_ten_times_as_long_as_a_form(kim: User, section: Section, tmp_path: Path) -> None:
    page = reverse("import-roster", args=[section.event.slug, section.slug])
    with serving(tmp_path) as site:
        for length, status in ((1_000_001, 403), (10_000_001, 413)):  # 403: it has no form token
            body, kind = b"x" * length, "application/octet-stream"
            assert site.ask(page, "POST", body, Cookie=cookie_of(kim), Content_Type=kind).status == status


def test_a_backup_over_the_limit_is_told_of_the_command_that_takes_any_size(
    kim: User, tmp_path: Path
) -> None:
    with serving(tmp_path) as site:
        for chunked in (False, True):
            length = "Transfer-Encoding: chunked" if chunked else "Content-Length: 10000001"
            with site.connect() as sender:
                sender.sendall(
                    f"POST {reverse('restore')} HTTP/1.1\r\nHost: localhost\r\n{length}\r\n"
                    f"Cookie: {cookie_of(kim)}\r\n\r\n".encode()
                )
                piece = b"x" * 100_000
                for _more in range(101 if chunked else 0):
                    sender.sendall(b"186a0\r\n" + piece + b"\r\n")
                answer = HTTPResponse(sender)
                answer.begin()
                assert answer.status == 413
                assert "python manage.py restore FILE" in answer.read().decode()


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("rating-list", "python manage.py rating_list FILE"),
        ("registration-file", "Check which one you chose."),
        ("companion", "Check which one you chose."),
        ("rounds", "A form takes at most 1 MB"),
    ],
)
def test_a_file_over_the_limit_is_told_in_words_of_its_page(page: str, said: str) -> None:
    address = reverse(page, args=["autumn-open"]) if page != "rounds" else "/desk/"
    assert said in str(too_long(address).text)


def test_a_file_over_the_limit_is_told_its_size(tmp_path: Path) -> None:
    address = reverse("registration-file", args=["autumn-open"])
    with serving(tmp_path) as site, site.connect() as sender:
        sender.sendall(
            f"POST {address} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20007251\r\n\r\n".encode()
        )
        answer = HTTPResponse(sender)
        answer.begin()
        assert "It has 20 MB. Nothing was saved." in answer.read().decode()


# --- what is answered before Django --------------------------------------------------------------

REFUSED = {
    "body over the limit": (
        413,
        b"POST /desk/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n",
    ),
    "charset": (
        400,
        b"POST /desk/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain; charset=x\r\n"
        b"Content-Length: 0\r\n\r\n",
    ),
    "no HTTP": (400, b"Ann Calder 1-0\r\n\r\n"),
    "endless headers": (431, b"GET / HTTP/1.1\r\nCookie: " + b"x" * 40_000 + b"\r\n\r\n"),
}


def test_a_refusal_has_a_name_and_a_line_in_the_log(tmp_path: Path) -> None:
    talkative = {"LOG_LEVEL": "INFO", "LOG_FORMAT": "json"}
    with serving(tmp_path, environment=talkative) as site:
        for nth, (reason, (status, sent)) in enumerate(REFUSED.items(), start=1):
            with site.connect() as sender:
                sender.sendall(sent)
                answer = HTTPResponse(sender)
                answer.begin()
                name = answer.headers["X-Request-ID"]
                page = answer.read().decode()
            assert answer.status == status, reason
            until(lambda nth=nth: site.logged().count("wallchart.access") == nth)  # type: ignore[misc]
            lines = [json.loads(line) for line in site.logged().splitlines()]
            line = [line for line in lines if line["logger"] == "wallchart.access"][-1]
            assert (line["request"], line["status"], line["bytes"]) == (name, status, len(page.encode()))
            if "<html" in page:
                assert f"Reference: <code>{name[-8:]}</code>" in page
        assert "Ann Calder" not in site.logged()


@pytest.mark.parametrize("threads", [RESERVED + 8, THREADS, 2 * THREADS])
def test_pages_that_wait_for_their_render_leave_threads_for_polls(threads: int) -> None:
    turns = Turns()
    Admission(lambda _environ, _start: [b""], turns, threads)
    assert 0 < turns.line < threads - RESERVED


def test_who_finds_no_thread_gets_a_reference_of_their_own(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "wallchart.access")
    full = Admission(lambda _environ, _start: [b""], Turns(), threads=RESERVED)
    started: list[dict[str, str]] = []

    def start(_status: str, headers: list[tuple[str, str]]) -> None:
        started.append(dict(headers))

    for _asked in range(2):
        page = b"".join(full(RequestFactory().get("/").environ, start))  # type: ignore[arg-type]
        assert f"Reference: <code>{started[-1]['X-Request-ID'][-8:]}</code>" in page.decode()
    names = [headers["X-Request-ID"] for headers in started]
    assert len(set(names)) == 2
    assert [record.fields["status"] for record in caplog.records] == [503, 503]  # type: ignore[attr-defined]


@pytest.mark.parametrize("room", [50, 1000], ids=["as many as may be open", "all"])
def test_a_crowd_of_newcomers_is_taken_before_those_who_are_connected_are_looked_at_again(room: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, ExitStack() as crowd:
        adjustments = Adjustments(sockets=[listener], connection_limit=room)
        where = (listener.family, listener.type, listener.proto, listener.getsockname())
        server = Server(
            lambda _environ, _start: [b""],
            {},
            True,
            listener,
            dispatcher=SignedInFirst(),
            adj=adjustments,
            sockinfo=where,
            bind_socket=False,
        )
        crowd.callback(server.close)
        for _phone in range(100):
            crowd.enter_context(socket.create_connection(listener.getsockname()))
        server.handle_accept()
        open_now = len(server.active_channels)
        for channel in list(server.active_channels.values()):
            channel.cut()
        # Where not all find room, newcomers make room for one another.
        assert open_now == 100 if room > 100 else 0 < open_now <= room


# --- threads --------------------------------------------------------------------------------------

# A page of this server that takes until somebody lets it go on.
SLOW = """
from config import wsgi
from pathlib import Path
import time
whole = wsgi.application._application
def slow(environ, start_response):
    if environ["PATH_INFO"] == "/slow/":
        while not Path({end!r}).exists():
            time.sleep(0.01)
        environ["PATH_INFO"] = "/robots.txt"
    return whole(environ, start_response)
wsgi.application._application = slow
from tournaments import turns
turns.AT_ONCE = 99
"""


def test_public_requests_leave_threads_to_those_who_are_signed_in(
    kim: User, desk: str, tmp_path: Path
) -> None:
    end, cookie = tmp_path / "end", cookie_of(kim)
    with serving(tmp_path, adjust=SLOW.format(end=str(end))) as site, ExitStack() as phones:
        assert site.ask(desk, Cookie=cookie).status == 200
        slow = [phones.enter_context(site.connect()) for _phone in range(2 * THREADS)]
        for phone in slow:
            phone.sendall(b"GET /slow/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert site.ask(desk, Cookie=cookie).status == 200
        end.touch()
        for phone in slow:  # none of them is refused: they waited
            assert phone.recv(15) == b"HTTP/1.1 200 OK"


@pytest.mark.slow
def test_who_comes_when_as_many_wait_as_can_be_answered_soon_is_told_so_at_once(
    kim: User, desk: str, tmp_path: Path
) -> None:
    end, cookie, beyond = tmp_path / "end", cookie_of(kim), 20
    at_most = THREADS - RESERVED + WAITING
    with serving(tmp_path, adjust=SLOW.format(end=str(end))) as site, ExitStack() as phones:
        assert site.ask(desk, Cookie=cookie).status == 200
        poller = select.poll()
        waiting: dict[int, socket.socket] = {}
        for _phone in range(at_most + beyond):
            phone = phones.enter_context(site.connect())
            phone.sendall(b"GET /slow/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            poller.register(phone, select.POLLIN)
            waiting[phone.fileno()] = phone
        refused: list[socket.socket] = []
        while len(refused) < beyond:  # else poll's own patience ends the test
            answered = poller.poll(PATIENCE * 1000)
            assert answered
            for number, _event in answered:
                poller.unregister(number)
                refused.append(waiting.pop(number))
        # A few were refused before the threads had taken the first.
        assert len(refused) <= beyond + THREADS
        for phone in refused:
            answer = HTTPResponse(phone)
            answer.begin()
            assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
            assert "Try again in a few seconds" in answer.read().decode()
        assert site.ask(desk, Cookie=cookie).status == 200
        assert site.ask("/healthz").status == 200
        # No browser asks for it a second time.
        sheet = phones.enter_context(site.connect())
        sheet.sendall(b"GET /static/css/base.css HTTP/1.1\r\nHost: localhost\r\n\r\n")
        waiting[sheet.fileno()] = sheet
        end.touch()
        for phone in waiting.values():
            assert phone.recv(15) == b"HTTP/1.1 200 OK"


def test_refusals_leave_the_threads_to_those_who_are_signed_in(kim: User, desk: str, tmp_path: Path) -> None:
    end, cookie = tmp_path / "end", cookie_of(kim)
    slow_refusals = f"""
serving.WAITING = 0
serving.sessions.saw({cookie.removeprefix("sessionid=")!r}, signed_in=True)
from config import admission
from pathlib import Path
import time
refuse = admission._refuse
def slow(*arguments):
    while not Path({str(end)!r}).exists():
        time.sleep(0.01)
    return refuse(*arguments)
admission._refuse = slow
"""
    with serving(tmp_path, adjust=slow_refusals) as site, ExitStack() as phones:
        crowd = [phones.enter_context(site.connect()) for _phone in range(2 * THREADS)]
        for phone in crowd:
            phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert site.ask(desk, Cookie=cookie).status == 200
        end.touch()
        for phone in crowd:
            assert phone.recv(12) == b"HTTP/1.1 503"


@pytest.mark.slow
def test_a_hall_that_opens_its_page_at_once_meets_no_error(section: Section, tmp_path: Path) -> None:
    page = reverse("standings", args=[section.event.slug, section.slug])
    with serving(tmp_path) as site, ExitStack() as hall:
        phones = [hall.enter_context(site.connect()) for _phone in range(500)]
        for phone in phones:
            phone.sendall(f"GET {page} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert {phone.recv(15) for phone in phones} == {b"HTTP/1.1 200 OK"}


def test_a_made_up_cookie_is_nobody() -> None:
    known = Sessions()
    known.saw("k" * 32, signed_in=True)
    assert known.know(f"a=b; sessionid={'k' * 32}; c=d")
    assert not known.know(f"sessionid={'x' * 32}")
    assert not known.know("")
    known.saw("k" * 32, signed_in=False)
    assert not known.know(f"sessionid={'k' * 32}")


def test_the_sessions_of_many_days_do_not_fill_the_memory() -> None:
    known = Sessions()
    for number in range(known.AT_MOST + 1):
        known.saw(f"{number:032}", signed_in=True)
    assert not known.know(f"sessionid={0:032}")
    assert known.know(f"sessionid={known.AT_MOST:032}")


def test_gunicorn_answers_503_with_retry_after_when_its_public_threads_are_taken() -> None:
    inside, end = Barrier(2), Event()

    def waits(environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        inside.wait(30)
        end.wait(30)
        return [b""]

    door = Admission(waits, Turns(), threads=RESERVED + 1)
    environ = RequestFactory().get("/").environ
    with ThreadPoolExecutor() as threads:
        first = threads.submit(door, environ, cast(Any, lambda *_answer: None))
        inside.wait(30)
        answers: list[tuple[str, dict[str, str]]] = []
        body = door(environ, cast(Any, lambda status, headers: answers.append((status, dict(headers)))))
        end.set()
        first.result(30)
    ((status, headers),) = answers
    assert status == "503 Service Unavailable"
    assert headers["Retry-After"] == "2"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "Try again in a few seconds" in b"".join(body).decode()


# --- a question for the headers alone ---------------------------------------------------------------


def test_an_answer_without_its_body_does_not_run_into_the_next_one(tmp_path: Path) -> None:
    with serving(tmp_path) as site, site.connect() as kept:
        ask = "{} /healthz HTTP/1.1\r\nHost: localhost\r\n{}\r\n"
        kept.sendall(ask.format("HEAD", "").encode() + ask.format("GET", "Connection: close\r\n").encode())
        answers = b"".join(iter(lambda: kept.recv(65536), b"")).split(b"\r\n\r\n")
    assert [answer.split(b" ")[0] for answer in answers[:2]] == [b"HTTP/1.1", b"HTTP/1.1"]
    assert answers[2].startswith(b"{")
    assert len(answers) == 3
