"""Copying the set-up of a section: its options, its tiebreak order and pairing options, its prizes."""

from collections.abc import Collection, Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from ..models import Event, Section
from ..pairing import options
from ..selectors.setup.copying import TERMS, Part, posted_line
from . import orders, prizes, setup

_OF_PLAY = ("rounds", "format", "games", "boards", "by_game_points", "first_board", "edition")


def copy_setup(
    section: Section, source: Section, parts: Collection[Part], *, by: User, reason: str = ""
) -> None:
    """Copy these parts, all or none. Each is the act by which it is set, with what it refuses."""
    with transaction.atomic():
        if Part.OPTIONS in parts:
            setup.edit_section(section, name=section.name, by=by, **_options(source))
            section.refresh_from_db()
        pairing = options.read(source.pairing_options) if Part.PAIRING in parts else None
        if not source.pairing_options:
            pairing = None  # none were chosen there
        if Part.ORDER in parts and (line := posted_line(source)):
            orders.post_order(section, line, by=by, reason=reason, pairing=pairing)
        elif pairing is not None:
            orders.post_options(section, pairing, by=by, reason=reason)
        if Part.PRIZES in parts:
            prizes.announce(section, source.prizes, in_this_order=True, by=by)
            prizes.set_terms(section, by=by, **{name: getattr(source, name) for name in TERMS})


def copy_sections(event: Event, sources: Iterable[Section], *, by: User) -> list[Section]:
    """Create a section, a draft, with the set-up of each of these."""
    with transaction.atomic():
        return [copy_section(event, source, name=source.name, by=by) for source in sources]


def copy_section(
    event: Event, source: Section, *, name: str, draft: bool = True, by: User, **instead: Any
) -> Section:
    """Create a section of this name with the set-up of another; ``instead`` are the fields that differ."""
    with transaction.atomic():
        section = setup.create_section(event, name=name, draft=draft, by=by, **_options(source) | instead)
        copy_setup(section, source, {Part.ORDER, Part.PAIRING, Part.PRIZES}, by=by)
    return section


def _options(source: Section) -> dict[str, Any]:
    return {name: getattr(source, name) for name in (*_OF_PLAY, *setup.OF_BYES, *setup.OF_LIMITS)}
