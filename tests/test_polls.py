"""Phones are counted by how often they ask, and nothing is kept that tells one from another."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings

from tournaments.polls import EVERY, Polls


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Iterator[Clock]:
    cache.clear()
    yield Clock()
    cache.clear()


def minute(clock: Clock, phones: int, *processes: Polls) -> None:
    """Each phone asks once in ten seconds, any process."""
    for second in range(60):
        for phone in range(phones):
            if (second + phone) % EVERY == 0:
                processes[phone % len(processes)].count()
        clock.now += 1


@pytest.mark.parametrize("phones", [1, 2, 40, 500])
def test_a_minute_of_polls_tells_how_many_phones_there_are(clock: Clock, phones: int) -> None:
    polls = Polls(clock)
    assert polls.phones() == 0
    minute(clock, phones, polls)
    assert polls.phones() == pytest.approx(phones, rel=0.05)
    minute(clock, phones, polls)
    assert polls.phones() == pytest.approx(phones, rel=0.05)


def test_processes_with_one_cache_have_one_count(clock: Clock) -> None:
    first, second = Polls(clock), Polls(clock)
    minute(clock, 100, first, second)
    assert second.phones() == pytest.approx(100, rel=0.1)
    assert first.phones() == pytest.approx(100, rel=0.1)


def test_phones_that_went_are_not_counted_a_minute_later(clock: Clock) -> None:
    polls = Polls(clock)
    minute(clock, 30, polls)
    clock.now += 30
    assert 10 <= polls.phones() <= 20
    clock.now += 45
    assert polls.phones() == 0


def test_one_poll_is_one_phone(clock: Clock) -> None:
    polls = Polls(clock)
    polls.count()
    assert polls.phones() == 1


def test_without_a_cache_nobody_is_counted_and_nobody_is_refused(clock: Clock, settings: Settings) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    polls = Polls(clock)
    for _poll in range(3):
        polls.count()
        clock.now += 5
    assert polls.phones() == 0
