"""Players left after the round was paired, and their opponents have no board (29G1): the two ways to go on,
each with the boards that it changes. A result came that the round was not paired on: what differs (29H9).

A draft is changed like any other. Of a published round, boards with a result stay as they are. Once a game
of it was played the others may have begun too, which the director knows (29G2, 29G3): who waits is paired
around them, by the ladder, which moves players from few of them, or with everybody there. A way with a
rematch is offered only where no way is legal (27A1). What a way makes of the round says ways.py.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Format, Kind, cell

from ...models import LogEntry, PairingDraft, Seat, Section, Verb
from ...pairing import repairing, sentences
from ...pairing.draft import Draft
from ...pairing.pairing import pair
from ...pairing.repairing import Step, left_alone
from ...pairing.request import PairingInput, SetBoard
from ...pairing.result import PairingResult
from ...text import wording
from .basis import Basis, basis_of, before_seating, draft_of
from .later_results import differing, told_later
from .left_boards import removed_boards
from .overlaid_reasons import arranged
from .reasons import bye_by_hand, row_of
from .ways import AGAIN, LADDER, OPEN, Way, way_of

# A draft in which more are without a board is one that is being typed.
MOST_ALONE = 6


@dataclass(frozen=True)
class Repair:
    """Who has no board, or why else a round may be paired again, and what can be done about it.

    ``later`` are results that came after the round was paired on others, ``differing`` the boards that they
    would have made otherwise (29H9). ``stamp`` is what it was read at.
    """

    alone: list[str]
    ways: list[Way]
    stamp: str
    later: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)
    # Boards that play with another section.
    elsewhere: frozenset[Step] = frozenset()
    # Whether a game of the round was played.
    begun: bool = False
    # Whether only rematches are left for those who wait, if all boards without a result have begun.
    waits: bool = False

    def way(self, how: str) -> Way | None:
        return next((way for way in self.ways if way.how == how), None)

    @property
    def said(self) -> str:
        """What is the matter, in one line."""
        if not self.alone:
            return ngettext(
                "A result differs from what this round was paired on",
                "Results differ from what this round was paired on",
                len(self.later),
            )
        text = ngettext(
            "%(names)s has no opponent in this round",
            "%(names)s have no opponent in this round",
            len(self.alone),
        )
        return text % {"names": wording.enumerated(self.alone)}


def of_draft(of: Basis, section: Section, row: PairingDraft, draft: Draft) -> Repair | None:
    """What is offered for a draft; None where nobody is left alone."""
    if of.there or section.format != Format.SWISS.value:
        return None
    boards = [(board.white, board.black) for board in draft.boards if board.full]
    request = before_boards(of.request, draft.locks)
    again = replace(request, locks=replace(request.locks, bye=bye_by_hand(request, row, draft)))
    ways = _ways(section, request, request, boards, draft.bye or None, again)
    return Repair(_alone(request, boards, draft.bye or None), ways, of.stamp) if ways else None


def of_published(of: Basis, section: Section, row: PairingDraft | None) -> Repair | None:
    """What is offered for a published round: the ways to go on until it is over (29G), and the boards that
    results which came later would have made otherwise (29H9)."""
    if not of.published or section.format != Format.SWISS.value:
        return None
    seats = Seat.objects.filter(game__round__section=section, game__round__number=of.request.round)
    results = dict(seats.exclude(kind=Kind.OPEN.letter).values_list("player__number", "kind"))
    known = of.request.chart.by_number
    elsewhere = frozenset(both for both in of.there if any(known[number].visitor for number in both))
    here = [both for both in of.there if both not in elsewhere]
    begun = {frozenset(both) for both in here if results.keys() & {*both}}
    whole = {frozenset(both) for both in here if all(of.request.in_pool(known[number]) for number in both)}
    # The ladder may move players whom the director seated, but did not lock.
    locked = {frozenset((each.white, each.black)) for each in (row.draft.locks if row else ())}
    kept = locked | arranged(row_of(section.standings_id, of.request.round), here)
    away = {number for both in elsewhere for number in both}

    def around(stay: set[frozenset[int]]) -> PairingInput:
        return before_boards(of.request, tuple([SetBoard(*both) for both in here if {*both} in stay]), away)

    request = around(begun | kept & whole)
    played = any(Kind.of(kind).played for kind in results.values())
    found = Repair([], [], of.stamp, elsewhere=elsewhere, begun=played)
    if later := told_later(of, row):
        found = replace(found, later=later, differing=differing(request, here))
    if not played or any(frozenset(both) not in begun for both in here):
        bye = of.request.given_bye
        again = around(begun | whole) if played else request
        left = left_alone(request, here, bye)
        had = removed_boards(section, of.request.round, left.alone if left else ())
        of_gone = [both for both in had if not of.request.in_pool(known[both[1]])]
        ways = _ways(section, around(begun | locked & whole), again, [*of_gone, *here], bye)
        if played:
            ways = [_left_over(way) for way in ways]
        if played and begun != whole:
            ways = _around_open_boards(ways, request, here, bye)
        legal = [way for way in ways if not way.rematches]
        waits = any(way.how == AGAIN for way in ways if way not in legal)
        found, ways = replace(found, waits=bool(legal) and waits), legal or ways
        alone = _alone(request, here, bye) if ways else []
        if found.differing and not ways and not played:
            made = pair(request)
            ways = [way_of(request, AGAIN, made, here, bye)] if isinstance(made, PairingResult) else []
        found = replace(found, alone=alone, ways=ways)
    return found if found.ways or found.later else None


def why_left(section: Section, number: int, found: Repair | None) -> str:
    """The reason that was given for what left somebody alone in this round, if that was the last change."""
    last = LogEntry.objects.filter(standings=section.standings_id).order_by("pk").last()
    if last is None or found is None or not found.alone:
        return ""
    left = last.verb == Verb.WITHDRAW and (last.values.get("of") == number or last.values["round"] < number)
    removed = last.verb == Verb.REMOVE and last.values.get("round") == number
    return last.reason if left or removed else ""


def before_boards(
    request: PairingInput, stay: tuple[SetBoard, ...], away: Collection[int] = ()
) -> PairingInput:
    """The request as it was before anybody was seated, but for boards that stay. Who is away plays in another
    section."""
    chart = before_seating(request.chart, request.round)
    out = cell(request.round, Kind.UNPAIRED)
    cards = [replace(c, cells=(*c.cells, out)) if c.number in away else c for c in chart.cards]
    return replace(
        request, chart=replace(chart, cards=tuple(cards)), locks=replace(request.locks, boards=stay)
    )


def _alone(request: PairingInput, boards: Sequence[Step], bye: int | None) -> list[str]:
    left = left_alone(request, boards, bye)
    return [request.name(number) for number in left.alone] if left else []


def _ways(
    section: Section,
    movable: PairingInput,
    request: PairingInput,
    boards: Sequence[Step],
    bye: int | None,
    again: PairingInput | None = None,
) -> list[Way]:
    """The ladder, which leaves the boards of ``movable`` that are set, and pairing ``again``, for those who
    are left alone."""
    if section.format != Format.SWISS.value:
        return []
    alone = left_alone(request, boards, bye)
    if alone is None or len(alone.alone) > MOST_ALONE:
        return []
    made = {LADDER: repairing.by_ladder(movable, alone), AGAIN: pair(again or request)}
    ways = [
        # Who has the bye by the rules is asked of the boards that the way may change.
        way_of(movable if how == LADDER else request, how, result, boards, bye, alone.alone)
        for how, result in made.items()
        if isinstance(result, PairingResult)
    ]
    # Of a draft nothing is posted: who has the bye is for the rules to say, not for who came last (28L2).
    ways = [way for way in ways if way.boards or (way.bye and (again is None or way.how == AGAIN))]
    return ways[: 1 if _same(ways) else None]


def _same(ways: Sequence[Way]) -> bool:
    """Whether all ways lead to the same round, so that there is nothing to choose."""
    return len({(frozenset(new.numbers for new in way.boards), way.bye) for way in ways}) == 1


def _same_pairs(one: Way, other: Way) -> bool:
    """Whether two ways lead to the same opponents and bye, whatever the colors."""
    first, second = (({board.players for board in way.made.boards}, way.bye) for way in (one, other))
    return first == second


def would_differ_now(section: Section, number: int) -> bool:
    """Whether results that came later would have made other boards of a round that has not begun (29H9). One
    query where none was assumed."""
    row = draft_of(section, number)
    if row is None or not row.assumed:
        return False
    found = of_published(basis_of(section, number, row), section, row)
    return found is not None and bool(found.differing) and not found.begun


def _left_over(way: Way) -> Way:
    """Pairing again what is left of a round that has begun: who then has the bye is the lowest of those who
    are alone, and not of the lowest score group (28L2)."""
    if way.how != AGAIN or way.made.bye is None:
        return way
    bye = replace(way.made.bye, sentences=(sentences.say(sentences.BYE_LEFT),))
    return replace(way, made=replace(way.made, bye=bye))


def _around_open_boards(
    ways: Sequence[Way], request: PairingInput, boards: Sequence[Step], bye: int | None
) -> list[Way]:
    """The ways of a round that has begun, of which some boards have no result, with what they take of these;
    and to pair all who have none anew (``request``), where that is a way of its own."""
    stay = _("Boards that are still open count as begun, so nobody there is moved.")
    move = _("Only if no board without a result has begun.")
    if request.of_teams:
        stay = _("Matches that are still open count as begun, so no team is moved.")
        move = _("Only if no match without a result has begun.")
    found = [replace(way, assumes=stay) if way.how == AGAIN else way for way in ways]
    made = pair(request) if ways else None
    if isinstance(made, PairingResult):
        anew = replace(way_of(request, OPEN, made, boards, bye), assumes=move)
        there = (_same_pairs(way, anew) for way in ways)
        found += [] if any(there) else [anew]
    return found
