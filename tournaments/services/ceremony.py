"""Freezing the awards for the ceremony, of a section's players or of a table's teams.

A version never changes; a correction makes the next one.
"""

from hashlib import sha256

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks import frozen
from tiebreaks.frozen import AwardsRecord
from tiebreaks.models import FrozenAwards

from ..changes import standings_change
from ..errors import Conflict, Refused
from ..models import HasStandings, Verb
from ..selectors.ceremony import Awarded, awarded


def freeze(owner: HasStandings, *, by: User, stamp: str = "") -> FrozenAwards:
    """Keep the published awards as the next version; where nothing differs, the last one stays.

    :class:`Refused` while a game or a trophy is open; :class:`Conflict` where the standings are not
    ``stamp``'s any more, because nobody freezes what they have not seen.
    """
    with standings_change(owner, by=by, verb=Verb.FREEZE) as change:
        owner = change.owner
        if stamp not in ("", owner.stamp):
            raise Conflict(
                _("The standings changed since this page was loaded. Nothing was frozen: look again.")
            )
        now = awarded(owner)
        _check(now)
        last = now.versions.last()
        if last and frozen.same(now.renumbered(frozen.read(last.awards)), now.record):
            return last
        version = change.create(_version(owner, now.record, last.number + 1 if last else 1, by))
        change.summary = _("Awards frozen, version %(version)d") % {"version": version.number}
        return version


def _version(owner: HasStandings, record: AwardsRecord, number: int, by: User) -> FrozenAwards:
    text = frozen.write(record)
    return FrozenAwards(
        standings=owner.standings,
        number=number,
        stamp=owner.stamp,
        awards=text,
        sha256=sha256(text.encode()).hexdigest(),
        frozen_at=timezone.now(),
        frozen_by=by.get_full_name() or by.get_username(),
    )


def _check(now: Awarded) -> None:
    if not now.prizes:
        raise Refused(_("No awards are announced: there is nothing to freeze."))
    for section, through, rounds in now.short:
        said = _(
            "%(section)s: %(through)d of %(rounds)d rounds are complete. "
            "The awards are frozen when all of them are."
        )
        raise Refused(said % {"section": section, "through": through, "rounds": rounds})
    if open_ := [award.title for award in now.record.undecided]:
        message = ngettext(
            "Nothing was frozen: %(trophies)s is undecided. Record a playoff or a coin toss first.",
            "Nothing was frozen: %(trophies)s are undecided. Record a playoff or a coin toss first.",
            len(open_),
        )
        raise Refused(message % {"trophies": get_text_list(open_, _("and"))})
