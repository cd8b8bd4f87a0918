"""A round robin whose section has other rounds than its table is questioned before round 1 (30A)."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import (
    a_section,
    as_it_stands,
    director_of,
    enter,
    games_of,
    paired,
    play_match,
    played,
    undone,
)
from tests.html import Element, read, visit
from tests.views.desk_page import stands
from tests.views.pairing_page import boards, form_of, page_of, proposed, seats
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats.byes import Bye
from tournaments.models import Game, LogEntry, PairingDraft, Round, Seat, Section
from tournaments.selectors.pairing.basis import basis_of
from tournaments.services import attendance, drafts, matches, pairings, rosters
from tournaments.services.byes import request_byes
from tournaments.services.orders import post_order
from tournaments.services.reasons import keep


def a_table(rounds: int, kim: User) -> Section:
    section = a_section(6, rounds, by=kim)
    section.format = Section.Formats.ROUND_ROBIN
    section.save()
    return as_it_stands(section)


QUESTION = "A round robin of 6 players needs 5 rounds, and this section has 4 (30A). Change the rounds"


def test_too_few_rounds_are_told_before_round_one_is_paired_and_published(desk: Client, kim: User) -> None:
    section = a_table(4, kim)
    assert QUESTION in visit(desk, at("desk-round", section, 1))
    assert QUESTION in visit(desk, at("pairing", section, 1))
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    assert QUESTION in visit(desk, at("publish-pairing", section, 1))


def test_a_swiss_that_becomes_a_round_robin_is_told_of_its_rounds_and_of_its_order_at_the_save(
    desk: Client, kim: User
) -> None:
    section = a_section(6, 4, by=kim, order="modified_median,solkoff,cumulative")
    setup = at("edit-section", section)
    form = visit(desk, setup).form(setup)
    saved = read(form.send(desk, {"format": Section.Formats.ROUND_ROBIN}, follow=True))
    assert "Saved." in saved
    assert QUESTION in saved
    told = "The posted order is one for a Swiss."
    assert told in saved
    assert "nearly always equal on Modified Median and Solkoff." in saved
    assert "The preset “Rulebook, round robin” is Sonneborn-Berger →" in saved
    assert saved.link("Choose the order") == at("order", section)
    post_order(as_it_stands(section), "sonneborn_berger,head_to_head", by=kim)
    saved = read(visit(desk, setup).form(setup).send(desk, {"rounds": "5"}, follow=True))
    assert QUESTION not in saved
    assert told not in saved


def test_other_rounds_that_leave_the_boards_as_they_are_are_no_change(desk: Client, kim: User) -> None:
    section = a_section(6, 4, by=kim, format=Section.Formats.ROUND_ROBIN)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    setup = at("edit-section", section)
    visit(desk, setup).form(setup).send(desk, {"rounds": "5"})
    for page in ("pairing", "publish-pairing"):
        assert "after this was paired" not in visit(desk, at(page, section, 1))
    drafts.publish(as_it_stands(section), 1, by=kim)
    assert len(boards(section, 1)) == 3


@pytest.mark.parametrize("rounds", [5, 10])
def test_a_whole_table_and_a_double_one_are_no_question(desk: Client, kim: User, rounds: int) -> None:
    section = a_table(rounds, kim)
    assert "needs 5 rounds" not in visit(desk, at("pairing", section, 1))


def test_who_left_before_round_one_is_named_with_the_place_that_they_keep_in_the_table(
    desk: Client, kim: User
) -> None:
    """30A: five have a table of five rounds, also when one of them stays away; four have another one."""
    section = a_section(5, 5, by=kim, format=Section.Formats.ROUND_ROBIN)
    gone, other = section.players.get(number=3), section.players.get(number=5)
    request_byes(other, [Bye(1, Kind.UNPAIRED)], by=kim)
    assert "the round-robin table" not in visit(desk, at("pairing", section, 1)).text.lower()
    pairings.withdraw(gone, 0, by=kim)
    told = (
        f"{gone.called} has withdrawn and keeps a place in the round-robin table of 5. A player who would"
        " meet that place in a round has no game in it, and no point. For a table of 4, which has 3 rounds,"
        " remove the entry from the roster."
    )
    for page in ("desk-round", "pairing"):
        shown = visit(desk, at(page, section, 1))
        assert told in shown
        assert "needs 3 rounds" not in shown
        assert shown.link("Roster of this section") == at("roster", section)
    rosters.remove_player(gone, by=kim)
    shown = visit(desk, at("pairing", section, 1))
    assert "keeps a place" not in shown
    assert "A round robin of 4 players needs 3 rounds, and this section has 5 (30A)." in shown


@pytest.fixture
def left_late(kim: User) -> Section:
    """Four players after two of three rounds; then number 2 has left, who was to meet number 1."""
    section = a_section(4, 3, by=kim, format=Section.Formats.ROUND_ROBIN)
    played(section, 1, "1 4 WL\n2 3 LW")
    played(section, 2, "3 1 WL\n4 2 LW")
    pairings.withdraw(section.players.get(number=2), 2, by=kim)
    return as_it_stands(section)


def couples(boards: Iterable[Iterable[object]]) -> list[str]:
    """Who meet: who has white in the last round of a quad is by lot (30G)."""
    return ["".join(sorted(map(str, both))) for both in boards]


def test_who_left_after_half_of_the_games_keeps_the_board_of_the_table_for_the_forfeit(
    desk: Client, client: Client, left_late: Section
) -> None:
    page = proposed(desk, left_late, 3)
    assert couples(seats(page)) == ["12", "34"]
    one, two = [left_late.players.get(number=number).called for number in (1, 2)]
    told = f"{two} withdrew after at least half of the games, so {one} wins by forfeit (30B)."
    board = next(each for each in page.all(".pair") if told in each.text)
    assert board.one(".problem.stands").text == told
    assert not page.all(".pair.wrong")
    gate = visit(desk, at("publish-pairing", left_late, 3))
    assert "2 boards, no problems." in gate
    assert f"Board 1: {told} The forfeit is entered with the publication." in gate.text
    assert "zero-point bye" not in gate
    drafts.publish(as_it_stands(left_late), 3, by=director_of(left_late))
    assert couples(boards(left_late, 3)) == ["12", "34"]
    keep(left_late.pk, 3)
    assert f"{two} has left. {one} wins by forfeit." in visit(client, at("board", left_late, 3, 1))


def test_a_board_whose_two_players_left_after_half_of_the_games_says_that_both_forfeit(
    desk: Client, client: Client, left_late: Section, django_capture_on_commit_callbacks: Any
) -> None:
    """30B: beside the board and at the gate, and on the phones once it is posted."""
    director = director_of(left_late)
    drafts.keep(left_late, 3, drafts.propose(left_late, 3), by=director)
    pairings.withdraw(left_late.players.get(number=1), 2, by=director)
    page = page_of(desk, as_it_stands(left_late), 3)
    [(white, black)] = [both for both in seats(page) if {*both} == {"1", "2"}]
    one, two = [left_late.players.get(number=number).called for number in (white, black)]
    told = f"{one} and {two} withdrew after at least half of the games, so both forfeit (30B)."
    board = next(each for each in page.all(".pair") if told in each.text)
    assert board.one(".problem.stands").text == told
    assert "kept the board" not in board
    assert "the director" not in board.text.lower()
    gate = visit(desk, at("publish-pairing", left_late, 3))
    assert f"{told} The forfeit is entered with the publication." in gate.text
    with django_capture_on_commit_callbacks(execute=True):
        drafts.publish(as_it_stands(left_late), 3, by=director)
    assert sorted(stands(game) for game in games_of(left_late, 3)) == ["??", "FF"]
    number = next(game.board for game in games_of(left_late, 3) if stands(game) == "FF")
    why = visit(client, at("board", left_late, 3, number))
    assert why.text.count("Both forfeit.") == 1
    assert f"{one} and {two} have left. Both forfeit." in why
    assert "The director kept" not in why, "that both left is all that there is to tell"


@pytest.mark.parametrize("goes", ["leaves", "rests", "has half a point"])
def test_who_was_to_sit_out_and_is_gone_keeps_no_round_from_being_published(
    desk: Client, kim: User, goes: str
) -> None:
    """30A: nobody has a full-point bye in a round robin, so nothing is to be chosen for who sits out."""
    section = a_section(5, 5, by=kim, format=Section.Formats.ROUND_ROBIN)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    section = as_it_stands(section)
    resting = section.players.get(number=PairingDraft.objects.get(section=section, round=1).bye)
    if goes == "leaves":
        pairings.withdraw(resting, 0, by=kim)
    else:
        kind = Kind.UNPAIRED if goes == "rests" else Kind.HALF_BYE
        request_byes(resting, [Bye(1, kind)], by=kim)
    page = page_of(desk, section, 1)
    gate = visit(desk, at("publish-pairing", section, 1))
    for each in (page, gate):
        assert "full-point bye" not in each.text.lower()
        assert f"{resting.called} is not in this round" not in each
    assert "2 boards" in gate
    told = {
        "leaves": f"{resting.called}, who was to sit out, has withdrawn.",
        "rests": f"Sits out, no point: {resting.called}.",
        "has half a point": f"{resting.called}, who was to sit out, has a half-point bye.",
    }
    assert told[goes] in gate
    assert ("Sits out" in gate) is (goes == "rests")
    assert (told[goes] in page) is (goes != "rests")
    gate.form(at("publish-pairing", section, 1)).send(desk)
    assert len(boards(section, 1)) == 2
    left = Seat.objects.filter(player=resting, round__number=1)
    assert [seat.kind for seat in left] == {"leaves": [], "rests": ["U"], "has half a point": ["H"]}[goes]


def test_the_legend_of_the_wall_chart_says_that_who_has_no_game_by_the_table_sits_out(
    client: Client, kim: User
) -> None:
    """30A: nobody asked for a bye, and the letter is the same."""
    formats = Section.Formats
    for format, told in ((formats.ROUND_ROBIN, "sits out"), (formats.SWISS, "zero-point bye")):
        section = a_section(5, 5, by=kim, format=format, name=told)
        paired(section, 1, "2 5\n3 4\n1 U", publish=True)
        assert f"U: {told}." in visit(client, at("wall-chart", section))


def test_the_forfeit_of_who_left_is_entered_with_the_boards_and_undone_with_them(
    desk: Client, client: Client, left_late: Section
) -> None:
    """30B: the round is complete without a game that nobody plays."""
    director, one = director_of(left_late), left_late.players.get(number=1)
    drafts.keep(left_late, 3, drafts.propose(left_late, 3), by=director)
    drafts.publish(as_it_stands(left_late), 3, by=director)
    game = next(each for each in games_of(left_late, 3) if each.seats.filter(player=one).exists())
    assert {seat.player.number: seat.kind for seat in game.seats.all()} == {1: "X", 2: "F"}
    assert f"{one.called} (forfeit win)" in LogEntry.objects.order_by("-pk")[0].summary
    assert len(visit(client, at("standings", left_late)).all("em.playing")) == 2
    undone(left_late, by=director)
    assert not boards(left_late, 3)
    drafts.publish(as_it_stands(left_late), 3, by=director)
    [other] = [each for each in games_of(left_late, 3) if stands(each) == "??"]
    enter(other, "DD")
    assert basis_of(as_it_stands(left_late), 3, None).request.chart.through == 3


@pytest.mark.parametrize("publishes", ["a press", "the first result", "the forfeit itself"])
def test_a_typed_round_has_the_forfeit_of_who_left_however_it_is_published(
    left_late: Section, publishes: str
) -> None:
    """30B: nobody else enters it, and the round would never be complete."""
    director = director_of(left_late)
    gone, other = paired(left_late, 3, "1 2\n3 4")
    if publishes == "a press":
        pairings.publish(left_late, 3, by=director)
    elif publishes == "the first result":
        enter(other, "WL")
    else:
        enter(gone, "XF")
    kinds = {seat.player.number: seat.kind for seat in gone.seats.all()}
    assert kinds == {1: "X", 2: "F"}
    undone(left_late, by=director)
    assert [stands(game) for game in games_of(left_late, 3)] == ["??", "??"]
    assert not Round.objects.filter(section=left_late, number=3, published_at__isnull=False)


@pytest.mark.parametrize("publishes", ["a result", "a no-show", "the forfeit itself"])
def test_the_log_tells_the_forfeits_that_a_first_result_entered_with_it(
    left_late: Section, publishes: str
) -> None:
    """30B: and so does what is said of its undoing. One that was entered itself is told once."""
    director = director_of(left_late)
    gone, other = paired(left_late, 3, "1 2\n3 4")
    called = {player.number: player.called for player in left_late.players.all()}
    forfeit = f"; forfeit entered with it (30B): board 1: {called[1]} – {called[2]} X–F"
    told = f"Round 3, board 2: {called[3]} – {called[4]} 1–0{forfeit}"
    if publishes == "a result":
        enter(other, "WL")
    elif publishes == "a no-show":
        attendance.no_show(other, "white", by=director, revision=other.revision)
        told = f"Round 3, board 2: {called[3]} – {called[4]} F–X; no-show, withdrawn: {called[3]}{forfeit}"
    else:
        enter(gone, "XF")
        told = f"Round 3, board 1: {called[1]} – {called[2]} X–F"
    entry = LogEntry.objects.latest("pk")
    assert entry.summary == told
    undone(left_late, by=director)
    assert LogEntry.objects.latest("pk").summary == f"This was undone: {told}"


def test_the_log_tells_a_forfeit_of_two_who_left(left_late: Section) -> None:
    director = director_of(left_late)
    _gone, other = paired(left_late, 3, "1 2\n3 4")
    pairings.withdraw(left_late.players.get(number=1), 2, by=director)
    enter(other, "DD")
    assert "; forfeit entered with it (30B): board 1: " in LogEntry.objects.latest("pk").summary
    assert LogEntry.objects.latest("pk").summary.endswith(" F–F")
    enter(other, "WL")
    assert "30B" not in LogEntry.objects.latest("pk").summary


def test_the_first_result_of_a_match_enters_the_forfeits_of_a_team_that_left(kim: User) -> None:
    """30B, of teams."""
    section = a_section(4, 3, by=kim, boards=2, format=Section.Formats.ROUND_ROBIN)
    for number, lines in ((1, "1 4\n2 3"), (2, "3 1\n4 2")):
        for match in paired(section, number, lines):
            play_match(match, "WL", "DD")
    pairings.withdraw(section.players.get(number=2), 2, by=kim)
    gone, other = paired(as_it_stands(section), 3, "1 2\n3 4")
    play_match(other, "WL")
    assert [board.result for board in gone.match_boards.order_by("board")] == ["XF", "XF"]
    assert {seat.player.number: seat.kind for seat in gone.seats.all()} == {1: "X", 2: "F"}
    assert [board.result for board in other.match_boards.order_by("board")] == ["WL", "??"]
    one, two = [section.players.get(number=number).called for number in (1, 2)]
    told = f"Round 3, match 2, board 1: 1–0; forfeit entered with it (30B): match 1: {one} – {two} X–F"
    assert LogEntry.objects.latest("pk").summary == told
    undone(section, by=director_of(section))
    assert not Round.objects.filter(section=section, number=3, published_at__isnull=False).exists()
    matches.record_match(other, "FX", revision=Game.objects.get(pk=other.pk).revision, by=kim)
    assert LogEntry.objects.latest("pk").summary.endswith(f"(30B): match 1: {one} – {two} X–F")


def test_the_last_round_of_a_quad_says_that_its_colors_are_by_lot(
    desk: Client, client: Client, left_late: Section
) -> None:
    """30G: at the desk, and on the phones in plain words."""
    assert "Colors by lot (30G)." in proposed(desk, left_late, 3)
    drafts.publish(as_it_stands(left_late), 3, by=director_of(left_late))
    keep(left_late.pk, 3)
    page = visit(client, at("board", left_late, 3, 2))
    assert page.texts(".of-colors") == ["A lot decided the colors."]
    assert "Colors by lot (30G)." in page.texts(".rule")


def test_typed_boards_of_who_left_have_their_forfeit_when_they_are_published(
    desk: Client, left_late: Section
) -> None:
    director = director_of(left_late)
    paired(left_late, 3, "1 2\n3 4")
    assert [stands(game) for game in games_of(left_late, 3)] == ["??", "??"]
    pairings.publish(as_it_stands(left_late), 3, by=director)
    assert [stands(game) for game in games_of(left_late, 3)] == ["XF", "??"]


def test_a_board_of_who_left_that_is_added_to_a_published_round_has_its_forfeit(left_late: Section) -> None:
    paired(left_late, 3, "3 4", publish=True)
    pairings.pair(left_late, 3, "2 1", by=director_of(left_late), reason="forgotten")
    assert [stands(game) for game in games_of(left_late, 3)] == ["??", "FX"]


@pytest.fixture
def left_early(kim: User) -> Section:
    """Six players after one of five rounds; then number 6 has left, who was to meet number 5 next."""
    section = a_section(6, 5, by=kim, format=Section.Formats.ROUND_ROBIN)
    played(section, 1, "1 6 WL\n2 5 LW\n3 4 WL")
    pairings.withdraw(section.players.get(number=6), 1, by=kim)
    return as_it_stands(section)


def without_game(section: Section) -> str:
    five, six = [section.players.get(number=number).called for number in (5, 6)]
    return f"{five} has no game this round: {six} withdrew before half of the games (30B)."


def test_who_was_to_meet_somebody_who_left_early_has_no_game_and_is_not_unseated(
    desk: Client, left_early: Section
) -> None:
    page = proposed(desk, left_early, 2)
    assert page.text.count(without_game(left_early)) == 1
    assert "nseated" not in page
    assert "2 boards. No problems." in page
    page = after(desk, page, left_early, "again", 2)
    assert "Without a seat" not in page
    gate = visit(desk, at("publish-pairing", left_early, 2))
    assert f"{without_game(left_early)} No point for this round." in gate
    assert "2 boards, no problems." in gate
    drafts.publish(as_it_stands(left_early), 2, by=director_of(left_early))
    given = left_early.players.get(number=5).seats.get(round__number=2)
    assert (given.game, given.kind) == (None, "U")


def test_typed_boards_are_published_without_a_question_about_who_has_no_game(
    desk: Client, left_early: Section
) -> None:
    paired(left_early, 2, "1 4\n2 3")
    gate = read(desk.post(at("publish-round", left_early, 2), follow=True))
    assert "Round 2 is published." in gate


def test_the_question_about_typed_boards_says_who_has_no_game(desk: Client, left_early: Section) -> None:
    paired(left_early, 2, "1 4")
    gate = read(desk.post(at("publish-round", left_early, 2), follow=True))
    assert "2 players unseated" in gate
    assert f"{without_game(left_early)} No point for this round." in gate


def after(desk: Client, page: Element, section: Section, do: str, number: int = 3) -> Element:
    """The page of a round after a button."""
    return read(form_of(page, section, number).send(desk, {"do": do}, follow=True))


def test_a_board_of_who_left_may_be_taken_away_and_typed_again(desk: Client, left_late: Section) -> None:
    page = after(desk, proposed(desk, left_late, 3), left_late, "remove-0")
    assert couples(seats(page)) == ["34"]
    page = after(desk, page, left_late, "seat-1-2")
    assert couples(seats(page)) == ["34", "12"]
    assert not page.all(".pair.wrong")


def test_who_leaves_after_the_round_is_paired_is_named_and_keeps_the_board(desk: Client, kim: User) -> None:
    section = a_section(4, 3, by=kim, format=Section.Formats.ROUND_ROBIN)
    played(section, 1, "1 4 WL\n2 3 LW")
    played(section, 2, "3 1 WL\n4 2 LW")
    proposed(desk, as_it_stands(section), 3)
    gone = section.players.get(number=2)
    pairings.withdraw(gone, 2, by=kim)
    page = page_of(desk, as_it_stands(section), 3)
    assert f"Something changed after this was paired: {gone.called} withdrew." in page
    assert f"{gone.called} withdrew after at least half of the games" in page
    page = after(desk, page, section, "again")
    assert "Something changed" not in page
    assert couples(seats(page)) == ["12", "34"]


def test_who_sits_out_is_called_so_at_the_desk_in_the_log_and_on_phones(
    desk: Client, client: Client, kim: User
) -> None:
    """30A: nobody has asked for a bye."""
    section = a_section(3, 3, by=kim, format=Section.Formats.ROUND_ROBIN)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    resting = section.players.get(seats__round__number=1, seats__game=None).called
    assert f"{resting} (sits out)" in LogEntry.objects.order_by("-pk")[0].summary
    assert "sits out" in visit(desk, at("desk-round", section, 1)).one(".byes").text
    round = visit(client, at("round", section, 1))
    assert f"Sits out: {resting}" in round
    assert "ero-point bye" not in round
    player = visit(client, at("player", section, 1))
    assert "Round 1: sits out" in player
    assert "ero-point bye" not in player
