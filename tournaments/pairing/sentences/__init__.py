"""The sentences of a pairing (PAIRING §7), each once, marked for translation.

Names, not numbers; the rule stands last; points stand with the limit they were held against.

Every other module finds each of them here, by its name: ``sentences.BYE``. No two have one name.
"""

from tiebreaks.engine.messages import Message

from .boards import *
from .byes import *
from .colors import *
from .groups import *
from .odd_players import *
from .problems import *
from .rounds import *
from .tables import *
from .why_not import *


def say(text: str, **values: object) -> Message:
    return Message(text, **values)


def ordinal(number: int) -> str:
    """English ordinals; the engine speaks English, pages translate.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    ending = {1: "st", 2: "nd", 3: "rd"}.get(last, "th")
    return f"{number}{ending}"
