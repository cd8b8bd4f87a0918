"""Why a posted round was paired as it was: explained once, and what a phone reads of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from tiebreaks.engine.messages import Message
from tiebreaks.published import PlayersDocument

from ..models import Game, PairingReasons, Section
from ..pairing import color_reasons, sentences
from ..pairing.explain import Typed, explain
from ..pairing.result import Board, GroupLine, Impossible, PairingResult
from ..text import wording
from .pairing_basis import basis_of, before_seating, draft_of
from .public_names import PublicNames
from .rounds import BoardLine, round_page

# Who is kept apart is between the director and families.
PRIVATE = {sentences.APART}


# --- once, when a round is posted -----------------------------------------------------------------


def explained(section: Section, number: int) -> PairingResult | Impossible:
    """The boards of a published round, held against the rules as they stood before it."""
    request = basis_of(section, number, draft_of(section, number)).request
    boards = Game.objects.filter(round__section=section, round__number=number, slot=1)
    seats = boards.order_by("board").values_list("board", "seats__side", "seats__player__number")
    sides: dict[int, dict[str, int]] = {}
    for board, side, player in seats:
        sides.setdefault(board, {})[side] = player
    typed = tuple([(board, both["w"], both["b"]) for board, both in sides.items() if len(both) == 2])
    return explain(replace(request, chart=before_seating(request.chart, number)), Typed(typed))


def written(made: PairingResult) -> dict[str, Any]:
    """The reasons as a row keeps them."""
    bye = made.bye and [made.bye.number, _messages(made.bye.sentences)]
    return {"boards": [_board(board, made.groups) for board in made.boards], "bye": bye}


def _board(board: Board, groups: Iterable[GroupLine]) -> list[Any]:
    """With the score group that it was paired in: that of the player with more points."""
    theirs = [group for group in groups if board.players & {*group.numbers}]
    line = max(theirs, key=lambda group: group.points_q, default=None)
    group = [line.points_q, _messages([line.sentence])] if line else []
    return [board.white, board.black, _messages(board.reason.sentences), group]


def _messages(texts: Iterable[str]) -> list[Any]:
    return [[text.id, text.values] if isinstance(text, Message) else [str(text), {}] for text in texts]


def _read(texts: Iterable[Any], names: PublicNames | None) -> list[str]:
    said = [wording.message(Message(id, **values)) for id, values in texts if id not in PRIVATE]
    return said if names is None else [names.within(text) for text in said]


# --- for a phone ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class WhyThisBoard:
    """A board of a posted round. Without ``sentences`` it was arranged by the director; ``is_kept`` says
    whether reasons of the round are there at all, ``group`` is the line of the score group."""

    number: int
    line: BoardLine
    is_kept: bool = False
    sentences: list[str] = field(default_factory=list)
    group_points: str = ""
    group: str = ""


def row_of(standings: int, number: int) -> PairingReasons | None:
    return PairingReasons.objects.filter(section__standings=standings, round=number).first()


def told_in_public(row: PairingReasons) -> list[Any]:
    """The boards of a row without what only directors are told."""

    def told(texts: Iterable[Any]) -> list[Any]:
        return [text for text in texts if text[0] not in PRIVATE]

    return [
        [white, black, told(texts), [group[0], told(group[1])] if group else []]
        for white, black, texts, group in row.boards
    ]


def why_this_board(
    document: PlayersDocument,
    number: int,
    board: int,
    row: PairingReasons | None,
    names: PublicNames | None = None,
) -> WhyThisBoard | None:
    """None for a board that the round does not have. ``names`` are the public's, where these are short."""
    lines = round_page(document, number).boards
    line = next((each for each in lines if each.board == board), None)
    if line is None:
        return None
    if row is None:
        return WhyThisBoard(number, line)
    found = WhyThisBoard(number, line, is_kept=True)
    for white, black, told, group in row.boards:
        if {white, black} == {line.white.number, line.black.number}:
            if white != line.white.number:
                told = _swapped(told, line)
            found = replace(found, sentences=_read(told, names))
            if group:
                about = " ".join(_read(group[1], names))
                found = replace(found, group_points=wording.score(group[0]), group=about)
    return found


def _swapped(told: Iterable[Any], line: BoardLine) -> list[Any]:
    """The reasons of a board whose colors are no longer those that it was posted with."""
    still = [text for text in told if text[0] not in color_reasons.SENTENCES]
    return [*still, *_messages([sentences.say(sentences.SWAPPED, one=line.white.name)])]
