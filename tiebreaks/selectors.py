"""Reading posted orders, published documents, frozen awards and final sheets of standings."""

from collections.abc import Mapping

from . import frozen
from .frozen import LastFrozen
from .models import FinalSheet, FrozenAwards, PostedOrder, Published, Standings
from .published import (
    ENGINE,
    SCHEMA,
    Finished,
    PlayersDocument,
    Posting,
    TeamsDocument,
    read_players,
    read_teams,
)


def postings(standings_id: int) -> list[Posting]:
    """Every posted order, the current one last."""
    rows = PostedOrder.objects.filter(standings=standings_id).order_by("pk")
    return [
        Posting(*row)
        for row in rows.values_list("order", "posted_at", "posted_by", "after_round", "reason", "pairing")
    ]


def players_document(standings_id: int) -> PlayersDocument:
    """The published document of a section."""
    return read_players(_body(standings_id))


def teams_document(standings_id: int) -> TeamsDocument:
    """The published document of a team table."""
    return read_teams(_body(standings_id))


def body_to_follow(standings: Standings) -> str | None:
    """The published document's text, if it is of this version and this code wrote it."""
    published: Published | None = getattr(standings, "published", None)
    if published is None or published.stamp != standings.stamp:
        return None
    return published.body if (published.schema, published.engine) == (SCHEMA, ENGINE) else None


def _body(standings_id: int) -> str:
    return Published.objects.values_list("body", flat=True).get(pk=standings_id)


def last_frozen(standings_id: int, numbers: Mapping[int, int] | None = None) -> LastFrozen | None:
    """The last frozen awards, with current ``numbers`` by key if given."""
    last = FrozenAwards.objects.filter(standings=standings_id).last()
    if last is None:
        return None
    record = frozen.read(last.awards)
    if numbers is not None and last.keys is not None:
        numbers = {int(then): numbers[now] for then, now in last.keys.items() if now in numbers}
    if numbers is not None:
        record = frozen.renumbered(record, numbers)
    return LastFrozen(last.number, last.frozen_at, last.sha256, record)


def last_final(standings_id: int) -> Finished | None:
    """The version of the final sheet that holds, and when the section was finished; None while it is open."""
    holds = FinalSheet.objects.filter(standings=standings_id, reopened_at=None)
    row = holds.values_list("number", "finished_at").first()
    return Finished(*row) if row else None
