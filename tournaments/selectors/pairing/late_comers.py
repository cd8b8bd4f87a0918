"""Who came after round 1 was paired: in no seat of it, until a director pairs it again or finds one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from django.db.models import Exists, Max, OuterRef, Q
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Card, Format, Kind

from ...models import Event, PairingDraft, Player, Round, Seat, Section
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
    """Round 1 with a latecomer against who had the full-point bye, or another latecomer (``against``): those
    who ``came``. Every other board stays."""

    request: PairingInput
    there: tuple[Step, ...]
    made: PairingResult
    stamp: str
    against: int
    came: tuple[Player, ...]


def latecomers(event: Event, section: Section | None = None) -> dict[int, Late]:
    """By key, who is here and has no seat in the round 1 that is published and not over, while no other is;
    each with who has the full-point bye, or with another of them where nobody has it, if the two may meet."""
    found = {}
    for late in _late_players(event, section):
        ways = ways_in(late)
        for player in late:
            way = ways.get(player.pk)
            name = way.request.name(way.against) if way else ""
            together = way is not None and len(way.came) > 1
            against = way.against if way else 0
            found[player.pk] = Late(player.called, player.number, against, name, together)
    return found


def _late_players(event: Event, section: Section | None) -> list[list[Player]]:
    """Those who came late, by section."""
    last = Max("round_set__number", filter=Q(round_set__published_at__isnull=False))
    sections = event.sections.filter(archived=False).annotate(last=last).filter(last=1)
    if section is not None:
        sections = sections.filter(pk=section.pk)
    seats = Seat.objects.filter(player=OuterRef("pk"), round__number=1)
    players = expected(Player.objects.filter(section__in=sections, withdrawn_after=None))
    late = players.exclude(check_in=None).exclude(Exists(seats.exclude(kind=Kind.UNPAIRED.letter)))
    players = late.select_related("section__event", "section__standings").order_by("section", "number")
    of_section: dict[int, list[Player]] = {}
    for player in players:
        of_section.setdefault(player.section_id, []).append(player)
    return [each for each in of_section.values() if is_open(each[0].section)]


def is_open(section: Section) -> bool:
    """Whether a board of round 1 has no result yet."""
    open_seats = Seat.objects.filter(round__section=section, round__number=1, kind=Kind.OPEN.letter)
    return open_seats.exclude(game=None).exists()


def way_in(player: Player) -> WayIn | None:
    """None where nobody has the full-point bye nor came late too, or the two may not meet."""
    late = next(iter(_late_players(player.section.event, player.section)), [])
    return ways_in(late if player in late else [player]).get(player.pk)


def ways_in(late: Sequence[Player]) -> dict[int, WayIn]:
    """By key, the ways of the latecomers of a section: each against who has the full-point bye, or where
    nobody has it two by two, in their order."""
    section = late[0].section
    row = draft_of(section, 1)
    of = basis_of(section, 1, row)
    if section.format != Format.SWISS.value or not of.published:
        return {}
    bye = of.request.given_bye
    if bye is not None:
        return {player.pk: way for player in late if (way := _way(of, row, (player,), bye))}
    ways: dict[int, WayIn] = {}
    for one, other in combinations(late, 2):
        if one.pk not in ways and other.pk not in ways and (way := _way(of, row, (one, other), other.number)):
            ways |= {one.pk: way, other.pk: replace(way, against=one.number)}
    return ways


def _way(of: Basis, row: PairingDraft | None, came: tuple[Player, ...], against: int) -> WayIn | None:
    request = of.request
    for player in came:
        request = _without_absence(request, player.number)
    of = replace(of, request=request)
    posted = posted_boards(of, came[0].section, row)
    numbers = tuple([player.number for player in came])
    made = None if posted.over else _made(of, posted.here, posted.away, numbers, against)
    return WayIn(of.request, of.there, made, of.stamp, against, came) if made else None


def _made(
    of: Basis, here: Sequence[Step], away: frozenset[int], numbers: tuple[int, ...], against: int
) -> PairingResult | None:
    bye = against if against not in numbers else None
    stay = tuple([SetBoard(*both) for both in here])
    alone = left_alone(before_boards(of.request, stay, away), here, bye)
    if alone is None or not {*numbers} <= {*alone.alone}:
        return None
    others = {*alone.alone} - {*numbers}
    request = before_boards(of.request, stay, away | others)
    in_order = tuple([number for number in alone.alone if number in numbers])
    made = by_ladder(request, replace(alone, alone=in_order, resting=bye))
    if not isinstance(made, PairingResult) or made.bye is not None:
        return None
    new = [{board.white, board.black} for board in made.boards if (board.white, board.black) not in here]
    return made if new == [{*numbers, against}] else None


def _without_absence(request: PairingInput, number: int) -> PairingInput:
    """The request as it is for who has come: a zero-point bye of the round is no plan of his."""

    def present(card: Card) -> Card:
        gone = request.away(card)
        if card.number != number or gone is None or gone.kind is not Kind.UNPAIRED:
            return card
        return replace(card, cells=tuple([cell for cell in card.cells if cell != gone]))

    return replace(request, chart=replace(request.chart, cards=tuple(map(present, request.chart.cards))))
