"""Finish a section, which makes its trophy order final, and reopen it.

What is final is read only. Finishing freezes the awards too, if they are not frozen as they are, so the final
sheet and the ceremony never differ.
"""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tiebreaks import final
from tiebreaks.models import FinalSheet
from tiebreaks.selectors import players_document

from .. import zones
from ..changes import SectionChange, lock_sections, section_change
from ..errors import Conflict, NoReason, Refused
from ..models import Player, Section, Verb
from ..selectors.awards.ceremony import awarded
from ..selectors.public import public_names
from ..text.log import Summary
from .ceremony import check_decided, frozen_as, next_version
from .corrections import says_why
from .prizes import choose
from .seen import check_seen


def finish(section: Section, *, by: User, stamp: str = "") -> FinalSheet:
    """Freeze the trophy order as the next version of the final sheet.

    Raises :class:`Refused` while a result is missing or an award undecided, and :class:`Conflict` if the
    standings changed since ``stamp`` or the section is final: directors finish only what they have seen.
    """
    with section_change(section.pk, by=by, verb=Verb.FINISH, final_too=True) as change:
        found = change.section
        if found.is_final:
            raise Conflict(_("%(name)s is final already.") % {"name": found.name})
        changed = _("The section changed since this page loaded. Nothing was finished. Check it again.")
        check_seen(found, stamp, changed)
        now = awarded(found)
        check_decided(found, now)
        if now.prizes and frozen_as(now) is None:
            next_version(change, now, by)
        row = change.create(_sheet(change, by))
        change.say(Summary.FINISHED, version=row.number)
        return row


def name_winner(section: Section, choice: str, number: int | None, *, by: User) -> FinalSheet | None:
    """Name who gets what no result decides, as :func:`~.prizes.choose` does, where the section is final too.

    A version stays as it was frozen: it is reopened, with the prize as the reason, and the next version,
    which is returned, has the winner.
    """
    with transaction.atomic():
        found = lock_sections({section.pk}).get(section.pk, section)
        is_final = getattr(found, "is_final", False)
        if not choose(section, choice, number, by=by, final_too=True) or not is_final:
            return None
        named, back = _("%(prize)s: winner named"), _("%(prize)s: winner taken back")
        reopen(section, by=by, reason=(back if number is None else named) % {"prize": capfirst(choice)})
        return finish(section, by=by)


def _sheet(change: SectionChange, by: User) -> FinalSheet:
    section, at = change.section, timezone.now()
    document = players_document(section.standings_id)
    version = FinalSheet.objects.filter(standings=section.standings_id).count() + 1
    sheet = final.sheet(
        document,
        awarded(section).record,
        event=section.event.name,
        section=section.name,
        version=version,
        # A file is read where no page tells the zone.
        finished_at=timezone.localtime(at, zones.zone(section.event.time_zone)),
    )
    if section.event.short_names:
        # Its bytes are for everybody, and their hash holds for good.
        sheet = public_names.of_sheet(sheet, public_names.names_of(document))
    text = final.write(sheet)
    numbers = Player.objects.filter(section=section).values_list("number", "pk")
    return FinalSheet(
        standings=section.standings,
        number=version,
        stamp=section.stamp,
        sheet=text,
        keys={str(number): pk for number, pk in numbers},
        sha256=final.digest(text),
        finished_at=at,
        finished_by=by.get_full_name() or by.get_username(),
    )


def reopen(section: Section, *, by: User, reason: str, stamp: str = "") -> FinalSheet:
    """Take back that a section is final, with a reason that everybody reads. Returns the version that held.

    Raises :class:`NoReason` for a reason that is no words, and :class:`Refused` for a section that is not
    final.
    """
    with section_change(section.pk, by=by, verb=Verb.FINISH, reason=reason, final_too=True) as change:
        held = FinalSheet.objects.filter(standings=change.section.standings_id, reopened_at=None).first()
        if held is None:
            raise Refused(_("%(name)s is not final, so there is nothing to reopen.") % {"name": section.name})
        changed = _("The section changed since this page loaded. Nothing was reopened. Check it again.")
        check_seen(change.section, stamp, changed)
        if not says_why(reason):
            raise NoReason(reason.strip())
        change.update(
            held,
            reopened_at=timezone.now(),
            reopened_by=by.get_full_name() or by.get_username(),
            reason=reason.strip(),
        )
        change.say(Summary.REOPENED, version=held.number)
        return held
