"""A round on paper: result slips in the order in which they are cut, and everybody's board from A to Z."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from django.db.models import Q
from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.selectors import players_document

from ...formats.names import folded, last_first, with_initials
from ...models import MOST_BOARDS, LogEntry, Section, Verb
from ...text.results import unseated_name
from ...text.wording import score
from ..public.public_names import names_of
from ..results.boards import DeskBoard, DeskRound, round_page
from ..results.matches import DeskMatch
from ..results.matches import of_page as matches_of

# How many slips a page has.
PER_PAGE = (8, 4)
# How many slips of matches a page has, with how many boards each at most: a board has a line of its own.
MATCHES_PER_PAGE = {4: 4, 3: 6, 2: 12, 1: MOST_BOARDS}
# How many lines of boards, and of names, a sheet for the wall has by its letters: large ones are read
# from two meters. The style sheet keeps the height of a line.
BOARDS = {"large": 14, "small": 24}
NAMES = {"large": 20, "small": 30}


class Columns(NamedTuple):
    """How many ems of their letters the names of both columns have room for."""

    first: float
    second: float


def columns(letters: str, *, by_board: bool, of_teams: bool, a4: bool) -> Columns:
    """The columns of names of a sheet for the wall. The style sheet keeps the size of the letters."""
    if by_board:
        room = {"large": 10.1 if a4 else 9.2, "small": 9.0 if a4 else 9.5}[letters]
        return Columns(room, room)
    if letters == "large":
        found = Columns(8.7 if a4 else 9.4, 9.3)
    else:
        found = Columns(14.2, 14.0) if a4 else Columns(14.8, 14.6)
    # A board of a match has a longer number.
    return found._replace(first=found.first - 1.5) if of_teams else found


Printed = TypeVar("Printed")
Line = TypeVar("Line", "Named", "Facing")


def per_page(section: Section) -> tuple[int, ...]:
    """How many slips of this section a page may have, the usual number first."""
    if not section.boards:
        return PER_PAGE
    return tuple(slips for slips, boards in MATCHES_PER_PAGE.items() if section.boards <= boards)


def cut(slips: Sequence[Printed], per_page: int) -> list[list[Printed | None]]:
    """The pages of slips: cut as one stack, with its piles laid on each other, they stay in order.

    >>> cut([1, 2, 3, 4, 5], per_page=4)
    [[1, 3, 5, None], [2, 4, None, None]]
    """
    pages = -(-len(slips) // per_page)
    at = [[page + pages * place for place in range(per_page)] for page in range(pages)]
    return [[slips[n] if n < len(slips) else None for n in places] for places in at]


def tightest(per_sheet: int) -> int:
    """How many lines a sheet has when they stand closer to each other."""
    return per_sheet + per_sheet // 10


def is_tight(lines: Sequence[Line], per_sheet: int) -> bool:
    """Whether lines that stand closer save a sheet, which would have one or two of them."""
    return -(-len(lines) // tightest(per_sheet)) < -(-len(lines) // per_sheet)


def divided(lines: Sequence[Line], per_sheet: int) -> list[Sequence[Line]]:
    """The lines of the wall, sheet after sheet.

    >>> [[len(sheet) for sheet in divided(range(count), 20)] for count in (20, 21, 23, 44, 45)]
    [[20], [21], [20, 3], [22, 22], [20, 20, 5]]
    """
    if is_tight(lines, per_sheet):
        per_sheet = tightest(per_sheet)
    return [lines[at : at + per_sheet] for at in range(0, len(lines), per_sheet)]


@dataclass(frozen=True)
class Beside:
    """What paper says beside a name. Of a team's player, whose team stands for the school, no score.

    What the public pages say of everybody, and no more: no age, mark or ID.
    """

    score_q: int | None
    rating: str
    school: str = ""

    @property
    def points(self) -> str:
        """``1½``, before the round."""
        return "" if self.score_q is None else points.show(self.score_q)

    @property
    def score(self) -> str:
        """``1½ points``, before the round."""
        return "" if self.score_q is None else score(self.score_q)


@dataclass(frozen=True)
class Slip:
    """A result slip of a board, with what stands beside the names."""

    board: DeskBoard
    white: Beside
    black: Beside

    @property
    def label(self) -> str:
        return self.board.label


@dataclass(frozen=True)
class Named:
    """A line of the list from A to Z. ``board`` is empty for a bye, which ``against`` names."""

    name: str
    number: int
    board: str
    color: str
    against: str
    beside: Beside
    white: bool = False

    def __str__(self) -> str:
        return self.name

    @property
    def under(self) -> bool:
        """Whether something stands below the name."""
        return bool(self.beside.school)


@dataclass(frozen=True)
class Facing:
    """A board of the list for the wall, with its players as the event's pages call them.

    ``board`` is empty for a bye, which ``black`` names, and which is what a range of lines ends with.
    """

    board: str
    white: str
    black: str
    of_white: Beside
    of_black: Beside | None = None

    def __str__(self) -> str:
        return self.board or self.black

    @property
    def under(self) -> bool:
        """Whether something stands below a name."""
        return any(each and each.school for each in (self.of_white, self.of_black))


@dataclass(frozen=True)
class Sheet(Generic[Line]):
    """What stands on one sheet for the wall.

    ``tight``: its lines stand closer to each other. ``only``: names with what stands below them take the room
    of names alone, in smaller letters, so that there is no second sheet.
    """

    lines: Sequence[Line]
    tight: bool = False
    only: bool = False

    @property
    def under(self) -> bool:
        """Whether its lines are higher, for what stands below their names."""
        return any(line.under for line in self.lines)


def sheets(lines: Sequence[Line], per_sheet: int) -> list[Sheet[Line]]:
    """The lines of the wall, sheet after sheet: fewer on each where something stands below the names."""
    if any(line.under for line in lines):
        fewer = per_sheet * 4 // 5
        if tightest(fewer) < len(lines) <= per_sheet:
            return [Sheet(lines, only=True)]
        per_sheet = fewer
    return [Sheet(each, is_tight(lines, per_sheet)) for each in divided(lines, per_sheet)]


def to_print(section: Section, number: int, first: int, last: int) -> Sequence[Slip] | Sequence[DeskMatch]:
    """The boards or matches of a round in their order, from one board number to another."""
    found = round_page(section, number)
    boards = [board for board in found.boards if first <= int(board.label.rstrip("ab")) <= last]
    if section.boards:
        return matches_of(section, boards)
    beside = _beside(section, found)
    return [Slip(board, beside[board.white.number], beside[board.black.number]) for board in boards]


def _beside(section: Section, found: DeskRound) -> dict[int, Beside]:
    """What stands beside the names of a section's entries, by number."""
    unrated = "" if section.boards else _("unr.")
    return {
        number: Beside(found.score_q.get(number, 0), str(rating or unrated), team)
        for number, rating, team in section.players.values_list("number", "rating", "team")
    }


def first_and_last(section: Section, number: int) -> tuple[int, int]:
    """The lowest and the highest number of the boards of a round."""
    numbers = [int(board.label.rstrip("ab")) for board in round_page(section, number).boards] or [1]
    return min(numbers), max(numbers)


def by_board(section: Section, number: int) -> list[Facing]:
    """The boards of a round in their order, then who has a bye."""
    found: DeskRound = round_page(section, number)
    called, beside = _on_the_wall(section)[1], _beside(section, found)
    boards = [
        Facing(
            board.label,
            called.get(board.white.number, board.white.name),
            called.get(board.black.number, board.black.name),
            beside[board.white.number],
            beside[board.black.number],
        )
        for board in found.boards
    ]
    return boards + [
        Facing("", called.get(each.number, each.name), each.against, each.beside)
        for each in _resting(found, beside)
    ]


def posted_at(section: Section, number: int) -> datetime | None:
    """When the pairings of a round were published; None for a draft."""
    return section.round_set.filter(number=number).values_list("published_at", flat=True).first()


def corrected_at(section: Section, number: int, posted: datetime) -> datetime | None:
    """When the pairings of a round were changed last since they were ``posted``: each such change has a
    reason."""
    kinds = (Verb.PAIR, Verb.BYE, Verb.REMOVE, Verb.SWAP)
    of_round = Q(verb__in=kinds, values__round=number)
    of_round |= Q(undoes__verb__in=kinds, undoes__values__round=number)
    entries = LogEntry.objects.filter(of_round, standings=section.standings_id, at__gt=posted)
    return entries.exclude(reason="").order_by("-at").values_list("at", flat=True).first()


def by_name(section: Section, number: int) -> list[Named]:
    """Everybody in the round from A to Z, with board, color and opponent, all in the one order of names."""
    found: DeskRound = round_page(section, number)
    (listed, _called), beside = _on_the_wall(section), _beside(section, found)
    lines = []
    for board in found.boards:
        white, black = board.white, board.black
        colors = (_("White"), _("Black")) if board.colors_known else ("", "")
        for who, other, color in ((white, black, colors[0]), (black, white, colors[1])):
            name = listed.get(who.number, who.name)
            against = listed.get(other.number, other.name)
            of_name = beside[who.number]
            lines.append(Named(name, who.number, board.label, color, against, of_name, who is white))
    lines += [replace(each, name=listed.get(each.number, each.name)) for each in _resting(found, beside)]
    return sorted(lines, key=_from_a_to_z)


def by_member(section: Section, number: int) -> list[Named]:
    """The same for the players of teams whose lineups are known, with the team and the board of the match."""
    if not section.boards:
        return []
    matches = matches_of(section, round_page(section, number).boards)
    listed = _members_on_the_wall(section, [board for match in matches for board in match.boards])
    lines = []
    for match in matches:
        for board in match.boards:
            left, right, white = board.white, board.black, not board.turned
            for who, other, team, has_white in (
                (left, right, match.home, white),
                (right, left, match.away, not white),
            ):
                # A side without a number is a team that named nobody.
                if who.number:
                    against = listed(other.name) if other.number else other.name
                    color = _("White") if has_white else _("Black")
                    name = listed(who.name)
                    beside = Beside(None, who.points, team.name)
                    lines.append(Named(name, who.number, board.label, color, against, beside, has_white))
    return sorted(lines, key=_from_a_to_z)


def _from_a_to_z(line: Named) -> tuple[str, int]:
    return folded(line.name), line.number


def _resting(found: DeskRound, beside: Mapping[int, Beside]) -> list[Named]:
    """Who has a bye, and of a published round who has neither a board nor a bye."""
    byes = [Named(bye.name, bye.number, "", "", bye.kind_name, beside[bye.number]) for bye in found.byes]
    if not found.tabs[found.number - 1].published:
        return byes
    return byes + [
        Named(
            player.called,
            player.number,
            "",
            "",
            unseated_name(found.waiting.get(player.pk, 0)),
            beside[player.number],
        )
        for player in found.unseated
        if not player.house
    ]


def _on_the_wall(section: Section) -> tuple[dict[int, str], dict[int, str]]:
    """The names of players by number: as a list from A to Z has them, and as people say them."""
    if section.boards:
        return {}, {}
    names = dict(section.players.values_list("number", "name"))
    if section.event.short_names:
        short = with_initials(names)
        return short, short
    return {number: last_first(name) for number, name in names.items()}, {}


def _members_on_the_wall(section: Section, boards: Iterable[DeskBoard]) -> Callable[[str], str]:
    """How a list from A to Z calls the players of teams on these boards."""
    if not section.event.short_names:
        return last_first
    names = [side.name for board in boards for side in (board.white, board.black) if side.number]
    return names_of(players_document(section.standings_id), names).of
