"""The sentences of the log about boards, where they are not those of :class:`.log.Summary`: of matches of
teams, and of entries of an earlier release, which name nobody. By the code of the entry.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy

from . import wording
from .results import show_result

_OF_MATCHES: Mapping[str, Any] = {
    "paired": ngettext_lazy(
        "Round %(round)d: %(matches)d match paired: %(pairs)s",
        "Round %(round)d: %(matches)d matches paired: %(pairs)s",
        "matches",
    ),
    "paired-with-byes": ngettext_lazy(
        "Round %(round)d: %(matches)d match paired: %(pairs)s; %(byes)s",
        "Round %(round)d: %(matches)d matches paired: %(pairs)s; %(byes)s",
        "matches",
    ),
    "posted": ngettext_lazy(
        "Round %(round)d: %(matches)d match paired and published",
        "Round %(round)d: %(matches)d matches paired and published",
        "matches",
    ),
    "posted-with-byes": ngettext_lazy(
        "Round %(round)d: %(matches)d match paired and published; %(byes)s",
        "Round %(round)d: %(matches)d matches paired and published; %(byes)s",
        "matches",
    ),
    "repaired": ngettext_lazy(
        "Round %(round)d paired again: %(matches)d match changed: %(pairs)s",
        "Round %(round)d paired again: %(matches)d matches changed: %(pairs)s",
        "matches",
    ),
    "repaired-with-byes": ngettext_lazy(
        "Round %(round)d paired again: %(matches)d match changed: %(pairs)s; %(byes)s",
        "Round %(round)d paired again: %(matches)d matches changed: %(pairs)s; %(byes)s",
        "matches",
    ),
    "moved-up": ngettext_lazy(
        "Round %(round)d, teams moved up: %(matches)d match changed: %(pairs)s",
        "Round %(round)d, teams moved up: %(matches)d matches changed: %(pairs)s",
        "matches",
    ),
    "moved-up-with-byes": ngettext_lazy(
        "Round %(round)d, teams moved up: %(matches)d match changed: %(pairs)s; %(byes)s",
        "Round %(round)d, teams moved up: %(matches)d matches changed: %(pairs)s; %(byes)s",
        "matches",
    ),
    "read-otherwise": _(
        "Round %(round)d, match %(match)d, board %(board)d: entered as %(was)s, slip read as %(result)s"
    ),
    "pairing-removed": _("Round %(round)d, match %(match)d: %(pairs)s removed"),
    "colors-swapped": _("Round %(round)d, match %(match)d: colors swapped, now %(pairs)s"),
    "traded-places": _(
        "Round %(round)d, matches %(match)d and %(other)d: teams traded places, now %(pairs)s"
    ),
    "withdrew-unpaired": _("%(name)s withdrew %(after)s; round %(of)d, match %(match)d: %(pairs)s removed"),
    "withdrew-unpaired-byes": _(
        "%(name)s withdrew %(after)s; round %(of)d, match %(match)d: %(pairs)s removed; canceled %(canceled)s"
    ),
}

_NAMELESS: Mapping[str, Any] = {
    "paired": ngettext_lazy(
        "Round %(round)d: %(boards)d board paired", "Round %(round)d: %(boards)d boards paired", "boards"
    ),
    "paired-with-byes": ngettext_lazy(
        "Round %(round)d: %(boards)d board paired; %(byes)s",
        "Round %(round)d: %(boards)d boards paired; %(byes)s",
        "boards",
    ),
    "repaired": ngettext_lazy(
        "Round %(round)d paired again: %(boards)d board changed",
        "Round %(round)d paired again: %(boards)d boards changed",
        "boards",
    ),
    "repaired-with-byes": ngettext_lazy(
        "Round %(round)d paired again: %(boards)d board changed; %(byes)s",
        "Round %(round)d paired again: %(boards)d boards changed; %(byes)s",
        "boards",
    ),
    "pairing-removed": _("Round %(round)d: board %(board)d removed"),
    "colors-swapped": _("Round %(round)d, board %(board)d: colors swapped"),
    "withdrew-unpaired": _("%(name)s withdrew %(after)s; round %(of)d: board %(board)d removed"),
}


def message(code: str, values: Mapping[str, Any]) -> Any:
    """The message of such an entry; None for one that has its own."""
    if not values.keys().isdisjoint(("match", "matches")):
        return _OF_MATCHES.get(code)
    return None if "pairs" in values else _NAMELESS.get(code)


def with_forfeits(said: str, values: Mapping[str, Any]) -> str:
    """The sentence of a first result, with the forfeits that its round was published with (30B)."""
    forfeits = values.get("forfeits", [])
    if not forfeits:
        return said
    text = ngettext(
        "%(summary)s; forfeit entered with it (30B): %(forfeits)s",
        "%(summary)s; forfeits entered with it (30B): %(forfeits)s",
        len(forfeits),
    )
    board = _("board %(board)s: %(white)s – %(black)s %(result)s")
    if "match" in values:
        board = _("match %(board)s: %(white)s – %(black)s %(result)s")
    told = [
        board
        % {
            "board": table,
            "white": wording.isolated(white),
            "black": wording.isolated(black),
            "result": show_result(result),
        }
        for table, white, black, result in forfeits
    ]
    return text % {"summary": said, "forfeits": "; ".join(told)}


def with_withdrawn(said: str, values: Mapping[str, Any]) -> str:
    """The sentence of a result, with the no-shows whom it leaves withdrawn."""
    named: list[Any] = [wording.isolated(name) for _number, name in values.get("still_withdrawn", [])]
    if not named:
        return said
    text = _("%(summary)s; still withdrawn: %(players)s")
    return text % {"summary": said, "players": get_text_list(named, _("and"))}
