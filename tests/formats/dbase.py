"""A second reader of dBase III tables, from the description of the format, that imports nothing of ours.

It finds its way by the bytes alone: what a header says is compared with what the file has.
"""

from typing import NamedTuple


class Table(NamedTuple):
    """``widths`` by name, in the order of the file; each record by the names of its fields, without blanks at
    its end."""

    version: int
    day: tuple[int, int, int]
    widths: dict[str, int]
    records: list[dict[str, str]]


def read(data: bytes) -> Table:
    def number(at: int, length: int) -> int:
        return int.from_bytes(data[at : at + length], "little")

    count, begin, length = number(4, 4), number(8, 2), number(10, 2)
    widths: dict[str, int] = {}
    at = 32
    while data[at] != 0x0D:
        name = data[at : at + 11].split(b"\0")[0].decode("ascii")
        assert data[at + 11 : at + 12] == b"C", f"{name} is no text"
        assert data[at + 17] == 0, f"{name} has decimals"
        assert name not in widths, f"{name} twice"
        widths[name] = data[at + 16]
        at += 32
    assert begin == at + 1, "the header is as long as it says"
    assert length == 1 + sum(widths.values()), "a record is as long as it says"
    assert len(data) == begin + count * length + 1, "the file has as many records as it says"
    assert data[-1] == 0x1A, "the file ends as dBase files do"
    records = []
    for index in range(count):
        record = data[begin + index * length : begin + (index + 1) * length]
        assert record[:1] == b" ", "no record is deleted"
        fields, at = {}, 1
        for name, width in widths.items():
            text = record[at : at + width].decode("ascii")
            assert not text.strip(" ") or text[0] != " ", f"{name} is to the left: {text!r}"
            assert text.isprintable(), f"{name}: {text!r}"
            fields[name] = text.rstrip(" ")
            at += width
        records.append(fields)
    return Table(data[0], (1900 + data[1], data[2], data[3]), widths, records)


PLAYED, OTHER = "WLDNRS", {"W": "L", "L": "W", "D": "D"}


def games(sections: list[dict[str, str]], players: list[dict[str, str]]) -> list[tuple[str, str, str, str]]:
    """Every game once, from the side of White or of the lower number: section, numbers, the two letters.

    Raises :class:`AssertionError` where the two lines of a game do not agree, and for a cell that is no cell.
    """
    rounds = [name for name in players[0] if name.startswith("D_RND")] if players else []
    lines = {(each["D_SEC_NUM"], each["D_PAIR_NUM"]): each for each in players}
    assert len(lines) == len(players), "each line once"
    found = []
    for section in sections:
        number, columns = section["S_SEC_NUM"], int(section["S_TOT_RNDS"])
        here = [each for each in players if each["D_SEC_NUM"] == number]
        assert [each["D_PAIR_NUM"] for each in here] == [str(at + 1) for at in range(len(here))]
        assert section["S_LST_PAIR"] == str(len(here))
        for line in here:
            for at, name in enumerate(rounds, 1):
                cell, own = line[name], line["D_PAIR_NUM"]
                letter, rest = cell[0], cell[1:]
                if at > columns:
                    assert cell == "U0", "no round after the last"
                if letter not in PLAYED:
                    assert letter in "BHUXFZ", cell
                    assert rest == "0", cell
                    continue
                color = rest[-1] if rest[-1] in "WB" else ""
                opponent = rest[: len(rest) - len(color)]
                there = f"D_RND{int(own):02}" if section["S_TRN_TYPE"] == "R" else name
                back = lines[number, opponent][there]
                assert back[1:] == own + {"W": "B", "B": "W", "": ""}[color], f"{name}: {cell} {back}"
                assert letter not in OTHER or back[0] in {OTHER[letter], *"NRS"}, f"{name}: {cell} {back}"
                if color == "W" or (not color and int(own) < int(opponent)):
                    found.append((number, own, opponent, letter + back[0]))
    return found
