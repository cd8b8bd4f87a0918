"""Reading posted orders, published documents, frozen awards and final sheets of standings."""

from collections.abc import Mapping

from . import frozen
from .frozen import LastFrozen
from .models import FinalSheet, FrozenAwards, PostedOrder, Published, Standings
from .prepared import Prepared
from .published import (
    ENGINE,
    SCHEMA,
    Finished,
    PlayersDocument,
    Posting,
    Reopened,
    TeamsDocument,
    read_players,
    read_teams,
)

_posted = Prepared(
    lambda standings: (
        PostedOrder.objects.filter(standings=standings)
        .order_by("pk")
        .values_list("order", "posted_at", "posted_by", "after_round", "reason", "pairing")
    )
)


def postings(standings_id: int) -> list[Posting]:
    """Every posted order, the current one last."""
    return [Posting(*row) for row in _posted(standings_id)]


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


def last_final(standings_id: int) -> Finished | Reopened | None:
    """The last version of the final sheet, whether it holds or a director has reopened the section since."""
    row = FinalSheet.objects.filter(standings=standings_id).order_by("number").last()
    if row is None:
        return None
    if row.reopened_at is None:
        return Finished(row.number, row.finished_at)
    return Reopened(row.number, row.reopened_at, row.reason)
