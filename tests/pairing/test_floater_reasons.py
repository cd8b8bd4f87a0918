"""Why a player leaves the score group, and whom such a player meets: true sentences that name their rule."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from tests.pairing.simulated import rounds, with_options
from tests.pairing.test_rules import paired, wall
from tiebreaks.engine.points import HALF, POINT
from tournaments.pairing.reading import entrant
from tournaments.pairing.request import FREE, Locks, PairingInput
from tournaments.pairing.result import PairingResult


def floated(
    *groups: tuple[float, str],
    draws: Mapping[tuple[int, int], int] | None = None,
    options: tuple[str, ...] = (),
    locks: Locks = FREE,
) -> list[tuple[str, ...]]:
    """The sentences of each board of the next round.

    Groups are points and "rating colors team", numbered through. ``draws`` are who met, in which round; all
    other games were against players who are away.
    """
    players = [(points, one.split()) for points, text in groups for one in text.split(", ")]
    count, played = len(players), len(players[0][1][1])
    met = {(one, round): other for pair, round in (draws or {}).items() for one, other in (pair, pair[::-1])}
    rows, away = [], []
    for number, (points, (_rating, colors, *_team)) in enumerate(players, 1):
        left = round(points * POINT) - HALF * sum(one == number for one, _round in met)
        cells = []
        for at, color in enumerate(colors.lower(), 1):
            other = met.get((number, at))
            worth = HALF if other else min(left, POINT)
            if not other:
                left -= worth
                theirs = ["U"] * (played + 1)
                theirs[at - 1] = f"{'WDL'[worth // HALF]}{number}{'wb'[color == 'w']}"
                away.append(" ".join(theirs))
            cells.append(f"{'LDW'[worth // HALF]}{other or count + len(away)}{color}")
        rows.append(" ".join(cells))
    ratings = [int(one[0]) if one[0].isdigit() else None for _points, one in players]
    chart = wall(*rows, *away, rounds=played + 2, ratings=[*ratings, *[1000] * len(away)])
    teams = [*("".join(one[2:]) for _points, one in players), *[""] * len(away)]
    cards = (replace(c, team=team) for c, team in zip(chart.cards, teams, strict=True))
    made = paired(replace(chart, cards=tuple(cards)), played + 1, *options, locks=locks)
    return [board.reason.sentences for board in made.boards]


def test_the_lowest_rated_leaves_and_meets_the_highest() -> None:
    """29D, example 1."""
    said = floated((2, "1900 WB, 1800 BW, 1700 WB"), (1, "1850 BW, 1600 WB, 1500 BW"))
    assert said[1][0] == (
        "Entry 3 is the odd player of the 2-point group: lowest rated (29D1a),"
        " and meets the highest of the 1-point group who can be met."
    )


def test_another_opponent_for_colors_is_named_first_with_the_conflict() -> None:
    """29D, example 2: nothing says that the highest is met."""
    said = floated((2, "1900 WB, 1800 BW, 1700 BW"), (1, "1850 BW, 1800 WB, 1500 WB"))
    assert said[1][:3] == (
        "Entry 3 meets Entry 5 instead of Entry 4 for colors: Entry 3 and Entry 4 were both due black."
        " 50 points, limit 80 (29E5a, 29D1b).",
        "Entry 5 and Entry 6 were both due white.",
        "Entry 3 is the odd player of the 2-point group: lowest rated (29D1a).",
    )


def test_another_odd_player_for_colors_counts_and_names_what_that_mends() -> None:
    """29D, example 4."""
    said = floated((2, "1900 WB, 1720 WB, 1700 BW"), (1, "1850 BW, 1600 BW, 1500 WB"))
    assert said[1][0] == (
        "Entry 2 drops instead of Entry 3, 20 points, limit 200: 2 color conflicts fewer (29D1b, 29E5)."
    )
    assert "Entry 1 and Entry 2 were both due white." in said[1]
    assert "Entry 3 and Entry 4 were both due black." in said[1]


def test_another_opponent_for_the_sake_of_teammates_is_not_told_of_colors() -> None:
    """3, whom nobody met, would drop to the teammate 4. The colors of 1 get worse for it."""
    groups = ((2, "1650 WBW B"), (1.5, "1800 WBB, 1650 WBW A"), (1, "1860 BWW A, 1630 BWW"))
    said = floated(*groups, options=("teams=if_required",))
    assert said[0][:2] == (
        "Entry 1 meets Entry 3 instead of Entry 2: with Entry 2, more teammates would meet (28N4).",
        "Entry 1 is the only player of the 2-point group.",
    )


def test_another_opponent_for_smaller_changes_is_told_of_these() -> None:
    """As many colors would be as good with the natural opponent, by changes of more than 80 points."""
    said = floated((2, "1830 BWB"), (1, "1730 WBW, 1690 BWW, 1470 WBW, 1310 BWW, 1200 WBW"))
    assert said[0][0] == (
        "Entry 1 meets Entry 3 instead of Entry 2: otherwise more changes for colors would exceed 80 points"
        " (29E5a, 29D1b)."
    )


def test_another_odd_player_for_smaller_changes_is_not_told_to_mend_as_many_colors() -> None:
    upper = "1960 WBB, 1940 WBB, 1840 BWW, 1710 WBW, 1640 WBB, 1550 BWB, 1530 BWB"
    assert (
        "Entry 5 drops instead of Entry 7, 110 points, limit 200: color conflicts and changes beyond"
        " 80 points together fall by 2 (29D1b, 29E5)."
    ) in [told for board in floated((2, upper), (1, "1600 BWB")) for told in board]


def test_a_conflict_that_the_floater_has_with_everybody_is_not_named_first() -> None:
    """All are due black; the third White of another is spared."""
    said = floated((2, "1800 WBW"), (1, "1830 WBW, 1800 BWW, 1780 BWW"))
    assert said[0][:2] == (
        "Entry 1 meets Entry 3 instead of Entry 2 for colors: Entry 3 and Entry 4 were both due black."
        " 30 points, limit 200 (29E5f, 29D1b).",
        "Entry 1 and Entry 2 were both due black.",
    )


def test_an_unrated_player_leaves_where_nobody_rated_can() -> None:
    """29D1c."""
    said = floated((2, "unr WB, unr BW, unr WB"), (1, "1850 BW, 1600 WB, 1500 BW"))
    assert said[1][0] == (
        "Entry 3 is the odd player of the 2-point group: nobody who is rated can leave it (29D1c)."
    )
    assert said[1][1] == "Entry 3 meets the highest of the 1-point group who can be met (29D1a)."


def test_two_who_have_met_both_leave_their_group() -> None:
    """29D, example 7."""
    said = floated((2.5, "1900 WBW, 1800 BWB"), (2, "1850 BWB, 1700 WBW"), draws={(1, 2): 2})
    assert said[0][0] == "Entry 1 and Entry 2 met in round 2, so both leave the 2½-point group (29D2)."
    assert said[0][1] == "Entry 1 meets the highest of the 2-point group who can be met (29D1a)."
    assert said[1][0] == "Entry 2 and Entry 1 met in round 2, so both leave the 2½-point group (29D2)."


def test_who_meets_again_drops_for_the_oldest_meetings_and_not_because_nobody_between_can_be_met() -> None:
    """PAIRING §4.7: everybody has met everybody once. 1 could meet 3 again as well, and 3 could meet 2."""
    chart = wall("W2w W3b W4w", "L1b W4w L3b", "W4w L1w W2w", "L3b L2b L1b", rounds=4)
    made = paired(chart, 4)
    assert [sorted(board.players) for board in made.boards] == [[1, 2], [3, 4]]
    for board in made.boards:
        assert board.reason.sentences[:2] == (
            "They meet a second time, after round 1: no legal pairing avoids it (27A1).",
            "Without this board, as many would meet a second time, and their first meetings would on the"
            " whole be more recent (27A1).",
        )


def test_the_lowest_does_not_leave_two_who_have_met() -> None:
    said = floated((1.5, "1900 WBW, 1800 BWB, 1700 BWB"), (1, "1850 WBW"), draws={(1, 2): 2})
    assert said[1][0] == (
        "Entry 2 is the odd player of the 1½-point group: nobody rated lower can leave it (29D1b)."
    )


def test_who_would_drop_further_than_the_odd_player_is_named() -> None:
    """29D2: Entry 3 comes first (29D1a), and has met the only player of the next group."""
    groups = (2, "1900 WBWB, 1800 WBWB, 1700 BWBW"), (1.5, "1850 BWBW"), (1, "1600 WBWB, 1500 BWBW")
    said = floated(*groups, draws={(3, 4): 2})
    assert said[1][0] == (
        "Entry 2 is the odd player of the 2-point group: Entry 3 would come first, but would drop further"
        " (29D2)."
    )


def test_one_who_has_met_the_whole_next_group_drops_two() -> None:
    """29D, example 6."""
    groups = ((2, "1900 WB"), (1.5, "1800 BW, 1700 WB"), (0.5, "1750 BW"))
    said = floated(
        (2, "1900 WBWB"), (1.5, "1800 BWBW, 1700 BWBW"), (1, "1750 BWBW"), draws={(1, 2): 1, (1, 3): 2}
    )
    assert groups
    assert said[0][0] == "Entry 1 drops from 2 to 1 points: nobody between can be met (29D2)."


# --- teammates (28N) -------------------------------------------------------------------------------


def test_a_player_who_drops_further_to_keep_teammates_apart_says_so() -> None:
    """Entry 2 could be met, and Entries 3 and 4 are of one team."""
    said = floated(
        (3, "1900 WBWB X"), (2, "1800 BWBW Y"), (1, "1700 BWBW Z, 1600 WBWB Z"), options=("teams=plus_two",)
    )
    assert said[0][0] == (
        "Entry 1 drops from 3 to 1 points: with an opponent between, teammates would meet (28N1b)."
    )
    assert said[1][0] == (
        "Entry 2 is one of 2 who are paired below the 2-point group:"
        " with fewer, teammates would meet (28N1b)."
    )


@pytest.mark.parametrize(
    ("option", "rule"), [("plus_two", "28N1b"), ("never", "28N2"), ("if_required", "28N4")]
)
def test_an_odd_player_who_leaves_to_keep_teammates_apart_says_so(option: str, rule: str) -> None:
    groups = ((2, "1900 WBWB X, 1800 BWBW X, 1700 WBWB Y"), (1, "1850 WBWB Z"))
    said = floated(*groups, options=(f"teams={option}",))
    assert said[1][0] == (
        "Entry 2 is the odd player of the 2-point group: with Entry 3 leaving it,"
        f" teammates would meet ({rule})."
    )
    without = floated(*groups)
    assert "Entry 3 is the odd player of the 2-point group: lowest rated (29D1a)" in without[1][0]


@pytest.mark.parametrize(("option", "rule"), [("plus_two", "28N1b"), ("never", "28N2")])
def test_two_teammates_both_leave_their_group(option: str, rule: str) -> None:
    groups = ((2, "1900 WBWB X, 1800 BWBW X"), (1, "1850 BWBW Y, 1700 WBWB Z"))
    said = floated(*groups, options=(f"teams={option}",))
    assert said[0][0] == f"Entry 1 and Entry 2 are teammates, so both leave the 2-point group ({rule})."


@pytest.mark.parametrize(("option", "rule"), [("plus_two", "28N1a"), ("never", "28N2")])
def test_teammates_of_one_group_are_not_called_kept_apart_by_the_director(option: str, rule: str) -> None:
    said = floated((2, "1900 WBWB X, 1800 BWBW Y, 1700 BWBW X, 1600 WBWB Z"), options=(f"teams={option}",))
    assert said[0][0] == f"Entry 1 meets Entry 4 instead of Entry 3: same team ({rule})."


@pytest.mark.parametrize("option", ["plus_two", "if_required"])
def test_a_floater_passes_over_a_teammate(option: str) -> None:
    said = floated(
        (2, "1900 WBWB X"), (1, "1850 BWBW X, 1800 BWBW Y, 1700 WBWB Z"), options=(f"teams={option}",)
    )
    rule = {"plus_two": "28N1", "if_required": "28N4"}[option]
    assert f"Entry 1 meets Entry 3 instead of Entry 2: same team ({rule})." in said[0]


def test_a_floater_meets_a_teammate_only_where_nobody_else_of_the_group_is_left() -> None:
    """Entry 1 has met Entry 3, so that Entry 2 is left: nobody drops further for it (28N1c)."""
    groups = ((2, "1900 WBWB X"), (1, "1850 BWBW X, 1800 BWBW Y"), (0.5, "1700 WBWB Z"))
    said = floated(*groups, options=("teams=if_required",), draws={(1, 3): 1})
    assert (
        "Entry 1 and Entry 2 are teammates: who drops from the 2-point group, and how far, comes before"
        " keeping teammates apart (28N4)."
    ) in said[0]


def test_leaders_of_one_team_meet_and_teammates_below_them_do_not() -> None:
    """Nobody leaves a plus-two group for teammates (28N1c); the next group keeps its own apart (28N1a)."""
    groups = ((2, "1900 WB X, 1800 BW X"), (1, "1700 WB Y, 1600 WB W, 1500 BW Y, 1400 BW V"))
    said = floated(*groups, options=("teams=plus_two",))
    assert said[0][1] == (
        "Entry 1 and Entry 2 are teammates: nobody leaves the 2-point group to keep teammates apart (28N1c)."
    )
    assert said[1][0] == "Entry 3 meets Entry 6 instead of Entry 5: same team (28N1a)."


def test_the_odd_player_is_one_who_meets_no_teammate_below() -> None:
    """Entry 3 would meet Entry 4, of the same team, the only one of the next group."""
    groups = ((2, "1900 WBWB X, 1800 BWBW Y, 1700 WBWB Z"), (1.5, "1850 WBWB Z"))
    said = floated(*groups, options=("teams=if_required",))
    assert said[1][0] == (
        "Entry 2 is the odd player of the 2-point group: with Entry 3 leaving it,"
        " teammates would meet (28N4)."
    )


def test_a_player_whom_the_director_lets_float_is_not_called_the_lowest_rated() -> None:
    groups = ((2, "1900 WB, 1800 BW, 1700 WB"), (1, "1850 BW"))
    said = floated(*groups, locks=Locks(floats=frozenset({1})))
    assert said[1][0] == "Entry 1 is paired below the 2-point group: set by the director."


# --- in every tournament ---------------------------------------------------------------------------


def floaters(*options: str) -> Iterator[tuple[PairingInput, PairingResult, int, int, str]]:
    """Of simulated rounds each floater with the opponent and what is said of their board."""
    for players, count, seed in ((9, 5, 1), (14, 6, 2), (24, 6, 3)):
        for request, made in rounds(players, count, seed, options=with_options(*options)):
            for board in made.boards:
                if floater := board.reason.floater:
                    (other,) = board.players - {floater.player}
                    yield request, made, floater.player, other, " ".join(board.reason.sentences)


@pytest.mark.parametrize("options", [(), ("teams=plus_two",), ("limits=none",)])
def test_whoever_is_called_the_lowest_rated_is(options: tuple[str, ...]) -> None:
    for request, made, number, _other, said in floaters(*options):
        if "lowest rated (29D1a)" in said:
            group = next(line.numbers for line in made.groups if number in line.numbers)
            ratings = {n: request.chart.by_number[n].rating for n in group}
            assert ratings[number] == min(r for r in ratings.values() if r is not None)


@pytest.mark.parametrize("options", [(), ("teams=plus_two",), ("limits=none",)])
def test_whoever_is_called_the_highest_who_can_be_met_is(options: tuple[str, ...]) -> None:
    for request, made, number, other, said in floaters(*options):
        if "meets the highest of the" in said:
            group = next(line.numbers for line in made.groups if other in line.numbers)
            met = {c.opponent for c in request.chart.by_number[number].cells if c.played}
            scores = {c.number: entrant(request.chart, c, request.round).score_q for c in request.chart.cards}
            served = {n for b in made.boards for n in b.players if len({scores[m] for m in b.players}) == 2}
            higher = group[: group.index(other)]
            assert not [n for n in higher if n not in met | served]


def test_no_color_lets_a_player_drop_past_the_next_group() -> None:
    """27A2, 29D2 stand above colors: Entry 2 would mend two conflicts but has met the only player there."""
    groups = ((1, "1700 WB, 1450 WB, 1400 BW"), (0.5, "1300 BW"), (0, "1200 BW, 1100 WB"))
    instead = floated(*groups)
    assert any("Entry 2 drops instead of Entry 3" in said for board in instead for said in board)
    (_first, dropping, _last) = floated(*groups, draws={(2, 4): 1})
    assert dropping[0].startswith("Entry 3 is the odd player of the 1-point group: lowest rated (29D1a)")


@pytest.mark.parametrize(
    ("groups", "told"),
    [
        (
            ((1.5, "1600 WB B, 1600 BW"), (1, "1800 BW B, 1800 BW A, 1700 WB A"), (0.5, "1800 WB A")),
            "Entry 1 is one of 2 who are paired below the 1½-point group, and meets Entry 4:",
        ),
        (
            ((1.5, "1500 BW, 1500 BW"), (1, "1700 WB A"), (0.5, "1700 WB B, 1700 BW A, 1600 WB A")),
            "Entry 2 drops from 1½ to ½ points and meets Entry 5:",
        ),
        (
            ((1.5, "1800 BW A, 1500 WB A, 1500 BW"), (1, "1800 WB A, 1600 WB"), (0.5, "1600 BW")),
            "Entry 2 is the odd player of the 1½-point group and meets Entry 5:",
        ),
    ],
)
def test_teammates_that_decide_who_leaves_and_who_is_met_are_told_once(
    groups: tuple[tuple[float, str], ...], told: str
) -> None:
    said = floated(*groups, options=("teams=plus_two",))
    (board,) = [board for board in said if board[0].startswith(told)]
    assert board[0] == f"{told} otherwise more teammates would meet (28N1b)."
    assert not [text for text in board[1:] if "28N" in text]


@pytest.mark.parametrize("option", ["teams=plus_two", "teams=never"])
def test_two_teammates_both_leave_a_group_of_their_own(option: str) -> None:
    said = floated((1.5, "1500 WB B, 1500 BW B"), (1, "1800 BW A"), (0.5, "1700 WB"), options=(option,))
    assert said[0][0].startswith("Entry 1 and Entry 2 are teammates, so both leave the 1½-point group (28N")


def test_who_left_a_group_for_teammates_is_not_told_that_nobody_leaves_it() -> None:
    """28N2 in the last round, where nearly all are of one team."""
    rows = ["W3w", "W4b", "L1b", "L2w", "D6w", "D5b", "D8w", "D7b"]
    chart = wall(*rows, rounds=2, ratings=[1900 - 10 * n for n in range(8)], teams="aaaaaaab")
    for board in paired(chart, 2, "teams=never").boards:
        told = " ".join(board.reason.sentences)
        assert not ("below the 1-point group" in told and "nobody leaves the 1-point group" in told)
