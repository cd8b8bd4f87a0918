"""A run of the mutants that did not try all it should is no success, and two days try each once."""

import pytest

from tests.mutants import KILLED, LEFT_OUT, in_half, unfinished


def test_each_mutant_is_in_one_half_and_the_halves_are_about_equal() -> None:
    names = [f"tiebreaks.engine.points.x_half__mutmut_{number}" for number in range(1000)]
    first = [name for name in names if in_half(name, 0)]
    assert set(names) - set(first) == {name for name in names if in_half(name, 1)}
    assert 400 < len(first) < 600


@pytest.mark.parametrize(
    ("ended", "outcomes", "said"),
    [
        (1, {"a": KILLED}, "ended with 1"),
        (-9, {}, "ended with -9"),
        (0, {}, "no mutant was tried"),
        (0, {"a": LEFT_OUT}, "no mutant was tried"),
        (0, {"a": KILLED, "b": None}, "1 of 2 mutants were not tried"),
    ],
)
def test_a_run_that_ended_before_its_end_says_so(
    ended: int, outcomes: dict[str, int | None], said: str
) -> None:
    assert said in unfinished(ended, outcomes)


def test_a_run_that_tried_all_of_its_half_is_finished() -> None:
    assert unfinished(0, {"a": KILLED, "b": LEFT_OUT, "c": 0}) == ""
