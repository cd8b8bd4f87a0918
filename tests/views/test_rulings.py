"""The ruling page of a board, as a form without a script sends it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, enter, paired
from tests.html import read, visit
from tests.sign_in import signed_in
from tournaments.models import Game, LogEntry, Section, Staff
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
