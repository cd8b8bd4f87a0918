"""A second reading of the slips: somebody types a round again, and a board where both agree is verified.

It changes no page of parents, so it makes no version and takes no lock: the board is marked if nobody
entered another result since it was compared. A reading that differs stays in the log, and is a question until
somebody decides (:mod:`..selectors.results.differing`).
"""

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from ..changes import refuse_archived, refuse_final, under_lock, unseen_change
from ..errors import Conflict, ReadOtherwise, Refused
from ..models import Game, MatchBoard, RowChange, Verb
from ..selectors.event.endings import finished_since
from ..selectors.results.differing import is_open, key_of, readings
from ..text.log import Summary
from ..text.results import OPEN, THE_RESULTS_OWN, Points
from .results import board_with_sides, check_shown, sides, verb_of

# So often another entry may come between the comparing and the marking.
TRIES = 5


def verify(board: Game | MatchBoard, result: str, *, by: User, shows: str = "") -> None:
    """Mark the board as verified if its result is this one too.

    The result is compared with what stands now, whatever the screen showed: it was read from the slip. Raises
    :class:`ReadOtherwise` if it differs, :class:`Refused` for a board without a result or of what is
    archived or final, and :class:`Conflict` if the screen showed another board, ``shows``.
    """
    section = (board.game if isinstance(board, MatchBoard) else board).round.section
    section.event_archived, section.is_final = section.event.archived, finished_since(section) is not None
    refuse_archived(section)
    refuse_final(section)
    for _again in range(TRIES):
        now, current, points_q = _as_it_stands(board)
        game = now.game if isinstance(now, MatchBoard) else now
        check_shown(game.round.section, game, sides(game), shows)
        if current == OPEN:
            raise Refused(_("This board has no result yet. Enter it first."))
        if result != current:
            verb_of(result, None)
            _keep_otherwise(now, current, points_q, result, by=by)
            of_match = isinstance(now, MatchBoard)
            raise ReadOtherwise(current, result, now.entered_by, points_q, of_match=of_match)
        if now.verified:
            return
        same = type(now)._default_manager.filter(pk=now.pk, revision=now.revision)
        at = timezone.now()
        if same.update(verified_revision=now.revision, verified_by=by, verified_at=at):
            return
    raise Conflict(_("Somebody is entering results on this board. Type it again."))


def _keep_otherwise(board: Game | MatchBoard, current: str, points_q: Points, read: str, *, by: User) -> None:
    """Keep in the log what was read, unless that is asked already. The board is not verified any more."""
    game = board.game if isinstance(board, MatchBoard) else board
    section, number, key = game.round.section, game.round.number, key_of(board)
    asked = readings([section], number).get(key)
    if asked and asked.values["result"][0] == read and is_open(board, current, asked):
        return
    what: dict[str, Any] = {"was": [current, list(points_q)], "result": [read, list(THE_RESULTS_OWN)]}
    if isinstance(board, MatchBoard):
        what |= {"match": game.board, "board": board.board}
    else:
        white, black = (section.called(seat.player.name) for seat in sides(game))
        what |= {"board": game.board, "white": white, "black": black}
    with unseen_change(section, by=by, verb=Verb.RESULT) as change:
        type(board)._default_manager.filter(pk=board.pk, revision=board.revision).update(
            verified_revision=None
        )
        change.rows.append(RowChange(*key, {}, {}))
        change.say(Summary.READ_OTHERWISE, round=number, **what)


def _as_it_stands(board: Game | MatchBoard) -> tuple[Game | MatchBoard, str, Points]:
    """The board read again, its result and the points of a ruling."""
    if isinstance(board, MatchBoard):
        rows = MatchBoard.objects.select_related("entered_by")
        row = under_lock(rows, board.pk, _("Somebody removed this board from the round. Reload the page."))
        return row, row.result, row.points_q
    if board.round.section.boards:
        raise Refused(_("Match results come from the boards. Verify the boards."))
    game, seats = board_with_sides(board)
    return game, "".join(seat.kind for seat in seats), [seat.points_q for seat in seats]
