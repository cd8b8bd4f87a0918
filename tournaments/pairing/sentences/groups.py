"""What stands above a score group or a class: its players, their points, the colors it misses."""

from tiebreaks.engine.messages import gettext_noop

ACCELERATED = gettext_noop(
    "Accelerated ({rule}): {one} is paired on a score of {points}; the real score is {real}."
)
DRAWERS = gettext_noop(
    "In the order of a score group, a draw in round 1 counts as {bonus} rating points (28R2)."
)
GROUP_OF_ONE = gettext_noop("1 player.")
GROUP_OF_ONE_REST = gettext_noop("1 player, with the full-point bye.")
GROUP = gettext_noop("{players} players.")
GROUP_WHITE = gettext_noop("{players} players, {white} due white.")
GROUP_BLACK = gettext_noop("{players} players, {black} due black.")
GROUP_BOTH = gettext_noop("{players} players, {white} due white, {black} due black.")
GROUP_REST = gettext_noop("One of them has the full-point bye.")
GROUP_ADDED = gettext_noop("Each has {added} of these points added for the pairing ({rule}).")
GROUP_ADDED_SOME = gettext_noop("Some of them are paired on other points than they have ({rule}).")
MISSED_ON_ONE = gettext_noop("On 1 board a player does not get the due color.")
MISSED = gettext_noop("On {boards} boards a player does not get the due color.")
MISSED_TWICE_ON_ONE = gettext_noop("On 1 board neither player gets the due color.")
MISSED_TWICE = gettext_noop("On {boards} boards neither player gets the due color.")
UNAVOIDABLE_ON_ONE = gettext_noop("On 1 board a player cannot get the due color.")
UNAVOIDABLE = gettext_noop("On {boards} boards a player cannot get the due color.")
NO_CLASSES = gettext_noop("Everybody is paired by score: no rating at which a class ends is given (29I).")
CLASS_UNDER = gettext_noop("The class under {high}")
CLASS_FROM = gettext_noop("The class from {low} to {top}")
CLASS_FIRST = gettext_noop(
    "{group} is not paired by itself: {one} can still be first of the section ({rule})."
)
CLASS_OF_ONE = gettext_noop("{group} is not paired by itself: it has only {one} to pair ({rule}).")
CLASS_ONE_LEFT = gettext_noop(
    "{group} is not paired by itself: only {one} can still be first of the class ({rule})."
)
CLASS_APART = gettext_noop(
    "{group} is not paired by itself: somebody would have no legal opponent then ({rule}, 27A1)."
)
