"""The desk without its script: who may enter, what each address answers, and what it costs."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    EntryFactory,
    EventFactory,
    UserFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    games_of,
    paired,
    played,
)
from tests.html import Form, read, visit
from tests.sign_in import signed_in
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import Game, LogEntry, PairingDraft, Role, Round, Seat, Section, Staff, Verb
from tournaments.services import rosters
from tournaments.services.rulings import Outcome, record_ruling
from tournaments.text.wording import unbroken

NOT_RATED, RATED = Outcome(Kind.of("N")), Outcome(Kind.of("R"))
HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/desk/here/"}


@pytest.fixture
def section(kim: User) -> Section:
    """Six players, round one published: boards 1 2, 3 4, 5 6, all out."""
    section = a_section(6, by=kim, order="modified_median,solkoff")
    paired(section, 1, "1 2\n3 4\n5 6", publish=True)
    return as_it_stands(section)


def send(client: Client, game: Game, result: str, revision: int | str | None = None, **more: Any) -> Any:
    """Enter a result as the desk's script does."""
    fields = {"result": result, "revision": game.revision if revision is None else revision, **more}
    return client.post(reverse("enter-result", args=[game.pk]), fields, headers=HTMX)


def stands(game: Game) -> str:
    return "".join(game.seats.order_by("-side").values_list("kind", flat=True))


def undo_form(client: Client, section: Section, number: int = 1) -> Form:
    """Undo as the page offers it: for the entry that its label names."""
    return visit(client, at("desk-round", section, number)).form(at("undo", section))


def a_deputy(section: Section) -> Client:
    """Another director of the same event, at another machine."""
    lee = UserFactory.create(first_name="Lee", last_name="Moss")
    Staff.objects.create(event=section.event, user=lee)
    client = Client()
    client.force_login(lee)
    return client


def reading(section: Section) -> list[str]:
    return [
        reverse("desk"),
        reverse("desk-event", args=[section.event.slug]),
        at("desk-round", section, 1),
        at("desk-standings", section),
    ]


def changing(section: Section) -> list[str]:
    game = games_of(section, 1)[0]
    seat = Seat.objects.filter(game=game)[0]
    return [
        *(reverse(name, args=[game.pk]) for name in ("enter-result", "swap-colors", "remove-pairing")),
        reverse("remove-bye", args=[seat.pk]),
        at("undo", section),
        *(at(name, section, 1) for name in ("pair-round", "give-bye", "publish-round")),
    ]


# --- who comes in --------------------------------------------------------------------------------


def test_a_director_reads_every_page_of_her_event(desk: Client, section: Section) -> None:
    for address in reading(section):
        assert desk.get(address).status_code == 200, address


def test_a_visitor_who_is_signed_out_is_sent_to_sign_in(client: Client, section: Section) -> None:
    for address in [*reading(section), *changing(section)]:
        answer = client.get(address)
        assert answer.status_code == 302, address
        assert answer.headers["Location"].startswith(reverse("sign-in")), address


def test_a_script_that_is_signed_out_is_told_to_take_the_whole_window_to_sign_in(
    client: Client, section: Section
) -> None:
    for address in changing(section):
        answer = client.post(address, headers=HTMX)
        assert answer.status_code == 401, address
        assert answer.headers["HX-Redirect"].startswith(reverse("sign-in")), address
        assert "next=http" in answer.headers["HX-Redirect"]
        assert answer.content == b""


def test_another_director_finds_nothing_and_changes_nothing(client: Client, section: Section) -> None:
    client.force_login(EventFactory.create().staff.get().user)
    for address in reading(section)[1:]:
        assert client.get(address).status_code == 404, address
    for address in changing(section):
        assert client.post(address, {"result": "WL", "revision": 0}).status_code == 404, address
    assert as_it_stands(section).version == section.version


def test_a_wrong_id_or_round_is_not_there(desk: Client, section: Section) -> None:
    for name in ("enter-result", "swap-colors", "remove-pairing", "remove-bye"):
        assert desk.post(reverse(name, args=[999_999])).status_code == 404
    assert desk.get(at("desk-round", section, 99)).status_code == 404
    assert desk.post(at("pair-round", section, 99), {"pairings": "1 2"}).status_code == 404


def test_nothing_changes_on_a_get(desk: Client, section: Section) -> None:
    for address in changing(section):
        answer = desk.get(address)
        assert (answer.status_code, answer.headers["Allow"]) == (405, "POST"), address
        assert "This address has no page" in read(answer)


def test_a_side_of_a_board_is_no_bye_to_remove(desk: Client, section: Section, board: Game) -> None:
    seat = board.seats.all()[0]
    assert desk.post(reverse("remove-bye", args=[seat.pk])).status_code == 404


# --- a result ------------------------------------------------------------------------------------


def test_a_result_is_answered_with_its_row_and_the_counters_of_the_new_version(
    desk: Client, section: Section, board: Game
) -> None:
    answer = send(desk, board, "WL")
    text = read(answer)
    assert answer.status_code == 200
    row = text.one("tr")
    assert (row["data-result"], row["data-revision"]) == ("WL", "1")
    assert "1 of 3" in text
    assert "<html" not in answer.text
    assert as_it_stands(section).version == section.version + 1


def test_without_a_script_a_result_leads_back_to_its_board(
    desk: Client, section: Section, board: Game
) -> None:
    answer = desk.post(reverse("enter-result", args=[board.pk]), {"result": "DD", "revision": 0})
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{at('desk-round', section, 1)}#game-{board.pk}"
    assert stands(board) == "DD"


@pytest.mark.parametrize(("result", "button"), [("LW", "Change to 0–1"), ("??", "Clear 1–0")])
def test_without_a_script_a_finished_board_is_changed_by_a_second_press(
    desk: Client, section: Section, board: Game, result: str, button: str
) -> None:
    send(desk, board, "WL")
    address = reverse("enter-result", args=[board.pk])
    form = visit(desk, at("desk-round", section, 1)).form(address)
    asked = desk.post(address, form.fields | {"result": result})
    page = read(asked)
    assert asked.status_code == 409
    assert stands(board) == "WL"
    assert unbroken("This board has a result: 1–0.") in page
    assert page.texts("tr .settle button") == ["Keep 1–0", button]
    again = page.form(address, "replace")
    assert desk.post(address, again.fields | {"result": "WL"}).status_code == 302
    assert stands(board) == "WL"
    assert desk.post(address, again.fields | {"result": result}).status_code == 302
    assert stands(board) == result


def test_every_result_that_can_be_entered_is_taken(desk: Client, board: Game) -> None:
    for result in ("WL", "LW", "DD", "FX", "XF", "FF", "??"):
        board.refresh_from_db()
        assert send(desk, board, result).status_code == 200
        assert stands(board) == result


def test_the_same_result_again_makes_no_new_version(desk: Client, section: Section, board: Game) -> None:
    send(desk, board, "WL")
    version = as_it_stands(section).version
    answer = send(desk, board, "WL", revision=0)
    assert answer.status_code == 200
    assert read(answer).one("tr")["data-result"] == "WL"
    assert as_it_stands(section).version == version


def test_an_unknown_result_is_refused_with_what_was_read(desk: Client, section: Section, board: Game) -> None:
    answer = send(desk, board, "W")
    assert answer.status_code == 422
    assert "“W” is not a result" in read(answer)
    assert "Expected one of 1–0, 0–1, ½–½, X–F, F–X, F–F, or ·–· for none" in read(answer)
    assert as_it_stands(section).version == section.version


def test_a_result_that_no_button_offers_is_left_to_a_ruling(desk: Client, board: Game) -> None:
    for result in ("ZZ", "NR", "SS"):
        answer = send(desk, board, result)
        assert answer.status_code == 422
        assert "is a ruling, which needs a reason" in read(answer)
    assert stands(board) == "??"
    record_ruling(board, NOT_RATED, RATED, revision=0, by=director_of(board.round.section), reason="28M3")
    standing = stands(board)
    board.refresh_from_db()
    assert send(desk, board, standing).status_code == 200
    assert stands(board) == standing


def test_a_replaced_result_is_logged_with_what_it_was(desk: Client, section: Section, board: Game) -> None:
    send(desk, board, "DD")
    board.refresh_from_db()
    send(desk, board, "LW")
    board.refresh_from_db()
    send(desk, board, "??")
    log = [entry.summary for entry in LogEntry.objects.filter(verb="result").order_by("pk")]
    assert [line.rpartition("½–½")[2] for line in log[:2]] == ["", " → 0–1"]
    assert log[2].endswith("0–1 → ·–·")


def test_a_conflict_shows_both_values_and_who_entered_the_first(
    desk: Client, section: Section, board: Game
) -> None:
    send(a_deputy(section), board, "DD")
    answer = send(desk, board, "WL", revision=0)
    text = read(answer)
    assert answer.status_code == 409
    assert answer.text.lstrip().startswith("<tr")
    assert unbroken("Lee Moss entered ½–½ first. You typed 1–0.") in text
    assert "Keep ½–½" in text
    assert "Replace with 1–0" in text
    assert stands(board) == "DD"


def test_a_conflict_without_a_script_is_a_whole_page_with_both_values(
    desk: Client, section: Section, board: Game
) -> None:
    send(a_deputy(section), board, "DD")
    answer = desk.post(reverse("enter-result", args=[board.pk]), {"result": "WL", "revision": 0})
    assert answer.status_code == 409
    assert unbroken("Lee Moss entered ½–½ first. You typed 1–0.") in read(answer)
    assert "</html>" in answer.text


def test_a_result_without_the_revision_that_was_seen_overwrites_nothing(desk: Client, board: Game) -> None:
    answer = desk.post(reverse("enter-result", args=[board.pk]), {"result": "WL"}, headers=HTMX)
    assert answer.status_code == 409
    assert stands(board) == "??"


def test_a_scorekeeper_gets_no_buttons_before_the_round_is_published(desk: Client, section: Section) -> None:
    paired(section, 2, "1 3\n2 5")
    helper = UserFactory.create()
    Staff.objects.create(event=section.event, user=helper, role=Role.SCOREKEEPER)
    page = visit(signed_in(helper), at("desk-round", section, 2))
    assert not page.all("button[name=result]")
    assert page.texts("main .notice p")[0].startswith("Round 2 is not published yet.")
    assert page.one("table.boards")["data-closed"].startswith("Round 2 is not published yet.")
    assert visit(signed_in(helper), at("desk-round", section, 1)).all("button[name=result]")
    assert visit(desk, at("desk-round", section, 2)).all("button[name=result]")


def test_the_tab_of_the_round_follows_its_boards(desk: Client, section: Section) -> None:
    games = games_of(section, 1)
    tabs = [read(send(desk, game, "WL")).one("#tab-1").text for game in games]
    assert tabs == ["2 missing", "1 missing", "✓ finished"]
    news = visit(desk, at("desk-standings", section), {"v": section.stamp, "round": "1"})
    assert news.one("#tab-1.is-finished").text == "✓ finished"


def test_an_order_that_was_not_posted_is_asked_for_before_round_one_only(desk: Client, kim: User) -> None:
    section = a_section(2, by=kim)
    assert "Post it before round 1" in visit(desk, at("desk-round", section, 1))
    paired(section, 1, "1 2", publish=True)
    page = visit(desk, at("desk-round", section, 1))
    assert "Post it before round 1" not in page
    assert "The rulebook’s default applies" in page


def test_the_first_result_of_a_draft_publishes_it(desk: Client, kim: User) -> None:
    section = a_section(2, by=kim)
    [game] = paired(section, 1, "1 2")
    page = visit(desk, at("desk-round", section, 1))
    assert "Only directors see these pairings." in page
    assert "Only directors see these pairings." not in send(desk, game, "WL").content.decode()
    assert Round.objects.get(section=section).published_at is not None


# --- what it costs -------------------------------------------------------------------------------

# Session, user and board before the change; after it the counters (2), what undo would take back, the row.
AROUND_THE_CHANGE = 4
# Lock with document; board with seats; seats, board, version, log and document written.
IN_THE_CHANGE = 7


@pytest.mark.parametrize("players", [4, 40])
def test_an_entry_costs_the_same_queries_whatever_the_field(players: int, kim: User, desk: Client) -> None:
    section = a_section(players, by=kim)
    lines = "\n".join(f"{n} {n + 1}" for n in range(1, players, 2))
    games = paired(section, 1, lines, publish=True)
    with CaptureQueriesContext(connection) as queries:
        assert send(desk, games[0], "WL").status_code == 200
    asked = [query["sql"] for query in queries]
    begin, end = (
        next(at for at, sql in enumerate(asked) if sql.startswith(word)) for word in ("SAVEPOINT", "RELEASE")
    )
    assert (begin + len(asked) - end - 1, end - begin - 1) == (AROUND_THE_CHANGE, IN_THE_CHANGE), asked


def test_a_page_costs_the_same_queries_whatever_the_field(kim: User, desk: Client) -> None:
    counts: dict[str, set[int]] = {"desk": set(), "event": set(), "round": set(), "standings": set()}
    for players in (4, 40):
        section = a_section(players, by=kim, event=EventFactory.create(by=kim))
        paired(section, 1, "\n".join(f"{n} {n + 1}" for n in range(1, players, 2)), publish=True)
        enter(games_of(section, 1)[0], "WL")
        for name, address in zip(counts, reading(section), strict=True):
            with CaptureQueriesContext(connection) as queries:
                assert desk.get(address).status_code == 200
            counts[name].add(len(queries))
    assert counts == {"desk": {6}, "event": {10}, "round": {16}, "standings": {4}}


def test_an_answer_that_finds_nothing_new_is_empty(desk: Client, section: Section) -> None:
    answer = desk.get(at("desk-standings", section), {"v": section.stamp, "round": "1"})
    assert answer.status_code == 204
    assert answer.content == b""


# --- what is new ---------------------------------------------------------------------------------


def test_the_standings_bring_the_boards_that_others_entered_since(
    desk: Client, section: Section, board: Game
) -> None:
    send(a_deputy(section), board, "DD")
    text = visit(desk, at("desk-standings", section), {"v": section.stamp, "round": "1"})
    assert text.one("tr")["id"] == f"game-{board.pk}"
    assert "Lee Moss" in text
    assert "1 of 3" in text
    assert text.one("#standings")["data-stamp"] == as_it_stands(section).stamp


def test_changed_pairings_ask_for_the_round_to_be_loaded_again(
    desk: Client, section: Section, board: Game
) -> None:
    desk.post(reverse("swap-colors", args=[board.pk]), {"reason": "sat down the other way"})
    text = visit(desk, at("desk-standings", section), {"v": section.stamp, "round": "1"})
    assert "The pairings or the roster changed." in text
    assert not text.all("tr")


@pytest.mark.parametrize("typed", ["²", "9" * 5000, "-1", "x"])
def test_what_is_no_number_in_an_address_or_a_form_is_none(
    desk: Client, section: Section, board: Game, typed: str
) -> None:
    """An address written by hand gets an answer, never a stack trace."""
    version = f"{section.standings.epoch}.{typed}"
    for query in ({"round": typed}, {"round": "1", "v": version}):
        assert desk.get(at("desk-standings", section), query).status_code == 200
    assert desk.post(at("give-bye", section, 1), {"player": typed, "kind": "H"}).status_code == 422
    answer = send(desk, board, "WL", revision=typed)
    assert answer.status_code == 409
    assert desk.get(at("section-log", section), {"page": typed}).status_code == 200


# --- undo ----------------------------------------------------------------------------------------


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
    assert "Round 1 has results, so it stays published." in why
    stale = {"entry": publishing.pk, "round": 1}
    assert desk.post(at("undo", section), stale, headers=HTMX).status_code == 409


def test_nothing_of_mine_to_undo_is_refused(section: Section) -> None:
    answer = a_deputy(section).post(at("undo", section), headers=HTMX)
    assert answer.status_code == 409
    assert "You have no entry to undo in this section." in read(answer)


# --- pairing -------------------------------------------------------------------------------------


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


def test_a_rematch_and_team_mates_are_paired_with_a_remark(desk: Client, section: Section) -> None:
    section.players.filter(number__in=(3, 5)).update(team="Oakmont")
    answer = desk.post(at("pair-round", section, 2), {"pairings": "2 1\n3 5"}, follow=True)
    text = read(answer)
    assert "met in round 1." in text
    assert "are both from Oakmont." in text
    assert len(games_of(section, 2)) == 2


def test_who_is_not_seated_is_named(desk: Client, section: Section) -> None:
    desk.post(at("pair-round", section, 2), {"pairings": "1 3"})
    page = desk.get(at("desk-round", section, 2))
    unseated = [player.number for player in page.context["page"].unseated]
    assert unseated == [2, 4, 5, 6]
    names = section.players.filter(number__in=unseated).values_list("name", flat=True)
    assert all(name in read(page) for name in names)


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


def test_a_draft_is_published(desk: Client, section: Section) -> None:
    desk.post(at("pair-round", section, 2), {"pairings": "1 3"})
    page = read(desk.post(at("publish-round", section, 2), follow=True))
    assert "Round 2 is published." in page
    assert "Only directors see these pairings." not in page


def test_a_round_without_pairings_is_not_published(desk: Client, section: Section) -> None:
    assert desk.post(at("publish-round", section, 3)).status_code == 422


# --- what needs me -------------------------------------------------------------------------------


def test_a_section_leads_to_the_round_that_needs_work(desk: Client, section: Section) -> None:
    def leads_to(number: int) -> bool:
        return desk.get(at("desk-section", section)).headers["Location"] == at("desk-round", section, number)

    assert leads_to(1)
    for game in games_of(section, 1):
        enter(game, "WL")
    assert leads_to(2)
    for number in (2, 3):
        played(section, number, "1 3 WL")
    assert leads_to(3)


def test_the_desk_says_what_each_section_needs(desk: Client, section: Section, kim: User) -> None:
    a_section(0, by=kim, event=section.event, name="Novice")
    unposted = a_section(2, by=kim, event=section.event, name="Reserve")
    paired(unposted, 1, "1 2")
    page = visit(desk, reverse("desk"))
    assert "Round 1: 3 results missing" in page
    assert "Import the roster" in page
    assert "Post the tiebreak order" in page
    assert "Publish round 1" in page


def test_a_director_without_an_event_is_told_to_make_one(client: Client) -> None:
    client.force_login(UserFactory.create())
    assert "Create your first event" in visit(client, reverse("desk"))


def test_open_boards_are_counted_and_named(desk: Client, section: Section, board: Game) -> None:
    send(desk, board, "WL")
    page = desk.get(at("desk-round", section, 1))
    counters = page.context["counters"]
    assert (counters.entered, counters.boards) == (1, 3)
    assert [open.label for open in counters.missing_boards] == ["2", "3"]
    names = section.players.filter(number__in=(3, 4, 5, 6)).values_list("name", flat=True)
    assert {name for open in counters.missing_boards for name in (open.white, open.black)} == set(names)


def test_the_hall_gets_a_code_only_for_an_address_that_phones_can_open(
    desk: Client, section: Section
) -> None:
    address = reverse("desk-event", args=[section.event.slug])
    assert visit(desk, address).one("svg")
    assert not visit(desk, address, headers={"host": "localhost"}).all("svg")


def test_a_players_name_is_never_markup(desk: Client, section: Section) -> None:
    section.players.filter(number=1).update(name='<b onclick="x()">Bo "Ace" 🏆 משה</b>')
    page = visit(desk, at("desk-round", section, 1))
    assert not page.all("[onclick]")
    assert '<b onclick="x()">Bo "Ace" 🏆 משה</b>' in page


def test_both_games_of_a_double_round_have_their_own_row(desk: Client, kim: User) -> None:
    section = a_section(2, by=kim, games=2)
    first, second = paired(section, 1, "1 2", publish=True)
    send(desk, first, "WL")
    page = desk.get(at("desk-round", section, 1)).context["page"]
    assert [(row.label, row.white.number, row.result) for row in page.boards] == [
        ("1a", 1, "WL"),
        ("1b", 2, "??"),
    ]
    assert second.pk == page.boards[1].game


def test_a_row_shows_the_points_that_each_side_brought_to_the_round(desk: Client, section: Section) -> None:
    for game in games_of(section, 1):
        enter(game, "DD" if game.board == 1 else "WL")
    [game] = paired(section, 2, "3 1", publish=True)
    enter(game, "WL")
    [row] = desk.get(at("desk-round", section, 2)).context["page"].boards
    assert (row.white.points, row.black.points) == ("1", "½")


def test_missing_results_name_players_as_the_boards_do(desk: Client, kim: User) -> None:
    section = a_section(0, by=kim)
    entries = [EntryFactory.create(name=name) for name in ("Alder, Ann", "Bo Birch")]
    rosters.add_players(section, entries, by=kim)
    paired(section, 1, "1 2", publish=True)
    page = visit(desk, at("desk-round", section, 1))
    assert "Ann Alder – Bo Birch" in page.one(".missing-boards")


def test_an_empty_round_is_paired_with_one_press_and_lets_pairings_be_typed(desk: Client, kim: User) -> None:
    section = a_section(4, 2, by=kim)
    page = visit(desk, at("desk-round", section, 1))
    assert "Or type pairings of your own" in page
    form = page.form(at("propose-pairing", section, 1))
    assert form.element.one("button").text == "Pair round 1"
    assert len(read(form.send(desk, follow=True)).all(".pair")) == 2
    # A draft that is there is gone on with.
    assert visit(desk, at("desk-round", section, 1)).link("Pair round 1") == at("pairing", section, 1)
    PairingDraft.objects.all().delete()
    paired(section, 1, "1 2")
    assert "Or type pairings of your own" not in visit(desk, at("desk-round", section, 1))
