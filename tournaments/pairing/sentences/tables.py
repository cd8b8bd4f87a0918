"""Rounds that a round-robin table gives."""

from tiebreaks.engine.messages import gettext_noop

LINE = gettext_noop("Line {line} of the round-robin table for {players} players (29L).")
LINE_TOP = gettext_noop(
    "{one} meets {other}, the same as without the table. The line gives all other boards (29L)."
)
LINE_TOP_NEAR = gettext_noop(
    "{other} is the highest that {one} can meet in a remaining line. The line gives all other boards (29L)."
)
LINE_KEPT = gettext_noop("Both were due {color}. The line of the table decides who meets (29L).")
OFF_TABLE = gettext_noop(
    "No line of the round-robin table fits this round: the round is paired as a Swiss (29L)."
)
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
