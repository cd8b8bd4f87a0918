"""A rating list of a million players, read by the command: in less than a minute, in 150 MB."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.measured import can_be_measured, measured
from tests.rating_lists import HEADINGS
from tournaments.formats.rating_report.dbf import Field, write

PLAYERS = 1_000_000
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def lines() -> Iterator[tuple[str, ...]]:
    """By ID, the names in no order: as bad as it gets for an index of names."""
    for at in range(PLAYERS):
        mixed = at * 7_919 % PLAYERS
        letters = "".join(LETTERS[mixed // 26**place % 26] for place in range(5)).upper()
        yield (
            f"O{letters}SON,ADA {letters[0]}",
            f"{10_000_000 + at}",
            "OR",
            "12/31/99",
            f"{mixed % 2_600 or ''}",
        )


def as_text(file: Path) -> None:
    with file.open("w", encoding="ascii", newline="\r\n") as text:
        text.writelines("\t".join(line) + "\n" for line in (HEADINGS, *lines()))


def as_table(file: Path) -> None:
    """The head of such a table, whose writer holds all of it, and a million records."""
    widths = (15, 8, 2, 8, 4)
    fields = [Field(name, width) for name, width in zip(HEADINGS, widths, strict=True)]
    head = bytearray(write(fields, [], date(2026, 11, 1)).removesuffix(b"\x1a"))
    head[4:8] = PLAYERS.to_bytes(4, "little")
    with file.open("wb") as table:
        table.write(head)
        for line in lines():
            table.write(b" " + "".join(f"{text:<{n}}" for text, n in zip(line, widths, strict=True)).encode())
        table.write(b"\x1a")


@pytest.mark.long
@can_be_measured
@pytest.mark.parametrize(("name", "made"), [("list.txt", as_text), ("list.dbf", as_table)])
def test_a_million_players_are_read_within_a_minute_and_150_megabytes(
    tmp_path: Path, name: str, made: Callable[[Path], None]
) -> None:
    file = tmp_path / name
    made(file)
    read, seconds, megabytes = measured(tmp_path, "manage.py", "rating_list", str(file))
    assert read == f"{name}: {PLAYERS} players."
    assert seconds < 60
    assert megabytes < 150
