"""Take ratings and ends of memberships from the rating list: one entry in the log of each section."""

from collections.abc import Collection, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from ..changes import lock_sections, refuse_final_on_chart, section_change
from ..errors import Conflict, Refused
from ..models import Event, Player, Section, Verb
from ..selectors.files.rating_list import held
from ..selectors.files.rating_updates import Update, updates
from ..text.log import Summary
from .rosters import check_edit, check_ratings, entry_under_lock
from .visitors import renaming_visits


def update_ratings(event: Event, keys: Collection[str], *, by: User, reason: str = "") -> list[Section]:
    """Make the changes of these keys and return the sections that they changed. The log keeps the reason.

    Raises :class:`Refused` for two changes of one value, :class:`Conflict` for one that is none any more, and
    :class:`.RatingFixed` as :func:`.check_ratings`.
    """
    with transaction.atomic():
        # All at once, before the first change locks a team table.
        lock_sections(list(event.sections.values_list("pk", flat=True)))
        known = held()
        found = updates(event)
        chosen = [(each.section, [one for one in each.updates if one.key in keys]) for each in found]
        if known is None or sum(len(some) for _section, some in chosen) < len(set(keys)):
            raise Conflict(_("The list or the rosters changed since then. Nothing was saved. Look again."))
        changed = [(section, some) for section, some in chosen if some]
        check_ratings(((each.player, each.fields) for _section, some in changed for each in some), reason)
        for section, some in changed:
            _update(section, some, known.file, by, reason)
    return [section for section, _some in changed]


def _update(section: Section, chosen: Sequence[Update], file: str, by: User, reason: str) -> None:
    of_section = Player.objects.filter(visitor_of__section=section)
    shown = any(update.fields.keys() - update.player.OFF_THE_CHART for update in chosen)
    visits = of_section if shown else of_section.none()
    with (
        renaming_visits(visits, section.pk, by),
        section_change(section.pk, by=by, verb=Verb.ROSTER, reason=reason, final_too=True) as change,
    ):
        touched: set[int] = set()
        for update in chosen:
            row = entry_under_lock(update.player)
            if update.kind == "named" and row.uscf_id:
                said = _("%(name)s was checked with two IDs. Nothing was saved. Choose one of them.")
                raise Refused(said % {"name": row.called})
            if isinstance(row, Player):
                check_edit(row, update.fields)
            change.update(row, **update.fields)
            touched.add(row.pk)
        refuse_final_on_chart(change)
        change.say(Summary.RATINGS_UPDATED, count=len(touched), file=file)
