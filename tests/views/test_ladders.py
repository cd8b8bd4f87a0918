"""Players move up after somebody left (29G1): what a draft offers, and what desk and phones tell of it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, games_of, played, undone
from tests.html import visit
from tests.views.pairing_page import page_of, seats
from tests.views.repaired_rounds import WHY, boards, reasons, section, send, without_a_board_1
from tests.views.test_public_names import choose
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import Seat, Section
from tournaments.pairing.draft import Draft, DraftBoard
from tournaments.selectors.pairing.basis import basis_of
from tournaments.selectors.pairing.reasons import bye_by_hand
from tournaments.services import attendance, drafts, pairings, rosters
from tournaments.services.reasons import keep

__all__ = ["section"]


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
    gone = section.players.get(number=1).called
    moved = f"After {gone} left the round, players moved up, so {white} meets {black} (29G1)."
    assert moved in page
    assert f"The rules would pair {white}" not in page
    page = send(desk, section, do=f"swap-{at}")
    assert moved in page
    assert f"{black} has white: set by the director." in page


@pytest.mark.parametrize(("locked", "rests"), [("off", ("4", "5")), ("on", ("1", "2"))])
def test_a_locked_board_stays_out_of_the_ladder(
    desk: Client, section: Section, kim: User, locked: str, rests: tuple[str, str]
) -> None:
    """3 and the bye are gone, and 7 had a bye: 4 or 5 rests, or of those above them 1 or 2 (28L2)."""
    pairings.withdraw(section.players.get(number=3), 1, by=kim)
    pairings.give_bye(section, 2, [6], Kind.HALF_BYE, by=kim)
    page = send(desk, section, do="ladder", **{"lock-0": "on", "lock-2": "on"})
    assert "There is no ladder for this draft." in page
    page = send(desk, section, do="ladder", **({"lock-2": "on"} if locked == "on" else {}))
    assert page.one("[name=bye]")["value"] in rests
    assert locked == "off" or ["4", "5"] in [sorted(both) for both in seats(page)]


def test_after_a_ladder_each_board_has_the_reason_that_it_was_made_for(
    client: Client, desk: Client, section: Section, kim: User
) -> None:
    """29G1: the others would be paired otherwise without the player who left. 6 is of the group of 4 – 5."""
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    before = reasons(client, section)
    pairings.remove_pairing(games_of(section, 2)[0], by=kim, reason=WHY)
    pairings.withdraw(section.players.get(number=1), 1, by=kim)
    send(desk, as_it_stands(section), do="ladder", reason=WHY)
    after = reasons(client, section)
    moved = after.pop(frozenset((2, 6)))
    gone = section.players.get(number=1).called
    assert moved[0].startswith(f"After {gone} left the round, players moved up, so ")
    assert moved[0].endswith(" (29G1).")
    told = "Paired before other boards of its score groups were changed (29G)."
    kept = without_a_board_1(before, after)
    kept[frozenset((4, 5))].append(told)
    assert after == kept
    assert len(after) == 2
    stays = next(at for at, both in boards(section).items() if both == {4, 5})
    plain = visit(client, at("board", section, 2, stays)).one(".reason").text
    assert plain.endswith("This board was paired before other boards of the round were changed.")
    undone(as_it_stands(section), by=kim)
    assert reasons(client, section) == without_a_board_1(before, after)


def test_a_board_of_another_score_group_than_a_repair_touched_keeps_its_reason_as_it_was(
    client: Client, desk: Client, kim: User
) -> None:
    """29G1: 1 leaves, and 4 has the bye or one of the same group plays; nobody of the group below moves."""
    section = a_section(0, 4, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(rating=1900 - 100 * at) for at in range(8)], by=kim)
    played(section, 1, "1 5 WL\n6 2 LW\n3 7 WL\n8 4 LW")
    drafts.keep(as_it_stands(section), 2, drafts.propose(as_it_stands(section), 2), by=kim)
    drafts.publish(as_it_stands(section), 2, by=kim)
    keep(section.pk, 2)
    before = reasons(client, section)
    for gone in (1, 3):
        player = section.players.get(number=gone)
        pairings.withdraw(player, 1, by=kim, reason=WHY, unpairing=True)
    send(desk, as_it_stands(section), do="ladder", reason=WHY)
    after = reasons(client, section)
    low = [both for both in after if both <= {5, 6, 7, 8}]
    assert len(low) == 2
    assert [after[both] for both in low] == [before[both] for both in low]


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
    told = "Paired before other boards of its score groups were changed (29G)."
    kept = without_a_board_1(before, after)
    kept[frozenset((4, 5))].append(told)
    assert after == kept


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
    gone = section.players.get(number=1).called
    after = f"{gone} left the round. Others moved up, and the bye was left over."
    assert bye.one(".reason").text == after
    assert bye.texts(".rule") == [
        f"Full-point bye: left over when others moved up, after {gone} left the round (29G1)."
    ]
    assert not bye_by_hand(basis_of(section, 2, row).request, row, row.draft)


def test_who_comes_late_with_fewer_points_than_the_bye_player_is_offered_that_opponent(
    desk: Client, kim: User
) -> None:
    """29G1: one board changes. Everybody else drew."""
    section = a_section(0, 4, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(rating=1900 - 100 * at) for at in range(5)], by=kim)
    played(section, 1, "1 3 DD\n4 2 DD\n5 B")
    drafts.keep(as_it_stands(section), 2, drafts.propose(as_it_stands(section), 2), by=kim)
    drafts.publish(as_it_stands(section), 2, by=kim)
    rests = Seat.objects.get(round__number=2, kind="B").player
    attendance.add_player(as_it_stands(section), EntryFactory.create(rating=1550), {}, by=kim)
    up, *_again = page_of(desk, as_it_stands(section)).all(".way")
    assert up.one("h3").text == "Move players up (ladder): 1 board changes"
    assert f"{rests.called} plays and loses the full-point bye" in up
    before = boards(section)
    send(desk, as_it_stands(section), do="ladder", reason=WHY)
    assert boards(section) == before | {3: {6, rests.number}}


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


def test_a_ladder_after_one_left_and_one_came_late_names_nobody(
    client: Client, desk: Client, section: Section, kim: User
) -> None:
    """Whose place it is that others move up to is not known."""
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    for gone in (1, 4):
        player = section.players.get(number=gone)
        pairings.withdraw(player, 1, by=kim, reason=WHY, unpairing=True)
    attendance.add_player(as_it_stands(section), EntryFactory.create(rating=1950), {}, by=kim)
    before = boards(section).values()
    send(desk, as_it_stands(section), do="ladder", reason=WHY)
    new = {frozenset(both) for both in boards(section).values() if both not in before}
    told = reasons(client, section)
    assert new
    assert all("29G1" in told[both][0] for both in new)
    assert not any("After " in told[both][0] for both in new if 8 in both)


def test_of_those_whose_boards_were_removed_and_who_stay_nobody_is_told_to_have_left(
    client: Client, desk: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    for game in games_of(section, 2)[:2]:
        pairings.remove_pairing(game, by=kim, reason=WHY)
    before = boards(section).values()
    send(desk, as_it_stands(section), do="ladder", reason=WHY)
    told = reasons(client, section)
    assert len(boards(section)) > len(before)
    assert not any("left the round, " in text for texts in told.values() for text in texts)


def test_who_left_is_named_by_a_ladder_as_public_pages_name_players(
    client: Client, desk: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    pairings.withdraw(section.players.get(number=1), 1, by=kim, reason=WHY, unpairing=True)
    send(desk, as_it_stands(section), do="ladder", reason=WHY)
    choose(section.event, kim, short_names=True)
    board = next(at for at, both in boards(section).items() if both == {2, 6})
    first, last = section.players.get(number=1).called.split()[:2]
    told = visit(client, at("board", section, 2, board)).one(".reason").text
    assert told.startswith(f"After {first} {last[0]}. left the round, players moved up, and ")
    assert last not in told
    told = visit(client, "/es" + at("board", section, 2, board)).one(".reason").text
    assert told.startswith(f"{first} {last[0]}. dejó la ronda. Otros subieron, y ")


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
