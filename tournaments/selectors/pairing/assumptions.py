"""What the missing result of an earlier round is paired on (28O–28Q, 29H), and whether it came true.

A director chooses for each game alone. The engine knows the choices that go by rating; those by color are
laid out here, as results on its chart.
"""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext_lazy

from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart

from ...models import Section
from ...pairing import provisional
from ...pairing.provisional import HELD_OUT
from ...pairing.request import PairingInput

# The usual one first.
ASSUMPTIONS = {
    "draw": gettext_lazy("a draw"),
    "white_wins": gettext_lazy("a win for White"),
    "black_wins": gettext_lazy("a win for Black"),
    "higher_rated_wins": gettext_lazy("a win for the higher-rated side"),
    "white_win_black_draw": gettext_lazy("a win for White and a draw for Black"),
    "black_win_white_draw": gettext_lazy("a win for Black and a draw for White"),
    "win_and_draw": gettext_lazy("a win for the higher-rated and a draw for the other"),
    "two_wins": gettext_lazy("a win for both"),
    "no_points": gettext_lazy("no points for either"),
    HELD_OUT: gettext_lazy("not known: both are held out and paired later"),
    "half_byes": gettext_lazy("not known: both have a half-point bye in this round"),
    "forfeit_next": gettext_lazy("not known: both forfeit this round, without a board"),
}
# What White is paired on, and Black.
_BY_COLOR = {
    "white_wins": {"w": Kind.WIN, "b": Kind.LOSS},
    "black_wins": {"w": Kind.LOSS, "b": Kind.WIN},
    "white_win_black_draw": {"w": Kind.WIN, "b": Kind.LONE_DRAW},
    "black_win_white_draw": {"w": Kind.LONE_DRAW, "b": Kind.WIN},
}
Choices = Mapping[frozenset[int], str]


def choices_in(section: Section) -> dict[str, str]:
    """The choices, in words. Teams play both colors in a match."""
    return {
        choice: str(words)
        for choice, words in ASSUMPTIONS.items()
        if not (section.boards and choice in _BY_COLOR)
    }


def assumed(request: PairingInput, choices: Choices) -> PairingInput:
    """The request on the assumed results, as :func:`.provisional.provisionally` gives it."""
    by_rating = {pair: choice for pair, choice in choices.items() if choice not in _BY_COLOR}
    request = provisional.provisionally(replace(request, chart=_by_color(request.chart, choices)), by_rating)
    pairs = tuple((min(pair), max(pair)) for pair in sorted(choices, key=sorted))
    return replace(request, provisional=pairs)


def came_true(chart: Wallchart, pair: frozenset[int], choice: str, round: int) -> bool | None:
    """As :func:`.provisional.came_true`."""
    if choice not in _BY_COLOR:
        return provisional.came_true(chart, pair, choice, round)
    games = [
        (number, cell)
        for number in pair
        if number in chart.by_number
        for cell in chart.by_number[number].cells
        if cell.opponent in pair and cell.round < round and cell.kind is not Kind.OPEN
    ]
    kinds = _BY_COLOR[choice]
    same = [cell.played and kinds[cell.color].points_q == cell.points_q for _number, cell in games]
    return all(same) if same else None


def _by_color(chart: Wallchart, choices: Choices) -> Wallchart:
    def decided(card: Card, cell: Cell) -> Cell:
        choice = choices.get(frozenset((card.number, cell.opponent or 0)), "")
        if cell.kind is not Kind.OPEN or choice not in _BY_COLOR:
            return cell
        kind = _BY_COLOR[choice][cell.color]
        return cell._replace(kind=kind, points_q=kind.points_q)

    cards = [replace(card, cells=tuple(decided(card, cell) for cell in card.cells)) for card in chart.cards]
    return replace(chart, cards=tuple(cards))
