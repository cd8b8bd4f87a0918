"""A round of a round robin section, as a pairing result (rule 30).

A round is its own line of the table. What the director has set chooses another line that was not played yet.
Lines are never mixed: only where a director did that, what is left is divided into rounds anew.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from tiebreaks.engine.chart.wallchart import Kind

from . import sentences as s
from .boards import Seated
from .color_reasons import color_reason, color_sentence, of_two_games
from .colors import allocate
from .field import Field
from .giving_way import Couple
from .meetings import forbidden, in_table, meetings_allowed, second_meeting, times_paired, white_before
from .reading import build_field
from .request import Locks, PairingInput
from .result import Board, ByeGiven, Impossible, PairingResult, Reason
from .round_robin import colors_by_lot, schedule
from .set_by_director import (
    BY_HAND,
    HOUSE_PLAYER,
    RefusedError,
    named,
    parts_of,
    releases,
    set_boards,
    to_blame,
    with_parts,
)
from .table_rest import next_round

# Stands for the opponent of who rests.
NOBODY = 0


class Line(NamedTuple):
    """A round of the table, counted from 1, its pairs White first; ``why`` it is not the round's own. A round
    that is none of the table has no number."""

    number: int
    pairs: tuple[tuple[int, int], ...]
    why: str = ""

    @property
    def couples(self) -> frozenset[Couple]:
        return frozenset(map(frozenset, self.pairs))


def pair_by_table(request: PairingInput) -> PairingResult | Impossible:
    """The line of the table for this round. Numbers are places in the table, by the numbers of the entries.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> made = pair_by_table(PairingInput(chart([], [], [], rounds=3), 1))
    >>> [(b.white, b.black) for b in made.boards], made.bye.number
    ([(2, 3)], 1)
    """
    request = set_boards(request)
    lines = _lines(request)
    if request.round > len(lines):
        players = len(in_table(request.chart))
        return Impossible(s.say(s.TABLE_ENDS, players=players, rounds=len(lines)), (BY_HAND,))
    line = _chosen(request, lines)
    boards = _boards(request, line)
    seated = {number for board in boards for number in board.players}
    here = [n for pair in line.pairs for n in pair if n and (_plays(request, n) or n == request.given_bye)]
    resting = _resting(request, line)
    bye = None
    if (given := request.given_bye) is not None:
        bye = ByeGiven(given, (s.say(s.BYE_SET),))
    elif resting:
        bye = ByeGiven(resting, (s.say(s.TABLE_BYE),))
    left = [n for n in here if n not in seated and not (bye and n == bye.number)]
    away = [n for pair in line.pairs for n in pair if n and n not in here and n not in seated]
    warnings: list[str] = [_no_game(request, line, n) for n in left]
    warnings += forbidden(request, [(b.board, b.white, b.black) for b in boards])
    if line.why:
        warnings.append(s.say(line.why, line=line.number, round=request.round))
    costs = [b.reason.color.conflict for b in boards]
    cost = (sum(c[0] for c in costs), sum(c[1] for c in costs), sum(c[2] for c in costs))
    natural = tuple((b.white, b.black) for b in boards)
    return PairingResult(
        tuple(boards), bye, tuple(sorted([*away, *left])), (), natural, cost, tuple(warnings)
    )


def _plays(request: PairingInput, number: int) -> bool:
    return request.in_pool(request.chart.by_number[number])


def _lines(request: PairingInput) -> list[Line]:
    """The rounds of the table with the numbers of the entries."""
    numbers = in_table(request.chart)
    place = dict(enumerate(numbers, 1))
    rounds = schedule(len(numbers), request.chart.rounds, request.chart.games, request.color)
    named = [tuple((place.get(a, NOBODY), place.get(b, NOBODY)) for a, b in line) for line in rounds]
    return [Line(at, line) for at, line in enumerate(named, 1)]


def _chosen(request: PairingInput, lines: list[Line]) -> Line:
    """The round's own line, or the first one left that has what the director has set."""
    own, times = lines[request.round - 1], times_paired(request)
    cycle = len(lines) // meetings_allowed(request.chart)

    def is_left(line: Line) -> bool:
        played = (line.number - 1) // cycle
        return all(times[frozenset(pair)] <= played for pair in line.pairs if NOBODY not in pair)

    left = [line for line in [own, *lines] if is_left(line)]
    to_come = min(request.chart.rounds, len(lines)) - request.round + 1
    is_mixed = cycle == len(lines) and len({*left}) < to_come
    if is_mixed and (rest := _rest(request, lines, to_come)) is not None:
        return rest
    held = [line for line in left or [own] if _has_what_is_set(request, line)]
    if not held:
        raise _refused(request, left or [own])
    chosen = _sparing(request, held, left)
    resting = _resting(request, chosen)
    if resting and request.locks.no_bye and resting != request.given_bye:
        raise RefusedError(
            "The round-robin table has an odd number of players:"
            f" {request.name(resting)} has no opponent in this round, and a bye is forbidden (30A).",
            HOUSE_PLAYER,
            BY_HAND,
        )
    if chosen.number == own.number:
        return own
    if own not in left:
        return chosen._replace(why=s.TABLE_PLAYED)
    return chosen._replace(why=s.TABLE_APART if own in held else s.TABLE_SET)


def _rest(request: PairingInput, lines: list[Line], rounds: int) -> Line | None:
    """A round of what is left to play, where lines that were mixed cannot all be played any more."""
    whites = {
        couple: pair
        for line in lines
        for couple, pair in zip(map(frozenset, line.pairs), line.pairs, strict=True)
    }
    # At the desk who sits out has no point for it, in a file perhaps a bye (30A).
    rested = {
        frozenset((card.number, NOBODY))
        for card in request.chart.cards
        if any(c.round < request.round and c.kind in (Kind.FULL_BYE, Kind.UNPAIRED) for c in card.cells)
    }
    met = {*times_paired(request), *rested, *map(frozenset, request.locks.apart)}
    own = lines[request.round - 1]
    own_first = [own, *lines]

    def line_of(couples: frozenset[Couple]) -> Line:
        same = next((line for line in own_first if line.couples == couples), None)
        if same is not None:
            return same if same == own else same._replace(why=s.TABLE_PLAYED)
        return Line(0, tuple(sorted(whites[couple] for couple in couples)), s.TABLE_REST)

    made = next_round(
        sorted({number for pair in own.pairs for number in pair}),
        met,
        [line.couples for line in own_first],
        rounds,
        lambda couples: _has_what_is_set(request, line_of(couples)),
    )
    return None if made is None else line_of(made)


def leaves_table(request: PairingInput, boards: Iterable[tuple[int, int, int]]) -> bool:
    """Whether these boards, as (board, white, black), are of no one round of the table, and rounds follow."""
    if request.round >= request.chart.rounds:
        return False
    couples = {frozenset((white, black)) for _board, white, black in boards}
    return not any(couples <= line.couples for line in _lines(request))


def _sparing(request: PairingInput, held: list[Line], left: list[Line]) -> Line:
    """The first line that keeps apart who should be (28T), where the table has enough without them: it has
    everybody meet everybody, and may have more rounds than are planned."""
    to_come = request.chart.rounds - request.round + 1
    for pairs in (request.locks.apart, request.locks.asked_apart):
        apart = {frozenset(pair) for pair in pairs}

        def meet(line: Line, apart: Collection[Couple] = apart) -> list[Couple]:
            return [couple for couple in map(frozenset, _playing(request, line)) if couple in apart]

        if sum(not meet(line) for line in {*left}) >= to_come:
            held = [line for line in held if not meet(line)] or held
        if pairs is request.locks.apart and (met := meet(held[0])):
            parts = [Locks(apart=(pair,)) for pair in pairs if frozenset(pair) in met]
            raise RefusedError(
                "In a round robin everybody meets everybody, and these are never to meet:"
                f" {named(request, parts)} (30A).",
                *releases(request, parts),
                BY_HAND,
            )
    return held[0]


def _refused(request: PairingInput, left: list[Line]) -> RefusedError:
    """What is set that no line has together."""

    def works(parts: Sequence[Locks]) -> bool:
        asked = replace(request, locks=with_parts(request.locks, parts))
        return any(_has_what_is_set(asked, line) for line in left)

    parts = to_blame([part for part in parts_of(request.locks) if part.boards or part.bye], works)
    return RefusedError(
        f"No round of the table that is left has what is set for this one: {named(request, parts)} (30A).",
        *releases(request, parts),
        BY_HAND,
    )


def _has_what_is_set(request: PairingInput, line: Line) -> bool:
    """Whether a line has the boards that are set, and no opponent for the player who is to have the bye."""
    pairs = {frozenset(pair) for pair in line.pairs}
    if any(frozenset((board.white, board.black)) not in pairs for board in request.locks.boards):
        return False
    given = request.given_bye
    opponent = next((other for pair in line.pairs for one, other in (pair, pair[::-1]) if one == given), None)
    if opponent is None:
        return given is None
    return opponent == NOBODY or not (_plays(request, opponent) or _resting(request, line))


def _playing(request: PairingInput, line: Line) -> Iterator[tuple[int, int]]:
    """The pairs of a line who are both there, or one of them to win by forfeit (30B)."""
    known = request.chart.by_number
    for pair in line.pairs:
        both_sit = NOBODY not in pair and all(request.may_sit(known[n]) for n in pair)
        if both_sit and any(_plays(request, n) for n in pair):
            yield pair


def forfeits(request: PairingInput, white: int, black: int) -> Iterator[str]:
    """What is told of a board of somebody who has left, and of who is there, if anybody is."""
    gone = [number for number in (white, black) if request.forfeits(request.chart.by_number[number])]
    if len(gone) == 2:
        yield s.say(s.FORFEIT_BOTH, one=request.name(white), other=request.name(black))
    for number in gone:
        other = white + black - number
        if _plays(request, other):
            yield s.say(s.FORFEIT_WIN, one=request.name(other), other=request.name(number))


def _no_game(request: PairingInput, line: Line, number: int) -> str:
    """What is told of who is there, with the number, where the opponent of a line is not."""
    [other] = [sum(pair) - number for pair in line.pairs if number in pair]
    gone = other and request.gone(request.chart.by_number[other])
    text = s.NO_GAME_LEFT if gone else s.NO_GAME
    return s.say(text, one=request.name(number), other=request.name(other), number=number)


def _resting(request: PairingInput, line: Line) -> int | None:
    """Who of those who are there has no opponent in a line."""
    alone = (sum(pair) for pair in line.pairs if NOBODY in pair)
    return next((number for number in alone if _plays(request, number)), None)


def _boards(request: PairingInput, line: Line) -> list[Board]:
    """The boards of a line. Colors that the director set stand; who meet again have them reversed."""
    playing = list(_playing(request, line))
    again = white_before(request, map(frozenset, playing))
    by_director = {frozenset((board.white, board.black)): board for board in request.locks.boards}
    field = build_field(request, [request.chart.by_number[n] for pair in playing for n in pair], {})
    players = len(in_table(request.chart))
    boards = []
    for at, (white, black) in enumerate(playing, request.first_board):
        couple, rule = frozenset((white, black)), "30A"
        by_table = s.say(s.BY_TABLE, round=line.number, players=players)
        said: list[str] = [by_table if line.number else s.say(s.BY_REST)]
        said += [*second_meeting(request, white, black), *forfeits(request, white, black)]
        if not line.number:
            white, black, rule = _as_due(field, white, black)
        if couple in again and again[couple] == white:
            white, black, rule = black, white, "27A1"
        if couple in by_director:
            said.insert(0, s.say(s.LOCK, one=request.name(white), other=request.name(black)))
            set_here = by_director[couple]
            # With the colors of the table, these are nobody's choice.
            if set_here.colored and white != set_here.white:
                white, black, rule = black, white, "given" if set_here.given else "lock"
        x, y = field.position[white], field.position[black]
        seated = Seated(at, min(x, y), max(x, y), "w" if x < y else "b", rule)
        said.append(_of_colors(request, line, field, seated))
        reason = Reason("", "0", None, {}, (), color_reason(field, seated), None, tuple(said))
        boards.append(Board(at, white, black, reason))
    return boards


def _of_colors(request: PairingInput, line: Line, field: Field, seated: Seated) -> str:
    """Who gives a board its colors: the table, in its last round for four the lot (30G), or the rules."""
    if seated.rule != "30A":
        return color_sentence(field, seated, request.chart.games)
    by_lot = colors_by_lot(len(in_table(request.chart))) if request.options.initial_color == "lot" else ()
    if request.chart.games > 1:
        return of_two_games(field.players[seated.white].name, "30G" if line.number in by_lot else "30A")
    return s.say(s.TABLE_LOT if line.number in by_lot else s.TABLE_COLORS)


def _as_due(field: Field, one: int, other: int) -> tuple[int, int, str]:
    """White, Black and the rule of two whom no line of the table gives their colors (29E4)."""
    higher, lower = sorted((field.position[one], field.position[other]))
    given = allocate(field.colors[higher], field.colors[lower])
    if not given.higher:
        return one, other, "30A"
    white, black = (higher, lower) if given.higher == "w" else (lower, higher)
    return field.players[white].number, field.players[black].number, given.rule
