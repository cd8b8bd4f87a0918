"""How players' names are written, and when two spellings are one name."""

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
