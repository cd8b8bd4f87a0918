"""A small Swiss on a round-robin table (29L), so that the last rounds can always be paired.

Round one is paired as a Swiss, and its boards become the first line of the table, the bye too. Each later
round takes the unused line that gives the top player of the top group the right opponent. Colors follow 29E.
Where no line fits any more, as after a withdrawal, the round is paired as a Swiss.
"""

from collections.abc import Sequence
from dataclasses import replace

from tiebreaks.engine.chart.wallchart import Card, Kind

from .brackets import Solved
from .byes import Bye
from .giving_way import bars, requests
from .pool import Pool, TableLine, gather
from .reading import build_field, had_bye, met
from .request import PairingInput, SetBoard
from .round_robin import table

# Stands for the opponent of who rests.
NOBODY = 0
Line = list[tuple[int, int]]


def offered(players: int, rounds: int) -> bool:
    """Whether the rounds are so many that a table is safer (29L).

    >>> offered(6, 4), offered(6, 3), offered(3, 5)
    (True, False, False)
    """
    return players > 3 and players - 2 <= rounds < players + players % 2


def may_run_out(players: int, rounds: int) -> bool:
    """Whether the last round of a Swiss may have no legal pairing though nobody leaves. While each has at
    least half of the others left, the bye counted as one, there always is one (PAIRING section 10).

    >>> may_run_out(4, 2), may_run_out(5, 3), may_run_out(6, 4)
    (False, False, True)
    """
    return 2 * rounds > players + players % 2


def could_be_round_robin(players: int, rounds: int) -> bool:
    """Whether the rounds are just those of a round robin of all players (29K).

    >>> could_be_round_robin(6, 5), could_be_round_robin(5, 5), could_be_round_robin(6, 4)
    (True, True, False)
    """
    return players > 2 and rounds == len(table(players))


def all_met_after(players: int, rounds: int) -> int:
    """The round after which everybody has met everybody, where more are planned; 0 for none.

    >>> all_met_after(4, 5), all_met_after(5, 6), all_met_after(6, 5), all_met_after(3, 4)
    (3, 5, 0, 3)
    """
    once = len(table(players)) if players > 2 else rounds
    return once if rounds > once else 0


def numbering(first_round: Line) -> dict[int, int]:
    """Places in the table, such that the boards of round one are its first line.

    >>> numbering([(11, 14), (12, 13)])
    {11: 1, 14: 4, 12: 2, 13: 3}
    """
    line = table(2 * len(first_round))[0]
    return {
        number: place
        for pair, places in zip(first_round, line, strict=True)
        for number, place in zip(pair, places, strict=True)
    }


def on_table(request: PairingInput, pool: Pool, solved: list[Solved]) -> tuple[Pool, list[Solved]]:
    """The round as an unused line of the table, where the options ask for it and a line fits."""
    first = _first_round(request)
    players = {number for pair in first for number in pair} - {NOBODY}
    asked = request.options.small_swiss == "table"
    # Before round one there are no boards, and so no players of the table.
    if not (asked and offered(len(players), request.chart.rounds)):
        return pool, solved
    wanted = _wanted(pool, solved)
    lines = _unused(request, pool, first)
    if not lines:
        return replace(pool, off_table=True), solved
    top, place = pool.field.players[0].number, pool.field.position

    def near(at: int) -> tuple[bool, int]:
        other = _partner(lines[at], top)
        return other != wanted, place.get(other, len(place))

    number = min(lines, key=near)
    line = lines[number]
    boards = tuple(SetBoard(*pair) for pair in line if NOBODY not in pair)
    own = {frozenset((board.white, board.black)) for board in request.locks.boards}
    new = tuple(board for board in boards if frozenset((board.white, board.black)) not in own)
    resting = next((one for pair in line if NOBODY in pair for one in pair if one), None)
    locks = replace(request.locks, boards=(*request.locks.boards, *new))
    seated = gather(replace(request, locks=locks))
    bye = pool.bye if pool.bye and pool.bye.by_director else Bye(resting, by_table=True) if resting else None
    opponent = _partner(line, top)
    chosen = TableLine(number, len(players), top, opponent, opponent == wanted)
    broken = frozenset(map(frozenset, line)) & requests(request, _players(request, pool)) - own
    return replace(seated, bye=bye, table=chosen, resting=pool.resting, broken=broken), []


def _players(request: PairingInput, pool: Pool) -> list[Card]:
    """Everybody who has a board, and who has the bye."""
    here = {player.number for player in pool.field.players} | ({pool.bye.number} if pool.bye else set())
    return [card for card in request.chart.cards if card.number in here]


def _wanted(pool: Pool, solved: Sequence[Solved]) -> int:
    """Whom the top player would meet by the usual rules."""
    pairs = [*pool.fixed, *(pair for one in solved for pair in one.pairs)]
    return pool.field.players[_partner(pairs, 0)].number


def _partner(pairs: Sequence[tuple[int, int]], x: int) -> int:
    return next(other for pair in pairs for one, other in (pair, pair[::-1]) if one == x)


def _first_round(request: PairingInput) -> Line:
    """The boards of round one, whose bye is a board against nobody."""
    pairs = {}
    for card in request.chart.cards:
        for c in card.in_round(1):
            if c.opponent is not None:
                pairs[frozenset((card.number, c.opponent))] = (card.number, c.opponent)
            elif c.kind is Kind.FULL_BYE:
                pairs[frozenset((card.number, NOBODY))] = (card.number, NOBODY)
    return sorted((min(pair), max(pair)) for pair in pairs.values())


def _unused(request: PairingInput, pool: Pool, first: Line) -> dict[int, Line]:
    """Lines of the table, by their number, in which nobody meets an earlier opponent and nobody rests twice,
    and that break no more requests than a Swiss. None if others play now than in round one."""
    cards = _players(request, pool)
    here = {card.number for card in cards}
    listed = [number for pair in first for number in pair]
    if {*listed} - {NOBODY} != here or len({*listed}) != len(listed):
        return {}
    known = request.chart.by_number
    asked = requests(request, cards)
    barred = bars(met(request.chart, request.round), request.locks.apart)
    for number in here:
        barred[number] |= {c.opponent for c in known[number].cells if c.opponent and c.round < request.round}
    field = build_field(request, cards, barred)
    place = field.position
    rested = {number for number in here if had_bye(known[number], request.round)}
    held = {frozenset((board.white, board.black)) for board in request.locks.boards}
    held |= {frozenset((number, NOBODY)) for number in [request.given_bye] if number is not None}

    def fits(line: Line) -> bool:
        both = {frozenset(pair) for pair in line}
        resting = {one for pair in line if NOBODY in pair for one in pair}
        playing = [pair for pair in line if NOBODY not in pair]
        free = not resting & rested and all(field.legal(place[x], place[y]) for x, y in playing)
        return held <= both and free and len(both & asked - held) <= len(pool.broken)

    number_at = {place: number for number, place in numbering(first).items()}
    lines = enumerate(table(len(listed)), 1)
    named = {at: [(number_at[a], number_at[b]) for a, b in line] for at, line in lines}
    return {at: line for at, line in named.items() if fits(line)}
