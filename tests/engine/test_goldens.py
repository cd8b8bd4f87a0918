"""Published and worked values, each named for its rule with the source it comes from."""

import pytest

from tests.cases import case
from tests.engine.goldens import GOLDENS, WITHOUT_EFFECT, Golden
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.problems import problems
from tiebreaks.engine.chart.reading import Reading, after_round, live
from tiebreaks.engine.chart.wallchart import Format, Wallchart
from tiebreaks.engine.evaluation import Addend, total
from tiebreaks.engine.points import decimal, parse
from tiebreaks.engine.ranking.editions import current
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.sequence import parse as parse_order
from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.engine.systems.modified_median import drop, how_many
from tiebreaks.engine.terms.adjusted import adjusted_score

RULEBOOK = current().default_order(Format.SWISS)
PLAIN: frozenset[str] = frozenset()  # no variations
EXAMPLE_A = case("example_a").chart


def ranked(wall: Wallchart, order: str = str(RULEBOOK)) -> Ranking:
    return rank(after_round(wall), parse_order(order))


def values(ranking: Ranking, number: int) -> list[str | None]:
    return [
        step.system.unit.decimal(ranking.value(index, number))
        for index, step in enumerate(ranking.sequence.steps)
    ]


def score(ranking: Ranking, number: int) -> str:
    return decimal(ranking.reading.score_q[number])


def ladder(ranking: Ranking) -> list[tuple[int, str, int, str | None]]:
    """Number, place, rank and what decided it, from the first to the last."""
    steps = [step.system.code for step in ranking.sequence.steps]
    return [
        (s.number, s.place, s.rank, None if s.decided_by is None else steps[s.decided_by])
        for s in ranking.standings
    ]


# --- the table of goldens -------------------------------------------------------------------------


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.order)
def test_golden(golden: Golden) -> None:
    assert problems(golden.wall) == []
    ranking = ranked(golden.wall, golden.order)
    assert [values(ranking, card.number)[-1] for card in golden.wall.cards] == golden.expected


@pytest.mark.parametrize("code", SYSTEMS)
def test_every_system_has_two_goldens_of_different_sources(code: str) -> None:
    assert len({golden.source for golden in GOLDENS if golden.order == code}) >= 2


@pytest.mark.parametrize(
    "step",
    [f"{code}:{variation.code}" for code, system in SYSTEMS.items() for variation in system.variations],
)
def test_every_variation_has_a_golden_that_tells_it_from_the_rule(step: str) -> None:
    """`otb_first`, which every system takes, moves ranks and not values: systems/test_otb_first.py."""
    pairs = [
        (golden, rule)
        for golden in GOLDENS
        for rule in GOLDENS
        if golden.step == step and rule.wall is golden.wall and rule.order == golden.by_the_rule
    ]
    assert pairs
    told_apart = any(golden.expected != rule.expected for golden, rule in pairs)
    assert told_apart == (step not in WITHOUT_EFFECT)


# --- whole sections -------------------------------------------------------------------------------


def test_example_a_is_ranked_by_34e1_34e2_34e3_34e9() -> None:
    assert ladder(ranked(EXAMPLE_A)) == [
        (2, "1", 1, None),
        (1, "2-4", 2, None),
        (3, "2-4", 3, "cumulative"),
        (7, "2-4", 4, "modified_median"),
        (5, "5", 5, None),
        (4, "6", 6, None),
        (6, "7", 7, None),
        (8, "8", 8, None),
    ]


def test_example_a_adjusted_scores() -> None:
    """34E1: the column A of the same chart."""
    adjusted = {card.number: adjusted_score(card).value for card in after_round(EXAMPLE_A).cards}
    assert list(adjusted.values()) == [parse(a) for a in ("3", "4", "3", "1½", "2", "1", "3", "2½")]


def test_example_b_has_the_scores_and_places_that_swisssys_published() -> None:
    ranking = ranked(case("example_b").chart)
    assert [(number, score(ranking, number), place) for number, place, *_ in ladder(ranking)] == [
        (1, "6.5", "1"), (3, "4.5", "2"), (8, "3.5", "3"), (4, "3", "4"),
        (5, "2.5", "5-6"), (2, "2.5", "5-6"), (6, "2", "7"), (7, "0", "8"),
    ]  # fmt: skip


def test_midevent_has_the_scores_after_round_3_that_swisssys_published() -> None:
    """Completed rounds only: a bye of round 4, which is paired, is not there yet."""
    ranking = ranked(case("midevent").chart)
    assert ranking.reading.counted == 3
    assert " ".join(score(ranking, n) for n in range(1, 12)) == "1 2 1 3 3 1.5 1 1.5 1.5 1.5 1"


def test_midevent_live_counts_round_4_as_it_stands() -> None:
    """RULES §9: an open game is an opponent and no points yet; byes of the open round count."""
    ranking = rank(live(case("midevent").chart), RULEBOOK)
    assert ranking.reading.counted == 4
    # Entry 9 has 1½ of 4, now minus; opponents 4, 3, 6 and 2 are worth 3, 1½, 1½ and 2: without 3 it is 5.
    # The bye of 3 gives it a point of its own and half a point as an opponent.
    assert [score(ranking, 9), *values(ranking, 9)[:3]] == ["1.5", "5", "8", "4"]
    assert score(ranking, 3) == "2"


def test_vermont_ranks_four_who_tie_by_three_systems() -> None:
    """The Vermont page: Modified Median 7½ against 7, Solkoff 8½ against 8, Cumulative 8 against 7."""
    file = case("vermont")
    ranking = ranked(file.chart)
    assert [(file.chart.by_number[number].name, *rest) for number, *rest in ladder(ranking)[:5]] == [
        ("Ann", "1", 1, None),
        ("Chip", "2-5", 2, None),
        ("Ed", "2-5", 3, "modified_median"),
        ("Dan", "2-5", 4, "solkoff"),
        ("Bill", "2-5", 5, "cumulative"),
    ]


# --- single rules ---------------------------------------------------------------------------------


def test_34e1_the_rulebooks_adjusted_score_is_3() -> None:
    """US Chess rulebook, 34E1: two wins, a loss, then withdrawn in a five-round event: 1+1+0+½+½."""
    reading = after_round(chart(["W2", "W3", "L4", "U", "U"], [], [], ["U", "U", "U", "W5", "W5"], []))
    assert adjusted_score(reading.by_number[1]).value == parse("3")


def opponents(scores: str) -> list[Addend]:
    return [(parse(worth), at, at, "", "", None) for at, worth in enumerate(scores.split(), 1)]


@pytest.mark.parametrize(
    ("scores", "lowest", "highest", "expected"),
    [
        # WinTD's help: two on 4-1, so plus scores, met these.
        ("0 3 3 4 5", 0, 0, "15"),
        ("3 2 5 3 3", 0, 0, "16"),
        ("0 3 3 4 5", 1, 0, "15"),
        ("3 2 5 3 3", 1, 0, "14"),
        ("0 3 3 4 5", 1, 1, "10"),
        ("3 2 5 3 3", 1, 1, "9"),
        # The Vermont page: 3 of 4 points.
        ("3 2 2 1", 1, 0, "7"),
        ("3 2½ 2 1", 1, 0, "7½"),
    ],
)
def test_34e1_34e2_34e4_what_is_left_of_the_opponents_scores(
    scores: str, lowest: int, highest: int, expected: str
) -> None:
    assert total(drop(opponents(scores), lowest, highest, PLAIN)).value == parse(expected)


def test_34e1_from_nine_rounds_on_two_go_at_an_affected_end() -> None:
    """Ours: opponents 7 to 2, total 43½. Plus 38½ without 2 and 3, minus 30 without 7 and 6½, even 25."""
    scores = opponents("7 6½ 6 5½ 5 4½ 4 3 2")
    two = how_many(Reading(cards=(), counted=9, planned=9), PLAIN)
    assert how_many(Reading(cards=(), counted=8, planned=9), PLAIN) == 1
    assert total(drop(scores, 0, 0, PLAIN)).value == parse("43½")
    assert total(drop(scores, two, 0, PLAIN)).value == parse("38½")
    assert total(drop(scores, 0, two, PLAIN)).value == parse("30")
    assert total(drop(scores, two, two, PLAIN)).value == parse("25")


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        pytest.param("W L W D L", "9", id="the rulebook, 34E3"),
        pytest.param("W W D L L", "10½", id="the rulebook's other player, 34E3"),
        pytest.param("B W L D W", "10", id="the Michigan page: a bye is taken off"),
        pytest.param("H W L W D", "8½", id="ours: a half-point bye takes ½ off"),
        pytest.param("L W W W", "6", id="ours"),
        pytest.param("W L W W", "7", id="the Vermont page, Bill"),
        pytest.param("W W L W", "8", id="the Vermont page, Dan"),
    ],
)
def test_34e3_cumulative(cells: str, expected: str) -> None:
    other = {"W": "L2", "L": "W2", "D": "D2"}
    row = [f"{cell}2" if cell in other else cell for cell in cells.split()]
    back = [other[cell][0] + "1" if cell in other else "U" for cell in cells.split()]
    # Somebody plays in every round: byes alone make no round.
    ranking = ranked(chart(row, back, ["W4"] * len(row), ["L3"] * len(row)), "cumulative")
    assert ranking.value(0, 1) == parse(expected)


def test_34e2_seattle_the_opponents_scores_are_adjusted() -> None:
    """A Seattle-area page: 1, 3, 4, 3, 3 make 14, but the 1 was a bye and a 3 holds a forfeit win: 13."""
    wall = chart(
        ["W2", "W3", "L4", "W5", "W6"],
        ["L1", "B", "L7", "L7", "L7"],
        ["X7", "L1", "W7", "W7", "L7"],
        ["W7", "W7", "W1", "W7", "L7"],
        ["W7", "W7", "W7", "L1", "L7"],
        ["W7", "W7", "W7", "L7", "L1"],
        [],
    )
    ranking = ranked(wall, "solkoff")
    assert [score(ranking, number) for number in (2, 3, 4, 5, 6)] == ["1", "3", "4", "3", "3"]
    assert ranking.value(0, 1) == parse("13")
