"""A rating list of a million players, read by the command: in less than a minute, in 150 MB."""

from pathlib import Path

import pytest

from tests.measured import can_be_measured, measured
from tests.rating_lists import HEADINGS

PLAYERS = 1_000_000
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def a_million(file: Path) -> None:
    """By ID, the names in no order: as bad as it gets for an index of names."""
    with file.open("w", encoding="ascii", newline="\r\n") as text:
        print("\t".join(HEADINGS), file=text)
        for at in range(PLAYERS):
            mixed = at * 7_919 % PLAYERS
            letters = "".join(LETTERS[mixed // 26**place % 26] for place in range(5)).upper()
            rating = mixed % 2_600 or ""
            print(f"O{letters}SON,ADA {letters[0]}\t{10_000_000 + at}\tOR\t12/31/99\t{rating}", file=text)


@pytest.mark.long
@can_be_measured
def test_a_million_players_are_read_within_a_minute_and_150_megabytes(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    a_million(file)
    read, seconds, megabytes = measured(tmp_path, "manage.py", "rating_list", str(file))
    assert read == f"list.txt: {PLAYERS} players."
    assert seconds < 60
    assert megabytes < 150
