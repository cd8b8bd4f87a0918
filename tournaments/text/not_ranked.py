"""Who is not ranked, and how many players make a team."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .wording import isolated


def house_players() -> tuple[str, str]:
    """The heading above house players, and what it means."""
    return _("House players"), _("not ranked")


def withdrew_before_half() -> tuple[str, str]:
    """The heading above those who left a round robin early."""
    return _("Withdrew before playing half of the games"), _("not ranked (30B)")


def too_small(minimum: int) -> tuple[str, str]:
    """The heading above teams without enough players."""
    text = ngettext(
        "not ranked: fewer than %(minimum)d player", "not ranked: fewer than %(minimum)d players", minimum
    )
    return _("Too small"), text % {"minimum": minimum}


def no_team(minimum: int) -> str:
    """Where every team is too small for a trophy.

    >>> no_team(2)
    'No team has 2 players. Nobody wins a team trophy so far.'
    """
    text = ngettext(
        "No team has %(minimum)d player. Nobody wins a team trophy so far.",
        "No team has %(minimum)d players. Nobody wins a team trophy so far.",
        minimum,
    )
    return text % {"minimum": minimum}


def small_schools(minimum: int, small: Iterable[tuple[str, int]]) -> str:
    """Schools of one player, or of fewer than a place takes; a table that ranks them says so."""
    schools = "; ".join(f"{isolated(name)} ({players})" for name, players in small)
    if minimum > 1:
        text = _(
            "Not ranked, with fewer than %(minimum)d players: %(schools)s. "
            "Same school spelled differently? Merge the spellings on the Schools page."
        )
    else:
        text = _(
            "Ranked with one player: %(schools)s. Set the minimum to 2 to leave these schools out. "
            "Same school spelled differently? Merge the spellings on the Schools page."
        )
    return text % {"minimum": minimum, "schools": schools}


def school_score(best: int) -> str:
    """How many players make a team's score."""
    text = ngettext(
        "A school’s score is the score of its best player.",
        "A school’s score is the sum of its best %(best)d players’ scores.",
        best,
    )
    return text % {"best": best}
