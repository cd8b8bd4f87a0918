"""The engine against a second reading that enumerates everything (PAIRING §9.1)."""

import pytest

from tests.pairing.random_brackets import case
from tournaments.pairing.adjustment import adjust
from tournaments.pairing.brackets import solve
from tournaments.pairing.floaters import Bracket
from tournaments.pairing.natural import natural
from tournaments.pairing.structure import exact, structure

FAST, MANY = range(300), range(1000, 6000)


def check_rest(seed: int, size: int) -> None:
    """Natural pairing and adjustment of one list: equal keys, and one of the pairings that have them."""
    found = case(seed, (size,))
    members = found.group
    made = natural(found.field, members)
    all_pairings = list(found.oracle.matchings(members))
    assert (made is None) == (not all_pairings)
    if made is None:
        return
    base = tuple((i, j) for i, j in enumerate(made) if i < j)
    slid = tuple((k, k + size // 2) for k in range(size // 2))
    if all(found.oracle.legal(x, y) for x, y in slid):
        assert base == slid
    else:
        least = min(found.oracle.natural_key(members, pairing) for pairing in all_pairings)
        assert found.oracle.natural_key(members, base) == least
    adjusted = adjust(found.field, members)
    assert adjusted is not None
    key, pairings = found.oracle.adjust(members, base)
    assert adjusted.key[1:] == key
    assert tuple(sorted(adjusted.pairs)) in {tuple(sorted(p)) for p in pairings}


def check_bracket(seed: int, floaters: int, group: int, below: int) -> None:
    """Structure, floaters, opponents and colors of one bracket: the same key, by an enumeration of all."""
    found = case(seed, (group, below), floaters)
    arriving, members, lower = found.arriving, found.group, found.below
    expected = found.oracle.structure(arriving, members, lower)
    made = structure(found.field, arriving, members, lower)
    assert (made is None) == (expected is None)
    if made is None or expected is None:
        return
    assert (made.odd + made.again, made.again) == expected[:2]
    whole = exact(found.field, arriving, members, lower)
    assert whole is not None
    assert whole.cost[1:] == expected
    if made.again:
        return
    solved = solve(found.field, Bracket(arriving, members, lower, found.following, made.odd))

    def natural_of(rest: object) -> tuple[tuple[int, int], ...]:
        assert isinstance(rest, list)
        partner = natural(found.field, rest)
        assert partner is not None
        return tuple((rest[i], rest[j]) for i, j in enumerate(partner) if i < j)

    choices = found.oracle.bracket(arriving, members, made.odd, lower, found.following, natural_of)
    assert (solved is None) == (not choices)
    if solved is not None:
        least = choices[0][0]
        assert solved.key == least
        assert (solved.opponents, solved.odd) in [(o, s) for key, o, s in choices if key == least]


@pytest.mark.parametrize("size", [2, 4, 6, 8])
def test_natural_pairing_and_colors_are_the_optimum(size: int) -> None:
    for seed in FAST[:150] if size == 8 else FAST:
        check_rest(seed, size)


@pytest.mark.parametrize(
    ("floaters", "group", "below"), [(0, 5, 3), (1, 4, 3), (1, 5, 2), (2, 4, 2), (2, 5, 1)]
)
def test_floaters_and_opponents_are_the_optimum(floaters: int, group: int, below: int) -> None:
    for seed in FAST[:150]:
        check_bracket(seed, floaters, group, below)


@pytest.mark.long
def test_a_thousand_brackets_of_up_to_ten() -> None:
    for seed in MANY:
        check_rest(seed, 2 + seed % 5 * 2)
        check_bracket(seed, seed % 3, 3 + seed % 4, 2 + (seed + seed % 3 + seed % 4 + 1) % 2)
