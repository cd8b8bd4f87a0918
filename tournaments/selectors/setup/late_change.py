"""A player who goes on in another section after round 1: what becomes of each game and each bye.

The entry here is withdrawn, and its games stay: they count for the opponents and are rated here. The player
enters the other section as a late entry (28K).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Format, Kind
from tiebreaks.engine.ranking.membership import name_key

from ...formats.byes import REQUESTED, Bye
from ...models import Game, Player, Round, Seat, Section, TeamTable
from ...text.results import bye_name, tell_result
from ...text.wording import after_round
from ..entries.numbering import free_number
from ..event.endings import finished_at
from .pages import paired_ahead


@dataclass(frozen=True)
class LateChange:
    """What a change to another section does. ``first`` is what must be settled before it, a sentence each."""

    target: Section
    # The round after which the entry here is withdrawn, and the number there.
    after: int
    number: int
    told: list[str]
    first: list[str]
    # Requested byes that go along.
    along: list[Bye]
    # The team tables that count both sections: the player counts in one of them.
    tables: list[TeamTable]
    # Whether its reserved board is free there.
    keeps_board: bool
    # The board without a result that is all there is to be settled: the change may remove it first.
    off: Game | None = None


def refusal(player: Player) -> str:
    """Why this entry changes no section, whatever the other one is; empty where it can."""
    named = {"name": player.called}
    if player.visitor_of is not None:
        told = _("%(name)s is a visitor here. Make the change in section %(section)s.")
        return told % {**named, "section": player.visitor_of.section.name}
    if player.house:
        return _("%(name)s is a house player. Add the player in the other section.") % named
    if again := player.reentries.first():
        told = _("%(name)s re-entered as number %(number)d. Change the section of that entry.")
        return told % {**named, "number": again.number}
    return ""


def has_begun(section: Section) -> bool:
    """Whether round 1 is published: players no longer just move."""
    return Round.objects.filter(section=section, number=1, published_at__isnull=False).exists()


def targets(player: Player) -> "QuerySet[Section]":
    """The sections in which a player can go on. A round robin that is paired has no place for one more."""
    home = player.section
    scheduled = Round.objects.filter(section__format=Format.ROUND_ROBIN.value, games__isnull=False)
    sections = home.event.sections.filter(archived=False, boards=home.boards).exclude(pk=home.pk)
    sections = sections.exclude(pk__in=scheduled.filter(section__event=home.event_id).values("section"))
    going_on = sections.annotate(finished=finished_at()).filter(finished=None)
    return going_on.select_related("event", "standings").order_by("position", "pk")


def late_change(player: Player, target: Section) -> LateChange:
    """What the change would do as everything stands."""
    home = player.section
    seats = list(
        Seat.objects.filter(player=player)
        .select_related("round", "game__round")
        .order_by("round__number", "slot")
    )
    published = [seat for seat in seats if seat.round.published_at]
    settled = [seat for seat in published if Kind.of(seat.kind) is not Kind.OPEN]
    after = max((seat.round.number for seat in settled), default=0)
    if player.withdrawn_after is not None:
        after = player.withdrawn_after
    ahead = [
        Bye(seat.round.number, Kind.of(seat.kind))
        for seat in seats
        if not seat.round.published_at and seat.game_id is None and seat.slot == 1
    ]
    gone = set(
        Round.objects.filter(section=target, published_at__isnull=False).values_list("number", flat=True)
    )
    along = [
        bye for bye in ahead if bye.kind in REQUESTED and bye.round <= target.rounds and bye.round not in gone
    ]
    taken = target.players.filter(fixed_board=player.fixed_board, withdrawn_after=None)
    keeps_board = player.fixed_board is not None and not taken.exists()
    number = free_number(target)
    told = [
        *_of_entry(player, after),
        *(_of_seat(player, seat) for seat in settled),
        *(_of_schedule(player, seat) for seat in seats if _stays_open(home, seat, after)),
        *_of_byes(ahead, along, target),
        _("%(section)s: late entry with number %(number)d.") % {"section": target.name, "number": number},
    ]
    if listed := player.members.count():
        told.append(
            ngettext(
                "The %(count)d listed player goes along.", "The %(count)d listed players go along.", listed
            )
            % {"count": listed}
        )
    if player.fixed_board is not None and not keeps_board:
        lost = _("Board %(board)d is reserved in %(section)s already. Reserve another board there.")
        told.append(lost % {"board": player.fixed_board, "section": target.name})
    first = [*_first(player, seats, after), *_there_already(player, target)]
    return LateChange(
        target,
        after,
        number,
        told,
        first,
        along,
        _tables(player, target),
        keeps_board,
        paired_ahead(player) if len(first) == 1 else None,
    )


def _is_open(seat: Seat) -> bool:
    return seat.game is not None and Kind.of(seat.kind) is Kind.OPEN


def _stays_open(home: Section, seat: Seat, after: int) -> bool:
    """A round robin keeps its schedule: later games become forfeits (30B)."""
    fixed = home.format == Format.ROUND_ROBIN.value
    return fixed and _is_open(seat) and seat.round.number > after


def _of_schedule(player: Player, seat: Seat) -> str:
    told = _("Round %(round)d, against %(opponent)s: stays on the schedule. Enter it as a forfeit.")
    if seat.round.published_at is None:
        told = _(
            "Round %(round)d, against %(opponent)s: stays on the schedule. Publishing the round enters the"
            " forfeit."
        )
    return told % {"round": seat.round.number, "opponent": _opponent(player, seat)}


def _of_entry(player: Player, after: int) -> Iterator[str]:
    home = player.section
    named = {"section": home.name, "number": player.number, "round": after, "after": after_round(after)}
    if player.withdrawn_after is not None:
        yield _("%(section)s, number %(number)d: withdrew %(after)s and stays withdrawn.") % named
    elif after:
        yield _("%(section)s, number %(number)d: withdrawn after round %(round)d.") % named
    else:
        yield _("%(section)s, number %(number)d: withdrawn before round 1.") % named
    if home.withdrawn_too:
        yield _("The entry in %(section)s can still win prizes there, as posted.") % named
    else:
        yield _("The entry in %(section)s wins no prize there (32C1).") % named


def _of_seat(player: Player, seat: Seat) -> str:
    """What becomes of a result or a bye of a published round."""
    kind = Kind.of(seat.kind)
    named = {"round": seat.round.number, "section": player.section.name}
    if seat.game is None:
        told = _("Round %(round)d, %(kind)s: stays in %(section)s.")
        return told % {**named, "kind": bye_name(kind)}
    white, black = _sides(seat)
    values = {
        **named,
        "white": white.player.called,
        "black": black.player.called,
        "result": _result(white, black),
    }
    if kind.played and player.section.boards:
        told = _(
            "Round %(round)d, %(white)s – %(black)s %(result)s: stays in %(section)s and counts for the"
            " opponent. Its games are rated there."
        )
    elif kind.played:
        told = _(
            "Round %(round)d, %(white)s – %(black)s %(result)s: stays in %(section)s, counts for the opponent"
            " and is rated there."
        )
    else:
        told = _("Round %(round)d, %(white)s – %(black)s %(result)s: stays in %(section)s.")
    return told % values


def _result(white: Seat, black: Seat) -> str:
    """Of a match what both teams scored on its boards, where somebody knows them."""
    if white.board_points_q is not None and black.board_points_q is not None:
        return f"{points.show(white.board_points_q)}–{points.show(black.board_points_q)}"
    return tell_result(white.kind + black.kind, (white.points_q, black.points_q))


def _sides(seat: Seat) -> list[Seat]:
    """White's seat of its game, and Black's."""
    seats = Seat.objects.filter(game=seat.game_id).select_related("player__section")
    return sorted(seats, key=lambda each: each.side, reverse=True)


def _of_byes(ahead: list[Bye], along: list[Bye], target: Section) -> Iterator[str]:
    for bye in ahead:
        named = {"round": bye.round, "kind": bye_name(bye.kind), "section": target.name}
        if bye in along:
            yield _("Round %(round)d, requested %(kind)s: moves to %(section)s.") % named
        else:
            yield _("Round %(round)d, requested %(kind)s: is canceled.") % named


def _opponent(player: Player, seat: Seat) -> str:
    return next(each.player.called for each in _sides(seat) if each.player_id != player.pk)


def _first(player: Player, seats: list[Seat], after: int) -> Iterator[str]:
    """The boards that still need a result, or to be taken back."""
    for seat in seats:
        if seat.game is None or not _is_open(seat) or _stays_open(player.section, seat, after):
            continue
        named = {
            "round": seat.round.number,
            "board": seat.game.board,
            "opponent": _opponent(player, seat),
        }
        if seat.round.published_at:
            told = _(
                "Round %(round)d, board %(board)d against %(opponent)s has no result. Enter it, or remove the"
                " pairing."
            )
            yield told % named
        else:
            told = _(
                "Round %(round)d, board %(board)d against %(opponent)s is only paired. Remove the pairing."
            )
            yield told % named


def _there_already(player: Player, target: Section) -> Iterator[str]:
    holder = target.players.filter(uscf_id=player.uscf_id).first() if player.uscf_id else None
    if holder is not None:
        told = _("%(holder)s in %(section)s has the US Chess ID of %(name)s.")
        yield told % {"holder": holder.called, "section": target.name, "name": player.called}
    if target.boards and name_key(player.name) in {name_key(team.name) for team in target.players.all()}:
        told = _("%(section)s has a team named %(name)s already. Rename one first.")
        yield told % {"section": target.name, "name": player.called}


def _tables(player: Player, target: Section) -> list[TeamTable]:
    if not player.team:
        return []
    both = TeamTable.objects.filter(draws_on__section=player.section_id).filter(draws_on__section=target)
    return list(both.order_by("pk"))
