"""Why two meet on a board, and why not the two whom the order would give."""

from tiebreaks.engine.messages import gettext_noop

LOCK = gettext_noop("Set by the director: {one} and {other}.")
# Another program paired the round, whose file is read again and again: nothing more is known of it here.
ELSEWHERE = gettext_noop("Paired in {program}.")
AGAIN = gettext_noop("They meet a second time, after round {round}: no legal pairing avoids it (27A1).")
# Why these two, where each could meet others again.
AGAIN_FEWEST = gettext_noop(
    "Without this board, more would meet a second time, or not everybody could be paired (27A1)."
)
AGAIN_OLDEST = gettext_noop(
    "Without this board, as many would meet a second time, and their first meetings would on the whole be"
    " more recent (27A1)."
)
AGAIN_SET = gettext_noop("They meet a second time, after round {round} (27A1).")
MATES = gettext_noop("{one} and {other} are teammates: not all teammates can be kept apart ({rule}).")
MATES_GROUP = gettext_noop(
    "{one} and {other} are teammates: nobody leaves the {points}-point group to keep teammates apart"
    " ({rule})."
)
MATES_TOGETHER = gettext_noop(
    "{one} and {other} are teammates: keeping the {points}-point group together comes before"
    " keeping teammates apart ({rule})."
)
MATES_BELOW = gettext_noop(
    "{one} and {other} are teammates: who drops from the {points}-point group, and how far, comes before"
    " keeping teammates apart ({rule})."
)
MATES_LATER = gettext_noop(
    "{one} and {other} are teammates: here equal colors come before keeping teammates apart (29E8)."
)
ONE_TEAM = gettext_noop("All players of this round are of one team, so teammates meet ({rule}).")
LADDER = gettext_noop(
    "Players moved up after somebody left the round or came late, so {one} meets {other} (29G1)."
)
LADDER_AFTER = gettext_noop("After {gone} left the round, players moved up, so {one} meets {other} (29G1).")
LADDER_TOGETHER = gettext_noop("{one} and {other} had no opponent, so they were seated together (29G1).")
LADDER_TOGETHER_AFTER = gettext_noop(
    "After {gone} and {gone_too} left the round, {one} and {other} had no opponent, so they were seated"
    " together (29G1)."
)
# As rounds of earlier releases have it.
LADDER_EARLIER = gettext_noop(
    "Players moved up after somebody left the round, so {one} meets {other} (29G1)."
)
OVERTAKEN = gettext_noop(
    "{one} and {other} were paired before a result of an earlier round came in or changed. The director kept"
    " the board."
)
OVERTAKEN_OTHERWISE = gettext_noop(
    "{one} and {other} were paired before something changed that the rules go by. The director kept the"
    " board."
)
FIRST_ROUND = gettext_noop("Round 1: {place} of the upper half against {place} of the lower half (28J).")
FIRST_ROUND_LEFT = gettext_noop(
    "Round 1: {place} of the upper half against {place} of the lower half of those left to be paired (28J)."
)
NATURAL = gettext_noop(
    "{place} of the upper half against {place} of the lower half of the {points}-point group (29C1)."
)
NATURAL_LEFT = gettext_noop(
    "{place} of the upper half against {place} of the lower half of those left to be paired in the"
    " {points}-point group (29C1)."
)
NATURAL_UNRATED = gettext_noop(
    "{place} of the upper half against {place} of the lower half of the unrated players of the {points}-point"
    " group (29C1)."
)
NATURAL_UNRATED_LEFT = gettext_noop(
    "{place} of the upper half against {place} of the lower half of the unrated players left to be paired in"
    " the {points}-point group (29C1)."
)
NATURAL_CLASS = gettext_noop(
    "{place} of the upper half against {place} of the lower half of the {points}-point group of the class"
    " (29C1)."
)
NATURAL_CLASS_LEFT = gettext_noop(
    "{place} of the upper half against {place} of the lower half of those of the class left to be paired in"
    " the {points}-point group (29C1)."
)
FIRST_ROUND_NEIGHBORS = gettext_noop("Round 1: {place} against {next} in rank order (29L1).")
FIRST_ROUND_NEIGHBORS_LEFT = gettext_noop(
    "Round 1: {place} against {next}, in rank order, of those left to be paired (29L1)."
)
NATURAL_NEIGHBORS = gettext_noop("{place} against {next} of the {points}-point group (29L1).")
NATURAL_NEIGHBORS_LEFT = gettext_noop(
    "{place} against {next} of those left to be paired in the {points}-point group (29L1)."
)
# Of an odd number one drops or joins the rest: told is what the two of a board are.
UNRATED_TOGETHER = gettext_noop(
    "Both are unrated. Unrated players of the {points}-point group meet each other where possible ({rule})."
)
CLASS_TOGETHER = gettext_noop(
    "Both are of one class. Players of a class meet each other where possible ({rule})."
)
# As rounds of earlier releases have them.
UNRATED_TOGETHER_EARLIER = gettext_noop(
    "The unrated players of the {points}-point group meet each other ({rule})."
)
CLASS_TOGETHER_EARLIER = gettext_noop("The players of a class meet each other ({rule}).")
REMATCH = gettext_noop(
    "{one} meets {other} instead of {ideal}: {one} and {ideal} met in round {round} (27A1)."
)
APART = gettext_noop("{one} meets {other} instead of {ideal}: the director keeps {one} and {ideal} apart.")
ASKED_APART = gettext_noop(
    "{one} meets {other} instead of {ideal}: {one} and {ideal} asked not to meet (28T)."
)
ASKED_MET = gettext_noop(
    "{one} and {other} asked not to meet: not all requests can be kept, and this pairing breaks the"
    " fewest (28T)."
)
# The same where teammates never meet, which has the exception of 28N2 for leaders.
ASKED_MET_NEVER = gettext_noop(
    "{one} and {other} asked not to meet: of teammates and those who asked as few meet as can be, and no"
    " leader of the last round drops for it ({rule})."
)
FLOAT_APART = gettext_noop(
    "{one} meets {other} instead of {ideal}: the director has {floating} paired below the score group."
)
ENTRIES = gettext_noop(
    "{one} meets {other} instead of {ideal}: {one} and {ideal} are entries of one player (28S)."
)
TEAM = gettext_noop("{one} meets {other} instead of {ideal}: same team ({rule}).")
TRANSPOSITION = gettext_noop(
    "{one} meets {other} instead of {natural} for colors: {due} and {too} were both due {color}."
    " {points} points, limit {limit} ({rule})."
)
TRANSPOSITION_UNRATED = gettext_noop(
    "{one} meets {other} instead of {natural} for colors: {due} and {too} were both due {color}."
    " {unrated} is unrated, so no limit holds (29E5g)."
)
BOTH_WERE_DUE = gettext_noop("{one} and {other} were both due {color}.")
THIRD_SPARED = gettext_noop("{one} would have had {color} a third time in a row (29E5f).")
EQUAL_SPARED = gettext_noop(
    "{one} would have had at least two more games with {color} than with {opposite} ({rule})."
)
INTERCHANGE = gettext_noop(
    "{one} and {other} of the same half meet for colors: {points} points, limit {limit} (29E5e)."
)
INTERCHANGE_NEARER = gettext_noop(
    "{one} and {other} of the same half meet for colors: the transposition would cost {across} points,"
    " the interchange costs {points}, limit {limit} (29E5e)."
)
INTERCHANGE_UNRATED = gettext_noop(
    "{one} and {other} of the same half meet for colors. {unrated} is unrated, so no limit holds"
    " (29E5e, 29E5g)."
)
HALVES_LEFT = gettext_noop("The halves are of those left to be paired in the {points}-point group.")
FOLLOWS = gettext_noop("Follows from board {board}: {one} went to {other}.")
FOLLOWS_CHANGED = gettext_noop("Follows from a board that was changed afterwards: {one} went to {other}.")
