"""The rating list of this machine: which one it is, and whom it has.

It is a SQLite file of its own beside the data (``RATING_LIST``), whatever the database is. In the database,
its hundred megabytes would be in each automatic copy, on a stick every minute. It is written whole and put in
its place (:mod:`tournaments.services.rating_lists`), so nobody ever reads half of a list.
"""

import logging
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from msgspec import MsgspecError, Struct, json

from ...formats.names import folded
from ...formats.rating_list import Listed, search_key

# Of the file. A file of another number is no list.
FORMAT = 1
LAST = "\U0010ffff"
FEWEST_LETTERS = 2
_AT_ONCE = 500

logger = logging.getLogger(__name__)


class RatingList(Struct, frozen=True):
    """Which list it is. ``left_out`` are the columns that were dropped, ``inactive`` the IDs."""

    file: str
    read_at: datetime
    players: int
    unreadable: int = 0
    inactive: int = 0
    left_out: list[str] = []


_decoder = json.Decoder(RatingList)


def place() -> Path:
    return Path(settings.RATING_LIST)


def held() -> RatingList | None:
    """The list that is here."""
    for (said,) in _rows("SELECT said FROM list"):
        try:
            return _decoder.decode(said)
        except MsgspecError:
            return None
    return None


def by_ids(ids: Collection[str]) -> dict[str, Listed]:
    """Those of these US Chess IDs that the list has."""
    numbers = sorted(int(each) for each in set(ids) if re.fullmatch("[0-9]{8}", each))
    found = {}
    for first in range(0, len(numbers), _AT_ONCE):
        some = numbers[first : first + _AT_ONCE]
        for row in _rows(f"{_PLAYERS} WHERE id IN ({_marks(some)})", some):
            player = _listed(row)
            found[player.uscf_id] = player
    return found


def by_names(names: Collection[str]) -> dict[str, list[Listed]]:
    """Who is called exactly so but for capitals, accents and marks, by each name: one or more."""
    keys = {name: search_key(name) for name in names}
    of_key: dict[str, list[Listed]] = {}
    wanted = sorted(set(filter(None, keys.values())))
    for first in range(0, len(wanted), _AT_ONCE):
        some = wanted[first : first + _AT_ONCE]
        for row in _rows(f"{_PLAYERS} WHERE key IN ({_marks(some)}) ORDER BY id", some):
            player = _listed(row)
            of_key.setdefault(search_key(player.name), []).append(player)
    return {name: of_key[key] for name, key in keys.items() if key in of_key}


def beginning(typed: str, most: int = 8) -> list[Listed]:
    """Whom somebody may mean who has typed so much of a name or of an ID, from two letters on."""
    if re.fullmatch(r"[0-9]{2,8}", plain := typed.strip()):
        unit = 10 ** (8 - len(plain))
        low = int(plain) * unit
        query = f"{_PLAYERS} WHERE id >= ? AND id < ? ORDER BY id LIMIT ?"
        return list(map(_listed, _rows(query, [low, low + unit, most])))
    words = re.findall(r"\w+", folded(typed))
    if len("".join(words)) < FEWEST_LETTERS:
        return []
    in_order = f"{_PLAYERS} WHERE key >= ? AND key < ? ORDER BY key, id LIMIT ?"
    prefix = " ".join(words)
    found = list(map(_listed, _rows(in_order, [prefix, prefix + LAST, most])))
    if len(words) > 1 and "," not in typed and len(found) < most:
        # First name first: the last word begins the last name, and each other begins a name after it.
        *given, family = words
        those = " AND ".join(["key LIKE ?"] * len(given))
        query = f"{_PLAYERS} WHERE key >= ? AND key < ? AND {those} ORDER BY key, id LIMIT ?"
        begins = [f"% {word}%" for word in given]
        found += map(_listed, _rows(query, [family, family + LAST, *begins, most]))
    return list(dict.fromkeys(found))[:most]


_PLAYERS = "SELECT id, name, state, rating, expires FROM player"


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _listed(row: tuple[Any, ...]) -> Listed:
    number, name, state, rating, expires = row
    return Listed(f"{number:08}", name, state, rating, date.fromisoformat(expires) if expires else None)


def _rows(query: str, values: Sequence[object] = ()) -> Iterator[tuple[Any, ...]]:
    """The rows of a query; none if there is no list, or none that this release can read."""
    import sqlite3  # config.sqlite put the newer library under this name

    try:
        with _opened() as file:
            rows = file.execute(query, values).fetchall() if file else []
    except sqlite3.Error as error:
        logger.warning("The rating list %s cannot be read: %s", place(), error)
        rows = []
    return iter(rows)


@contextmanager
def _opened() -> Iterator[Any]:
    import sqlite3

    if not place().is_file():
        yield None
        return
    # Nobody writes into it: a new list is another file in its place.
    address = f"{place().resolve().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as file:
        [(version,)] = file.execute("PRAGMA user_version")
        yield file if version == FORMAT else None
