"""The first page of a new Wallchart: on the machine itself, until somebody has an account."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.html import read, visit
from tournaments.demo import EVENT
from tournaments.errors import Refused
from tournaments.models import Event, Release
from tournaments.selectors.event.copies import copies
from tournaments.services import first_run
from tournaments.services.backups import automatic

TYPED = {
    "name": "Dana Reyes",
    "password": "four knights",
    "again": "four knights",
    "beginning": "event",
}
HERE: dict[str, Any] = {"SERVER_NAME": "localhost", "REMOTE_ADDR": "127.0.0.1"}


@pytest.fixture
def laptop(settings: Any, tmp_path: Path) -> Client:
    """A browser of the machine on which `serve` runs."""
    settings.LISTENS_AT = ("0.0.0.0", 8000)
    settings.VAR_DIR = tmp_path
    return Client(**HERE)


def address() -> str:
    return reverse("first-run")


def send(client: Client, **typed: str) -> Any:
    return client.post(address(), TYPED | typed)


def troubles(answer: Any) -> str:
    assert answer.status_code == 422
    assert not User.objects.exists()
    return " ".join(read(answer).text.split())


def test_the_first_page_leads_there_on_the_machine_itself_alone(laptop: Client, client: Client) -> None:
    assert address() in visit(laptop, reverse("home")).links
    assert address() not in visit(client, reverse("home")).links
    send(laptop)
    assert address() not in visit(laptop, reverse("home")).links


def test_the_first_director_types_a_name_and_a_password_and_goes_on_to_a_new_event(laptop: Client) -> None:
    page = read(laptop.get(address()))
    assert page.form(address()).fields["beginning"] == ["event"]
    answer = send(laptop)
    assert answer.headers["Location"] == reverse("new-event")
    assert "You can sign in as Dana Reyes from now on." in laptop.get(reverse("new-event")).text
    laptop.logout()
    assert laptop.login(username="Dana Reyes", password=TYPED["password"])
    assert not User.objects.get().is_superuser


def test_the_demo_belongs_to_who_asks_for_it(laptop: Client) -> None:
    answer = send(laptop, beginning="demo")
    event = Event.objects.get(name=EVENT)
    assert answer.headers["Location"] == reverse("desk-event", args=[event.slug])
    assert event.staff.get().user.username == "Dana Reyes"
    assert laptop.get(answer.headers["Location"]).status_code == 200


def test_a_backup_file_is_taken_by_the_next_page(laptop: Client) -> None:
    assert send(laptop, beginning="backup").headers["Location"] == reverse("backup")
    assert laptop.get(reverse("backup")).status_code == 200


def test_the_page_is_closed_for_good_once_somebody_had_an_account(laptop: Client) -> None:
    send(laptop)
    User.objects.update(is_active=False)
    other = Client(**HERE)
    for answer in (other.get(address()), send(other, name="Kim Park")):
        assert answer.headers["Location"] == reverse("desk")
    assert User.objects.count() == 1


def test_of_two_that_are_sent_at_once_one_makes_the_account() -> None:
    Release.objects.get_or_create(number=1)
    first_run.begin("Dana Reyes", TYPED["password"])
    with pytest.raises(Refused, match="already"):
        first_run.begin("Kim Park", TYPED["password"])


@pytest.mark.parametrize(
    "asked",
    [
        {"REMOTE_ADDR": "192.168.1.20"},  # a phone in the hall
        {"REMOTE_ADDR": ""},
        {"SERVER_NAME": "192.168.1.5"},
        {"HTTP_X_FORWARDED_FOR": "203.0.113.9"},  # a proxy on the same machine
        {"HTTP_FORWARDED": "for=203.0.113.9"},
        {"HTTP_VIA": "1.1 proxy"},
    ],
)
def test_nobody_but_the_machine_itself_finds_the_page(
    laptop: Client, settings: Any, asked: dict[str, Any]
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "192.168.1.5"]
    other = Client(**(HERE | asked))
    for answer in (other.get(address()), send(other)):
        assert answer.headers["Location"] == reverse("desk")
    assert "first-run" not in other.get(reverse("sign-in")).headers.get("Location", "")
    assert not User.objects.exists()


@pytest.mark.parametrize(("name", "value"), [("LISTENS_AT", None), ("HTTPS", True), ("BEHIND_PROXY", True)])
def test_a_server_has_no_such_page(laptop: Client, settings: Any, name: str, value: object) -> None:
    setattr(settings, name, value)
    for answer in (laptop.get(address()), send(laptop)):
        assert answer.headers["Location"] == reverse("desk")
    assert not User.objects.exists()


def test_another_site_cannot_send_the_form_from_this_machine(laptop: Client) -> None:
    strict = Client(enforce_csrf_checks=True, **HERE)
    strict.get(address())
    assert send(strict).status_code == 403
    token = strict.cookies["csrftoken"].value
    elsewhere = strict.post(
        address(), TYPED | {"csrfmiddlewaretoken": token}, headers={"origin": "http://elsewhere.example"}
    )
    assert elsewhere.status_code == 403
    assert not User.objects.exists()


def test_the_sign_in_of_a_new_machine_leads_to_its_first_page(laptop: Client) -> None:
    assert laptop.get(reverse("sign-in")).headers["Location"] == address()
    send(laptop)
    assert Client(**HERE).get(reverse("sign-in")).status_code == 200


def test_what_cannot_be_an_account_is_refused_with_its_reason(laptop: Client) -> None:
    assert "The two passwords differ." in troubles(send(laptop, again="four bishops"))
    assert "at least 8" in troubles(send(laptop, password="short", again="short"))
    assert "A name needs a letter" in troubles(send(laptop, name="12"))
    assert "Nothing was typed or chosen here." in troubles(send(laptop, name=""))


def test_who_must_type_the_password_again_is_told_so(laptop: Client) -> None:
    assert "Type the password again: it is not kept when the page is shown again." in troubles(
        send(laptop, name="")
    )
    assert "Type the password again" not in visit(laptop, address())


def test_copies_go_to_the_folder_from_the_beginning_on(
    laptop: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "folder" not in read(laptop.get(address())).form(address()).fields
    monkeypatch.setattr(automatic, "is_running", lambda: True)
    assert "There is no folder" in troubles(send(laptop, folder=str(tmp_path / "no-stick")))

    chosen: list[str] = []
    monkeypatch.setattr(automatic, "choose", chosen.append)
    send(laptop, folder=" ")
    assert not chosen
    assert not copies().folder
    User.objects.all().delete()
    send(laptop, folder=str(tmp_path))
    assert chosen == [str(tmp_path)]


def test_the_page_has_the_code_for_phones(laptop: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tournaments.views.setup.first_run.phone_addresses", lambda: ["http://192.168.1.5:8000"]
    )
    assert "<svg" in laptop.get(address()).text
    monkeypatch.setattr("tournaments.views.setup.first_run.phone_addresses", list)
    page = laptop.get(address()).text
    assert "<svg" not in page
    assert "This computer is not on a network that phones can reach." in " ".join(page.split())
