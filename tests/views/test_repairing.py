"""Somebody leaves after the round was posted: players move up, or the round is paired again (29G)."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, played, undone
from tests.html import read, visit
from tests.views.pairing_page import page_of, seats
from tests.views.repaired_rounds import WHY, boards, published, reasons, section, send
from tournaments.models import Game, LogEntry, Seat, Section
from tournaments.pairing.draft import Draft, DraftBoard
from tournaments.pairing.options import Options
from tournaments.pairing.pairing import pair
from tournaments.pairing.repairing import Round
from tournaments.pairing.request import PairingInput
from tournaments.pairing.result import ByeGiven, PairingResult
from tournaments.selectors.pairing.basis import basis_of, draft_of
from tournaments.selectors.pairing.posted_boards import before_boards
from tournaments.services import drafts, orders, pairings
from tournaments.services.reasons import keep

__all__ = ["published", "section"]


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
        "Round 2, players moved up: 1 board changed: Ben Birch 2 – Fay Hazel 6;"
        " Fay Hazel 6 plays and loses the full-point bye"
    )
    assert (entry.summary, entry.reason) == (told, WHY)
    undone(published, by=kim)
    assert boards(published) == before
    assert Seat.objects.get(round__number=2, kind="B").player.number == 6


def test_a_round_paired_again_tells_why_of_its_new_boards(
    client: Client, desk: Client, published: Section
) -> None:
    keep(published.pk, 2)
    send(desk, published, do="again", reason=WHY)
    told = reasons(client, published)
    assert all(told.values())
    assert not any("The rules would pair" in text for texts in told.values() for text in texts)
    again = "Paired again after the round was posted (29G)."
    assert all(again in texts for texts in told.values())


def test_the_lines_of_score_groups_are_those_of_the_repair_and_of_then_once_it_is_undone(
    client: Client, desk: Client, published: Section, kim: User
) -> None:
    keep(published.pk, 2)

    def of_then() -> set[bool]:
        pages = [visit(client, at("board", published, 2, board)) for board in boards(published)]
        return {", as it was paired:" in page for page in pages}

    send(desk, published, do="ladder", reason=WHY)
    assert of_then() == {False}
    undone(published, by=kim)
    assert of_then() == {True}


def test_a_published_round_is_paired_again_with_a_reason(desk: Client, published: Section) -> None:
    way = page_of(desk, published).all(".way")[1]
    changed = int(way.one("h3").text.split()[2])
    kept = boards(published)
    send(desk, published, do="again", reason=WHY)
    now = boards(published)
    assert {number for both in now.values() for number in both} == {2, 3, 4, 5, 6, 7}
    assert sorted(now) == [1, 2, 3]
    assert sum(now[at] != kept.get(at) for at in now) <= changed


@pytest.mark.parametrize("how", ["ladder", "again"])
def test_a_bye_that_is_lost_as_a_round_is_paired_again_keeps_its_page(
    client: Client, desk: Client, published: Section, how: str
) -> None:
    """Its link is on phones."""
    send(desk, published, do=how, reason=WHY)
    assert "does not have the full-point bye of round 2 any more." in visit(
        client, at("bye", published, 2, 6)
    )


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


def test_who_is_back_in_a_published_round_is_given_a_board(
    desk: Client, published: Section, kim: User
) -> None:
    pairings.reinstate(published.players.get(number=1), by=kim)
    page = page_of(desk, published)
    assert {way.one("h3").text for way in page.all(".way")} == {"Seat them together"}
    assert page.one("#why")["value"] == ""
    send(desk, as_it_stands(published), do="ladder", reason="feels better")
    assert boards(published)[1] == {1, 2}


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
        pairings.withdraw(section.players.get(number=number), 1, by=kim, reason=WHY)
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
        pairings.withdraw(section.players.get(number=number), 1, by=kim, reason=WHY)
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
    after = visit(client, at("bye", section, 2, 6))
    assert after.one(".reason").text == before
    assert "as it was paired" not in after, "its group has the line of now"


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
    pairings.withdraw(three.players.get(number=3), 0, by=kim, reason=WHY)
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
    left = {number: section.players.get(number=number).called for number in (1, 3)}
    told = [
        f"After {left[one]} and {left[other]} left the round, {called[two]} and {called[seven]} had no"
        " opponent, so they were seated together (29G1)."
        for one, other, two, seven in ((1, 3, 2, 7), (3, 1, 7, 2))
    ]
    assert any(text in page for text in told)
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
    told = f"left the round, {white} and {black} had no opponent, so the director seated them together."
    assert page.one(".reason").text.endswith(told)
    assert all(section.players.get(number=number).called in page.one(".reason") for number in (1, 3))
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
    ladder, again, _open = page_of(desk, section).all(".way")
    assert f"by the rules it goes to {stays.called}" not in ladder
    assert f"Full-point bye: {stays.called}" in again
    assert "Boards that are still open count as begun, so nobody there is moved." in again
