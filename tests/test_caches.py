"""Redis that is stopped, or hangs: the cache is memory meanwhile, and no request waits for it twice."""

import logging
import socket
from collections.abc import Iterator
from threading import Thread
from time import monotonic

import pytest
from django.core.cache.backends.locmem import LocMemCache

from config import caches
from config.caches import ANSWERS_WITHIN, RedisOrMemory


@pytest.fixture
def hung() -> Iterator[tuple[str, list[socket.socket]]]:
    """A Redis that accepts connections and never answers, and the connections that it accepted."""
    accepted: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def accept() -> None:
            while True:
                try:
                    accepted.append(listener.accept()[0])
                except OSError:
                    return

        thread = Thread(target=accept)
        thread.start()
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0", accepted
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(30)
    for each in accepted:
        each.close()


def test_a_redis_that_hangs_is_asked_once_and_then_left_alone(
    hung: tuple[str, list[socket.socket]], caplog: pytest.LogCaptureFixture
) -> None:
    location, accepted = hung
    caplog.set_level(logging.WARNING)
    begun = monotonic()
    cache = RedisOrMemory(location, {})
    for number in range(100):
        cache.set(f"piece-{number}", b"rendered")
        assert cache.get(f"piece-{number}") == b"rendered"
    # Each of two hundred attempts to ask would take this long.
    assert monotonic() - begun < 100 * ANSWERS_WITHIN
    assert len(accepted) == 1
    assert [record.getMessage()[:21] for record in caplog.records] == ["Redis does not answer"]


def test_every_thread_knows_of_the_redis_that_hangs(hung: tuple[str, list[socket.socket]]) -> None:
    location, accepted = hung
    RedisOrMemory(location, {}).set("piece", b"rendered")
    found: list[bytes] = []
    thread = Thread(target=lambda: found.append(RedisOrMemory(location, {}).get("piece")))
    thread.start()
    thread.join(30)
    assert found == [b"rendered"]
    assert len(accepted) == 1


def test_a_redis_that_is_stopped_is_memory() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    cache = RedisOrMemory(f"redis://127.0.0.1:{port}/0", {})
    assert cache.add("a", 1)
    assert not cache.add("a", 2)
    assert cache.touch("a")
    assert cache.delete("a")
    cache.set("b", 1)
    cache.clear()
    assert cache.get("b") is None


def test_a_redis_that_is_back_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = RedisOrMemory("redis://nowhere.invalid:1/0", {})
    redis = LocMemCache("a Redis that answers", {})
    monkeypatch.setattr(cache, "_redis", redis)
    cache.set("piece", b"in Redis")
    assert redis.get("piece") == b"in Redis"
    cache._server.failed(ConnectionError("as if"))
    cache.set("piece", b"in memory")
    assert cache.get("piece") == b"in memory"
    assert redis.get("piece") == b"in Redis"
    monkeypatch.setattr(caches, "monotonic", lambda: monotonic() + caches.LEFT_ALONE)
    assert cache.get("piece") == b"in Redis"
    assert not cache._server.is_away
