"""What stands in the way of moving entries to another section of the event, before round 1 of either."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

from ...formats.names import first_last
from ...models import KeptApart, Player, Seat, Section


def hindrances(players: Collection[Player], target: Section) -> list[str]:
    """Why these entries can't move, a sentence each with what to do first."""
    return [*_of_rows(players, target), *_of_seats(players, target), *_of_roster(players, target)]


def _of_rows(players: Collection[Player], target: Section) -> list[str]:
    said = []
    visiting = set(Player.objects.filter(visitor_of__in=players).values_list("visitor_of", flat=True))
    for player in players:
        home, named = player.section, _named(player, target)
        if target == home:
            said.append(_("%(name)s is in %(section)s already. Choose another section.") % named)
        elif target.archived or (target.event_id, target.boards) != (home.event_id, home.boards):
            said.append(_("%(name)s can't move to %(section)s.") % named)
        elif player.house or player.reentry_of_id or player.pk in visiting:
            said.append(_("%(name)s is a house player, a re-entry or a visitor elsewhere.") % named)
    return said


def _of_seats(players: Collection[Player], target: Section) -> list[str]:
    said = []
    seats = Seat.objects.filter(player__in=players, slot=1).select_related("round", "player__section")
    for seat in seats.order_by("round__number", "player__number"):
        named = {**_named(seat.player, target), "round": seat.round.number, "rounds": target.rounds}
        if seat.game_id is not None:
            told = _("%(name)s is paired in round %(round)d. Remove that pairing first.")
            said.append(told % named)
        elif seat.round.number > target.rounds:
            told = _(
                "%(name)s asked for a bye in round %(round)d, and %(section)s has %(rounds)d. Cancel that bye"
                " first."
            )
            said.append(told % named)
    return said


def _of_roster(players: Collection[Player], target: Section) -> list[str]:
    """What the roster there has already: a US Chess ID, a reserved board, a team of the same name."""
    there = list(target.players.select_related("section").exclude(pk__in=[each.pk for each in players]))
    ids = {each.uscf_id: each for each in there if each.uscf_id}
    held = [each for each in there if each.fixed_board and each.withdrawn_after is None]
    boards: dict[int | None, Player] = {each.fixed_board: each for each in held}
    teams = {name_key(each.name): each for each in there} if target.boards else {}
    said = []
    for player in players:
        named = {**_named(player, target), "board": player.fixed_board}
        if holder := ids.get(player.uscf_id):
            told = _("%(holder)s in %(section)s has the US Chess ID of %(name)s.")
            said.append(told % {**named, "holder": holder.called})
        if holder := boards.get(player.fixed_board):
            told = _(
                "Board %(board)d is reserved for %(name)s, and in %(section)s for %(holder)s. Change one"
                " first."
            )
            said.append(told % {**named, "holder": holder.called})
        if name_key(player.name) in teams:
            told = _("%(section)s has a team named %(name)s already. Rename one first.")
            said.append(told % named)
    return said


def _named(player: Player, target: Section) -> dict[str, Any]:
    return {"name": player.called, "section": target.name}


def parted(players: Collection[Player]) -> list[KeptApart]:
    """The pairs kept apart that these entries leave: of two who both move, the pair moves too."""
    keys = {player.pk for player in players}
    pairs = KeptApart.objects.filter(one__in=keys) | KeptApart.objects.filter(other__in=keys)
    return [pair for pair in pairs.select_related("one", "other") if not {pair.one_id, pair.other_id} <= keys]


def apart_from(player: Player) -> list[str]:
    """Those with whom this entry is not paired, which holds in its section alone."""
    others = [pair.other if pair.one_id == player.pk else pair.one for pair in parted([player])]
    return [first_last(each.name) for each in others]
