"""The sentences of a pairing (PAIRING §7), each once, marked for translation.

Names, not numbers; the rule stands last; points stand with the limit they were held against.
"""

from tiebreaks.engine.messages import Message, gettext_noop

COLORS = {"w": gettext_noop("white"), "b": gettext_noop("black"), "": gettext_noop("no color")}

LINE = gettext_noop("Line {line} of the round-robin table for {players} players (29L).")
LINE_TOP = gettext_noop(
    "{one} meets {other}, the same as without the table. The line gives all other boards (29L)."
)
LINE_TOP_NEAR = gettext_noop(
    "{other} is the highest that {one} can meet in a remaining line. The line gives all other boards (29L)."
)
LINE_KEPT = gettext_noop("Both were due {color}. The line of the table decides who meets (29L).")
LOCK = gettext_noop("Set by the director: {one} and {other}.")
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
ODD = gettext_noop(
    "{one} is the odd player of the {points}-point group: lowest rated (29D1a),"
    " and meets the highest of the {lower}-point group who can be met."
)
ODD_LOWEST = gettext_noop("{one} is the odd player of the {points}-point group: lowest rated (29D1a).")
ODD_LOWEST_LEFT = gettext_noop(
    "{one} is the odd player of the {points}-point group: lowest rated of those whom no floater"
    " meets (29D1a)."
)
ODD_LOWEST_FREE = gettext_noop(
    "{one} is the odd player of the {points}-point group: lowest rated of those left to be paired (29D1a)."
)
ODD_NOT_LOWEST = gettext_noop(
    "{one} is the odd player of the {points}-point group: nobody rated lower can leave it (29D1b)."
)
ODD_NOT_LOWEST_LEFT = gettext_noop(
    "{one} is the odd player of the {points}-point group: nobody rated lower whom no floater meets"
    " can leave it (29D1b)."
)
ODD_NOT_LOWEST_FREE = gettext_noop(
    "{one} is the odd player of the {points}-point group: nobody rated lower who is left to be paired can"
    " leave it (29D1b)."
)
ODD_DROPS_LESS = gettext_noop(
    "{one} is the odd player of the {points}-point group: {other} would come first, but would drop further"
    " (29D2)."
)
ODD_ALONE = gettext_noop("{one} is the only player of the {points}-point group.")
ODD_ALONE_LEFT = gettext_noop("{one} is the only player of the {points}-point group left to be paired.")
ODD_UNRATED = gettext_noop(
    "{one} is the odd player of the {points}-point group: nobody who is rated can leave it (29D1c)."
)
ODD_UNRATED_FREE = gettext_noop(
    "{one} is the odd player of the {points}-point group: nobody rated who is left to be paired can leave it"
    " (29D1c)."
)
ODD_TEAMS = gettext_noop(
    "{one} is the odd player of the {points}-point group: with {other} leaving it,"
    " teammates would meet ({rule})."
)
BOTH_LEAVE = gettext_noop(
    "{one} and {other} met in round {round}, so both leave the {points}-point group (29D2)."
)
BOTH_LEAVE_TEAM = gettext_noop(
    "{one} and {other} are teammates, so both leave the {points}-point group ({rule})."
)
ONE_OF_SEVERAL = gettext_noop(
    "{one} is one of {count} who are paired below the {points}-point group:"
    " with fewer, not everybody could be paired (29D2)."
)
ONE_OF_SEVERAL_TEAMS = gettext_noop(
    "{one} is one of {count} who are paired below the {points}-point group:"
    " with fewer, teammates would meet ({rule})."
)
# Where boards that are set take others below the group too.
ONE_OF_SEVERAL_FREE = gettext_noop(
    "{one} is one of {count} left to be paired who play below the {points}-point group:"
    " with fewer, not everybody could be paired (29D2)."
)
ONE_OF_SEVERAL_TEAMS_FREE = gettext_noop(
    "{one} is one of {count} left to be paired who play below the {points}-point group:"
    " with fewer, teammates would meet ({rule})."
)
# Where the same teammates decide who leaves a group and who is met below it.
ODD_TEAMS_BOTH = gettext_noop(
    "{one} is the odd player of the {points}-point group and meets {other}: otherwise more teammates would"
    " meet ({rule})."
)
ONE_OF_SEVERAL_TEAMS_BOTH = gettext_noop(
    "{one} is one of {count} who are paired below the {points}-point group, and meets {other}: otherwise more"
    " teammates would meet ({rule})."
)
ONE_OF_SEVERAL_TEAMS_BOTH_FREE = gettext_noop(
    "{one} is one of {count} left to be paired who play below the {points}-point group, and meets {other}:"
    " otherwise more teammates would meet ({rule})."
)
DOUBLE_DROP_TEAMS_BOTH = gettext_noop(
    "{one} drops from {points} to {lower} points and meets {other}: otherwise more teammates would meet"
    " ({rule})."
)
SET_TO_FLOAT = gettext_noop("{one} is paired below the {points}-point group: set by the director.")
DOUBLE_DROP = gettext_noop("{one} drops from {points} to {lower} points: nobody between can be met (29D2).")
DOUBLE_DROP_LEFT = gettext_noop(
    "{one} drops from {points} to {lower} points: nobody between who is left to be paired can be met (29D2)."
)
DOUBLE_DROP_OTHERS = gettext_noop(
    "{one} drops from {points} to {lower} points: with an opponent between,"
    " others would drop instead or could not be paired (29D2)."
)
DOUBLE_DROP_TEAMS = gettext_noop(
    "{one} drops from {points} to {lower} points: with an opponent between, teammates would meet ({rule})."
)
OTHER_ODD = gettext_noop(
    "{one} drops instead of {natural}, {distance} points, limit {limit}:"
    " {count} color conflicts fewer (29D1b, 29E5)."
)
OTHER_ODD_ONE = gettext_noop(
    "{one} drops instead of {natural}, {distance} points, limit {limit}:"
    " 1 color conflict fewer (29D1b, 29E5)."
)
OTHER_ODD_THIRD = gettext_noop(
    "{one} drops instead of {natural}, {distance} points, limit {limit}:"
    " fewer third colors in a row (29D1b, 29E5f)."
)
OTHER_ODD_NEARER = gettext_noop(
    "{one} drops instead of {natural}, {distance} points, limit {limit}: color conflicts and changes beyond"
    " {first} points together fall by {count} (29D1b, 29E5)."
)
OTHER_ODD_STEPS = gettext_noop(
    "{one} drops instead of {natural} for colors, in steps of at most {distance} points, limit {limit}"
    " (29D1b, 29E5)."
)
OTHER_ODD_UNRATED = gettext_noop(
    "{one} drops instead of {natural}: fewer color conflicts. {unrated} is unrated, so no limit holds"
    " (29E5g, 29D1b)."
)
MEETS_HIGHEST = gettext_noop("{one} meets the highest of the {lower}-point group who can be met (29D1a).")
MEETS_NATURAL = gettext_noop("{one} meets {other}, the same as without the changes for colors (29D1a).")
MEETS_OTHERS = gettext_noop(
    "{one} meets {other}: with anyone higher of the {lower}-point group, others would drop further or could"
    " not be paired (29D1b)."
)
MEETS_TEAMS = gettext_noop(
    "{one} meets {other}: with anyone higher of the {lower}-point group, teammates would meet ({rule})."
)
OPPONENT = gettext_noop(
    "{one} meets {other} instead of {natural} for colors: {due} and {too} were both due {color}."
    " {points} points, limit {limit} ({rule}, 29D1b)."
)
OPPONENT_OF_GROUPS = gettext_noop(
    "{one} meets {other} instead of {natural} for better colors in the groups ({rule}, 29D1b)."
)
OPPONENT_TEAMS = gettext_noop(
    "{one} meets {other} instead of {natural}: with {natural}, more teammates would meet ({rule})."
)
OPPONENT_NEARER = gettext_noop(
    "{one} meets {other} instead of {natural}: otherwise more changes for colors would exceed {first} points"
    " (29E5a, 29D1b)."
)
OPPONENT_UNRATED = gettext_noop(
    "{one} meets {other} instead of {natural} for colors: {due} and {too} were both due {color}."
    " {unrated} is unrated, so no limit holds (29E5g, 29D1b)."
)
CUT = gettext_noop(
    "The group is too large to try every choice of floaters:"
    " one with fewer color conflicts may exist (29D1b)."
)
CUT_GROUP = gettext_noop(
    "In the {points}-point group not every choice of floaters was tried:"
    " one with fewer color conflicts may exist (29D1b)."
)
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
ACCELERATED = gettext_noop(
    "Accelerated ({rule}): {one} is paired on a score of {points}; the real score is {real}."
)
DRAWERS = gettext_noop(
    "In the order of a score group, a draw in round 1 counts as {bonus} rating points (28R2)."
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

BYE = gettext_noop("Full-point bye: lowest-rated eligible player of the lowest score group (28L2).")
BYE_ABOVE = gettext_noop(
    "Full-point bye: lowest-rated eligible player of the {points}-point group; nobody in a lower group can"
    " have it (28L2)."
)
BYE_UNRATED = gettext_noop(
    "Full-point bye: no rated player of the {points}-point group can have it, so an unrated one does (28L2)."
)
BYE_NONE_RATED = gettext_noop(
    "Full-point bye: nobody in the {points}-point group is rated, so an unrated player has it (28L2)."
)
BYE_AFTER_ALL = gettext_noop(
    "Full-point bye in spite of the half-point bye in round {round}: nobody of the {points}-point group"
    " without one can have it (28L4)."
)
BYE_UNRATED_LAST = gettext_noop(
    "Full-point bye: unrated players of the {points}-point group come before rated ones, as posted (28L2)."
)
BYE_FOR_COLOR = gettext_noop(
    "Full-point bye instead of {other}, for better colors in the {points}-point group (28L2a)."
)
BYE_OF_LINE = gettext_noop("Full-point bye: the line of the round-robin table gives it (29L).")
BYE_SET = gettext_noop("Full-point bye: set by the director.")
BYE_OVERTAKEN = gettext_noop(
    "Full-point bye: given before something changed that the rules go by. The director kept it."
)
BYE_LADDER = gettext_noop(
    "Full-point bye: left over when others moved up, after somebody left the round or came late (29G1)."
)
BYE_LADDER_AFTER = gettext_noop(
    "Full-point bye: left over when others moved up, after {gone} left the round (29G1)."
)
BYE_LEFT = gettext_noop("Full-point bye: left without an opponent after the round was posted (29G).")
PASSED_OVER = gettext_noop("Passed over: {names}.")
HAD_BYE = gettext_noop("{name} (had a full-point bye or forfeit win, 28L3)")
HALF_BYE = gettext_noop("{name} (half-point bye in round {round}, 28L4)")
UNRATED = gettext_noop("{name} (unrated, 28L2)")
NEW = gettext_noop("{name} (new, without a rated game, 28L2)")
SEATED = gettext_noop("{name} (on a board that is set)")
SEATED_MANY = gettext_noop("{count} players on boards that are set")
LATE = gettext_noop("{name} (entered late, 28K)")
NOT_PAIRABLE = gettext_noop("{name} (the others could not be paired, 27A1)")
MORE_AGAIN = gettext_noop("{name} (more would meet a second time, 27A1)")
MORE_TEAMMATES = gettext_noop("{name} (more teammates would meet, 28N2)")
MORE_REQUESTS = gettext_noop("{name} (more would meet who should be kept apart, {rule})")
NOT_APART = gettext_noop("{name} (with this bye {couples} would meet, whom the director keeps apart)")
HOUSE_MET = gettext_noop("The house player {one} sits out, having met everybody who is free (27A1).")
HOUSE_BARRED = gettext_noop("The house player {one} sits out: nobody is free whom {one} may meet.")
HOUSE_ASKED = gettext_noop(
    "The house player {one} sits out: with {one}, more players would meet who should be kept apart ({rule})."
)
HOUSE_OTHERS = gettext_noop(
    "The house player {one} sits out: with {one}, the others could not all be paired (27A1)."
)
GROUP_ABOVE = gettext_noop(
    "All of the lowest score group are new: the bye may go one group higher, but not to a prize"
    " contender (28L5)."
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

SECOND_MEETING = gettext_noop("{one} and {other} meet a second time: no legal pairing avoids it (27A1).")
SECOND_MEETING_SET = gettext_noop(
    "{one} and {other} meet a second time, because this is set: {parts} (27A1)."
)
RELEASE_BOARD = gettext_noop("Release the board {one} – {other}.")
RELEASE_BYE = gettext_noop("Release the bye of {one}.")
RELEASE_FLOAT = gettext_noop("Let {one} meet the score group.")
REQUEST_BROKEN = gettext_noop(
    "Board {board}: {one} and {other} asked not to meet. Not all requests can be kept, and this pairing"
    " breaks the fewest (28T)."
)
REQUEST_BROKEN_NEVER = gettext_noop(
    "Board {board}: {one} and {other} asked not to meet. Of teammates and those who asked as few meet as can"
    " be, and no leader of the last round drops for it ({rule})."
)
TEAM_BROKEN = gettext_noop(
    "Board {board}: {one} and {other} are teammates. Not all teammates can be kept apart ({rule})."
)
TEAM_STAYING = gettext_noop(
    "Board {board}: {one} and {other} are teammates. Nobody leaves this score group to keep teammates"
    " apart ({rule})."
)
TEAM_TOGETHER = gettext_noop(
    "Board {board}: {one} and {other} are teammates. Keeping the {points}-point group together comes before"
    " keeping teammates apart ({rule})."
)
TEAM_BELOW = gettext_noop(
    "Board {board}: {one} and {other} are teammates. Who drops from the {points}-point group, and how far,"
    " comes before keeping teammates apart ({rule})."
)
TEAM_LATER = gettext_noop(
    "Board {board}: {one} and {other} are teammates. As posted, equal colors come before keeping teammates"
    " apart (29E8)."
)
NOBODY = gettext_noop("There is nobody to pair in round {round}.")
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
OFF_TABLE = gettext_noop(
    "No line of the round-robin table fits this round: the round is paired as a Swiss (29L)."
)
PLAYED_AHEAD_ONE = gettext_noop(
    "Round {rounds} has results already, and round {round} has not. Who met there should not meet again"
    " (27A1); its points and colors do not count here."
)
PLAYED_AHEAD = gettext_noop(
    "Rounds {rounds} have results already, and round {round} has not. Who met there should not meet again"
    " (27A1); their points and colors do not count here."
)
ASSUMED = gettext_noop("Paired on assumed results of: {names} (28O).")
LAST_OPEN = gettext_noop(
    "Games of an earlier round are not over, and this is the last round. Finish them first if you can, and"
    " watch for arranged results (29F)."
)

CORRECTED_POINTS = gettext_noop(
    "{one} was paired on a score of {points}: a result or a bye was corrected afterwards."
)
CORRECTED_BYE = gettext_noop(
    "{one} got the bye on a score of {points}: an earlier result or bye was corrected afterwards."
)
CORRECTED_COLORS = gettext_noop("{one} was paired on other colors: an earlier round was corrected since.")
PAIRED_AGAIN = gettext_noop("Paired again after the round was posted (29G).")
PAIRED_BEFORE = gettext_noop("Paired before other boards of its score groups were changed (29G).")
ASSUMED_POINTS = gettext_noop("{one} is paired on a score of {points}: a missing result was assumed (28O).")
ASSUMED_BYE = gettext_noop("{one} has the bye on a score of {points}: a missing result was assumed (28O).")
ASSUMED_SOME = gettext_noop("Some results were missing when this round was paired, and were assumed (28O).")
# Only directors read which they are.
ASSIGNED = gettext_noop("Ratings that the director assigned count here (28D, 28E).")

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
WHY_NOT_MET = gettext_noop("{one} and {other} met in round {round} (27A1).")
WHY_NOT_ENTRIES = gettext_noop("{one} and {other} are entries of one player (28S).")
WHY_NOT_REST = gettext_noop("If {one} and {other} met, the others could not all be paired (27A1).")
WHY_NOT_LINE = gettext_noop(
    "{one} and {other} do not meet in line {line} of the table, which gives this round (29L)."
)
WHY_NOT_SAME = gettext_noop("{one} and {other} could also meet: the pairing would be just as good.")
WHY_NOT_SET = gettext_noop("{one} and {other} meet: the director has set their board.")
WHY_NOT_APART = gettext_noop("{one} and {other} are never to meet: set by the director.")
WHY_NOT_ASKED = gettext_noop("{one} and {other} asked not to meet (28T).")
WHY_NOT_TEAM = gettext_noop("{one} and {other} are teammates, who should never meet (28N2).")
MEET = gettext_noop("By the rules {one} and {other} do meet.")
WHY_NOT_BYE_SET = gettext_noop("The director has set the full-point bye of {one}.")
WHY_NOT_BYE = gettext_noop("If they met, {name} would have the full-point bye instead of {instead} (28L2).")
WHY_NOT_SET_BOARDS = gettext_noop(
    "If {one} and {other} met, the others could not all be paired beside the boards that are set."
)
SET_BOARDS = gettext_noop("Set by the director: {boards}.")
WHY_NOT = gettext_noop("If they met: {cause}.")
WHY_NOT_AGAIN = gettext_noop("If they met, {name} and {instead} would meet again (27A1).")
WHY_NOT_TEAMS = gettext_noop("If they met, the teammates {name} and {instead} would meet ({rule}).")
WHY_NOT_REQUEST = gettext_noop("If they met, {name} and {instead} would meet, who asked not to (28T).")
WHY_NOT_LEAVE = gettext_noop("If they met, {name} would have to play below the {points}-point group (27A2).")
WHY_NOT_LEAVE_TWO = gettext_noop(
    "If they met, {name} and {instead} would have to play below the {points}-point group (27A2)."
)
WHY_NOT_FURTHER = gettext_noop(
    "If they met, {name} from above would find no opponent in the {points}-point group (29D2)."
)
WHY_NOT_WHICH = gettext_noop(
    "If they met, {name} instead of {instead} would find no opponent in the {points}-point group (29D2)."
)
WHY_NOT_DROP = gettext_noop("If they met, {name} would drop from {points} to {lower} points (29D).")
WHY_NOT_UNRATED = gettext_noop(
    "If they met, {name}, who is unrated, would leave the {points}-point group instead of {instead} (29D1a)."
)
WHY_NOT_ODD = gettext_noop(
    "If they met, {name} would leave the {points}-point group instead of {instead} (29D1a)."
)
WHY_NOT_GAIN = gettext_noop(
    "If they met, {name} would leave the {points}-point group instead of {instead}: too small a gain (29D1)."
)
WHY_NOT_LEAVE_LIMIT = gettext_noop(
    "If they met, {name} would leave the {points}-point group instead of {instead}: beyond the limit (29E5)."
)
WHY_NOT_LIMIT = gettext_noop(
    "If they met, {name} would meet {met} instead of {instead}: beyond the limit (29E5)."
)
WHY_NOT_OPPONENT = gettext_noop(
    "If they met, {name} would meet {met} instead of {instead}, who comes first (29D1)."
)
WHY_NOT_IDLE = gettext_noop(
    "If they met, {name} would meet {met} instead of {instead}, whom the list order gives (29C1)."
)
WHY_NOT_THIRD = gettext_noop("If they met, {name} would have {color} a third time in a row (29E5f).")
WHY_NOT_EQUAL = gettext_noop(
    "If they met, {name} would have at least two more games with {color} than with {opposite} ({rule})."
)
WHY_NOT_ALTERNATE = gettext_noop("If they met, {name} would have {color} and is due {opposite} (29E5a).")
GAIN_NEEDED = gettext_noop(
    "Another player leaves a group only where that fixes at least {count} color conflicts, or spares a third"
    " color in a row."
)
GAIN_OF_ONE = gettext_noop("Another player leaves a group only where that fixes a color conflict.")
RATING_POINTS = gettext_noop(
    "That is a change of {points} rating points. One is made only where it gives better colors, and this one"
    " does not (29E5)."
)
RATING_LIMIT = gettext_noop("The change is of {points} rating points; the limit is {limit}.")
BOARDS_THEN = gettext_noop("The boards would then be: {boards}.")
MANY_BOARDS_THEN = gettext_noop("{count} boards would be different, among them: {boards}.")
SCORES = gettext_noop("Points: {one} {points}, {other} {others}.")

# The first level at which a pairing is worse than ours, in the order of the judge.
CAUSES = {
    "met": gettext_noop(
        "more boards of two who have met or may never meet: {theirs} instead of {ours} (27A1)"
    ),
    "set": gettext_noop("a board that the director has set would not stand"),
    "asked": gettext_noop(
        "more boards of players who should be kept apart: {theirs} instead of {ours} ({rule})"
    ),
    "which_asked": gettext_noop(
        "two others meet who should be kept apart, farther from each other in the list ({rule})"
    ),
    "pool": gettext_noop(
        "a player of the {points}-point group meets somebody of another class or pool (29I, 29J)"
    ),
    "teams": gettext_noop("more boards of teammates: {theirs} instead of {ours} ({rule})"),
    "leave": gettext_noop("more players leave the {points}-point group: {theirs} instead of {ours} (27A2)"),
    "further": gettext_noop(
        "more players from above find nobody in the {points}-point group: {theirs} instead of {ours} (29D2)"
    ),
    "drop": gettext_noop(
        "a larger drop from the {points}-point group: {theirs} points instead of {ours} (29D)"
    ),
    "drops": gettext_noop(
        "larger drops from the {points}-point group: {theirs} points in all instead of {ours} (29D)"
    ),
    "which": gettext_noop(
        "another player from above than the lowest finds nobody in the {points}-point group (29D2)"
    ),
    "unrated": gettext_noop(
        "an unrated player leaves the {points}-point group instead of a rated one (29D1a)"
    ),
    "limit": gettext_noop("a change of {theirs} points in the {points}-point group, limit {limit} (29E5)"),
    "gain": gettext_noop(
        "another player leaves the {points}-point group, and fewer than {theirs} color conflicts are "
        "fixed by it (29D1)"
    ),
    "rest_teams": gettext_noop(
        "more boards of teammates in the {points}-point group: {theirs} instead of {ours} ({rule})"
    ),
    "third": gettext_noop(
        "more third colors in a row in the {points}-point group: {theirs} instead of {ours} (29E5f)"
    ),
    "equal": gettext_noop(
        "more unequal colors in the {points}-point group: {theirs} instead of {ours} (29E5b)"
    ),
    "alternate": gettext_noop(
        "more colors that do not alternate in the {points}-point group: {theirs} instead of {ours} (29E5a)"
    ),
    "opponents": gettext_noop(
        "more players from above meet a lower opponent in the {points}-point group: {theirs} instead of "
        "{ours} (29D1)"
    ),
    "odd": gettext_noop(
        "more players leave the {points}-point group in place of a lower one: {theirs} instead of {ours} "
        "(29D1a)"
    ),
    "halves": gettext_noop(
        "more boards of the {points}-point group change halves or exceed the first limit:"
        " {theirs} instead of {ours} (29E5e)"
    ),
    "far": gettext_noop(
        "more changes of over {limit} points in the {points}-point group: {theirs} instead of {ours} (29E5)"
    ),
    "idle": gettext_noop("a change of {theirs} points in the {points}-point group that fixes nothing (29C1)"),
    "top": gettext_noop(
        "the changes in the {points}-point group begin at board {theirs} instead of {ours} of those left to"
        " be paired (29E5)"
    ),
    "larger": gettext_noop(
        "a larger change in the {points}-point group: {theirs} points instead of {ours} (29E5)"
    ),
    "sum": gettext_noop(
        "larger changes in the {points}-point group: {theirs} points in all instead of {ours} (29E5)"
    ),
    "places": gettext_noop("players of the {points}-point group change places farther than need be (29C1)"),
}
# Where the larger drop is of one point.
CAUSE_OF_ONE = {
    "drop": gettext_noop("a larger drop from the {points}-point group: 1 point instead of {ours} (29D)"),
    "drops": gettext_noop(
        "larger drops from the {points}-point group: 1 point in all instead of {ours} (29D)"
    ),
}

BY_TABLE = gettext_noop("Round {round} of the round-robin table for {players} players (30A).")
TABLE_COLORS = gettext_noop("The colors are those of the table (30A).")
TABLE_LOT = gettext_noop("Colors by lot (30G).")
TABLE_BYE = gettext_noop("Sits out this round: the round-robin table has an odd number of players (30A).")
TABLE_SET = gettext_noop("Round {line} of the table is paired now: it has what the director has set (30A).")
TABLE_APART = gettext_noop(
    "Round {line} of the table is paired now: in round {round} of it two meet who should be kept apart (28T)."
)
TABLE_PLAYED = gettext_noop(
    "Round {line} of the table is paired now: two who meet in round {round} of it have met already (30A)."
)
TABLE_REST = gettext_noop(
    "An earlier round was not as in the round-robin table. Nor is this one, so that nobody meets twice (30A)."
)
TABLE_LEFT = gettext_noop(
    "These boards are no round of the round-robin table, so later rounds will differ from it too (30A)."
)
BY_REST = gettext_noop(
    "An earlier round was not as in the round-robin table, so this one is not either (30A)."
)
OTHER_RESTS = gettext_noop("{one} sits out; by the round-robin table it is {other} (30A).")
NO_GAME = gettext_noop("{one} has no game this round: {other} is not playing (30A).")
NO_GAME_LEFT = gettext_noop("{one} has no game this round: {other} withdrew before half of the games (30B).")
WITHOUT_GAME = (NO_GAME, NO_GAME_LEFT)
FORFEIT_WIN = gettext_noop(
    "{other} withdrew after at least half of the games, so {one} wins by forfeit (30B)."
)
FORFEIT_BOTH = gettext_noop(
    "{one} and {other} withdrew after at least half of the games, so both forfeit (30B)."
)
FORFEITS = (FORFEIT_WIN, FORFEIT_BOTH)
TABLE_ENDS = gettext_noop(
    "Everybody meets everybody twice in the {rounds} rounds of the round-robin table for {players} players,"
    " and nobody a third time (30A)."
)


def say(text: str, **values: object) -> Message:
    return Message(text, **values)


def ordinal(number: int) -> str:
    """English ordinals; the engine speaks English, pages translate.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    ending = {1: "st", 2: "nd", 3: "rd"}.get(last, "th")
    return f"{number}{ending}"
