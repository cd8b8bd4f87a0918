"""What a hall sends to the server that mirrors its event: parts, their differences, and a signed push.

What public pages read of an event is cut into parts, each a text with a name:

    event                   its name, place and day; its sections and tables of teams that anybody may see
    s/OPEN  t/SCHOOLS       the version of a section's or a table's standings, and when play moved them last
    …/document              their published document, as it is stored
    …/names                 the names as they were typed, by number: the screen in the hall lists by them
    …/reasons/3             why the boards of round 3 were paired as they were
    …/bye/3                 why somebody has the full-point bye of round 3
    …/changed               whose pairings changed after their round was posted, while it is being played
    …/corrected             the boards of which phones showed another result before
    …/left                  the boards that posted rounds had and have no more
    …/left-byes             who had the full-point bye of a posted round and has it no more
    …/moved                 the sections that have the players of this one, which was merged or cut
    …/awards/1              a version of the awards as it was announced
    …/final/1               a version of the final sheet: its bytes, as far as everybody may read them

A push has the parts that the server lacks, names those that are gone, and ends with a digest of all that the
hall has: a server that arrives at another one has not what the hall thinks it has, and asks for the whole.
A part that the server has in an older text is sent as its difference.

The push is signed with the key of the event, over the event's address and a counter that only grows. So one
that was made up, altered, sent again or sent to another event is worth nothing.
"""

import hmac
import zlib
from collections.abc import Mapping
from datetime import date
from hashlib import sha256
from typing import TypeVar

from msgspec import DecodeError, Struct, json, msgpack

from tiebreaks.moments import Dated, Moment

# Bytes: of a push, of a part as it is read, and of all parts of a push together.
MOST_BYTES = 8_000_000
MOST_OF_A_PART = 8_000_000
MOST_READ = 40_000_000
# Of a counter.
MOST_DIGITS = 18
# A difference is found within a window of the older text, all of which zlib sees from the end of a step.
_STEP = 8_192
_WINDOW = 28_672


class Unreadable(ValueError):  # noqa: N818 (what was sent is at fault)
    """What was sent is no push, or does not hold what it says."""


# --- the parts --------------------------------------------------------------------------------------


class SectionPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A section as pages name it, and what is posted of its byes."""

    slug: str
    name: str
    position: int
    half_byes: int | None
    byes_before: int | None
    last_bye_irrevocable: bool


class TablePart(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of teams, with the addresses of the sections that it draws on."""

    slug: str
    name: str
    sections: tuple[str, ...]


class EventPart(Struct, frozen=True, forbid_unknown_fields=True):
    """An event, with its sections and tables in the order in which they were made. Of a draft, nothing."""

    public: bool = False
    name: str = ""
    city: str = ""
    starts_on: date | None = None
    time_zone: str = ""
    short_names: bool = False
    listed: bool = False
    sections: tuple[SectionPart, ...] = ()
    tables: tuple[TablePart, ...] = ()


class StandingsPart(Dated, frozen=True, forbid_unknown_fields=True):
    """The version of standings; when play moved them last, and when their document was made."""

    epoch: str
    version: int
    as_of: Moment
    made: Moment


class ChangedPairing(Dated, frozen=True, forbid_unknown_fields=True):
    """Somebody, by number, who plays in a round otherwise than was posted, and since when."""

    round: int
    number: int
    at: Moment


class CorrectedBoard(Dated, frozen=True, forbid_unknown_fields=True):
    """A board of which another result was shown before, and when that was corrected: a game's, or of a match
    its board ``of_match``, which is 0 of a game."""

    round: int
    board: int
    slot: int
    of_match: int
    at: Moment


class AwardsPart(Dated, frozen=True, forbid_unknown_fields=True):
    """Awards as they were frozen; ``keys`` as the row has them."""

    awards: str
    sha256: str
    at: Moment
    keys: dict[str, int] | None = None


class SheetPart(Dated, frozen=True, forbid_unknown_fields=True):
    """A final sheet and what became of it; ``keys`` as the row has them.

    ``sha256`` is of the bytes in the hall. Those here are others where the sheet was finished with names in
    full that the public reads no more.
    """

    sheet: str
    sha256: str
    keys: dict[str, int]
    at: Moment
    reopened: Moment | None
    reason: str


P = TypeVar("P")
_encoder = json.Encoder(order="sorted")


def written(part: object) -> str:
    """The text of a part: the same part gives the same text."""
    return _encoder.encode(part).decode()


def read(text: str, kind: type[P]) -> P:
    """A part of this kind. Raises :class:`Unreadable`."""
    try:
        return json.decode(text, type=kind)
    except (DecodeError, ValueError) as error:
        raise Unreadable(str(error)) from error


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def state(digests: Mapping[str, str]) -> str:
    """One digest of all parts, by the digest of each."""
    return digest(written(sorted(digests.items())))


# --- a push -----------------------------------------------------------------------------------------


class Piece(Struct, frozen=True, array_like=True):
    """A part of this many bytes, whole, or as its difference from the text with the digest ``base``."""

    name: str
    digest: str
    base: str
    length: int
    packed: tuple[bytes, ...]


class Push(Struct, frozen=True, array_like=True):
    """What is sent at a time. Without pieces it says that nothing changed, and that the hall is there."""

    schema: int
    engine: int
    state: str
    pieces: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def body(self) -> bytes:
        return msgpack.encode(self)


def read_push(body: bytes) -> Push:
    """Raises :class:`Unreadable`."""
    try:
        push = msgpack.decode(body, type=Push)
    except (DecodeError, ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from error
    if sum(piece.length for piece in push.pieces) > MOST_READ:
        raise Unreadable("too long to be read")
    return push


def difference(schema: int, engine: int, now: Mapping[str, str], before: Mapping[str, str]) -> Push:
    """The push that makes of the parts ``before``, which the server has, those of ``now``."""
    return Push(
        schema,
        engine,
        state({name: digest(text) for name, text in now.items()}),
        tuple(
            piece(name, text, before.get(name, "")) for name, text in now.items() if before.get(name) != text
        ),
        tuple(sorted(before.keys() - now.keys())),
    )


def piece(name: str, text: str, base: str = "") -> Piece:
    """A part to be sent: as its difference from ``base`` where that is shorter.

    >>> long = " ".join(map(str, range(9_000)))
    >>> changed = piece("event", long.replace("4321", "1234"), long)
    >>> sum(map(len, changed.packed)) < 1_000
    True
    >>> unpacked(changed, long) == long.replace("4321", "1234")
    True
    """
    new, old = text.encode(), base.encode()
    whole = (zlib.compress(new, 9),)
    packed = tuple(
        _packed(new[at : at + _STEP], _around(old, at, len(new))) for at in range(0, len(new), _STEP)
    )
    shorter = bool(base) and sum(map(len, packed)) < len(whole[0])
    return Piece(name, digest(text), digest(base) if shorter else "", len(new), packed if shorter else whole)


def unpacked(piece: Piece, base: str = "") -> str:
    """The text of a piece. Raises :class:`Unreadable` for anything but what its digest says."""
    if not 0 <= piece.length <= MOST_OF_A_PART:
        raise Unreadable("too long")
    old = base.encode() if piece.base else b""
    found = bytearray()
    for packed in piece.packed:
        window = _around(old, len(found), piece.length)
        reader = zlib.decompressobj(zdict=window) if window else zlib.decompressobj()
        try:
            # One more than there may be: then it is at its end, or longer than it says.
            found += reader.decompress(packed, piece.length - len(found) + 1)
        except zlib.error as error:
            raise Unreadable(str(error)) from error
        if not reader.eof or len(found) > piece.length:
            raise Unreadable("not as long as it says")
    try:
        text = found.decode()
    except UnicodeDecodeError as error:
        raise Unreadable(str(error)) from error
    if digest(text) != piece.digest:
        raise Unreadable("another digest")
    return text


def _packed(new: bytes, window: bytes) -> bytes:
    packer = zlib.compressobj(9, zdict=window) if window else zlib.compressobj(9)
    return packer.compress(new) + packer.flush()


def _around(old: bytes, at: int, length: int) -> bytes:
    """The window of the older text that stands where the new one is written: it may have grown before it."""
    middle = (at + _STEP // 2) * len(old) // max(length, 1)
    begin = max(0, min(middle - _WINDOW // 2, len(old) - _WINDOW))
    return old[begin : begin + _WINDOW]


# --- its signature ----------------------------------------------------------------------------------

COUNTER = "Wallchart-Counter"
SIGNATURE = "Wallchart-Signature"


def signature(key: str, event: str, counter: int, body: bytes) -> str:
    """What only who has the key can write under this push to this event."""
    signed = b"\n".join([b"wallchart mirror 1", event.encode(), str(counter).encode(), body])
    return hmac.new(key.encode(), signed, sha256).hexdigest()


def is_signed(given: str, key: str, event: str, counter: int, body: bytes) -> bool:
    return hmac.compare_digest(given.encode(), signature(key, event, counter, body).encode())
