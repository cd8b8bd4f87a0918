"""Board numbers of a published round that is paired again (29G): they are on the wall, on slips and on
phones, so a board that stays keeps its own, and a new one fills a hole."""

import pytest
from django.contrib.auth.models import User

from tests.factories import EntryFactory, a_section, as_it_stands
from tests.views.repaired_rounds import WHY, boards
from tournaments.models import Seat, Section
from tournaments.services import drafts, pairings, repairing, rosters
from tournaments.services.reasons import keep


@pytest.fixture
def posted(kim: User) -> Section:
    """Ten players in round 1, which is posted: 1 – 6, 2 – 7, 3 – 8, 4 – 9, 5 – 10."""
    return round_one(10, kim)


@pytest.fixture
def posted_with_a_bye(kim: User) -> Section:
    """Nine players: 1 – 5, 2 – 6, 3 – 7, 4 – 8, and 9 has the bye."""
    return round_one(9, kim)


def round_one(players: int, kim: User) -> Section:
    section = a_section(0, 4, by=kim, order="solkoff")
    rosters.add_players(
        section, [EntryFactory.create(rating=1900 - 50 * at) for at in range(players)], by=kim
    )
    drafts.keep(as_it_stands(section), 1, drafts.propose(as_it_stands(section), 1), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    keep(section.pk, 1)
    return as_it_stands(section)


def gone(section: Section, *numbers: int, by: User) -> None:
    for number in numbers:
        pairings.withdraw(section.players.get(number=number), 0, by=by, reason=WHY, unpairing=True)


def repaired(section: Section, how: str, by: User) -> dict[int, set[int]]:
    asked = repairing.ask(as_it_stands(section), 1, how)
    repairing.repair(as_it_stands(section), 1, asked, by=by, reason=WHY)
    return boards(section, 1)


def test_two_who_meet_in_other_colors_keep_the_number_of_their_board(
    posted_with_a_bye: Section, kim: User
) -> None:
    """Of round 1 without its first player, each other board has the colors of the next one (29E2)."""
    gone(posted_with_a_bye, 1, by=kim)
    before = boards(posted_with_a_bye, 1)
    assert before == {2: {2, 6}, 3: {3, 7}, 4: {4, 8}}
    white = whites(posted_with_a_bye)
    assert repaired(posted_with_a_bye, "again", kim) == before | {1: {5, 9}}
    assert whites(posted_with_a_bye)[2] != white[2]


def whites(section: Section) -> dict[int, int]:
    seats = Seat.objects.filter(round__section=section, round__number=1, side=Seat.Side.WHITE)
    return dict(seats.values_list("game__board", "player__number"))


def test_a_hole_is_filled_by_the_new_board_of_a_ladder(posted: Section, kim: User) -> None:
    gone(posted, 1, 7, by=kim)
    before = boards(posted, 1)
    assert sorted(before) == [3, 4, 5]
    after = repaired(posted, "ladder", kim)
    assert after == before | {1: {2, 6}}


def test_a_hole_stays_while_no_board_is_new_and_is_filled_by_the_next_one(posted: Section, kim: User) -> None:
    """Whose number was posted looks for the board of that number."""
    gone(posted, 1, by=kim)
    before = boards(posted, 1)
    assert repaired(posted, "ladder", kim) == before
    assert sorted(before) == [2, 3, 4, 5]
    gone(posted, 5, by=kim)
    after = repaired(posted, "ladder", kim)
    assert sorted(after) == [1, 2, 3, 4]
    assert {number: after[number] for number in (2, 3, 4)} == {number: before[number] for number in (2, 3, 4)}
