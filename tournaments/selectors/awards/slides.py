"""The ceremony on a projector: one award a screen, of one section or of all of an event, one after another.

Each section begins with a screen of its name. Names are as people say them, and no sentence names anybody who
is called later.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from tiebreaks.frozen import Call, Payout, Winner
from tiebreaks.models import FinalSheet

from ...formats.names import first_last
from ...models import HasStandings
from .ceremony import CashCall, Sheet

# So many names stand on a screen in letters that are read from the back of a hall.
MOST_NAMES = 6
# A name of more letters takes two lines in the largest ones.
LONG = 16


@dataclass(frozen=True)
class Called:
    """A player or team that comes forward; ``members`` are a team's counting players, ``money`` is what the
    player is paid."""

    name: str
    team: str
    members: tuple[str, ...]
    money: str = ""


@dataclass(frozen=True)
class Slide:
    """One screen. Without a title it is the first of its section. ``at`` counts the awards of its section.

    An award of many has several screens, of which this one is ``part`` of ``parts``. ``others`` win the award
    too and come forward later. ``version`` is 0 before the first freeze.
    """

    owner: HasStandings
    of: int
    version: int
    at: int = 0
    title: str = ""
    called: tuple[Called, ...] = ()
    part: int = 1
    parts: int = 1
    others: int = 0
    why: str = ""
    undecided: bool = False
    # Changed since the freeze: it is called when it is frozen again, and nobody is named before.
    corrected: bool = False
    # A slip was read otherwise that may move it: it is called when a director has decided.
    in_doubt: bool = False
    # Money, not a trophy.
    in_cash: bool = False
    projected: bool = False
    # The last final sheets of sections that were finished and are not final now.
    reopened: tuple[FinalSheet, ...] = ()

    @property
    def long_names(self) -> bool:
        """Whether its names have smaller letters: all of them, as those who share an award are equals."""
        return any(len(who.name) > LONG for who in self.called)


def slides(sheets: Iterable[Sheet]) -> list[Slide]:
    """The screens of these sections and team tables; those without an award to call have none."""
    return [slide for sheet in sheets for slide in _slides(sheet)]


def _slides(sheet: Sheet) -> Iterator[Slide]:
    owner, held = sheet.owner, sheet.held
    calls, cash = held.record.calls, held.cash_calls
    of = len(calls) + len(cash)
    first = Slide(owner, of, held.version, projected=held.projected, reopened=tuple(sheet.reopened))
    if of:
        yield first
    for at, call in enumerate(calls, 1):
        later = {winner.name for other in calls[at:] for winner in other.winners}
        screen = replace(first, at=at, title=call.award.title)
        if call.award.line in held.not_called:
            in_doubt = call.award.line in held.in_doubt
            yield replace(screen, corrected=not in_doubt, in_doubt=in_doubt, projected=False)
            continue
        names = later.difference(each.name for each in call.winners)
        yield from _parts(
            replace(
                screen,
                called=tuple(_called(owner, winner) for winner in call.winners),
                others=len(call.later),
                # A result that moved one award may have made the reason of another untrue.
                why="" if held.stopped else _why(call, names),
                undecided=call.award.undecided,
            )
        )
    for at, paid in enumerate(cash, len(calls) + 1):
        screen = replace(first, at=at, title=paid.share.title, in_cash=True)
        if not paid.called:
            yield replace(screen, corrected=paid.changed, in_doubt=not paid.changed, projected=False)
            continue
        yield from _parts(
            replace(
                screen,
                called=tuple(_paid(owner, payout) for payout in paid.share.paid),
                why="" if held.stopped else _why_paid(paid, cash[at - len(calls) :]),
            )
        )


def _paid(owner: HasStandings, payout: Payout) -> Called:
    return replace(_called(owner, payout.winner), money=payout.money)


def _why_paid(call: CashCall, later: Iterable[CashCall]) -> str:
    """The reason, unless it names somebody who is called later."""
    names = {paid.winner.name for each in later for paid in each.share.paid}
    return "" if any(name in call.share.why for name in names) else call.share.why


def _parts(slide: Slide) -> Iterator[Slide]:
    """The screen of an award, as many as its names need, equally full. The last one says who comes later and
    why."""
    names = slide.called
    # All who win it may come forward later.
    parts = max(1, -(-len(names) // MOST_NAMES))
    bounds = [len(names) * part // parts for part in range(parts + 1)]
    for part in range(1, parts + 1):
        shown = replace(slide, called=names[bounds[part - 1] : bounds[part]], part=part, parts=parts)
        yield shown if part == parts else replace(shown, others=0, why="")


def _called(owner: HasStandings, winner: Winner) -> Called:
    """Awards that an earlier release froze have names as the roster has them."""
    return Called(owner.called(winner.name), winner.team, tuple(map(first_last, winner.members)))


def _why(call: Call, later: Collection[str]) -> str:
    """The reason, unless it names somebody who is called later."""
    why = call.award.why
    return "" if call.award.undecided or any(name in why for name in later) else why
