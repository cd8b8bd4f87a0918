"""Requested byes: who asked for which rounds, what is past the posted limit, who entered them and when."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ..errors import Trouble
from ..formats.byes import REQUESTED, Bye
from ..models import LogEntry, Player, Round, Seat, Section
from ..text import byes as text
from ..text.results import bye_name
from .people import name_of

LETTERS = [kind.letter for kind in REQUESTED]


def requested(section: Section, player: Player | None = None) -> dict[int, tuple[Bye, ...]]:
    """The byes of rounds that are not published, by the primary key of their player."""
    seats = Seat.objects.filter(
        round__section=section, round__published_at=None, game=None, slot=1, kind__in=LETTERS
    )
    if player is not None:
        seats = seats.filter(player=player)
    found: dict[int, list[Bye]] = defaultdict(list)
    for pk, number, letter in seats.order_by("round__number").values_list("player", "round__number", "kind"):
        found[pk].append(Bye(number, Kind.of(letter)))
    return {pk: tuple(byes) for pk, byes in found.items()}


def is_irrevocable(section: Section, number: int, kind: Kind) -> bool:
    """Whether this bye stays, as it is posted (22C)."""
    return section.last_bye_irrevocable and number == section.rounds and kind is Kind.HALF_BYE


def past_posted(section: Section, new: Mapping[Player, Iterable[int]]) -> list[str]:
    """What is past the posted limit or deadline, a sentence each: ``new`` are the rounds of new half-point
    byes."""
    asking = {player: set(numbers) for player, numbers in new.items()}
    asking = {player: numbers for player, numbers in asking.items() if numbers}
    if not asking or (section.half_byes is None and section.byes_before is None):
        return []
    rounds = dict(Round.objects.filter(section=section).values_list("number", "published_at"))
    late = section.byes_before is not None and any(
        published and number >= section.byes_before for number, published in rounds.items()
    )
    halves = Seat.objects.filter(player__in=asking, slot=1, game=None, kind=Kind.HALF_BYE.letter)
    had: dict[int, set[int]] = defaultdict(set)
    for pk, number in halves.values_list("player", "round__number"):
        had[pk].add(number)
    said = []
    for player, numbers in asking.items():
        count = len(had[player.pk] | numbers)
        if section.half_byes is not None and count > section.half_byes:
            said.append(text.past_limit(player.called, count, section.half_byes))
        if late and section.byes_before is not None:
            said.append(text.past_deadline(player.called, section.byes_before))
    return said


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
        named = {"round": number, "name": player.called, "last": player.withdrawn_after}
        if self.is_published(number):
            if there and _same(there, kind):
                return ""
            return _("a round still to be published. Correct round %(round)d on its own page") % named
        if player.withdrawn_after is not None and number > player.withdrawn_after:
            return _("no bye in round %(round)d. %(name)s withdrew after round %(last)d") % named
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


@dataclass(frozen=True)
class Entered:
    """A requested bye: who entered it, and when, as far as the log tells."""

    round: int
    kind: Kind
    irrevocable: bool
    by: str = ""
    at: datetime | None = None

    @property
    def kind_name(self) -> str:
        return bye_name(self.kind)


def entered(player: Player) -> list[Entered]:
    """The half-point and zero-point byes of a player in the order of rounds, with their last entry."""
    section = player.section
    seats = Seat.objects.filter(player=player, game=None, slot=1, kind__in=LETTERS)
    rows = {pk: (number, kind) for pk, number, kind in seats.values_list("pk", "round__number", "kind")}
    entries: dict[int, LogEntry] = {}
    if rows:
        log = LogEntry.objects.filter(standings=section.standings_id).select_related("who")
        for entry in log.order_by("-pk").iterator(chunk_size=50):
            for table, pk, _before, after in entry.rows:
                if table == "seat" and pk in rows and after and "kind" in after:
                    entries.setdefault(pk, entry)
            if len(entries) == len(rows):
                break
    found = []
    for pk, (number, letter) in sorted(rows.items(), key=lambda each: each[1][0]):
        kind = Kind.of(letter)
        stays = is_irrevocable(section, number, kind)
        if pk not in entries:
            found.append(Entered(number, kind, stays))
            continue
        who, at = entries[pk].who, entries[pk].at
        found.append(Entered(number, kind, stays, name_of(who) if who else "", at))
    return found
