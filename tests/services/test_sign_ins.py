"""How often somebody may try to sign in, from where, and for how long they wait otherwise."""

import fcntl
import logging
from datetime import timedelta
from pathlib import Path
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.hashers import LaptopArgon2
from config.processes import asked_for
from config.settings import PASSWORD_HASHERS
from tests.factories import PASSWORD
from tournaments.models import SignInFailures
from tournaments.services import sign_ins
from tournaments.services.sign_ins import OF_ADDRESS, OF_NAME, OF_NAME_THERE, WAIT, attempt, succeeded
from tournaments.turns import Busy

HERE, THERE = "192.0.2.1", "192.0.2.2"


def test_no_flood_of_other_names_forgets_the_failures_of_one() -> None:
    for _wrong in range(OF_NAME_THERE):
        assert attempt("kim", HERE) == 0
    for number in range(200):
        attempt(f"nobody{number}", f"198.51.100.{number}")
    assert attempt("kim", HERE) > 0
    assert attempt("Kim", HERE) > 0
    assert attempt("kim", THERE) == 0


def test_an_address_that_tries_many_names_waits_with_all_of_them() -> None:
    for number in range(OF_ADDRESS):
        assert attempt(f"nobody{number}", HERE) == 0
    assert attempt("kim", HERE) > 0
    assert attempt("kim", THERE) == 0


def test_a_name_that_is_tried_from_many_addresses_waits_everywhere() -> None:
    for number in range(OF_NAME):
        assert attempt("kim", f"198.51.100.{number}") == 0
    assert attempt("kim", HERE) > 0
    assert attempt("lee", HERE) == 0


def test_a_wait_is_told_to_the_second_and_trying_makes_it_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = timezone.now()

    def left_after(seconds: int) -> int:
        monkeypatch.setattr(timezone, "now", lambda: begun + timedelta(seconds=seconds))
        return attempt("kim", HERE)

    assert [left_after(0) for _wrong in range(OF_NAME_THERE)] == [0] * OF_NAME_THERE
    assert [left_after(seconds) for seconds in (0, 1, 48, 299)] == [300, 299, 252, 1]
    assert left_after(300) == 0


def test_a_clock_that_is_set_back_ends_a_wait_and_makes_none_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    for _wrong in range(OF_NAME_THERE):
        attempt("kim", HERE)
    yesterday = timezone.now() - timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: yesterday)
    assert attempt("kim", HERE) == 0


def test_a_hall_that_signs_in_all_day_from_one_address_never_waits() -> None:
    for _time in range(2 * OF_NAME):
        assert attempt("kim", HERE) == 0
        succeeded("kim", HERE)


def test_old_failures_leave_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    attempt("kim", HERE)
    later = timezone.now() + WAIT
    monkeypatch.setattr(timezone, "now", lambda: later)
    attempt("lee", THERE)
    assert SignInFailures.objects.count() == 3


def test_neither_names_nor_addresses_are_stored() -> None:
    attempt("kim", HERE)
    for row in SignInFailures.objects.all():
        assert "kim" not in row.key
        assert HERE not in row.key


def test_a_failure_is_one_line_in_the_log_with_name_and_address(
    client: Client, kim: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    client.post(reverse("sign-in"), {"username": "kim\r\nforged line", "password": "wrong"})
    client.post(reverse("sign-in"), {"username": "kim", "password": PASSWORD})
    (line,) = [record.getMessage() for record in caplog.records if "Sign-in" in record.getMessage()]
    assert line.startswith("Sign-in failed: 'kim")
    assert line.endswith("from '127.0.0.1'")
    assert "\n" not in line


# --- hashes ---------------------------------------------------------------------------------------


def test_two_passwords_are_checked_at_a_time_and_who_waits_too_long_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sign_ins, "PATIENCE", 0.01)
    inside, end = Barrier(3), Event()

    def check() -> None:
        with sign_ins.hashing():
            inside.wait(30)
            end.wait(30)

    threads = [Thread(target=check) for _ in range(2)]
    for thread in threads:
        thread.start()
    inside.wait(30)
    with pytest.raises(Busy), sign_ins.hashing():
        pass
    end.set()
    for thread in threads:
        thread.join(30)
    with sign_ins.hashing():
        pass


def test_two_passwords_are_checked_at_a_time_by_all_processes_together(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Any
) -> None:
    settings.LOCKS_DIR = tmp_path
    monkeypatch.setattr(sign_ins, "PATIENCE", 0.01)
    of_others = [(tmp_path / f"hash-{n}.lock").open("ab") for n in range(2)]
    fcntl.flock(of_others[0], fcntl.LOCK_EX)
    with sign_ins.hashing():
        pass
    fcntl.flock(of_others[1], fcntl.LOCK_EX)
    with pytest.raises(Busy), sign_ins.hashing():
        pass
    of_others[0].close()  # as when that process is killed
    with sign_ins.hashing(), pytest.raises(Busy), sign_ins.hashing():
        pass
    of_others[1].close()
    settings.LOCKS_DIR = tmp_path / "gone"
    with sign_ins.hashing():
        pass


@pytest.mark.parametrize(
    ("environment", "words", "workers"),
    [
        ({}, [], 1),
        ({"WEB_CONCURRENCY": "3"}, ["--bind", "127.0.0.1:8000", "config.wsgi"], 3),
        ({"WEB_CONCURRENCY": "3"}, ["--workers", "4", "config.wsgi"], 4),
        ({"GUNICORN_CMD_ARGS": "-w 5 --bind x"}, ["config.wsgi"], 5),
        ({"GUNICORN_CMD_ARGS": "-w 5"}, ["--workers=6"], 6),
    ],
)
def test_the_number_of_processes_is_the_one_that_gunicorn_takes(
    environment: dict[str, str], words: list[str], workers: int
) -> None:
    assert asked_for(environment, words) == workers


def test_who_finds_both_places_taken_is_answered_503_and_no_attempt_is_counted(
    client: Client, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_ins, "PATIENCE", 0.01)
    with sign_ins.hashing(), sign_ins.hashing():
        answer = client.post(reverse("sign-in"), {"username": "kim", "password": PASSWORD})
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert not SignInFailures.objects.exists()


def test_a_hash_takes_nineteen_megabytes_and_an_older_one_is_made_anew() -> None:
    assert PASSWORD_HASHERS[0] == "config.hashers.LaptopArgon2"
    made = make_password(PASSWORD, hasher=LaptopArgon2())
    assert "$m=19456,t=2,p=1$" in made
    assert not LaptopArgon2().must_update(made)

    class Larger(LaptopArgon2):
        memory_cost = 102400

    older = make_password(PASSWORD, hasher=Larger())
    assert LaptopArgon2().verify(PASSWORD, older)
    assert LaptopArgon2().must_update(older)
