"""JSON that a program of somebody else wrote: an object, whatever it holds, or a sentence why not."""

import json
import re
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.lines import clean_line

from ..encodings import decode

# A file of 5,000 players has some 10,000. Empty ones take 20 times the memory of their text.
MOST_OBJECTS = 200_000
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def read_object(data: str | bytes) -> dict[str, Any]:
    """The object in the text. Raises :class:`ValueError` with what was expected.

    >>> read_object('{"a": 1}')
    {'a': 1}
    >>> read_object('{"a": 1')
    Traceback (most recent call last):
    ValueError: a complete JSON file. This one is cut off, or was changed by hand, at line 1
    >>> read_object('{"name": "' + chr(92) + 'ud800"}')
    Traceback (most recent call last):
    ValueError: a JSON file of a pairing program
    """
    text = decode(data)
    if text.count("{") + text.count("[") > MOST_OBJECTS:
        raise ValueError(_("a JSON file of a pairing program"))
    try:
        found = json.loads(text)
        if _HALF.search(text):  # half a character, as an escape can write, is none
            json.dumps(found, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        message = _("a complete JSON file. This one is cut off, or was changed by hand, at line %(line)d")
        raise ValueError(message % {"line": error.lineno}) from None
    except (RecursionError, ValueError):
        raise ValueError(_("a JSON file of a pairing program")) from None
    if not isinstance(found, dict):
        raise ValueError(_("a JSON file of a pairing program"))
    return found


def objects(value: object) -> list[dict[str, Any]]:
    """The objects of a list; none where there is no list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def text(value: object) -> str:
    """A field as one line of text.

    >>> text(" Ann\\n"), text(12), text(None)
    ('Ann', '12', '')
    """
    return clean_line(str(value)) if isinstance(value, str | int | float) else ""


def number(value: object) -> int | None:
    """A whole number that stands as one, or as its digits.

    >>> number("12"), number(7), number("x"), number(True)
    (12, 7, None, None)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value if abs(value) < 10**7 else None
    if isinstance(value, str) and value.strip().removeprefix("-").isdecimal() and len(value.strip()) < 8:
        return int(value)
    return None
