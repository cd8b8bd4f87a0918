"""Late players (28K) and re-entries (34H): a new entry, with byes for the rounds missed."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ..changes import SectionChange, section_change
from ..errors import Refused, Trouble
from ..formats.records import RosterEntry
from ..models import Player, Section, Verb
from ..text.log import Summary
from .pairings import bye_seats, leave, the_round
from .rosters import add_entries, entry_under_lock, new_player
from .visitors import free_number

# A missed round counts half a point, or none.
MISSED = (Kind.HALF_BYE, Kind.UNPAIRED)


def add_late(
    section: Section, entry: RosterEntry, missed: Mapping[int, Kind], *, by: User, different: bool = False
) -> Player:
    """Add a player after pairings are published, with byes for the rounds missed, in one change."""
    with section_change(section.pk, by=by, verb=Verb.LATE) as change:
        change.different = different
        (player,) = add_entries(change, [entry])
        _miss(change, player, missed)
        if rounds := _half_byes(missed):
            change.say(Summary.LATE_WITH_BYES, name=player.called, rounds=rounds, count=len(rounds))
        else:
            change.say(Summary.PLAYER_ADDED, name=player.called)
    return player


def re_enter(player: Player, after_round: int, missed: Mapping[int, Kind], *, by: User) -> Player:
    """Withdraw a player after a round and enter the player again (34H).

    The new entry has the next free number. Only its own games and byes count.
    """
    with section_change(player.section_id, by=by, verb=Verb.REENTRY) as change:
        first = entry_under_lock(player)
        if first.house:
            raise Refused(_("%(name)s is a house player and cannot re-enter.") % {"name": first.called})
        if again := first.reentries.first():
            raise Refused(
                _("%(name)s already re-entered, as number %(number)d.")
                % {"name": first.called, "number": again.number}
            )
        leave(change, first, after_round)
        entry = new_player(change.section, free_number(change.section), first)
        entry.reentry_of = first
        change.create(entry)
        _miss(change, entry, missed)
        values = {"name": first.called, "number": entry.number, "round": after_round}
        if rounds := _half_byes(missed):
            change.say(Summary.REENTERED_WITH_BYES, **values, rounds=rounds, count=len(rounds))
        else:
            change.say(Summary.REENTERED, **values)
    return entry


def _miss(change: SectionChange, player: Player, missed: Mapping[int, Kind]) -> None:
    """Give a half-point bye, or no point, for each missed round."""
    expected = _("a half-point bye or no points, in a round of this section")
    troubles = [
        Trouble(_("round %(round)d") % {"round": number}, _(kind.label), expected)
        for number, kind in missed.items()
        if kind not in MISSED or not 1 <= number <= change.section.rounds
    ]
    if troubles:
        raise Refused(_("Nobody was added."), troubles)
    for number, kind in sorted(missed.items()):
        change.create_all(bye_seats(the_round(change, number), player, kind, change.section))


def _half_byes(missed: Mapping[int, Kind]) -> list[int]:
    return sorted(number for number, kind in missed.items() if kind is Kind.HALF_BYE)
