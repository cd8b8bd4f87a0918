"""What the hall's own thread sends, when, and what it does where nobody answers."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories import a_section, as_it_stands, enter, games_of, played
from tests.laptop import free_port
from tournaments.errors import Refused
from tournaments.formats.mirror import Push, digest, is_signed, read_push, state
from tournaments.models import Event, LogEntry, Mirroring, Section
from tournaments.selectors.files import mirroring as selectors
from tournaments.services.mirroring import joining, sending
from tournaments.services.mirroring.sending import Answer, Sender
from tournaments.text.mirroring import Trouble

KEY = "ABCDE-" * 7 + "ABCDE"
SERVER = "https://chess.example"


@pytest.fixture
def section(event: Event, kim: User) -> Section:
    section = a_section(4, 3, event=event, by=kim, name="Open", order="solkoff")
    played(section, 1, "1 2 WL\n3 4")
    joining.join(event, SERVER, KEY, by=kim)
    return as_it_stands(section)


class Server:
    """It remembers what was sent, and answers what a test says, else that it has it."""

    def __init__(self) -> None:
        self.sent: list[Push] = []
        self.counters: list[int] = []
        self.answers: list[Answer] = []

    def __call__(self, server: str, slug: str, counter: int, signature: str, body: bytes) -> Answer:
        assert server == SERVER
        assert is_signed(signature, KEY, slug, counter, body)
        self.sent.append(read_push(body))
        self.counters.append(counter)
        return self.answers.pop(0) if self.answers else Answer(204)

    @property
    def names(self) -> list[str]:
        """The parts of the last push."""
        return [piece.name for piece in self.sent[-1].pieces]


class Clock:
    now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def time_ns(self) -> int:
        return int(self.now * 10**9)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(sending, "time", clock)
    return clock


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def sender(server: Server, clock: Clock) -> Sender:
    return Sender(server)


def draw(section: Section) -> None:
    enter(games_of(section, 1)[1], "DD")


def test_everything_is_sent_once_and_then_what_changed(
    section: Section, sender: Sender, server: Server
) -> None:
    sender.look()
    assert set(server.names) == set(selectors.shown(section.event).parts)
    sender.look()
    assert len(server.sent) == 1
    draw(section)
    sender.look()
    assert server.names == ["s/open", "s/open/document"]
    assert len(server.sent[-1].body) < len(server.sent[0].body) / 2
    assert server.sent[-1].state == state(
        {name: digest(text) for name, text in selectors.shown(section.event).parts.items()}
    )


def test_a_hall_without_news_says_that_it_is_there(
    section: Section, sender: Sender, server: Server, clock: Clock
) -> None:
    sender.look()
    clock.now += sending.STILL_HERE - 1
    sender.look()
    assert len(server.sent) == 1
    clock.now += 1
    sender.look()
    assert len(server.sent) == 2
    assert server.names == []
    assert server.counters == sorted(set(server.counters))


def test_tries_come_at_longer_and_longer_pauses_and_never_rarer_than_a_minute(
    section: Section, sender: Sender, server: Server, clock: Clock
) -> None:
    server.answers = [Answer(sending.UNREACHED)] * 1000
    tried = []
    for _second in range(400):
        before = len(server.sent)
        sender.look()
        tried += [clock.now] * (len(server.sent) - before)
        clock.now += 1
    pauses = [int(after - before) for before, after in pairwise(tried)]
    assert pauses[:7] == [2, 4, 8, 16, 32, 60, 60]
    assert set(pauses[7:]) <= {60}


def test_after_an_outage_it_catches_up_by_itself_with_one_push(
    section: Section, sender: Sender, server: Server, clock: Clock
) -> None:
    sender.look()
    server.answers = [Answer(503)]
    draw(section)
    sender.look()
    known = sender.states[section.event_id]
    assert (known.trouble, known.waiting(selectors.versions(section.event_id))) == (Trouble.NO_CONNECTION, 1)
    enter(games_of(section, 1)[0], "LW")
    assert known.waiting(selectors.versions(section.event_id)) == 2
    sender.look()
    assert len(server.sent) == 2, "it waits for its pause"
    clock.now += sending.FIRST_PAUSE
    sender.look()
    assert (known.trouble, known.since, known.waiting(selectors.versions(section.event_id))) == (
        None,
        None,
        0,
    )
    assert server.names == ["s/open", "s/open/document", "s/open/corrected"]


def test_try_now_does_not_wait_for_the_pause(section: Section, sender: Sender, server: Server) -> None:
    server.answers = [Answer(sending.UNREACHED)]
    sender.look()
    sender.try_now(section.event_id)
    sender.look()
    assert sender.states[section.event_id].trouble is None


def test_a_server_that_lost_what_it_had_gets_everything(
    section: Section, sender: Sender, server: Server
) -> None:
    sender.look()
    draw(section)
    server.answers = [Answer(412, "Send everything.")]
    sender.look()
    assert set(server.names) == set(selectors.shown(section.event).parts)
    assert sender.states[section.event_id].trouble is None


def test_a_clock_that_was_put_back_keeps_nothing_from_the_server(
    section: Section, sender: Sender, server: Server
) -> None:
    server.answers = [Answer(409, "not newer", 5_000_000_000_000)]
    sender.look()
    assert server.counters[-1] == 5_000_000_000_001
    assert sender.states[section.event_id].trouble is None


@pytest.mark.parametrize(
    ("answer", "trouble"),
    [
        (Answer(sending.UNREACHED), Trouble.NO_CONNECTION),
        (Answer(sending.UNPROVEN), Trouble.NOT_SECURE),
        (Answer(502), Trouble.NO_CONNECTION),
        (Answer(301), Trouble.ELSEWHERE),
        (Answer(404), Trouble.NOT_WALLCHART),
        (Answer(200), Trouble.NOT_WALLCHART),
        (Answer(403, "This key does not fit."), Trouble.REFUSED),
    ],
)
def test_each_trouble_is_told(
    section: Section, sender: Sender, server: Server, answer: Answer, trouble: Trouble
) -> None:
    server.answers = [answer]
    sender.look()
    known = sender.states[section.event_id]
    assert (known.trouble, known.said) == (trouble, answer.said)


def test_another_address_or_key_begins_anew(
    section: Section, kim: User, sender: Sender, server: Server
) -> None:
    server.answers = [Answer(sending.UNREACHED)]
    sender.look()
    joining.join(section.event, SERVER, KEY, by=kim)
    Mirroring.objects.update(key=KEY.lower())
    assert sender._state(Mirroring.objects.select_related("event").get()).trouble is None


def test_what_is_stopped_is_sent_no_more(section: Section, kim: User, sender: Sender, server: Server) -> None:
    sender.look()
    joining.stop(section.event, by=kim)
    draw(section)
    sender.look()
    assert len(server.sent) == 1
    assert not sender.states
    assert Event.objects.get().mirror == ""


def test_what_fails_at_one_event_keeps_nothing_from_another(
    section: Section, kim: User, server: Server, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = a_section(2, by=kim).event
    joining.join(other, SERVER, KEY, by=kim)
    real = selectors.shown

    def fails(event: Event) -> Any:
        if event.pk == section.event_id:
            raise RuntimeError
        return real(event)

    monkeypatch.setattr(selectors, "shown", fails)
    sender = Sender(server)
    sender.look()
    assert sender.states[section.event_id].trouble is Trouble.FAILED
    assert sender.states[other.pk].trouble is None


# --- where to ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "server"),
    [
        ("https://chess.example", "https://chess.example"),
        (" chess.example/e/spring-open/ ", "https://chess.example"),
        ("HTTPS://Chess.Example:8443/?x", "https://chess.example:8443"),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000"),
        ("http://localhost", "http://localhost"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_an_address_is_taken_as_it_is_pasted(typed: str, server: str) -> None:
    assert joining.server_of(typed) == server


@pytest.mark.parametrize(
    "typed",
    [
        *("http://chess.example", "ftp://chess.example", "https://", "", "https://kim:secret@chess.example"),
        *("https://chess.example:port", "javascript:alert(1)", "https://[", "http://127.0.0.1.chess.example"),
    ],
)
def test_nothing_is_sent_where_others_could_read_it(event: Event, kim: User, typed: str) -> None:
    with pytest.raises(Refused):
        joining.join(event, typed, KEY, by=kim)
    assert not Mirroring.objects.exists()


@pytest.mark.parametrize("key", ["", "ABCDE", KEY[:-1], KEY + "A"])
def test_a_key_that_is_not_whole_is_refused(event: Event, kim: User, key: str) -> None:
    with pytest.raises(Refused, match="not a whole key"):
        joining.join(event, SERVER, key, by=kim)


def test_joining_and_stopping_give_every_page_a_new_version(section: Section, kim: User) -> None:
    version = as_it_stands(section).version
    joining.join(section.event, "https://club.example", "", by=kim)
    joining.stop(section.event, by=kim)
    assert as_it_stands(section).version == version + 2
    assert KEY not in str(list(LogEntry.objects.values_list("values", "rows")))


# --- over the wire ----------------------------------------------------------------------------------


class Elsewhere(BaseHTTPRequestHandler):
    asked: list[str] = []

    def do_POST(self) -> None:
        self.asked.append(self.path)
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(307)
        self.send_header("Location", "/elsewhere/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture
def elsewhere() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as site:
        thread = Thread(target=site.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()
        thread.join()


def test_no_other_address_is_followed(elsewhere: str) -> None:
    assert sending.post(elsewhere, "spring-open", 1, "", b"push").status == 307
    assert Elsewhere.asked == ["/mirror/spring-open/"]


def test_a_closed_port_and_a_server_that_proves_nothing_are_no_answer(elsewhere: str) -> None:
    assert (
        sending.post(f"http://127.0.0.1:{free_port()}", "spring-open", 1, "", b"").status == sending.UNREACHED
    )
    assert (
        sending.post(elsewhere.replace("http:", "https:"), "spring-open", 1, "", b"").status
        == sending.UNPROVEN
    )
