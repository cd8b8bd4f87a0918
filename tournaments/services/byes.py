"""Byes that players ask for (22C), in rounds that are not published: they wait as seats until their round.

A bye of a published round is corrected on the page of the round.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ..changes import SectionChange, section_change
from ..errors import Irrevocable, PastPosted, Refused
from ..formats.byes import REQUESTED, Bye
from ..models import Player, Seat, Verb
from ..selectors.entries.bye_requests import Requestable
from ..selectors.entries.byes import is_irrevocable, past_posted
from ..text.log import Summary
from .pairings import bye_seats, the_round
from .rosters import entry_under_lock


class Asked(NamedTuple):
    """What became of a player's requests: those that hold now, the new ones, those that were canceled."""

    hold: list[Bye]
    new: list[Bye]
    canceled: list[Bye]


def request_byes(
    player: Player, byes: Iterable[Bye], *, by: User, reason: str = "", anyway: bool = False
) -> None:
    """Make these the byes of a player in the rounds that are not published.

    Raises :class:`PastPosted` for half-point byes past the posted limit or deadline, unless they are wanted
    ``anyway``, and :class:`Irrevocable` for canceling one that stays without a reason.
    """
    with section_change(player.section_id, by=by, verb=Verb.BYE, reason=reason) as change:
        player = entry_under_lock(player)
        requests = Requests(change, [player])
        if troubles := requests.wrong(player, byes):
            raise Refused(_("Nothing was saved."), troubles)
        asked = requests.set(player, byes)
        if not anyway and (past := past_posted(change.section, {player: halves(asked.new)})):
            raise PastPosted(past)
        say_asked(change, player, asked)


def say_asked(change: SectionChange, player: Player, asked: Asked) -> None:
    """Tell the log."""
    canceled = plain(asked.canceled)
    if not asked.hold:
        change.say(Summary.BYES_CANCELED, name=player.called, canceled=canceled)
    elif canceled:
        change.say(Summary.BYES_CHANGED, name=player.called, asked=plain(asked.hold), canceled=canceled)
    else:
        change.say(Summary.BYES_REQUESTED, name=player.called, asked=plain(asked.hold))


def plain(byes: Iterable[Bye]) -> list[tuple[int, str]]:
    """Byes as the log keeps them."""
    return [(bye.round, bye.kind.letter) for bye in byes]


def request_new(
    change: SectionChange,
    asking: Mapping[Player, Iterable[Bye]],
    *,
    where: Mapping[Player, str] = MappingProxyType({}),
    anyway: bool = False,
) -> list[str]:
    """Give players who were just added the byes that they ask for, within a change.

    They may name published rounds too: those they have missed (28K). Raises :class:`Refused` with what is
    wrong, ``where`` each player stands in the list. What is past the posted limit or deadline is returned;
    unless it is wanted ``anyway``, :class:`PastPosted` is raised.
    """
    asking = {player: tuple(byes) for player, byes in asking.items() if byes}
    if not asking:
        return []
    requests = Requests(change, asking)
    troubles = [
        trouble
        for player, byes in asking.items()
        for trouble in requests.wrong_rounds(byes, where.get(player, player.called))
    ]
    if troubles:
        raise Refused(_("Nobody was added."), troubles)
    past = past_posted(change.section, {player: halves(byes) for player, byes in asking.items()})
    if past and not anyway:
        raise PastPosted(past)
    for player, byes in asking.items():
        requests.give(player, byes)
    return past


def halves(byes: Iterable[Bye]) -> list[int]:
    """The rounds of half-point byes."""
    return [bye.round for bye in byes if bye.kind is Kind.HALF_BYE]


class Requests(Requestable):
    """The byes of some players, read once within a change."""

    def __init__(self, change: SectionChange, players: Iterable[Player]) -> None:
        super().__init__(change.section, players)
        self.change = change

    def set(self, player: Player, byes: Iterable[Bye]) -> Asked:
        """Make these the byes of the rounds that are not published."""
        wanted = {bye.round: bye for bye in byes if not self.is_published(bye.round)}
        asked = Asked(list(wanted.values()), [], [])
        for number, there in list(self.seats[player.pk].items()):
            if self.is_published(number) or not _is_requested(there):
                continue
            before = Bye(number, Kind.of(there[0].kind))
            if wanted.get(number) == before:
                del wanted[number]
                continue
            if is_irrevocable(self.section, *before) and not self.change.reason.strip():
                raise Irrevocable(player.called, number)
            for seat in there:
                self.change.delete(seat)
            if number not in wanted:
                asked.canceled.append(before)
        asked.new.extend(wanted.values())
        self.give(player, wanted.values())
        return asked

    def give(self, player: Player, byes: Iterable[Bye]) -> None:
        """Seat a player's byes."""
        for number, kind in byes:
            if number not in self.rounds:
                self.rounds[number] = the_round(self.change, number)
            self.change.create_all(bye_seats(self.rounds[number], player, kind, self.section))


def _is_requested(seats: list[Seat]) -> bool:
    return bool(seats) and seats[0].game_id is None and Kind.of(seats[0].kind) in REQUESTED
