"""Who set a board of the draft or locked it, when, and what changed: told on the board itself."""

import re

from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import UserFactory
from tests.html import Element, read
from tests.sign_in import signed_in
from tests.views.pairing_page import page_of, pressed, proposed, section
from tournaments.models import PairingDraft, Role, Section, Staff
from tournaments.services import rosters

__all__ = ["section"]

AT = r"\d+:\d\d [AP]M"


def hands(page: Element) -> list[str]:
    """What each board tells of who set it, the time aside."""
    return [" ".join(board.texts(".hand")) for board in page.all(".pair")]


def timeless(said: str) -> str:
    return re.sub(AT, "…", said)


def do(desk: Client, section: Section, act: str, **typed: str) -> Element:
    return read(pressed(desk, page_of(desk, section), section, act, **typed))


def names(section: Section) -> dict[str, str]:
    return {str(player.number): player.called for player in section.players.all()}


def test_a_board_that_the_rules_made_has_no_hand(desk: Client, section: Section) -> None:
    assert hands(proposed(desk, section)) == ["", "", ""]


def test_two_boards_tell_who_made_their_players_change_places(desk: Client, section: Section) -> None:
    page = proposed(desk, section)
    one, other = page.one("#white-0")["value"], page.one("#white-1")["value"]
    first, second, third = map(timeless, hands(do(desk, section, "save", white_0=other)))
    who = names(section)
    assert first == f"Set by Kim Okafor at …: {who[other]} and {who[one]} changed places."
    assert second == f"Set by Kim Okafor at …: {who[one]} and {who[other]} changed places."
    assert third == ""


def test_swapped_colors_are_told_until_they_are_swapped_back(desk: Client, section: Section) -> None:
    proposed(desk, section)
    told = hands(do(desk, section, "swap-1"))
    assert [timeless(each) for each in told] == ["", "Set by Kim Okafor at …: colors swapped.", ""]
    assert hands(do(desk, section, "swap-1")) == ["", "", ""]


def test_who_had_no_board_takes_a_seat(desk: Client, section: Section) -> None:
    page = proposed(desk, section)
    one, who = page.one("#white-0")["value"], names(section)
    assert timeless(hands(do(desk, section, "save", white_0=""))[0]) == (
        f"Set by Kim Okafor at …: {who[one]} left the seat."
    )
    assert timeless(hands(do(desk, section, "save", white_0=one))[0]) == "", "as the rules made it"
    do(desk, section, "save", white_0="")
    other = page.one("#white-1")["value"]
    do(desk, section, "save", white_1="")
    told = hands(do(desk, section, "save", white_0=other))
    assert timeless(told[0]) == f"Set by Kim Okafor at …: {who[other]} was seated."


def test_players_who_change_places_do_so_where_their_board_is_moved_as_well(
    desk: Client, section: Section
) -> None:
    page = proposed(desk, section)
    one, other = page.one("#white-1")["value"], page.one("#white-2")["value"]
    who, moved = names(section), do(desk, section, "save", white_1=other, to_1="1")
    assert [timeless(each) for each in hands(moved)] == [
        f"Set by Kim Okafor at …: {who[other]} and {who[one]} changed places.",
        "",
        f"Set by Kim Okafor at …: {who[one]} and {who[other]} changed places.",
    ]


def test_a_hand_of_another_day_tells_the_date(desk: Client, section: Section) -> None:
    proposed(desk, section)
    do(desk, section, "swap-1")
    row = PairingDraft.objects.get()
    row.boards[1][4][1] = "2026-11-21T20:59:00-05:00"
    row.save()
    told = hands(page_of(desk, section))[1]
    assert told == "Set by Kim Okafor at Sat, Nov 21, 2026, 8:59 PM: colors swapped."


def test_undo_takes_the_hand_back_and_leaves_those_of_others(desk: Client, section: Section) -> None:
    proposed(desk, section)
    do(desk, section, "swap-0")
    robin = UserFactory.create(username="robin", first_name="Robin", last_name="Alderman")
    Staff.objects.create(event=section.event, user=robin, role=Role.ASSISTANT)
    second = signed_in(robin)
    there = do(second, section, "swap-1")
    assert [timeless(each) for each in hands(there)][1] == "Set by Robin Alderman at …: colors swapped."
    do(second, section, "save", lock_2="on")
    do(second, section, "undo")
    do(second, section, "undo")
    told = [timeless(each) for each in hands(page_of(desk, section))]
    assert told == ["Set by Kim Okafor at …: colors swapped.", "", ""]


def test_a_locked_board_keeps_its_hand_when_the_rest_is_paired_again(desk: Client, section: Section) -> None:
    proposed(desk, section)
    do(desk, section, "swap-0", lock_0="on")
    page = do(desk, section, "again")
    assert [timeless(each) for each in hands(page)] == ["Set by Kim Okafor at …: colors swapped.", "", ""]
    assert page.texts(".lock")[0] == "Locked by Kim Okafor board 1"
    assert "1 board locked." in page.one(".act")


def test_a_hand_follows_a_player_who_gets_another_number(desk: Client, section: Section, kim: User) -> None:
    page = proposed(desk, section)
    one, other = page.one("#white-0")["value"], page.one("#white-1")["value"]
    before = hands(do(desk, section, "save", white_0=other))
    assert before[0]
    rosters.edit_player(section.players.get(number=one), number=70, by=kim)
    assert hands(page_of(desk, section)) == before
    rosters.edit_player(section.players.get(number=other), number=int(one), by=kim)
    assert hands(page_of(desk, section)) == before


def test_a_discarded_draft_comes_back_with_its_hands(desk: Client, section: Section) -> None:
    proposed(desk, section)
    before = hands(do(desk, section, "swap-0"))
    do(desk, section, "discard")
    form = page_of(desk, section).form(at("change-pairing", section, 2))
    form.send(desk, {"do": "bring"}, follow=True)
    assert hands(page_of(desk, section)) == before
