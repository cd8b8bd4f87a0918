"""What is asked before boards that were typed are published: all that is wrong, counted and named."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import PlayerFactory, UserFactory, a_section, games_of, paired, played
from tests.html import Element, read, visit
from tests.views.desk_page import HTMX, send, stands
from tests.views.pairing_page import proposed, section
from tests.views.test_pairing_gate import publish_typed
from tournaments.errors import ReadOtherwise
from tournaments.models import PairingDraft, Section
from tournaments.pairing.options import Options, written
from tournaments.services import pairings, rosters
from tournaments.services.verifying import verify
from tournaments.text.wording import unbroken

__all__ = ["section"]

WHOLE = "2 1\n7 3\n4 5\n6 B"


def asked(desk: Client, section: Section, typed: str, number: int = 2) -> Element:
    """The question before the typed boards are published."""
    answer = publish_typed(desk, section, typed, number)
    assert answer.status_code == 422
    assert not section.round_set.get(number=number).published_at
    return read(answer)


def agreed(desk: Client, page: Element, section: Section, number: int = 2) -> bool:
    """Whether the round is published by the question's own button."""
    page.form(at("publish-round", section, number), holding="wrong").send(desk)
    return section.round_set.get(number=number).published_at is not None


def test_what_was_agreed_to_is_no_answer_for_the_same_fault_of_other_players(desk: Client, kim: User) -> None:
    """A rematch of others on the same board was on no page that the director read."""
    section = a_section(4, 3, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    read_first = asked(desk, section, "1 2\n3 4").form(at("publish-round", section, 2), holding="wrong")
    for game in games_of(section, 2):
        pairings.remove_pairing(game, by=kim)
    pairings.pair(section, 2, "3 4\n1 2", by=kim)
    answer = desk.post(at("publish-round", section, 2), {"wrong": read_first.fields["wrong"]})
    assert answer.status_code == 422
    assert not section.round_set.get(number=2).published_at
    assert agreed(desk, read(answer), section)


@pytest.fixture
def slip(section: Section) -> str:
    """What is told of board 1 of round 1, whose slip somebody read otherwise."""
    with pytest.raises(ReadOtherwise):
        verify(games_of(section, 1)[0], "LW", by=UserFactory.create())
    return unbroken("Round 1, board 1: entered 1–0, read 0–1")


def test_the_question_says_that_nobody_sees_a_draft_and_else_that_phones_show_the_round_at_once(
    desk: Client, section: Section
) -> None:
    question = asked(desk, section, "4 1\n2 3").one("#not-published")
    assert "Phones show the pairings of round 2 at once." in question
    section.hidden = True
    section.save()
    question = read(desk.post(at("publish-round", section, 2))).one("#not-published")
    assert "Players and parents can’t see it yet: the section is a draft." in question
    assert question.link("Publish the section") == at("visibility", section)
    assert "Phones show" not in question


def test_who_is_unseated_is_counted_first_in_the_headline_and_in_the_button(
    desk: Client, section: Section
) -> None:
    page = asked(desk, section, "4 1\n2 3")
    assert page.one(".problem").text == "3 players unseated, 1 rematch."
    names = ", ".join(section.players.get(number=number).called for number in (5, 6, 7))
    assert page.texts(".gate li")[0] == f"Unseated: {names}. Each gets a zero-point bye."
    assert "Publish with 4 problems" in page.texts("button.danger")
    assert agreed(desk, page, section)


def test_the_question_leads_to_pairing_the_others_where_the_rules_can_seat_them(
    desk: Client, section: Section
) -> None:
    question = asked(desk, section, "4 1\n2 3").one("#not-published")
    others = visit(desk, question.link("Pair the others"))
    others.form(at("propose-pairing", section, 2)).send(desk)
    draft = PairingDraft.objects.get(section=section, round=2).draft
    assert draft.seated == {5, 6, 7}, "beside the boards that were typed"
    assert section.round_set.get(number=2).games.count() == 2


def test_who_is_left_alone_is_not_led_to_a_page_that_has_no_opponent(desk: Client, section: Section) -> None:
    question = asked(desk, section, "4 1\n2 3\n5 6").one("#not-published")
    assert "Pair the others" not in question.texts("a")
    assert question.link("Give another bye, or type a board") == "#byes"
    page = visit(desk, at("pairing", section, 2))
    left = section.players.get(number=7).called
    assert f"Only {left} has no board in round 2, so there is no opponent." in page
    assert page.link("Give a bye") == f"{at('desk-round', section, 2)}#byes"


def test_a_house_player_who_rests_is_not_asked_about(desk: Client, section: Section, kim: User) -> None:
    PlayerFactory.create(section=section, house=True, by=kim)
    assert publish_typed(desk, section, WHOLE).status_code == 302


def test_an_undecided_slip_of_an_earlier_round_is_shown_and_asked_about(
    desk: Client, section: Section, slip: str
) -> None:
    page = asked(desk, section, WHOLE)
    question = page.one("#not-published")
    assert slip in question
    assert at("verify", section, 1) in " ".join(question.links)
    assert agreed(desk, page, section)


@pytest.mark.parametrize(
    ("typed", "counted"),
    [
        ("1 2\n3 4\n5 6\n7 8\n10 12\n9 B\n11 B", "2 full-point byes too many."),
        ("1 2\n3 4\n5 6\n7 8\n10 12\n9 B\n11 H", ""),
        ("1 2\n3 4\n5 6\n7 8\n10 12\n9 B", "1 player unseated, 1 full-point bye too many."),
        ("1 2\n3 4\n5 6\n7 8\n9 B\n11 B\n12 H", "1 player unseated, 1 full-point bye too many."),
    ],
)
def test_a_round_has_one_full_point_bye_and_that_for_an_odd_number(
    desk: Client, kim: User, typed: str, counted: str
) -> None:
    """28L."""
    section = a_section(12, 3, by=kim, order="solkoff")
    address = f"{at('change-pairing', section, 1)}?of=round"
    reading = read(desk.post(address, {"do": "read", "pairings": typed}, headers=HTMX)).texts(".reading li")
    (line,) = [line for line, text in zip(reading, typed.splitlines(), strict=True) if text == "9 B"]
    answer = publish_typed(desk, section, typed, 1)
    if not counted:
        assert answer.status_code == 302
        assert "full-point byes" not in line
        assert "odd" not in line
        return
    page = read(answer)
    assert counted in page.one(".problem").text
    nine, eleven = (section.players.get(number=number).called for number in (9, 11))
    told = f"{nine} has a full-point bye, which is for an odd number of players only (28L)."
    second = f"{eleven} has a full-point bye too. A round has one at most (28L)."
    for sentence, is_told in ((told, "12 H" not in typed), (second, "11 B" in typed)):
        assert (sentence in page.one(".gate").text, sentence in line) == (is_told, is_told)
    assert agreed(desk, page, section, 1)


# --- the same judge while they are typed, once they are seated, and before they are published -----------


@pytest.mark.parametrize("teams", ["off", "plus_two"])
def test_the_reading_the_message_after_pair_and_the_question_tell_the_same_of_each_board(
    desk: Client, section: Section, kim: User, teams: str
) -> None:
    """Boards that the round has already are weighed with those that are typed."""
    Section.objects.filter(pk=section.pk).update(pairing_options=written(Options(teams=teams)))
    for number in (2, 3, 7):
        rosters.edit_player(section.players.get(number=number), team="Elm", by=kim)
    pairings.pair(section, 2, "6 5", by=kim)
    typed = "1 3\n2 7"
    address = f"{at('change-pairing', section, 2)}?of=round"
    reading = read(desk.post(address, {"do": "read", "pairings": typed}, headers=HTMX))
    before = [problem.removeprefix("✕ ") for problem in reading.texts(".problem")]
    after = read(desk.post(at("pair-round", section, 2), {"pairings": typed}, follow=True))
    told = [line.partition(": ")[2] for line in after.texts(".notice.warning") if line.startswith("Board")]
    page = read(visit(desk, at("desk-round", section, 2)).form(at("publish-round", section, 2)).send(desk))
    lines = [line.split(": ", 1) for line in page.texts(".gate li") if line.startswith("Board")]
    question = [problem for board, problem in lines if board in ("Board 2", "Board 3")]
    assert before == told == question
    assert any("are teammates" in problem for problem in told) is (teams == "plus_two")
    assert any("two more games with" in problem for problem in told)


def test_a_game_of_who_left_a_round_robin_is_told_of_by_all_three(desk: Client, kim: User) -> None:
    """30B."""
    section = a_section(4, rounds=3, format="round robin", by=kim)
    played(section, 1, "1 4 WL\n2 3 DD")
    gone = section.players.get(number=4)
    pairings.withdraw(gone, 1, by=kim)
    told = f"{gone.called} withdrew after round 1, so this game can only be a forfeit."
    address = f"{at('change-pairing', section, 2)}?of=round"
    assert told in read(desk.post(address, {"do": "read", "pairings": "4 3"}, headers=HTMX))
    page = read(desk.post(at("pair-round", section, 2), {"pairings": "4 3"}, follow=True))
    assert f"Board 1: {told}" in page.texts(".notice.warning")
    answer = visit(desk, at("desk-round", section, 2)).form(at("publish-round", section, 2)).send(desk)
    assert told in read(answer).one(".gate")


# --- a result of a round that is not published -----------------------------------------------------


def test_a_first_result_does_not_pass_the_question_of_its_round(desk: Client, section: Section) -> None:
    board, *_others = paired(section, 2, "4 1\n2 3\n5 H\n6 H")
    told = "Nothing was saved. Round 2 is not published, and has 1 player unseated, 1 rematch."
    answer = send(desk, board, "WL")
    assert answer.status_code == 422
    assert read(answer).one("[role=alert]").text == f"{told} Publish it first."
    plain = desk.post(reverse("enter-result", args=[board.pk]), {"result": "WL", "revision": board.revision})
    assert plain.status_code == 422
    page = read(plain)
    assert told in page.one("#not-published").text
    assert stands(board) == "??"
    assert not section.round_set.get(number=2).published_at
    assert agreed(desk, page, section)
    assert send(desk, board, "WL").status_code == 200


def test_a_first_result_does_not_pass_a_slip_that_is_not_decided(
    desk: Client, section: Section, slip: str
) -> None:
    board, *_others = paired(section, 2, WHOLE)
    assert "and has 1 slip that was read otherwise. Publish it first." in read(send(desk, board, "WL"))
    assert stands(board) == "??"


def test_a_first_result_of_a_board_beside_a_draft_leads_to_the_draft(desk: Client, section: Section) -> None:
    board, *_others = paired(section, 2, "4 1")
    proposed(desk, section)
    answer = desk.post(reverse("enter-result", args=[board.pk]), {"result": "WL", "revision": board.revision})
    assert "A draft of round 2 is waiting. Publish it on its page, or discard it there." in read(answer)
    assert stands(board) == "??"


@pytest.mark.parametrize("address", ["no-show", "ruling"])
def test_neither_does_a_forfeit_or_a_ruling(desk: Client, section: Section, address: str) -> None:
    board, *_others = paired(section, 2, "4 1\n2 3\n5 H\n6 H\n7 H")
    sent = {"absent": "white", "preset": "white", "reason": "late", "revision": board.revision}
    answer = desk.post(reverse(address, args=[board.pk]), sent)
    assert answer.status_code == 422
    assert "Round 2 is not published, and has 1 rematch. Publish it first." in read(answer)
    assert stands(board) == "??"


def test_a_first_result_of_a_round_in_which_nothing_is_wrong_publishes_it(
    desk: Client, section: Section
) -> None:
    board, *_others = paired(section, 2, WHOLE)
    assert send(desk, board, "WL").status_code == 200
    assert section.round_set.get(number=2).published_at


def test_a_house_player_with_a_full_point_bye_is_asked_about(desk: Client, kim: User) -> None:
    """28M1"""
    section = a_section(4, 3, by=kim, order="solkoff")
    PlayerFactory.create(section=section, house=True, by=kim)
    house = section.players.get(number=5).called
    page = asked(desk, section, "1 2\n3 4\n5 B", 1)
    assert page.one(".problem").text == "1 full-point bye too many."
    assert page.texts(".gate li") == [f"{house} is a house player, who rests without a bye (28M1)."]
