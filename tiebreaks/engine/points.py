"""Points are integers of quarter-points, so every sum and comparison is exact.

Scores come in half points. Sonneborn-Berger takes half of 3½, so it needs quarters. Names of quantities in
this unit end in ``_q``. Nothing is rounded before display.
"""

import re
from fractions import Fraction
from functools import lru_cache

POINT = 4
HALF = 2

_FRACTIONS = {"": 0, "¼": 1, "½": 2, "¾": 3}
_GLYPHS = {quarters: glyph for glyph, quarters in _FRACTIONS.items()}
_DECIMALS = {0: "", 1: ".25", 2: ".5", 3: ".75"}
_QUARTERS = {"": 0, "0": 0, "00": 0, "25": 1, "5": 2, "50": 2, "75": 3}
_SHAPE = re.compile(r"([-−]?)(\d*)(?:([¼½¾])|[.,](\d{1,2}))?")


def parse(text: str) -> int:
    """Read points as people write them. Returns quarter-points.

    >>> parse("3½"), parse("3.5"), parse(".75"), parse("0")
    (14, 14, 3, 0)

    Raises :class:`ValueError` for anything that is not a multiple of a quarter.

    >>> parse("3.3")
    Traceback (most recent call last):
    ...
    ValueError: not a number of points: '3.3'
    """
    match = _SHAPE.fullmatch(text.strip())
    if match is None or not any(match.group(2, 3, 4)):
        raise ValueError(f"not a number of points: {text!r}")
    sign, whole, glyph, decimals = match.groups()
    if decimals is not None and decimals not in _QUARTERS:
        raise ValueError(f"not a number of points: {text!r}")
    part = _FRACTIONS[glyph] if glyph else _QUARTERS[decimals or ""]
    quarters = POINT * int(whole or 0) + part
    return -quarters if sign else quarters


@lru_cache(maxsize=1024)
def show(quarters: int) -> str:
    """Print quarter-points as a wall chart does.

    >>> show(14), show(2), show(0), show(7), show(-4)
    ('3½', '½', '0', '1¾', '−1')
    """
    whole, part = divmod(abs(quarters), POINT)
    sign = "−" if quarters < 0 else ""
    return sign + (str(whole) if whole or not part else "") + _GLYPHS[part]


def decimal(value: int | Fraction) -> str:
    """Print quarter-points as the shortest decimal, for files, or as a fraction if they are not whole.

    >>> decimal(48), decimal(38), decimal(35), decimal(-2)
    ('12', '9.5', '8.75', '-0.5')
    >>> decimal(Fraction(4 * 4750, 3))
    '4750/3'
    """
    if isinstance(value, Fraction):
        if value.denominator != 1:
            return str(value / POINT)
        value = int(value)
    whole, part = divmod(abs(value), POINT)
    return ("-" if value < 0 else "") + str(whole) + _DECIMALS[part]
