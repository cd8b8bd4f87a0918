"""The awards of a final sheet, made again from its bytes alone.

Who is of an age or has a mark is in no sheet, because everybody may read it. So no file shows that the winner
of a prize by age or mark is the best of those who qualify (:func:`private`). These winners are taken to
qualify, and all other awards and all money follow: the money that such a prize was in went to those whom the
sheet names, and some of them qualify for it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace as replaced
from itertools import chain, combinations, product
from math import prod
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from .engine.chart.reading import live
from .engine.chart.wallchart import Card
from .engine.prizes import Awards, Prize, Scope, award
from .engine.prizes.notation import show
from .engine.prizes.prize import dollars
from .engine.prizes.reasons import Reason
from .engine.ranking.fold import rank
from .final import FinalSheet, Unreadable
from .published import PlayersDocument

# So many ways to say who qualifies are tried. Each takes milliseconds.
MOST_WAYS = 512

K = TypeVar("K")
V = TypeVar("V")

# For each prize by age or mark, by its place among the prizes, those who are taken to qualify.
_Marks = dict[int, frozenset[int]]


class AwardDifference(NamedTuple):
    """An award whose winners in the sheet are not those whom the wall chart in it gives."""

    title: str
    then: str
    now: str


class Rechecked(NamedTuple):
    """The awards made again, and what of the sheet is not so. ``money``: whether that was divided again."""

    awards: Awards
    differences: list[AwardDifference]
    money: bool


def private(found: FinalSheet) -> list[Prize]:
    """The prizes whose winners no bytes show to be the best who qualify: they go by age or by mark."""
    return [prize for prize in found.prizes or () if prize.private]


def rechecked(found: FinalSheet) -> Rechecked | None:
    """Award the prizes of a sheet again by its wall chart, and compare the winners and their money.

    None if they cannot be awarded again: the sheet is of the first format, or trophies follow money whose
    winners it does not have. Raises :class:`Unreadable` where the sheet contradicts itself.
    """
    if found.prizes is None or found.terms is None:
        return None
    ways = _ways(found)
    if not ways and found.terms.follow_money:
        return None
    best: Rechecked | None = None
    try:
        for way in ways or [{}]:
            awards = _awarded(found, _with_trophies(found, way))
            differences = list(_differences(found, awards, money=bool(ways)))
            if best is None or len(differences) < len(best.differences):
                best = Rechecked(awards, differences, bool(ways))
            if not differences:
                break
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise Unreadable(str(error)) from error
    return best


def awarded_again(found: FinalSheet) -> PlayersDocument | None:
    """The document of a sheet with its awards made again, so that their reasons can be told anew; None where
    they cannot be."""
    try:
        again = rechecked(found)
    except Unreadable:
        return None
    if again is None or found.prizes is None or found.terms is None:
        return None
    awards = _as_announced(found.prizes, again.awards)
    return replace(found.document, prizes=found.prizes, terms=found.terms, awards=awards)


# --- who qualifies --------------------------------------------------------------------------------


def _ways(found: FinalSheet) -> list[_Marks]:
    """Every way to say who qualifies for money by age or mark; none where there are too many, or the sheet is
    of the second format and does not say who divided it."""
    money = any(prize.cents for prize in private(found))
    if money and found.format == 2:
        return []
    if prod(2 ** len(players) - 1 for _at, players in found.pools) > MOST_WAYS:
        return []
    some = [[(at, frozenset(each)) for each in _some(players)] for at, players in found.pools]
    return [_together(way) for way in product(*some)]


def _some(players: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All of them first, then fewer, never nobody."""
    return chain.from_iterable(combinations(players, many) for many in range(len(players), 0, -1))


def _with_trophies(found: FinalSheet, marks: _Marks) -> _Marks:
    then, nobody = _winners(found), frozenset[int]()
    prizes = ((at, prize) for at, prize in enumerate(found.prizes or ()) if prize.private)
    return _together([*marks.items(), *((at, then.get(show([prize]), nobody)) for at, prize in prizes)])


def _together(marks: Iterable[tuple[int, frozenset[int]]]) -> _Marks:
    found: _Marks = {}
    for at, players in marks:
        found[at] = found.get(at, frozenset()) | players
    return found


# --- awarded --------------------------------------------------------------------------------------


def _awarded(found: FinalSheet, marks: _Marks) -> Awards:
    """The awards by the wall chart alone. A prize by age or mark is for those who have a mark of its own."""

    def marked(card: Card) -> Card:
        its = frozenset(_mark(at) for at, players in marks.items() if card.number in players)
        return replaced(card, marks=its) if its else card

    chart = found.document.chart
    chart = replaced(chart, cards=tuple(map(marked, chart.cards)))
    prizes = [_marked(at, prize) if prize.private else prize for at, prize in enumerate(found.prizes or ())]
    return award(rank(live(chart), found.document.order), prizes, found.terms)


def _mark(at: int) -> str:
    return f"#{at}"


def _marked(at: int, prize: Prize) -> Prize:
    # In the order of value, by which those for one kind of players are sorted, the later ones stand below.
    return replaced(prize, scope=Scope.MARK, nth=1, low=None, under=-at, label=_mark(at))


def _place(marked: Prize) -> int:
    return int(marked.label.removeprefix("#"))


def _announced(prizes: tuple[Prize, ...], prize: Prize) -> Prize:
    """A prize as it was announced, with as much of it as is meant: trophy, money or both."""
    if prize.scope is not Scope.MARK:
        return prize
    return replaced(prizes[_place(prize)], item=prize.item, cents=prize.cents)


def _as_announced(prizes: tuple[Prize, ...], awards: Awards) -> Awards:
    def reason(given: Reason) -> Reason:
        return given if given.prize is None else given._replace(prize=_announced(prizes, given.prize))

    return replaced(
        awards,
        trophies=tuple(
            each._replace(
                prize=_announced(prizes, each.prize),
                why=reason(each.why),
                passed=tuple(map(reason, each.passed)),
            )
            for each in awards.trophies
        ),
    )


# --- compared -------------------------------------------------------------------------------------


def _winners(found: FinalSheet) -> dict[str, frozenset[int]]:
    awards = found.awards.awards
    return {each.line: frozenset(int(winner.number) for winner in each.winners) for each in awards}


def _differences(found: FinalSheet, awards: Awards, *, money: bool) -> Iterator[AwardDifference]:
    prizes, names = found.prizes or (), {row.number: row.name for row in found.cards}

    def called(numbers: Iterable[int]) -> str:
        return "; ".join(names.get(number, str(number)) for number in sorted(numbers))

    titles = {each.line: each.title for each in found.awards.awards}
    lines = [show([prize]) for prize in prizes if prize.item and prize.scope is not Scope.TEAM]
    now = dict.fromkeys(lines, frozenset[int]()) | {
        show([_announced(prizes, each.prize)]): frozenset(each.winners) for each in awards.trophies
    }
    for line, before, after in _moved(_winners(found), now, frozenset()):
        yield AwardDifference(titles.get(line, line), called(before), called(after))
    if not money:
        return
    cents = {int(paid.winner.number): paid.cents for paid in found.awards.cash}
    for number, was, becomes in _moved(cents, {number: awards.cents(number) for number in names}, 0):
        yield AwardDifference(names.get(number, str(number)), dollars(was), dollars(becomes))
    then = _together((at, frozenset(players)) for at, players in found.pools)
    divided = _together(
        (_place(purse.prize), frozenset(share.players))
        for share in awards.cash
        for purse in share.brought
        if purse.prize.scope is Scope.MARK
    )
    for at, those, others in _moved(then, divided, frozenset()):
        yield AwardDifference(str(prizes[at].money_alone), called(those), called(others))


def _moved(then: Mapping[K, V], now: Mapping[K, V], nothing: V) -> Iterator[tuple[K, V, V]]:
    for key in dict.fromkeys([*now, *then]):
        before, after = then.get(key, nothing), now.get(key, nothing)
        if before != after:
            yield key, before, after
