"""Groups too large for an oracle: as good as the search without window and budget (PAIRING §4.5, §4.6)."""

import pytest

from tests.pairing.random_brackets import Case, case
from tests.pairing.simulated import rounds
from tournaments.pairing import adjustment, natural, odd_players
from tournaments.pairing.adjustment import Adjusted, adjust
from tournaments.pairing.brackets import Solved, solve
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.floaters import Bracket
from tournaments.pairing.pairing import pair
from tournaments.pairing.result import PairingResult
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
        assert rest(seed) == usual[0], seed
        # What was cut says so, and what was not is the best.
        assert bracket(seed) == usual[1] or (usual[1] and usual[1].cut), seed


@pytest.mark.slow
def test_a_large_group_is_paired_as_without_window_and_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in FAST:
        check(seed, monkeypatch)


def test_a_window_that_is_not_widened_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = [rest(seed) for seed in range(10)]
    monkeypatch.setattr(adjustment, "EXACT_UP_TO", 0)
    assert [rest(seed) for seed in range(10)] != exact


def test_choices_that_were_left_out_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = bracket(1)
    assert usual is not None
    assert not usual.cut
    monkeypatch.setattr(odd_players, "MOST_SEATED", 0)
    cut = bracket(1)
    assert cut is not None
    assert cut.cut


def test_what_was_cut_is_said_at_the_board_of_its_floater_and_to_the_director(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    events = rounds(60, 5, seed=5, eventful=False)
    request, made = next((request, made) for request, made in events if request.round == 4)
    assert not made.warnings
    monkeypatch.setattr(odd_players, "LARGE", 0)
    monkeypatch.setattr(odd_players, "MOST_SEATED", 0)
    cut = pair(request)
    assert isinstance(cut, PairingResult)
    assert [said for said in cut.warnings if "not every choice of floaters was tried" in said]
    floating = [board.reason for board in cut.boards if board.reason.floater]
    assert any("too large to try every choice" in said for each in floating for said in each.sentences)
    told = explain(request, Typed(tuple((b.board, b.white, b.black) for b in cut.boards)))
    assert isinstance(told, PairingResult)
    assert told.warnings == cut.warnings


@pytest.mark.long
@pytest.mark.parametrize(("players", "count"), [(120, 7), (300, 7), (500, 5)])
def test_no_simulated_event_is_cut(players: int, count: int) -> None:
    for _request, made in rounds(players, count, seed=players):
        assert not [said for said in made.warnings if "not every choice" in said]


@pytest.mark.long
def test_many_large_groups_are_paired_as_without_window_and_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in MANY:
        check(seed, monkeypatch)
