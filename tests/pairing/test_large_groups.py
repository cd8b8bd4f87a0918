"""Groups too large for an oracle: as good as the search without window and budget (PAIRING §4.5, §4.6)."""

import pytest

from tests.pairing.random_brackets import Case, case
from tournaments.pairing import adjustment, natural, odd_players
from tournaments.pairing.adjustment import Adjusted, adjust
from tournaments.pairing.brackets import Solved, solve
from tournaments.pairing.floaters import Bracket
from tournaments.pairing.structure import structure

FAST, MANY = range(3), range(100, 160)


def size_of(seed: int) -> int:
    return 60 + 2 * (seed * 7 % 31)


def rest(seed: int) -> Adjusted | None:
    found = case(seed, (size_of(seed),))
    return adjust(found.field, found.group)


def bracket(seed: int) -> Solved | None:
    """A group above a small one that somebody leaves; with a floater from above or none."""
    floaters = seed % 2
    found: Case = case(seed, (size_of(seed) + 1 - floaters, 9 + 2 * floaters), floaters)
    made = structure(found.field, found.arriving, found.group, found.below)
    if made is None or made.again:
        return None
    return solve(found.field, Bracket(found.arriving, found.group, found.below, found.following, made.odd))


def check(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = rest(seed), bracket(seed)
    with monkeypatch.context() as free:
        free.setattr(natural, "ALL_PAIRS_UP_TO", 10**6)
        free.setattr(odd_players, "LARGE", 10**6)
        assert (rest(seed), bracket(seed)) == usual, seed


def test_a_large_group_is_paired_as_without_window_and_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in FAST:
        check(seed, monkeypatch)


def test_a_window_that_is_not_widened_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = [rest(seed) for seed in range(10)]
    monkeypatch.setattr(adjustment, "EXACT_UP_TO", 0)
    assert [rest(seed) for seed in range(10)] != exact


@pytest.mark.long
def test_many_large_groups_are_paired_as_without_window_and_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in MANY:
        check(seed, monkeypatch)
