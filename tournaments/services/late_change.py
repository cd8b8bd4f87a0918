"""A player who goes on in another section after round 1: withdrawn in one, a late entry in the other."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ..changes import lock_sections, refuse_archived, refuse_final, section_change
from ..errors import Conflict, OutsideLimits, PastPosted, Refused
from ..formats.byes import Bye
from ..formats.records import RosterEntry
from ..models import Game, Player, Section, Verb
from ..selectors.entries.byes import past_posted
from ..selectors.setup.late_change import late_change, refusal, targets
from ..text.log import Summary
from . import byes
from .attendance import miss
from .pairings import leave, off_the_board
from .rosters import LISTED, add_entries, entry_under_lock, same_list, without_payment


def change_section(
    player: Player,
    to: Section,
    missed: Mapping[int, Kind] = MappingProxyType({}),
    *,
    counts_here: bool = False,
    by: User,
    different: bool = False,
    outside: bool = False,
    anyway: bool = False,
    off: Game | None = None,
    reason: str = "",
) -> Player:
    """Withdraw an entry after its last round, and enter the player, or the team with its players, in another
    section with byes for the rounds ``missed`` there; the new entry.

    Games stay where they were played. A team table that draws on both counts the new entry, or the old one if
    it ``counts_here``: the other then has no school. Raises :class:`Refused` with what must be settled first.
    ``off`` is the player's board without a result, which is removed first for this ``reason``.
    ``different``, ``outside`` and ``anyway`` as in :func:`.walk_in` and :func:`.add_player`.
    """
    with transaction.atomic():
        locked = lock_sections({player.section_id, to.pk})
        for section in locked.values():
            refuse_archived(section)
            refuse_final(section)
        with (
            off_the_board(off, by=by, reason=reason),
            section_change(to.pk, by=by, verb=Verb.ROSTER, also=[player.section_id]) as change,
        ):
            row, target = entry_under_lock(player), change.section
            if row.section_id not in locked or row.section_id == target.pk:
                raise Conflict(
                    _("%(name)s changed sections in the meantime. Nothing was saved.") % {"name": row.called}
                )
            home = locked[row.section_id]
            if (why := refusal(row)) or not targets(row).filter(pk=target.pk).exists():
                said = why or _("%(section)s can’t take more players.") % {"section": target.name}
                raise Refused(f"{said} {_('Nothing was saved.')}")
            shown = late_change(row, target)
            if shown.first:
                raise Refused(" ".join([*shown.first, _("Nothing was saved.")]))
            if not (outside or target.boards) and (
                why_not := list(target.limits.outside(row.grade, row.rating))
            ):
                raise OutsideLimits(row.called, target.name, why_not)
            change.different = different
            listed = {name: getattr(row, name) for name in LISTED}
            if shown.tables and counts_here:
                listed["team"] = ""
            if row.withdrawn_after is None:
                leave(change.part(home), row, shown.after)
            if shown.tables and not counts_here:
                change.update(row, team="")
            (made,) = add_entries(change, [RosterEntry(None, **listed)])
            change.create_all(same_list(row, made))
            if row.is_paid:  # once, and the new entry has it
                change.update(row, fee_cents=None, registered=without_payment(row))
            change.update(made, fixed_board=row.fixed_board if shown.keeps_board else None)
            given = [*shown.along, *(Bye(number, kind) for number, kind in missed.items())]
            past = past_posted(target, {made: byes.halves(given)})
            if past and not anyway:
                raise PastPosted(past)
            byes.Requests(change, [made]).give(made, shown.along)
            miss(change, made, missed)
            numbers = {"round": shown.after, "number": made.number}
            values: dict[str, Any] = {
                "name": row.called,
                "section": home.name,
                "target": target.name,
                **numbers,
            }
            if given:
                change.say(Summary.SECTION_CHANGED_BYES, **values, asked=byes.plain(given))
            else:
                change.say(Summary.SECTION_CHANGED, **values)
    return made
