"""A list of pairings, typed or pasted, as it would be seated: read back before it is sent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tiebreaks.engine.chart.wallchart import Kind

from ...errors import Refused, Trouble
from ...models import Round, Section
from ...pairing.board_numbers import numbered
from ...pairing.draft import Draft, DraftBoard, listed, without
from ...text.results import bye_name
from .basis import Basis, basis_of, draft_of, draft_waits
from .draft_boards import Sitter
from .lines import NumberedLine, Seating, only_across, parse, read_lines, refused_in_draft
from .listed_boards import fitting
from .page import sitters_of
from .problems import Problem
from .typed_boards import TypedBoard, TypedRound, judged


@dataclass(frozen=True)
class LineRead:
    """A line: its two players, or one and the bye, with what the rules hold against it; or why it is none."""

    sitters: list[Sitter] = field(default_factory=list)
    bye: str = ""
    wrong: list[str] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)


@dataclass(frozen=True)
class ReadBack:
    """The lines of a list, why it can't be taken as a whole, and what is left out of it."""

    lines: list[LineRead] = field(default_factory=list)
    refused: str = ""
    told: list[str] = field(default_factory=list)


def read_back(section: Section, number: int, text: str, *, of_draft: bool = True) -> ReadBack:
    """A list for a round or for its draft, by the same reading as it is seated. While a draft waits, it takes
    what is typed for the round too."""
    if not text.strip():
        return ReadBack()
    try:
        read = read_lines(section, number, parse(text))
    except Refused as refused:
        return ReadBack(refused=refused.message)
    if not of_draft:
        of_draft = draft_waits(section, number) and not only_across(number, read.seatings)
    row = draft_of(section, number)
    of = basis_of(section, number, row)
    if of_draft:
        read = fitting(of, of.draft(row), read)
    known = sitters_of(of)
    wrong = _wrong(of, of.draft(row), [line.seating for line in read.lines])

    def named(seating: Seating) -> list[Sitter]:
        return [
            Sitter(sitter.player.number, sitter.player.called)
            if sitter.visits or sitter.player.number not in known
            else known[sitter.player.number]
            for sitter in seating.sitters
        ]

    return ReadBack(
        [
            LineRead(named(seating), bye_name(seating.bye) if seating.bye else "", wrong.get(at, []))
            if (seating := line.seating)
            else LineRead(troubles=line.troubles)
            for at, line in enumerate(read.lines)
        ],
        refused_in_draft(number, read.seatings) if of_draft else "",
        read.left_out(of_draft=of_draft),
    )


class Listed(NamedTuple):
    """The boards of a list and its full-point byes, by their lines, and who has another bye."""

    boards: dict[int, tuple[int, int]]
    byes: dict[int, int]
    resting: set[int]


def _listed(of: Basis, lines: Sequence[Seating | None]) -> Listed:
    """What can be judged of a list: games across rounds or sections are not."""
    number = of.request.round
    known = of.request.chart.by_number
    found = Listed({}, {}, set())
    for at, seating in enumerate(lines):
        sitters = seating.sitters if seating else []
        if any(each.visits or each.round != number or each.player.number not in known for each in sitters):
            continue
        numbers = [each.player.number for each in sitters]
        if len(numbers) == 2:
            found.boards[at] = (numbers[0], numbers[1])
        elif seating and seating.bye is Kind.FULL_BYE:
            found.byes[at] = numbers[0]
        else:
            found.resting.update(numbers)
    return found


def _judged(of: Basis, draft: Draft, read: Listed) -> Mapping[int | None, list[Problem]]:
    """What is wrong with the boards of a list, in their order, and with its byes, beside the boards that the
    round has and those that its draft keeps."""
    boards, byes, resting = read
    given = [*dict.fromkeys([*byes.values(), *of.request.byes])]
    made = listed(draft, [DraftBoard(*both) for both in boards.values()])
    made = without(made, frozenset([*byes.values(), *resting]))
    others = [*(DraftBoard(*both) for both in of.there), *made.boards]
    beside = [each for each in others if (each.white, each.black) not in boards.values()]
    found = judged(of, [*boards.values()], given or [*filter(None, [made.bye])], beside, resting)
    of_byes = [each for each in found.get(None, ()) if byes and each.kind in ("bye", "surplus")]
    return {**found, None: of_byes}


def _wrong(of: Basis, draft: Draft, lines: Sequence[Seating | None]) -> dict[int, list[str]]:
    """What is wrong with the boards and the full-point bye of a list, by their lines."""
    read = _listed(of, lines)
    if not read.boards and not read.byes:
        return {}
    found = _judged(of, draft, read)
    told = {line: [each.text for each in found.get(at, ())] for at, line in enumerate(read.boards)}
    return told | {line: [each.text for each in found[None]] for line in [*read.byes][:1]}


def added(section: Section, number: int, text: str) -> TypedRound:
    """What :func:`added_by` says of a list that is typed; nothing of one that cannot be read."""
    try:
        lines = parse(text)
    except Refused:
        return TypedRound([], [], bool(section.boards))
    return added_by(section, number, lines)


def added_by(section: Section, number: int, typed: Sequence[NumberedLine]) -> TypedRound:
    """The boards that these lines add to a posted round, with what is wrong with them and with their byes;
    nothing of lines that cannot be taken, nor before the round is posted: there its gate asks. It takes as
    long as the rules do."""
    nothing = TypedRound([], [], bool(section.boards))
    if not Round.objects.filter(section=section, number=number, published_at__isnull=False).exists():
        return nothing
    try:
        lines = read_lines(section, number, typed).lines
    except Refused:
        return nothing
    of = basis_of(section, number, draft_of(section, number))
    read = _listed(of, [line.seating for line in lines])
    if any(line.troubles for line in lines) or not (read.boards or read.byes):
        return nothing
    found = _judged(of, Draft(), read)
    # A correction leaves no gap.
    tables = numbered([*read.boards.values()], of.reserved, section.first_board, of.taken)
    boards = [
        TypedBoard(table, "", both, list(found.get(at, ())))
        for at, (table, both) in enumerate(zip(tables, read.boards.values(), strict=True))
    ]
    return replace(nothing, boards=boards, problems=found[None])
