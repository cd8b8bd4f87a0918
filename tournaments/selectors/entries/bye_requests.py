"""Which byes players can have asked for (22C), and what stands in the way of the others."""

from collections import defaultdict
from collections.abc import Iterable

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ...errors import Trouble
from ...formats.byes import Bye
from ...models import Player, Round, Seat, Section
from ...text.wording import after_round


class Requestable:
    """Which byes some players of a section can have asked for: the rounds as they are, and their seats."""

    def __init__(self, section: Section, players: Iterable[Player]) -> None:
        self.section = section
        self.rounds: dict[int, Round] = {
            round.number: round for round in Round.objects.filter(section=section)
        }
        self.seats: dict[int, dict[int, list[Seat]]] = defaultdict(lambda: defaultdict(list))
        seats = Seat.objects.filter(player__in=list(players), round__section=section)
        for seat in seats.select_related("round", "game").order_by("slot"):
            self.seats[seat.player_id][seat.round.number].append(seat)

    def is_published(self, number: int) -> bool:
        round = self.rounds.get(number)
        return round is not None and round.published_at is not None

    def wrong_rounds(self, byes: Iterable[Bye], where: str) -> list[Trouble]:
        """The byes of rounds that the section has not."""
        return [
            Trouble(where, str(bye.round), expected)
            for bye in byes
            if (expected := not_of_section(bye, self.section.rounds))
        ]

    def wrong(self, player: Player, byes: Iterable[Bye]) -> list[Trouble]:
        """What stands in the way of a player's requests."""
        byes = tuple(byes)
        where = player.called
        troubles = self.wrong_rounds(byes, where)
        if player.visitor_of_id and byes:
            troubles.append(Trouble(where, player.called, _("a player of this section, not a visitor")))
        hindered = [(bye, self.hindrance(player, bye)) for bye in byes]
        return troubles + [Trouble(where, str(bye.round), expected) for bye, expected in hindered if expected]

    def hindrance(self, player: Player, bye: Bye) -> str:
        """What a bye should be instead, where the player cannot have it in its round; else empty."""
        number, kind = bye
        there = self.seats[player.pk][number]
        named = {"round": number, "name": player.called, "after": after_round(player.withdrawn_after or 0)}
        if self.is_published(number):
            if there and _same(there, kind):
                return ""
            return _("a round still to be published. Correct round %(round)d on its own page") % named
        if player.withdrawn_after is not None and number > player.withdrawn_after:
            return _("no bye in round %(round)d. %(name)s withdrew %(after)s") % named
        if there and there[0].game_id is not None:
            return _("no bye in round %(round)d. %(name)s is paired there: remove that pairing first") % named
        if there and there[0].kind == Kind.FULL_BYE.letter:
            return _("no other bye in round %(round)d. %(name)s has a full-point bye there") % named
        return ""


def not_of_section(bye: Bye, rounds: int) -> str:
    """What a bye of a round that a section has not should be instead; else empty."""
    if 1 <= bye.round <= rounds:
        return ""
    return _("a round of this section, from 1 to %(rounds)d") % {"rounds": rounds}


def _same(seats: Iterable[Seat], kind: Kind) -> bool:
    return all(seat.game_id is None and seat.kind == kind.letter for seat in seats)
