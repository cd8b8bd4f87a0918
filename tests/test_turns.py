"""Who waits for whom."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from threading import Event
from time import monotonic
from typing import Any

import pytest

from tournaments import turns
from tournaments.turns import AT_ONCE, LINE, Busy, Turns

SOON = 30


class Asked:
    """A request in a thread of its own, which ends when it is told to."""

    def __init__(self, threads: ThreadPoolExecutor, whole: Any, inside: Any = nullcontext) -> None:
        self.began, self.inside, self.end = Event(), Event(), Event()
        self.result: Future[None] = threads.submit(self._run, whole, inside)

    def _run(self, whole: Any, inside: Any) -> None:
        with whole():
            self.began.set()
            with inside():
                self.inside.set()
                assert self.end.wait(SOON)

    def ends(self) -> None:
        self.end.set()
        self.result.result(SOON)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(32) as pool:
        yield pool


@pytest.fixture(autouse=True)
def on_a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", SOON)


@contextmanager
def patience(monkeypatch: pytest.MonkeyPatch, **seconds: float) -> Iterator[None]:
    for name, value in seconds.items():
        monkeypatch.setattr(turns, name.upper(), value)
    yield


def test_a_few_public_requests_run_and_the_next_waits(threads: ThreadPoolExecutor) -> None:
    of = Turns()
    running = [Asked(threads, of.public) for _ in range(AT_ONCE)]
    assert all(each.began.wait(SOON) for each in running)
    waiting = Asked(threads, of.public)
    assert not waiting.began.wait(0.05)
    running[0].ends()
    assert waiting.began.wait(SOON)
    waiting.ends()
    running[1].ends()


def test_who_is_signed_in_waits_for_nobody(threads: ThreadPoolExecutor) -> None:
    of = Turns()
    running = [Asked(threads, of.public, of.render) for _ in range(AT_ONCE + 3)]
    director = Asked(threads, of.signed_in, of.render)
    assert director.inside.wait(SOON)
    director.ends()
    for each in running:
        each.end.set()


def test_a_public_request_begins_after_that_of_somebody_signed_in(
    threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with patience(monkeypatch, first_moment=SOON):
        of = Turns()
        director = Asked(threads, of.signed_in)
        assert director.began.wait(SOON)
        phone = Asked(threads, of.public)
        assert not phone.began.wait(0.05)
        director.ends()
        assert phone.began.wait(SOON)
        phone.ends()


def test_a_long_act_of_a_director_keeps_phones_waiting_for_a_moment_only(
    threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with patience(monkeypatch, first_moment=0.01):
        of = Turns()
        director = Asked(threads, of.signed_in)
        assert director.began.wait(SOON)
        phone = Asked(threads, of.public)
        assert phone.began.wait(SOON)
        phone.ends()
        director.ends()


def test_directors_who_never_pause_do_not_shut_phones_out(
    threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with patience(monkeypatch, first_moment=0.3):
        of = Turns()
        director = Asked(threads, of.signed_in)
        assert director.began.wait(SOON)
        phone = Asked(threads, of.public)
        deadline = monotonic() + SOON
        while not phone.began.is_set() and monotonic() < deadline:
            following = Asked(threads, of.signed_in)  # before the last one ends
            assert following.began.wait(SOON)
            director.ends()
            director = following
        assert phone.began.is_set()
        phone.ends()
        director.ends()


def test_polls_pass_a_page_that_is_being_rendered_and_those_in_line_for_it(
    threads: ThreadPoolExecutor,
) -> None:
    of = Turns()
    pages = [Asked(threads, of.public, of.render) for _ in range(LINE + 1)]
    assert all(page.began.wait(SOON) for page in pages)
    polls = [Asked(threads, of.public) for _ in range(AT_ONCE)]
    assert all(poll.began.wait(SOON) for poll in polls)
    for each in [*polls, *pages]:
        each.end.set()
    for each in [*polls, *pages]:
        each.ends()


def test_pages_are_rendered_one_at_a_time(threads: ThreadPoolExecutor) -> None:
    of = Turns()
    first = Asked(threads, of.public, of.render)
    assert first.inside.wait(SOON)
    second = Asked(threads, of.public, of.render)
    assert not second.inside.wait(0.05)
    first.ends()
    assert second.inside.wait(SOON)
    second.ends()


def test_a_line_that_is_too_long_is_refused_at_once(threads: ThreadPoolExecutor) -> None:
    of = Turns()
    first = Asked(threads, of.public, of.render)
    assert first.inside.wait(SOON)
    line = [Asked(threads, of.public, of.render) for _ in range(LINE)]
    while of.in_line < LINE:
        assert not any(each.result.done() for each in line)
    with of.public(), pytest.raises(Busy), of.render():
        pass
    for each in [first, *line]:
        each.end.set()
    for each in line:
        each.ends()


def test_a_render_that_takes_too_long_is_not_waited_for(
    threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with patience(monkeypatch, patience=0.01):
        of = Turns()
        first = Asked(threads, of.public, of.render)
        assert first.inside.wait(SOON)
        with of.public(), pytest.raises(Busy), of.render():
            pass
        first.ends()
        with of.public(), of.render():  # the line moves on
            pass


def test_outside_a_server_nobody_waits() -> None:
    of = Turns()
    with of.render(), of.render(), of.aside():
        pass


def met_by_a_director(threads: ThreadPoolExecutor) -> tuple[Future[None], Asked]:
    """A page of two pieces, and somebody signed in who comes between them and is still served."""
    of, asked, written = Turns(), Event(), Event()

    def render() -> None:
        with of.public(), of.render():
            asked.set()
            assert written.wait(SOON)
            of.give_way()

    page = threads.submit(render)
    assert asked.wait(SOON)
    director = Asked(threads, of.signed_in)
    assert director.began.wait(SOON)
    written.set()
    return page, director


def test_a_long_render_pauses_while_somebody_signed_in_is_served(
    threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with patience(monkeypatch, first_moment=SOON):
        page, director = met_by_a_director(threads)
        with pytest.raises(TimeoutError):
            page.result(0.05)
        director.ends()
        page.result(SOON)


def test_a_long_render_does_not_pause_for_ever(
    threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with patience(monkeypatch, first_moment=0.01):
        page, director = met_by_a_director(threads)
        page.result(SOON)
        director.ends()


def test_who_is_signed_in_does_not_wait_for_their_own_page(monkeypatch: pytest.MonkeyPatch) -> None:
    of = Turns()
    with patience(monkeypatch, first_moment=10 * SOON), of.signed_in(), of.render():
        begun = monotonic()
        of.give_way()
        assert monotonic() - begun < SOON


def test_what_many_wait_for_is_rendered_before_what_one_has_opened(threads: ThreadPoolExecutor) -> None:
    of = Turns()
    running = Asked(threads, of.public, of.render)
    assert running.inside.wait(SOON)
    page = Asked(threads, of.public, of.render)
    standings = Asked(threads, of.public, lambda: of.render(for_many=True))
    while of.in_line < 2:
        pass
    running.ends()
    assert standings.inside.wait(SOON)
    assert not page.inside.is_set()
    standings.ends()
    page.ends()
