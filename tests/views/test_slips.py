"""What the code on a result slip opens: for its scorers the board, for a parent the section's page."""

from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, director_of, games_of, played
from tests.html import visit
from tests.people import kim
from tests.sign_in import signed_in
from tournaments.models import Game, Role, Section, Staff
from tournaments.services import pairings
from tournaments.views.desk.slips import slip_address

__all__ = ["kim"]


@pytest.fixture
def desk(section: Section) -> Client:
    """The section's own director."""
    return signed_in(director_of(section))


def slip(section: Section, number: int, label: str) -> str:
    return at("slip", section, number, label)


def somebody(section: Section, role: Role) -> Client:
    user = UserFactory.create()
    Staff.objects.create(event=section.event, user=user, role=role)
    return signed_in(user)


def leads_to(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 302
    return answer.headers["Location"]


def row_of(section: Section, game: Game) -> str:
    return f"{at('desk-round', section, game.round.number)}?slip#game-{game.pk}"


@pytest.mark.parametrize("role", [Role.CHIEF, Role.ASSISTANT, Role.SCOREKEEPER])
def test_a_slip_opens_its_board_for_everybody_who_enters_results(section: Section, role: Role) -> None:
    open_board = games_of(section, 2)[1]
    assert leads_to(somebody(section, role), slip(section, 2, "2")) == row_of(section, open_board)


def test_a_slip_leads_everybody_else_to_the_page_of_the_section(section: Section) -> None:
    strangers = [somebody(section, Role.CHECK_IN), signed_in(UserFactory.create())]
    elsewhere = a_section(2)
    strangers.append(signed_in(director_of(elsewhere)))
    for client in strangers:
        assert leads_to(client, slip(section, 2, "2")) == at("standings", section)
        # It does not tell which boards there are.
        assert leads_to(client, slip(section, 2, "77")) == at("standings", section)


def test_who_is_signed_out_is_asked_to_sign_in_or_goes_to_the_standings(section: Section) -> None:
    client = Client()
    page = visit(client, slip(section, 2, "2"))
    sign_in = page.link("Directors and scorekeepers: sign in to enter this result")
    assert sign_in.endswith(f"?next={slip(section, 2, '2')}")
    assert page.one(".kicker").text == f"{section.event.name} · {section.name}"
    assert page.link("See the standings") == at("standings", section)
    assert not client.cookies
    assert client.get(slip(section, 2, "7" * 5000)).status_code == 404


def test_the_slip_of_a_board_that_a_posted_round_has_no_more_leads_to_the_page_that_says_so(
    section: Section, kim: User
) -> None:
    pairings.remove_pairing(games_of(section, 2)[1], by=kim, reason="ill")
    client = Client()
    assert leads_to(client, slip(section, 2, "2")) == at("board", section, 2, 2)
    assert visit(client, slip(section, 2, "1")).one("h1").text == "Round 2, board 1"


@pytest.mark.parametrize(
    ("number", "label"),
    [(1, "77"), (1, "x"), (1, "1a"), (1, "1.1"), (1, "01"), (1, "0"), (2, "x"), (0, "1"), (9, "1")],
)
def test_a_slip_that_never_was_leads_nobody_who_is_signed_out_anywhere(
    section: Section, number: int, label: str
) -> None:
    assert Client().get(slip(section, number, label)).status_code == 404


def test_who_is_signed_out_is_not_told_which_boards_a_round_has_that_is_not_posted(section: Section) -> None:
    client = Client()
    for label in ("1", "77"):
        assert visit(client, slip(section, 3, label)).one("h1").text == f"Round 3, board {label}"


def test_no_cache_keeps_what_a_slip_opens_because_it_depends_on_who_asks(section: Section) -> None:
    for client in (Client(), signed_in(director_of(section))):
        assert "no-store" in client.get(slip(section, 1, "1")).headers["Cache-Control"]


def test_the_games_of_a_double_round_have_slips_of_their_own(kim: User) -> None:
    section = a_section(2, 2, games=2, by=kim)
    played(section, 1, "1 2")
    [first, second] = sorted(games_of(section, 1), key=lambda game: game.slot)
    desk = signed_in(kim)
    assert leads_to(desk, slip(section, 1, "1a")) == row_of(section, first)
    assert leads_to(desk, slip(section, 1, "1b")) == row_of(section, second)


def test_a_board_of_a_match_has_a_slip_of_its_own(kim: User) -> None:
    section = a_section(4, 1, boards=2, by=kim)
    played(section, 1, "1 2\n3 4")
    [match, _other] = games_of(section, 1)
    board = match.match_boards.get(board=2)
    desk = signed_in(kim)
    assert leads_to(desk, slip(section, 1, "1.2")) == f"{at('desk-round', section, 1)}?slip#board-{board.pk}"
    assert leads_to(desk, slip(section, 1, "1")) == row_of(section, match)
    client = Client()
    assert visit(client, slip(section, 1, "1")).one("h1").text == "Round 1, match 1"
    assert visit(client, slip(section, 1, "1.2")).one("h1").text == "Round 1, match 1, board 2"
    assert client.get(slip(section, 1, "1.3")).status_code == 404
    pairings.remove_pairing(match, by=kim, reason="ill")
    assert leads_to(client, slip(section, 1, "1.2")) == at("board", section, 1, 1)
    leads_to(desk, slip(section, 1, "1"))
    said = "This slip is for round 1, match 1, which is not paired now."
    assert said in visit(desk, at("desk-round", section, 1))


@pytest.mark.parametrize("label", ["77", "2.1", "2.x", "x", "2a"])
def test_the_slip_of_a_board_that_is_gone_says_so_on_its_round(
    desk: Client, section: Section, label: str
) -> None:
    assert leads_to(desk, slip(section, 2, label)) == at("desk-round", section, 2)
    said = f"This slip is for round 2, board {label}, which is not paired now."
    assert said in visit(desk, at("desk-round", section, 2))


def test_the_slip_of_a_round_that_is_gone_leads_to_the_round_that_needs_work(
    desk: Client, section: Section
) -> None:
    assert leads_to(desk, slip(section, 9, "1")) == at("desk-section", section)
    assert "This slip is for round 9, board 1, which is not paired now." in visit(
        desk, at("desk-round", section, 2)
    )


def test_the_address_of_a_slip_is_whole_and_opens_its_board(desk: Client, section: Section) -> None:
    asked = RequestFactory().get("/", SERVER_NAME="testserver")
    address = slip_address(asked, section, 2, "1")
    assert address == f"http://testserver/b/{section.event.slug}/{section.slug}/2/1/"
    assert leads_to(desk, slip(section, 2, "1")) == row_of(as_it_stands(section), games_of(section, 2)[0])


def test_the_desk_shows_a_code_that_opens_the_round_on_a_phone(desk: Client, section: Section) -> None:
    with patch("tournaments.views.desk.round_page.qr", lambda address: f"the code of {address}"):
        page = visit(desk, at("desk-round", section, 2))
    assert f"the code of http://testserver{at('desk-round', section, 2)}" in page
    assert len(visit(desk, at("desk-round", section, 2)).all(".onto-phone svg")) == 1
    assert not visit(desk, at("desk-round", section, 3)).all(".onto-phone")
