"""Who has which color, and what a change for colors would have cost."""

from tiebreaks.engine.messages import gettext_noop

COLORS = {"w": gettext_noop("white"), "b": gettext_noop("black"), "": gettext_noop("no color")}
KEPT = gettext_noop(
    "{one} and {other} are both due {color}. No change within {limit} points fixes it;"
    " the nearest between two boards costs {points} ({rule})."
)
KEPT_ANYWAY = gettext_noop(
    "{one} and {other} are both due {color}. No allowed change gives the group better colors (29E6a)."
)
KEPT_ALONE = gettext_noop(
    "{one} and {other} are both due {color}. No other opponent in the group fixes it (29E6a)."
)
KEPT_OF_FLOATER = gettext_noop(
    "{one} and {other} are both due {color}. {one} can meet nobody else in the group without a color"
    " conflict (29D1b)."
)
KEPT_REVERSED = gettext_noop(
    "{misses} is due {color}, but the colors of their first meeting are reversed (27A1)."
)
BOTH_REVERSED = gettext_noop(
    "{one} is due {color} and {other} is due {opposite}, but the colors of their first meeting are reversed"
    " (27A1)."
)
BOTH_DUE = gettext_noop("{one} has {color} and {other} has {opposite}, as both are due (29E3a).")
ONE_DUE = gettext_noop("{one} has {color}, which is due; {other} is due neither (29E3a).")
# In rank order: the boards may have other numbers, which players have reserved or the director gave them.
BY_LOT = gettext_noop(
    "{one} has {color}: colors alternate down the boards in rank order, from the lot (29E2)."
)
BY_OPTION = gettext_noop(
    "{one} has {color}: colors alternate down the boards in rank order, beginning with {first} for the"
    " higher-ranked player, as posted (29E2)."
)
# As rounds of earlier releases have them.
BY_LOT_EARLIER = gettext_noop("{one} has {color}: colors alternate down the boards from the lot (29E2).")
BY_OPTION_EARLIER = gettext_noop(
    "{one} has {color}: colors alternate down the boards, and the higher-ranked player of board 1"
    " has {first}, as posted (29E2)."
)
FIRST_RULE = gettext_noop(
    "{one} has {color}: {one} has had {opposite} more often, and {other} is even (29E4, 1st rule)."
)
SECOND_RULE = gettext_noop(
    "{one} has {color}: both have had {opposite} more often, {one} by more than {other} (29E4, 2nd rule)."
)
THIRD_RULE = gettext_noop(
    "{one} has {color}: in round {round}, where their colors last differed, {one} had {had} (29E4, 3rd rule)."
)
FOURTH_RULE = gettext_noop(
    "{one} has {color}: in round {round} only one of them had a color (29E4, 4th rule)."
)
FIFTH_RULE = gettext_noop(
    "{one} has {color}: the same colors so far, and {one} is ranked higher (29E4, 5th rule)."
)
PLUS_MINUS = gettext_noop("{one} has {color}: earlier colors decide nothing, a minus score group (29E4a).")
ALTERNATE = gettext_noop("{one} has {color}: earlier colors decide nothing, such boards alternate (29E4b).")
LOT = gettext_noop("{one} has {color}: earlier colors decide nothing, by lot in the last round (29E4c).")
LAST_TWO = gettext_noop(
    "{one} has {color}: the same colors in the last two rounds, and {one} is ranked higher (29E4d)."
)
REVERSED = gettext_noop("{one} has {color}: colors of their first meeting reversed (27A1).")
SWAPPED = gettext_noop("The director swapped the colors after the round was posted: {one} has white.")
COLORS_SET = gettext_noop("{one} has {color}: set by the director.")
# Of two games per round, where each has both colors.
FIRST_GAME = gettext_noop("{one} has {color} in the first game, {opposite} in the second ({rule}).")
FIRST_GAME_SET = gettext_noop(
    "{one} has {color} in the first game, {opposite} in the second: set by the director."
)
FIRST_GAME_SWAPPED = gettext_noop(
    "The director swapped the colors after the round was posted: {one} has white in the first game."
)
COLORS_GIVEN = gettext_noop("{one} has {color}: the rules gave the colors when the two were seated together.")
