"""Prizes and awards as a sheet keeps them: plain lists that name a prize by its rank of value.

``prizes`` are the announced lines, one a prize, the most valuable first; everything else says ``3`` for the
third of them. A reason is its code and what belongs into its sentence.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from .engine.prizes import Awards, Prize, Terms, award
from .engine.prizes.cash import Division, Unpaid
from .engine.prizes.funds import Payment, Purse
from .engine.prizes.notation import parse, show
from .engine.prizes.reasons import Reason, Why
from .engine.prizes.trophies import TrophyAward
from .engine.ranking.fold import Ranking

Prizes = tuple[Prize, ...]


def announced(text: str) -> Prizes:
    """The prizes of a section. Their lines stand in the order of value, so each has its rank of it.

    >>> [(prize.value, str(prize)) for prize in announced("Top under 800" + chr(10) + "1st–2nd trophies")]
    [(1, 'Top under 800'), (2, '1st place trophy'), (3, '2nd place trophy')]
    """
    return tuple(replace(prize, value=rank) for rank, prize in enumerate(parse(text), 1))


def rank_of(prize: Prize | None) -> int:
    """By which a sheet names a prize; 0 for none."""
    return (prize and prize.value) or 0


# --- written -------------------------------------------------------------------------------------


def awarded(ranking: Ranking, prizes: Prizes, terms: Terms) -> dict[str, Any]:
    """What the body of a sheet says of prizes; a section without any says nothing."""
    if not prizes:
        return {}
    awards = award(ranking, prizes, terms)
    default = Terms()
    return {
        "prizes": [show([replace(prize, value=None)]) for prize in prizes],
        "terms": {k: _plain(v) for k, v in vars(terms).items() if v != getattr(default, k)},
        "awards": {
            "trophies": [_trophy(trophy) for trophy in awards.trophies],
            "cash": [_division(division) for division in awards.cash],
            "unpaid": [
                {"purse": _purse(unpaid.purse), "why": _reason(unpaid.why)} for unpaid in awards.unpaid
            ],
            "teams": _ranks(awards.teams),
        },
    }


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value


def _trophy(trophy: TrophyAward) -> dict[str, Any]:
    return {
        "prize": rank_of(trophy.prize),
        "winners": trophy.winners,
        "contested": _ranks(trophy.contested),
        "why": _reason(trophy.why),
        "passed": [_reason(reason) for reason in trophy.passed],
        "behind": trophy.behind,
    }


def _division(division: Division) -> dict[str, Any]:
    return {
        "players": division.players,
        "brought": [_purse(purse) for purse in division.brought],
        "payments": division.payments,
        "why": [_reason(reason) for reason in division.reasons],
        "left": [_purse(purse) for purse in division.left],
        "passed": [_reason(reason) for reason in division.passed],
    }


def _purse(purse: Purse) -> list[int]:
    return [rank_of(purse.prize), purse.cents]


def _ranks(prizes: Iterable[Prize]) -> list[int]:
    return [rank_of(prize) for prize in prizes]


def _reason(reason: Reason) -> list[Any]:
    """Without the zeros at its end: the sheet of a section with many prizes has a thousand reasons."""
    data = [reason.number, rank_of(reason.prize), reason.cents, reason.other, reason.players]
    while data and not data[-1]:
        data.pop()
    return [reason.why.name, *data]


# --- read ----------------------------------------------------------------------------------------


def read(written: dict[str, Any], prizes: Prizes) -> Awards:
    """The awards as they were computed."""
    return Awards(
        tuple(
            TrophyAward(
                _read_prize(trophy["prize"], prizes),
                tuple(trophy["winners"]),
                tuple(_read_prize(rank, prizes) for rank in trophy["contested"]),
                _read_reason(trophy["why"], prizes),
                tuple(_read_reason(reason, prizes) for reason in trophy["passed"]),
                tuple(trophy["behind"]),
            )
            for trophy in written["trophies"]
        ),
        tuple(
            Division(
                tuple(division["players"]),
                _read_purses(division["brought"], prizes),
                tuple(Payment._make(payment) for payment in division["payments"]),
                tuple(_read_reason(reason, prizes) for reason in division["why"]),
                _read_purses(division["left"], prizes),
                # A sheet of an earlier release has none.
                tuple(_read_reason(reason, prizes) for reason in division.get("passed", ())),
            )
            for division in written["cash"]
        ),
        tuple(
            Unpaid(_read_purse(unpaid["purse"], prizes), _read_reason(unpaid["why"], prizes))
            for unpaid in written["unpaid"]
        ),
        tuple(_read_prize(rank, prizes) for rank in written["teams"]),
    )


def read_terms(written: dict[str, Any]) -> Terms:
    return Terms(**written | {"absent": frozenset(written.get("absent", ()))})


def _read_prize(rank: int, prizes: Prizes) -> Prize:
    return prizes[rank - 1]


def _read_purses(written: Sequence[Sequence[int]], prizes: Prizes) -> tuple[Purse, ...]:
    return tuple(_read_purse(purse, prizes) for purse in written)


def _read_purse(written: Sequence[int], prizes: Prizes) -> Purse:
    rank, cents = written
    return Purse(_read_prize(rank, prizes), cents)


def _read_reason(written: Sequence[Any], prizes: Prizes) -> Reason:
    why, number, prize, cents, other, players = [*written, 0, 0, 0, 0, 0][:6]
    return Reason(Why[why], number, _read_prize(prize, prizes) if prize else None, cents, other, players)
