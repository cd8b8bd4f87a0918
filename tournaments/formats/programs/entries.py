"""Fields of a player that several programs write as text: byes asked for, and the end of a membership."""

from contextlib import suppress
from datetime import date

from ...errors import Trouble
from ..byes import Bye, read_byes
from ..fields import read_expiration


def asked_byes(where: str, text: str, problems: list[Trouble]) -> tuple[Bye, ...]:
    """The byes; none, and a problem, where they cannot be read."""
    try:
        return read_byes(text)
    except ValueError as error:
        problems.append(Trouble(where, text, str(error)))
        return ()


def expiration(text: str) -> date | None:
    """The last day of a membership. One that cannot be read keeps no round from being imported.

    >>> expiration("12/31/2027"), expiration("12/99/2027"), expiration("Life")
    (datetime.date(2027, 12, 31), None, None)
    """
    with suppress(ValueError):
        return read_expiration(text)
    return None


def is_unread_day(text: str) -> bool:
    """Whether that is meant as a day, and is none.

    >>> is_unread_day("12/99/2027"), is_unread_day("Life"), is_unread_day("12/31/2027")
    (True, False, False)
    """
    return any(map(str.isdecimal, text)) and expiration(text) is None
