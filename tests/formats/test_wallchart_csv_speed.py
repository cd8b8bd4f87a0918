"""How the time to read a wall chart file grows: a director waits for it. Mutants are not measured."""

from time import process_time

import pytest

from tournaments.formats.wallchart_csv import read


def chart_of(entries: int) -> str:
    """Nine rounds: in round r those meet whose numbers differ in one bit."""
    rows = []
    for number in range(1, entries + 1):
        cells = []
        for r in range(9):
            other = ((number - 1) ^ (1 << r)) + 1
            cells.append("U" if other > entries else f"W{other}w" if number < other else f"L{other}b")
        rows.append(f"{number},Entry {number},1500,{','.join(cells)}")
    return "number,name,rating,r1,r2,r3,r4,r5,r6,r7,r8,r9\n" + "\n".join(rows)


def seconds_for(entries: int) -> float:
    text = chart_of(entries)
    start = process_time()
    file = read(text)
    took = process_time() - start
    assert (len(file.entries), file.problems) == (entries, ())
    return took


@pytest.mark.slow
def test_five_times_the_lines_take_five_times_as_long_and_not_twenty_five() -> None:
    """In one run, so that a slow machine is slow at both."""
    few = min(seconds_for(1000) for _again in range(3))
    assert min(seconds_for(5000) for _again in range(2)) < 20 * few
