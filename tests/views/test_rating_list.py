"""The pages of the rating list: which one is here, reading a small one, and what it changes in an event."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EntryFactory, EventFactory, UserFactory, a_section, as_it_stands, paired, played
from tests.html import read, visit
from tests.rating_lists import LINES, a_list, as_table, as_text
from tests.sign_in import signed_in
from tournaments.models import Role, Section, Staff
from tournaments.selectors.files import rating_list
from tournaments.services import rosters
from tournaments.services.finishing import finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(kim: User, settings: Any, tmp_path: Path) -> Section:
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    section = a_section(0, by=kim)
    people = [
        {"name": "Alder, Ada", "uscf_id": "30000001", "rating": 1400},
        {"name": "Cedar, Cora", "uscf_id": "30000003", "rating": 700},
    ]
    rosters.add_players(section, [EntryFactory.create(**each) for each in people], by=kim)
    return section


def page(section: Section, name: str = "rating-list") -> str:
    return reverse(name, args=[section.event.slug])


def upload(desk: Client, section: Section, data: bytes, name: str = "list.txt") -> Any:
    return desk.post(page(section), {"file": SimpleUploadedFile(name, data)}, follow=True)


def test_a_small_list_is_uploaded_and_then_named(desk: Client, section: Section) -> None:
    assert "There is no rating list here yet" in read(desk.get(page(section))).text
    lines = [*(("BAD,B", "3", "", "", ""),), *[("ALDER,ADA", "30000001", "OR", "01/31/2026", "1450")] * 9]
    answer = read(upload(desk, section, as_text(lines)))
    assert "list.txt: 1 player, read" in answer.text
    assert "Line 2 was left out. Expected a US Chess ID of 8 digits." in answer.text
    answer = read(upload(desk, section, as_table(), "taratsup.dbf"))
    assert "taratsup.dbf: 5 players, read" in answer.text
    assert "1 inactive ID was left out." in answer.text


def test_the_page_says_which_list_the_new_one_replaces_and_asks_about_an_older_one(
    desk: Client, section: Section
) -> None:
    assert "replaces" not in read(desk.get(page(section))).text
    a_list()
    shown = read(desk.get(page(section))).text
    assert "The new list replaces november.txt for all events of this machine." in shown
    older = as_text([(*line[:3], line[3].replace("2027", "2026"), line[4]) for line in LINES])
    answer = upload(desk, section, older, "october.txt")
    assert answer.status_code == 422
    assert "This list looks older than november.txt" in read(answer)
    assert "Replace the newer list with this one" in read(answer)
    sent = {"file": SimpleUploadedFile("october.txt", older), "older": "on"}
    answer = desk.post(page(section), sent, follow=True)
    assert "october.txt replaced november.txt." in read(answer)


def test_a_file_that_is_no_list_is_refused_and_the_list_stays(desk: Client, section: Section) -> None:
    a_list()
    answer = upload(desk, section, as_text()[:-30])
    assert answer.status_code == 422
    assert "The old list is kept." in read(answer).text
    assert "november.txt: 5 players" in read(desk.get(page(section))).text


def test_a_list_of_the_players_of_an_event_is_told_by_its_headings_and_led_to_its_page(
    desk: Client, section: Section
) -> None:
    answer = upload(desk, section, b"First Name,Last Name,USCF ID,Rating\nAda,Alder,30000001,1450\n")
    assert answer.status_code == 422
    page = read(answer)
    assert "This file could not be read. Nothing was saved." in page
    assert "First Name, Last Name, USCF ID, Rating" in page.one(".troubles")
    assert "A list of who plays in this event goes on the page Registration" in page
    picture = upload(desk, section, b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    assert "PNG" not in read(picture).one(".troubles").text


def test_an_id_of_somebody_else_is_told_and_not_checked(desk: Client, section: Section) -> None:
    a_list()
    section.players.filter(number=1).update(name="Zed Quill", uscf_id="30000001", rating=700)
    shown = visit(desk, page(section, "update-ratings"))
    [box] = [each for each in shown.all("label") if "30000001" in each.text]
    assert not box.one("input").has("checked")
    assert "The list has 30000001 as Ada Alder. Correct the ID, or check this" in box.text


def test_only_who_directs_every_event_of_the_machine_reads_a_list(desk: Client, section: Section) -> None:
    EventFactory.create()
    assert not read(desk.get(page(section))).all("input[type=file]")
    assert upload(desk, section, as_text()).status_code == 403
    assert rating_list.held() is None


def test_an_update_saves_what_is_checked_and_nothing_else(desk: Client, section: Section) -> None:
    a_list()
    address = page(section, "update-ratings")
    shown = visit(desk, address)
    boxes = {each["value"]: each for each in shown.all("input[type=checkbox]")}
    assert [("listed" in value, box.has("checked")) for value, box in boxes.items()] == [
        (True, True),
        (True, True),
        (False, False),
    ]
    answer = desk.post(address, shown.form(address).carried | {"update": [next(iter(boxes))]}, follow=True)
    assert "Updated from the rating list:" in read(answer).text
    assert list(section.players.order_by("number").values_list("rating", flat=True)) == [1450, 700]
    assert "Alder, Ada" not in read(answer).one("main").text
    assert "Cedar, Cora" in read(answer).one("main").text


def test_ratings_of_a_paired_section_are_updated_with_a_reason(desk: Client, section: Section) -> None:
    a_list()
    paired(section, 1, "1 2")
    address = page(section, "update-ratings")
    form = visit(desk, address).form(address)
    ada = next(each["value"] for each in visit(desk, address).all("input[type=checkbox]"))
    refused = form.send(desk, {"update": [ada]})
    assert refused.status_code == 422
    assert "Ratings are fixed once round 1 is paired (28H)" in read(refused)
    again = read(refused).form(address)
    assert again.fields["update"] == [ada]
    assert "Updated from the rating list" in read(again.send(desk, {"reason": "The new list"}, follow=True))
    assert section.standings.log.latest("version").reason == "The new list"


def test_an_update_that_somebody_overtook_shows_the_page_anew(
    desk: Client, section: Section, kim: User
) -> None:
    a_list()
    address = page(section, "update-ratings")
    shown = visit(desk, address)
    typed = {"update": [shown.all("input[type=checkbox]")[0]["value"]]}
    rosters.edit_player(section.players.get(number=1), by=kim, rating=1600)
    answer = desk.post(address, shown.form(address).carried | typed)
    assert answer.status_code == 409
    assert "1600 → 1450" in read(answer).text
    assert section.players.get(number=1).rating == 1600


def test_a_final_section_takes_ids_and_expirations_of_the_list_and_no_ratings(
    desk: Client, section: Section, kim: User
) -> None:
    a_list()
    Section.objects.filter(pk=section.pk).update(rounds=1)
    played(section, 1, "1 2 WL")
    finish(as_it_stands(section), by=kim)
    one = section.players.get(number=1)
    address = page(section, "update-ratings")
    shown = visit(desk, address)
    assert "This section is final, so no rating changes." in shown
    assert "Rating: " not in shown.one("main")
    box = next(each["value"] for each in shown.all("input[type=checkbox]"))
    assert shown.form(address).send(desk, {"update": [box]}).status_code == 302
    ada = section.players.get(number=1)
    assert (ada.rating, one.expires_on) == (one.rating, None)
    assert ada.expires_on is not None


# --- adding a player --------------------------------------------------------------------------------


def test_an_id_alone_fills_the_rest_when_a_player_is_added(desk: Client, section: Section) -> None:
    a_list()
    answer = desk.post(at("add-player", section), {"uscf_id": "30000004", "state": "NV"}, follow=True)
    assert "José O'Elm was added." in read(answer).text
    player = section.players.get(uscf_id="30000004")
    assert (player.name, player.rating, player.state, str(player.expires_on)) == (
        "O'Elm, José",
        1207,
        "NV",
        "2027-05-31",
    )


def test_an_id_that_the_list_does_not_have_needs_a_name(desk: Client, section: Section) -> None:
    a_list()
    answer = desk.post(at("add-player", section), {"uscf_id": "30000098"})
    assert answer.status_code == 422
    assert "Type a name, or an ID on the rating list." in read(answer).text


def test_a_form_finds_players_of_the_list_while_somebody_types(desk: Client, section: Section) -> None:
    assert "listed.js" not in desk.get(at("add-player", section)).content.decode()
    a_list()
    assert "listed.js" in desk.get(at("add-player", section)).content.decode()
    answer = desk.get(page(section, "find-listed"), {"q": "birch"})
    assert answer.json() == {
        "players": [
            {
                "name": "Birch, Ben McKay",
                "called": "Ben McKay Birch",
                "uscf_id": "30000002",
                "rating": 812,
                "rated": "812",
                "state": "MI",
                "expires_on": "2099-12-31",
            }
        ]
    }


@pytest.mark.parametrize(
    ("name", "typed", "rated"),
    [
        ("birch", "812/14", "812P14"),
        ("birch", "800/14", "812*"),  # the list has no games
        ("birch", "1000", "812"),
        ("birch", "what", "812"),
        ("cedar", "500/14", "500/14"),  # unrated there
    ],
)
def test_who_is_chosen_keeps_the_games_of_a_provisional_rating(
    desk: Client, section: Section, name: str, typed: str, rated: str
) -> None:
    a_list()
    [found] = desk.get(page(section, "find-listed"), {"q": name, "rating": typed}).json()["players"]
    assert found["rated"] == rated


def test_the_form_of_a_player_who_is_here_finds_players_of_the_list_too(
    desk: Client, section: Section
) -> None:
    address = at("edit-player", section, 1)
    assert not visit(desk, address).all("#listed")
    a_list()
    [offered] = visit(desk, address).all("#listed")
    assert offered["data-find"] == page(section, "find-listed")
    answer = visit(desk, address).form(address).send(desk, {"rating": "", "state": ""}, follow=True)
    assert "was saved" in read(answer)
    assert section.players.get(number=1).rating is None, "what a director empties stays empty"


def test_a_walk_in_of_an_id_is_filled_in_from_the_list(desk: Client, section: Section) -> None:
    address = page(section, "walk-in")
    assert not visit(desk, address).all("#listed")
    a_list()
    assert visit(desk, address).all("#listed")
    for line in ("30000004", "Birch, Ben 900 30000002 Sabin"):
        desk.post(address, {"line": line, "section": section.slug})
    added = section.players.filter(number__gt=2).order_by("number")
    assert [(each.name, each.rating, each.team, each.state, str(each.expires_on)) for each in added] == [
        ("O'Elm, José", 1207, "", "TX", "2027-05-31"),
        ("Birch, Ben", 900, "Sabin", "MI", "2099-12-31"),
    ]


def test_who_registers_players_at_the_door_finds_them_on_the_list(section: Section) -> None:
    a_list()
    terry = UserFactory.create()
    Staff.objects.create(event=section.event, user=terry, role=Role.CHECK_IN)
    answer = signed_in(terry).get(page(section, "find-listed"), {"q": "birch"})
    assert [each["called"] for each in answer.json()["players"]] == ["Ben McKay Birch"]
