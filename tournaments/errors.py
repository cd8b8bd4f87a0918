"""Refusals that a director reads: translated messages, never a stack trace."""

from typing import NamedTuple


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
