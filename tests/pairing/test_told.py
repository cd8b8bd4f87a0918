"""Each sentence about a board, a bye and a score group is true, and none excludes another (PAIRING §7).

Sections of every kind are played by chance; :mod:`tests.pairing.told` reads it a second time.
"""

import random
import re
from dataclasses import replace

import pytest

from tests.pairing.sections import PLANS, played
from tests.pairing.told import false, false_of_typed, plain_colors
from tests.pairing.told.facts import CLAIMS, Facts
from tests.pairing.told.others import NOT_READ
from tiebreaks.engine.messages import Message
from tournaments.pairing import giving_way, matching
from tournaments.pairing import sentences as s
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.plain import AGAIN, DIRECTOR, plainly
from tournaments.pairing.plain_colors import COLORS, LAST_TIME, MORE_OFTEN
from tournaments.pairing.result import PairingResult

# Each kind of section twice; the number leaves no two of one size.
# Two in which teammates meet where otherwise more would (29E8).
# A bye that went higher lest more requests be broken, beside a second meeting. Teammates who leave a group
# to be kept apart, and come to one that keeps its players. A floater whose nearest exchange is of odd
# players; one who could meet somebody higher, whom another left for colors.
A_FEW = [*range(2 * len(PLANS)), 1766, 3123, 5771, 7434, 1209, 1288]


def check_told(seed: int, *, asked_often: bool = False) -> None:
    for request, made in played(seed, asked_often=asked_often):
        assert false(Facts(request, made)) == [], (seed, request.round)


def check_typed(seed: int, *, asked_often: bool = False) -> None:
    """Boards in which players, or the two of a board, have changed places."""
    rng = random.Random(seed)
    for request, made in played(seed, asked_often=asked_often):
        boards = [[board.board, board.white, board.black] for board in made.boards]
        for _ in range(rng.choice((0, 1, 3)) if boards else 0):
            one, other, here, there = rng.choice(boards), rng.choice(boards), *rng.choices((1, 2), k=2)
            one[here], other[there] = other[there], one[here]
        typed = Typed(
            tuple((at, white, black) for at, white, black in boards), made.bye.number if made.bye else None
        )
        found = explain(request, typed)
        assert isinstance(found, PairingResult)
        assert false_of_typed(Facts(request, found), made) == [], (seed, request.round)


@pytest.mark.parametrize("seed", A_FEW)
def test_what_is_told_of_a_round_is_true_of_its_wall_chart(seed: int) -> None:
    check_told(seed)


@pytest.mark.parametrize("seed", A_FEW)
def test_what_is_told_of_a_typed_round_is_true_of_its_wall_chart(seed: int) -> None:
    check_typed(seed)


# 1515: older second meetings are there, for which requests would have to be broken.
@pytest.mark.parametrize("seed", [*range(len(PLANS)), 450, 1515])
def test_a_round_that_cannot_keep_all_requests_tells_the_truth_about_them(seed: int) -> None:
    """28T: whether it breaks the fewest is computed from the wall chart alone."""
    check_told(seed, asked_often=True)
    check_typed(seed, asked_often=True)


def test_the_reading_notices_requests_that_are_broken_without_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """28T: one that could be kept is broken for a score gap, and is told to be one of the fewest."""
    original = matching.pack

    def pack(costs: list[tuple[int, ...]], pairs: int) -> list[int]:
        return original([(*cost[:2], *cost[4:], *cost[2:4]) for cost in costs], pairs)

    monkeypatch.setattr(giving_way, "pack", pack)
    found = {
        text
        for seed in (6, 7)
        for request, made in played(seed, asked_often=True)
        for text in false(Facts(request, made))
    }
    assert any("this pairing breaks the fewest (28T). ['false']" in text for text in found)


# A second meeting is told of the round where it is made, and of the board where it is held against the rules;
# results that were assumed are told once.
TOLD_IN_TWO_WAYS = {s.SECOND_MEETING, s.SECOND_MEETING_SET, s.REMATCH_WARNING, s.ASSUMED}


def check_alike(seed: int) -> None:
    """What a director is warned of is the same where the rules pair and where their boards are explained."""
    for request, made in played(seed):
        boards = tuple((board.board, board.white, board.black) for board in made.boards)
        explained = explain(request, Typed(boards, made.bye.number if made.bye else None))
        assert isinstance(explained, PairingResult)
        ours, theirs = [
            sorted(said for said in each.warnings if said.id not in TOLD_IN_TWO_WAYS)  # type: ignore[attr-defined]
            for each in (made, explained)
        ]
        assert ours == theirs, (seed, request.round)


@pytest.mark.parametrize("seed", range(4 * len(PLANS)))
def test_our_boards_are_warned_of_as_much_when_they_are_explained(seed: int) -> None:
    check_alike(seed)


@pytest.mark.long
def test_what_is_told_is_true_in_many_sections() -> None:
    for seed in range(2000):
        check_told(seed)
        check_typed(seed)
        check_alike(seed)


def test_a_phone_reads_one_sentence_of_120_letters_without_a_rule() -> None:
    """Names of twenty letters; what the director set is not explained there."""
    read: set[str] = set()
    for seed in A_FEW:
        for _request, made in played(seed):
            for board in made.boards:
                told = [
                    (text.id, text.values) for text in board.reason.sentences if isinstance(text, Message)
                ]
                plain = plainly(told)
                assert len(re.sub(r"P\d+", "Alexander Montgomery", plain)) <= 120, plain
                assert not re.search(r"\d\d[A-Z]", plain)
                read.add(plain.id)
    assert {DIRECTOR, AGAIN} < read


def test_a_phone_reads_why_each_has_the_color_in_120_letters_without_a_rule() -> None:
    """Where the director set nothing. A table gives the colors with the boards."""
    read: set[str] = set()
    for seed in A_FEW:
        for request, made in played(seed):
            for board in made.boards:
                told = plain_colors(Facts(request, made), board)
                for plain in told:
                    assert len(re.sub(r"P\d+", "Alexander Montgomery", plain)) <= 120, plain
                    assert not re.search(r"\d\d[A-Z]|due|player", plain)
                    read.add(plain.id)
                assert told or s.LOCK in {getattr(text, "id", "") for text in board.reason.sentences}
    assert {MORE_OFTEN, LAST_TIME, COLORS[s.FIRST_RULE], COLORS[s.FIFTH_RULE], COLORS[s.BY_LOT]} < read


def test_the_reading_notices_what_is_false() -> None:
    """Each sentence that names a color, a round or points, with another one."""
    missed: set[str] = set()
    noticed: set[str] = set()
    # They name nobody and no number that could be another one, or no chart can tell.
    unread = {
        s.LOCK,
        s.AGAIN_FEWEST,
        s.AGAIN_OLDEST,
        s.CLASS_TOGETHER,
        s.UNRATED_TOGETHER,
        s.CUT,
        s.CUT_GROUP,
        *NOT_READ,
    }
    for seed in A_FEW:
        for request, made in played(seed):
            for at, board in enumerate(made.boards):
                for text in board.reason.sentences:
                    assert isinstance(text, Message)
                    if text.id not in noticed | unread:
                        wrong = board.reason.sentences.index(text), faulty(text)
                        told = list(board.reason.sentences)
                        told[wrong[0]] = wrong[1]
                        other = replace(board, reason=replace(board.reason, sentences=tuple(told)))
                        boards = (*made.boards[:at], other, *made.boards[at + 1 :])
                        found = false(Facts(request, replace(made, boards=boards)))
                        (noticed if found else missed).add(text.id)
    assert missed - noticed == set()
    assert noticed <= CLAIMS.keys()


def faulty(text: Message) -> Message:
    """The same sentence about somebody else, or another color."""
    values = dict(text.values)
    if "{color}" in text.id:
        values["color"] = {"white": "black", "black": "white"}[str(values["color"])]
    elif "{place}" in text.id:
        values["place"] = "99th"
    elif "one" not in values:
        values |= {"round": 99, "points": "99", "bonus": 99}
    else:
        values["one"] = "P1" if values["one"] != "P1" else "P2"
    return Message(text.id, **values)


def test_two_who_leave_a_score_group_are_not_said_to_have_left_the_event() -> None:
    """29D2: they play below the group. Of two who did leave, 30B says that both forfeit."""
    told = {"one": "Ann", "other": "Bo", "round": 1, "points": "1"}
    said = plainly([(s.BOTH_LEAVE, told)])
    assert said == "Ann and Bo met in round 1, so both play below the 1-point group."
    assert plainly([(s.FORFEIT_BOTH, told)]) == "Ann and Bo have left. Both forfeit."
