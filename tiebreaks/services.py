"""Posting orders and publishing documents. The caller holds the lock on the standings."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from .computing import Source
from .engine.ranking.fold import Ranked
from .engine.ranking.sequence import Sequence
from .models import PostedOrder, Published, Standings
from .published import ENGINE, SCHEMA, write
from .selectors import posted_last, postings

# The order that holds: as it was posted last, or without a posting the default.
OrderOf = Callable[[str | None], Sequence]


def post_order(
    standings_id: int, order: Sequence, *, by: User | None, after_round: int, reason: str = ""
) -> PostedOrder:
    """Post an order. It is in force from now on; earlier orders stay visible."""
    return PostedOrder.objects.create(
        standings_id=standings_id,
        order=str(order),
        posted_at=timezone.now(),
        posted_by=(by.get_full_name() or by.get_username()) if by else "",
        after_round=after_round,
        reason=reason,
    )


def publish(standings: Standings, source: Source, order: OrderOf) -> Ranked[Any]:
    """Compute the document and replace the old one. Returns its ranking."""
    ranking, body = computed(standings.pk, source, order)
    fields = {
        "epoch": standings.epoch,
        "version": standings.version,
        "computed_at": timezone.now(),
        "schema": SCHEMA,
        "engine": ENGINE,
        "body": body,
    }
    if not Published.objects.filter(pk=standings.pk).update(**fields):
        Published.objects.create(pk=standings.pk, **fields)
    return ranking


def computed(standings_id: int, source: Source, order: OrderOf) -> tuple[Ranked[Any], str]:
    """The ranking and the body of the document that the rows give now."""
    posted = postings(standings_id)
    ranking = source.ranked(order(posted_last(posted)))
    return ranking, write(source.document(ranking, posted))
