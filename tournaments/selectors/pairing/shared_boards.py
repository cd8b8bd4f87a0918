"""Boards of the hall that two sections of one event both use.

Said and not refused: sections may play in rooms of their own, or at other times.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Kind

from ...models import Game, PairingDraft, Player, Round, Section
from ...pairing.board_numbers import numbered
from .basis import free_boards

# So many sections are named.
MOST_NAMED = 3


def shared_boards(section: Section) -> str:
    """The sentence that names the boards and the other sections, by the players of each; empty where all
    boards are its own."""
    playing = Q(players__withdrawn_after=None, players__house=False, players__visitor_of=None)
    rows = _of_event(section).annotate(playing=Count("players", filter=playing))
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
    published = Round.objects.filter(
        section=OuterRef("section"), number=OuterRef("round"), published_at__isnull=False
    )
    drafts = PairingDraft.objects.filter(~Exists(published), section__in=rows).select_related("section")
    for row in drafts:
        used[row.section_id].update(_numbers(row))
    return _said(boards, used, rows)


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
