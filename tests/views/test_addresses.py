"""The hall's Wi-Fi changes: phones and desk are told where Wallchart is, and it answers there."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.html import read, visit
from tournaments.models import Event
from tournaments.selectors.event import addresses

Moves = Callable[..., None]


@pytest.fixture
def moves_to(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Moves:
    """This machine serves on port 8000, and has these addresses from now on."""
    settings.LISTENS_AT = (addresses.EVERY_ADDRESS, 8000)
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.ALLOWED_HOSTS_GIVEN = False

    def move(*to: str) -> None:
        monkeypatch.setattr(addresses, "lan_addresses", lambda: list(to))

    return move


def test_the_server_answers_at_an_address_that_the_machine_got_after_the_start(
    moves_to: Moves, settings: Settings
) -> None:
    moves_to("192.168.7.20")
    phone = Client()
    visit(phone, "/", headers={"host": "192.168.7.20:8000"})
    moves_to("10.0.0.5")
    visit(phone, "/", headers={"host": "10.0.0.5:8000"})
    assert "192.168.7.20" not in settings.ALLOWED_HOSTS  # another machine may have it now
    visit(phone, "/", headers={"host": "localhost:8000"})


@pytest.mark.parametrize("host", ["hall.example", "192.168.7.99:8000", "192.168.7.20.example", "<b>"])
def test_a_visitor_by_another_name_gets_a_page_with_the_present_address(
    moves_to: Moves, settings: Settings, host: str
) -> None:
    moves_to("192.168.7.20", "10.1.1.1")
    answer = Client().get("/e/maple-open/?q=1", headers={"host": host})
    assert answer.status_code == 400
    page = read(answer)
    assert "Wallchart does not answer at this address." in page.one("h1")
    assert f"You used the address {host}" in page
    assert [link["href"] for link in page.all("main a")] == [
        "http://192.168.7.20:8000/e/maple-open/?q=1",
        "http://10.1.1.1:8000/e/maple-open/?q=1",
    ]
    assert "could not read" not in page
    assert not answer.cookies
    assert host not in settings.ALLOWED_HOSTS


def test_without_a_network_the_page_says_so(moves_to: Moves) -> None:
    moves_to()
    page = read(Client().get("/", headers={"host": "192.168.7.20"}))
    assert "The tournament's computer has no network now" in page


def test_where_the_hosts_were_given_nothing_is_learned_and_no_other_address_told(
    moves_to: Moves, settings: Settings
) -> None:
    moves_to("192.168.7.20", "192.168.7.21")
    settings.ALLOWED_HOSTS_GIVEN = True
    settings.ALLOWED_HOSTS = ["192.168.7.21"]
    answer = Client().get("/", headers={"host": "192.168.7.20"})
    assert answer.status_code == 400
    assert [link["href"] for link in read(answer).all("main a")] == ["http://192.168.7.21:8000/"]
    assert settings.ALLOWED_HOSTS == ["192.168.7.21"]


def test_a_server_learns_nothing_and_tells_its_operator_what_to_set(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["10.0.0.5"])
    settings.ALLOWED_HOSTS = ["chess.example"]
    answer = Client().get("/", headers={"host": "10.0.0.5"})
    assert answer.status_code == 400
    assert "add the name to ALLOWED_HOSTS" in read(answer)
    assert "chess.example" not in answer.text
    assert settings.ALLOWED_HOSTS == ["chess.example"]


def test_a_desk_at_the_machine_itself_shows_phones_the_address_of_this_moment(
    moves_to: Moves, event: Event, desk: Client
) -> None:
    path = reverse("event", args=[event.slug])
    here = reverse("desk-event", args=[event.slug])
    for address in ("192.168.7.20", "10.0.0.5"):
        moves_to(address)
        shown = visit(desk, here, headers={"host": "localhost:8000"})
        assert shown.one("a.address")["href"] == f"http://{address}:8000{path}"
        assert shown.all("svg.qr")
    moves_to()
    shown = visit(desk, here, headers={"host": "localhost:8000"})
    assert shown.one("a.address")["href"] == f"http://localhost:8000{path}"
    assert not shown.all("svg.qr")
