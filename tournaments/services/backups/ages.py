"""Which of many files of the same kind stay, by their age."""

from collections.abc import Mapping
from datetime import datetime, timedelta

KEPT_LAST = 10


def kept(times: Mapping[str, datetime]) -> set[str]:
    """Of these files: the last ten, one of each hour of the last day, one of each day of the last month.

    >>> hours = [datetime(2026, 5, day, 10 + hour) for day in (1, 2, 3) for hour in range(10)]
    >>> times = {f"{at:%m-%d %H}": at for at in hours}
    >>> sorted(set(times) - kept(times))[:4]
    ['05-01 10', '05-01 11', '05-01 12', '05-01 13']
    """
    latest_first = sorted(times, key=lambda name: times[name], reverse=True)
    keep = set(latest_first[:KEPT_LAST])
    for span, precision in ((timedelta(days=1), "%Y-%m-%d %H"), (timedelta(days=31), "%Y-%m-%d")):
        taken: set[str] = set()
        for name in latest_first:
            of = times[name].strftime(precision)
            if times[latest_first[0]] - times[name] < span and of not in taken:
                taken.add(of)
                keep.add(name)
    return keep
