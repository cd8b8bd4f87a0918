"""Somebody leaves after the round was paired: players move up, or the round is paired again (29G)."""

from collections.abc import Container
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, enter, games_of, played, undone
from tests.html import Element, read, visit
from tests.views.pairing_page import page_of, seats
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import Game, LogEntry, Seat, Section
from tournaments.pairing.draft import Draft, DraftBoard
from tournaments.pairing.options import Options
from tournaments.pairing.pairing import pair
from tournaments.pairing.repairing import Round
from tournaments.pairing.request import PairingInput
from tournaments.pairing.result import ByeGiven, PairingResult
from tournaments.selectors.pairing.basis import basis_of, draft_of
from tournaments.selectors.pairing.reasons import bye_by_hand
from tournaments.selectors.pairing.repairing import before_boards
from tournaments.services import attendance, drafts, orders, pairings, rosters
from tournaments.services.reasons import keep

WHY = "went home with a fever"


@pytest.fixture
def section(kim: User) -> Section:
    """Seven players after one round: 1, 2 and 3 won, 7 had the bye. The draft of round 2 is 2 – 1, 7 – 3 and
    4 – 5, and 6 has the bye."""
    section = a_section(0, 4, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(rating=1900 - 100 * at) for at in range(7)], by=kim)
    played(section, 1, "1 4 WL\n5 2 LW\n3 6 WL\n7 B")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    return as_it_stands(section)


@pytest.fixture
def published(section: Section, kim: User) -> Section:
    """Round 2 is published, board 1 is removed, and 1 went home: 2 has no opponent."""
    drafts.publish(section, 2, by=kim)
    pairings.remove_pairing(games_of(section, 2)[0], by=kim, reason=WHY)
    pairings.withdraw(section.players.get(number=1), 1, by=kim)
    return as_it_stands(section)


def boards(section: Section, round: int = 2) -> dict[int, set[int]]:
    return {
        game.board: {seat.player.number for seat in game.seats.select_related("player")}
        for game in games_of(section, round)
    }


def send(desk: Client, section: Section, **typed: str) -> Element:
    form = page_of(desk, section).form(at("change-pairing", section, 2))
    return read(form.send(desk, typed, follow=True))


def test_a_draft_offers_both_ways_with_what_each_changes(desk: Client, section: Section, kim: User) -> None:
    assert not page_of(desk, section).all(".way")
    before = seats(page_of(desk, section))
    pairings.withdraw(section.players.get(number=1), 1, by=kim)
    page = page_of(desk, section)
    names = {number: section.players.get(number=number).called for number in (2, 6)}
    assert f"{names[2]} has no opponent in this round" in page
    up, again = page.all(".way")
    assert up.one("h3").text == "Move players up (ladder): 1 board changes"
    moved, loses = up.all("li")
    assert {*moved.one("bdi").text.split(" – ")} == {names[2], names[6]}
    assert loses.text == f"{names[6]} plays and loses the full-point bye"
    assert again.one("h3").text.startswith("Pair again: ")
    page = send(desk, section, do="ladder")
    assert {frozenset(both) for both in seats(page)} == {
        frozenset(both) for both in (("2", "6"), ("7", "3"), ("4", "5"))
    }
    assert page.one("[name=bye]")["value"] == ""
    assert not page.all(".way")
    assert before[1] in seats(page)
    page = send(desk, section, do="undo")
    assert seats(page) == before
    assert page.all(".way")


def test_a_way_shows_the_scores_of_who_would_meet_and_marks_a_gap_of_more_than_a_point(
    desk: Client, section: Section, kim: User
) -> None:
    four = a_section(4, 3, by=kim)
    played(four, 1, "1 2 WL\n3 4 WL")
    played(four, 2, "1 3 WL\n2 4 WL")
    drafts.keep(as_it_stands(four), 3, drafts.propose(as_it_stands(four), 3), by=kim)
    drafts.edit(four, 3, Draft((DraftBoard(2, 3),), 0), by=kim)
    way, *_again = visit(desk, at("pairing", four, 3)).all(".way")
    one, other = (four.players.get(number=number).called for number in (1, 4))
    assert way.one("h3").text == "Seat them together"
    assert {*way.one("bdi").text.split(" – ")} == {one, other}
    assert way.one("li small").text in ("2 against 0", "0 against 2")
    assert way.texts("li .gap") == ["2 points apart"]
    pairings.withdraw(section.players.get(number=1), 1, by=kim)
    for each in page_of(desk, section).all(".way"):
        assert not each.all(".gap"), "a point and less is what the rules do"
        assert "against" in each


def test_who_comes_late_is_not_offered_a_ladder_that_only_gives_a_bye(desk: Client, kim: User) -> None:
    """28L2: the bye is for the lowest-rated of the lowest group, and not for who came last."""
    late = a_section(4, 3, by=kim, order="solkoff")
    drafts.keep(late, 1, drafts.propose(late, 1), by=kim)
    rosters.add_players(late, [EntryFactory.create(name="Small, Eve", rating=2700)], by=kim)
    [way] = visit(desk, at("pairing", late, 1)).all(".way")
    assert way.one("h3").text.startswith("Pair again: ")
    assert "Full-point bye: " in way
    assert "Eve" not in way.all("li")[-1].text


def test_a_ladder_that_ends_with_the_bye_says_who_has_it_by_the_rules(desk: Client, kim: User) -> None:
    """28L2: the lowest-rated of the lowest group, and not whom the ladder leaves without an opponent."""
    section = a_section(0, 4, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(rating=1900 - 100 * at) for at in range(8)], by=kim)
    drafts.keep(section, 1, drafts.propose(as_it_stands(section), 1), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    pairings.remove_pairing(games_of(section, 1)[3], by=kim, reason=WHY)
    pairings.withdraw(section.players.get(number=8), 0, by=kim)
    ladder, again = visit(desk, at("pairing", section, 1)).all(".way")
    four, seven = [section.players.get(number=number).called for number in (4, 7)]
    assert ladder.one("h3").text == "Give the full-point bye: no board changes"
    assert f"{four} has the bye; by the rules it goes to {seven} (28L2)." in ladder
    assert f"Full-point bye: {seven}" in again
    assert "by the rules it goes" not in again


def test_a_draft_says_of_a_board_that_players_moved_up_for_it(
    desk: Client, section: Section, kim: User
) -> None:
    """And of one whose colors the director then swapped, as it will be posted."""
    pairings.withdraw(section.players.get(number=1), 1, by=kim)
    page = send(desk, section, do="ladder")
    names = {str(number): section.players.get(number=number).called for number in (2, 6)}
    at = next(at for at, both in enumerate(seats(page)) if {*both} == {"2", "6"})
    white, black = (names[number] for number in seats(page)[at])
    moved = f"Players moved up after somebody left the round or came late, so {white} meets {black} (29G1)."
    assert moved in page
    assert f"The rules would pair {white}" not in page
    page = send(desk, section, do=f"swap-{at}")
    assert moved in page
    assert f"{black} has white: set by the director." in page


def test_a_locked_board_stays_out_of_the_ladder(desk: Client, section: Section, kim: User) -> None:
    """3 and the bye are gone, and 7 had a bye: only 4 or 5 could rest."""
    pairings.withdraw(section.players.get(number=3), 1, by=kim)
    pairings.give_bye(section, 2, [6], Kind.HALF_BYE, by=kim)
    page = send(desk, section, do="ladder", **{"lock-2": "on"})
    assert "There is no ladder for this draft." in page
    page = send(desk, section, do="ladder")
    assert page.one("[name=bye]")["value"] in ("4", "5")


def test_a_published_round_moves_players_up_with_a_reason(
    desk: Client, published: Section, kim: User
) -> None:
    link = visit(desk, at("desk-round", published, 2)).link(
        "Somebody has no board: move players up, or pair again (29G)"
    )
    assert link == at("pairing", published, 2)
    before = boards(published)
    page = send(desk, published, do="ladder", reason=WHY)
    assert page.texts(".notice.success") == ["Players moved up in round 2."]
    assert boards(published) == before | {1: {2, 6}}
    assert not Seat.objects.filter(round__number=2, kind="B").exists()
    entry = LogEntry.objects.latest("pk")
    told = (
        "Round 2 paired again: 1 board changed: Ben Birch 2 – Fay Hazel 6;"
        " Fay Hazel 6 plays and loses the full-point bye"
    )
    assert (entry.summary, entry.reason) == (told, WHY)
    undone(published, by=kim)
    assert boards(published) == before
    assert Seat.objects.get(round__number=2, kind="B").player.number == 6


def reasons(client: Client, section: Section) -> dict[frozenset[int], list[str]]:
    """Why the two of each board meet, on the public pages, in the words of the rules."""
    return {
        frozenset(both): visit(client, at("board", section, 2, board)).texts(".rule")
        for board, both in boards(section).items()
    }


def without_a_board_1(
    before: dict[frozenset[int], list[str]], boards: Container[Any]
) -> dict[Any, list[str]]:
    """The reasons that these boards had, now that board 1 is another one."""
    gone = "Follows from a board that was changed afterwards:"
    return {
        both: [text.replace("Follows from board 1:", gone) for text in said]
        for both, said in before.items()
        if both in boards
    }


def test_after_a_ladder_each_board_has_the_reason_that_it_was_made_for(
    client: Client, desk: Client, section: Section, kim: User
) -> None:
    """29G1: the others would be paired otherwise without the player who left."""
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    before = reasons(client, section)
    pairings.remove_pairing(games_of(section, 2)[0], by=kim, reason=WHY)
    pairings.withdraw(section.players.get(number=1), 1, by=kim)
    send(desk, as_it_stands(section), do="ladder", reason=WHY)
    after = reasons(client, section)
    moved = after.pop(frozenset((2, 6)))
    assert moved[0].startswith("Players moved up after somebody left the round or came late, so ")
    assert moved[0].endswith(" (29G1).")
    assert after == without_a_board_1(before, after)
    assert len(after) == 2


def test_a_draft_after_a_ladder_is_published_with_the_reasons_of_both(
    client: Client, desk: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    before = reasons(client, section)
    undone(section, by=kim)
    pairings.withdraw(section.players.get(number=1), 1, by=kim)
    send(desk, as_it_stands(section), do="ladder")
    drafts.publish(as_it_stands(section), 2, by=kim)
    keep(section.pk, 2)
    after = reasons(client, section)
    assert after.pop(frozenset((2, 6)))[0].endswith(" (29G1).")
    assert after == without_a_board_1(before, after)


def test_a_board_and_a_bye_of_a_ladder_in_a_draft_are_told_on_phones_as_those_of_a_posted_round(
    client: Client, desk: Client, kim: User, django_capture_on_commit_callbacks: Any
) -> None:
    """29G1: neither is the choice of the director."""
    section = a_section(0, 4, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(rating=1900 - 100 * at) for at in range(8)], by=kim)
    played(section, 1, "1 5 WL\n6 2 LW\n3 7 WL\n8 4 LW")
    drafts.keep(as_it_stands(section), 2, drafts.propose(as_it_stands(section), 2), by=kim)
    pairings.withdraw(section.players.get(number=1), 1, by=kim)
    send(desk, as_it_stands(section), do="ladder")
    row = section.pairing_drafts.get(round=2)
    moved = {frozenset(each[:2]) for each in row.reasons if "29G1" in each[2][0][0]}
    assert moved
    assert row.bye
    with django_capture_on_commit_callbacks(execute=True):
        drafts.publish(as_it_stands(section), 2, by=kim)
    told = reasons(client, as_it_stands(section))
    assert {both for both, said in told.items() if said and "29G1" in said[0]} == moved
    bye = visit(client, at("bye", section, 2, row.bye))
    assert bye.one(".reason").text != "The director gave this bye."
    assert not bye_by_hand(basis_of(section, 2, row).request, row, row.draft)


def test_a_ladder_for_who_came_late_says_what_holds_of_it(
    client: Client, desk: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    attendance.add_player(as_it_stands(section), EntryFactory.create(rating=1950), {}, by=kim)
    section = as_it_stands(section)
    before = boards(section).values()
    send(desk, section, do="ladder", reason=WHY)
    board = next(at for at, both in boards(section).items() if both not in before)
    white, black = [games_of(section, 2)[board - 1].seats.get(side=side).player.called for side in ("w", "b")]
    told = f"Somebody left the round or came late. Players moved up, and {white} plays {black}."
    assert visit(client, at("board", section, 2, board)).one(".reason").text == told


def test_a_ladder_of_an_earlier_release_is_told_as_one(client: Client, section: Section, kim: User) -> None:
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    (row,) = section.pairing_reasons.all()
    row.boards[0][2][0] = [
        "Players moved up after somebody left the round, so {one} meets {other} (29G1).",
        {"one": "Ann", "other": "Bo"},
    ]
    row.save()
    told = {visit(client, at("board", section, 2, board)).one(".reason").text for board in boards(section)}
    assert "Somebody left the round or came late. Players moved up, and Ann plays Bo." in told


@pytest.mark.parametrize("as_a_draft", [True, False])
def test_after_a_ladder_all_boards_of_a_score_group_have_one_line(
    desk: Client, section: Section, kim: User, as_a_draft: bool
) -> None:
    """Also the board that the ladder leaves as it was, whose own reason stays."""
    if not as_a_draft:
        drafts.publish(section, 2, by=kim)
        keep(section.pk, 2)
        pairings.remove_pairing(games_of(section, 2)[0], by=kim, reason=WHY)
    pairings.withdraw(section.players.get(number=1), 1, by=kim)
    why = {} if as_a_draft else {"reason": WHY}
    send(desk, as_it_stands(section), do="ladder", **why)
    if as_a_draft:
        drafts.publish(as_it_stands(section), 2, by=kim)
        keep(section.pk, 2)
    there = {frozenset(both) for both in boards(section).values()}
    (row,) = section.pairing_reasons.all()
    lines: dict[int, set[str]] = {}
    for white, black, _texts, group in row.boards:
        if {white, black} in there and group:
            lines.setdefault(group[0], set()).add(str(group[1][0]))
    assert lines
    assert [told for told in lines.values() if len(told) > 1] == []


def test_a_round_paired_again_tells_why_of_its_new_boards(
    client: Client, desk: Client, published: Section
) -> None:
    keep(published.pk, 2)
    send(desk, published, do="again", reason=WHY)
    told = reasons(client, published)
    assert all(told.values())
    assert not any("The rules would pair" in text for texts in told.values() for text in texts)


def test_a_published_round_is_paired_again_with_a_reason(desk: Client, published: Section) -> None:
    way = page_of(desk, published).all(".way")[1]
    changed = int(way.one("h3").text.split()[2])
    kept = boards(published)
    send(desk, published, do="again", reason=WHY)
    now = boards(published)
    assert {number for both in now.values() for number in both} == {2, 3, 4, 5, 6, 7}
    assert sorted(now) == [1, 2, 3]
    assert sum(now[at] != kept.get(at) for at in now) <= changed


def test_a_board_that_a_ladder_made_is_paired_again_when_somebody_else_leaves(
    desk: Client, published: Section, kim: User
) -> None:
    """28L2: the bye is for the lowest of the lowest group, also where the ladder has seated that player."""
    keep(published.pk, 2)
    send(desk, published, do="ladder", reason=WHY)
    assert boards(published)[1] == {2, 6}
    pairings.withdraw(published.players.get(number=3), 1, by=kim, reason=WHY, unpairing=True)
    section = as_it_stands(published)
    anew = pair(before_boards(basis_of(section, 2, draft_of(section, 2)).request, ()))
    assert isinstance(anew, PairingResult)
    way = page_of(desk, section).all(".way")[-1].one("button")["value"]
    send(desk, section, do=way, reason=WHY)
    assert {frozenset(both) for both in boards(section).values()} == {each.players for each in anew.boards}
    assert anew.bye is not None
    assert Seat.objects.get(round__number=2, kind="B").player.number == anew.bye.number


@pytest.mark.parametrize("how", ["ladder", "again"])
def test_boards_that_stay_keep_their_posted_numbers_when_there_is_one_fewer(
    desk: Client, kim: User, how: str
) -> None:
    """Numbers are on the wall and on slips: a free one stays free."""
    section = a_section(12, 4, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    before = boards(section, 1)
    for number in (1, 2):
        pairings.withdraw(section.players.get(number=number), 0, by=kim, reason=WHY, unpairing=True)
    page = visit(desk, at("pairing", section, 1))
    do = next(way["value"] for way in page.all(".way button") if way["value"].startswith(how))
    page.form(at("change-pairing", section, 1)).send(desk, {"do": do, "reason": WHY})
    now = boards(section, 1)
    assert len(now) == 5
    assert {board: both for board, both in now.items() if both in before.values()} == {
        board: both for board, both in before.items() if both in now.values()
    }


def test_a_published_round_is_paired_again_as_the_page_showed_it_or_not_at_all(
    desk: Client, published: Section
) -> None:
    """A result that came since holds its board, and the others are made around it."""
    before = boards(published)
    of_old_page = {"do": "ladder", "reason": WHY, "way-ladder": "2-7 3-6 4-5"}
    answer = page_of(desk, published).form(at("change-pairing", published, 2)).send(desk, of_old_page)
    assert answer.status_code == 409
    page = read(answer)
    alert = page.one(".notice.error[role=alert]:not(:empty)")
    assert "Something changed after this page was loaded." in alert
    assert boards(published) == before
    assert page.one("#why")["value"] == WHY
    assert page.one("[name=way-ladder]")["value"] == "2-6 4-5 7-3"
    page.form(at("change-pairing", published, 2)).send(desk, {"do": "ladder"})
    assert boards(published) == before | {1: {2, 6}}


@pytest.mark.parametrize("reason", ["", "x"])
def test_without_a_reason_a_published_round_stays(desk: Client, published: Section, reason: str) -> None:
    before = boards(published)
    page = send(desk, published, do="again", reason=reason)
    assert "Nothing was saved." in page.one(".notice.error[role=alert]:not(:empty)")
    assert page.one("#why")["value"] == reason
    assert boards(published) == before


def test_once_a_game_was_played_who_waits_is_paired_and_boards_with_a_result_stay(
    desk: Client, published: Section, kim: User
) -> None:
    """29G3."""
    enter(games_of(published, 2)[0], "WL", by=kim)
    before = boards(published)
    page = page_of(desk, published)
    assert "Round 2 has begun. Boards with a result stay." in page
    assert page.all(".way")
    send(desk, published, do="ladder", reason=WHY)
    assert boards(published) == before | {1: {2, 6}}


def test_in_a_round_that_has_begun_only_the_ladder_moves_players_from_boards_without_a_result(
    desk: Client, section: Section, kim: User
) -> None:
    """29G2: 6 had the bye and went home too, so 2 waits alone."""
    drafts.publish(section, 2, by=kim)
    pairings.remove_pairing(games_of(section, 2)[0], by=kim, reason=WHY)
    for number in (1, 6):
        pairings.withdraw(section.players.get(number=number), 1, by=kim)
    enter(games_of(section, 2)[0], "WL", by=kim)
    before = boards(section)
    page = page_of(desk, as_it_stands(section))
    assert [way.one("button")["value"] for way in page.all(".way")] == ["ladder", "again"]
    send(desk, as_it_stands(section), do="again", reason=WHY)
    assert boards(section) == before
    assert Seat.objects.get(round__number=2, kind="B").player.number == 2


@pytest.mark.parametrize("how", ["ladder", "again"])
def test_the_bye_of_who_is_left_over_in_a_round_that_has_begun_is_not_told_as_that_of_the_lowest(
    client: Client, desk: Client, section: Section, kim: User, how: str
) -> None:
    """28L2 gives it to the lowest of the lowest group. As above, 2 waits alone."""
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    pairings.remove_pairing(games_of(section, 2)[0], by=kim, reason=WHY)
    for number in (1, 6):
        pairings.withdraw(section.players.get(number=number), 1, by=kim)
    enter(games_of(section, 2)[0], "WL", by=kim)
    send(desk, as_it_stands(section), do=how, reason=WHY)
    rests = Seat.objects.get(round__number=2, kind="B").player.number
    (row,) = section.pairing_reasons.all()
    assert row.bye
    assert row.bye[0] == rests
    page = visit(client, at("bye", section, 2, rests))
    assert "28L2" not in page
    if rests == 2:
        assert page.one(".reason").text == "After the round was posted, no opponent was left."
        assert page.texts(".rule") == [
            "Full-point bye: left without an opponent after the round was posted (29G)."
        ]


def test_who_keeps_the_bye_when_a_round_that_has_begun_is_paired_again_has_it_for_what_it_was_given_for(
    client: Client, desk: Client, section: Section, kim: User
) -> None:
    """1 and 3 went home: 2 and 7 meet, and 6 rests as before."""
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    before = visit(client, at("bye", section, 2, 6)).one(".reason").text
    for number in (1, 3):
        pairings.withdraw(section.players.get(number=number), 1, by=kim, reason=WHY, unpairing=True)
    enter(next(game for game in games_of(section, 2)), "WL", by=kim)
    page = page_of(desk, as_it_stands(section))
    for way in page.all(".way button"):
        send(desk, as_it_stands(section), do=way["value"], reason=WHY)
        break
    assert Seat.objects.get(round__number=2, kind="B").player.number == 6
    assert visit(client, at("bye", section, 2, 6)).one(".reason").text == before


def test_a_way_that_changes_nothing_is_not_offered(
    desk: Client, published: Section, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def as_it_is(request: PairingInput, of: Round) -> PairingResult:
        made = pair(request)
        assert isinstance(made, PairingResult)
        there = [board for board in made.boards if (board.white, board.black) in of.boards]
        return replace(made, boards=tuple(there), bye=ByeGiven(of.resting or 0, ()))

    assert len(page_of(desk, published).all(".way")) == 2
    monkeypatch.setattr("tournaments.pairing.repairing.by_ladder", as_it_is)
    [way] = page_of(desk, published).all(".way")
    assert way.one("h3").text.startswith("Pair again: ")


def test_a_ladder_that_moves_nobody_gives_the_bye(desk: Client, kim: User) -> None:
    three = a_section(3, 2, by=kim)
    drafts.keep(three, 1, drafts.propose(three, 1), by=kim)
    drafts.edit(three, 1, Draft((DraftBoard(1, 2),), 3), by=kim)
    drafts.publish(three, 1, by=kim)
    pairings.withdraw(three.players.get(number=3), 0, by=kim)
    pairings.withdraw(three.players.get(number=1), 0, by=kim, reason=WHY, unpairing=True)
    [way] = visit(desk, at("pairing", three, 1)).all(".way")
    assert way.one("h3").text == "Give the full-point bye: no board changes"
    assert way.one("button").text == "Give the bye"


def test_of_a_round_that_is_over_nothing_is_offered(desk: Client, published: Section, kim: User) -> None:
    stale = page_of(desk, published).form(at("change-pairing", published, 2))
    for game in games_of(published, 2):
        enter(game, "WL", by=kim)
    assert not page_of(desk, published).all(".way")
    assert "A player left" not in visit(desk, at("desk-round", published, 2))
    before = boards(published)
    answer = stale.send(desk, {"do": "ladder", "reason": WHY})
    assert answer.status_code in (409, 422)
    assert boards(published) == before


def test_who_is_paired_leaves_in_one_step_that_leads_to_the_ladder_with_its_reason(
    desk: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    game = games_of(section, 2)[0]
    address = at("withdraw-player", section, 1)
    page = visit(desk, at("edit-player", section, 1))
    assert f"{at('desk-round', section, 2)}#game-{game.pk}" in page.links
    answer = page.form(address).send(desk, {"unpair": "on", "reason": WHY}, follow=True)
    assert answer.redirect_chain[-1][0] == at("pairing", section, 2)
    page = read(answer)
    name = section.players.get(number=2).called
    assert f"{name} has no opponent in this round" in page
    assert page.one("#why")["value"] == WHY
    entry = LogEntry.objects.latest("pk")
    told = " withdrew after round 1; round 2, board 1: Ben Birch 2 – Ada Alder 1 removed"
    assert entry.summary.endswith(told)
    assert entry.reason == WHY
    undone(section, by=kim)
    assert boards(section)[1] == {1, 2}


@pytest.mark.parametrize(
    ("address", "typed", "said", "waits"),
    [
        (
            *("withdraw-player", {"plays_again": 4}, "is out after round 1 and back in round 4"),
            "Ben Birch 2 has no opponent in this round",
        ),
        # The new entry may be paired at once.
        (
            *("re-enter-player", {}, "re-entered after round 1 as number"),
            "Ben Birch 2 and Ada Alder 1 have no opponent in this round",
        ),
    ],
)
def test_who_is_paired_is_out_for_some_rounds_or_enters_again_in_one_step(
    desk: Client, section: Section, kim: User, address: str, typed: dict[str, str], said: str, waits: str
) -> None:
    drafts.publish(section, 2, by=kim)
    page = visit(desk, at("edit-player", section, 1))
    form = page.form(at(address, section, 1))
    assert "Enter the reason" in read(form.send(desk, {**typed, "unpair": "on"}))
    assert boards(section)[1] == {1, 2}
    answer = form.send(desk, {**typed, "unpair": "on", "reason": WHY}, follow=True)
    assert answer.redirect_chain[-1][0] == at("pairing", section, 2)
    assert waits in read(answer)
    removed, done = LogEntry.objects.order_by("-pk")[:2][::-1]
    assert (removed.summary, removed.reason) == ("Round 2, board 1: Ben Birch 2 – Ada Alder 1 removed", WHY)
    assert said in done.summary


def test_what_was_done_with_a_player_is_said_in_the_names_of_the_page(
    desk: Client, section: Section, kim: User
) -> None:
    rosters.edit_player(section.players.get(number=3), name="Cedar, Cora", by=kim)
    for address, typed, said in (
        ("withdraw-player", {}, "Cora Cedar was withdrawn."),
        ("withdraw-player", {"back": "1"}, "Cora Cedar was reinstated."),
        ("edit-player", {}, "Cora Cedar was saved."),
    ):
        form = visit(desk, at("edit-player", section, 3)).form(at(address, section, 3))
        page = read(form.send(desk, typed, follow=True))
        assert said in page
        assert "Cedar, Cora" not in page


def test_a_posted_pairing_is_not_removed_with_who_leaves_without_a_reason(
    desk: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    form = visit(desk, at("edit-player", section, 1)).form(at("withdraw-player", section, 1))
    answer = form.send(desk, {"unpair": "on"})
    assert "Enter the reason" in read(answer)
    assert boards(section)[1] == {1, 2}


def test_a_forfeited_board_stays_as_it_is(desk: Client, published: Section, kim: User) -> None:
    game = next(game for game in games_of(published, 2) if boards(published)[game.board] == {4, 5})
    enter(game, "XF", by=kim)
    assert len(page_of(desk, published).all(".way")) == 2
    send(desk, published, do="again", reason=WHY)
    assert Game.objects.filter(pk=game.pk).exists()
    assert boards(published)[game.board] == {4, 5}


def test_with_nobody_alone_nothing_is_offered(desk: Client, section: Section, kim: User) -> None:
    drafts.publish(section, 2, by=kim)
    assert not page_of(desk, section).all(".way")
    assert "Round 2 is published." in page_of(desk, section)


def test_a_board_against_a_visitor_is_left_to_the_director(
    desk: Client, published: Section, kim: User
) -> None:
    other = a_section(2, event=published.event, name="Open", by=kim)
    assert other.players.count() == 2
    pairings.pair(published, 2, "2 1@Open", by=kim, reason=WHY)
    assert not page_of(desk, published).all(".way")


# --- several left at once ------------------------------------------------------------------------


def test_two_players_leave_at_once_and_their_opponents_meet(
    desk: Client, section: Section, kim: User
) -> None:
    """1 and 3 are gone: 2 and 7 have no opponent, and 6 keeps the bye."""
    for gone in (1, 3):
        pairings.withdraw(section.players.get(number=gone), 1, by=kim)
    called = {number: section.players.get(number=number).called for number in (2, 7)}
    page = page_of(desk, section)
    assert f"{called[2]} and {called[7]} have no opponent in this round" in page
    up = page.all(".way")[0]
    assert up.one("h3").text == up.one("button").text == "Seat them together"
    assert "loses the full-point bye" not in up
    page = send(desk, section, do="ladder")
    assert {frozenset(both) for both in seats(page)} == {frozenset(("2", "7")), frozenset(("4", "5"))}
    assert page.one("[name=bye]")["value"] == "6"
    assert "had no opponent, so they were seated together (29G1)." in page
    assert "moved up" not in page


@pytest.mark.parametrize("as_a_draft", [True, False])
def test_of_two_who_are_seated_together_no_phone_says_that_players_moved_up(
    client: Client, desk: Client, section: Section, kim: User, as_a_draft: bool
) -> None:
    """1 and 3 are gone, as above."""
    if not as_a_draft:
        drafts.publish(section, 2, by=kim)
        keep(section.pk, 2)
    for gone in (1, 3):
        player = section.players.get(number=gone)
        pairings.withdraw(player, 1, by=kim, reason=WHY, unpairing=not as_a_draft)
    send(desk, as_it_stands(section), do="ladder", **({} if as_a_draft else {"reason": WHY}))
    if as_a_draft:
        drafts.publish(as_it_stands(section), 2, by=kim)
        keep(section.pk, 2, overtaken=True)
    board = next(at for at, both in boards(section).items() if both == {2, 7})
    page = visit(client, at("board", section, 2, board))
    white, black = [games_of(section, 2)[board - 1].seats.get(side=side).player.called for side in "wb"]
    told = f"{white} and {black} had no opponent in this round, so the director seated them together."
    assert page.one(".reason").text == told
    assert "moved up" not in page
    assert "subieron" not in read(client.get(f"/es{at('board', section, 2, board)}"))


def test_a_board_against_another_section_stays_when_a_round_is_paired_again(
    desk: Client, published: Section, kim: User
) -> None:
    """28M3: 5 plays a visitor, whose own section decides about that board."""
    other = a_section(3, 4, event=published.event, by=kim)
    games = games_of(published, 2)
    pairings.remove_pairing(games[1], by=kim, reason=WHY)
    pairings.pair(published, 2, f"5 1@{other.name}", by=kim, reason=WHY)
    before = boards(published)
    page = page_of(desk, published)
    assert page.all(".way"), page.text
    send(desk, published, do="again", reason=WHY)
    after = boards(published)
    visiting = [both for both in before.values() if 5 in both]
    assert visiting
    assert visiting[0] in after.values()
    assert other.players.count() == 3


def test_two_ways_to_the_same_round_are_offered_once(desk: Client, section: Section) -> None:
    """4 – 5 is taken off its board: to seat them again is all that the ladder and a new pairing could do."""
    page = send(desk, section, do="remove-2")
    unseated, ways, *_others = [head.text for head in page.all("aside h2")]
    assert unseated.startswith("Unseated")
    assert "have no opponent" in ways
    assert len(page.all(".way")) == 1
    assert "Seat these two together" not in page


def test_a_way_that_seats_teammates_says_so(desk: Client, section: Section, kim: User) -> None:
    section.players.filter(number__in=range(2, 8)).update(team="Riverside")
    orders.post_options(section, Options(teams="plus_two"), by=kim, reason="as on the flyer")
    pairings.withdraw(section.players.get(number=1), 1, by=kim)
    up, _again = page_of(desk, section).all(".way")
    assert any("are teammates" in problem.text for problem in up.all("li .problem"))


def test_boards_that_count_as_begun_are_no_reason_to_say_who_has_the_bye_by_the_rules(
    desk: Client, kim: User
) -> None:
    """28L2: the bye of the ladder is held against the lowest group, not against who is left over."""
    section = a_section(12, 5, by=kim)
    played(section, 1, "1 7 WL\n8 2 LW\n3 9 WL\n10 4 LW\n5 11 WL\n12 6 LW")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    drafts.publish(as_it_stands(section), 2, by=kim)
    games = games_of(section, 2)
    enter(games[1], "WL")
    leaves, stays = (seat.player for seat in games[0].seats.order_by("player__number"))
    assert (leaves.number, stays.number) == (1, 4)
    pairings.withdraw(leaves, 1, by=kim, reason=WHY, unpairing=True)
    ladder, again = page_of(desk, section).all(".way")
    assert f"by the rules it goes to {stays.called}" not in ladder
    assert f"Full-point bye: {stays.called}" in again
    assert "Boards that are still open count as begun, so nobody there is moved." in again
