"""Requested byes: who asked for which rounds, what is past the posted limit, who entered them and when."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404

from tiebreaks.engine.chart.wallchart import Kind

from ...formats.byes import REQUESTED, Bye
from ...models import LogEntry, Player, Round, Seat, Section
from ...text import byes as text
from ...text.results import bye_name
from ..event.people import name_of

LETTERS = [kind.letter for kind in REQUESTED]


def bye_of(section: Section, number: int, seat: int) -> Seat:
    """The seat of a bye in this round; 404 for any other."""
    seats = Seat.objects.select_related("round", "player")
    found = seats.filter(pk=seat, round__section=section, round__number=number, game__isnull=True).first()
    if found is None:
        raise Http404
    return found


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
