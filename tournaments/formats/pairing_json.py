"""A pairing as JSON, for programs. The field names are a contract: others read them."""

from dataclasses import dataclass
from typing import Any

from ..pairing.request import PairingInput
from ..pairing.result import PairingResult
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
                "reason": board.reason.as_dict(),
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
