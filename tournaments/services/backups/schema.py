"""Which tables a backup has, how a row belongs to its event, and where a row names another one.

A new table, and a new column that could name a row, must be entered here; tests/services/backups notices.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Field, ForeignKey, Model

from tiebreaks import frozen
from tiebreaks.models import Decision, FinalSheet, FrozenAwards, PostedOrder, Published, Standings

from ...models import (
    CheckIn,
    Companion,
    Event,
    ExtraGame,
    Game,
    KeptApart,
    LogEntry,
    MatchBoard,
    Mirror,
    MirroredPart,
    PairingDraft,
    PairingReasons,
    Player,
    Round,
    School,
    Seat,
    Section,
    Staff,
    TableSection,
    TeamMember,
    TeamTable,
)

# How the rows of each table belong to an event, in the order in which a backup has them.
OF_EVENT: Mapping[type[Model], str] = {
    Event: "pk",
    Staff: "event",
    Section: "event",
    TeamTable: "event",
    TableSection: "table__event",
    School: "event",
    Player: "section__event",
    CheckIn: "player__section__event",
    KeptApart: "one__section__event",
    TeamMember: "team__section__event",
    Round: "section__event",
    Game: "round__section__event",
    Seat: "round__section__event",
    MatchBoard: "game__round__section__event",
    ExtraGame: "section__event",
    Companion: "section__event",
    PairingDraft: "section__event",
    PairingReasons: "section__event",
    Mirror: "event",
    MirroredPart: "mirror__event",
}
# Of an event that is mirrored here: the rows that its pages read are made of the parts.
OF_MIRROR = (Event, Mirror, MirroredPart)
# These belong to standings, of a section or of a table of teams.
OF_STANDINGS: Mapping[type[Model], str] = {
    Standings: "pk",
    PostedOrder: "standings",
    Decision: "standings",
    FrozenAwards: "standings",
    FinalSheet: "standings",
    Published: "standings",
    LogEntry: "standings",
}
# What is of a machine or a browser and not of an event: sessions, failed sign-ins, acts of forms, invitations
# (their codes are of this server), keys with which a hall sends to its mirror, and which releases a database
# has seen. Rights are the application's own, and nobody has groups.
LEFT_OUT = {"session", "signinfailures", "act", "invitation", "release", "permission", "group", "contenttype"}
# A file of another program waits for its director on this server.
LEFT_OUT |= {"companionfile", "mirroring", "mirroredstandings"}

_MODELS: list[type[Model]] = [User, *OF_EVENT, *OF_STANDINGS]
TABLES: Mapping[str, type[Model]] = {model.__name__.lower(): model for model in _MODELS}
# What a backup has of an account. A file of one event has the first four columns alone.
ACCOUNT = ("id", "username", "first_name", "last_name", "is_active", "is_superuser", "is_staff", "password")
IN_AN_EVENT = ACCOUNT[:4]

Key = Callable[[str, Any], Any]


def table(model: type[Model]) -> str:
    return model.__name__.lower()


@cache
def columns(model: type[Model]) -> "dict[str, Field[Any, Any]]":
    """The fields of a table by the names of their columns."""
    found = {field.attname: field for field in model._meta.concrete_fields}
    return {name: found[name] for name in ACCOUNT} if model is User else found


class Keyed(NamedTuple):
    """The columns of a table that hold keys: with the table that each key is of, and with what finds them
    inside a value."""

    of: Mapping[str, str]
    inside: "Mapping[str, Callable[[Any, Key], Any]]"


@cache
def keyed(name: str) -> Keyed:
    """Where the rows of a table hold keys: of other rows, and their own."""
    of = {}
    for column, field in columns(TABLES[name]).items():
        if isinstance(field, ForeignKey):
            of[column] = table(field.remote_field.model)
        elif field.primary_key:
            of[column] = name
    return Keyed(of, {column: inside for (where, column), inside in INSIDE.items() if where == name})


def with_keys(name: str, row: Mapping[str, Any], key: Key) -> dict[str, Any]:
    """The row with each primary key in it, wherever it stands, replaced by ``key(table, primary key)``.

    Raises :class:`KeyError` for a column that the table does not have.
    """
    if unknown := row.keys() - columns(TABLES[name]).keys():
        raise KeyError(*unknown)
    new = dict(row)
    for column, of in keyed(name).of.items():
        if new.get(column) is not None:
            new[column] = key(of, new[column])
    for column, inside in keyed(name).inside.items():
        if new.get(column) is not None:
            new[column] = inside(new[column], key)
    if name == "frozenawards" and "awards" in row and row.get("keys") is None:
        # Frozen in the database that it comes from: the text's keys are those of that one.
        keys = frozen.keys_in(frozen.read(row["awards"]))
        new["keys"] = {str(each): key("player", each) for each in sorted(keys)}
    return new


def keys_of(name: str, row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every primary key in a row, with its table."""
    found: list[tuple[str, Any]] = []

    def collect(of: str, pk: Any) -> Any:
        found.append((of, pk))
        return pk

    with_keys(name, row, collect)
    return iter(found)


# --- primary keys inside values -------------------------------------------------------------------


def _namesakes(players: list[Any], key: Key) -> list[Any]:
    return [key("player", pk) for pk in players]


def _levels(levels: list[list[Any]], key: Key) -> list[list[Any]]:
    """The tied, the best first: players by key, schools by name."""
    return [[key("player", one) if isinstance(one, int) else one for one in level] for level in levels]


def _rounds(rounds: list[list[Any]], key: Key) -> list[list[Any]]:
    return [[key("section", section), counted] for section, counted in rounds]


def _keys_by(keys: dict[str, Any], key: Key) -> dict[str, Any]:
    return {then: key("player", now) for then, now in keys.items()}


def _rows(rows: list[list[Any]], key: Key) -> list[list[Any]]:
    """The changed rows of a log entry."""

    def image(name: str, found: dict[str, Any] | None) -> dict[str, Any] | None:
        return None if found is None else with_keys(name, found, key)

    return [
        [name, key(name, pk), image(name, before), image(name, after)] for name, pk, before, after in rows
    ]


INSIDE: Mapping[tuple[str, str], Callable[[Any, Key], Any]] = {
    ("player", "namesakes"): _namesakes,
    ("decision", "order"): _levels,
    ("decision", "rounds"): _rounds,
    ("frozenawards", "keys"): _keys_by,
    ("finalsheet", "keys"): _keys_by,
    ("logentry", "rows"): _rows,
}
# JSON and long texts in which no key stands: names, letters, numbers on the wall chart. The keys in the text
# of frozen awards stay as they are, under its hash; ``keys`` tells whose they are.
WITHOUT_KEYS = {
    ("pairingdraft", "boards"),
    ("pairingdraft", "assumed"),
    ("pairingdraft", "lots"),
    ("pairingdraft", "before"),
    ("pairingdraft", "undone"),
    ("pairingdraft", "reasons"),
    ("pairingdraft", "bye_reasons"),
    *(("pairingreasons", column) for column in ("boards", "bye")),
    ("companion", "said"),
    ("event", "registration"),
    ("school", "spellings"),
    ("section", "prizes"),
    ("player", "chosen_for"),
    ("player", "registered"),
    ("frozenawards", "awards"),
    ("finalsheet", "sheet"),
    ("published", "body"),
    ("logentry", "values"),
    ("mirroredpart", "text"),
}
