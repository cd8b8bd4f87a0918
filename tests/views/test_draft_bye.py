"""The full-point bye of a draft, and the byes that players leave their seats by: kept, and taken back."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, paired, played
from tests.html import Element, read, visit
from tests.views.pairing_page import page_of, pressed, proposed, seats, section
from tournaments.models import LogEntry, MatchBoard, PairingDraft, Seat, Section, Verb
from tournaments.pairing.options import Options
from tournaments.services import drafts, matches, orders, pairings, rosters
from tournaments.services.reasons import keep
from tournaments.services.undoing import undo

__all__ = ["section"]


def bye(section: Section) -> int:
    return PairingDraft.objects.get(section=section).bye


def test_a_bye_that_the_director_set_stays_when_the_rest_is_paired_again(
    desk: Client, section: Section
) -> None:
    page = proposed(desk, section)
    assert bye(section) == 6
    for _press in range(2):
        page = read(pressed(desk, page, section, "again", bye="4"))
        assert bye(section) == 4
        assert "Full-point bye: set by the director." in page.one("aside")
        assert "6" in {number for pair in seats(page) for number in pair}
    page = read(pressed(desk, page, section, "anew"))
    assert bye(section) == 6


def test_a_bye_of_the_rules_follows_the_results(desk: Client, section: Section, kim: User) -> None:
    proposed(desk, section)
    pairings.withdraw(section.players.get(number=6), 1, by=kim)
    pressed(desk, page_of(desk, section), section, "again")
    assert bye(section) == 0


def test_who_had_the_bye_by_hand_and_went_home_keeps_nobody_waiting(
    desk: Client, section: Section, kim: User
) -> None:
    pressed(desk, proposed(desk, section), section, "save", bye="4")
    pairings.withdraw(section.players.get(number=4), 1, by=kim)
    page = read(pressed(desk, page_of(desk, section), section, "again"))
    assert bye(section) == 0
    assert len(seats(page)) == 3


def test_a_bye_by_hand_that_leaves_an_odd_number_is_named(desk: Client, section: Section, kim: User) -> None:
    pressed(desk, proposed(desk, section), section, "save", bye="4")
    pairings.withdraw(section.players.get(number=5), 1, by=kim)
    answer = pressed(desk, page_of(desk, section), section, "again")
    assert answer.status_code == 422
    name = section.players.get(number=4).name
    assert f"An odd number of players is left when {name} has the bye." in read(answer)
    assert bye(section) == 4


@pytest.mark.parametrize("of_teams", [False, True])
def test_the_line_of_a_score_group_follows_the_bye_that_the_director_gave_from_the_draft_to_the_phone(
    desk: Client, client: Client, kim: User, of_teams: bool
) -> None:
    """28L2 gives it to number 6, who lost. The director lets number 7 rest, who won by a bye, and seats 6."""
    section = a_section(7, 3, by=kim, boards=int(of_teams))
    if of_teams:
        for game in paired(section, 1, "1 4\n2 5\n3 6\n7 B", publish=True, by=kim):
            for match in MatchBoard.objects.filter(game=game).select_related("game__round"):
                matches.record_board(match, "WL", revision=match.revision, by=kim)
    else:
        played(section, 1, "1 4 WL\n2 5 WL\n3 6 WL\n7 B")
    section = as_it_stands(section)
    entries = "teams" if of_teams else "players"
    rests = "One of them has the full-point bye."

    def lines(page: Element) -> list[str]:
        return [text.partition(" On ")[0] for text in page.texts("li.group p")]

    page = proposed(desk, section)
    by_rules = [f"4 {entries}, 3 due black.", f"3 {entries}, 3 due white. {rests}"]
    assert lines(page) == by_rules
    [(at_, seat)] = [
        (at_, side)
        for at_, both in enumerate(seats(page))
        for side, who in zip(("white", "black"), both, strict=True)
        if who == "7"
    ]
    page = read(pressed(desk, page, section, "save", bye="7", **{f"{seat}_{at_}": "6"}))
    by_hand = [f"4 {entries}, 3 due black. {rests}", f"3 {entries}, 3 due white."]
    assert lines(page) == by_hand
    drafts.publish(as_it_stands(section), 2, by=kim)
    keep(section.pk, 2)
    told = [visit(client, at("board", section, 2, board)).one("main").text for board in (1, 2, 3)]
    assert [by_hand[0] in each for each in told] == [True, True, False]
    assert by_hand[1] in told[2]


def test_pair_again_is_offered_with_the_bye_that_the_director_set(desk: Client, kim: User) -> None:
    section = a_section(9, 4, by=kim)
    played(section, 1, "1 5 WL\n6 2 LW\n3 7 WL\n8 4 LW\n9 B")
    proposed(desk, as_it_stands(section))
    page = read(pressed(desk, page_of(desk, section), section, "save", bye="1"))
    for number in seats(page)[1][0], seats(page)[2][0]:
        pairings.withdraw(section.players.get(number=int(number)), 1, by=kim)
    *_ladder, again = page_of(desk, section).all(".way")
    assert "Pair again" in again
    assert "Full-point bye" not in again
    page = read(pressed(desk, page_of(desk, section), section, "again"))
    assert bye(section) == 1
    assert len(seats(page)) == 3


def test_undoing_a_bye_in_the_draft_leaves_nothing_for_the_rounds_undo_to_bring_back(
    desk: Client, section: Section
) -> None:
    first = seats(proposed(desk, section))
    page = read(pressed(desk, page_of(desk, section), section, "save", black_2=""))
    page = read(pressed(desk, page, section, "half-5"))
    given = LogEntry.objects.get(standings=section.standings_id, verb=Verb.BYE)
    for _step in range(2):
        page = read(pressed(desk, page, section, "undo"))
    assert seats(page) == first
    assert not Seat.objects.filter(round__section=section, round__number=2).exists()
    assert LogEntry.objects.latest("pk").undoes == given
    round_page = visit(desk, at("desk-round", section, 2))
    offered = [form.element.text for form in round_page.forms if form.action == at("undo", section)]
    assert not any("bye" in text for text in offered)


def test_a_bye_taken_back_on_the_page_of_the_round_is_no_obstacle_to_the_drafts_undo(
    desk: Client, section: Section, kim: User
) -> None:
    first = seats(proposed(desk, section))
    page = read(pressed(desk, page_of(desk, section), section, "type", pairings="5 H"))
    given = LogEntry.objects.get(standings=section.standings_id, verb=Verb.BYE)
    undo(section.pk, by=kim, entry_id=given.pk)
    page = read(pressed(desk, page_of(desk, section), section, "undo"))
    assert seats(page) == first
    assert LogEntry.objects.filter(undoes=given).count() == 1


@pytest.mark.parametrize("asked", ["ask", "refuse"])
def test_a_bye_by_hand_that_forces_a_second_meeting_says_so_beside_it_and_is_released(
    desk: Client, kim: User, asked: str
) -> None:
    three = a_section(3, 3, by=kim)
    played(three, 1, "1 2 WL\n3 B")
    played(three, 2, "1 3 WL\n2 B")
    orders.post_options(three, Options(rematch_when_impossible=asked), by=kim, reason="agreed")
    three = as_it_stands(three)
    page = proposed(desk, three, 3)
    assert bye(three) == 1
    assert not page.all("[value=full-0]")
    form = page.form(at("change-pairing", three, 3))
    page = read(form.send(desk, {"do": "save", "bye": "2"}, follow=True))
    one, two, other = (three.players.get(number=number).called for number in (1, 2, 3))
    card = next(card for card in page.all("aside .card") if card.all("#bye"))
    if asked == "ask":
        assert f"{other} and {one} meet a second time, because this is set: bye for {two} (27A1)." in card
    else:
        assert f"Not everybody can be paired while this is set: bye for {two}." in card
    assert card.one("[value=full-0]").text == f"Release the bye of {two}"
    form = page.form(at("change-pairing", three, 3))
    page = read(form.send(desk, {"do": "full-0"}, follow=True))
    assert bye(three) == 0
    assert page.one(".act [value=again-2]")
    assert not page.all("[value=full-0]")


def test_a_bye_by_hand_beside_a_house_player_who_rests_says_that_no_bye_is_needed(
    desk: Client, section: Section, kim: User
) -> None:
    """28M1: seven players and a house player are even."""
    rosters.add_players(section, [EntryFactory.create(name="Host, Hal", rating=1000, house=True)], by=kim)
    page = proposed(desk, section)
    assert bye(section) == 0
    assert "House player" not in page.one("aside").text
    pressed(desk, page, section, "save", bye="4")
    page = read(pressed(desk, page_of(desk, section), section, "again"))
    assert bye(section) == 4
    assert "8" not in {number for pair in seats(page) for number in pair}
    name = section.players.get(number=4).called
    told = f"A house player is here: no bye is needed (28M1). The bye of {name} stays: it was set by hand."
    assert told in page.one("aside")
    assert "House player: Hal Host rests." in page.one("aside")
    assert "No problems." not in page.one(".act")
    assert "1 full-point bye too many" in page.one(".act")
    assert told in visit(desk, at("publish-pairing", section, 2))
    plays_once_the_bye_is_taken_back(desk, page, section, "again-4")


def plays_once_the_bye_is_taken_back(desk: Client, page: Element, section: Section, again: str) -> None:
    """House player 8 makes the number even, and nothing is wrong then."""
    page = read(pressed(desk, page, section, "full-0"))
    page = read(pressed(desk, page, section, again))
    assert "8" in {number for pair in seats(page) for number in pair}
    assert "No problems." in page.one(".act")


def test_in_an_even_field_the_house_player_rests_and_nothing_is_wrong(
    desk: Client, section: Section, kim: User
) -> None:
    entries = [
        EntryFactory.create(rating=900),
        EntryFactory.create(name="Host, Hal", rating=1000, house=True),
    ]
    rosters.add_players(section, entries, by=kim)
    page = proposed(desk, section)
    assert "House player: Hal Host rests." in page.one("aside")
    assert "No problems." in page.one(".act")


def test_a_house_player_who_comes_after_the_draft_is_named_beside_the_bye_of_the_rules(
    desk: Client, section: Section, kim: User
) -> None:
    """28M1"""
    page = proposed(desk, section)
    assert bye(section) == 6
    rosters.add_players(section, [EntryFactory.create(name="Host, Hal", rating=1000, house=True)], by=kim)
    page = page_of(desk, section)
    name = section.players.get(number=6).called
    told = f"A house player is here: no bye is needed (28M1). {name} has it until the rest is paired again."
    assert told in page.one("aside")
    assert "1 full-point bye too many" in page.one(".act")
    assert told in visit(desk, at("publish-pairing", section, 2))
    plays_once_the_bye_is_taken_back(desk, page, section, "again-6")


def test_a_house_player_who_rests_is_none_of_the_group(
    desk: Client, kim: User, django_capture_on_commit_callbacks: Any
) -> None:
    """28M1: phones count who plays, and who has the bye."""
    seven = a_section(7, 3, by=kim)
    proposed(desk, seven, 1)
    rosters.add_players(seven, [EntryFactory.create(name="Host, Hal", rating=1000, house=True)], by=kim)
    assert "8 players" not in page_of(desk, seven, 1)
    with django_capture_on_commit_callbacks(execute=True):
        drafts.publish(seven, 1, by=kim)
    page = visit(desk, at("board", seven, 1, 1))
    assert "7 players" in page
    assert "8 players" not in page


def test_a_house_player_with_the_full_point_bye_is_named_on_the_draft_and_at_the_gate(
    desk: Client, kim: User
) -> None:
    """28M1"""
    eight = a_section(8, 3, by=kim)
    rosters.add_players(eight, [EntryFactory.create(name="Host, Hal", rating=1000, house=True)], by=kim)
    form = proposed(desk, eight, 1).form(at("change-pairing", eight, 1))
    page = read(form.send(desk, {"do": "save", "bye": "9"}, follow=True))
    told = "Hal Host is a house player, who rests without a bye (28M1)."
    assert told in page.one("aside")
    assert "1 full-point bye too many" in page.one(".act")
    assert told in visit(desk, at("publish-pairing", eight, 1))
