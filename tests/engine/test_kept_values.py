"""A ranking that takes values from the one before is the ranking computed anew (hypothesis)."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import wallcharts
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.reading import Reading, live
from tiebreaks.engine.chart.wallchart import Card, Kind, Wallchart
from tiebreaks.engine.ranking.fold import Kept, rank
from tiebreaks.engine.ranking.sequence import Sequence, Step, parse
from tiebreaks.engine.systems import MATCH_SYSTEMS, SYSTEMS

RESULTS = [(Kind.WIN, Kind.LOSS), (Kind.DRAW, Kind.DRAW), (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS)]


def entered(wall: Wallchart, white: int, at: int, result: tuple[Kind, Kind]) -> Wallchart:
    """The chart with another result of the game that this card has at this cell."""
    mine = wall.by_number[white].cells[at]
    cards = dict(wall.by_number)
    for number, opponent, kind in ((white, mine.opponent, result[0]), (mine.opponent, white, result[1])):
        card = cards[number or 0]
        met = next(c for c in card.cells if (c.round, c.opponent) == (mine.round, opponent))
        after = met._replace(kind=kind, points_q=kind.points_q)
        cards[card.number] = replace(card, cells=tuple(after if c is met else c for c in card.cells))
    return replace(wall, cards=tuple(cards.values()))


@st.composite
def corrections(draw: st.DrawFn) -> tuple[Wallchart, Wallchart]:
    """A chart, and the same with another result of one of its games."""
    wall = draw(wallcharts())
    games = [
        (card.number, at)
        for card in wall.cards
        for at, cell in enumerate(card.cells)
        if cell.opponent is not None
    ]
    if not games:
        return wall, wall
    white, at = draw(st.sampled_from(games))
    return wall, entered(wall, white, at, draw(st.sampled_from(RESULTS)))


@st.composite
def steps(draw: st.DrawFn) -> Sequence:
    """Three systems with any of their variations."""
    systems = draw(st.permutations([each for each in MATCH_SYSTEMS.values() if not each.by_people]))
    return Sequence(
        tuple(
            Step(each, frozenset(v.code for v in each.offered if draw(st.booleans()))) for each in systems[:3]
        )
    )


@given(corrections(), steps())
def test_a_result_changes_no_value_that_is_out_of_its_systems_reach(
    pair: tuple[Wallchart, Wallchart], sequence: Sequence
) -> None:
    before, after = pair
    anew = rank(live(after), sequence)
    kept = rank(live(after), sequence, rank(live(before), sequence))
    assert (kept.values, kept.standings, kept.groups) == (anew.values, anew.standings, anew.groups)


def two_pairs(*, white_of_board_1: str = "W2") -> Reading:
    return live(chart([white_of_board_1], ["L1"], ["W4"], ["L3"]))


def test_values_out_of_reach_are_kept_and_not_evaluated_again() -> None:
    before, now = two_pairs(), two_pairs(white_of_board_1="D2")
    evaluated: list[int] = []

    def spy(reading: Reading, card: Card, *rest: object) -> object:
        evaluated.append(card.number)
        return SYSTEMS["solkoff"].evaluate(reading, card, frozenset(), frozenset())

    sequence = Sequence((Step(replace(SYSTEMS["solkoff"], evaluate=spy)),))  # type: ignore[arg-type]
    earlier = rank(before, sequence)
    evaluated.clear()
    rank(now, sequence, earlier)
    assert sorted(evaluated) == [1, 2]


def test_nothing_is_kept_from_another_field_or_another_round() -> None:
    sequence = parse("solkoff")
    before = rank(two_pairs(), sequence)
    more = live(chart(["W2"], ["L1"], ["W4"], ["L3"], ["B"]))
    later = live(chart(["W2", "W3"], ["L1", "B"], ["W4", "L1"], ["L3", "U"]))
    assert Kept(two_pairs(), before).values(sequence.steps[0]) is not None
    assert Kept(more, before).values(sequence.steps[0]) is None
    assert Kept(later, before).values(sequence.steps[0]) is None
