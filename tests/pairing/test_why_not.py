"""Why two players do not meet, in plain words: what forbids it, or what would be worse (PAIRING §7)."""

import random
import re
from collections.abc import Iterable
from itertools import combinations

import pytest

from tests.pairing.random_brackets import case
from tests.pairing.sections import PLANS, played
from tests.pairing.test_rules import wall
from tests.pairing.told import posted
from tests.pairing.told.facts import Facts, points
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.messages import Message
from tournaments.pairing import sentences as s
from tournaments.pairing.brackets import Solved, solve
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.field import Entrant, Field
from tournaments.pairing.floaters import Bracket
from tournaments.pairing.judge import Comparison, Verdict, partners
from tournaments.pairing.options import parse
from tournaments.pairing.request import Locks, PairingInput, SetBoard
from tournaments.pairing.result import PairingResult
from tournaments.pairing.why_not import why_not

RATINGS = [1900, 1800, 1700, 1600, 1500, 1400]


def six() -> Wallchart:
    return wall(*[""] * 6, ratings=RATINGS)


def answer(one: int, other: int, chart: Wallchart | None = None, number: int = 1, **locks: object) -> str:
    request = PairingInput(chart or six(), number, locks=Locks(**locks))  # type: ignore[arg-type]
    return why_not(request, one, other)[0]


def test_a_board_that_the_director_has_set_is_the_cause() -> None:
    said = answer(1, 4, boards=(SetBoard(4, 2),))
    assert said == "Entry 4 and Entry 2 meet: the director has set their board."


def test_boards_that_the_director_has_set_may_leave_the_others_without_opponents() -> None:
    """5 and 6 have met: they are left when 1 meets 2 and the board of 3 and 4 stands."""
    chart = wall("U", "U", "U", "U", "W6w", "L5b", ratings=RATINGS)
    said = why_not(PairingInput(chart, 2, locks=Locks(boards=(SetBoard(3, 4),))), 1, 2)
    assert said == (
        "If Entry 1 and Entry 2 met, the others could not all be paired beside the boards that are set.",
        "Set by the director: Entry 3 – Entry 4.",
        "Points: Entry 1 0, Entry 2 0.",
    )


def test_byes_of_the_director_meets_nobody() -> None:
    five = wall(*[""] * 5, ratings=RATINGS[:5])
    assert answer(1, 3, five, bye=3) == "The director has set the full-point bye of Entry 3."


def test_byes_by_the_rules_would_leave_it_to_another() -> None:
    five = wall(*[""] * 5, ratings=RATINGS[:5])
    assert answer(1, 5, five) == (
        "If they met, Entry 4 would have the full-point bye instead of Entry 5 (28L2)."
    )


def test_pairs_that_are_kept_apart_for_good_and_by_request_say_so() -> None:
    assert answer(1, 4, apart=((1, 4),)) == "Entry 1 and Entry 4 are never to meet: set by the director."
    assert answer(1, 4, asked_apart=((1, 4),)) == "Entry 1 and Entry 4 asked not to meet (28T)."


def test_team_mates_who_should_never_meet_say_so() -> None:
    chart = wall("", "", "", "", teams="XYXZ")
    request = PairingInput(chart, 1, parse(["teams=never"]))
    assert why_not(request, 1, 3)[0] == "Entry 1 and Entry 3 are teammates, who should never meet (28N2)."


def test_what_a_change_costs_is_told_in_points_with_the_limit() -> None:
    assert why_not(PairingInput(six(), 1), 1, 5) == (
        "If they met, Entry 1 would meet Entry 5 instead of Entry 4, whom the list order gives (29C1).",
        "That is a change of 100 rating points. One is made only where it gives better colors, and this one"
        " does not (29E5).",
        "The boards would then be: Entry 1 – Entry 5; Entry 2 – Entry 4.",
        "Points: Entry 1 0, Entry 5 0.",
    )
    far = wall(*[""] * 6, ratings=[2000, 1700, 1400, 1100, 800, 500])
    assert why_not(PairingInput(far, 1), 1, 5)[:2] == (
        "If they met, Entry 1 would meet Entry 5 instead of Entry 4: beyond the limit (29E5).",
        "The change is of 300 rating points; the limit is 200.",
    )


def test_a_larger_drop_is_told_in_points_of_score() -> None:
    """29D: one of three leaders drops, to the group of 1 point and not past it."""
    rows = ["W4w W5b", "W6w W7b", "W8w W9b", "L1b W10w", "W11w L1w", "L2b L11w", "L9w L2w"]
    rows += ["L3b L12b", "W7b L3w", "W12w L4b", "L5b W6b", "L10b W8w"]
    chart = wall(*rows, ratings=[2000 - 10 * at for at in range(12)])
    assert answer(3, 6, chart, 3) == ("If they met, Entry 3 would drop from 2 to 0 points (29D).")


@pytest.mark.parametrize("option", ["top_boards", "points"])
def test_a_typed_pairing_is_told_what_is_worse_by_the_posted_option(option: str) -> None:
    """§4.5: three boards collide and one must stay; which one is an option, and the judge follows it."""
    chart = wall(*["W7w", "W8b", "W9w", "W10w", "W11b", "W12w"], *["L1b", "L2w", "L3b", "L4b", "L5w", "L6b"])
    request = PairingInput(chart, 2, parse([f"prefer={option}"]))
    assert isinstance(request, PairingInput)
    made = explain(request, Typed(((1, 1, 2), (2, 3, 4), (3, 5, 6), (4, 7, 8), (5, 9, 10), (6, 11, 12))))
    assert isinstance(made, PairingResult)
    worse = [said for said in made.warnings if "another pairing comes first. Against these boards: " in said]
    assert len(worse) == 1


@pytest.mark.slow
def test_who_would_leave_a_group_for_too_little_is_named_with_the_one_who_stays() -> None:
    """29D1, 29E5."""
    answers = [
        (one, other, why_not(request, one, other))
        for request, made in played(3)
        for one, other in combinations([n for board in made.boards for n in board.players], 2)
    ]
    said = [more for _one, _other, more in answers if "too small a gain (29D1)" in more[0]]
    assert said
    for first, needed, boards, scores in said:
        assert re.fullmatch(r"If they met, P\d+ would leave the .* instead of P\d+: .*", first)
        assert needed.startswith(
            "Another player leaves a group only where that fixes at least 2 color conflicts"
        )
        assert "boards" in boards
        assert scores.startswith("Points: ")


@pytest.mark.parametrize(
    "seed",
    [
        *range(len(PLANS)),
        *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(len(PLANS), 2 * len(PLANS))),
    ],
)
def test_an_answer_is_short_and_true_and_ends_with_both_scores(seed: int) -> None:
    rng = random.Random(seed)
    for request, made in played(seed):
        facts = Facts(request, made)
        pairs = list(combinations([n for board in made.boards for n in board.players], 2))
        for one, other in rng.sample(pairs, min(8, len(pairs))):
            first, *more, scores = why_not(request, one, other)
            assert isinstance(scores, Message)
            assert [points(scores.values[name]) for name in ("points", "others")] == [
                facts.real(one),
                facts.real(other),
            ]
            assert len(re.sub(r"P\d+", "Imani Silverlake", first)) <= 120, first
            assert all(posted(facts, text) for text in (first, *more)), first
            check_answer(facts, first, more)


def check_answer(facts: Facts, first: str, more: list[str]) -> None:
    """Who is named meets whom it says, and would have the color that it says."""
    assert isinstance(first, Message)
    values = {name: facts.number.get(str(value)) for name, value in first.values.items()}
    name, instead = values.get("name"), values.get("instead")
    boards = more[-1] if more else ""
    listed = [{*both.split(" – ")} for both in re.findall(r"P\d+ – P\d+", boards)]
    whole = boards.startswith("The boards")
    if "met" in values and whole:
        assert {first.values["name"], first.values["met"]} in listed
    if first.id in (s.WHY_NOT_THIRD, s.WHY_NOT_EQUAL, s.WHY_NOT_ALTERNATE):
        assert name
        color = str(first.values["color"])
        assert facts.due(name) != color
        assert first.id != s.WHY_NOT_THIRD or facts.has_third(name, color)
        assert first.id != s.WHY_NOT_EQUAL or facts.surplus(name, color) >= 1
        assert not whole or any(first.values["name"] in both for both in listed)
    if first.id == s.WHY_NOT_TEAMS:
        assert name
        assert instead
        assert facts.teammates(name, instead)
    if first.id == s.WHY_NOT_REQUEST:
        assert name
        assert instead
        assert facts.asked(name, instead)
    if first.id == s.WHY_NOT_AGAIN:
        assert name
        assert instead
        assert facts.met(name, instead)
    if first.id == s.WHY_NOT_UNRATED:
        assert name
        assert facts.cards[name].rating is None
    if first.id in (s.WHY_NOT_TEAMS, s.WHY_NOT_REQUEST, s.WHY_NOT_AGAIN) and whole:
        assert {first.values["name"], first.values["instead"]} in listed


def test_a_smaller_change_that_mends_the_same_is_no_broken_limit() -> None:
    """29E5b: 1 and 4 are both due Black after two Whites. 40 points mend it; 160 would be within the limit of
    200 too."""
    ratings = [2000, 1960, 1800, 1700, 1660, 1540]
    colors = ["ww", "bb", "wb", "ww", "--", "--"]
    each = enumerate(zip(ratings, colors, strict=True), 1)
    field = Field([Entrant(n, "", rating, 8, had) for n, (rating, had) in each])
    solved = solve(field, Bracket((), tuple(range(6)), (), (), 0))
    assert solved
    assert solved.rest.natural == ((0, 3), (1, 4), (2, 5))
    verdict = held_against(field, solved, [(0, 5), (1, 4), (2, 3)])
    assert (verdict.level, verdict.ours, verdict.theirs) == ("larger", 40, 160)


def held_against(field: Field, solved: Solved, made: Iterable[tuple[int, int]]) -> Verdict:
    return Comparison(field, solved, partners(solved.pairs), partners(made)).verdict()


@pytest.mark.parametrize("seed", range(150))
def test_a_limit_that_is_named_is_one_that_the_change_breaks(seed: int) -> None:
    """29E5: 80 points hold for changes that mend alternation alone, and 200 for all. Every pairing of a small
    group against ours, read a second time by the oracle."""
    found = case(seed, (6,))
    oracle, field = found.oracle, found.field
    solved = solve(field, Bracket((), found.group, (), (), 0))
    if solved is None:
        return
    natural = partners(solved.rest.natural)

    def reach(made: Iterable[tuple[int, int]]) -> list[int]:
        changed = [(x, y) for x, y in made if natural[x] != y]
        return [min(oracle.limdist(natural[x], y), oracle.limdist(natural[y], x)) for x, y in changed]

    def more_than_alternation(made: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        return tuple(map(sum, zip(*(oracle.con(x, y)[:2] for x, y in made), strict=True)))

    for made in oracle.matchings(found.group):
        verdict = held_against(field, solved, made)
        points = reach(made)
        if verdict.level == "limit":
            assert verdict.theirs == max(points) > (verdict.limit or 0)
            if verdict.limit == field.options.alternate_limit:
                assert more_than_alternation(made) >= more_than_alternation(solved.rest.natural)
                assert max(reach(solved.pairs), default=0) <= verdict.limit
        elif verdict.level == "far":
            assert verdict.limit
            assert (verdict.ours, verdict.theirs) == tuple(
                sum(each > verdict.limit for each in reach(pairs)) for pairs in (solved.pairs, made)
            )
            assert 0 < verdict.ours < verdict.theirs
