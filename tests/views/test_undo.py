"""Undo at the desk: what it names, whom it serves, and when it is refused."""

from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import (
    enter,
    games_of,
    paired,
)
from tests.html import read, visit
from tests.views.desk_page import HTMX, a_deputy, section, send, stands, undo_form
from tournaments.models import Game, LogEntry, Round, Section, Verb
from tournaments.services import pairings

__all__ = ["section"]


def test_undo_names_what_it_takes_back_and_takes_it_back(desk: Client, section: Section, board: Game) -> None:
    send(desk, board, "WL")
    form = undo_form(desk, section)
    assert LogEntry.objects.filter(standings__section=section)[0].unbroken_summary in form.element
    answer = form.send(desk, headers=HTMX)
    assert answer.status_code == 200
    assert read(answer).one("tr")["data-result"] == "??"
    assert stands(board) == "??"


def test_undo_in_a_second_tab_takes_back_nothing_but_what_it_names(
    desk: Client, section: Section, board: Game
) -> None:
    send(desk, board, "WL")
    stale = undo_form(desk, section).fields
    enter(board, "LW")
    for form in (stale, {"round": 1}, {"round": 1, "entry": "9" * 5000}):
        answer = desk.post(at("undo", section), form, headers=HTMX)
        assert answer.status_code == 409
        assert "You have made a newer entry since this page loaded: Round 1, board 1" in read(answer)
    assert stands(board) == "LW"


def test_undo_in_a_second_tab_says_that_the_first_has_undone_it(
    desk: Client, section: Section, board: Game
) -> None:
    send(desk, board, "WL")
    board.refresh_from_db()
    send(desk, board, "LW")
    stale = undo_form(desk, section).fields
    assert desk.post(at("undo", section), stale, headers=HTMX).status_code == 200
    answer = desk.post(at("undo", section), stale, headers=HTMX)
    assert answer.status_code == 409
    assert "This was undone already, in another window." in read(answer)
    assert "newer entry" not in read(answer)
    assert stands(board) == "WL"


def test_undo_without_a_script_says_what_was_undone(desk: Client, section: Section, board: Game) -> None:
    send(desk, board, "WL")
    answer = undo_form(desk, section).send(desk, follow=True)
    assert "This was undone: Round 1, board 1" in read(answer)
    assert answer.redirect_chain[0][0].endswith(f"#game-{board.pk}")


def test_a_script_that_undoes_pairings_is_sent_to_load_the_round_again(
    desk: Client, section: Section
) -> None:
    desk.post(at("pair-round", section, 2), {"pairings": "1 3"})
    answer = undo_form(desk, section, 2).send(desk, headers=HTMX)
    assert answer.headers["HX-Redirect"] == at("desk-round", section, 2)
    assert not Game.objects.filter(round__number=2).exists()


def test_undo_pressed_once_too_often_leaves_a_published_round_on_the_phones(
    desk: Client, section: Section
) -> None:
    paired(section, 2, "1 3", publish=True)
    send(desk, games_of(section, 2)[0], "WL")
    assert undo_form(desk, section, 2).send(desk).status_code == 302
    publishing = LogEntry.objects.get(standings__section=section, verb=Verb.PUBLISH, values__round=2)
    page = visit(desk, at("desk-round", section, 2))
    why = page.one("#not-undone")
    assert "Round 2 is published. To take it back, open this entry in the log." in why
    assert why.links == [at("undo-entry", section, publishing.pk)]
    assert at("undo", section) not in page.actions
    # A page that was loaded before still has the button.
    for form in ({"entry": publishing.pk, "round": 2}, {"entry": publishing.pk}):
        answer = desk.post(at("undo", section), form, headers=HTMX)
        assert answer.status_code == 409
        assert "Round 2 is published." in read(answer)
    assert Round.objects.get(section=section, number=2).published_at is not None
    assert "round 2 on the public pages" in visit(desk, at("undo-entry", section, publishing.pk))


def test_a_change_of_posted_boards_is_undone_in_the_log_which_asks_why(
    desk: Client, section: Section, kim: User
) -> None:
    paired(section, 2, "1 3\n2 4", publish=True, by=kim)
    game = games_of(section, 2)[0]
    white = game.seats.get(side="b").player.number
    pairings.give_white(game, white, by=kim, reason="they sat wrong")
    swap = LogEntry.objects.get(standings__section=section, verb=Verb.SWAP)
    page = visit(desk, at("desk-round", section, 2))
    told = "Round 2 is published, so undoing this needs a reason. Open this entry in the log."
    assert told in page.one("#not-undone")
    assert at("undo", section) not in page.actions
    answer = desk.post(at("undo", section), {"entry": swap.pk, "round": 2}, headers=HTMX)
    assert answer.status_code == 409, "a page that was loaded before"
    form = visit(desk, page.one("#not-undone").links[0]).form(at("undo-entry", section, swap.pk))
    assert form.send(desk).status_code == 422
    assert form.send(desk, {"reason": "they sat right after all"}).status_code == 302
    assert "they sat right after all" in visit(desk, at("section-log", section))


def test_an_entry_that_a_colleague_built_on_is_not_offered_to_be_undone_but_explained(
    desk: Client, section: Section, board: Game
) -> None:
    send(desk, board, "WL")
    offered = undo_form(desk, section)
    mine = LogEntry.objects.latest("pk")
    lee = a_deputy(section)
    board.refresh_from_db()
    send(lee, board, "DD")
    poll = {"v": section.stamp, "round": "1"}
    for page in (
        visit(desk, at("desk-round", section, 1)),
        visit(desk, at("desk-standings", section), poll),
    ):
        assert at("undo", section) not in page.actions
        why = page.one("#not-undone")
        assert "You can't undo your last entry: later changes build on it." in why
        assert why.links == [at("undo-entry", section, mine.pk)]
    # A page that is older still has the button: then the answer names what was entered since.
    answer = offered.send(desk, headers=HTMX)
    assert answer.status_code == 409
    assert "Undo them first: “Round 1, board 1:" in read(answer)
    assert stands(board) == "DD"
    # Lee's own is free to be undone, and then this one is again.
    assert undo_form(lee, section).send(lee).status_code == 302
    assert undo_form(desk, section).send(desk).status_code == 302
    assert stands(board) == "??"


def test_on_the_page_of_another_round_undo_only_says_where_the_last_entry_is(
    desk: Client, section: Section, board: Game
) -> None:
    send(desk, board, "WL")
    page = visit(desk, at("desk-round", section, 2))
    assert at("undo", section) not in page.actions
    why = page.one("#not-undone")
    assert "Your last entry is in round 1. Undo it there." in why
    assert why.links == [at("desk-round", section, 1)]
    assert undo_form(desk, section).send(desk).status_code == 302
    assert stands(board) == "??"


def test_undo_that_names_another_round_is_refused_with_the_way_there(
    desk: Client, section: Section, board: Game
) -> None:
    send(desk, board, "WL")
    last = LogEntry.objects.latest("pk")
    answer = desk.post(at("undo", section), {"entry": last.pk, "round": 2})
    assert answer.status_code == 409
    assert "Your last entry is in round 1. Undo it there. Nothing was undone." in read(answer)
    assert not LogEntry.objects.filter(undoes=last).exists()
    assert desk.post(at("undo", section), {"entry": last.pk, "round": 1}).status_code == 302


def test_a_publication_is_not_offered_to_be_undone_once_a_result_is_in(
    desk: Client, section: Section, board: Game
) -> None:
    publishing = LogEntry.objects.filter(standings__section=section).latest("pk")
    send(a_deputy(section), board, "DD")
    why = visit(desk, at("desk-round", section, 1)).one("#not-undone")
    assert "Round 1 stays published: it has results, or a later round is published." in why
    stale = {"entry": publishing.pk, "round": 1}
    assert desk.post(at("undo", section), stale, headers=HTMX).status_code == 409


def test_nothing_of_mine_to_undo_is_refused(section: Section) -> None:
    answer = a_deputy(section).post(at("undo", section), headers=HTMX)
    assert answer.status_code == 409
    assert "You have no entry to undo in this section." in read(answer)
