"""A draft is published as it was although something else changed since it was paired: what phones read."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, corrected, games_of, played, undone
from tests.html import visit
from tests.views.pairing_page import boards, page_of
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import PairingDraft, PairingReasons, Section
from tournaments.pairing.draft import DraftBoard, give_bye, put, removed
from tournaments.pairing.options import Options
from tournaments.pairing.pairing import pair
from tournaments.pairing.result import PairingResult
from tournaments.selectors.pairing.basis import basis, basis_of, draft_of
from tournaments.services import attendance, drafts, orders, pairings, rosters, setup

KEPT = (
    "They were paired before something changed that the pairing goes by: who plays, colors, a rating, a team,"
    " or a setting. The director kept the board."
)
BYE_KEPT = (
    "It was given before something changed that the pairing goes by: a result, who plays, colors, a rating, a"
    " team, or a setting. The director kept it."
)


@pytest.fixture
def unplayed(kim: User) -> Section:
    section = a_section(0, 4, by=kim)
    entries = [EntryFactory.create(rating=2000 - 100 * at, team="Elm" * (at in (0, 5))) for at in range(10)]
    rosters.add_players(section, entries, by=kim)
    return as_it_stands(section)


@pytest.fixture
def section(unplayed: Section, kim: User) -> Section:
    """Ten players of whom 1 and 6 are teammates; after round 1, round 2 is to be paired."""
    played(unplayed, 1, "1 6 WL\n7 2 LW\n3 8 WL\n9 4 LW\n5 10 WL")
    return as_it_stands(unplayed)


Posting = Callable[[Section, int], None]


@pytest.fixture
def posting(kim: User, django_capture_on_commit_callbacks: Any) -> Posting:
    """Publish the draft of a round, with its reasons."""

    def post(section: Section, number: int) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            drafts.publish(as_it_stands(section), number, by=kim)

    return post


def paired(section: Section, number: int, kim: User) -> Section:
    drafts.keep(as_it_stands(section), number, drafts.propose(as_it_stands(section), number), by=kim)
    return as_it_stands(section)


def by_rules_now(section: Section, number: int) -> set[tuple[int, ...]]:
    """White and Black of each board."""
    row = PairingDraft.objects.get(section=section, round=number)
    made = pair(basis(section, number, lot=row.lot).request)
    assert isinstance(made, PairingResult)
    return {(board.white, board.black) for board in made.boards}


def reasons(section: Section, number: int) -> dict[tuple[int, ...], str]:
    """The plain reason of each board, by White and Black."""
    there = [visit(Client(), at("board", section, number, game.board)) for game in games_of(section, number)]
    return {both: page.one(".reason").text for both, page in zip(boards(section, number), there, strict=True)}


def other_options(section: Section, kim: User) -> None:
    orders.post_options(section, Options(acceleration="added_score"), by=kim, reason="posted wrong")


def other_teams(section: Section, kim: User) -> None:
    orders.post_options(section, Options(teams="never"), by=kim, reason="posted wrong")


def other_rating(section: Section, kim: User) -> None:
    rated(section, 1, 1000, kim)


def rated(section: Section, number: int, rating: int, kim: User) -> None:
    player = section.players.get(number=number)
    rosters.edit_player(player, by=kim, reason="wrong rating", rating=rating)


@pytest.mark.parametrize("change", [other_options, other_teams, other_rating])
def test_a_board_that_the_rules_would_not_make_now_says_so_and_every_other_has_its_reason_of_now(
    unplayed: Section, kim: User, change: Callable[[Section, User], None], posting: Posting
) -> None:
    section = paired(unplayed, 1, kim)
    change(section, kim)
    now = by_rules_now(as_it_stands(section), 1)
    posting(section, 1)
    found = reasons(section, 1)
    assert {both for both, why in found.items() if why == KEPT} == found.keys() - now
    assert found.keys() - now


def test_a_round_of_a_table_that_is_a_swiss_now_tells_nothing_of_the_table(
    kim: User, posting: Posting
) -> None:
    section = a_section(6, 5, by=kim, format="round robin")
    section = paired(section, 1, kim)
    setup.edit_section(section, name=section.name, rounds=5, format="swiss", games=1, by=kim)
    now = by_rules_now(as_it_stands(section), 1)
    posting(section, 1)
    found = reasons(section, 1)
    assert not any("table" in why for why in found.values())
    assert {both for both, why in found.items() if why == KEPT} == found.keys() - now


def test_who_left_with_the_board_is_in_no_half_and_no_group_of_the_others(
    section: Section, kim: User, posting: Posting
) -> None:
    section = paired(section, 2, kim)
    row = PairingDraft.objects.get()
    last = len(row.draft.boards) - 1
    gone = row.draft.boards[last]
    for number in (gone.white, gone.black):
        pairings.withdraw(section.players.get(number=number), 1, by=kim)
    drafts.edit(section, 2, removed(row.draft, last), by=kim)
    posting(section, 2)
    there = [visit(Client(), at("board", section, 2, game.board)) for game in games_of(section, 2)]
    lines = {page.one("main").text.partition("The group with ")[2].partition(",")[0] for page in there}
    assert lines - {""} == {"1 point: 5 players", "0 points: 3 players"}


def test_a_bye_that_the_rules_would_give_to_somebody_else_now_says_that_it_was_kept(
    kim: User, posting: Posting
) -> None:
    section = a_section(9, 4, by=kim)
    section = paired(section, 1, kim)
    bye = PairingDraft.objects.get().bye
    rated(section, bye, 2400, kim)
    posting(section, 1)
    page = visit(Client(), at("bye", section, 1, bye))
    assert page.one(".reason").text == BYE_KEPT
    assert page.texts(".rule") == [
        "Full-point bye: given before something changed that the rules go by. The director kept it."
    ]


def test_a_bye_kept_over_newcomers_who_are_rated_lower_is_not_that_of_the_lowest(
    kim: User, posting: Posting
) -> None:
    section = a_section(9, 4, by=kim)
    section = paired(section, 1, kim)
    bye = PairingDraft.objects.get().bye
    for rating in (500, 400):
        attendance.add_player(section, EntryFactory.create(rating=rating), {}, by=kim)
    drafts.seat_typed(as_it_stands(section), 1, "10 11", by=kim)
    posting(section, 1)
    assert visit(Client(), at("bye", section, 1, bye)).one(".reason").text == BYE_KEPT


def test_a_bye_and_a_board_of_the_director_stay_the_directors(kim: User, posting: Posting) -> None:
    section = a_section(9, 4, by=kim)
    section = paired(section, 1, kim)
    draft = PairingDraft.objects.get().draft
    rests = draft.boards[0].white
    drafts.edit(section, 1, give_bye(draft, rests), by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1, keeping=PairingDraft.objects.get().draft), by=kim)
    rated(section, 9, 1000, kim)
    posting(section, 1)
    page = visit(Client(), at("bye", section, 1, rests))
    assert page.one(".reason").text == "The director gave this bye."


def test_of_a_result_that_was_undone_nothing_is_told_that_was_missing_when_the_round_was_paired(
    section: Section, kim: User, posting: Posting
) -> None:
    section = paired(section, 2, kim)
    undone(section, by=kim)
    posting(section, 2)
    kept = "They were paired before a result of an earlier round came in or changed."
    found = reasons(section, 2)
    assert all(why.startswith(kept) for why in found.values())
    assert not any("still missing" in why for why in found.values())


def test_nor_of_a_bye_of_a_result_that_was_undone(kim: User, posting: Posting) -> None:
    section = a_section(5, 4, by=kim, order="solkoff")
    played(section, 1, "1 3 WL\n5 B\n2 4 WL")
    section = paired(section, 2, kim)
    undone(section, by=kim)
    posting(section, 2)
    assert visit(Client(), at("bye", section, 2, 4)).one(".reason").text == BYE_KEPT


def test_a_board_that_was_locked_as_proposed_has_its_reason_of_now_and_so_have_those_beside_it(
    section: Section, kim: User, posting: Posting
) -> None:
    section = paired(section, 2, kim)
    draft = PairingDraft.objects.get().draft
    first, *others = draft.boards
    drafts.edit(section, 2, replace(draft, boards=(replace(first, locked=True), *others)), by=kim)
    pairings.give_bye(section, 4, [10], Kind.HALF_BYE, by=kim)
    told = [[text for text, _values in row[2]] for row in PairingDraft.objects.get().reasons]
    posting(section, 2)
    assert [[text for text, _values in row[2]] for row in PairingReasons.objects.get().boards] == told


def test_nothing_is_told_to_have_changed_where_nothing_did(
    section: Section, kim: User, posting: Posting
) -> None:
    section = paired(section, 2, kim)
    player = section.players.get(number=1)
    rosters.edit_player(player, by=kim, name="Somebody Else")
    posting(section, 2)
    assert not any("director" in why for why in reasons(section, 2).values())


@pytest.mark.parametrize("fields", [{"grade": "5"}, {"age": 9}])
def test_a_grade_and_an_age_make_no_draft_outdated(
    desk: Client, section: Section, kim: User, fields: dict[str, Any]
) -> None:
    """No rule of pairing reads them."""
    section = paired(section, 2, kim)
    rosters.edit_player(section.players.get(number=1), by=kim, **fields)
    row = draft_of(as_it_stands(section), 2)
    assert not basis_of(as_it_stands(section), 2, row).overtook(row)
    assert "changed after this was paired" not in page_of(desk, section, 2)


def test_a_locked_board_that_the_rules_would_not_make_when_the_rest_is_paired_again_says_it_was_kept(
    unplayed: Section, kim: User, posting: Posting
) -> None:
    """And every board on which they agree has its reason of now."""
    section = paired(unplayed, 1, kim)
    first = locked(section, 1, 1, kim)
    rated(section, 1, 1000, kim)
    now = by_rules_now(as_it_stands(section), 1)
    again(section, 1, kim)
    posting(section, 1)
    found = reasons(section, 1)
    assert {both for both, why in found.items() if why == KEPT} == {(first.white, first.black)}
    assert (first.white, first.black) not in now


def test_a_board_locked_before_a_correction_was_not_paired_on_its_scores_after_it(
    section: Section, kim: User, posting: Posting
) -> None:
    section = paired(section, 2, kim)
    first = locked(section, 2, 2, kim)
    corrected(games_of(section, 1)[1], "WL", by=kim)
    again(section, 2, kim)
    posting(section, 2)
    kept = "They were paired before a result of an earlier round came in or changed."
    found = reasons(section, 2)
    assert found[first.white, first.black].startswith(kept)
    assert not any("was paired on a score" in why for why in found.values())


def test_a_locked_board_that_the_rules_make_now_too_has_its_reason_of_now(
    unplayed: Section, kim: User, posting: Posting
) -> None:
    section = paired(unplayed, 1, kim)
    locked(section, 1, 1, kim)
    rated(section, 10, 1090, kim)
    again(section, 1, kim)
    told = [row[2][0][0] for row in PairingDraft.objects.get().reasons]
    assert set(told) == {"Round 1: {place} of the upper half against {place} of the lower half (28J)."}


def locked(section: Section, number: int, player: int, kim: User) -> DraftBoard:
    """Lock the board of a player as it was proposed."""
    draft = PairingDraft.objects.get(section=section, round=number).draft
    found = next(board for board in draft.boards if player in (board.white, board.black))
    boards = [replace(board, locked=True) if board == found else board for board in draft.boards]
    drafts.edit(section, number, replace(draft, boards=tuple(boards)), by=kim)
    return found


def again(section: Section, number: int, kim: User) -> None:
    """Pair the rest again, around the locked boards."""
    keeping = PairingDraft.objects.get(section=section, round=number).draft
    section = as_it_stands(section)
    drafts.keep(section, number, drafts.propose(section, number, keeping=keeping), by=kim)


COLORS_SET = "the director set the colors"


def colors(section: Section, number: int) -> dict[tuple[int, ...], str]:
    """Why the two of each board have their colors, by White and Black."""
    there = [visit(Client(), at("board", section, number, game.board)) for game in games_of(section, number)]
    return {both: page.one("main").text for both, page in zip(boards(section, number), there, strict=True)}


def test_a_board_locked_as_proposed_has_no_colors_of_the_director_after_the_rest_is_paired_again(
    unplayed: Section, kim: User, posting: Posting
) -> None:
    section = paired(unplayed, 1, kim)
    first = locked(section, 1, 1, kim)
    for rating in (1000, 1010):
        rated(section, 1, rating, kim)
        again(section, 1, kim)
    posting(section, 1)
    found = reasons(section, 1)
    assert found[first.white, first.black] == KEPT
    assert COLORS_SET not in colors(section, 1)[first.white, first.black]


def test_locked_boards_with_swapped_colors_have_them_from_the_director_however_often_they_are_overtaken(
    section: Section, kim: User, posting: Posting
) -> None:
    section = paired(section, 2, kim)
    colors_swapped(section, 2, kim, locked=True)
    for rating in (1000, 1010):
        rated(section, 1, rating, kim)
        again(section, 2, kim)
    posting(section, 2)
    assert all(COLORS_SET in text for text in colors(section, 2).values())


def test_colors_that_the_director_swapped_in_a_draft_stay_the_directors_when_something_overtakes_it(
    desk: Client, section: Section, kim: User, posting: Posting
) -> None:
    """Of boards that the rules would not make now, and of those that they make with other colors, which have
    their reason."""
    section = paired(section, 2, kim)
    colors_swapped(section, 2, kim)
    rated(section, 1, 1000, kim)
    page = page_of(desk, section, 2)
    assert page.text.count(" has white: set by the director.") == 5
    now = {frozenset(both) for both in by_rules_now(as_it_stands(section), 2)}
    posting(section, 2)
    assert all(COLORS_SET in text for text in colors(section, 2).values())
    found = reasons(section, 2)
    kept = {both for both, why in found.items() if why == KEPT}
    assert kept == {both for both in found if frozenset(both) not in now}
    assert kept
    assert found.keys() - kept
    told = [page.texts(".why summary span:not(.natural)") for page in page.all(".pair")]
    assert sum(" were paired before this changed: " in said for [said] in told) == len(kept)


def test_a_board_that_the_director_made_of_two_stays_the_directors_when_something_overtakes_the_draft(
    unplayed: Section, kim: User, posting: Posting
) -> None:
    section = paired(unplayed, 1, kim)
    draft = PairingDraft.objects.get().draft
    first, second = draft.boards[:2]
    drafts.edit(section, 1, put(draft, 0, "white", second.white), by=kim)
    rated(section, 5, 1000, kim)
    posting(section, 1)
    found = reasons(section, 1)
    made = [(second.white, first.black), (first.white, second.black)]
    assert [found[both] for both in made] == ["Paired by the director."] * 2


def test_a_board_of_a_ladder_that_was_locked_is_told_as_one_after_the_rest_is_paired_again(
    section: Section, kim: User, posting: Posting
) -> None:
    """29G1: neither the board nor its colors are the choice of the director."""
    section = paired(section, 2, kim)
    first, second = PairingDraft.objects.get().draft.boards[:2]
    for gone in (first.white, second.white):
        pairings.withdraw(section.players.get(number=gone), 1, by=kim)
    moved = drafts.by_ladder(section, 2, PairingDraft.objects.get().draft)
    drafts.keep(as_it_stands(section), 2, moved, by=kim)
    left = locked(section, 2, first.black, kim)
    again(section, 2, kim)
    made = next(row for row in PairingDraft.objects.get().reasons if {*row[:2]} == {left.white, left.black})
    told = [text for text, _values in made[2]]
    assert "29G1" in told[0]
    assert not any("set by the director" in text for text in told)


def colors_swapped(section: Section, number: int, kim: User, *, locked: bool = False) -> None:
    """Swap the colors of every board of a draft."""
    draft = PairingDraft.objects.get(section=section, round=number).draft
    boards = [DraftBoard(board.black, board.white, locked) for board in draft.boards]
    drafts.edit(section, number, replace(draft, boards=tuple(boards)), by=kim)
