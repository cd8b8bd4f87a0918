"""The heads of games in PGN, without moves: who enters the games of a round begins with these.

A game is seven tags, and the ratings of those who have one. Names are in UTF-8 as ``Last, First``.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

# By both sides' letters, White's first. Another result is none that the format knows.
RESULTS = {"WL": "1-0", "LW": "0-1", "DD": "1/2-1/2", "??": "*"}


class Game(NamedTuple):
    """A game with its place in the round, as ``3.12``: round 3, board 12. ``result`` is one of RESULTS."""

    round: str
    white: str
    black: str
    result: str
    white_rating: int | None = None
    black_rating: int | None = None


def played_on(first: date | None, last: date | None) -> str:
    """The day of a game; of an event of several days what is certain of it.

    >>> played_on(date(2026, 11, 22), None), played_on(date(2026, 11, 21), date(2026, 11, 22))
    ('2026.11.22', '2026.11.??')
    >>> played_on(date(2026, 12, 31), date(2027, 1, 1)), played_on(None, None)
    ('????.??.??', '????.??.??')
    """
    days = [day.timetuple()[:3] for day in (first, last or first) if day]
    year, month, day = (len(set(part)) == 1 for part in zip(*days, strict=True)) if days else (False,) * 3
    if first is None or not year:
        return "????.??.??"
    return f"{first:%Y}.{f'{first:%m}' if month else '??'}.{f'{first:%d}' if month and day else '??'}"


def write(games: Iterable[Game], *, event: str, site: str, day: str) -> str:
    """The text of a file.

    >>> ann = Game("1.1", "Alder, Ann", 'O"Hara, Bo', "1-0", white_rating=1500)
    >>> print(write([ann], event="Open", site="Lake Wren", day="2026.11.22"), end="")
    [Event "Open"]
    [Site "Lake Wren"]
    [Date "2026.11.22"]
    [Round "1.1"]
    [White "Alder, Ann"]
    [Black "O\\"Hara, Bo"]
    [Result "1-0"]
    [WhiteElo "1500"]
    <BLANKLINE>
    1-0
    <BLANKLINE>
    """
    return "".join(line + "\n" for game in games for line in _lines(game, event, site, day))


def _lines(game: Game, event: str, site: str, day: str) -> Iterator[str]:
    tags = {
        "Event": event,
        "Site": site or "?",
        "Date": day,
        "Round": game.round,
        "White": game.white,
        "Black": game.black,
        "Result": game.result,
        "WhiteElo": str(game.white_rating or ""),
        "BlackElo": str(game.black_rating or ""),
    }
    for tag, text in tags.items():
        if text:
            quoted = text.replace("\\", "\\\\").replace('"', '\\"')
            yield f'[{tag} "{quoted}"]'
    yield from ("", game.result, "")
