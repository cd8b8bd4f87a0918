"""The matcher: the fast one, the plain one, and costs packed into integers."""

import random

import pytest

from tests.pairing.simulated import rounds
from tournaments.pairing import matching
from tournaments.pairing.matching import TooManyError, min_cost_matching, pack, search
from tournaments.pairing.pairing import pair
from tournaments.pairing.result import PairingResult


def edges(size: int, seed: int, most: int) -> list[tuple[int, int, int]]:
    rng = random.Random(seed)
    return [
        (x, y, rng.randint(0, most)) for x in range(size) for y in range(x + 1, size) if rng.random() < 0.6
    ]


@pytest.mark.parametrize("seed", range(40))
def test_the_plain_search_finds_what_the_fast_one_finds(seed: int) -> None:
    size = 2 + 2 * (seed % 6)
    among = edges(size, seed, most=(0, 1, 5, 2**100)[seed % 4])
    fast, slow = min_cost_matching(size, among), search(size, among)
    assert (fast is None) == (slow is None)
    cost = {(x, y): value for x, y, value in among}
    if fast is not None and slow is not None:
        assert sum(cost[pair] for pair in fast) == sum(cost[pair] for pair in slow)
        assert sorted(x for pair in slow for x in pair) == list(range(size))


def test_without_the_fast_matcher_small_fields_are_paired_and_large_ones_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matching, "rustworkx", None)
    assert not matching.installed()
    assert min_cost_matching(4, [(0, 1, 1), (2, 3, 1), (0, 2, 5), (1, 3, 5)]) == [(0, 1), (2, 3)]
    with pytest.raises(TooManyError, match="Install rustworkx"):
        min_cost_matching(matching.SMALL + 2, [])


@pytest.mark.parametrize("players", [8, 20])
def test_without_the_fast_matcher_every_round_is_paired_at_the_same_cost(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list(rounds(players, 5, 3))
    monkeypatch.setattr(matching, "rustworkx", None)
    for request, fast in made:
        slow = pair(request)
        assert isinstance(slow, PairingResult)
        assert (slow.cost, len(slow.boards), slow.bye) == (fast.cost, len(fast.boards), fast.bye)


def test_an_odd_number_cannot_be_paired() -> None:
    assert min_cost_matching(3, [(0, 1, 0), (1, 2, 0), (0, 2, 0)]) is None


def test_packed_costs_compare_as_their_parts() -> None:
    rng = random.Random(7)
    costs = [(rng.randint(0, 2), rng.randint(0, 40000), rng.randint(0, 9)) for _ in range(60)]
    packed = pack(costs, 5)
    for _ in range(300):
        one, other = rng.sample(range(60), 5), rng.sample(range(60), 5)
        parts = [tuple(map(sum, zip(*(costs[i] for i in chosen), strict=True))) for chosen in (one, other)]
        sums = [sum(packed[i] for i in chosen) for chosen in (one, other)]
        assert (parts[0] < parts[1]) == (sums[0] < sums[1])


def test_costs_too_wide_for_the_matcher_lose_their_last_parts() -> None:
    assert pack([(2**70, 2**70), (2**70, 1)], 2) == [2**70, 2**70]
    with pytest.raises(OverflowError):
        pack([(2**130,)], 2)
