"""Who came after a round was paired: in no seat of it, until a director pairs it again or finds one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Card, Format, Kind

from ...models import Event, PairingDraft, Player, Round, Seat, Section
from ...pairing.repairing import Step, by_ladder, left_alone
from ...pairing.request import PairingInput, SetBoard
from ...pairing.result import PairingResult
from ..entries.check_in import BYE, LEFT, TOGETHER, Late, expected, last_published
from .basis import Basis, basis_of, draft_of
from .posted_boards import before_boards, posted_boards


def left_out(player: Player) -> str:
    """What to tell of a player who is here and has no seat in the round 1 that is paired, or in a later one
    that was published before; empty for nobody else. Who asked for a bye with points expects no seat."""
    section = player.section
    number = last_published(section)
    values = {"name": player.called, "section": section.name, "round": number}
    if number > 1:
        told = _(
            "Round %(round)d of %(section)s is published without %(name)s and is not over: the player may"
            " still be seated there."
        )
        return told % values if is_late(player) else ""
    if number:
        told = _(
            "Round 1 of %(section)s is published without %(name)s. Seat the player there now, or pair the"
            " player from round 2 on."
        )
        return "" if _has_seat(player) else told % values
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


# --- a seat for who came late --------------------------------------------------------------------


@dataclass(frozen=True)
class WayIn:
    """A round with a latecomer against who had the full-point bye, who was left alone, or another latecomer
    (``against``): those who ``came``. Every other board stays."""

    request: PairingInput
    there: tuple[Step, ...]
    made: PairingResult
    stamp: str
    against: int
    came: tuple[Player, ...]
    how: str


def latecomers(event: Event, section: Section | None = None) -> dict[int, Late]:
    """By key, who is here and has no seat in the last published round, which is not over: each with who has
    the full-point bye, who is left without a board, or another of them, if the two may meet."""
    found = {}
    for late in _late_players(event, section):
        ways = ways_in(late)
        for player in late.players:
            way = ways.get(player.pk)
            name = way.request.name(way.against) if way else ""
            how = way.how if way else ""
            against = way.against if way else 0
            found[player.pk] = Late(player.called, player.number, late.round, against, name, how)
    return found


def is_late(player: Player) -> bool:
    return any(player in late.players for late in _late_players(player.section.event, player.section))


class _LatePlayers(NamedTuple):
    """Those of a section who came late to the last round that is published."""

    round: int
    players: list[Player]


def _late_players(event: Event, section: Section | None) -> list[_LatePlayers]:
    """Who is here at round 1, and who came after a later round was published: others sit it out."""
    sections = event.sections.filter(archived=False)
    if section is not None:
        sections = sections.filter(pk=section.pk)
    published = Round.objects.filter(section=OuterRef("section"), published_at__isnull=False)
    last = published.order_by("-number")
    rows = expected(Player.objects.filter(section__in=sections, withdrawn_after=None))
    rows = rows.annotate(
        last=Subquery(last.values("number")[:1]), since=Subquery(last.values("published_at")[:1])
    )
    came_since = Q(check_in__at__gt=F("since"), section__format=Section.Formats.SWISS)
    seats = Seat.objects.filter(player=OuterRef("pk"), round__number=OuterRef("last"))
    late = rows.exclude(check_in=None).filter(Q(last=1) | came_since)
    late = late.exclude(Exists(seats.exclude(kind=Kind.UNPAIRED.letter)))
    players = late.select_related("section__event", "section__standings").order_by("section", "number")
    of_section: dict[int, _LatePlayers] = {}
    for player in players:
        number: int = getattr(player, "last")  # noqa: B009
        of_section.setdefault(player.section_id, _LatePlayers(number, [])).players.append(player)
    return [each for each in of_section.values() if is_open(each.players[0].section, each.round)]


def is_open(section: Section, number: int) -> bool:
    """Whether a board of a round has no result yet."""
    open_seats = Seat.objects.filter(round__section=section, round__number=number, kind=Kind.OPEN.letter)
    return open_seats.exclude(game=None).exists()


def way_in(player: Player) -> WayIn | None:
    """None where nobody else is free to play, or the two may not meet."""
    late = next(iter(_late_players(player.section.event, player.section)), None)
    return ways_in(late).get(player.pk) if late and player in late.players else None


def ways_in(late: _LatePlayers) -> dict[int, WayIn]:
    """By key, the ways of the latecomers of a section: each against who has the full-point bye, or where
    nobody has it who is left without a board, else two by two, in their order."""
    section = late.players[0].section
    row = draft_of(section, late.round)
    of = basis_of(section, late.round, row)
    if section.format != Format.SWISS.value or not of.published:
        return {}
    bye = of.request.given_bye
    if bye is not None:
        return {player.pk: way for player in late.players if (way := _way(of, row, (player,), bye))}
    ways = {
        player.pk: way
        for player in late.players
        for left in reversed(_left(of, row, late.players))
        if (way := _way(of, row, (player,), left, is_left=True))
    }
    for one, other in combinations(late.players, 2):
        if one.pk not in ways and other.pk not in ways and (way := _way(of, row, (one, other), other.number)):
            ways |= {one.pk: way, other.pk: replace(way, against=one.number)}
    return ways


def _left(of: Basis, row: PairingDraft | None, late: Sequence[Player]) -> list[int]:
    """Who is left without a board in the round and did not come late, the highest-ranked first."""
    posted = posted_boards(of, late[0].section, row)
    alone = left_alone(before_boards(of.request, (), posted.away), posted.here, None)
    came = {player.number for player in late}
    return [number for number in (alone.alone if alone else ()) if number not in came]


def _way(
    of: Basis, row: PairingDraft | None, came: tuple[Player, ...], against: int, *, is_left: bool = False
) -> WayIn | None:
    request = of.request
    for player in came:
        request = _without_absence(request, player.number)
    of = replace(of, request=request)
    posted = posted_boards(of, came[0].section, row)
    numbers = tuple([player.number for player in came]) + ((against,) if is_left else ())
    made = None if posted.over else _made(of, posted.here, posted.away, numbers, against)
    how = LEFT if is_left else TOGETHER if len(came) > 1 else BYE
    return WayIn(of.request, of.there, made, of.stamp, against, came, how) if made else None


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
