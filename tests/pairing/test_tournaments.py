"""What holds in every round of every tournament (PAIRING §9.2, §9.5, §9.6)."""

import random
import re
from dataclasses import replace
from itertools import combinations

import pytest

from tests.pairing.simulated import legal_pairings, one_swap_away, rounds, with_options
from tiebreaks.engine.chart.wallchart import Card, Kind, Wallchart
from tiebreaks.engine.messages import Message
from tournaments.pairing import sentences as s
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.judge import judge
from tournaments.pairing.motives import together
from tournaments.pairing.options import Options
from tournaments.pairing.pairing import pair
from tournaments.pairing.pool import gather
from tournaments.pairing.pools import pair_pools
from tournaments.pairing.request import PairingInput
from tournaments.pairing.result import PairingResult
from tournaments.pairing.set_by_director import set_boards
from tournaments.pairing.why_not import why_not

THIRD = {s.THIRD_STAYS, s.THIRD_OR_EQUAL, s.THIRD_OR_ALTERNATE}
SIZES = [(4, 3, 1), (5, 4, 2), (7, 5, 3), (10, 6, 4), (13, 7, 5), (24, 5, 6), (41, 6, 7)]
PLANS = [
    Options(),
    with_options("teams=plus_two"),
    with_options("acceleration=added_score"),
    with_options("acceleration=non_winners", "rule5=alternate"),
    with_options("acceleration=sixths", "rule5=plus_minus", "limits=none"),
    with_options("unrated_together=on", "bye_unrated=last", "prefer=points", "odd_gain=1"),
]
JUDGED = [
    *PLANS,
    with_options("teams=never"),
    with_options("teams=if_required", "limits=60/150"),
    with_options("teams=plus_two", "limits=0/0", "equalize=blacks"),
]


def check(request: PairingInput, made: PairingResult) -> None:
    """Everybody once, nobody twice, and reasons that agree with the boards."""
    seated = [n for board in made.boards for n in (board.white, board.black)]
    bye = [made.bye.number] if made.bye else []
    here = [c.number for c in request.chart.cards if request.in_pool(c)]
    assert sorted(seated + bye) == sorted(here)
    assert not set(made.absent) & set(here)
    again = sum("second time" in warning for warning in made.warnings)
    cards = request.chart.by_number
    met = 0
    for board in made.boards:
        met += any(c.opponent == board.black and c.played for c in cards[board.white].cells)
        assert board.reason.sentences
        assert "(2" in " ".join(board.reason.sentences)
        for move in board.reason.moved:
            assert move.points <= move.other_points
            assert move.limit is None or move.points <= move.limit
        source, seen = board, [board]
        while followed := [s for s in source.reason.sentences if s.startswith("Follows")]:
            source = next(b for b in made.boards if followed[0].startswith(f"Follows from board {b.board}:"))
            assert source not in seen, "a ring leads to the board that explains it"
            seen.append(source)
        assert len(seen) == 1 or {move.kind for move in source.reason.moved} - {"follows"}
    assert met == again
    natural = [n for pair in made.natural for n in pair]
    assert sorted(natural) == sorted(seated), "each player once"
    if made.bye:
        kinds = [c.kind for c in cards[made.bye.number].cells if c.round < request.round]
        assert Kind.FULL_BYE not in kinds
        assert Kind.FORFEIT_WIN not in kinds
    assert [board.board for board in made.boards] == list(range(1, len(made.boards) + 1))


@pytest.mark.parametrize(("players", "count", "seed"), SIZES)
def test_everybody_is_paired_once_and_nobody_twice(players: int, count: int, seed: int) -> None:
    for at, options in enumerate(PLANS):
        for request, made in rounds(players, count, seed * 100 + at, options=options):
            check(request, made)


@pytest.mark.parametrize(
    ("players", "count", "seed", "options"),
    [
        (
            41,
            6,
            5,
            ("teams=never",),
        ),  # a ring round a rematch, changed again for colors
        (20, 5, 22, ()),  # two odd players, one for the other's place
    ],
)
def test_reasons_agree_with_the_boards_where_changes_meet(
    players: int, count: int, seed: int, options: tuple[str, ...]
) -> None:
    for request, made in rounds(players, count, seed, options=with_options(*options)):
        check(request, made)


def shuffled(request: PairingInput, seed: int) -> PairingInput:
    cards = list(request.chart.cards)
    random.Random(seed).shuffle(cards)
    return replace(request, chart=replace(request.chart, cards=tuple(cards)))


def renumbered(request: PairingInput) -> PairingInput:
    """The same order of numbers, with gaps."""

    def new(card: Card) -> Card:
        cells = tuple(c._replace(opponent=c.opponent and 3 * c.opponent + 1) for c in card.cells)
        return replace(card, number=3 * card.number + 1, cells=cells)

    return replace(request, chart=replace(request.chart, cards=tuple(map(new, request.chart.cards))))


def mirrored(request: PairingInput) -> PairingInput:
    """Every color of the history the other one."""

    def new(card: Card) -> Card:
        other = {"w": "b", "b": "w", "": ""}
        return replace(card, cells=tuple(c._replace(color=other[c.color]) for c in card.cells))

    return replace(request, chart=replace(request.chart, cards=tuple(map(new, request.chart.cards))))


def lifted(request: PairingInput) -> PairingInput:
    """All ratings 50 points higher."""
    cards = tuple(replace(c, rating=c.rating and c.rating + 50) for c in request.chart.cards)
    return replace(request, chart=replace(request.chart, cards=cards))


def again(request: PairingInput) -> PairingResult:
    made = pair(request)
    assert isinstance(made, PairingResult)
    return made


@pytest.mark.parametrize("seed", range(6))
def test_order_and_numbers_of_the_entries_change_nothing(seed: int) -> None:
    for request, made in rounds(16 + seed, 5, seed):
        assert again(shuffled(request, seed)) == made
        other = again(renumbered(request))
        assert [((b.white - 1) // 3, (b.black - 1) // 3) for b in other.boards] == [
            (b.white, b.black) for b in made.boards
        ]


@pytest.mark.parametrize("seed", range(6))
def test_opposite_colors_give_the_same_pairs_the_other_way_round(seed: int) -> None:
    for request, made in rounds(18 + seed, 5, seed, eventful=False):
        if request.round == 1:
            continue
        other = again(mirrored(request))
        for one, two in zip(made.boards, other.boards, strict=True):
            assert one.players == two.players
            assert one.reason.color.rule == "29E2" or (one.white, one.black) == (two.black, two.white)


@pytest.mark.parametrize("seed", range(6))
def test_higher_ratings_for_all_change_nothing(seed: int) -> None:
    for request, made in rounds(17 + seed, 5, seed):
        if any(card.rating is None for card in request.chart.cards):
            cards = tuple(replace(c, rating=c.rating or 150) for c in request.chart.cards)
            request = replace(request, chart=Wallchart(cards, request.chart.rounds))
            made = again(request)
        assert [b.players for b in again(lifted(request)).boards] == [b.players for b in made.boards]


@pytest.mark.parametrize("seed", range(6))
def test_our_own_pairing_has_nothing_to_warn_of_but_what_the_rules_cannot_do_without(seed: int) -> None:
    for request, made in rounds(11 + 2 * seed, 5, seed):
        typed = Typed(tuple((b.board, b.white, b.black) for b in made.boards))
        explained = explain(request, typed)
        assert isinstance(explained, PairingResult)
        warned = [said for said in explained.warnings if isinstance(said, Message)]
        assert len(warned) == len(explained.warnings)
        own = {*THIRD, s.TEAM_BROKEN, s.TEAM_STAYING, s.TEAM_TOGETHER, s.TEAM_BELOW, s.REMATCH_WARNING}
        assert {said.id for said in warned} <= own
        assert any(said.id in THIRD for said in warned) == (made.cost[0] > 0)
        assert explained.boards == made.boards


def check_never_worse(request: PairingInput, rng: random.Random) -> None:
    """Neither pairings by chance, far from ours, nor those with one swap of opponents are better."""
    asked = set_boards(request)
    pool = gather(asked)
    solved = pair_pools(asked, pool)
    ours = [*pool.fixed, *(pair for bracket in solved for pair in bracket.pairs)]
    for pairs in [*legal_pairings(pool, 30, rng), *one_swap_away(pool, ours)]:
        verdict = judge(pool, solved, pairs)
        assert verdict.level is None or verdict.worse, verdict


@pytest.mark.parametrize("at", range(len(JUDGED)))
def test_no_legal_pairing_is_better_by_its_own_cost(at: int) -> None:
    rng = random.Random(at)
    for players, seed in ((7 + at, at), (12, 0)):
        for request, _made in rounds(players, 5, seed, options=JUDGED[at]):
            check_never_worse(request, rng)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_no_legal_pairing_is_better_in_many_tournaments(seed: int) -> None:
    for options in JUDGED:
        for request, _made in rounds(6 + seed, 6, seed, options=options):
            check_never_worse(request, random.Random(seed))


def test_a_change_that_is_told_to_give_no_better_colors_gives_none() -> None:
    """29E5: two boards that exchange a player have no fewer conflicts then."""
    told = 0
    for seed in range(6):
        for request, _made in rounds(9 + seed, 5, seed):
            pool = gather(set_boards(request))
            solved = pair_pools(request, pool)
            ours = [*pool.fixed, *(pair for bracket in solved for pair in bracket.pairs)]
            for pairs in one_swap_away(pool, ours):
                if judge(pool, solved, pairs).level == "idle":
                    told += 1
                    assert together(pool.field, pairs) >= together(pool.field, ours)
    assert told


def more(text: str) -> bool:
    """Whether what an answer says is more is more. Only of boards the nearer to the top is the worse."""
    compared = re.search("([0-9½]+)(?: points?(?: in all)?)? instead of ([0-9½]+)", text)
    if compared is None:
        return True
    theirs, ours = (float(one.replace("½", ".5")) for one in compared.groups())
    return bool(theirs < ours if "group begin at board" in text else theirs > ours)


def check_why_not(request: PairingInput, made: PairingResult) -> None:
    """Any two who do not meet have an answer, which names more of something."""
    ours = {board.players for board in made.boards}
    for one, other in combinations(sorted(n for board in made.boards for n in board.players), 2):
        said, *_others = why_not(request, one, other)
        assert more(said), said
        assert ("do meet" in said) == ({one, other} in ours)


@pytest.mark.parametrize("at", range(len(JUDGED)))
def test_what_a_board_would_cost_is_more_than_ours(at: int) -> None:
    for request, made in rounds(6 + at % 3, 4, at, options=JUDGED[at]):
        check_why_not(request, made)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_what_a_board_would_cost_is_more_in_many_tournaments(seed: int) -> None:
    for options in JUDGED:
        for request, made in rounds(8 + seed, 5, seed, options=options):
            check_why_not(request, made)


def test_a_board_that_would_make_team_mates_meet_further_down_says_so() -> None:
    """28N1b: whether the others of the round can be kept apart comes before who leaves a score group."""
    *_, (request, _made) = rounds(10, 5, 0, options=with_options("teams=plus_two"))
    assert why_not(request, 2, 5)[0] == (
        "If they met, the teammates Arlo Farnstead and Imani Silverlake would meet (28N1)."
    )


def test_why_two_players_do_not_meet() -> None:
    *_, (request, made) = rounds(12, 4, 5, eventful=False)
    board = made.boards[0]
    card = request.chart.by_number[board.white]
    earlier = next(c.opponent for c in card.cells if c.played)
    assert earlier is not None
    assert "met in round" in why_not(request, board.white, earlier)[0]
    assert "do meet" in why_not(request, board.white, board.black)[0]
    others = {n for b in made.boards[1:] for n in b.players}
    said = [why_not(request, board.white, other)[0] for other in sorted(others)]
    assert any("If they met" in text for text in said)


@pytest.mark.long
def test_two_hundred_tournaments() -> None:
    for seed in range(200):
        options = PLANS[seed % len(PLANS)]
        for request, made in rounds(4 + seed % 57, 2 + seed % 8, 1000 + seed, options=options):
            check(request, made)
