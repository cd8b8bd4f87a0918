"""Who is paired, who rests, and what gives way when not everybody can be paired (28L, 28M1; PAIRING §4.7)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from tiebreaks.engine.chart.wallchart import Card

from .byes import Bye, all_new, candidates, passed_over
from .field import Field
from .matching import min_cost_matching, pack
from .reading import build_field, entrant, house_players, met, pool
from .request import PairingInput, SetBoard


class RefusedError(ValueError):
    """The round cannot be paired; ``choices`` say what the director may do."""

    def __init__(self, reason: str, *choices: str) -> None:
        super().__init__(reason)
        self.choices = choices


class TableLine(NamedTuple):
    """A line of a round-robin table that gives a small Swiss its round (29L).

    It has its number, for how many players the table is, and the top player with the opponent there:
    ``wanted`` if the usual rules pair the two as well.
    """

    number: int
    players: int
    top: int
    opponent: int
    wanted: bool


@dataclass(frozen=True)
class Pool:
    """The field of a round, ready to be paired.

    ``field`` has everybody at a board, ``free`` are the positions without a set board, an even number.
    ``again`` are pairs that had to be allowed a second meeting. ``table`` is the line that gives the boards,
    ``off_table`` says that one was asked for and none fits.
    """

    field: Field
    free: tuple[int, ...]
    fixed: tuple[tuple[int, int], ...]
    bye: Bye | None
    met: dict[int, dict[int, int]]
    again: frozenset[frozenset[int]] = frozenset()
    relaxed: bool = False
    table: TableLine | None = None
    off_table: bool = False


def set_boards(request: PairingInput) -> PairingInput:
    """The request with the boards that its chart has already, and no contradictions among them."""
    boards = {frozenset((b.white, b.black)): b for b in request.locks.boards}
    for card in request.chart.cards:
        for c in card.in_round(request.round):
            if c.opponent is not None and frozenset((card.number, c.opponent)) not in boards:
                white, black = card.number, c.opponent
                if c.color == "b":
                    white, black = black, white
                boards[frozenset((white, black))] = SetBoard(white, black, bool(c.color))
    seen: dict[int, SetBoard] = {}
    for board in boards.values():
        for number in (board.white, board.black):
            card = request.chart.by_number[number]
            if number in seen or board.white == board.black:
                other = seen.get(number, board)
                raise RefusedError(
                    f"{card.name} is set on two boards: {_set(request, other)} and {_set(request, board)}.",
                    "Remove one of the two.",
                )
            if number == request.given_bye:
                raise RefusedError(
                    f"{card.name} is set to have the bye and a board.", "Remove one of the two."
                )
            seen[number] = board
    return replace(request, locks=replace(request.locks, boards=tuple(boards.values())))


def _set(request: PairingInput, board: SetBoard) -> str:
    return f"{request.name(board.white)} – {request.name(board.black)}"


def gather(request: PairingInput) -> Pool:
    """Choose the bye or the house player, and relax what must give way. Raises :class:`RefusedError`."""
    played = met(request.chart, request.round)
    cards = pool(request)
    at_board = {n for b in request.locks.boards for n in (b.white, b.black)}
    cards += [c for c in request.chart.cards if c.number in at_board and c not in cards]
    for given_way, barred in enumerate(_barred(request, cards, played)):
        for chosen, bye in _seatings(request, cards, barred):
            field, free, fixed = _lay_out(request, chosen, barred)
            if field.can_pair(free):
                return Pool(field, free, fixed, bye, played, relaxed=bool(given_way))
    return _second_meetings(request, cards, played)


def _barred(
    request: PairingInput, cards: list[Card], played: dict[int, dict[int, int]]
) -> Iterator[dict[int, set[int]]]:
    """Who may not meet: first with all requests, then without those that are not forced."""
    yield bars(request, cards, played, asked=True)
    if request.locks.asked_apart or request.options.teams == "never":
        yield bars(request, cards, played, asked=False)


def bars(
    request: PairingInput, cards: list[Card], played: dict[int, dict[int, int]], *, asked: bool
) -> dict[int, set[int]]:
    """Whom each may not meet; ``asked``: also whom they asked not to meet."""
    barred = {number: set(others) for number, others in played.items()}
    pairs = [*request.locks.apart, *(request.locks.asked_apart if asked else ())]
    for one, other in pairs:
        barred[one].add(other)
    if asked and request.options.teams == "never":
        spared = _leaders(request, cards)
        for card in cards:
            mates = {c.number for c in cards if c.team and c.team == card.team and c is not card}
            barred[card.number] |= mates - spared if card.number in spared else mates
    return barred


def _leaders(request: PairingInput, cards: list[Card]) -> set[int]:
    """Whom the last round does not send down a group for the sake of teams (28N2)."""
    if not request.last_round:
        return set()
    scores = {c.number: entrant(request.chart, c, request.round).score_q for c in cards}
    return {number for number, score in scores.items() if score == max(scores.values())}


def _seatings(
    request: PairingInput, cards: list[Card], barred: dict[int, set[int]]
) -> Iterator[tuple[list[Card], Bye | None]]:
    """Everybody, with a house player, or without the one who gets the bye: in the order of preference."""
    given = request.given_bye
    bye = Bye(given, by_director=True) if given is not None else None
    if len(cards) % 2 == 0:
        yield cards, bye
        return
    at_board = {n for b in request.locks.boards for n in (b.white, b.black)}
    for house in house_players(request):
        if house.number not in at_board:
            yield [*cards, house], bye
    if bye is not None or request.locks.no_bye:
        return
    field = build_field(request, [c for c in cards if c.number not in at_board], barred)
    tried: list[int] = []
    for number in candidates(request, field):
        yield (
            [c for c in cards if c.number != number],
            Bye(number, passed_over(request, field, number, tried), all_new=all_new(request, field)),
        )
        tried.append(number)


def _lay_out(
    request: PairingInput, cards: list[Card], barred: dict[int, set[int]]
) -> tuple[Field, tuple[int, ...], tuple[tuple[int, int], ...]]:
    field = build_field(request, cards, barred)
    place = field.position
    fixed = tuple((place[b.white], place[b.black]) for b in request.locks.boards)
    seated = {x for pair in fixed for x in pair}
    free = tuple(x for x in range(len(field.players)) if x not in seated)
    for number in request.locks.floats & place.keys():
        for x in free:
            if x != place[number] and field.score[x] >= field.score[place[number]]:
                field.bar(x, place[number])
    return field, free, fixed


def _second_meetings(request: PairingInput, cards: list[Card], played: dict[int, dict[int, int]]) -> Pool:
    """Allow the smallest number of second meetings, the oldest first; refuse if that is not enough."""
    barred = bars(request, cards, played, asked=False)
    choices = _choices(request, cards)
    seatings = list(_seatings(request, cards, barred))
    if not seatings:
        raise RefusedError(_no_bye(request), *choices)
    if request.options.rematch_when_impossible == "refuse":
        raise RefusedError("These players cannot be paired without meeting a second time (27A1).", *choices)
    for chosen, bye in seatings:
        field, free, fixed = _lay_out(request, chosen, barred)
        again = _fewest(request, field, free, played)
        if again is not None:
            for one, other in again:
                field.barred[one].discard(other)
                field.barred[other].discard(one)
            numbers = frozenset(
                frozenset((field.players[x].number, field.players[y].number)) for x, y in again
            )
            return Pool(field, free, fixed, bye, played, numbers, relaxed=True)
    raise RefusedError("These players cannot be paired, not even by meeting a second time.", *choices)


def _fewest(
    request: PairingInput, field: Field, free: tuple[int, ...], played: dict[int, dict[int, int]]
) -> list[tuple[int, int]] | None:
    """The pairs who must meet again: as few as possible, the oldest meetings first, then near in score."""
    twice = _met_twice(request)
    pairs, costs = [], []
    for i, x in enumerate(free):
        for j, y in enumerate(free[i + 1 :], i + 1):
            one, other = field.players[x].number, field.players[y].number
            gap = (field.score[x] - field.score[y]) ** 2
            if field.legal(x, y):
                pairs.append((i, j))
                costs.append((0, 0, gap))
            elif other in played[one] and frozenset((one, other)) not in twice:
                pairs.append((i, j))
                costs.append((1, played[one][other], gap))
    packed = pack(costs, max(1, len(free) // 2))
    found = min_cost_matching(len(free), [(i, j, c) for (i, j), c in zip(pairs, packed, strict=True)])
    if found is None:
        return None
    return [(free[i], free[j]) for i, j in found if not field.legal(free[i], free[j])]


def _met_twice(request: PairingInput) -> set[frozenset[int]]:
    """Pairs who met twice already, and those whom the director keeps apart: never a third meeting."""
    twice: set[frozenset[int]] = {frozenset(pair) for pair in request.locks.apart}
    for card in request.chart.cards:
        rounds: dict[int, set[int]] = {}
        for c in card.cells:
            if c.round < request.round and c.played and c.opponent is not None:
                rounds.setdefault(c.opponent, set()).add(c.round)
        twice |= {frozenset((card.number, other)) for other, met in rounds.items() if len(met) > 1}
    return twice


def _no_bye(request: PairingInput) -> str:
    if request.locks.bye is not None or request.given_bye is not None:
        return (
            f"An odd number of players is left when {request.name(request.given_bye or 0)} has the bye."
            " A bye is for an odd number of players only."
        )
    if request.locks.no_bye:
        return "The number of players is odd, a bye is forbidden, and no house player is there (28M1)."
    return "The number of players is odd, and everybody has had a full-point bye or a forfeit win (28L3)."


def _choices(request: PairingInput, cards: list[Card]) -> tuple[str, ...]:
    odd = len(cards) % 2
    return (
        *(("Enter a house player (28M1).",) if odd else ()),
        *(("Give somebody a half-point or zero-point bye.",) if cards else ()),
        "Pair the round by hand.",
    )
