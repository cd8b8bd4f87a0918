"""How far a document is: what has begun, who still plays, what is final."""

from datetime import datetime

from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.chart.wallchart import Card, Kind
from tiebreaks.playing import is_open, left_at_the_end
from tiebreaks.published import MatchBoardLine, PlayersDocument, TeamsDocument

from ...text.ties import Between, Reached, Stage


def stage(document: PlayersDocument | TeamsDocument, after: int | None = None) -> Reached:
    """How far a document is, or was after an earlier round."""
    if after is not None and after != document.through:
        return Between(after)
    if after is None and document.live:
        return Stage.OPEN
    if isinstance(document, PlayersDocument):
        if not is_over(document):
            return Between(document.through)
    elif not document.finished:
        together = len({section.counted for section in document.sections}) == 1
        return Between(document.through) if together else Stage.OPEN
    return Stage.FINAL if final_at(document) else Stage.OVER


def final_at(document: PlayersDocument | TeamsDocument) -> datetime | None:
    """When a director made it final: a table is with its last section, and nothing is left to announce."""
    if isinstance(document, PlayersDocument):
        return document.final.at if document.final else None
    ends = [each.final.at for each in document.sections if each.final]
    if len(ends) < len(document.sections) or (document.offered and document.frozen is None):
        return None
    return max([*ends, *([document.frozen.at] if document.frozen else [])])


def has_full_bye(card: Card, number: int) -> bool:
    """Whether somebody has the full-point bye of a round. A house player rests without one (28M1), and none
    is told of in public, though a director published it."""
    byes = (each for each in card.in_round(number) if each.kind is Kind.FULL_BYE and each.opponent is None)
    return not card.house and any(byes)


def is_over(document: PlayersDocument) -> bool:
    """Whether all rounds are complete and nobody is still to be paired in the last one; or it is final."""
    return document.finished and not left_at_the_end(document)


def waits_for(card: Card, number: int) -> int:
    """The round before this one of which the result of a game is still missing; 0 for none."""
    return max((cell.round for cell in card.cells if is_open(cell) and cell.round < number), default=0)


def has_opponents(document: PlayersDocument) -> bool:
    """Whether anybody has one, or can have: not a single player, nor those who have byes alone."""
    return bool(document.boards) or (not document.posted and len(document.standings) != 1)


def awaited(document: PlayersDocument) -> int:
    """The round to be posted next, once every result of those before it is in; 0 while one is played."""
    last = max(document.posted, default=0)
    return document.through + 1 if last <= document.through < document.rounds else 0


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
