"""A result comes that is not what the next round was paired on: what differs, and what may be done (29H)."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, played, undone
from tests.html import read, visit
from tests.views.pairing_page import page_of
from tests.views.repaired_rounds import WHY, boards, reasons, send
from tournaments.models import PairingDraft, Seat, Section
from tournaments.pairing.draft import Draft, DraftBoard
from tournaments.services import drafts, pairings
from tournaments.services.reasons import keep


@pytest.fixture
def on_a_draw(kim: User) -> Section:
    """Eight players; 4 – 8 of round 1 had no result, and round 2 is published on a draw of it."""
    section = a_section(8, 4, by=kim, order="solkoff")
    pairings.pair(section, 1, "1 5\n2 6\n3 7\n4 8", by=kim)
    pairings.publish(section, 1, by=kim)
    for game in games_of(section, 1)[:3]:
        enter(game, "WL")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    drafts.publish(section, 2, by=kim)
    return as_it_stands(section)


def test_a_result_that_is_another_names_the_boards_that_would_differ(
    desk: Client, on_a_draw: Section
) -> None:
    """29H9: nothing changes by itself, and a press pairs the round again with a reason."""
    assert not page_of(desk, on_a_draw).all(".repair")
    before = boards(on_a_draw)
    enter(games_of(on_a_draw, 1)[3], "LW")
    section = as_it_stands(on_a_draw)
    round_page = visit(desk, at("desk-round", section, 2))
    assert round_page.link("See which boards would differ") == at("pairing", section, 2)
    form = page_of(desk, section).one(".repair")
    called = {player.number: player.called for player in section.players.all()}
    assert f"{called[4]} – {called[8]}: round 2 was paired on a draw. The result is 0–1." in form
    named = {frozenset(text.split(" – ")) for text in form.texts(".differing li")}
    assert boards(section) == before
    send(desk, section, do="again", reason=WHY)
    after = boards(section)
    gone = [both for both in before.values() if both not in after.values()]
    assert named == {frozenset(called[number] for number in both) for both in gone}
    assert {8, 4} <= {number for both in gone for number in both}
    assert not page_of(desk, section).all(".differing")


def test_of_two_who_had_met_before_the_result_is_that_of_the_open_game(desk: Client, kim: User) -> None:
    """29H9: 4 and 8 met in round 1, with the other result, and meet again in round 2."""
    section = a_section(8, 4, by=kim, order="solkoff")
    played(section, 1, "1 5 WL\n2 6 WL\n3 7 WL\n4 8 WL")
    pairings.pair(as_it_stands(section), 2, "1 2\n3 5\n6 7\n8 4", by=kim)
    pairings.publish(as_it_stands(section), 2, by=kim)
    for game in games_of(section, 2)[:3]:
        enter(game, "WL")
    section = as_it_stands(section)
    drafts.keep(section, 3, drafts.propose(section, 3, choices={frozenset((4, 8)): "draw"}), by=kim)
    drafts.publish(section, 3, by=kim)
    assert not page_of(desk, as_it_stands(section), 3).all(".repair")
    enter(games_of(section, 2)[3], "WL")
    called = {number: section.players.get(number=number).called for number in (4, 8)}
    told = f"{called[8]} – {called[4]}: round 3 was paired on a draw. The result is 1–0."
    assert told in page_of(desk, as_it_stands(section), 3)


@pytest.mark.parametrize("locked", [True, False])
def test_a_board_that_the_director_set_is_none_that_would_differ_and_stays(
    desk: Client, on_a_draw: Section, kim: User, locked: bool
) -> None:
    """29H9: what the result changes is told, not what the director did, though no lock holds it any more."""
    undone(on_a_draw, by=kim)
    proposal = drafts.propose(on_a_draw, 2, keeping=Draft((DraftBoard(1, 8, locked=True),)))
    drafts.keep(on_a_draw, 2, proposal, by=kim)
    held = [replace(board, locked=board.locked and locked) for board in proposal.draft.boards]
    drafts.edit(on_a_draw, 2, replace(proposal.draft, boards=tuple(held)), by=kim)
    drafts.publish(on_a_draw, 2, by=kim)
    keep(on_a_draw.pk, 2)
    enter(games_of(on_a_draw, 1)[3], "LW")
    section = as_it_stands(on_a_draw)
    assert {1, 8} in boards(section).values()
    named = page_of(desk, section).texts(".repair .differing li")
    assert named
    assert section.players.get(number=1).called not in " ".join(named)
    send(desk, section, do="again", reason=WHY)
    assert {1, 8} in boards(section).values()


def test_a_round_on_assumed_results_says_on_which_points(
    client: Client, on_a_draw: Section, kim: User
) -> None:
    """28O: the points beside the names are those of now."""
    keep(on_a_draw.pk, 2)
    called = {player.number: player.called for player in on_a_draw.players.all()}
    enter(games_of(on_a_draw, 1)[3], "LW")
    told = reasons(client, on_a_draw)
    for both, said in told.items():
        theirs = [
            f"{called[number]} is paired on a score of ½: a missing result was assumed (28O)."
            for number in both & {4, 8}
        ]
        some = "Some results were missing when this round was paired, and were assumed (28O)."
        assert {*theirs} <= {*said}
        assert some not in said, "4 and 8 are alone on their score"
    assert {4, 8} <= {number for both in told for number in both}


def test_a_phone_reads_beside_the_reason_on_which_points_two_were_paired(
    client: Client, on_a_draw: Section
) -> None:
    keep(on_a_draw.pk, 2)
    called = {player.number: player.called for player in on_a_draw.players.all()}
    enter(games_of(on_a_draw, 1)[3], "LW")
    for board, both in boards(on_a_draw).items():
        told = visit(client, at("board", on_a_draw, 2, board)).one(".reason").text
        for number in called:
            assumed = f"{called[number]} was paired on a score of ½: a result was still missing."
            assert (assumed in told) is (number in both & {4, 8})


@pytest.mark.parametrize("overtaken", [False, True])
def test_of_boards_that_the_director_set_too_a_missing_result_was_assumed_and_none_was_corrected(
    client: Client, on_a_draw: Section, kim: User, overtaken: bool
) -> None:
    """28O: while the game is open, and once its result is there (29H9)."""
    undone(on_a_draw, by=kim)
    draft = PairingDraft.objects.get().draft
    by_hand = [DraftBoard(1, 8), DraftBoard(4, 5), DraftBoard(2, 3), DraftBoard(6, 7)]
    drafts.edit(on_a_draw, 2, replace(draft, boards=tuple(by_hand)), by=kim)
    drafts.publish(on_a_draw, 2, by=kim)
    keep(on_a_draw.pk, 2, overtaken=overtaken)
    called = {player.number: player.called for player in on_a_draw.players.all()}
    for result in ("", "LW"):
        if result:
            enter(games_of(on_a_draw, 1)[3], result)
        for board, both in boards(on_a_draw).items():
            page = visit(client, at("board", on_a_draw, 2, board))
            assert "corrected" not in page
            for number in both:
                assumed = f"{called[number]} was paired on a score of ½: a result was still missing."
                assert (assumed in page.one(".reason").text) is (number in (4, 8))


def test_a_round_that_is_paired_again_was_not_paired_on_a_different_result(
    desk: Client, on_a_draw: Section
) -> None:
    enter(games_of(on_a_draw, 1)[3], "LW")
    send(desk, on_a_draw, do="again", reason=WHY)
    assert "different result" not in visit(desk, at("desk-round", on_a_draw, 2))


def test_once_a_game_was_played_a_different_result_is_no_matter_any_more(
    desk: Client, on_a_draw: Section, kim: User
) -> None:
    enter(games_of(on_a_draw, 1)[3], "LW")
    assert "different result" in visit(desk, at("desk-round", on_a_draw, 2))
    enter(games_of(on_a_draw, 2)[0], "WL", by=kim)
    assert "different result" not in visit(desk, at("desk-round", on_a_draw, 2))


def test_a_result_as_assumed_says_nothing(desk: Client, on_a_draw: Section) -> None:
    enter(games_of(on_a_draw, 1)[3], "DD")
    assert not page_of(desk, on_a_draw).all(".repair")
    assert "would differ" not in visit(desk, at("desk-round", on_a_draw, 2))


def test_once_a_game_was_played_the_boards_that_would_differ_are_told_and_stand(
    desk: Client, on_a_draw: Section
) -> None:
    """29G2: games that have begun are not stopped."""
    enter(games_of(on_a_draw, 1)[3], "LW")
    enter(games_of(on_a_draw, 2)[0], "WL")
    form = page_of(desk, on_a_draw).one(".repair")
    assert form.all(".differing li")
    assert not form.all("button[name=do]")
    before = boards(on_a_draw)
    answer = desk.post(at("change-pairing", on_a_draw, 2), {"do": "again", "reason": WHY})
    assert answer.status_code in (409, 422)
    assert boards(on_a_draw) == before


@pytest.mark.parametrize(
    ("choice", "kind", "said"),
    [("half_byes", "H", "half-point bye"), ("forfeit_next", "U", "zero-point bye")],
)
def test_who_did_not_report_sits_the_next_round_out(
    desk: Client, kim: User, choice: str, kind: str, said: str
) -> None:
    """29H: a half-point bye for both, or the next round forfeited by both."""
    section = a_section(6, 4, by=kim, order="solkoff")
    pairings.pair(section, 1, "1 4\n2 5\n3 6", by=kim)
    pairings.publish(section, 1, by=kim)
    for game in games_of(section, 1)[:2]:
        enter(game, "WL")
    form = page_of(desk, section).form(at("propose-pairing", section, 2))
    (field,) = [name for name in form.names if name.startswith("assume-")]
    page = read(form.send(desk, {field: choice}, follow=True))
    assert f"are not paired; each has a {said} (29H)" in page
    gate = visit(desk, at("publish-pairing", section, 2))
    assert f"are not paired, and each gets a {said}." in gate
    gate.form(at("publish-pairing", section, 2)).send(desk)
    rests = Seat.objects.filter(round__number=2, game__isnull=True)
    assert set(rests.values_list("player__number", "kind")) == {(3, kind), (6, kind)}
    assert {number for both in boards(section).values() for number in both} == {1, 2, 4, 5}
