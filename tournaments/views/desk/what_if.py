"""What if: an open board's three outcomes side by side."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ...errors import Refused
from ...models import SCORERS
from ...permissions import DeskRequest, desk_of, game_of
from ...selectors.files import page_workbooks
from ...selectors.results.consequences import consequences
from ...selectors.results.what_if import OUTCOMES, side_by_side
from ...services.corrections import of_result
from ...text.results import OPEN
from ..shared import asks_workbook, workbook
from .carried import board_address


@desk_of(SCORERS)
@require_safe
def what_if(request: DeskRequest, game: int) -> HttpResponse:
    board = game_of(request.user, game)
    section = board.round.section
    if section.boards:
        raise Refused(_("What if is for games. This is a match between teams."))
    supposed = [of_result(board, letters) for letters in OUTCOMES]
    (change,) = supposed[0].boards
    if change.was != OPEN:
        message = _(
            "Board %(board)s has a result. To see what a different result would change, enter it: the"
            " desk asks first."
        )
        raise Refused(message % {"board": change.label})
    moved = side_by_side([consequences(each) for each in supposed])
    if asks_workbook(request):
        name = f"{section.event.slug}-{section.slug}-what-if.xlsx"
        return workbook(name, [page_workbooks.what_if(moved)])
    context = {
        "section": section,
        "event": section.event,
        "board": change,
        "moved": moved,
        "back": board_address(section, board),
    }
    return render(request, "desk/what_if.html", context)
