"""From a wall chart to the players of a round: scores, colors, and who may not meet whom."""

from collections.abc import Iterable
from itertools import combinations

from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart
from tiebreaks.engine.ranking.membership import entries_of, name_key

from .acceleration import accelerated
from .field import Entrant, Field
from .request import PairingInput


def entrant(chart: Wallchart, card: Card, round: int) -> Entrant:
    """An entry as it stands before a round.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> wall = chart(["W2w", "H", "X2b"], ["L1b", "U", "F1w"])
    >>> entrant(wall, wall.cards[0], 4).colors, entrant(wall, wall.cards[0], 4).score_q
    ('w--', 10)
    """
    earlier = [c for c in card.cells if c.round < round]
    return Entrant(
        card.number,
        card.name,
        card.rating,
        sum(_points_q(chart, c) for c in earlier),
        _colors(earlier, round - 1, chart.games),
        name_key(card.team),
        house=card.house,
    )


def _points_q(chart: Wallchart, cell: Cell) -> int:
    """Points that pair: match points, of teams that rank by game points their board points."""
    if chart.by_game_points and cell.board_points_q is not None:
        return cell.board_points_q
    return cell.points_q


def _colors(cells: list[Cell], rounds: int, games: int) -> str:
    """One sign per slot; byes, forfeits and unknown colors have none (29E1)."""
    signs = []
    for number in range(1, rounds + 1):
        slots = [c.color if c.played and c.color else "-" for c in cells if c.round == number]
        signs += (slots + ["-"] * games)[:games]
    return "".join(signs)


def met(chart: Wallchart, round: int) -> dict[int, dict[int, int]]:
    """Who has played whom, and in which round last. A forfeited pairing may be paired again (27A1).

    Games of later rounds were played ahead (28M2), or this round was left out.
    A re-entry does not meet opponents of its first entry again, but other re-entries may (28S1, 28S2).
    Entries of one player never meet: their round is 0.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> met(chart(["W2w", "X3b"], ["L1b", "U"], ["U", "F1w"]), 3)
    {1: {2: 1}, 2: {1: 1}, 3: {}}
    """
    played: dict[int, dict[int, int]] = {card.number: {} for card in chart.cards}
    for card in chart.cards:
        for c in card.cells:
            if c.round != round and c.played and c.opponent is not None:
                played[card.number][c.opponent] = c.round
                played[c.opponent][card.number] = c.round
    again = {
        card.number: dict(others) for number, others in played.items() for card in [chart.by_number[number]]
    }
    for card in chart.cards:
        for first in entries_of(card.number, chart.by_number)[1:]:
            for other, number in played[first].items():
                last = max(number, again[card.number].get(other, 0))
                again[card.number][other] = again[other][card.number] = last
    for one, other in map(sorted, of_one_player(chart)):
        again[one][other] = again[other][one] = 0
    return again


def of_one_player(chart: Wallchart) -> set[frozenset[int]]:
    """Pairs of entries of one player: the first and the re-entries (28S)."""
    entries: dict[int, list[int]] = {}
    for card in chart.cards:
        entries.setdefault(entries_of(card.number, chart.by_number)[-1], []).append(card.number)
    return {frozenset(pair) for numbers in entries.values() for pair in combinations(numbers, 2)}


def pool(request: PairingInput) -> list[Card]:
    """Who is to be paired, house players left out."""
    return [card for card in request.chart.cards if not card.house and request.in_pool(card)]


def house_players(request: PairingInput) -> list[Card]:
    return [card for card in request.chart.cards if card.house and request.in_pool(card)]


def build_field(request: PairingInput, cards: list[Card], barred: dict[int, set[int]]) -> Field:
    """The field of these entries, with the points that acceleration adds."""
    games = request.chart.games
    played = (request.round - 1) * games
    last = request.last_round
    top = lead(request) if last else None
    return Field(entrants(request, cards), barred, request.options, played, last, games, top)


def entrants(request: PairingInput, cards: Iterable[Card]) -> list[Entrant]:
    """These entries as the round sees them, with the points that acceleration adds."""
    chart, number = request.chart, request.round
    everybody = [
        entrant(chart, card, number)
        for card in chart.cards
        if not card.house and not card.visitor and card.number not in request.late
    ]
    first = {card.number: next((c.kind.letter for c in card.in_round(1)), "") for card in chart.cards}
    won = {n: {"X": "W", "N": "W", "Z": "D", "R": "D", "B": "W"}.get(x, x) for n, x in first.items()}
    playing = [entrant(chart, card, number) for card in cards]
    return accelerated(playing, everybody, request.options.acceleration, number, lambda n: won[n])


def lead(request: PairingInput) -> int | None:
    """The score of the leaders: the highest of those who play or have the full-point bye, as a bye makes
    nobody else the leader. None where nobody is there."""
    cards = [c for c in request.chart.cards if request.in_pool(c) or c.number == request.given_bye]
    players = (card for card in cards if not card.house)
    return max((each.score_q for each in entrants(request, players)), default=None)


def played_ahead(chart: Wallchart, round: int) -> list[int]:
    """The later rounds that have games with a result, where this one is not complete.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> wall = chart(["W2w", "", "W3b"], ["L1b", "", "U"], ["U", "", "L1w"])
    >>> played_ahead(wall, 2), played_ahead(wall, 1)
    ([3], [])
    """
    rounds = {c.round for card in chart.cards for c in card.cells if c.played and c.opponent is not None}
    return sorted(number for number in rounds if number > round) if chart.through < round else []


def had_bye(card: Card, round: int) -> bool:
    """A full-point bye or a forfeit win bars from another one (28L3), that of a later round too."""
    return any(c.round != round and c.kind in (Kind.FULL_BYE, Kind.FORFEIT_WIN) for c in card.cells)


def half_bye_round(card: Card) -> int | None:
    """The round for which a half-point bye was taken or is asked for (28L4, 22C6)."""
    return next((c.round for c in card.cells if c.kind is Kind.HALF_BYE), None)
