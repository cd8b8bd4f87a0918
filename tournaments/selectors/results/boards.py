"""The boards of a round as the desk shows them; a row can be read alone, for the answer to one key."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import FrozenAwards, PostedOrder
from tiebreaks.published import PlayersDocument

from ...errors import ResultConflict
from ...formats.names import short_names
from ...models import Entered, Game, LogEntry, MatchBoard, Player, Round, Seat, Section, TeamTable, Verb
from ...numbers import whole_number
from ...text.results import (
    OPEN,
    RESULTS,
    THE_RESULTS_OWN,
    Points,
    bye_name,
    label,
    show_awarded,
    show_result,
    show_second,
)
from ...text.wording import unbroken
from ..entries.byes import is_irrevocable
from ..public.rounds import Side
from .next_step import Tab, tabs

_SEATING = ("game", "seat", "matchboard")


class Who(NamedTuple):
    """An entry as the desk names it; ``visitor``, as in ``7@Open``, where it is another section's (28M3)."""

    number: int
    name: str
    visitor: str = ""
    house: bool = False


@dataclass(frozen=True)
class DeskBoard:
    """One game of a round as the desk shows it. ``revision`` is the one the person at the desk has seen,
    ``shows`` which board that was, see :meth:`.Game.shown_as`."""

    game: int
    label: str
    white: Side
    black: Side
    result: str
    revision: int
    shows: str
    colors_known: bool = True
    points_q: Points = THE_RESULTS_OWN
    # Who entered the result, and when: not known of older ones.
    by: str = ""
    at: datetime | None = None
    # Of a result that nobody here entered: the other program whose file it is from.
    program: str = ""
    # Whether a second reading agreed with this result; whose, and when.
    verified: bool = False
    verified_by: str = ""
    verified_at: datetime | None = None
    clash: ResultConflict | None = None
    # On a board of a match: the board's own key; ``turned`` where the right side has White.
    of_match: int | None = None
    turned: bool = False

    @property
    def row(self) -> str:
        """What the row is called on the page."""
        return f"game-{self.game}" if self.of_match is None else f"board-{self.of_match}"

    @property
    def short_names(self) -> tuple[str, str]:
        """White's and Black's names on buttons of a thumb's width."""
        return short_names(self.white.name, self.black.name)

    @property
    def missing(self) -> bool:
        """Whether the board has no result yet."""
        return self.result == OPEN

    @property
    def shown(self) -> str:
        return show_result(self.result, self.points_q)

    @property
    def awarded(self) -> str:
        """The points of both sides, where a ruling awarded different ones."""
        return show_awarded(self.result, self.points_q)

    @property
    def second(self) -> str:
        """What a second pass reads: Black's side alone, or the right team's."""
        return show_second(self.result)

    @property
    def second_wanted(self) -> str:
        """In a conflict, the same of what was typed."""
        return show_second(self.clash.typed) if self.clash else ""

    @property
    def ruled(self) -> bool:
        """Whether only a ruling gives this result: no key does."""
        return self.result not in RESULTS

    @property
    def wanted(self) -> str:
        """In a conflict, what the person at the desk typed."""
        return show_result(self.clash.typed) if self.clash else ""

    @property
    def conflict(self) -> str:
        """In a conflict, the sentence that names the other person and result."""
        return unbroken(self.clash.message) if self.clash else ""

    @property
    def forfeit(self) -> bool:
        return not self.missing and not any(Kind.of(letter).played for letter in self.result)

    @property
    def to_read(self) -> bool:
        """Whether a second pass still has its slip to read; of a forfeit there is none."""
        return not (self.missing or self.verified or self.forfeit)


@dataclass(frozen=True)
class Bye:
    seat: int
    number: int
    name: str
    kind: Kind
    # Whether it is removed with a reason only (22C).
    irrevocable: bool = False
    by_table: bool = False

    @property
    def kind_name(self) -> str:
        return bye_name(self.kind, by_table=self.by_table)


@dataclass(frozen=True)
class Elsewhere:
    """Who has this round's game on a board of another round (28M2)."""

    who: Who
    game: int
    round: int
    label: str


@dataclass(frozen=True)
class DeskRound:
    number: int
    boards: list[DeskBoard]
    byes: list[Bye]
    elsewhere: list[Elsewhere]
    unseated: list[Player]
    # Of which earlier round a game has no result, by primary key: without a board they are held out (29H8).
    waiting: Mapping[int, int]
    # The first entry of each, by primary key, and those of who has a board of the round (28S).
    first_entries: Mapping[int, int]
    playing: frozenset[int]
    # The quarter-points of everybody before the round, by number.
    score_q: Mapping[int, int]
    tabs: list[Tab]
    order_posted: bool
    # The awards that were announced last, of the section and of the tables that draw on it.
    frozen: list[FrozenAwards]

    @property
    def begun(self) -> bool:
        """Whether it is too late to post an order before round one."""
        return self.tabs[0].published

    @property
    def left_alone(self) -> bool:
        """Whether somebody has no opponent, and others may move up for it (29G): the round is not over. Who
        plays by another entry (28S) has one."""
        return not self.over and any(
            player.pk not in self.waiting and self.first_entries[player.pk] not in self.playing
            for player in self.unseated
        )

    @property
    def over(self) -> bool:
        """Whether a game was played and none is open."""
        played = any(not (board.missing or board.forfeit) for board in self.boards)
        return played and not any(board.missing for board in self.boards)

    @property
    def correcting(self) -> bool:
        """Whether others count on the results: a changed one is then a correction, with a reason."""
        later = any(tab.published and tab.number > self.number for tab in self.tabs)
        return bool(self.frozen) or later


def round_page(section: Section, number: int) -> DeskRound:
    """Everything about one round, with as many queries for 300 players as for three."""
    entries = section.players.select_related("visitor_of__section")
    players = {player.pk: player for player in entries.order_by("number")}
    # A cross-round game (28M2) has its other side in another round, perhaps a later one.
    until_now = Q(round__number__lte=number) | Q(game__round__number=number)
    seats = list(_seats(Seat.objects.filter(until_now, round__section=section)))
    games = _with_authors(Game.objects.filter(round__section=section, round__number=number))
    names = {
        pk: Who(player.number, player.called, player.visitor, player.house) for pk, player in players.items()
    }
    here = [seat for seat in seats if seat["round__number"] == number]
    seated = {seat["player"] for seat in here}
    first_entries = {pk: _first_entry(player, players).pk for pk, player in players.items()}
    byes: dict[int, Bye] = {}
    for seat in here:
        if seat["game"] is None and seat["player"] not in byes:
            kind = Kind.of(seat["kind"])
            who = names[seat["player"]]
            byes[seat["player"]] = Bye(
                seat["pk"],
                who.number,
                who.name,
                kind,
                irrevocable=is_irrevocable(section, number, kind),
                by_table=section.format == Section.Formats.ROUND_ROBIN,
            )
    return DeskRound(
        number=number,
        boards=_boards(games, seats, names, number, section),
        byes=sorted(byes.values(), key=lambda bye: (-bye.kind.points_q, bye.number)),
        elsewhere=[
            Elsewhere(
                who=names[seat["player"]],
                game=seat["game"],
                round=seat["game__round__number"],
                label=label(seat["game__board"], seat["game__slot"], section.games),
            )
            for seat in here
            if seat["game"] is not None and seat["game__round__number"] != number
        ],
        unseated=_without_seat(players.values(), seated, number),
        waiting={
            seat["player"]: seat["round__number"]
            for seat in seats
            if seat["kind"] == Kind.OPEN.letter and seat["round__number"] < number
        },
        first_entries=first_entries,
        playing=frozenset(first_entries[seat["player"]] for seat in here if seat["game"] is not None),
        score_q={players[pk].number: score_q for pk, score_q in _score_q(seats, number, section).items()},
        tabs=tabs([section], drafts=True)[section.pk],
        order_posted=PostedOrder.objects.filter(standings=section.standings_id).exists(),
        frozen=last_frozen(section),
    )


def _first_entry(player: Player, players: Mapping[int, Player]) -> Player:
    """The entry by which somebody came first (28S)."""
    while first := players.get(player.reentry_of_id or 0):
        player = first
    return player


def left_over(section: Section, number: int) -> int:
    """How many have neither a board nor a bye of a round. House players are free to rest."""
    seats = Seat.objects.filter(round__section=section, round__number=number)
    players = section.players.filter(house=False)
    return len(_without_seat(players, {*seats.values_list("player", flat=True)}, number))


def _without_seat(players: Iterable[Player], seated: Collection[int], number: int) -> list[Player]:
    return [
        player
        for player in players
        if player.pk not in seated
        and player.visitor_of_id is None
        and (player.withdrawn_after is None or player.withdrawn_after >= number)
    ]


def everybody_withdrew(section: Section, number: int) -> bool:
    """Whether a section has entries, and none of them plays in this round any more."""
    entries = section.players.filter(visitor_of=None)
    return entries.exists() and not entries.exclude(withdrawn_after__lt=number).exists()


def last_frozen(section: Section) -> list[FrozenAwards]:
    """The last frozen awards of the section, and of each table that draws on it."""
    of_tables = TeamTable.objects.filter(sections=section).values("standings")
    rows = FrozenAwards.objects.filter(Q(standings=section.standings_id) | Q(standings__in=of_tables))
    last = {row.standings_id: row for row in rows.select_related("standings__teamtable").order_by("number")}
    return list(last.values())


def board(game: Game, section: Section) -> DeskBoard:
    """One game's row: the seats of its two players up to this round, in one query."""
    number = game.round.number
    until_now = Q(round__number__lte=number) | Q(game=game)
    theirs = Seat.objects.filter(until_now, player__seats__game=game)
    home = ("player__visitor_of__number", "player__visitor_of__section__name")
    seats = list(_seats(theirs, "player__number", "player__name", "player__house", *home))
    names = {
        seat["player"]: Who(
            seat["player__number"],
            section.called(seat["player__name"]),
            f"{seat[home[0]]}@{seat[home[1]]}" if seat[home[0]] else "",
            seat["player__house"],
        )
        for seat in seats
    }
    return _boards([game], seats, names, number, section)[0]


def board_of(document: PlayersDocument, game: Game, sides: Iterable[Seat], section: Section) -> DeskBoard:
    """The same from the document of this version and both seats, without a query."""
    number = game.round.number
    seats: list[dict[str, Any]] = []
    names: dict[int, Who] = {}
    for seat in sides:
        card = document.chart.by_number[seat.player.number]
        names[card.number] = Who(card.number, card.name, card.visitor, card.house)
        earlier = [cell for cell in card.cells if cell.round < number]
        seats += [
            {"player": card.number, "game": None, "round__number": cell.round, "points_q": cell.points_q}
            for cell in earlier
        ]
        here = {"game": game.pk, "round__number": seat.round.number, "kind": seat.kind}
        seats.append({"player": card.number, "points_q": seat.points_q, **here})
    return _boards([game], seats, names, number, section)[0]


def games_since(section: Section, number: int, stamp: str) -> list[Game] | None:
    """The round's boards on which somebody entered something after ``stamp``; None when more has changed.

    The log has every changed row, so nothing else needs to remember what is news.
    """
    epoch, _, version = stamp.partition(".")
    seen = whole_number(version)
    if epoch != section.standings.epoch or seen is None:
        return None
    entries = LogEntry.objects.filter(standings=section.standings_id, epoch=epoch, version__gt=seen)
    changed: set[int] = set()
    for verb, rows in entries.values_list("verb", "rows"):
        tables = {table for table, _pk, _before, _after in rows}
        seating = [(before, after) for table, _pk, before, after in rows if table in _SEATING]
        moved = [before or after for before, after in seating if not (before and after)]
        whole = not moved or _are_byes_of_others(moved, section, number)
        if not whole or (verb in (Verb.ROSTER, Verb.WITHDRAW, Verb.IMPORT) and tables):
            return None
        changed |= {pk for table, pk, _before, _after in rows if table == "game"}
    if not changed:
        return []
    return list(of_keys(changed).filter(round__section=section, round__number=number))


def _are_byes_of_others(seats: Iterable[dict[str, Any]], section: Section, number: int) -> bool:
    """Whether all of these rows are byes of rounds other than this one."""
    here = set(Round.objects.filter(section=section, number=number).values_list("pk", flat=True))
    return all(seat.get("game_id", 0) is None and seat.get("round_id") not in here for seat in seats)


def board_called(section: Section, number: int, name: str) -> tuple[Game, MatchBoard | None] | None:
    """The board of a round by what it is called: ``12``, in a double round ``12a``, in a match ``12.3``."""
    game_name, _, of_match = name.partition(".")
    games = Game.objects.filter(round__section=section, round__number=number).select_related("round")
    game = next((each for each in games if label(each.board, each.slot, section.games) == game_name), None)
    if game is None or not of_match:
        return None if game is None else (game, None)
    board = game.match_boards.filter(board=whole_number(of_match) or 0).first()
    return None if board is None else (game, board)


def of_keys(keys: Iterable[int]) -> QuerySet[Game]:
    """These games, with all that their rows show."""
    return _with_authors(Game.objects.filter(pk__in=keys)).select_related("round__section")


def _with_authors(games: QuerySet[Game]) -> QuerySet[Game]:
    found = games.select_related("entered_by", "verified_by")
    return found.annotate(program=F("round__section__companion__program"))


def program_of(game: Game) -> str:
    """The program whose file a result is from: nobody here entered it, and the section follows that file."""
    program: str | None = getattr(game, "program", None)
    return program or "" if game.entered_by is None and game.entered_at else ""


def _seats(seats: QuerySet[Seat], *more: str) -> QuerySet[Seat, dict[str, Any]]:
    found: QuerySet[Seat, dict[str, Any]] = seats.order_by("-side").values(
        "pk",
        "player",
        "game",
        "game__board",
        "game__slot",
        "game__round__number",
        "side",
        "kind",
        "points_q",
        "board_points_q",
        "round__number",
        *more,
    )
    return found


def _boards(
    games: Iterable[Game],
    seats: list[dict[str, Any]],
    names: dict[int, Who],
    number: int,
    section: Section,
) -> list[DeskBoard]:
    score_q = _score_q(seats, number, section)
    sides: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for seat in seats:
        if seat["game"] is not None:
            sides[seat["game"]].append(seat)

    def side(seat: dict[str, Any]) -> Side:
        who = names[seat["player"]]
        tag = who.visitor or (gettext("house") if who.house else "")
        if seat["round__number"] != number:
            tag = gettext("for round %d") % seat["round__number"]
        return Side(who.number, who.name, points.show(score_q[seat["player"]]), tag)

    rows = []
    for game in sorted(games, key=lambda game: (game.board, game.slot)):
        white, black = sides[game.pk]
        result = white["kind"] + black["kind"]
        rows.append(
            DeskBoard(
                game=game.pk,
                label=label(game.board, game.slot, section.games),
                white=side(white),
                black=side(black),
                result=result,
                revision=game.revision,
                shows=game.shown_as(
                    section, number, [names[seat["player"]].number for seat in (white, black)]
                ),
                colors_known=game.colors_known,
                points_q=(white["points_q"], black["points_q"]),
                by=name_of(game.entered_by) if result != OPEN else "",
                program=program_of(game) if result != OPEN else "",
                at=game.entered_at if result != OPEN else None,
                **second_reading(game),
            )
        )
    return rows


def second_reading(board: Entered) -> dict[str, Any]:
    """Who verified a board and when, as its row has it."""
    if not board.verified:
        return {}
    by = name_of(board.verified_by)
    return {"verified": True, "verified_by": by, "verified_at": board.verified_at}


def _score_q(seats: Iterable[dict[str, Any]], number: int, section: Section) -> Counter[int]:
    """The quarter-points of these seats before a round, by the player's key."""
    found: Counter[int] = Counter()
    for seat in seats:
        if seat["round__number"] < number:
            found[seat["player"]] += _counts_q(seat, section.by_game_points)
    return found


def _counts_q(seat: dict[str, Any], by_game_points: bool) -> int:
    """What a side adds to the score that ranks."""
    if by_game_points:
        return seat["board_points_q"] or 0
    awarded = seat["points_q"]
    return Kind.of(seat["kind"]).points_q if awarded is None else awarded


def name_of(user: User | None) -> str:
    return (user.get_full_name() or user.get_username()) if user else ""
