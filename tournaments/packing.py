"""Text as it is sent, gzip: packed once, also where it stands in the middle of another text.

Browsers stop after the first member of a gzip stream, so a page cannot send one member after another. The
compressed part of a packed text ends at a whole byte and refers to nothing before it, so it can be taken as
it is into the stream of a text around it.
"""

import gzip
import zlib
from typing import NamedTuple

_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # deflate, no name, no time, any system (RFC 1952)
_END = b"\x03\x00"  # a last block with nothing in it (RFC 1951)


class _Part(NamedTuple):
    """A compressed text without its end, the CRC-32 of the text, and its length in bytes."""

    compressed: bytes
    crc: int
    length: int


def packed(content: str | bytes) -> bytes:
    """
    >>> unpacked(packed("Standings"))
    'Standings'
    """
    return _joined(_compressed(content.encode() if isinstance(content, str) else content))


def around(before: str, piece: bytes, after: str) -> bytes:
    """A packed text, with text around it.

    >>> unpacked(around("<main>", packed("Standings"), "</main>"))
    '<main>Standings</main>'
    """
    crc, length = (int.from_bytes(four, "little") for four in (piece[-8:-4], piece[-4:]))
    inner = _Part(piece[len(_HEAD) : -len(_END) - 8], crc, length)
    return _joined(_compressed(before.encode()), inner, _compressed(after.encode()))


def unpacked(piece: bytes) -> str:
    return gzip.decompress(piece).decode()


def _compressed(content: bytes) -> _Part:
    compress = zlib.compressobj(level=6, wbits=-zlib.MAX_WBITS)
    compressed = compress.compress(content) + compress.flush(zlib.Z_FULL_FLUSH)
    return _Part(compressed, zlib.crc32(content), len(content))


def _joined(*parts: _Part) -> bytes:
    crc = length = 0
    for part in parts:
        # A CRC is linear: what was read before counts as if zeros followed it.
        zeros = bytes(part.length)
        crc = zlib.crc32(zeros, crc) ^ zlib.crc32(zeros) ^ part.crc
        length += part.length
    tail = crc.to_bytes(4, "little") + (length % 2**32).to_bytes(4, "little")
    return b"".join([_HEAD, *(part.compressed for part in parts), _END, tail])
