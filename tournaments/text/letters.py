"""How large a name is written in a column of a sheet for the wall: smaller only where it does not fit."""

_NARROW = frozenset("ijlI.,:'’ ")
_SLENDER = frozenset("frt-()")
_WIDE = frozenset("mwMW@")
# The least share of the full size, for a name on one line.
_SIZES = {"": 1.0, "less": 0.85, "least": 0.7}


def ems(name: str) -> float:
    """About how wide it is in bold letters, rather more than less.

    >>> round(ems("Lindqvist, Ana-Sofia"), 1), round(ems("Ng, Bo"), 1)
    (10.0, 3.2)
    """
    return sum(map(_width, name))


def _width(letter: str) -> float:
    if letter in _NARROW:
        return 0.28
    if letter in _SLENDER:
        return 0.38
    if letter in _WIDE:
        return 0.92
    if ord(letter) > 0x2E80:
        return 1.0
    return 0.7 if letter.isupper() else 0.6


def size(name: str, room: float) -> str:
    """The class of a name in a column of so many ems; ``long`` for one that needs two lines.

    >>> [size("Lindqvist, Ana-Sofia", room) for room in (10.1, 9.4, 8, 6)]
    ['', 'less', 'least', 'long']
    """
    wanted = ems(name)
    return next((of for of, share in _SIZES.items() if wanted * share <= room), "long")
