"""34E5, Result between tied players: wins less losses in the games of those who are tied with each other.

Plus or minus counts, not the percentage: 3-1 stands above 1-0. A draw is worth nothing, and so is never
having met. The players meant are those still tied when the step is reached, so the value belongs to that
group and nobody else has one; what is then still equal goes on to the next step.

The rule leaves two things open. A forfeit between tied players is no game; it counts ``with_forfeits``, and
is then a meeting too. Players who did not all meet are compared nonetheless; with ``all_met`` the system says
nothing of any of them unless each met each other (a game still being played is a meeting). ``score_group``
takes in everybody on the same score, whoever is still tied. ``minus_100`` is SwissSys' count: 100 less one
for each loss, wins adding nothing, which can rank the other way round. They combine: ``score_group+all_met``
asks the whole score group to have met.
"""

from collections.abc import Iterator

from ..chart.reading import Reading
from ..chart.wallchart import Card, Kind
from ..evaluation import NOT_TIED, Addend, Evaluation, Unit, total
from ..messages import gettext_noop
from ..terms.adjusted import STILL_PLAYING
from ..terms.crosstable import Crosstable, Meeting
from ..terms.results import DRAW, LOSS, WIN, result_q
from ..terms.system import TiebreakSystem, Variation, Variations

RULE = "34E5"
WON = gettext_noop("won against a tied player")
DREW = gettext_noop("drew with a tied player")
LOST = gettext_noop("lost to a tied player")
BASIS = gettext_noop("everybody starts with 100")
NOT_ALL_MET = gettext_noop("not all of the tied players met each other")

_WORTH: dict[int | None, tuple[int, str]] = {
    WIN: (1, WON),
    DRAW: (0, DREW),
    LOSS: (-1, LOST),
    None: (0, STILL_PLAYING),
}


def head_to_head(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """Wins less losses against the others of ``group`` (34E5); the basis of 100 stands at round 0.

    A beat B, B beat C, A and C drew: +1, 0, −1.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2", "D3", "U"], ["L1", "U", "W3"], ["U", "D1", "L2"]))
    >>> tied = frozenset({1, 2, 3})
    >>> [head_to_head(reading, card, frozenset(), tied).value for card in reading.cards]
    [1, 0, -1]
    """
    if card.number not in group:
        return Evaluation(None, (), NOT_TIED)
    rivals = _rivals(reading, variations, group)
    if "all_met" in variations and next(_unmet(reading, rivals, variations), None):
        return Evaluation(None, (), NOT_ALL_MET)
    basis = _basis(variations)
    terms: list[Addend] = [(basis, 0, None, BASIS, RULE, None)] if basis else []
    terms += [m.addend for m in _meetings(card, rivals, variations) if m.addend is not None]
    return total(terms)


def crosstable(reading: Reading, variations: Variations, group: frozenset[int]) -> Crosstable:
    """The games that the values of ``group`` come from, by the functions that made the values.

    1 beat 2, who beat 3; 1 and 3 did not meet.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2", "U"], ["L1", "W3"], ["U", "L2"]))
    >>> table = crosstable(reading, frozenset(), frozenset({1, 2, 3}))
    >>> {number: [m.result_q for m in meetings] for number, meetings in table.meetings.items()}
    {1: [4], 2: [0, 4], 3: [0]}
    >>> table.unmet
    frozenset({(1, 3)})
    """
    rivals = _rivals(reading, variations, group)
    return Crosstable(
        rivals=rivals,
        basis=_basis(variations),
        meetings={n: list(_meetings(reading.by_number[n], rivals, variations)) for n in sorted(group)},
        unmet=frozenset(_unmet(reading, rivals, variations)),
    )


def _basis(variations: Variations) -> int:
    return 100 if "minus_100" in variations else 0


def _rivals(reading: Reading, variations: Variations, group: frozenset[int]) -> frozenset[int]:
    """Those whose games with the tied players count: the tied themselves, or everybody on their score."""
    if "score_group" not in variations:
        return group
    return reading.once(score_groups)[reading.score_q[next(iter(group))]]


def _meetings(card: Card, rivals: frozenset[int], variations: Variations) -> Iterator[Meeting]:
    hundred = "minus_100" in variations
    for cell in card.cells:
        if cell.opponent not in rivals:
            continue
        result = result_q(cell.kind, cell.points_q)
        worth, reason = _WORTH[result]
        addend = (min(worth, 0) if hundred else worth, cell.round, cell.opponent, reason, RULE, None)
        yield Meeting(cell, result, addend if _counts(cell.kind, variations) else None)


def score_groups(reading: Reading) -> dict[int, frozenset[int]]:
    """The ranked players of each score; ask through ``reading.once``."""
    groups: dict[int, set[int]] = {}
    for card in reading.ranked:
        groups.setdefault(reading.score_q[card.number], set()).add(card.number)
    return {score_q: frozenset(members) for score_q, members in groups.items()}


def _counts(kind: Kind, variations: Variations) -> bool:
    return kind.played or ("with_forfeits" in variations and kind.forfeit)


def _unmet(reading: Reading, rivals: frozenset[int], variations: Variations) -> Iterator[tuple[int, int]]:
    """Pairs who did not meet. ``all_met`` asks for the first alone: a large group costs little."""
    for number in rivals:
        cells = reading.by_number[number].cells
        met = {cell.opponent for cell in cells if _counts(cell.kind, variations)}
        for other in rivals.difference(met, (number,)):
            yield min(number, other), max(number, other)


SYSTEM = TiebreakSystem(
    code="head_to_head",
    rule=RULE,
    name=gettext_noop("Result between tied players"),
    head=gettext_noop("H2H"),
    unit=Unit.COUNT,
    summary=gettext_noop("Wins less losses in the games between the players who are still tied."),
    source=gettext_noop("US Chess Official Rules of Chess, 34E5"),
    evaluate=head_to_head,
    variations=(
        Variation(
            "minus_100",
            gettext_noop("100 less losses"),
            gettext_noop("SwissSys' count: 100 less one for each loss to a tied player; wins add nothing."),
        ),
        Variation(
            "score_group",
            gettext_noop("score group"),
            gettext_noop("Games against everybody on the same score count, whoever is still tied."),
        ),
        Variation(
            "with_forfeits",
            gettext_noop("with forfeits"),
            gettext_noop("Forfeits between tied players count as wins and losses."),
        ),
        Variation(
            "all_met",
            gettext_noop("all met"),
            gettext_noop("Decides only where all of the tied players met each other."),
        ),
    ),
    of_group=True,
    crosstable=crosstable,
    cautions=(
        gettext_noop("A beat B, B beat C, C beat A: nobody in such a circle comes out ahead."),
        gettext_noop("A draw settles nothing between two tied players."),
        gettext_noop(
            "In a Swiss the tied have seldom all met:"
            " whoever lost to one of them then stands behind whoever met none."
        ),
    ),
)
