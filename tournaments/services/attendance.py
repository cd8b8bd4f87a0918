"""Who comes late (28K) or enters again (34H): a new entry, and what its missed rounds are."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ..changes import Change, section_change
from ..errors import Refused, Trouble
from ..models import Player, Section
from .pairings import bye_seats, leave, the_round
from .rosters import add_entries, entry_under_lock
from .visitors import free_number

if TYPE_CHECKING:
    from ..formats.records import RosterEntry

# What a missed round can be: half a point, or none.
MISSED = (Kind.HALF_BYE, Kind.UNPAIRED)


def add_late(
    section: Section, entry: "RosterEntry", missed: Mapping[int, Kind], *, by: User, different: bool = False
) -> Player:
    """Add a player after rounds were published, with what the missed ones are, in one change."""
    with section_change(section.pk, by=by, verb="late") as change:
        change.different = different
        (player,) = add_entries(change, [entry])
        _miss(change, player, missed)
        change.summary = _("%(name)s added%(byes)s") % {"name": player.name, "byes": _byes(missed)}
    return player


def re_enter(player: Player, after_round: int, missed: Mapping[int, Kind], *, by: User) -> Player:
    """Withdraw an entry after a round and enter the player anew (34H).

    The new entry has the next free number and stands on its own: its games and its byes alone count for it.
    """
    with section_change(player.section_id, by=by, verb="reentry") as change:
        first = entry_under_lock(player)
        if first.house:
            raise Refused(_("%(name)s is a house player; only a player enters again.") % {"name": first.name})
        if again := first.reentries.first():
            raise Refused(
                _("%(name)s entered again already, as number %(number)d.")
                % {"name": first.name, "number": again.number}
            )
        leave(change, first, after_round)
        entry = change.create(
            Player(
                section=change.section,
                number=free_number(change.section),
                name=first.name,
                uscf_id=first.uscf_id,
                rating=first.rating,
                team=first.team,
                grade=first.grade,
                age=first.age,
                state=first.state,
                reentry_of=first,
            )
        )
        _miss(change, entry, missed)
        change.summary = _("%(name)s re-enters as number %(number)d after round %(round)d%(byes)s") % {
            "name": first.name,
            "number": entry.number,
            "round": after_round,
            "byes": _byes(missed),
        }
    return entry


def _miss(change: Change, player: Player, missed: Mapping[int, Kind]) -> None:
    """Seat nobody but the entry itself: a bye or an absence for each missed round."""
    expected = _("a half-point bye or no point, for a round of this section")
    troubles = [
        Trouble(_("round %d") % number, _(kind.label), expected)
        for number, kind in missed.items()
        if kind not in MISSED or not 1 <= number <= change.section.rounds
    ]
    if troubles:
        raise Refused(_("Nobody was added."), troubles)
    for number, kind in sorted(missed.items()):
        change.create_all(bye_seats(the_round(change, number), player, kind, change.section))


def _byes(missed: Mapping[int, Kind]) -> str:
    """For the log: the rounds with a half-point bye."""
    rounds = ", ".join(str(number) for number, kind in sorted(missed.items()) if kind is Kind.HALF_BYE)
    return _(", half-point bye in round %s") % rounds if rounds else ""
