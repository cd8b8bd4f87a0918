"""A ranking that takes values from the one before is the ranking computed anew (hypothesis)."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import wallcharts
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.reading import Reading, live
from tiebreaks.engine.chart.wallchart import Card, Kind, Wallchart
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.kept import compared
from tiebreaks.engine.ranking.membership import SectionRanking, form_teams
from tiebreaks.engine.ranking.sequence import Sequence, Step, parse
from tiebreaks.engine.systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS

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


@st.composite
def team_steps(draw: st.DrawFn) -> Sequence:
    """Three systems of teams with any of their variations."""
    systems = draw(st.permutations(list(TEAM_SYSTEMS.values())))
    return Sequence(
        tuple(
            Step(each, frozenset(v.code for v in each.offered if draw(st.booleans()))) for each in systems[:3]
        )
    )


@given(corrections(), corrections(), st.integers(1, 3), st.integers(1, 3), team_steps())
def test_a_result_changes_no_value_of_a_team_that_none_of_its_members_reaches(
    pair: tuple[Wallchart, Wallchart],
    other: tuple[Wallchart, Wallchart],
    best: int,
    minimum: int,
    sequence: Sequence,
) -> None:
    """Members of two sections, and a result in one of them."""
    elsewhere = SectionRanking("K-3", rank(live(with_schools(other[0])), parse("solkoff")))
    was, now = (
        form_teams(
            [SectionRanking("K-1", rank(live(with_schools(wall)), parse("solkoff"))), elsewhere],
            best,
            minimum,
        )
        for wall in pair
    )
    anew = rank(now, sequence)
    kept = rank(now, sequence, rank(was, sequence))
    assert (kept.values, kept.standings, kept.groups) == (anew.values, anew.standings, anew.groups)


def with_schools(wall: Wallchart) -> Wallchart:
    """The chart with its players of three schools."""
    return replace(wall, cards=tuple(replace(c, team=f"School {c.number % 3}") for c in wall.cards))


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
    before = two_pairs()
    more = live(chart(["W2"], ["L1"], ["W4"], ["L3"], ["B"]))
    later = live(chart(["W2", "W3"], ["L1", "B"], ["W4", "L1"], ["L3", "U"]))
    found = [compared(now, before) for now in (two_pairs(), more, later)]
    assert [each is not None and each.alike for each in found] == [True, False, False]
