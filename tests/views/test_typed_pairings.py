"""Pairings and byes that a director types, and the round that they make."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    as_it_stands,
    games_of,
)
from tests.html import Element, read, visit
from tests.views.desk_page import HTMX, section, send
from tests.views.pairing_page import page_of, proposed, seats
from tournaments.formats.records import RosterEntry
from tournaments.models import Game, LogEntry, PairingDraft, Seat, Section
from tournaments.services import attendance, drafts, pairings, rosters
from tournaments.services.undoing import undo_entry

__all__ = ["section"]


def test_a_round_is_paired_by_numbers_white_first(desk: Client, section: Section) -> None:
    answer = desk.post(at("pair-round", section, 2), {"pairings": "3 1\n4 H"}, follow=True)
    page = read(answer)
    [game] = games_of(section, 2)
    numbers = game.seats.order_by("-side").values_list("player__number", flat=True)
    assert list(numbers) == [3, 1]
    assert "half-point bye" in page
    assert "Only directors see these pairings." in page


def test_every_bad_line_is_listed_nothing_is_stored_and_what_was_typed_stays(
    desk: Client, section: Section
) -> None:
    typed = "1 3\n4 4\n2 99\ntwo five\n3 6"
    answer = desk.post(at("pair-round", section, 2), {"pairings": typed})
    text = read(answer)
    assert answer.status_code == 422
    assert text.form(at("pair-round", section, 2)).fields["pairings"] == [typed]
    troubles = [(trouble.where, trouble.read) for trouble in answer.context["refused"].troubles]
    assert troubles == [("line 2", "4"), ("line 3", "99"), ("line 4", "two five"), ("line 5", "3")]
    assert all(f"{where}: {read}" in text for where, read in troubles)
    assert as_it_stands(section).version == section.version


def test_a_rematch_is_paired_and_told(desk: Client, section: Section) -> None:
    text = read(desk.post(at("pair-round", section, 2), {"pairings": "2 1\n3 5"}, follow=True))
    assert "met in round 1 (27A1)." in text
    assert len(games_of(section, 2)) == 2


def test_results_beside_typed_pairings_are_left_out_and_said_so(desk: Client, section: Section) -> None:
    answer = desk.post(at("pair-round", section, 2), {"pairings": "3 1 1-0\n4 H"}, follow=True)
    assert "1 result was read and left out. Enter it beside its board." in read(answer)
    [game] = games_of(section, 2)
    assert {*game.seats.values_list("kind", flat=True)} == {"?"}


def test_who_is_not_seated_is_named(desk: Client, section: Section) -> None:
    desk.post(at("pair-round", section, 2), {"pairings": "1 3"})
    page = desk.get(at("desk-round", section, 2))
    unseated = [player.number for player in page.context["page"].unseated]
    assert unseated == [2, 4, 5, 6]
    names = section.players.filter(number__in=unseated).values_list("name", flat=True)
    assert all(name in read(page) for name in names)


def test_after_pair_it_is_said_how_many_are_left_over(desk: Client, section: Section, kim: User) -> None:
    section.players.filter(number=6).update(withdrawn_after=1)
    for typed, said in (
        ("1 3", "Round 2 is saved. 3 players have neither a board nor a bye."),
        ("2 4", "Round 2 is saved. 1 player has neither a board nor a bye."),
        ("5 H", "Round 2 is paired."),
    ):
        page = read(desk.post(at("pair-round", section, 2), {"pairings": typed}, follow=True))
        assert page.one(".notice.success").text == said


def test_a_player_who_withdrew_before_the_round_is_not_missed(desk: Client, section: Section) -> None:
    section.players.filter(number=6).update(withdrawn_after=1)
    assert 6 not in [p.number for p in desk.get(at("desk-round", section, 2)).context["page"].unseated]


@pytest.mark.parametrize("kind", ["H", "B", "U"])
def test_several_players_get_a_bye_at_once_and_one_is_removed(
    desk: Client, section: Section, kind: str
) -> None:
    desk.post(at("give-bye", section, 2), {"player": ["4", "6"], "kind": kind})
    seats = Seat.objects.filter(round__section=section, round__number=2)
    assert sorted(seats.values_list("player__number", "kind")) == [(4, kind), (6, kind)]
    desk.post(reverse("remove-bye", args=[seats[0].pk]))
    assert seats.count() == 1


def test_a_bye_for_nobody_is_refused_on_the_page(desk: Client, section: Section) -> None:
    answer = desk.post(at("give-bye", section, 2), {"kind": "H"})
    assert answer.status_code == 422
    assert "Choose at least one player from the list." in read(answer)


def test_a_bye_of_an_unknown_kind_is_refused(desk: Client, section: Section) -> None:
    assert desk.post(at("give-bye", section, 2), {"player": "4", "kind": "W"}).status_code == 422


def test_colors_are_swapped_and_a_pairing_is_removed(desk: Client, section: Section, board: Game) -> None:
    why = {"reason": "sat down the other way"}
    answer = desk.post(reverse("swap-colors", args=[board.pk]), why)
    assert answer.headers["Location"].endswith(f"#game-{board.pk}")
    assert list(board.seats.order_by("-side").values_list("player__number", flat=True)) == [2, 1]
    desk.post(reverse("remove-pairing", args=[board.pk]), why)
    assert not Game.objects.filter(pk=board.pk).exists()


def test_a_board_with_a_result_is_not_removed(desk: Client, board: Game) -> None:
    send(desk, board, "WL")
    assert desk.post(reverse("remove-pairing", args=[board.pk])).status_code == 422
    assert Game.objects.filter(pk=board.pk).exists()


def test_typed_boards_are_published_and_who_is_left_out_is_named_first(
    desk: Client, section: Section
) -> None:
    desk.post(at("pair-round", section, 2), {"pairings": "1 3"})
    answer = visit(desk, at("desk-round", section, 2)).form(at("publish-round", section, 2)).send(desk)
    assert answer.status_code == 422
    page = read(answer)
    names = [section.players.get(number=number).called for number in (2, 4, 5, 6)]
    assert f"Unseated: {', '.join(names)}. Each gets a zero-point bye." in page
    assert not section.round_set.get(number=2).published_at
    page = read(page.form(at("publish-round", section, 2), holding="wrong").send(desk, follow=True))
    assert "Round 2 is published." in page
    assert "Only directors see these pairings." not in page


def byes_of(section: Section, number: int = 2) -> list[tuple[int, str]]:
    seats = Seat.objects.filter(round__section=section, round__number=number, game=None)
    return sorted(seats.values_list("player__number", "kind"))


def test_who_is_left_out_of_typed_boards_gets_a_zero_point_bye_with_their_publication(
    desk: Client, section: Section, kim: User
) -> None:
    """As with a draft: the log names them, and one Undo takes the byes back with the publication."""
    rosters.edit_player(section.players.get(number=6), house=True, by=kim)
    pairings.pair(section, 2, "1 3\n5 H", by=kim)
    address = at("publish-round", section, 2)
    asked = read(visit(desk, at("desk-round", section, 2)).form(address).send(desk))
    asked.form(address, holding="wrong").send(desk)
    assert byes_of(section) == [(2, "U"), (4, "U"), (5, "H")], "a house player is free to rest"
    (two, four) = (section.players.get(number=number).called for number in (2, 4))
    published = LogEntry.objects.latest("pk")
    told = f"Round 2: pairings published; {two} (zero-point bye); {four} (zero-point bye)"
    assert published.summary == told
    undo_entry(section.pk, by=kim, entry_id=published.pk, reason="too early")
    assert byes_of(section) == [(5, "H")]
    assert not section.round_set.get(number=2).published_at


def test_who_has_one_full_point_bye_too_many_gets_no_other_with_the_publication(
    section: Section, kim: User
) -> None:
    pairings.pair(section, 2, "1 2\n3 4\n5 B\n6 B", by=kim)
    pairings.publish(section, 2, by=kim)
    assert byes_of(section) == [(5, "B"), (6, "B")]


def test_a_second_publication_gives_no_bye_to_who_came_since(section: Section, kim: User) -> None:
    pairings.pair(section, 2, "1 2\n3 4\n5 6", by=kim)
    pairings.publish(section, 2, by=kim)
    attendance.add_player(section, RosterEntry(None, "Late, Lia"), {}, by=kim)
    pairings.publish(section, 2, by=kim)
    assert byes_of(section) == []


def test_typed_boards_of_everybody_are_published_at_once(desk: Client, section: Section) -> None:
    desk.post(at("pair-round", section, 2), {"pairings": "2 3\n4 5\n6 1"})
    page = read(desk.post(at("publish-round", section, 2), follow=True))
    assert "Round 2 is published." in page


def test_a_round_without_pairings_is_not_published(desk: Client, section: Section) -> None:
    assert desk.post(at("publish-round", section, 3)).status_code == 422


# --- while a draft of the round waits ---------------------------------------------------------------


@pytest.fixture
def waiting(desk: Client, section: Section) -> list[tuple[int, int]]:
    """The boards of a draft of round 2 that waits."""
    for board in games_of(section, 1):
        send(desk, board, "WL")
    proposed(desk, section)
    return drafted(section)


def drafted(section: Section) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in PairingDraft.objects.get(section=section).draft.boards]


def type_boards(desk: Client, section: Section, text: str) -> Element:
    """Type boards on the page of the round, and go where the answer leads."""
    form = visit(desk, at("desk-round", section, 2)).form(at("pair-round", section, 2))
    return read(form.send(desk, {"pairings": text}, follow=True))


def test_boards_typed_while_a_draft_waits_are_put_on_it(
    desk: Client, section: Section, waiting: list[tuple[int, int]]
) -> None:
    (one, two), (three, four) = waiting[:2]
    page = type_boards(desk, section, f"{three} {one}")
    assert "Put on the draft of round 2." in page
    assert (three, one) in drafted(section)
    assert {two, four} in [{*board} for board in drafted(section)]
    assert page.form(at("change-pairing", section, 2))
    assert not games_of(section, 2)


def test_a_bye_typed_while_a_draft_waits_takes_the_player_off_its_board(
    desk: Client, section: Section, waiting: list[tuple[int, int]]
) -> None:
    (one, two), (three, _four) = waiting[:2]
    page = type_boards(desk, section, f"{one} H\n{three} B")
    assert (0, two) in drafted(section)
    assert PairingDraft.objects.get(section=section).bye == three
    assert Seat.objects.get(round__section=section, round__number=2).player.number == one
    assert "half-point bye" in page


def test_the_page_of_the_round_says_that_a_draft_waits_and_where_typed_boards_go(
    desk: Client, section: Section, waiting: list[tuple[int, int]]
) -> None:
    page = visit(desk, at("desk-round", section, 2))
    assert page.link("Go to the draft of round 2") == at("pairing", section, 2)
    assert "What you type here is put on the draft" in page
    form = page.form(at("pair-round", section, 2))
    assert form.element.texts("button") == ["Put on the draft"]
    (one, two), _other = waiting[:2]
    asked = {"do": "read", "pairings": f"{one} B\n{two} B"}
    answer = desk.post(at("change-pairing", section, 2) + "?of=round", asked, headers=HTMX)
    assert "A draft has one full-point bye" in read(answer)


def test_what_a_draft_does_not_take_stays_typed(
    desk: Client, section: Section, waiting: list[tuple[int, int]]
) -> None:
    typed = "1 B\n2 B"
    page = type_boards(desk, section, typed)
    assert "A draft has one full-point bye" in page
    assert page.form(at("pair-round", section, 2)).fields["pairings"] == [typed]
    assert drafted(section) == waiting
    page = type_boards(desk, section, "1 2@3\n3 4")
    assert "Type games across rounds or sections by themselves" in page
    assert not games_of(section, 2)


def test_games_across_rounds_are_seated_beside_a_draft(
    desk: Client, section: Section, waiting: list[tuple[int, int]]
) -> None:
    (one, two), *_others = waiting
    type_boards(desk, section, f"{one} {two}@3")
    [game] = games_of(section, 2)
    assert {*game.seats.values_list("player__number", "round__number")} == {(one, 2), (two, 3)}
    page = page_of(desk, section)
    names = {player.number: player.called for player in section.players.all()}
    (beside,) = page.texts(".beside li")
    assert beside == f"1 {names[one]} – {names[two]}"
    assert seats(page)[0] == ("", str(two))


def test_while_a_draft_waits_boards_beside_it_are_published_with_it_and_not_alone(
    desk: Client, section: Section, waiting: list[tuple[int, int]], kim: User
) -> None:
    PairingDraft.objects.update(round=3)
    desk.post(at("pair-round", section, 2), {"pairings": "{} {}".format(*waiting[0])})
    PairingDraft.objects.update(round=2)
    page = visit(desk, at("desk-round", section, 2))
    assert page.link("Go to the draft of round 2") == at("pairing", section, 2)
    assert not page.all(f"form[action='{at('publish-round', section, 2)}']")
    assert page.one("#pairing").text.startswith("On the draft, or not paired yet")
    news = read(desk.get(at("desk-standings", section), {"round": "2", "v": "before"}))
    assert news.link("Go to the draft of round 2") == at("pairing", section, 2)
    assert not news.all(f"form[action='{at('publish-round', section, 2)}']"), "nor where it is read again"
    draft = page_of(desk, section)
    assert len(draft.texts(".beside li")) == 1
    assert draft.one(".act").text.startswith("3 boards.")
    assert "Publish 3 boards" in visit(desk, at("publish-pairing", section, 2))
    answer = desk.post(at("publish-round", section, 2), {"wrong": "3 4 5 6"})
    assert "A draft of round 2 is waiting" in read(answer)
    assert not section.round_set.get(number=2).published_at
    drafts.publish(section, 2, by=kim)
    assert len(games_of(section, 2)) == 3


def test_a_draft_of_which_every_board_is_typed_waits_no_more(
    desk: Client, section: Section, waiting: list[tuple[int, int]]
) -> None:
    PairingDraft.objects.update(round=3)
    desk.post(at("pair-round", section, 2), {"pairings": "3 1\n2 5\n4 6"})
    PairingDraft.objects.update(round=2)
    page = (
        visit(desk, at("desk-round", section, 2))
        .form(at("publish-round", section, 2))
        .send(desk, follow=True)
    )
    assert "Round 2 is published." in read(page)


def test_who_typed_before_a_colleague_made_a_draft_sees_it_first(
    desk: Client, section: Section, kim: User
) -> None:
    for board in games_of(section, 1):
        send(desk, board, "WL")
    form = visit(desk, at("desk-round", section, 2)).form(at("pair-round", section, 2))
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    before = drafted(section)
    answer = form.send(desk, {"pairings": "1 3"})
    assert answer.status_code == 409
    assert read(answer).form(at("pair-round", section, 2)).fields["pairings"] == ["1 3"]
    assert drafted(section) == before
