"""The ratings of opponents (34E10, 34E11), and how unrated players affect these systems.

The rulebook says only that these systems are hard to use with unrated players. By default, games against
unrated players are left out. ``assigned`` gives them a rating of 100, the rating floor. With ``set_aside``,
nobody has a value once an unrated player has finished a game. ``assigned`` overrides it, because then nobody
is unrated.
"""

from ..chart.reading import Reading
from ..chart.wallchart import Kind
from ..messages import gettext_noop
from .system import Variation, Variations

ASSIGNED = 100
LEFT_OUT = gettext_noop("games against unrated players are left out")
SET_ASIDE = gettext_noop("not used: an unrated player has played")

VARIATIONS = (
    Variation(
        "assigned", gettext_noop("unrated as 100"), gettext_noop("Unrated players count as rated 100.")
    ),
    Variation(
        "set_aside",
        gettext_noop("not with unrated players"),
        gettext_noop("Not used once an unrated player has played a game in the section."),
        of_all=True,
    ),
)
_OPEN = Kind.OPEN


def ratings(reading: Reading, assigned: bool) -> dict[int, int | None]:
    """Ratings by number, None for unrated players. Call through ``reading.once``."""
    return {card.number: card.rating or (ASSIGNED if assigned else None) for card in reading.cards}


def is_set_aside(reading: Reading, variations: Variations) -> bool:
    """Whether nobody has a value because an unrated player has played."""
    return "set_aside" in variations and "assigned" not in variations and reading.once(unrated_have_played)


def unrated_have_played(reading: Reading) -> bool:
    """Whether an unrated player has finished a game. Call through ``reading.once``."""
    return any(not card.rating and any(finished(cell.kind) for cell in card.cells) for card in reading.cards)


def finished(kind: Kind) -> bool:
    """Whether the game was played and is over."""
    return kind.played and kind is not _OPEN
