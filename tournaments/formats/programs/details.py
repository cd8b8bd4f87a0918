"""What a file says of its event and of how a section is played: days, place, time control.

The rating report asks for these. What cannot be read is left to the director, who sees it missing there: no
round stays away because of a day.
"""

import re
from contextlib import suppress

from ..fields import read_day
from ..limits import Limits
from ..names import contact_in_title
from ..rating_report import time_control
from ..records import EventDetails

_LONGEST_CITY, _LONGEST_ZIP_CODE = 80, 10
# Minutes and seconds of FIDE's encoded time control: 40/6000+30:900+30.
_PERIOD = re.compile(r"(?:(?P<moves>[0-9]{1,3})/)?(?P<seconds>[0-9]{1,6})(?:\+(?P<increment>[0-9]{1,3}))?")
# No rating is higher: programs write such a limit where there is none.
_NO_LIMIT = 3000


def event_details(
    starts: str = "", ends: str = "", *, city: str = "", state: str = "", zip_code: str = ""
) -> EventDetails:
    """
    >>> event_details("2030/4/11", "2030/4/12", city="Ely", state="mn", zip_code="55731")[2:]
    ('Ely', 'MN', '55731')
    >>> event_details("2030/4/11", "2030/4/11").ends_on, event_details("soon", "2030/4/11").starts_on
    (None, None)
    """
    first, last = read_day(starts), read_day(ends)
    if first is None or (last is not None and last <= first):
        last = None
    return EventDetails(
        first,
        last,
        city if len(city) <= _LONGEST_CITY and not contact_in_title(city) else "",
        state.upper() if re.fullmatch("[A-Za-z]{2}", state) else "",
        zip_code if re.fullmatch(rf"[0-9-]{{5,{_LONGEST_ZIP_CODE}}}", zip_code) else "",
    )


def read_time_control(text: str) -> str:
    """A time control as the rating report has it; nothing for one that cannot be read.

    >>> read_time_control("G/45; d5"), read_time_control("G/25;+5"), read_time_control("game in an hour")
    ('G/45;d5', 'G/25;+5', '')
    """
    with suppress(ValueError):
        return time_control.read(text).text
    return ""


def read_encoded(text: str) -> str:
    """The same from FIDE's encoded time control, where both players have one and it is in whole minutes.

    >>> read_encoded("5400+30"), read_encoded("40/6000+30:900+30"), read_encoded("W300-B240")
    ('G/90;+30', '40/100;+30,SD/15;+30', '')
    """
    periods = [_PERIOD.fullmatch(period) for period in text.strip().split(":")]
    words = []
    for period in periods:
        if period is None or int(period["seconds"]) % 60:
            return ""
        minutes = int(period["seconds"]) // 60
        kind = f"{period['moves']}/" if period["moves"] else "SD/" if len(periods) > 1 else "G/"
        words.append(f"{kind}{minutes};+{int(period['increment'] or 0)}")
    return read_time_control(",".join(words))


def rating_limits(lowest: int | None, highest: int | None) -> Limits:
    """Who may enter by rating; none where a program writes a bound that bounds nobody.

    >>> rating_limits(0, 999).highest_rating, rating_limits(0, 9999).highest_rating
    (999, None)
    """
    low = lowest if lowest and 0 < lowest < _NO_LIMIT else None
    high = highest if highest and 0 < highest < _NO_LIMIT else None
    return Limits(lowest_rating=low, highest_rating=high)
