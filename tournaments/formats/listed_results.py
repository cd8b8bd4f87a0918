"""A result in a line of a list of pairings: ``12 7 1-0``. It is noticed, and entered nowhere."""

import re

_WIN, _DRAW, _LOSS = r"1(?:\.0)?", r"(?:½|1/2|0?\.5)", r"0(?:\.0)?"
# Of a forfeit: 1F-0F, 1-0 F, 1-0 (X).
_FORFEIT = r"[fx]?"
_DASH = rf"{_FORFEIT}\s?[-–—:]\s?"
_PAIRS = "|".join(
    one + _DASH + other
    for one, other in (
        *((_WIN, _LOSS), (_LOSS, _WIN), (_DRAW, _DRAW)),
        *((_LOSS, _LOSS), (_DRAW, _LOSS), (_LOSS, _DRAW)),
    )
)
# No part of a longer number: 2.1-0, 11-0, 1-0.5.
_SCORE = re.compile(rf"(?<![\w.½/-])(?:{_PAIRS}){_FORFEIT}(?:\s?\([fx]\))?(?![\w½/-]|\.\d)", re.IGNORECASE)
_WORD = re.compile(r"(?<![^\s,;])(?:[wld=½]|1/2|win|won|loss|lost|draw|drawn)(?![^\s,;])", re.IGNORECASE)


def without_score(line: str) -> tuple[str, bool]:
    """The line without what looks like the score of a game, and whether there was one. Several in a line are
    no results but what players have scored so far.

    >>> without_score("Ann Alder 1-0 Bo Birch")
    ('Ann Alder   Bo Birch', True)
    >>> without_score("Ann Alder (1-0) Bo Birch (0-1)")[1]
    False
    """
    rest, count = _SCORE.subn(" ", line)
    return rest, count == 1


def without_result(line: str) -> tuple[str, bool]:
    """The same of a line of numbers, where a letter may stand for the result.

    >>> without_result("12 7 1/2-1/2"), without_result("1,12,W,7,"), without_result("12 7 H")
    (('12 7', True), ('1,12, ,7', True), ('12 7 H', False))
    """
    rest, scores = _SCORE.subn(" ", line)
    rest, words = (rest, 0) if scores else _WORD.subn(" ", rest)
    return rest.strip(" \t,;"), scores + words == 1
