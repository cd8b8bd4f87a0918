"""Who has the full-point bye or sits out as house player, and who was passed over."""

from tiebreaks.engine.messages import gettext_noop

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
