"""How long a wall chart file takes to be read: a director waits for it. Mutants are not measured."""

from time import process_time

from tournaments.formats.wallchart_csv import read


def test_five_thousand_lines_of_nine_rounds_are_read_in_no_time() -> None:
    rows = []
    for number in range(1, 5001):
        # In round r those meet whose numbers differ in one bit of the second half.
        cells = []
        for r in range(9):
            other = ((number - 1) ^ (1 << r)) + 1
            cells.append("U" if other > 5000 else f"W{other}w" if number < other else f"L{other}b")
        rows.append(f"{number},Entry {number},1500,{','.join(cells)}")
    text = "number,name,rating,r1,r2,r3,r4,r5,r6,r7,r8,r9\n" + "\n".join(rows)
    start = process_time()
    file = read(text)
    assert process_time() - start < 2
    assert (len(file.entries), file.problems) == (5000, ())
