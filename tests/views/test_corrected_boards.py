"""A parent who saw another result reads on the page of the round that it was corrected, and when."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import (
    EventFactory,
    a_section,
    as_it_stands,
    corrected,
    enter,
    games_of,
    paired,
    play_match,
    three_teams,
    undone,
)
from tests.html import visit
from tests.swisssys_file import player, swisssys
from tests.swisssys_file import section as of_file
from tiebreaks.engine.ranking.sequence import RULEBOOK_SWISS
from tournaments.formats.programs.reading import read
from tournaments.models import LogEntry, MatchBoard, Section
from tournaments.services import companion, matches
from tournaments.text.wording import clock


@pytest.fixture
def section(kim: User) -> Section:
    """Round 1 is being played."""
    section = a_section(4, 2, by=kim)
    paired(section, 1, "1 2\n3 4")
    return as_it_stands(section)


def results(section: Section) -> list[str]:
    return visit(Client(), at("round", section, 1)).texts("td.result")


def played(section: Section, number: int) -> str:
    """What the page of a player says of round 1."""
    (row,) = visit(Client(), at("player", section, number)).all(".played tbody tr")
    return row.text


def test_a_result_that_was_corrected_says_so_with_the_time(section: Section) -> None:
    one, two = games_of(section, 1)
    enter(one, "WL")
    enter(two, "DD")
    assert results(section) == ["1–0", "½–½"]
    corrected(one, "LW")
    when = LogEntry.objects.latest("pk").at
    assert results(section) == [f"0–1 corrected {clock(when)}", "½–½"]
    assert played(section, 1).endswith(f"corrected {clock(when)} lost 0")
    assert played(section, 2).endswith(f"corrected {clock(when)} won 1")
    assert "corrected" not in played(section, 3)


def test_a_correction_that_was_undone_is_none(section: Section, kim: User) -> None:
    one, _two = games_of(section, 1)
    enter(one, "WL")
    corrected(one, "LW", by=kim)
    undone(section, by=kim)
    assert results(section)[0] == "1–0"


def test_a_result_that_another_program_corrected_says_so_too(kim: User) -> None:
    event = EventFactory.create(by=kim)
    for one, other in (("+", "-"), ("-", "+")):
        players = [player(1, f"{one};2;W;1"), player(2, f"{other};1;B;1")]
        companion.take(event, read(swisssys(of_file(players))), by=kim, order=str(RULEBOOK_SWISS))
    assert "corrected" in results(event.sections.get())[0]


def test_a_board_of_a_match_that_was_corrected_says_so_too_and_no_other_one(kim: User) -> None:
    section = three_teams()
    (match,) = paired(section, 1, "1 3\n2 B", publish=True, by=kim)
    play_match(match, "WL", "DD", "LW", "WL")
    board = MatchBoard.objects.select_related("game__round__section").get(game=match, board=2)
    matches.record_board(board, "WL", revision=board.revision, by=kim, reason="slip read wrong")
    when = LogEntry.objects.latest("pk").at
    # The match, then its boards.
    marked = [number for number, each in enumerate(results(section)) if "corrected" in each]
    assert marked == [2]
    assert results(section)[2] == f"1–0 corrected {clock(when)}"
    undone(section, by=kim)
    assert not any("corrected" in each for each in results(section))


def test_boards_of_a_match_that_was_entered_as_a_whole_afterwards_say_so_where_they_had_another_result(
    kim: User,
) -> None:
    section = three_teams()
    (match,) = paired(section, 1, "1 3\n2 B", publish=True, by=kim)
    play_match(match, "WL", "DD")
    match.refresh_from_db()
    matches.record_match(match, "XF", revision=match.revision, by=kim, reason="did not come")
    marked = [number for number, each in enumerate(results(section)) if "corrected" in each]
    assert marked == [1, 2]
