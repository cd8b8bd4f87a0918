"""The desk without its script: who may enter, what each address answers, and what it costs."""

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
from tests.html import read, visit
from tests.sign_in import signed_in
from tests.views.desk_page import HTMX, a_deputy, section, send, stands
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import Game, LogEntry, PairingDraft, Role, Round, Seat, Section, Staff
from tournaments.services import rosters
from tournaments.services.rulings import Outcome, record_ruling
from tournaments.text.wording import unbroken

__all__ = ["section"]

NOT_RATED, RATED = Outcome(Kind.of("N")), Outcome(Kind.of("R"))


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
        assert "There is no page at this address" in read(answer)


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
    page = read(answer)
    assert unbroken("Lee Moss entered ½–½ first. You typed 1–0.") in page
    assert page.one("#alarm").link("Board 1: two different results") == f"#game-{board.pk}"
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
    told = "No tiebreak order was posted, so the rulebook’s default applies. A change needs a reason"
    assert f"{told} that everyone can read." in page


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
    assert counts == {"desk": {7}, "event": {11}, "round": {21}, "standings": {4}}


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


def test_a_section_that_has_begun_is_not_asked_for_its_order(desk: Client, kim: User) -> None:
    section = a_section(2, 2, by=kim)
    asked = "Post the tiebreak order"
    assert asked in visit(desk, reverse("desk"))
    [game] = paired(section, 1, "1 2", publish=True)
    assert asked not in visit(desk, reverse("desk"))
    enter(game, "WL")
    page = visit(desk, reverse("desk"))
    assert "Pair round 2" in page
    assert asked not in page


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
    page = visit(desk, at("desk-round", section, 1))
    assert page.link("Go to the draft of round 1") == at("pairing", section, 1)
    PairingDraft.objects.all().delete()
    paired(section, 1, "1 2")
    assert "Or type pairings of your own" not in visit(desk, at("desk-round", section, 1))
