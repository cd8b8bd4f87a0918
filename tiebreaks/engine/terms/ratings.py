"""The rating an opponent counts with (34E10, 34E11), and what unrated players do to these systems.

The rulebook only says that these systems are hard to use where somebody has no rating. By default the games
against unrated players are left out. ``assigned`` counts them as rated 100, the lowest rating there is.
``set_aside`` gives nobody a value once an unrated player has finished a game; posted with ``assigned``, under
which nobody is unrated, it has nothing to say.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Kind
from ..messages import gettext_noop
from .system import Variation, Variations

ASSIGNED = 100
LEFT_OUT = gettext_noop("games against unrated players are left out")
SET_ASIDE = gettext_noop("set aside: an unrated player took part")

VARIATIONS = (
    Variation(
        "assigned", gettext_noop("unrated as 100"), gettext_noop("Unrated players count as rated 100.")
    ),
    Variation(
        "set_aside",
        gettext_noop("not with unrated players"),
        gettext_noop("Not used at all once an unrated player has played a game in the section."),
    ),
)
_OPEN = Kind.OPEN


def ratings(reading: Reading, assigned: bool) -> dict[int, int | None]:
    """Each card's rating by number, None for the unrated; ask through ``reading.once``."""
    return {card.number: card.rating or (ASSIGNED if assigned else None) for card in reading.cards}


def is_set_aside(reading: Reading, variations: Variations) -> bool:
    """Whether unrated players make the posted variations say nothing of anybody."""
    return "set_aside" in variations and "assigned" not in variations and reading.once(unrated_have_played)


def unrated_have_played(reading: Reading) -> bool:
    """Whether a game with an unrated player has been finished; ask through ``reading.once``."""
    return any(not card.rating and any(finished(cell.kind) for cell in card.cells) for card in reading.cards)


def finished(kind: Kind) -> bool:
    """Whether there is a game to judge anybody by: played, and not still being played."""
    return kind.played and kind is not _OPEN
