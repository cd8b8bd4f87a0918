"""Sections with given scores: groups of ratings, the best first, each in the order of its tiebreaks."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.chart.wallchart import Card, Decision, Kind, Wallchart, cell
from tiebreaks.engine.prizes import Awards, award
from tiebreaks.engine.prizes.contenders import Terms
from tiebreaks.engine.prizes.notation import parse
from tiebreaks.engine.prizes.prize import dollars, in_order_of_value
from tiebreaks.engine.prizes.reasons import Reason
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.sequence import parse as order

# A player is a rating (None: unrated), or whatever else stands on the card.
Player = int | None | dict[str, Any]


def section(*groups: Sequence[Player], level: Iterable[int] = (), code: str = "coin_toss") -> Ranking:
    """Everybody's points are byes, so that nothing computed separates a group; a recorded decision does.

    Numbers run on from 1. Groups whose index is in ``level`` stay tied.
    """
    rounds = len(groups)
    cards: list[Card] = []
    decisions: list[Decision] = []
    for at, group in enumerate(groups):
        numbers = range(len(cards) + 1, len(cards) + 1 + len(group))
        for number, player in zip(numbers, group, strict=True):
            kinds = [Kind.FULL_BYE] * (rounds - at) + [Kind.UNPAIRED] * at
            cells = tuple(cell(round, kind) for round, kind in enumerate(kinds, 1))
            extra = player if isinstance(player, dict) else {"rating": player}
            cards.append(Card(number, f"Entry {number}", cells, **extra))
        if len(group) > 1 and at not in level:
            decisions.append(Decision(code, rounds, tuple((number,) for number in numbers)))
    # Two house players hold the rounds: byes alone hold none.
    for number, other, kind in ((901, 902, Kind.WIN), (902, 901, Kind.LOSS)):
        cells = tuple(cell(round, kind, other) for round in range(1, rounds + 1))
        cards.append(Card(number, "House", cells, house=True))
    chart = Wallchart(tuple(cards), rounds, decisions=tuple(decisions))
    return rank(after_round(chart), order("playoff" if code == "playoff" else "solkoff"))


def as_file(*groups: Sequence[Player]) -> str:
    """The same as a wall chart file, without decisions."""
    rounds = len(groups)
    entries = [(at, player) for at, group in enumerate(groups) for player in group]
    lines = ["number,name,rating,grade,house," + ",".join(f"r{n}" for n in range(1, rounds + 1))]
    for number, (n, player) in enumerate(entries, 1):
        said = player if isinstance(player, dict) else {"rating": player}
        known = f"{said.get('rating') or ''},{said.get('grade', '')},"
        lines.append(f"{number},Entry {number},{known}," + ",".join(["B"] * (rounds - n) + ["U"] * n))
    a, b = len(entries) + 1, len(entries) + 2
    lines += [f"{a},House A,,,yes" + f",W{b}" * rounds, f"{b},House B,,,yes" + f",L{a}" * rounds]
    return "\n".join(lines) + "\n"


def awarded(ranking: Ranking, *lines: str, withdrawn: Iterable[int] = (), **terms: Any) -> Awards:
    prizes = in_order_of_value(parse("\n".join(lines)))
    return award(without(ranking, withdrawn), prizes, Terms(**terms))


def without(ranking: Ranking, withdrawn: Iterable[int]) -> Ranking:
    """The same ranking, these players having left before the first round."""
    gone = frozenset(withdrawn)
    cards = (replace(card, withdrew=0) if card.number in gone else card for card in ranking.reading.cards)
    return replace(ranking, reading=replace(ranking.reading, cards=tuple(cards)))


def money(awards: Awards) -> dict[int, str]:
    """Each winner's money, in dollars."""
    numbers = sorted({p.number for share in awards.cash for p in share.payments})
    return {n: f"{awards.cents(n) / 100:.2f}".removesuffix(".00") for n in numbers if awards.cents(n)}


def trophies(awards: Awards) -> dict[str, tuple[int, ...]]:
    """Who takes which trophy; a contested one, with a question mark, everybody who may."""
    return {f"{a.prize}{'?' if a.contest else ''}": a.winners for a in awards.trophies}


def said(awards: Awards) -> list[str]:
    """The reasons of the money, in order."""
    return [spoken(reason) for share in awards.cash for reason in share.reasons]


def spoken(reason: Reason) -> str:
    """A code and all of its data in a line: ``only_they U2000 $100 = $75 > $50 x2``."""
    data = [
        f"#{reason.number}" if reason.number else "",
        "" if reason.prize is None else str(reason.prize),
        f"= {dollars(reason.cents)}" if reason.cents else "",
        f"> {dollars(reason.other)}" if reason.other else "",
        f"x{reason.players}" if reason.players else "",
    ]
    return " ".join(filter(None, [reason.why.value, *data]))
