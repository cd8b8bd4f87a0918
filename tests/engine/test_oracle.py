"""The oracle is right about the published examples, and the engine agrees with the oracle."""

import random
import re
from collections.abc import Iterable
from fractions import Fraction

import pytest

from tests import cases
from tests.engine import oracle
from tests.engine.agreement import CHARTS, compare, disagreements
from tests.engine.faults import assert_none
from tests.engine.goldens import WITHOUT_EFFECT
from tests.engine.oracle import show, standings
from tests.engine.oracle_chart import Key, count_rounds, leave_out, read, score, slots_of
from tests.engine.random_charts import random_chart
from tiebreaks.engine.ranking.sequence import parse
from tiebreaks.engine.systems import SYSTEMS
from tournaments.formats import wallchart_csv

DEFAULT = ["modified_median", "solkoff", "cumulative", "opposition_cumulative"]

# --- the oracle itself, against printed tables and worked examples ---

EXAMPLE_A_COLUMNS = [
    "modified_median",
    "solkoff",
    "median",
    "opposition_cumulative",
    "cumulative",
    "kashdan",
    "sonneborn_berger",
    "sonneborn_berger:adjusted",
    "most_blacks",
    "win_count",
    "average_opposition",
    "opposition_performance",
    "opposition_performance:swisssys",
]
# fmt: off
EXAMPLE_A = {
    1: "12 13.5 8 41 10.5 13 7.5 6.5 2 2 1480 1540 1579",
    2: "9.5 10.5 6.5 33 12.5 16 8.75 8 3 3 1520 4160/3 1416",
    3: "12 13.5 8 42.5 9 12 8.5 7.75 2 1 1520 4750/3 1573",
    4: "9 13 9 40 6 6 3 3 2 0 1575 1631.25 1648",
    5: "7 11 7 34 5.5 8 3 3 2 1 1600 1487.5 1493",
    6: "5 9 5 26 2 3 0 0 2 0 4300/3 14525/9 1640",
    7: "8.5 8.5 5.5 27.5 8 10 5 4.75 2 1 1550 4450/3 1395",
    8: "0 0 0 0 0 0 0 0 0 0 - - 0",
}
# modified_median, solkoff, cumulative, opposition_cumulative, as SwissSys printed them
EXAMPLE_B = {
    1: "18 18 26 65.5", 2: "9.5 16 8.5 64.5", 3: "20 22 18 80", 4: "9.5 16 10.5 66",
    5: "17 23.5 6.5 92.5", 6: "13 19.5 8 75", 7: "0 0 0 0", 8: "15 21.5 14 77.5",
}
MIDEVENT = {
    1: "2 5 2 9.5", 2: "4.5 5 5 9.5", 3: "2 3.5 1 8", 4: "3.5 4 6 9.5", 5: "2.5 3.5 6 7",
    6: "1.5 4.5 3.5 9.5", 7: "1 3 0 7", 8: "1 5 3.5 8.5", 9: "1.5 5.5 2.5 10.5",
    10: "1.5 4.5 1.5 9.5", 11: "1 4 2 7",
}
# fmt: on


def case(name: str) -> str:
    return cases.path(name).read_text(encoding="utf-8")


def table(rows: list[oracle.Row], order: list[str]) -> dict[Key, str]:
    return {r["number"]: " ".join(r["tiebreaks"][step] or "-" for step in order) for r in rows}


def values(rows: list[oracle.Row], step: str) -> dict[Key, str | None]:
    return {row["number"]: row["tiebreaks"][step] for row in rows}


def chart(*rows: str, rounds: int | None = None, games: int | None = None) -> str:
    """A small wall chart: `"1200 W2w D3b"` is a rating (or -) and cells; numbered in order."""
    split = [row.split() for row in rows]
    lines = [f"# rounds: {rounds}"] if rounds else []
    lines += [f"# games: {games}"] if games else []
    columns = len(split[0]) - 1
    lines.append(",".join(["number", "name", "rating", *(f"r{r}" for r in range(1, columns + 1))]))
    for number, (rating, *cells) in enumerate(split, start=1):
        cells = ["" if cell == "." else cell for cell in cells]
        lines.append(",".join([str(number), f"P{number}", rating.strip("-"), *cells]))
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("name", "order", "expected"),
    [
        ("example_a", EXAMPLE_A_COLUMNS, EXAMPLE_A),
        ("example_b", DEFAULT, EXAMPLE_B),
        ("midevent", DEFAULT, MIDEVENT),
    ],
)
def test_the_oracle_reproduces_every_value_of_a_published_table(
    name: str, order: list[str], expected: dict[int, str]
) -> None:
    assert table(standings(case(name), order), order) == expected


def test_the_oracle_ranks_example_a_and_says_which_step_decided() -> None:
    rows = standings(case("example_a"), DEFAULT)

    assert [(r["number"], r["score"], r["place"], r["rank"], r["tied"]) for r in rows] == [
        (2, "4", "1", 1, 1),
        (1, "3", "2-4", 2, 1),
        (3, "3", "2-4", 3, 1),
        (7, "3", "2-4", 4, 1),
        (5, "2.5", "5", 5, 1),
        (4, "2", "6", 6, 1),
        (6, "1", "7", 7, 1),
        (8, "0", "8", 8, 1),
    ]
    assert [(r["decided_by"], r["ahead_by"]) for r in rows[:5]] == [
        (None, None),
        (None, "cumulative"),
        ("cumulative", "modified_median"),
        ("modified_median", None),
        (None, None),
    ]


def test_the_oracle_ranks_example_b_as_it_was_published() -> None:
    rows = standings(case("example_b"), DEFAULT)
    assert [r["number"] for r in rows] == [1, 3, 8, 4, 5, 2, 6, 7]
    assert [r["place"] for r in rows] == ["1", "2", "3", "4", "5-6", "5-6", "7", "8"]


def test_the_oracle_ranks_the_vermont_example_as_the_page_explains_it() -> None:
    rows = standings(case("vermont"), DEFAULT)
    assert [(r["name"], r["decided_by"]) for r in rows[:5]] == [
        ("Ann", None),
        ("Chip", None),
        ("Ed", "modified_median"),
        ("Dan", "solkoff"),
        ("Bill", "cumulative"),
    ]
    cumulative = {r["name"]: r["tiebreaks"]["cumulative"] for r in rows[:5]}
    assert (cumulative["Bill"], cumulative["Dan"]) == ("7", "8")


def test_what_nothing_separates_shares_a_rank_and_the_next_rank_is_left_out() -> None:
    rows = standings(chart("- W3", "- W4", "- L1", "- L2"), DEFAULT)
    assert [(r["number"], r["rank"], r["tied"], r["place"]) for r in rows] == [
        (1, 1, 2, "1-2"),
        (2, 1, 2, "1-2"),
        (3, 3, 2, "3-4"),
        (4, 3, 2, "3-4"),
    ]
    assert {r["decided_by"] for r in rows} == {r["ahead_by"] for r in rows} == {None}


def test_house_players_stand_last_without_a_place_and_count_for_nobody() -> None:
    text = "number,name,house,r1\n1,Ada,yes,W2\n2,Ben,,L1\n3,Cora,,W4\n4,Dov,,L3\n"
    rows = standings(text, ["solkoff"])
    assert [(r["number"], r["place"], r["rank"]) for r in rows] == [
        (3, "1", 1),
        (2, "2-3", 2),
        (4, "2-3", 2),
        (1, None, None),
    ]


def test_leaving_out_follows_the_nine_round_example() -> None:
    opponents = [Fraction(v) for v in ("7", "6.5", "6", "5.5", "5", "4.5", "4", "3", "2")]
    assert leave_out(opponents, lowest=0, highest=0) == Fraction("43.5")
    assert leave_out(opponents, lowest=2, highest=0) == Fraction("38.5")
    assert leave_out(opponents, lowest=0, highest=2) == 30
    assert leave_out(opponents, lowest=2, highest=2) == 25


def test_leaving_out_more_than_there_are_gives_zero() -> None:
    assert leave_out([Fraction(3), Fraction(2)], lowest=1, highest=1) == 0
    assert leave_out([Fraction(3)], lowest=1, highest=1) == 0


def test_leaving_out_follows_the_wintd_example() -> None:
    rows = [[Fraction(value) for value in row] for row in ([0, 3, 3, 4, 5], [3, 2, 5, 3, 3])]
    assert [leave_out(v, 0, 0) for v in rows] == [15, 16]
    assert [leave_out(v, 1, 0) for v in rows] == [15, 14]
    assert [leave_out(v, 1, 1) for v in rows] == [10, 9]


def test_two_wins_a_loss_and_a_withdrawal_adjust_to_three_points() -> None:
    # 34E1's own example; player 2 met only this opponent.
    text = chart("- W2 W3 L4 U U", "- L1 U U U U", "- U L1 U W4 L4", "- U U W1 L3 W3")
    assert values(standings(text, ["solkoff"]), "solkoff")[2] == "3"


@pytest.mark.parametrize(
    ("cells", "expected", "full_only"),
    [
        (["W2 L2 W2 D2 L2", "L1 W1 L1 D1 W1"], "9", "9"),
        (["W2 W2 D2 L2 L2", "L1 L1 D1 W1 W1"], "10.5", "10.5"),
        (["B W2 L2 D2 W2", "U L1 W1 D1 L1"], "10", "10"),
        (["H W2 L2 W2 D2", "U L1 W1 L1 D1"], "8.5", "9"),
    ],
)
def test_cumulative_follows_the_worked_examples(cells: list[str], expected: str, full_only: str) -> None:
    if cells[0][0] in "BH":
        # Somebody must play in round one for it to be held.
        cells = [*cells, "W4 U U U U", "L3 U U U U"]
    text = chart(*(f"- {row}" for row in cells))
    order = ["cumulative", "cumulative:full_only"]
    assert table(standings(text, order), order)[1] == f"{expected} {full_only}"


def test_head_to_head_goes_by_plus_or_minus_and_swisssys_disagrees() -> None:
    # 1 beat 2, 2 beat 3, 1 drew 3; byes even the scores.
    text = chart("- W2 D3 U", "- L1 H W3", "- B D1 L2")
    rule, swisssys = "head_to_head", "head_to_head:minus_100"
    assert values(standings(text, [rule]), rule) == {1: "1", 2: "0", 3: "-1"}
    assert values(standings(text, [swisssys]), swisssys) == {1: "100", 2: "99", 3: "99"}


def test_head_to_head_prefers_three_to_one_over_one_to_nothing() -> None:
    # 1 scored 3-1 and 2 scored 1-0 within six players on three points.
    text = chart("- W3 W4 W5 L6", "- W6 B B U", "- L1 B B B", "- B L1 B B", "- B B L1 B", "- L2 B B W1")
    rule, swisssys = "head_to_head", "head_to_head:minus_100"
    assert [r["number"] for r in standings(text, [rule])][:2] == [1, 2]
    assert values(standings(text, [rule]), rule)[1] == "2"
    assert standings(text, [swisssys])[0]["number"] == 2


def test_head_to_head_counts_the_group_as_it_stands_and_nobody_else() -> None:
    rows = standings(case("example_a"), ["head_to_head", *DEFAULT])
    expected = dict.fromkeys(range(1, 9)) | {1: "0", 3: "0", 7: "0"}
    assert values(rows, "head_to_head") == expected


def test_kashdan_follows_the_worked_examples() -> None:
    text = chart("- W2 W2 W2 L2 L2", "- L1 L1 L1 W1 W1", "- U W4 W4 L4 L4", "- U L3 L3 W3 W3")
    assert values(standings(text, ["kashdan"]), "kashdan")[1] == "14"
    assert values(standings(text, ["kashdan"]), "kashdan")[3] == "10"


def test_sonneborn_berger_follows_the_double_round_robin_example() -> None:
    text = chart("- D2 W3 D2 W3 U U", "- D1 U D1 U D3 L3", "- U L1 U L1 D2 W2", rounds=6)
    rows = standings(text, ["sonneborn_berger"])
    assert values(rows, "sonneborn_berger") == {1: "4.5", 2: "3.75", 3: "2.25"}


def test_after_a_round_counts_nothing_of_later_rounds() -> None:
    full = standings(case("example_a"), DEFAULT, after=2)
    cut = "\n".join(
        line if line.startswith("#") else ",".join(line.split(",")[:5])
        for line in case("example_a").splitlines()
    )
    assert full == standings(cut, DEFAULT)


def test_live_counts_an_open_game_as_an_opponent_without_points() -> None:
    rows = {r["number"]: r for r in standings(case("midevent"), DEFAULT, live=True)}
    # 9 has met 4, 3 and 6 and plays 2: V = 3, 1½, 1½, 2 (the bye of 3 is ½); minus now, so 3 goes.
    assert rows[9]["score"] == "1.5"
    assert rows[9]["tiebreaks"] == {
        "modified_median": "5",
        "solkoff": "8",
        "cumulative": "4",
        "opposition_cumulative": "23",
    }
    # 3 has its bye of the open round, which counts as usual: 2 of 4, an own item 0.
    assert (rows[3]["score"], rows[3]["tiebreaks"]["cumulative"]) == ("2", "2")


def test_live_gives_no_item_for_a_player_without_a_cell_in_the_open_round() -> None:
    text = chart("- W2 ?3", "- L1 .", "- W4 ?1", "- L3 .")
    rows = {r["number"]: r for r in standings(text, DEFAULT, live=True)}
    # As somebody's opponent 2 has no half point for round 2, and its running score has one term.
    assert rows[1]["tiebreaks"]["solkoff"] == "1"
    assert rows[2]["tiebreaks"] == {
        "modified_median": "0",
        "solkoff": "1",
        "cumulative": "0",
        "opposition_cumulative": "2",
    }


def test_live_is_after_the_last_held_round_where_no_game_is_open() -> None:
    text = chart("- W2 H", "- L1 .")
    assert standings(text, DEFAULT, live=True) == standings(text, DEFAULT)
    assert standings(text, DEFAULT)[0]["score"] == "1"


def test_two_games_a_round_are_two_opponent_items_and_a_missed_round_two_halves() -> None:
    text = chart("- W2w+D2b W3", "- L1b+D1w B", "- U L1", games=2)
    rows = standings(text, ["solkoff", "cumulative"])
    # 2 adjusted: ½ + two halves; 3 adjusted: two halves + 0.
    assert values(rows, "solkoff")[1] == "5"
    # 2: running ½ and 2½, less the two points of the bye.
    assert values(rows, "cumulative")[2] == "1"


def test_awarded_points_are_the_points_everywhere_and_the_result_for_counting() -> None:
    # 22C5: won, but a draw for prizes.
    text = chart("1500 W2w=0.5 W3b", "1400 L1b W4w", "1300 W4w L1w", "1200 L3b L2b")
    order = ["kashdan", "win_count", "cumulative", "opposition_performance"]
    rows = standings(text, order)
    assert table(rows, order)[1] == "6 1 2 1600"
    # A performance takes the letter: of 3's opponents 1 performed 1800 (beat 1400) and 4 1000.
    assert values(rows, "opposition_performance")[3] == "1400"


@pytest.mark.parametrize(
    ("value", "text"),
    [("12", "12"), ("19/2", "9.5"), ("35/4", "8.75"), ("4750/3", "4750/3"), ("-1/2", "-0.5")],
)
def test_values_are_shown_as_the_shortest_decimal_or_a_fraction(value: Fraction | int, text: str) -> None:
    assert show(Fraction(value)) == text


# --- the random charts --------------------------------------------------------------------------------


def test_a_seed_always_draws_the_same_chart() -> None:
    assert random_chart(random.Random(7)) == random_chart(random.Random(7))


@pytest.mark.parametrize(
    "pattern",
    [
        r",X\d+[wb]",
        r",X0?,",
        r",(H---|B0)",
        r"=0\.25",
        r",[WLD]\d+w@\d",
        r"@Open",
        r"\?\d+[wb]",
        r",[WLD]\d+[wb]?\+[XFZ]\d",
        r",yes,",
        r",,\d+,",  # a re-entry
        r",unr,",
        r"# games: 2",
    ],
)
def test_random_charts_hold_what_the_wall_chart_file_can_say(pattern: str) -> None:
    charts = (random_chart(random.Random(seed)) for seed in range(200))
    assert any(re.search(pattern, re.sub("[;\t]", ",", text)) for text in charts)


@pytest.mark.parametrize("letter", "WLDNRSXFZBHU?")
def test_random_charts_use_every_letter_in_a_counted_round(letter: str) -> None:
    for seed in range(200):
        chart = read(random_chart(random.Random(seed)))
        count_rounds(chart, after=None, live=True)
        entries = chart["entries"].values()
        if any(slot["letter"] == letter for entry in entries for slot in slots_of(entry)):
            return
    pytest.fail(f"no {letter} in 200 charts")


def test_random_charts_reach_nine_rounds_and_even_scores_in_two() -> None:
    counted = set()
    for seed in range(200):
        chart = read(random_chart(random.Random(seed)))
        count_rounds(chart, after=None, live=True)
        scores = [score(entry) for entry in chart["entries"].values()]
        even = Fraction(chart["count"] * chart["games"], 2) in scores
        counted.add((chart["count"], even))
    assert {(2, True), (9, True), (12, True)} <= counted


# --- the engine against the oracle --------------------------------------------------------------------


def agree(seeds: Iterable[int]) -> None:
    assert_none(list(disagreements(seeds)))


@pytest.mark.parametrize(
    "chunk", [*range(4), *(pytest.param(n, marks=pytest.mark.long) for n in range(4, 8))]
)
def test_the_engine_agrees_with_the_oracle_on_random_charts(chunk: int) -> None:
    agree(CHARTS[chunk::8])


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(40))
def test_the_engine_agrees_with_the_oracle_on_tens_of_thousands_of_charts(chunk: int) -> None:
    agree(range(10_000 + chunk * 500, 10_000 + chunk * 500 + 500))


STEPS = [
    step
    for code, system in SYSTEMS.items()
    for step in (code, *(f"{code}:{variation.code}" for variation in system.offered))
]
# What people decide stands in no file.
SAYS_NOTHING = WITHOUT_EFFECT | {code for code, system in SYSTEMS.items() if system.by_people}


@pytest.mark.parametrize("step", STEPS)
def test_every_system_and_variation_is_compared_where_it_makes_a_difference(step: str) -> None:
    """In every reading of the first chart whose standings it changes."""
    code, _, variation = step.partition(":")
    # What looks at the tied group is asked about one that an earlier step has left.
    before = ["win_count"] if parse(step).steps[0].of_group else []
    without = [*before, code] if variation else before
    for seed in range(2_000):
        text = random_chart(random.Random(seed))
        if step in SAYS_NOTHING or said(text, [*before, step]) != said(text, without):
            chart = wallchart_csv.read(text).chart
            for after in (*range(chart.through + 1), None):
                assert not compare(text, chart, ",".join([*before, step]), after)
            return
    pytest.fail(f"{step} changes nothing in 2,000 charts")


def said(text: str, order: list[str]) -> list[tuple[int | None, list[str]]]:
    """Ranks and values: what a reader of the standings sees."""
    rows = standings(text, order, live=True)
    return [(row["rank"], [value for value in row["tiebreaks"].values() if value]) for row in rows]
