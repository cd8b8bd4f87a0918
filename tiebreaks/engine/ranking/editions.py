"""Dated editions of the rulebook: a finished event keeps the reading it was played under.

An edition is data: the orders that hold where none was posted, and, where its text reads a system otherwise
than the plain system of ours, the variations that say so. What a plain system means never changes. A change
of reading is a variation more, and a new edition, the last one below, that takes it: sections made before
keep their edition, and with it order, values and sheet.

Only what was read is here. What the 5th and 6th editions say was not; 34F is known without its edition, and
so is the same in each.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..chart.wallchart import Format
from ..messages import gettext_noop
from .sequence import RULEBOOK_ROUND_ROBIN, RULEBOOK_SWISS, Sequence, parse


@dataclass(frozen=True)
class Edition:
    """An edition by its name as printed and the year of its copyright page.

    ``otherwise`` lists the systems that it reads otherwise, each with the variations that make its reading,
    written as an order is; empty where it reads them as we do.
    """

    code: str
    name: str
    short: str
    since: int
    orders: Mapping[Format, str]
    otherwise: str = ""

    @property
    def readings(self) -> Sequence:
        """The systems that this edition reads otherwise, with the variations that it takes them with."""
        return parse(self.otherwise) if self.otherwise else Sequence(())

    def read(self, order: Sequence) -> Sequence:
        """What an order means in this edition, spelled out.

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
        """The order that holds when none was posted (34E; 34F for round robins).

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
        # Plus is "more wins than losses"; one point is taken off for each unplayed win or one-point bye, and
        # nothing is said of half points (RULES §3.1, §4.1).
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
    """The edition that a new section is read by: the last."""
    return next(reversed(EDITIONS.values()))
