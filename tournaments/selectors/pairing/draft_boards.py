"""The boards of a draft as a director weighs them: both players, why they meet, and what is wrong."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Card, Wallchart

from ...errors import Trouble
from ...pairing.colors import due
from ...pairing.draft import NOBODY, DraftBoard
from ...pairing.explain import at_its_table
from ...pairing.group_reasons import group_of
from ...pairing.reading import entrant
from ...pairing.request import PairingInput
from ...pairing.result import Board, Impossible, PairingResult
from ...pairing.sentences import BYE_SET, FORFEITS, LOCK, MISSES, OURS, say
from ...text import wording
from .overtaken_reasons import Kept
from .problems import OF_COLORS, Problem, said


@dataclass(frozen=True)
class Sitter:
    """A player at a board: what a director weighs."""

    number: int = NOBODY
    name: str = ""
    rating: int | None = None
    team: str = ""
    points: str = ""
    score_q: int = 0
    colors: str = ""
    due: str = ""
    misses: bool = False
    house: bool = False
    # Whether a director assigned the rating (28D, 28E).
    assigned: bool = False
    # Who left a round robin and keeps the board of the table, for the forfeit (30B).
    forfeits: bool = False

    @property
    def history(self) -> list[str]:
        """White, Black or nothing for each earlier game."""
        return ["" if sign == "-" else sign.upper() for sign in self.colors]

    @property
    def strongly(self) -> bool:
        """Whether the colors so far are two apart."""
        return abs(self.colors.count("w") - self.colors.count("b")) > 1


@dataclass(frozen=True)
class PairedBoard:
    """A board of the draft. ``at`` counts from 0, ``number`` is what stands on the table."""

    at: int
    number: int
    white: Sitter
    black: Sitter
    locked: bool = False
    sentences: list[str] = field(default_factory=list)
    natural: str = ""
    # Who does not get the color that is due, in short; empty where that is among the problems.
    kept: str = ""
    # Of changes for colors, the difference that counts and the other one.
    differences: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    # Who of the directors set it, when and how, and who locked it; empty for nobody.
    hand: str = ""
    locked_by: str = ""
    # The same for a script.
    hands: str = "[]"
    # What was typed there and not saved.
    refused: list[Trouble] = field(default_factory=list)
    # In which field: ``white``, ``black``, or ``to``, the number that the board is to have.
    wrote: Mapping[str, str] = field(default_factory=dict)
    # Who forfeits the game, having left a round robin (30B); empty for nobody.
    forfeit: str = ""
    # Whether the two are of one school and no posted option keeps such apart.
    same_school: bool = False
    # A board that one of the two has reserved.
    reserved: bool = False
    # The score group of a reserved board that stands among those of another one.
    elsewhere: str = ""
    # The line of the score group that begins with this board.
    group: str = ""
    group_line: str = ""

    @property
    def to_mend(self) -> bool:
        """Whether anything is wrong that the rules do not propose themselves."""
        return any(not problem.by_rules for problem in self.problems)

    @property
    def sitters(self) -> list[Sitter]:
        return [self.white, self.black]

    @property
    def full(self) -> bool:
        return bool(self.white.number and self.black.number)

    @property
    def empty(self) -> bool:
        return not (self.white.number or self.black.number)

    @property
    def score_q(self) -> int:
        """The score of the player with more points."""
        return max(self.white.score_q, self.black.score_q)


def sitter_of(chart: Wallchart, card: Card, number: int) -> Sitter:
    """A player as this round sees them."""
    standing = entrant(chart, card, number)
    return Sitter(
        card.number,
        card.name,
        card.rating,
        card.team,
        points.show(standing.score_q),
        standing.score_q,
        standing.colors,
        due(standing.colors) if chart.games == 1 else "",
        house=card.house,
    )


def paired_board(
    at: int,
    numbers: Sequence[int],
    request: PairingInput,
    board: DraftBoard,
    made: PairingResult | Impossible,
    sitters: Mapping[int, Sitter],
    problems: list[Problem],
    proposed: Sequence[str] = (),
    *,
    moved_up: bool = False,
    overtaken: Kept | None = None,
) -> PairedBoard:
    """A board of the draft. ``made`` is what the rules say of it now, ``proposed`` why they proposed it; or
    it was ``moved_up`` by the ladder. Where something else changed since, ``overtaken`` is told of what they
    proposed and would not propose now."""
    white, black = sitters.get(board.white, Sitter()), sitters.get(board.black, Sitter())
    found = None if isinstance(made, Impossible) else next((b for b in made.boards if b.board == at), None)
    if not board.full:
        told = _("%(name)s left the section: a seat is empty.") if board.left else _("A seat is empty.")
        problems = [*problems, Problem("empty", told % {"name": board.left})]
    problems = problems + [
        Problem("away", _("%(name)s is not in this round.") % {"name": sitter.name})
        for sitter in (white, black)
        if sitter.number and not request.may_sit(request.chart.by_number[sitter.number])
    ]
    if proposed and overtaken and not moved_up:
        told = overtaken.told(request, board.white, board.black)
        proposed = [] if found and made_by_rules(found) else [said(told)]
    plain = PairedBoard(at, numbers[at], white, black, board.locked, [*proposed], problems=problems)
    if found is None:
        return plain
    missing = found.reason.color.who_misses
    forfeit = [said(text) for text in found.reason.sentences if getattr(text, "id", "") in FORFEITS]
    sentences = [*proposed] if moved_up else _sentences(found, proposed, dict(enumerate(numbers)))
    return replace(
        plain,
        white=replace(white, misses=white.number in missing),
        black=replace(black, misses=black.number in missing),
        sentences=[text for text in sentences if text not in forfeit],
        forfeit=" ".join(forfeit),
        natural=_natural(found, sitters),
        kept="" if any(each.kind in OF_COLORS for each in problems) else kept(white, black, missing),
        differences=[] if moved_up else _differences(found),
    )


def _sentences(found: Board, proposed: Sequence[str], tables: Mapping[int, int]) -> list[str]:
    """Why a board was proposed, and whom the rules would pair now, or who left since; for one that they did
    not propose, what they say of it."""
    now = [
        said(at_its_table(text, tables))
        for text in found.reason.sentences
        if not proposed or getattr(text, "id", "") == OURS
    ]
    return [*dict.fromkeys([*proposed, *now])]


def made_by_rules(board: Board) -> bool:
    """Whether the rules make this board, of those that they are asked about."""
    return getattr(board.reason.sentences[0], "id", "") not in (OURS, MISSES, LOCK)


def kept(white: Sitter, black: Sitter, missing: Collection[int]) -> str:
    """The color conflict of a board, in so few words that they stand on its line; empty for none."""
    if not missing:
        return ""
    if white.due == black.due:
        if white.due == "w":
            return _("Color conflict: both due White.")
        return _("Color conflict: both due Black.")
    if {white.number, black.number} <= {*missing}:
        return _("Color conflict: neither has the color that is due.")
    name, color = (white.name, white.due) if white.number in missing else (black.name, black.due)
    told = _("Color conflict: %(name)s is due White.")
    if color == "b":
        told = _("Color conflict: %(name)s is due Black.")
    return told % {"name": name}


def _natural(board: Board, sitters: Mapping[int, Sitter]) -> str:
    """Whom the two would have met, if nobody looked at colors; empty where they meet."""
    if not board.reason.moved:
        return ""
    return "; ".join(
        f"{sitters[one].name} – {sitters[other].name}"
        for one, other in board.reason.natural.items()
        if other is not None and other not in board.players
    )


def _differences(board: Board) -> list[str]:
    """Both differences of a change that limits see; an interchange has but one (29E5d)."""
    return [
        _("Differences of this change: %(points)d and %(other)d points. The smaller one counts (29E5c).")
        % {"points": move.points, "other": move.other_points}
        for move in board.reason.moved
        if move.limit is not None
        and (move.kind == "transposition" or (move.kind == "opponent" and move.points != move.other_points))
    ]


def bye_sentences(made: PairingResult | Impossible, bye: int, *, kept: str = "") -> list[str]:
    """Why somebody has the full-point bye; ``kept``, if the rules gave it before something else changed and
    would not now."""
    theirs = None if isinstance(made, Impossible) or made.bye is None or made.bye.number != bye else made.bye
    if bye and kept and (theirs is None or theirs.sentences == (say(BYE_SET),)):
        return [kept]
    if theirs is None:
        return []
    return [said(text) for text in theirs.sentences]


def grouped(
    boards: Sequence[PairedBoard], made: PairingResult | Impossible, *, by_table: bool
) -> list[PairedBoard]:
    """The boards, each first one of a score group with its line; a round-robin table knows no score groups.

    The groups are those of the pairing: points that acceleration adds count for them (28R).

    A reserved board may be among those of another group, so it begins its own only if it is all of it; the
    other group is headed again after it.
    """
    groups = [] if isinstance(made, Impossible) else list(made.groups)
    lines = [group_of({board.white.number, board.black.number}, groups) for board in boards]
    # Of a round that cannot be paired no groups are told; and nobody at a board may be in the round.
    scores = [line.points_q if line else board.score_q for board, line in zip(boards, lines, strict=True)]
    found: list[PairedBoard] = []
    begun: set[int] = set()
    under: int | None = None
    for board, line, score_q in zip(boards, lines, scores, strict=True):
        points = wording.score(score_q)
        may_begin = not board.reserved or scores.count(score_q) == 1
        if by_table or board.empty or score_q == under:
            pass
        elif may_begin and score_q not in begun:
            group_line = " ".join(map(said, line.sentences)) if line else ""
            board = replace(board, group=points, group_line=group_line)
        elif board.reserved:
            board = replace(board, elsewhere=points)
        else:
            board = replace(board, group=_("%(points)s, continued") % {"points": points})
        if board.group:
            begun.add(score_q)
            under = score_q
        found.append(board)
    return found


def who_sits_at(board: int, white: str, black: str, *, of_teams: bool = False) -> str:
    """Who sits at a board after a change, White first."""
    told = _("Board %(board)d: %(white)s – %(black)s.")
    if of_teams:
        told = _("Match %(board)d: %(white)s – %(black)s.")
    return told % {"board": board, "white": white, "black": black}


def unlock_first(board: int, name: str, *, of_teams: bool = False) -> str:
    """What is expected instead of a change of a locked board, where one of its two is ``name``."""
    told = _("no change at board %(board)d, which is locked for %(name)s. Unlock it first")
    if of_teams:
        told = _("no change at match %(board)d, which is locked for %(name)s. Unlock it first")
    return told % {"board": board, "name": name}
