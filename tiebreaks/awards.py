"""Prizes and awards as a sheet keeps them: the lines that were announced, and the awards as plain data."""

from dataclasses import replace
from typing import Any

import msgspec

from .engine.prizes import Awards, Prize, Terms, award
from .engine.prizes.notation import parse, show
from .engine.ranking.fold import Ranking

Prizes = tuple[Prize, ...]


def announced(text: str) -> Prizes:
    """The prizes of a section. Their lines stand in the order of value, so that no line needs to say it.

    >>> [(str(prize), prize.value) for prize in announced("Top under 800" + chr(10) + "1st place, value 1")]
    [('Top under 800', None), ('1st place trophy', None)]
    """
    return tuple(replace(prize, value=None) for prize in parse(text))


def awarded(ranking: Ranking, prizes: Prizes, terms: Terms) -> dict[str, Any]:
    """What the body of a sheet says of prizes; a section without any says nothing."""
    if not prizes:
        return {}
    return {
        "prizes": [show([prize]) for prize in prizes],
        "terms": msgspec.to_builtins(terms, order="deterministic"),
        "awards": msgspec.to_builtins(award(ranking, prizes, terms)),
    }


def read(written: dict[str, Any]) -> Awards:
    """The awards as they were computed."""
    return msgspec.convert(written, Awards)


def read_terms(written: dict[str, Any]) -> Terms:
    return msgspec.convert(written, Terms)
