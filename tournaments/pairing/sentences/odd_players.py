"""Who leaves a score group, how far, and whom they meet below it."""

from tiebreaks.engine.messages import gettext_noop

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
