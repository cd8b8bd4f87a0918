"""Sentences about a second reading of the slips: what it read otherwise, and what it has not reached."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

# So many boards are named.
NAMED = 24


def differs(round: int, label: str, entered: str, read: str) -> str:
    """A board whose slip was read otherwise than it was entered.

    >>> differs(5, "3", "1–0", "0–1")
    'Round 5, board 3: entered 1–0, read 0–1'
    """
    values = {"round": round, "board": label, "entered": entered, "read": read}
    return _("Round %(round)d, board %(board)s: entered %(entered)s, read %(read)s") % values


def unverified(round: int, labels: Sequence[str], results: int) -> str:
    """The boards of a round that nobody verified, of so many that have a result.

    >>> unverified(2, ["4", "7", "12"], 41)
    '3 boards of round 2 are not verified: 4, 7, 12'
    >>> unverified(2, ["4"], 41)
    '1 board of round 2 is not verified: 4'
    >>> unverified(2, ["1", "2"], 2)
    'No board of round 2 is verified.'
    """
    values = {"round": round, "count": len(labels), "boards": ", ".join(labels[:NAMED])}
    if len(labels) == results:
        return _("No board of round %(round)d is verified.") % values
    if len(labels) > NAMED:
        more = _("%(count)d boards of round %(round)d are not verified: %(boards)s and %(more)d more")
        return more % (values | {"more": len(labels) - NAMED})
    message = ngettext(
        "%(count)d board of round %(round)d is not verified: %(boards)s",
        "%(count)d boards of round %(round)d are not verified: %(boards)s",
        len(labels),
    )
    return message % values
