"""Freeze the awards for the ceremony, of a section's players or of a table's teams.

A version never changes. A correction makes the next version.
"""

from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks import frozen
from tiebreaks.models import FrozenAwards

from ..changes import Change, standings_change
from ..errors import Refused
from ..models import HasStandings, Verb
from ..selectors.awards.ceremony import Awarded, awarded
from ..selectors.results.verifying import unverified_rounds
from ..text.log import Summary
from .seen import check_seen


def freeze(owner: HasStandings, *, by: User, stamp: str = "") -> tuple[FrozenAwards, bool]:
    """Keep the published awards as the next version. Returns it, and whether it is new: if nothing differs
    from the last version, it is that one.

    Raises :class:`Refused` while a game or a trophy is undecided, and :class:`Conflict` if the standings
    changed since ``stamp``: directors freeze only what they have seen.
    """
    with standings_change(owner, by=by, verb=Verb.FREEZE) as change:
        now = awarded(change.owner)
        # A colleague who froze the same gave the standings another stamp: that is no conflict.
        if frozen_as(now) is None:
            changed = _(
                "Standings or awards changed since this page loaded. Nothing was frozen. Check them again."
            )
            check_seen(change.owner, stamp, changed)
        if not now.prizes:
            raise Refused(_("No awards are announced, so there is nothing to freeze."))
        check_decided(change.owner, now)
        if same := frozen_as(now):
            return same, False
        version = next_version(change, now, by)
        change.say(Summary.AWARDS_FROZEN, version=version.number)
        return version, True


def frozen_as(now: Awarded) -> FrozenAwards | None:
    """The last frozen version, if it has the awards as they are now."""
    last = now.versions.last()
    return last if last is not None and frozen.same(now.renumbered(last), now.record) else None


def next_version(change: Change[Any], now: Awarded, by: User) -> FrozenAwards:
    """Keep the awards as they are now as the next version."""
    text = frozen.write(now.record)
    last = now.versions.last()
    return change.create(
        FrozenAwards(
            standings=change.owner.standings,
            number=last.number + 1 if last else 1,
            stamp=change.owner.stamp,
            awards=text,
            sha256=sha256(text.encode()).hexdigest(),
            frozen_at=timezone.now(),
            frozen_by=by.get_full_name() or by.get_username(),
        )
    )


def check_decided(owner: HasStandings, now: Awarded) -> None:
    """Raise :class:`Refused` while a slip was read otherwise, a round is not complete or an award is
    undecided."""
    differing = [board for round in unverified_rounds(owner.counted_sections) for board in round.differing]
    if differing:
        message = _("Nothing was frozen or finished. %(said)s. Decide which is right, on the page Verify.")
        raise Refused(message % {"said": "; ".join(board.said for board in differing)})
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
