"""What a director types and changes in a draft by hand: names in seats, undo, and what is paired again."""

from dataclasses import replace
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import (
    EntryFactory,
    a_section,
    as_it_stands,
    corrected,
    games_of,
    played,
    swap_colors,
    undone,
)
from tests.html import read, visit
from tests.views.pairing_page import form_of, page_of, pressed, proposed, seats, section
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import PairingDraft, Seat, Section
from tournaments.pairing import sentences
from tournaments.pairing.draft import Draft, DraftBoard
from tournaments.pairing.explain import NOTHING
from tournaments.pairing.options import Options
from tournaments.selectors.pairing.problems import problems
from tournaments.services import attendance, drafts, orders, pairings, rosters, setup
from tournaments.services.apart import keep_apart

__all__ = ["section"]

CALLED = ["Ann Alder", "Bo Birch", "Cora Cedar", "Eva Elm", "Finn Fir", "Gus Gum", "Lee Alder"]


@pytest.fixture
def named(section: Section) -> Section:
    for player, name in zip(section.players.order_by("number"), CALLED, strict=True):
        player.name = name
        player.save(update_fields=["name"])
    return section


def test_a_phone_shows_letters_where_names_may_be_typed_and_digits_alone_for_numbers(
    desk: Client, section: Section
) -> None:
    page = proposed(desk, section)
    named = page.all(".sitter input, #bye, #one, #other")
    assert len(named) == 9, "three boards, the bye, and two who do not meet"
    assert not [field["id"] for field in named if field.has("inputmode")]
    assert visit(desk, at("desk-round", section, 1)).one("#go")["inputmode"] == "numeric"


def test_a_refused_seat_does_not_hold_up_undo(desk: Client, section: Section) -> None:
    before = seats(proposed(desk, section))
    pressed(desk, page_of(desk, section), section, "save", white_0="4")
    answer = pressed(desk, page_of(desk, section), section, "undo", white_1="zz")
    assert answer.status_code == 200
    assert seats(read(answer)) == before


def test_a_trade_names_both_boards_beside_saved(desk: Client, section: Section) -> None:
    """The number that is typed moves who sat there, too."""
    called = {str(player.number): player.called for player in section.players.all()}
    page = proposed(desk, section)
    assert not page.all(".act .step")
    (first, _black), (_white, third) = seats(page)[0], seats(page)[2]
    page = read(pressed(desk, page, section, "save", white_0=third))
    assert seats(page)[2][1] == first
    at_boards = [" – ".join(called[number] for number in seats(page)[at]) for at in (0, 2)]
    assert page.one(".act .step").text == f"Board 1: {at_boards[0]}. Board 3: {at_boards[1]}."


def test_who_takes_the_seat_of_the_one_with_the_bye_is_named_with_who_has_it(
    desk: Client, section: Section
) -> None:
    called = {str(player.number): player.called for player in section.players.all()}
    page = proposed(desk, section)
    bye = page.one("[name=bye]")["value"]
    white, black = seats(page)[0]
    page = read(pressed(desk, page, section, "save", white_0=bye))
    told = f"Board 1: {called[bye]} – {called[black]}."
    assert page.one(".act .step").text == f"{told} Full-point bye: {called[white]}."


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


@pytest.mark.parametrize("name", ["elm", "Eva Elm", "Elm, Eva", "eva", "ev"])
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
        ("alder", "because “alder” can be Ann Alder (1) or Lee Alder (7)"),
        ("AL", "because “AL” can be Ann Alder (1) or Lee Alder (7)"),
        ("e", "Expected: a number, or two letters or more of the name"),
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
    both = "a number or the whole name, because “alder” can be Ann Alder (1) or Lee Alder (7)"
    nobody = "“zander” was not found. Expected: the number or name of a player in this round."
    assert answer("alder", "zander") == f"Type {both}. {nobody}"
    begun = "a number or the whole name, because “al” can be Ann Alder (1) or Lee Alder (7)"
    assert answer("al", "zander") == f"Type {begun}. {nobody}"
    pairings.give_bye(named, 2, [2], Kind.HALF_BYE, by=kim)
    assert answer("birch", "Elm") == "Bo Birch has a half-point bye in this round."
    pairings.withdraw(named.players.get(number=4), 1, by=kim)
    assert answer("4", "5") == answer("Finn Fir", "Eva Elm") == "Eva Elm withdrew, and is not in this round."
    assert answer("4", "zander") == f"Eva Elm withdrew, and is not in this round. {nobody}"


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


def test_a_draft_names_who_came_or_was_reinstated_since_and_was_seated(
    desk: Client, named: Section, kim: User
) -> None:
    pairings.withdraw(named.players.get(number=7), 1, by=kim)
    proposed(desk, named)
    pairings.reinstate(named.players.get(number=7), by=kim)
    late = EntryFactory.create(name="Zoe Zander")
    attendance.add_player(named, late, {1: Kind.UNPAIRED}, by=kim)
    said = "Something changed after this was paired: Lee Alder was reinstated; Zoe Zander entered late."
    assert said in page_of(desk, named)
    drafts.seat_typed(as_it_stands(named), 2, "7 8", by=kim)
    assert said in page_of(desk, named)


@pytest.mark.parametrize("act", ["typed", "pressed"])
def test_a_bye_that_is_given_within_the_draft_is_no_change_to_tell_its_director(
    desk: Client, named: Section, kim: User, act: str
) -> None:
    page = proposed(desk, named)
    if act == "typed":
        form_of(page, named).send(desk, {"do": "type", "pairings": "1 H"})
    else:
        pressed(desk, page, named, "save", black_0="")
        pressed(desk, page_of(desk, named), named, "half-1")
    assert Seat.objects.get(round__number=2, game=None, player__number=1).kind == Kind.HALF_BYE.letter
    for name in ("pairing", "publish-pairing"):
        assert "changed after this was paired" not in visit(desk, at(name, named, 2))
    pairings.withdraw(named.players.get(number=3), 1, by=kim)
    assert "Something changed after this was paired: Cora Cedar withdrew." in page_of(desk, named)


def test_where_a_bye_is_given_within_the_draft_it_is_said_that_phones_show_it_at_once(
    desk: Client, named: Section, client: Client
) -> None:
    """The boards are shown once they are published."""
    page = read(pressed(desk, proposed(desk, named), named, "save", black_0=""))
    said = "Phones show a half-point or zero-point bye at once, and the boards once you publish."
    assert said in page.one("#pairings-hint").text
    assert said in page.one(".card.wrong").text
    pressed(desk, page, named, "half-1")
    assert "half-point bye" in visit(Client(), at("player", named, 1))
    Section.objects.update(hidden=True)
    assert "Phones show" not in page_of(desk, named)


def test_changes_that_are_not_named_are_opened_on_the_draft_and_at_the_gate(
    desk: Client, named: Section, kim: User
) -> None:
    proposed(desk, named)
    for number in (1, 2, 3):
        pairings.withdraw(named.players.get(number=number), 1, by=kim)
    assert not page_of(desk, named).all("details.changes")
    pairings.withdraw(named.players.get(number=4), 1, by=kim)
    for page in (page_of(desk, named), visit(desk, at("publish-pairing", named, 2))):
        assert page.one("details.changes summary").text == "All 4 changes"
        assert page.texts("details.changes li")[-1].endswith(" withdrew")
        assert len(page.all("details.changes li")) == 4


def test_a_draft_names_who_left_or_came_also_after_a_ladder(desk: Client, named: Section, kim: User) -> None:
    """29G1: the ladder leaves the draft out of date, for the same changes."""
    proposed(desk, named)
    pairings.withdraw(named.players.get(number=1), 1, by=kim)
    said = "Something changed after this was paired: Ann Alder withdrew."
    assert said in page_of(desk, named)
    pressed(desk, page_of(desk, named), named, "ladder")
    assert "29G1" in str(PairingDraft.objects.get().reasons)
    assert said in page_of(desk, named)
    late = EntryFactory.create(name="Zoe Zander")
    attendance.add_player(named, late, {1: Kind.UNPAIRED}, by=kim)
    assert "Ann Alder withdrew; Zoe Zander entered late." in page_of(desk, named)


def test_a_draft_names_a_house_player_who_was_added_since(desk: Client, named: Section, kim: User) -> None:
    proposed(desk, named)
    helper = EntryFactory.create(name="Hal Helper", house=True)
    attendance.add_player(named, helper, {}, by=kim)
    assert "Something changed after this was paired: Hal Helper is a house player now." in page_of(
        desk, named
    )


def test_a_draft_names_the_boards_whose_colors_were_swapped_since(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    swap_colors(games_of(section, 1)[1], by=kim)
    said = "Something changed after this was paired: the colors of round 1, board 2."
    assert said in page_of(desk, section)
    undone(section, by=kim)
    assert "changed after this was paired" not in page_of(desk, section)


def test_a_draft_names_the_boards_whose_results_changed_since(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    corrected(games_of(section, 1)[1], "WL", by=kim)
    said = "Something changed after this was paired: the result of round 1, board 2."
    bar, gate = (visit(desk, at(name, section, 2)) for name in ("pairing", "publish-pairing"))
    assert "No problems" not in bar
    assert "no problems" not in gate
    assert said in page_of(desk, section)
    pressed(desk, page_of(desk, section), section, "swap-0")
    assert said in page_of(desk, section), "though the draft was changed since"
    corrected(games_of(section, 1)[0], "DD", by=kim)
    both = "the result of round 1, board 1; the result of round 1, board 2."
    assert both in page_of(desk, section)
    corrected(games_of(section, 1)[0], "WL", by=kim)
    assert said in page_of(desk, section), "board 1 is as it was"
    read(pressed(desk, page_of(desk, section), section, "again"))
    assert "changed after this was paired" not in page_of(desk, section)
    corrected(games_of(section, 1)[0], "DD", by=kim)
    assert "Something changed after this was paired: the result of round 1, board 1." in page_of(
        desk, section
    )


def test_a_draft_names_the_settings_the_rating_and_the_team_that_changed_since(
    desk: Client, named: Section, kim: User
) -> None:
    proposed(desk, named)
    orders.post_options(named, Options(acceleration="added_score"), by=kim, reason="posted wrong")
    ann, bo = (named.players.get(number=number) for number in (1, 2))
    rosters.edit_player(ann, by=kim, reason="wrong rating", rating=100)
    rosters.edit_player(bo, by=kim, team="Oak")
    said = "after this was paired: the pairing options; the rating of Ann Alder; the team of Bo Birch."
    for name in ("pairing", "publish-pairing"):
        assert said in visit(desk, at(name, named, 2))
    rosters.edit_player(bo, by=kim, team=bo.team)
    assert "the team of" not in page_of(desk, named), "it is as it was"
    keep_apart(named, "3-4", "", by=kim)
    assert "the rating of Ann Alder; who is kept apart." in page_of(desk, named)


def test_a_draft_names_the_byes_of_other_rounds_that_changed_since(
    desk: Client, named: Section, kim: User
) -> None:
    """28L4: by a half-point bye others come first with the full-point bye."""
    proposed(desk, named)
    said = "after this was paired: the bye of Bo Birch in round 4."
    pairings.give_bye(named, 4, [2], Kind.HALF_BYE, by=kim)
    assert said in page_of(desk, named)
    undone(named, by=kim)
    assert "after this was paired" not in page_of(desk, named)
    pairings.give_bye(named, 4, [2], Kind.HALF_BYE, by=kim)
    pairings.withdraw(named.players.get(number=2), 1, by=kim)
    assert "after this was paired: Bo Birch withdrew." in page_of(desk, named)


def test_a_draft_of_another_format_says_that_the_format_changed(desk: Client, kim: User) -> None:
    section = a_section(6, 5, by=kim, format="round robin")
    proposed(desk, section, 1)
    setup.edit_section(section, name=section.name, rounds=4, format="swiss", games=1, by=kim)
    said = "Something changed after this was paired: the format; the number of rounds."
    assert said in page_of(desk, section, 1)


def test_a_result_that_is_undone_since_is_named_too(desk: Client, section: Section, kim: User) -> None:
    corrected(games_of(section, 1)[1], "WL", by=kim)
    proposed(desk, section)
    undone(section, by=kim)
    assert "after this was paired: the result of round 1, board 2." in page_of(desk, section)


def test_a_round_was_paired_as_the_result_that_is_undone_since_and_on_no_draw(
    desk: Client, section: Section, kim: User
) -> None:
    """Nobody chose what it is paired on."""
    proposed(desk, section)
    undone(section, by=kim)
    three, six = (section.players.get(number=number).called for number in (3, 6))
    said = f"{three} – {six} was paired as 1–0, which was undone"
    page, gate = (visit(desk, at(name, section, 2)) for name in ("pairing", "publish-pairing"))
    assert f"Round 1, board 3: {said}" in page
    assert f"Round 1, board 3 has no result: {said}." in gate
    assert "a draw" not in gate
    page = read(pressed(desk, page, section, "again"))
    assert f"Round 1, board 3: {three} – {six} counts as a draw" in page


def test_a_game_that_was_not_there_when_a_round_was_paired_was_paired_as_nothing(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    for name in ("Zoe Zander", "Zed Zorn"):
        rosters.add_players(section, [EntryFactory.create(name=name)], by=kim)
    pairings.pair(section, 1, "8 9", by=kim, reason="they played too")
    gate = visit(desk, at("publish-pairing", section, 2))
    assert "has no result: Zoe Zander – Zed Zorn. It was not missing when this was paired." in gate


def test_who_moves_up_by_the_ladder_leaves_the_draft_out_of_date(
    desk: Client, section: Section, kim: User
) -> None:
    proposed(desk, section)
    corrected(games_of(section, 1)[1], "WL", by=kim)
    pressed(desk, page_of(desk, section), section, "swap-0")
    pairings.withdraw(section.players.get(number=1), 1, by=kim)
    page = read(pressed(desk, page_of(desk, section), section, "ladder"))
    assert not page.all(".way")
    gone = section.players.get(number=1).called
    assert f"after this was paired: {gone} withdrew; the result of round 1, board 2." in page


def test_to_undo_a_pairing_is_to_be_out_of_date_again(desk: Client, section: Section, kim: User) -> None:
    proposed(desk, section)
    corrected(games_of(section, 1)[1], "WL", by=kim)
    page = read(pressed(desk, page_of(desk, section), section, "again"))
    assert "changed after this was paired" not in page
    page = read(pressed(desk, page, section, "undo"))
    assert "after this was paired: the result of round 1, board 2." in page


@pytest.fixture
def of_one_team(kim: User) -> Section:
    """Six players, four of one team: the rules cannot keep all of it apart."""
    section = a_section(0, 4, by=kim)
    teams = ("Elm", "Elm", "Elm", "Elm", "Elm", "Gum")
    rosters.add_players(
        section,
        [EntryFactory.create(rating=1900 - 100 * at, team=team) for at, team in enumerate(teams)],
        by=kim,
    )
    orders.post_options(section, Options(teams="never"), by=kim)
    played(section, 1, "1 4 WL\n5 2 LW\n3 6 WL")
    return as_it_stands(section)


def test_boards_of_the_rules_look_as_they_did_when_a_result_changes(
    desk: Client, of_one_team: Section, kim: User
) -> None:
    page = proposed(desk, of_one_team)
    before = [bool(board.all(".stands")) for board in page.all(".pair")]
    assert any(before)
    assert not page.all(".pair.wrong")
    corrected(games_of(of_one_team, 1)[0], "LW", by=kim)
    page = page_of(desk, of_one_team)
    assert "Something changed after this was paired" in page
    assert [bool(board.all(".stands")) for board in page.all(".pair")] == before
    assert not page.all(".pair.wrong")
    first = seats(page)[0]
    page = read(pressed(desk, page, of_one_team, "save", white_0=seats(page)[1][0]))
    assert page.all(".pair.wrong"), f"what the director makes of {first} is no board of the rules"


def test_of_a_board_of_the_rules_that_is_out_of_date_only_what_they_never_propose_is_to_be_mended() -> None:
    of_colors = {"names": "Ann", "color": "white", "opposite": "black", "rule": "29E5b"}
    names = {"one": "Ann", "other": "Bo", "round": 1, "board": 0, **of_colors}
    warnings = (sentences.EQUAL_WARNING, sentences.THIRD_WARNING, sentences.REMATCH_WARNING)
    made = replace(NOTHING, warnings=tuple([sentences.say(each, **names) for each in warnings]))

    def told(*proposed: tuple[int, int]) -> list[tuple[str, bool]]:
        found = problems(made, NOTHING, Draft((DraftBoard(1, 2),)), proposed)
        return [(each.kind, each.by_rules) for each in found[0]]

    by_hand = [("equal", False), ("third", False), ("rematch", False)]
    assert told() == told((2, 1)) == by_hand
    assert told((1, 2)) == [("third", True), ("rematch", False)]


# --- without a script: what was typed stays ---------------------------------------------------------


def test_beside_a_number_that_is_refused_every_other_seat_stays_as_it_was_typed(
    desk: Client, section: Section
) -> None:
    proposed(desk, section)
    page = page_of(desk, section)
    before = seats(page)
    moved = before[2][1]
    typed = {"white-0": "99", "black-1": moved, "bye": "zz"}
    answer = form_of(page, section).send(desk, {**typed, "do": "save"})
    assert answer.status_code == 422
    page = read(answer)
    assert seats(page) == [("99", before[0][1]), (before[1][0], moved), (before[2][0], before[1][1])]
    assert page.one("#bye")["value"] == "zz"
    assert seats(page_of(desk, section)) == before
    mended = {"white-0": before[0][0], "bye": form_of(page_of(desk, section), section).fields["bye"][0]}
    form_of(page, section).send(desk, {**mended, "do": "save"})
    assert seats(page_of(desk, section)) == [before[0], (before[1][0], moved), (before[2][0], before[1][1])]


@pytest.mark.parametrize("fields", [("white-0", "black-1"), ("white-0", "black-0"), ("black-1", "bye")])
def test_a_player_who_is_typed_into_two_seats_is_refused_with_both_and_all_stays_as_typed(
    desk: Client, section: Section, fields: tuple[str, str]
) -> None:
    before = seats(proposed(desk, section))
    twice, other = before[2]
    page = page_of(desk, section)
    answer = form_of(page, section).send(desk, {**dict.fromkeys(fields, twice), "do": "save"})
    assert answer.status_code == 422
    page = read(answer)
    assert [page.one(f"#{field}")["value"] for field in fields] == [twice, twice]
    assert seats(page)[2] == (twice, other), "nobody moves to a place that was not typed"
    first = int(fields[0][-1]) + 1
    second = "bye" if fields[1] == "bye" else f"board {int(fields[1][-1]) + 1}"
    called = section.players.get(number=twice).called
    [told] = page.texts(".notice.error li")
    assert told.casefold().startswith(second)
    assert f"each player once. {called} is also typed at board {first}" in told
    assert seats(page_of(desk, section)) == before
    mended = {fields[1]: form_of(page_of(desk, section), section).fields[fields[1]][0]}
    read(form_of(page, section).send(desk, {**mended, "do": "save"}, follow=True))
    assert page_of(desk, section).one(f"#{fields[0]}")["value"] == twice


def test_a_name_and_the_number_of_one_player_are_two_seats_of_that_player_too(
    desk: Client, section: Section
) -> None:
    before = seats(proposed(desk, section))
    called = section.players.get(number=before[2][0]).called
    typed = {"white-0": called, "white-1": before[2][0]}
    answer = form_of(page_of(desk, section), section).send(desk, {**typed, "do": "save"})
    assert answer.status_code == 422
    assert seats(read(answer)) == [(called, before[0][1]), (before[2][0], before[1][1]), before[2]]


def test_a_list_that_is_refused_keeps_the_seats_that_were_typed_beside_it(
    desk: Client, section: Section
) -> None:
    before = seats(proposed(desk, section))
    typed = {"white-0": before[0][1], "pairings": "nobody nowhere"}
    answer = form_of(page_of(desk, section), section).send(desk, {**typed, "do": "type"})
    assert answer.status_code == 422
    assert seats(read(answer))[0] == before[0][::-1]
    assert seats(page_of(desk, section)) == before


def test_what_is_refused_on_a_page_of_before_takes_nothing_back_that_somebody_else_did(
    desk: Client, section: Section
) -> None:
    before = seats(proposed(desk, section))
    stale, again, other = (form_of(page_of(desk, section), section) for _each in range(3))
    other.send(desk, {"do": "swap-0"})
    page = read(stale.send(desk, {"white-1": "99", "do": "save"}))
    assert seats(page)[:2] == [before[0][::-1], ("99", before[1][1])]
    page = read(again.send(desk, {"white-1": "99", "do": "again"}))
    assert seats(page)[:2] == [before[0][::-1], before[1]]


@pytest.mark.parametrize("twice", [True, False])
def test_who_was_put_back_already_loses_nothing_that_is_typed(
    desk: Client, section: Section, kim: User, twice: bool
) -> None:
    pairings.give_bye(section, 2, [2], Kind.HALF_BYE, by=kim)
    before = seats(proposed(desk, section))
    seat = Seat.objects.get(player__number=2, round__number=2)
    first, other = (form_of(page_of(desk, section), section) for _each in range(2))
    typed = {"white-0": before[0][1], "do": f"in-{seat.pk}"}
    first.send(desk, typed)
    answer = (first if twice else other).send(desk, typed, follow=True)
    assert answer.status_code == (200 if twice else 409)
    assert ("This was saved already." if twice else "You sent:") in read(answer)
    assert seats(page_of(desk, section))[0] == before[0][::-1]
