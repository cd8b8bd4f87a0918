"""When two spellings are one player's name."""

from tiebreaks.engine.ranking.membership import name_key


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
