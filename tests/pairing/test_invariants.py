"""What PAIRING §9.2 and §9.5 demand of any round, measured from ratings and colors.

No reason of the engine is asked. An upper half is slid against a lower one here, and
:mod:`tests.pairing.oracle` says who is due a color and how far two players are apart. Who naturally floats,
and to whom, is the engine's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from tests.cases import case
from tests.pairing.oracle import Oracle
from tests.pairing.simulated import rounds
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.wallchart import Card, Kind, Wallchart, cell
from tournaments.pairing.brackets import Solved
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.judge import Verdict, judge
from tournaments.pairing.pool import Pool, gather
from tournaments.pairing.pools import pair_pools
from tournaments.pairing.request import PairingInput
from tournaments.pairing.result import PairingResult
from tournaments.pairing.sentences import WORSE
from tournaments.pairing.set_by_director import set_boards

Couples = set[frozenset[int]]
SIZES = [(8 + 5 * seed, 5, seed) for seed in range(5)]
MANY = [(8 + seed % 40, 3 + seed % 5, 500 + seed) for seed in range(40)]


def solved_rounds(players: int, count: int, seed: int) -> Iterator[tuple[PairingInput, Pool, list[Solved]]]:
    for request, _made in rounds(players, count, seed):
        asked = set_boards(request)
        pool = gather(asked)
        yield request, pool, pair_pools(asked, pool)


def oracle_of(pool: Pool) -> Oracle:
    """The slow second reading of these players, in rank order."""
    players = [(each.rating, each.score_q, each.colors) for each in pool.field.players]
    count = range(len(players))
    barred = {frozenset((x, y)) for x in count for y in range(x) if not pool.field.legal(x, y)}
    return Oracle(players, barred)


def couples(pairs: Sequence[tuple[int, int]]) -> Couples:
    return {frozenset(pair) for pair in pairs}


def natural_rest(oracle: Oracle, members: Sequence[int]) -> list[tuple[int, int]] | None:
    """The upper half against the lower, and where they may not meet the nearest to it; None for too many."""
    half = len(members) // 2
    slide = list(zip(members[:half], members[half:], strict=True))
    if all(oracle.legal(*pair) for pair in slide):
        return slide
    if len(members) > 8:
        return None
    least = min(oracle.matchings(members), key=lambda made: oracle.natural_key(members, made))
    return list(least)


# --- a player far below ---------------------------------------------------------------------------


def with_one_far_below(request: PairingInput) -> PairingInput:
    """One more player of the lowest rating, who has missed every round."""
    chart = request.chart
    absent = tuple(cell(number, Kind.UNPAIRED) for number in range(1, request.round))
    last = Card(max(chart.by_number) + 1, "Far Below", rating=101, cells=absent)
    return replace(request, chart=replace(chart, cards=(*chart.cards, last)))


def top_bracket(request: PairingInput) -> tuple[Couples, set[int]]:
    asked = set_boards(request)
    pool = gather(asked)
    number = [each.number for each in pool.field.players]
    top = pair_pools(asked, pool)[0]
    return {frozenset((number[x], number[y])) for x, y in top.pairs}, {number[x] for x in top.odd}


def check_far_below(players: int, count: int, seed: int) -> int:
    """How many rounds had enough score groups for somebody to be far below the first."""
    compared = 0
    for request, pool, _solved in solved_rounds(players, count, seed):
        scores = {each.score_q for each in pool.field.players}
        if len(scores) > 3:
            assert top_bracket(with_one_far_below(request)) == top_bracket(request)
            compared += 1
    return compared


@pytest.mark.parametrize(("players", "count", "seed"), SIZES)
def test_a_player_far_below_changes_nothing_in_the_top_bracket(players: int, count: int, seed: int) -> None:
    assert check_far_below(players, count, seed)


@pytest.mark.slow
def test_a_player_far_below_changes_nothing_at_the_top_of_many_tournaments() -> None:
    assert sum(check_far_below(*size) for size in MANY) > 60


# --- two hundred points ---------------------------------------------------------------------------


def check_changes(players: int, count: int, seed: int) -> int:
    """29E5b: a player who is moved meets one within 200 points of the natural opponent,
    or takes the place of one within 200; and so does who leaves a score group. How many were moved."""
    moved = 0
    for _request, pool, solved in solved_rounds(players, count, seed):
        oracle = oracle_of(pool)
        for made in solved:
            arriving, usual = made.bracket.arriving, made.natural
            for at, (met, natural) in enumerate(zip(made.opponents, usual, strict=True)):
                moved += met != natural
                assert oracle.change(arriving, usual, at, met, oracle.limdist) <= 200
            if made.opponents == usual:
                for x, y in zip(sorted(made.odd), sorted(made.natural_odd), strict=True):
                    moved += x != y
                    assert oracle.limdist(x, y) <= 200
            moved += sum(1 for _board in changed_boards(oracle, made))
    return moved


def changed_boards(oracle: Oracle, made: Solved) -> Iterator[tuple[int, int]]:
    """The boards of a score group, floaters left out, that are not the natural ones."""
    natural = natural_rest(oracle, sorted(x for pair in made.rest.pairs for x in pair)) or ()
    opponent = {a: b for x, y in natural for a, b in ((x, y), (y, x))}
    for x, y in made.rest.pairs if opponent else ():
        if opponent[x] != y:
            assert min(oracle.limdist(opponent[x], y), oracle.limdist(opponent[y], x)) <= 200
            yield x, y


@pytest.mark.parametrize(("players", "count", "seed"), SIZES)
def test_nobody_meets_another_beyond_two_hundred_points(players: int, count: int, seed: int) -> None:
    assert check_changes(players, count, seed)


@pytest.mark.slow
def test_nobody_meets_another_beyond_two_hundred_points_in_many_tournaments() -> None:
    assert sum(check_changes(*size) for size in MANY) > 130


# --- no conflict, no change -----------------------------------------------------------------------


def check_natural(players: int, count: int, seed: int) -> int:
    """Where the slide of a score group is legal and gives everybody the due color, it is the pairing; and
    where every natural board of a round does, all are. How many groups and rounds had no conflict."""
    found = 0
    for _request, pool, solved in solved_rounds(players, count, seed):
        oracle = oracle_of(pool)
        for bracket in solved:
            members = sorted(x for pair in bracket.rest.pairs for x in pair)
            natural = natural_rest(oracle, members)
            if natural is not None and not any(any(oracle.con(*pair)) for pair in natural):
                found += bool(natural)
                assert couples(bracket.rest.pairs) == couples(natural)
    for request, made in rounds(players, count, seed):
        if not anybody_misses(request, made):
            found += 1
            assert {board.players for board in made.boards} == couples(made.natural)
    return found


def anybody_misses(request: PairingInput, made: PairingResult) -> bool:
    """Whether anybody misses the due color on the boards that the engine calls natural."""
    pool = gather(set_boards(request))
    oracle = oracle_of(pool)
    place = pool.field.position
    return any(any(oracle.con(place[x], place[y])) for x, y in made.natural)


@pytest.mark.parametrize(("players", "count", "seed"), SIZES)
def test_the_pairing_is_natural_where_everybody_gets_the_due_color(
    players: int, count: int, seed: int
) -> None:
    assert check_natural(players, count, seed)


@pytest.mark.slow
def test_the_pairing_is_natural_without_conflicts_in_many_tournaments() -> None:
    assert sum(check_natural(*size) for size in MANY) > 130


# --- what was paired elsewhere -----------------------------------------------------------------

# A section that SwissSys 11 paired, with ratings and colors.
ROWS = [
    "W9b W4w W5b",
    "W10w L5b W3w",
    "W11b D16w L2b",
    "W12w L1b L8w",
    "W13b W2w L1w",
    "W14w D7b L16b",
    "D15b D6w D11b",
    "L16w W15w W4b",
    "L1w D12b W10w",
    "L2b W13w L9b",
    "L3w W14b D7w",
    "L4b D9w D15b",
    "L5w L10b W14w",
    "L6b L11w L13b",
    "D7w L8b D12w",
    "W8b D3b W6w",
]
OPEN = chart(
    *map(str.split, ROWS),
    rounds=3,
    ratings=[1951, 1900, 1690, 1631, 1562, 1549, 1541, 1483, 1467, 1437, 1411, 1400, 1336, 1305, 1296, None],
)
PAIRED_ELSEWHERE = {
    "SwissSys, 16 players": OPEN,
    **{name: case(name).chart for name in ("example_a", "example_b", "midevent", "vermont")},
}


def before(chart: Wallchart, number: int) -> tuple[PairingInput, Typed]:
    """The request of a round as it was: what was played before, and who had a bye; and the boards it got."""
    cards = []
    boards = set()
    for card in chart.cards:
        kept = [c for c in card.cells if c.round < number or (c.round == number and c.opponent is None)]
        cards.append(replace(card, cells=tuple(kept)))
        for c in card.in_round(number):
            if c.opponent is not None:
                black = c.color == "b" or (not c.color and card.number > c.opponent)
                boards.add((c.opponent, card.number) if black else (card.number, c.opponent))
    request = PairingInput(replace(chart, cards=tuple(cards)), number)
    return request, Typed(tuple((at, *both) for at, both in enumerate(sorted(boards), 1)))


def held_against(request: PairingInput, typed: Typed) -> tuple[Couples, Couples, Verdict]:
    """Our boards and the others, and how these compare."""
    asked = set_boards(request)
    pool = gather(asked)
    solved = pair_pools(asked, pool)
    place = pool.field.position
    theirs = [(place[white], place[black]) for _at, white, black in typed.boards]
    assert {x for pair in theirs for x in pair} == {*place.values()}, "a complete round"
    ours = [pair for bracket in solved for pair in bracket.pairs]
    return couples(ours), couples(theirs), judge(pool, solved, theirs)


@pytest.mark.parametrize("name", PAIRED_ELSEWHERE)
def test_what_was_paired_elsewhere_is_never_better_than_ours(name: str) -> None:
    """PAIRING §9.5, for each complete round."""
    chart = PAIRED_ELSEWHERE[name]
    assert chart.through
    for number in range(1, chart.through + 1):
        request, typed = before(chart, number)
        _ours, _theirs, verdict = held_against(request, typed)
        assert verdict.level is None or verdict.worse, verdict
        explained = explain(request, typed)
        assert isinstance(explained, PairingResult)
        told = any(getattr(warning, "id", "") == WORSE for warning in explained.warnings)
        assert told == verdict.worse


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_section_with_ratings_and_colors_is_paired_as_swisssys_paired_it(number: int) -> None:
    ours, theirs, _verdict = held_against(*before(OPEN, number))
    assert ours == theirs
