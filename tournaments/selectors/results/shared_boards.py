"""Boards of the hall that two sections of one event both use.

Said and not refused: sections may play in rooms of their own, or at other times.
"""

from django.db.models import Count, Q
from django.utils.translation import ngettext

from ...models import Section


def shared_boards(section: Section) -> str:
    """The sentence that names the boards and the other sections; empty where all boards are its own."""
    playing = Q(players__withdrawn_after=None, players__house=False, players__visitor_of=None)
    beside = Section.objects.filter(event=section.event_id, archived=False)
    rows = beside.annotate(playing=Count("players", filter=playing)).order_by("position", "pk")
    boards = {row.pk: range(row.first_board, row.first_board + row.playing // 2) for row in rows}
    own = boards.get(section.pk, range(0))
    both = {
        row.name: shared
        for row in rows
        if row.pk != section.pk
        and (shared := range(max(own.start, boards[row.pk].start), min(own.stop, boards[row.pk].stop)))
    }
    if not both:
        return ""
    first, last = min(each.start for each in both.values()), max(each.stop - 1 for each in both.values())
    said = ngettext(
        "Board %(first)d is also used by %(sections)s. Give this section a first board of its own.",
        "Boards %(first)d–%(last)d are also used by %(sections)s. Give this section a first board of its"
        " own.",
        last - first + 1,
    )
    return said % {"first": first, "last": last, "sections": "; ".join(both)}
