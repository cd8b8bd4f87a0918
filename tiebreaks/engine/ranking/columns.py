"""Columns: systems that are shown beside the posted ones and rank nobody.

They are written as an order is (``cumulative,solkoff:per_round``) and may be none. The fold never sees them.
A value that exists for a tied group only, or that people decide, is nothing to show for everybody; neither
is one that the order has already, with the same variations.
"""

from collections.abc import Mapping
from dataclasses import replace

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..chart.withdrawals import told
from ..evaluation import Evaluation, Value
from ..messages import Message, gettext_noop
from ..systems import SYSTEMS
from ..terms.system import OTB_FIRST, TiebreakSystem, Variation
from .sequence import OrderError, Sequence, Step, parse


def allowed(systems: Mapping[str, TiebreakSystem] = SYSTEMS) -> tuple[TiebreakSystem, ...]:
    """The systems that can be shown so."""
    return tuple(system for system in systems.values() if not system.of_group)


ALLOWED = allowed()


def offered(system: TiebreakSystem) -> tuple[Variation, ...]:
    """The variations that a column can have: those that change what everybody's value is."""
    return tuple(variation for variation in system.variations if not variation.of_group)


def parse_columns(text: str, systems: Mapping[str, TiebreakSystem] = SYSTEMS) -> Sequence:
    """Read columns, or none. Raises :class:`OrderError` for what an order could not be either, and for more.

    >>> str(parse_columns("cumulative, kashdan")), str(parse_columns(""))
    ('cumulative,kashdan', '')
    >>> parse_columns("coin_toss")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    tiebreaks.engine.ranking.sequence.OrderError: coin_toss is ... shown beside the order can be ...
    """
    if not text.strip(" ,"):
        return Sequence(())
    columns = parse(text, systems)
    for step in columns.steps:
        if step.of_group:
            raise OrderError(
                Message(
                    gettext_noop(
                        "{step} is a value of tied players only; shown beside the order can be {known}"
                    ),
                    step=str(step),
                    known=", ".join(system.code for system in allowed(systems)),
                )
            )
        if OTB_FIRST.code in step.variations:
            raise OrderError(
                Message(
                    gettext_noop("{step} ranks; shown beside the order can be {code}, which only tells"),
                    step=str(step),
                    code=step.system.code,
                )
            )
    return columns


def check_beside(columns: Sequence, order: Sequence) -> None:
    """Raises :class:`OrderError` where a column says what the order says already."""
    for step in columns.steps:
        if step not in beside(columns, order).steps:
            raise OrderError(
                Message(
                    gettext_noop(
                        "{step} is in the order already; shown beside it can be another system, or this one "
                        "with other variations"
                    ),
                    step=str(step),
                )
            )


def beside(columns: Sequence, order: Sequence) -> Sequence:
    """The columns that an order leaves something to say. Posted later, a system is not shown twice."""
    posted = {_told(step) for step in order.steps}
    return Sequence(tuple(step for step in columns.steps if _told(step) not in posted))


def _told(step: Step) -> Step:
    """What decides a step's values: who is compared first does not."""
    return replace(step, variations=step.variations - {OTB_FIRST.code})


def evaluation(reading: Reading, step: Step, card: Card) -> Evaluation:
    """A column's value for one player, with its terms."""
    return told(step.system.evaluate(reading, card, step.variations, frozenset()), card)


def values(reading: Reading, step: Step) -> dict[int, Value]:
    """A column's value for each ranked player."""
    return {card.number: evaluation(reading, step, card).value for card in reading.ranked}
