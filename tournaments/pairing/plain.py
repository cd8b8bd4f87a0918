"""Why two players meet, in one plain sentence for players and parents: no rules, no rating points.

Beside it stands what would else look like a mistake: teammates who meet, points that were assumed, and draws
that count in the order of a group (28R2).

It says less than the sentences of the rules, and nothing that they do not say.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from tiebreaks.engine.messages import Message, gettext_noop

from . import of_teams
from . import sentences as s

DIRECTOR = gettext_noop("Paired by the director.")
DIRECTOR_AGAIN = gettext_noop("Paired by the director. They met before, in round {round}.")
SET_AGAIN = gettext_noop("They met in round {round} and meet again because of what the director set.")
AGAIN = gettext_noop("They met in round {round} and meet again: no pairing of this round avoids it.")
# Where everything that could be told is between the director and families.
NEAREST = gettext_noop("They are the nearest match that the rules allow.")

_HALVES = gettext_noop(
    "By rating, the {place} in the upper half of the {points}-point group plays the {place} in its lower"
    " half."
)
_OF_UNRATED = gettext_noop(
    "Both are unrated, in the {points}-point group. Unrated players of a group play each other where"
    " possible."
)
_OF_CLASS = gettext_noop(
    "Both are of one class, in the {points}-point group. Players of a class play each other where possible."
)
_COLORS = gettext_noop("{one} would have played {natural}, but the colors work out better this way.")
_LEFT_OVER = gettext_noop("One player of the {points}-point group is left over and plays below it: {one}.")
_ONE_LEFT = gettext_noop("Nobody else is left to pair in the {points}-point group, so {one} plays below it.")
_BOTH_LEFT = gettext_noop(
    "{one} and {other} met in round {round}, so both play below the {points}-point group."
)
_BETWEEN = gettext_noop(
    "{one} drops from the {points}-point to the {lower}-point group: nobody between was free to play."
)
_SOME_LEFT = gettext_noop(
    "Not everybody could be paired in the {points}-point group, so {one} plays below it."
)
_TEAMS_LEFT = gettext_noop("To keep teammates apart, {one} plays below the {points}-point group.")
_TEAMS_BETWEEN = gettext_noop(
    "{one} drops from the {points}-point to the {lower}-point group, so that teammates do not meet."
)
_COLORS_LEFT = gettext_noop("{one} plays below the group instead of {natural}: the colors work out better.")
_BOTH_GONE = gettext_noop("{one} and {other} have left. Both forfeit.")
_MATES = gettext_noop("{one} and {other} are teammates. Not all teammates could be kept apart.")
_MATES_TOGETHER = gettext_noop(
    "{one} and {other} are teammates. Keeping the {points}-point group together comes first."
)
_MATES_BELOW = gettext_noop(
    "{one} and {other} are teammates. Who drops from the {points}-point group, and how far, comes first."
)
_MATES_LATER = gettext_noop(
    "{one} and {other} are teammates. By the posted rules, equal colors come first here."
)
_MOVED_UP = gettext_noop("Somebody left the round or came late. Players moved up, and {one} plays {other}.")
_MOVED_UP_AFTER = gettext_noop("After {gone} left the round, players moved up, and {one} plays {other}.")
_TABLE = gettext_noop("A round-robin table says who plays whom in this round.")

# What is told of a board, in the order of the rules' sentences: the first that is here says it plainly.
PLAIN = {
    s.LOCK: DIRECTOR,
    s.ELSEWHERE: gettext_noop("Paired in {program}. Its file does not say why these two play."),
    s.LADDER: _MOVED_UP,
    s.LADDER_EARLIER: _MOVED_UP,
    s.LADDER_AFTER: _MOVED_UP_AFTER,
    s.LADDER_TOGETHER: gettext_noop(
        "{one} and {other} had no opponent in this round, so the director seated them together."
    ),
    s.LADDER_TOGETHER_AFTER: gettext_noop(
        "After {gone} and {gone_too} left the round, {one} and {other} had no opponent, so the director"
        " seated them together."
    ),
    s.OVERTAKEN: gettext_noop(
        "They were paired before a result of an earlier round came in or changed. The director kept the"
        " board."
    ),
    s.OVERTAKEN_OTHERWISE: gettext_noop(
        "They were paired before something changed that the pairing goes by: who plays, colors, a rating, a"
        " team, or a setting. The director kept the board."
    ),
    s.BY_TABLE: _TABLE,
    s.BY_REST: gettext_noop(
        "Everybody plays everybody, and an earlier round was changed. So this one is not as in the table."
    ),
    s.LINE: _TABLE,
    s.AGAIN_FEWEST: AGAIN,
    s.AGAIN_OLDEST: AGAIN,
    s.FIRST_ROUND: gettext_noop(
        "Round 1, by rating: the {place} in the upper half plays the {place} in the lower half."
    ),
    s.FIRST_ROUND_NEIGHBORS: gettext_noop("Round 1, by rating: the {place} plays the {next}."),
    s.FIRST_ROUND_LEFT: gettext_noop(
        "Round 1, by rating: of those left to be paired, the {place} in the upper half plays the {place} in"
        " the lower."
    ),
    s.FIRST_ROUND_NEIGHBORS_LEFT: gettext_noop(
        "Round 1, by rating: of those left to be paired, the {place} plays the {next}."
    ),
    s.NATURAL: _HALVES,
    s.NATURAL_LEFT: gettext_noop(
        "By rating, the {place} in the upper half of those left to be paired in the {points}-point group"
        " plays the {place} in the lower."
    ),
    s.NATURAL_NEIGHBORS: gettext_noop("By rating, the {place} in the {points}-point group plays the {next}."),
    s.NATURAL_NEIGHBORS_LEFT: gettext_noop(
        "By rating, of those left to be paired in the {points}-point group, the {place} plays the {next}."
    ),
    s.NATURAL_UNRATED: _OF_UNRATED,
    s.NATURAL_UNRATED_LEFT: _OF_UNRATED,
    s.NATURAL_CLASS: _OF_CLASS,
    s.NATURAL_CLASS_LEFT: _OF_CLASS,
    s.REMATCH: gettext_noop("{one} would have played {ideal}, but they already met in round {round}."),
    s.TEAM: gettext_noop("{one} would have played {ideal}, but they are teammates."),
    s.TRANSPOSITION: _COLORS,
    s.TRANSPOSITION_UNRATED: _COLORS,
    s.INTERCHANGE: _COLORS,
    s.INTERCHANGE_NEARER: _COLORS,
    s.INTERCHANGE_UNRATED: _COLORS,
    s.FOLLOWS: gettext_noop("{one} would have played here, but plays {other} on board {board}."),
    s.FOLLOWS_CHANGED: gettext_noop(
        "{one} would have played here, but the rules paired {one} with {other}. That board is not in this"
        " round."
    ),
    s.ODD: gettext_noop(
        "One player of the {points}-point group is left over and plays below it: {one}, the lowest rated."
    ),
    s.ODD_LOWEST: _LEFT_OVER,
    s.ODD_LOWEST_LEFT: _LEFT_OVER,
    s.ODD_LOWEST_FREE: _LEFT_OVER,
    s.ODD_NOT_LOWEST: _LEFT_OVER,
    s.ODD_NOT_LOWEST_LEFT: _LEFT_OVER,
    s.ODD_NOT_LOWEST_FREE: _LEFT_OVER,
    s.ODD_DROPS_LESS: _LEFT_OVER,
    s.ODD_UNRATED: _LEFT_OVER,
    s.ODD_UNRATED_FREE: _LEFT_OVER,
    s.ODD_ALONE: _ONE_LEFT,
    s.ODD_ALONE_LEFT: _ONE_LEFT,
    s.ODD_TEAMS: _TEAMS_LEFT,
    s.ODD_TEAMS_BOTH: _TEAMS_LEFT,
    s.BOTH_LEAVE: _BOTH_LEFT,
    s.BOTH_LEAVE_TEAM: gettext_noop(
        "{one} and {other} are teammates, so both play below the {points}-point group."
    ),
    s.ONE_OF_SEVERAL: _SOME_LEFT,
    s.ONE_OF_SEVERAL_FREE: _SOME_LEFT,
    s.ONE_OF_SEVERAL_TEAMS: _TEAMS_LEFT,
    s.ONE_OF_SEVERAL_TEAMS_FREE: _TEAMS_LEFT,
    s.ONE_OF_SEVERAL_TEAMS_BOTH: _TEAMS_LEFT,
    s.ONE_OF_SEVERAL_TEAMS_BOTH_FREE: _TEAMS_LEFT,
    s.SET_TO_FLOAT: gettext_noop("The director lets {one} play below the {points}-point group."),
    s.MATES: _MATES,
    s.MATES_GROUP: _MATES_TOGETHER,
    s.MATES_TOGETHER: _MATES_TOGETHER,
    s.MATES_BELOW: _MATES_BELOW,
    s.MATES_LATER: _MATES_LATER,
    s.DOUBLE_DROP: _BETWEEN,
    s.DOUBLE_DROP_LEFT: _BETWEEN,
    s.DOUBLE_DROP_OTHERS: gettext_noop(
        "{one} drops from the {points}-point to the {lower}-point group, so that all others can be paired."
    ),
    s.DOUBLE_DROP_TEAMS: _TEAMS_BETWEEN,
    s.DOUBLE_DROP_TEAMS_BOTH: _TEAMS_BETWEEN,
    s.OTHER_ODD: _COLORS_LEFT,
    s.OTHER_ODD_ONE: _COLORS_LEFT,
    s.OTHER_ODD_THIRD: _COLORS_LEFT,
    s.OTHER_ODD_STEPS: _COLORS_LEFT,
    s.OTHER_ODD_NEARER: _COLORS_LEFT,
    s.OTHER_ODD_UNRATED: _COLORS_LEFT,
    s.OPPONENT: _COLORS,
    s.OPPONENT_OF_GROUPS: _COLORS,
    s.OPPONENT_UNRATED: _COLORS,
    s.OPPONENT_NEARER: _COLORS,
    s.OPPONENT_TEAMS: gettext_noop("To keep teammates apart, {one} plays {other} instead of {natural}."),
    s.FORFEIT_BOTH: _BOTH_GONE,
}
# Without it, who is "lowest rated" would look wrong beside the published ratings.
ASSIGNED = gettext_noop("Ratings that the director assigned count here.")
# What is told beside the first, so that nobody takes it for a mistake.
BESIDE = {
    s.MATES: _MATES,
    s.MATES_GROUP: _MATES_TOGETHER,
    s.MATES_TOGETHER: _MATES_TOGETHER,
    s.MATES_BELOW: _MATES_BELOW,
    s.MATES_LATER: _MATES_LATER,
    s.FORFEIT_WIN: gettext_noop("{other} has left. {one} wins by forfeit."),
    s.FORFEIT_BOTH: _BOTH_GONE,
    s.ASSUMED_POINTS: gettext_noop("{one} was paired on a score of {points}: a result was still missing."),
    s.ASSIGNED: ASSIGNED,
    s.PAIRED_BEFORE: gettext_noop("This board was paired before other boards of the round were changed."),
    s.CORRECTED_POINTS: s.CORRECTED_POINTS,
    s.ACCELERATED: gettext_noop(
        "The first rounds are accelerated: for the pairing only, some count with other points than they have."
    ),
    s.DRAWERS: gettext_noop("In the order of a group, a draw in round 1 counts as {bonus} rating points."),
}
# The same of a group in which those who drew rank higher than by their ratings (28R2).
AFTER_DRAWS = {
    s.NATURAL: gettext_noop(
        "By rating (a draw adds {bonus}), the {place} in the upper half of the {points}-point group plays the"
        " {place} in its lower half."
    ),
    s.NATURAL_LEFT: gettext_noop(
        "By rating (a draw adds {bonus}), of those left in the {points}-point group, the {place} in the upper"
        " half plays the {place} in the lower."
    ),
    s.NATURAL_NEIGHBORS: gettext_noop(
        "By rating (a draw adds {bonus}), the {place} in the {points}-point group plays the {next}."
    ),
    s.NATURAL_NEIGHBORS_LEFT: gettext_noop(
        "By rating (a draw adds {bonus}), of those left in the {points}-point group, the {place} plays the"
        " {next}."
    ),
}
# The same of a list in which nobody is rated, so that its order is no order of ratings.
IN_ORDER = {
    s.FIRST_ROUND: gettext_noop(
        "Round 1, in the order of the list: the {place} in the upper half plays the {place} in the lower"
        " half."
    ),
    s.FIRST_ROUND_NEIGHBORS: gettext_noop("Round 1, in the order of the list: the {place} plays the {next}."),
    s.NATURAL: gettext_noop(
        "In the order of the list, the {place} in the upper half of the {points}-point group plays the"
        " {place} in its lower half."
    ),
    s.NATURAL_NEIGHBORS: gettext_noop(
        "In the order of the list, the {place} in the {points}-point group plays the {next}."
    ),
    s.FIRST_ROUND_LEFT: gettext_noop(
        "Round 1, in list order: of those left to be paired, the {place} in the upper half plays the {place}"
        " in the lower."
    ),
    s.FIRST_ROUND_NEIGHBORS_LEFT: gettext_noop(
        "Round 1, in list order: of those left to be paired, the {place} plays the {next}."
    ),
    s.NATURAL_LEFT: gettext_noop(
        "In list order, the {place} in the upper half of those left to be paired in the {points}-point group"
        " plays the {place} in the lower."
    ),
    s.NATURAL_NEIGHBORS_LEFT: gettext_noop(
        "In list order, of those left to be paired in the {points}-point group, the {place} plays the {next}."
    ),
}
_OF_TEAMS = {of_teams.told(id): of_teams.told(text) for id, text in PLAIN.items()}


def plainly(told: Iterable[tuple[str, Mapping[str, Any]]]) -> Message:
    """The plain sentence of a board, from the ids and values of what the rules tell of it.

    >>> plainly([(s.LOCK, {"one": "Ann", "other": "Bo"}), (s.AGAIN_SET, {"round": 1})])
    'Paired by the director. They met before, in round 1.'
    """
    texts = dict(told)
    if s.AGAIN in texts:
        return Message(AGAIN, **texts[s.AGAIN])
    for id, values in texts.items():
        plain = PLAIN.get(id) or _OF_TEAMS.get(id)
        if values.get("unrated_list"):
            plain = IN_ORDER.get(id, plain)
        elif values.get("bonus"):
            plain = AFTER_DRAWS.get(id, plain)
        if plain and s.AGAIN_SET in texts:
            return Message(DIRECTOR_AGAIN if plain == DIRECTOR else SET_AGAIN, **texts[s.AGAIN_SET])
        if plain and set(re.findall(r"{(\w+)}", plain)) <= values.keys():
            return Message(plain, **values)
    return Message(NEAREST)


def beside(told: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Message]:
    """What is told beside the plain sentence of a board, from the same ids and values.

    >>> beside([(s.ASSUMED_POINTS, {"one": "Ann", "points": "1"})])
    ['Ann was paired on a score of 1: a result was still missing.']
    """
    told = list(told)
    first = plainly(told)
    found = [Message(BESIDE[id], **values) for id, values in told if id in BESIDE]
    return [text for text in dict.fromkeys(found) if text != first]
