"""Dated editions of the rulebook: a finished event keeps the edition it was played under.

An edition is data: its default orders, and the variations by which its text differs from our plain systems.
What a plain system computes never changes. A change of a rule becomes a new variation, and a new edition, the
last one below, takes it. Earlier sections keep their edition, and with it their order, values and document.

The table has only editions whose text we have read, so the 5th and 6th are missing. The edition of our text
of 34F is not known, so it is the same in each.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..chart.wallchart import Format
from ..messages import gettext_noop
from .sequence import RULEBOOK_ROUND_ROBIN, RULEBOOK_SWISS, Sequence, parse


@dataclass(frozen=True)
class Edition:
    """An edition: its printed name and copyright year.

    ``otherwise`` lists the systems that this edition defines differently, each with the variations that make
    the difference, written like an order. It is empty if there is no difference.
    """

    code: str
    name: str
    short: str
    since: int
    orders: Mapping[Format, str]
    otherwise: str = ""

    @property
    def readings(self) -> Sequence:
        """The systems that this edition defines differently, with their variations."""
        return parse(self.otherwise) if self.otherwise else Sequence(())

    def read(self, order: Sequence) -> Sequence:
        """The order with the variations of this edition added.

        >>> str(EDITIONS["us-chess-4"].read(parse("solkoff,cumulative:omit_last")))
        'solkoff,cumulative:omit_last+full_only'
        >>> from ..systems import TEAM_SYSTEMS
        >>> str(EDITIONS["us-chess-4"].read(parse("sum:solkoff,sum:cumulative", TEAM_SYSTEMS)))
        'sum:solkoff,sum:cumulative:full_only'
        >>> str(EDITIONS["us-chess-7"].read(parse("solkoff,cumulative:omit_last")))
        'solkoff,cumulative:omit_last'
        """
        taken = {step.system.code: step.variations for step in self.readings.steps}
        return Sequence(
            tuple(
                replace(step, variations=step.variations | taken.get(step.system.reads, frozenset()))
                for step in order.steps
            )
        )

    def default_order(self, format: Format) -> Sequence:
        """The default order (34E; 34F for round robins).

        >>> str(current().default_order(Format.SWISS))
        'modified_median,solkoff,cumulative,opposition_cumulative'
        >>> str(current().default_order(Format.ROUND_ROBIN))
        'sonneborn_berger,head_to_head'
        """
        return self.read(parse(self.orders[format]))


_ORDERS = {Format.SWISS: RULEBOOK_SWISS, Format.ROUND_ROBIN: RULEBOOK_ROUND_ROBIN}
_TABLE = (
    Edition(
        "us-chess-4",
        gettext_noop("U.S. Chess Federation's Official Rules of Chess, 4th edition"),
        gettext_noop("4th edition"),
        1993,
        _ORDERS,
        # Plus is "more wins than losses". One point is deducted for each unplayed win or one-point bye. The
        # text does not mention half points (RULES §3.1, §4.1).
        "modified_median:wins_losses,cumulative:full_only,opposition_cumulative:full_only",
    ),
    Edition(
        "us-chess-7",
        gettext_noop("US Chess Official Rules of Chess, 7th edition"),
        gettext_noop("7th edition"),
        2018,
        _ORDERS,
    ),
)
EDITIONS: dict[str, Edition] = {edition.code: edition for edition in _TABLE}


def current() -> Edition:
    """The edition for new sections: the last one."""
    return next(reversed(EDITIONS.values()))
