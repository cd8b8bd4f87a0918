"""How a line of text is cleaned before it is stored: names, reasons, notes, prizes.

Some characters show nothing themselves and change what is shown: they turn a name around, hide a part of it,
or make two names of one. What people read stays as it was typed: letters of every script, accents, signs,
emoji. The module knows no Django; :mod:`tiebreaks.fields` has the fields of models and forms that clean.
"""

import re
import unicodedata
from collections.abc import Iterable
from itertools import accumulate
from typing import Any

# Zero-width joiner and non-joiner. Between letters of a script that joins or stacks its letters they are
# spelling (Persian, Sinhala, Malayalam …); anywhere else they hide.
_JOINERS = "\u200c\u200d"
_JOINED = re.compile(
    "[\u0620-\u08ff\u0900-\u0dff\u0f40-\u0fff\u1000-\u109f\u1780-\u18af\u1a20-\u1aaf\u1b00-\u1bff"
    "\ua840-\ua87f\ua880-\ua8ff\ua980-\uaaff\uabc0-\uabff\U00011000-\U00011fff\U0001e900-\U0001e95f]"
)
# Letters, marks and signs by their category that show nothing: combining grapheme joiner, inherent vowels of
# Khmer, selectors of variants. And what is seen as a blank: controls, fillers of Hangul, a cell without dots.
_INVISIBLE = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_BLANK = re.compile("[\x00-\x1f\x7f-\x9f\u115f\u1160\u3164\uffa0\u2800]")
# Reserved for ideographs: a name may have one that is newer than this Python.
_IDEOGRAPHS = re.compile("[\U00020000-\U0002fffd\U00030000-\U0003fffd]")


def visible(text: str) -> str:
    """The text without what shows nothing. Blanks, tabs and ends of lines stay as they are.

    Characters that format, private ones and those that Unicode does not assign go: controls of direction,
    zero-width blanks, soft hyphens, byte order marks, tags. What is left is in Unicode's composed form (NFC).

    >>> visible("Bo\\u200bb \\u202egnaf\\u202c"), visible("Zoe\\u0308\\t1")
    ('Bob gnaf', 'Zoë\\t1')
    """
    if text.isascii():
        return text
    # A text of millions of characters has few different ones.
    hidden = {ord(each): None for each in set(text) if each not in _JOINERS and not _shows(each)}
    shown = text.translate(hidden) if hidden else text
    return _with_joiners_of_spelling(unicodedata.normalize("NFC", shown))


def clean_line(text: str) -> str:
    """The text as one line that shows all that it holds, with single blanks and none around it.

    >>> clean_line(" Jane\\t\\u2066Doe\\u2069\\r\\n"), clean_line("\\u200b \\u3164")
    ('Jane Doe', '')
    """
    return " ".join(_BLANK.sub(" ", visible(text)).split())


def clean_lines(text: str) -> str:
    """The same for a text of several lines, which keeps its lines but for empty ones at its end.

    >>> clean_lines("1st  place\\r\\n\\r\\nU1200\\u200b $50")
    '1st place\\n\\nU1200 $50'
    """
    return "\n".join(map(clean_line, text.splitlines())).rstrip("\n")


def clean_texts(value: Any) -> Any:
    """A JSON value with every text in it cleaned.

    >>> clean_texts({"names": ["Ann\\u200b", 3]})
    {'names': ['Ann', 3]}
    """
    if isinstance(value, str):
        return clean_lines(value)
    if isinstance(value, dict):
        return {name: clean_texts(each) for name, each in value.items()}
    return [clean_texts(each) for each in value] if isinstance(value, list | tuple) else value


def _shows(each: str) -> bool:
    category = unicodedata.category(each)
    if category == "Cn":
        return bool(_IDEOGRAPHS.match(each))
    return category not in ("Cf", "Co", "Cs") and not _INVISIBLE.match(each)


def _with_joiners_of_spelling(text: str) -> str:
    """The text without joiners, but for a single one between two letters that take it, marks left aside."""
    if not any(joiner in text for joiner in _JOINERS):
        return text
    bases = [each if each not in _JOINERS and not unicodedata.combining(each) else "" for each in text]
    before = list(accumulate(bases, _latest))
    after = list(accumulate(reversed(bases), _latest))[::-1]
    kept = [
        each
        for at, each in enumerate(text)
        if each not in _JOINERS
        or (_JOINED.match(before[at]) and _JOINED.match(after[at]) and text[at - 1] not in _JOINERS)
    ]
    return unicodedata.normalize("NFC", "".join(kept))


def _latest(before: str, base: str) -> str:
    return base or before


class NullCharacter(Exception):  # noqa: N818 (an answer, not an error)
    """What was sent has a null character, which no text contains."""


def refuse_null(fields: Iterable[tuple[str, list[str]]]) -> None:
    """Raise :class:`NullCharacter` if one is in the name of a field, or in what was typed."""
    if any("\0" in text for name, given in fields for text in (name, *given)):
        raise NullCharacter
