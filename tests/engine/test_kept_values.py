"""A ranking that takes values from the one before is the ranking computed anew (hypothesis)."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.schools import of_schools, section
from tests.strategies import wallcharts
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.reading import Field, Reading, after_round, live
from tiebreaks.engine.chart.wallchart import Card, Decision, Kind, Wallchart
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.kept import compared
from tiebreaks.engine.ranking.membership import SectionRanking, form_teams
from tiebreaks.engine.ranking.sequence import Sequence, Step, parse
from tiebreaks.engine.systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS
from tiebreaks.engine.teams.teams import Teams

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


def test_a_ranking_of_another_round_is_made_anew() -> None:
    """Numbers 1 and 2 are not paired again, and yet 1½ of 3 is an even score, where 1½ of 2 was a plus."""
    pair = ["W2", "D2"], ["L1", "D1"]
    before = after_round(chart(*pair, ["W4", "W4"], ["L3", "L3"]))
    now = live(chart(*pair, ["W4", "W4", "?4"], ["L3", "L3", "?3"]))
    order = parse("modified_median")
    earlier, anew = rank(before, order), rank(now, order)
    assert (earlier.value(0, 1), anew.value(0, 1)) == (2, 0)
    assert rank(now, order, earlier).values == anew.values


def alike(now: Field, was: Field) -> bool:
    found = compared(now, was)
    return found is not None and found.alike


def test_nothing_is_kept_from_another_field_or_another_round() -> None:
    before = two_pairs()
    more = live(chart(["W2"], ["L1"], ["W4"], ["L3"], ["B"]))
    later = live(chart(["W2", "W3"], ["L1", "B"], ["W4", "L1"], ["L3", "U"]))
    others = (
        replace(before, cards=(before.cards[1], before.cards[0], *before.cards[2:])),
        replace(before, cards=(replace(before.cards[0], house=True), *before.cards[1:])),
        replace(before, planned=2),
    )
    assert all(alike(now, before) for now in (before, two_pairs(), two_pairs(white_of_board_1="D2")))
    assert not any(alike(now, before) for now in (more, later, *others))


def test_a_decision_changes_no_value_that_is_kept() -> None:
    before = two_pairs()
    assert alike(replace(before, decisions=(Decision("playoff", 1, ((1,), (3,))),)), before)


def test_players_and_teams_are_not_compared() -> None:
    players, teams = two_pairs(), of_two_sections()
    assert compared(players, teams) is None
    assert compared(teams, players) is None


def test_a_change_reaches_the_opponents_and_then_theirs() -> None:
    """Number 3 met number 2 before, and 4 met number 1 since; then those whom they met."""
    was = live(chart(["W2", "B"], ["L1", "W3"], ["W6", "L2"], ["W5", "U"], ["L4", "U"], ["L3", "U"]))
    now = live(chart(["W2", "W4"], ["L1", "B"], ["W6", "L2"], ["W5", "U"], ["L4", "U"], ["L3", "U"]))
    side_by_side = compared(now, was)
    assert side_by_side is not None
    assert [sorted(side_by_side.reached(reach)) for reach in (2, 0, 1)] == [
        [1, 2, 3, 4, 5, 6],
        [1, 2],
        [1, 2, 3, 4],
    ]


# --- teams ----------------------------------------------------------------------------------------


def of_two_sections(k1: str = "W2", schools: str = "ABCD", best: int = 4, minimum: int = 1) -> Teams:
    """Sections of four schools each; ``k1`` is what number 1 of the first one scored."""
    first = of_schools(chart([k1], ["L1"], ["W4"], ["L3"]), schools)
    second = of_schools(chart(["W3"], ["W4"], ["L1"], ["L2"]), "WXYZ")
    return form_teams([section(first, label="K-1"), section(second, label="K-3")], best, minimum)


def test_teams_are_alike_if_nothing_but_results_differs() -> None:
    was = of_two_sections()
    assert alike(was, was)
    assert alike(of_two_sections("D2"), was)
    assert not alike(of_two_sections(best=3), was)
    assert not alike(of_two_sections(minimum=2), was)
    assert not alike(of_two_sections(schools="ABCC"), was)


def test_teams_of_another_round_are_not_alike() -> None:
    def teams(*rows: list[str]) -> Teams:
        return form_teams([section(of_schools(chart(*rows), "AB")), section(of_schools(chart(["H"]), "A"))])

    assert not alike(teams(["W2", "W2"], ["L1", "L1"]), teams(["W2"], ["L1"]))


def test_teams_that_won_or_lost_a_member_are_not_alike() -> None:
    few, more = of_two_sections(schools="ABC-"), of_two_sections()
    assert not alike(more, few)
    assert not alike(few, more)


def reached(now: Teams, was: Teams, reach: int) -> str:
    """The names of the teams whose values can differ."""
    side_by_side = compared(now, was)
    assert side_by_side is not None
    names = {team.number: team.name for team in now.teams}
    return "".join(sorted(names[number] for number in side_by_side.reached(reach)))


def test_a_change_reaches_the_teams_of_the_players_it_reaches() -> None:
    """Number 1 of the first section, and then its number 2; those of the other section are not meant."""
    was, now = of_two_sections(), of_two_sections("D2")
    assert [reached(now, was, reach) for reach in (0, 1)] == ["A", "AB"]


def test_a_change_reaches_a_team_whose_members_now_count_in_another_order() -> None:
    """The members 1 and 2 beat 3 and 4. Now 3 lost to 5, so that 2 has the better Solkoff."""

    def teams(mine: str, theirs: str) -> Teams:
        wall = chart(["W3", "U"], ["W4", "U"], ["L1", mine], ["L2", "D6"], ["U", theirs], ["U", "D4"])
        return form_teams([section(of_schools(wall, "AA---B"), "solkoff")], best=1)

    was, now = teams("W5", "L3"), teams("L5", "W3")
    assert [each.by_number[1].members for each in (was, now)] == [(1, 2), (2, 1)]
    assert reached(now, was, 0) == "A"
