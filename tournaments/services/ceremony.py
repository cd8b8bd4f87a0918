"""Freezing the awards for the ceremony, of a section's players or of a table's teams.

A version never changes; a correction makes the next one.
"""

from hashlib import sha256

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .. import finals
from ..changes import Change, change_in
from ..errors import Conflict, Refused
from ..models import FinalAwards, FinalTeamAwards, Section, TeamTable
from ..selectors.ceremony import Awarded, Place, Version, awarded


def freeze(place: Place, *, by: User, stamp: str = "") -> Version:
    """Keep the awards of the sheet as the next version; where nothing differs, the last one stays.

    :class:`Refused` while a game or a trophy is open; :class:`Conflict` where the sheet is not ``stamp``'s
    any more, because nobody freezes what they have not seen.
    """
    with change_in(place, by=by, verb="freeze") as change:
        place = _locked(place, change)
        if stamp not in ("", place.stamp):
            raise Conflict(
                _("The standings changed since this page was loaded. Nothing was frozen: look again.")
            )
        now = awarded(place)
        _check(place, now)
        last: Version | None = now.versions.filter(number=place.frozen).first()
        if last and finals.same(now.renumbered(finals.read(last.awards)), now.record):
            return last
        version = change.create(_version(place, finals.write(now.record), by))
        change.update(place, frozen=version.number)
        change.summary = _("Awards frozen, version %(version)d") % {"version": version.number}
        if isinstance(place, TeamTable):
            change.summary = f"{place.name}: {change.summary}"
        return version


def _locked(place: Place, change: Change) -> Place:
    if isinstance(place, Section):
        return change.section
    return TeamTable.objects.select_for_update().get(pk=place.pk)


def _version(place: Place, text: str, by: User) -> Version:
    row: Version = FinalAwards(section=place) if isinstance(place, Section) else FinalTeamAwards(table=place)
    row.number = place.frozen + 1
    row.stamp = place.stamp
    row.awards = text
    row.sha256 = sha256(text.encode()).hexdigest()
    row.frozen_at = timezone.now()
    row.frozen_by = by.get_full_name() or by.get_username()
    return row


def _check(place: Place, now: Awarded) -> None:
    if not now.prizes:
        said = _("No prizes are announced for this section: there is nothing to freeze.")
        if isinstance(place, TeamTable):
            said = _("This table gives no trophies: there is nothing to freeze.")
        raise Refused(said)
    for section, through, rounds in now.short:
        said = _("%(through)d of %(rounds)d rounds are complete. The awards are frozen when all of them are.")
        if isinstance(place, TeamTable):
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
