"""Results as they are written on a pairing sheet, and in the log."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.points import show

# A result is the two sides' letters, White's first.
WHITE_WINS, BLACK_WINS, DRAW = "WL", "LW", "DD"
WHITE_FORFEITS, BLACK_FORFEITS, BOTH_FORFEIT, FORFEIT_DRAW = "FX", "XF", "FF", "ZZ"
OPEN = "??"
RESULTS = {
    WHITE_WINS: "1–0",
    BLACK_WINS: "0–1",
    DRAW: "½–½",
    BLACK_FORFEITS: "X–F",
    WHITE_FORFEITS: "F–X",
    BOTH_FORFEIT: "F–F",
    FORFEIT_DRAW: "Z–Z",
    OPEN: "·–·",
}
# What has a key or a button. A forfeit draw is a ruling.
ENTERED = tuple(result for result in RESULTS if result != FORFEIT_DRAW)


# The points awarded to both sides, White's first; None where they are the result's own.
Points = Sequence[int | None]
THE_RESULTS_OWN: Points = (None, None)


def label(board: int, slot: int, games_per_round: int) -> str:
    """A board's number. The two games of a double round are 4a and 4b."""
    return f"{board}{'ab'[slot - 1]}" if games_per_round > 1 else str(board)


def show_result(result: str, points_q: Points = THE_RESULTS_OWN) -> str:
    """As it is written on a pairing sheet, starred where other points were awarded.

    A result whose two sides need not agree is written with its letters.

    >>> show_result("WL"), show_result("WL", (2, None)), show_result("NR")
    ('1–0', '1–0*', 'N–R')
    """
    return (RESULTS.get(result) or "–".join(result)) + ("*" if show_awarded(result, points_q) else "")


def show_second(result: str) -> str:
    """The second side's alone, as it is read in a second pass: Black's, or the right team's.

    >>> show_second("WL"), show_second("DD"), show_second("XF"), show_second("NR")
    ('0', '½', 'F', 'R')
    """
    return show_result(result).partition("–")[2]


def show_awarded(result: str, points_q: Points) -> str:
    """The points of both sides, where they are not what the result says (22C5, split rulings).

    >>> show_awarded("WL", (2, None)), show_awarded("WL", (4, 0))
    ('½–0', '')
    """
    own = [Kind.of(letter).points_q for letter in result]
    awarded = [mine if given is None else given for mine, given in zip(own, points_q, strict=True)]
    return "" if awarded == own else "–".join(map(show, awarded))


def bye_name(kind: Kind, *, by_table: bool = False) -> str:
    """A bye as directors call it: a round without a pairing and without a point is a zero-point bye. Who has
    no game in a round of a round robin, ``by_table``, sits out (30A)."""
    if kind is not Kind.UNPAIRED:
        return _(kind.label)
    return _("sits out") if by_table else _("zero-point bye")


def unseated_name(waits_for: int) -> str:
    """What a published round is for who has neither a board nor a bye of it: held out while the result of a
    game of an earlier round is missing (29H8), or to be paired."""
    if not waits_for:
        return _("not paired yet")
    return _("still playing round %d") % waits_for


def tell_result(result: str, points_q: Points = THE_RESULTS_OWN) -> str:
    """For the log and for who is asked: ``1–0*, awarded ½–0``."""
    awarded = show_awarded(result, points_q)
    shown = show_result(result, points_q)
    return _("%(result)s, awarded %(points)s") % {"result": shown, "points": awarded} if awarded else shown
