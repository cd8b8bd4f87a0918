"""What the rating report says of an event, its sections and players, beside their results."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from ..changes import lock_sections, read_only
from ..errors import Conflict, Namesakes, Refused
from ..models import Event, Player
from ..text.log import Summary
from .rosters import edit_player
from .setup import change_event

OfPlayers = Sequence[tuple[Player, Mapping[str, Any]]]


def edit(
    event: Event,
    sections: Mapping[str, Mapping[str, Any]],
    *,
    by: User,
    players: OfPlayers = (),
    different: bool = False,
    **fields: Any,
) -> dict[int, str]:
    """Change these fields of the event, and those of its sections, by their addresses, in one entry.

    ``players`` are those who get an ID or another expiration date; each is an entry of its own. ``different``
    as in :func:`.edit_player`. Returns by key why that was not saved, such as an ID that somebody in the
    section has: the rest is. Raises :class:`Refused` for an event that is archived; then nothing is saved.
    """
    not_saved: dict[int, str] = {}
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        if event.archived:
            raise read_only(event.name)
        # All at once, before the first change locks a team table.
        lock_sections(list(event.sections.values_list("pk", flat=True)))
        changed = [
            (section, dict(sections[section.slug]))
            for section in event.sections.filter(slug__in=sections).order_by("pk")
            if any(getattr(section, name) != value for name, value in sections[section.slug].items())
        ]
        change_event(event, fields, Summary.RATING_REPORT, by=by, sections=changed)
        for player, typed in players:
            try:
                with transaction.atomic():
                    edit_player(player, by=by, different=different, **typed)
            except (Conflict, Namesakes):
                raise
            except Refused as refused:
                not_saved[player.pk] = refused.message
    return not_saved
