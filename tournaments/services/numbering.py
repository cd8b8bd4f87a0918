"""Pairing numbers by rating until round one is paired (28A–28H); afterwards they stay."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from ..changes import SectionChange, section_change
from ..errors import Refused
from ..models import PairingDraft, Player, Section, Verb
from ..selectors.numbering import by_rating, is_paired
from ..text.log import Summary
from .visitors import renaming_visits

# Above every number that can be typed. Nobody has a number twice, not for a moment.
_ASIDE = 1_000_000


def number_by_rating(section: Section, *, by: User) -> None:
    """Number all entries by rating, the highest first. Raises :class:`Refused` once a round has boards.

    A draft of a round names players by number, so it goes.
    """
    visits = Player.objects.filter(visitor_of__section=section)
    with (
        renaming_visits(visits, section.pk, by),
        section_change(section.pk, by=by, verb=Verb.ROSTER) as change,
    ):
        if is_paired(change.section):
            raise Refused(_("A round is paired, so the numbers stay. Nothing was changed."))
        if not renumber(change, change.section):
            return
        change.say(Summary.NUMBERED_BY_RATING, count=change.section.players.count())


def renumber(change: SectionChange, section: Section) -> bool:
    """Number the entries of a section by rating within a change. Whether any number changed."""
    moving = [(at, player) for at, player in enumerate(by_rating(section), 1) if player.number != at]
    if moving:
        PairingDraft.objects.filter(section=section).delete()
        change.update_all((player, {"number": player.number + _ASIDE}) for _at, player in moving)
        change.update_all((player, {"number": at}) for at, player in moving)
    return bool(moving)
