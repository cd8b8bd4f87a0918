"""Players left after the round was paired, and their opponents have no board (29G1): the two ways to go on,
each with the boards that it changes. A result came that the round was not paired on: what differs (29H9).

A draft is changed like any other. Of a published round, boards with a result stay as they are. Once a game
of it was played the others may have begun too, which the director knows (29G2, 29G3): who waits is paired
around them, by the ladder, which moves players from few of them, or with everybody there. Where the director
says which boards have not begun, only these are changed. A way with a rematch is offered only where no way is
legal (27A1). What a way makes of the round says ways.py, and which boards may be changed posted_boards.py.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Format

from ...models import LogEntry, PairingDraft, Section, Verb
from ...pairing import repairing, sentences
from ...pairing.draft import Draft
from ...pairing.pairing import pair
from ...pairing.repairing import Step, has_left, left_alone
from ...pairing.request import PairingInput
from ...pairing.result import PairingResult
from ...text import wording
from .basis import Basis, basis_of, draft_of
from .later_results import differing, told_later
from .left_boards import removed_boards
from .posted_boards import Boards, NotBegun, PostedBoards, before_boards, posted_boards
from .reasons import bye_by_hand
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
    # Boards that stay, and that no way has.
    elsewhere: frozenset[Step] = frozenset()
    # The open boards, of which the director may say that some have not begun.
    not_begun: NotBegun | None = None
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


def of_published(
    of: Basis, section: Section, row: PairingDraft | None, waiting: Collection[int] | None = None
) -> Repair | None:
    """What is offered for a published round: the ways to go on until it is over (29G), and the boards that
    results which came later would have made otherwise (29H9).

    ``waiting`` are the numbers of boards of which the director says that they have not begun, and every other
    has; None where the director does not say.
    """
    if not of.published or section.format != Format.SWISS.value:
        return None
    posted, bye = posted_boards(of, section, row), of.request.given_bye
    free = posted.waiting(waiting)
    found = Repair([], [], of.stamp, elsewhere=posted.beside, begun=posted.played or free is not None)
    anew = posted.around(posted.begun | posted.kept & posted.whole)
    if later := told_later(of, row):
        found = replace(found, later=later, differing=differing(anew, posted.here))
    if not posted.over:
        ways = _ways_on(section, posted, free, bye)
        legal = [way for way in ways if not way.rematches]
        waits = free is None and any(way.how == AGAIN for way in ways if way not in legal)
        found = replace(found, ways=legal or ways, waits=bool(legal) and waits)
        alone, not_begun = _alone(anew, posted.here, bye), posted.not_begun(waiting)
        # Where there is no way around all open boards, there may be one once some have not begun.
        if ways or (found.begun and not_begun.boards and len(alone) <= MOST_ALONE):
            found = replace(found, alone=alone, not_begun=not_begun if alone else None)
        if found.differing and not (ways or found.begun):
            made = pair(anew)
            ways = [way_of(anew, AGAIN, made, posted.here, bye)] if isinstance(made, PairingResult) else []
            found = replace(found, ways=ways)
    return found if found.ways or found.later or found.not_begun else None


def _ways_on(section: Section, posted: PostedBoards, free: Boards | None, bye: int | None) -> list[Way]:
    """The ways to go on in a published round. Once it has begun, and the director does not say which boards
    are ``free``, the ladder may move players from all open boards, pairing again from none or from all."""
    begun, whole = posted.begun, posted.whole
    stay = begun if free is None else begun | (whole - free)
    request = posted.around(stay | posted.kept & whole)
    again = posted.around(begun | whole) if posted.played and free is None else request
    movable = posted.around(stay | posted.locked & whole)
    ways = _ways(section, movable, again, [*_of_gone(section, posted, request, bye), *posted.here], bye)
    if not posted.played and free is None:
        return ways
    ways = [_left_over(way) for way in ways]
    if free is not None or begun == whole:
        return ways
    return _around_open_boards(ways, request, posted.here, bye)


def _of_gone(section: Section, posted: PostedBoards, request: PairingInput, bye: int | None) -> list[Step]:
    """The removed boards of those who are left alone because their opponent left the round."""
    left = left_alone(request, posted.here, bye)
    had = removed_boards(section, request.round, left.alone if left else ())
    return [both for both in had if has_left(posted.request, both[1])]


def why_left(section: Section, number: int, found: Repair | None) -> str:
    """The reason that was given for what left somebody alone in this round, if that was the last change."""
    last = LogEntry.objects.filter(standings=section.standings_id).order_by("pk").last()
    if last is None or found is None or not found.alone:
        return ""
    # Who is back left nobody alone, and that entry names no round.
    after = last.values.get("round", number)
    left = last.verb == Verb.WITHDRAW and (last.values.get("of") == number or after < number)
    removed = last.verb == Verb.REMOVE and last.values.get("round") == number
    return last.reason if left or removed else ""


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
