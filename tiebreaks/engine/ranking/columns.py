"""Columns: systems that are shown beside the posted order and do not rank.

They are written like an order (``cumulative,solkoff:per_round``), and there may be none. The fold does not
use them. A column needs a value for everyone, so systems of a tied group cannot be columns. Neither can a
system that the order already has with the same variations.
"""

from collections.abc import Mapping
from dataclasses import replace

from ..chart.reading import Reading
from ..chart.wallchart import Card
from ..chart.withdrawals import explain_withdrawals
from ..evaluation import Evaluation, Value
from ..messages import gettext_noop
from ..systems import SYSTEMS
from ..terms.system import OTB_FIRST, TiebreakSystem, Variation
from .sequence import OrderError, Sequence, Step, parse


def allowed(systems: Mapping[str, TiebreakSystem] = SYSTEMS) -> tuple[TiebreakSystem, ...]:
    """The systems that can be columns."""
    return tuple(system for system in systems.values() if not system.of_group)


def offered(system: TiebreakSystem) -> tuple[Variation, ...]:
    """The variations that a column can have: all that do not depend on a tied group."""
    return tuple(variation for variation in system.variations if not variation.of_group)


def parse_columns(text: str, systems: Mapping[str, TiebreakSystem] = SYSTEMS) -> Sequence:
    """Read columns, or none. Raises :class:`OrderError` for errors in an order and for steps that rank only.

    >>> str(parse_columns("cumulative, kashdan")), str(parse_columns(""))
    ('cumulative,kashdan', '')
    >>> parse_columns("coin_toss")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    tiebreaks.engine.ranking.sequence.OrderError: coin_toss has values ... Choose from modified_median, ...
    """
    if not text.strip(" ,"):
        return Sequence(())
    columns = parse(text, systems)
    for step in columns.steps:
        if step.of_group:
            message = gettext_noop("{step} has values for tied players only. Choose from {known}.")
            known = ", ".join(system.code for system in allowed(systems))
            raise OrderError(message, step=str(step), known=known)
        if OTB_FIRST.code in step.variations:
            message = gettext_noop("{step} already breaks ties. {code} can be shown as an extra column.")
            raise OrderError(message, step=str(step), code=step.system.code)
    return columns


def check_beside(columns: Sequence, order: Sequence) -> None:
    """Raises :class:`OrderError` if a column repeats a step of the order."""
    kept = beside(columns, order).steps
    for step in columns.steps:
        if step not in kept:
            message = gettext_noop(
                "{step} is already in the order. Choose another system or other variations."
            )
            raise OrderError(message, step=str(step))


def beside(columns: Sequence, order: Sequence) -> Sequence:
    """The columns that do not repeat the order. A system posted later is not shown twice."""
    posted = {_without_otb_first(step) for step in order.steps}
    return Sequence(tuple(step for step in columns.steps if _without_otb_first(step) not in posted))


def _without_otb_first(step: Step) -> Step:
    """The step without the variation that changes the order only: its values are the same."""
    return replace(step, variations=step.variations - {OTB_FIRST.code})


def evaluation(reading: Reading, step: Step, card: Card) -> Evaluation:
    """A column's value for one player, with its terms."""
    return explain_withdrawals(step.system.evaluate(reading, card, step.variations, frozenset()), card)


def values(reading: Reading, step: Step) -> dict[int, Value]:
    """A column's value for each ranked player."""
    return {card.number: evaluation(reading, step, card).value for card in reading.ranked}
