"""Why somebody has White or Black, in plain sentences for players and parents: no rules.

Which rule gave the colors is told by the rules' own sentence of the board. What the two had before is read
off the wall chart: a sentence says it only where it leads to the same colors.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tiebreaks.engine.messages import Message, gettext_noop

from . import of_teams
from . import sentences as s
from .colors import OTHER, due, imbalance
from .round_robin import colors_by_lot

MORE_OFTEN = gettext_noop("{one} has {color}, having had {opposite} more often.")
LAST_TIME = gettext_noop("{one} has {color}, having had {opposite} last time.")
TURN = gettext_noop("It is {one}’s turn for {color}.")
EITHER = gettext_noop("{one} has had no color yet and could have either.")
ONLY_ONE_HAD = gettext_noop(
    "{one} has {color}, having had {opposite} in round {round}, when {other} had no color."
)
ONLY_OTHER_HAD = gettext_noop("{one} has {color}, as {other} had in round {round}, when {one} had no color.")
BY_TABLE = gettext_noop("The table gives the colors too.")
BY_LOT = gettext_noop("A lot decided the colors.")

_ALTERNATING = gettext_noop(
    "Neither has had a color yet, so colors alternate from board to board in rank order: {one} has {color}."
)
# What is told of who has which color, by the rules' sentence of it.
COLORS = {
    s.BY_LOT: _ALTERNATING,
    s.BY_OPTION: _ALTERNATING,
    s.BY_LOT_EARLIER: _ALTERNATING,
    s.BY_OPTION_EARLIER: _ALTERNATING,
    s.FIRST_RULE: gettext_noop(
        "{one} has {color}, having had {opposite} more often. {other} had both equally often."
    ),
    s.SECOND_RULE: gettext_noop("{one} has {color}: both had {opposite} more often, {one} by more."),
    s.THIRD_RULE: gettext_noop(
        "{one} has {color}, having had {opposite} in round {round}, when their colors last differed."
    ),
    s.FIFTH_RULE: gettext_noop(
        "{one} has {color}: both had the same colors so far, and {one} is ranked higher."
    ),
    s.PLUS_MINUS: gettext_noop(
        "It is both sides’ turn for {color}. In this group the one ranked lower has it: {one}."
    ),
    s.ALTERNATE: gettext_noop(
        "It is both sides’ turn for {color}. From board to board, higher and lower ranked take turns: {one}"
        " has it."
    ),
    s.LOT: gettext_noop("It is both sides’ turn for {color}. Chance decided: {one} has it."),
    s.LAST_TWO: gettext_noop(
        "{one} has {color}: both had the same colors in the last two rounds, and {one} is ranked higher."
    ),
    s.REVERSED: gettext_noop("{one} has {color}: in their first game it was the other way around."),
    s.COLORS_GIVEN: gettext_noop(
        "{one} has {color}: the rules gave the colors when the director seated the two together."
    ),
    s.COLORS_SET: gettext_noop("{one} has {color}: the director set the colors."),
    s.SWAPPED: gettext_noop("{one} has {color}: the director swapped the colors after the round was posted."),
    s.FIRST_GAME: gettext_noop("{one} has {color} in the first game, {opposite} in the second."),
    s.FIRST_GAME_SET: gettext_noop(
        "{one} has {color} in the first game, {opposite} in the second: the director set the colors."
    ),
    s.FIRST_GAME_SWAPPED: gettext_noop(
        "{one} has {color} in the first game: the director swapped the colors after the round was posted."
    ),
}
_OF_TEAMS = {of_teams.told(id): id for id in (*COLORS, s.BY_TABLE)}
# The table's colors may be others where the director set the board, or two meet again.
_NOT_AS_IN_TABLE = {s.LOCK, s.AGAIN, s.AGAIN_SET}
_WORDS = MappingProxyType({"w": "White", "b": "Black"})


class Sitter(NamedTuple):
    """Who sits at a board, and with which colors before, as :mod:`.colors` writes them."""

    name: str
    had: str


def of_colors(
    told: Iterable[tuple[str, Mapping[str, Any]]],
    white: Sitter,
    black: Sitter,
    words: Mapping[str, str] = {"w": "White", "b": "Black"},
) -> list[Message]:
    """Why the two of a board have their colors, from the ids and values of what the rules tell of it.

    >>> due_both = (s.BOTH_DUE, {"one": "Ann", "other": "Bo", "color": "white", "opposite": "black"})
    >>> of_colors([due_both], Sitter("Ann", "bwb"), Sitter("Bo", "bw"))
    ['Ann has White, having had Black more often.', 'Bo has Black, having had White last time.']
    >>> of_colors([(s.LOCK, {"one": "Ann", "other": "Bo"})], Sitter("Ann", "b"), Sitter("Bo", "w"))
    []
    """
    texts = {_OF_TEAMS.get(id, id): values for id, values in told}
    sitters = {"w": white, "b": black}
    for id, values in texts.items():
        # Of colors that were swapped it is said who has white now.
        color = "b" if values.get("color") == "black" else "w"
        one, other = sitters[color], sitters[OTHER[color]]
        if id == s.BOTH_DUE:
            return [_as_due(each, of, words) for of, each in sitters.items()]
        if id == s.ONE_DUE:
            return [_as_due(one, color, words), Message(EITHER, one=other.name)]
        text = COLORS.get(id, "")
        if id == s.FOURTH_RULE:
            text = ONLY_OTHER_HAD if values["had"] == s.COLORS[""] else ONLY_ONE_HAD
        if text:
            names = {"one": one.name, "other": other.name, "round": values.get("round", 0)}
            return [Message(text, **names, color=words[color], opposite=words[OTHER[color]])]
    if s.TABLE_LOT in texts:
        return [Message(BY_LOT)]
    if s.TABLE_COLORS in texts:
        return [Message(BY_TABLE)]
    table = texts.get(s.BY_TABLE)
    if table is None or _NOT_AS_IN_TABLE & texts.keys():
        return []
    # As rounds of earlier releases have it.
    return [] if table["round"] in colors_by_lot(table["players"]) else [Message(BY_TABLE)]


def _as_due(one: Sitter, color: str, words: Mapping[str, str]) -> Message:
    """Why somebody is due the color that they have (29E3a)."""
    if due(one.had) != color:
        return Message(TURN, one=one.name, color=words[color])
    text = MORE_OFTEN if imbalance(one.had) else LAST_TIME
    return Message(text, one=one.name, color=words[color], opposite=words[OTHER[color]])
