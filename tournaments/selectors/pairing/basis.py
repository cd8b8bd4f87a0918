"""What a round is paired from: the published wall chart, what missing results count as, options, and who sits
somewhere already.

The pairing page, its draft and the services read the same basis, without a lock.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b

from django.db.models import Q
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind, Wallchart
from tiebreaks.engine.chart.wallchart import cell as bye_cell
from tiebreaks.models import Published
from tiebreaks.prepared import Prepared
from tiebreaks.published import read_players

from ...models import Game, PairingDraft, Player, Round, Seat, Section
from ...pairing import options
from ...pairing.acceleration import is_accelerated
from ...pairing.board_numbers import numbered
from ...pairing.draft import Draft, DraftBoard, without
from ...pairing.provisional import HELD_OUT, OUT
from ...pairing.request import Locks, PairingInput
from ...schools.names import schools_of
from ...text.results import bye_name, label
from ..entries.apart import kept_apart
from ..entries.late import late_entries
from ..entries.numbering import rating_averages
from .assumptions import ASSUMPTIONS, assumed


@dataclass(frozen=True)
class OpenGame:
    """A game of an earlier round without a result, and what the round is paired on."""

    round: int
    board: str
    white: str
    black: str
    numbers: tuple[int, int]
    choice: str
    of_teams: bool = False
    # It was not missing when the draft was paired, and ``was`` is the result that was undone since; empty
    # where the game was not there.
    reopened: bool = False
    was: str = ""

    @property
    def where(self) -> str:
        told = _("Round %(round)d, board %(board)s")
        if self.of_teams:
            told = _("Round %(round)d, match %(board)s")
        return told % {"round": self.round, "board": self.board}

    @property
    def field(self) -> str:
        return "assume-{}-{}".format(*self.numbers)

    @property
    def names(self) -> str:
        return f"{self.white} – {self.black}"

    @property
    def held_out(self) -> bool:
        """Whether its players wait for the result before they are paired (29H8)."""
        return self.choice == HELD_OUT

    @property
    def resting(self) -> str:
        """The bye that both have in the round that is paired (29H), in words; empty for none."""
        return "" if self.held_out or self.choice not in OUT else bye_name(OUT[self.choice])

    @property
    def said(self) -> str:
        return str(ASSUMPTIONS[self.choice])


@dataclass(frozen=True)
class Basis:
    """What a round is paired from: the request without the director's locks, and who sits somewhere."""

    request: PairingInput
    stamp: str
    open_games: list[OpenGame]
    # Boards that the round has already, typed or published, and everybody who needs no other.
    there: tuple[tuple[int, int], ...]
    seated: frozenset[int]
    published: bool
    # The boards that the round has already, and who has a reserved one.
    taken: frozenset[int] = frozenset()
    reserved: Mapping[int, int] = field(default_factory=dict)
    # Who has a bye of this round for a result that is missing (29H), once it is published.
    resting: tuple[tuple[int, Kind], ...] = ()
    # The first of the rounds before that is to be published before this one is paired; 0 for none.
    waits_for: int = 0
    # Whose rating a director assigned (28D, 28E).
    assigned: frozenset[int] = frozenset()

    @cached_property
    def read(self) -> str:
        """A digest of all that the rules read. A name, a grade, a side game or a hidden page is nothing to
        them."""
        chart = self.request.chart
        cards = [replace(card, name="", grade="", age=None, marks=frozenset()) for card in chart.cards]
        bare = replace(chart, cards=tuple(cards), decisions=(), extra=())
        told = repr(replace(self.request, chart=bare, first_board=1))
        return blake2b(told.encode(), digest_size=16).hexdigest()

    def overtook(self, row: PairingDraft | None) -> bool:
        """Whether the rules read something else now than when they paired a draft. One of an older release
        does not say."""
        return row is not None and bool(row.paired_at) and row.paired_at != self.read

    def reopened(self, row: PairingDraft | None) -> list[OpenGame]:
        """The games without a result now that had one, or were not there, when the rules paired a draft."""
        if row is None:
            return []
        return [game for game in self.open_games if frozenset(game.numbers) not in row.choices]

    def draft(self, row: PairingDraft | None) -> Draft:
        """The draft of a row, see :meth:`without_seated`."""
        return Draft() if row is None else self.without_seated(row.draft)

    def without_seated(self, draft: Draft) -> Draft:
        """A draft without who has a board of the round already, and without a number that nobody has: rows of
        older releases do not follow their players."""
        unknown = draft.seated - self.request.chart.by_number.keys()
        return without(draft, self.seated | unknown)

    def away(self, board: DraftBoard) -> list[int]:
        """Who of a board is not in this round, to play or to forfeit (30B)."""
        known = self.request.chart.by_number
        return [
            number
            for number in (board.white, board.black)
            if number and not self.request.may_sit(known[number])
        ]

    def cannot_rest(self, number: int) -> bool:
        """Whether who has the full-point bye is not in this round."""
        return bool(number) and not self.request.in_pool(self.request.chart.by_number[number])

    def needs_other_bye(self, number: int) -> bool:
        """Whether the full-point bye is to be given to somebody else. Who sits out a round of a table has no
        point for it, so nobody has to (30A)."""
        return self.cannot_rest(number) and self.request.chart.format is not Format.ROUND_ROBIN

    def numbers(self, draft: Draft) -> list[int]:
        """The number of each board of a draft, in its order."""
        boards = [{board.white, board.black} for board in draft.boards]
        return numbered(boards, self.reserved, self.request.first_board, self.taken)

    def unseated(self, draft: Draft) -> list[int]:
        """Who is in this round and has neither a seat nor a bye. House players are free to rest."""
        there = self.seated.union(draft.seated, self.request.byes)
        return [
            card.number
            for card in self.request.chart.cards
            if not card.house and card.number not in there and self.request.in_pool(card)
        ]


# What a director set for an entry that no published document has: a reserved board, an assigned rating.
_set_for = Prepared(
    lambda section: Player.objects.filter(
        Q(fixed_board__isnull=False) | Q(assigned_rating__isnull=False), section=section
    ).values_list("number", "fixed_board", "assigned_rating")
)


def basis_of(section: Section, number: int, row: PairingDraft | None) -> Basis:
    """The same with the lots and choices of the round's draft, if it has one."""
    if row is None:
        return basis(section, number)
    return basis(section, number, lot=row.lot, choices=row.choices, lots=row.lots or ())


def basis(
    section: Section,
    number: int,
    *,
    lot: str = "w",
    choices: Mapping[frozenset[int], str] | None = None,
    lots: Iterable[int] = (),
) -> Basis:
    """Read what this round is paired from. A missing result counts as chosen, else as a draw (28Q2); to the
    table of a round robin results are nothing (30A)."""
    published = Published.objects.get(standings=section.standings_id)
    set_for = _set_for(section.pk)
    assigned = {of: rating for of, _board, rating in set_for if rating}
    chart = _with_ratings(read_players(published.body).chart, assigned, rating_averages(section))
    chart = _with_schools(chart, section)
    found = Round.objects.filter(section=section, number=number).first()
    chart, there, seated = _with_seated(chart, section, number)
    by_table = chart.format is Format.ROUND_ROBIN
    open_games = [] if by_table else _open_games(section, chart, number, choices or {})
    chosen = options.read(section.pairing_options)
    first, taken = free_boards(section, number)
    request = PairingInput(
        chart,
        number,
        options=chosen,
        locks=_kept_apart(section, chart),
        color=_COLORS.get(chosen.initial_color, lot),
        late=late_entries(section) if _reads_late(chosen, number) else frozenset(),
        lot_winners=frozenset(lots),
        first_board=first,
        of_teams=bool(section.boards),
    )
    resting = [
        (number_of, OUT[game.choice])
        for game in open_games
        for number_of in game.numbers
        if game.resting and not chart.by_number[number_of].in_round(number)
    ]
    if open_games:
        request = assumed(request, {frozenset(game.numbers): game.choice for game in open_games})
    is_published = found is not None and found.published_at is not None
    reserved = {of: board for of, board, _rating in set_for if board}
    return Basis(
        request,
        published.stamp,
        open_games,
        there,
        seated,
        is_published,
        taken,
        reserved,
        tuple(resting),
        waits_for=_waits_for(section, number, request.chart),
        assigned=frozenset(assigned),
    )


def _reads_late(chosen: options.Options, number: int) -> bool:
    """Whether a round goes by who entered late: the bye of round 1 does (28K), and the cuts of one that is
    accelerated (28R)."""
    return number == 1 or is_accelerated(chosen.acceleration, number)


def _waits_for(section: Section, number: int, chart: Wallchart) -> int:
    """The first earlier round that has boards and is not published, or is not paired yet; 0 for none."""
    rounds = Round.objects.filter(section=section, number__lt=number)
    published = {*rounds.filter(published_at__isnull=False).values_list("number", flat=True)}
    paired = {*rounds.filter(games__isnull=False).values_list("number", flat=True)}
    left = (n for n in range(1, number) if n not in published and (n in paired or n > chart.through))
    return next(left, 0)


def _with_ratings(chart: Wallchart, assigned: Mapping[int, int], averages: Mapping[int, int]) -> Wallchart:
    """The chart with what each entry is numbered by: an assigned rating (28D, 28E); of a team without a
    rating of its own, the average of its boards."""
    if not (assigned or averages):
        return chart
    ratings = {card.number: card.rating for card in chart.cards if card.rating}
    rated = {**averages, **ratings, **assigned}
    return replace(chart, cards=tuple([replace(card, rating=rated.get(card.number)) for card in chart.cards]))


def _with_schools(chart: Wallchart, section: Section) -> Wallchart:
    """The chart in which a school is called alike on every card, however the roster spells it: teammates are
    known by that (28N)."""
    schools = schools_of(section.event_id)
    if not schools.names:
        return chart
    cards = [replace(card, team=schools.called(card.team)) for card in chart.cards]
    return replace(chart, cards=tuple(cards))


# The color of the higher-ranked player of board 1 that is announced instead of a lot (29E2).
_COLORS = {"white": "w", "black": "b"}


def _kept_apart(section: Section, chart: Wallchart) -> Locks:
    known = {card.number for card in chart.cards if not card.visitor}
    pairs: dict[bool, list[tuple[int, int]]] = {False: [], True: []}
    for row in kept_apart(section):
        if {row.one.number, row.other.number} <= known:
            pairs[row.asked].append((row.one.number, row.other.number))
    return Locks(apart=tuple(pairs[False]), asked_apart=tuple(pairs[True]))


_seats_in = Prepared(
    lambda section, number: Seat.objects.filter(
        round__section=section, round__number=number, game__isnull=False
    ).values_list("player__number", "game", "side", "game__round__number")
)


def _with_seated(
    chart: Wallchart, section: Section, number: int
) -> tuple[Wallchart, tuple[tuple[int, int], ...], frozenset[int]]:
    """The chart with the boards that this round has, those boards, and everybody who needs no other.

    Who plays this round's game on a board of another round (28M2) is away.
    """
    games: dict[int, list[tuple[int, str]]] = defaultdict(list)
    elsewhere: set[int] = set()
    for player, game, side, at in _seats_in(section.pk, number):
        if at == number:
            games[game].append((player, side))
        else:
            elsewhere.add(player)
    cells: dict[int, Cell] = {}
    boards = []
    for sides in games.values():
        if len(sides) != 2:
            elsewhere |= {player for player, _side in sides}
            continue
        white, black = sorted((side, player) for player, side in sides)[::-1]
        boards.append((white[1], black[1]))
        for (player, side), (opponent, _other) in (sides, sides[::-1]):
            cells[player] = Cell(number, Kind.OPEN, opponent, side, 0, number)
    cells |= {player: bye_cell(number, Kind.UNPAIRED) for player in elsewhere}
    cards = tuple(
        [
            card
            if card.number not in cells or (card.in_round(number) and card.number not in elsewhere)
            else _with_cell(card, cells[card.number])
            for card in chart.cards
        ]
    )
    return replace(chart, cards=cards), tuple(boards), frozenset(cells)


def before_seating(chart: Wallchart, number: int) -> Wallchart:
    """The chart before anybody was seated in this round: games and the bye given in it are not there yet."""

    def before(card: Card) -> Card:
        kept = [
            cell
            for cell in card.cells
            if cell.round != number or (cell.opponent is None and cell.kind is not Kind.FULL_BYE)
        ]
        return replace(card, cells=tuple(kept))

    return replace(chart, cards=tuple(map(before, chart.cards)))


def _with_cell(card: Card, new: Cell) -> Card:
    others = [each for each in card.cells if each.round != new.round]
    return replace(card, cells=tuple(sorted([*others, new], key=lambda each: each.round)))


_still_open = Prepared(
    lambda section, number: (
        Seat.objects.filter(
            game__in=Game.objects.filter(
                round__section=section, round__number__lt=number, seats__kind=Kind.OPEN.letter
            )
        )
        .order_by("game__round__number", "game__board", "slot", "-side")
        .values_list("game", "game__round__number", "game__board", "slot", "player__number")
    )
)


def _open_games(
    section: Section, chart: Wallchart, number: int, chosen: Mapping[frozenset[int], str]
) -> list[OpenGame]:
    """The games of earlier rounds that are still being played."""
    games: dict[int, list[tuple[int, str, int, str]]] = defaultdict(list)
    for game, at, board, slot, player in _still_open(section.pk, number):
        games[game].append((at, label(board, slot, section.games), player, chart.by_number[player].name))
    return [
        OpenGame(
            white[0],
            white[1],
            white[3],
            black[3],
            (white[2], black[2]),
            chosen.get(frozenset((white[2], black[2])), next(iter(ASSUMPTIONS))),
            bool(section.boards),
        )
        for white, black in (sides for sides in games.values() if len(sides) == 2)
    ]


_draft = Prepared(
    lambda section, number: PairingDraft.objects.select_related("changed_by").filter(
        section=section, round=number
    )
)


def draft_of(section: Section, number: int) -> PairingDraft | None:
    return next(iter(_draft(section.pk, number)), None)


def draft_waits(section: Section, number: int) -> bool:
    """Whether a round is to be published as a draft: that takes what is typed, so that it has no other. One
    of which everybody sits at a board of the round already is over."""
    row = draft_of(section, number)
    if row is None:
        return False
    of = basis_of(section, number, row)
    return not of.published and (not of.taken or bool(of.draft(row).boards))


_boards_of = Prepared(
    lambda section, number: Game.objects.filter(round__section=section, round__number=number).values_list(
        "board"
    )
)


def free_boards(section: Section, number: int) -> tuple[int, frozenset[int]]:
    """The number of the next board of a round, and the boards that are taken already.

    The next comes after those that are there. A reserved board may be far from the others and does not count.
    """
    taken = frozenset(board for (board,) in _boards_of(section.pk, number))
    of_somebody = Player.objects.filter(section=section, fixed_board__in=taken)
    in_a_row = taken - {player.fixed_board or 0 for player in of_somebody}
    return max(in_a_row, default=section.first_board - 1) + 1, taken
