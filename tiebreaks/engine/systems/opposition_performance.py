"""34E10, Opposition's performance: the mean performance rating of the opponents in their other games.

A performance rating is the mean over played games of the opponent's rating, plus 400 for a win or less 400
for a loss. The letter of the result counts, not the awarded points. An opponent's games against the player
are left out, because they would favor the higher-rated of the tied players. Unplayed rounds, and opponents
without another game, are skipped. For unrated players, see :mod:`tiebreaks.engine.terms.ratings`.

``tied_group`` also leaves out the opponents' games against everyone still tied when the step is reached, so
only tied players have a value. ``swisssys`` overrides it and computes what SwissSys 11 prints (measured on
363 players, none unrated): games against the player stay in; for a win, the opponent's rating counts as at
least the winner's rating less 350; each performance is cut to a whole number of at least 0; the mean is
rounded to a whole number, halves up; and a player without opponents has 0. How SwissSys treats unrated
players is not known: here they are treated as usual, and an unrated winner has no such floor.
"""

from collections.abc import Set
from fractions import Fraction
from math import floor
from typing import NamedTuple

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..evaluation import NOT_TIED, Addend, Evaluation, Unit, mean
from ..messages import gettext_noop
from ..points import HALF
from ..terms.ratings import LEFT_OUT, SET_ASIDE, VARIATIONS, finished, is_set_aside, ratings
from ..terms.results import WIN
from ..terms.system import TiebreakSystem, Variation, Variations

RULE = "34E10"
PERFORMANCE = gettext_noop("the opponent's performance rating in other games")
AGAINST_OTHERS = gettext_noop("the opponent's performance rating against players who are not tied")
SWISSSYS = gettext_noop("the opponent's performance rating, in whole points")
ROUNDED = gettext_noop("the average is rounded to a whole number")

SWING = 400
SWISSSYS_FLOOR = 350


class Performance(NamedTuple):
    """The games of one player: the sum of rating points, the number of games, and both per opponent.

    ``unrated`` are the opponents whose games could not count.
    """

    total: int
    games: int
    against: dict[int, tuple[int, int]]
    unrated: set[int]

    def without(self, numbers: Set[int]) -> Fraction | None:
        """The performance rating in games against all but these, or None if there are no such games."""
        total, games = self.total, self.games
        for number, (points, times) in self.against.items():
            if number in numbers:
                total -= points
                games -= times
        return Fraction(total, games) if games else None


def opposition_performance(
    reading: Reading, card: Card, variations: Variations, group: frozenset[int]
) -> Evaluation:
    """The mean in rating points, exact (34E10): number 2 beat a 1500, number 3 drew with a 1600.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> wall = chart(["W2", "W3"], ["L1", "W4"], ["D4", "L1"], ["D3", "L2"], ratings=[1800, 1700, 1550, 1500])
    >>> reading = after_round(wall)
    >>> opposition_performance(reading, reading.cards[0], frozenset(), frozenset()).value
    Fraction(1700, 1)
    """
    if is_set_aside(reading, variations):
        return Evaluation(None, (), SET_ASIDE)
    swisssys, tied_group = "swisssys" in variations, "tied_group" in variations
    if tied_group and card.number not in group:
        return Evaluation(None, (), NOT_TIED)
    if swisssys:
        reason, excluded = SWISSSYS, frozenset[int]()
    elif tied_group:
        reason, excluded = AGAINST_OTHERS, group
    else:
        reason, excluded = PERFORMANCE, frozenset((card.number,))
    known = reading.each(performance_of, "assigned" in variations, swisssys)
    terms: list[Addend] = []
    remark = ""
    for round, kind, opponent, _color, _points_q, _there, _scored_q in card.cells:
        if opponent is None or not finished(kind):
            continue
        if not known[opponent].unrated <= excluded:
            remark = LEFT_OUT
        performance = known[opponent].without(excluded)
        if performance is not None:
            worth = max(0, floor(performance)) if swisssys else performance
            terms.append((worth, round, opponent, reason, RULE, None))
    average = mean(terms, remark)
    if swisssys:
        return average._replace(value=floor((average.value or 0) + Fraction(1, 2)), remark=ROUNDED)
    return average


def performance_of(reading: Reading, card: Card, assigned: bool, swisssys: bool) -> Performance:
    """The performance of one player. Call through ``reading.each``."""
    known = reading.once(ratings, assigned)
    own = known[card.number]
    floor_of_win = own - SWISSSYS_FLOOR if swisssys and own is not None else 0
    total = games = 0
    unrated: set[int] = set()
    against: dict[int, tuple[int, int]] = {}
    for _round, kind, opponent, _color, _points_q, _there, _scored_q in card.cells:
        if opponent is None or not finished(kind):
            continue
        rating = known[opponent]
        if rating is None:
            unrated.add(opponent)
            continue
        if kind.points_q == WIN:
            rating = max(rating, floor_of_win)
        points = rating + SWING * (kind.points_q - HALF) // HALF
        total += points
        games += 1
        before, times = against.get(opponent, (0, 0))
        against[opponent] = (before + points, times + 1)
    return Performance(total, games, against, unrated)


SYSTEM = TiebreakSystem(
    code="opposition_performance",
    rule=RULE,
    name=gettext_noop("Opposition's performance"),
    head=gettext_noop("OppPerf"),
    unit=Unit.RATING,
    summary=gettext_noop(
        "The opponents' average performance rating, without their games against the player."
    ),
    measures=gettext_noop("How well the opponents played, judged by their results and the ratings they met."),
    byes=gettext_noop("Rounds without a game are left out of the average."),
    ahead=gettext_noop("{name}’s opponents performed better: {more} to {less} on average."),
    source=gettext_noop("US Chess Official Rules of Chess, 34E10"),
    evaluate=opposition_performance,
    reach=2,
    variations=(
        Variation(
            "swisssys",
            gettext_noop("as SwissSys"),
            gettext_noop(
                "As in SwissSys: games against the player count, a beaten opponent counts as at least the"
                " winner's rating less 350, and numbers are whole."
            ),
        ),
        Variation(
            "tied_group",
            gettext_noop("without the tied group"),
            gettext_noop("The opponents' games against all of the tied players are left out."),
            of_group=True,
        ),
        *VARIATIONS,
    ),
    cautions=(
        gettext_noop("It is hard to use with unrated players, because games against them are left out."),
    ),
)
