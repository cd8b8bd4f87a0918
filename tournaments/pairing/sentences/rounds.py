"""What holds for a round as a whole, and for a board that something changed since."""

from tiebreaks.engine.messages import gettext_noop

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
