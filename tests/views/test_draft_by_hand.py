"""What a director types and changes in a draft by hand: names in seats, undo, and what is paired again."""

from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, corrected, games_of
from tests.html import read, visit
from tests.views.pairing_page import page_of, pressed, proposed, seats, section
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import Section
from tournaments.services import attendance, pairings

__all__ = ["section"]

CALLED = ["Ann Alder", "Bo Birch", "Cora Cedar", "Eva Elm", "Finn Fir", "Gus Gum", "Lee Alder"]


@pytest.fixture
def named(section: Section) -> Section:
    for player, name in zip(section.players.order_by("number"), CALLED, strict=True):
        player.name = name
        player.save(update_fields=["name"])
    return section


def test_a_refused_seat_does_not_hold_up_undo(desk: Client, section: Section) -> None:
    before = seats(proposed(desk, section))
    pressed(desk, page_of(desk, section), section, "save", white_0="4")
    answer = pressed(desk, page_of(desk, section), section, "undo", white_1="zz")
    assert answer.status_code == 200
    assert seats(read(answer)) == before


def test_a_refused_seat_is_said_beside_publish(desk: Client, section: Section) -> None:
    answer = pressed(desk, proposed(desk, section), section, "publish", white_1="zz")
    assert answer.status_code == 422
    bar = read(answer).one(".act").text
    assert "Nothing was saved. Check the seat, then publish. Board 2" in bar


def test_boards_changed_by_hand_and_not_locked_are_named_when_the_rest_is_paired_again(
    desk: Client, section: Section
) -> None:
    before = seats(proposed(desk, section))
    page = read(pressed(desk, page_of(desk, section), section, "save", white_0="4"))
    changed = seats(page)
    page = read(pressed(desk, page, section, "again"))
    assert seats(page) == before
    told = "Boards 1, 3, changed by hand and not locked, were paired again. Undo brings them back."
    assert told in page
    assert seats(read(pressed(desk, page, section, "undo"))) == changed


def test_nothing_is_said_of_boards_that_are_locked_or_that_the_rules_made(
    desk: Client, section: Section
) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "swap-0"))
    page = read(pressed(desk, page, section, "again", lock_0="on"))
    assert "changed by hand" not in page.one("#draft").text


@pytest.mark.parametrize("name", ["elm", "Eva Elm", "Elm, Eva", "eva"])
def test_a_name_is_typed_into_a_seat_as_its_number_is(desk: Client, named: Section, name: str) -> None:
    page = read(pressed(desk, proposed(desk, named), named, "save", white_0=name))
    assert seats(page)[0] == ("4", "1")
    page = read(pressed(desk, page, named, "save", bye="Fir"))
    assert page.one("[name=bye]")["value"] == "5"


def test_a_name_that_several_have_or_nobody_or_who_is_away_is_told_so(
    desk: Client, named: Section, kim: User
) -> None:
    pairings.give_bye(named, 2, [2], Kind.HALF_BYE, by=kim)
    proposed(desk, named)
    for typed, told in (
        ("alder", "because “Alder” can be Ann Alder (1) or Lee Alder (7)"),
        ("zander", "zander was not saved. Expected: the number or name of a player in this round"),
        ("birch", "Bo Birch has a half-point bye: put the player in first"),
    ):
        answer = pressed(desk, page_of(desk, named), named, "save", black_1=typed)
        assert answer.status_code == 422
        assert told in read(answer).one("#board-1").text.replace("“zander”", "zander")


def test_who_does_not_meet_is_asked_by_name_as_by_number(desk: Client, named: Section, kim: User) -> None:
    proposed(desk, named)

    def answer(one: str, other: str) -> str:
        asked = f"{at('pairing', named, 2)}?{urlencode({'one': one, 'other': other})}"
        return visit(desk, asked).one(".why-not [role=status]").text

    by_numbers = answer("1", "4")
    assert "met in round 1 (27A1)" in by_numbers
    assert answer("Ann Alder", "elm") == answer("Alder, Ann", "#4") == by_numbers
    assert answer("Ann Alder", "ann") == "Type two different players, by number or name."
    both = "a number or the whole name, because “Alder” can be Ann Alder (1) or Lee Alder (7)"
    nobody = "“zander” was not found. Expected: the number or name of a player in this round."
    assert answer("alder", "zander") == f"“alder” was not found. Expected: {both}. {nobody}"
    pairings.give_bye(named, 2, [2], Kind.HALF_BYE, by=kim)
    assert answer("birch", "Elm") == "Bo Birch has a half-point bye in this round."


def test_a_draft_names_up_to_three_who_left_or_came_since_it_was_paired(
    desk: Client, named: Section, kim: User
) -> None:
    proposed(desk, named)
    pairings.give_bye(named, 2, [2], Kind.HALF_BYE, by=kim)
    late = EntryFactory.create(name="Zoe Zander")
    attendance.add_player(named, late, {1: Kind.UNPAIRED}, by=kim)
    said = "Something changed after this was paired: Bo Birch has a half-point bye; Zoe Zander entered late."
    assert said in page_of(desk, named)
    for number in (1, 3):
        pairings.withdraw(named.players.get(number=number), 1, by=kim)
    said = "Ann Alder withdrew; Bo Birch has a half-point bye; Cora Cedar withdrew; and 1 more."
    assert said in page_of(desk, named)
    assert said in visit(desk, at("publish-pairing", named, 2))


def test_a_draft_names_the_boards_whose_results_changed_since(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    corrected(games_of(section, 1)[1], "WL", by=kim)
    assert "Something changed after this was paired: the result of round 1, board 2." in page_of(
        desk, section
    )
