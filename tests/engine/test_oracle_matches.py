"""Teams that meet each other: the oracle knows the example, the engine agrees, mistakes would be seen."""

import dataclasses
import random
from fractions import Fraction

import pytest

from tests.engine import oracle
from tests.engine.agreement_teams import match_disagreements, with_boards
from tests.engine.faults import Faults, assert_none, one_more, patch
from tests.engine.random_charts import random_chart
from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.chart.wallchart import Card
from tiebreaks.engine.evaluation import Evaluation
from tiebreaks.engine.systems import MATCH_SYSTEMS, SYSTEMS, game_points, us_amateur
from tiebreaks.engine.terms.system import Variations

CHARTS = range(150)
# The scholastic page: 2½–1½ against a team that finished on 3.
EXAMPLE = """# entrants: teams
number,name,r1,r2,r3,r4
1,Elm,W2(2.5),U,U,U
2,Oak,L1(1.5),W3(3),W3(3),W3(3)
3,Ash,U,L2(1),L2(1),L2(1)
"""


def test_the_oracle_reproduces_the_pages_example() -> None:
    order = ["us_amateur", "us_amateur:doubled", "game_points", "match_points"]
    rows = {row["name"]: list(row["tiebreaks"].values()) for row in oracle.standings(EXAMPLE, order)}
    assert rows["Elm"] == ["7.5", "15", "2.5", "1"]


def test_the_oracle_knows_every_system_and_variation_of_matches() -> None:
    for code in set(MATCH_SYSTEMS) - set(SYSTEMS):
        known = set(oracle.VARIATIONS.get(code, "").split())
        assert {variation.code for variation in MATCH_SYSTEMS[code].variations} == known


@pytest.mark.parametrize("text", ["# score: game points", "(2.5)", "?", "X", "=0.5", "B(2)"])
def test_random_charts_hold_what_a_file_of_teams_can_say(text: str) -> None:
    charts = (with_boards(rng, random_chart(rng, games=1)) for rng in map(random.Random, range(100)))
    assert any(text in chart and "(" in chart for chart in charts)


def agree(seeds: range) -> None:
    assert_none(list(match_disagreements(seeds)))


@pytest.mark.parametrize("chunk", [0, *(pytest.param(chunk, marks=pytest.mark.slow) for chunk in (1, 2))])
def test_the_engine_agrees_with_the_oracle_about_matches(chunk: int) -> None:
    agree(CHARTS[chunk::3])


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(20))
def test_the_engine_agrees_with_the_oracle_about_the_matches_of_thousands_of_charts(chunk: int) -> None:
    agree(range(10_000 + chunk * 250, 10_250 + chunk * 250))


# --- known mistakes, planted ----------------------------------------------------------------------

fault = Faults()


@fault
def match_points_always_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reading, "score_q", property(lambda read: read.points_q))


@fault
def game_points_are_the_scores_of_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reading, "points_q", property(lambda read: read.score_q))


@fault
def a_forfeited_opponent_counts_in_us_amateur(monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(read: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
        found = us_amateur.us_amateur(read, card, variations, group)
        more = sum(
            (
                Fraction((c.board_points_q or 0) * read.points_q[c.opponent], 4)
                for c in card.cells
                if c.kind.forfeit and c.opponent
            ),
            Fraction(0),
        )
        return found if found.value is None else Evaluation(found.value + more, ())

    patch(monkeypatch, MATCH_SYSTEMS, "us_amateur", evaluate)


@fault
def us_amateur_takes_what_the_opponent_scored_on_the_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(read: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
        boards = dataclasses.replace(read, by_game_points=False)
        boards.__dict__["points_q"] = read.game_points_q
        return us_amateur.us_amateur(boards, card, variations, group)

    patch(monkeypatch, MATCH_SYSTEMS, "us_amateur", evaluate)


@fault
def us_amateur_takes_adjusted_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(read: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
        return us_amateur.us_amateur(read, card, variations | {"adjusted"}, group)

    patch(monkeypatch, MATCH_SYSTEMS, "us_amateur", evaluate)


@fault
def us_amateur_is_doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(read: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
        return us_amateur.us_amateur(read, card, variations | {"doubled"}, group)

    patch(monkeypatch, MATCH_SYSTEMS, "us_amateur", evaluate)


@fault
def unknown_board_points_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_points, "boards_known", lambda card: True)


@fault
def board_points_of_what_was_not_played_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    def game_points_q(read: Reading) -> dict[int, int]:
        return {
            card.number: sum(c.board_points_q or 0 for c in card.cells if c.kind.played)
            for card in read.cards
        }

    monkeypatch.setattr(Reading, "game_points_q", property(game_points_q))


@pytest.mark.parametrize("name", fault)
def test_the_comparison_catches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault[name](monkeypatch)
    assert any(match_disagreements(CHARTS)), f"nobody noticed: {name}"


@pytest.mark.parametrize("code", sorted(set(MATCH_SYSTEMS) - set(SYSTEMS)))
def test_a_wrong_value_of_any_system_is_seen(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patch(monkeypatch, MATCH_SYSTEMS, code, one_more(MATCH_SYSTEMS[code].evaluate))
    assert any(match_disagreements(CHARTS)), f"nobody looks at {code}"
