"""What pages say of rounds that another program paired."""

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EventFactory, a_section, enter, swap_colors
from tests.html import visit
from tests.swisssys_file import player, section, states, swisssys
from tiebreaks.engine.ranking.sequence import RULEBOOK_SWISS
from tournaments.formats.programs.reading import read
from tournaments.models import Event, Game, PairingReasons, Section
from tournaments.services import companion

pytestmark = pytest.mark.django_db

PAIRED = "Paired in SwissSys. Its file does not say why these two play."


@pytest.fixture
def event(kim: User) -> Event:
    return EventFactory.create(by=kim)


def take(event: Event, data: bytes, by: User, *chosen: str) -> Section:
    companion.take(event, read(data), by=by, order=str(RULEBOOK_SWISS), chosen=chosen)
    return event.sections.get()


@pytest.fixture
def followed(event: Event, kim: User, django_capture_on_commit_callbacks) -> Section:  # type: ignore[no-untyped-def]
    """Two rounds that came from SwissSys; what is told once the change is committed has been told."""
    with django_capture_on_commit_callbacks(execute=True):
        return take(event, states()[3], kim)


def test_a_board_says_where_it_was_paired_and_gives_no_reason_of_our_own(
    client: Client, followed: Section
) -> None:
    for number, board in ((1, 1), (1, 2), (2, 1), (2, 2)):
        page = visit(client, at("board", followed, number, board))
        assert page.texts(".reason") == [PAIRED]
        assert "rating" not in page.one("main").text
        assert not page.all(".by-rules, .of-colors")


def test_every_bye_of_the_file_says_where_it_was_given(client: Client, event: Event, kim: User) -> None:
    alone = [player(at, "B;-1;-;0") for at in (5, 6)]
    four = json.loads(states()[2])["Sections"][0]["Players"][:4]
    here = take(event, swisssys(section([*four, *alone])), kim)
    for number in (5, 6):
        page = visit(client, at("bye", here, 1, number))
        assert page.one(".reason").text == (
            "Paired in SwissSys. Its file does not say why this player has the bye."
        )
        assert not page.all(".by-rules")


def test_the_round_says_it_too_to_phones_and_at_the_desk(
    client: Client, desk: Client, followed: Section
) -> None:
    page = visit(client, at("round", followed, 2))
    assert "Paired in SwissSys." in page
    assert "why these two play" not in page
    assert "Paired in SwissSys." in visit(desk, at("desk-round", followed, 2))


def test_colors_that_were_swapped_here_are_the_directors(
    client: Client, followed: Section, kim: User
) -> None:
    swap_colors(Game.objects.get(round__number=2, board=1), by=kim)
    page = visit(client, at("board", followed, 2, 1))
    assert page.one(".reason").text == PAIRED
    assert "the director swapped the colors" in page.one(".of-colors").text


def test_a_round_that_the_program_paired_anew_is_still_of_that_program(
    client: Client, followed: Section, event: Event, kim: User
) -> None:
    players = json.loads(states()[3])["Sections"][0]["Players"]
    for each, last in zip(players, (";2;W;1", ";1;B;1", ";5;W;2", "H;-1;-;0", ";3;B;2"), strict=True):
        each["Results"][1] = f"{last};0;0;0"
    take(event, swisssys(section(players)), kim)
    for board in (1, 2):
        assert visit(client, at("board", followed, 2, board)).one(".reason").text == PAIRED


def test_reasons_follow_a_player_whose_number_the_file_changes(
    client: Client, followed: Section, event: Event, kim: User
) -> None:
    players = json.loads(states()[3])["Sections"][0]["Players"]
    to = {1: 2, 2: 1}
    for each in players:
        each["Pair number"] = to.get(each["Pair number"], each["Pair number"])
        for index, line in enumerate(each["Results"]):
            result, opponent, *rest = line.split(";")
            each["Results"][index] = ";".join([result, str(to.get(int(opponent), opponent)), *rest])
    take(event, swisssys(section(players)), kim)
    for number, board in ((1, 1), (1, 2), (2, 1), (2, 2)):
        assert visit(client, at("board", followed, number, board)).one(".reason").text == PAIRED
    assert PairingReasons.objects.count() == 2


def test_the_desk_of_a_followed_section_leads_to_the_next_file(desk: Client, event: Event, kim: User) -> None:
    here = take(event, states()[0], kim)
    file = reverse("companion", args=[event.slug])
    page = visit(desk, reverse("desk-event", args=[event.slug]))
    assert [button.text for button in page.all(".next .main")] == ["Import the next SwissSys file"]
    assert "Pair round 1" not in page
    for name in ("desk-round", "pairing"):
        page = visit(desk, at(name, here, 1))
        assert "This section is paired in SwissSys." in page
        assert file in [link["href"] for link in page.all("main a")]
        instead = page.one("details:has(form)")
        assert "Pair this round in Wallchart instead" in instead.text
        assert "SwissSys will not know these boards." in instead.text
        assert "Pair round 1" in instead.text


def test_a_section_that_follows_no_file_is_paired_at_once(desk: Client, kim: User) -> None:
    page = visit(desk, at("desk-round", a_section(4, 3, by=kim), 1))
    assert "Pair round 1" in page
    assert "instead" not in page


def test_results_of_a_file_are_signed_by_it_and_not_by_who_imported_it(
    desk: Client, event: Event, kim: User
) -> None:
    here = take(event, states()[1], kim)
    take(event, states()[2], kim)
    rows = visit(desk, at("desk-round", here, 1)).all("tr.board")
    assert [row.one(".by").text for row in rows] == ["SwissSys file"] * 2
    enter(Game.objects.get(board=1), "DD", by=kim)
    rows = visit(desk, at("desk-round", here, 1)).all("tr.board")
    assert [row.one(".by").text for row in rows] == ["You", "SwissSys file"]
    log = visit(desk, reverse("section-log", args=[event.slug, here.slug]))
    assert f"SwissSys file, imported by {kim.get_full_name()}" in log.texts(".who")
