"""The gate of a round without a script: what it names and asks, and what is published."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    UserFactory,
    a_section,
    as_it_stands,
    enter,
    games_of,
    played,
    section_of,
    undone,
)
from tests.html import read, visit
from tests.sign_in import signed_in
from tests.views.pairing_page import boards, form_of, page_of, pressed, proposed, seats, section
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.errors import Refused
from tournaments.models import Event, LogEntry, PairingDraft, Player, Role, Seat, Section, Staff
from tournaments.pairing import draft as drafting
from tournaments.selectors.pairing.basis import basis_of, draft_of
from tournaments.services import drafts, pairings, visibility
from tournaments.services.undoing import undo_entry

__all__ = ["section"]


def test_before_publishing_the_boards_that_nobody_verified_are_named(desk: Client, section: Section) -> None:
    proposed(desk, section)
    gate = visit(desk, at("publish-pairing", section, 2))
    assert "No board of round 1 is verified" in gate.one(".unverified").text
    assert at("verify", section, 1) in gate.links


def test_the_gate_of_round_one_says_what_becomes_of_an_order_that_is_not_posted(
    desk: Client, kim: User
) -> None:
    section = a_section(4, 3, by=kim)
    proposed(desk, section, 1)
    gate = visit(desk, at("publish-pairing", section, 1))
    told = (
        "Once round 1 is published, the rulebook’s default applies, and a change needs a reason that everyone"
    )
    assert f"The tiebreak order is not posted. {told} can read." in gate
    assert gate.link("Post it first") == at("order", section)


def test_the_gate_of_round_one_says_that_schoolmates_may_meet_where_no_option_keeps_them_apart(
    desk: Client, event: Event, kim: User
) -> None:
    section = section_of(event, "K-5", "Ann/Elm Bo/Fir Cy/Elm Di/Fir Eve/Oak")
    page = proposed(desk, section, 1)
    mates = [pair for pair in seats(page) if {*pair} in ({"1", "3"}, {"2", "4"})]
    assert mates
    assert page.texts(".doing small") == ["same school"] * len(mates)
    gate = visit(desk, at("publish-pairing", section, 1))
    assert "2 schools have several players here; they may meet (no option posted)." in gate
    assert gate.link("Pairing options") == at("pairing-options", section)
    drafts.publish(section, 1, by=kim)
    for game in games_of(section, 1):
        enter(game, "WL")
    proposed(desk, section, 2)
    assert "may meet" not in visit(desk, at("publish-pairing", section, 2))
    apart = section_of(event, "K-3", "Gus/Elm Hal/Fir Ivo/Elm Jo/Fir")
    apart.pairing_options = "teams=plus_two"
    apart.save()
    assert "same school" not in proposed(desk, apart, 1)
    assert "may meet" not in visit(desk, at("publish-pairing", apart, 1))


def test_a_second_window_that_publishes_is_told_that_the_round_is_published(
    desk: Client, section: Section
) -> None:
    proposed(desk, section)
    address = at("publish-pairing", section, 2)
    first, second = (visit(desk, address).form(address) for _window in range(2))
    assert "Round 2 is published." in read(first.send(desk, follow=True))
    answer = read(second.send(desk, follow=True))
    assert "Round 2 is published already." in answer
    assert "no board to publish" not in answer
    assert boards(section) == [(2, 1), (7, 3), (4, 5)]


def test_the_page_after_publishing_leads_to_all_that_is_printed_and_still_does_when_results_are_in(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    address = at("publish-pairing", section, 2)
    page = read(visit(desk, address).form(address).send(desk, follow=True))
    papers = page.one(".papers")
    printed = [
        *("Result slips", "Wall sheet by board", "Wall sheet by name"),
        *("Hall screen", "Spreadsheet (XLSX)", "Everything to print"),
    ]
    assert papers.texts("a") == printed
    for words in papers.texts("a"):
        assert desk.get(papers.link(words)).status_code == 200
    helper = UserFactory.create()
    Staff.objects.create(event=section.event, user=helper, role=Role.SCOREKEEPER)
    assert not visit(signed_in(helper), at("desk-round", section, 2)).all(".papers")
    for game in games_of(section, 2):
        enter(game, "WL", by=kim)
    assert visit(desk, at("desk-round", section, 2)).one(".papers").texts("a") == printed
    assert not visit(desk, at("desk-round", section, 3)).all(".papers")


def test_who_publishes_what_a_colleague_changed_is_told_what_by_name(desk: Client, section: Section) -> None:
    page = proposed(desk, section)
    address = at("publish-pairing", section, 2)
    form = visit(desk, address).form(address)
    pressed(desk, page, section, "swap-0")
    answer = form.send(desk)
    assert answer.status_code == 409
    one, two = (section.players.get(number=number).called for number in (1, 2))
    assert f"Board 1 now: {one} – {two}" in read(answer)
    assert "Board 2 now" not in read(answer)


@pytest.mark.parametrize("of_event", [True, False])
def test_a_round_that_nobody_sees_yet_leads_to_where_it_is_shown(
    desk: Client, section: Section, of_event: bool
) -> None:
    draft = section.event if of_event else section
    type(draft).objects.filter(pk=draft.pk).update(hidden=True)
    proposed(desk, section)
    address = at("publish-pairing", section, 2)
    page = read(visit(desk, address).form(address).send(desk, follow=True))
    [notice] = [each for each in page.all(".notice.warning") if "can’t see it yet" in each]
    assert f"the {'event' if of_event else 'section'} is a draft" in notice
    where = reverse("event-visibility", args=[section.event.slug]) if of_event else at("visibility", section)
    assert notice.links == [where]


def test_a_third_color_in_a_row_that_the_rules_propose_is_said_beside_its_board_and_counted(
    desk: Client, kim: User
) -> None:
    """29E5f: boards 1 and 3 have no better pairing, so it is published as any other."""
    section = a_section(6, 4, by=kim, order="solkoff")
    played(section, 1, "1 4 WL\n2 5 WL\n3 6 WL")
    played(section, 2, "1 5 WL\n2 6 WL\n3 4 WL")
    page = proposed(desk, section, 3)
    told = "a third time in a row for"
    assert [told in board for board in page.all(".pairs .pair")] == [True, False, True]
    assert "2 third colors in a row." in page.one(".act").text
    gate = visit(desk, at("publish-pairing", section, 3))
    assert "2 third colors in a row." in gate
    assert [told in line for line in gate.all(".gate li")] == [True, True]
    assert "Go back and fix" not in gate
    gate.form(at("publish-pairing", section, 3)).send(desk)
    assert len(boards(section, 3)) == 3


def test_a_third_color_in_a_row_for_both_of_a_board_counts_for_each(desk: Client, kim: User) -> None:
    section = a_section(4, 4, by=kim, order="solkoff")
    played(section, 1, "1 3 WL\n4 2 WL")
    played(section, 2, "1 4 WL\n3 2 WL")
    page = proposed(desk, section, 3)
    form_of(page, section, 3).send(desk, {"do": "type", "pairings": "1 2\n3 4"})
    for page in (page_of(desk, section, 3), visit(desk, at("publish-pairing", section, 3))):
        assert "2 third colors in a row" in page


def test_publishing_seats_everybody_in_one_change(desk: Client, section: Section) -> None:
    page = proposed(desk, section)
    pressed(desk, page, section, "save", black_2="", white_2="")
    pressed(desk, page_of(desk, section), section, "remove-2")
    gate = visit(desk, at("publish-pairing", section, 2))
    assert "2 players unseated" in gate
    assert "Each gets a zero-point bye." in gate
    entries = LogEntry.objects.count()
    answer = gate.form(at("publish-pairing", section, 2)).send(desk, follow=True)
    assert "Round 2 is published" in read(answer)
    assert boards(section) == [(2, 1), (7, 3)]
    kinds = dict(Seat.objects.filter(round__number=2, game=None).values_list("player__number", "kind"))
    assert kinds == {6: "B", 4: "U", 5: "U"}
    assert LogEntry.objects.count() == entries + 1
    assert LogEntry.objects.latest("pk").summary.startswith("Round 2: 2 boards paired and published; ")


def test_a_draft_whose_earlier_round_was_taken_back_says_so_and_offers_no_publication(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    section.round_set.filter(number=1).update(published_at=None)
    told = "Round 1 is not published yet. Publish it first."
    page = page_of(desk, section)
    assert told in page
    assert at("desk-round", section, 1) in page.one("#draft").links
    gate = visit(desk, at("publish-pairing", section, 2))
    assert told in gate
    assert not gate.all("main .actions button")


def test_nothing_is_told_to_have_changed_once_all_that_changed_is_undone(
    desk: Client, section: Section
) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "save", white_0=""))
    page = read(pressed(desk, page, section, "zero-2"))
    page = read(pressed(desk, page, section, "again"))
    for _step in range(2):
        page = read(pressed(desk, page, section, "undo"))
    assert seats(page) == [("2", "1"), ("7", "3"), ("4", "5")]
    for now in (page, visit(desk, at("publish-pairing", section, 2))):
        assert "changed after this was paired" not in now


def test_nobody_has_number_0(desk: Client, section: Section) -> None:
    answer = pressed(desk, proposed(desk, section), section, "save", white_0="0")
    assert "board 1: 0. Expected: the number or name of a player in this round" in read(answer)
    assert seats(page_of(desk, section))[0] == ("2", "1")


def test_a_published_round_leads_to_where_a_board_is_corrected(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    drafts.publish(section, 2, by=kim)
    assert "To correct a board, open its ⋯ there: Change the pairing…" in page_of(desk, section)


def publish_typed(desk: Client, section: Section, typed: str, number: int = 2) -> Any:
    desk.post(at("pair-round", section, number), {"pairings": typed})
    page = visit(desk, at("desk-round", section, number))
    return page.form(at("publish-round", section, number)).send(desk)


def test_boards_that_are_typed_pass_the_same_gate_as_a_draft(desk: Client, section: Section) -> None:
    answer = publish_typed(desk, section, "4 1\n2 3\n5 6\n7 B")
    assert answer.status_code == 422
    page = read(answer)
    assert "1 rematch, 2 unequal colors, 1 second bye." in page
    assert [line.text.partition(":")[0] for line in page.all(".gate li")[:2]] == ["Board 1", "Board 3"]
    assert "met in round 1" in page.one(".gate").text
    assert "has had a full-point bye" in page.one(".gate").text
    assert not section.round_set.get(number=2).published_at
    form = page.form(at("publish-round", section, 2), holding="wrong")
    assert "Round 2 is published." in read(form.send(desk, follow=True))


def test_a_typed_list_says_what_is_wrong_while_it_is_typed(desk: Client, section: Section) -> None:
    asked = {"do": "read", "pairings": "4 1\n2 3\n7 B\n5 6@3"}
    address = f"{at('change-pairing', section, 2)}?of=round"
    lines = read(desk.post(address, asked, headers={"hx-request": "true"})).texts(".reading li")
    assert "met in round 1 (27A1)" in lines[0]
    assert "met" not in lines[1]
    assert "has had a full-point bye" in lines[2]


def test_boards_that_changed_since_what_is_wrong_was_read_are_asked_about_again(
    desk: Client, section: Section, kim: User
) -> None:
    page = read(publish_typed(desk, section, "4 1\n6 7\n2 H\n5 H\n3 H"))
    wrong = page.one("input[name=wrong]")["value"]
    for number in (2, 5):
        pairings.remove_bye(Seat.objects.get(round__number=2, player__number=number), by=kim)
    pairings.pair(section, 2, "2 5", by=kim)
    answer = desk.post(at("publish-round", section, 2), {"wrong": wrong})
    assert not section.round_set.get(number=2).published_at
    assert "2 rematches" in read(answer)


def test_boards_that_are_typed_beside_a_draft_count_at_its_gate(
    desk: Client, section: Section, kim: User
) -> None:
    pairings.pair(section, 2, "4 1", by=kim)
    proposed(desk, section)
    page = page_of(desk, section)
    assert "met in round 1" in page.one(".beside").text
    assert "1 rematch." in page.one(".act").text
    gate = visit(desk, at("publish-pairing", section, 2))
    assert gate.one(".gate li").text.startswith("Board 1:")


def test_a_round_that_is_typed_whole_leads_to_where_it_is_published(
    desk: Client, section: Section, kim: User
) -> None:
    pairings.pair(section, 2, "2 1\n3 7\n4 5\n6 B", by=kim)
    page = page_of(desk, section)
    assert "Nobody is in round 2" not in page
    assert "Round 2 is typed by hand, and not published yet." in page
    assert page.link("Publish it in round 2") == at("desk-round", section, 2)


def test_a_swap_that_gives_both_the_wrong_color_is_said_beside_the_board_and_counted(
    desk: Client, kim: User
) -> None:
    section = a_section(4, 3, by=kim, order="solkoff")
    played(section, 1, "1 3 WL\n4 2 LW")
    played(section, 2, "4 1 LW\n2 3 WL")
    page = proposed(desk, section, 3)
    assert "No problems." in page.one(".act").text
    page = read(form_of(page, section, 3).send(desk, {"do": "swap-0"}, follow=True))
    told = "Both have the color they are not due. Swap the colors."
    assert told in page.one("#board-0").text
    assert "1 board with reversed colors." in page.one(".act").text
    gate = visit(desk, at("publish-pairing", section, 3))
    assert gate.texts(".gate li") == [f"Board 1: {told}"]
    assert "Publish with 1 problem" in gate
    locked = read(form_of(page, section, 3).send(desk, {"do": "save", "lock-0": "on"}, follow=True))
    assert told in locked.one("#board-0").text


def test_a_second_meeting_that_the_rules_propose_is_no_board_to_swap(desk: Client, kim: User) -> None:
    """PAIRING §4.7: its colors are those of the first meeting reversed, whatever is due."""
    section = a_section(3, 5, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 B")
    played(section, 2, "3 1 WL\n2 B")
    played(section, 3, "2 3 WL\n1 B")
    pairings.give_bye(section, 4, [3], Kind.HALF_BYE, by=kim)
    page = proposed(desk, section, 4)
    board = page.one("#board-0").text
    assert seats(page) == [("2", "1")]
    assert "Swap the colors." not in board
    assert "They meet a second time, after round 1: no legal pairing avoids it (27A1)." in board
    swapped = read(form_of(page, section, 4).send(desk, {"do": "swap-0"}, follow=True))
    assert "Swap the colors." not in swapped.one("#board-0").text
    locked = read(form_of(page, section, 4).send(desk, {"do": "save", "lock-0": "on"}, follow=True))
    assert "Swap the colors." not in locked.one("#board-0").text


def test_a_board_with_an_empty_seat_is_not_published(desk: Client, section: Section) -> None:
    pressed(desk, proposed(desk, section), section, "save", black_2="")
    gate = visit(desk, at("publish-pairing", section, 2))
    assert not gate.all("button.danger")
    expected = "Each board needs two players from this round: seat a player, or remove the board."
    assert gate.one(".notice.warning[role=alert]").text == f"Not ready to publish. {expected}"
    assert "Seat this player, or give a bye." in gate
    assert "gets a zero-point bye" not in gate
    assert gate.link("Go back and fix") == at("pairing", section, 2)
    answer = gate.form(at("publish-pairing", section, 2)).send(desk)
    assert answer.status_code == 422
    assert "two players. Seat somebody, or remove the board" in read(answer)
    assert not boards(section)


def test_a_published_round_leads_to_its_results_and_undo_back_to_the_draft(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    drafts.publish(section, 2, by=kim)
    page = page_of(desk, section)
    assert "Round 2 is published" in page
    assert desk.post(at("propose-pairing", section, 2)).status_code in (302, 409, 422)
    undone(section, by=kim)
    assert seats(page_of(desk, section)) == [("2", "1"), ("7", "3"), ("4", "5")]


def test_missing_results_are_asked_for_and_named_at_the_gate(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    drafts.publish(section, 2, by=kim)
    played_one = games_of(section, 2)[0]
    for game in games_of(section, 2)[1:]:
        enter(game, "WL")
    form = page_of(desk, section, 3).form(at("propose-pairing", section, 3))
    (field,) = [name for name in form.names if name.startswith("assume-")]
    assert form.choices(field)["draw"] == "a draw"
    page = read(form.send(desk, {field: "higher_rated_wins"}, follow=True))
    assert "counts as a win for the higher-rated side" in page
    assert played_one.board == 1
    gate = visit(desk, at("publish-pairing", section, 3))
    assert "was paired as a win for the higher-rated side" in gate


def test_where_several_results_are_missing_one_control_sets_them_all_and_is_not_sent(
    desk: Client, section: Section, kim: User
) -> None:
    pairings.pair(section, 2, "1 2\n3 7\n4 5\n6 B", by=kim)
    pairings.publish(section, 2, by=kim)
    page = page_of(desk, section, 3)
    every = page.one(".open-games #assume-all")
    assert page.one("label[for=assume-all]").text == "All games"
    assert not every.has("name"), "without a script it changes nothing"
    of_one = page.all(".open-games select[name]")[0]
    assert every.texts("option") == ["as chosen below", *of_one.texts("option")]
    for game in games_of(section, 2)[1:]:
        enter(game, "WL")
    assert not page_of(desk, section, 3).all("#assume-all"), "one game is set by itself"


def test_a_missing_result_is_paired_as_each_of_both_offers(desk: Client, section: Section, kim: User) -> None:
    """28Q1: who offers a draw is paired as drawn, else as won; each game is chosen alone."""
    pairings.pair(section, 2, "1 2\n3 7\n4 5\n6 B", by=kim)
    pairings.publish(section, 2, by=kim)
    asking = page_of(desk, section, 3)
    assert "Modified Kashdan (28Q1)" in asking
    form = asking.form(at("propose-pairing", section, 3))
    chosen = {"1-2": "white_wins", "3-7": "black_win_white_draw", "4-5": "black_wins"}
    page = read(form.send(desk, {f"assume-{both}": how for both, how in chosen.items()}, follow=True))
    assert "counts as a win for Black and a draw for White" in page
    made = basis_of(section, 3, draft_of(section, 3)).request
    gained = {card.number: card.in_round(2)[0].kind.letter for card in made.chart.cards}
    assert gained == {1: "W", 2: "L", 3: "R", 7: "W", 4: "L", 5: "W", 6: "B"}
    assert made.provisional == ((1, 2), (3, 7), (4, 5))
    drafts.publish(section, 3, by=kim)
    for game, result in zip(games_of(section, 2), ("WL", "DD", "WL"), strict=True):
        enter(game, result)
    later = page_of(desk, section, 3)
    assert "round 3 was paired on a win for Black and a draw for White. The result is ½–½." in later
    assert "round 3 was paired on a win for Black. The result is 1–0." in later
    assert "round 3 was paired on a win for White." not in later


def test_players_of_a_missing_result_are_ejected_by_withdrawing_them(
    desk: Client, section: Section, kim: User
) -> None:
    """29H."""
    proposed(desk, section)
    drafts.publish(section, 2, by=kim)
    for game in games_of(section, 2)[1:]:
        enter(game, "WL")
    page = page_of(desk, section, 3)
    assert "To eject both players (29H), withdraw them on the roster first." in page
    assert at("roster", section) in page.links
    gone = [seat.player for seat in games_of(section, 2)[0].seats.select_related("player")]
    for player in gone:
        pairings.withdraw(player, 2, by=kim)
    page = proposed(desk, as_it_stands(section), 3)
    seats = {page.one(f"#{side}-{at}")["value"] for side in ("white", "black") for at in range(2)}
    assert not seats & {str(player.number) for player in gone}


def test_players_of_a_missing_result_may_be_held_out_and_paired_later(
    desk: Client, section: Section, kim: User
) -> None:
    """29H8: they have no seat and no bye in the published round."""
    pairings.pair(section, 2, "1 2\n3 7\n4 5\n6 B", by=kim)
    pairings.publish(section, 2, by=kim)
    for game in games_of(section, 2)[:2]:
        enter(game, "WL")
    form = page_of(desk, section, 3).form(at("propose-pairing", section, 3))
    (field,) = [name for name in form.names if name.startswith("assume-")]
    page = read(form.send(desk, {field: "held_out"}, follow=True))
    assert "are held out and paired later (29H8)" in page
    assert not {"4", "5"} & {number for pair in seats(page) for number in pair}
    gate = visit(desk, at("publish-pairing", section, 3))
    assert "are held out. Pair them on the round’s page." in gate
    gate.form(at("publish-pairing", section, 3)).send(desk)
    seated = set(Seat.objects.filter(round__number=3).values_list("player__number", flat=True))
    assert seated == {1, 2, 3, 6, 7}
    desk_page = visit(desk, at("desk-round", section, 3))
    assert "Not paired in this round (2)" in desk_page
    assert "A player left" not in desk_page, "nobody did"
    assert [line.endswith("held out, paired later") for line in desk_page.texts("#byes .list label")] == [
        True
    ] * 2


@pytest.mark.parametrize("do", ["save", "swap-0", "remove-1", "undo", "add", "type", "publish"])
def test_in_a_page_from_before_the_publication_every_button_says_that_it_is_published(
    desk: Client, section: Section, kim: User, do: str
) -> None:
    page = proposed(desk, section)
    drafts.publish(section, 2, by=kim)
    before = PairingDraft.objects.get(section=section).revision
    answer = read(pressed(desk, page, section, do, white_0="3", pairings="1 2"))
    assert "Round 2 is published already." in answer.one("#draft [role=alert]").text
    assert PairingDraft.objects.get(section=section).revision == before


def test_who_withdraws_meanwhile_keeps_nothing_from_being_saved_and_is_not_published(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    pairings.withdraw(section.players.get(number=3), 1, by=kim)
    page = page_of(desk, section)
    said = f"Something changed after this was paired: {section.players.get(number=3).called} withdrew."
    assert said in page
    gate = visit(desk, at("publish-pairing", section, 2))
    assert [button.text for button in gate.all(".actions button")] == []
    answer = gate.form(at("publish-pairing", section, 2)).send(desk)
    name = section.players.get(number=3).called
    (trouble,) = read(answer).all("[role=alert] li")
    assert trouble.text.startswith("board 2: ")
    assert name in trouble.text
    assert "a player of this round. Seat somebody else" in trouble.text
    added = read(pressed(desk, page, section, "add"))
    assert len(seats(added)) == 4
    again = read(pressed(desk, added, section, "again"))
    assert "3" not in {number for pair in seats(again) for number in pair}
    assert "changed after this was paired" not in again


@pytest.mark.parametrize("leaves", [lambda p, by: pairings.withdraw(p, 1, by=by), lambda p, by: _bye(p, by)])
def test_byes_of_a_draft_and_leaves_gets_none(
    desk: Client, section: Section, kim: User, leaves: Callable[[Player, User], object]
) -> None:
    proposed(desk, section)
    resting = PairingDraft.objects.get(section=section).bye
    leaves(section.players.get(number=resting), kim)
    name = section.players.get(number=resting).called
    assert f"{name} has the full-point bye but is not in this round." in page_of(desk, section)
    gate = visit(desk, at("publish-pairing", section, 2))
    answer = read(gate.form(at("publish-pairing", section, 2)).send(desk))
    (trouble,) = answer.all("[role=alert] li")
    assert name in trouble.text
    assert not boards(section)


def _bye(player: Player, by: User) -> None:
    pairings.give_bye(player.section, 2, [player.number], Kind.HALF_BYE, by=by)


def test_a_draft_waits_for_the_round_before_too(section: Section, kim: User) -> None:
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    with pytest.raises(Refused, match="Round 2 is not published yet"):
        drafts.propose(section, 3)
    drafts.publish(section, 2, by=kim)
    published = LogEntry.objects.latest("pk")
    drafts.keep(section, 3, drafts.propose(as_it_stands(section), 3), by=kim)
    undo_entry(section.pk, by=kim, entry_id=published.pk, reason="published too early")
    with pytest.raises(Refused, match="Round 2 is not published yet"):
        drafts.publish(section, 3, by=kim)
    pairings.pair(section, 2, "1 2\n3 4\n5 6\n7 H", by=kim)
    with pytest.raises(Refused, match="Round 2 is not published yet"):
        drafts.publish(section, 3, by=kim)


def test_the_draft_of_a_published_round_changes_no_more(section: Section, kim: User) -> None:
    made = drafts.propose(section, 2)
    drafts.keep(section, 2, made, by=kim)
    drafts.publish(section, 2, by=kim)
    with pytest.raises(Refused, match="Round 2 is published already"):
        drafts.edit(section, 2, drafting.swapped(made.draft, 0), by=kim)


def test_what_another_director_changed_last_names_her(section: Section, kim: User, desk: Client) -> None:
    proposed(desk, section)
    assert "Changed by" not in page_of(desk, section)
    other = UserFactory.create(first_name="Lee", last_name="Nakamura")
    Staff.objects.create(event=section.event, user=other, role=Role.CHIEF)
    made = PairingDraft.objects.get(section=section).draft
    drafts.edit(section, 2, drafting.swapped(made, 0), by=other)
    assert "Changed by Lee Nakamura at " in page_of(desk, section).one("#draft")
    assert "Changed by Lee Nakamura at " in visit(desk, at("publish-pairing", section, 2))


def test_what_is_typed_is_saved_on_the_way_to_publishing(desk: Client, section: Section) -> None:
    page = proposed(desk, section)
    gate = read(pressed(desk, page, section, "publish", bye="5", lock_0="on"))
    assert "Publish round 2?" in gate
    row = PairingDraft.objects.get()
    assert (row.bye, row.draft.boards[0].locked) == (5, True)


def test_a_round_waits_for_the_one_before_to_be_published(desk: Client, section: Section, kim: User) -> None:
    pairings.pair(section, 2, "1 2\n3 4\n5 6\n7 H", by=kim)
    page = page_of(desk, section, 3)
    assert "Round 2 is not published yet. Publish it first." in page
    assert not page.all("form.begin")
    with pytest.raises(Refused, match="Round 2 is not published yet"):
        drafts.propose(as_it_stands(section), 3)


def test_the_gate_says_whether_the_event_or_the_section_is_a_draft_and_where_it_is_published(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    assert "Phones show the pairings of round 2 at once." in visit(desk, at("publish-pairing", section, 2))
    visibility.set_hidden(section, True, by=kim)
    gate = visit(desk, at("publish-pairing", section, 2))
    assert "Phones show" not in gate
    assert "Players and parents can’t see it yet: the section is a draft." in gate
    assert gate.link("Publish the section") == at("visibility", section)
    visibility.hide_event(section.event, by=kim)
    gate = visit(desk, at("publish-pairing", section, 2))
    assert "Players and parents can’t see it yet: the event is a draft." in gate
    assert gate.link("Publish the event") == reverse("event-visibility", args=[section.event.slug])


def test_a_round_without_boards_is_not_published_and_says_why(desk: Client, kim: User) -> None:
    section = a_section(2, 3, by=kim, order="solkoff")
    form = form_of(proposed(desk, section, 1), section, 1)
    answer = read(form.send(desk, {"do": "remove-0"}, follow=True))
    form = form_of(answer, section, 1)
    answer = read(form.send(desk, {"do": "publish"}, follow=True))
    assert "Round 1 has no board to publish." in answer
