"""Who came after round 1 was paired: in no seat of it, until a director pairs it again or finds one."""

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ...models import Player, Round, Seat
from .basis import basis_of, draft_of


def left_out_of_round_one(player: Player) -> str:
    """What to tell of a player who is here and has no seat in the round 1 that is paired; empty for nobody
    else. Who asked for a bye with points expects no seat."""
    section = player.section
    values = {"name": player.called, "section": section.name}
    published = Round.objects.filter(section=section, published_at__isnull=False)
    if latest := published.order_by("-number").values_list("number", flat=True).first():
        if latest > 1 or _has_seat(player):
            return ""
        told = _(
            "Round 1 of %(section)s is published without %(name)s. Seat the player there now, or pair the"
            " player from round 2 on."
        )
        return told % values
    row = draft_of(section, 1)
    if row is None and not Seat.objects.filter(round__section=section, round__number=1, game__isnull=False):
        return ""
    of = basis_of(section, 1, row)
    if player.number not in of.unseated(of.draft(row)):
        return ""
    told = _(
        "Round 1 of %(section)s was paired without %(name)s and is not published yet. Pair it again, or give"
        " the player an opponent or a bye there."
    )
    return told % values


def _has_seat(player: Player) -> bool:
    """At a board, or with a bye that has points."""
    seats = Seat.objects.filter(player=player, round__section=player.section_id, round__number=1)
    return seats.exclude(kind=Kind.UNPAIRED.letter).exists()
