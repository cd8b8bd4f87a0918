"""What a board says that was typed or set: what the rules have against it."""

from tiebreaks.engine.messages import gettext_noop

OURS = gettext_noop("The rules would pair {one} with {other}.")
MISSES = gettext_noop("{one} is due {color} and does not get it.")
UNKNOWN = gettext_noop("Board {board}: no player has number {number}.")
UNKNOWN_BYE = gettext_noop("Bye: no player has number {number}.")
TWICE = gettext_noop("{one} is on two boards.")
BOARD_AND_BYE = gettext_noop("{one} has a board and the bye.")
AWAY = gettext_noop("{one} is not in this round.")
UNSEATED = gettext_noop("{one} has neither a board nor a bye.")
REMATCH_WARNING = gettext_noop("Board {board}: {one} and {other} met in round {round} (27A1).")
ENTRIES_WARNING = gettext_noop("Board {board}: {one} and {other} are entries of one player (28S).")
ENTRIES_TWICE = gettext_noop(
    "Board {board}: {one} is in this round twice, by the entries with numbers {first} and {second} (28S)."
)
APART_WARNING = gettext_noop("Board {board}: {one} and {other} are never to meet: set by the director.")
ASKED_WARNING = gettext_noop("Board {board}: {one} and {other} asked not to meet (28T).")
TEAM_WARNING = gettext_noop("Board {board}: {one} and {other} are teammates ({rule}).")
THIRD_WARNING = gettext_noop("Board {board}: the same color a third time in a row for {names} (29E5f).")
# Of a board that the rules propose themselves.
THIRD_STAYS = gettext_noop(
    "Board {board}: the same color a third time in a row for {names}. The rules have no better board (29E5f)."
)
THIRD_OF_LINE = gettext_noop(
    "Board {board}: the same color a third time in a row for {names}. The line of the table decides who meets"
    " (29L)."
)
# Of two who have to meet again (PAIRING §4.7), where their first colors would spare it.
THIRD_REVERSED = gettext_noop(
    "Board {board}: the same color a third time in a row for {names}, as the colors of their first meeting"
    " are reversed (27A1, 29E5f)."
)
# The same where the colors the other way round would spare it, and what they would cost.
THIRD_OR_EQUAL = gettext_noop(
    "Board {board}: the same color a third time in a row for {names}. The rules have no better opponents;"
    " with the colors swapped, {other} would have at least two more games with {color} than with {opposite}"
    " (29E4, 29E5f)."
)
THIRD_OR_ALTERNATE = gettext_noop(
    "Board {board}: the same color a third time in a row for {names}. The rules have no better opponents;"
    " with the colors swapped, {other} would have {color} and is due {opposite} (29E4, 29E5f)."
)
EQUAL_WARNING = gettext_noop(
    "Board {board}: {one} would have at least two more games with {color} than with {opposite} ({rule})."
)
SECOND_BYE = gettext_noop("{one} has had a full-point bye or a forfeit win (28L3).")
BYE_AFTER_HALF = gettext_noop("{one} has or wants a half-point bye (28L4).")
OTHER_BYE = gettext_noop("{one} has the bye; by the rules it goes to {other} (28L2).")
OTHER_BYE_OF_LINE = gettext_noop("{one} has the bye; by the line of the table it goes to {other} (29L).")
WORSE = gettext_noop("By the rules another pairing comes first. Against these boards: {cause}.")
