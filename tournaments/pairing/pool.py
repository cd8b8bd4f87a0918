"""Who is paired, who rests, and what gives way when not everybody can be paired (28L, 28M1; PAIRING §4.7)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from tiebreaks.engine.chart.wallchart import Card

from .byes import Bye, all_new, candidates, passed_over
from .field import Field
from .giving_way import Couple, Met, bars, contradicting, give_way, requests
from .reading import build_field, house_players, met, pool
from .request import PairingInput, SetBoard

Apart = tuple[tuple[int, int], ...]


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
    ``again`` are pairs that had to be allowed a second meeting. ``asked`` are the requests to be kept apart,
    ``broken`` those that cannot be met. ``table`` is the line that gives the boards, ``off_table`` says that
    one was asked for and none fits.
    """

    field: Field
    free: tuple[int, ...]
    fixed: tuple[tuple[int, int], ...]
    bye: Bye | None
    met: Met
    again: frozenset[Couple] = frozenset()
    broken: frozenset[Couple] = frozenset()
    asked: frozenset[Couple] = frozenset()
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
    """Choose the bye or the house player, and let give way what must. Raises :class:`RefusedError`."""
    played = met(request.chart, request.round)
    cards = pool(request)
    at_board = {n for b in request.locks.boards for n in (b.white, b.black)}
    cards += [c for c in request.chart.cards if c.number in at_board and c not in cards]
    asked = requests(request, cards)
    for chosen, bye in _seatings(request, cards):
        field, free, fixed = _lay_out(request, chosen, bars(played, request.locks.apart, asked))
        if field.can_pair(free):
            return Pool(field, free, fixed, bye, played, asked=asked)
    return _breaking(request, cards, played, asked) or _second_meetings(request, cards, played, asked)


def _breaking(request: PairingInput, cards: list[Card], played: Met, asked: frozenset[Couple]) -> Pool | None:
    """The seating that breaks the fewest requests, the first of equals; None if that is not enough."""
    best = None
    for chosen, bye in _seatings(request, cards) if asked else ():
        made = _giving_way(request, chosen, bye, played, asked)
        if made is not None and (best is None or len(made.broken) < len(best.broken)):
            best = made
    return best


def _giving_way(
    request: PairingInput,
    cards: list[Card],
    bye: Bye | None,
    played: Met,
    asked: frozenset[Couple],
    *,
    again: bool = False,
) -> Pool | None:
    """The field of these, in which nobody meets against a request or ``again`` but those who have to."""
    field, free, fixed = _lay_out(request, cards, bars(played, request.locks.apart))
    given_up = give_way(request, field, free, asked, again=played if again else None)
    if given_up is None:
        return None
    place = field.position
    for couple in asked - given_up.requests:
        if couple <= place.keys():
            field.bar(*(place[number] for number in couple))
    for one, other in map(tuple, given_up.again):
        field.barred[place[one]].discard(place[other])
        field.barred[place[other]].discard(place[one])
    return Pool(field, free, fixed, bye, played, given_up.again, given_up.requests, asked)


def _seatings(request: PairingInput, cards: list[Card]) -> Iterator[tuple[list[Card], Bye | None]]:
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
    field = build_field(request, [c for c in cards if c.number not in at_board], {})
    tried: list[int] = []
    lowest = min((player.score_q for player in field.players if not player.house), default=0)
    for number in candidates(request, field):
        score_q = field.score[field.position[number]]
        bye = Bye(number, passed_over(request, field, number, tried), score_q=score_q, above=score_q > lowest)
        yield [c for c in cards if c.number != number], replace(bye, all_new=all_new(request, field))
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


def _second_meetings(request: PairingInput, cards: list[Card], played: Met, asked: frozenset[Couple]) -> Pool:
    """Allow the smallest number of second meetings, the oldest first; refuse if that is not enough."""
    choices = _choices(request, cards)
    if not any(True for _ in _seatings(request, cards)):
        raise RefusedError(_no_bye(request), *choices)
    again = request.options.rematch_when_impossible != "refuse"

    def made(apart: Apart) -> Pool | None:
        asking = replace(request, locks=replace(request.locks, apart=apart))
        tried = (
            _giving_way(asking, *seats, played, asked, again=again) for seats in _seatings(request, cards)
        )
        return next(filter(None, tried), None)

    found = made(request.locks.apart) if again else None
    if found is not None:
        return found
    if pairs := contradicting(request.locks.apart, lambda apart: made(apart) is not None):
        raise RefusedError(_contradiction(request, pairs), KEEP_IF_POSSIBLE, *choices)
    if again:
        raise RefusedError("These players cannot be paired, not even by meeting a second time.", *choices)
    raise RefusedError(
        "These players cannot be paired without meeting a second time (27A1).", ALLOW_REMATCHES, *choices
    )


HOUSE_PLAYER = "Enter a house player (28M1)."
OTHER_BYE = "Give somebody a half-point or zero-point bye."
BY_HAND = "Pair the round by hand."
ALLOW_REMATCHES = "Allow rematches in this round (27A1)."
KEEP_IF_POSSIBLE = "Keep one of these pairs apart only if possible (28T)."


def _contradiction(request: PairingInput, pairs: Apart) -> str:
    names = "; ".join(f"{request.name(one)} and {request.name(other)}" for one, other in pairs)
    return f"Not everybody can be paired while these are never to meet: {names}."


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
    return (*((HOUSE_PLAYER,) if odd else ()), *((OTHER_BYE,) if cards else ()), BY_HAND)
