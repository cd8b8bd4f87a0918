"""What is wrong with a round that is being paired, and what the rules would do otherwise: the warnings of the
rules, beside the boards that they are about.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.messages import Message

from ...pairing import sentences
from ...pairing.draft import Draft
from ...pairing.result import Board, Impossible, PairingResult
from ...text import wording


class Problem(NamedTuple):
    """What is wrong with a board or the round: its kind, for counting, the sentence, whether the rules
    propose the board themselves, so that there is nothing to mend, and how often it is wrong: a third color
    in a row for both is two."""

    kind: str
    text: str
    by_rules: bool = False
    times: int = 1


# What each warning counts as. What is in none is told and not counted.
_KIND_OF = {
    sentences.REMATCH_WARNING: "rematch",
    sentences.ENTRIES_WARNING: "apart",
    sentences.ENTRIES_TWICE: "twice",
    sentences.APART_WARNING: "apart",
    sentences.ASKED_WARNING: "apart",
    sentences.REQUEST_BROKEN: "apart",
    sentences.REQUEST_BROKEN_NEVER: "apart",
    sentences.TEAM_WARNING: "teams",
    sentences.TEAM_BROKEN: "teams",
    sentences.TEAM_STAYING: "teams",
    sentences.TEAM_TOGETHER: "teams",
    sentences.TEAM_BELOW: "teams",
    sentences.TEAM_LATER: "teams",
    sentences.THIRD_WARNING: "third",
    sentences.THIRD_STAYS: "third",
    sentences.THIRD_OF_LINE: "third",
    sentences.THIRD_REVERSED: "third",
    sentences.THIRD_OR_EQUAL: "third",
    sentences.THIRD_OR_ALTERNATE: "third",
    sentences.EQUAL_WARNING: "equal",
    sentences.SECOND_BYE: "bye",
}
_BY_RULES = {
    sentences.TEAM_BROKEN,
    sentences.TEAM_STAYING,
    sentences.TEAM_TOGETHER,
    sentences.TEAM_BELOW,
    sentences.TEAM_LATER,
    sentences.THIRD_STAYS,
    sentences.THIRD_OF_LINE,
    sentences.THIRD_REVERSED,
    sentences.THIRD_OR_EQUAL,
    sentences.THIRD_OR_ALTERNATE,
}
# What the rules had weighed of a board that they proposed before something else changed.
_WEIGHED = {sentences.TEAM_WARNING, sentences.THIRD_WARNING}
KINDS = (
    *("unseated", "empty", "away", "twice", "rematch", "third", "equal", "reversed", "teams", "apart"),
    *("bye", "surplus", "score", "colors"),
)
# What is told of who has the full-point bye.
OF_BYE = (sentences.OTHER_BYE, sentences.OTHER_BYE_OF_LINE, sentences.BYE_AFTER_HALF, sentences.SECOND_BYE)
OF_COLORS = ("third", "equal", "reversed")
# Said beside the boards already, or by the list of who is unseated.
_SAID_ELSEWHERE = {
    *_KIND_OF,
    sentences.UNSEATED,
    *sentences.WITHOUT_GAME,
    sentences.AWAY,
    sentences.TWICE,
    sentences.ASSUMED,
    sentences.SECOND_MEETING_SET,
}


def counted(kind: str, count: int, *, of_teams: bool = False) -> str:
    """So many problems of a kind, in words."""
    teams = {
        "unseated": ngettext("%(count)d team unseated", "%(count)d teams unseated", count),
        "empty": ngettext(
            "%(count)d match with an empty seat", "%(count)d matches with an empty seat", count
        ),
        "away": ngettext("%(count)d team that is away", "%(count)d teams that are away", count),
        "twice": ngettext(
            "%(count)d match with a team seated twice", "%(count)d matches with a team seated twice", count
        ),
        "score": ngettext(
            "%(count)d team paired on another score", "%(count)d teams paired on another score", count
        ),
        "colors": ngettext(
            "%(count)d team paired on other colors", "%(count)d teams paired on other colors", count
        ),
    }
    if of_teams and kind in teams:
        return teams[kind] % {"count": count}
    words = {
        "unseated": ngettext("%(count)d player unseated", "%(count)d players unseated", count),
        "empty": ngettext("%(count)d board with an empty seat", "%(count)d boards with an empty seat", count),
        "away": ngettext("%(count)d player who is away", "%(count)d players who are away", count),
        "twice": ngettext(
            "%(count)d board with a player seated twice",
            "%(count)d boards with a player seated twice",
            count,
        ),
        "rematch": ngettext("%(count)d rematch", "%(count)d rematches", count),
        "third": ngettext("%(count)d third color in a row", "%(count)d third colors in a row", count),
        "equal": ngettext("%(count)d unequal color", "%(count)d unequal colors", count),
        "reversed": ngettext(
            "%(count)d board with reversed colors", "%(count)d boards with reversed colors", count
        ),
        "teams": ngettext("%(count)d pair of teammates", "%(count)d pairs of teammates", count),
        "apart": ngettext("%(count)d pair to keep apart", "%(count)d pairs to keep apart", count),
        "bye": ngettext("%(count)d second bye", "%(count)d second byes", count),
        "surplus": ngettext("%(count)d full-point bye too many", "%(count)d full-point byes too many", count),
        "score": ngettext(
            "%(count)d player paired on another score", "%(count)d players paired on another score", count
        ),
        "colors": ngettext(
            "%(count)d player paired on other colors", "%(count)d players paired on other colors", count
        ),
    }
    return words[kind] % {"count": count}


def in_one_line(found: Iterable[Problem], *, unseated: int = 0, of_teams: bool = False) -> str:
    """What is wrong in one line: ``2 players unseated, 1 rematch``; empty if nothing is."""
    kinds: Counter[str] = Counter()
    for problem in found:
        kinds[problem.kind] += problem.times
    kinds["unseated"] = unseated
    return ", ".join(counted(kind, kinds[kind], of_teams=of_teams) for kind in KINDS if kinds[kind])


def problems(
    made: PairingResult | Impossible,
    strict: PairingResult | Impossible,
    draft: Draft,
    proposed: Container[tuple[int, int]] = (),
    *,
    by_table: bool = False,
) -> dict[int | None, list[Problem]]:
    """What is wrong, beside the boards, and at None what is wrong with the round.

    ``proposed`` are the boards of a draft that is out of date, White first, which the rules made when it was
    paired: that they would make others now is no fault of these. ``by_table``: a round-robin table has the
    colors that it has (30A).
    """
    found: dict[int | None, list[Problem]] = defaultdict(list)
    for result, locked in ((made, False), (strict, True)):
        there = () if isinstance(result, Impossible) else result.boards
        third = {board.board: len(board.reason.color.with_third) for board in there}
        for warning in result.warnings:
            if not isinstance(warning, Message) or (kind := _KIND_OF.get(warning.id)) is None:
                continue
            at = warning.values.get("board")
            if not isinstance(at, int):
                if not locked:
                    found[None].append(Problem(kind, said(warning)))
            elif at >= 0 and draft.boards[at].locked is locked:
                is_ours = (draft.boards[at].white, draft.boards[at].black) in proposed
                # Of a board that they propose, the rules do not tell this one.
                if is_ours and warning.id == sentences.EQUAL_WARNING:
                    continue
                by_rules = warning.id in _BY_RULES or (is_ours and warning.id in _WEIGHED)
                times = third.get(at, 1) if kind == "third" else 1
                found[at].append(Problem(kind, _beside(warning), by_rules, times))
        for board in () if by_table else there:
            if board.board >= 0 and draft.boards[board.board].locked is locked:
                is_ours = (board.white, board.black) in proposed
                is_told = any(problem.kind in ("third", "equal") for problem in found[board.board])
                found[board.board] += [] if is_ours or is_told else _reversed(board)
    return found


def _reversed(board: Board) -> list[Problem]:
    """A board on which a swap gives both the color that is due. The rules themselves reverse the colors of a
    first meeting (PAIRING §4.7)."""
    if {*board.reason.color.who_misses} != board.players or board.reason.color.rule == "27A1":
        return []
    return [Problem("reversed", _("Both have the color they are not due. Swap the colors."))]


def notes(made: PairingResult | Impossible) -> list[str]:
    """What the rules would do otherwise."""
    warnings = () if isinstance(made, Impossible) else made.warnings
    return [
        said(warning)
        for warning in warnings
        if not (isinstance(warning, Message) and warning.id in _SAID_ELSEWHERE)
    ]


def met_again(made: PairingResult) -> str:
    """Who meet a second time because of what the director has set; empty for nobody."""
    set_here = (each for each in made.warnings if getattr(each, "id", "") == sentences.SECOND_MEETING_SET)
    return " ".join(map(said, set_here))


def _beside(warning: str) -> str:
    """A warning without the number of its board, which it stands beside."""
    return capfirst(said(warning).partition(": ")[2])


def said(text: str) -> str:
    """A sentence of the engine in the language of the page."""
    return wording.message(text) if isinstance(text, Message) else str(text)
