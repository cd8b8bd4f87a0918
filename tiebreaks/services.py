"""Publishing documents. The caller holds the lock on the standings."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from . import prepared
from .computing import Source
from .engine.ranking.fold import Ranked
from .engine.ranking.sequence import Sequence
from .models import Published, Standings
from .published import ENGINE, SCHEMA, Posting, write
from .selectors import postings

# The order that holds after these postings.
OrderOf = Callable[[list[Posting]], Sequence]


def publish(standings: Standings, source: Source, order: OrderOf) -> Ranked[Any]:
    """Compute the document and replace the old one. Returns its ranking."""
    ranking, body = computed(standings.pk, source, order)
    published = Published(
        pk=standings.pk,
        epoch=standings.epoch,
        version=standings.version,
        computed_at=timezone.now(),
        schema=SCHEMA,
        engine=ENGINE,
        body=body,
    )
    prepared.save_or_insert(published)
    standings.published = published
    return ranking


def computed(standings_id: int, source: Source, order: OrderOf) -> tuple[Ranked[Any], str]:
    """The ranking and the body of the document that the rows give now."""
    posted = postings(standings_id) if source.posted is None else list(source.posted)
    ranking = source.ranked(order(posted))
    return ranking, write(source.document(ranking, posted))
