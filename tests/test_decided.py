"""A place or a trophy that is marked as decided is never another's, whatever the open games bring."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from time import process_time

import pytest

from tiebreaks.computing import PlayersSource
from tiebreaks.decided import (
    MOST_BOARDS,
    RESULTS,
    Decided,
    _affordable,
    _of_an_outcome,
    _tried,
    decided,
    open_boards,
)
from tiebreaks.engine.chart.reading import live
from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart, cell
from tiebreaks.engine.prizes import Terms, award
from tiebreaks.engine.prizes.notation import parse as parse_prizes
from tiebreaks.engine.prizes.prize import in_order_of_value
from tiebreaks.engine.ranking.editions import EDITIONS
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import parse
from tiebreaks.published import PlayersDocument

ORDERS = ["modified_median,solkoff,cumulative", "solkoff", "head_to_head,cumulative", "most_blacks,win_count"]
PRIZES = "1st–3rd trophies\nTop under 1200\nTop unrated\n2 points or more: medal, not with a trophy"


def document(
    chart: Wallchart, order: str = ORDERS[0], prizes: str = PRIZES, *, follow_money: bool = False
) -> PlayersDocument:
    announced = tuple(in_order_of_value(parse_prizes(prizes)))
    edition = max(EDITIONS)
    terms = Terms(follow_money=follow_money)
    source = PlayersSource(chart=chart, edition=edition, boards={}, columns="", prizes=announced, terms=terms)
    return source.document(source.ranked(parse(order)), ())


def a_chart(dice: Random, players: int, rounds: int, played: int, left: int) -> Wallchart:
    """Rounds of random pairings and results; of the last one played, ``left`` games are open."""
    cells: dict[int, list[Cell]] = {number: [] for number in range(1, players + 1)}
    for round in range(1, played + 1):
        pair_up(dice, cells, round, left if round == played else 0)
    cards = [
        Card(number, f"Player {number}", tuple(row), dice.choice([None, 900, 1150, 1400, 1700]))
        for number, row in cells.items()
    ]
    return Wallchart(tuple(cards), rounds)


def pair_up(dice: Random, cells: dict[int, list[Cell]], round: int, left: int = 0) -> None:
    numbers = list(cells)
    dice.shuffle(numbers)
    if len(numbers) % 2:
        kind = dice.choice([Kind.FULL_BYE, Kind.HALF_BYE, Kind.UNPAIRED])
        cells[numbers.pop()].append(cell(round, kind))
    for at, (white, black) in enumerate(zip(numbers[::2], numbers[1::2], strict=True)):
        one, other = (Kind.OPEN, Kind.OPEN) if at < left else dice.choice(RESULTS)
        cells[white].append(cell(round, one, black, "w"))
        cells[black].append(cell(round, other, white, "b"))


def settled(chart: Wallchart) -> Iterator[Wallchart]:
    """The chart with each outcome of its open games, by the book and without any of the shortcuts."""
    games = sorted(
        {
            (c.round, *sorted((card.number, c.opponent or 0)))
            for card in chart.cards
            for c in card.cells
            if c.kind is Kind.OPEN
        }
    )
    for outcome in product(RESULTS, repeat=len(games)):
        entered: dict[tuple[int, int], Kind] = {}
        for (round, one, other), (won, lost) in zip(games, outcome, strict=True):
            entered |= {(round, one): won, (round, other): lost}
        cards = [
            replace(
                card,
                cells=tuple(
                    cell(c.round, entered[c.round, card.number], c.opponent, c.color)
                    if c.kind is Kind.OPEN
                    else c
                    for c in card.cells
                ),
            )
            for card in chart.cards
        ]
        yield replace(chart, cards=tuple(cards))


def ends(document: PlayersDocument, charts: Iterator[Wallchart]) -> Decided:
    """What is the same at every end: places of nobody tied, trophies without a contest."""
    places, trophies = [], []
    for chart in charts:
        ranking = rank(live(chart), document.order)
        places.append({(s.number, s.rank) for s in ranking.standings if s.tied == 1})
        awards = award(ranking, document.prizes, document.terms).trophies
        trophies.append(
            {(at, each.winners) for at, each in enumerate(awards) if each.winners and not each.contest}
        )
    return Decided(dict(set.intersection(*places)), dict(set.intersection(*trophies)))


def now(document: PlayersDocument) -> dict[int, int]:
    return {standing.number: standing.rank for standing in document.standings}


@pytest.mark.parametrize("seed", range(60))
def test_with_up_to_four_open_boards_exactly_that_is_marked_which_every_outcome_leaves(seed: int) -> None:
    dice = Random(seed)
    players = dice.randint(4, 11)
    left = min(dice.randint(0, MOST_BOARDS), players // 2)
    rounds = dice.randint(1, 4)
    chart = a_chart(dice, players, rounds, rounds, left)
    found = document(chart, dice.choice(ORDERS), follow_money=dice.random() < 0.2)
    assert decided(found) == ends(found, settled(chart))


@pytest.mark.parametrize("seed", range(60))
def test_with_rounds_to_come_a_mark_may_come_late_and_is_never_wrong(seed: int) -> None:
    dice = Random(1000 + seed)
    players, rounds = dice.randint(3, 9), dice.randint(2, 5)
    played = dice.randint(1, rounds - 1)
    chart = a_chart(dice, players, rounds, played, dice.randint(0, 2))
    found = document(chart, dice.choice(ORDERS))
    marked = decided(found)
    for _end in range(12):
        end = dice.choice(list(settled(chart)))
        cells = {card.number: list(card.cells) for card in end.cards}
        for round in range(played + 1, rounds + 1):
            pair_up(dice, cells, round)
        end = replace(end, cards=tuple(replace(card, cells=tuple(cells[card.number])) for card in end.cards))
        last = ends(found, iter([end]))
        at_the_end = document(end, found.order_text)
        assert marked.places.items() <= last.places.items()
        assert {n: now(at_the_end)[n] for n in marked.places} == marked.places
        for at, winners in marked.trophies.items():
            assert at_the_end.awards.trophies[at].winners == winners


def far_ahead(played: int, left: int = 0) -> Wallchart:
    """1 has won every game against 2, who has lost every game; so have 3 and 4 drawn theirs."""
    cards = []
    for number, kind, opponent in ((1, Kind.WIN, 2), (2, Kind.LOSS, 1), (3, Kind.DRAW, 4), (4, Kind.DRAW, 3)):
        row = [cell(round, kind, opponent, "w" if number % 2 else "b") for round in range(1, played + 1)]
        cards.append(Card(number, f"Player {number}", tuple(row), 1500))
    return Wallchart(tuple(cards), played + left)


def test_a_leader_who_cannot_be_caught_and_her_trophy_are_decided_before_the_last_round() -> None:
    found = document(far_ahead(4, left=1))
    assert decided(found) == Decided({1: 1, 2: 4}, {0: (1,)})
    assert decided(document(far_ahead(3, left=2))) == Decided()


def test_a_trophy_that_follows_money_or_is_not_the_first_of_value_waits_for_the_end() -> None:
    chart = far_ahead(4, left=1)
    assert not decided(document(chart, follow_money=True)).trophies
    assert not decided(document(chart, prizes="Top under 1600, value 1\n1st place trophy, value 2")).trophies


def test_nothing_is_decided_before_the_first_result_and_what_is_awarded_by_age_never_is() -> None:
    assert decided(document(a_chart(Random(1), 4, 3, 1, 2))) == Decided()
    over = a_chart(Random(1), 4, 1, 1, 0)
    assert not decided(document(over, prizes="1st place trophy\nBest age 9")).trophies


def test_while_somebody_of_the_last_round_is_to_be_paired_only_points_decide() -> None:
    """29H8: 3 and 4 are held out of the last round and paired later; a withdrawn player is not."""
    chart = far_ahead(2, left=1)
    one, two, three, four = chart.cards
    last = [
        replace(card, cells=(*card.cells, cell(3, Kind.OPEN, other, "w")))
        for card, other in ((one, 2), (two, 1))
    ]
    held = replace(chart, cards=(*last, three, four))
    assert decided(document(held)) == Decided()
    gone = [replace(card, withdrew=2) for card in (three, four)]
    assert decided(document(replace(chart, cards=(*last, *gone)))).places == {1: 1}


def test_more_open_boards_than_can_be_tried_leave_it_to_the_points() -> None:
    chart = a_chart(Random(2), 14, 1, 1, 5)
    assert len(open_boards(chart) or []) == 5
    assert decided(document(chart)) == Decided()


def tries(monkeypatch: pytest.MonkeyPatch, found: PlayersDocument) -> bool:
    """Whether every outcome is tried."""
    tried: list[PlayersDocument] = []
    monkeypatch.setattr("tiebreaks.decided._tried", lambda document, _boards: tried.append(document))
    decided(found)
    return bool(tried)


@pytest.mark.parametrize(
    ("order", "players", "left", "is_tried"),
    [
        ("modified_median,solkoff,cumulative", 100, 4, True),
        ("modified_median,solkoff,cumulative", 240, 4, False),
        ("modified_median,solkoff,cumulative", 240, 3, True),
        ("opposition_performance", 100, 4, False),
        ("opposition_performance", 100, 3, True),
    ],
)
def test_as_much_is_tried_as_its_order_and_size_allow(
    monkeypatch: pytest.MonkeyPatch, order: str, players: int, left: int, is_tried: bool
) -> None:
    assert tries(monkeypatch, document(a_chart(Random(3), players, 7, 7, left), order)) is is_tried


def tried_at_most(order: str, prizes: str) -> PlayersDocument:
    """The largest of these sections whose outcomes are tried."""
    charts = (a_chart(Random(players), players, 7, 7, MOST_BOARDS) for players in range(240, 9, -10))
    return next(each for chart in charts if _affordable(each := document(chart, order, prizes), MOST_BOARDS))


def taken_by_estimate(found: PlayersDocument) -> float:
    """Seconds of processor time that trying takes for every second that it is estimated to take."""
    boards = open_boards(found.chart) or []
    begun = process_time()
    _tried(found, boards)
    return (process_time() - begun) / _of_an_outcome(found)


@pytest.mark.parametrize("order", [*ORDERS, "opposition_performance,average_opposition", "sonneborn_berger"])
@pytest.mark.parametrize("prizes", ["", PRIZES, "1st–20th trophies"])
def test_no_order_and_no_prizes_take_twice_what_is_estimated(order: str, prizes: str) -> None:
    """Beside the estimate of the usual order, so that it does not depend on the machine."""
    found, usual = tried_at_most(order, prizes), tried_at_most(ORDERS[0], "")
    taken, beside = [], []
    for _again in range(3):  # in turn: what slows the machine slows both
        taken.append(taken_by_estimate(found))
        beside.append(taken_by_estimate(usual))
    assert min(taken) <= 2 * min(beside)


def test_it_is_computed_once_for_a_document(monkeypatch: pytest.MonkeyPatch) -> None:
    found = document(far_ahead(4, left=1))
    first = decided(found)
    monkeypatch.setattr("tiebreaks.decided._decided", None)
    assert decided(found) is first
