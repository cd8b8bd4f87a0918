"""The first sentence about two neighbors: short, and of one mind with the values and ranks beside it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

import pytest
from django.utils.translation import override

from tests.cases import PUBLISHED, case
from tests.engine.goldens import GOLDENS
from tests.pairing.simulated import rounds
from tiebreaks.engine.chart.reading import after_round, live
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.evaluation import Evaluation
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.ladder import Split, splits
from tiebreaks.engine.ranking.sequence import parse
from tiebreaks.engine.systems import SYSTEMS
from tournaments.formats.names import given_name
from tournaments.formats.wallchart_csv import read
from tournaments.selectors.public.comparisons import Line, Said, compare
from tournaments.selectors.public.crosstables import GamesTable
from tournaments.selectors.public.whole_tie import whole_tie
from tournaments.text.ties import Between, Stage
from tournaments.text.why import BREATH, both, marks, nth
from tournaments.text.wording import enumerated

DEFAULT = "modified_median,solkoff,cumulative,opposition_cumulative"
ORDERS = [
    DEFAULT,
    "sonneborn_berger,head_to_head,kashdan,most_blacks",
    *(code for code in SYSTEMS if not SYSTEMS[code].by_people),
    "cumulative:omit_last+otb_first,median",
    "win_count:with_byes,solkoff:otb_first",
    "average_opposition,opposition_performance",
]
STAGES = [*Stage, Between(12)]
LONG = "Maximiliana-Alexandrina-Wilhelmina-Theodora Featherstone-Venkataraghavan"
VALUE = r"−?\d*(?:\.\d+)?[¼½¾]?"
COUNTS = ["", "the first tiebreak", *(f"{count} tiebreaks" for count in ("two", "three", "four", "five"))]


@dataclass(frozen=True)
class Named:
    """Players without a document."""

    ranking: Ranking
    said: Said = field(default_factory=Said)

    def called(self, name: str) -> str:
        return given_name(name)

    def lines(self, at: int, number: int, evaluation: Evaluation) -> Sequence[Line]:
        return ()

    def games(self, at: int, number: int) -> GamesTable | None:
        return None

    def ruling(self, at: int, number: int) -> tuple[str, str]:
        return "", ""


def simulated() -> Iterator[Wallchart]:
    """Small events played by chance, after each of their rounds, with absences and forfeits."""
    for seed in range(2):
        for request, _made in rounds(14, 5, seed=seed):
            yield request.chart


def published() -> Iterator[Wallchart]:
    yield from (case(name).chart for name in PUBLISHED)
    for golden in GOLDENS:
        cards = tuple(replace(card, name=f"Entry{card.number} Ray") for card in golden.wall.cards)
        yield replace(golden.wall, cards=cards)


def rankings(charts: Iterator[Wallchart], order: str) -> Iterator[Ranking]:
    for chart in charts:
        if chart.through:
            yield rank(after_round(chart), parse(order))
        yield rank(live(chart), parse(order))


def number_of(shown: str) -> Fraction:
    sign = -1 if shown.startswith("−") else 1
    part = Fraction({"¼": 1, "½": 2, "¾": 3}.get(shown[-1:], 0), 4)
    return sign * (Fraction(shown.strip("−¼½¾") or 0) + part)


def check(ranking: Ranking, upper: int, lower: int) -> str:
    """The sentence about two neighbors, read and held against what the ranking has of them."""
    by_number = ranking.by_number
    high, low = by_number[upper], by_number[lower]
    said = compare(Named(ranking), lower, [upper], Stage.OPEN)
    breath = said.breath
    assert breath == compare(Named(ranking), upper, [lower], Stage.OPEN).breath
    assert 0 < len(breath) <= BREATH, breath
    assert said.above is (high.rank < low.rank)
    names = [ranking.reading.by_number[number].name for number in (upper, lower)]
    if high.score_q != low.score_q:
        more, less = re.match(r"(\S+) points? to (\S+),", breath).groups()  # type: ignore[union-attr]
        assert number_of(more) - number_of(less) == Fraction(high.score_q - low.score_q, 4) > 0
        assert f"so {given_name(names[0])}" in breath
        return breath
    equal = 0
    for at in range(len(ranking.sequence.steps)):
        if ranking.sort_key(at, upper) != ranking.sort_key(at, lower):
            break
        equal += 1
    else:
        # Nothing posted sets them apart: level, unless a director has recorded what did.
        recorded = high.rank < low.rank
        assert not recorded or (low.decided_by or 0) >= equal
        assert breath.endswith(f"put {given_name(names[0])} ahead." if recorded else "Level so far.")
        return breath
    assert high.rank < low.rank
    assert ranking.sort_key(equal, upper) > ranking.sort_key(equal, lower)
    if 0 < equal < len(COUNTS):
        assert breath.startswith(f"Equal on {COUNTS[equal]}.")
    values = ranking.value(equal, upper), ranking.value(equal, lower)
    if found := re.search(rf"({VALUE}) to ({VALUE})(?:,| on average|\.|$)", breath):
        assert number_of(found[1]) > number_of(found[2]), breath
        unit = ranking.steps[equal].system.unit
        if unit.show(values[0]) != unit.show(values[1]):
            assert found.groups() == (unit.show(values[0]), unit.show(values[1])), breath
        if equal and "Only" not in breath:
            assert f"The {nth(equal + 1)} decides: {SYSTEMS[ranking.steps[equal].system.code].name}" in breath
    else:
        assert "from byes and forfeits" in breath or breath.count("Only ") == 1, breath
    if "’s" in breath or " has points" in breath:
        ahead = re.search(r"(?:^|\. )(\S[^.]*?)(?:’s | has points)", breath)
        assert ahead is not None
        assert ahead[1] in (given_name(names[0]), names[0]), breath
    return breath


@pytest.mark.parametrize("order", ORDERS)
def test_the_sentence_about_neighbors_agrees_with_the_ranking_in_simulated_events(order: str) -> None:
    said = [
        check(ranking, upper.number, lower.number)
        for ranking in rankings(simulated(), order)
        for upper, lower in pairwise(ranking.standings)
    ]
    assert len(said) > 200


@pytest.mark.parametrize("order", ORDERS)
def test_it_agrees_in_the_published_and_golden_events_too(order: str) -> None:
    said = [
        check(ranking, upper.number, lower.number)
        for ranking in rankings(published(), order)
        for upper, lower in pairwise(ranking.standings)
    ]
    assert len(said) > 100


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_long_name_is_left_out_rather_than_the_reason(language: str) -> None:
    for ranking in rankings(simulated(), DEFAULT):
        cards = tuple(replace(card, name=f"{LONG} {card.number}") for card in ranking.reading.cards)
        again = rank(replace(ranking.reading, cards=cards), ranking.sequence)
        for upper, lower in pairwise(again.standings):
            for stage in STAGES:
                with override(language):
                    breath = compare(Named(again), lower.number, [upper.number], stage).breath
                assert 0 < len(breath) <= BREATH, breath


@pytest.mark.parametrize("order", ORDERS)
def test_the_sentence_is_as_short_in_spanish(order: str) -> None:
    """Between names of 20 letters, whichever step decides."""
    with override("es"):
        for ranking in rankings(simulated(), order):
            cards = tuple(
                replace(card, name=f"Maximiliano-Rodrigo {card.number}") for card in ranking.reading.cards
            )
            again = rank(replace(ranking.reading, cards=cards), ranking.sequence)
            for upper, lower in pairwise(again.standings):
                for stage in STAGES:
                    breath = compare(Named(again), lower.number, [upper.number], stage).breath
                    assert 0 < len(breath) <= BREATH, breath


def test_spanish_has_its_own_words_for_one_and_before_the_sound_of_i() -> None:
    with override("es"):
        assert marks(1, True) == "Iguales en un desempate, decide el segundo"
        assert marks(2, False) == "Iguales en dos desempates"
        assert both(["Ana", "Ingrid"]) == "Ana e Ingrid"
        assert both(["Ana", "Hilda"]) == "Ana e Hilda"
        assert both(["Ana", "Hiero"]) == "Ana y Hiero"
        assert enumerated(["Ana", "Luis", "Íñigo"]) == "Ana, Luis e Íñigo"
    assert both(["Ann", "Ingrid"]) == "Ann and Ingrid"
    assert marks(1, False) == "Equal on one tiebreak"


def test_two_who_are_compared_across_places_read_the_same_reason_from_both_sides() -> None:
    """Not only neighbors: why below X, for any two."""
    ranking = rank(after_round(case("midevent").chart), parse(DEFAULT))
    numbers = [standing.number for standing in ranking.standings]
    for at, upper in enumerate(numbers):
        for lower in numbers[at + 1 :]:
            check(ranking, upper, lower)


@pytest.mark.parametrize("order", ORDERS)
def test_a_tie_comes_apart_in_the_order_of_the_ranks(order: str) -> None:
    for ranking in rankings(simulated(), order):
        steps = {standing.number: standing.decided_by for standing in ranking.standings}
        for standing in ranking.standings:
            if standing.rank == standing.first:
                tied = ranking.standings[standing.first - 1 : standing.last]
                found = splits(ranking, [each.number for each in reversed(tied)])
                assert [number for leaf in leaves(found) for number in leaf] == [each.number for each in tied]
                assert [len(leaf) for leaf in leaves(found)] == [
                    each.tied for each in tied if each.number == ranking.standings[each.rank - 1].number
                ]
                assert dict(split_at(found)) == {
                    each.number: steps[each.number]
                    for each in tied
                    if each.rank > each.first and ranking.standings[each.rank - 1] is each
                }


# Averages of 1433⅓ and 1433 2/7, both of which are 1433.3.
AVERAGES = """number,name,rating,r1,r2,r3,r4,r5,r6,r7
1,Ann,1500,W3,W4,W5,U,U,U,U
2,Ben,1500,W6,W7,W8,L9,L3,L4,L5
3,Cy,1433,L1,U,U,U,W2,U,U
4,Di,1433,U,L1,U,U,U,W2,U
5,Eli,1434,U,U,L1,U,U,U,W2
6,Fay,1433,L2,U,U,U,U,U,U
7,Gus,1433,U,L2,U,U,U,U,U
8,Hal,1433,U,U,L2,U,U,U,U
9,Ida,1434,U,U,U,W2,U,U,U
"""


def test_values_that_set_two_apart_are_told_apart_in_the_tree_of_their_tie() -> None:
    ranking = rank(after_round(read(AVERAGES).chart), parse("average_opposition"))
    tie = whole_tie(ranking, 1, Stage.OVER)
    assert tie is not None
    assert [branch.value for branch in tie.root.branches] == ["1433.33", "1433.29"]


def leaves(split: Split) -> Iterator[tuple[int, ...]]:
    if not split.parts:
        yield split.numbers
    for part in split.parts:
        yield from leaves(part)


def split_at(split: Split) -> Iterator[tuple[int, int]]:
    """The first of each part but the best one, with the step that split it off."""
    for at, part in enumerate(split.parts):
        if at and split.step is not None:
            yield part.numbers[0], split.step
        yield from split_at(part)
