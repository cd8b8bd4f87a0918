"""A section cut into quads by rating (30G), before it is done: who plays with whom."""

import re
from collections.abc import Iterable
from itertools import count
from typing import Any, NamedTuple

from django.db.models import Count
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Format

from ...models import LogEntry, Player, Section
from ...pairing.quads import QUAD, ROUNDS, cut
from ...pairing.round_robin import table
from ...text.log import Summary
from .numbering import by_rating

_CALLED_QUAD = re.compile(r"\bquad \d+\b", re.IGNORECASE)


class Group(NamedTuple):
    """A section to be made: its name, its entries in the order of their ratings, and its set-up where that
    is another than in the section which is cut."""

    name: str
    players: tuple[Player, ...]
    instead: dict[str, Any]

    @property
    def boards(self) -> tuple[int, int]:
        first: int = self.instead["first_board"]
        return first, first + len(self.players) // 2 - 1


def too_few(section: Section) -> str:
    """Why a section is not cut into quads: there would be one group. Empty where it can be."""
    playing = _playing(section)
    if len(playing) >= 2 * QUAD:
        return ""
    if not playing and (cut_before := _cut_before(section)):
        told = _(
            "%(section)s was cut into quads: its entries are in %(first)s–%(last)s now. To undo this, open"
            " the log of %(first)s."
        )
        return told % {**cut_before.values, "section": section.name}
    told = _("Quads need at least 8 entries. With fewer, set the format and the rounds on the Setup page.")
    return str(told)


def quads_of(sections: Iterable[Section]) -> list[Section]:
    """Those of the sections that are quads: four entries who meet once each, or a group that is called so,
    as the Swiss of those who are left is."""
    return [each for each in sections if _CALLED_QUAD.search(each.name) or _is_quad(each)]


def _is_quad(section: Section) -> bool:
    by_table = section.format == Format.ROUND_ROBIN.value and not section.boards
    once = section.rounds == ROUNDS and section.games == 1
    return by_table and once and section.players.filter(house=False).count() == QUAD


def is_of_quads(section: Section) -> bool:
    """Whether a cut into quads made it, which its log undoes."""
    return _cut_before(section) is not None


def told_where(section: Section) -> str:
    """Where the entries of a section are that was cut into quads; empty where it was not."""
    made = _cut_before(section)
    return _("Empty: its entries are in %(first)s–%(last)s.") % made.values if made else ""


def _cut_before(section: Section) -> LogEntry | None:
    made = LogEntry.objects.filter(standings=section.standings_id, code=Summary.QUADS_MADE, undone_by=None)
    return made.order_by("pk").last()


def groups(section: Section, *, name: str, all_play_all: bool = False) -> list[Group]:
    """The quads of a section, a round robin each, numbered after those of this name that the event has.
    Their boards are those of the section, or come after all others where other sections have these too.

    Five to seven who are left play a Swiss of as many rounds, or ``all_play_all``: a round robin.
    """
    found = cut(_playing(section))
    numbers = count(_first_free(section, name, len(found)))
    board = _first_board(section, sum(len(players) // 2 for players in found))
    made = []
    for players, number in zip(found, numbers, strict=False):
        by_table = len(players) == QUAD or all_play_all
        rounds = len(table(len(players))) if by_table else ROUNDS
        called = f"{name} {number}" if by_table else _swiss(f"{name} {number}")
        instead = {
            "format": (Format.ROUND_ROBIN if by_table else Format.SWISS).value,
            "rounds": rounds,
            "first_board": board,
            "byes_before": section.byes_before and min(section.byes_before, rounds),
        }
        made.append(Group(called, players, instead))
        board += len(players) // 2
    return made


def _first_board(section: Section, boards: int) -> int:
    """Where so many boards in a row are free."""
    others = section.event.sections.exclude(pk=section.pk).annotate(entries=Count("players"))
    taken: list[tuple[int, int]] = [
        (each.first_board, each.first_board + each.entries // 2) for each in others if each.entries
    ]
    first: int = section.first_board
    if any(begins < first + boards and first < ends for begins, ends in taken):
        return max(ends for _begins, ends in taken)
    return first


def _playing(section: Section) -> list[Player]:
    """A house player plays where an opponent is missing, and stays where it is."""
    return [each for each in by_rating(section) if not each.house]


def _swiss(name: str) -> str:
    return f"{name} (Swiss)"


def _first_free(section: Section, name: str, groups: int) -> int:
    """The first of so many numbers that no section of this name has."""
    taken = {each.casefold() for each in section.event.sections.values_list("name", flat=True)}

    def free(number: int) -> bool:
        called = f"{name} {number}".casefold()
        return not taken & {called, _swiss(called).casefold()}

    return next(at for at in count(1) if all(map(free, range(at, at + groups))))
