"""The pairing page without its script: what is proposed, moved, locked and refused."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, enter, games_of, played
from tests.html import read, visit
from tests.views.pairing_page import form_of, page_of, pressed, proposed, seats, section
from tests.views.test_asked_before_locking import Asked
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.checks import the_pairing_library_is_installed
from tournaments.errors import Conflict
from tournaments.models import PairingDraft, Seat, Section
from tournaments.pairing import matching
from tournaments.pairing.draft import Draft, DraftBoard
from tournaments.pairing.options import Options
from tournaments.pairing.result import Impossible
from tournaments.services import drafts, orders, pairings, rosters, visibility

__all__ = ["section"]


def test_one_button_proposes_every_board_with_its_reason(desk: Client, section: Section) -> None:
    page = proposed(desk, section)
    assert seats(page) == [("2", "1"), ("7", "3"), ("4", "5")]
    assert page.one("[name=bye]")["value"] == "6"
    assert "the interchange costs 90, limit 200 (29E5e)" in page.one("#board-0 .why").text
    assert "lowest-rated eligible player" in page
    assert [line.text for line in page.all(".group h2")] == ["1 point", "0 points"]
    assert "No problems" in page.one(".act").text


def test_nothing_is_stored_for_the_public_before_it_is_published(desk: Client, section: Section) -> None:
    proposed(desk, section)
    assert not games_of(section, 2)
    assert as_it_stands(section).stamp == section.stamp


def test_a_typed_number_trades_places_with_who_sat_there(desk: Client, section: Section) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "save", white_0="4"))
    assert seats(page) == [("4", "1"), ("7", "3"), ("2", "5")]
    assert "met in round 1" in page.one("#board-0 .problem").text
    assert "2 rematches" in page.one(".act").text


def test_who_gets_the_bye_leaves_the_seat_to_who_had_it(desk: Client, section: Section) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "save", bye="7"))
    assert seats(page)[1] == ("6", "3")
    assert "has had a full-point bye" in page.one("aside").text
    assert "1 second bye" in page.one(".act").text


def test_a_second_bye_is_named_also_while_others_are_unseated(desk: Client, section: Section) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "save", bye="7"))
    page = read(pressed(desk, page, section, "remove-0"))
    assert "2 players unseated, 1 rematch, 1 second bye" in page.one(".act").text
    assert "has had a full-point bye" in page.one("aside").text
    gate = visit(desk, at("publish-pairing", section, 2))
    assert "has had a full-point bye" in gate


def test_who_is_unseated_is_not_said_to_have_the_bye(desk: Client, section: Section) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "save", bye="", white_0="6"))
    assert "1 player unseated" in page.one(".act").text
    assert "has the bye" not in page.one("aside").text


def test_a_cleared_seat_is_a_problem_and_its_player_is_unseated(desk: Client, section: Section) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "save", black_2=""))
    assert "1 player unseated, 1 board with an empty seat" in page.one(".act").text
    assert page.one("#board-2 .problem").text == "✕ A seat is empty."
    page = read(pressed(desk, page, section, "half-5"))
    assert "half-point bye" in page.one("aside").text
    assert Seat.objects.get(player__number=5, round__number=2).kind == Kind.HALF_BYE.letter


@pytest.mark.parametrize("typed", ["99", "x", "12345678901234567890", "½", "-1"])
def test_a_number_that_nobody_has_is_refused_and_nothing_is_saved(
    desk: Client, section: Section, typed: str
) -> None:
    before = seats(proposed(desk, section))
    answer = pressed(desk, page_of(desk, section), section, "save", white_1=typed)
    assert answer.status_code == 422
    page = read(answer)
    told = page.text.replace("“", "").replace("”", "")
    assert f"board 2: {typed}. Expected: the number or name of a player in this round" in told
    assert seats(page_of(desk, section)) == before


def test_beside_a_refusal_undo_says_that_it_takes_back_what_was_saved_before(
    desk: Client, section: Section
) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "save", white_0="4"))
    assert page.one("[value=undo]").text == "Undo"
    page = read(pressed(desk, page, section, "save", white_1="99"))
    assert page.one("[value=undo]").text == "Undo the last saved change"


def test_a_player_with_a_bye_is_named_and_can_be_put_in(desk: Client, section: Section, kim: User) -> None:
    pairings.give_bye(section, 2, [2], Kind.HALF_BYE, by=kim)
    page = proposed(desk, section)
    assert "2" not in {number for pair in seats(page) for number in pair}
    answer = pressed(desk, page, section, "save", white_0="2")
    assert "has a half-point bye: put the player in first" in read(answer)
    seat = Seat.objects.get(player__number=2, round__number=2)
    page = read(pressed(desk, page_of(desk, section), section, f"in-{seat.pk}"))
    assert "Unseated" in page.one("aside").text
    assert "changed after this was paired" in page


def test_beside_the_draft_stand_the_posted_rules_and_the_byes_of_later_rounds(
    desk: Client, section: Section, kim: User
) -> None:
    aside = proposed(desk, section).one("aside")
    assert "None were chosen, so rounds are paired by rules 27 to 29." in aside
    section.rounds = 4
    section.save(update_fields=["rounds"])
    pairings.give_bye(section, 3, [2], Kind.HALF_BYE, by=kim)
    orders.post_options(section, Options(teams="plus_two"), by=kim, reason="as on the flyer")
    aside = page_of(desk, section).one("aside")
    assert f"Round 3: {section.players.get(number=2).called}, half-point bye" in aside
    assert "28N" in aside
    assert "posted" in aside.one("#rules")
    assert at("pairing-options", section) in aside.links


def test_options_that_are_chosen_and_not_posted_are_in_force_and_the_page_says_when_they_are_posted(
    desk: Client, kim: User
) -> None:
    section = a_section(6, by=kim)
    orders.post_options(section, Options(teams="never"), by=kim)
    rules = proposed(desk, section, 1).one("aside #rules")
    assert "Teammates: never meet" in rules
    assert "They are posted when round 1 is published." in rules
    gate = visit(desk, at("publish-pairing", section, 1))
    assert "Publishing round 1 posts the rulebook’s default order and the chosen pairing options." in gate
    gate.form(at("publish-pairing", section, 1)).send(desk)
    assert "Teammates: never meet" in visit(desk, at("posted-order", section))


def test_a_locked_board_stays_when_the_rest_is_paired_again(desk: Client, section: Section) -> None:
    page = proposed(desk, section)
    page = read(pressed(desk, page, section, "save", white_0="3", lock_0="on"))
    assert seats(page)[0] == ("3", "1")
    page = read(pressed(desk, page, section, "again", lock_0="on"))
    assert ("3", "1") in seats(page)
    assert len(page.all(".locked")) == 1
    assert {number for pair in seats(page) for number in pair} == {"1", "2", "3", "4", "5", "7"}


@pytest.mark.parametrize(
    ("seat", "typed"), [("white_1", "3"), ("black_0", "5"), ("white_0", ""), ("bye", "1")]
)
def test_nobody_of_a_locked_board_is_moved_by_a_number_that_is_typed(
    desk: Client, section: Section, seat: str, typed: str
) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "save", white_0="3", lock_0="on"))
    before = seats(page)
    answer = pressed(desk, page, section, "save", lock_0="on", **{seat: typed})
    assert answer.status_code == 422
    told = read(answer).text
    assert "Expected: no change at board 1, which is locked for " in told
    assert "Unlock it first" in told
    assert ("(empty)" in told) == (typed == "")
    assert seats(page_of(desk, section)) == before


def test_a_lock_excuses_nothing(desk: Client, section: Section) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "save", white_0="4", lock_0="on"))
    assert "met in round 1" in page.one("#board-0 .problem").text


def test_each_step_can_be_taken_back(desk: Client, section: Section) -> None:
    first = seats(proposed(desk, section))
    page = read(pressed(desk, page_of(desk, section), section, "swap-0"))
    assert seats(page)[0] == first[0][::-1]
    page = read(pressed(desk, page, section, "remove-1"))
    assert len(seats(page)) == 2
    page = read(pressed(desk, page, section, "undo"))
    page = read(pressed(desk, page, section, "undo"))
    assert seats(page) == first
    assert not page.all("[value=undo]")


def test_boards_can_be_typed_and_those_who_sat_there_trade_places(desk: Client, section: Section) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "type", pairings="4 1\n5 H"))
    assert seats(page) == [("7", "3"), ("4", "1"), ("2", "")]
    assert "half-point bye" in page.one("aside").text
    answer = pressed(desk, page, section, "type", pairings="4 4\nhello")
    assert answer.status_code == 422
    assert "4 4\nhello" in form_of(read(answer), section).fields["pairings"][0]


def test_undo_takes_back_the_byes_that_came_with_a_list(desk: Client, section: Section) -> None:
    first = seats(proposed(desk, section))
    page = read(pressed(desk, page_of(desk, section), section, "type", pairings="4 1\n5 H"))
    assert "half-point bye" in page.one("aside").text
    page = read(pressed(desk, page, section, "undo"))
    assert seats(page) == first
    assert "half-point bye" not in page.one("aside").text
    assert not Seat.objects.filter(
        round__section=section, round__number=2, kind=Kind.HALF_BYE.letter
    ).exists()


def test_a_list_of_another_program_takes_the_boards_that_it_names(desk: Client, section: Section) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "add"))
    one, four = (section.players.get(number=number).name for number in (1, 4))
    text = f"Board White Black\n1 ___ {four} (1500) ___ {one} (1600)"
    page = read(pressed(desk, page, section, "type", pairings=text))
    assert seats(page)[0] == ("4", "1")
    assert ("", "") not in seats(page)


def test_a_draft_of_another_director_is_the_same_and_a_stale_one_is_a_conflict(
    desk: Client, section: Section, kim: User
) -> None:
    page = proposed(desk, section)
    stale = form_of(page_of(desk, section), section)
    read(pressed(desk, page, section, "swap-0"))
    answer = stale.send(desk, {"do": "swap-0"})
    assert answer.status_code == 409
    one, two = (section.players.get(number=number).called for number in (1, 2))
    text = read(answer)
    assert f"Board 1 now: {one} – {two}" in text
    assert "Board 2 now" not in text
    assert seats(page_of(desk, section))[0] == ("1", "2")


def test_changes_of_two_directors_on_different_boards_both_stand(desk: Client, section: Section) -> None:
    before = seats(proposed(desk, section))
    stale, other, third = (form_of(page_of(desk, section), section) for _each in range(3))
    other.send(desk, {"do": "swap-0"}, follow=True)
    page = read(stale.send(desk, {"do": "swap-1"}, follow=True))
    assert seats(page) == [before[0][::-1], before[1][::-1], *before[2:]]
    page = read(third.send(desk, {"do": "save", "white-2": ""}, follow=True))
    assert seats(page) == [before[0][::-1], before[1][::-1], ("", before[2][1])]


def test_one_player_whom_two_directors_seat_in_two_places_is_a_conflict_by_name(
    desk: Client, section: Section
) -> None:
    before = seats(proposed(desk, section))
    stale = form_of(page_of(desk, section), section)
    form_of(page_of(desk, section), section).send(desk, {"white-0": before[2][0]}, follow=True)
    answer = stale.send(desk, {"white-1": before[2][0]})
    assert answer.status_code == 409
    mover = section.players.get(number=before[2][0]).called
    assert f"Board 1 now: {mover} – " in read(answer)
    assert f"You sent: 2: {mover} – " in read(answer)


def test_a_poll_answers_with_nothing_until_the_draft_or_a_result_changes(
    desk: Client, section: Section, kim: User
) -> None:
    stamp = proposed(desk, section).one("#draft")["data-stamp"]
    poll = {"v": stamp}
    assert desk.get(at("pairing", section, 2), poll).status_code == 204
    drafts.edit(section, 2, PairingDraft.objects.get().draft, by=kim)
    assert desk.get(at("pairing", section, 2), poll).status_code == 204
    pairings.give_bye(section, 3, [1], Kind.HALF_BYE, by=kim)
    assert desk.get(at("pairing", section, 2), poll).status_code == 200


def test_a_poll_without_news_asks_no_rules(
    desk: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every desk with the page open polls; pairing a large section takes the rules their time."""
    stamp = proposed(desk, section).one("#draft")["data-stamp"]
    asked = Asked(monkeypatch)
    assert desk.get(at("pairing", section, 2), {"v": stamp}).status_code == 204
    assert not asked.times
    assert desk.get(at("pairing", section, 2), {"v": "another"}).status_code == 200
    assert asked.times


@pytest.mark.parametrize(
    ("two", "rest", "white"),
    [
        # 2 is due White, 1 Black.
        ((1, 2), [(3, 5), (6, 4)], 2),
        # Both are due Black, and 1 ranks higher.
        ((1, 3), [(2, 6), (4, 5)], 3),
        # They met, and 1 had White.
        ((1, 4), [(2, 3), (6, 5)], 4),
        # Nothing is due to 7, who had the bye.
        ((7, 2), [(6, 1), (4, 5)], 2),
    ],
)
def test_two_who_are_seated_together_get_the_colors_of_the_rules(
    desk: Client, section: Section, kim: User, two: tuple[int, int], rest: list[tuple[int, int]], white: int
) -> None:
    proposed(desk, section)
    boards = tuple(DraftBoard(*board) for board in rest)
    (bye,) = {*range(1, 8)} - {*two, *(number for board in rest for number in board)}
    drafts.edit(section, 2, Draft(boards, bye), by=kim)
    page = read(pressed(desk, page_of(desk, section), section, "seat-{}-{}".format(*two)))
    black = next(number for number in two if number != white)
    assert seats(page)[-1] == (str(white), str(black))


def test_somebody_who_left_another_board_changes_no_colors(desk: Client, section: Section, kim: User) -> None:
    proposed(desk, section)
    drafts.edit(section, 2, Draft((DraftBoard(3, 5), DraftBoard(6, 4)), 7), by=kim)
    for left in (3, 7):
        pairings.withdraw(section.players.get(number=left), 1, by=kim)
    page = read(pressed(desk, page_of(desk, section), section, "seat-1-2"))
    assert seats(page)[-1] == ("2", "1")


def test_where_the_rules_pair_nobody_two_are_seated_as_they_are_named(
    desk: Client, section: Section, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed(desk, section)
    drafts.edit(section, 2, Draft((DraftBoard(3, 5), DraftBoard(6, 4)), 7), by=kim)
    monkeypatch.setattr(drafts, "pair", lambda request: Impossible("These players cannot be paired."))
    page = read(pressed(desk, page_of(desk, section), section, "seat-1-2"))
    assert seats(page)[-1] == ("1", "2")


def test_what_is_wrong_stands_beside_a_board_also_where_the_rules_have_no_pairing(
    desk: Client, kim: User
) -> None:
    """Four have met all others: the rules offer second meetings until two of them have met twice."""
    four = a_section(4, 6, by=kim)
    for number, lines in (
        (1, "1 2 WL\n3 4 WL"),
        (2, "3 1 WL\n4 2 WL"),
        (3, "1 4 WL\n2 3 WL"),
        (4, "2 1 WL\n4 3 WL"),
    ):
        played(four, number, lines)
    page = proposed(desk, four, 5)
    for resting in ("zero-3", "zero-4"):
        page = read(form_of(page, four, 5).send(desk, {"do": resting}, follow=True))
    page = read(form_of(page, four, 5).send(desk, {"do": "seat-1-2"}, follow=True))
    assert "By the rules: These players cannot be paired" in page
    assert page.link("Pair the round by hand.") == f"{at('desk-round', four, 5)}#pairing"
    assert "met in round 4" in page.one(".pair .problem").text
    assert "1 rematch" in page.one(".act").text


def test_the_lot_for_board_one_is_one_for_all_sections(kim: User) -> None:
    first = a_section(8, 3, by=kim)
    second = a_section(8, 3, event=first.event, by=kim)
    for one in (first, second):
        drafts.keep(one, 1, drafts.propose(one, 1), by=kim)
    lots = set(PairingDraft.objects.values_list("lot", flat=True))
    assert len(lots) == 1
    assert lots <= {"w", "b"}


def test_boards_are_numbered_from_the_first_board_of_the_section(
    desk: Client, section: Section, kim: User
) -> None:
    section.first_board = 41
    section.save()
    assert proposed(desk, section).texts(".no") == ["41", "42", "43"]
    drafts.publish(section, 2, by=kim)
    assert [game.board for game in games_of(section, 2)] == [41, 42, 43]


def test_a_late_change_makes_the_proposal_a_conflict(section: Section, kim: User) -> None:
    made = drafts.propose(section, 2)
    pairings.give_bye(section, 3, [1], Kind.HALF_BYE, by=kim)
    with pytest.raises(Conflict):
        drafts.keep(section, 2, made, by=kim)


@pytest.mark.parametrize(
    "do", ["swap-9", "remove-9", "seat-1-99", "full-99", "nonsense", "swap", "in-999999"]
)
def test_a_button_that_is_not_there_changes_nothing(desk: Client, section: Section, do: str) -> None:
    before = seats(proposed(desk, section))
    answer = pressed(desk, page_of(desk, section), section, do)
    assert answer.status_code in (404, 422)
    assert seats(page_of(desk, section)) == before


# --- what directors stumbled on ------------------------------------------------------------------


def test_nothing_of_a_draft_is_changed_in_an_archived_section(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    before = PairingDraft.objects.values().get()
    visibility.archive(section, hide=False, by=kim)
    for do in ("swap-0", "add", "again", "save"):
        answer = pressed(desk, page_of(desk, section), section, do, white_0="1", black_0="2")
        assert "is archived and read only" in read(answer), do
    assert PairingDraft.objects.values().get() == before
    PairingDraft.objects.all().delete()
    form = page_of(desk, section).form(at("propose-pairing", section, 2))
    assert "is archived and read only" in read(form.send(desk, follow=True))


def test_a_new_name_or_a_hidden_page_is_no_reason_to_pair_anew(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    visibility.set_hidden(section, True, by=kim)
    rosters.edit_player(section.players.get(number=2), name="Somebody Else", by=kim)
    assert "changed after this was paired" not in page_of(desk, section)
    enter(games_of(section, 1)[0], "LW", by=kim)
    page = page_of(desk, section)
    assert "changed after this was paired" in page
    pressed(desk, page, section, "again")
    assert "changed after this was paired" not in page_of(desk, section)


def test_that_the_pairing_library_is_missing_is_told_before_the_first_round(
    desk: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in the middle of the event, when a section turns out to be too large for the plain matcher."""
    assert "Pairing library" not in page_of(desk, section)
    assert not the_pairing_library_is_installed()
    monkeypatch.setattr(matching, "rustworkx", None)
    told = "sections of more than 22 players cannot be paired."
    assert told in page_of(desk, section)
    assert [warning.msg.endswith(told) for warning in the_pairing_library_is_installed()] == [True]


def test_what_the_rules_would_do_is_told_in_points_of_the_score_group(desk: Client, kim: User) -> None:
    section = a_section(12, 3, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    section = as_it_stands(section)
    crossed = [*((one, one + 6) for one in range(1, 5)), (5, 12), (6, 11)]
    drafts.edit(section, 1, Draft(tuple([DraftBoard(*pair) for pair in crossed])), by=kim)
    said = "Against these boards: a change of 50 points in the 0-point group that fixes nothing (29C1)."
    assert said in page_of(desk, section, 1)


def test_the_rules_say_why_two_players_do_not_meet(desk: Client, section: Section) -> None:
    def answer(one: str, other: str) -> str:
        asked = f"{at('pairing', section, 2)}?one={one}&other={other}"
        return visit(desk, asked).one(".why-not [role=status]").text

    assert not page_of(desk, section).all(".why-not")
    proposed(desk, section)
    assert not page_of(desk, section).all(".why-not [role=status]")
    names = [section.players.get(number=number).called for number in (1, 4)]
    points = "Points: {} 1, {} 0.".format(*names)
    assert answer("1", "4") == f"{names[0]} and {names[1]} met in round 1 (27A1). {points}"
    assert answer("1", "2") == "They meet in this draft."
    assert "1" in answer("1", "3")
    for one, other in (("1", "1"), ("", "2"), ("1", "0")):
        assert answer(one, other) == "Type two different players, by number or name."
    for unknown in ("99", "x", "9" * 5000):
        told = f"“{unknown}” was not found. Expected: the number or name of a player in this round."
        assert answer("1", unknown) == told


# --- bad input ----------------------------------------------------------------------------------------


def test_teammates_who_cannot_be_kept_apart_are_counted(desk: Client, kim: User) -> None:
    section = a_section(0, 3, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(team="Oak") for _ in range(4)], by=kim)
    orders.post_options(section, Options(teams="never"), by=kim)
    page = proposed(desk, section, 1)
    assert "2 pairs of teammates." in page
    assert "are teammates. Not all teammates can be kept apart" in page
    # The rules propose them: nothing is to be mended.
    assert len(page.all(".problem.stands")) == 2
    assert not page.all(".wrong")
    page = read(form_of(page, section, 1).send(desk, {"white-0": "", "do": "save"}, follow=True))
    assert page.one(".pair.wrong")["id"] == "board-0"


def test_a_list_with_two_full_point_byes_is_refused_and_seats_nobody(desk: Client, section: Section) -> None:
    before = seats(proposed(desk, section))
    answer = pressed(desk, page_of(desk, section), section, "type", pairings="4 B\n5 BYE")
    assert answer.status_code == 422
    assert "A draft has one full-point bye, and here 4, 5 have one." in read(answer)
    assert seats(page_of(desk, section)) == before


def test_results_of_a_list_are_left_out_of_a_draft_and_said_so(desk: Client, section: Section) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "type", pairings="4 1 1-0\n2 ½-½ 5\n3 7"))
    assert seats(page)[-3:] == [("3", "7"), ("4", "1"), ("2", "5")]
    said = "2 results were read and left out. Enter them on the round’s page once it is published."
    assert said in page
    assert said not in page_of(desk, section)


def test_a_script_reads_what_was_left_out_in_the_draft_it_is_answered(desk: Client, section: Section) -> None:
    form = form_of(proposed(desk, section), section)
    typed = {"do": "type", "pairings": "4 1 1-0"}
    answer = form.send(desk, typed, follow=True, headers={"HX-Request": "true"})
    said = "1 result was read and left out. Enter it on the round’s page once it is published."
    assert said in read(answer).one("#draft")
    assert said not in page_of(desk, section)


def test_who_has_a_bye_meets_nobody_and_that_is_the_answer(desk: Client, section: Section, kim: User) -> None:
    pairings.give_bye(section, 2, [5], Kind.HALF_BYE, by=kim)
    proposed(desk, section)
    page = visit(desk, f"{at('pairing', section, 2)}?one=5&other=1")
    assert f"{section.players.get(number=5).called} has a half-point bye in this round." in page


def test_a_board_with_an_empty_seat_stands_in_its_score_group(desk: Client, section: Section) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "save", white_0=""))
    first, second = page.one(".pairs").all("li")[:2]
    assert "group" in first["class"]
    assert second["id"] == "board-0"


def test_how_a_player_is_taken_out_is_told_also_where_somebody_is(desk: Client, section: Section) -> None:
    told = "To take a player out, clear the seat, then give a bye or mark the player absent."
    page = proposed(desk, section)
    assert told in page.one("aside").text
    assert told in read(pressed(desk, page, section, "half-5")).one("aside").text
