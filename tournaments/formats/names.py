"""How players' names are written, and when two spellings are one name."""

import re
import unicodedata

from tiebreaks.engine.ranking.membership import name_key

SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "v"})


def first_last(name: str) -> str:
    """The name as parents read it; rosters often have the last name first.

    >>> first_last("Mehta, Eleanor"), first_last("Ann Alder"), first_last("Martin King, Jr.")
    ('Eleanor Mehta', 'Ann Alder', 'Martin King, Jr.')
    """
    last, _comma, first = (part.strip() for part in name.partition(","))
    if not first or not last or "," in first or first.rstrip(".").casefold() in SUFFIXES:
        return name
    return f"{first} {last}"


def given_name(name: str) -> str:
    """The first of the names, if it is more than an initial.

    >>> given_name("Eleanor Mehta"), given_name("J. R. Alder"), given_name("Ann")
    ('Eleanor', 'J. R. Alder', 'Ann')
    """
    first = name.split()[0] if name.strip() else name
    return name if len(first.rstrip(".")) < 2 else first


def player_name_key(name: str) -> str:
    """The same text for every spelling of a name: first name first, without capitals and blanks."""
    last, _comma, first = name.partition(",")
    return name_key(first + last)


def same_player_name(one: str, other: str) -> bool:
    """Whether two names differ only in capitals, blanks and the order of first and last name.

    >>> same_player_name("Ann Alder", "alder,  ann"), same_player_name("Ann Alder", "Anna Alder")
    (True, False)
    """
    return player_name_key(one) == player_name_key(other)


def name_parts(name: str) -> tuple[str, ...]:
    """The parts of a name, first name first, without accents, capitals, marks and suffixes.

    >>> name_parts("García-López, José Jr."), name_parts("Dana M. O'Brien")
    (('jose', 'garcia', 'lopez'), ('dana', 'm', 'obrien'))
    """
    last, _comma, first = name.partition(",")
    plain = unicodedata.normalize("NFKD", f"{first} {last}".casefold().replace("ł", "l").replace("ø", "o"))
    words = re.sub(r"['’`]", "", "".join(c for c in plain if not unicodedata.combining(c)))
    parts = tuple(re.findall(r"\w+", words))
    return tuple(part for part in parts if part not in SUFFIXES) or parts


def near_names(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names in parts may be one player's: as one is written with less, or in another order.

    >>> near = lambda one, other: near_names(name_parts(one), name_parts(other))
    >>> near("José García", "Jose Garcia"), near("Dana Lee", "Dana M Lee"), near("Lee Dana", "Dana Lee")
    (True, True, True)
    >>> near("Mary-Ann Lee", "Maryann Lee"), near("D. Lee", "Dana Lee"), near("Dana Lee Jr.", "Lee, Dana")
    (True, True, True)
    >>> near("Dana Lee", "Dan Lee"), near("Dana M Lee", "Dana K Lee"), near("Lee", "Dana Lee")
    (False, False, False)
    """
    if sorted(one) == sorted(other) or "".join(one) == "".join(other):
        return True
    short, long = sorted((one, other), key=len)
    following = iter(long)
    return len(short) > 1 and all(any(_same_part(part, each) for each in following) for part in short)


def _same_part(one: str, other: str) -> bool:
    """Whether two parts are the same, or one is the initial of the other."""
    return one == other or (min(len(one), len(other)) == 1 and one[0] == other[0])
