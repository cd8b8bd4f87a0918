"""Boards of the hall that two sections of one event both use, and numbers by which none do.

Said and not refused: sections may play in rooms of their own, or at other times.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
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
    return _said(boards, _used_now(rows), rows)


def boards_newly_in_use(section: Section, boards: Collection[int]) -> str:
    """The same without the boards that were agreed to: those that both sections had in a round that is over,
    and of those of this one all, where the other has no such round."""
    rows = _of_event(section).exclude(pk=section.pk)
    over = _boards_of_rounds_over(_of_event(section))
    own = over[section.pk]
    used = {pk: of - (own & over[pk] if over[pk] else own) for pk, of in _used_now(rows).items()}
    return _said(boards, used, rows)


def _used_now(sections: QuerySet[Section]) -> dict[int, set[int]]:
    used = _open_boards(sections)
    for row in _unpublished_drafts(sections):
        used[row.section_id].update(_numbers(row))
    return used


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
    # What it shares with others by the numbers that are set now, in words.
    shared: str = ""

    @property
    def last(self) -> int:
        return self.first + self.boards - 1

    @property
    def now(self) -> str:
        return self._from(self.section.first_board)

    @property
    def then(self) -> str:
        return self._from(self.first)

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.boards)

    def _from(self, first: int) -> str:
        if not self.boards:
            return "–"
        return f"{first}–{first + self.boards - 1}" if self.boards > 1 else str(first)


def boards_in_a_row(event: Event) -> list[BoardsOf]:
    """The sections of an event that are not over, the boards of each after those of the one before: as many
    as the pairings of its next round have, and else as its players need. A section that plays now keeps its
    boards, and no other gets one of them."""
    final = FinalSheet.objects.filter(reopened_at=None).values("standings")
    rows = event.sections.filter(archived=False).exclude(standings__in=final).order_by("position", "pk")
    drafted = {row.section_id: len(_numbers(row)) for row in _unpublished_drafts(rows)}
    playing = _open_boards(rows)
    sections = list(rows.annotate(playing=Count("players", filter=_PLAYING)))
    now = {row.pk: BoardsOf(row, row.first_board, drafted.get(row.pk, row.playing // 2)) for row in sections}
    taken = set().union(*playing.values(), *(now[pk].numbers for pk in playing))
    found, free = [], 1
    for row in sections:
        its = now[row.pk]
        if row.pk not in playing:
            its = its._replace(first=free)
            while clash := taken.intersection(its.numbers):
                its = its._replace(first=max(clash) + 1)
        found.append(its)
        free = max(free, its.last + 1)
    boards = {pk: {*each.numbers, *playing.get(pk, ())} for pk, each in now.items()}
    return [each._replace(shared=_shared_now(each.section.pk, boards, sections)) for each in found]


def _shared_now(section: int, boards: Mapping[int, Collection[int]], rows: Iterable[Section]) -> str:
    others = {pk: of for pk, of in boards.items() if pk != section}
    if not (found := _overlap(boards[section], others, rows)):
        return ""
    said = ngettext("%(first)d: %(sections)s too", "%(first)d–%(last)d: %(sections)s too", found.boards)
    return said % found.values


def _open_boards(sections: QuerySet[Section]) -> dict[int, set[int]]:
    """By the keys of the sections, the boards on which they play at this moment."""
    found: dict[int, set[int]] = defaultdict(set)
    games = Game.objects.filter(round__section__in=sections, seats__kind=Kind.OPEN.letter)
    for of, board in games.values_list("round__section", "board").distinct():
        found[of].add(board)
    return found


def _boards_of_rounds_over(sections: QuerySet[Section]) -> dict[int, set[int]]:
    """By the keys of the sections, the boards of those rounds in which no game is open."""
    found: dict[int, set[int]] = defaultdict(set)
    is_open = Round.objects.filter(section__in=sections, games__seats__kind=Kind.OPEN.letter)
    games = Game.objects.filter(round__section__in=sections).exclude(round__in=is_open)
    for of, board in games.values_list("round__section", "board").distinct():
        found[of].add(board)
    return found


def _of_event(section: Section) -> QuerySet[Section]:
    beside = Section.objects.filter(event=section.event_id, archived=False)
    return beside.order_by("position", "pk")


def _numbers(row: PairingDraft) -> list[int]:
    first, taken = free_boards(row.section, row.round)
    fixed = Player.objects.filter(section=row.section_id, fixed_board__isnull=False)
    reserved = {number: board or 0 for number, board in fixed.values_list("number", "fixed_board")}
    return numbered([{board.white, board.black} for board in row.draft.boards], reserved, first, taken)


class _Overlap(NamedTuple):
    first: int
    last: int
    named: str

    @property
    def boards(self) -> int:
        return self.last - self.first + 1

    @property
    def values(self) -> dict[str, object]:
        return {"first": self.first, "last": self.last, "sections": self.named}


def _overlap(
    own: Collection[int], others: Mapping[int, Collection[int]], rows: Iterable[Section]
) -> _Overlap | None:
    shared = {pk: boards for pk, of in others.items() if (boards := {*own} & {*of})}
    if not shared:
        return None
    names = [row.name for row in rows if row.pk in shared]
    boards = set().union(*shared.values())
    named = "; ".join(names[:MOST_NAMED])
    more = len(names) - MOST_NAMED
    if more > 0:
        others_too = ngettext("%(names)s and %(count)d more", "%(names)s and %(count)d more", more)
        named = others_too % {"names": named, "count": more}
    return _Overlap(min(boards), max(boards), named)


def _said(own: Collection[int], others: Mapping[int, Collection[int]], rows: Iterable[Section]) -> str:
    if not (found := _overlap(own, others, rows)):
        return ""
    said = ngettext(
        "Board %(first)d is also used by %(sections)s. Give this section a first board of its own.",
        "Boards %(first)d–%(last)d are also used by %(sections)s. Give this section a first board of its"
        " own.",
        found.boards,
    )
    return said % found.values
