"""What would follow if two others met."""

from tiebreaks.engine.messages import gettext_noop

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
