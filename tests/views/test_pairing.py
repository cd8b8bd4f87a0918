"""The pairing page without its script: what is proposed, moved, locked, refused and published."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, enter, games_of, played, undone
from tests.html import Element, Form, read, visit
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.errors import Conflict, Refused
from tournaments.models import LogEntry, PairingDraft, Seat, Section
from tournaments.pairing.draft import Draft, DraftBoard
from tournaments.pairing.options import Options
from tournaments.services import drafts, orders, pairings, rosters, visibility


@pytest.fixture
def section(kim: User) -> Section:
    """Seven players of two schools after one round: 1, 2 and 3 won, 7 had the bye."""
    section = a_section(0, 4, by=kim, order="solkoff")
    teams = ("Elm", "Fir", "Gum", "Elm", "Fir", "Gum", "Oak")
    entries = [EntryFactory.create(rating=1900 - 100 * at, team=team) for at, team in enumerate(teams)]
    rosters.add_players(section, entries, by=kim)
    played(section, 1, "1 4 WL\n5 2 LW\n3 6 WL\n7 B")
    return as_it_stands(section)


def page_of(desk: Client, section: Section, number: int = 2) -> Element:
    return visit(desk, at("pairing", section, number))


def proposed(desk: Client, section: Section, number: int = 2) -> Element:
    """The page after its one button."""
    form = page_of(desk, section, number).form(at("propose-pairing", section, number))
    return read(form.send(desk, follow=True))


def form_of(page: Element, section: Section, number: int = 2) -> Form:
    return page.form(at("change-pairing", section, number))


def pressed(desk: Client, page: Element, section: Section, do: str, **typed: str) -> Any:
    """Press a button of the form, with these seats typed."""
    fields = {name.replace("_", "-"): value for name, value in typed.items()}
    return form_of(page, section).send(desk, {**fields, "do": do}, follow=True)


def seats(page: Element) -> list[tuple[str, str]]:
    sides = [page.all(f".{side}-side input") for side in ("white", "black")]
    return [(white["value"], black["value"]) for white, black in zip(*sides, strict=True)]


def boards(section: Section, number: int = 2) -> list[tuple[int, ...]]:
    """White and Black of each board that stands."""
    return [
        tuple(seat.player.number for seat in game.seats.order_by("-side").select_related("player"))
        for game in games_of(section, number)
    ]


def test_one_button_proposes_every_board_with_its_reason(desk: Client, section: Section) -> None:
    page = proposed(desk, section)
    assert seats(page) == [("2", "1"), ("7", "3"), ("4", "5")]
    assert page.one("[name=bye]")["value"] == "6"
    assert "meet for colors: 100 points, limit 200 (29E5e)" in page.one("#board-0 .why").text
    assert "lowest-rated eligible player" in page
    assert [line.text for line in page.all(".group h2")] == ["1 point", "0 points"]
    assert "No problems" in page.one(".act").text


def test_before_publishing_the_boards_that_nobody_verified_are_named(desk: Client, section: Section) -> None:
    proposed(desk, section)
    gate = visit(desk, at("publish-pairing", section, 2))
    assert "No board of round 1 is verified" in gate.one(".unverified").text
    assert at("verify", section, 1) in gate.links


def test_nothing_is_stored_for_the_public_before_it_is_published(desk: Client, section: Section) -> None:
    proposed(desk, section)
    assert not games_of(section, 2)
    assert as_it_stands(section).stamp == section.stamp


def test_a_typed_number_trades_places_with_who_sat_there(desk: Client, section: Section) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "save", white_0="4"))
    assert seats(page) == [("4", "1"), ("7", "3"), ("2", "5")]
    assert "met in round 1" in page.one("#board-0 .problem").text
    assert "2 rematches" in page.one(".act").text


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


@pytest.mark.parametrize("of_event", [True, False])
def test_a_round_that_nobody_sees_yet_leads_to_where_it_is_shown(
    desk: Client, section: Section, of_event: bool
) -> None:
    draft = section.event if of_event else section
    type(draft).objects.filter(pk=draft.pk).update(hidden=True)
    proposed(desk, section)
    address = at("publish-pairing", section, 2)
    page = read(visit(desk, address).form(address).send(desk, follow=True))
    [notice] = [each for each in page.all(".notice.warning") if "do not see it yet" in each]
    assert f"the {'event' if of_event else 'section'} is a draft" in notice
    where = reverse("event-visibility", args=[section.event.slug]) if of_event else at("visibility", section)
    assert notice.links == [where]


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
    assert f"board 2: {typed}. Expected: the number of a player in this round" in read(answer).text.replace(
        "“", ""
    ).replace("”", "")
    assert seats(page_of(desk, section)) == before


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


def test_a_locked_board_stays_when_the_rest_is_paired_again(desk: Client, section: Section) -> None:
    page = proposed(desk, section)
    page = read(pressed(desk, page, section, "save", white_0="3", lock_0="on"))
    assert seats(page)[0] == ("3", "1")
    page = read(pressed(desk, page, section, "again", lock_0="on"))
    assert ("3", "1") in seats(page)
    assert len(page.all(".locked")) == 1
    assert {number for pair in seats(page) for number in pair} == {"1", "2", "3", "4", "5", "7"}


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


def test_boards_can_be_typed_and_the_others_keep_their_seats(desk: Client, section: Section) -> None:
    page = read(pressed(desk, proposed(desk, section), section, "type", pairings="4 1\n5 H"))
    assert seats(page) == [("2", ""), ("7", "3"), ("4", "1")]
    assert "half-point bye" in page.one("aside").text
    answer = pressed(desk, page, section, "type", pairings="4 4\nhello")
    assert answer.status_code == 422
    assert "4 4\nhello" in form_of(read(answer), section).fields["pairings"][0]


def test_a_draft_of_another_director_is_the_same_and_a_stale_one_is_a_conflict(
    desk: Client, section: Section, kim: User
) -> None:
    page = proposed(desk, section)
    stale = form_of(page, section)
    read(pressed(desk, page, section, "swap-0"))
    answer = stale.send(desk, {"do": "swap-1"})
    assert answer.status_code == 409
    assert seats(page_of(desk, section))[0] == ("1", "2")


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


def test_a_board_with_an_empty_seat_is_not_published(desk: Client, section: Section) -> None:
    pressed(desk, proposed(desk, section), section, "save", black_2="")
    gate = visit(desk, at("publish-pairing", section, 2))
    assert not gate.all("button.danger")
    assert "Each board needs two players of this round. Seat somebody, or remove the board." in gate
    assert "This player gets a zero-point bye." in gate
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
    assert "counts as a win of the higher-rated player" in page
    assert played_one.board == 1
    gate = visit(desk, at("publish-pairing", section, 3))
    assert "was paired as a win of the higher-rated player" in gate


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
    assert "Not paired in this round (2)" in visit(desk, at("desk-round", section, 3))


def test_a_round_that_cannot_be_paired_says_why_and_what_to_do(desk: Client, kim: User) -> None:
    three = a_section(3, 5, by=kim)
    for number, lines in ((1, "1 2 WL\n3 B"), (2, "1 3 WL\n2 B"), (3, "2 3 WL\n1 B")):
        played(three, number, lines)
    answer = page_of(desk, three, 4).form(at("propose-pairing", three, 4)).send(desk, follow=True)
    assert answer.status_code == 422
    assert "everybody has had a full-point bye" in read(answer)
    assert "Enter a house player" in read(answer)


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
    assert "met in round 4" in page.one(".pair .problem").text
    assert "1 rematch" in page.one(".act").text


def test_the_lot_for_board_one_is_one_for_all_sections(kim: User) -> None:
    first = a_section(8, 3, by=kim)
    second = a_section(8, 3, event=first.event, by=kim)
    for section in (first, second):
        drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
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


def test_who_withdraws_meanwhile_keeps_nothing_from_being_saved_and_is_not_published(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    pairings.withdraw(section.players.get(number=3), 1, by=kim)
    page = page_of(desk, section)
    assert "Results, players or byes changed after this was paired." in page
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


def test_the_gate_of_a_draft_section_does_not_promise_phones(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    assert "Phones show the pairings of round 2 at once." in visit(desk, at("publish-pairing", section, 2))
    visibility.set_hidden(section, True, by=kim)
    gate = visit(desk, at("publish-pairing", section, 2))
    assert "Phones show" not in gate
    assert "players and parents do not see the pairings yet" in gate


def test_what_the_rules_would_do_is_counted_from_zero(desk: Client, kim: User) -> None:
    section = a_section(12, 3, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    section = as_it_stands(section)
    crossed = [*((one, one + 6) for one in range(1, 5)), (5, 12), (6, 11)]
    drafts.edit(section, 1, Draft(tuple([DraftBoard(*pair) for pair in crossed])), by=kim)
    said = "In the 0-point group more natural boards at the top given up than the rules need: 2, not 0."
    assert said in page_of(desk, section, 1)


def test_the_rules_say_why_two_players_do_not_meet(desk: Client, section: Section) -> None:
    def answer(one: str, other: str) -> str:
        asked = f"{at('pairing', section, 2)}?one={one}&other={other}"
        return visit(desk, asked).one(".why-not [role=status]").text

    assert not page_of(desk, section).all(".why-not")
    proposed(desk, section)
    assert not page_of(desk, section).all(".why-not [role=status]")
    names = [section.players.get(number=number).called for number in (1, 4)]
    assert answer("1", "4") == f"{names[0]} and {names[1]} met in round 1 (27A1)."
    assert answer("1", "2") == "They meet in this draft."
    assert "1" in answer("1", "3")
    for one, other in (("1", "1"), ("1", "x"), ("1", "99"), ("", "2"), ("1", "9" * 5000)):
        assert answer(one, other) == "Type the numbers of two players in this round."


@pytest.mark.parametrize(("players", "rounds", "offered"), [(6, 5, True), (4, 3, True), (6, 4, False)])
def test_a_small_swiss_is_offered_a_round_robin_before_round_one(
    desk: Client, kim: User, players: int, rounds: int, offered: bool
) -> None:
    """29K."""
    section = a_section(players, rounds, by=kim, order="solkoff")
    to_setup = f"{at('edit-section', section)}#id_format"
    page = page_of(desk, section, 1)
    assert (f"{players} players, {rounds} rounds: in a round robin" in page) is offered
    assert (to_setup in page.links) is offered


@pytest.mark.parametrize(("players", "rounds", "offered"), [(6, 4, True), (5, 5, True), (6, 3, False)])
def test_a_small_swiss_is_offered_a_table_until_it_is_chosen(
    desk: Client, kim: User, players: int, rounds: int, offered: bool
) -> None:
    """29L."""
    section = a_section(players, rounds, by=kim, order="solkoff")
    to_options = f"{at('pairing-options', section)}#small_swiss"
    page = page_of(desk, section, 1)
    assert ("A Swiss on a round-robin table always leaves one (29L)." in page) is offered
    assert (to_options in page.links) is offered
    assert visit(desk, at("pairing-options", section)).all("#small_swiss")
    orders.post_options(section, Options(small_swiss="table"), by=kim)
    assert to_options not in page_of(desk, section, 1).links


def test_a_section_on_a_table_is_paired_by_its_lines_in_the_browser_too(desk: Client, kim: User) -> None:
    section = a_section(6, 4, by=kim, order="solkoff")
    orders.post_options(section, Options(small_swiss="table"), by=kim)
    played(section, 1, "1 4 WL\n5 2 WL\n3 6 WL")
    page = proposed(desk, section, 2)
    assert "of the round-robin table for 6 players (29L)." in page
    assert "as without the table. The line gives all other boards (29L)." in page


def test_once_round_one_is_published_no_round_robin_is_offered(desk: Client, kim: User) -> None:
    section = a_section(4, 3, by=kim, order="solkoff")
    played(section, 1, "1 3 WL\n2 4 WL")
    assert "round robin" not in page_of(desk, section, 1).text
    assert "round robin" not in page_of(desk, section, 2).text


# --- bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "told"), [(0, "Nobody is in round 1."), (1, "so there is nobody to meet.")]
)
def test_where_nobody_can_be_paired_the_page_says_what_to_do(
    desk: Client, kim: User, players: int, told: str
) -> None:
    section = a_section(players, 3, by=kim, order="solkoff")
    page = page_of(desk, section, 1)
    assert told in page
    assert at("roster", section) in page.links
    assert not page.all(".begin")


def test_a_round_without_boards_is_not_published_and_says_why(desk: Client, kim: User) -> None:
    section = a_section(2, 3, by=kim, order="solkoff")
    form = form_of(proposed(desk, section, 1), section, 1)
    answer = read(form.send(desk, {"do": "remove-0"}, follow=True))
    form = form_of(answer, section, 1)
    answer = read(form.send(desk, {"do": "publish"}, follow=True))
    assert "Round 1 has no board to publish." in answer


def test_teammates_who_cannot_be_kept_apart_are_counted(desk: Client, kim: User) -> None:
    section = a_section(0, 3, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(team="Oak") for _ in range(4)], by=kim)
    orders.post_options(section, Options(teams="never"), by=kim)
    page = proposed(desk, section, 1)
    assert "2 pairs of teammates." in page
    assert "are team-mates (28N)." in page
