"""Which games of a section are still being played, who is still to be paired in it, and how far it is."""

from .engine.chart.wallchart import Card, Cell, Kind, Wallchart
from .published import Board, PlayersDocument, Progress


def progress(document: PlayersDocument) -> Progress:
    """How far a section is."""
    playing, boards = still_playing(document) if document.live else (0, 0)
    current = max([*document.boards, document.through, 1])
    waits = document.live and current > document.counted
    return Progress(
        document.counted,
        document.rounds,
        document.live,
        playing,
        boards,
        current,
        tuple(numbers_open(document, document.counted)) if waits else (),
        len(left_at_the_end(document)),
    )


def left_at_the_end(document: PlayersDocument) -> list[Card]:
    """Who is still to be paired in the last round, when every game is over; nobody where it is final."""
    if document.final or not document.finished:
        return []
    return unseated(document, document.rounds)


def unseated(document: PlayersDocument, number: int) -> list[Card]:
    """Who has neither a board nor a bye of a posted round: held out of it (29H8), or come since.

    Every page of a version asks for the same round: the document keeps it.
    """
    kept: dict[int, list[Card]] = vars(document).setdefault("_unseated", {})
    if number not in kept:
        kept[number] = [card for card in document.chart.cards if _is_unseated(document, card, number)]
    return kept[number]


def _is_unseated(document: PlayersDocument, card: Card, number: int) -> bool:
    if card.in_round(number) or card.visitor or is_away(document, card, number):
        return False
    # Who entered again sat at a board in this round, in the life before (28S).
    before = document.chart.by_number.get(card.reentry_of or 0)
    return not (before and any(cell.opponent is not None for cell in before.in_round(number)))


def is_away(document: PlayersDocument, card: Card, number: int) -> bool:
    """Whether nobody misses this player in a round: a house player, or one who withdrew before."""
    return card.house or document.withdrawn.get(card.number, number) < number


def still_playing(document: PlayersDocument) -> tuple[int, int]:
    """How many games or matches of the open round are still being played, and how many there are.

    Every page of a version says it: the document keeps it.
    """
    kept: tuple[int, int] | None = vars(document).get("_still_playing")
    if kept is None:
        boards = document.boards.get(document.counted, ())
        kept = len(open_boards(document, document.counted)), len(boards)
        vars(document)["_still_playing"] = kept
    return kept


def open_boards(document: PlayersDocument, number: int) -> list[Board]:
    """The boards of a published round on which a game is still being played."""
    chart, playing = document.chart, document.playing
    return [
        board
        for board in document.boards.get(number, ())
        if board.white in playing or board.black in playing
        if any(map(is_open, met(chart, number, board.slot, board.white, board.black)))
    ]


def numbers_open(document: PlayersDocument, number: int) -> list[int]:
    """The numbers of these boards, each once."""
    return sorted({each.board for each in open_boards(document, number)})


def is_open(cell: Cell | None) -> bool:
    """Whether this is a game that is still being played."""
    return cell is not None and cell.kind is Kind.OPEN


def met(chart: Wallchart, number: int, slot: int, white: int, black: int) -> list[Cell]:
    """Both sides' cells of a game on a round's board, White's first.

    One of them may be of another round (28M2), which may not be published yet: then the other tells of both.
    """
    mine, theirs = _side_met(chart, number, slot, white, black), _side_met(chart, number, slot, black, white)
    sides = (mine or _mirror(theirs), theirs or _mirror(mine))
    return [cell for cell in sides if cell is not None]


def _mirror(known: Cell | None) -> Cell | None:
    if known is None:
        return None
    kind = known.kind.other_side
    return Cell(known.opponent_round, kind, known.opponent, known.color, kind.points_q, known.round)


def _side_met(chart: Wallchart, number: int, slot: int, one: int, other: int) -> Cell | None:
    met = [
        cell
        for cell in chart.by_number[one].cells
        if cell.opponent == other and number in (cell.round, cell.opponent_round)
    ]
    return met[min(slot, len(met)) - 1] if met else None
