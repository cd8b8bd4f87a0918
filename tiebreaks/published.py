"""The published document: everything the pages of some standings show, at one version, in one row.

It is typed data with a schema number. msgspec writes and reads it as canonical JSON: the same rows give the
same bytes. It includes the wall chart it was computed from, so a why page derives its terms from what was
ranked and from nothing newer. Derived objects (a wall chart, a ranking) are created when a page needs them.

    Document            common to all: order, postings, standings, values, decisions, frozen awards
    PlayersDocument     of a section: its wall chart, boards, prizes and awards
    TeamsDocument       of a team table: its sections, teams, members and place trophies
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct, json

from .engine.chart.reading import Reading, after_round, live
from .engine.chart.wallchart import Card, Cell, Decision, ExtraGame, Format, Kind, Wallchart
from .engine.evaluation import Value
from .engine.prizes import Awards, Prize, Terms
from .engine.prizes.trophies import TrophyAward
from .engine.ranking import columns, sequence
from .engine.ranking.fold import Ranked, Ranking, Standing, rank
from .engine.ranking.membership import name_key
from .engine.ranking.sequence import Sequence, Step
from .engine.systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS
from .engine.teams.teams import Member, Team, Teams
from .engine.terms.system import TiebreakSystem
from .frozen import LastFrozen
from .moments import Moment

# Increase when the shape of a document changes.
SCHEMA = 13
# Increase when a corrected rule can change what the same rows give.
ENGINE = 7

# How many documents a process keeps as objects: the sections of an event. One of 300 players takes some 4 MB.
DOCUMENTS = 12

# For a section without prizes; its document omits them.
NO_TERMS = Terms()
NO_AWARDS = Awards((), (), (), ())

D = TypeVar("D", bound="Document")

# A stored value; a fraction is text: 4750/3.
StoredValue = int | str | None


# --- parts ----------------------------------------------------------------------------------------


class Posting(NamedTuple):
    """A posted order: when, by whom, after which round, the reason for a change, and the options of the
    pairing as they were posted with it."""

    order: str
    at: Moment
    by: str
    after_round: int
    reason: str
    pairing: str = ""


class Recording(NamedTuple):
    """How a decision was recorded. Pages show it; the engine does not need it.

    For a toss by the program, ``drawn_from`` has the tied before the draw (numbers of players, names of
    teams) and ``seed`` the seed of the draw.
    """

    at: Moment
    by: str
    seed: str = ""
    drawn_from: tuple[int | str, ...] = ()


class Board(NamedTuple):
    """A board of a published round, with the numbers of its two sides."""

    board: int
    slot: int
    white: int
    black: int


class MatchBoardLine(NamedTuple):
    """A board of a match: both sides' results, players and ratings if known, and points awarded by a ruling,
    in quarter-points. The home side has White on board 1."""

    board: int
    home_kind: Kind
    away_kind: Kind
    home: str | None
    home_rating: int | None
    away: str | None
    away_rating: int | None
    home_points_q: int | None = None
    away_points_q: int | None = None


class Match(NamedTuple):
    """A match of a published round, with its boards."""

    board: int
    slot: int
    lines: tuple[MatchBoardLine, ...]


class CardRow(Struct, frozen=True, array_like=True):
    """An entry's card as published: without age and marks, which no document has."""

    number: int
    name: str
    cells: tuple[Cell, ...]
    rating: int | None
    team: str
    grade: str
    house: bool
    reentry_of: int | None
    visitor: str
    withdrew: int | None

    @classmethod
    def of(cls, card: Card) -> "CardRow":
        return cls(*(getattr(card, name) for name in cls.__struct_fields__))

    @property
    def card(self) -> Card:
        return Card(*(getattr(self, name) for name in self.__struct_fields__))


class Finished(NamedTuple):
    """When a director finished a section, and the version of its final sheet."""

    version: int
    at: Moment


class Reopened(NamedTuple):
    """Why and when a director took back that a section is final, and the version that held until then."""

    version: int
    at: Moment
    reason: str


class Progress(NamedTuple):
    """How far a section is: rounds counted and planned; how many boards of the open round still play; the
    last round posted, the boards of the counted one whose results the standings wait for, and how many are
    still to be paired in the last one when every game is over."""

    counted: int
    rounds: int
    live: bool
    playing: int
    boards: int
    current: int
    waits_for: tuple[int, ...] = ()
    left: int = 0

    @property
    def finished(self) -> bool:
        """Whether all rounds are complete, and everybody was paired."""
        return self.counted == self.rounds and not self.live and not self.left


class SectionState(NamedTuple):
    """A table's section, how far it is, and whether it is final, or was once and is not now."""

    name: str
    slug: str
    progress: Progress
    final: Finished | None = None
    reopened: Reopened | None = None

    @property
    def counted(self) -> int:
        return self.progress.counted

    @property
    def rounds(self) -> int:
        return self.progress.rounds

    @property
    def live(self) -> bool:
        return self.progress.live


class MemberLine(NamedTuple):
    """A member of a team, by key: the index of the section, and the public fields."""

    key: int
    section: int
    number: int
    name: str
    grade: str
    score_q: int


class TeamLine(NamedTuple):
    """A team, its score in quarter-points, and the keys of its members, counting members first."""

    number: int
    name: str
    code: str
    score_q: int
    members: tuple[int, ...]

    @property
    def address(self) -> str:
        """The school's part of an address. Numbers of teams change when a school is added."""
        return name_key(self.name)


class Counting(NamedTuple):
    """How players form teams. ``names`` has the name of a school by each spelling."""

    best: int
    minimum: int
    lowest_number: bool = False
    names: Mapping[str, str] = {}

    def meant(self, name: str) -> str:
        """The name of the school with this spelling."""
        return self.names.get(name_key(name), name)


# --- documents ------------------------------------------------------------------------------------


class Document(Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """Common to the documents of all standings. ``recorded`` has the codes of the steps after the posted
    ones: playoffs and tosses that people recorded. Each decision has a recording."""

    schema: int
    edition: str
    order_text: str
    standings: tuple[Standing, ...]
    columns_of_values: tuple[tuple[StoredValue, ...], ...]
    postings: tuple[Posting, ...] = ()
    decisions: tuple[Decision, ...] = ()
    recordings: tuple[Recording, ...] = ()
    recorded: tuple[str, ...] = ()
    frozen: LastFrozen | None = None

    @property
    def systems(self) -> Mapping[str, TiebreakSystem]:
        """The systems an order can have here."""
        raise TypeError("a document is a PlayersDocument or a TeamsDocument")

    @property
    def listed(self) -> list[int]:
        """The numbers in the order of each column of values."""
        return [standing.number for standing in self.standings]

    @cached_property
    def order(self) -> Sequence:
        return sequence.parse(self.order_text, self.systems)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The posted steps, then those of recorded decisions. Standings and values refer to these."""
        return (*self.order.steps, *(Step(SYSTEMS[code]) for code in self.recorded))

    @cached_property
    def values(self) -> list[dict[int, Value]]:
        """For each step, each number's value."""
        return self._columns(self.columns_of_values)

    @cached_property
    def by_number(self) -> dict[int, Standing]:
        return {standing.number: standing for standing in self.standings}

    def recording(self, decision: Decision) -> Recording | None:
        """How a decision was recorded; None where nobody knows, as in a final sheet."""
        if not self.recordings:
            return None
        return dict(zip(self.decisions, self.recordings, strict=True)).get(decision)

    def _columns(self, stored: Iterable[tuple[StoredValue, ...]]) -> list[dict[int, Value]]:
        return [dict(zip(self.listed, map(read_value, column), strict=True)) for column in stored]


class PlayersDocument(Document, frozen=True, kw_only=True, omit_defaults=True, dict=True, tag="players"):
    """The document of a section. ``tables`` has slug and name of each team table that draws on it,
    ``schools`` the names of schools that its roster spells differently. ``boards_per_match`` is 0 in a
    section of players. ``final``: a director has finished it, and it was not ``reopened``."""

    cards: tuple[CardRow, ...]
    rounds: int
    games: int = 1
    format: Format = Format.SWISS
    by_game_points: bool = False
    last_entry_counts: bool = False
    through: int
    live: bool
    counted: int
    boards_by_round: dict[str, tuple[Board, ...]]
    boards_per_match: int = 0
    matches_by_round: dict[str, tuple[Match, ...]] = {}
    extra: tuple[ExtraGame, ...] = ()
    columns_text: str = ""
    columns_shown: tuple[tuple[StoredValue, ...], ...] = ()
    tables: tuple[tuple[str, str], ...] = ()
    schools: dict[str, str] = {}
    prizes: tuple[Prize, ...] = ()
    terms: Terms = NO_TERMS
    awards: Awards = NO_AWARDS
    final: Finished | None = None
    reopened: Reopened | None = None

    @property
    def systems(self) -> Mapping[str, TiebreakSystem]:
        return systems_of(self.boards_per_match)

    @property
    def of_teams(self) -> bool:
        """Whether teams play matches here."""
        return self.boards_per_match > 0

    @property
    def finished(self) -> bool:
        """Whether all rounds are complete."""
        return self.through == self.rounds and not self.live

    @cached_property
    def chart(self) -> Wallchart:
        return Wallchart(
            cards=tuple([row.card for row in self.cards]),
            rounds=self.rounds,
            games=self.games,
            format=self.format,
            decisions=self.decisions,
            extra=self.extra,
            by_game_points=self.by_game_points,
            last_entry_counts=self.last_entry_counts,
        )

    @cached_property
    def boards(self) -> dict[int, tuple[Board, ...]]:
        """The boards of each published round."""
        return {int(number): boards for number, boards in self.boards_by_round.items()}

    @cached_property
    def posted(self) -> frozenset[int]:
        """The published rounds: in one of byes alone nobody has a board."""
        return frozenset(self.boards) | {cell.round for row in self.cards for cell in row.cells}

    @cached_property
    def playing(self) -> frozenset[int]:
        """The numbers of those with an open game, whatever its round."""
        still = Kind.OPEN
        return frozenset([row.number for row in self.cards for cell in row.cells if cell.kind is still])

    @cached_property
    def withdrawn(self) -> dict[int, int]:
        """The round after which a player withdrew, by number."""
        return {row.number: row.withdrew for row in self.cards if row.withdrew is not None}

    @cached_property
    def matches(self) -> dict[tuple[int, int, int], tuple[MatchBoardLine, ...]]:
        """The boards of each match that has boards, by round, board and slot."""
        return {
            (int(number), match.board, match.slot): match.lines
            for number, matches in self.matches_by_round.items()
            for match in matches
        }

    @cached_property
    def columns(self) -> Sequence:
        """The extra columns, which rank nobody."""
        return columns.parse_columns(self.columns_text, self.systems)

    @cached_property
    def shown(self) -> list[dict[int, Value]]:
        """For each extra column, each ranked number's value."""
        return self._columns(self.columns_shown)

    def reading(self, after: int | None = None) -> Reading:
        """What counts: live, or after a complete round. Raises :class:`ValueError` for a later round."""
        return self._live if after is None else after_round(self.chart, after)

    @cached_property
    def _live(self) -> Reading:
        return live(self.chart)

    def ranking(self, after: int | None = None) -> Ranking:
        """The ranking with its terms: as published, or after an earlier round."""
        return self._ranking if after is None else rank(self.reading(after), self.order)

    @cached_property
    def _ranking(self) -> Ranking:
        return rank(self.reading(), self.order)

    def computed_from(self, chart: Wallchart, ranking: Ranking) -> None:
        """Keep what the document was made of, so that its pages need not compute it again.

        Not where a card has an age or a mark: nothing that a document gives has one.
        """
        if all(card.age is None and not card.marks for card in chart.cards):
            vars(self).update(chart=chart, _live=ranking.reading, _ranking=ranking)

    @cached_property
    def stored_ranking(self) -> Ranking:
        """The ranking as computed, for what builds on its values: tables, and the next result.

        The document does not store the groups of each step, so this ranking may have no terms for them.
        """
        if "_ranking" in vars(self):
            return self._ranking
        groups: tuple[dict[int, frozenset[int]], ...] = tuple({} for _step in self.steps)
        return Ranking(self.reading(), self.order, self.steps, self.standings, tuple(self.values), groups)


class TeamsDocument(Document, frozen=True, kw_only=True, omit_defaults=True, dict=True, tag="teams"):
    """The document of a team table. ``set_aside`` has the indices of decisions that a correction made void;
    ``trophies`` is the number of place trophies announced, ``fewest`` and ``most`` those for the team with
    the fewest players and with the most. ``never_played`` are the keys of members that these leave out."""

    sections: tuple[SectionState, ...]
    counting: Counting
    teams: tuple[TeamLine, ...]
    member_lines: tuple[MemberLine, ...]
    trophies: int = 0
    fewest: Prize | None = None
    most: Prize | None = None
    awards: tuple[TrophyAward, ...] = ()
    set_aside: tuple[int, ...] = ()
    never_played: tuple[int, ...] = ()

    @property
    def systems(self) -> Mapping[str, TiebreakSystem]:
        return TEAM_SYSTEMS

    @property
    def listed(self) -> list[int]:
        """Teams too small to be ranked have values too."""
        return [*super().listed, *(team.number for team in self.unranked)]

    @cached_property
    def members(self) -> dict[int, MemberLine]:
        return {member.key: member for member in self.member_lines}

    @cached_property
    def team(self) -> dict[int, TeamLine]:
        return {team.number: team for team in self.teams}

    @cached_property
    def unranked(self) -> list[TeamLine]:
        """The teams too small to be ranked."""
        return [team for team in self.teams if team.number not in self.by_number]

    def stored_ranking(self, readings: Iterable[Reading]) -> Ranked[Teams]:
        """The ranking as computed from these readings of its sections, for the next one.

        The document does not store the groups of each step, so this ranking may have no terms for them.
        """
        drawn_on = [(section.name, reading) for section, reading in zip(self.sections, readings, strict=True)]
        members: dict[int, Member] = {}
        for key, at, number, *_ in self.member_lines:
            name, reading = drawn_on[at]
            members[key] = Member(name, reading, reading.by_number[number])
        teams = Teams(
            tuple([Team(line.number, line.name, line.members) for line in self.teams]),
            members,
            self.counting.best,
            self.counting.minimum,
            self.decisions,
        )
        values = [{number: column[number] for number in self.by_number} for column in self.values]
        groups: tuple[dict[int, frozenset[int]], ...] = tuple({} for _step in self.steps)
        return Ranked(teams, self.order, self.steps, self.standings, tuple(values), groups)

    @property
    def offered(self) -> int:
        """How many trophies it gives."""
        return self.trophies + (self.fewest is not None) + (self.most is not None)

    @property
    def decisions_set_aside(self) -> list[Decision]:
        return [self.decisions[index] for index in self.set_aside]

    def number_of(self, spelling: str) -> int | None:
        """The team of the school with this spelling, in an address or on a roster."""
        return self.numbers_of([spelling]).get(spelling)

    def numbers_of(self, names: Iterable[str]) -> dict[str, int]:
        """The numbers of the teams with these spellings; teams that are gone have none."""
        numbers = {team.address: team.number for team in self.teams}
        found = {name: numbers.get(name_key(self.counting.meant(name))) for name in names}
        return {name: number for name, number in found.items() if number is not None}

    @property
    def live(self) -> bool:
        return any(section.live for section in self.sections)

    @property
    def through(self) -> int:
        """The complete rounds of the section with the most."""
        return max((section.counted - section.live for section in self.sections), default=0)

    @property
    def finished(self) -> bool:
        return all(section.progress.finished for section in self.sections)


def systems_of(boards_per_match: int) -> Mapping[str, TiebreakSystem]:
    """The systems that rank players, or teams if matches have boards."""
    return MATCH_SYSTEMS if boards_per_match else SYSTEMS


# --- stored ---------------------------------------------------------------------------------------

_encoder = json.Encoder(order="sorted")
_players = json.Decoder(PlayersDocument)
_teams = json.Decoder(TeamsDocument)


class _Kept(Generic[D]):
    """The documents that this process wrote or read last, by their text.

    A document is immutable, and what is derived from it (its chart, its ranking) is kept with it: all pages
    of a version, and the next result, begin with the same object. The text is the key, so none is stale.
    """

    def __init__(self, decoder: json.Decoder[D]) -> None:
        self.decode = decoder.decode
        self.documents: OrderedDict[str, D] = OrderedDict()
        self.lock = Lock()

    def read(self, body: str) -> D:
        with self.lock:
            if (document := self.documents.get(body)) is not None:
                self.documents.move_to_end(body)
                return document
        return self.keep(body, self.decode(body))

    def keep(self, body: str, document: D) -> D:
        with self.lock:
            self.documents[body] = document
            while len(self.documents) > DOCUMENTS:
                self.documents.popitem(last=False)
        return document


_of_players = _Kept(_players)
_of_teams = _Kept(_teams)


def write(document: Document) -> str:
    """Canonical JSON: the same document gives the same bytes."""
    body = _encoder.encode(document).decode()
    if isinstance(document, PlayersDocument):
        _of_players.keep(body, document)
    elif isinstance(document, TeamsDocument):
        _of_teams.keep(body, document)
    return body


def read_players(body: str) -> PlayersDocument:
    return _of_players.read(body)


def read_teams(body: str) -> TeamsDocument:
    return _of_teams.read(body)


def stored_value(value: Value) -> StoredValue:
    return str(value) if isinstance(value, Fraction) else value


def read_value(stored: StoredValue) -> Value:
    return Fraction(stored) if isinstance(stored, str) else stored
