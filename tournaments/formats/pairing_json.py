"""A pairing as JSON, for programs. The field names are a contract: others read them."""

from dataclasses import dataclass
from typing import Any

from ..pairing.request import PairingInput
from ..pairing.result import Board, Kept, Move, PairingResult
from .records import FileProblem, WallchartFile


@dataclass(frozen=True)
class FilePairing:
    """The pairing of one file. ``result`` is None if there are problems, or a ``reason`` why it cannot be."""

    path: str
    file: WallchartFile
    request: PairingInput
    result: PairingResult | None
    problems: tuple[FileProblem, ...] = ()
    reason: str = ""


def as_dict(paired: FilePairing) -> dict[str, Any]:
    """The JSON object of one file."""
    made = paired.result
    unpaired = [FileProblem(1, 1, f"round {paired.request.round}", paired.reason)] if paired.reason else []
    return {
        "file": paired.path,
        "section": paired.file.section,
        "round": paired.request.round,
        "boards": [
            {
                "board": board.board,
                "white": board.white,
                "black": board.black,
                "reason": reason(board),
                "sentences": list(board.reason.sentences),
            }
            for board in (made.boards if made else ())
        ],
        "bye": {"number": made.bye.number, "sentences": list(made.bye.sentences)}
        if made and made.bye
        else None,
        "absent": list(made.absent) if made else [],
        "groups": [
            {"points": group.points, "numbers": list(group.numbers), "sentence": " ".join(group.sentences)}
            for group in (made.groups if made else ())
        ],
        "natural": [list(pair) for pair in made.natural] if made else [],
        "cost": list(made.cost) if made else [],
        "warnings": list(made.warnings) if made else [],
        "problems": [problem._asdict() for problem in (*paired.problems, *unpaired)],
    }


def reason(board: Board) -> dict[str, Any]:
    """The reason of a board (PAIRING §7). ``natural``: whom the player with White, and the opponent of that
    player, would have met."""
    why = board.reason
    floater, color = why.floater, why.color
    return {
        "group": why.group,
        "added": why.added,
        "floater": floater
        and {
            "player": floater.player,
            "from": floater.from_points,
            "to": floater.to_points,
            "why": floater.why,
        },
        "natural": {"white": why.natural.get(board.white), "opponent": why.natural.get(board.black)},
        "moved": [_move(move) for move in why.moved] or None,
        "color": {
            "rule": color.rule,
            "white_due": color.white_due,
            "black_due": color.black_due,
            "conflict": list(color.conflict),
            "who_misses": list(color.who_misses),
        },
        "kept": why.kept and _kept(why.kept),
        "sentences": list(why.sentences),
    }


def _move(move: Move) -> dict[str, Any]:
    """Who sits at a board instead of whom, for which opponent. An odd player takes the place of another one;
    else it is the opponent who is another one."""
    player, opponent = move.player, move.met
    if move.kind != "odd_player":
        player, opponent = opponent, player
    return {
        "player": player,
        "instead_of": move.instead_of,
        "for": opponent,
        "rule": move.rule,
        "points": move.points,
        "other_points": move.other_points,
        "limit": move.limit,
        "kind": move.kind,
    }


def _kept(kept: Kept) -> dict[str, Any]:
    return {
        "conflict": list(kept.conflict),
        "best_alternative": kept.best_alternative,
        "points": kept.points,
        "limit": kept.limit,
        "rule": kept.rule,
    }
