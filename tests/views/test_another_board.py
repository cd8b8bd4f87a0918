"""Under the key of a board that an open page shows, another may stand after a restore: no form changes it.

The page of a second board stands in for the older page: its revision is the same.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, games_of, paired
from tests.html import visit
from tests.sign_in import signed_in
from tournaments.models import Game, LogEntry, MatchBoard, Seat, Section
from tournaments.services.matches import record_board
from tournaments.services.results import record_result


class Press(NamedTuple):
    """What is sent to ``action`` from a form on ``page``."""

    page: Callable[[Section, Game], str]
    action: str
    pressed: dict[str, Any]
    result: str = "??"
    boards: int = 0


def round_page(section: Section, _game: Game) -> str:
    return at("desk-round", section, 1)


def second_pass(section: Section, _game: Game) -> str:
    return at("verify", section, 1)


def page_of(name: str) -> Callable[[Section, Game], str]:
    return lambda _section, game: reverse(name, args=[game.pk])


def page_of_first_board(_section: Section, game: Game) -> str:
    return reverse("board-ruling", args=[game.match_boards.get(board=1).pk])


RULED = {"white": "W", "black": "L", "reason": "Phone rang"}
FORMS = {
    "result": Press(round_page, "enter-result", {"result": "WL"}),
    "no-show": Press(round_page, "no-show", {"absent": "white"}),
    "second reading": Press(second_pass, "verify-result", {"result": "WL"}, result="WL"),
    "ruling": Press(page_of("ruling"), "ruling", RULED),
    "won, counts as a draw": Press(page_of("ruling"), "ruling", {"preset": "white"}),
    "colors": Press(page_of("correct-pairing"), "swap-colors", {"white": "2", "reason": "They sat so"}),
    "removal": Press(page_of("correct-pairing"), "remove-pairing", {"reason": "Both left"}),
    "board of a match": Press(round_page, "enter-board", {"result": "WL"}, boards=2),
    "second reading of a match": Press(second_pass, "verify-board", {"result": "WL"}, result="WL", boards=2),
    "ruling in a match": Press(page_of_first_board, "board-ruling", RULED, boards=2),
    "lineup": Press(page_of("match"), "match", {}, boards=2),
    "whole match": Press(page_of("match"), "enter-match", {"result": "FX"}, boards=2),
    "no-show of a team": Press(page_of("match"), "no-show", {"absent": "black"}, boards=2),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_no_form_changes_another_board_than_its_page_shows(kim: User, form: Press) -> None:
    desk = signed_in(kim)
    section = a_section(4, 2, boards=form.boards, by=kim)
    paired(section, 1, "1 2\n3 4", publish=True)
    if form.result != "??":
        for board in MatchBoard.objects.filter(board=1):
            record_board(board, form.result, revision=0, by=kim)
        for game in [] if form.boards else games_of(section, 1):
            record_result(game, form.result, revision=0, by=kim)
    one, other = games_of(section, 1)
    shows = other.shown_as(section, 1, [3, 4])
    page = visit(desk, form.page(section, other))
    sent = next(each.fields for each in page.forms if each.fields.get("shows") == [shows])
    before = (LogEntry.objects.count(), as_stored())
    of_board = form.action in ("enter-board", "verify-board", "board-ruling")
    key = one.match_boards.get(board=1).pk if of_board else one.pk
    answer = desk.post(reverse(form.action, args=[key]), sent | form.pressed)
    assert answer.status_code == 409
    assert "The board on this page is not the one here now." in answer.text
    assert (LogEntry.objects.count(), as_stored()) == before


def as_stored() -> list[Any]:
    return [list(model.objects.order_by("pk").values()) for model in (Game, MatchBoard, Seat)]
