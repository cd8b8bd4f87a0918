"""30B: who leaves a round robin before playing half of the games has not competed, as far as standings go."""

from dataclasses import replace

import pytest

from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.problems import problems
from tiebreaks.engine.chart.reading import after_round, live
from tiebreaks.engine.chart.wallchart import Format, Wallchart
from tiebreaks.engine.chart.withdrawals import (
    OPPONENT_WITHDREW,
    did_not_compete,
    played_games,
    scheduled_games,
)
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import parse

# Four entries of a single round robin; 4 leaves after one game of three.
ROWS = [["W4w", "D2b", "W3w"], ["W3w", "D1w", "X4"], ["L2b", "X4", "L1b"], ["L1b", "F3", "F2"]]


def round_robin(*rows: list[str], left: dict[int, int], rounds: int | None = None) -> Wallchart:
    wall = chart(*rows, format=Format.ROUND_ROBIN, rounds=rounds)
    return replace(wall, cards=tuple(replace(card, withdrew=left.get(card.number)) for card in wall.cards))


def test_games_against_who_left_before_half_count_for_nobody() -> None:
    reading = after_round(round_robin(*ROWS, left={4: 1}))
    # Of 1's win, and of the forfeits that 2 and 3 were given, nothing is left.
    assert reading.score_q == {1: 6, 2: 6, 3: 0, 4: 0}
    ranking = rank(reading, parse("sonneborn_berger,most_blacks"))
    assert [(s.number, s.place) for s in ranking.standings] == [(1, "1-2"), (2, "1-2"), (3, "3")]
    assert [card.number for card in reading.unranked] == [4]
    # 34E8: the win against 3, who has nothing, and half of the other's 1½.
    assert [ranking.value(0, number) for number in (1, 2, 3)] == [3, 3, 0]
    # The game that 4 played with Black remains on its own line.
    assert ranking.evaluation(1, 4).value == 1


def test_the_slot_says_why_it_is_empty() -> None:
    ranking = rank(after_round(round_robin(*ROWS, left={4: 1})), parse("sonneborn_berger,solkoff"))
    for step in range(2):
        first = ranking.evaluation(step, 1).terms[0]
        assert first[:5] == (0, 1, 4, OPPONENT_WITHDREW, "30B")
    assert {term.rule for term in ranking.evaluation(0, 1).terms[1:]} == {"34E8"}


def test_half_of_the_games_is_enough_to_have_competed() -> None:
    """Two of three games are played, or two of four: what comes after stands as it was entered."""
    rows = [["W4w", "D2b", "W3w"], ["W3w", "D1w", "X4"], ["L2b", "W4b", "L1b"], ["L1b", "L3w", "F2"]]
    reading = after_round(round_robin(*rows, left={4: 2}))
    assert reading.score_q == {1: 10, 2: 10, 3: 4, 4: 0}
    assert [card.number for card in reading.ranked] == [1, 2, 3, 4]
    five = [["W2", "W3", "X4", "X5", "U"], ["L1", "W3"], ["L2@2", "L1@2"], ["F1"], ["F1"]]
    assert did_not_compete(round_robin(*five, left={2: 2}), 5) == frozenset()


def test_a_swiss_knows_no_such_rule() -> None:
    wall = round_robin(*ROWS, left={4: 1})
    swiss = replace(wall, format=Format.SWISS)
    assert after_round(swiss).score_q == {1: 10, 2: 10, 3: 4, 4: 0}
    assert len(after_round(swiss).ranked) == 4


def test_standings_of_before_the_withdrawal_stay_as_they_were() -> None:
    wall = round_robin(*ROWS, left={4: 1})
    assert not after_round(wall, 0).did_not_compete
    assert after_round(wall, 1).did_not_compete == {4}
    assert not after_round(round_robin(*ROWS, left={4: 2}), 1).did_not_compete
    assert after_round(round_robin(*ROWS, left={4: 0}), 0).did_not_compete == {4}


def test_live_a_withdrawal_counts_from_the_open_round_on() -> None:
    rows = [["W4w", "?2b"], ["W3w", "?1w"], ["L2b", ""], ["L1b", ""]]
    assert live(round_robin(*rows, left={4: 2}, rounds=3)).did_not_compete == {4}
    assert not after_round(round_robin(*rows, left={4: 2}, rounds=3)).did_not_compete
    assert live(round_robin(*rows, left={4: 1}, rounds=3)).score_q == {1: 0, 2: 4, 3: 0, 4: 0}


def test_who_never_came_was_never_there() -> None:
    rows = [["X4", "D2"], ["W3", "D1"], ["L2", "X4"], ["F1", "F3"]]
    reading = after_round(round_robin(*rows, left={4: 0}, rounds=3))
    assert reading.score_q == {1: 2, 2: 6, 3: 0, 4: 0}


@pytest.mark.parametrize(
    ("entries", "rounds", "games", "scheduled"),
    [
        pytest.param(4, 3, 1, 3, id="once each"),
        pytest.param(5, 5, 1, 4, id="once each, one sits out"),
        pytest.param(4, 6, 1, 6, id="twice each"),
        pytest.param(4, 3, 2, 6, id="twice each, two games per round"),
        pytest.param(3, 6, 1, 4, id="three of them twice, one sits out"),
        pytest.param(6, 4, 1, 5, id="fewer rounds planned than it takes"),
        pytest.param(1, 3, 1, 0, id="alone"),
    ],
)
def test_how_many_games_are_scheduled(entries: int, rounds: int, games: int, scheduled: int) -> None:
    assert scheduled_games(chart(*[[]] * entries, rounds=rounds, games=games)) == scheduled


def test_a_visitor_is_on_nobodys_schedule_and_a_house_player_is() -> None:
    wall = chart(*[[]] * 4, rounds=3)
    visited = replace(wall, cards=(*wall.cards[:3], replace(wall.cards[3], house=True, visitor="7@Open")))
    assert scheduled_games(replace(visited, rounds=3)) == 2
    assert scheduled_games(replace(wall, cards=(*wall.cards[:3], replace(wall.cards[3], house=True)))) == 3


def test_nothing_is_played_after_a_withdrawal() -> None:
    found = problems(round_robin(*ROWS, left={1: 2}))
    assert [(p.number, p.round, p.read) for p in found] == [(1, 3, "W3w")]
    assert not problems(round_robin(*ROWS, left={4: 1}))


@pytest.mark.parametrize(("left", "played"), [(None, 3), (2, 2), (1, 1), (0, 1)])
def test_an_open_game_is_a_played_one_up_to_the_round_after_which_its_player_left(
    left: int | None, played: int
) -> None:
    card = chart(["W2", "?3", "?4"], [], [], []).cards[0]
    assert played_games(replace(card, withdrew=left)) == played
