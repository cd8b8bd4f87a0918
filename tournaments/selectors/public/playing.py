"""Which games of a document are still being played, and how far it is."""

from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.chart.wallchart import Card, Cell, Kind, Wallchart
from tiebreaks.published import Board, MatchBoardLine, PlayersDocument, TeamsDocument

from ...text.ties import Stage


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


def stage(document: PlayersDocument | TeamsDocument, after: int | None = None) -> Stage:
    """How far a document is, or was after an earlier round. A table of teams is never final by itself."""
    if not document.finished or after not in (None, document.through):
        return Stage.OPEN
    return Stage.FINAL if isinstance(document, PlayersDocument) and document.final else Stage.OVER


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


def has_full_bye(card: Card, number: int) -> bool:
    """Whether somebody has the full-point bye of a round. A house player rests without one (28M1), and none
    is told of in public, though a director published it."""
    byes = (each for each in card.in_round(number) if each.kind is Kind.FULL_BYE and each.opponent is None)
    return not card.house and any(byes)


def waits(card: Card, number: int) -> bool:
    """Whether the result of a game before this round is still missing."""
    return any(is_open(cell) and cell.round < number for cell in card.cells)


def begun(document: PlayersDocument, after: int | None = None) -> bool:
    """Whether any game that counts has a result, or counted ``after`` an earlier round. A bye alone puts
    nobody ahead, nor does a board of a match that waits for nobody."""
    if after is not None:
        return after > 0
    if not document.live:
        return document.through > 0
    return document.counted > 1 or has_result(document, document.counted)


def has_result(document: PlayersDocument, number: int) -> bool:
    """Whether a game of a round has a result, or a board of a match."""
    cells = (cell for card in document.reading().cards for cell in card.in_round(number))
    if any(cell.opponent is not None and cell.kind is not Kind.OPEN for cell in cells):
        return True
    matches = (lines for (of, *_), lines in document.matches.items() if of == number)
    return any(_is_over(line) for lines in matches for line in lines)


def _is_over(line: MatchBoardLine) -> bool:
    """Whether a board of a match has a result: without an opponent it was won before anybody sat down."""
    if line.home_kind is Kind.OPEN:
        return False
    return line.home_kind.played or None not in (line.home, line.away)


def is_playing(reading: Reading, card: Card) -> bool:
    """Whether a game of theirs is still being played; after a withdrawal one waits for its forfeit (30B)."""
    if not reading.live:
        return False
    still = [cell.round for cell in card.cells if cell.kind is Kind.OPEN]
    return bool(still) and (card.withdrew is None or min(still) <= card.withdrew)


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
