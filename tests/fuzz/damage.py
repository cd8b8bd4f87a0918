"""A valid file made wrong, by a seeded generator: as a bad disk, a broken program or somebody who means harm
leaves it.

Damage goes as deep as a file does. Its bytes are changed; or what is packed in it is taken out, changed as
what it is (a table, JSON, XML, a zip file in a zip file), and packed again under checksums that fit.
"""

import gzip
import hashlib
import io
import json
import re
import struct
import zipfile
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from . import inputs

Change = Callable[[bytes, Random], bytes]

# A reader has its own bounds; what is sent stays below that of the page (config/admission.py).
LONGEST = 9_000_000
EXTREMES = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**64 - 1)


def damaged(data: bytes, draw: Random) -> bytes:
    """The file with one to three changes, most of them inside."""
    for _change in range(draw.choice((1, 1, 1, 1, 2, 3))):
        inside = _inside(data)
        change = inside if inside and draw.random() < 0.7 else draw.choice(BYTES)
        try:
            data = change(data, draw)
        except Exception:  # an earlier change left it whole from outside alone
            data = draw.choice(BYTES)(data, draw)
        data = data[:LONGEST]
    return data


def _inside(data: bytes) -> Change | None:
    """How a file of this kind is changed; None for one whose bytes alone can be."""
    if data.startswith(b"PK\x03\x04"):
        return _zip
    if data.startswith(b"\x1f\x8b"):
        return backup
    if data[:1] == b"\x03" and len(data) > 64:
        return _table
    start = data[:200].lstrip()
    if start.startswith((b"{", b"[")):
        return _json
    if start.startswith(b"<"):
        return _xml
    return _text if b"\0" not in data[:400] else None


# --- bytes ------------------------------------------------------------------------------------------


def _span(data: bytes, draw: Random) -> tuple[int, int]:
    at = draw.randrange(len(data) + 1)
    return at, min(at + draw.choice((1, 2, 4, 16, 100, 5_000)), len(data))


def _flipped(data: bytes, draw: Random) -> bytes:
    found = bytearray(data)
    for _bit in range(draw.choice((1, 1, 8, 100))):
        if found:
            found[draw.randrange(len(found))] ^= 1 << draw.randrange(8)
    return bytes(found)


def _cut_off(data: bytes, draw: Random) -> bytes:
    return data[: draw.randrange(len(data) + 1)]


def _without(data: bytes, draw: Random) -> bytes:
    at, end = _span(data, draw)
    return data[:at] + data[end:]


def _repeated(data: bytes, draw: Random) -> bytes:
    at, end = _span(data, draw)
    return data[:at] + data[at:end] * draw.choice((2, 2, 3, 100)) + data[end:]


def _overwritten(data: bytes, draw: Random) -> bytes:
    at, end = _span(data, draw)
    fill = draw.choice((b"\0", b"\xff", b" ", draw.randbytes(1)))
    return data[:at] + (draw.randbytes(end - at) if draw.random() < 0.3 else fill * (end - at)) + data[end:]


def _extreme(data: bytes, draw: Random) -> bytes:
    """A number of a header made huge, negative or nothing, wherever one may be."""
    size = draw.choice((1, 2, 4, 8))
    at = draw.randrange(min(max(len(data) - size, 1), draw.choice((40, 40, 400, 10**9))))
    number = draw.choice(EXTREMES) % (1 << 8 * size)
    return data[:at] + number.to_bytes(size, draw.choice(("little", "big"))) + data[at + size :]


def _moved(data: bytes, draw: Random) -> bytes:
    at, end = _span(data, draw)
    rest = data[:at] + data[end:]
    to = draw.randrange(len(rest) + 1)
    return rest[:to] + data[at:end] + rest[to:]


def _begun_otherwise(data: bytes, draw: Random) -> bytes:
    marks = (b"\xef\xbb\xbf", b"\xff\xfe", b"PK\x03\x04", b"\x1f\x8b\x08\0", b"\x03", b"{", b"<?xml", b"\n")
    return draw.choice(marks) + data


def _gone_on(data: bytes, draw: Random) -> bytes:
    return data + draw.choice((data, b"\0" * 600, b"\x1a", draw.randbytes(50)))


BYTES: tuple[Change, ...] = (
    *(_flipped, _cut_off, _without, _repeated, _overwritten, _extreme, _moved, _begun_otherwise, _gone_on),
)


# --- what is packed ---------------------------------------------------------------------------------

WAYS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
MEMBERS = (
    "../../x.dbf",
    "/etc/passwd",
    "x" * 300,
    "",
    "TDEXPORT.DBF",
    "list.txt",
    "content.xml",
    "\u00ef\0.xml",
)


def _zip(data: bytes, draw: Random) -> bytes:
    """Members changed, renamed, left out, doubled or blown up, under sums that fit or do not."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        members = [(info.filename, file.read(info)) for info in file.infolist()]
    at = draw.randrange(len(members)) if members else 0
    change = draw.randrange(9)
    if members and change < 4:
        members[at] = (members[at][0], damaged(members[at][1], draw))
    elif members and change == 4:
        members[at] = (draw.choice((*MEMBERS, members[0][0], members[at][0].upper())), members[at][1])
    elif members and change == 5:
        del members[at]
    elif members and change == 6:
        members.insert(at, draw.choice(members))
    elif change == 7 and draw.random() < 0.3:
        bomb = draw.choice((b"0", b" ", b"\n", b"<a>")) * 6_000_000
        members.insert(at, (members[at][0] if members else "x.xml", bomb))
    else:
        members.append(("inside.zip", data))
    large = sum(len(content) for _name, content in members) > 1_000_000
    way = zipfile.ZIP_DEFLATED if large else draw.choice(WAYS)  # the others would take seconds to pack it
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", way) as file:
        for name, content in members:
            info = zipfile.ZipInfo(name)
            info.compress_type = way
            file.NameToInfo.pop(info.filename, None)  # the same name twice, without a warning
            file.writestr(info, content)
    found = bytearray(packed.getvalue())
    if draw.random() < 0.2:
        # In the directory at the end: flags (a password), the way of packing, sums and sizes.
        where = found.find(b"PK\x01\x02")
        offset, size = draw.choice(((8, 2), (10, 2), (16, 4), (20, 4), (24, 4), (42, 4)))
        number = draw.choice(EXTREMES) % 256**size
        found[where + offset : where + offset + size] = number.to_bytes(size, "little")
    return bytes(found)


def backup(data: bytes, draw: Random) -> bytes:
    """Rows changed under a hash that fits, or the header alone."""
    header, *lines = gzip.decompress(data).splitlines(keepends=True)
    said = json.loads(header)
    if not lines or draw.random() < 0.1:
        return gzip.compress(b"".join((_json(header.strip(), draw), b"\n", *lines)), 1)
    change = draw.randrange(12)
    at = _line_of_any_table(lines, draw)
    if change == 0:
        del lines[at]
    elif change == 1:
        lines.insert(at, draw.choice(lines))
    elif change == 2:
        other = draw.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif change == 3 and draw.random() < 0.2:
        lines[at:at] = [lines[at]] * (20_000_000 // len(lines[at]))
    elif change == 3:
        lines[at] = b" " * draw.choice((100, 9_000_000)) + lines[at]
    else:
        lines[at] = _row(lines[at], draw)
    if isinstance(said, dict) and draw.random() < 0.95:
        said["sha256"] = hashlib.sha256(b"".join(lines)).hexdigest()
    return gzip.compress(b"".join((json.dumps(said).encode(), b"\n", *lines)), 1)


def _line_of_any_table(lines: list[bytes], draw: Random) -> int:
    """Of each table as often, however many rows it has."""
    tables: dict[bytes, list[int]] = {}
    for at, line in enumerate(lines):
        tables.setdefault(line[:12], []).append(at)
    return draw.choice(tables[draw.choice(list(tables))])


def _row(line: bytes, draw: Random) -> bytes:
    """A row with another value, and where it has the hash of one of its texts, most often with that hash."""
    changed = _json(line.strip(), draw)
    row = None if b"[" * 50 in changed else json.loads(changed)
    if not (isinstance(row, list) and row and isinstance(row[-1], dict)):
        return changed + b"\n"
    columns = row[-1]
    hashed = columns.get("awards", columns.get("sheet"))
    if isinstance(hashed, str) and "sha256" in columns and draw.random() < 0.9:
        columns["sha256"] = hashlib.sha256(hashed.encode("utf-8", "surrogatepass")).hexdigest()
    return json.dumps(row).encode() + b"\n"


# --- tables of dBase --------------------------------------------------------------------------------


def _table(data: bytes, draw: Random) -> bytes:
    """A header that says something else than the records, or a record's cell with something else in it."""
    found = bytearray(data)
    change = draw.randrange(6)
    begin, width = struct.unpack_from("<HH", data, 8)
    fields = max((begin - 33) // 32, 1)
    field = 32 + 32 * draw.randrange(fields)
    if change == 0:
        struct.pack_into("<I", found, 4, draw.choice(EXTREMES) % 2**32)
    elif change == 1:
        struct.pack_into("<H", found, draw.choice((8, 10)), draw.choice(EXTREMES) % 2**16)
    elif change == 2 and field + 17 < len(found):
        found[field + draw.choice((11, 16, 16, 17))] = draw.randrange(256)
    elif change == 3 and field + 11 < len(found):
        found[field : field + 11] = draw.choice(
            (b"D_RND31", b"D_RND00", b"D_NAME", b"\0", draw.randbytes(11))
        ).ljust(11, b"\0")
    elif len(data) > begin + width:
        at = begin + width * draw.randrange(max((len(data) - begin) // max(width, 1), 1))
        at += draw.randrange(max(width, 1))
        text = draw.choice((*inputs.NUMBERS, *inputs.CODES, *inputs.TEXTS[:40])).encode("cp1252", "replace")
        found[at : at + min(len(text), 12)] = text[:12]
    else:
        return draw.choice(BYTES)(data, draw)
    return bytes(found)


# --- JSON -------------------------------------------------------------------------------------------

JSON: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        2,
        7,
        31,
        10_000,
        2**31,
        2**63,
        -(2**63),
        10**30,
        0.5,
        1e308,
        float("nan"),
    ),
    *("", "x", "0", "-1", "\0", "\ud800", "\ufeff", [], {}, [[]], {"": None}, [None], float("-inf")),
    *("9999-12-31T23:59:59+00:00", "0001-01-01", "2026-02-30", "America/Nowhere"),
)


def _json(data: bytes, draw: Random) -> bytes:
    """One value of another type, doubled, left out, changed a little, or nested without end."""
    found = json.loads(data)
    places = list(_places(found))
    if not places:
        return json.dumps(draw.choice(JSON)).encode()
    where, key = draw.choice(places)
    change = draw.randrange(10)
    if change < 3:
        where[key] = draw.choice(JSON)
    elif change == 3:
        del where[key]
    elif change == 4 and isinstance(where, list):
        where[key:key] = [where[key]] * draw.choice((1, 2, 40))
    elif change == 4:
        where[draw.choice(("", "x", "Name", "id", "\0", *map(str, where)))] = where[key]
    elif change == 5:
        other, at = draw.choice(places)
        where[key] = json.loads(json.dumps(other[at]))
    elif change == 6:
        where[key] = inputs.value(draw)
    elif change == 7:
        text = json.dumps(found)
        deep = "[" * draw.choice((50, 900, 100_000))
        return text.replace(json.dumps(where[key]), deep + "]" * len(deep), 1).encode()
    else:
        where[key] = _near(where[key], draw)
    return json.dumps(found).encode()


def json_text(text: str, draw: Random) -> str:
    """The same of a text."""
    return _json(text.encode("utf-8", "surrogatepass"), draw).decode("utf-8", "replace")


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Everything in a value that can be replaced."""
    if isinstance(value, dict | list):
        for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
            yield value, key
            yield from _places(inner)


def _near(value: Any, draw: Random) -> Any:
    """Something that is almost the same."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return draw.choice(
            (value + 1, value - 1, -value, value * 1000, str(value), float(value), value + 2**32)
        )
    if isinstance(value, str):
        return json_text(value, draw) if value.startswith(('{"', "[[")) else inputs.mutated(value, draw)
    if isinstance(value, list):
        return draw.choice((value[::-1], value[1:], value + value, [value]))
    return draw.choice(JSON)


# --- XML and text -----------------------------------------------------------------------------------

ENTITIES = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%b">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9))
    + b"]>",
    b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    b'<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">',
    b'<!DOCTYPE x [<!ENTITY a "' + b"a" * 100_000 + b'">]>',
)


def _xml(data: bytes, draw: Random) -> bytes:
    """Entities, elements left out, doubled and nested, other numbers, another charset than it says."""
    tags = [match.span() for match in re.finditer(rb"<[^>]{0,2000}>", data[:200_000])]
    if not tags:
        return draw.choice(BYTES)(data, draw)
    start, end = draw.choice(tags)
    change = draw.randrange(8)
    if change == 0:
        entities = draw.choice(ENTITIES)
        return entities + data[:end] + draw.choice((b"&a;", b"&j;", b"&a;" * 5_000)) + data[end:]
    if change == 1:
        return data[:start] + data[end:]
    if change == 2:
        return data[:start] + data[start:end] * draw.choice((2, 50, 20_000)) + data[end:]
    if change == 3:
        deep = draw.choice((100, 30_000))
        return data[:end] + b"<a>" * deep + b"</a>" * deep + data[end:]
    if change == 4:
        encoding = draw.choice((b"utf-16", b"utf-7", b"latin-1", b"no-such", b"shift_jis"))
        return b'<?xml version="1.0" encoding="' + encoding + b'"?>' + data
    if change == 5:
        return data.decode().encode(draw.choice(("utf-16", "utf-16-be", "utf-32")))
    return _another_number(data, draw)


def _another_number(data: bytes, draw: Random) -> bytes:
    """One of its numbers made another: a place such as ``B7``, a size, a count of repetitions."""
    numbers = [match.span() for match in re.finditer(rb"[0-9]+", data[:300_000])]
    if not numbers:
        return draw.choice(BYTES)(data, draw)
    start, end = draw.choice(numbers)
    other = draw.choice((*inputs.NUMBERS, str(2**20), str(2**14), "16384", "1048577")).encode()
    return data[:start] + other + data[end:]


def _text(data: bytes, draw: Random) -> bytes:
    """Cells and lines changed, quotes and delimiters, numbers; or the same text in other bytes."""
    text = data.decode()
    change = draw.randrange(8)
    if change < 3 and text.strip():
        return inputs.lines_mixed(text, draw).encode("utf-8", "surrogatepass")
    if change == 3:
        return text.encode(draw.choice(inputs.ENCODINGS), "replace")
    if change == 4:
        mark = draw.choice(",;\t|\n\r\"'# ")
        return text.replace(draw.choice(",;\t|\n "), mark).encode()
    if change == 5:
        lines = text.splitlines(keepends=True) or [""]
        at = draw.randrange(len(lines))
        lines[at:at] = [lines[at]] * min(draw.choice((1, 60, 4_000)), 2_000_000 // (len(lines[at]) + 1))
        return "".join(lines).encode()
    if change == 6:
        return inputs.mutated(text, draw).encode("utf-8", "surrogatepass")[:LONGEST]
    return _another_number(data, draw)
