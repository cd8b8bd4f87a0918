"""The ruling page of a board, as a form without a script sends it."""

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
    director_of,
    enter,
    paired,
    three_teams,
)
from tests.html import read, visit
from tests.sign_in import signed_in
from tournaments.models import Game, LogEntry, MatchBoard, Section, Staff
from tournaments.services import matches
from tournaments.text.wording import unbroken


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(4, by=kim, order="solkoff")
    paired(section, 1, "1 2\n3 4", publish=True)
    return as_it_stands(section)


def rule(client: Client, board: Game, **typed: Any) -> Any:
    board.refresh_from_db()
    return client.post(reverse("ruling", args=[board.pk]), {"revision": board.revision} | typed)


def round_of(section: Section) -> str:
    return at("desk-round", section, 1)


SPLIT = {"white": "W", "white_points": "2", "black": "L", "black_points": "2", "reason": "a phone rang"}


def test_the_menu_of_a_board_leads_to_its_ruling(desk: Client, section: Section, board: Game) -> None:
    address = reverse("ruling", args=[board.pk])
    menu = visit(desk, round_of(section)).one(f"#game-{board.pk}")
    assert menu.link("Ruling…") == address
    assert "No result yet." in visit(desk, address)


def test_a_ruling_stands_on_the_desk_and_on_the_public_pages(
    desk: Client, section: Section, board: Game
) -> None:
    answer = rule(desk, board, **SPLIT)
    assert answer.headers["Location"] == f"{round_of(section)}#game-{board.pk}"
    row = visit(desk, round_of(section))
    assert "1–0*" in row.texts("td.result")
    assert "awarded ½–½" in row
    where = [section.event.slug, section.slug]
    seen = visit(Client(), reverse("round", args=[*where, 1]))
    assert "1–0*" in seen
    assert "awarded ½–½" in seen
    assert "W2w=0.5" in Client().get(reverse("wall-chart-file", args=where)).text
    assert "a phone rang" not in seen
    assert LogEntry.objects.filter(standings__section=section)[0].reason == "a phone rang"


def test_the_page_shows_what_stands(desk: Client, board: Game) -> None:
    rule(desk, board, **SPLIT)
    address = reverse("ruling", args=[board.pk])
    page = visit(desk, address)
    fields = page.form(address, "white").fields
    assert [fields[name] for name in ("white", "white_points", "black_points")] == [["W"], ["2"], ["2"]]
    assert "awarded ½–½" in page


def test_points_awarded_elsewhere_can_be_kept(desk: Client, board: Game) -> None:
    board.seats.filter(side="w").update(points_q=3)
    address = reverse("ruling", args=[board.pk])
    form = visit(desk, address).form(address, "white")
    assert form.fields["white_points"] == ["3"]
    assert form.choices("white_points")["3"] == "¾"


@pytest.mark.parametrize(("preset", "told"), [("white", "1–0*, awarded ½–0"), ("black", "0–1*, awarded 0–½")])
def test_one_tap_records_a_win_that_counts_as_a_draw(
    desk: Client, section: Section, board: Game, preset: str, told: str
) -> None:
    assert rule(desk, board, preset=preset).status_code == 302
    entry = LogEntry.objects.filter(standings__section=section)[0]
    assert told in entry.summary
    assert "22C5" in entry.reason


def test_without_a_reason_or_a_result_nothing_is_ruled(desk: Client, section: Section, board: Game) -> None:
    answer = rule(desk, board, **SPLIT | {"reason": " ", "white": ""})
    assert answer.status_code == 422
    assert len(read(answer).all(".errorlist")) == 2
    assert read(answer).form(answer.request["PATH_INFO"], "white").fields["white_points"] == ["2"]
    assert as_it_stands(section).version == section.version


def test_sides_that_do_not_agree_are_refused(desk: Client, section: Section, board: Game) -> None:
    answer = rule(desk, board, **SPLIT | {"black": "W"})
    assert answer.status_code == 422
    assert "this side only" in read(answer)
    assert as_it_stands(section).version == section.version


def test_a_stale_page_gets_both_values(desk: Client, section: Section, board: Game) -> None:
    lee = UserFactory.create(first_name="Lee", last_name="Moss")
    Staff.objects.create(event=section.event, user=lee)
    enter(board, "DD", by=lee)
    answer = desk.post(reverse("ruling", args=[board.pk]), SPLIT | {"revision": 0})
    assert answer.status_code == 409
    assert "Lee Moss entered ½–½ first. You typed 1–0*, awarded ½–½." in read(answer)
    again = read(answer).form(reverse("ruling", args=[board.pk]), "white")
    assert (again.fields["revision"], again.fields["black"]) == (["1"], ["L"])
    assert again.send(desk).status_code == 302


def test_undo_takes_a_ruling_back_and_leads_to_its_board(desk: Client, section: Section, board: Game) -> None:
    rule(desk, board, **SPLIT)
    entry = LogEntry.objects.filter(standings__section=section, verb="ruling")[0]
    answer = desk.post(at("undo", section), {"round": 1, "entry": entry.pk})
    assert answer.headers["Location"] == f"{round_of(section)}#game-{board.pk}"
    assert visit(desk, round_of(section)).texts("td.result") == ["·–·", "·–·"]


def test_another_directors_board_is_not_there(board: Game) -> None:
    stranger = signed_in(UserFactory.create())
    assert rule(stranger, board, **SPLIT).status_code == 404
    assert "sign-in" in Client().get(reverse("ruling", args=[board.pk])).headers["Location"]


def test_a_conflict_on_the_boards_row_names_the_ruling(desk: Client, section: Section, board: Game) -> None:
    rule(desk, board, **SPLIT)
    stale = {"result": "LW", "revision": 0}
    answer = desk.post(reverse("enter-result", args=[board.pk]), stale, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert unbroken("Kim Okafor entered 1–0*, awarded ½–½ first. You typed 0–1.") in read(answer)
    assert "Keep 1–0*" in read(answer)


# --- on a board of a match --------------------------------------------------------------------------


@pytest.fixture
def match_board() -> MatchBoard:
    """Board 2 of the match of round 1, drawn; round 2 is published, so that a ruling is a correction."""
    section = three_teams()
    by = director_of(section)
    (match,) = paired(section, 1, "1 3", publish=True)
    for board in match.match_boards.order_by("board"):
        row = MatchBoard.objects.select_related("game__round__section").get(pk=board.pk)
        matches.record_board(row, "DD", revision=row.revision, by=by)
    paired(section, 2, "1 2", publish=True)
    return match.match_boards.get(board=2)


def test_a_ruling_on_a_board_of_an_earlier_match_shows_first_what_it_moves_and_is_undone_from_the_log(
    match_board: MatchBoard,
) -> None:
    section = match_board.game.round.section
    client = signed_in(director_of(section))
    address = reverse("board-ruling", args=[match_board.pk])
    form = visit(client, address).form(address)
    sheet = form.send(client, {"white": "W", "white_points": "4", "black": "L", "reason": "a phone rang"})
    assert sheet.status_code == 409
    page = read(sheet)
    assert "Round 1, board 1.2" in page
    match_board.refresh_from_db()
    assert match_board.result == "DD"
    shown = page.form(page.one("form.correction")["action"])
    assert shown.fields["reason"] == ["a phone rang"]
    saved = shown.send(client)
    ruling = LogEntry.objects.filter(standings__section=section, verb="ruling").latest("pk")
    assert saved.headers["Location"] == at("correction", section, ruling.pk)
    assert ruling.reason == "a phone rang"
    match_board.refresh_from_db()
    assert match_board.result == "WL"

    undoing = client.post(at("undo-entry", section, ruling.pk))
    assert undoing.status_code == 409
    page = read(undoing)
    assert page.form(page.one("form.correction")["action"]).send(client, {"reason": "no phone rang"})
    match_board.refresh_from_db()
    assert match_board.result == "DD"


def test_results_of_a_match_board_that_do_not_agree_are_refused(match_board: MatchBoard) -> None:
    client = signed_in(director_of(match_board.game.round.section))
    address = reverse("board-ruling", args=[match_board.pk])
    form = visit(client, address).form(address)
    answer = form.send(client, {"white": "W", "black": "W", "reason": "slips"})
    assert answer.status_code == 422
    assert "two results that agree" in read(answer)
    match_board.refresh_from_db()
    assert match_board.result == "DD"


def test_another_directors_match_board_is_not_there(match_board: MatchBoard) -> None:
    address = reverse("board-ruling", args=[match_board.pk])
    assert signed_in(UserFactory.create()).get(address).status_code == 404
    assert signed_in(UserFactory.create()).post(address, SPLIT).status_code == 404
