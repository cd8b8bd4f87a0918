"""34E5, Result between tied players: wins less losses in the games between players who are tied.

The difference counts, not the percentage: 3-1 ranks above 1-0. A draw counts 0, and so does not having met.
The value belongs to the players still tied when the step is reached, and nobody else has one. Players who are
still equal go on to the next step.

The rule leaves two questions open. A forfeit between tied players is not a game; ``with_forfeits`` counts it,
also as a meeting. Players are compared even if they did not all meet; with ``all_met`` nobody has a value
unless all of them met each other (a game still being played is a meeting). ``score_group`` counts games
against everyone on the same score, still tied or not. ``minus_100`` is SwissSys' version: 100 less one per
loss, nothing for wins, which can reverse the order. Variations combine: ``score_group+all_met`` requires that
the whole score group has met.
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
BASIS = gettext_noop("everyone starts with 100")
NOT_ALL_MET = gettext_noop("not all of the tied players met each other")

_WORTH: dict[int | None, tuple[int, str]] = {
    WIN: (1, WON),
    DRAW: (0, DREW),
    LOSS: (-1, LOST),
    None: (0, STILL_PLAYING),
}


def head_to_head(reading: Reading, card: Card, variations: Variations, group: frozenset[int]) -> Evaluation:
    """Wins less losses against the others in ``group`` (34E5). The term for the basis of 100 has round 0.

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
    if "all_met" in variations and next(_not_met(reading, rivals, variations), None):
        return Evaluation(None, (), NOT_ALL_MET)
    basis = _basis(variations)
    terms: list[Addend] = [(basis, 0, None, BASIS, RULE, None)] if basis else []
    terms += [m.addend for m in _meetings(card, rivals, variations) if m.addend is not None]
    return total(terms)


def crosstable(reading: Reading, variations: Variations, group: frozenset[int]) -> Crosstable:
    """The games behind the values of ``group``, from the functions that make the values.

    1 beat 2, and 2 beat 3. 1 and 3 did not meet.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> reading = after_round(chart(["W2", "U"], ["L1", "W3"], ["U", "L2"]))
    >>> table = crosstable(reading, frozenset(), frozenset({1, 2, 3}))
    >>> {number: [m.result_q for m in meetings] for number, meetings in table.meetings.items()}
    {1: [4], 2: [0, 4], 3: [0]}
    >>> table.not_met
    frozenset({(1, 3)})
    """
    rivals = _rivals(reading, variations, group)
    return Crosstable(
        rivals=rivals,
        basis=_basis(variations),
        meetings={n: list(_meetings(reading.by_number[n], rivals, variations)) for n in sorted(group)},
        not_met=frozenset(_not_met(reading, rivals, variations)),
    )


def _basis(variations: Variations) -> int:
    return 100 if "minus_100" in variations else 0


def _rivals(reading: Reading, variations: Variations, group: frozenset[int]) -> frozenset[int]:
    """The players whose games with the tied players count: the group, or everyone on the same score."""
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
    """The ranked players of each score. Call through ``reading.once``."""
    groups: dict[int, set[int]] = {}
    for card in reading.ranked:
        groups.setdefault(reading.score_q[card.number], set()).add(card.number)
    return {score_q: frozenset(members) for score_q, members in groups.items()}


def _counts(kind: Kind, variations: Variations) -> bool:
    return kind.played or ("with_forfeits" in variations and kind.forfeit)


def _not_met(reading: Reading, rivals: frozenset[int], variations: Variations) -> Iterator[tuple[int, int]]:
    """Pairs who did not meet, one at a time: ``all_met`` needs only the first, even in a large group."""
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
    measures=gettext_noop("Who won when the tied players met each other."),
    byes=gettext_noop("A bye is not a game, and a forfeit between tied players counts for neither."),
    ahead=gettext_noop("{name} did better in games among the tied: {more} to {less}."),
    source=gettext_noop("US Chess Official Rules of Chess, 34E5"),
    evaluate=head_to_head,
    variations=(
        Variation(
            "minus_100",
            gettext_noop("100 less losses"),
            gettext_noop("As in SwissSys: 100 less one for each loss to a tied player; wins add nothing."),
        ),
        Variation(
            "score_group",
            gettext_noop("score group"),
            gettext_noop("Games against everyone on the same score count, still tied or not."),
        ),
        Variation(
            "with_forfeits",
            gettext_noop("with forfeits"),
            gettext_noop("Forfeits between tied players count as wins and losses."),
        ),
        Variation(
            "all_met",
            gettext_noop("all met"),
            gettext_noop("Used only if all of the tied players met each other."),
        ),
    ),
    of_group=True,
    crosstable=crosstable,
    cautions=(
        gettext_noop("A beat B, B beat C, C beat A: in such a circle, nobody comes out ahead."),
        gettext_noop("A draw between two tied players leaves them tied."),
        gettext_noop(
            "In a Swiss, tied players have seldom all met, so a player who lost to one of them can rank"
            " behind a player who met none of them."
        ),
    ),
)
