"""Sentences of log entries about the files of other pairing programs."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from . import wording

# An entry names so many players.
_MOST_NAMED = 10


def place_of(round: int | None = None, board: int | None = None) -> str:
    """Under which an entry of a file that changed several results is found: by round, by board or by both."""
    return f"{round or ''}-{board or ''}"


def with_people(said: str, values: Mapping[str, Any]) -> str:
    """The sentence of a file that was read, with the results and ratings that changed, who withdrew and who
    returned."""
    rated = [
        f"{wording.isolated(name)} {was or '–'} → {now or '–'}" for name, was, now in values.get("rated", [])
    ]
    withdrew, returned = (
        [wording.isolated(name) for name in values.get(key, [])] for key in ("withdrew", "returned")
    )
    if changed := values.get("changed"):
        line = _("Round %(round)d, board %(board)d: %(was)s → %(now)s, from the %(program)s file")
        told = [
            line
            % {
                "round": at,
                "board": board,
                "was": was,
                "now": now or "–",
                "program": wording.isolated(values["program"]),
            }
            for at, board, _white, _black, was, now in changed
        ]
        said = f"{said}; {'; '.join(told)}"
    if rated:
        said = _("%(summary)s; ratings: %(named)s") % {"summary": said, "named": _named(rated)}
    if withdrew:
        said = _("%(summary)s; withdrew: %(named)s") % {"summary": said, "named": _named(withdrew)}
    if returned:
        said = _("%(summary)s; returned: %(named)s") % {"summary": said, "named": _named(returned)}
    return said


def _named(people: list[str]) -> str:
    return ", ".join(people if len(people) <= _MOST_NAMED else [*people[:_MOST_NAMED], "…"])
