"""What a director is told when something cannot be done. Shown, translated, never a stack trace."""

from typing import NamedTuple


class Trouble(NamedTuple):
    """One thing wrong: where (a line, a board, a field), what was read, what was expected."""

    where: str
    read: str
    expected: str


class Refused(Exception):  # noqa: N818 (said to a person, not thrown at a programmer)
    """The change cannot be made; nothing was stored. ``troubles`` lists everything wrong at once."""

    status = 422

    def __init__(self, message: str, troubles: list[Trouble] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.troubles = troubles or []


class Namesakes(Refused):
    """A question: nothing was stored, and it will be if a director says that these are different people."""


class Conflict(Refused):
    """Somebody else changed the same thing meanwhile, or it is locked. Nobody is overwritten."""

    status = 409
