"""What files say, as plain records. Every reader of a format returns these; importing takes nothing else.

A file with problems holds what could be read of it, for the report, and must not be imported.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.prizes.prize import dollars

from ..errors import Trouble
from .byes import Bye

# The line of a problem that is no line's.
WHOLE = 0


class FileProblem(NamedTuple):
    """One thing in a file that cannot be right. Lines and columns count from 1, but for the WHOLE file's."""

    line: int
    column: int
    read: str
    expected: str


class Once:
    """What a file may say once alone: two lines of it leave open which one holds.

    >>> once = Once()
    >>> once("rounds", 1)
    >>> once("rounds", 4)
    Traceback (most recent call last):
    ValueError: this once; it is on line 1 already
    """

    def __init__(self) -> None:
        self.lines: dict[str, int] = {}

    def __call__(self, name: str, line: int) -> None:
        first = self.lines.setdefault(name, line)
        if first != line:
            raise ValueError(_("this once; it is on line %(line)d already") % {"line": first})


@dataclass(frozen=True)
class RosterEntry:
    """A player, or a team, as a roster or a wall chart lists it.

    ``number`` is None where the list gives none. ``line`` is where the file has the entry, so that a later
    refusal can point there. ``age`` is in whole years, for age prizes. ``board`` is the position of a player
    in the board order of ``team``, from 1, where a list has the players of teams. ``byes`` are those that
    were asked for. ``expires_on`` is the last day of the membership. ``provisional`` are the games of a
    provisional rating, 0 where the list only marks it as one. ``fee_cents`` is the fee that was paid.
    ``assigned_rating`` is one that a director assigned (28D, 28E): it pairs and numbers.
    ``marks`` are those for prizes, which a director chose to set. ``registered`` is what a registration file
    says, by column, for the comparison with its next state.

    Birth dates, phones and e-mail addresses have no place here: most players are children.
    """

    number: int | None
    name: str
    uscf_id: str = ""
    rating: int | None = None
    team: str = ""
    grade: str = ""
    state: str = ""
    house: bool = False
    reentry_of: int | None = None
    age: int | None = None
    board: int = 0
    expires_on: date | None = None
    byes: tuple[Bye, ...] = ()
    provisional: int | None = None
    fee_cents: int | None = None
    assigned_rating: int | None = None
    line: int = field(default=0, compare=False)
    marks: str = ""
    registered: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def pairing_rating(self) -> int | None:
        """What pairs and numbers the entry."""
        return self.assigned_rating or self.rating

    @property
    def in_parts(self) -> str:
        """The name, rating, ID, grade, team and fee, where they were read from one line."""
        rating = _("rated %(rating)d") % {"rating": self.rating} if self.rating else ""
        number = _("ID %(id)s") % {"id": self.uscf_id} if self.uscf_id else ""
        grade = _("grade %(grade)s") % {"grade": self.grade} if self.grade else ""
        fee = _("paid %(amount)s") % {"amount": dollars(self.fee_cents)} if self.fee_cents else ""
        return " · ".join(filter(None, [self.name, rating, number, grade, self.team, fee]))


# What is registered of who paid, where nobody says how much.
SAYS_PAID = {"paid": "paid"}


@dataclass(frozen=True)
class RosterFile:
    """A list of players, or of the players of teams. ``notes`` name the columns that were not imported."""

    entries: tuple[RosterEntry, ...]
    problems: tuple[FileProblem, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class WallchartFile:
    """A section with its wall chart. ``entrants`` is ``players`` or ``teams``.

    ``notes`` name the columns that were not imported. ``two_teams`` are re-entries for a second team, a
    problem only where the teams of the players are ranked. ``planned`` is what it says of the rounds, 0 if it
    says nothing.
    """

    section: str
    chart: Wallchart
    entries: tuple[RosterEntry, ...]
    entrants: str = "players"
    problems: tuple[FileProblem, ...] = ()
    notes: tuple[str, ...] = ()
    two_teams: tuple[FileProblem, ...] = field(default=(), compare=False)
    planned: int = field(default=0, compare=False)

    @property
    def pairing_chart(self) -> Wallchart:
        """The chart with the ratings that pair: assigned ones before those that were published (28D, 28E)."""
        assigned = {entry.number: entry.assigned_rating for entry in self.entries if entry.assigned_rating}
        cards = [replace(card, rating=assigned.get(card.number, card.rating)) for card in self.chart.cards]
        return replace(self.chart, cards=tuple(cards)) if assigned else self.chart


class Sat(NamedTuple):
    """What a player of a pairing program had in a round: the letter of the outcome (``Kind``), the opponent's
    number, the own color (``w``, ``b`` or nothing) and the board (0: the file does not say)."""

    kind: str
    opponent: int | None = None
    color: str = ""
    board: int = 0


class EventDetails(NamedTuple):
    """What a file of another pairing program says of its event. An event of one day has no last day."""

    starts_on: date | None = None
    ends_on: date | None = None
    city: str = ""
    state: str = ""
    zip_code: str = ""


@dataclass(frozen=True)
class PlayedSection:
    """A section as another pairing program has it now.

    ``sat`` is what happened, by number and round; a round that is paired and not played has open games.
    ``withdrew`` is the last round before a player left, by number. ``rounds`` are those planned.
    ``time_control`` is as the rating report has it, and empty where the file has none that can be read;
    ``order`` is that of the tiebreaks, and empty where one of them is not known here; ``prizes`` are the
    lines in which Wallchart announces those of the section. ``capitals`` are the names that the file has in
    capitals alone. A ``round_robin`` is one where the file says so: a new section is one then.
    """

    name: str
    rounds: int
    entries: tuple[RosterEntry, ...]
    sat: Mapping[tuple[int, int], Sat]
    withdrew: Mapping[int, int] = field(default_factory=dict)
    first_board: int = 1
    time_control: str = ""
    lowest_rating: int | None = None
    highest_rating: int | None = None
    event: EventDetails = field(default_factory=EventDetails)
    order: str = ""
    prizes: str = ""
    capitals: int = 0
    round_robin: bool = False

    @property
    def last_pairing(self) -> int:
        """The last round with a game."""
        return max((at for (_number, at), sat in self.sat.items() if sat.opponent), default=0)

    @property
    def paired(self) -> int:
        """The last round that has anything, a pairing or a bye."""
        return max((at for _number, at in self.sat), default=0)


@dataclass(frozen=True)
class ProgramFile:
    """What a file of another pairing program holds. ``left_out`` names the columns that are not read: birth
    dates, addresses. With ``problems`` nothing of it may be taken."""

    program: str
    title: str
    sections: tuple[PlayedSection, ...]
    left_out: tuple[str, ...] = ()
    problems: tuple[Trouble, ...] = ()
