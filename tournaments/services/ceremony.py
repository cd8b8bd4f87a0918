"""Freezing the awards for the ceremony. A version never changes; a correction makes the next one."""

from hashlib import sha256

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.sheets import SheetBody

from .. import finals
from ..changes import section_change
from ..errors import Conflict, Refused
from ..models import FinalAwards, Section
from ..selectors.ceremony import body_of, keys, present, record


def freeze(section: Section, *, by: User, stamp: str = "") -> FinalAwards:
    """Keep the awards of the sheet as the next version; where nothing differs, the last one stays.

    :class:`Refused` while a game or a trophy is open; :class:`Conflict` where the sheet is not ``stamp``'s
    any more, because nobody freezes what they have not seen.
    """
    with section_change(section.pk, by=by, verb="freeze") as change:
        section = change.section
        if stamp not in ("", section.stamp):
            raise Conflict(
                _("The standings changed since this page was loaded. Nothing was frozen: look again.")
            )
        body = body_of(section)
        awards = record(body, keys(section))
        _check(body, awards)
        last = FinalAwards.objects.filter(section=section, number=section.frozen).first()
        if last and finals.same(present(last, section), awards):
            return last
        text = finals.write(awards)
        version = change.create(
            FinalAwards(
                section=section,
                number=section.frozen + 1,
                stamp=section.stamp,
                awards=text,
                sha256=sha256(text.encode()).hexdigest(),
                frozen_at=timezone.now(),
                frozen_by=by.get_full_name() or by.get_username(),
            )
        )
        change.update(section, frozen=version.number)
        change.summary = _("Awards frozen, version %(version)d") % {"version": version.number}
        return version


def _check(body: SheetBody, awards: finals.Record) -> None:
    if not body.prizes:
        raise Refused(_("No prizes are announced for this section: there is nothing to freeze."))
    if body.live or body.through < body.rounds:
        raise Refused(
            _("%(through)d of %(rounds)d rounds are complete. The awards are frozen when all of them are.")
            % {"through": body.through, "rounds": body.rounds}
        )
    if open_ := [award.title for award in awards.undecided]:
        message = ngettext(
            "Nothing was frozen: %(trophies)s is undecided. Record a playoff or a coin toss first.",
            "Nothing was frozen: %(trophies)s are undecided. Record a playoff or a coin toss first.",
            len(open_),
        )
        raise Refused(message % {"trophies": get_text_list(open_, _("and"))})
