"""`manage.py simulate`: an event to look at, in a database with tables only."""

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from tests.factories import UserFactory
from tests.machines import Machine
from tournaments.models import Event, Section


def simulate(*words: str) -> list[str]:
    printed = StringIO()
    call_command("simulate", *words, stdout=printed)
    return printed.getvalue().splitlines()


def refused(*words: str) -> str:
    with pytest.raises(CommandError) as error:
        simulate(*words)
    assert not Event.objects.exists()
    return str(error.value)


def test_each_round_is_told_and_where_to_look() -> None:
    told = simulate("--players", "12", "--rounds", "3", "--seed", "7")
    assert told[1] == "Simulated event, seed 7 begins."
    assert [line.split(":")[0] for line in told[2:5]] == ["Round 1", "Round 2", "Round 3"]
    assert "boards 6, full-point byes 0" in told[2]
    assert told[5] == "Awards frozen: trophies 5, prize money $0."
    public, desk = (line.split(": ")[1] for line in told[6:])
    page = Client().get(public)
    assert page.status_code == 200
    assert "Simulated event, seed 7" in page.content.decode()
    director = Client()
    director.force_login(User.objects.get())
    assert director.get(desk).status_code == 200


def test_in_a_database_without_anybody_a_director_is_made_whose_password_is_printed() -> None:
    password = simulate("--players", "4", "--rounds", "1")[0].split()[-1]
    assert authenticate(username="director", password=password) == Event.objects.get().staff.get().user


def test_the_first_director_has_the_event_unless_another_is_named() -> None:
    first, second = UserFactory.create(), UserFactory.create(username="Dana")
    assert simulate("--players", "4", "--rounds", "1", "--name", "  One  ")[0] == "One begins."
    simulate("--players", "4", "--rounds", "1", "--name", "Two", "--director", "dana")
    assert Event.objects.get(name="One").staff.get().user == first
    assert Event.objects.get(name="Two").staff.get().user == second
    assert User.objects.count() == 2


def test_an_event_that_ends_early_says_why() -> None:
    told = simulate("--players", "8", "--rounds", "5", "--seed", "11")
    (why,) = [line for line in told if "ended early" in line]
    assert why.startswith("The event ended early. ")
    assert why.endswith("meet a second time: no legal pairing avoids it (27A1).")
    assert Section.objects.get().rounds == 4


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--players", "0"], "“0” is not right. Expected: a number from 2 to 2000"),
        (["--players", "1"], "“1” is not right. Expected: a number from 2 to 2000"),
        (["--players", "2001"], "“2001” is not right. Expected: a number from 2 to 2000"),
        (["--players", "many"], "“many” is not right. Expected: a number from 2 to 2000"),
        (["--players", "٣"], "“٣” is not right. Expected: a number from 2 to 2000"),
        (["--rounds", "0"], "“0” is not right. Expected: a number from 1 to 30"),
        (["--rounds", "31"], "“31” is not right. Expected: a number from 1 to 30"),
        (["--seed=-1"], "“-1” is not right. Expected: a number from 0 to 999999999"),
        (["--name", "x" * 121], "Expected: at most 120 letters"),
        (["--players", "4", "--rounds", "4"], "4 players can play 3 rounds at most without meeting twice."),
        (["--players", "2", "--rounds", "2"], "2 players can play 1 round at most without meeting twice."),
        (["--director", "bob"], "There is no director named bob. Create one with: python manage.py director"),
    ],
)
def test_numbers_that_make_no_event_are_named_and_nothing_is_made(words: list[str], told: str) -> None:
    assert told in refused(*words)
    assert not User.objects.exists()


def test_a_database_without_tables_is_told(tmp_path: Path) -> None:
    said = Machine(tmp_path).refused("simulate")
    assert "There is no database yet. Make one first: python manage.py prepare" in said
