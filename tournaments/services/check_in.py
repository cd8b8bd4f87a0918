"""At the door before the first round: who is here, walk-ins, who changes sections, and who did not come.

A check-in changes no page of parents, so it makes no version and takes no lock. The log has it. Only where it
cancels the bye of a no-show, that is a change of the section.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.prizes.prize import dollars

from ..changes import SectionChange, lock_sections, read_only, section_change, unseen_change
from ..errors import Conflict, Namesakes, OutsideLimits, Refused
from ..formats.byes import Bye
from ..formats.names import first_last, last_first
from ..formats.records import RosterEntry
from ..models import CheckIn, Event, Player, Section, Verb
from ..selectors.entries.byes import requested
from ..selectors.entries.check_in import (
    is_id_of,
    last_published,
    may_be,
    never_there,
    no_show_byes,
    who_may_return,
)
from ..selectors.event.emptied import emptied_beside
from ..selectors.event.endings import finished_since
from ..text.log import Summary
from .attendance import come_back, half_byes, miss
from .byes import Requests, plain
from .importing.spellings import as_answered, as_spelled_here
from .moving import move_all, refuse_begun
from .pairings import leave
from .rosters import add_entries, edit_player, entry_under_lock, without_payment

# So many entries that may be the same player are named.
MOST_NAMED = 5

# What a no-show gets in round 1.
_MISSED = Bye(1, Kind.UNPAIRED)
# What the log says of those who are withdrawn, before round 1 and later, and of those who sit out.
_SAID = {
    True: (Summary.NO_SHOWS_WITHDRAWN, Summary.NO_SHOWS_LEFT),
    False: (Summary.NO_SHOWS_BYES, Summary.NO_SHOWS_SIT_OUT),
}


class StillOut(Refused):
    """Who withdrew is here. A director reinstates the ``player`` first."""

    def __init__(self, player: Player) -> None:
        self.player = player
        message = _("%(name)s has withdrawn. Reinstate the player on the roster first. Nothing was saved.")
        super().__init__(message % {"name": player.called})


class Came(NamedTuple):
    """A player who is here, whether the bye that the player had as a no-show was canceled, and from which
    round one plays who was withdrawn as a no-show."""

    player: Player
    bye_canceled: bool
    plays_from: int | None = None


def check_in(event: Event, player: int, *, by: User) -> Came:
    """Say that a player is here. Said twice, the first one holds. A no-show who was withdrawn plays again
    from the next round that is not published. Raises :class:`StillOut` for who withdrew otherwise, and
    :class:`Refused` for one who cannot come any more."""
    found = _at_the_door(event).filter(pk=player).first()
    if found is None:
        raise Conflict(_("Somebody removed this player. Nobody was checked in. Reload the page."))
    if event.archived or found.section.archived:
        raise read_only(event.name if event.archived else found.section.name)
    if finished_since(found.section):
        message = _("%(name)s is final: check-in is closed there. Nothing was saved.")
        raise Refused(message % {"name": found.section.name})
    with transaction.atomic():
        plays_from = _return(found, by) if found.withdrawn_after is not None else None
        canceled = _cancel_no_show(found, by)
        with unseen_change(found.section, by=by, verb=Verb.CHECK_IN) as change:
            row, made = CheckIn.objects.get_or_create(player=found, defaults={"by": by})
            if made:
                change.note(row)
                change.say(Summary.CHECKED_IN, name=found.called)
    return Came(found, canceled, plays_from)


def _return(player: Player, by: User) -> int:
    """A no-show who was withdrawn plays from the next round, with zero-point byes in the missed ones."""
    lock_sections([player.section_id])
    if not who_may_return(player.section.event, [player]):
        raise StillOut(player)
    following = max(last_published(player.section), player.withdrawn_after or 0) + 1
    come_back(player, following, by=by)
    return following


def _cancel_no_show(player: Player, by: User) -> bool:
    """Round 1 expects a no-show again who came before it was published. The lock is taken only where there is
    such a bye."""
    if not no_show_byes(player):
        return False
    with section_change(player.section_id, by=by, verb=Verb.BYE) as change:
        seats = no_show_byes(player)
        for seat in seats:
            change.delete(seat)
        change.say(Summary.BYES_CANCELED, name=player.called, canceled=plain([_MISSED]))
    return bool(seats)


def take_back(event: Event, check_in: int, *, by: User) -> Player | None:
    """Undo this check-in, and not one that somebody made since. None where it was undone before."""
    rows = CheckIn.objects.filter(player__section__event=event)
    with transaction.atomic():
        locked = rows.select_related("player__section__standings").select_for_update(of=("self",))
        if (found := locked.filter(pk=check_in).first()) is None:
            return None
        player = found.player
        if finished_since(player.section):
            message = _("%(name)s is final: check-in is closed there. Nothing was saved.")
            raise Refused(message % {"name": player.section.name})
        with unseen_change(player.section, by=by, verb=Verb.CHECK_IN) as change:
            change.delete(found)
            change.say(Summary.NOT_HERE, name=player.called)
    return player


def pay(event: Event, player: int, cents: int, *, by: User) -> Player:
    """Record what was paid for an entry that nobody has paid for. Said twice, the first one holds. Raises
    :class:`Conflict` where another amount is recorded."""
    with transaction.atomic():
        row = _to_pay(event, player)
        if row.fee_cents not in (None, 0, cents):
            message = _("%(name)s has paid %(amount)s already. Nothing was saved.")
            raise Conflict(message % {"name": row.called, "amount": dollars(row.fee_cents or 0)})
        _record(row, cents, by)
    return row


def correct_fee(event: Event, player: int, cents: int | None, *, by: User) -> Player:
    """Record what was paid, whatever is recorded; None where nothing was."""
    with transaction.atomic():
        row = _to_pay(event, player)
        _record(row, cents, by)
    return row


def _to_pay(event: Event, player: int) -> Player:
    # The section is named, not locked: a fee changes no page of parents.
    found = _at_the_door(event).select_for_update(of=("self",)).filter(pk=player).first()
    if found is None:
        raise Conflict(_("Somebody removed this player. Nothing was saved. Reload the page."))
    if event.archived or found.section.archived:
        raise read_only(event.name if event.archived else found.section.name)
    return found


def _record(player: Player, cents: int | None, by: User) -> None:
    said = player.registered if cents is not None else without_payment(player)
    with unseen_change(player.section, by=by, verb=Verb.CHECK_IN) as change:
        change.update(player, fee_cents=cents, registered=said)
        change.say(Summary.FEE_RECORDED, name=player.called)


def _at_the_door(event: Event) -> QuerySet[Player]:
    return Player.objects.filter(section__event=event).select_related("section__standings")


def walk_in(
    section: Section,
    entry: RosterEntry,
    *,
    by: User,
    different: bool = False,
    outside: bool = False,
    missed: Mapping[int, Kind] | None = None,
) -> Player:
    """Add a player who is here; once round 1 is published with the byes of the rounds that were ``missed``
    (28K). Raises :class:`.Namesakes` for one who may be in the event already, unless
    these are ``different`` people, :class:`.Refused` for one with the ID of somebody else, or of somebody in
    this section, and :class:`.OutsideLimits` for one who may not play there, unless a director lets somebody
    ``outside`` the limits in. A school is spelled as was answered about a registration file."""
    verb = Verb.ROSTER if missed is None else Verb.LATE
    with section_change(section.pk, by=by, verb=verb) as change:
        if missed is None:
            refuse_begun(change.section)
        entry = replace(entry, team=as_answered(change.section.event, entry.team))
        found = may_be(change.section.event, entry)
        if holders := [player for player in found if is_id_of(player, entry, change.section)]:
            told = _("%(id)s is the US Chess ID of %(entries)s. Nobody was added.")
            raise Refused(told % {"id": entry.uscf_id, "entries": _named(holders)})
        if found and not different:
            asked = _("This may be someone who is already entered: %(entries)s. Nobody was added.")
            raise Namesakes(asked % {"entries": _named(found)})
        if not outside:
            _refuse_outside(change.section, entry)
        change.different = different
        (player,) = add_entries(change, [entry], unasked=True)
        miss(change, player, missed or {})
        change.create(CheckIn(player=player, by=by))
        if rounds := half_byes(missed or {}):
            change.say(Summary.LATE_WITH_BYES, name=player.called, rounds=rounds, count=len(rounds))
        else:
            change.say(Summary.PLAYER_ADDED, name=player.called)
    return player


def _named(found: list[Player]) -> str:
    said = [
        _("%(number)d %(name)s in %(section)s")
        % {"number": each.number, "name": last_first(each.name), "section": each.section.name}
        for each in found[:MOST_NAMED]
    ]
    return "; ".join(said if len(said) == len(found) else [*said, "…"])


def _refuse_outside(section: Section, entry: RosterEntry | Player) -> None:
    if why := list(section.limits.outside(entry.grade, entry.rating)):
        raise OutsideLimits(first_last(entry.name), section.name, why)


def move(player: Player, to: Section, *, by: User, different: bool = False, outside: bool = False) -> Player:
    """Move an entry to another section before round 1 of either, with its requested byes and its check-in.

    It gets the next free number there. ``outside`` as in :func:`walk_in`. Pairs that are kept apart are
    of one section, so they end.
    """
    # The pages of emptied sections say where their players are.
    also = {to.pk, *emptied_beside(player.section)}
    with section_change(player.section_id, by=by, verb=Verb.ROSTER, also=also) as change:
        row, target = entry_under_lock(player), Section.objects.select_related("event").get(pk=to.pk)
        if not (outside or target.boards):
            _refuse_outside(target, row)
        change.different = different
        move_all(change, [row], target)
        values = {"name": row.called, "number": row.number}
        change.say(Summary.PLAYER_MOVED, section=change.section.name, target=target.name, **values)
    return row


def write_school(player: Player, team: str, *, late: bool, by: User) -> None:
    """Write a player's school as most of those do whose school may be the same one. ``late``: once round 1
    is published too. Raises :class:`Conflict` where nobody here writes it so any more."""
    with transaction.atomic():
        lock_sections([player.section_id])
        row = entry_under_lock(player)
        if not late and last_published(row.section):
            message = _(
                "Round 1 of %(section)s is published: a chief or an assistant corrects the school. Nothing"
                " was saved."
            )
            raise Refused(message % {"section": row.section.name})
        here = as_spelled_here(row)
        if here is None or here.team != team:
            message = _("No school here that may be “%(team)s” is spelled so. Nothing was saved.")
            raise Conflict(message % {"team": row.team})
        edit_player(row, team=team, by=by)


def no_shows(event: Event, players: Collection[int], *, withdraw: bool, by: User) -> list[Player]:
    """Those who were not checked in: withdraw them before the next round, or give each a zero-point bye for
    it, in place of a half-point bye that was asked for.

    One change of each section. Raises :class:`.Refused` for one who has played or is paired there, or whose
    bye is irrevocable, and :class:`.Conflict` for one who came meanwhile; then nobody is out.
    """
    with transaction.atomic():
        rows = list(_at_the_door(event).filter(pk__in=players).order_by("section", "number"))
        of_section: dict[int, list[Player]] = defaultdict(list)
        for row in rows:
            of_section[row.section_id].append(row)
        lock_sections(of_section)
        for pk, missing in of_section.items():
            if came := CheckIn.objects.filter(player__in=missing).select_related("player__section").first():
                message = _(
                    "%(name)s has been checked in already. Nothing was saved. Look at the list again."
                )
                raise Conflict(message % {"name": came.player.called})
            with section_change(pk, by=by, verb=Verb.WITHDRAW if withdraw else Verb.BYE) as change:
                after = last_published(change.section)
                _refuse_who_played(change.section, missing, after)
                if withdraw:
                    for player in missing:
                        leave(change, entry_under_lock(player), after)
                else:
                    _sit_out(change, missing, Bye(after + 1, Kind.UNPAIRED))
                said = {"players": [player.called for player in missing]}
                change.say(_SAID[withdraw][after > 0], round=after if withdraw else after + 1, **said)
    return rows


def _refuse_who_played(section: Section, players: list[Player], after: int) -> None:
    found = never_there(Player.objects.filter(pk__in=[player.pk for player in players]), after)
    never = set(found.values_list("pk", flat=True)) if after else {player.pk for player in players}
    if there := [player for player in players if player.pk not in never]:
        message = _(
            "%(name)s has played in %(section)s, or has a bye in its next round. Nothing was saved. Look at"
            " the list again."
        )
        raise Refused(message % {"name": there[0].called, "section": section.name})


def _sit_out(change: SectionChange, players: list[Player], bye: Bye) -> None:
    requests = Requests(change, players)
    if troubles := [trouble for player in players for trouble in requests.wrong(player, [bye])]:
        raise Refused(_("Nothing was saved."), troubles)
    asked = requested(change.section)
    for player in players:
        others = [each for each in asked.get(player.pk, ()) if each.round != bye.round]
        requests.set(player, [*others, bye])
