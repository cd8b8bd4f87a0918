"""The colors of a posted board are corrected: who was paired later on other colors (29E)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Card, Kind, Wallchart
from tiebreaks.published import read_players

from ...models import Game, PairingReasons, Seat, Section
from ...text.results import label
from .problems import Problem
from .reasons import colors_before
from .typed_boards import TypedRound, traded


def swapped(game: Game, white: int) -> TypedRound:
    """What it makes wrong that this player has White on a board: there, and with who was paired later on
    other colors. Of a game with a result the colors tell how the players sat, and before a round is posted
    the gate asks."""
    section, number = game.round.section, game.round.number
    one, other = Seat.objects.filter(game=game).select_related("player").order_by("-side")
    judged = TypedRound([], [], bool(section.boards))
    is_open = white == other.player.number and other.kind == Kind.OPEN.letter
    if is_open and game.round.published_at is not None:
        judged = traded(section, number, {one.player.number: white, white: one.player.number})
    told = []
    counted = set()
    for player, text in _paired_on(game, white):
        # A player is counted once, however many of her rounds are named.
        told.append(Problem("colors", text, times=int(player not in counted)))
        counted.add(player)
    return replace(judged, problems=[*judged.problems, *told])


def _paired_on(game: Game, white: int) -> Iterator[tuple[int, str]]:
    """The boards of later rounds with a player, by number, whose colors before the round would be others than
    those that it was paired on. A round-robin table asks for no colors of earlier rounds (30A)."""
    section = game.round.section
    if section.format == Section.Formats.ROUND_ROBIN:
        return
    document = read_players(section.standings.published.body)
    before, after = document.chart, _with_colors(document.chart, game, white)
    told = _(
        "Round %(round)d, board %(label)s: %(name)s was paired on the colors %(before)s, now %(after)s,"
        " against %(opponent)s."
    )
    if section.boards:
        told = _(
            "Round %(round)d, match %(label)s: %(name)s was paired on the colors %(before)s, now %(after)s,"
            " against %(opponent)s."
        )
    for number in sorted(round for round in document.boards if round > game.round.number):
        had = _when_paired(section, number)
        for board in document.boards[number]:
            for at, against in ((board.white, board.black), (board.black, board.white)):
                was, now = (colors_before(chart, number, at) for chart in (before, after))
                then = had.get(at, was)
                if was == now or now == then:
                    continue
                values = {
                    "round": number,
                    "label": label(board.board, board.slot, section.games),
                    "name": before.by_number[at].name,
                    "before": _shown(then),
                    "after": _shown(now),
                    "opponent": before.by_number[against].name,
                }
                yield at, told % values


def _with_colors(chart: Wallchart, game: Game, white: int) -> Wallchart:
    """The wall chart where this player has White on the board of a game, and in a second game Black."""
    seats = Seat.objects.filter(game__round=game.round_id, game__board=game.board)
    sides = {
        (number, round, slot): side
        for number, round, slot, side in seats.values_list("player__number", "round__number", "slot", "side")
    }
    is_swapped = sides.get((white, game.round.number, 1)) == Seat.Side.BLACK

    def with_colors(card: Card) -> Card:
        slots: dict[int, int] = {}
        cells = []
        for cell in card.cells:
            slot = slots[cell.round] = slots.get(cell.round, 0) + 1
            if side := sides.get((card.number, cell.round, slot)):
                cell = cell._replace(color=_OTHER[side] if is_swapped else side)
            cells.append(cell)
        return replace(card, cells=tuple(cells))

    numbers = {number for number, _round, _slot in sides}
    cards = [with_colors(card) if card.number in numbers else card for card in chart.cards]
    return replace(chart, cards=tuple(cards))


_OTHER = {"w": "b", "b": "w"}


def _when_paired(section: Section, number: int) -> Mapping[int, str]:
    """The colors of each player when a round was posted, as its reasons keep them."""
    rows = PairingReasons.objects.filter(section=section, round=number).values_list("boards", flat=True)
    return {
        player: colors
        for boards in rows
        for white, black, _texts, group in boards
        for both in group[3:4]
        for player, colors in zip((white, black), both, strict=True)
    }


def _shown(colors: str) -> str:
    """The colors of the games that were played, as the pairing page shows them."""
    return colors.replace("-", "").upper() or "–"
