"""Refusals that a director reads: translated messages, never a stack trace."""

from typing import NamedTuple

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from .text.results import THE_RESULTS_OWN, Points, tell_result


class Trouble(NamedTuple):
    """One thing wrong: where it is (a line, a board, a field), what was read and what was expected."""

    where: str
    read: str
    expected: str


class Refused(Exception):  # noqa: N818 (for a person, not for a programmer)
    """The change cannot be made, and nothing was stored. ``troubles`` lists everything that is wrong."""

    status = 422

    def __init__(self, message: str, troubles: list[Trouble] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.troubles = troubles or []


class Namesakes(Refused):
    """A question. Nothing was stored, until a director confirms that these are different people."""


class Conflict(Refused):
    """Somebody else changed the same thing first, or it is locked. Nothing is overwritten."""

    status = 409


class ResultConflict(Conflict):
    """Someone changed the board after the page loaded: the current result, and who entered it."""

    def __init__(
        self,
        stands: str,
        wanted: str,
        by: User | None,
        points_q: Points = THE_RESULTS_OWN,
        wanted_q: Points = THE_RESULTS_OWN,
        reason: str = "",
    ) -> None:
        name = (by.get_full_name() or by.get_username()) if by else _("somebody")
        values = {
            "name": name,
            "stands": tell_result(stands, points_q),
            "wanted": tell_result(wanted, wanted_q),
        }
        super().__init__(_("%(name)s entered %(stands)s first. You typed %(wanted)s.") % values)
        self.stands = stands
        self.wanted = wanted
        self.name = name
        # What was typed to explain a correction: it is not lost with the conflict.
        self.reason = reason
