"""Copying the set-up of a section: its options, its tiebreak order, its prizes."""

from collections.abc import Collection, Iterable

from django.contrib.auth.models import User
from django.db import transaction

from ..models import Event, Section
from ..selectors.copying import TERMS, Part, posted_line
from . import orders, prizes, setup


def copy_setup(
    section: Section, source: Section, parts: Collection[Part], *, by: User, reason: str = ""
) -> None:
    """Copy these parts, all or none. Each is the act by which it is set, with what it refuses."""
    with transaction.atomic():
        if Part.OPTIONS in parts:
            setup.edit_section(
                section,
                name=section.name,
                rounds=source.rounds,
                format=source.format,
                games=source.games,
                boards=source.boards,
                by_game_points=source.by_game_points,
                edition=source.edition,
                by=by,
            )
            section.refresh_from_db()
        if Part.ORDER in parts and (line := posted_line(source)):
            orders.post_order(section, line, by=by, reason=reason)
        if Part.PRIZES in parts:
            prizes.announce(section, source.prizes, in_this_order=True, by=by)
            prizes.set_terms(section, by=by, **{name: getattr(source, name) for name in TERMS})


def copy_sections(event: Event, sources: Iterable[Section], *, by: User) -> list[Section]:
    """Create a section, a draft, with the set-up of each of these."""
    made = []
    with transaction.atomic():
        for source in sources:
            section = setup.create_section(
                event,
                name=source.name,
                rounds=source.rounds,
                format=source.format,
                games=source.games,
                boards=source.boards,
                by_game_points=source.by_game_points,
                edition=source.edition,
                by=by,
            )
            copy_setup(section, source, {Part.ORDER, Part.PRIZES}, by=by)
            made.append(section)
    return made
