"""Freeze the awards for the ceremony, of a section's players or of a table's teams.

A version never changes. A correction makes the next version.
"""

from hashlib import sha256

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks import frozen
from tiebreaks.models import FrozenAwards

from ..changes import standings_change
from ..errors import Conflict, Refused
from ..models import HasStandings, Verb
from ..selectors.ceremony import Awarded, awarded
from ..text.log import Summary


def freeze(owner: HasStandings, *, by: User, stamp: str = "") -> tuple[FrozenAwards, bool]:
    """Keep the published awards as the next version. Returns it, and whether it is new: if nothing differs
    from the last version, it is that one.

    Raises :class:`Refused` while a game or a trophy is undecided, and :class:`Conflict` if the standings
    changed since ``stamp``: directors freeze only what they have seen.
    """
    with standings_change(owner, by=by, verb=Verb.FREEZE) as change:
        owner = change.owner
        now = awarded(owner)
        last = now.versions.last()
        is_new = last is None or not frozen.same(now.renumbered(last), now.record)
        # A colleague who froze the same gave the standings another stamp: that is no conflict.
        if is_new and stamp not in ("", owner.stamp):
            raise Conflict(
                _("Standings or awards changed since this page loaded. Nothing was frozen. Check them again.")
            )
        _check(now)
        if last is not None and not is_new:
            return last, False
        text = frozen.write(now.record)
        version = change.create(
            FrozenAwards(
                standings=owner.standings,
                number=last.number + 1 if last else 1,
                stamp=owner.stamp,
                awards=text,
                sha256=sha256(text.encode()).hexdigest(),
                frozen_at=timezone.now(),
                frozen_by=by.get_full_name() or by.get_username(),
            )
        )
        change.say(Summary.AWARDS_FROZEN, version=version.number)
        return version, True


def _check(now: Awarded) -> None:
    if not now.prizes:
        raise Refused(_("No awards are announced, so there is nothing to freeze."))
    for section, through, rounds in now.short:
        message = ngettext(
            "%(section)s: %(through)d of %(rounds)d round is complete."
            " Freeze the awards after the last round.",
            "%(section)s: %(through)d of %(rounds)d rounds are complete."
            " Freeze the awards after the last round.",
            rounds,
        )
        raise Refused(message % {"section": section, "through": through, "rounds": rounds})
    if undecided := [award.title for award in now.record.undecided]:
        message = ngettext(
            "Nothing was frozen: %(trophies)s is undecided. Record a playoff or a coin toss first.",
            "Nothing was frozen: %(trophies)s are undecided. Record a playoff or a coin toss first.",
            len(undecided),
        )
        raise Refused(message % {"trophies": get_text_list(undecided, _("and"))})
