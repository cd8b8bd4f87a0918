"""34E1: the adjusted score, a player's score for the tiebreaks of the opponents.

Each round that the opponent did not play counts half a point, whether it was a bye, a forfeit win or loss,
not paired, withdrawn or not yet entered. The opponent's own score does not change. A player's own unplayed
round counts as an opponent with an adjusted score of 0.

If a round has two games, each game counts separately: half a point for each one not played. The rule does not
cover such rounds. SwissSys treats each round as one game (``per_round``): half a point for a round without
any game, the awarded points for any other round, and an opponent met twice in a round counts once.
"""

from fractions import Fraction

from ..chart.reading import Reading
from ..chart.wallchart import Card, Kind
from ..evaluation import Addend, Evaluation, total_of_all
from ..messages import gettext_noop
from ..points import HALF

RULE = "34E1"
_OPEN = Kind.OPEN
PLAYED = gettext_noop("points from the game")
UNPLAYED = gettext_noop("not played: always counts a half point")
PARTLY_PLAYED = gettext_noop("not played, but the other game of the round was: the awarded points")
OPPONENT = gettext_noop("the opponent's adjusted score")
OWN_UNPLAYED = gettext_noop("unplayed round: counts as an opponent with 0")
STILL_PLAYING = gettext_noop("still playing: no points yet")
WAITS_FOR_ALL = gettext_noop(
    "It depends on every opponent, so one long game between two other players can decide a trophy."
)


def adjusted_score(card: Card, per_round: bool = False) -> Evaluation:
    """The adjusted score in quarter-points (34E1): awarded points if played, else ½ per slot or round.

    Two wins, a loss and two unplayed rounds make 3 (the rulebook's example):

    >>> from tiebreaks.engine.chart.notation import chart
    >>> wall = chart(["W2", "W3", "L4", "U", "U"])
    >>> adjusted_score(wall.cards[0]).value
    12
    """
    terms: list[Addend] = [
        (HALF, round, opponent, UNPLAYED, RULE, None)
        if not kind.played
        else (points_q, round, opponent, PLAYED, RULE, None)
        if kind is not _OPEN
        else (0, round, opponent, STILL_PLAYING, RULE, None)
        for round, kind, opponent, _color, points_q, _there, _scored_q in card.cells
    ]
    return total_of_all(_rounds(card, terms) if per_round else terms)


def _rounds(card: Card, terms: list[Addend]) -> list[Addend]:
    """The terms by round: of a round with a game the awarded points, of another one the half point once."""
    played = {cell.round for cell in card.cells if cell.kind.played}
    kept: list[Addend] = []
    for cell, term in zip(card.cells, terms, strict=True):
        if cell.kind.played:
            kept.append(term)
        elif cell.round in played:
            kept.append((cell.points_q, cell.round, cell.opponent, PARTLY_PLAYED, RULE, None))
        elif not (kept and kept[-1][1] == cell.round):
            kept.append(term)
    return kept


def adjusted(reading: Reading, card: Card, per_round: bool) -> int | Fraction:
    """The adjusted score alone. Call through ``reading.each``."""
    return adjusted_score(card, per_round).value or 0


def opponents_scores(reading: Reading, card: Card, per_round: bool) -> list[Addend]:
    """One term per slot, in quarter-points (34E1): the opponent's adjusted score, or 0 if unplayed.

    A forfeit is unplayed. An opponent met twice has two terms. Call through ``reading.each``.
    """
    worth = reading.each(adjusted, per_round)
    addends: list[Addend] = [
        (worth[opponent], round, opponent, OPPONENT, RULE, None)
        if kind.played and opponent is not None
        else (0, round, None, OWN_UNPLAYED, RULE, None)
        for round, kind, opponent, _color, _points_q, _there, _scored_q in card.cells
    ]
    return _one_a_round(addends) if per_round else addends


def _one_a_round(addends: list[Addend]) -> list[Addend]:
    """Each opponent of a round once, and a zero only for a round without any game."""
    met = {round for _, round, opponent, *_ in addends if opponent is not None}
    once = {
        (addend[1], addend[2]): addend for addend in addends if addend[2] is not None or addend[1] not in met
    }
    return list(once.values())
