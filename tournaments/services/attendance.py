"""Late players (28K) and re-entries (34H): a new entry, with byes for the missed rounds."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Kind

from ..changes import SectionChange, section_change
from ..errors import Refused, Trouble
from ..models import Player, Section, Verb
from .pairings import bye_seats, leave, the_round
from .rosters import add_entries, entry_under_lock
from .visitors import free_number

if TYPE_CHECKING:
    from ..formats.records import RosterEntry

# A missed round is worth half a point, or none.
MISSED = (Kind.HALF_BYE, Kind.UNPAIRED)


def add_late(
    section: Section, entry: "RosterEntry", missed: Mapping[int, Kind], *, by: User, different: bool = False
) -> Player:
    """Add a player after rounds were published, with byes for the missed ones, in one change."""
    with section_change(section.pk, by=by, verb=Verb.LATE) as change:
        change.different = different
        (player,) = add_entries(change, [entry])
        _miss(change, player, missed)
        change.summary = _late(player.name, missed)
    return player


def re_enter(player: Player, after_round: int, missed: Mapping[int, Kind], *, by: User) -> Player:
    """Withdraw a player after a round and enter the player again (34H).

    The new entry has the next free number. Only its own games and byes count for it.
    """
    with section_change(player.section_id, by=by, verb=Verb.REENTRY) as change:
        first = entry_under_lock(player)
        if first.house:
            raise Refused(_("%(name)s is a house player and cannot re-enter.") % {"name": first.name})
        if again := first.reentries.first():
            raise Refused(
                _("%(name)s has re-entered already, as number %(number)d.")
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
        change.summary = _again(first.name, entry.number, after_round, missed)
    return entry


def _miss(change: SectionChange, player: Player, missed: Mapping[int, Kind]) -> None:
    """Give a bye, or no point, for each missed round."""
    expected = _("a half-point bye or no point, in a round of this section")
    troubles = [
        Trouble(_("round %d") % number, _(kind.label), expected)
        for number, kind in missed.items()
        if kind not in MISSED or not 1 <= number <= change.section.rounds
    ]
    if troubles:
        raise Refused(_("Nobody was added."), troubles)
    for number, kind in sorted(missed.items()):
        change.create_all(bye_seats(the_round(change, number), player, kind, change.section))


def _half_byes(missed: Mapping[int, Kind]) -> list[int]:
    return sorted(number for number, kind in missed.items() if kind is Kind.HALF_BYE)


def _late(name: str, missed: Mapping[int, Kind]) -> str:
    """The log's line for a late player."""
    rounds = _half_byes(missed)
    if not rounds:
        return _("%(name)s added") % {"name": name}
    message = ngettext(
        "%(name)s added, half-point bye in round %(rounds)s",
        "%(name)s added, half-point byes in rounds %(rounds)s",
        len(rounds),
    )
    return message % {"name": name, "rounds": ", ".join(map(str, rounds))}


def _again(name: str, number: int, after_round: int, missed: Mapping[int, Kind]) -> str:
    """The log's line for a re-entry."""
    rounds = _half_byes(missed)
    if rounds:
        message = ngettext(
            "%(name)s re-enters after round %(round)d as number %(number)d,"
            " half-point bye in round %(rounds)s",
            "%(name)s re-enters after round %(round)d as number %(number)d,"
            " half-point byes in rounds %(rounds)s",
            len(rounds),
        )
    else:
        message = _("%(name)s re-enters after round %(round)d as number %(number)d")
    named = {"name": name, "number": number, "round": after_round}
    return message % (named | {"rounds": ", ".join(map(str, rounds))})
