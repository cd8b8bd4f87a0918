"""Players leave, rest, or are taken off the roster after their round was paired: its pages open in every
format, and say beside the board what is wrong."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of
from tests.html import Element, read
from tests.views.pairing_page import form_of, page_of, seats
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.errors import Refused
from tournaments.formats.byes import Bye
from tournaments.models import MatchBoard, Player, Section
from tournaments.pairing.options import Options
from tournaments.services import byes, drafts, matches, orders, pairings, rosters

ROUND_ROBIN = Section.Formats.ROUND_ROBIN
# Players, rounds, and what else the section is set up with.
FORMATS: dict[str, tuple[int, int, dict[str, Any]]] = {
    "Swiss": (8, 4, {}),
    "small Swiss": (6, 5, {}),
    "quad": (4, 3, {"format": ROUND_ROBIN}),
    "round robin of five": (5, 5, {"format": ROUND_ROBIN}),
    "round robin of six": (6, 5, {"format": ROUND_ROBIN}),
    "double round robin": (4, 6, {"format": ROUND_ROBIN}),
    "two games per round": (4, 3, {"format": ROUND_ROBIN, "games": 2}),
    "teams": (6, 3, {"boards": 2}),
    "round robin of teams": (6, 5, {"boards": 2, "format": ROUND_ROBIN}),
}


def leaves(player: Player, round: int, kim: User) -> None:
    pairings.withdraw(player, round - 1, by=kim, reason="left the hall")


def leaves_with_the_board(player: Player, round: int, kim: User) -> None:
    pairings.withdraw(player, round - 1, by=kim, reason="left the hall", unpairing=True)


def rests(player: Player, round: int, kim: User) -> None:
    byes.request_byes(player, [Bye(round, Kind.HALF_BYE)], by=kim)


def is_removed(player: Player, round: int, kim: User) -> None:
    rosters.remove_player(player, by=kim)


def set_up(name: str, kim: User) -> Section:
    players, rounds, fields = FORMATS[name]
    section = a_section(players, rounds, by=kim, **fields)
    if name == "small Swiss":
        orders.post_options(section, Options(small_swiss="table"), by=kim)
    return as_it_stands(section)


def propose(section: Section, number: int, kim: User) -> Section:
    drafts.keep(section, number, drafts.propose(section, number), by=kim)
    return as_it_stands(section)


def post(section: Section, number: int, kim: User) -> Section:
    drafts.publish(propose(section, number, kim), number, by=kim)
    return as_it_stands(section)


def play(section: Section, number: int, kim: User) -> Section:
    post(section, number, kim)
    for game in games_of(section, number):
        if section.boards:
            for board in MatchBoard.objects.filter(game=game).select_related("game__round"):
                matches.record_board(board, "WL", revision=board.revision, by=kim)
        else:
            enter(game, "WL")
    return as_it_stands(section)


def takes(step: Callable[[Player, int, User], None], section: Section, number: int, kim: User) -> bool:
    """Whether the step of the player of board 1 is taken, not refused."""
    player = section.players.get(number=1)
    try:
        step(player, number, kim)
    except Refused:
        return False
    return True


def opens(desk: Client, section: Section, number: int) -> None:
    for page in ("desk-round", "pairing", "publish-pairing"):
        answer = desk.get(at(page, section, number), follow=True)
        assert answer.status_code == 200, (page, number)


@pytest.mark.parametrize(
    "step",
    [leaves, pytest.param(rests, marks=pytest.mark.slow), pytest.param(is_removed, marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_pages_of_a_draft_with_locked_boards_open_after_a_player_of_it_is_gone(
    desk: Client, kim: User, name: str, step: Any, number: int
) -> None:
    section = set_up(name, kim)
    if number == 2:
        section = play(section, 1, kim)
    section = propose(section, number, kim)
    page = page_of(desk, section, number)
    form_of(page, section, number).send(desk, {"do": "save", "lock-0": "on", "lock-1": "on"})
    if not takes(step, section, number, kim):
        return
    opens(desk, section, number)
    page = page_of(desk, section, number)
    again = form_of(page, section, number).send(desk, {"do": page_again(page)}, follow=True)
    assert again.status_code in (200, 422), "paired, or refused with words"
    opens(desk, section, number)
    page = page_of(desk, section, number)
    assert form_of(page, section, number).send(desk, {"do": "discard"}, follow=True).status_code == 200
    opens(desk, section, number)


def page_again(page: Element) -> str:
    """The button that pairs the rest again."""
    values = [button["value"] for button in page.all('button[name="do"]')]
    return next(value for value in values if value.startswith("again"))


@pytest.mark.parametrize("step", [leaves, leaves_with_the_board])
@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_pages_of_a_posted_round_open_after_a_player_of_it_is_gone(
    desk: Client, client: Client, kim: User, name: str, step: Any, number: int
) -> None:
    section = set_up(name, kim)
    if number == 2:
        section = play(section, 1, kim)
    section = post(section, number, kim)
    if not takes(step, section, number, kim):
        return
    opens(desk, section, number)
    assert client.get(at("round", section, number)).status_code == 200


def test_a_locked_board_of_who_left_a_round_robin_says_so_and_can_be_unlocked(
    desk: Client, kim: User
) -> None:
    section = propose(set_up("round robin of six", kim), 1, kim)
    page = page_of(desk, section, 1)
    page = read(form_of(page, section, 1).send(desk, {"do": "save", "lock-0": "on"}, follow=True))
    gone = section.players.get(number=int(page.all(".white-side input")[0]["value"]))
    leaves(gone, 1, kim)
    page = page_of(desk, section, 1)
    told = page.all("li.pair")[0].texts(".problem")
    assert told == [f"✕ {gone.called} is not in this round."]
    unlocked = form_of(page, section, 1)
    unlocked.controls = [each for each in unlocked.controls if "lock-0" not in each.outside]
    unlocked.send(desk, {"do": page_again(page)})
    page = page_of(desk, section, 1)
    assert f"{gone.number}" not in [number for board in seats(page) for number in board]
    assert "is not in this round" not in page
