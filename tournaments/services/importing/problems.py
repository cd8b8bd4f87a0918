"""A file with problems is refused, with every problem in the refusal."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from ...errors import Refused, Trouble, refused_with
from ...formats.records import WHOLE, FileProblem


def refuse(problems: Sequence[FileProblem]) -> None:
    """Raise :class:`Refused` if there is any problem."""
    if refusal := refusal_for(problems):
        raise refusal


def refusal_for(problems: Sequence[FileProblem]) -> Refused | None:
    """A file's problems as one refusal; None if there are none."""
    return refused_with(list(map(trouble_of, problems))) if problems else None


def trouble_of(problem: FileProblem) -> Trouble:
    return Trouble(place_of(problem), problem.read, problem.expected)


def place_of(problem: FileProblem) -> str:
    if problem.line == WHOLE:
        return _("the file")
    return _("line %(line)d, column %(column)d") % problem._asdict()
