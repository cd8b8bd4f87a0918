"""A color conflict that stays says what would fix it, and what that costs; everybody of the bracket is tried.

:mod:`tests.pairing.told.staying` reads the measures of PAIRING §4.5 and §4.6 off the boards.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.pairing import simulated
from tests.pairing.sections import played
from tests.pairing.told import KEPT, holds
from tests.pairing.told.facts import Facts
from tiebreaks.engine.messages import Message
from tournaments.pairing import sentences as s
from tournaments.pairing.request import PairingInput
from tournaments.pairing.result import PairingResult


def check_kept(rounds: Iterator[tuple[PairingInput, PairingResult]]) -> Counter[str]:
    """Every sentence of a conflict that stays is true; how often each was told."""
    told: Counter[str] = Counter()
    for request, made in rounds:
        facts = Facts(request, made)
        for board in made.boards:
            for text in board.reason.sentences:
                if isinstance(text, Message) and text.id in KEPT:
                    assert holds(facts, board, text), (request.round, board, str(text))
                    told[text.id] += 1
    return told


def test_what_is_told_of_a_conflict_that_stays_is_true() -> None:
    """Some hundred rounds of score groups with floaters."""
    told: Counter[str] = Counter()
    for seed in range(60):
        told += check_kept(simulated.rounds(8 + seed % 24, 6, seed))
    assert {s.KEPT, s.KEPT_ANYWAY, s.KEPT_ALONE, s.KEPT_OF_FLOATER} <= told.keys()


@pytest.mark.long
def test_what_is_told_of_a_conflict_that_stays_is_true_in_many_sections() -> None:
    for seed in range(2000):
        check_kept(played(seed))
