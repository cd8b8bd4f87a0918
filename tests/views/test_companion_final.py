"""Beside another pairing program: sections that are final or whose awards are frozen."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import EventFactory, enter
from tests.html import read
from tests.swisssys_file import player, section, swisssys
from tests.views.companion_pages import games_in, page_of, take, upload
from tournaments.models import Event, Game, Player
from tournaments.services.ceremony import freeze
from tournaments.services.finishing import finish, reopen
from tournaments.services.prizes import announce

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(kim: User) -> Event:
    return EventFactory.create(by=kim)


def test_a_final_section_is_named_with_what_is_left_out_of_it(desk: Client, event: Event, kim: User) -> None:
    for rating in (1700, 1750):
        players = [player(1, "+;2;W;1", Rating=rating), player(2, "-;1;B;1")]
        reserve = section([player(3, Rating=rating)], name="Reserve")
        upload(desk, event, swisssys(section(players, rounds=1), reserve))
        page = read(desk.get(page_of(event)))
        take(desk, event)
        if rating == 1700:
            finish(event.sections.get(name="Open"), by=kim)
    assert "Open is final. These changes are left out. To import them, reopen it on its Finish page." in page
    assert "1 Ada Alder: rating 1700 → 1750" in page
    assert list(Player.objects.filter(number__in=(1, 3)).values_list("rating", flat=True)) == [1700, 1750]


def finished_with(desk: Client, event: Event, by: User, *, ada: str, hugo: str) -> None:
    """A section of one game with this result, imported and finished."""
    upload(desk, event, one_game(ada, hugo))
    take(desk, event)
    finish(event.sections.get(), by=by)


def one_game(ada: str, hugo: str) -> bytes:
    return swisssys(section([player(1, f"{ada};2;W;1"), player(2, f"{hugo};1;B;1")], rounds=1))


def test_a_result_that_the_file_corrects_in_a_final_section_still_differs_after_it_was_read(
    desk: Client, event: Event, kim: User
) -> None:
    finished_with(desk, event, kim, ada="+", hugo="-")
    upload(desk, event, one_game("=", "="))
    page = read(desk.get(page_of(event)))
    assert games_in(page) == ["1 1 Ada Alder Hugo Birch 1–0 ½–½ left out: Open is final"]

    page = read(take(desk, event))

    assert "Open is final: nothing of it was imported. Reopen it on Finish to import." in page
    assert "Same as the file." not in page
    assert "Open differs from the file in 1 result; the section is final. Reopen it to import." in page

    reopen(event.sections.get(), reason="Late correction", by=kim)
    page = read(desk.get(page_of(event)))
    assert "The file has changes that were not imported. Upload it again to import them:" in page
    upload(desk, event, one_game("=", "="))
    assert "Same as the file." in read(take(desk, event))


def test_a_final_section_offers_no_box_and_says_where_it_is_reopened(
    desk: Client, event: Event, kim: User
) -> None:
    upload(desk, event, one_game("+", "-"))
    take(desk, event)
    enter(Game.objects.get(), "DD", by=kim)
    finish(event.sections.get(), by=kim)
    upload(desk, event, one_game("+", "-"))

    page = read(desk.get(page_of(event)))

    assert not page.all("input[name=take]")
    assert "Open is final: reopen it on Finish to take the file’s." in page
    page = read(take(desk, event, take=["Open:r1-1"]))
    assert "Open is final: nothing of it was imported." in page, "checked before it was finished"
    assert "Open differs from the file in 1 result; the section is final." in page


def test_results_that_differ_from_the_file_are_named_before_finishing_and_before_the_ceremony(
    desk: Client, event: Event, kim: User
) -> None:
    upload(desk, event, one_game("+", "-"))
    take(desk, event)
    section_here = event.sections.get()
    announce(section_here, "1st place trophy", in_this_order=False, by=kim)
    line = "Round 1, board 1: 0–1 here, 1–0 in the SwissSys file"
    pages = [reverse(page, args=[event.slug, section_here.slug]) for page in ("finish", "ceremony")]
    pages.append(reverse("event-ceremony", args=[event.slug]))
    assert not [page for page in pages if line in read(desk.get(page))]

    enter(Game.objects.get(), "LW", by=kim)

    assert [page for page in pages if line in read(desk.get(page))] == pages
    assert "Worth checking before you finish" in read(desk.get(pages[0]))
    of_event = read(desk.get(pages[-1]))
    assert f"Open · {line}" in of_event
    assert of_event.all(".differing a")[0]["href"] == page_of(event)
    finish(section_here, by=kim)
    assert [page for page in pages if line in read(desk.get(page))] == pages


def test_a_reopened_section_takes_the_files_results_though_its_awards_were_frozen(
    desk: Client, event: Event, kim: User
) -> None:
    upload(desk, event, one_game("+", "-"))
    take(desk, event)
    here = event.sections.get()
    announce(here, "1st place trophy", in_this_order=False, by=kim)
    finish(here, by=kim)
    reopen(here, reason="Wrong result of the file", by=kim)
    upload(desk, event, one_game("-", "+"))

    page = read(take(desk, event))

    assert "Same as the file." in page
    assert set(Game.objects.get().seats.values_list("side", "kind")) == {("w", "L"), ("b", "W")}
    ceremony = read(desk.get(reverse("ceremony", args=[event.slug, here.slug])))
    assert "The awards changed after the freeze." in ceremony


def test_frozen_awards_of_a_section_that_was_not_reopened_keep_the_files_results_out(
    desk: Client, event: Event, kim: User
) -> None:
    upload(desk, event, one_game("+", "-"))
    take(desk, event)
    announce(event.sections.get(), "1st place trophy", in_this_order=False, by=kim)
    freeze(event.sections.get(), by=kim)
    upload(desk, event, one_game("-", "+"))
    answer = desk.post(reverse("take-companion", args=[event.slug]))
    assert answer.status_code == 422
    assert "The awards of Open are frozen, and the file has other results." in read(answer)
