"""Standings are a fold: score, then each posted step on those who are still tied, and nothing after that."""

import pytest

from tests.cases import NAMES, case
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.chart.wallchart import Card, Wallchart
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.sequence import OrderError, parse
from tiebreaks.engine.systems import SYSTEMS


def ranked(wall: Wallchart, order: str = "modified_median,solkoff,cumulative") -> Ranking:
    return rank(after_round(wall), parse(order))


def ladder(ranking: Ranking) -> list[tuple[int, str, int, int]]:
    return [(s.number, s.place, s.rank, s.tied) for s in ranking.standings]


def test_what_nothing_separates_shares_the_rank_and_the_next_one_counts_on() -> None:
    """1, 2, 2, 4: numbers 2 and 3 drew each other and met two who fared alike."""
    ranking = ranked(chart(["W4", "B"], ["D3", "W5"], ["D2", "W6"], ["L1", "B"], ["B", "L2"], ["B", "L3"]))
    assert ladder(ranking) == [
        (1, "1", 1, 1),
        (2, "2-3", 2, 2),
        (3, "2-3", 2, 2),
        (5, "4-6", 4, 2),
        (6, "4-6", 4, 2),
        (4, "4-6", 6, 1),
    ]


def test_nothing_but_the_posted_systems_separates() -> None:
    """A rating, a number or a name never does."""
    wall = chart(["D2"], ["D1"], ratings=[2000, 1000])
    assert ladder(ranked(wall)) == [(1, "1-2", 1, 2), (2, "1-2", 1, 2)]


def test_only_players_of_one_score_are_compared() -> None:
    ranking = ranked(case("vermont").chart)
    lucy = ranking.by_number[12]
    assert ranking.value(1, lucy.number) == max(value or 0 for value in ranking.values[1].values())
    assert lucy.rank == 12


def test_a_standing_carries_the_score_in_quarter_points() -> None:
    ranking = ranked(chart(["W2", "H"], ["L1", "W3"], ["U", "L2"]))
    assert [(s.number, s.score_q) for s in ranking.standings] == [(1, 6), (2, 4), (3, 0)]


def test_decided_by_and_ahead_by_name_the_step_between_two_rank_groups() -> None:
    """Four on 3 points: each step parts the first from the rest."""
    ranking = ranked(case("vermont").chart)
    chip, ed, dan, bill = (ranking.by_number[number] for number in (3, 5, 4, 2))
    assert [s.decided_by for s in (chip, ed, dan, bill)] == [None, 0, 1, 2]
    assert [s.ahead_by for s in (chip, ed, dan, bill)] == [0, 1, 2, None]


def test_all_who_share_a_rank_name_the_same_step() -> None:
    ranking = ranked(case("midevent").chart, "win_count,solkoff")
    for first, second in zip(ranking.standings, ranking.standings[1:], strict=False):
        if first.rank == second.rank:
            assert (first.decided_by, first.ahead_by) == (second.decided_by, second.ahead_by)


def test_no_value_is_less_than_any_value_and_is_not_zero() -> None:
    wall = chart(["D2"], ["D1"], ["D4"], ["D3"], ratings=[1500, None, None, None])
    ranking = ranked(wall, "average_opposition")
    assert ladder(ranking) == [(2, "1-4", 1, 1), (1, "1-4", 2, 3), (3, "1-4", 2, 3), (4, "1-4", 2, 3)]
    assert ranking.value(0, 1) is None


def test_house_players_and_visitors_are_met_but_neither_ranked_nor_counted() -> None:
    """28M1: number 2, without the house player who beat everybody, is first."""
    wall = chart(["W2", "W3"], ["L1", "W4"], ["W4", "L1"], ["L3", "L2"])
    cards = [*wall.cards]
    cards[0] = Card(1, "House", cards[0].cells, house=True)
    ranking = ranked(Wallchart(tuple(cards), rounds=2), "solkoff")
    assert ladder(ranking) == [(2, "1-2", 1, 2), (3, "1-2", 1, 2), (4, "3", 3, 1)]
    assert ranking.value(0, 2) == 8


def test_a_re_entry_is_an_entry_of_its_own() -> None:
    """34H: ranked on its own games; the opponents are credited with the entry they met."""
    wall = chart(["L2", "U"], ["W1", "W4"], ["B", "L2"])
    again = Card(4, "Entry 1 again", wall.cards[2].cells, reentry_of=1)
    met = Wallchart((*wall.cards[:2], again), rounds=2)
    assert {s.number: s.place for s in ranked(met).standings} == {2: "1", 4: "2", 1: "3"}


def test_an_empty_section_has_no_standings() -> None:
    assert ranked(Wallchart((), rounds=5)).standings == ()


@pytest.mark.parametrize("name", NAMES)
def test_a_step_more_moves_only_who_was_still_tied(name: str) -> None:
    wall = case(name).chart
    short, long = ranked(wall, "modified_median"), ranked(wall, "modified_median,solkoff")
    for standing in short.standings:
        now = long.by_number[standing.number]
        assert standing.rank <= now.rank < standing.rank + standing.tied
        assert standing.tied > 1 or now.rank == standing.rank


# --- the posted order -------------------------------------------------------------------------------


@pytest.mark.parametrize("code", SYSTEMS)
def test_an_order_reads_back_as_it_was_posted(code: str) -> None:
    variations = [variation.code for variation in SYSTEMS[code].variations]
    posted = code + (":" + "+".join(variations) if variations else "")
    assert str(parse(posted)) == posted
    assert str(parse(f" {code} , ".rstrip(" ,"))) == code


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("", "at least one tiebreak system"),
        (" , ", "at least one tiebreak system"),
        ("solkof", "There is no tiebreak system 'solkof'. Choose from modified_median, solkoff"),
        ("solkoff,solkoff", "solkoff is in the order twice. List each system once."),
        ("solkoff,solkoff:per_round", "solkoff is in the order twice. List each system once."),
        ("solkoff,,cumulative", "There is no tiebreak system ''"),
        ("cumulative:omit_lust", "no variation 'omit_lust'. Choose from omit_last, full_only"),
    ],
)
def test_an_order_that_cannot_be_posted_is_refused_with_what_can(order: str, message: str) -> None:
    with pytest.raises(OrderError, match=message):
        parse(order)
