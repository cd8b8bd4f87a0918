"""Whose pairings changed after their round was posted, and when, for phones and the hall.

The log tells. It is no part of a document, whose bytes depend on results and pairings alone. A mirror, which
has no log, has what its hall sent.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from tiebreaks.published import DOCUMENTS, PlayersDocument

from ...formats.mirror import ChangedPairing, read
from ...models import Game, LogEntry, MirroredPart, Player, Round, RowChange, Seat, Verb

# By round and wall-chart number.
Changed = Mapping[tuple[int, int], datetime]
NONE: Changed = MappingProxyType({})

# They change no pairing, and are most of a log.
OF_RESULTS = (Verb.RESULT, Verb.RULING, Verb.LINE_UP)


def changed(document: PlayersDocument, standings: int, stamp: str) -> Changed:
    """Whose pairing phones showed otherwise since it was posted, in the rounds that are being played."""
    rounds = tuple(number for number in document.boards if number > document.through)
    return _changed(standings, stamp, rounds) if rounds else NONE


def listed(found: Changed) -> list[ChangedPairing]:
    """As a mirror is told of it."""
    return [ChangedPairing(round, number, at) for (round, number), at in sorted(found.items())]


@lru_cache(maxsize=DOCUMENTS)
def _changed(standings: int, stamp: str, rounds: tuple[int, ...]) -> Changed:
    """All pages of a version ask for it, one after another."""
    of = Round.objects.filter(section__standings=standings, number__in=rounds)
    posted = {pk: (number, at) for pk, number, at in of.values_list("pk", "number", "published_at") if at}
    return _by_log(standings, posted) if posted else _as_sent(standings, rounds)


def _as_sent(standings: int, rounds: Collection[int]) -> Changed:
    sent = read(as_sent(standings, "changed") or "[]", list[ChangedPairing])
    return {(each.round, each.number): each.at for each in sent if each.round in rounds} or NONE


def as_sent(standings: int, kind: str) -> str:
    """A part of a mirrored section, as its hall sent it; empty where there is none."""
    parts = MirroredPart.objects.filter(mirror__event__sections__standings=standings)
    found = parts.filter(name__endswith=f"/{kind}")
    named = found.values_list("name", "mirror__event__sections__slug", "text")
    return next((text for name, slug, text in named if name == f"s/{slug}/{kind}"), "")


class _Seat(NamedTuple):
    round: int
    player: int
    game: int | None
    side: str
    kind: str


def _by_log(standings: int, posted: Mapping[int, tuple[int, datetime]]) -> Changed:
    """What phones showed is what is there, with each entry since the round was posted taken back: the latest
    one first. A pairing that is as posted again changed twice: somebody walked, and walks back."""
    first = min(at for _number, at in posted.values())
    entries = LogEntry.objects.filter(standings=standings, at__gt=first).exclude(verb__in=OF_RESULTS)
    since = [
        (at, [RowChange(*row) for row in rows if row[0] in ("seat", "game")])
        for at, rows in entries.order_by("-at", "-pk").values_list("at", "rows")
    ]
    if not any(rows for _at, rows in since):
        return NONE
    state = _State.of(posted)
    after = state.pairings()
    # Each change of a pairing, the latest one first, and whether there was one before it.
    changes: dict[tuple[int, int], list[tuple[datetime, bool]]] = defaultdict(list)
    for at, rows in since:
        if not rows:
            continue
        state.take_back(rows)
        before = state.pairings()
        for key in before.keys() | after.keys():
            round, _player = key
            if at > posted[round][1] and before.get(key) != after.get(key):
                changes[key].append((at, key in before))
        after = before
    players = state.numbers()
    return {
        (posted[round][0], players[player]): found[0][0]
        for (round, player), found in changes.items()
        # Who had no seat at first was not posted with another one.
        if player in players and any(was_there for _at, was_there in found)
    }


@dataclass
class _State:
    """The seats of some rounds, and the boards of their games, by primary key."""

    rounds: Collection[int]
    seats: dict[int, _Seat] = field(default_factory=dict)
    boards: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, rounds: Collection[int]) -> "_State":
        seats = Seat.objects.filter(round__in=rounds, slot=1)
        fields = ("pk", "round_id", "player_id", "game_id", "side", "kind")
        games = Game.objects.filter(round__in=rounds)
        return cls(
            rounds,
            {pk: _Seat(*seat) for pk, *seat in seats.values_list(*fields)},
            dict(games.values_list("pk", "board")),
        )

    def take_back(self, rows: Iterable[RowChange]) -> None:
        for table, pk, before, after in reversed(list(rows)):
            of: dict[int, Any] = self.seats if table == "seat" else self.boards
            if before is None:
                of.pop(pk, None)
            elif after is None:
                if before["slot"] == 1 and before["round_id"] in self.rounds:
                    of[pk] = _seat(before) if table == "seat" else before["board"]
            elif table == "seat" and pk in of:
                of[pk] = of[pk]._replace(
                    **{_FIELDS[name]: was for name, was in before.items() if name in _FIELDS}
                )
            elif pk in of:
                of[pk] = before.get("board", of[pk])

    def pairings(self) -> dict[tuple[int, int], object]:
        """By round and player: board, side and opponents; or which bye."""
        at: dict[int, set[int]] = {}
        for seat in self.seats.values():
            if seat.game is not None:
                at.setdefault(seat.game, set()).add(seat.player)
        return {
            (seat.round, seat.player): seat.kind
            if seat.game is None
            else (self.boards.get(seat.game), seat.side, frozenset(at[seat.game]))
            for seat in self.seats.values()
        }

    def numbers(self) -> dict[int, int]:
        """The wall-chart numbers of those who have a seat now, or had one."""
        return dict(Player.objects.filter(section__round_set__in=self.rounds).values_list("pk", "number"))


_FIELDS = {"round_id": "round", "player_id": "player", "game_id": "game", "side": "side", "kind": "kind"}


def _seat(image: Mapping[str, Any]) -> _Seat:
    return _Seat(**{of: image[name] for name, of in _FIELDS.items()})
