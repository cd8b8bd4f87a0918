"""The engine against a second reading that enumerates everything (PAIRING §9.1)."""

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from tests.pairing.oracle import Bracket, Oracle, Pairing
from tests.pairing.random_brackets import Case, case
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.wallchart import Card, Wallchart
from tournaments.pairing import sentences as s
from tournaments.pairing.adjustment import Adjusted, adjust
from tournaments.pairing.brackets import Solved
from tournaments.pairing.byes import candidates
from tournaments.pairing.giving_way import give_way
from tournaments.pairing.natural import natural
from tournaments.pairing.options import parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.reading import build_field
from tournaments.pairing.request import Locks, PairingInput
from tournaments.pairing.result import PairingResult
from tournaments.pairing.score_groups import pair_bracket, pair_groups
from tournaments.pairing.structure import exact, structure

FAST, MANY = range(300), range(1000, 6000)
AVOIDED = ("plus_two", "if_required", "never")


def check_rest(seed: int, size: int, teams: str = "off", *others: str) -> None:
    """Natural pairing and adjustment of one list: equal keys, and one of the pairings that have them."""
    found = case(seed, (size,), 0, teams, *others)
    members = found.group
    made = natural(found.field, members)
    all_pairings = list(found.oracle.matchings(members))
    assert (made is None) == (not all_pairings)
    if made is None:
        return
    base = tuple((i, j) for i, j in enumerate(made) if i < j)
    opposite = [found.oracle.opposite(size, k) for k in range(size)]
    ideal = tuple((k, at) for k, at in enumerate(opposite) if k < at)
    if all(found.oracle.legal(x, y) for x, y in ideal) and not found.oracle.mates(ideal):
        assert base == ideal
    else:
        least = min(found.oracle.natural_key(members, pairing) for pairing in all_pairings)
        assert found.oracle.natural_key(members, base) == least
    check_adjusted(found, members, adjust(found.field, members), base)


def check_adjusted(found: Case, members: Sequence[int], adjusted: Adjusted | None, base: Pairing) -> None:
    assert adjusted is not None
    key, pairings = found.oracle.adjust(members, base)
    assert adjusted.key == key
    assert tuple(sorted(adjusted.pairs)) in {tuple(sorted(p)) for p in pairings}


def check_bracket(seed: int, floaters: int, group: int, below: int, teams: str = "off", *others: str) -> None:
    """Structure, floaters, opponents and colors of one bracket: the same key, by an enumeration of all."""
    check_case(case(seed, (group, below), floaters, teams, *others))


def check_case(found: Case) -> None:
    arriving, members, lower = found.arriving, found.group, found.below
    expected = found.oracle.structure(arriving, members, lower)
    made = structure(found.field, arriving, members, lower)
    assert (made is None) == (expected is None)
    if made is None or expected is None:
        return
    assert (made.cost[0], made.odd + made.again, made.again) == expected[:3]
    whole = exact(found.field, arriving, members, lower)
    assert whole is not None
    assert whole.cost == expected
    solved = pair_bracket(found.field, arriving, members, lower, found.following)
    check_solved(found, arriving, solved)


def check_bracket_of_any_size(seed: int, teams: str = "off", *others: str) -> None:
    """Up to two floaters, three to six in the group, and as many below as make the number even."""
    floaters, group = seed % 3, 3 + seed % 4
    check_bracket(seed, floaters, group, 2 + (seed + floaters + group) % 2, teams, *others)


def check_solved(found: Case, arriving: tuple[int, ...], solved: Solved) -> None:
    """One bracket as the engine has paired it, with the floaters that arrive from those before."""
    oracle, bracket = found.oracle, solved.bracket
    expected = oracle.structure(arriving, bracket.group, bracket.below)
    assert expected is not None
    assert (bracket.odd + len(bracket.again), len(bracket.again)) == expected[1:3]
    assert bracket.again == oracle.again(arriving, bracket.group, bracket.below)

    def natural_of(rest: Sequence[int]) -> Pairing:
        partner = natural(found.field, rest)
        assert partner is not None
        return tuple((rest[i], rest[j]) for i, j in enumerate(partner) if i < j)

    served = tuple(x for x in arriving if x not in bracket.again)
    read = Bracket(served, bracket.group, bracket.odd, bracket.below, bracket.following, bracket.again)
    choices = oracle.bracket(read, natural_of)
    assert solved.key == choices[0][0]
    assert (solved.opponents, solved.odd) in [(o, s) for key, o, s in choices if key == solved.key]
    rest = [x for x in bracket.left(solved.opponents) if x not in solved.odd]
    if rest:
        check_adjusted(found, rest, solved.rest, natural_of(rest))


def check_section(seed: int, teams: str) -> None:
    """A section of six to eight players from the top down, not every group with its teammates apart."""
    rng = random.Random(seed)
    size = rng.choice((6, 8))
    sizes: list[int] = []
    while sum(sizes) < size:
        sizes.append(rng.randint(1, size - sum(sizes)))
    found = case(seed, tuple(sizes), teams=teams)
    everybody = range(size)
    pairings = list(found.oracle.matchings(everybody))
    if not pairings:
        return
    made = pair_groups(found.field, everybody)
    pairs = [pair for solved in made for pair in solved.pairs]
    if not found.oracle.keeping:
        assert found.oracle.parted(pairs) == min(map(found.oracle.parted, pairings))
    arriving: tuple[int, ...] = ()
    for solved in made:
        check_solved(found, arriving, solved)
        arriving = tuple(sorted((*solved.bracket.again, *solved.odd)))


def check_requests(seed: int, *sizes: int) -> None:
    """Requests that cannot all be kept: as few as can be are broken, those with the least score gaps."""
    found = case(seed, sizes)
    rng = random.Random(seed)
    everybody = range(sum(sizes))
    wanted = {frozenset(both) for both in combinations(everybody, 2) if rng.random() < 0.6}
    chart = Wallchart(tuple(Card(player.number, player.name) for player in found.field.players), 3)
    number = [player.number for player in found.field.players]
    asked = {frozenset(number[x] for x in both) for both in wanted}
    made = give_way(PairingInput(chart, 1), found.field, everybody, asked, again=None)
    best = found.oracle.fewest_broken(everybody, wanted)
    assert (made is None) == (not best)
    if made is not None:
        broken = {frozenset(x for x in everybody if number[x] in couple) for couple in made.requests}
        assert broken in [{frozenset(both) for both in pairs} & wanted for pairs in best]


def check_round_of_requests(seed: int, size: int) -> None:
    """A first round breaks the fewest requests, and warns of each and of no other."""
    rng = random.Random(seed)
    numbers = range(1, size + 1)
    chart = Wallchart(tuple(Card(n, f"P{n}", rating=2000 - 10 * n) for n in numbers), 3)
    wanted = [both for both in combinations(numbers, 2) if rng.random() < 0.7]
    made = pair(PairingInput(chart, 1, locks=Locks(asked_apart=tuple(wanted))))
    assert isinstance(made, PairingResult)
    broken = [board for board in made.boards if board.players in set(map(frozenset, wanted))]
    oracle = Oracle([(2000 - 10 * n, 0, "") for n in numbers], set())
    requests = {frozenset((one - 1, other - 1)) for one, other in wanted}
    best = oracle.fewest_broken(range(size), requests)[0]
    assert len(broken) == sum(frozenset(both) in requests for both in best)
    assert [f"Board {board.board}" for board in broken] == [
        said.split(":")[0] for said in made.warnings if said.startswith("Board ")
    ]


def check_second_meetings(seed: int) -> bool:
    """The bye goes to the first with whom the fewest meet again (PAIRING §4.7), and no pairing has fewer.
    Whether nobody's bye leaves a legal pairing."""
    rng = random.Random(seed)
    size, rounds = rng.choice((3, 5, 5, 7)), rng.randint(2, 7)
    cells: list[list[str]] = [[] for _ in range(size)]
    for _ in range(rounds):
        order = rng.sample(range(size), rng.randint(2, size))
        for mine in cells:
            mine.append(rng.choice("HUUB"))
        for one, other in zip(order[::2], order[1::2], strict=False):
            ours = rng.choice("WLDX")
            theirs = {"W": "L", "L": "W", "D": "D", "X": "F"}[ours]
            cells[one][-1], cells[other][-1] = f"{ours}{other + 1}w", f"{theirs}{one + 1}b"
    wall = chart(*cells, rounds=rounds + 1, ratings=[rng.choice((None, 1500, 1600)) for _ in cells])
    couples = [pair for pair in combinations(range(1, size + 1), 2) if rng.random() < 0.1]
    apart, asked = couples[::3], couples[1::3]
    request = PairingInput(wall, rounds + 1, locks=Locks(apart=tuple(apart), asked_apart=tuple(asked)))
    games = [frozenset(each) for one, mine in enumerate(cells) for each in met_by(one, mine)]
    never = {each for each in games if games.count(each) > 2} | {frozenset((a - 1, b - 1)) for a, b in apart}
    oracle = Oracle([(1500, 0, "")] * size, never)
    asked_apart = {frozenset((a - 1, b - 1)) for a, b in asked}
    order = [n - 1 for n in candidates(request, build_field(request, list(wall.cards), {}))]
    best = oracle.fewest_again(range(size), order, set(games), asked_apart)
    made = pair(request)
    assert isinstance(made, PairingResult) == (best is not None)
    if not isinstance(made, PairingResult) or best is None:
        return False
    assert made.bye is not None
    again = [board for board in made.boards if frozenset(n - 1 for n in board.players) in games]
    broken = [board for board in made.boards if frozenset(n - 1 for n in board.players) in asked_apart]
    assert (made.bye.number - 1, (len(again), len(broken))) == best
    assert len(again) == sum("second time" in text for text in made.warnings)
    passed = order[: order.index(best[0])]
    assert all(wall.by_number[n + 1].name in " ".join(made.bye.sentences) for n in passed)
    return bool(again)


def met_by(one: int, cells: Sequence[str]) -> list[tuple[int, int]]:
    return [(one, int(cell[1:-1]) - 1) for cell in cells if cell[0] in "WLD"]


def check_round_of_teams(seed: int, teams: str) -> None:
    """A first round has the fewest boards of teammates, and tells of each, as a problem and on the board."""
    rng = random.Random(seed)
    size = rng.choice((4, 6, 8))
    names = "ABCD"[: rng.randint(1, 4)]
    numbers = range(1, size + 1)
    cards = [Card(n, f"P{n}", rating=2000 - 10 * n, team=rng.choice(names)) for n in numbers]
    apart = [both for both in combinations(numbers, 2) if rng.random() < 0.15]
    request = PairingInput(
        Wallchart(tuple(cards), 3), 1, parse([f"teams={teams}"]), locks=Locks(apart=tuple(apart))
    )
    made = pair(request)
    barred = {frozenset((one - 1, other - 1)) for one, other in apart}
    oracle = Oracle([(card.rating, 0, "") for card in cards], barred, teams=[card.team for card in cards])
    pairings = list(oracle.matchings(range(size)))
    assert isinstance(made, PairingResult) == bool(pairings)
    if isinstance(made, PairingResult):
        mates = [b for b in made.boards if oracle.mates([(b.white - 1, b.black - 1)])]
        assert len(mates) == min(map(oracle.mates, pairings))
        assert [f"Board {b.board}" for b in mates] == [
            said.split(":")[0] for said in made.warnings if said.startswith("Board ")
        ]
        told = (s.MATES, s.MATES_GROUP, s.MATES_TOGETHER)
        assert mates == [
            b for b in made.boards if any(getattr(text, "id", "") in told for text in b.reason.sentences)
        ]


@pytest.mark.parametrize("sizes", [(4,), (6,), (4, 4), (3, 2, 3)])
def test_requests_that_cannot_all_be_kept_are_broken_as_little_as_can_be(sizes: tuple[int, ...]) -> None:
    for seed in FAST[:60]:
        check_requests(seed, *sizes)
        check_round_of_requests(seed, sum(sizes))


def test_the_bye_spares_second_meetings_and_these_are_as_few_as_can_be() -> None:
    assert sum(map(check_second_meetings, FAST)) > 20


@pytest.mark.long
def test_the_bye_spares_second_meetings_in_thousands_of_pools() -> None:
    assert sum(map(check_second_meetings, MANY)) > 500


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


@pytest.mark.parametrize(
    ("floaters", "sizes"), [(2, (3, 2, 1)), (2, (3, 1, 2)), (0, (4, 2, 2)), (1, (5, 2, 2))]
)
def test_nobody_drops_further_for_colors(floaters: int, sizes: tuple[int, ...]) -> None:
    """29D2: two groups are below the bracket."""
    for seed in FAST if sum(sizes) < 8 else FAST[:100]:
        check_case(case(seed, sizes, floaters))


@pytest.mark.parametrize("teams", ["off", "plus_two"])
def test_neighbors_meet_at_the_optimum(teams: str) -> None:
    """29L1: halves are the only thing that is different."""
    for seed in FAST[:100]:
        check_rest(seed, 2 + seed % 4 * 2, teams, "small_swiss=neighbors")
        check_bracket_of_any_size(seed, teams, "small_swiss=neighbors")


@pytest.mark.parametrize("teams", ["plus_two", "if_required"])
def test_teammates_may_come_after_equalization(teams: str) -> None:
    """29E8: they are compared after two more games of one color, and before alternation."""
    for seed in FAST[:150]:
        check_rest(seed, 4 + seed % 3 * 2, teams, "teams_before=alternation")
        check_bracket_of_any_size(seed, teams, "teams_before=alternation")


@pytest.mark.parametrize("teams", AVOIDED)
def test_teammates_meet_no_more_often_than_must_be(teams: str) -> None:
    for seed in FAST[:60]:
        check_round_of_teams(seed, teams)
        check_section(seed, teams)
        check_rest(seed, 4 + seed % 3 * 2, teams)
        check_bracket_of_any_size(seed, teams)


@pytest.mark.long
@pytest.mark.parametrize("teams", AVOIDED)
def test_teammates_in_thousands_of_sections(teams: str) -> None:
    for seed in MANY:
        check_round_of_teams(seed, teams)
        check_section(seed, teams)
        check_rest(seed, 4 + seed % 3 * 2, teams)
        check_bracket_of_any_size(seed, teams)


@pytest.mark.long
def test_a_thousand_brackets_of_up_to_ten() -> None:
    for seed in MANY:
        check_rest(seed, 2 + seed % 5 * 2)
        check_bracket_of_any_size(seed)
        check_case(case(seed, (3 + seed % 2, 1 + seed % 3, 2 - seed // 2 % 2), 1 + seed % 2))
