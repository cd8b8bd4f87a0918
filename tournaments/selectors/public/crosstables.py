"""The little table of the games among tied players on a why page (34E5).

Its cells are the terms that the values were added up from; the table itself computes nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Card, Kind
from tiebreaks.engine.ranking.fold import Ranking
from tiebreaks.engine.terms.crosstable import Crosstable, Meeting

from ...text import wording
from ...text.results import bye_name

# A larger table is unreadable on a phone, and the player's own games are listed below it.
WIDEST = 20
# As many pairs who have not met are named.
PAIRS = 6


@dataclass(frozen=True)
class Met:
    """One pairing as its cell shows it, in words, and what it adds; nothing where it is not counted."""

    shown: str
    label: str
    adds: str


@dataclass(frozen=True)
class CrosstableLine:
    """A tied player's games, one cell a rival, None for herself; ``shown`` is the value of the standings."""

    card: Card
    own: bool
    cells: list[list[Met] | None]
    shown: str
    exact: str


@dataclass(frozen=True)
class GamesTable:
    """The games of tied players with the rivals whose games count; without lines if too many are tied."""

    caption: str
    head: str
    rivals: list[Card]
    lines: list[CrosstableLine]
    unmet: str
    legend: list[str]


def games_table(ranking: Ranking, at: int, number: int) -> GamesTable | None:
    """The table of the group with which a player reached a step; None where there is none of either."""
    step, group = ranking.steps[at], ranking.groups[at].get(number)
    if step.system.crosstable is None or group is None:
        return None
    table = step.system.crosstable(ranking.reading, step.variations, group)
    rivals = [s.number for s in ranking.standings if s.number in table.rivals]
    by_number = ranking.reading.by_number
    shown = [each for each in rivals if each in group] if len(rivals) <= WIDEST else []
    return GamesTable(
        caption=_caption(len(group), apart=group != table.rivals),
        head=_(step.system.head),
        rivals=[by_number[rival] for rival in rivals],
        lines=[_line(ranking, at, table, each, rivals, each == number) for each in shown],
        unmet="" if ranking.value(at, number) is not None else _unmet(table, by_number),
        legend=list(_legend(table)),
    )


def _caption(count: int, *, apart: bool) -> str:
    if apart:
        text = ngettext(
            "Games of the player still tied here against all players with the same score",
            "Games of the %(count)d players still tied here against all players with the same score",
            count,
        )
    else:
        text = _("Games among the %(count)d players still tied here")
    return text % {"count": count}


def _line(
    ranking: Ranking, at: int, table: Crosstable, number: int, rivals: list[int], own: bool
) -> CrosstableLine:
    unit, value = ranking.steps[at].system.unit, ranking.value(at, number)
    cells: dict[int | None, list[Met]] = {rival: [] for rival in rivals}
    for meeting in table.meetings[number]:
        cells[meeting.cell.opponent].append(_met(meeting))
    shown = unit.show(value)
    return CrosstableLine(
        card=ranking.reading.by_number[number],
        own=own,
        cells=[None if rival == number else cells[rival] for rival in rivals],
        shown=f"+{shown}" if value is not None and value > 0 and not table.basis else shown,
        exact=unit.decimal(value) or "",
    )


def _met(meeting: Meeting) -> Met:
    kind = meeting.cell.kind
    adds = "" if meeting.addend is None else str(meeting.addend[0])
    if kind.forfeit:
        label = _(kind.label)
        if meeting.addend is None:
            return Met(f"({kind.letter})", _("%(result)s, not counted") % {"result": label}, adds)
        return Met(kind.letter, label, adds)
    if meeting.result_q is None:
        return Met(kind.letter, bye_name(kind), adds)
    return Met(points.show(meeting.result_q), "", adds)


def _unmet(table: Crosstable, by_number: dict[int, Card]) -> str:
    """Who has not met, where that is why the system has no value."""
    pairs = [[by_number[each].name for each in pair] for pair in sorted(table.not_met)]
    named = format_html_join("; ", "{}", ((wording.listed(pair),) for pair in pairs[:PAIRS]))
    more = len(pairs) - PAIRS
    if more <= 0:
        return format_html(_("Have not met: {pairs}."), pairs=named)
    sentence = ngettext(
        "Have not met: {pairs}; {more} more pair.", "Have not met: {pairs}; {more} more pairs.", more
    )
    return format_html(sentence, pairs=named, more=more)


def _legend(table: Crosstable) -> Iterator[str]:
    """What the marks in the cells mean."""
    meetings = [meeting for line in table.meetings.values() for meeting in line]
    if table.basis:
        yield _("Each player starts with %(basis)d. A loss takes 1 off.") % {"basis": table.basis}
    else:
        yield _("A win counts +1, a loss −1.")
    if table.not_met:
        yield _("· not met.")
    if any(meeting.cell.kind is Kind.OPEN for meeting in meetings):
        yield _("? still playing.")
    forfeits = [meeting for meeting in meetings if meeting.cell.kind.forfeit]
    if any(meeting.addend is None for meeting in forfeits):
        yield _("(X) won by forfeit, (F) lost by forfeit: not counted.")
    elif forfeits:
        yield _("X won by forfeit, F lost by forfeit: counted, as posted.")
