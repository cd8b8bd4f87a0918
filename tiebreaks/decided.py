"""What no result can change any more, while games are still being played: places, and who takes a trophy.

A mark is never wrong; it may come late. Results are those of games played to their end: a win, a draw or a
loss. A forfeit, a withdrawal, a late entry or a correction is the director's own act, and can change
anything.

When the last round has up to four open boards, and everybody a board or a bye, every outcome is tried. Before
that only points speak: a place is decided if nobody can still reach it or fall back to it, whatever the
tiebreaks. Tied players who wait for a playoff or a coin toss have no decided place.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from .engine.chart.reading import live
from .engine.chart.wallchart import Card, Kind, Wallchart
from .engine.points import POINT
from .engine.prizes import Scope
from .engine.prizes.awards import trophies_alone
from .engine.ranking.fold import Ranking, rank
from .published import PlayersDocument

MOST_BOARDS = 4
# What trying may be estimated to take, by sizes, so that a mark does not depend on the machine: the budget is
# 100 ms, and the estimate of a section of this size a quarter too small.
MOST_MICROSECONDS = 80_000
# Systems that take longer than the others for a player's round, measured.
WEIGHTS = {"opposition_performance": 24, "average_opposition": 3, "head_to_head": 2}
Results = tuple[tuple[Kind, Kind], ...]
RESULTS: Results = ((Kind.WIN, Kind.LOSS), (Kind.DRAW, Kind.DRAW), (Kind.LOSS, Kind.WIN))


class Decided(NamedTuple):
    """The decided places by number, and the winners of decided trophies by their index in the document's
    awards.

    A decided place is where a player ends up, and a winner is who takes the trophy then. While games are open
    it need not be where the player stands, nor the winner who would take it now.
    """

    places: Mapping[int, int] = MappingProxyType({})
    trophies: Mapping[int, tuple[int, ...]] = MappingProxyType({})


class OpenBoard(NamedTuple):
    """A game without a result: the round, and the two numbers."""

    round: int
    white: int
    black: int


def decided(document: PlayersDocument) -> Decided:
    """What is decided in a section of players. Matches of teams have no marks.

    Computed once for a document, by the first page that asks.
    """
    found: Decided | None = vars(document).get("_decided")
    if found is None:
        found = vars(document)["_decided"] = _decided(document)
    return found


def _decided(document: PlayersDocument) -> Decided:
    if document.of_teams or document.by_game_points or not document.counted:
        return Decided()
    boards = open_boards(document.chart)
    last = document.counted
    are_the_last = last == document.rounds and not (document.live and any(yet_to_pair(document, last)))
    if are_the_last and boards is not None and _affordable(document, len(boards)):
        return _tried(document, boards)
    return _by_points(document)


def yet_to_pair(document: PlayersDocument, number: int) -> Iterator[Card]:
    """Who has neither a board nor a bye of a round: who is held out while an earlier result is missing, and
    paired later (29H8), or came after it was posted."""
    by_number = document.chart.by_number
    for card in document.chart.cards:
        if card.house or card.visitor or document.withdrawn.get(card.number, number) < number:
            continue
        before = by_number.get(card.reentry_of or 0)  # who entered again may have sat there before (28S)
        if not card.in_round(number) and not (before and before.in_round(number)):
            yield card


def open_boards(chart: Wallchart) -> list[OpenBoard] | None:
    """The boards without a result; None if one of them counts in two different rounds (28M2)."""
    boards = set()
    for card in chart.cards:
        for cell in card.cells:
            if cell.kind is Kind.OPEN:
                if cell.opponent is None or cell.opponent_round != cell.round or chart.games > 1:
                    return None
                boards.add(OpenBoard(cell.round, *sorted((card.number, cell.opponent))))
    return sorted(boards)


def _affordable(document: PlayersDocument, boards: int) -> bool:
    if boards > MOST_BOARDS:
        return False
    outcomes: int = len(RESULTS) ** boards
    return _of_an_outcome(document) * outcomes <= MOST_MICROSECONDS


def _of_an_outcome(document: PlayersDocument) -> int:
    """The microseconds that ranking and awarding an outcome takes, as measured on a laptop of two cores."""
    players, prizes = len(document.standings), len(document.prizes)
    weight = sum(WEIGHTS.get(step.system.code, 1) for step in document.steps)
    ranking = 150 + 2 * players + players * document.rounds * weight // 8
    awarding = 3 * players // 2 + prizes * (15 + players // 12) if prizes else 0
    return ranking + awarding


# --- every outcome --------------------------------------------------------------------------------


def _tried(document: PlayersDocument, boards: list[OpenBoard]) -> Decided:
    # The document has no ages and marks, so what is awarded by them cannot be awarded again.
    prizes = () if any(prize.private for prize in document.prizes) else document.prizes
    places: set[tuple[int, int]] | None = None
    winners: set[tuple[int, tuple[int, ...]]] | None = None
    for ranking in outcomes(document, boards):
        alone = {(standing.number, standing.rank) for standing in ranking.standings if standing.tied == 1}
        places = alone if places is None else places & alone
        awards = trophies_alone(ranking, prizes, document.terms) if prizes else ()
        settled = {(at, each.winners) for at, each in enumerate(awards) if each.winners and not each.contest}
        winners = settled if winners is None else winners & settled
        if not places and not winners:
            break
    return Decided(dict(places or ()), dict(winners or ()))


def outcomes(document: PlayersDocument, boards: list[OpenBoard]) -> Iterator[Ranking]:
    """The ranking of each outcome of these boards, all other open games as they are.

    One outcome differs from the one before it by the result of one board, and so keeps most of its values.
    """
    ranking, chart = document.stored_ranking, document.chart
    cards = {number: chart.by_number[number] for board in boards for number in (board.white, board.black)}
    for results in _one_board_at_a_time(len(boards)):
        changed: dict[int, Card] = {}
        for board, kinds in zip(boards, results, strict=True):
            for number, kind in zip((board.white, board.black), kinds, strict=True):
                changed[number] = _with(changed.get(number, cards[number]), board.round, kind)
        now = tuple([changed.get(card.number, card) for card in chart.cards])
        ranking = rank(live(replace(chart, cards=now)), document.order, ranking)
        yield ranking


def _one_board_at_a_time(boards: int) -> Iterator[Results]:
    """Every outcome of so many boards, neighbors with one result between them.

    >>> ["".join(white.letter for white, _black in results) for results in _one_board_at_a_time(2)]
    ['WW', 'DW', 'LW', 'LD', 'DD', 'WD', 'WL', 'DL', 'LL']
    """
    if not boards:
        yield ()
        return
    order = RESULTS
    for others in _one_board_at_a_time(boards - 1):
        yield from ((result, *others) for result in order)
        order = order[::-1]


def _with(card: Card, round: int, kind: Kind) -> Card:
    cells = [
        cell._replace(kind=kind, points_q=kind.points_q)
        if cell.round == round and cell.kind is Kind.OPEN
        else cell
        for cell in card.cells
    ]
    return replace(card, cells=tuple(cells))


# --- by points alone ------------------------------------------------------------------------------


def _by_points(document: PlayersDocument) -> Decided:
    least = {standing.number: standing.score_q for standing in document.standings}
    most = {number: score_q + _to_win_q(document, number) for number, score_q in least.items()}
    lows, highs = sorted(least.values()), sorted(most.values())
    others = len(least) - 1
    places = {}
    for number in least:
        ahead, behind = len(lows) - bisect_right(lows, most[number]), bisect_left(highs, least[number])
        if ahead + behind == others:
            places[number] = ahead + 1
    return Decided(places, dict(_of_places(document, places)))


def _to_win_q(document: PlayersDocument, number: int) -> int:
    """What a player can still win at most: a point for each game without a result."""
    card, left = document.chart.by_number[number], 0
    for round in range(document.through + 1, document.rounds + 1):
        settled = [cell for cell in card.in_round(round) if cell.kind is not Kind.OPEN]
        left += document.games - (len(settled) if round <= document.counted else 0)
    return max(left, 0) * POINT


def _of_places(document: PlayersDocument, places: Mapping[int, int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The trophies for the first places, as far as these are the most valuable ones and their places decided:
    each goes to the best placed who has none yet (32F)."""
    if document.terms.follow_money:
        return
    for at, each in enumerate(document.awards.trophies):
        if each.prize.scope is not Scope.PLACE or each.prize.nth != at + 1 or each.contest:
            return
        if len(each.winners) != 1 or document.by_number[each.winners[0]].rank != at + 1:
            return
        if each.winners[0] not in places or not _has_played(document, each.winners[0]):
            return
        yield at, each.winners


def _has_played(document: PlayersDocument, number: int) -> bool:
    """Who has not can still be a no-show, who wins nothing (32C2)."""
    return any(
        cell.kind.played and cell.kind is not Kind.OPEN for cell in document.chart.by_number[number].cells
    )
