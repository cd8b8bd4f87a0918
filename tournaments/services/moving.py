"""Moving entries to another section of the event, before round 1 of either: one player or half a roster."""

from collections.abc import Sequence
from itertools import count

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ..changes import SectionChange
from ..errors import Refused
from ..models import Player, Round, Seat, Section
from ..selectors.entries.moving import hindrances, parted
from ..selectors.entries.numbering import free_number
from .pairings import bye_seats


def move_all(change: SectionChange, rows: Sequence[Player], target: Section) -> None:
    """Move entries within a change of both sections, with their requested byes and their check-ins.

    Each gets a free number there. Pairs that are kept apart are of one section: where one of the two stays,
    the pair ends.
    """
    for section in {row.section_id: row.section for row in rows}.values():
        refuse_begun(section)
    refuse_begun(target)
    if said := hindrances(rows, target):
        raise Refused(f"{said[0]} {_('Nothing was saved.')}")
    for pair in parted(rows):
        change.delete(pair)
    _move_byes(change, rows, target)
    numbers = count(free_number(target))
    change.update_all((row, {"section": target, "number": next(numbers)}) for row in rows)


def refuse_begun(section: Section) -> None:
    if Round.objects.filter(section=section, number=1, published_at__isnull=False).exists():
        message = _(
            "Round 1 of %(section)s is published. Nothing was saved. A chief or an assistant adds late"
            " players on the roster, and changes sections on the player’s page."
        )
        raise Refused(message % {"section": section.name})


def _move_byes(change: SectionChange, players: Sequence[Player], target: Section) -> None:
    """The requested byes, in the rounds of the other section."""
    rounds = {round.number: round for round in Round.objects.filter(section=target)}
    seats = Seat.objects.filter(player__in=players).select_related("round", "player")
    for seat in list(seats.order_by("round__number", "player__number", "slot")):
        number, kind, player, first = seat.round.number, Kind.of(seat.kind), seat.player, seat.slot == 1
        change.delete(seat)
        if not first:
            continue
        if number not in rounds:
            rounds[number] = change.create(Round(section=target, number=number))
        change.create_all(bye_seats(rounds[number], player, kind, target))
