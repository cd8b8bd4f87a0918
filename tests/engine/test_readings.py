"""RULES §9: which rounds count, after round n and live."""

from dataclasses import replace

import pytest

from tests.cases import case
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.reading import Reading, after_round, live
from tiebreaks.engine.chart.wallchart import Card, Format, Kind, Wallchart
from tiebreaks.engine.points import parse
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import parse as parse_order
from tiebreaks.engine.terms.adjusted import PLAYED, STILL_PLAYING, adjusted, adjusted_score

ORDER = parse_order("modified_median,solkoff,cumulative,opposition_cumulative")
SOLKOFF, CUMULATIVE = 1, 2


def letters(reading: Reading, number: int) -> str:
    return "".join(cell.kind.letter for cell in reading.by_number[number].cells)


# --- held -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wall", "through", "open_round"),
    [
        pytest.param(chart([]), 0, None, id="nothing is known"),
        pytest.param(chart(["H", "H"], ["B", "U"]), 0, None, id="byes alone hold no round"),
        pytest.param(chart(["W2", "B"], ["L1", "H"]), 1, None, id="byes are entered days before"),
        pytest.param(chart(["X2"], ["F1"]), 1, None, id="a forfeit holds a round"),
        pytest.param(chart(["F2"], ["F1"]), 1, None, id="a double forfeit holds a round"),
        pytest.param(chart(["W2", "?2"], ["L1", "?1"]), 1, 2, id="one open game keeps it open"),
        pytest.param(chart(["W2", ""], ["L1", ""], ["", "X"]), 2, None, id="an empty cell does not"),
        pytest.param(chart(["?2", "W2"], ["?1", "L1"]), 0, 1, id="all earlier rounds are held first"),
        pytest.param(chart(["W2", "", "?2"], ["L1", "", "?1"]), 1, None, id="no open round without the next"),
    ],
)
def test_the_last_held_round_and_the_open_one(wall: Wallchart, through: int, open_round: int | None) -> None:
    assert (wall.through, wall.open_round) == (through, open_round)


# --- after round n ----------------------------------------------------------------------------------


def test_an_empty_cell_of_a_held_round_is_an_unplayed_one() -> None:
    reading = after_round(chart(["W2", "W3"], ["L1", ""], ["", "L1"]))
    assert [letters(reading, number) for number in (1, 2, 3)] == ["WW", "LU", "UL"]


def test_each_empty_slot_of_a_double_round_is_an_unplayed_one() -> None:
    wall = chart(["W2+W2", "W2+W2"], ["L1+L1", "L1+L1"], ["B+", ""], games=2)
    assert [letters(after_round(wall), number) for number in (1, 2, 3)] == ["WWWW", "LLLL", "BUUU"]


def test_a_card_that_counts_as_it_is_is_not_copied() -> None:
    wall = case("vermont").chart
    assert all(read is card for read, card in zip(after_round(wall).cards, wall.cards, strict=True))


def test_after_an_earlier_round_nothing_later_is_known() -> None:
    wall = case("example_a").chart
    reading = after_round(wall, 2)
    assert reading.counted == 2
    assert list(reading.score_q.values()) == [8, 6, 4, 4, 4, 0, 4, 0]


@pytest.mark.parametrize("number", [-1, 4, 99])
def test_a_round_that_is_not_complete_has_no_standings(number: int) -> None:
    with pytest.raises(ValueError, match="the last complete round is 3"):
        after_round(case("midevent").chart, number)


def test_before_the_first_round_everybody_is_tied() -> None:
    ranking = rank(after_round(chart(["?2"], ["?1"], ["B"])), ORDER)
    assert [(s.number, s.place, s.rank, s.tied) for s in ranking.standings] == [
        (1, "1-3", 1, 3), (2, "1-3", 1, 3), (3, "1-3", 1, 3),
    ]  # fmt: skip


def test_a_bye_of_the_open_round_does_not_count_yet() -> None:
    reading = after_round(case("midevent").chart)
    assert letters(reading, 3) == "LLW"
    assert reading.score_q[3] == parse("1")


# --- live -------------------------------------------------------------------------------------------

OPEN = chart(
    ["W2", "?3b", "B"],
    ["L1", "W4", ""],
    ["W4", "?1w", ""],
    ["L3", "L2", ""],
    ["B", "H", "B"],
    ["B", "", ""],
)


def test_live_is_the_same_where_no_game_is_open() -> None:
    wall = case("vermont").chart
    assert live(wall) == after_round(wall)


def test_live_counts_the_open_round_and_no_later_one() -> None:
    reading = live(OPEN)
    assert (reading.live, reading.counted, after_round(OPEN).counted) == (True, 2, 1)
    assert letters(reading, 1) == "W?"


def test_live_a_bye_of_the_open_round_counts_as_usual() -> None:
    assert live(OPEN).score_q[5] == parse("1½")
    assert adjusted_score(live(OPEN).by_number[5]).value == parse("1")


def test_live_an_open_game_is_an_opponent_and_no_points_yet() -> None:
    ranking = rank(live(OPEN), ORDER)
    assert ranking.reading.score_q[1] == parse("1")
    worth = adjusted_score(ranking.reading.by_number[1])
    assert worth.value == parse("1")
    assert [term.reason for term in worth.terms] == [PLAYED, STILL_PLAYING]
    # Number 2 with 1 point, and number 3, still playing, with 1 so far.
    assert ranking.value(SOLKOFF, 1) == parse("2")
    # The running score is carried into the open round.
    assert ranking.value(CUMULATIVE, 1) == parse("2")
    # 1 of 2 is an even score, where 1 of 1 was a plus.
    assert ranking.evaluation(0, 1).remark == "even score"


def test_live_who_is_not_paired_yet_has_no_item_for_the_open_round() -> None:
    ranking = rank(live(OPEN), ORDER)
    assert letters(ranking.reading, 6) == "B"
    assert len(ranking.evaluation(SOLKOFF, 6).terms) == 1


def test_live_and_lost_are_compared_on_the_same_rounds() -> None:
    """Nothing but the result itself moves when a game is lost: the value does not change."""
    lost = chart(["W2", "L3b"], ["L1", "W4"], ["W4", "W1w"], ["L3", "L2"], ["B", "H"], ["B", ""])
    before, after = rank(live(OPEN), ORDER), rank(live(lost), ORDER)
    assert before.reading.by_number[1].cells[1].kind is Kind.OPEN
    assert before.value(CUMULATIVE, 1) == after.value(CUMULATIVE, 1)
    assert before.value(SOLKOFF, 2) == after.value(SOLKOFF, 2)


def test_live_the_reading_has_the_length_games_and_scoring_of_the_chart() -> None:
    wall = replace(chart(["W2(3)+?2"], ["L1(1)+?1"], games=2, rounds=4), by_game_points=True)
    reading = live(wall)
    assert (reading.planned, reading.games, reading.by_game_points) == (4, 2, True)


@pytest.mark.parametrize(("withdrew", "excluded"), [(1, {3}), (2, set[int]())])
def test_live_a_withdrawal_counts_from_the_open_round_on(withdrew: int, excluded: set[int]) -> None:
    wall = chart(["?2"], ["?1"], [""], [""], rounds=3, format=Format.ROUND_ROBIN)
    cards = tuple(replace(card, withdrew=withdrew) if card.number == 3 else card for card in wall.cards)
    assert live(replace(wall, cards=cards)).did_not_compete == excluded


# --- what several systems share -----------------------------------------------------------------------


def test_what_several_systems_share_is_computed_once_for_a_card_and_the_same_options() -> None:
    reading = after_round(chart(["W2"], ["L1"]))
    asked: list[tuple[int, str]] = []

    def shared(reading: Reading, card: Card, option: str) -> str:
        asked.append((card.number, option))
        return f"{card.number} {option}"

    found = [reading.each(shared, option)[number] for number in (1, 2) for option in "aab"]
    assert found == ["1 a", "1 a", "1 b", "2 a", "2 a", "2 b"]
    assert asked == [(1, "a"), (1, "b"), (2, "a"), (2, "b")]


def test_what_several_systems_share_does_not_keep_its_reading() -> None:
    """Readings of large sections would otherwise wait for the garbage collector."""
    shared = after_round(chart(["W2"], ["L1"])).each(adjusted, False)
    with pytest.raises(ReferenceError, match=r"^the reading is gone$"):
        shared[1]


def test_a_card_that_no_result_changed_is_cut_once_for_an_earlier_round() -> None:
    playing = chart(["W2", "?3"], ["L1", "?4"], ["W4", "?1"], ["L3", "?2"])
    again = replace(playing, rounds=3)
    one, other = after_round(playing, 1).cards, after_round(again, 1).cards
    assert all(mine is theirs for mine, theirs in zip(one, other, strict=True))
    assert [len(card.cells) for card in one] == [1, 1, 1, 1]
