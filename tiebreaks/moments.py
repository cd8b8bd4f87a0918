"""A moment as documents and records keep it: with its zone, without which no page could say when it was, and
within the years that every zone has."""

from datetime import MAXYEAR, MINYEAR, datetime
from typing import Annotated

from msgspec import Meta, Struct

Moment = Annotated[datetime, Meta(tz=True)]


def is_shown_anywhere(moment: datetime) -> bool:
    """Whether a page can show it in every time zone: not at the ends of the calendar.

    >>> is_shown_anywhere(datetime.fromisoformat("1970-01-01T00:00:00Z"))
    True
    >>> is_shown_anywhere(datetime.fromisoformat("0001-01-01T00:00:00Z"))
    False
    """
    return moment.tzinfo is not None and MINYEAR < moment.year < MAXYEAR


class Dated(Struct, frozen=True):
    """A record with moments. With one that no page could show, it cannot be read."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            moment = getattr(self, name)
            if isinstance(moment, datetime) and not is_shown_anywhere(moment):
                raise ValueError(f"{name}: a moment at the end of the calendar")
