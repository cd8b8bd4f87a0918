"""nginx before Wallchart, by the configuration of the compose file: one answer for all phones, not the desk.

Where the answer matters, a live server stands behind nginx; elsewhere an origin that notes what reaches it.
"""

import gzip
import http.client
import re
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from django.core.signals import request_started
from django.urls import reverse
from pytest_django.live_server_helper import LiveServer

from config.language import of_phone
from config.middleware import SHARED_FOR_A_SECOND
from tests.addresses import anywhere, at
from tests.factories import a_section, as_it_stands, enter, games_of, played
from tests.people import kim, no_fragments
from tests.servers import HERE, NGINX, NGINX_TEMPLATE, ROOT, nginx
from tests.sign_in import signed_in
from tournaments.checks import patterns
from tournaments.languages import CODES
from tournaments.models import Section

__all__ = ["kim", "no_fragments"]

needs_nginx = pytest.mark.skipif(NGINX is None, reason="nginx is not installed (apt: nginx)")
POLL = "/e/open/k-3/live/?v=a.1"


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def ask(port: int, path: str, body: bytes | None = None, /, **headers: str) -> Answer:
    connection = http.client.HTTPConnection(HERE, port, timeout=60)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request("GET" if body is None else "POST", path, body, sent)
        answer = connection.getresponse()
        return Answer(answer.status, dict(answer.getheaders()), answer.read())
    finally:
        connection.close()


def a_few(begun: float) -> float:
    """How often one question may reach the origin since then.

    Again with each tick of nginx's clock, and once more where a tick falls between asking and answering.
    """
    return 3 + 2 * (monotonic() - begun)


class Origin:
    """A server that notes each request and answers what it is told to."""

    def __init__(self) -> None:
        self.asked: list[dict[str, str]] = []
        self.headers = {"Cache-Control": SHARED_FOR_A_SECOND, "Vary": "Accept-Encoding"}
        self.before_it_answers: Callable[[], object] = lambda: None

    @property
    def last(self) -> dict[str, str]:
        return self.asked[-1]


@contextmanager
def serving(origin: Origin, host: str = HERE, port: int = 0) -> Iterator[int]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            got = self.rfile.read(length)
            origin.asked.append({**self.headers, "path": self.path, "read": str(len(got))})
            origin.before_it_answers()
            body = gzip.compress(f"answer {len(origin.asked)}".encode())
            self.send_response(200)
            for name, value in {**origin.headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer((host, port), Handler)
    thread = Thread(target=server.serve_forever, args=[0.01])
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def origin() -> Origin:
    return Origin()


@pytest.fixture
def proxy(origin: Origin, tmp_path: Path) -> Iterator[int]:
    with serving(origin) as behind, nginx(behind, tmp_path) as port:
        yield port


@contextmanager
def name_server(addresses: list[str]) -> Iterator[str]:
    """A name server that knows these addresses, whatever it is asked for; answers where it listens."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind((HERE, 0))

        def answer() -> None:
            while asked := listener.recvfrom(512):
                query, who = asked
                if not query:
                    return
                end = query.index(b"\0", 12) + 5
                ipv4 = query[end - 4 : end - 2] == b"\0\1"
                known = [socket.inet_aton(each) for each in addresses] if ipv4 else []
                head = query[:2] + b"\x81\x80\0\1" + len(known).to_bytes(2, "big") + bytes(4)
                records = [b"\xc0\x0c\0\1\0\1\0\0\0\1\0\4" + each for each in known]
                listener.sendto(head + query[12:end] + b"".join(records), who)

        thread = Thread(target=answer)
        thread.start()
        try:
            yield f"{HERE}:{listener.getsockname()[1]}"
        finally:
            listener.sendto(b"", listener.getsockname())
            thread.join(30)


# --- what one phone has of its own --------------------------------------------------------------


@needs_nginx
def test_phones_at_one_moment_wait_for_one_answer(proxy: int, origin: Origin) -> None:
    others_asked = Event()
    origin.before_it_answers = lambda: others_asked.wait(30)
    answers: list[Answer] = []
    phones = [
        Thread(target=lambda n=n: answers.append(ask(proxy, POLL, User_Agent=f"Phone {n}")))
        for n in range(20)
    ]
    begun = monotonic()
    for phone in phones:
        phone.start()
    others_asked.set()
    for phone in phones:
        phone.join()
    assert [answer.status for answer in answers] == [200] * 20
    assert len(origin.asked) <= a_few(begun)


@needs_nginx
@pytest.mark.parametrize("path", [POLL, "/", "/e/open/", "/e/open/k-3/?after=2", "/rules/"])
def test_what_differs_in_phone_alone_is_one_question(proxy: int, origin: Origin, path: str) -> None:
    begun = monotonic()
    more = "&" if "?" in path else "?"
    answers = [
        ask(
            proxy,
            f"{path}{more}utm_source={n}",
            Cookie=f"sessionid={n}",
            User_Agent=f"Phone {n}",
            Accept_Language=f"es;q=0.{n}",
            Accept_Encoding=f"gzip, br;q=0.{n}",
            Cache_Control="no-cache",
            If_None_Match=f'"{n}"',
            Via=f"1.1 school{n}",
        )
        for n in range(30)
    ]
    assert {answer.status for answer in answers} == {200}
    assert len(origin.asked) <= a_few(begun)
    assert {asked["path"].replace("?&", "?") for asked in origin.asked} == {path}
    assert not any("Cookie" in asked for asked in origin.asked)


@needs_nginx
def test_a_phone_that_cannot_unpack_is_sent_the_plain_answer(proxy: int, origin: Origin) -> None:
    packed, plain = ask(proxy, POLL, Accept_Encoding="br, gzip"), ask(proxy, POLL, Accept_Encoding="identity")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body).startswith(b"answer ")
    assert "Content-Encoding" not in plain.headers
    assert plain.body.startswith(b"answer ")


@needs_nginx
def test_what_is_asked_makes_the_difference(proxy: int, origin: Origin) -> None:
    paths = [
        *("/e/open/k-3/live/?v=a.1", "/e/open/k-3/live/?v=a.2", "/e/open/k-3/live/?v=a.1&after=1"),
        *("/e/open/k-3/why/1/", "/e/open/k-3/why/1/?against=2", "/e/open/k-3/why/1/?after=2"),
        *("/e/open/teams/all/why/Maple%20Grove%2F2/", "/e/open/teams/all/why/Maple/"),
    ]
    for path in paths:
        ask(proxy, path)
    assert [asked["path"].replace("?&", "?") for asked in origin.asked] == paths
    ask(proxy, paths[0], Host="chess.example")  # a printed order names the site
    assert origin.last["Host"] == "chess.example"


@needs_nginx
def test_the_proxy_passes_on_every_question_that_public_pages_read() -> None:
    known = set(re.findall(r"\$arg_(\w+)", NGINX_TEMPLATE.read_text()))
    views = [ROOT / "tournaments/views/public" / f"{name}.py" for name in ("sections", "pages", "teams")]
    text = "".join(view.read_text() for view in views)
    read = set(re.findall(r'GET\.get\("(\w+)"|number_of\(request, "(\w+)"\)|_standings, "(\w+)"', text))
    assert known == {name for names in read for name in names if name}


# --- languages ------------------------------------------------------------------------------------

OF_PHONES = [
    *("es-US,es;q=0.9,en;q=0.8", "es", "ES-MX", "es-419,es;q=0.9", "fr-CA,fr;q=0.9,es;q=0.8,en;q=0.7"),
    *("en-US,en;q=0.9,es;q=0.8", "en", "zh-CN,zh;q=0.9,en;q=0.8,es;q=0.7", "vi", "*", "", "est, eng"),
]


@needs_nginx
def test_the_proxy_reads_a_phones_list_of_languages_as_pages_do(proxy: int, origin: Origin) -> None:
    for number, accepted in enumerate(OF_PHONES):
        ask(proxy, f"{POLL}{number}", Accept_Language=accepted)
        assert origin.last["Accept-Language"] == of_phone(accepted), accepted


@needs_nginx
def test_phones_of_one_language_share_an_answer_and_no_other_language_has_it(
    proxy: int, origin: Origin
) -> None:
    begun = monotonic()
    answers: dict[str, set[bytes]] = {"en": set(), "es": set()}
    for _again in range(3):
        for accepted in OF_PHONES:
            answers[of_phone(accepted)].add(ask(proxy, POLL, Accept_Language=accepted).body)
    assert not answers["en"] & answers["es"]
    assert len(origin.asked) <= 2 * a_few(begun)


@needs_nginx
@pytest.mark.parametrize("path", ["/es/e/open/k-3/", "/en/", "/es/following/", "/en/rules/"])
def test_an_address_that_names_a_language_is_one_question_of_all_phones(
    proxy: int, origin: Origin, path: str
) -> None:
    begun = monotonic()
    for n, accepted in enumerate(OF_PHONES):
        assert ask(proxy, path, Accept_Language=accepted, Cookie=f"sessionid={n}").status == 200
    assert len(origin.asked) <= a_few(begun)
    assert not any("Cookie" in asked for asked in origin.asked)
    assert {asked["path"] for asked in origin.asked} == {path}


@needs_nginx
def test_the_desk_hears_what_a_browser_accepts(proxy: int, origin: Origin) -> None:
    ask(proxy, "/desk/", Accept_Language="fr;q=0.3")
    assert origin.last["Accept-Language"] == "fr;q=0.3"


def test_the_proxy_knows_the_languages_of_the_pages() -> None:
    named = re.findall(r"\((?:\?<\w+>|\?:)(\w\w(?:\|\w\w)+)\)", NGINX_TEMPLATE.read_text())
    assert len(named) == 3
    assert {frozenset(each.split("|")) for each in named} == {frozenset(CODES)}


# --- cookies, the desk, and who asks ------------------------------------------------------------


@needs_nginx
@pytest.mark.parametrize("path", ["/", POLL, "/static/css/base.css"])
def test_a_cookie_is_neither_kept_nor_passed_to_a_phone(proxy: int, origin: Origin, path: str) -> None:
    origin.headers = {"Cache-Control": "public, max-age=60", "Set-Cookie": "sessionid=of-the-first"}
    answers = [ask(proxy, path, Cookie=f"sessionid={n}") for n in range(3)]
    assert not any("Set-Cookie" in answer.headers for answer in answers)
    assert len(origin.asked) == 3  # an answer with a cookie in it is kept by no cache
    assert not any("Cookie" in asked for asked in origin.asked)


@needs_nginx
@pytest.mark.parametrize("path", ["/desk/", "/desk/open/k-3/standings/", "/setup/sign-in/", "/e", "/healthz"])
def test_nothing_is_kept_but_of_public_pages_whatever_the_origin_says(
    proxy: int, origin: Origin, path: str
) -> None:
    origin.headers = {"Cache-Control": "public, max-age=60", "Set-Cookie": "csrftoken=a"}
    answers = [ask(proxy, path, Cookie=f"sessionid={n}") for n in range(3)]
    assert [asked["Cookie"] for asked in origin.asked] == ["sessionid=0", "sessionid=1", "sessionid=2"]
    assert all(answer.headers["Set-Cookie"] == "csrftoken=a" for answer in answers)


@needs_nginx
def test_the_address_and_the_scheme_are_what_the_proxy_sees_not_what_a_phone_says(
    proxy: int, origin: Origin
) -> None:
    ask(proxy, "/desk/", X_Forwarded_For="203.0.113.9, 198.51.100.1", X_Forwarded_Proto="https")
    assert origin.last["X-Forwarded-For"] == HERE
    assert origin.last["X-Forwarded-Proto"] == "http"


@needs_nginx
def test_the_word_of_a_proxy_before_it_is_taken(origin: Origin, tmp_path: Path) -> None:
    with serving(origin) as behind, nginx(behind, tmp_path, trusted=HERE) as port:
        ask(port, "/desk/", X_Forwarded_For="203.0.113.9, 198.51.100.1", X_Forwarded_Proto="https")
    assert origin.last["X-Forwarded-For"] == "198.51.100.1"  # what came before it is a phone's own word
    assert origin.last["X-Forwarded-Proto"] == "https"


# --- bodies and slow requests -------------------------------------------------------------------


@needs_nginx
def test_a_long_body_stops_at_the_proxy_unless_the_view_takes_uploads(proxy: int, origin: Origin) -> None:
    two, twelve = 2_000_000, 12_000_000
    for pattern in patterns():
        path = anywhere(pattern)
        if getattr(pattern.callback, "takes_uploads", False):
            assert ask(proxy, path, b"x" * two).status == 200, path
            assert origin.last["read"] == str(two)
            refused = refusal(proxy, path, twelve)
        else:
            refused = refusal(proxy, path, two)
            assert not origin.asked or origin.last["path"] != path
        assert refused.status == 413, path
        assert b"Nothing was saved. A form takes at most 1 MB, a file at most 10 MB." in refused.body


def refusal(port: int, path: str, length: int) -> Answer:
    """The answer to a request that names the length of its body and waits."""
    with closing(http.client.HTTPConnection(HERE, port, timeout=60)) as connection:
        connection.putrequest("POST", path)
        connection.putheader("Content-Length", str(length))
        connection.endheaders()
        answer = connection.getresponse()
        return Answer(answer.status, dict(answer.getheaders()), answer.read())


@needs_nginx
@pytest.mark.long
@pytest.mark.parametrize(
    "sent", ["", "GET / HT", "POST /desk/ HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab"]
)
def test_a_request_that_does_not_arrive_is_cut_and_the_origin_never_hears_of_it(
    proxy: int, origin: Origin, sent: str
) -> None:
    with socket.create_connection((HERE, proxy), 120) as connection:
        connection.sendall(sent.encode())
        with suppress(ConnectionResetError):
            assert connection.recv(1000) == b""
    assert not origin.asked


# --- with Wallchart behind it -------------------------------------------------------------------


@pytest.fixture
def asked() -> Iterator[list[str]]:
    """The paths that reach Wallchart."""
    paths: list[str] = []

    def note(environ: dict[str, str], **kwargs: object) -> None:
        paths.append(environ["PATH_INFO"])

    request_started.connect(note)
    yield paths
    request_started.disconnect(note)


@pytest.fixture
def site(live_server: LiveServer, tmp_path: Path) -> Iterator[int]:
    with nginx(int(live_server.url.rpartition(":")[2]), tmp_path) as port:
        yield port


@pytest.fixture
def section(transactional_db: None, kim: User) -> Section:
    section = a_section(4, 3, by=kim, order="modified_median,solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4")
    return as_it_stands(section)


@needs_nginx
def test_two_hundred_polls_cost_a_few_requests_and_all_see_the_next_version(
    site: int, section: Section, asked: list[str]
) -> None:
    path = at("standings-live", section)
    begun = monotonic()
    for phone in range(200):
        assert ask(site, f"{path}?v={section.stamp}", User_Agent=f"Phone {phone}").status == 204
    assert len(asked) <= a_few(begun)

    enter(games_of(section, 2)[0], "WL")
    now = as_it_stands(section).stamp
    while (news := ask(site, f"{path}?v={section.stamp}")).status == 204:
        assert monotonic() - begun < 120
    assert news.status == 200
    assert f"?v={now}" in news.body.decode()
    assert ask(site, f"{path}?v={now}").status == 204
    page = ask(site, at("standings", section))
    assert f"?v={now}" in page.body.decode()


@needs_nginx
def test_a_page_is_the_same_through_the_proxy_and_unchanged_for_who_has_it(
    site: int, live_server: LiveServer, section: Section
) -> None:
    for path in [at("standings", section), at("standings", section) + "?after=1", at("why", section, 1)]:
        through = ask(site, path)
        direct = ask(int(live_server.url.rpartition(":")[2]), path)
        assert (through.status, through.body) == (direct.status, direct.body) == (200, direct.body)
        assert through.headers["Cache-Control"] == SHARED_FOR_A_SECOND
        assert ask(site, path, If_None_Match=through.headers["ETag"]).status == 304


@needs_nginx
def test_the_desk_is_each_persons_own_and_takes_results_through_the_proxy(
    site: int, section: Section, kim: User, asked: list[str]
) -> None:
    session = signed_in(kim).cookies["sessionid"].value
    path = at("desk-round", section, 2)
    pages = [ask(site, path, Cookie=f"sessionid={session}") for _visit in range(2)]
    assert [page.status for page in pages] == [200, 200]
    assert ask(site, path).status == 302
    assert asked.count(path) == 3
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', pages[0].body.decode())
    secret = re.search(r"csrftoken=(\w+)", pages[0].headers["Set-Cookie"])
    assert token
    assert secret
    board = games_of(section, 2)[0]
    entered = ask(
        site,
        reverse("enter-result", args=[board.pk]),
        b"result=WL&revision=0",
        Cookie=f"sessionid={session}; csrftoken={secret[1]}",
        X_CSRFToken=token[1],
        Origin=f"http://{HERE}:{site}",
        Content_Type="application/x-www-form-urlencoded",
        HX_Request="true",
    )
    assert entered.status == 200, entered.body
    assert as_it_stands(section).version == section.version + 1


# --- the compose file ---------------------------------------------------------------------------


def test_the_compose_file_gives_the_configuration_all_it_asks_for() -> None:
    asks = set(re.findall(r"\$\{(PROXY_\w+)\}", NGINX_TEMPLATE.read_text()))
    compose = (ROOT / "docker-compose.yml").read_text()
    assert set(re.findall(r"^ +(PROXY_\w+):", compose, re.MULTILINE)) == asks
    assert str(NGINX_TEMPLATE.relative_to(ROOT)) in compose


# --- several servers -----------------------------------------------------------------------------


@needs_nginx
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address of their own")
def test_servers_of_one_name_are_all_asked_and_one_that_is_gone_is_left_out(tmp_path: Path) -> None:
    """As README, *Several servers*, sets them up: the desk of each, and pages that all phones share."""
    ann, ben = Origin(), Origin()
    with ExitStack() as both:
        resolver = both.enter_context(name_server(["127.0.0.2", "127.0.0.3"]))
        port = both.enter_context(serving(ann, "127.0.0.2"))
        with serving(ben, "127.0.0.3", port):
            proxy = both.enter_context(nginx(port, tmp_path, host="wallchart.internal", resolver=resolver))
            for number in range(200):
                assert ask(proxy, f"/desk/{number}/").status == 200
                if ann.asked and ben.asked:
                    break
            assert ann.asked
            assert ben.asked
        for number in range(20):
            assert ask(proxy, f"/desk/{number}/").status == 200
            assert ask(proxy, f"/e/open/{number}/").status == 200
