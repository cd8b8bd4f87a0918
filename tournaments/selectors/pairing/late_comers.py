"""Who came after round 1 was paired: in no seat of it, until a director pairs it again or finds one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, Max, OuterRef, Q
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Card, Format, Kind

from ...models import Event, Player, Round, Seat, Section
from ...pairing.repairing import Step, by_ladder, left_alone
from ...pairing.request import PairingInput, SetBoard
from ...pairing.result import PairingResult
from ..entries.check_in import Late, expected
from .basis import Basis, basis_of, draft_of
from .posted_boards import before_boards, posted_boards


def left_out_of_round_one(player: Player) -> str:
    """What to tell of a player who is here and has no seat in the round 1 that is paired; empty for nobody
    else. Who asked for a bye with points expects no seat."""
    section = player.section
    values = {"name": player.called, "section": section.name}
    if latest := _last_published(section):
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


def is_published(section: Section) -> bool:
    """Whether players have read the boards of round 1."""
    return _last_published(section) > 0


def _last_published(section: Section) -> int:
    published = Round.objects.filter(section=section, published_at__isnull=False)
    return published.order_by("-number").values_list("number", flat=True).first() or 0


def _has_seat(player: Player) -> bool:
    """At a board, or with a bye that has points."""
    seats = Seat.objects.filter(player=player, round__section=player.section_id, round__number=1)
    return seats.exclude(kind=Kind.UNPAIRED.letter).exists()


# --- a seat for who came late --------------------------------------------------------------------


@dataclass(frozen=True)
class WayIn:
    """Round 1 with a latecomer against who had the full-point bye (``against``). Every other board stays."""

    request: PairingInput
    there: tuple[Step, ...]
    made: PairingResult
    stamp: str
    against: int


def latecomers(event: Event, section: Section | None = None) -> dict[int, Late]:
    """By key, who is here and has no seat in the round 1 that is published and not over, while no other is;
    each with who has the full-point bye, where the two may meet."""
    last = Max("round_set__number", filter=Q(round_set__published_at__isnull=False))
    sections = event.sections.filter(archived=False).annotate(last=last).filter(last=1)
    if section is not None:
        sections = sections.filter(pk=section.pk)
    seats = Seat.objects.filter(player=OuterRef("pk"), round__number=1)
    players = expected(Player.objects.filter(section__in=sections, withdrawn_after=None))
    late = players.exclude(check_in=None).exclude(Exists(seats.exclude(kind=Kind.UNPAIRED.letter)))
    found = {}
    for player in late.select_related("section__event", "section__standings").order_by("section", "number"):
        if not is_open(player.section):
            continue
        way = way_in(player)
        name = way.request.name(way.against) if way else ""
        found[player.pk] = Late(player.called, player.number, way.against if way else 0, name)
    return found


def is_open(section: Section) -> bool:
    """Whether a board of round 1 has no result yet."""
    open_seats = Seat.objects.filter(round__section=section, round__number=1, kind=Kind.OPEN.letter)
    return open_seats.exclude(game=None).exists()


def way_in(player: Player) -> WayIn | None:
    """None where nobody has the full-point bye, or the two may not meet."""
    section = player.section
    row = draft_of(section, 1)
    of = basis_of(section, 1, row)
    bye = of.request.given_bye
    if section.format != Format.SWISS.value or not of.published or bye is None:
        return None
    of = replace(of, request=_without_absence(of.request, player.number))
    posted = posted_boards(of, section, row)
    made = None if posted.over else _made(of, posted.here, posted.away, player.number, bye)
    return WayIn(of.request, of.there, made, of.stamp, bye) if made else None


def _made(
    of: Basis, here: Sequence[Step], away: frozenset[int], number: int, bye: int
) -> PairingResult | None:
    stay = tuple([SetBoard(*both) for both in here])
    alone = left_alone(before_boards(of.request, stay, away), here, bye)
    if alone is None or number not in alone.alone:
        return None
    others = {*alone.alone} - {number}
    request = before_boards(of.request, stay, away | others)
    made = by_ladder(request, replace(alone, alone=(number,)))
    if not isinstance(made, PairingResult) or made.bye is not None:
        return None
    new = [{board.white, board.black} for board in made.boards if (board.white, board.black) not in here]
    return made if new == [{number, bye}] else None


def _without_absence(request: PairingInput, number: int) -> PairingInput:
    """The request as it is for who has come: a zero-point bye of the round is no plan of his."""

    def present(card: Card) -> Card:
        gone = request.away(card)
        if card.number != number or gone is None or gone.kind is not Kind.UNPAIRED:
            return card
        return replace(card, cells=tuple([cell for cell in card.cells if cell != gone]))

    return replace(request, chart=replace(request.chart, cards=tuple(map(present, request.chart.cards))))
