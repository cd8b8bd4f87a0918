"""Whatever a section holds is read back as written; whatever a text holds, the reader answers."""

import csv

from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import wallchart_files
from tournaments.formats import roster, wallchart_csv
from tournaments.formats.delimited import read_rows
from tournaments.formats.records import WallchartFile

# Characters that mean something to a reader of tables, more often than chance would have them.
meaningful = st.text(
    st.sampled_from("#,;\t\"\r\n'=+-@ ()?*WLDXFZBHUNRSr0123456789½.:Open\ufeff\0é"), max_size=60
)
FAR = "9" * 5000
LINES = """
number,name,r1,r2
#,Name,Rtg,1,2
# rounds: 2
# games: 2
# entrants: teams
# format: x
1,Ann,W2w,?3
2,Bob,L1b,B
3,Cy,X,?1
3,Cy,F9,W7w@Open
4,"Di
5,Ed,W2+L1,H=0.25
6,Flo,W1@9,W6(2.5)
x,,Q,*
1	Ann	W  2	H---
"""
almost_charts = st.lists(st.sampled_from([*LINES.split("\n"), f"7,Gus,W{FAR},L1@{FAR}"]), max_size=8).map(
    "\n".join
)


@given(wallchart_files())
def test_what_is_written_is_read_back_the_same(file: WallchartFile) -> None:
    assert wallchart_csv.read(wallchart_csv.write(file)) == file


@given(wallchart_files())
def test_no_written_field_is_a_formula_to_a_spreadsheet(file: WallchartFile) -> None:
    lines = [line for line in wallchart_csv.write(file).splitlines() if not line.lstrip('"').startswith("#")]
    for fields in csv.reader(lines):
        assert not any(field.startswith(("=", "+", "-", "@")) for field in fields)


@given(st.text() | meaningful | almost_charts | st.binary())
@example(f"1,Ann,W{FAR}")
@example('"' * 7)
@example("\ud800,x")
def test_any_text_is_answered_with_entries_or_problems(data: str | bytes) -> None:
    for file in (wallchart_csv.read(data), roster.from_rows(read_rows(data))):
        assert file.entries or file.problems
        assert all(line >= 1 and column >= 1 and expected for line, column, _read, expected in file.problems)
