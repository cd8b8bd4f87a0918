"""Pairing numbers by rating, or by lot in a round robin, until round one is paired (28A–28H, 30A)."""

import secrets
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from ..changes import SectionChange, section_change
from ..errors import Refused
from ..models import Player, Section, Verb
from ..selectors.entries.numbering import ASIDE, by_rating, drawn_by_lot, is_paired
from ..text.log import Summary
from .visitors import renaming_visits


def number_by_rating(section: Section, *, by: User) -> None:
    """Number all entries by rating, the highest first. Raises :class:`Refused` once a round has boards."""
    _number(section, Summary.NUMBERED_BY_RATING, by)


def number_by_lot(section: Section, *, by: User) -> None:
    """Draw the numbers of a round robin by lot: they are the places in its table (30A). House players stay
    at the end. Raises :class:`Refused` as :func:`number_by_rating`, and for another section."""
    _number(section, Summary.NUMBERED_BY_LOT, by)


def _number(section: Section, how: Summary, by: User) -> None:
    visits = Player.objects.filter(visitor_of__section=section)
    with (
        renaming_visits(visits, section.pk, by),
        section_change(section.pk, by=by, verb=Verb.ROSTER) as change,
    ):
        section = change.section
        if is_paired(section):
            raise Refused(_("A round is paired, so the numbers stay. Nothing was changed."))
        if how is Summary.NUMBERED_BY_LOT and not drawn_by_lot(section):
            raise Refused(_("Only the numbers of a round robin are drawn by lot (30A). Nothing was changed."))
        order = by_rating(section) if how is Summary.NUMBERED_BY_RATING else _by_lot(section)
        if _renumber(change, section, order):
            change.say(how, count=len(order))


def _by_lot(section: Section) -> list[Player]:
    players = by_rating(section)
    secrets.SystemRandom().shuffle(players)
    return sorted(players, key=lambda player: player.house)


def renumber(change: SectionChange, section: Section) -> bool:
    """Number the entries of a section by rating within a change. Whether any number changed."""
    return _renumber(change, section, by_rating(section))


def _renumber(change: SectionChange, section: Section, order: Sequence[Player]) -> bool:
    moving = [(at, player) for at, player in enumerate(order, 1) if player.number != at]
    if moving:
        change.update_all((player, {"number": player.number + ASIDE}) for _at, player in moving)
        change.update_all((player, {"number": at}) for at, player in moving)
    return bool(moving)
