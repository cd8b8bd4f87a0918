"""Boards of the hall that two sections of one event both use, and numbers by which none do.

Said and not refused: sections may play in rooms of their own, or at other times.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import FinalSheet

from ...models import Event, Game, PairingDraft, Player, Round, Section
from ...pairing.board_numbers import numbered
from .basis import free_boards

# So many sections are named.
MOST_NAMED = 3
_PLAYING = Q(players__withdrawn_after=None, players__house=False, players__visitor_of=None)


def shared_boards(section: Section) -> str:
    """The sentence that names the boards and the other sections, by the players of each; empty where all
    boards are its own."""
    rows = _of_event(section).annotate(playing=Count("players", filter=_PLAYING))
    boards = {row.pk: range(row.first_board, row.first_board + row.playing // 2) for row in rows}
    return _said(boards.pop(section.pk, range(0)), boards, rows)


def boards_in_use(section: Section, boards: Collection[int]) -> str:
    """The same of the boards of a draft, beside those on which another section plays at this moment, or has a
    draft of its own."""
    rows = _of_event(section).exclude(pk=section.pk)
    used: dict[int, set[int]] = defaultdict(set)
    open_games = Game.objects.filter(round__section__in=rows, seats__kind=Kind.OPEN.letter)
    for of, board in open_games.values_list("round__section", "board").distinct():
        used[of].add(board)
    for row in _unpublished_drafts(rows):
        used[row.section_id].update(_numbers(row))
    return _said(boards, used, rows)


def _unpublished_drafts(sections: QuerySet[Section]) -> QuerySet[PairingDraft]:
    published = Round.objects.filter(
        section=OuterRef("section"), number=OuterRef("round"), published_at__isnull=False
    )
    return PairingDraft.objects.filter(~Exists(published), section__in=sections).select_related("section")


class BoardsOf(NamedTuple):
    """A section with the boards that it would have in a row with the others."""

    section: Section
    first: int
    boards: int

    @property
    def last(self) -> int:
        return self.first + self.boards - 1

    @property
    def now(self) -> str:
        return self._from(self.section.first_board)

    @property
    def then(self) -> str:
        return self._from(self.first)

    def _from(self, first: int) -> str:
        if not self.boards:
            return "–"
        return f"{first}–{first + self.boards - 1}" if self.boards > 1 else str(first)


def boards_in_a_row(event: Event) -> list[BoardsOf]:
    """The sections of an event that are not over, the boards of each after those of the one before: as many
    as the pairings of its next round have, and else as its players need. A round that is played keeps its
    boards, so none of them is given away."""
    final = FinalSheet.objects.filter(reopened_at=None).values("standings")
    rows = event.sections.filter(archived=False).exclude(standings__in=final).order_by("position", "pk")
    open_games = Game.objects.filter(round__section__in=rows, seats__kind=Kind.OPEN.letter)
    played = Counter(of for of, _game in open_games.values_list("round__section", "pk").distinct())
    drafted = {row.section_id: len(_numbers(row)) for row in _unpublished_drafts(rows)}
    found, first = [], 1
    for row in rows.annotate(playing=Count("players", filter=_PLAYING)):
        count = drafted.get(row.pk, row.playing // 2)
        found.append(BoardsOf(row, first, max(count, played[row.pk])))
        first = found[-1].last + 1
    return found


def _of_event(section: Section) -> QuerySet[Section]:
    beside = Section.objects.filter(event=section.event_id, archived=False)
    return beside.order_by("position", "pk")


def _numbers(row: PairingDraft) -> list[int]:
    first, taken = free_boards(row.section, row.round)
    fixed = Player.objects.filter(section=row.section_id, fixed_board__isnull=False)
    reserved = {number: board or 0 for number, board in fixed.values_list("number", "fixed_board")}
    return numbered([{board.white, board.black} for board in row.draft.boards], reserved, first, taken)


def _said(own: Collection[int], others: Mapping[int, Collection[int]], rows: QuerySet[Section]) -> str:
    shared = {pk: boards for pk, of in others.items() if (boards := {*own} & {*of})}
    if not shared:
        return ""
    names = [row.name for row in rows if row.pk in shared]
    boards = set().union(*shared.values())
    first, last = min(boards), max(boards)
    named = "; ".join(names[:MOST_NAMED])
    more = len(names) - MOST_NAMED
    if more > 0:
        others_too = ngettext("%(names)s and %(count)d more", "%(names)s and %(count)d more", more)
        named = others_too % {"names": named, "count": more}
    said = ngettext(
        "Board %(first)d is also used by %(sections)s. Give this section a first board of its own.",
        "Boards %(first)d–%(last)d are also used by %(sections)s. Give this section a first board of its"
        " own.",
        last - first + 1,
    )
    return said % {"first": first, "last": last, "sections": named}
