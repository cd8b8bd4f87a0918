"""The line of a score group on a phone: what was posted, until its boards, byes or scores are corrected."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, corrected, games_of, played, swap_colors, undone
from tests.html import visit
from tournaments.models import Game, Seat, Section
from tournaments.pairing.options import Options
from tournaments.services import drafts, orders, pairings
from tournaments.services.reasons import keep
from tournaments.services.trading import trade_places

WHY = "wrong table"
THEN = ", as it was paired:"


@pytest.fixture
def section(kim: User) -> Section:
    """Nine players; round 2 is posted: two boards of winners, one of a winner and a loser, one of losers, and
    the bye of a loser."""
    section = a_section(9, 3, by=kim)
    played(section, 1, "1 5 WL\n6 2 LW\n3 7 WL\n8 4 LW\n9 B")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    drafts.publish(as_it_stands(section), 2, by=kim)
    keep(section.pk, 2)
    return as_it_stands(section)


def pairs(section: Section) -> dict[int, tuple[int, int]]:
    """White and Black of each board of round 2."""
    return {game.board: (seated(game, "w"), seated(game, "b")) for game in games_of(section, 2)}


def seated(game: Game, side: str) -> int:
    return game.seats.get(side=side).player.number


def resting() -> Seat:
    return Seat.objects.get(round__number=2, kind="B", game=None)


def lines(client: Client, section: Section) -> list[str]:
    """The line of each board's score group."""
    found = [visit(client, at("board", section, 2, board)).texts("p.soft") for board in pairs(section)]
    return [next((text for text in texts if text.startswith("The group with ")), "") for texts in found]


def then(client: Client, section: Section) -> list[bool]:
    """Of each board, whether the line of its group says that it is of then."""
    return [THEN in line for line in lines(client, section)]


def line_of_bye(client: Client, section: Section) -> str:
    page = visit(client, at("bye", section, 2, resting().player.number))
    return next(text for text in page.texts("p.soft") if text.startswith("The group with "))


def test_as_posted_the_line_of_a_group_is_of_now(client: Client, section: Section) -> None:
    assert then(client, section) == [False] * 4
    assert THEN not in line_of_bye(client, section)


def test_two_who_trade_places_make_the_lines_of_their_groups_those_of_then(
    client: Client, section: Section, kim: User
) -> None:
    before = lines(client, section)
    first, second, *_others = games_of(section, 2)
    trade_places(first, seated(first, "b"), seated(second, "b"), by=kim, reason=WHY)
    _first, _second, *others = lines(client, section)
    assert others == [before[2].replace(":", THEN, 1), before[3]], "the board that floats is of the winners"
    assert THEN not in line_of_bye(client, section)
    undone(section, by=kim)
    assert lines(client, section) == before


def test_colors_that_are_swapped_make_the_line_of_the_group_that_of_then(
    client: Client, section: Section, kim: User
) -> None:
    """It counts who misses the due color."""
    swap_colors(games_of(section, 2)[0], by=kim)
    assert then(client, section) == [True, True, True, False]


def test_a_bye_that_is_given_to_another_makes_the_line_of_the_group_that_of_then(
    client: Client, section: Section, kim: User
) -> None:
    """The loser who met a winner has it now."""
    _first, _second, floats, _last = games_of(section, 2)
    (winner,) = {1, 2, 3, 4, 9} & {*pairs(section)[floats.board]}
    (loser,) = {*pairs(section)[floats.board]} - {winner}
    rests = resting().player.number
    pairings.remove_pairing(floats, by=kim, reason=WHY)
    pairings.remove_bye(resting(), by=kim, reason=WHY)
    pairings.pair(as_it_stands(section), 2, f"{winner} {rests}\n{loser} B", by=kim, reason=WHY)
    told = dict(zip(pairs(section).values(), lines(client, section), strict=True))
    assert told.pop((winner, rests)) == "", "the director made it"
    assert all(THEN in line for line in told.values())


def test_a_bye_that_is_removed_makes_the_line_of_the_group_that_of_then(
    client: Client, section: Section, kim: User
) -> None:
    pairings.remove_bye(resting(), by=kim, reason=WHY)
    assert then(client, section) == [False, False, False, True]


def test_a_board_that_is_removed_leaves_the_line_of_its_group_as_that_of_then(
    client: Client, section: Section, kim: User
) -> None:
    pairings.remove_pairing(games_of(section, 2)[0], by=kim, reason=WHY)
    assert then(client, section) == [True, True, False]


def test_a_score_that_is_corrected_makes_the_line_of_the_group_that_of_then(
    client: Client, section: Section, kim: User
) -> None:
    corrected(games_of(section, 1)[0], "DD", by=kim)
    told = dict(zip(pairs(section).values(), then(client, section), strict=True))
    assert [is_then for both, is_then in told.items() if {1, 5} & {*both}] == [True, True]


def test_a_score_of_who_has_the_bye_that_is_corrected_makes_the_line_of_the_group_that_of_then(
    client: Client, section: Section, kim: User
) -> None:
    """The other of that game is of the winners, who then are not all of one score."""
    rests = resting().player
    game = rests.seats.get(round__number=1).game
    assert game
    corrected(game, "DD", by=kim)
    assert then(client, section)[-1], "the losers"
    assert THEN in line_of_bye(client, section)


def test_where_points_are_added_a_correction_makes_all_lines_those_of_then(client: Client, kim: User) -> None:
    """28R: a score does not tell whose group it is."""
    section = a_section(8, 3, by=kim)
    orders.post_options(section, Options(acceleration="added_score"), by=kim)
    section = as_it_stands(section)
    drafts.keep(section, 1, drafts.propose(section, 1, lot="w"), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    keep(section.pk, 1)

    def of_then() -> list[bool]:
        there = games_of(section, 1)
        return [THEN in visit(client, at("board", section, 1, game.board)).one("main") for game in there]

    assert of_then() == [False] * 4
    swap_colors(games_of(section, 1)[0], by=kim)
    assert of_then() == [True] * 4


def test_a_parent_reads_in_spanish_that_a_group_was_so_when_it_was_paired(
    client: Client, section: Section, kim: User
) -> None:
    swap_colors(games_of(section, 2)[0], by=kim)
    assert ", tal como se emparejó:" in visit(client, "/es" + at("board", section, 2, 1))
