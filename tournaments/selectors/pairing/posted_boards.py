"""The boards of a published round that is paired again: which stay, and which of the open ones have not
begun, as the director says (29G2, 29G3)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Kind, cell

from ...models import MatchBoard, PairingDraft, Seat, Section
from ...pairing.reading import of_one_player
from ...pairing.repairing import Step
from ...pairing.request import PairingInput, SetBoard
from ...text import wording
from .basis import Basis, before_seating
from .overlaid_reasons import arranged
from .reasons import row_of

Boards = frozenset[frozenset[int]]


@dataclass(frozen=True)
class OpenBoard:
    """A board without a result, which ``waits`` to begin where the director says so."""

    number: int
    names: str
    waits: bool


@dataclass(frozen=True)
class NotBegun:
    """The open boards of a round, of which the director may say that some have not begun.

    ``locked`` are those that stay all the same; ``ignored`` were marked and cannot be any more. ``told``: the
    director said so of each.
    """

    boards: list[OpenBoard]
    locked: list[int]
    ignored: list[int]
    told: bool = False
    of_teams: bool = False

    @property
    def waiting(self) -> list[int]:
        return [board.number for board in self.boards if board.waits]

    @property
    def marks(self) -> list[str]:
        """What a form sends of it; of no mark too where the director said so."""
        return [*map(str, self.waiting)] or [""] if self.told else []

    @property
    def query(self) -> str:
        return "&".join(f"waiting={number}" for number in self.marks)

    @property
    def said(self) -> str:
        """Which boards have not begun, so that every other has."""
        if not self.told:
            return ""
        if not self.waiting:
            return (
                _("No match is marked, so all matches count as begun.")
                if self.of_teams
                else _("No board is marked, so all boards count as begun.")
            )
        text = ngettext(
            "Board %(boards)s has not begun. All other boards count as begun.",
            "Boards %(boards)s have not begun. All other boards count as begun.",
            len(self.waiting),
        )
        if self.of_teams:
            text = ngettext(
                "Match %(boards)s has not begun. All other matches count as begun.",
                "Matches %(boards)s have not begun. All other matches count as begun.",
                len(self.waiting),
            )
        return text % {"boards": _listed(self.waiting)}

    @property
    def ignored_said(self) -> str:
        text = ngettext(
            "Board %(boards)s got a result or was changed meanwhile. It is no longer marked.",
            "Boards %(boards)s got results or were changed meanwhile. They are no longer marked.",
            len(self.ignored),
        )
        if self.of_teams:
            text = ngettext(
                "Match %(boards)s got a result or was changed meanwhile. It is no longer marked.",
                "Matches %(boards)s got results or were changed meanwhile. They are no longer marked.",
                len(self.ignored),
            )
        return text % {"boards": _listed(self.ignored)} if self.ignored else ""

    @property
    def locked_said(self) -> str:
        text = ngettext(
            "Board %(boards)s was locked, so it stays as it is.",
            "Boards %(boards)s were locked, so they stay as they are.",
            len(self.locked),
        )
        if self.of_teams:
            text = ngettext(
                "Match %(boards)s was locked, so it stays as it is.",
                "Matches %(boards)s were locked, so they stay as they are.",
                len(self.locked),
            )
        return text % {"boards": _listed(self.locked)} if self.locked else ""


@dataclass(frozen=True)
class PostedBoards:
    """The boards of a published round, each by its two players.

    ``here`` are those that may be paired again, White first, and ``beside`` those that are none of its
    business: they play with another section, or have a result and lost a player. ``away`` are their players,
    and those who play this round by another entry (28S). ``begun`` have a result, or as a match one of a
    board; ``whole`` have both players still; ``locked`` were locked before the round was posted, ``kept``
    were made by the director.
    """

    request: PairingInput
    here: list[Step]
    beside: frozenset[Step]
    away: frozenset[int]
    begun: Boards
    whole: Boards
    locked: Boards
    kept: Boards
    # Whether a game of the round was played, and whether it is over: none is open then.
    played: bool
    over: bool
    # Who plays on the board of each number.
    by_number: Mapping[int, frozenset[int]]

    def around(self, stay: Boards) -> PairingInput:
        """The request as it was before the round was paired, but for boards that stay."""
        stays = tuple([SetBoard(*both) for both in self.here if frozenset(both) in stay])
        return before_boards(self.request, stays, self.away)

    @cached_property
    def open(self) -> dict[int, frozenset[int]]:
        """Boards whose players may go on to another opponent, if their game has not begun, by number."""
        return {
            number: both
            for number, both in sorted(self.by_number.items())
            if both in self.whole - self.begun - self.locked
        }

    def waiting(self, numbers: Collection[int] | None) -> Boards | None:
        """The open boards with these numbers; None where the director did not say which have not begun."""
        if numbers is None:
            return None
        return frozenset(both for number, both in self.open.items() if number in numbers)

    def not_begun(self, marked: Collection[int] | None) -> NotBegun:
        """The open boards, of which the director may say that only those that are ``marked`` have not begun.
        Until then all count as that if no game was played."""
        numbers = marked if marked is not None else [] if self.played else self.open
        white_first = {frozenset(both): both for both in self.here}
        names = self.request.name
        boards = [
            OpenBoard(number, " – ".join(map(names, white_first[both])), number in numbers)
            for number, both in self.open.items()
        ]
        locked = self.locked & self.whole - self.begun
        stay = [number for number, both in sorted(self.by_number.items()) if both in locked]
        gone = sorted({*numbers} - self.open.keys())
        return NotBegun(boards, stay, gone, marked is not None, self.request.of_teams)


def posted_boards(of: Basis, section: Section, row: PairingDraft | None) -> PostedBoards:
    """The boards of a published round, read with one query and the reasons of the round."""
    number, known = of.request.round, of.request.chart.by_number
    seats = Seat.objects.filter(game__round__section=section, game__round__number=number)
    found = list(seats.values_list("player__number", "kind", "game__board"))
    results = {player: Kind.of(kind) for player, kind, _board in found if kind != Kind.OPEN.letter}
    board_of = {player: board for player, _kind, board in found}
    in_play = _matches_in_play(section, number)
    there = {both: frozenset(both) for both in of.there}
    begun = {both for both in there.values() if results.keys() & both or board_of[min(both)] in in_play}
    whole = {both for both in there.values() if all(of.request.in_pool(known[number]) for number in both)}
    beside = frozenset(
        step
        for step, both in there.items()
        if both in begun - whole or any(known[number].visitor for number in both)
    )
    here = [step for step in of.there if step not in beside]
    pairs = frozenset(map(frozenset, here))
    entries = [both for both in of_one_player(of.request.chart) if both & of.seated]
    waits_in_vain = {n for both in entries for n in both - of.seated if of.request.in_pool(known[n])}
    played = bool(in_play) or any(kind.played for kind in results.values())
    locked = frozenset(frozenset((each.white, each.black)) for each in (row.draft.locks if row else ()))
    return PostedBoards(
        request=of.request,
        here=here,
        beside=beside,
        away=frozenset(player for both in beside for player in both) | waits_in_vain,
        begun=pairs & begun,
        whole=pairs & whole,
        locked=locked,
        # The ladder may move players whom the director seated, but did not lock.
        kept=locked | arranged(row_of(section.standings_id, number), here),
        played=played,
        over=played and all(results.keys() & both for both in pairs),
        by_number={board_of[min(both)]: both for both in pairs},
    )


def _matches_in_play(section: Section, number: int) -> set[int]:
    """The matches of which a board was played, by number. What a short team forfeits is there before."""
    if not section.boards:
        return set()
    rows = MatchBoard.objects.filter(game__round__section=section, game__round__number=number)
    kinds = rows.exclude(home_kind=Kind.OPEN.letter).values_list("game__board", "home_kind")
    return {board for board, kind in kinds if Kind.of(kind).played}


def before_boards(
    request: PairingInput, stay: tuple[SetBoard, ...], away: Collection[int] = ()
) -> PairingInput:
    """The request as it was before anybody was seated, but for boards that stay. Who is away has a board that
    is not paired here."""
    chart = before_seating(request.chart, request.round)
    out = cell(request.round, Kind.UNPAIRED)
    cards = [replace(c, cells=(*c.cells, out)) if c.number in away else c for c in chart.cards]
    return replace(
        request, chart=replace(chart, cards=tuple(cards)), locks=replace(request.locks, boards=stay)
    )


def _listed(numbers: list[int]) -> str:
    return wording.enumerated([str(number) for number in numbers])
