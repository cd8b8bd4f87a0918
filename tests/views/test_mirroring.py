"""The pages of a mirror: in the hall where an event is sent to, on a server what was given out."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.addresses import at
from tests.factories import UserFactory, a_section, enter, games_of, played
from tests.html import read, visit
from tests.services.mirroring.conftest import push
from tests.sign_in import signed_in
from tournaments.formats import mirror as formats
from tournaments.models import Event, Mirror, Mirroring, Section
from tournaments.selectors.files.mirroring import shown
from tournaments.services.mirroring import granting, joining, sending
from tournaments.services.mirroring.sending import Answer, Sender
from tournaments.text.mirroring import Trouble

KEY = "ABCDE-" * 7 + "ABCDE"
SERVER = "https://chess.example"


@pytest.fixture
def section(event: Event, kim: User) -> Section:
    section = a_section(4, 3, event=event, by=kim, name="Open", order="solkoff")
    played(section, 1, "1 2 WL\n3 4")
    return section


@pytest.fixture
def sender(monkeypatch: pytest.MonkeyPatch) -> Sender:
    """The thread of this process, which a test moves by hand; no server answers."""
    sender = Sender(lambda *_push: Answer(sending.UNREACHED))
    monkeypatch.setattr(sending, "_sender", sender)
    return sender


def answers(sender: Sender, status: int, said: str = "") -> None:
    sender._send = lambda *_push: Answer(status, said)


# --- in the hall ------------------------------------------------------------------------------------


def test_address_and_key_are_entered_once(desk: Any, section: Section) -> None:
    page = reverse("mirror", args=[section.event.slug])
    answer = desk.post(page, {"mirror": "chess.example/e/open/", "key": KEY.lower().replace("-", " ")})
    assert answer.status_code == 302
    assert (Event.objects.get().mirror, Mirroring.objects.get().key) == (SERVER, KEY)
    # The key is shown to nobody, and stays if another address is typed alone.
    assert KEY not in desk.get(page).text
    assert desk.post(page, {"mirror": "https://club.example", "key": ""}).status_code == 302
    assert (Event.objects.get().mirror, Mirroring.objects.get().key) == ("https://club.example", KEY)


def test_another_key_from_another_tab_is_not_replaced_unseen(desk: Any, section: Section) -> None:
    page = reverse("mirror", args=[section.event.slug])
    desk.post(page, {"mirror": SERVER, "key": KEY})
    carried = desk.carried(page)
    other = "BCDEF-" * 7 + "BCDEF"
    assert desk.post(page, {"mirror": SERVER, "key": other}).status_code == 302
    answer = desk.post(page, {"mirror": SERVER, "key": KEY} | carried)
    assert answer.status_code == 409
    assert "Somebody changed this to “…BCDEF” in the meantime. What you typed is kept here." in read(answer)
    assert Mirroring.objects.get().key == other


@pytest.mark.parametrize(
    ("mirror", "key", "said"),
    [
        ("http://chess.example", KEY, "The address must begin with https"),
        ("https://", KEY, "Type the address of the server"),
        (SERVER, "ABCDE", "This is not a whole key: one has 40 letters and digits."),
    ],
)
def test_what_is_wrong_is_told_beside_what_was_typed(
    desk: Any, section: Section, mirror: str, key: str, said: str
) -> None:
    answer = desk.post(reverse("mirror", args=[section.event.slug]), {"mirror": mirror, "key": key})
    assert answer.status_code == 422
    assert said in read(answer)
    assert not Mirroring.objects.exists()


def test_the_page_says_how_far_the_server_is(desk: Any, kim: User, section: Section, sender: Sender) -> None:
    page = reverse("mirror", args=[section.event.slug])
    joining.join(section.event, SERVER, KEY, by=kim)
    assert "Nothing has been sent yet. Sending starts in a moment." in visit(desk, page)
    sender.look()
    said = visit(desk, page).one("#mirror-state").text
    assert f"Offline since {clock(sender, section)}. The server cannot be reached." in said
    answers(sender, 204)
    desk.post(reverse("try-mirror", args=[section.event.slug]))
    sender.look()
    assert visit(desk, page).one("#mirror-state").text.startswith("Caught up ")
    answers(sender, sending.UNREACHED)
    enter(games_of(section, 1)[1], "DD")
    sender.look()
    enter(games_of(section, 1)[1], "WL")
    said = visit(desk, page).one("#mirror-state").text
    assert f"Offline since {clock(sender, section)}, 2 versions waiting." in said
    assert f"{SERVER}/e/{section.event.slug}/" in said


def clock(sender: Sender, section: Section) -> str:
    since = sender.states[section.event_id].since
    assert since is not None
    return f"{timezone.localtime(since):%-I:%M %p}"


def test_what_the_server_says_is_told_as_its_words(
    desk: Any, kim: User, section: Section, sender: Sender
) -> None:
    joining.join(section.event, SERVER, KEY, by=kim)
    answers(sender, 403, "<b>This key does not match this event.</b>")
    sender.look()
    page = visit(desk, reverse("mirror", args=[section.event.slug]))
    assert page.one("#mirror-state q").text == "<b>This key does not match this event.</b>"
    assert str(Trouble.REFUSED.label) in page


def test_where_no_thread_runs_the_page_says_so(desk: Any, kim: User, section: Section) -> None:
    joining.join(section.event, SERVER, KEY, by=kim)
    page = visit(desk, reverse("mirror", args=[section.event.slug]))
    assert "This event is sent by “manage.py mirror”, which runs beside the server." in page


def test_every_code_leads_to_the_server_but_that_of_a_slip(desk: Any, kim: User, section: Section) -> None:
    public = f"{SERVER}/e/{section.event.slug}/"
    pages = {
        at("posted-order", section): f"{public}open/",
        reverse("screen", args=[section.event.slug]): public,
    }
    here = {path: Client().get(path) for path in pages}
    joining.join(section.event, SERVER, KEY, by=kim)
    for path, address in pages.items():
        page = visit(Client(), path)
        assert address in page.text.replace(" ", "")
        assert page.one("svg.qr")
        # Who has the page already is told that it changed.
        again = Client().get(path, headers={"if-none-match": here[path].headers["ETag"]})
        assert again.status_code == 200
    home = visit(desk, reverse("desk-event", args=[section.event.slug]))
    assert home.one("a.address")["href"] == public
    assert home.one(".code svg")
    slips = visit(desk, at("slips", section, 1))
    assert f"{public}open/" in slips
    joining.stop(section.event, by=kim)
    assert SERVER not in visit(Client(), at("posted-order", section))
    assert SERVER not in visit(desk, at("slips", section, 1))


# --- on a server ------------------------------------------------------------------------------------


def take(slug: str, key: str, counter: int, body: bytes) -> Any:
    signature = formats.signature(key, slug, counter, body)
    return Client(enforce_csrf_checks=True).post(
        reverse("take-push", args=[slug]),
        body,
        content_type="application/octet-stream",
        headers={formats.COUNTER: str(counter), formats.SIGNATURE: signature},
    )


def test_a_key_is_given_out_shown_until_its_first_use_and_never_again(desk: Any, section: Section) -> None:
    sent = push(shown(section.event).parts).body
    section.event.sections.all().delete()
    Event.objects.all().delete()
    assert desk.post(reverse("mirrors"), {"address": "spring-open"}).status_code == 302
    key = granting.key_of(Mirror.objects.get())
    page = visit(desk, reverse("mirrors"))
    assert key in page
    assert "Last heard from the hall never" in page
    assert Client().get("/e/spring-open/").status_code == 404

    answer = take("spring-open", key, 7, sent)

    assert (answer.status_code, answer.headers[formats.COUNTER], answer.content) == (204, "7", b"")
    page = visit(desk, reverse("mirrors"))
    assert key not in page
    assert "never" not in page.one(".facts").text
    assert Client().get("/e/spring-open/open/").status_code == 200
    replay = take("spring-open", key, 7, sent)
    assert (replay.status_code, replay.headers[formats.COUNTER]) == (409, "7")
    assert replay.text == "This push is not newer than the last one. Nothing was stored."
    assert replay.headers["Content-Type"] == sending.SAID


@pytest.mark.parametrize("counter", ["", "-1", "1.5", "²", "9" * 30, "1e3"])
def test_a_push_without_a_counter_is_refused(kim: User, counter: str) -> None:
    granting.give_out("spring-open", by=kim)
    headers = {formats.SIGNATURE: "", formats.COUNTER: counter} if counter != "²" else {}
    answer = Client().post(
        reverse("take-push", args=["spring-open"]),
        b"x",
        content_type="application/octet-stream",
        headers=headers,
    )
    assert answer.status_code == 403


def test_an_address_that_is_taken_is_refused_on_the_page(desk: Any, section: Section) -> None:
    answer = desk.post(reverse("mirrors"), {"address": section.event.slug})
    assert answer.status_code == 409
    assert "There is already an event at this address here." in read(answer)
    assert not Mirror.objects.exists()


def test_a_mirror_is_seen_by_who_gave_it_out_and_by_the_administrator(desk: Any, kim: User) -> None:
    mirror = granting.give_out("spring-open", by=kim)
    other, root = signed_in(UserFactory.create()), signed_in(User.objects.create_superuser("root"))
    assert "spring-open" in visit(desk, reverse("mirrors")).one(".mirror")
    assert "spring-open" in visit(root, reverse("mirrors")).one(".mirror")
    assert not visit(other, reverse("mirrors")).all(".mirror")
    assert other.post(reverse("remove-mirror", args=[mirror.pk])).status_code == 404
    assert Mirror.objects.exists()


def test_a_mirror_of_somebody_who_may_have_no_events_any_more_is_for_every_director(kim: User) -> None:
    helper = UserFactory.create(is_staff=False)
    mirror = granting.give_out("spring-open", by=helper)
    other = signed_in(UserFactory.create())
    assert other.post(reverse("take-back-mirror", args=[mirror.pk])).status_code == 302


def test_a_key_is_renewed_taken_back_and_the_mirror_removed(desk: Any, kim: User) -> None:
    mirror = granting.give_out("spring-open", by=kim)
    first = granting.key_of(mirror)
    for name in ("renew-mirror", "take-back-mirror", "remove-mirror"):
        assert desk.post(reverse(name, args=[mirror.pk])).status_code == 302
        page = visit(desk, reverse("mirrors"))
        assert first not in page
        if name == "take-back-mirror":
            assert "revoked" in page
    assert not Event.objects.filter(slug="spring-open").exists()
